"""Answers the dialogs of the browser: by kind for a teacher, by the recorded question in a replay.

Rules of this module:

* A lesson without answers leaves dialogs to the test and to Playwright.
* In a replay, the handlers of the test's pages come first: the context's event precedes the events of pages, and this
  module listens to both. Before them it dismisses only a question that replaces a recorded one. After them it answers
  all others; an answered dialog stays as it is.
* Nothing is raised into Playwright's event loop.

Knows Playwright's dialogs. ``engine.dialogs`` decides which question is the recorded one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_ami.engine import dialogs as rules
from pytest_ami.model.dialog import DialogRecord

from .run_calls import Calls, run_calls

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.model.dialog import ExpectedDialog
    from pytest_ami.model.workflow import DialogAnswer

ALREADY = "already handled"
"""Part of Playwright's message if a dialog was answered before."""


class DialogDesk:
    """Answers the dialogs of one context while the engine works on it."""

    def __init__(self, home: Any) -> None:
        """Remember the test's page; nothing is answered yet."""
        self._home = home
        self._listening = False
        self._answers: list[DialogAnswer] = []
        self._owed: list[ExpectedDialog] | None = None
        self._strange: list[str] = []
        self._closed: list[str] = []
        self._left: list[str] = []
        self.forbids: Callable[[str], bool] | None = None  # whether a lesson must dismiss a dialog
        self._pages: list[Any] = []
        self._dismissed: list[Any] = []

    def expect(self, answers: tuple[DialogAnswer, ...]) -> None:
        """Answer the dialogs of a lesson's next action by their kind; without answers, leave them to the test."""
        self._answers, self._owed = list(answers), None
        self._listen(on=bool(answers))

    def await_recorded(self, expected: tuple[ExpectedDialog, ...]) -> None:
        """Answer the dialogs of a replay's next action; a question that is not among ``expected`` is dismissed."""
        self._answers, self._owed = [], list(expected)
        self._closed.clear()
        self._left.clear()
        self._listen(on=True)

    def release(self) -> None:
        """Leave all dialogs to the test."""
        for heard in (self._strange, self._closed, self._left, self._dismissed):
            heard.clear()
        self.expect(())

    def read(self) -> DialogRecord:
        """Return the dialogs since the last action began; a strange question stays until the replay ends."""
        strange, closed, left = map(tuple, (self._strange, self._closed, self._left))
        return DialogRecord(strange=strange, closed=closed, owed=tuple(self._owed or ()), left=left)

    def follow(self, page: Any) -> None:
        """Listen to a page that was just opened, if the dialogs of a replay are answered."""
        if self._owed is not None and page not in self._pages:
            self._pages.append(page)
            page.on("dialog", self._last)

    def _listen(self, *, on: bool) -> None:
        if on != self._listening:
            self._listening = on
            change = self._home.context.on if on else self._home.context.remove_listener
            change("dialog", self._first)
        if self._owed is not None:
            for page in self._home.context.pages:
                self.follow(page)
            return
        while self._pages:
            self._pages.pop().remove_listener("dialog", self._last)

    def _first(self, dialog: Any) -> Any:
        """Answer a dialog before the handlers of the test's pages; on async pages Playwright awaits the result."""
        if self._owed is not None:
            return run_calls(self._home, self._before_the_test(dialog))
        fitting = next((answer for answer in self._answers if answer.kind == dialog.type), None)
        if fitting is None:
            return dialog.dismiss()
        self._answers.remove(fitting)
        if not fitting.accept or (self.forbids is not None and self.forbids(dialog.message)):
            return dialog.dismiss()
        return dialog.accept(fitting.text) if dialog.type == "prompt" else dialog.accept()

    def _last(self, dialog: Any) -> Any:
        """Answer a dialog after the handlers of the test's pages: sync ones have returned, async ones have begun."""
        return run_calls(self._home, self._after_the_test(dialog))

    def _before_the_test(self, dialog: Any) -> Calls:
        """Dismiss a question that replaces a recorded one: a handler that accepts everything must not accept it."""
        owed, kind, message = self._owed or [], dialog.type, dialog.message
        replaces = any(one.kind != "alert" for one in owed) and not rules.informs(kind, message)
        if replaces and rules.fitting(owed, kind, message) is None:
            self._dismissed.append(dialog)
            by_test = yield from _settled(dialog, accept=False)
            self._strange.append(rules.stranger(kind, message, owed, by_test=by_test))
        elif dialog.page is None:  # a dialog of a page that is just being opened: no handler of a page sees it
            yield from self._after_the_test(dialog)

    def _after_the_test(self, dialog: Any) -> Calls:
        """Answer a dialog as recorded, unless a handler of the test has answered it."""
        if dialog in self._dismissed:
            return
        owed, kind, message = self._owed if self._owed is not None else [], dialog.type, dialog.message
        fitting = rules.fitting(owed, kind, message)
        if fitting is not None:
            owed.remove(fitting)
        try:
            yield self._home.wait_for_timeout(0)  # a round trip, which async handlers need to answer
        except Exception:  # noqa: BLE001  (the test's page was closed, and its dialogs with it)
            return
        accept, text = (fitting.accept, fitting.text) if fitting else (False, "")
        by_test = yield from _settled(dialog, accept=accept, text=text)
        if fitting is None and rules.informs(kind, message):
            if (same := rules.reworded(owed, kind, message)) is not None:
                owed.remove(same)
            self._closed.append(f"{rules.phrase(kind, message)} of the browser, which was not recorded, was closed")
        elif fitting is None and not by_test:
            self._strange.append(rules.stranger(kind, message, owed))
        elif fitting is None and kind in rules.ASKING:
            self._left.append(message)


def _settled(dialog: Any, *, accept: bool, text: str = "") -> Calls:
    """Accept or dismiss a dialog; return whether it had been answered before."""
    try:
        if not accept:
            yield dialog.dismiss()
        elif dialog.type == "prompt":
            yield dialog.accept(text)
        else:
            yield dialog.accept()
    except Exception as error:  # noqa: BLE001  (answered by the test, or gone with its page)
        return ALREADY in str(error)
    return False
