"""Texts for people: characters that a terminal obeys, or that hide or reorder other text, are written as escapes.

Rules of this module:

* A text may come from a page, a model or a stranger's file. No such text moves the cursor, colours a line, reverses
  the order of words, or begins a line of its own.
* Every other character stays as it is: letters of any script, emoji, and the joiners that both need.
* This is the only place that decides it. The edges call it: errors, warnings, the summary, tables, commands, JSON.

Knows characters. Must never know the meaning of a text.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import wraps
from os import PathLike, fspath
from typing import Any, TypeVar

T = TypeVar("T")

_UNSEEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f"
)
_HIDDEN = re.compile(f"[{_UNSEEN}]")
_OF_A_LINE = re.compile(f"[{_UNSEEN}\t\n]")
_OWN_STYLE = re.compile(r"(\x1b\[(?:[0-2]|22|39|(?:[0-2];)?[39][0-7])m)")
"""The styles of our own lines: bold, dim, colours of the text, and their ends; nothing that hides or moves."""

_BASIC = 0xFFFF
_UNSAFE_IN_QUOTES = frozenset('"\\$`!\n')


def printable(text: str) -> str:
    """Return a text of several lines without characters that a terminal obeys."""
    return _HIDDEN.sub(_escaped, text)


def printable_line(text: str) -> str:
    """Return a text as one line without characters that a terminal obeys."""
    return _OF_A_LINE.sub(_escaped, text)


def printable_styled(line: str) -> str:
    """Return a line of our own, whose colours stay; the texts in it have passed ``printable_within``."""
    return "".join(part if at % 2 else printable(part) for at, part in enumerate(_OWN_STYLE.split(line)))


def printable_json(text: str) -> str:
    """Return a JSON document in which the same characters are JSON's own escapes: its data stay equal."""
    return _HIDDEN.sub(_json_escaped, text)


def printable_within(data: T) -> T:
    """Return data with each text in it as one printable line, at any depth."""
    made: Any = data
    if isinstance(data, Enum):
        return data
    if isinstance(data, str):
        made = printable_line(data)
    elif is_dataclass(data) and not isinstance(data, type):
        made = replace(data, **{f.name: printable_within(getattr(data, f.name)) for f in fields(data) if f.init})
    elif isinstance(data, Mapping):
        made = {printable_within(key): printable_within(value) for key, value in data.items()}
    elif isinstance(data, (list, tuple)) and not hasattr(data, "_fields"):
        made = type(data)(printable_within(item) for item in data)
    elif isinstance(data, Iterator):
        made = (printable_within(item) for item in data)
    return made  # type: ignore[no-any-return]


def as_argument(value: str | PathLike[str]) -> str:
    """Return a text or a path as one word of a command line, for a command that a person copies into a shell."""
    text = fspath(value)
    return shlex.quote(text) if _UNSAFE_IN_QUOTES & set(text) else f'"{text}"'


def by_hand(url: str, task: str) -> str:
    """Return the command with which a person shows a task; it opens the page of a URL, without its query."""
    return f"ami record {as_argument(url.partition('?')[0] or 'URL')} --task {as_argument(task)}"


def of_printable(lines: Callable[..., Iterable[str]]) -> Callable[..., Iterator[str]]:
    """Decorate a function that makes lines: it gets its data without characters that a terminal obeys."""

    @wraps(lines)
    def made(*arguments: Any, **named: Any) -> Iterator[str]:
        yield from lines(*printable_within(arguments), **printable_within(named))

    return made


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def _json_escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code <= _BASIC:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
