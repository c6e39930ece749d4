"""How many people a request goes to: a deed for one of them must not reach others as well.

Rules of this module:

* The keys of addressees are those whose word is "to", "cc" or "bcc", or means it ("recipients"). ``to``, ``to_ids`` and
  ``to.email`` hold the same people: the key with the most texts counts.
* A text may be a list: "Ann, Ben" and "Ann; Ben" are two.
* A recording holds how many there were, as a mark (``to=~1``), and never who. A flow without any mark is not judged.
* Only a request to one addressee is judged: how many answer in a thread is data of the thread. The value of a parameter
  may name as many as it likes.

It knows requests as keys and texts. It must never know a page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MARK, COUNT = "~", "*"
"""The start of a stored number, and the sign before the number behind a digest."""

_PLAIN = frozenset({"to", "recipient", "recipients", "addressee", "addressees", "receiver", "receivers"})
_CLASSES = {**dict.fromkeys(_PLAIN, "to"), "cc": "cc", "bcc": "bcc"}
_BESIDE = frozenset(
    {"address", "addresses", "email", "emails", "mail", "mails", "id", "ids", "user", "users", "list", "name", "names"}
)
"""Words beside that of an addressee: in which form a key names people."""

_WORDS = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")
_DIGEST = re.compile(rf"{MARK}[0-9a-f]+\{COUNT}(\d+)")


def addressed(key: str) -> str:
    """Return ``to``, ``cc`` or ``bcc`` for a key that holds addressees; empty for any other key."""
    for part in re.split(r"[.\[\]]+", key):
        words = [word.casefold() for word in _WORDS.split(part) if word]
        own = [_CLASSES.get(word, "") for word in words if word not in _BESIDE]
        if len(own) == 1 and own[0]:
            return own[0]
    return ""


def counted(key: str, text: str) -> str:
    """Return what to write behind the digest of a text: how many addressees it names; empty for any other key."""
    return f"{COUNT}{_parts(text)}" if addressed(key) else ""


def marks(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs to store that say how many addressees a request has."""
    return [(kind, f"{MARK}{number}") for kind, number in _numbers(pairs).items()]


def is_mark(text: str) -> bool:
    """Return whether a stored text is the number of addressees."""
    return text.startswith(MARK) and text[1:].isdigit()


def without_numbers(stored: str) -> str:
    """Return a stored request without the number of its addressees, which is data if two recordings differ in it."""
    first, mark, query = stored.partition("?")
    kept = "&".join(pair for pair in query.split("&") if not is_mark(pair.partition("=")[2]))
    return f"{first}{mark}{kept}" if kept else first


def more(stored: Sequence[tuple[str, str]], pairs: Sequence[tuple[str, str]]) -> str:
    """Return the phrase that a request should have had fewer addressees; empty if it has no more than it may.

    Args:
        stored: The stored pairs, with the values of this run.
        pairs: The pairs of the request.
    """
    was = {kind: int(text[1:]) for kind, text in stored if is_mark(text) and addressed(kind)}
    if not was:
        return ""
    own = _numbers(pair for pair in stored if not is_mark(pair[1]))
    for kind, number in _numbers(pairs).items():
        known = was.get(kind, 0)
        may = max(known, own.get(kind, 0))
        if known <= 1 and number > may:
            return f"have {may or 'no'} addressee{'' if may == 1 else 's'} under {kind} (it had {number})"
    return ""


def _numbers(pairs: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Return the number of addressees by the class of their keys."""
    by_key: dict[str, int] = {}
    for key, text in pairs:
        if addressed(key) and (number := _parts(text)):
            by_key[key] = by_key.get(key, 0) + number
    numbers: dict[str, int] = {}
    for key, number in by_key.items():
        numbers[addressed(key)] = max(numbers.get(addressed(key), 0), number)
    return numbers


def _parts(text: str) -> int:
    """Return how many addressees a text names; a digest says it behind its sign."""
    if digest := _DIGEST.fullmatch(text):
        return int(digest[1])
    return sum(bool(part.strip()) for part in re.split(r"[,;\n]", text))
