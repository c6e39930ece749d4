"""The teacher without a model: it reads names, roles and notices, and makes the move that fits best.

This module knows one situation at a time. It must never know a browser, a client, or an earlier question.

Rules:

* Every move is derived from the situation. The same situation gets the same move.
* The record that the task is about is picked first, then the fields that fit are filled, in the task's own form only.
  Then follow controls that lead to the missing fields. A click that led nowhere is undone and not repeated.
* While a value is missing, no control is pressed that may send a form.
* The task is carried out once, by the control whose name states the task and nothing else. Afterwards only controls
  that ask for the same action are clicked.
* In doubt the teacher gives up, states the reason, and hands over what it did as a function to complete. The test
  judges, but it cannot undo a wrong click.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.engine.teaching.deed_proof import changes
from pytest_ami.engine.teaching.records.task_record import about_existing, one_record
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.text_normalization import action_score, field_score, same_meaning, verbs
from pytest_ami.model.lesson import Advice, Move, MoveKind, MoveResult, Pick

from . import forms, notices, scoring, stored_steps
from . import history as h
from .choosing import choose
from .ending import Ending
from .history import key_of
from .leftovers import lone_field
from .openers import Openers
from .records import in_its_row, is_of_another
from .scoring import FITS, display_name
from .seeking import Seeking
from .stub import stub
from .turn import PATIENCE, QUOTED, Turn, click, doubt, give_up, wait
from .value_match import is_named_for, of_record, thing

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.model.lesson import Element, Question, Situation

MOVES = 60
"""Most moves in one lesson."""

_LOADING, _BACKS, _SAME = 3, 12, 2
_SURE = 0.8
EMPTY = "the page shows nothing to use"
_SAVES = frozenset({"save", "apply", "submit"})
_ENTER = frozenset({"search", "login"})


class OfflineTeacher:
    """A teacher without a model, for common flows on pages with clear names."""

    name = "offline"
    wants_screenshot = False

    def advise(self, situation: Situation) -> Advice:
        """Return the next move, at no cost."""
        turn = Turn(situation)
        over = turn.history.committed() or (situation.committed and not situation.remaining)
        move = Ending(turn).move() if over else _Doing(turn).move()
        return Advice(move=replace(move, code=stub(situation, move.reason)) if move.kind is MoveKind.GIVE_UP else move)

    def choose(self, question: Question) -> Pick:
        """Return the element of a step by the recorded evidence, at no cost; none in doubt."""
        return Pick(index=choose(question))


class _Doing:
    """The choice of the next move until the task is carried out."""

    def __init__(self, turn: Turn) -> None:
        self.turn, self.situation, self.task, self.page = turn, turn.situation, turn.task, turn.page
        self.history, self.elements, self.pending = turn.history, turn.elements, turn.pending
        self.texts, self.contexts, self.stored = turn.texts, turn.contexts, turn.stored
        self.seeking, self.openers = Seeking(turn), Openers(turn)

    def move(self) -> Move:
        """Return the next move."""
        if self.history.size >= MOVES:
            return give_up(f"{MOVES} moves were not enough")
        if not self.page.elements:
            return wait("the page shows nothing to use yet") if self.history.waits < _LOADING else give_up(EMPTY)
        for way in (self._pick_as_stored, self.seeking.entry, *self._ways(), self._menu, self._dismiss, self._back):
            move = way()
            if move is not None and not self._loops(move):
                return move
        return give_up(self._why())

    def _ways(self) -> tuple[Callable[[], Move | None], ...]:
        """Return the ways to the next move, the likeliest first."""
        if not self.pending:
            ends = (self._toggle, self._repeat, self._press_as_stored, self._commit, self._arrived, self._open)
            return (*ends, self._menu, self.seeking.explore, self._enter)
        seek = self.seeking
        if self.stored:
            return (self._fill, self._pick, self._toggle, self._open)
        to_record = (seek.record, seek.doubt)
        away = () if seek.another_is_here() else (seek.search, seek.place, seek.more)
        return (*to_record, *away, self._fill, seek.switch, self._pick, self._toggle, self._open, seek.explore)

    # -- before the task is carried out

    def _fill(self) -> Move | None:
        if is_of_another(self.situation, self.history) or self.turn.form_of_another():
            return None
        done = {key_of(element) for element in (*self.history.filled(), *self.history.lists())}
        free = [e for e in self.elements if key_of(e) not in done]
        known = stored_steps.fields_of(self.stored)
        others = stored_steps.of_others(known, free, self.task)
        fits = scoring.assign(self.pending, self.situation.values, free, self.contexts, known, others)
        if self.history.tried_tab:  # the view may be for another task: its tab or its field names the task's thing
            things, here = forms.objects(self.task), forms.chosen_things(self.page)
            fits = [fit for fit in fits if things & (here | forms.objects(display_name(fit.element)))]
        lone = lone_field(self.pending, free, self.contexts, fits, self.task, self.turn.record)
        if self.turn.record and not self.stored and not self._names_record([*fits, *([lone] if lone else [])]):
            return None
        if lone and (lone.parameter, lone.element.ref) not in others:
            fits = [*fits, lone]
        fits = [fit for fit in fits if forms.accepts(fit.element, self.situation.values.get(fit.parameter, ""))]
        if not fits:
            return None
        if not self.contexts and 2 * len(fits) < len(self.pending):
            opener = self.openers.best()
            if opener and opener[0] >= _SURE:
                return self._opened_by(opener[1])  # a field or two that fit by chance are not the form
        fit = fits[0]
        value = f"{{{{{fit.parameter}}}}}"
        if fit.kind is MoveKind.CLICK:
            return click(fit.element, h.LISTS.format(value))
        return Move(kind=fit.kind, ref=fit.element.ref, value=value, reason=h.FILLS.format(fit.parameter))

    def _names_record(self, fits: list[scoring.FieldMatch]) -> bool:
        """Return whether the form asks for the record that was not found, or the task is about no single one."""
        if not one_record(self.task) or (not verbs(self.task) and self._lone_text()):
            return True
        return any(f.parameter == self.turn.record and (f.score >= _SURE or f.element.role == "combobox") for f in fits)

    def _lone_text(self) -> bool:
        """Return whether the page is called like the thing of the task and has one field for text, such as a chat."""
        fields = [e for e in self.elements if scoring.is_field(e) and not forms.is_search(e)]
        return len(fields) == 1 and bool(forms.things_of(self.page) & forms.objects(self.task))

    def _repeat(self) -> Move | None:
        """Fill in a field that asks for a value once more, such as the confirmation of a password."""
        again = forms.repeated([e for e in self.page.elements if key_of(e) in self._filled_keys()], self.elements)
        if again is None:
            return None
        first, field = again
        value = next(
            one.move.value for _, one in self.history.kept if one.element and key_of(one.element) == key_of(first)
        )
        return Move(kind=MoveKind.FILL, ref=field.ref, value=value, reason=h.REPEATS)

    def _filled_keys(self) -> set[h.ElementKey]:
        return {key_of(element) for element in self.history.filled()}

    def _pick_as_stored(self) -> Move | None:
        """Press the record that the stored step names by a value, as that step pressed it."""
        record = stored_steps.record_of(self.stored, self.elements, self.situation.values)
        if record is None or any(key_of(one) == key_of(record) for one in self.history.clicked()):
            return None
        first = self.stored[0]
        ends = stored_steps.is_last_press(first, self.stored) and {p.name for p in self.pending} <= {*names(first.name)}
        kind = MoveKind.DOUBLE_CLICK if first.kind == "double click" else MoveKind.CLICK
        reason = h.COMMITS if ends else h.PICKS.format(names(first.name)[0])
        return Move(kind=kind, ref=record.ref, value=first.name, reason=reason)

    def _press_as_stored(self) -> Move | None:
        """Press the control that comes next in the stored flow, now that every value was entered."""
        pressed = [display_name(one) for one in self.history.clicked()]
        found = stored_steps.next_press(self.stored, self.elements, pressed, self.situation.values)
        lone = None if found or pressed else stored_steps.nameless_press(self.stored, self.elements, self.task)
        if found is None:
            return click(lone, h.COMMITS) if lone else None
        return click(found[1], h.COMMITS if stored_steps.is_last_press(found[0], self.stored) else h.OPENS)

    def _arrived(self) -> Move | None:
        """End a task that changes nothing, such as "look at a package", with the press on what its value names."""
        last = self.history.kept[-1][1].move if self.history.kept else None
        picked = last is not None and last.reason.startswith(h.PICKS.partition("{")[0])
        return Ending(self.turn).done() if picked and not self.stored and not changes(self.task) else None

    def _pick(self) -> Move | None:
        """Click the element that a value names: a row, a link, an option."""
        existing = about_existing(self.task)
        for parameter in self.pending:
            value = self.situation.values.get(parameter.name, "")
            if not value or parameter.secret:
                continue
            direct = self._direct(value) if existing and len(self.pending) == 1 else None
            if direct:
                return click(direct, h.COMMITS, f"{{{{{parameter.name}}}}}")
            found = thing(value, self.elements, choices_only=not existing)
            if found:
                pick = click(found[0], h.PICKS.format(parameter.name), f"{{{{{parameter.name}}}}}")
                return doubt(found, parameter.name) or pick
        return None

    def _direct(self, value: str) -> Element | None:
        """Return the only control that does the task and whose own name or row says the value as a whole."""
        able = [
            e for e in self.elements if scoring.usable(e) and scoring.commit_score(self.task, e, self.texts) >= _SURE
        ]
        named = [e for e in able if is_named_for(e, value, self.task)]
        found = named or of_record(value, able)
        if len(found) != 1:
            return None
        sure = bool(named or found[0].cells) or in_its_row(found[0], value, self.page)
        return found[0] if sure else None

    def _toggle(self) -> Move | None:
        """Set the check box that a task such as "enable notifications" names."""
        asked = set(verbs(self.task)) & {"enable", "disable"}
        if len(asked) != 1 or any(one.move.reason == h.SETS for _, one in self.history.kept):
            return None
        boxes = [e for e in self.elements if e.role in ("checkbox", "switch") and scoring.usable(e)]
        found = [e for e in boxes if field_score(forms.switched_thing(self.task), display_name(e)) >= FITS]
        if len(found) != 1:
            return None
        kind = MoveKind.CHECK if "enable" in asked else MoveKind.UNCHECK
        return Move(kind=kind, ref=found[0].ref, reason=h.SETS)

    def _open(self) -> Move | None:
        """Open what leads to the missing fields; go on in a form of several pages."""
        if found := self.openers.best():
            return self._opened_by(found[1])
        control = self.openers.onward()  # a page of a form may be sent
        return click(control, h.OPENS) if control else None

    def _opened_by(self, control: Element) -> Move:
        """Return the click on an opener; in a relearned part it only shows something, unless it is a stored control."""
        shows = bool(self.stored) and display_name(control) not in {one.name for one in self.stored}
        return click(control, h.OPENS, reveals=shows)

    def _menu(self) -> Move | None:
        clicked = {key_of(element)[:3] for element in self.history.clicked()}
        scored = [
            (scoring.menu_score(self.task, e, self.contexts), -i, e)
            for i, e in enumerate(self.elements)
            if key_of(e)[:3] not in clicked and scoring.usable(e)
        ]
        score, _, best = max(scored, key=lambda one: one[:2], default=(0.0, 0, None))
        return click(best, h.MENU, reveals=bool(self.stored)) if best is not None and score >= FITS else None

    def _commit(self) -> Move | None:
        best = self._best_commit(self.contexts)
        if best is None:
            return None
        altered = "" if self.stored else self.turn.altered()
        if altered:
            return give_up(f'"{altered}" shows another value than the one that was entered')
        if scoring.usable(best):
            return click(best, h.COMMITS)
        if self.history.waits < PATIENCE:
            return Move(kind=MoveKind.WAIT, reason=f'"{display_name(best)}" is not enabled yet')
        return give_up(f'"{display_name(best)}" stays disabled')

    def _best_commit(self, contexts: set[str]) -> Element | None:
        last = self._last_filled()
        able = [e for e in self.elements if not self._strays(e) and not forms.about_a_field(e, self.page.elements)]
        if self.turn.form_stands():
            buttons = [e for e in able if forms.sends(e)]
            no = ("tab", "link") if buttons else ("tab",)  # neither sends what was filled in
            able = [e for e in able if e.role not in no]
        if not self.history.filled() and not self.stored:  # nothing was entered that could be saved
            own = set(verbs(self.task))
            able = [e for e in able if not (made := set(verbs(display_name(e)))) & _SAVES or made & own]
        scored = [
            (round(scoring.commit_score(self.task, e, self.texts, contexts), 3), i > last, -abs(i - last), e)
            for i, e in enumerate(self.elements)
            if e in able
        ]
        score, _, _, best = max(scored, key=lambda one: one[:3], default=(0.0, False, 0, None))
        return best if score >= FITS else None

    def _strays(self, element: Element) -> bool:
        """Return whether an element is a link that no step to come is about: the known flow does not end with it."""
        known = [text for phrase in self.situation.remaining for text in QUOTED.findall(phrase)]
        return bool(known) and element.role == "link" and not any(same_meaning(element.name, text) for text in known)

    def _last_filled(self) -> int:
        done = {key_of(element) for element in self.history.filled()}
        return max((i for i, e in enumerate(self.elements) if key_of(e) in done), default=0)

    def _enter(self) -> Move | None:
        """Press Enter in the last field, if the page has no button for the task, and field or page name its thing."""
        filled = [e for e in self.elements if key_of(e) in {key_of(f) for f in self.history.filled()[-1:]}]
        if (
            not filled
            or not scoring.is_field(filled[0])
            or forms.is_search(filled[0]) != ("search" in verbs(self.task))
        ):
            return None
        if any(scoring.commit_score(self.task, e, self.texts) >= FITS for e in self.page.elements if forms.sends(e)):
            return None  # its button is there, and the browser could not press it
        named = forms.objects(display_name(filled[0])) | forms.things_of(self.page)
        if _ENTER & set(verbs(self.task)) or (not self.stored and named & forms.objects(self.task)):
            return Move(kind=MoveKind.PRESS, ref=filled[0].ref, value="Enter", reason=h.COMMITS)
        return None

    def _dismiss(self) -> Move | None:
        """Close a dialog that is not part of the task, such as one about cookies."""
        if not notices.question(self.page.notices) or self.history.filled() or self.history.clicked():
            return None
        harmless = not notices.asks_for_another(self.page.notices, self.task)
        found = scoring.closing(self.elements, agrees=harmless)
        return click(found, h.DISMISSES) if found else None

    def _back(self) -> Move | None:
        detour = self.history.last_detour()
        if not self.pending and self.history.filled() and self.history.last_kept() != detour:
            return None  # the form took every value: it is the right one, only its control is missing
        if detour < 0 or self.history.backs >= _BACKS:
            return None
        undo = self.history.size - detour
        opened = self.situation.made[detour].element
        value = display_name(opened) if opened else ""  # another detour is another move
        reason = "what opened does not have what the task needs"
        return Move(kind=MoveKind.BACK, undo=undo, value=value, reason=reason)

    # -- when nothing fits

    def _loops(self, move: Move) -> bool:
        element = next((e for e in self.page.elements if e.ref == move.ref), None)
        passive = (MoveKind.WAIT, MoveKind.BACK, MoveKind.GIVE_UP)
        return move.kind not in passive and self.history.count(MoveResult(move=move, element=element)) >= _SAME

    def _why(self) -> str:
        if self.history.problem:
            return f"the browser could not do it: {self.history.problem}"
        if self.pending:
            left = ", ".join(repr(parameter.name) for parameter in self.pending)
            if is_of_another(self.situation, self.history):
                return f"the page is about the account that is logged in, so its fields do not take {left}"
            if self.turn.form_of_another():
                sending = ", ".join(display_name(e) for e in self.page.elements if forms.sends(e))
                if any(map(scoring.is_secret, self.page.elements)):
                    return f"the page asks for a log-in, not for {self.task!r}: log in before ami.run() ({sending})"
                return (
                    f"no form on the page is for {self.task!r}: it has {sending or 'another heading'}; "
                    "if it is the right one, call the task what the page calls it"
                )
            return f"nothing on the page takes {left} for {self.task!r}"
        near = [
            display_name(e)
            for e in self.elements
            if scoring.clickable(e) and action_score(self.task, display_name(e)) > 0
        ]
        hint = f"; near, but not the same: {', '.join(near[:3])}" if near else ""
        return f"no control carries out {self.task!r}{hint}"
