"""What a field for files is called: pages hide it in a box that has the label, and its own name says only what it is.

Knows one element. Must never compare two of them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

_ANY_FILE = frozenset(
    {"a", "file", "files", "upload", "choose", "select", "browse", "drop", "or", "here", "input", "attach"}
    | {"datei", "dateien", "hochladen", "auswählen", "fichier", "fichiers", "choisir", "archivo", "archivos", "elegir"}
)
"""Words that every field for files may have in its name."""


def named_by_box(one: Fingerprint) -> Fingerprint:
    """Return a field for files with the name of its box as its label, if it has no other one; else as it is."""
    own = {*re.findall(r"\w+", one.name.casefold())}
    box = one.landmark.partition("|")[2]
    if one.role != "file" or one.label or own - _ANY_FILE or not box:
        return one
    return replace(one, name="", text="", label=box)
