"""The scripts that run in the page, as two texts, the way to call them in a frame, and the way of their events back.

The first text has what a look and an action need: every document of a replay reads it. The second one has the survey,
the teacher's view and the recorder, and comes with the first call of one of its functions.

Knows the order of the files and the global symbol that holds them. Knows nothing about their results, but whether the
page checks the element of the next action: a look that found it arms that check, and any other call ends it.
The property is a symbol and not enumerable, so a page does not find it by accident.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields
from functools import cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from pytest_ami.lexicon.circumstances import LABELS, OWNERS, circumstance_words

from .run_calls import Limited, run_calls

if TYPE_CHECKING:
    from .run_calls import Calls
    from .session import ContextSession

LOOKS = (
    "natives.js",
    "timers.js",
    "names.js",
    "describe.js",
    "choices.js",
    "surroundings.js",
    "presets.js",
    "texts.js",
    "covers.js",
    "parts.js",
    "look.js",
    "copies.js",
    "guard.js",
    "call.js",
)
"""The files of the first text."""

LESSONS = (
    "openers.js", "survey.js", "observe.js", "masks.js", "reading.js", "moves.js", "hover.js", "drag.js", "record.js",
)  # fmt: skip
"""The files of the second text. They use the names of the first one's files, and those do not use theirs."""

LOOK_API = (
    "look, present, choose, take, takeHand, settle, scrollTo: scrollTo_, state, describe, adoptRoot, arm, disarm,"
    " heldBeforeCaret, selectText, underPointer, goOn, freePoint, visibleMiddle"
)
LESSON_API = "survey, observe, pointed, bringIntoView, drawOver, stillMasked, wipe, record, flush"

BINDING = "__ami_emit"
"""Name of the function that the recorder in the page calls; exposed only while recording."""

NO_JSON = ""
"""Answer of a page that has replaced ``JSON``: call again with ``plain_arguments``, and get plain data."""

CALL = "([name, given]) => globalThis[Symbol.for('pytest-ami')]?.call(name, given) ?? null"
"""Calls one function of the bundle with ``call_arguments``; null when the document does not have the function yet."""

TAKE = "(ref) => globalThis[Symbol.for('pytest-ami')]?.take(ref) ?? null"
"""Returns the element that a look selected, or that an observation numbered."""

TAKE_HAND = "(ref) => globalThis[Symbol.for('pytest-ami')]?.takeHand(ref) ?? null"
"""Returns the part of that element on which a person presses: of a hidden check box, its label."""

FREE_POINT = "(el) => globalThis[Symbol.for('pytest-ami')]?.freePoint(el) ?? null"
"""Returns the point at which a person presses a label that holds links: beside them."""

VISIBLE_MIDDLE = "(el) => globalThis[Symbol.for('pytest-ami')].visibleMiddle(el)"
"""Returns the point of an element, from its corner, that is in the middle of its part in view."""

ADOPT = "function () { globalThis[Symbol.for('pytest-ami')]?.adoptRoot(this) }"
"""Called on a closed shadow root; hands the root to the bundle."""

HAS_CUSTOM = """[...document.querySelectorAll('*')].some((e) => !e.shadowRoot && (e.localName.includes('-')
    || (/^(div|section|article|span|main|aside)$/.test(e.localName) && !e.childNodes.length && e.clientHeight > 0)))"""
"""Tests whether a document may hold closed shadow roots that were made before the recorder was attached."""

HUBS: WeakKeyDictionary[Any, Hub] = WeakKeyDictionary()
"""The hub of each context, while the context lives."""


DISARMING = 300.0
"""Milliseconds to ask whether an action was withheld. A page that does not answer has a reason, such as the action."""

KEEPS_ARMED = frozenset({"arm", "disarm", "heldBeforeCaret", "selectText", "underPointer", "goOn"})
"""Functions of the bundle that do not end the check of the next action's element; call.js has the same names."""


_NOT_NEEDED = re.compile(r"^\s*//.*\n|^\s+", re.MULTILINE)
"""Indentation, and lines that are comments: each document would read them once more."""


_DECLARED = re.compile(r"^(?:const|(?:async )?function\*?) ([\w$]+)", re.MULTILINE)
"""A name of a file, at the beginning of a line; one that changes its value is shared with no other script."""

_WORD = re.compile(r"[A-Za-z_$][\w$]*")


def _text(parts: tuple[str, ...]) -> str:
    folder = files("pytest_ami.browser") / "js"
    return "\n".join((folder / part).read_text(encoding="utf-8") for part in parts)


@cache
def _shared() -> str:
    """Return the names that the second text takes from the first one."""
    return ", ".join(sorted({*_DECLARED.findall(_text(LOOKS))} & {*_WORD.findall(_text(LESSONS))}))


def _script(body: str) -> str:
    """Return a text that runs by itself; a letter is one byte."""
    whole = f"(() => {{ const KEY = Symbol.for('pytest-ami');\n{_NOT_NEEDED.sub('', body)}\n}})();"
    return whole.encode("ascii", "backslashreplace").decode()


@cache
def look_script() -> str:
    """Return the script that installs the first text in a document; running it twice changes nothing."""
    patterns = {"CIRCUMSTANCES": circumstance_words(), "OWNERS": OWNERS, "LABELS": LABELS}
    words = "".join(f'const {name} = new RegExp({json.dumps(one)}, "i");\n' for name, one in patterns.items())
    return _script(
        f"if (globalThis[KEY]) return;\n{words}{_text(LOOKS)}\n"
        f"const api = {{ {LOOK_API} }}; api.call = answering(api);\n"
        f"Object.defineProperty(api, KEY, {{ value: {{ {_shared()} }}, enumerable: false }});\n"
        "Object.defineProperty(globalThis, KEY, { value: api, enumerable: false });"
    )


@cache
def lesson_script() -> str:
    """Return the script that adds the second text to the first one; running it twice changes nothing."""
    return _script(
        f"const api = globalThis[KEY]; if (api.record) return;\nconst {{ {_shared()} }} = api[KEY];\n"
        f"{_text(LESSONS)}\nObject.assign(api, {{ {LESSON_API} }});"
    )


@cache
def bundle() -> str:
    """Return both scripts as one text."""
    return f"{look_script()}\n{lesson_script()}"


@cache
def first_call(*, lesson: bool) -> str:
    """Return the expression that installs scripts and calls them: one round trip to the page instead of two.

    Its value is the function to call. The scripts stand outside of it, so that the browser parses them only once.

    Args:
        lesson: Whether the function is one of the second text.
    """
    scripts = (look_script(), lesson_script()) if lesson else (look_script(),)
    return f"({', '.join(one.removesuffix(';') for one in scripts)}, {CALL})"


def call_arguments(name: str, arguments: Mapping[str, Any]) -> list[str]:
    """Return the arguments of ``CALL``.

    Args:
        name: The name of a function of the bundle.
        arguments: The function's named arguments: plain data, or objects of flat dataclasses.
    """
    return [name, json.dumps(arguments, default=_fields)]


def plain_arguments(name: str, arguments: Mapping[str, Any]) -> list[Any]:
    """Return the arguments of ``CALL`` as plain data, for a page that has replaced ``JSON``."""
    return [name, json.loads(json.dumps(arguments, default=_fields))]


def _fields(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass by name, including empty ones, because the scripts expect all of them."""
    return {one.name: getattr(value, one.name) for one in fields(value)}


def parsed_answer(text: str | None) -> Any:
    """Return the result of a function of the bundle; None if there was no bundle or no result."""
    return None if text is None else json.loads(text)


@cache
def recording_script(debounce: float = 1500, *, snapshots: bool = False) -> str:
    """Return the init script that makes every new document record from its first moment.

    Args:
        debounce: Milliseconds without a key after which typed text is reported.
        snapshots: Whether each event carries the document's HTML.
    """
    options = f"{{ on: true, debounce: {debounce:g}, snapshots: {str(snapshots).lower()} }}"
    return f"{bundle()}\nglobalThis[Symbol.for('pytest-ami')].record({options});"


def in_page(session: ContextSession, frame: Any, name: str, arguments: dict[str, Any]) -> Calls:
    """Call a function of the bundle in ``frame``, and install its script first if it is missing."""
    if name not in KEEPS_ARMED:
        session.armed = None
    question = call_arguments(name, arguments)
    known = session.met.get(frame) == session.health.documents
    text = (yield frame.evaluate(CALL, question)) if known else None
    if text is None:
        text = yield frame.evaluate(first_call(lesson=name in LESSON_API.split(", ")), question)
        session.met[frame] = session.health.documents
    return (yield from _result(frame, name, arguments, text))


def called(frame: Any, name: str, arguments: dict[str, Any]) -> Calls:
    """Call a function of the bundle in a document that has it; return None if the document has no bundle."""
    return (yield from _result(frame, name, arguments, (yield frame.evaluate(CALL, call_arguments(name, arguments)))))


def _result(frame: Any, name: str, arguments: dict[str, Any], text: str | None) -> Calls:
    if text == NO_JSON:
        return (yield frame.evaluate(CALL, plain_arguments(name, arguments)))
    return parsed_answer(text)


def unseal(session: ContextSession, frame: Any, *, alone: bool = False) -> Calls:
    """Hand the closed shadow roots of ``frame`` to the bundle: Chromium lists them over CDP.

    In other browsers, or if another client forbids it, they stay closed. Then the look reports that it found nothing.

    Args:
        session: The context.
        frame: The frame; a frame in the process of its page stands for all frames of this page there.
        alone: Whether only a frame in a process of its own is meant.
    """
    try:
        try:
            client = yield session.context.new_cdp_session(frame)
        except Exception:  # a frame in its page's process has no session of its own
            if alone:
                raise
            client = yield session.context.new_cdp_session(frame.page)
        tree = yield client.send("DOM.getDocument", {"depth": -1, "pierce": True})
        for node in closed_roots(tree["root"]):
            found = yield client.send("DOM.resolveNode", {"backendNodeId": node})
            yield client.send(
                "Runtime.callFunctionOn", {"functionDeclaration": ADOPT, "objectId": found["object"]["objectId"]}
            )
        yield client.detach()
    except Exception:  # noqa: BLE001  (Firefox, WebKit, an out-of-process frame: closed roots stay closed)
        return


def closed_roots(node: dict[str, Any]) -> list[int]:
    """Return the backend ids of all closed shadow roots below a node of CDP's ``DOM.getDocument``, outermost first."""
    found = []
    for root in node.get("shadowRoots", ()):
        if root.get("shadowRootType") == "closed":
            found.append(root["backendNodeId"])
        found += closed_roots(root)
    for child in node.get("children", ()):
        found += closed_roots(child)
    if "contentDocument" in node:
        found += closed_roots(node["contentDocument"])
    return found


def answers(session: ContextSession, frame: Any) -> bool:
    """Return whether a frame has a document that can be asked now: it is not gone, and not being replaced."""
    return not (frame.is_detached() or frame.page.is_closed() or session.health.leaving(frame.page))


def disarmed(session: ContextSession, frame: Any) -> Calls:
    """End the check of an action's element; return what it has found.

    That is ``{"why": ..., "begun": ..., "pauses": ...}``: the reason for which events were withheld, whether the page
    got the first ones, and whether the press only waits for the page; an empty text if nothing was withheld.

    A document that is being replaced has seen the events, or its page acted by itself: there is nothing to ask.
    """
    session.armed = None
    if not answers(session, frame):
        return ""
    try:
        found = yield Limited(partial(run_calls, frame.page, called(frame, "disarm", {})), DISARMING)
    except Exception:  # noqa: BLE001  (the document was replaced meanwhile)
        return ""
    return found if isinstance(found, dict) else ""


class Hub:
    """Receives the events of all pages of one context, and passes them to the current recordings."""

    def __init__(self, context: Any) -> None:
        """Store ``context``; ``install`` connects the hub to it."""
        self.context = context
        self.installed = False
        self.recordings: list[Any] = []

    def install(self, script: str) -> Calls:
        """Expose the binding and add the init script; once per context."""
        if self.installed:
            return
        self.installed = True
        yield self.context.expose_binding(BINDING, self.receive)
        yield self.context.add_init_script(script)

    def receive(self, source: Mapping[str, Any], payload: str | Mapping[str, Any]) -> None:
        """Take one event from a page: its JSON, or plain data from a page that has replaced ``JSON``."""
        for recording in tuple(self.recordings):
            recording.receive(source, payload)
