"""Similarity of two texts: a protocol for embedders, and a default without a model.

This module knows texts and numbers. It must never import a numeric library, read a file or open a connection. The
default uses characters only; the caller hands in any other embedder.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt
from operator import mul
from typing import Protocol, runtime_checkable
from zlib import crc32

from .text_normalization import is_chinese

Vector = Sequence[float]

SAME = 0.95
"""Least similarity of two texts with the same meaning."""

_SIZE = 256
_WORD = re.compile(r"[^\W_]+|[^\w\s]")


@runtime_checkable
class Embedder(Protocol):
    """A function with a name that turns texts into vectors.

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
        """Return one unit vector for each text; a text without a word gives all zeros."""
        return [_unit(text) for text in texts]


def grams(text: str) -> list[str]:
    """Return the n-grams of ``text`` that form its vector."""
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


def similarity(left: Vector, right: Vector) -> float:
    """Return the cosine of two vectors, 0 if one of them is all zeros."""
    length = sqrt(sum(map(mul, left, left)) * sum(map(mul, right, right)))
    return sum(map(mul, left, right)) / length if length else 0.0
