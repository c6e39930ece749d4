"""Controls that lead to the form of a task, and those that must not be pressed on the way.

This module knows one turn. It must never know how a form is filled.

Rules:

* While a value is missing, no button is pressed that may send a form or do a deed.
* A control that makes a new thing is no way to one that is there, and a control of another record is no way to the
  record of the task.
* A link does not lead out of a form that is filled, nor to the page that is open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.engine.teaching.records.rows import in_another_row
from pytest_ami.engine.teaching.records.task_record import about_existing, one_record, owner, record_parameter
from pytest_ami.lexicon.text_normalization import field_score, verbs
from pytest_ami.lexicon.vocabulary import ABOUT_EXISTING

from . import forms, scoring
from .history import OPENS, key_of
from .scoring import FITS, display_name
from .value_match import of_record

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Element

    from .turn import Turn

_MOST = 12
"""Controls that are opened in one lesson, at most."""

_GENERAL = frozenset({"=setting", "=account"})


class Openers:
    """The choice of a control that leads on."""

    def __init__(self, turn: Turn) -> None:
        """Keep the turn."""
        self.turn = turn

    def best(self) -> tuple[float, Element] | None:
        """Return the control that most likely leads to the fields of the task, with its score."""
        if sum(one.move.reason == OPENS for one in self.turn.situation.made) >= _MOST:
            return None
        clicked = {key_of(element) for element in self.turn.history.clicked()}
        scored = [
            (scoring.opener_score(self.turn.task, e, self.turn.pending, self.turn.hints), -i, e)
            for i, e in enumerate(self.turn.elements)
            if key_of(e) not in clicked and scoring.usable(e) and not self._opened_before(e) and not self._no_way(e)
        ]
        score, _, best = max(scored, key=lambda one: one[:2], default=(0.0, 0, None))
        return (score, best) if best is not None and score >= FITS else None

    def onward(self) -> Element | None:
        """Return the control that leads to the next page of a form whose fields here are filled."""
        if not self.turn.history.filled() or not self.turn.pending:
            return None
        able = (e for e in self.turn.elements if scoring.clickable(e) and scoring.usable(e))
        return next((e for e in able if verbs(display_name(e)) == ("next",)), None)

    def _opened_before(self, element: Element) -> bool:
        """Return whether a step before the lesson clicked it: to click it again would open the form anew."""
        return f'click {element.role} "{display_name(element)}"' in self.turn.situation.done

    def _no_way(self, element: Element) -> bool:
        """Return whether a control is no way to the task's form: it leaves or sends one, or is about another thing."""
        if "selected" in element.state or self._leaves(element):
            return True
        if element.role == "combobox" and self.turn.form_of_another():
            return True
        if self._leads_here(element):
            return True
        if (self.turn.form_stands() or self.turn.history.picked()) and forms.objects(display_name(element)) & _GENERAL:
            return not _GENERAL & forms.objects(self.turn.task)
        if self.turn.pending and not self.turn.stored and (self._sends(element) or self._of_another_record(element)):
            return True
        return not self.turn.stored and self._makes_another(element)

    def _leads_here(self, element: Element) -> bool:
        """Return whether a link or tab is called like the page that is open."""
        things = forms.objects(display_name(element))
        return (
            element.role in ("link", "tab")
            and not verbs(display_name(element))
            and bool(things & forms.things_of(self.turn.page))
        )

    def _of_another_record(self, element: Element) -> bool:
        """Return whether a control does something to a record, and the task's own record was not found yet."""
        acts = set(verbs(display_name(element))) & ABOUT_EXISTING - {"open", "select"}
        situation, task = self.turn.situation, self.turn.task
        if in_another_row(element, self.turn.page.elements, situation.values.get(self._names_record(), "")):
            return True
        value = situation.values.get(self.turn.record, "") if self.turn.record else ""
        return bool(acts and value and one_record(task)) and not of_record(value, [element])

    def _names_record(self) -> str:
        """Return the parameter that names the record of the task, also if it was used."""
        task = self.turn.task
        return record_parameter(task, self.turn.situation.parameters) if one_record(task) else ""

    def _sends(self, element: Element) -> bool:
        if self.turn.form_stands():
            acts = forms.sends(element) or (forms.acts_at_once(element) and not self._reveals(element))
            return acts and verbs(display_name(element)) != ("next",)
        beside = any(forms.takes_text(e) for e in self.turn.page.elements)
        acts = beside and forms.acts_at_once(element) and not self._reveals(element)
        return acts or forms.would_send(element, self.turn.page.elements)

    def _reveals(self, element: Element) -> bool:
        return any(field_score(p.name, display_name(element)) >= FITS for p in self.turn.pending)

    def _makes_another(self, element: Element) -> bool:
        """Return whether a control makes a new thing where the task is about one that is there: "Add book"."""
        name = display_name(element)
        if "create" not in verbs(name):
            return False
        if self.turn.record and (about_existing(self.turn.task) or {owner(self.turn.task)} & forms.objects(name)):
            return True
        things, around = forms.objects(self.turn.task), forms.objects(element.context)
        twins = [e for e in self.turn.page.elements if (e.role, display_name(e)) == (element.role, name)]
        return not things & around and any(things & forms.objects(e.context) for e in twins)

    def _leaves(self, element: Element) -> bool:
        """Return whether a click would leave a form with filled fields: the way on from there is back."""
        shown = {key_of(one) for one in self.turn.page.elements}
        return element.role == "link" and any(key_of(one) in shown for one in self.turn.history.filled())
