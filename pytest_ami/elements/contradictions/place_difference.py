"""Says to people where an element stands that agrees on all but its place.

Knows two fingerprints, the recorded one with its parameters filled in. Must never decide whether they are one element.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.elements.place import dialogs, strange_dialog
from pytest_ami.elements.text_keys import CUT, begins_one, exact

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.model.fingerprint import Fingerprint

MOST, LONGEST = 3, 60
"""The most texts that are told of one kind, and the most characters of each."""


def at_path(seen: Fingerprint) -> str:
    """Return an element by its role, its name and its path."""
    called = seen.name or seen.label or seen.text or ""
    return f'{seen.role or seen.tag} "{called}" at {seen.absolute_xpath}'


def place_difference(target: Fingerprint, seen: Fingerprint) -> tuple[str, ...]:
    """Return the first difference of two places: dialog, containers, heading, texts around it; empty if none is found.

    Args:
        target: The recorded element, parameter values filled in.
        seen: The element now.
    """
    if strange := strange_dialog(target, seen):
        return (strange,)
    if dialogs(target) and not dialogs(seen):
        return (f"it is in no dialog, it was in {dialogs(target)[0]!r}",)
    was, now = (sorted({one for one in element.scope if one.partition("|")[2]}) for element in (target, seen))
    if was != now and (target.scope and seen.scope):
        return (f"it is in {_listed(now)}, it was in {_listed(was)}",)
    titles = {exact(one.partition("|")[2]) for one in target.scope}
    if target.heading and seen.heading and exact(seen.heading) not in {exact(target.heading), *titles}:
        return (f"it is under {_listed([seen.heading])}, it was under {_listed([target.heading])}",)
    for mine, its in ((target.texts, seen.texts), (target.neighbours, seen.neighbours)):
        lost, gained = _without(mine, its), [one for one in its if exact(one) not in {*map(exact, mine)}]
        if lost:
            return (f"around it stands {_listed(gained)}, it was {_listed(lost)}",)
    return ()


def _without(mine: Sequence[str], its: Sequence[str]) -> list[str]:
    there = {*map(exact, its)}
    return [one for one in mine if exact(one) not in there and not begins_one(one, its)]


def _listed(texts: Sequence[str]) -> str:
    shown = [repr(one.replace("|", " ").removesuffix(CUT)[:LONGEST].strip()) for one in texts[:MOST]]
    return ", ".join(shown) or "nothing"
