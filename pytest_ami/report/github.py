"""The run for GitHub: a summary of the job in Markdown, and annotations at the tests whose flows need a look.

Rules of this module:

* A summary has at most so many bytes. The least important runs are left out first, and the summary says how many.
* Every text of a page stands in ``code`` of HTML, in which GitHub reads neither Markdown nor names of people.
* An annotation is one line, and no text within it begins another command.

It knows runs as plain data. It must never know a file or a variable.
"""

from __future__ import annotations

from html import escape
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from pytest_ami.model.printable import printable_line

from .terminal import details, headline, importance, remarkable, runs_of, title, word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

LARGEST = 1_000 * 1024
"""Most bytes of the summary of a step; GitHub takes 1,024 KiB, and shows nothing of a larger one."""

MOST_ANNOTATIONS = 10
"""Most annotations of a step that GitHub shows."""

ANNOTATED = ("stale", "healed")
"""Outcomes that get an annotation, the more important first."""

_TABLE = "<table>\n<tr><th>outcome</th><th>flow</th><th>test</th><th>evidence</th></tr>\n"
_END = "</table>\n"
_CUT = (
    "\n{} of {} runs are left out, the least important ones, because the summary of a step may not be larger. "
    "All of them: <code>pytest --ami-json=FILE</code>\n"
)

FileLine = tuple[str, int]
"""File of a test, relative to the root of the repository, and its line from 1."""


def job_summary(tests: Mapping[str, list[dict[str, Any]]], mode: str, largest: int = LARGEST) -> str:
    """Return the summary of a run in Markdown; empty if no flow ran, or if not even the head fits.

    Args:
        tests: For each node id the runs of its last attempt.
        mode: The mode of the run.
        largest: Most bytes.
    """
    runs = runs_of(tests)
    if not runs:
        return ""
    head = f"## Learned web flows\n\n{escape(headline([run for _, run in runs]))}. Mode: {escape(mode)}.\n\n"
    rows = [_row(test, run) for test, run in sorted(runs, key=lambda entry: (importance(entry[1]), entry[0]))]
    whole = head + _TABLE + "".join(rows) + _END
    if _size(whole) <= largest:
        return whole
    room = largest - _size(head + _TABLE + _END + _CUT) - 2 * len(str(len(rows)))
    kept = 0
    while kept < len(rows) and (room := room - _size(rows[kept])) >= 0:
        kept += 1
    cut = head + _TABLE + "".join(rows[:kept]) + _END + _CUT.format(len(rows) - kept, len(rows))
    return cut if _size(cut) <= largest else ""


def annotation_commands(tests: Mapping[str, list[dict[str, Any]]], places: Mapping[str, FileLine]) -> Iterator[str]:
    """Yield one line for each stale and each healed flow, stale ones first, and one for those beyond the limit.

    Args:
        tests: As for ``job_summary``.
        places: File and line of each test, by node id.
    """
    found = [(test, run) for test, run in remarkable(runs_of(tests)) if run["outcome"] in ANNOTATED]
    found.sort(key=lambda entry: ANNOTATED.index(entry[1]["outcome"]))
    shown = found if len(found) <= MOST_ANNOTATIONS else found[: MOST_ANNOTATIONS - 1]
    for test, run in shown:
        file, line = places.get(test, ("", 0))
        where = {"file": file, "line": line} if file else {}
        yield _command({**where, "title": f"{word(run)}: {title(run)}"}, "; ".join((test, *details(run))))
    if len(shown) < len(found):
        rest = f"{len(found) - len(shown)} more stale or healed flows are in the summary of the job"
        yield _command({"title": "learned web flows"}, rest)


def relative_place(location: tuple[str, int | None, str], root: str, workspace: str) -> FileLine:
    """Return the place of a test for GitHub.

    Args:
        location: As pytest reports it: the file relative to the root of the project, and the line from 0.
        root: Root of the project.
        workspace: Root of the repository; empty if it is not known.
    """
    file = PurePosixPath(root.replace("\\", "/")) / location[0].replace("\\", "/")
    base = workspace.replace("\\", "/")
    inside = base and file.is_relative_to(base)
    return str(file.relative_to(base)) if inside else location[0].replace("\\", "/"), (location[1] or 0) + 1


def _row(test: str, run: Mapping[str, Any]) -> str:
    evidence = "<br>".join(map(_code, details(run)))
    return f"<tr><td>{word(run)}</td><td>{_code(title(run))}</td><td>{_code(test)}</td><td>{evidence}</td></tr>\n"


def _code(text: str) -> str:
    return f"<code>{escape(printable_line(text))}</code>"


def _size(text: str) -> int:
    return len(text.encode())


def _command(properties: Mapping[str, object], message: str) -> str:
    named = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in properties.items())
    return f"::warning {named}::{_escaped(message)}"


def _escaped(text: str, more: Iterable[str] = "") -> str:
    """Return a text as GitHub reads it in a command: percent, line ends and separators as codes."""
    for character in ("%", "\r", "\n", *more):
        text = text.replace(character, f"%{ord(character):02X}")
    return printable_line(text)
