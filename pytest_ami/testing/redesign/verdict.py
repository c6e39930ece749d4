"""Who was touched, compared with who should have been. Pure: two lists of deeds in, a verdict out.

Rules of this module:

* The truth is what was done to the page as it was when the flow was learned; the same flow on a redesigned page must
  do the same to the same elements, whatever they look like there.
* Values differ from run to run. What a learned deed says in the words of its values, a later one says in others.
* Steps that a redesign put in the way are no mistake; what only looks like an element of the application is one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .page import Deed

ACTS = frozenset({"click", "dblclick", "contextmenu", "input", "change", "drop"})
"""What counts as touching; keys are too often pressed to get around."""


@dataclass(frozen=True, slots=True)
class Touched:
    """What a flow did, against what it should have done.

    Attributes:
        wrong: What was touched and should not have been.
        missed: Keys that should have been touched and were not.
    """

    wrong: tuple[Deed, ...] = ()
    missed: tuple[str, ...] = ()


def template(text: str, values: Mapping[str, str]) -> str:
    """Return the text with the values of a run replaced by their names, longest first."""
    for name, value in sorted(values.items(), key=lambda item: -len(item[1])):
        if value.strip():
            text = text.replace(value, "{{" + name + "}}")
    return text


def templated(deeds: Iterable[Deed], values: Mapping[str, str]) -> list[Deed]:
    """Return the deeds in words that no longer depend on the run's values."""
    return [replace(deed, key=template(deed.key, values), near=template(deed.near, values)) for deed in deeds]


def compared(learned: Sequence[Deed], done: Sequence[Deed], values: Mapping[str, str]) -> Touched:
    """Compare what was done with what should have been.

    Args:
        learned: Deeds on the page as it was, already `templated`.
        done: Deeds on the redesigned page.
        values: The values of that run.
    """
    wanted = [deed for deed in learned if deed.what in ACTS]
    acted = [deed for deed in templated(done, values) if deed.what in ACTS]
    wrong = tuple(
        deed
        for deed in acted
        if deed.added == "decoy"
        or (not deed.added and not deed.bare and not any(_same(one, deed, values) for one in wanted))
    )
    touched = {deed.key for deed in acted}
    missed = tuple(dict.fromkeys(deed.key for deed in wanted if not deed.bare and deed.key not in touched))
    return Touched(wrong, missed)


def _same(learned: Deed, done: Deed, values: Mapping[str, str]) -> bool:
    if learned.key != done.key:
        return False
    held = ["{{" + name + "}}" for name in values if "{{" + name + "}}" in learned.near]
    return all(name in done.near for name in held) if held and not learned.key.startswith("textbox") else True
