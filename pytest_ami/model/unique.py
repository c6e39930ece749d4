"""Values that are new in every run, so that a test can tell a record that it makes from older ones.

A value is plain text: it may be a parameter, or stand in an instruction.
"""

from __future__ import annotations

import secrets

ALPHABET = "bcdfghjkmnpqrstvwxz23456789"
"""No vowels and no look-alikes: the characters form no words, and people can read them out."""


def unique(text: str = "", *, length: int = 6) -> str:
    """Return ``text`` followed by a few characters that no other run has.

    Args:
        text: The beginning, such as ``Invoice``.
        length: How many characters; six make two equal ones among a thousand as unlikely as 1 in 770.

    Returns:
        Such as ``Invoice k7w2mf``; the characters alone where ``text`` is empty.
    """
    tail = "".join(secrets.choice(ALPHABET) for _ in range(length))
    return f"{text} {tail}" if text else tail
