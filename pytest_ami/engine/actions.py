"""The command that carries out a step on the element of the last look. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.contradictions.parts import PART_AT
from pytest_ami.elements.name_match import lasts
from pytest_ami.elements.text_keys import fill
from pytest_ami.engine.dialogs import expected
from pytest_ami.lexicon.text_normalization import verbs
from pytest_ami.model import command as c
from pytest_ami.model.workflow import PermittedRequest, StepKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Step


def click_options(value: str) -> dict[str, Any]:
    """Return the options of a click from the recorder's notation, such as ``Control middle @12,30``."""
    words = value.split()
    places = [word[1:].split(",") for word in words if word.startswith("@")]
    return {
        "modifiers": tuple(word for word in words if word in ("Control", "Meta", "Alt", "Shift")),
        "button": "middle" if "middle" in words else "left",
        "position": (float(places[0][0]), float(places[0][1])) if places else None,
    }


def within(step: Step, seen: Fingerprint) -> Step:
    """Return a click without its position, if that lies beyond a button of another size: its middle will do.

    On a drawing or a map the position is the deed, so it stays. Of a control that shows several things, the part that
    was clicked is clicked again.
    """
    if step.kind is StepKind.CLICK and seen.details.get(PART_AT) and "@" not in step.value:
        return replace(step, value=f"{step.value} @{seen.details[PART_AT]}".strip())
    place = click_options(step.value)["position"] if step.kind is StepKind.CLICK and "@" in step.value else None
    if place is None or seen.role != "button" or seen.box is None or step.target is None or not step.target.name:
        return step
    if place[0] < seen.box[2] and place[1] < seen.box[3]:
        return step
    return replace(step, value=" ".join(word for word in step.value.split() if not word.startswith("@")))


PICKED = frozenset({"date", "datetime-local", "month", "week", "time", "color", "range"})
"""Types of fields that keys fill part by part: the text of a value, typed, is another value."""


def is_editor(step: Step) -> bool:
    """Return whether a step fills an element of the page that is edited, not a field of a form."""
    return step.target is not None and step.target.tag not in ("", "input", "textarea")


def action(step: Step, place: c.FrameAddress, values: Mapping[str, str], timeout: float) -> c.Act:
    """Return the command that carries out ``step`` on the element of the last look."""
    where: dict[str, Any] = {"place": place, "timeout": timeout, "expected": expected(step.dialogs, values)}
    typed = step.target is not None and step.target.attributes.get("type", "") not in PICKED
    keys = typed and bool(step.effects.listed or step.effects.filtered or step.effects.keyed)
    value = fill(step.value, values)
    commands: dict[StepKind, c.Act] = {
        StepKind.CLICK: c.Click(**where, **click_options(step.value)),
        StepKind.DOUBLE_CLICK: c.Click(**where, count=2),
        StepKind.RIGHT_CLICK: c.Click(**where, button="right"),
        StepKind.FILL: c.Fill(**where, value=value, keys=keys, editor=is_editor(step)),
        StepKind.SELECT: c.Select(**where, value=value),
        StepKind.CHECK: c.Check(**where, on=True),
        StepKind.UNCHECK: c.Check(**where, on=False),
        StepKind.PRESS: c.Press(**where, key=value),
        StepKind.HOVER: c.Hover(**where),
        StepKind.SCROLL: c.Scroll(**where, value=value),
        StepKind.DRAG: c.Drag(**where, value=value),
        StepKind.UPLOAD: c.Upload(**where, paths=tuple(value.split("\n"))),
    }
    return commands[step.kind]


ADDS = frozenset({"create"})
"""The verb of a button that adds a row to a form: by itself it changes nothing on the server."""

SAVES = frozenset({"save", "edit"})
"""The verbs of a button that sends the fields of a form."""

IN_PLACE = ("PUT ", "PATCH ")
"""The methods of requests that change a record."""

ASKS = ("dialog|", "alertdialog|")
"""Kinds of effects of a control that only asks."""


def permitted(step: Step, shown: Mapping[str, str]) -> PermittedRequest | None:
    """Return the only request that the press of an element of doubtful name may send; None if no guard proves enough.

    A control with a lasting effect whose request nobody saw may work without one, over a socket or in the page: unless
    it asked in a dialog, or its verb is only "new". A request that changes a record in place says what is done in its
    body alone ("PATCH /item/1"), unless its address has the verb of the control, or the control only saves.

    Args:
        step: The step that presses it.
        shown: Parameter values without secrets.
    """
    if step.kind is not StepKind.CLICK or step.target is None:
        return None
    asks = any(key.startswith(ASKS) for key in (*step.effects.notices, *step.effects.appeared))
    if not step.sent and not asks and lasts(step.target.name) and {*verbs(step.target.name)} != ADDS:
        return None
    own, stated = {*verbs(step.target.name)}, {*verbs(" ".join(step.sent.partition("?")[0].split("/")))}
    if step.sent.startswith(IN_PLACE) and not own & stated and (not own or own - SAVES):
        return None
    return PermittedRequest(stored=step.sent, values=shown)
