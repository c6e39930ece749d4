"""Reads a prompt back into a view: what a model could know from the messages, and nothing else.

This module knows how the prompt is worded. It must never import the engine, the teachers or the model
classes: what the prompt does not say, nobody here knows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

_QUOTE = r'"(?:[^"\\]|\\.)*"'
_ELEMENT = re.compile(
    rf"\[(\w+)\] ([\w-]+)(?: ({_QUOTE}))?(?: \(((?:{_QUOTE}|[^\"()])*)\))?(?: (?:in|under) ({_QUOTE}))?$"
)
_FACT = re.compile(rf"([\w-]+): ({_QUOTE}(?: \| {_QUOTE})*)|([a-z][\w /-]*)")
_MOVE = re.compile(
    r"\d+\. (double.click|right.click|click|fill|select|check|uncheck|press|hover|upload|goto|back|wait)"
    rf"(?: ([a-z][\w-]*)(?: (?:beside {_QUOTE}|({_QUOTE})))?(?: in ({_QUOTE}))?)?(?: with (.*?))?(?: ({_QUOTE}|[A-Z]\w*))?"
    r"(?: \(the (\d+) moves before were wrong\))?(?: -> (ok|failed.*))?$"
)
_PARAMETER = re.compile(rf"- \{{\{{(.+?)\}}\}} (\w+)( \[secret\])?(?: value: ({_QUOTE}))?( \[used\])?$")
_NOTICE = re.compile(rf"- (\S*) ?({_QUOTE})(?: \(gone again\))?$")
_KNOWN = re.compile(r"\d+\. (.*) \((FAILING: )?worked \d+ of \d+\)$")
LASTS = " [lasts]"
"""Marks a step of a plan that changes something for good."""

_FIELD_ROLES = frozenset(
    {"textbox", "searchbox", "combobox", "listbox", "spinbutton", "checkbox", "radio", "switch", "slider"}
)


@dataclass(frozen=True, slots=True)
class Control:
    """A numbered element as the prompt tells it."""

    ref: str
    role: str
    name: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    states: frozenset[str] = frozenset()
    options: tuple[str, ...] = ()
    context: str = ""

    @property
    def is_field(self) -> bool:
        """Return whether it takes a value."""
        return self.role in _FIELD_ROLES or self.facts.get("type") in ("file", "password")

    @property
    def is_secret(self) -> bool:
        """Return whether its value is hidden."""
        return "secret" in self.states or self.facts.get("type") == "password"

    @property
    def texts(self) -> tuple[str, ...]:
        """Return what it is called, best first."""
        keys = ("label", "placeholder", "name", "id", "autocomplete", "data-testid", "data-test", "data-qa")
        found = (self.name, *(self.facts.get(key, "") for key in keys))
        return tuple(text for text in found if text)


@dataclass(frozen=True, slots=True)
class Past:
    """A move or a replayed step as the prompt tells it."""

    kind: str
    role: str = ""
    name: str = ""
    context: str = ""
    value: str = ""
    ok: bool = True


@dataclass(frozen=True, slots=True)
class Hole:
    """A parameter as the prompt tells it."""

    name: str
    type: str = "text"
    secret: bool = False
    value: str = ""
    used: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """A page operation as the prompt tells it."""

    task: str
    steps: tuple[Past, ...] = ()
    failing: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """All that a prompt says.

    Attributes:
        plan: The steps of the plan of a similar task, ``planned``; ``lasting`` are the numbers of those that last.
        still: Whether the last move changed nothing.
    """

    task: str = ""
    holes: tuple[Hole, ...] = ()
    replayed: tuple[Past, ...] = ()
    remaining: tuple[Past, ...] = ()
    moves: tuple[Past, ...] = ()
    url: str = ""
    title: str = ""
    notices: tuple[tuple[str, str], ...] = ()
    controls: tuple[Control, ...] = ()
    known: tuple[Known, ...] = ()
    plan: tuple[Past, ...] = ()
    planned: str = ""
    lasting: frozenset[int] = frozenset()
    still: bool = False


def read(messages: Sequence[Mapping[str, Any]]) -> View:
    """Return the view that the first user message of ``messages`` gives."""
    text = next((_text(message.get("content")) for message in messages if message.get("role") == "user"), "")
    sections = _sections(text)
    page = sections.get("PAGE", [])
    return View(
        task=" ".join(sections.get("TASK", [])).strip(),
        holes=tuple(_holes(sections.get("PARAMETERS", []))),
        replayed=tuple(_pasts(sections.get("DONE", []))),
        remaining=tuple(_pasts(sections.get("STILL", []))),
        moves=tuple(_pasts(sections.get("YOUR", []))),
        url=_value(page, "url"),
        title=_value(page, "title"),
        notices=tuple(
            (match.group(1), _plain(match.group(2))) for match in map(_NOTICE.match, page) if match is not None
        ),
        controls=tuple(_controls(page)),
        known=tuple(_known(sections.get("KNOWN", []))),
        plan=tuple(_pasts([line.removesuffix(LASTS) for line in sections.get("PLAN", [])])),
        planned=_planned(text),
        lasting=frozenset(_lasting(sections.get("PLAN", []))),
        still=any(line == "changed by your last move: nothing" for line in page),
    )


def _planned(text: str) -> str:
    """Return the task whose plan is shown."""
    found = re.search(rf"^PLAN \(of ({_QUOTE})", text, re.MULTILINE)
    return _plain(found[1]) if found else ""


def _lasting(lines: list[str]) -> list[int]:
    """Return the indices of the steps of a plan that change something for good."""
    steps = [line for line in lines if _MOVE.match(line.removesuffix(LASTS))]
    return [number for number, line in enumerate(steps) if line.endswith(LASTS)]


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else ()
    return "\n".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))


def _sections(text: str) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        head = re.match(r"(TASK$|WORDS|PARAMETERS|DONE|STILL|YOUR|PLAN \(|KNOWN \(|PAGE \()", line)
        if head:
            current = sections.setdefault(head.group(1).rstrip(" ("), [])
        elif line:
            current.append(line)
    return sections


def _plain(quoted: str | None) -> str:
    if not quoted:
        return ""
    try:
        return str(json.loads(quoted))
    except ValueError:
        return quoted.strip('"')


def _value(page: list[str], key: str) -> str:
    return next((_plain(line[len(key) + 2 :]) for line in page if line.startswith(f"{key}: ")), "")


def _holes(lines: list[str]) -> list[Hole]:
    found = (match for match in map(_PARAMETER.match, lines) if match is not None)
    return [
        Hole(
            name=match.group(1),
            type=match.group(2),
            secret=bool(match.group(3)),
            value=_plain(match.group(4)),
            used=bool(match.group(5)),
        )
        for match in found
    ]


def _known(lines: list[str]) -> list[Known]:
    found: list[Known] = []
    for line in lines:
        head = _KNOWN.match(line)
        if head:
            found.append(Known(head.group(1), failing=bool(head.group(2))))
        elif line.startswith("- ") and found:
            found[-1] = replace(found[-1], steps=(*found[-1].steps, *_pasts([f"1. {line[2:]}"])))
    return found


def _pasts(lines: list[str]) -> list[Past]:
    pasts: list[Past] = []
    for line in lines:
        match = _MOVE.match(line)
        if match is None:
            continue
        kind, role, name, context, value, key, undo, end = match.groups()
        if kind == "back":
            pasts = pasts[: max(len(pasts) - int(undo or 0), 0)]
            continue
        written = value if value and not value.startswith('"') else _plain(value or key)
        pasts.append(
            Past(
                kind,
                role or "",
                _plain(name),
                _plain(context),
                written,
                ok=end is None or end.startswith("ok"),
            )
        )
    return pasts


def _controls(page: list[str]) -> list[Control]:
    controls = []
    for line in page:
        match = _ELEMENT.match(line)
        if match is None:
            continue
        ref, role, name, told, context = match.groups()
        facts: dict[str, str] = {}
        states: set[str] = set()
        options: tuple[str, ...] = ()
        for fact in _FACT.finditer(told or ""):
            key, value, state = fact.groups()
            if key == "options":
                options = tuple(_plain(option) for option in re.findall(_QUOTE, value))
            elif key:
                facts[key] = _plain(value)
            else:
                states.add(state.strip())
        controls.append(Control(ref, role, _plain(name), facts, frozenset(states), options, _plain(context)))
    return controls
