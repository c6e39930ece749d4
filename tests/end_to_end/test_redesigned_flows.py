"""Flows on redesigned pages in real Chromium: never a wrong effect, never green on a broken page. The truth judges.

What is found goes, shrunk, into `fixtures/redesigns/`, one JSON line each, and is tried again from then on.
`--hypothesis-profile=search` looks further than the suite has time for.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, note
from hypothesis import strategies as st
from playwright.sync_api import Browser

from pytest_ami.sites.catalogue import names
from pytest_ami.testing.redesign import Redesign
from pytest_ami.testing.redesign.strategies import redesigns
from tests.support.examples import tries
from tests.support.redesign.case import run_case
from tests.support.redesign.corpus import Case
from tests.support.redesign.ours import PytestAmi
from tests.support.redesign.stage import Stage, Subject

pytestmark = pytest.mark.slow

FOUND = Path(__file__).parents[2] / "fixtures" / "redesigns"
FLOWS = ["mail: send email (2019, en)", "shop: buy product (2023, en)", "tracker: close issue (2019, en)"]
FLOWS += ["bank: transfer money (2026, en)"]


careful = tries("browser", phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink])


class Flows:
    """Subjects with what is learned of them, each once a session."""

    def __init__(self, stage: Stage, folder: Path) -> None:
        self._subjects = {subject.title: subject for subject in stage.subjects}
        self._tool = PytestAmi(folder)
        self._memories: dict[str, Any] = {}

    def subject(self, title: str) -> Subject:
        """Return a subject that was observed and learned."""
        found = self._subjects[title]
        if title not in self._memories:
            found.observe()
            self._memories[title] = self._tool.learn(found.flow())
        return found

    def run(self, title: str, redesign: Redesign, number: int) -> dict[str, Any]:
        """Replay a flow on a redesigned page; return what it was, by the truth."""
        subject = self.subject(title)
        case = Case(number=number, redesign=redesign, look=subject.look, keeps=redesign.keeps, first="")
        return run_case(subject, case, self._tool, self._memories[title])


@pytest.fixture(scope="session")
def flows(request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Flows:
    """All flows of all sites, on the session's browser."""
    sites = {name: request.getfixturevalue(f"{name}_server") for name in names()}
    return Flows(Stage(browser, sites), tmp_path_factory.mktemp("learned"))


def told(row: dict[str, Any]) -> str:
    """Return what a reader needs: the redesign as a line, what was said, what was true."""
    return f"{row['result']} on {row['redesign']}; said {row['said']}; truth {row['truth']}; faults {row['faults']}"


@pytest.mark.nightly  # by day: pairs of pages in test_hostile_pages.py, test_healing.py and test_true_same.py
@pytest.mark.parametrize("title", FLOWS)
def test_a_redesign_that_keeps_the_meaning_never_leads_to_a_wrong_effect(flows: Flows, title: str) -> None:
    subject = flows.subject(title)

    @careful
    @given(redesigns(keeps=True, max_size=4, targets=subject.keys), st.integers(0, 10_000))
    def never_wrong(redesign: Redesign, number: int) -> None:
        row = flows.run(title, redesign, number)
        note(told(row))
        assert row["result"] not in ("wrong", "failed"), told(row)

    never_wrong()


@pytest.mark.nightly  # by day: pairs of pages in test_hostile_pages.py, and test_effect_truth.py
@pytest.mark.parametrize("title", FLOWS)
def test_a_redesign_that_breaks_the_meaning_never_ends_green(flows: Flows, title: str) -> None:
    subject = flows.subject(title)

    @careful
    @given(redesigns(keeps=False, max_size=2, targets=subject.keys), st.integers(0, 10_000))
    def never_green(redesign: Redesign, number: int) -> None:
        row = flows.run(title, redesign, number)
        note(told(row))
        assert row["result"] != "false_pass", told(row)

    never_green()


def found() -> list[Any]:
    """Return what was found before: a line each, with the flow, the redesign, and what must not come of it."""
    lines = [
        json.loads(line) for path in sorted(FOUND.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()
    ]
    return [
        pytest.param(
            one["flow"],
            one["redesign"],
            one["never"],
            id=f"{one['flow'].split(' (')[0]}-{n}",
            marks=[pytest.mark.xfail(strict=True, reason=one["open"])] if one.get("open") else [],
        )
        for n, one in enumerate(lines)
    ]


@pytest.mark.variants(16)
@pytest.mark.parametrize(("title", "line", "never"), found())
def test_what_was_found_once_does_not_come_back(flows: Flows, title: str, line: str, never: list[str]) -> None:
    row = flows.run(title, Redesign.parse(line), 1)
    assert row["result"] not in never, told(row)
