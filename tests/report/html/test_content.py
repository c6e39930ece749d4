"""The parts of a report and their order, and the parts that go into the folder beside it: without a browser."""

from __future__ import annotations

import shlex

import pytest

from pytest_ami.model.outcome import Cause, Drift, Outcome, StepEvidence, Usage
from pytest_ami.report.html import content as limits
from pytest_ami.report.html.content import content
from tests.support.reports import ABOUT, Known, entry


def step(number: int, before: str = "") -> StepEvidence:
    return StepEvidence(step=number, action="click", before=before)


def name(number: int) -> str:
    return f"{number:016x}.webp"


def test_the_important_runs_come_first() -> None:
    tests = {f"t.py::{outcome.value}": [entry(outcome.value)] for outcome in Outcome}

    data = content(ABOUT, tests, Known()).data

    assert [run["outcome"] for run in data["runs"]] == list(limits.IMPORTANCE)
    assert set(data["counts"].values()) == {1}


def test_the_command_to_run_next_is_one_test_whatever_its_id_holds() -> None:
    test = 't.py::t["$(id)"]'

    (run,) = content(ABOUT, {test: [entry("stale")]}, Known()).data["runs"]

    assert shlex.split(run["next"]) == ["pytest", test, "--ami-mode=auto"]


def test_a_run_has_its_trend_its_steps_and_its_pictures() -> None:
    known = Known({"s": (step(1, name(1)), step(2, name(2)))}, {name(1): b"one"})

    made = content(ABOUT, {"t.py::t": [entry("replayed", "s", seconds=0.5)]}, known)

    (run,) = made.data["runs"]
    assert (run["trend"], run["before"]) == (["learned", "replayed"], [1, 0.5, 0.5, 0.5])
    assert [row["step"] for row in run["rows"]] == [1, 2]
    assert made.pictures == {name(1): b"one"}
    assert (made.apart, made.chunks) == ({}, [])


def test_only_versions_that_changed_are_compared() -> None:
    known = Known()
    tests = {f"t.py::{outcome.value}": [entry(outcome.value)] for outcome in Outcome}

    data = content(ABOUT, tests, known).data

    assert sorted(known.asked) == ["healed", "relearned"]
    assert sum("differences" in run for run in data["runs"]) == 2


def test_replays_are_set_against_the_lessons_of_their_flows() -> None:
    lesson = Usage(calls=6, seconds=4.9, money=0.5)
    tests = {
        "t.py::a": [entry("replayed", seconds=0.6, lesson=lesson)],
        "t.py::b": [entry("learned", seconds=9.0, model_calls=3, money=0.25)],
    }

    assert content(ABOUT, tests, Known()).data["totals"] == {
        "seconds": 0.6, "calls": 3, "money": 0.25, "taught_seconds": 4.9, "taught_calls": 6, "taught_money": 0.5,
    }  # fmt: skip


@pytest.mark.slow
def test_steps_of_the_least_important_runs_go_into_files_if_there_are_too_many() -> None:
    rows = tuple(step(n) for n in range(1, 21))
    number = limits.MOST_STEPS // 20 + 250
    tests = {f"t.py::t{n:04}": [entry("replayed" if n else "stale", f"s{n}")] for n in range(number)}

    made = content(ABOUT, tests, Known({f"s{n}": rows for n in range(number)}))

    apart = [run for run in made.data["runs"] if "chunk" in run]
    assert len(apart) == 250
    assert "rows" in made.data["runs"][0]
    assert sum(map(len, made.chunks)) == 250
    assert all(run["session"] in made.chunks[run["chunk"] - 1] for run in apart)
    assert max(sum(map(len, chunk.values())) for chunk in made.chunks) <= limits.CHUNK


def test_pictures_that_do_not_fit_go_into_the_folder() -> None:
    half = b"x" * (limits.MOST_PICTURE_BYTES // 2)
    pictures = {name(n): half for n in range(1, 4)}
    tests = {f"t.py::t{n}": [entry("healed", f"s{n}")] for n in range(1, 4)}

    made = content(ABOUT, tests, Known({f"s{n}": (step(1, name(n)),) for n in range(1, 4)}, pictures))

    assert (len(made.pictures), len(made.apart)) == (2, 1)


def test_a_dialogue_is_shown_once_for_a_test_and_only_if_a_model_was_asked() -> None:
    tests = {
        "t.py::a": [entry("learned", model_calls=2), entry("learned", model_calls=1)],
        "t.py::b": [entry("replayed")],
    }

    runs = content(ABOUT, tests, Known(dialogue="# said")).data["runs"]

    assert [run.get("transcript", "") for run in runs] == ["# said", "", ""]


@pytest.mark.parametrize("text", ["x" * 10_000, "\u202e" * 1000])
def test_long_texts_of_a_page_are_cut(text: str) -> None:
    row = StepEvidence(step=1, thinking=text, seen=(text,) * 100)

    (run,) = content(ABOUT, {"t.py::t": [entry("replayed", "s")]}, Known({"s": (row,)})).data["runs"]

    assert len(run["rows"][0]["thinking"]) == limits.LONGEST_TEXT + 1
    assert len(run["rows"][0]["seen"]) == limits.MOST_TEXTS


def test_a_drift_is_shown_with_its_evidence() -> None:
    drift = Drift(step=2, cause=Cause.MISSING, title="click", evidence=("nothing is like it",))

    (run,) = content(ABOUT, {"t.py::t": [entry("stale", drift=drift)]}, Known()).data["runs"]

    assert run["drift"]["evidence"] == ["nothing is like it"]
