"""The document of a run: it keeps to its published schema, and shows learning and replay side by side."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.outcome import Cause, Drift, Outcome, Run, Usage
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.report.messages import run_to_dict
from pytest_ami.report.summary_json import FORMAT, document, schema

SCHEMA = schema()
CHECK = jsonschema.Draft202012Validator(SCHEMA)
COUNTS = st.integers(0, 9)
COSTS = st.builds(Usage, calls=COUNTS, tokens=COUNTS, seconds=st.floats(0, 99), money=st.floats(0, 9))
DRIFTS = st.builds(Drift, step=st.integers(1, 9), cause=st.sampled_from(Cause), title=st.text(max_size=5))
RUNS = st.builds(
    Run,
    task=st.text(max_size=9),
    outcome=st.sampled_from(Outcome),
    seconds=st.floats(0, 99),
    model_calls=COUNTS,
    version=COUNTS,
    lesson=st.none() | COSTS,
    drift=st.none() | DRIFTS,
    healed=st.lists(st.integers(1, 9), max_size=2).map(tuple),
)


def entry(run: Run) -> dict[str, Any]:
    return {**run_to_dict(run), "attempt": 1, "passed": True}


def made(*runs: Run) -> dict[str, Any]:
    return document(Settings(mode=Mode.REPLAY), "r1", {"t.py::test": [entry(run) for run in runs]})


@given(st.lists(RUNS, max_size=3))
def test_each_document_keeps_to_the_published_schema(runs: list[Run]) -> None:
    written = made(*runs)

    assert [error.message for error in CHECK.iter_errors(written)] == []
    assert set(written) == set(SCHEMA["properties"])
    for run in written["runs"]:
        assert set(run) == set(SCHEMA["$defs"]["run"]["properties"])


def test_the_schema_is_valid_has_the_documents_version_and_knows_every_field_of_a_drift() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["format"]["const"] == FORMAT
    assert SCHEMA["$id"].endswith(f":{FORMAT}")
    assert set(SCHEMA["$defs"]["run"]["properties"]["drift"]["properties"]) == {f.name for f in fields(Drift)}


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"mode": "fast"},
        {"counts": {}},
        {"costs": {"learning": None}},
        {"runs": [{"test": "t"}]},
        {"tokens": -1},
    ],
)
def test_another_document_does_not_keep_to_it(change: dict[str, Any]) -> None:
    written = {**made(Run(task="t", outcome=Outcome.REPLAYED)), **change}

    assert not CHECK.is_valid(written)


def test_learning_and_replay_stand_side_by_side() -> None:
    lesson = Usage(calls=6, tokens=900, seconds=4.9, money=0.5)
    replayed = Run(task="a", outcome=Outcome.REPLAYED, seconds=0.6, lesson=lesson)
    written = made(replayed, Run(task="b", outcome=Outcome.HEALED, seconds=1.0, lesson=Usage(seconds=2.0)))

    assert written["costs"] == {
        "learning": {"calls": 6, "tokens": 900, "seconds": 6.9, "money": 0.5},
        "replay": {"calls": 0, "tokens": 0, "seconds": 1.6, "money": 0},
        "saved": {"calls": 6, "tokens": 900, "seconds": 5.3, "money": 0.5},
    }
    assert written["runs"][0]["costs"]["saved"]["seconds"] == 4.3
    assert made(Run(task="a", outcome=Outcome.LEARNED, model_calls=4))["costs"] is None


def test_a_replay_in_a_red_test_saves_nothing() -> None:
    replayed = entry(Run(task="a", outcome=Outcome.REPLAYED, seconds=0.6, lesson=Usage(calls=6, seconds=4.9)))
    red = {**replayed, "passed": False}
    written = document(Settings(mode=Mode.REPLAY), "r1", {"t.py::green": [replayed], "t.py::red": [red]})

    assert (written["costs"]["saved"]["calls"], written["costs"]["replay"]["seconds"]) == (6, 0.6)
    assert [run["costs"] is None for run in written["runs"]] == [False, True]
