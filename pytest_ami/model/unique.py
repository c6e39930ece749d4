"""Values that are new in every run, so that a test can tell its own record from older ones.

A value is plain text: it may be a parameter, or a part of an instruction.
"""

from __future__ import annotations

import secrets

ALPHABET = "bcdfghjkmnpqrstvwxz23456789"
"""No vowels and no look-alikes: the characters form no words, and people can read them out."""


def unique(text: str = "", *, length: int = 6) -> str:
    """Return ``text`` followed by a few characters that no other run has.

    Args:
        text: The beginning, such as ``Invoice``.
        length: Number of characters; with six, the odds of two equal values among a thousand are 1 in 770.

    Returns:
        The text and the characters, such as ``Invoice k7w2mf``; the characters alone if ``text`` is empty.
    """
    tail = "".join(secrets.choice(ALPHABET) for _ in range(length))
    return f"{text} {tail}" if text else tail
