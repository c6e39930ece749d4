"""A value as applications spell it in names and addresses: "Jürgen Müller" is the page ``juergen_mueller``.

Rules of this module:

* A spelling is learned from a value of two words or more: its separator and its letters. ``anna`` alone is a word.
* A text that spells a value is written as ``:id(parameter-separator-letters)``. A replay fills in its own value,
  spelled in the same way, and looks for nothing else.

It knows recorded elements, effects and values. It must never know a page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import bound, own_ids, spelled, with_route_ids
from pytest_ami.model.fingerprint import each_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.model.workflow import Effects, Step

SEPARATORS = {"under": "_", "dash": "-", "dot": "."}
LETTERS = ("lower", "plain", "digraphs", "kept")
"""The ways to spell letters, in the order of ``spelled``."""

LEAST = 2
"""The fewest words of a value whose spelling tells anything."""


TELLING = 5
"""The fewest characters of a spelling that tells anything; one of digits alone is a number or a date."""


def slug_ids(values: Mapping[str, str], *, least: int = 1) -> dict[str, str]:
    """Return each value in every spelling, by parameter, separator and letters; a value of fewer words is left out."""
    return {
        f"{name}-{mark}-{letters}": separator.join(words)
        for name, value in values.items()
        for letters, words in zip(LETTERS, spelled(value), strict=True)
        if len(words) >= least
        for mark, separator in SEPARATORS.items()
    }


def with_slugs(step: Step, values: Mapping[str, str]) -> Step:
    """Return a recorded step whose texts name spelled values as ``:id(...)``; a value as it is stays ``{{name}}``."""
    ids = {
        key: text
        for key, text in slug_ids(values, least=LEAST).items()
        if text not in values.values() and len(text) >= TELLING and any(map(str.isalpha, text))
    }
    return _changed(step, lambda text: with_route_ids(text, ids)) if ids else step


def of_slugs(step: Step, values: Mapping[str, str]) -> Step:
    """Return a stored step whose texts spell the values of this run.

    Args:
        step: The stored step.
        values: Parameter values without secrets.
    """
    effects = step.effects
    texts = (*effects.notices, *effects.appeared, *effects.vanished, repr(step.target))
    return _changed(step, lambda text: bound(text, slug_ids(values))) if any(map(own_ids, texts)) else step


def spelled_names(text: str) -> frozenset[str]:
    """Return the names of the parameters whose spelled values stand in a text as ``:id(...)``."""
    marks = (word.rsplit("-", 2) for word in own_ids(text))
    return frozenset(one[0] for one in marks if len(one) > LEAST and one[1] in SEPARATORS and one[2] in LETTERS)


def _changed(step: Step, change: Callable[[str], str]) -> Step:
    target = each_text(step.target, change, change) if step.target else None
    return replace(step, target=target, effects=_effects(step.effects, change))


def _effects(effects: Effects, change: Callable[[str], str]) -> Effects:
    """Return effects with each text changed; a message whose digest is kept stays as it is."""

    def each(keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"{role}{bar}{change(text)}" for role, bar, text in (key.partition("|") for key in keys))

    notices = effects.notices if effects.digests else each(effects.notices)
    return replace(effects, notices=notices, appeared=each(effects.appeared), vanished=each(effects.vanished))
