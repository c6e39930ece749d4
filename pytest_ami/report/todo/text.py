"""``todo.md`` as text: rendered from a state, and parsed back to it.

Each line begins with a prefix of its own, and no text of a state holds a line end: so a line is what its prefix says,
whatever a page, a model or a stored flow put into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .state import LogLine, Note, PlanItem, Todo

_ENDLESS = "∞"
_TITLE = "# TODO for session "
_HEAD = ("Instruction", "Started at", "Current URL")
_SECTIONS = ("## Plan", "## Progress Log", "## Notes")
_ITEM = re.compile(r"- \[([ x])\] Step \d+: (.*?)(?:  (#.*))?")
_LINE = re.compile(r'- \[OK\] (\d\d:\d\d:\d\d) (\w+) "([^"]*)" @ (\S*) \| (.*)')
_NOTE = re.compile(r"- (\d\d:\d\d:\d\d) (\w+): (.*)")
_COUNT = re.compile(r"\((\d+)/")


def render(todo: Todo) -> str:
    """Return the file of a state."""
    return "\n".join(_lines(todo)) + "\n"


def parse(text: str) -> Todo:
    """Return the state of a file.

    Raises:
        ValueError: It is no such file.
    """
    title, *lines = text.split("\n")
    sections: dict[str, list[str]] = {"": []}
    for line in lines:
        if line.startswith("## "):
            sections[line] = []
        else:
            sections[list(sections)[-1]].append(line)
    facts = dict(line.split(": ", 1) for line in sections[""] if ": " in line)
    counted = _COUNT.match(facts.get("Progress", ""))
    if counted is None or not title.startswith(_TITLE) or not set(_HEAD) <= set(facts):
        raise ValueError(f"This is no todo.md: it does not begin with {_TITLE!r} and {', '.join(_HEAD)}, Progress")
    plan, log, notes = (sections.get(heading, []) for heading in _SECTIONS)
    return Todo(
        session=title.removeprefix(_TITLE),
        instruction=facts["Instruction"],
        started=facts["Started at"],
        url=facts["Current URL"],
        plan=tuple(_item(match) for match in map(_ITEM.fullmatch, plan) if match),
        log=tuple(LogLine(*match.groups()) for match in map(_LINE.fullmatch, log) if match),
        count=int(counted[1]),
        notes=tuple(Note(*match.groups()) for match in map(_NOTE.fullmatch, notes) if match),
    )


def progress(todo: Todo) -> str:
    """Return the progress, such as ``(3/6)``."""
    return f"({todo.count}/{_ENDLESS if todo.total is None else todo.total})"


def _lines(todo: Todo) -> Iterator[str]:
    plan, log, notes = _SECTIONS
    yield from (f"{_TITLE}{todo.session}", "")
    head = (todo.instruction, todo.started, todo.url)
    yield from (f"{name}: {text}" for name, text in zip(_HEAD, head, strict=True))
    yield from (f"Progress: {progress(todo)}", "", plan, "")
    for number, item in enumerate(todo.plan, 1):
        tags = [f"#{name}:{tag}" for name, tag in (("action", item.action), ("domain", item.domain)) if tag]
        end = f"  {' '.join(tags)}" if tags else ""
        yield f"- [{'x' if item.checked else ' '}] Step {number}: {item.text}{end}"
    yield from ("", log, "")
    for line in todo.log:
        yield f'- [OK] {line.time} {line.kind} "{line.selector}" @ {line.url} | {line.summary}'
    yield from ("", notes, "")
    for note in todo.notes:
        yield f"- {note.time} {note.label}: {note.text}"


def _item(match: re.Match[str]) -> PlanItem:
    box, text, tags = match.groups()
    found = dict(tag.removeprefix("#").split(":", 1) for tag in (tags or "").split())
    return PlanItem(text, found.get("action", ""), found.get("domain", ""), checked=box == "x")
