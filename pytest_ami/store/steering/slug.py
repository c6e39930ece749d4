"""The file name of a task: readable in every script, safe on every file system, and equal on every machine.

Rules of this module:

* Letters, digits and marks of any script are kept, normalized and without case. Every other character becomes a
  hyphen. So no name leads to another folder, is hidden, or differs from another one by case only.
* Names that Windows reserves for devices get a suffix.
* Two tasks may get the same name. The caller must refuse this: a number behind one of them would depend on the order
  in which they came.

Pure. It must never look at files.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 100
"""Maximum length of a name, in bytes of UTF-8. File systems allow 255 for the whole name."""

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
