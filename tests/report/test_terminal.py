"""The terminal's output: nothing if nothing happened; otherwise counts, then the commands to run next."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Cause, Drift, Outcome, Run, Usage
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.report.messages import run_to_dict
from pytest_ami.report.summary_json import document
from pytest_ami.report.terminal import BAD, LETTERS, ORDER, header, outcome_of, status_of, summary

DRIFT = Drift(step=2, cause=Cause.MISSING, title='click button "Send"', old_xpath="/a", new_xpath="/b")


def run(outcome: str, *, passed: bool = True, **more: Any) -> dict[str, Any]:
    return {**run_to_dict(Run(task="send email", outcome=Outcome(outcome), **more)), "passed": passed}


def said(*runs: dict[str, Any], mode: str = "replay") -> str:
    return "\n".join(summary({f"t.py::test_{i}": [entry] for i, entry in enumerate(runs)}, mode))


def test_every_outcome_has_its_letter_and_its_place() -> None:
    assert set(ORDER) == set(LETTERS) == {outcome.value for outcome in Outcome}
    assert len({letter for letter, _ in LETTERS.values()}) == len(LETTERS)


def test_no_flow_no_words() -> None:
    assert list(summary({}, "auto")) == []
    assert list(summary({"t.py::test": []}, "auto")) == []


def test_what_was_written_at_the_end_stands_before_what_to_do_next() -> None:
    test = {"t.py::test": [run("learned", version=1)]}

    assert list(summary(test, "auto", ["steering: wrote 1 golden path (git add steering)"]))[-2:] == [
        "steering: wrote 1 golden path (git add steering)",
        "1 new version is a candidate until the first green replay: run pytest once more.",
    ]


def test_replays_are_counted_and_not_listed() -> None:
    assert said(run("replayed"), run("replayed")) == "2 replayed; 0 model calls"


def test_replays_are_set_against_the_lessons_of_their_flows() -> None:
    lesson = Usage(calls=6, seconds=4.9, money=0.5)

    assert said(run("replayed", seconds=0.61, lesson=lesson)) == (
        "1 replayed; 0 model calls; 0.6 s, learned in 4.9 s with 6 model calls, $0.5000"
    )
    both = said(
        run("replayed", seconds=0.6, lesson=Usage(calls=1, seconds=2.0)), run("healed", seconds=1.0, lesson=lesson)
    )
    assert both.splitlines()[0].endswith("; 1.6 s, learned in 6.9 s with 7 model calls, $0.5000")


def test_a_flow_whose_lesson_nobody_measured_is_not_set_against_it() -> None:
    assert said(run("replayed", seconds=0.6)) == "1 replayed; 0 model calls"
    assert "learned in" not in said(run("stale", seconds=0.6, lesson=Usage(seconds=3.0)))


def test_counts_come_in_one_order_with_what_they_cost() -> None:
    first = said(run("learned", model_calls=1, tokens=1200), run("stale"), run("replayed")).splitlines()[0]

    assert first == "1 replayed, 1 learned, 1 stale; 1 model call, 1200 tokens"


def test_a_drift_is_shown_with_both_places() -> None:
    lines = said(run("stale", version=3, drift=DRIFT)).splitlines()

    assert lines[1] == 'stale      "send email" v3  t.py::test_0'
    assert [line.strip() for line in lines[2:5]] == ['step 2, missing: click button "Send"', "old /a", "new /b"]


def test_a_heal_is_never_silent() -> None:
    assert "step 2, 4: other place, same element" in said(run("healed", healed=(2, 4)))


@pytest.mark.parametrize("mode", ["replay", "auto"])
def test_relearning_is_advised_where_it_was_not_tried(mode: str) -> None:
    advice = 'To relearn what is stale: pytest "t.py::test_0" "t.py::test_1" --ami-mode=auto'

    assert (advice in said(run("stale"), run("stale"), mode=mode)) is (mode == "replay")


def test_what_a_failed_test_learned_is_not_called_a_new_version() -> None:
    words = said(run("learned", passed=False))

    assert "(not kept: the test was not green)" in words
    assert "candidate" not in words


def test_new_versions_are_announced() -> None:
    assert "candidate" not in said(run("learned"))  # no version: it was not kept
    assert said(run("learned", version=1)).endswith(
        "1 new version is a candidate until the first green replay: run pytest once more."
    )
    assert "2 new versions are candidates" in said(run("learned", version=1), run("relearned", version=2, drift=DRIFT))
    proven = (run("learned", version=1, workflow_id="7"), run("replayed", workflow_id="7"))
    assert "candidate" not in said(*proven)
    assert "1 new version is a candidate" in said(*proven, run("learned", version=1, workflow_id="8"))


@pytest.mark.parametrize(
    ("outcomes", "speaks"),
    [
        ([], ""),
        (["replayed", "healed"], "healed"),
        (["learned", "stale"], "stale"),
        (["failed", "harness_error"], "harness_error"),
    ],
)
def test_the_worst_run_speaks_for_a_test(outcomes: list[str], speaks: str) -> None:
    assert outcome_of([run(outcome) for outcome in outcomes]) == speaks


@pytest.mark.parametrize("outcome", ORDER)
def test_a_green_letter_is_never_given_to_a_failed_test_nor_the_reverse(outcome: str) -> None:
    entries = [run(outcome)]

    shown = {seen: status_of(seen, entries) for seen in ("passed", "failed", "skipped")}

    assert shown["skipped"] is None
    assert shown["passed" if outcome in BAD else "failed"] is None


def test_the_header_says_mode_reason_and_store() -> None:
    assert header("replay", "CI detected: CI", ".ami") == "ami: mode replay (CI detected: CI), store .ami"


def test_the_document_counts_every_outcome_and_lists_every_run() -> None:
    tests = {"b": [run("stale", drift=DRIFT)], "a": [run("learned", model_calls=2, tokens=9), run("replayed")]}

    found = document(Settings(mode=Mode.REPLAY, mode_reason="CI"), "run-1", tests)

    assert (found["model_calls"], found["tokens"], found["mode"], found["mode_reason"]) == (2, 9, "replay", "CI")
    assert found["counts"] == {**dict.fromkeys(ORDER, 0), "stale": 1, "learned": 1, "replayed": 1}
    assert [entry["test"] for entry in found["runs"]] == ["a", "a", "b"]


def test_money_and_what_looks_like_data_of_one_run_are_told() -> None:
    finding = "step 2 types '2026-11-22', which looks like a date: make it a parameter"
    lines = said(run("learned", model_calls=2, tokens=900, money=0.0123, findings=(finding,)), mode="auto").splitlines()

    assert lines[0] == "1 learned; 2 model calls, 900 tokens, $0.0123"
    assert f"           mind: {finding}" in lines
    assert run("learned", money=0.0123, findings=(finding,))["findings"] == [finding]


def suite(replayed: int, healed: int, stale: int, task: str = "send email") -> str:
    runs = [run("replayed", seconds=0.6, lesson=Usage(calls=6, seconds=4.9)) for _ in range(replayed)]
    runs += [run("healed", version=2, healed=(3,), seconds=0.7) for _ in range(healed)]
    runs += [run("stale", version=1, drift=DRIFT) for _ in range(stale)]
    for number, entry in enumerate(runs):
        entry["task"] = f"{task} {number:03}"
    return said(*runs)


def test_two_hundred_flows_fit_forty_lines_and_each_heal_and_stale_flow_is_named() -> None:
    text = suite(140, 50, 10)
    lines = text.splitlines()

    assert len(lines) + 1 <= 40  # with the heading of the section
    assert max(map(len, lines)) <= 120
    assert lines[0].startswith("140 replayed, 50 healed, 10 stale; 0 model calls; 84.0 s, learned in 686.0 s with 840 ")
    assert [line.split()[0] for line in lines[1:11]] == ["stale"] * 10
    for number in range(140, 200):
        assert f'"send email {number:03}"' in text
    assert lines[-1] == "To relearn what is stale: pytest --last-failed --ami-mode=auto"


def test_a_summary_keeps_all_evidence_while_it_fits() -> None:
    lines = suite(3, 2, 4).splitlines()

    assert sum(line.strip() == "old /a" for line in lines) == 4
    assert sum(line.startswith("healed ") for line in lines) == 2


def test_one_line_each_comes_before_groups() -> None:
    lines = suite(3, 15, 10).splitlines()

    assert [line.split()[0] for line in lines[1:-1]] == ["stale"] * 10 + ["healed"] * 15
    assert "v1 step 2, missing  t.py::test_18" in lines[1]


def test_more_than_forty_lines_are_cut_and_counted() -> None:
    lines = suite(0, 300, 60).splitlines()

    assert len(lines) + 1 == 40
    assert [line.split()[0] for line in lines[1:37]] == ["stale"] * 36
    assert lines[37].startswith("and ")
    assert lines[37].endswith(" more lines; pytest --ami-json=FILE writes all runs")
