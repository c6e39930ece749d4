"""A person teaches by doing the task: a recording with the toolbar on a sync page, from the first click to Stop.

Rules of this module:

* The session decides nothing for the person. It handles the messages of the toolbar between two looks at the page.
* The effects of a step are read as soon as the page rests after it, not at Stop, because messages disappear.
* Nothing is written to disk before the end, because the person may still mark a typed value as a secret.
* Tabs that were open before the recording do not belong to it; their events are ignored.
"""

from __future__ import annotations

import time
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.addresses.routes import normal_route
from pytest_ami.engine.recording.annotations import HOLE, Annotations, Change
from pytest_ami.engine.recording.manual import (
    ManualRecording,
    RecordingPart,
    in_own_tabs,
    last_edited,
    steps_of,
    without_closing,
)
from pytest_ami.engine.recording.record import MASK
from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.engine.secrets.redaction import restored
from pytest_ami.model.operation import Operation, PageState

from .bundle import called
from .overlay import Overlay, ToolbarState
from .recorder import Recording
from .run_calls import run_sync
from .session import ContextSession

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

QUIET, PROBE = 250, 40
"""Milliseconds without a change that count as rest; milliseconds of one look for rest."""

LONGEST = 4.0
"""The longest wait for rest, in seconds."""

TURN = 60
"""Milliseconds between two looks."""

NOTE_FOR = 6.0
"""Seconds for which a note is shown."""


class ManualSession:
    """A recording by hand, from the first click to Stop.

    Args:
        page: A sync page; it and every tab that it opens get the toolbar.
        values: Values of parameters that are known beforehand, by name.
        secrets: Values that must never be kept or shown, by name.
    """

    def __init__(
        self, page: Any, *, values: Mapping[str, str] | None = None, secrets: Mapping[str, str] | None = None
    ) -> None:
        """Store the arguments; ``prepare`` and ``start`` attach."""
        self.page = page
        self.marks = Annotations(dict(values or {}), dict(secrets or {}))
        GATE.declare(self.marks.secrets)
        self.checks: list[str] = []
        self.ended = ""
        self.face = ToolbarState()
        self._heard: deque[tuple[Any, Mapping[str, Any]]] = deque()
        self._session = ContextSession(page)
        self._others = frozenset(range(1, len(self._session.tabs())))
        self._overlay = Overlay(page.context, lambda source, message: self._heard.append((source, message)))
        self._recording = Recording(self._session, self.marks.secrets, keep=self._note_masked)
        self._unnamed: set[str] = set()
        self._parts: list[RecordingPart] = []
        self._final = PageState()
        self._known, self._changed, self._rested = 0, 0.0, True
        self._shown: dict[Any, ToolbarState] = {}
        self._note_until = 0.0
        self._start = self._left = ""
        self._notes: list[str] = []

    def prepare(self) -> None:
        """Add the toolbar's script to the context. Call it before the page opens, so that its listeners come first."""
        run_sync(self._overlay.install([self.page]))

    def start(self) -> None:
        """Record from now on."""
        self._start = normal_route(self.page.url)
        self.page.context.on("dialog", _leave)
        run_sync(self._recording.start())
        self.turn()

    def run(self) -> None:
        """Record until Stop is pressed, the last window is closed, or ``stop`` is called."""
        while not self.ended:
            self.turn()
            self._wait()

    def stop(self, why: str) -> None:
        """End the recording at the next turn; may be called from a signal handler."""
        self._heard.append((None, {"do": "stop", "why": why}))

    def turn(self) -> None:
        """Handle the toolbar's messages, look whether the page rests, and show the present state."""
        while self._heard and not self.ended:
            source, message = self._heard.popleft()
            if source is None or source in self._own_tabs():
                self._do(source, message)
        if self.ended:
            return
        if not self._own_tabs():
            self._end("closed")
            return
        self._look()
        self._show()

    def taught(self) -> ManualRecording:
        """Return the recording with its parameters, checks and notes."""
        return ManualRecording(
            parts=tuple(part for part in self._parts if part.operations),
            values=dict(self.marks.values),
            secrets=tuple(self.marks.secrets),
            checks=self.marks.clean(self.checks),
            start=self.marks.clean([self._start])[0],
            notes=self.marks.clean(self._notes),
        )

    # -- messages of the toolbar ----------------------------------------------------------------------------------

    def _do(self, source: Any, message: Mapping[str, Any]) -> None:
        kind = message["do"]
        if kind == "hello":
            self._shown.pop(source, None)
        elif kind == "stop":
            self._end(str(message.get("why", "stopped")))
        elif kind == "pause" and self.face.recording:
            self._cut()
            self._left = source.url
            run_sync(self._recording.stop())
            self.face = replace(self.face, recording=False)
        elif kind == "resume" and not self.face.recording:
            run_sync(self._recording.start())
            if normal_route(source.url) != normal_route(self._left):
                went = f"from {self._left} to {source.url}"
                self._notes.append(f"While paused, the page went {went}. A replay does not, so it may stop there.")
            self.face = replace(self.face, recording=True)
        elif kind == "check" and isinstance(message.get("key"), str):
            self._check(*self.marks.clean([message["key"]]))
        elif kind == "moved" and _is_place(message.get("place")):
            self.face = replace(self.face, place=tuple(message["place"]))
        elif kind == "parameter":
            self._ask(source)
        elif kind == "name":
            self._name(source, str(message.get("name", "")), secret=bool(message.get("secret")))

    def _check(self, key: str) -> None:
        """Add an expectation; if it is chosen a second time, remove it."""
        role, _, text = key.partition("|")
        if key in self.checks:
            self.checks.remove(key)
            self._say(f"No longer checked: {role} “{text}”")
        else:
            self.checks.append(key)
            self._say(f"Will be checked: {role} “{text}”")

    def _ask(self, source: Any) -> None:
        self._flush()
        edited = last_edited(self._everything())
        if edited is None:
            self._say("Type into a field first. Then make its value a parameter.")
        else:
            run_sync(self._overlay.ask(source, self.marks.prompt(edited)))

    def _name(self, source: Any, name: str, *, secret: bool) -> None:
        edited = last_edited(self._everything())
        if edited is None:
            return
        note, change = self.marks.name(edited, name, secret=secret)
        self._say(note)
        if change is None:
            return
        GATE.declare(self.marks.secrets)
        self._recording.secrets.update(self.marks.holes)
        self._recording.operations[:] = map(change, self._recording.operations)
        self._parts = [_changed(part, change) for part in self._parts]
        self._final = _changed(RecordingPart(final=self._final), change).final
        run_sync(self._overlay.saved(source))

    def _note_masked(self, operation: Operation) -> None:
        """Remember a secret without a name, in memory only, so that the person can name it.

        A pause while typing a password yields two events. If only the first part were a known secret, redaction would
        remove it from the complete value and leave the rest in clear text. Therefore the complete value counts as a
        secret of its own, and it is replaced first.
        """
        known = self._recording.secrets
        if operation.secret and not HOLE.fullmatch(operation.value):
            known.update(dict.fromkeys(restored(operation.value, known), MASK))
            ordered = sorted(known.items(), key=lambda item: -len(item[0]))
            known.clear()
            known.update(ordered)
            self._recording.operations[-1] = operation = replace(operation, value=MASK)
        unnamed = {value for value, name in known.items() if name == MASK}
        fresh = unnamed - self._unnamed
        if operation.value == MASK and fresh:
            self.marks.note_masked(operation, max(fresh, key=len))
        self._unnamed = unnamed

    # -- recorded operations --------------------------------------------------------------------------------------

    def _everything(self) -> tuple[Operation, ...]:
        earlier = (operation for part in self._parts for operation in part.operations)
        return (*earlier, *self._own(self._recording.operations))

    def _own(self, operations: Iterable[Operation]) -> tuple[Operation, ...]:
        return in_own_tabs(tuple(operations), self._others)

    def _own_tabs(self) -> list[Any]:
        tabs = self._session.tabs()
        return [page for i, page in enumerate(tabs) if i not in self._others and not page.is_closed()]

    def _flush(self) -> None:
        """Let typed text arrive. Until the page rests, its present state is the result of the last step."""
        if not self.face.recording:
            return
        before = len(self._recording.operations)
        _, state = run_sync(self._recording.read())
        if len(self._recording.operations) > before:
            self._touch()
        if state.url and not self._rested:
            self._final = state

    def _touch(self) -> None:
        self._known, self._changed, self._rested = len(self._recording.operations), time.monotonic(), False
        self._count()

    def _look(self) -> None:
        if not self.face.recording:
            return
        if len(self._recording.operations) != self._known:
            self._touch()
        if not self._rested and self._is_quiet():
            self._flush()
            self._rested = (time.monotonic() - self._changed) * 1000 >= QUIET  # the flush may report an operation

    def _is_quiet(self) -> bool:
        spent = time.monotonic() - self._changed
        if spent > LONGEST or spent * 1000 < QUIET:
            return spent > LONGEST
        try:
            page = self._own_tabs()[-1]
            seen = run_sync(called(page, "settle", {"quiet": QUIET, "slice": PROBE}))
        except Exception:  # noqa: BLE001  (the document is being replaced)
            return False
        return bool(seen and seen["quiet"] >= QUIET and seen["loaded"] and not self._session.health.read().pending)

    def _count(self) -> None:
        parts = (*self._parts, RecordingPart(operations=self._own(self._recording.operations)))
        self.face = replace(self.face, steps=len(steps_of(parts, self.marks.values)))

    def _cut(self, *, closed: bool = False) -> None:
        """End a part of the recording: report typed text, read its effects, and begin the next part."""
        self._flush()
        while not self._rested and self._own_tabs():
            self._look()
            self._wait()
        operations = self._own(self._recording.operations)
        kept = without_closing(operations) if closed else operations
        self._parts.append(RecordingPart(operations=kept, final=self._final))
        self._recording.forget_since(0)
        self._final, self._known, self._rested = PageState(), 0, True
        self._count()

    def _end(self, why: str) -> None:
        if self.face.recording:
            self._tell_all(replace(self.face, ended=True))
            self._cut(closed=why == "closed")
        self.ended = why
        run_sync(self._recording.stop())
        for page in self._own_tabs():
            self._safely(self._overlay.remove(page))
        self.page.context.remove_listener("dialog", _leave)
        self._session.close()

    def _wait(self) -> None:
        try:
            self._own_tabs()[-1].wait_for_timeout(TURN)
        except Exception:  # noqa: BLE001  (closed meanwhile; the next turn finds out whether it was the last)
            return

    # -- state of the toolbar--------------------------------------------------------------------------------------

    def _say(self, note: str) -> None:
        self.face = replace(self.face, note=note)
        self._note_until = time.monotonic() + NOTE_FOR

    def _show(self) -> None:
        if self.face.note and time.monotonic() > self._note_until:
            self.face = replace(self.face, note="")
        self.face = replace(self.face, checks=tuple(self.checks))
        self._tell_all(self.face)

    def _tell_all(self, face: ToolbarState) -> None:
        for page in self._own_tabs():
            if self._shown.get(page) != face and self._safely(self._overlay.show(page, face)):
                self._shown[page] = face

    def _safely(self, calls: Generator[Any, Any, Any]) -> bool:
        try:
            run_sync(calls)
        except Exception:  # noqa: BLE001  (a document that is being replaced sends hello again)
            return False
        return True


def _leave(_dialog: Any) -> None:
    """Leave a dialog to the person; without a listener Playwright dismisses it."""


def _changed(part: RecordingPart, change: Change) -> RecordingPart:
    """Return ``part`` with ``change`` applied to all operations and to the final page state."""
    final = change(Operation(type="", before=part.final)).before
    return RecordingPart(operations=tuple(map(change, part.operations)), final=final)


def _is_place(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(v, (int, float)) for v in value)  # noqa: PLR2004
