"""Parts of an address that name one record by themselves: a number, a hash, a UUID, or such a key in an encoding.

Knows single parts of addresses. Must never know a page, nor the parts around one.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode

ID = re.compile(
    r"\d+|[a-z]{1,4}[-_]?\d{2,}|[0-9a-f]{8,}|[0-9a-f]{8}-[0-9a-f-]{27}|(?=[\w-]*\d)[\w-]{12,}", re.IGNORECASE
)
"""A path segment or query value that names one record: a number, ``m1054``, a hash, a UUID, a long mixed token."""

_BASE64 = re.compile(r"[A-Za-z0-9+_-]{4,}={0,2}")
_KEY = re.compile(r'\[\d+(?:, ?\d+)*\]|\{"\w+": ?\d+\}|[A-Za-z_]\w+[:/|]\d+|\d{3,}', re.ASCII)
"""A key of a record that programs encode: ``[3]``, ``{"id":3}``, ``User:3``, a number."""


def is_id(part: str) -> bool:
    """Return whether a path segment or query value names one record."""
    return ID.fullmatch(part) is not None or _encodes_key(part)


def _encodes_key(part: str) -> bool:
    """Return whether a part is the base64 of the number of a record, alone or with the word of its kind.

    A word is none: its bytes are no text, or a text without the form of such a key.
    """
    if not _BASE64.fullmatch(part):
        return False
    plain = part.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        raw = b64decode(plain + "=" * (-len(plain) % 4))
    except binascii.Error:
        return False
    whole = b64encode(raw).decode("ascii").rstrip("=") == plain
    return whole and raw.isascii() and _KEY.fullmatch(raw.decode("ascii")) is not None
