"""From recorded operations to the contents of the memory: visits, passages and stretches.

It knows operations and URLs. It must never know a store, a test or a browser.

Rules of this module:

* The memory keeps the name of the element and of the parameter, not the data: digits become ``#``, parameter values
  ``{{name}}``, typed text that is not a parameter ``…``. The text typed into a secret field is never read.
* A text of a page is cut to 60 characters; counters such as ``(3)`` are removed.
* A stretch ends where the state changes. Its last intent led to the new state, unless the new address was opened
  from outside the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from pytest_ami.instructions.parameters import templatize, unlike_names
from pytest_ami.instructions.template import split
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.memory import SOME, TEXT, Intent, MemorySession, Passage, Stretch, Visit, digest
from pytest_ami.model.operation import Operation
from pytest_ami.model.workflow import StepKind

from .descriptions import describe, state_name
from .page_identity import visit_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_ami.model.workflow import Step

KINDS = {
    "dblclick": "double_click",
    "contextmenu": "right_click",
    "input": "fill",
}
"""Types of operations whose intent has another name."""

SILENT = frozenset({"leaving", "closing", "navigate", "popup", "download", "scroll", "close"})
"""Operations that report a change of page, or that carry no intent."""

OUTSIDE = frozenset({"typed", "history", "reload"})
"""Ways of navigating that no element of the page caused."""

TYPED = frozenset({"fill", "upload", "dialog"})
"""Kinds whose value came from a person, not from the page."""

GOTO = Intent(kind="goto")
MASKED = "{{?}}"
_COUNTER = re.compile(r"\s*[(\[（【]\s*#[#+,.]*\s*[)\]）】]\s*$|\s+#[#+,.]*\s*$")


def calm(text: str) -> str:
    """Return a text of a page in the form that is compared and kept: one line, digits as ``#``, no counters, cut."""
    line = " ".join(text.split())
    folded = "".join(piece if hole else re.sub(r"\d+", "#", piece) for piece, hole in split(line))
    while (plain := _COUNTER.sub("", folded).strip()) not in ("", folded):
        folded = plain
    return _cut(folded)


def _cut(text: str) -> str:
    if len(text) <= TEXT:
        return text
    kept = text[: TEXT - 1]
    if kept.rfind("{{") > kept.rfind("}}"):  # drop a parameter name that was cut in two
        kept = kept[: kept.rfind("{{")]
    return _COUNTER.sub("", kept.rstrip().removesuffix("…").rstrip()) + "…"


def kept_value(kind: str, value: str, *, secret: bool) -> str:
    """Return the part of a value that the memory keeps: names of parameters, chosen labels, names of keys.

    Args:
        kind: Kind of the intent.
        value: The value, with its parameter values already written as ``{{name}}``.
        secret: Whether the field is a secret one.
    """
    pieces = [(piece, hole) for piece, hole in split(value) if piece]
    if secret or MASKED in value:
        named = [piece for piece, hole in pieces if hole]
        return "".join(named) or (MASKED if value else "")
    if kind == "press":  # a single character is typing
        return value if len(value) > 1 and re.fullmatch(r"[A-Za-z0-9]+(?:\+\S{1,12})*", value) else SOME
    if kind in ("click", "double_click", "right_click", "check", "uncheck", "hover", "drag"):
        return ""
    if kind in TYPED:
        return "".join(piece if hole else SOME for piece, hole in pieces)
    return calm(value)


def intent_of(operation: Operation, values: Mapping[str, str]) -> Intent:
    """Return the intent of ``operation``.

    Args:
        operation: The recorded operation, its secret values replaced by their names.
        values: Parameter values by name, without secrets.
    """
    kind = KINDS.get(operation.type, operation.type)
    raw = operation.value
    name = "" if kind in TYPED and len(raw) > 1 and raw in operation.text else operation.text
    value = raw if operation.secret else templatize(raw, values)
    return Intent(
        kind=kind,
        role=operation.role,
        name=calm(name if kind in TYPED else templatize(name, unlike_names(values))),
        value=kept_value(kind, value, secret=operation.secret),
    )


@dataclass(slots=True)
class _Walk:
    """One path through the pages of a session."""

    visits: dict[str, Visit] = field(default_factory=dict)
    passages: dict[tuple[str, str], Passage] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    stretches: list[Stretch] = field(default_factory=list)
    here: Visit | None = None
    intents: list[Intent] = field(default_factory=list)

    def arrive(self, url: str, *, caused: bool) -> None:
        visit = visit_of(url)
        if visit is None:
            return
        self.visits.setdefault(visit.id, replace(visit, name=state_name(visit.host, visit.route)))
        here, self.here = self.here, visit
        if here is None or here.state == visit.state:
            return
        trigger = self.intents[-1] if caused and self.intents else GOTO
        passage = Passage(id=action_id(here.state, visit.state), source=here.state, target=visit.state, trigger=trigger)
        self.passages.setdefault((passage.id, trigger.key), passage)
        self._close(here, visit.route if caused and self.intents else "")

    def name(self, operation: Operation, values: Mapping[str, str]) -> None:
        """Name the page by its heading, unless it shows one record: then the heading is the record's."""
        if self.here is None or self.here.route.endswith(":id") or self.here.id in self.named:
            return
        headings = (key.partition("|")[2] for key in operation.before.notices if key.startswith("heading|"))
        heading = calm(templatize(next(headings, ""), values))
        if heading and "{{" not in heading:
            self.named.add(self.here.id)
            visit = self.visits[self.here.id]
            self.visits[visit.id] = replace(visit, name=state_name(visit.host, visit.route, heading))

    def finish(self) -> None:
        if self.here is not None:
            self._close(self.here, "")

    def _close(self, here: Visit, leads: str) -> None:
        if self.intents:
            found = sequence_id(here.state, self.intents)
            text = describe(self.intents)
            stretch = Stretch(id=found, state=here.state, intents=tuple(self.intents), leads=leads, description=text)
            self.stretches.append(stretch)
        self.intents = []


def sequence_id(state: str, intents: Iterable[Intent]) -> str:
    """Return the content hash of the intents on a state."""
    return digest("sequence", state, *(intent.key for intent in intents))


def action_id(source: str, target: str) -> str:
    """Return the content hash of the transition between two states."""
    return digest("action", source, target)


def session_of(
    operations: Iterable[Operation], *, final_url: str = "", values: Mapping[str, str] | None = None
) -> MemorySession:
    """Return the visits, passages and stretches of ``operations`` as a session without a name.

    Args:
        operations: The recorded operations, in order, their secret values replaced by their names.
        final_url: The page after the last operation; empty if it is not known.
        values: Parameter values by name, without secrets.
    """
    walk = _Walk()
    leaving = False
    last: Operation | None = None
    for operation in without_noise(operations):
        if operation.type == "leaving":
            leaving = True
        elif operation.type == "navigate":
            caused = operation.value not in OUTSIDE if operation.value else leaving
            walk.arrive(operation.url, caused=caused)
        elif operation.type == "download":
            leaving = False
        elif operation.type not in SILENT:
            if not operation.frame or walk.here is None:
                opened = last is not None and last.tab != operation.tab
                walk.arrive(operation.url, caused=not opened or operation.tab > (last.tab if last else 0))
            if not operation.frame:
                walk.name(operation, values or {})
            if operation.type != "hover" or operation.role:  # a pointer hovers over many elements by chance
                walk.intents.append(intent_of(operation, values or {}))
            leaving, last = False, operation
    if final_url and (last is None or not last.frame):
        walk.arrive(final_url, caused=True)
    walk.finish()
    return MemorySession(
        visits=tuple(walk.visits.values()), passages=tuple(walk.passages.values()), stretches=tuple(walk.stretches)
    )


def operations_of(steps: Iterable[Step], url: str) -> tuple[Operation, ...]:
    """Return the operations that stored steps came from, as far as the memory needs them.

    Args:
        steps: The steps of a workflow.
        url: A page of the site of these steps.
    """
    parts = urlsplit(url)
    site = f"{parts.scheme}://{parts.netloc}"
    names = {new: old for old, new in KINDS.items()}
    found = []
    for step in steps:
        page = f"{site}{step.route or parts.path or '/'}"
        if step.kind is StepKind.GOTO:
            found.append(Operation(type="navigate", url=urljoin(page, step.value), value="typed", tab=step.tab))
            continue
        target = step.target or Fingerprint(tag="")  # a key for the page itself has no element
        operation = Operation(
            type=names.get(step.kind.value, step.kind.value),
            url=page,
            role=target.role,
            text=target.name,
            value=step.value,
            xpath=target.absolute_xpath,
            frame=step.frame,
            tab=step.tab,
        )
        found.append(operation)
    return tuple(found)


def without_noise(operations: Iterable[Operation]) -> list[Operation]:
    """Drop redundant operations: repeated input into one field, the click that focused it, the click of a double-click.

    Idempotent and order-preserving.
    """
    kept: list[Operation] = []
    for recorded in operations:
        operation = recorded
        while kept and _absorbs(operation, kept[-1]):
            operation = replace(operation, url=kept.pop().url)
        kept.append(operation)
    return kept


def _absorbs(operation: Operation, last: Operation) -> bool:
    """Return whether ``operation`` makes ``last`` redundant."""
    if not _same_element(last, operation):
        return False
    typing = operation.type in ("input", "select", "upload")
    again = operation.type == last.type and (typing or operation.type == "dblclick")
    flipped = {operation.type, last.type} == {"check", "uncheck"}
    led_here = last.type == "click" and (typing or operation.type == "dblclick")
    return again or flipped or led_here


def _same_element(one: Operation, other: Operation) -> bool:
    return bool(one.xpath) and one.place == other.place
