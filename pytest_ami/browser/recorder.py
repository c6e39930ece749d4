"""The recorder: a pure observer of one browser context.

Rules of this module:

* The page computes everything; the callback only appends. It never calls the page, never raises into it.
* A secret's value is replaced by ``{{name}}`` before anything is kept, wherever it stands.
* One hub per context: Playwright can expose a binding once and cannot take it back, so a hub without a
  recording throws away what arrives.
* Faults of its own become warnings in ``faults``; they never fail the task.
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from pytest_ami.machine.record import MASK
from pytest_ami.model.codec import from_plain
from pytest_ami.model.operation import Operation, PageState

from .bundle import BINDING, CALL, recording_script
from .session import Session

Calls = Generator[Any, Any, Any]
HUBS: WeakKeyDictionary[Any, Hub] = WeakKeyDictionary()


class Hub:
    """Receives what the pages of one context report, and hands it to the recording under way."""

    def __init__(self, context: Any) -> None:
        """Make a hub for ``context``; ``install`` connects it."""
        self.context = context
        self.installed = False
        self.recording: Recording | None = None

    def install(self) -> Calls:
        """Expose the binding and add the init script; once per context."""
        if self.installed:
            return
        self.installed = True
        yield self.context.expose_binding(BINDING, self.receive)
        yield self.context.add_init_script(recording_script())

    def receive(self, source: Mapping[str, Any], payload: Mapping[str, Any]) -> None:
        """Take one event from a page."""
        if self.recording is not None:
            self.recording.receive(source, payload)


class Recording:
    """The operations of one attempt.

    Args:
        session: Where tabs and frames are looked up.
        secrets: Values by parameter name that must never be kept.
    """

    def __init__(self, session: Session, secrets: Mapping[str, str]) -> None:
        """Prepare; ``start`` attaches."""
        self.session = session
        self.secrets = {name: value for name, value in secrets.items() if value}
        self.operations: list[Operation] = []
        self.faults: list[str] = []
        self._hub = HUBS.setdefault(session.context, Hub(session.context))
        self._pages: list[Any] = []

    def start(self) -> Calls:
        """Begin: every page and frame of the context reports from now on."""
        yield from self._hub.install()
        self._hub.recording = self
        self.session.context.on("page", self._opened)
        for page in self.session.tabs():
            self._follow(page)
            yield from self._switch(page, on=True)

    def stop(self) -> Calls:
        """End: pages stop reporting; what arrives late is dropped."""
        self._hub.recording = None
        self.session.context.remove_listener("page", self._opened)
        for page in self._pages:
            page.remove_listener("framenavigated", self._navigated)
        for page in self.session.tabs():
            yield from self._switch(page, on=False)

    def read(self) -> Calls:
        """Let typed text and late events arrive; return the operations and the page as it is now."""
        final: Any = None
        for page in self.session.tabs():
            for frame in page.frames:
                try:
                    state = yield frame.evaluate(CALL, ["flush", {}])
                except Exception:  # noqa: BLE001  (a closed page or a frame being replaced has nothing to flush)
                    continue
                if frame is page.main_frame and page is self._current():
                    final = state
        return tuple(self.operations), self._state(final)

    def forget_since(self, keep: int) -> None:
        """Drop all operations after the first ``keep``."""
        del self.operations[keep:]

    def receive(self, source: Mapping[str, Any], payload: Mapping[str, Any]) -> None:
        """Take one event: scrub it, say where it came from, append it."""
        try:
            plain: dict[str, Any] = self._scrub(dict(payload))
            if plain.get("secret"):
                plain["value"] = plain["value"] if "{{" in plain["value"] else MASK
            frame = source["frame"]
            plain["frame"] = list(self.session.path_of(frame))
            plain["tab"] = self._tab(source["page"])
            plain = {key: value for key, value in plain.items() if value is not None}
            self.operations.append(from_plain(Operation, plain))
        except Exception as error:  # noqa: BLE001  (law 10: a fault of the recorder warns)
            self.faults.append(f"an event was not recorded: {str(error).splitlines()[0][:200]}")

    def _current(self) -> Any:
        tabs = self.session.tabs()
        last = self.operations[-1].tab if self.operations else 0
        return tabs[min(last, len(tabs) - 1)]

    def _tab(self, page: Any) -> int:
        tabs = self.session.tabs()
        return tabs.index(page) if page in tabs else 0

    def _follow(self, page: Any) -> None:
        self._pages.append(page)
        page.on("framenavigated", self._navigated)

    def _opened(self, page: Any) -> None:
        self._follow(page)
        self.operations.append(Operation(type="popup", url=page.url, tab=self._tab(page)))

    def _navigated(self, frame: Any) -> None:
        with contextlib.suppress(Exception):
            if frame.parent_frame is None and frame.url != "about:blank":
                tab = self._tab(frame.page)
                self.operations.append(Operation(type="navigate", url=self._scrub(frame.url), tab=tab))

    def _switch(self, page: Any, *, on: bool) -> Calls:
        for frame in page.frames:
            try:
                if on:
                    yield frame.evaluate(recording_script())
                yield frame.evaluate(CALL, ["record", {"on": on}])
            except Exception as error:  # noqa: BLE001  (a frame that scripts cannot reach is not recorded)
                self.faults.append(f"{frame.url} is not recorded: {str(error).splitlines()[0][:120]}")

    def _scrub(self, value: Any) -> Any:
        """Return ``value`` with every secret's value replaced by its name, at any depth."""
        if isinstance(value, str):
            for name, secret in self.secrets.items():
                if secret in value:
                    value = value.replace(secret, "{{" + name + "}}")
            return value
        if isinstance(value, Mapping):
            return {key: self._scrub(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._scrub(item) for item in value]
        return value

    def _state(self, plain: Any) -> PageState:
        if not isinstance(plain, dict):
            return PageState()
        clean = {key: value for key, value in self._scrub(plain).items() if value is not None}
        return from_plain(PageState, clean)
