"""Values that are new in every run, so that what a flow makes can be told from what was there before.

Knows nothing but chance. What it returns is a plain text: an instruction may hold it, a parameter may be it.
"""

from __future__ import annotations

import secrets

ALPHABET = "bcdfghjkmnpqrstvwxz23456789"
"""No vowels and no look-alikes: no words come of it, and people can read it out."""


def unique(text: str = "", *, length: int = 6) -> str:
    """Return ``text`` with a few characters behind it that no other run has.

    Args:
        text: What it begins with, such as ``Invoice``.
        length: How many characters; six make two equal ones among a thousand as unlikely as 1 in 770.

    Returns:
        Such as ``Invoice k7w2mf``; the characters alone where ``text`` is empty.
    """
    tail = "".join(secrets.choice(ALPHABET) for _ in range(length))
    return f"{text} {tail}" if text else tail
