"""The recorder: a pure observer of one browser context.

Rules of this module:

* The page computes everything; the callback only appends. It never calls the page, never raises into it.
* A secret's value is replaced by ``{{name}}`` before anything is kept, wherever it stands; a secret nobody named
  is masked, and what it was is scrubbed from everything that follows.
* One hub per context: Playwright can expose a binding once and cannot take it back, so a hub without a
  recording throws away what arrives. Several recordings may listen at once.
* Faults of its own become ``faults``; they never fail the task.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from pytest_ami.machine.record import KINDS, MASK
from pytest_ami.model.codec import from_plain
from pytest_ami.model.operation import Operation, PageState

from .bundle import BINDING, CALL, recording_script
from .calls import first_line, unseal
from .session import Session

Calls = Generator[Any, Any, Any]
SHORTEST = 4
"""Characters from which on an unnamed secret is scrubbed from later events; shorter ones stand in any text."""

EVENTS = frozenset(KINDS) - {"navigate", "close"}
"""Operations that are about an element, and so say which document is in front."""

HUBS: WeakKeyDictionary[Any, Hub] = WeakKeyDictionary()


class Hub:
    """Receives what the pages of one context report, and hands it to the recording under way."""

    def __init__(self, context: Any) -> None:
        """Make a hub for ``context``; ``install`` connects it."""
        self.context = context
        self.installed = False
        self.recordings: list[Recording] = []

    def install(self, script: str) -> Calls:
        """Expose the binding and add the init script; once per context."""
        if self.installed:
            return
        self.installed = True
        yield self.context.expose_binding(BINDING, self.receive)
        yield self.context.add_init_script(script)

    def receive(self, source: Mapping[str, Any], payload: Mapping[str, Any]) -> None:
        """Take one event from a page."""
        for recording in tuple(self.recordings):
            recording.receive(source, payload)


class Recording:
    """The operations of one attempt.

    Args:
        session: Where tabs and frames are looked up.
        secrets: Values by parameter name that must never be kept.
        debounce: Milliseconds without a key after which what was typed is told.
        window: Seconds after an event within which a navigation is its doing, where the browser does not say.
        snapshots: Whether each operation carries the document's HTML.
        keep: Called with every operation as it is kept, such as to write it down at once.
    """

    def __init__(
        self,
        session: Session,
        secrets: Mapping[str, str],
        *,
        debounce: float = 1500,
        window: float = 2.0,
        snapshots: bool = False,
        keep: Callable[[Operation], None] | None = None,
    ) -> None:
        """Prepare; ``start`` attaches."""
        self.session = session
        self.secrets = {value: "{{" + name + "}}" for name, value in secrets.items() if value}
        self.window = window
        self._blind = False  # whether the browser does not say who navigates (no Navigation API)
        self.operations: list[Operation] = []
        self.faults: list[str] = []
        self._script = recording_script(debounce, snapshots=snapshots)
        self._keep = keep
        self._hub = HUBS.setdefault(session.context, Hub(session.context))
        self._listening: list[tuple[Any, str, Any]] = []
        self._kind: dict[int, tuple[str, str]] = {}  # how a tab is about to navigate, and where to
        self._closing: set[int] = set()

    def start(self) -> Calls:
        """Begin: every page and frame of the context reports from now on."""
        yield from self._hub.install(self._script)
        self._hub.recordings.append(self)
        self._on(self.session.context, "page", self._opened)
        self._on(self.session.context, "request", self._requested)
        for page in self.session.open_tabs():
            self._follow(page)
            for frame in page.frames:
                try:
                    yield frame.evaluate(self._script)
                    self._blind = not (yield frame.evaluate("'navigation' in globalThis"))
                    hosts = yield frame.evaluate(HAS_CUSTOM)
                    if hosts:
                        yield from unseal(self.session, frame)
                except Exception as error:  # noqa: BLE001  (a frame that scripts cannot reach is not recorded)
                    self.faults.append(f"{frame.url} is not recorded: {first_line(error)}")

    def stop(self) -> Calls:
        """End: pages stop reporting; what arrives late is dropped."""
        if self in self._hub.recordings:
            self._hub.recordings.remove(self)
        for emitter, event, handler in self._listening:
            emitter.remove_listener(event, handler)
        self._listening.clear()
        if self._hub.recordings:
            return
        for page in self.session.open_tabs():
            for frame in page.frames:
                try:
                    yield frame.evaluate(CALL, ["record", {"on": False}])
                except Exception as error:  # noqa: BLE001  (a frame that is going away needs no stopping)
                    self.faults.append(f"{frame.url}: {first_line(error)}")

    def read(self) -> Calls:
        """Let typed text and late events arrive; return the operations and the page as it is now."""
        states: dict[tuple[int, tuple[str, ...]], Any] = {}
        for page in self.session.open_tabs():
            for frame in page.frames:
                where = (self._tab(page), self.session.path_of(frame))
                try:
                    states[where] = yield frame.evaluate(CALL, ["flush", {}])
                except Exception as error:  # noqa: BLE001  (a frame being replaced has nothing to flush)
                    self.faults.append(f"{frame.url}: {first_line(error)}")
        told = [o for o in self.operations if o.type in EVENTS]
        last = (told[-1].tab, told[-1].frame) if told else (0, ())
        return tuple(self.operations), self._state(states.get(last))

    def forget_since(self, keep: int) -> None:
        """Drop all operations after the first ``keep``."""
        del self.operations[keep:]

    def receive(self, source: Mapping[str, Any], payload: Mapping[str, Any]) -> None:
        """Take one event: scrub it, say where it came from, append it."""
        try:
            value = payload.get("value", "")
            plain: dict[str, Any] = self._scrub(dict(payload))
            tab = self._tab(source["page"])
            if plain["type"] == "leaving":
                self._kind[tab] = (plain["value"], plain["text"])
            if plain["type"] == "arrived":
                self._arrived(tab, plain["value"])
                return
            if plain["type"] == "closing":
                self._closing.add(tab)
            if plain.get("secret") and value and self.secrets.get(value, MASK) == MASK:
                if len(value) >= SHORTEST:  # also what is typed on after a pause: its beginning is known already
                    self.secrets[value] = MASK
                    plain = self._scrub(dict(payload))
                plain["value"] = MASK
            plain["frame"] = list(self.session.path_of(source["frame"]))
            plain["tab"] = tab
            self._append(from_plain(Operation, {key: item for key, item in plain.items() if item is not None}))
        except Exception as error:  # noqa: BLE001  (law 10: a fault of the recorder warns)
            self.faults.append(f"an event was not recorded: {first_line(error)}")

    def _append(self, operation: Operation) -> None:
        self.operations.append(operation)
        if self._keep is not None:
            self._keep(operation)

    def _on(self, emitter: Any, event: str, handler: Any) -> None:
        emitter.on(event, handler)
        self._listening.append((emitter, event, handler))

    def _tab(self, page: Any) -> int:
        tabs = self.session.tabs()
        return tabs.index(page) if page in tabs else 0

    def _follow(self, page: Any) -> None:
        self._on(page, "framenavigated", self._navigated)
        self._on(page, "download", lambda download: self._came_down(page, download))
        self._on(page, "close", self._closed)
        self._on(page, "domcontentloaded", self._loaded)

    def _opened(self, page: Any) -> None:
        self._follow(page)
        self._append(Operation(type="popup", url=self._scrub(page.url), tab=self._tab(page)))

    def _loaded(self, page: Any) -> Any:
        """Find closed shadow roots that the parser made; on async pages Playwright awaits what this returns."""
        return _driven(page, self._unseal(page))

    def _unseal(self, page: Any) -> Calls:
        for frame in page.frames:
            try:
                hosts = yield frame.evaluate(HAS_CUSTOM)
                if hosts:
                    yield from unseal(self.session, frame)
            except Exception as error:  # noqa: BLE001  (a frame that is going away has nothing to find)
                self.faults.append(f"{frame.url}: {first_line(error)}")

    def _closed(self, page: Any) -> None:
        tab = self._tab(page)
        self._append(Operation(type="close", tab=tab, value="page" if tab in self._closing else "user"))

    def _came_down(self, page: Any, download: Any) -> None:
        name = self._scrub(download.suggested_filename)
        self._append(Operation(type="download", url=self._scrub(download.url), value=name, tab=self._tab(page)))

    def _requested(self, request: Any) -> None:
        try:
            if request.is_navigation_request() and request.redirected_from and request.frame.parent_frame is None:
                tab = self._tab(request.frame.page)
                self._kind[tab] = ("redirect" if tab in self._kind else "typed", self._scrub(request.url))
        except Exception as error:  # noqa: BLE001  (a service worker's request has no frame)
            self.faults.append(first_line(error))

    def _navigated(self, frame: Any) -> None:
        try:
            if frame.parent_frame is None and frame.url != "about:blank":
                tab = self._tab(frame.page)
                kind, goal = self._kind.pop(tab, ("", ""))
                if (
                    goal and goal.split("#")[0] != self._scrub(frame.url).split("#")[0]
                ):  # what was announced did not happen
                    kind = ""
                kind = kind or ("script" if self._just_acted(tab) else "typed")
                self._append(Operation(type="navigate", url=self._scrub(frame.url), value=kind, tab=tab))
        except Exception as error:  # noqa: BLE001  (a page that is closed meanwhile)
            self.faults.append(first_line(error))

    def _arrived(self, tab: int, kind: str) -> None:
        """A new document says that it was reloaded or came from the history: nobody typed its address."""
        for i in range(len(self.operations) - 1, -1, -1):
            last = self.operations[i]
            if last.tab == tab and last.type == "navigate":
                if last.value == "typed":
                    self.operations[i] = replace(last, value=kind)
                return

    def _just_acted(self, tab: int) -> bool:
        """Return whether, where the browser does not say, an event so recent must have brought a navigation."""
        last = next((o.timestamp for o in reversed(self.operations) if o.tab == tab and o.timestamp), 0.0)
        caused = self._blind and time.time() * 1000 - last <= self.window * 1000
        if caused:
            self._append(Operation(type="leaving", value="script", tab=tab))
        return caused

    def _scrub(self, value: Any) -> Any:
        """Return ``value`` with every secret's value replaced by its name, at any depth."""
        if isinstance(value, str):
            for secret, name in sorted(self.secrets.items(), key=lambda item: -len(item[0])):
                if secret in value:
                    value = value.replace(secret, name)
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


HAS_CUSTOM = """[...document.querySelectorAll('*')].some((e) => !e.shadowRoot && (e.localName.includes('-')
    || (/^(div|section|article|span|main|aside)$/.test(e.localName) && !e.childNodes.length && e.clientHeight > 0)))"""
"""Whether a document may hold closed shadow roots that were made before the recorder came."""


class BehaviorRecorder:
    """Captures what a person, a script or a model does on a page, with full evidence, without disturbing it.

    Works on sync and on async pages: on async ones ``start`` and ``stop`` return awaitables.

    Args:
        snapshot_capture: Whether each operation carries the document's HTML.
        input_debounce: Seconds without a key after which what was typed becomes an operation.
        navigation_window: Seconds after an event within which a navigation is its doing.
        secrets: Values by parameter name that must never be kept.
    """

    def __init__(
        self,
        *,
        snapshot_capture: bool = False,
        input_debounce: float = 1.5,
        navigation_window: float = 2.0,
        secrets: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare; nothing is attached before ``start``."""
        self._snapshots, self._debounce, self._window = snapshot_capture, input_debounce * 1000, navigation_window
        self._secrets = dict(secrets or {})
        self._recording: Recording | None = None
        self._session: Session | None = None
        self._final = PageState()

    def start(self, page_or_context: Any) -> Any:
        """Attach to a page's context, or to a context with at least one page."""
        page = page_or_context if hasattr(page_or_context, "main_frame") else page_or_context.pages[0]
        self._session = Session(page)
        self._recording = Recording(
            self._session, self._secrets, debounce=self._debounce, window=self._window, snapshots=self._snapshots
        )
        return _driven(page, self._recording.start())

    def stop(self) -> Any:
        """Let late events arrive and detach; the page is as it was."""
        if self._recording is None or self._session is None:
            return None
        return _driven(self._session.home, self._end())

    @property
    def operations(self) -> tuple[Operation, ...]:
        """What was captured so far, in order."""
        return tuple(self._recording.operations) if self._recording else ()

    @property
    def faults(self) -> tuple[str, ...]:
        """What the recorder could not do; never a reason for a test to fail."""
        return tuple(self._recording.faults) if self._recording else ()

    def steps(self, values: Mapping[str, str] | None = None) -> Any:
        """Return the steps that the operations amount to; parameter ``values`` become ``{{name}}``."""
        from pytest_ami.machine.record import reduce

        return reduce(self.operations, self._final, values or {})

    def _end(self) -> Calls:
        if self._recording is not None and self._session is not None:
            _, self._final = yield from self._recording.read()
            yield from self._recording.stop()
            self._session.close()


def _driven(page: Any, calls: Calls) -> Any:
    """Carry out Playwright calls at once on a sync page; return a coroutine that does on an async one."""
    if any(kind.__module__.startswith("playwright.async_api") for kind in type(page).__mro__):
        return _awaited(calls)
    answer = None
    try:
        while True:
            try:
                answer = calls.send(answer)
            except StopIteration:
                return None
    finally:
        calls.close()


async def _awaited(calls: Calls) -> None:
    answer = None
    while True:
        try:
            step = calls.send(answer)
        except StopIteration:
            return
        try:
            answer = await step if inspect.isawaitable(step) else step
        except Exception as error:  # noqa: BLE001  (the calls decide what it means)
            try:
                answer = await calls.throw(error)
            except StopIteration:
                return
