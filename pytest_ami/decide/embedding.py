"""How near two texts are: a protocol that anything can fill, and a default that needs no model.

Knows texts and numbers. Must never import a numeric library, read a file or open a connection: the default is
characters only, and other embedders are handed in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt
from operator import mul
from typing import Protocol, runtime_checkable
from zlib import crc32

from .words import is_chinese

Vector = Sequence[float]

SAME = 0.95
"""From this similarity on, two texts say the same."""

_SIZE = 256
_WORD = re.compile(r"[^\W_]+|[^\w\s]")


@runtime_checkable
class Embedder(Protocol):
    """Something that turns texts into vectors: a function with a name.

    Attributes:
        name: Short name, such as ``lexical`` or ``openai:text-embedding-3-small``.
    """

    name: str

    def __call__(self, texts: Sequence[str], /) -> list[Vector]:
        """Return one vector for each text, all of one length."""
        ...


class Lexical:
    """Hashed n-grams of characters: words and their trigrams in English, characters and their pairs in Chinese."""

    name = "lexical"

    def __call__(self, texts: Sequence[str], /) -> list[Vector]:
        """Return one unit vector for each text; a text without a word is all zeros."""
        return [_unit(text) for text in texts]


def grams(text: str) -> list[str]:
    """Return the pieces of ``text`` that are counted."""
    found: list[str] = []
    for word in _WORD.findall(text.casefold()):
        if any(map(is_chinese, word)):
            found += [*word, *(word[i : i + 2] for i in range(len(word) - 1))]
        elif word.isalnum():
            padded = f"^{word}$"
            found += [padded, *(padded[i : i + 3] for i in range(len(padded) - 2))]
        else:
            found.append(word)
    return found


def _unit(text: str) -> list[float]:
    counts = [0.0] * _SIZE
    for gram in grams(text):
        number = crc32(gram.encode("utf-8", "replace"))
        counts[number % _SIZE] += 1.0 if number & 0x10000 else -1.0
    length = sqrt(sum(map(mul, counts, counts))) or 1.0
    return [count / length for count in counts]


def similarity(one: Vector, other: Vector) -> float:
    """Return the cosine of two vectors, 0 where one of them is all zeros."""
    length = sqrt(sum(map(mul, one, one)) * sum(map(mul, other, other)))
    return sum(map(mul, one, other)) / length if length else 0.0
