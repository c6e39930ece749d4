"""A green replay did exactly what was learned: pairs of small pages of which the second one was changed.

A sample of the pairs is tried by day, all of them at night. The assertion of every flow is weak on purpose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.hostile.catalogue import OPEN, pairs, sample
from tests.support.hostile.pair import EITHER, SAME, STOP, Expected, Pair
from tests.support.hostile.server import Stage
from tests.support.hostile.trial import HEALS, Theatre, judged, rows_of
from tests.support.inline import Inline
from tests.support.projects import PLAIN

DEED = {"do": "/send", "to": "eve"}
OTHER = {"do": "/delete"}
PROJECT = """
    import os, re
    import pytest
    from playwright.sync_api import expect
    from tests.support.hostile.catalogue import pairs

    PAIR = next(pair for pair in pairs() if pair.key == os.environ["PAIR"])
    VALUES = [*PAIR.learn, PAIR.values][int(os.environ["VALUES"])]

    @pytest.mark.learned(PAIR.name, teacher=PAIR.flow, secrets=PAIR.secrets)
    def test_it(ami, page):
        page.goto(os.environ["URL"] + PAIR.start)
        ami.run(**VALUES)
        seen = page.locator(PAIR.seen).filter(has_text=re.compile(r"\\S")).first
        expect(seen).to_be_visible(timeout=2000)
"""


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with Stage() as served:
        yield served


@pytest.fixture
def theatre(browser: Browser, stage: Stage) -> Theatre:
    return Theatre(browser, stage)


def assert_no_lie(pair: Pair, at: Theatre, folder: Path, heals: tuple[str, ...] = HEALS) -> None:
    """Assert that the flow can be learned, and that no replay of it is green and did something else."""
    rows = list(rows_of(pair, at, folder, heals))

    assert len(rows) == len(heals)
    assert [row.why for row in rows if row.outcome in ("unlearned", "wrong_green")] == []


@pytest.mark.variants(12)
@pytest.mark.slow
@pytest.mark.parametrize("pair", sample(12), ids=lambda pair: pair.key)
def test_a_green_replay_did_what_was_learned(pair: Pair, theatre: Theatre, tmp_path: Path) -> None:
    assert_no_lie(pair, theatre, tmp_path)


@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.parametrize("pair", [one for one in pairs() if one.key not in OPEN], ids=lambda pair: pair.key)
def test_no_green_replay_of_any_pair_did_anything_else(pair: Pair, theatre: Theatre, tmp_path: Path) -> None:
    assert_no_lie(pair, theatre, tmp_path)


@pytest.mark.variants(16)
@pytest.mark.slow
@pytest.mark.parametrize("pair", sample(4, among=("restyle", "noise")), ids=lambda pair: pair.key)
def test_a_harmless_change_stops_no_replay(pair: Pair, theatre: Theatre, tmp_path: Path) -> None:
    (row,) = rows_of(pair, theatre, tmp_path, ("balanced",))

    assert row.outcome == "right", row.why


AS_THE_PLUGIN = (
    "restyle/ids renamed",
    "held values/gone",
    "held values/longer name before",
    "order of events/refused",
    "browser dialogs/says it may not",
)
"""Pairs that are run by pytest as well: the verdict here is the plugin's."""


@pytest.mark.nightly  # by day: verdicts of the plugin in test_lifecycle.py and test_deeds_done_once.py
@pytest.mark.slow
@pytest.mark.parametrize("key", AS_THE_PLUGIN)
def test_the_plugin_says_the_same(
    key: str, theatre: Theatre, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, playwright: Any, browser: Browser
) -> None:
    pair = next(pair for pair in pairs() if pair.key == key)
    (row,) = rows_of(pair, theatre, tmp_path, ("balanced",))
    monkeypatch.setenv("PAIR", key)
    monkeypatch.setenv("URL", theatre.stage.url)
    project = replace(Inline.at(tmp_path / "project"), playwright=playwright, browser=browser)
    project = project.with_args(*PLAIN, f"--ami-timeout={pair.patience}").with_test(PROJECT)
    verdicts = []
    for number, app in enumerate([*(pair.a for _ in pair.learn), pair.b]):
        monkeypatch.setenv("VALUES", str(number))
        theatre.stage.show(app)
        verdicts.append(project.run("--ami-mode=replay" if app is pair.b else "--ami-mode=auto").ret == 0)

    assert verdicts == [*(True for _ in pair.learn), row.outcome in ("right", "wrong_green")]


@pytest.mark.parametrize(
    ("expected", "green", "deeds", "outcome"),
    [
        (SAME, True, [DEED], ("right", False)),
        (SAME, True, [], ("wrong_green", True)),
        (SAME, True, [DEED, DEED], ("wrong_green", True)),
        (SAME, True, [OTHER], ("wrong_green", True)),
        (SAME, False, [], ("stopped", True)),
        (STOP, True, [DEED], ("wrong_green", True)),
        (STOP, False, [], ("stopped", False)),
        (STOP, False, [DEED], ("stopped", False)),
        (STOP, False, [OTHER], ("wrong_red", True)),
        (STOP, False, [DEED, DEED], ("wrong_red", True)),
        (EITHER, True, [DEED], ("right", False)),
        (EITHER, True, [OTHER], ("wrong_green", True)),
        (EITHER, False, [], ("stopped", False)),
    ],
)
def test_the_deeds_decide(expected: Expected, green: bool, deeds: list[Any], outcome: tuple[str, bool]) -> None:  # noqa: FBT001
    assert judged(expected, green=green, deeds=deeds, intended=[DEED]) == outcome


def test_there_are_enough_pairs_of_every_kind() -> None:
    every = pairs()

    assert len(every) >= 200
    assert sum(pair.harmless for pair in every) >= 70
    assert len({pair.group for pair in every}) >= 18
    assert all(re.fullmatch(r"[^\n]{8,160}", pair.about) for pair in every)


def test_the_server_writes_down_what_arrives(page: Any, stage: Stage) -> None:
    pair = next(pair for pair in pairs() if pair.key == "restyle/ids renamed")
    stage.show(pair.b)
    page.goto(stage.url)

    pair.flow(page, **pair.values)
    stage.settle(0.1)

    assert stage.deeds == pair.intended(pair.values)
