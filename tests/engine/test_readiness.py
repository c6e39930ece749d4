"""Is it the page, the application, or just not yet?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.readiness import (
    BELIEVED,
    QUIET,
    believed,
    broken,
    evidence_of,
    excuse,
    refused,
    settled,
    shown_instead,
)
from pytest_ami.model.command import Health, Seen
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate, EffectState, Expectation
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


@pytest.mark.parametrize(
    ("seen", "waited", "expected"),
    [
        ({}, BELIEVED, True),
        ({"quiet": BELIEVED - 1}, BELIEVED, False),
        ({}, BELIEVED - 1, False),
        ({"busy": True}, BELIEVED, False),
        ({"health": Health(idle=BELIEVED - 1)}, BELIEVED, False),
        ({"health": Health(idle=BELIEVED)}, BELIEVED, True),
    ],
)
def test_a_page_is_believed_when_page_and_network_rest(seen: dict[str, Any], waited: float, expected: object) -> None:
    assert believed(Seen(**{"quiet": BELIEVED, **seen}), waited) is expected


PLACE = "/html[1]/body[1]/form[1]/button[1]"
SEND = Fingerprint(tag="button", role="button", name="Send", absolute_xpath=PLACE, neighbours=("Reset",))
NEWS = Fingerprint(tag="a", role="link", name="News", absolute_xpath="/html[1]/body[1]/a[3]", attributes={"href": "/n"})


def control(name: str, at: str = PLACE, **more: Any) -> Candidate:
    problem, frame = more.pop("problem", ""), more.pop("frame", ())
    shown = Fingerprint(**{"tag": "button", "role": "button", "name": name, "absolute_xpath": at, **more})
    return Candidate(fingerprint=shown, problem=problem, frame=frame)


@pytest.mark.parametrize(
    ("target", "candidate", "expected"),
    [
        (SEND, control("Join the queue"), 'in its place there is "Join the queue"'),
        (SEND, control("Reset"), ""),
        (SEND, control("Loading…"), ""),
        (SEND, control(""), ""),
        (SEND, control("Join the queue", problem="disabled"), ""),
        (SEND, control("Join the queue", frame=("ad",)), ""),
        (SEND, control("Join the queue", "/html[1]/body[1]/button[1]"), ""),
        (
            SEND,
            control("Send", "/html[1]/header[1]/button[1]"),
            "of that name there is one at /html[1]/header[1]/button[1]",
        ),
        (replace(SEND, counts={"name": 2}), control("Send", "/html[1]/header[1]/button[1]"), ""),
        (
            NEWS,
            control("Latest", "/html[1]/a[1]", tag="a", role="link", attributes={"href": "/n"}),
            'there is "Latest" at /html[1]/a[1]',
        ),
        (NEWS, control("Latest", "/html[1]/a[1]", tag="a", role="link", attributes={"href": "/m"}), ""),
        (replace(SEND, attributes={"id": "go"}), control("Check first", "/html[1]/p[1]", attributes={"id": "go"}), ""),
    ],
)
def test_only_what_was_not_there_stands_instead(target: Fingerprint, candidate: Candidate, expected: str) -> None:
    assert shown_instead(target, [candidate], ()) == expected


@pytest.mark.parametrize(
    ("expect", "seen", "expected"),
    [
        (None, {"effects": EffectState(fresh=True)}, False),
        (Expectation(start="http://x/a"), {"url": "http://x/a", "effects": EffectState(fresh=True)}, True),
        (Expectation(start="http://x/a"), {"url": "http://x/a", "effects": EffectState()}, False),
        (Expectation(start="http://x/a"), {"url": "http://x/b", "effects": EffectState(fresh=True)}, False),
        (Expectation(judges=True), {"effects": EffectState(notices=("alert|It was not sent",))}, True),
        (Expectation(judges=True), {"effects": EffectState(notices=("status|Sending",))}, False),
    ],
)
def test_a_page_refuses_by_a_failure_or_by_the_form_again(
    expect: Expectation | None, seen: dict[str, Any], expected: object
) -> None:
    assert refused(expect, Seen(**seen)) is expected


def test_a_dead_application_is_told_at_rest_and_a_failing_one_after_a_while() -> None:
    dead, failing = Health(dead=True), Health(failures=("GET /data: 500",))

    assert broken(Seen(quiet=QUIET, health=dead), QUIET)
    assert not broken(Seen(quiet=QUIET, health=failing), QUIET)
    assert broken(Seen(quiet=BELIEVED, health=failing), BELIEVED)
    assert not broken(Seen(quiet=BELIEVED), BELIEVED)
