"""Values without quotation marks: can a text be one value and nothing else?

Knows text. Must never know a workflow. In doubt the answer is no; quotation marks remove the doubt.
"""

from __future__ import annotations

from pytest_ami.lexicon import request_words
from pytest_ami.lexicon.text_normalization import is_chinese

from .tokenize import Atom, lexicon_of, phrase, segment

LONGEST = 12
"""The most words of a value without quotation marks."""

ENDS = frozenset(",，;；。\n!！?？")
"""Marks at which such a value ends."""

ARTICLES = frozenset(("the", "a", "an", "my", "your"))


def is_plain(text: str) -> bool:
    """Return whether ``text``, which has no quotation marks, can be one value and nothing else."""
    atoms = tuple(Atom(one, n, n + 1) for n, one in enumerate(phrase(text)))
    doubtful = lexicon_of(request_words.DOUBTFUL, "!")
    quoted = any(char in '"“”「」『』《》' for char in text)
    return bool(atoms) and not quoted and not any(word.meaning == "!" for word in segment(atoms, doubtful))


def is_name(text: str) -> bool:
    """Return whether ``text`` is one word, or several that are all capitalised like names: "Harbour View 11"."""
    words = text.split()
    latin = not any(map(is_chinese, text))
    return latin and (len(words) == 1 or all(word[0].isupper() or word[0].isdigit() for word in words))
