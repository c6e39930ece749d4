"""A control of the recorded name may be there for a thing of another kind; then no teacher is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.teaching.lesson import Lesson
from pytest_ami.engine.teaching.other_deeds import other_deed
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import Step, StepKind

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
