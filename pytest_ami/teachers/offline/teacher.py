"""The teacher without a model: it reads names, roles and notices, and makes the move that fits best.

This module knows one situation at a time. It must never know a browser, a client, or an earlier question.

Rules:

* Every move is derived from the situation. The same situation gets the same move.
* The order is: fields that fit, the element that a value names, then controls that lead to the missing fields. A
  click that led nowhere is undone and not repeated.
* The task is carried out once, by the control whose name states the task and nothing else. Afterwards only controls
  that ask for the same action are clicked.
* In doubt the teacher gives up and states the reason. The test judges, but it cannot undo a wrong click.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.engine.teaching.deed_proof import ANSWER
from pytest_ami.engine.teaching.record_policy import recorded_text
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.text_normalization import action_score, field_score, same_meaning, verbs
from pytest_ami.lexicon.vocabulary import SELECTED
from pytest_ami.model.lesson import Advice, Move, MoveKind, MoveResult, Pick

from . import history as h
from . import notices, scoring, stored_steps
from .choosing import choose
from .history import MoveHistory, key_of
from .records import is_of_another
from .scoring import FITS, display_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.model.lesson import Element, Question, Situation

MOVES = 25
"""Most moves in one lesson."""

_LOADING, _PATIENCE, _BACKS, _CONFIRMS, _SAME = 3, 2, 5, 3, 2
_SURE = 0.8
_QUOTED = re.compile(r'"([^"]+)"')
_SELECTED = tuple(SELECTED.split(", "))
_ENTER = frozenset({"search", "login"})


class OfflineTeacher:
    """A teacher without a model, for common flows on pages with clear names."""

    name = "offline"
    wants_screenshot = False

    def advise(self, situation: Situation) -> Advice:
        """Return the next move, at no cost."""
        return Advice(move=_Turn(situation).move())

    def choose(self, question: Question) -> Pick:
        """Return the element of a step by the recorded evidence, at no cost; none in doubt."""
        return Pick(index=choose(question))


class _Turn:
    """The choice of the next move in one situation."""

    def __init__(self, situation: Situation) -> None:
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
        self.hints = [text for phrase in situation.remaining[:1] for text in _QUOTED.findall(phrase)]
        self.stored = stored_steps.read(situation.remaining)

    def move(self) -> Move:
        """Return the next move."""
        if self.history.size >= MOVES:
            return _give_up(f"{MOVES} moves were not enough")
        if self.history.committed() or (self.situation.committed and not self.situation.remaining):
            return self._after() if self.history.committed() else self._after_replay()
        if not self.page.elements:
            if self.history.waits < _LOADING:
                return Move(kind=MoveKind.WAIT, reason="the page shows nothing to use yet")
            return _give_up("the page shows nothing to use")
        ways: tuple[Callable[[], Move | None], ...] = (self._fill, self._pick, self._toggle, self._open)
        if not self.pending:
            ways = (self._toggle, self._press_as_stored, self._commit, self._open, self._menu, self._enter)
        for way in (self._pick_as_stored, *ways, self._menu, self._dismiss, self._back):
            move = way()
            if move is not None and not self._loops(move):
                return move
        return _give_up(self._why())

    # -- before the task is carried out

    def _fill(self) -> Move | None:
        if is_of_another(self.situation, self.history):
            return None
        done = {key_of(element) for element in self.history.filled()}
        free = [e for e in self.elements if key_of(e) not in done]
        known = stored_steps.fields_of(self.stored)
        others = stored_steps.of_others(known, free, self.task)
        fits = scoring.assign(self.pending, self.situation.values, free, self.contexts, known, others)
        if not fits:
            return None
        if not self.contexts and 2 * len(fits) < len(self.pending):
            opener = self._best_opener()
            if opener and opener[0] >= _SURE:
                return _click(opener[1], h.OPENS)  # a field or two that fit by chance are not the form
        fit = fits[0]
        value = f"{{{{{fit.parameter}}}}}"
        return Move(kind=fit.kind, ref=fit.element.ref, value=value, reason=h.FILLS.format(fit.parameter))

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
            return _click(lone, h.COMMITS) if lone else None
        return _click(found[1], h.COMMITS if stored_steps.is_last_press(found[0], self.stored) else h.OPENS)

    def _pick(self) -> Move | None:
        """Click the element that a value names (a row, a link, an option), or the control that does the task to it."""
        existing = scoring.about_existing(self.task)
        for parameter in self.pending:
            value = self.situation.values.get(parameter.name, "")
            if not value or parameter.secret:
                continue
            direct = self._direct(value) if existing and len(self.pending) == 1 else None
            if direct:
                return _click(direct, h.COMMITS, f"{{{{{parameter.name}}}}}")
            found = scoring.thing(value, self.elements, choices_only=not existing)
            if len(found) > 1:
                shown = " and ".join(f'{e.role} "{display_name(e)}"' for e in found[:2])
                return _give_up(f"{len(found)} things on the page may be {parameter.name!r}: {shown}")
            if found:
                return _click(found[0], h.PICKS.format(parameter.name), f"{{{{{parameter.name}}}}}")
        return None

    def _direct(self, value: str) -> Element | None:
        """Return the only control that does the task and whose own name or row contains the value."""
        found = [
            e
            for e in self.elements
            if scoring.has_value(f"{display_name(e)} | {e.context}", value)
            and scoring.usable(e)
            and scoring.commit_score(self.task, e, self.texts) >= _SURE
        ]
        return found[0] if len(found) == 1 else None

    def _toggle(self) -> Move | None:
        """Set the check box that a task such as "enable notifications" names."""
        asked = set(verbs(self.task)) & {"enable", "disable"}
        if len(asked) != 1 or any(one.move.reason == h.SETS for _, one in self.history.kept):
            return None
        boxes = [e for e in self.elements if e.role in ("checkbox", "switch") and scoring.usable(e)]
        found = [e for e in boxes if field_score(scoring.switched_thing(self.task), display_name(e)) >= FITS]
        if len(found) != 1:
            return None
        kind = MoveKind.CHECK if "enable" in asked else MoveKind.UNCHECK
        return Move(kind=kind, ref=found[0].ref, reason=h.SETS)

    def _best_opener(self) -> tuple[float, Element] | None:
        clicked = {key_of(element) for element in self.history.clicked()}
        scored = [
            (scoring.opener_score(self.task, e, self.pending, self.hints), -i, e)
            for i, e in enumerate(self.elements)
            if key_of(e) not in clicked and scoring.usable(e) and not self._opened_before(e) and not self._leaves(e)
        ]
        score, _, best = max(scored, key=lambda one: one[:2], default=(0.0, 0, None))
        return (score, best) if best is not None and score >= FITS else None

    def _opened_before(self, element: Element) -> bool:
        """Return whether a step before the lesson clicked it: to click it again would open the form anew."""
        return f'click {element.role} "{display_name(element)}"' in self.situation.done

    def _leaves(self, element: Element) -> bool:
        """Return whether a click would leave a form with filled fields: the way on from there is back."""
        shown = {key_of(one) for one in self.page.elements}
        return element.role == "link" and any(key_of(one) in shown for one in self.history.filled())

    def _open(self) -> Move | None:
        opener = self._best_opener()
        if opener:
            return _click(opener[1], h.OPENS)
        if not self.history.filled() or not self.pending:
            return None
        onward = [
            e
            for e in self.elements
            if scoring.clickable(e) and scoring.usable(e) and verbs(display_name(e)) == ("next",)
        ]
        return _click(onward[0], h.OPENS) if onward else None

    def _menu(self) -> Move | None:
        clicked = {key_of(element)[:3] for element in self.history.clicked()}
        scored = [
            (scoring.menu_score(self.task, e, self.contexts), -i, e)
            for i, e in enumerate(self.elements)
            if key_of(e)[:3] not in clicked and scoring.usable(e)
        ]
        score, _, best = max(scored, key=lambda one: one[:2], default=(0.0, 0, None))
        return _click(best, h.MENU) if best is not None and score >= FITS else None

    def _commit(self) -> Move | None:
        best = self._best_commit(self.contexts)
        if best is None:
            return None
        if scoring.usable(best):
            return _click(best, h.COMMITS)
        if self.history.waits < _PATIENCE:
            return Move(kind=MoveKind.WAIT, reason=f'"{display_name(best)}" is not enabled yet')
        return _give_up(f'"{display_name(best)}" stays disabled')

    def _best_commit(self, contexts: set[str]) -> Element | None:
        last = self._last_filled()
        scored = [
            (round(scoring.commit_score(self.task, e, self.texts, contexts), 3), i > last, -abs(i - last), e)
            for i, e in enumerate(self.elements)
            if not self._strays(e)
        ]
        score, _, _, best = max(scored, key=lambda one: one[:3], default=(0.0, False, 0, None))
        return best if score >= FITS else None

    def _strays(self, element: Element) -> bool:
        """Return whether an element is a link that no step to come is about: the known flow does not end with it."""
        known = [text for phrase in self.situation.remaining for text in _QUOTED.findall(phrase)]
        return bool(known) and element.role == "link" and not any(same_meaning(element.name, text) for text in known)

    def _last_filled(self) -> int:
        done = {key_of(element) for element in self.history.filled()}
        return max((i for i, e in enumerate(self.elements) if key_of(e) in done), default=0)

    def _enter(self) -> Move | None:
        """Press Enter in the last field, if the page has no button for the task."""
        filled = [e for e in self.elements if key_of(e) in {key_of(f) for f in self.history.filled()[-1:]}]
        if filled and scoring.is_field(filled[0]) and _ENTER & set(verbs(self.task)):
            return Move(kind=MoveKind.PRESS, ref=filled[0].ref, value="Enter", reason=h.COMMITS)
        return None

    def _dismiss(self) -> Move | None:
        """Close a dialog that is not part of the task, such as one about cookies."""
        if not notices.question(self.page.notices) or self.history.filled() or self.history.clicked():
            return None
        harmless = not notices.asks_for_another(self.page.notices, self.task)
        found = scoring.closing(self.elements, agrees=harmless)
        return _click(found, h.DISMISSES) if found else None

    def _back(self) -> Move | None:
        detour = self.history.last_detour()
        if not self.pending and self.history.filled() and self.history.last_kept() != detour:
            return None  # the form took every value: it is the right one, only its control is missing
        if detour < 0 or self.history.backs >= _BACKS:
            return None
        undo = self.history.size - detour
        return Move(kind=MoveKind.BACK, undo=undo, reason="what opened does not have what the task needs")

    # -- after it

    def _after(self) -> Move:  # noqa: PLR0911  (one answer a line, most certain first)
        shown = self.page.notices
        error = notices.failure(shown)
        if error:
            return _give_up(f"the page answered: {error}")
        again = self._confirmation()
        if again is not None:
            return _click(again, h.CONFIRMS)
        done = {key_of(element) for element in self.history.filled()}
        left = [e for e in self.page.elements if key_of(e) in done]
        invalid = [e for e in left if "invalid" in e.state]
        if invalid:
            return _give_up(f'the page does not accept what is in "{display_name(invalid[0])}"')
        if notices.success(shown) or "search" in verbs(self.task):
            return self._done()
        if not left and not self._question_open():
            return self._done()
        if self.history.waits < _PATIENCE:
            return Move(kind=MoveKind.WAIT, reason="nothing shows yet that it worked")
        if notices.status(shown) or self._ends_as_stored():
            return self._done()
        return _give_up("nothing shows that it worked: the fields are still there and no notice has appeared")

    def _ends_as_stored(self) -> bool:
        """Return whether the stored flow ends with the control that was pressed. The lesson asks for the proof."""
        last = next((one.element for _, one in reversed(self.history.kept) if one.move.reason == h.COMMITS), None)
        return last is not None and stored_steps.ends_with(self.stored, display_name(last), self.situation.values)

    def _after_replay(self) -> Move:
        """Judge a flow whose last deed a replay has done: the deed is not done again."""
        shown = self.page.notices
        if notices.success(shown) and not notices.failure(shown):
            return self._done()
        if self.history.waits < _PATIENCE:
            return Move(kind=MoveKind.WAIT, reason="nothing shows yet that it worked")
        used = self.situation.committed[-1]
        same = [e for e in self.page.elements if used == f'{e.role} "{display_name(e)}"']
        there = any(not scoring.is_field(e) or e.value for e in same)  # a field that emptied itself has sent its text
        gone = not (there or notices.failure(shown) or self._question_open())  # what asked for the deed
        return self._done() if gone else _give_up(f"{used} was used already, and nothing shows that it worked")

    def _question_open(self) -> bool:
        return bool(notices.question(self.page.notices)) or self._asks_anew()

    def _asks_anew(self) -> bool:
        """Return whether the deed's control has led to a page that offers two answers, such as "Yes" and "No"."""
        before = {key_of(e) for e in self.situation.previous.elements} if self.situation.previous else set()
        last = self.history.kept[-1][1].move.reason if self.history.kept else ""
        if last != h.COMMITS or notices.success(self.page.notices):
            return False
        fresh = [display_name(e) for e in self.elements if scoring.clickable(e) and key_of(e) not in before]
        new = [verbs(name) for name in fresh if len(name) <= ANSWER]
        agrees = any(one[:1] == ("confirm",) for one in new)
        return agrees and any(set(one) & {"not", "cancel", "back"} for one in new)

    def _confirmation(self) -> Element | None:
        """Return the control of a dialog or menu that asks for the same action again."""
        if len(self.history.clicked(h.CONFIRMS)) >= _CONFIRMS:
            return None
        clicked = [key_of(e) for e in self.history.clicked(h.COMMITS, h.CONFIRMS)]
        filled = {key_of(element) for element in self.history.filled()}
        fields_left = any(key_of(e) in filled for e in self.page.elements)
        asking = self._question_open() and not notices.asks_for_another(self.page.notices, self.task)
        ranked = []
        for i, e in enumerate(self.elements):
            in_dialog = asking and (e.context.startswith(("dialog", "alertdialog")) or not fields_left)
            if not scoring.usable(e) or not (in_dialog or e.role == "menuitem"):
                continue
            if clicked.count(key_of(e)) >= (1 if fields_left else _SAME):
                continue
            score = scoring.commit_score(self.task, e, (*self.texts, *_SELECTED) if in_dialog else self.texts)
            if in_dialog and verbs(display_name(e)) == ("confirm",):
                score = max(score, 0.5)
            if score >= FITS:
                ranked.append((score, e.context.startswith(("dialog", "alertdialog")), -i, e))
        return max(ranked, key=lambda one: one[:3])[3] if ranked else None

    def _done(self) -> Move:
        clicked = list(dict.fromkeys(display_name(e) for e in self.history.clicked() if display_name(e)))
        fields = [display_name(e) for e in self.history.filled() if display_name(e)]
        parts = [f"fills in {', '.join(fields)}"] if fields else []
        parts += [f"clicks {', '.join(clicked)}"] if clicked else []
        return Move(
            kind=MoveKind.DONE,
            reason=notices.success(self.page.notices) or "the task was carried out",
            label=self.task,
            description=f"{self.task}: {' and '.join(parts)}." if parts else "",
            key_elements=tuple(clicked),
        )

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
            return f"nothing on the page takes {left}"
        near = [
            display_name(e)
            for e in self.elements
            if scoring.clickable(e) and action_score(self.task, display_name(e)) > 0
        ]
        hint = f"; near, but not the same: {', '.join(near[:3])}" if near else ""
        return f"no control carries out {self.task!r}{hint}"


def _click(element: Element, reason: str, value: str = "") -> Move:
    return Move(kind=MoveKind.CLICK, ref=element.ref, value=value, reason=reason)


def _give_up(reason: str) -> Move:
    return Move(kind=MoveKind.GIVE_UP, reason=reason)
