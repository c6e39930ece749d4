"""Compares the keys under which two requests carry a value: the same field, or one of another kind of record.

Rules of this module:

* The number of a row is no part of a key: ``copies-1-shelf`` and ``copies-2-shelf`` are one field of two rows. Only a
  number between separators is a row's: ``address_2`` is not ``address_1``.
* A field in a row belongs to the records that the word before the number names. ``loans-0-shelf`` is a field of other
  records than ``copies-1-shelf``, whatever its label says.
* A word that names no kind of record (``form-0-shelf``) says nothing.

It knows keys as texts. It must never know a page or a request.
"""

from __future__ import annotations

import re

from pytest_ami.lexicon.text_normalization import same_meaning

_ROW = re.compile(r"(?<=[-_.\[])(?:\d+|__prefix__)(?=[-_.\]])")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_DIGITS = re.compile(r"\d+")

FRAMES = frozenset(
    {"attribute", "set", "list", "form", "forms", "formset", "row", "item", "entry", "line", "record", "data", "field"}
)
"""Words that libraries for forms put before the number of a row; they name no kind of record."""


def folded(key: str) -> str:
    """Return a key without the numbers of rows, in one case."""
    return _ROW.sub("#", key).casefold()


def same_key(key: str, other: str) -> bool:
    """Return whether two keys are the same one, perhaps in another row."""
    return folded(key) == folded(other)


def names_same(key: str, other: str) -> bool:
    """Return whether two keys may name the same field: they share a word, or mean the same ("to", "recipient")."""
    if of_other_records(key, other):
        return False
    mine, its = ([*filter(None, re.split(r"[\W_\d]+", _CAMEL.sub(" ", text).casefold()))] for text in (key, other))
    return bool(set(mine) & set(its)) or same_meaning(" ".join(mine), " ".join(its))


def of_other_records(key: str, other: str) -> bool:
    """Return whether two keys are fields of different records, as far as their words tell.

    Two rows of differently named collections are. Two keys that only a number tells apart, which is not the number of a
    row, are two fields of one form.
    """
    if same_key(key, other):
        return False
    if _DIGITS.search(key) and _DIGITS.search(other) and _DIGITS.sub("#", key) == _DIGITS.sub("#", other):
        return True
    first, second = _collection(key), _collection(other)
    return bool(first and second) and first != second


def _collection(key: str) -> str:
    """Return the word for the records of a row's field; empty for a field in no row, and if there is no such word."""
    before, row, _ = _ROW.sub("#", key).partition("#")
    part = re.split(r"[\[\].]+", before.rstrip("-_.[]"))[-1] if row else ""
    words = (_singular(word.casefold()) for word in re.split(r"[\W_]+", _CAMEL.sub(" ", part)) if word)
    return next((word for word in reversed([*words]) if word not in FRAMES), "")


def _singular(word: str) -> str:
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
