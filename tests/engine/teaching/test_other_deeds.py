"""A control of the recorded name may be there for a thing of another kind; then no teacher is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.teaching.lesson import Lesson
from pytest_ami.engine.teaching.other_deeds import (
    asked_about_another,
    belonging,
    led_astray,
    ordered_otherwise,
    other_deed,
    read_otherwise,
)
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate, EffectState
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import Effects, Step, StepKind

NAME = Fingerprint(tag="input", role="textbox", name="Name", heading="Passenger", absolute_xpath="/html/body/input")
STEP = Step(kind=StepKind.FILL, target=NAME, value="{{name}}")
DRIFT = Drift(step=1, cause=Cause.MOVED, title=STEP.title(), evidence=())


def refused(*titles: str, task: str = "book a ticket") -> str:
    """Return the reason why nobody is asked, for a page with a field of the name under each title."""
    program = other_deed(STEP, DRIFT, Lesson(task=task, parameters=(), values={"name": "Ann"}))
    shown = [
        replace(NAME, heading=title, absolute_xpath=f"/html/body/div[{n}]/input") for n, title in enumerate(titles)
    ]
    assert isinstance(next(program), c.Look)
    assert isinstance(program.send(c.Seen()), c.Survey)
    try:
        program.send(c.Surveyed(candidates=tuple(Candidate(fingerprint=one) for one in shown)))
    except StopIteration as end:
        return str(end.value)
    raise AssertionError("it asks for more")


@pytest.mark.parametrize(
    ("titles", "task", "stops"),
    [
        (("Return ticket",), "book a ticket", True),
        (("Rückfahrt-Ticket",), "ein Ticket buchen", True),
        (("Business account",), "open an account", True),
        (("Return ticket", "Traveller"), "book a ticket", False),
        (("Return ticket",), "book a return ticket", False),
        (("Outbound ticket",), "book an outbound ticket", False),
        (("New ticket",), "book a ticket", False),
        (("Ticket",), "book a ticket", False),
        (("Your ticket",), "book a ticket", False),
        (("Customer",), "book a ticket", False),
        (("Delivery details",), "book a ticket", False),
        (("",), "book a ticket", False),
    ],
)
def test_a_title_that_names_the_kind_of_the_tasks_thing_ends_the_flow(
    titles: tuple[str, ...], task: str, *, stops: bool
) -> None:
    assert bool(refused(*titles, task=task)) is stops


def stopped(target: Fingerprint, *seen: Fingerprint, task: str = "send money") -> str:
    """Return the reason why nobody is asked for a field, for a page with these fields of its name."""
    step = Step(kind=StepKind.FILL, target=target, value="{{amount}}")
    program = other_deed(step, DRIFT, Lesson(task=task, parameters=(), values={"amount": "50"}))
    next(program)
    program.send(c.Seen())
    with pytest.raises(StopIteration) as end:
        program.send(c.Surveyed(candidates=tuple(Candidate(fingerprint=one) for one in seen)))
    return str(end.value.value)


AMOUNT = Fingerprint(
    tag="input", role="textbox", name="Amount", landmark="main|", details={"styled": "€"}, texts=("€",)
)
POUNDS = replace(AMOUNT, details={"styled": "£"}, texts=("£",))


def test_fields_of_another_currency_end_the_flow() -> None:
    assert "gbp" in stopped(AMOUNT, POUNDS)
    assert not stopped(AMOUNT, POUNDS, AMOUNT)


@pytest.mark.parametrize(
    ("landmark", "stops"),
    [
        ("complementary|Chat with us", True),
        ("complementary|", False),
        ("complementary|Send money", False),
        ("main|Chat", False),
        ("form|Payment", False),
    ],
)
def test_fields_in_a_part_beside_the_content_that_is_called_otherwise_end_the_flow(
    landmark: str, *, stops: bool
) -> None:
    moved = replace(AMOUNT, landmark=landmark)

    assert bool(stopped(AMOUNT, moved)) is stops
    assert not stopped(AMOUNT, moved, AMOUNT)
    assert not stopped(replace(AMOUNT, landmark="complementary|Pay"), moved)


ORDER = Step(
    kind=StepKind.CLICK,
    target=Fingerprint(tag="button", role="button", name="Place order"),
    sent="POST /order?item={{item}}",
)


@pytest.mark.parametrize(
    ("sent", "task", "stops"),
    [
        ("POST /empty", "place an order", True),
        ("DELETE /cart/clear", "place an order", True),
        ("POST /empty", "empty the cart", False),
        ("POST /orders", "place an order", False),
        ("POST /api/v2/checkouts", "place an order", False),
        ("POST /order", "place an order", False),
    ],
)
def test_a_deed_that_has_ordered_another_one_ends_the_flow(sent: str, task: str, *, stops: bool) -> None:
    evidence = (f"expected the request POST /order; it sent {sent}", f"it had sent {sent}")
    drift = Drift(step=1, cause=Cause.WRONG_EFFECT, title=ORDER.title(), evidence=evidence)

    assert bool(ordered_otherwise(ORDER, drift, Lesson(task=task, parameters=(), values={}))) is stops


KEYS = Step(
    kind=StepKind.CLICK,
    target=Fingerprint(tag="a", role="link", name="API keys"),
    effects=Effects(route="/keys", notices=("heading|API keys",)),
)


@pytest.mark.parametrize(
    ("title", "task", "stops"),
    [
        ("heading|Archived keys", "add a key", True),
        ("heading|Archived keys", "add an archived key", False),
        ("heading|Credentials", "add a key", False),
        ("status|Archived", "add a key", False),
    ],
)
def test_a_link_that_leads_to_a_set_apart_place_ends_the_flow(title: str, task: str, *, stops: bool) -> None:
    drift = Drift(step=1, cause=Cause.WRONG_EFFECT, title=KEYS.title(), evidence=("expected the route /keys",))
    program = led_astray((KEYS,), drift, Lesson(task=task, parameters=(), values={}))
    next(program)

    with pytest.raises(StopIteration) as end:
        program.send(c.Seen(effects=EffectState(notices=(title,))))

    assert bool(end.value.value) is stops


@pytest.mark.parametrize(
    ("question", "owner"),
    [
        ("Delete the account that owns Wiki?", "account that owns"),
        ("Remove the owner of “Wiki”?", "owner of “"),
        ("Das Konto von Wiki löschen?", "konto von"),
        ("删除网站的Wiki", "删除网站的"),
        ("Delete Wiki?", ""),
        ("Do you really want to delete the site Wiki?", ""),
        ("Delete the site with the name Wiki?", ""),
        ("Delete the site that is called Wiki?", ""),
        ("Are you sure that you want Wiki deleted?", ""),
        ("Delete the title of Wiki?", ""),
    ],
)
def test_a_question_about_a_thing_that_belongs_to_the_one_of_the_value(question: str, owner: str) -> None:
    assert belonging(question, "Wiki") == owner


@pytest.mark.parametrize(
    ("recorded", "shown", "stops"),
    [
        ("dialog|Delete {{site}}?", "dialog|Delete the account that owns Wiki?", True),
        ("dialog|Delete {{site}}?", "dialog|Really delete Wiki?", False),
        ("dialog|Delete {{site}}?", "heading|The owner of Wiki", False),
        ("dialog|Delete the owner of {{site}}?", "dialog|Remove the owner of Wiki?", False),
        ("dialog|Delete it?", "dialog|Delete the owner of Wiki?", False),
    ],
)
def test_no_teacher_answers_a_question_about_another_thing(recorded: str, shown: str, *, stops: bool) -> None:
    step = Step(kind=StepKind.CLICK, target=NAME, effects=Effects(notices=(recorded,)))
    program = asked_about_another(step, Lesson(task="delete a site", parameters=(), values={"site": "Wiki"}))
    found = ""
    try:
        next(program)
        program.send(c.Seen(effects=EffectState(notices=(shown,))))
    except StopIteration as end:
        found = str(end.value)
    assert bool(found) is stops


@pytest.mark.parametrize(
    ("keeps", "evidence", "stops"),
    [
        ("thousands", "expected the value '3.125' in the field until the form is used (it holds '3.125')", True),
        ("day_first once", "expected the value '04/05/2031' in the field (it holds 'April 5, 2031')", True),
        ("same", "expected the value 'red' in the field (it holds 'blue')", False),
        ("thousands", "expected status 'Paid'", False),
    ],
)
def test_no_teacher_sends_a_value_that_the_page_may_read_otherwise(keeps: str, evidence: str, *, stops: bool) -> None:
    step = replace(STEP, effects=Effects(keeps=keeps))

    assert bool(read_otherwise((step,), replace(DRIFT, evidence=(evidence,)))) is stops


def test_no_teacher_enters_a_time_that_is_meant_in_another_zone() -> None:
    field = replace(NAME, neighbours=("Times are in Berlin",))

    assert stopped(field, replace(field, neighbours=("Times are in Tokyo",)))
