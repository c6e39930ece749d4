"""Is it the page, the application, or just not yet?"""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.engine.readiness import QUIET, evidence_of, excuse, settled
from pytest_ami.model.command import Health, Seen
from pytest_ami.model.outcome import Cause


@pytest.mark.parametrize(
    ("seen", "rests"),
    [
        ({}, True),
        ({"quiet": QUIET - 1}, False),
        ({"loaded": False}, False),
        ({"lost": True}, False),
        ({"health": Health(pending=1)}, False),
        ({"health": Health(failures=("500",), dead=True)}, True),
    ],
)
def test_a_page_rests_when_nothing_moves_loads_or_is_under_way(seen: dict[str, Any], rests: object) -> None:
    assert settled(Seen(**{"quiet": QUIET, **seen})) is rests


def test_rest_before_an_action_does_not_count() -> None:
    assert not settled(Seen(quiet=60_000), waited=QUIET - 1)
    assert settled(Seen(quiet=60_000), waited=QUIET)


@pytest.mark.parametrize(
    ("health", "rests", "cause"),
    [
        (Health(), True, None),
        (Health(), False, Cause.NOT_READY),
        (Health(failures=("GET /: 500",)), True, Cause.APP_DOWN),
        (Health(dead=True), False, Cause.APP_DOWN),
        (Health(pending=3), True, None),
    ],
)
def test_a_slow_or_broken_server_clears_the_page_of_blame(health: Health, rests: object, cause: Cause | None) -> None:
    assert excuse(health, settled_page=bool(rests)) is cause


def test_health_is_told_in_lines() -> None:
    assert evidence_of(Health(pending=2, failures=("a", "b"))) == ("a", "b", "2 request(s) still under way")
    assert evidence_of(Health()) == ()
