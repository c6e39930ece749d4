"""A deed must reach the server, and the server must accept it: the page's word for it is not enough."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.decide import Identity, Verdict
from pytest_ami.engine.effects.requests import carries_under, refused
from pytest_ami.engine.preparation import ReplayState
from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import FlowOptions, ReplayOptions
from pytest_ami.engine.report import LocatedElement
from pytest_ami.engine.sent_requests import is_deed, mark, sent_elsewhere, undone
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import MOST_SENT, Candidate, Health
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import Effects, Step, StepKind
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import VALUES, learned, site

SUCCESS = {"notice": "status|Message sent", "hide": ["Send"]}


def mail(**reaction: Any) -> dict[str, dict[str, Any]]:
    """Return the mail site whose button "Send" shows success at once, whatever else follows."""
    routes = site()
    for element in routes["/new"]["elements"]:
        if element["name"] == "Send":
            element["on"] = {"click": {**SUCCESS, **reaction}}
    return routes


BRIEF = FlowOptions(patience=2_000)
SENDING = learned(routes=mail(sends="POST /send"))


def test_a_deed_that_is_sent_and_accepted_is_green() -> None:
    report = FakePage(mail(sends="POST /send")).run(replay(SENDING, VALUES, BRIEF))

    assert report.drift is None


@pytest.mark.parametrize(
    ("reaction", "fact"),
    [
        ({}, "expected the request POST /send; nothing was sent to the server"),
        (
            {"sends": "POST /send", "breaks": "POST http://app.test/send: 500"},
            "POST http://app.test/send: 500",
        ),
    ],
)
def test_success_on_the_page_is_not_enough(reaction: dict[str, Any], fact: str) -> None:
    report = FakePage(mail(**reaction)).run(replay(SENDING, VALUES, BRIEF))

    assert report.drift is not None
    assert (report.drift.step, report.drift.cause) == (5, Cause.WRONG_EFFECT)
    assert fact in report.drift.evidence


@pytest.mark.parametrize(
    "reaction",
    [
        {"sends": "PUT /v2/send"},
        {"sends": "POST /send", "breaks": "POST http://app.test/telemetry: 500"},
        {"sends": "POST /send", "breaks": "GET http://app.test/send: 404"},
    ],
)
def test_another_address_and_another_failure_are_no_reason_to_stop(reaction: dict[str, Any]) -> None:
    assert FakePage(mail(**reaction)).run(replay(SENDING, VALUES, BRIEF)).drift is None


def test_a_flow_that_never_sent_anything_expects_nothing() -> None:
    quiet = replace(SENDING, steps=tuple(replace(step, sent="") for step in SENDING.steps))

    assert FakePage(mail()).run(replay(quiet, VALUES, BRIEF)).drift is None


def test_nobody_knows_when_too_many_requests_were_sent() -> None:
    page = FakePage(mail())
    page.health = replace(page.health, sent=("POST /poll",) * MOST_SENT)

    assert page.run(replay(SENDING, VALUES, BRIEF)).drift is None


def test_only_a_step_that_says_so_is_a_deed() -> None:
    telemetry = replace(SENDING.steps[0], sent="POST /telemetry")

    assert is_deed(SENDING.steps[-1])
    assert not is_deed(telemetry)
    assert not is_deed(replace(SENDING.steps[-1], sent=""))


HOURS = "POST /hours?hours={{hours}}"


@pytest.mark.parametrize(
    ("name", "stored", "lines", "problem"),
    [
        ("Enter hours", HOURS, ["POST /hours?hours=1.5"], "to carry hours='15'"),
        ("Next", HOURS, ["POST /v2/hours?hours=150"], "to carry hours='15'"),
        ("Enter hours", HOURS, ["POST /hours?hours=15"], ""),
        ("Enter hours", HOURS, ["POST /hours?hours=15.0"], ""),
        ("Enter hours", HOURS, [], ""),  # it may have been telemetry
        ("Enter hours", HOURS, ["POST /track?hours=1.5"], ""),
        ("Enter hours", HOURS, ["POST /hours?hours=1.5", "POST /hours?hours=15"], ""),
        ("Enter hours", "POST /track?label={{hours}}", ["POST /track?label=1.5"], ""),
        ("Search", HOURS, ["POST /hours?hours=1.5"], ""),
    ],
)
def test_a_button_that_names_no_deed_sends_no_other_value(
    name: str, stored: str, lines: list[str], problem: str
) -> None:
    target = Fingerprint(tag="button", role="button", name=name, attributes={"type": "button"})
    step, values = Step(kind=StepKind.CLICK, target=target, sent=stored), {"hours": "15"}
    seen = c.Seen(health=Health(sent=tuple(lines), carried=("POST /login?user=ann", *lines)))
    state = ReplayState(acted=1, confirmed=seen)
    mark(step, 1, 1, state)

    found = FakePage({"/": {}}).run(undone((step,), state, ReplayOptions(values=values, shown=values, patience=0)))

    assert problem in (found.evidence[0] if found else "")
    assert bool(problem) is bool(found)
    assert state.deed is None


def test_a_request_with_the_value_of_the_row_is_a_deed_on_its_record() -> None:
    button = Fingerprint(tag="button", role="button", name="Mark", cells=("{{id}}", "Moor"))
    step = Step(kind=StepKind.CLICK, target=button, sent="POST /mark?id={{id}}")

    assert is_deed(step)
    assert not is_deed(replace(step, sent="POST /mark"))
    assert not is_deed(replace(step, sent="POST /mark?q={{query}}"))
    assert not is_deed(replace(step, target=replace(button, cells=("C-1", "Moor"))))


def test_a_button_of_a_row_that_shows_a_part_of_the_page_may_count_its_use() -> None:
    button = Fingerprint(tag="button", role="button", name="Details", cells=("{{id}}", "Moor"))
    step = Step(kind=StepKind.CLICK, target=button, sent="POST /stats?id={{id}}")

    assert not is_deed(replace(step, effects=Effects(appeared=("heading|Case {{id}}", "button|Close"))))
    assert is_deed(replace(step, effects=Effects(appeared=("button|Unwatch",))))


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["POST", "PUT", "DELETE"]),
    st.lists(st.from_regex(r"[a-z]{1,8}", fullmatch=True), min_size=1, max_size=3),
    st.integers(400, 599),
)
def test_a_failure_counts_if_method_and_route_are_the_recorded_ones(method: str, parts: list[str], status: int) -> None:
    path = "/" + "/".join(parts)
    step = Step(kind=StepKind.CLICK, sent=f"{method} {path}")
    own, other = f"{method} http://app.test{path}: {status}", f"{method} http://app.test{path}/more: {status}"

    assert refused(step.sent, (own, other, f"GET http://app.test{path}: {status}"), {}) == (own,)
    assert refused(method, (own,), {}) == ()


@pytest.mark.parametrize(
    ("stored", "key", "value", "carries"),
    [
        ("POST /save?copies-1-shelf={{shelf}}", "copies-1-shelf", "{{shelf}}", "yes"),
        ("POST /save?copies-1-shelf={{shelf}}", "copies-2-shelf", "{{shelf}}", ""),
        ("POST /save?copies-1-shelf={{shelf}}", "copies-1-shelf", "{{book}}", ""),
        ("POST /save?action=keep", "action", "keep", ""),
        ("POST /save", "copies-1-shelf", "{{shelf}}", ""),
        ("POST", "copies-1-shelf", "{{shelf}}", ""),
        ("", "", "", ""),
    ],
)
def test_a_request_carries_a_parameter_under_the_name_of_its_field(
    stored: str, key: str, value: str, carries: str
) -> None:
    assert carries_under(stored, key, value) is bool(carries)


def elsewhere(*there: str, sent: str = "POST /save?row-1={{shelf}}", now: str = "row-2") -> tuple[str, ...]:
    """Return the reason against another field; ``there`` are the names of the fields on the page."""
    field = Fingerprint(tag="input", role="textbox", name="Shelf", attributes={"name": "row-1"})
    steps = (
        Step(kind=StepKind.FILL, target=field, value="{{shelf}}"),
        Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Save"), sent=sent),
    )
    other = replace(field, attributes={"name": now})
    found = LocatedElement(place=c.FrameAddress(), verdict=Verdict(identity=Identity.DRIFTED), seen=other)
    options = ReplayOptions(values={}, shown={}, patience=1_000)
    look = sent_elsewhere(steps, 1, found, options)
    fields = tuple(Candidate(fingerprint=replace(field, attributes={"name": name})) for name in there)
    try:
        next(look)
        look.send(c.Seen(candidates=fields))
    except StopIteration as end:
        return tuple(end.value)
    raise AssertionError("it asks more than once")


def test_no_value_goes_into_another_field_while_the_one_that_is_sent_is_there() -> None:
    assert elsewhere("row-1", "row-2") == (
        "the request would carry row-1 from the recorded field, which is there for something else",
    )


def test_a_field_that_got_another_name_takes_the_value() -> None:
    assert elsewhere("row-2") == ()
    assert elsewhere("row-1", now="row-1") == ()
    assert elsewhere("row-1", "row-2", sent="POST /save") == ()


@pytest.mark.parametrize(
    ("kind", "value", "sent", "deed"),
    [
        (StepKind.UPLOAD, "{{file}}", "POST /file", True),
        (StepKind.UPLOAD, "{{file}}", "", False),
        (StepKind.SELECT, "{{state}}", "POST /state?state={{state}}", True),
        (StepKind.SELECT, "{{state}}", "POST /seen", False),
        (StepKind.SELECT, "Done", "POST /state?state=Done", False),
        (StepKind.CHECK, "", "PATCH /pools/{{pool}}", True),
        (StepKind.CHECK, "", "PATCH /pools/local", False),
    ],
)
def test_a_file_that_is_sent_at_once_and_a_choice_that_saves_itself_are_deeds(
    kind: StepKind, value: str, sent: str, *, deed: bool
) -> None:
    target = Fingerprint(tag="input", role="combobox", name="State")

    assert is_deed(Step(kind=kind, target=target, value=value, sent=sent)) is deed
