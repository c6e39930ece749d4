"""The end of a lesson: what a page says after the task was carried out, and the questions that it still asks.

This module knows one turn. It must never know how the control of the task was found.

Rules:

* Only controls that ask for the same action are clicked, such as "Delete" on the page after "Delete".
* A failure that the page reports, or a value that it does not accept, ends the lesson.
* If nothing says that it worked, the task counts as carried out: the proof that the lesson asks for and the assertion
  of the test are the judges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.engine.teaching.deed_proof import ANSWER
from pytest_ami.lexicon.text_normalization import verbs
from pytest_ami.lexicon.vocabulary import SELECTED
from pytest_ami.model.lesson import Move, MoveKind

from . import history as h
from . import notices, scoring
from .history import key_of
from .scoring import FITS, display_name
from .turn import PATIENCE, click, give_up, wait

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Element

    from .turn import Turn

_CONFIRMS, _SAME = 3, 2
_SELECTED = tuple(SELECTED.split(", "))


class Ending:
    """The choice of a move after the one that carries out the task."""

    def __init__(self, turn: Turn) -> None:
        """Keep the turn."""
        self.turn = turn
        self.situation, self.task, self.page = turn.situation, turn.task, turn.page
        self.history, self.elements, self.texts = turn.history, turn.elements, turn.texts

    def move(self) -> Move:
        """Return the next move."""
        return self._after() if self.history.committed() else self._after_replay()

    def _after(self) -> Move:  # noqa: PLR0911  (one answer a line, most certain first)
        shown = self.page.notices
        error = notices.failure(shown, self.texts)
        if error:
            return give_up(f"the page answered: {error}")
        again = self._confirmation()
        if again is not None:
            return click(again, h.CONFIRMS)
        done = {key_of(element) for element in self.history.filled()}
        left = [e for e in self.page.elements if key_of(e) in done]
        invalid = [e for e in left if "invalid" in e.state]
        if invalid:
            return give_up(f'the page does not accept what is in "{display_name(invalid[0])}"')
        if notices.success(shown) or "search" in verbs(self.task):
            return self.done()
        if not left and not self._question_open():
            return self.done()
        if self.history.waits < PATIENCE:
            return wait("nothing shows yet that it worked")
        if self._question_open():
            return give_up(f"the page asks {notices.question(shown) or 'a question'!r}, and no answer is the task's")
        return self.done()

    def _after_replay(self) -> Move:
        """Judge a flow whose last deed a replay has done: the deed is not done again."""
        shown = self.page.notices
        if notices.success(shown) and not notices.failure(shown):
            return self.done()
        if self.history.waits < PATIENCE:
            return wait("nothing shows yet that it worked")
        used = self.situation.committed[-1]
        same = [e for e in self.page.elements if used == f'{e.role} "{display_name(e)}"']
        there = any(not scoring.is_field(e) or e.value for e in same)  # a field that emptied itself has sent its text
        gone = not (there or notices.failure(shown) or self._question_open())  # what asked for the deed
        return self.done() if gone else give_up(f"{used} was used already, and nothing shows that it worked")

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
        before = {key_of(e) for e in self.situation.previous.elements} if self.situation.previous else set()

        def anew(element: Element) -> bool:
            return self._asks_anew() and key_of(element) not in before

        asking = self._question_open() and not notices.asks_for_another(self.page.notices, self.task)
        ranked = []
        for i, e in enumerate(self.elements):
            in_dialog = asking and (e.context.startswith(("dialog", "alertdialog")) or not fields_left or anew(e))
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

    def done(self) -> Move:
        """Return the end with success, and a description of the flow."""
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
