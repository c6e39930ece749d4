"""Whose value a field asks for: a noun beside its recorded name may say that it is another one's.

It stands before the name ("Driver telephone"), or behind "of" or "for" ("Telephone of the driver").

Knows names of fields. Must never know a page.
"""

from __future__ import annotations

import re

from .text_normalization import action_concepts, field_concepts

_OF = re.compile(r"(?<!\w)(?:of|for|von|für|des|der|du|pour|para)(?!\w)(.+)", re.IGNORECASE)
"""The end of a name that says whose or what the value is of."""

_KNOWN = ("=", "~", "new")
"""Starts of concepts that the lexicon knows: names of fields, verbs, qualifiers. Each has rules of its own."""


def of_another(recorded: str, name: str, around: str = "") -> bool:
    """Return whether a name is the recorded one with a noun that nothing else names: somebody or something else.

    "Driver telephone" for "Telephone" asks for the driver's. "Recipe name" for "Name" does not, in "add a recipe".

    Args:
        recorded: Name of the recorded field.
        name: Name of a field now.
        around: Other texts of the flow: its task, the headings of the recorded field.
    """
    end = "" if _OF.search(recorded) else next(iter(_OF.findall(name)), "")
    old, new = field_concepts(recorded), (*field_concepts(end), *field_concepts(name.removesuffix(end)))
    if not old or len(new) <= len(old) or old[0] not in new:
        return False
    at = new.index(old[0])
    if tuple(new[at : at + len(old)]) != tuple(old) or at == 0:
        return False
    said = {*field_concepts(around), *action_concepts(around)}
    return any(not one.startswith(_KNOWN) and one not in said for one in new[:at])
