"""One turn of the teacher: the situation, and what follows from it for every choice of a move.

This module knows one situation and the moves so far. It must never know how a move is chosen.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.engine.teaching.records.filled_fields import recorded_text
from pytest_ami.engine.teaching.records.task_record import record_parameter
from pytest_ami.lexicon.text_normalization import field_score, normalise
from pytest_ami.model.lesson import Move, MoveKind

from . import forms, stored_steps
from .history import MoveHistory, key_of
from .scoring import FITS, display_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.model.lesson import Element, Situation
    from pytest_ami.model.workflow import Parameter

PATIENCE = 2
"""Waits in a row for something that a page has announced."""

_CUT = 70
"""Characters after which an observation may cut the value of a field."""

QUOTED = re.compile(r'"([^"]+)"')


class Turn:
    """The situation in which a move is chosen.

    Attributes:
        situation: The situation.
        task: The task in the words of the test.
        page: The page.
        history: The moves so far.
        elements: Elements that may be used: no click on them was undone, and they hold no text of a record.
        pending: Parameters whose values were not used yet.
        texts: Values, without those of secret parameters.
        contexts: Surroundings of the fields that were filled.
        hints: Names that the next stored step quotes.
        stored: The stored steps that are still to come.
        record: The parameter that names the record of the task, if it was not used yet; empty if there is none.
    """

    def __init__(self, situation: Situation) -> None:
        """Read ``situation``."""
        self.situation, self.task = situation, situation.task
        self.page, self.history = situation.observation, MoveHistory(situation)
        barred = self.history.tried | self.history.refused
        self.elements = [
            e
            for e in self.page.elements
            if key_of(e) not in barred
            and f'{e.role} "{e.name}"' not in situation.doubted
            and not recorded_text(e, self.page.elements, self.task, {*situation.values.values()})
        ]
        self.pending = [p for p in situation.parameters if p.name not in self.history.used]
        self.texts = [value for value in situation.values.values() if value]
        self.contexts = {element.context for element in self.history.filled()}
        self.hints = [text for phrase in situation.remaining[:1] for text in QUOTED.findall(phrase)]
        self.stored = stored_steps.read(situation.remaining)
        if self.history.picked():
            self.pending = [p for p in self.pending if not self._is_so_already(p)]
        record = record_parameter(self.task, situation.parameters)
        self.record = record if any(p.name == record for p in self.pending) else ""

    def _is_so_already(self, parameter: Parameter) -> bool:
        """Return whether the record has the value of a parameter in a field that another value is for."""
        value = normalise(self.situation.values.get(parameter.name, ""))
        rivals = [p.name for p in self.situation.parameters if p.name != parameter.name]
        fields = (*self.history.filled(), *self.elements)  # those that were filled as they were before
        held = (e for e in fields if value and normalise(e.value) == value)
        texts = [text for e in held for text in (e.name, e.label) if text]
        return any(field_score(name, *texts) >= FITS for name in rivals if texts)

    def altered(self) -> str:
        """Return the name of a field that shows another value than the one that was entered; empty if none does."""
        entered = {key_of(e): v for e, v in self.history.texts() if v in self.situation.values}
        for e in self.page.elements:
            wanted = normalise(self.situation.values.get(entered.get(key_of(e), ""), ""))
            if wanted and e.value and not {"secret", "list"} & set(e.state) and e.role != "combobox":
                shown = normalise(e.value)
                cut = len(e.value) >= _CUT and wanted.startswith(shown.rstrip("… "))
                if shown != wanted and not cut and not _same_number(shown, wanted):
                    return display_name(e)
        return ""

    def form_stands(self) -> bool:
        """Return whether a field that was filled is still on the page."""
        shown = {key_of(one) for one in self.page.elements}
        return any(key_of(one) in shown for one in self.history.filled())

    def form_of_another(self) -> bool:
        """Return whether the forms of the page belong to another task; a stored flow has named its fields already."""
        if self.stored or self.history.filled():
            return False
        if forms.of_another_task(self.task, self.page.elements, self.texts):
            return True
        return forms.headed_for_another(self.task, self.page)


def _same_number(one: str, two: str) -> bool:
    """Return whether two normalised texts are one number; a dot in it has become a space: "12 0" is 12."""
    try:
        return float(one.replace(" ", ".")) == float(two.replace(" ", "."))
    except ValueError:
        return False


def click(element: Element, reason: str, value: str = "", *, reveals: bool = False) -> Move:
    """Return a click on an element; one that ``reveals`` must change nothing."""
    return Move(kind=MoveKind.CLICK, ref=element.ref, value=value, reason=reason, reveals=reveals)


def wait(reason: str) -> Move:
    """Return a wait."""
    return Move(kind=MoveKind.WAIT, reason=reason)


def give_up(reason: str) -> Move:
    """Return the end without success."""
    return Move(kind=MoveKind.GIVE_UP, reason=reason)


def doubt(found: Sequence[Element], name: str) -> Move | None:
    """Return the end without success if several elements may be what the parameter ``name`` names."""
    if len(found) > 1:
        shown = " and ".join(f'{e.role} "{display_name(e)}"' for e in found[:2])
        return give_up(f"{len(found)} things on the page may be {name!r}: {shown}")
    return None
