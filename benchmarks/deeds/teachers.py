"""Teachers for the count of deeds: an eager one that presses whatever looks like the deed, and a demonstration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_ami.model.lesson import Advice, Move, MoveKind
from pytest_ami.teachers.demonstration import Demonstration
from pytest_ami.teachers.offline.teacher import OfflineTeacher

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Element, Situation

VALUES = {"to": "anna@example.com", "amount": "100"}
MOST = 12
"""The most moves of the eager teacher."""

DEED = ("pay", "payment", "log in", "send")


class Eager:
    """Fills every empty field again, and presses the deed's button as long as there is one."""

    name = "eager"
    wants_screenshot = False

    def __init__(self, *, enters: bool = False) -> None:
        """Say whether the deed is done with Enter."""
        self.enters = enters
        self.asked = 0

    def advise(self, situation: Situation) -> Advice:
        """Return the next move."""
        self.asked += 1
        fields = [e for e in situation.observation.elements if e.role == "textbox"]
        empty = [e for e in fields if not e.value]
        buttons = [e for e in situation.observation.elements if e.role in ("button", "link") and _doing(e)]
        if self.asked > MOST or not (fields or buttons):
            return Advice(move=Move(kind=MoveKind.DONE))
        if empty:
            name = "to" if empty[0] is fields[0] else "amount"
            return Advice(move=Move(kind=MoveKind.FILL, ref=empty[0].ref, value=f"{{{{{name}}}}}"))
        if buttons and not self.enters:
            return Advice(move=Move(kind=MoveKind.CLICK, ref=buttons[-1].ref))
        if fields:
            return Advice(move=Move(kind=MoveKind.PRESS, ref=fields[-1].ref, value="Enter"))
        return Advice(move=Move(kind=MoveKind.DONE))


def _doing(element: Element) -> bool:
    return "disabled" not in element.state and any(word in element.name.casefold() for word in DEED)


def demonstrate(page: Any, to: str, amount: str) -> None:
    """Do the deed once, as a person does."""
    fields = page.get_by_role("textbox")
    fields.nth(0).fill(to)
    fields.nth(1).fill(amount)
    button = page.get_by_role("button")
    if button.count():
        button.first.click()
    else:
        fields.nth(1).press("Enter")


def teacher_of(kind: str, client: str) -> Any:
    """Return a new teacher: ``offline``, ``eager`` or ``demonstration``."""
    if kind == "offline":
        return OfflineTeacher()
    return Eager(enters=client == "enter") if kind == "eager" else Demonstration(demonstrate)
