"""The recorder: a pure observer of one browser context.

Rules of this module:

* The script in the page computes everything; the callback only appends. It never calls the page or raises into it.
* A secret's value is replaced by ``{{name}}`` everywhere before anything is kept. A secret without a name is masked,
  and its value is removed from all later events.
* There is one hub for each context: Playwright can expose a binding once and cannot remove it, so a hub without a
  recording discards events. Several recordings may listen at once.
* Faults of the recorder become ``faults``; they never fail the task.
* What the browser reports itself has a time, too, and the number of the event that led to it. A tab that reports one
  address twice within the window, with nothing done in between, has gone there once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from pytest_ami.engine.effects.requests import veiled
from pytest_ami.engine.recording.operations import OUTSIDE
from pytest_ami.engine.recording.record import KINDS, MASK
from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.engine.secrets.redaction import is_public, labels, name_of_beginning, redact_within
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.operation import Operation, PageState

from .bundle import HAS_CUSTOM, HUBS, Hub, called, recording_script, unseal
from .health import REFUSED, line_of, may_change
from .run_calls import Calls, first_line, run_calls
from .session import ContextSession

SHORTEST = 4
"""The least length of a part of a secret that is removed from later events. Shorter texts occur in any text."""

WORD = 2
"""The least length of an unnamed secret that is removed from later events; a short one is removed as a whole word."""

EVENTS = frozenset(KINDS) - {"navigate", "close"}
"""Operations on an element; the latest one tells which document is in front."""

DEEDS = EVENTS | {"navigate", "popup", "close", "download"}
"""All operations but announcements."""


class Recording:
    """The operations of one attempt.

    Args:
        session: The context with its tabs and frames.
        secrets: Values by parameter name that must never be kept.
        debounce: Milliseconds without a key after which typed text is reported.
        window: Seconds after an event within which a navigation counts as its effect, if the browser names no cause.
        snapshots: Whether each operation carries the document's HTML.
        keep: Called with every operation in its final form, for example to write it to disk at once.
        plain: Values of parameters that are no secrets: as a whole, such a text is no part of a secret.
        public: Those of them that are no secret in a field, unless it is a password field.
    """

    def __init__(
        self,
        session: ContextSession,
        secrets: Mapping[str, str],
        *,
        debounce: float = 1500,
        window: float = 2.0,
        snapshots: bool = False,
        keep: Callable[[Operation], None] | None = None,
        plain: Collection[str] = (),
        public: Collection[str] = (),
    ) -> None:
        """Store the options; ``start`` attaches."""
        self.session = session
        self.secrets = labels(secrets)
        self.window = window
        self._blind = False  # whether the browser has no Navigation API, which names the cause
        self.operations: list[Operation] = []
        self.faults: list[str] = []
        self._script = recording_script(debounce, snapshots=snapshots)
        self._keep = keep
        self._plain, self._public = frozenset(plain), frozenset(public)
        self._hub = HUBS.setdefault(session.context, Hub(session.context))
        self._listening: list[tuple[Any, str, Any]] = []
        self._kind: dict[int, tuple[str, str]] = {}  # the announced kind and goal of a tab's navigation
        self._closing: set[int] = set()
        self._awaited: dict[int, list[str]] = {}  # requests that belong to the next event of a tab, which was announced
        self._held: Operation | None = None  # the last typed text, held back: it may start a secret

    def start(self) -> Calls:
        """Begin: every page and frame of the context reports from now on."""
        yield from self._hub.install(self._script)
        self._hub.recordings.append(self)
        self._on(self.session.context, "page", self._opened)
        self._on(self.session.context, "request", self._requested)
        self._on(self.session.context, "response", self._answered)
        for page in self.session.open_tabs():
            self._follow(page)
            for frame in page.frames:
                try:
                    if (yield frame.evaluate(self._script)) is False:
                        self.faults.append(self._scrub(f"{frame.url} {LOST}"))
                    self._blind = not (yield frame.evaluate("'navigation' in globalThis"))
                    hosts = yield frame.evaluate(HAS_CUSTOM)
                    if hosts:
                        yield from unseal(self.session, frame)
                except Exception as error:  # noqa: BLE001  (a frame that scripts cannot reach is not recorded)
                    self.faults.append(self._scrub(f"{frame.url} is not recorded: {first_line(error)}"))

    def stop(self) -> Calls:
        """End: pages stop reporting; late events are dropped."""
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
                    yield from called(frame, "record", {"on": False})
                except Exception as error:  # noqa: BLE001  (a frame that is going away needs no stopping)
                    self.faults.append(self._scrub(f"{frame.url}: {first_line(error)}"))

    def read(self) -> Calls:
        """Let typed text and late events arrive; return the operations and the present state of the page."""
        states: dict[tuple[int, tuple[str, ...]], Any] = {}
        for page in self.session.open_tabs():
            for frame in page.frames:
                where = (self._tab(page), self.session.path_of(frame))
                try:
                    states[where] = yield from called(frame, "flush", {})
                except Exception as error:  # noqa: BLE001  (a frame being replaced has nothing to flush)
                    self.faults.append(self._scrub(f"{frame.url}: {first_line(error)}"))
        for tab in tuple(self._awaited):
            self._await(tab, over=True)
        self._tell(self._held)
        told = [o for o in self.operations if o.type in EVENTS]
        last = (told[-1].tab, told[-1].frame) if told else (0, ())
        return tuple(self.operations), self._state(states.get(last))

    def forget_since(self, keep: int) -> None:
        """Drop all operations after the first ``keep``."""
        del self.operations[keep:]

    def receive(self, source: Mapping[str, Any], event: str | Mapping[str, Any]) -> None:
        """Take one event: redact it, add its tab and frame, append it."""
        try:
            payload = json.loads(event) if isinstance(event, str) else event
            value = payload.get("value", "")
            attributes = (payload.get("fingerprint") or {}).get("attributes") or {}
            if value in self._public and attributes.get("type") != "password":
                payload = {**payload, "secret": False}
            if payload.get("secret") and (whole := name_of_beginning(value, self.secrets)):
                self._alias(value, whole, payload.get("fingerprint"))
                payload = {**payload, "value": whole}  # the first part of a secret that is typed slowly
            plain: dict[str, Any] = self._scrub(dict(payload))
            tab = self._tab(source["page"])
            if self._is_signal(tab, plain):
                return
            declared = {name for name in self.secrets.values() if name != MASK}
            if plain.get("secret") and value and plain["value"] not in declared:
                self._alias(value, MASK, payload.get("fingerprint"), least=WORD)
                plain = {**self._scrub(dict(payload)), "value": MASK}
                self._scrub_again()  # the page may have shown it before
            plain["frame"] = self._scrub(list(self.session.path_of(source["frame"])))
            plain["tab"] = tab
            operation = from_plain(Operation, {key: item for key, item in plain.items() if item is not None})
            if operation.type == "input" and len(value) >= SHORTEST:  # it may be a part of a secret
                whole = self._name_of_whole(value)
                if whole:
                    self._alias(value, whole, payload.get("fingerprint"))
                    operation = replace(from_plain(Operation, self._scrub(to_plain(operation))), value=whole)
                    self._scrub_again()
            if operation.type == "input" and operation.value in self.secrets.values():
                self._drop_beginnings(operation, value)
                operation = from_plain(Operation, self._scrub(to_plain(operation)))
            self._append(operation)
        except Exception as error:  # noqa: BLE001  (law 10: a fault of the recorder warns)
            self.faults.append(self._scrub(f"an event was not recorded: {first_line(error)}"))

    def _is_signal(self, tab: int, plain: Mapping[str, Any]) -> bool:
        """Note an announcement of a page; return whether it is no operation at all."""
        match plain["type"]:
            case "pending" | "settled" as signal:
                self._await(tab, over=signal == "settled")
                return True
            case "arrived":
                self._arrived(tab, plain["value"])
                return True
            case "leaving":
                self._kind[tab] = (plain["value"], plain["text"])
            case "closing":
                self._closing.add(tab)
        return False

    def _append(self, operation: Operation) -> None:
        if operation.type in EVENTS and operation.type != "input":  # the text that is told first has sent nothing
            for request in self._awaited.pop(operation.tab, ()):
                operation = operation.followed_by(request)
        if not operation.timestamp:  # the browser reported it, not a page
            operation = replace(operation, timestamp=time.time() * 1000, ref=operation.ref or self._cause(operation))
        self.operations.append(operation)
        held, self._held = self._held, operation
        if held is not None and not (held.type == operation.type == "input" and _same_field(held, operation)):
            self._tell(held)
        if operation.type != "input":
            self._tell(operation)

    def _tell(self, operation: Operation | None) -> None:
        if operation is self._held:
            self._held = None
        if self._keep is not None and operation is not None:
            self._keep(operation)

    def _name_of_whole(self, part: str) -> str:
        """Return the name of the secret of which a typed text is a part, or an empty string."""
        if part in self._plain:
            return ""
        wholes = ((secret, name) for secret, name in self.secrets.items() if part in secret and part != secret)
        return next((name for secret, name in wholes if not is_public(secret, name)), "")

    def _alias(self, value: str, name: str, field: Mapping[str, Any] | None, *, least: int = SHORTEST) -> None:
        """Redact ``value`` too from now on, unless it is part of the name of its field, or the secret is public.

        The whole value of a parameter that is no secret stays, too.
        """
        if value in self._plain:
            return
        if any(whole != value and label == name and is_public(whole, name) for whole, label in self.secrets.items()):
            return
        called = f"{(field or {}).get('name')} {(field or {}).get('label')} {(field or {}).get('attributes')}".lower()
        if len(value) >= least and value.lower() not in called:
            self.secrets[value] = name
            GATE.declare({name.strip("{}"): value})

    def _drop_beginnings(self, operation: Operation, value: str) -> None:
        """Replace earlier parts of a secret by its name: it was typed in bursts into a field not marked as secret."""
        for i, earlier in enumerate(self.operations):
            if earlier.type == "input" and _same_field(earlier, operation) and value.startswith(earlier.value):
                print_ = to_plain(earlier.fingerprint) if earlier.fingerprint else None
                self._alias(earlier.value, operation.value, print_)
                self.operations[i] = replace(earlier, value=operation.value)
        self._scrub_again()

    def _scrub_again(self) -> None:
        held = self._held is not None
        self.operations[:] = [from_plain(Operation, self._scrub(to_plain(o))) for o in self.operations]
        self._held = self.operations[-1] if held and self.operations else None

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
        """Find closed shadow roots that the parser made; on async pages Playwright awaits the result."""
        return run_calls(page, self._unseal(page))

    def _unseal(self, page: Any) -> Calls:
        for frame in page.frames:
            try:
                hosts = yield frame.evaluate(HAS_CUSTOM)
                if hosts:
                    yield from unseal(self.session, frame)
            except Exception as error:  # noqa: BLE001  (a frame that is going away has nothing to find)
                self.faults.append(self._scrub(f"{frame.url}: {first_line(error)}"))

    def _closed(self, page: Any) -> None:
        tab = self._tab(page)
        how = "page" if tab in self._closing else "user"
        self._append(Operation(type="close", url=self._scrub(page.url), tab=tab, value=how))

    def _came_down(self, page: Any, download: Any) -> None:
        name = self._scrub(download.suggested_filename)
        self._append(Operation(type="download", url=self._scrub(download.url), value=name, tab=self._tab(page)))

    def _requested(self, request: Any) -> None:
        try:
            if may_change(request):
                self._note_sent(line_of(request, self._scrub, veiled), self._tab(request.frame.page))
            if request.is_navigation_request() and request.redirected_from and request.frame.parent_frame is None:
                tab = self._tab(request.frame.page)
                self._kind[tab] = ("redirect" if tab in self._kind else "typed", self._scrub(request.url))
        except Exception as error:  # noqa: BLE001  (a service worker's request has no frame)
            self.faults.append(self._scrub(first_line(error)))

    def _note_sent(self, request: str, tab: int) -> None:
        """Note at the latest event that a request followed it which may have changed something on the server."""
        if tab in self._awaited:
            self._awaited[tab].append(request)
            return
        latest = next((i for i in range(len(self.operations) - 1, -1, -1) if self.operations[i].type in EVENTS), None)
        if latest is not None:
            self._replace(latest, self.operations[latest].followed_by(request))

    def _answered(self, response: Any) -> None:
        """Leave out the address of a request that the server refused: a replay must not expect it to succeed."""
        if response.status < REFUSED:
            return
        sent = line_of(response.request, self._scrub, veiled)
        having = (i for i, one in enumerate(self.operations) if sent in (one.sent, *one.also_sent))
        if (index := max(having, default=None)) is not None:
            self._replace(index, self.operations[index].refused(sent, response.request.method))

    def _await(self, tab: int, *, over: bool) -> None:
        """Keep requests for the next event of a tab, which the page has announced; if there is none, end that."""
        if not over:
            self._awaited.setdefault(tab, [])
            return
        for request in self._awaited.pop(tab, ()):
            self._note_sent(request, tab)

    def _replace(self, index: int, operation: Operation) -> None:
        held = self._held is self.operations[index]
        self.operations[index] = operation
        self._held = operation if held else self._held

    def _navigated(self, frame: Any) -> None:
        try:
            if frame.parent_frame is None and frame.url != "about:blank":
                tab, url = self._tab(frame.page), self._scrub(frame.url)
                kind, goal = self._kind.pop(tab, ("", ""))
                if goal and goal.split("#")[0] != url.split("#")[0]:  # the announced navigation did not happen
                    kind = ""
                if not self._is_there(tab, url):
                    kind = kind or ("script" if self._just_acted(tab) else "typed")
                    self._append(Operation(type="navigate", url=url, value=kind, tab=tab))
        except Exception as error:  # noqa: BLE001  (a page that is closed meanwhile)
            self.faults.append(self._scrub(first_line(error)))

    def _arrived(self, tab: int, kind: str) -> None:
        """Note that a new document was reloaded or came from the history, so that its address was not typed."""
        for i in range(len(self.operations) - 1, -1, -1):
            last = self.operations[i]
            if last.tab == tab and last.type == "navigate":
                if last.value == "typed":
                    self.operations[i] = replace(last, value=kind)
                return

    def _just_acted(self, tab: int) -> bool:
        """Return whether a recent event must have caused a navigation; used if the browser names no cause."""
        last = self._latest(tab, EVENTS) if self._blind else None
        if last is None or not self._is_recent(last):
            return False
        self._append(Operation(type="leaving", url=last.url, value="script", tab=tab))
        return True

    def _is_there(self, tab: int, url: str) -> bool:
        """Return whether a tab has just gone to this address, and nothing was done in it since."""
        last = self._latest(tab, DEEDS)
        return last is not None and (last.type, last.url) == ("navigate", url) and self._is_recent(last)

    def _cause(self, operation: Operation) -> str:
        """Return the number of the event that led to what the browser reports; empty if it came from outside."""
        last = self._latest(None if operation.type == "popup" else operation.tab, EVENTS)
        if last is None or operation.value in (*OUTSIDE, "user") or not self._is_recent(last):
            return ""
        return last.ref

    def _latest(self, tab: int | None, kinds: Collection[str]) -> Operation | None:
        return next((o for o in reversed(self.operations) if tab in (None, o.tab) and o.type in kinds), None)

    def _is_recent(self, operation: Operation) -> bool:
        return time.time() * 1000 - operation.timestamp <= self.window * 1000

    def _scrub(self, value: Any) -> Any:
        """Return ``value`` with every secret's value replaced by its name, at any depth."""
        return redact_within(value, self.secrets)

    def _state(self, plain: Any) -> PageState:
        if not isinstance(plain, dict):
            return PageState()
        clean = {key: value for key, value in self._scrub(plain).items() if value is not None}
        return from_plain(PageState, clean)


def _same_field(first: Operation, second: Operation) -> bool:
    return first.place == second.place


LOST = "is not recorded: it had replaced JSON before the recorder came. Start the recorder before the page is opened"
"""Fault of a document whose events never arrive: Playwright's binding writes JSON by the page's own means."""
