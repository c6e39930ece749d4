"""Parts of an address in which the number of a record is glued to the word of its kind: ``issue3``, ``WEBSHOP-12``.

Such a part proves nothing by itself: ``step2`` and ``chapter4`` look the same. It is data only where other evidence
says so, and its word always stays: ``issue3`` may become ``issue11``, never ``user11``. The evidence is one of these:

* A link, or a form in the row, that a value chose states the address.
* The page that is open has this address, and a link that a value chose led to it.
* A request that changes something is sent from the page of the word (``/issue``), and leads to a number of it.

Knows addresses. Must never know a page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Collection

NUMBERED = re.compile(r"(?!page|tab|index|offset)([A-Za-z]{2,}(?:[-_][A-Za-z]+)*[-_]?)(\d+)", re.IGNORECASE)
"""A word and the number of a record. A page of a list is no record."""

SPACE = re.compile(r"\s")


def same_kind(recorded: str, now: str) -> bool:
    """Return whether two paths differ only in the numbers that are glued to a word of theirs; they do differ."""
    was, own = recorded.split("/"), unquote(now).split("/")
    if len(was) != len(own) or was == own:
        return False
    return all(first == second or _word(first) == _word(second) != "" for first, second in zip(was, own, strict=True))


def _word(part: str) -> str:
    found = NUMBERED.fullmatch(part)
    return found[1].casefold() if found else ""


def has_numbered(path: str) -> bool:
    """Return whether a part of a path is a word with a number."""
    return any(map(NUMBERED.fullmatch, path.split("/")))


def opened(path: str, numbers: Collection[str], hole: str) -> str:
    """Return an address with a hole for the number of each part of its path that is one of some known ones."""
    path, mark, query = path.partition("?")
    found = (part in numbers and NUMBERED.fullmatch(part) for part in path.split("/"))
    whole = "/".join(f"{one[1]}{hole}" if one else part for one, part in zip(found, path.split("/"), strict=True))
    return whole + mark + query


def made_from(page: str, path: str) -> str:
    """Return the word of a page's address of which another address is a number; empty if it is none.

    Args:
        page: The path of the page, such as ``/issue``.
        path: Another path, such as ``/issue13``.
    """
    folder, _, word = page.rpartition("/")
    its, _, part = path.rpartition("/")
    return word if folder == its and word and _word(part).rstrip("-_") == word.casefold() else ""


def says_number(text: str, path: str) -> bool:
    """Return whether a text of several words, such as "issue 3 was changed", names the number of a record in a path."""
    if not SPACE.search(text):
        return False
    said = {*re.findall(r"\d+", text)}
    return any(part.isdigit() and part in said for part in path.split("/")) or any(
        found[2] in said for part in path.split("/") if (found := NUMBERED.fullmatch(part))
    )
