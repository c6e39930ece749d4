"""The file name of a task: readable in every script, safe on every file system, and the same on every machine.

Rules of this module:

* Letters, digits and marks of any script stay, in one spelling and without case; everything else is a hyphen. So no
  name leads elsewhere, hides itself, or differs by case only.
* Names that Windows keeps for devices are given a word more.
* Two tasks may come out the same. That is for the caller to refuse: a number behind one of them would depend on which
  came first.

Pure. It must never look at files.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 100
"""Bytes of UTF-8 that a name has at most: file systems allow 255 for all of it."""

_DEVICES = re.compile(r"con|prn|aux|nul|conin|conout|clock|(?:com|lpt)\d")
_NAMELESS = "task"


def slug(task: str) -> str:
    """Return the name of the file for ``task``, without its suffix; never empty."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", task).casefold())
    letters = "".join(letter if unicodedata.category(letter)[0] in "LNM" else "-" for letter in folded)
    name = re.sub("-+", "-", letters).strip("-")
    name = name.encode()[:LONGEST].decode("utf-8", "ignore").strip("-")
    name = unicodedata.normalize("NFC", name) or _NAMELESS
    return f"{name}-{_NAMELESS}" if _DEVICES.fullmatch(name) else name
