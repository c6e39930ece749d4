"""A page that offers something else than the task of a flow asks for, and pages that only say more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.contradictions.facts import contradiction, for_task
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Step, StepKind

BUTTON = Fingerprint(
    tag="button",
    role="button",
    name="Add to basket",
    scope=("page|",),
    heading="Lamp",
    details={"statements": "none", "surroundings": "none", "titles": "Lamp"},
)


def against(task: str, target: Fingerprint, seen: Fingerprint, kind: StepKind = StepKind.CLICK, key: str = "") -> str:
    step = for_task(Step(kind=kind, target=target, value=key), task)
    assert step.target is not None
    return contradiction(step.target, seen, kind)


@pytest.mark.parametrize(
    ("task", "was", "now", "other"),
    [
        ("buy the lamp", "Lamp", "Desk", True),
        ("order a pizza", "Pizza", "Lasagne", True),
        ("book the sauna", "Sauna", "Hammam", True),
        ("buy the lamp", "Lamp", "Desk lamp", False),  # the same thing, said further
        ("buy the lamp", "Lamp", "Details", False),  # a part of any page
        ("buy the lamp", "Lamp", "Basket", False),
        ("book an appointment", "Appointment", "Calendar", False),
        ("buy the lamp", "Lamp", "Buy now", False),
        ("buy the lamp", "Lamp", "New in our shop", False),
        ("send a message", "Message", "Mail", False),  # synonyms
        ("create an invoice", "Invoice", "Rechnung", False),
        ("check out", "Lamp", "Desk", False),  # the task names no thing
    ],
)
def test_a_title_that_was_the_thing_of_the_task_names_another_thing(
    task: str, was: str, now: str, *, other: bool
) -> None:
    target = replace(BUTTON, heading=was, details=BUTTON.details | {"titles": was})
    seen = replace(BUTTON, heading=now, details=BUTTON.details | {"titles": now})

    assert bool(against(task, target, seen)) is other
    both = replace(seen, details=seen.details | {"titles": f"{was} | {now}"})
    assert not against(task, target, both)  # the thing is still there, under a title of its own


SET = replace(BUTTON, name="Set", heading="Bath", details=BUTTON.details | {"titles": "Bath"})


@pytest.mark.parametrize(
    ("task", "fact", "contrary"),
    [
        ("set the heating of a room", "season=Cooling", True),
        ("set the heating of a room", "operation mode=Cooling", True),
        ("import the contacts", "direction=Export", True),
        ("set the heating of a room", "season=Heating", False),
        ("set the heating of a room", "season=Summer", False),
        ("set the heating of a room", "cooling=from 25 degrees", False),  # another fact
        ("unlock the door", "status=Locked", False),  # a state is what the deed ends
        ("approve the request", "decision=Rejected last year", False),
    ],
)
def test_a_labelled_mode_is_the_contrary_of_the_task(task: str, fact: str, *, contrary: bool) -> None:
    seen = replace(SET, details=SET.details | {"surroundings": fact})

    assert bool(against(task, SET, seen)) is contrary
    assert not against(task, seen, seen)


BOOK = replace(SET, name="Book", details=SET.details | {"statements": "Please be on time."})


@pytest.mark.parametrize(
    ("task", "text", "denied"),
    [
        ("book an appointment", "The times below are places on the waiting list and no appointments.", True),
        ("book an appointment", "This is not an appointment.", True),
        ("order a meal", "These dishes are samples, not meals.", True),
        ("buche einen Termin", "Die Zeiten unten sind keine Termine.", True),
        ("book an appointment", "There are no appointments yet.", False),  # an empty page
        ("book an appointment", "No appointment is needed for a prescription.", False),
        ("book an appointment", "You are here without an appointment?", False),
        ("add a comment", "No comments.", False),
        ("add a comment", "Answers are hidden while there are no comments.", False),
        ("send a message", "You are all caught up, no messages.", False),
        ("upload a file", "The folder is empty: no files.", False),
        ("buche einen Termin", "Es sind keine Termine.", False),
        ("schreibe einen Kommentar", "Es gibt noch keine Kommentare.", False),
        ("enviar un mensaje", "Estas notas no son mensajes.", True),
        ("enviar un mensaje", "Todavía no hay mensajes.", False),
        ("add a comment", "There is no comment.", False),
        ("add a comment", "The guestbook is open and there are no rules.", False),
    ],
)
def test_a_new_text_says_that_what_is_offered_is_no_such_thing(task: str, text: str, *, denied: bool) -> None:
    seen = replace(BOOK, details=BOOK.details | {"statements": f"Please be on time. | {text}"})

    assert bool(against(task, BOOK, seen)) is denied
    assert not against(task, seen, seen)


NORMAL = Fingerprint(tag="li", role="option", name="Normal", scope=("page|",), neighbours=("Low", "High", "Ticket"))


@pytest.mark.parametrize(
    ("key", "beside", "other"),
    [
        ("ArrowDown", ("High", "Low", "Ticket"), True),
        ("ArrowUp", ("High", "Low", "Ticket"), True),
        ("ArrowDown", ("Low", "Raised", "Ticket"), True),
        ("ArrowDown", ("Low", "Ticket", "High"), True),
        ("ArrowDown", ("Lowest", "High", "Ticket"), False),
        ("Enter", ("High", "Low", "Ticket"), False),
        ("ArrowDown", ("Niedrig", "Hoch", "Ticket"), False),
    ],
)
def test_an_arrow_key_leads_to_another_entry(key: str, beside: tuple[str, ...], *, other: bool) -> None:
    seen = replace(NORMAL, neighbours=beside)

    assert bool(against("raise the priority", NORMAL, seen, StepKind.PRESS, key)) is other
