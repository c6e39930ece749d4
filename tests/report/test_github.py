"""The summary and the annotations for GitHub: what is cut, what is shown, and what a page cannot do in them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.outcome import Cause, Drift, Outcome, Run
from pytest_ami.report.github import LARGEST, MOST_ANNOTATIONS, annotation_commands, job_summary, relative_place
from pytest_ami.report.messages import run_to_dict

Tests = dict[str, list[dict[str, Any]]]
DRIFT = Drift(step=2, cause=Cause.MISSING, title='click button "Send"', old_xpath="/a")
HOSTILE = "</code><script>x</script>\n\n::error::gone\r\n@team #1 | **b** `c`\x1b[2J"


def suite(*runs: tuple[str, Run]) -> Tests:
    return {name: [{**run_to_dict(run), "passed": True}] for name, run in runs}


def stale(task: str = "send email", title: str = DRIFT.title) -> Run:
    drift = Drift(step=2, cause=Cause.MISSING, title=title, old_xpath="/a")
    return Run(task=task, outcome=Outcome.STALE, version=3, drift=drift)


def healed(task: str = "log in") -> Run:
    return Run(task=task, outcome=Outcome.HEALED, version=1, healed=(1,))


REPLAYED = Run(task="buy", outcome=Outcome.REPLAYED, version=1)
MIXED = suite(("t.py::c", REPLAYED), ("t.py::b", healed()), ("t.py::a", stale()))


def test_a_summary_has_the_counts_and_every_run_the_important_ones_first() -> None:
    text = job_summary(MIXED, "replay")

    assert text.startswith(
        "## Learned web flows\n\n1 replayed, 1 healed, 1 stale; 0 model calls. Mode: replay.\n\n<table>"
    )
    assert re.findall(r"<tr><td>(\w+)</td>", text) == ["stale", "healed", "replayed"]
    assert "<code>step 2, missing: click button &quot;Send&quot;</code><br><code>old /a</code>" in text
    assert text.endswith("</table>\n")


def test_no_flow_no_summary() -> None:
    assert job_summary({}, "auto") == ""
    assert list(annotation_commands({}, {})) == []


@given(st.integers(0, 4_000))
def test_a_summary_is_cut_at_its_least_important_runs_and_says_so(largest: int) -> None:
    many = suite(*((f"t.py::r{n}", REPLAYED) for n in range(9)), *((f"t.py::s{n}", stale("é" * n)) for n in range(9)))
    text = job_summary(many, "replay", largest)
    rows = re.findall(r"<tr><td>(\w+)</td>", text)

    assert len(text.encode()) <= largest
    assert rows == (["stale"] * 9 + ["replayed"] * 9)[: len(rows)]
    if text and len(rows) < 18:
        assert f"{18 - len(rows)} of 18 runs are left out" in text
        assert "--ami-json" in text
    if largest > 3_900:
        assert len(rows) == 18


@pytest.mark.slow
def test_ten_thousand_flows_stay_below_the_limit_of_github() -> None:
    many = suite(*((f"tests/test_flows.py::test_{n}", stale(f"flow {n}", "click " + "x" * 90)) for n in range(10_000)))
    text = job_summary(many, "replay")

    assert LARGEST - 400 < len(text.encode()) <= LARGEST == 1_000 * 1024
    assert "runs are left out" in text


@pytest.mark.parametrize("place", ["task", "test", "title"])
def test_texts_of_a_page_stay_texts(place: str) -> None:
    words = {"task": "t", "test": "t.py::t", "title": "click", place: HOSTILE}
    one = suite((words["test"], stale(words["task"], words["title"])))
    text = job_summary(one, "replay")
    (line,) = annotation_commands(one, {words["test"]: (words["test"], 1)})

    assert "<script" not in text
    assert "\n\n" not in text[text.index("<table>") :]
    assert re.search(r"<code>[^<]*@team[^<]*</code>", text)
    assert not set(line) & set("\n\r\x1b")
    assert line.count("::") == 2 + line.partition("::")[2].partition("::")[2].count("::")
    assert line.startswith("::warning ")


def test_stale_and_healed_flows_are_annotated_at_their_tests() -> None:
    lines = list(annotation_commands(MIXED, {"t.py::a": ("tests/t.py", 12)}))

    first = 'title=stale%3A "send email" v3::t.py::a; step 2, missing: click button "Send"; old /a'
    facts = "step 1: other place, same element (two keys agree, effect confirmed)"
    assert lines == [
        f"::warning file=tests/t.py,line=12,{first}",
        f'::warning title=healed%3A "log in" v1::t.py::b; {facts}',
    ]


def test_more_annotations_than_github_shows_are_counted() -> None:
    many = suite(*((f"t.py::h{n:02}", healed()) for n in range(30)), ("t.py::z", stale()))
    lines = list(annotation_commands(many, {}))

    assert len(lines) == MOST_ANNOTATIONS
    assert "stale" in lines[0]
    assert lines[-1] == (
        "::warning title=learned web flows::22 more stale or healed flows are in the summary of the job"
    )


@pytest.mark.parametrize(
    ("root", "workspace", "place"),
    [
        ("/repo", "/repo", ("tests/t.py", 12)),
        ("/repo/web", "/repo", ("web/tests/t.py", 12)),
        ("/elsewhere", "/repo", ("tests/t.py", 12)),
        ("/repo", "", ("tests/t.py", 12)),
    ],
)
def test_a_place_is_relative_to_the_repository(root: str, workspace: str, place: tuple[str, int]) -> None:
    assert relative_place(("tests/t.py", 11, "test"), root, workspace) == place
