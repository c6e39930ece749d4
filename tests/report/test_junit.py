"""The properties of a test in JUnit XML: outcome, version, heals, calls, seconds, and the costs that were saved."""

from __future__ import annotations

from pytest_ami.model.outcome import Outcome, Run, Usage
from pytest_ami.report.junit import properties
from pytest_ami.report.messages import run_to_dict


def test_a_replay_has_its_figures_and_its_savings() -> None:
    run = Run(
        task="t",
        outcome=Outcome.HEALED,
        version=3,
        healed=(1, 2),
        seconds=0.6,
        lesson=Usage(calls=6, seconds=4.9, money=0.5),
    )

    assert dict(properties([run_to_dict(run)])) == {
        "ami_outcome": "healed",
        "ami_version": "3",
        "ami_heals": 2,
        "ami_model_calls": 0,
        "ami_seconds": 0.6,
        "ami_saved_seconds": 4.3,
        "ami_saved_calls": 6,
        "ami_saved_money": 0.5,
    }


def test_several_runs_are_added_up_and_a_lesson_saves_nothing() -> None:
    runs = [Run(task=t, outcome=Outcome.LEARNED, version=1, model_calls=2, seconds=1.5) for t in "ab"]
    found = dict(properties([run_to_dict(run) for run in runs]))

    assert (found["ami_outcome"], found["ami_version"]) == ("learned,learned", "1,1")
    assert (found["ami_model_calls"], found["ami_seconds"]) == (4, 3.0)
    assert not any(name.startswith("ami_saved") for name in found)


def test_a_test_without_a_flow_has_no_properties() -> None:
    assert properties([]) == []
