"""Partial effects: a part of a step's effects that is enough for a lesson, which has a teacher and a test behind it.

Rules of this module:

* A replay never asks it: there, the recorded effects have to come, or the run is stale.
* A message counts in other words too, where it shares half of them and tells of no failure.
* No part is enough where a value, a download or a tab is lacking: these are the work itself.

It is pure. It must never know a page.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.elements.text_keys import fill
from pytest_ami.instructions.parameters import templatize
from pytest_ami.lexicon.label_synonyms import key as bare
from pytest_ami.lexicon.text_normalization import mentions
from pytest_ami.lexicon.vocabulary import FAILURE

from .effects import TEXT, came

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_ami.model.look import EffectState, Expectation
    from pytest_ami.model.workflow import Effects

SPOKEN = frozenset({"status", "alert", "log"})
"""Roles of messages; which one of them a design takes does not matter."""

SCREENS = frozenset({"heading", "dialog", "alertdialog"})
"""Roles of what names a screen; which one of them a design takes does not matter."""

LEAST = 3
"""Letters of a word that says something."""


@dataclass(frozen=True, slots=True)
class Partial:
    """The effects of a step that had not all of them.

    Attributes:
        came: The keys that appeared.
        replaced: For each message that was not there, the one that was there instead.
    """

    came: tuple[str, ...] = ()
    replaced: Mapping[str, str] = field(default_factory=dict)


def partly(expect: Expectation | None, now: EffectState) -> Partial | None:
    """Return what a step did although not everything happened; None where its work is not done.

    It is done where all its messages came, if in other words, and with them half of what used to appear; or where a
    message came that proves it.

    Args:
        expect: From ``effects.expectation``.
        now: ``Seen.effects``.
    """
    if expect is None or expect.download or expect.tabs or expect.value:
        return None
    present = now.present
    shown = _shown(now)
    lacking = [key for key in expect.required if not present.get(key)]
    said = {key: told for key in lacking if (told := _in_other_words(key, shown))}
    if len(said) < len(lacking):
        return None
    found = came(expect, present)
    found += [key for key in expect.appearing if key not in found and _named(key, shown)]
    messages = any(not key.startswith(TEXT) for key in expect.required)
    arrived = not expect.leads or bool(now.route)
    proven = bool(said) or (messages and expect.proven and arrived)
    enough = proven or (bool(found) and 2 * len(found) >= len(expect.appearing))
    return Partial(tuple(found), said) if enough else None


def keeping(effects: Effects, partial: Partial, values: Mapping[str, str]) -> Effects:
    """Return the effects that a step has from now on.

    Args:
        effects: As recorded.
        partial: What still came of them.
        values: Parameter values, those of secrets left out.
    """
    said = (partial.replaced.get(fill(key, values)) for key in effects.notices)
    notices = [templatize(now, values) if now else key for key, now in zip(effects.notices, said, strict=True)]
    appeared = tuple(key for key in effects.appeared if fill(key, values) in partial.came)
    return replace(effects, notices=tuple(notices), appeared=appeared, vanished=(), route="", turned="")


def _shown(now: EffectState) -> list[str]:
    try:
        found = json.loads(now.text or "[]")
    except ValueError:
        return []
    return [key for key in found if isinstance(key, str)]


def _in_other_words(key: str, shown: Sequence[str]) -> str:
    """Return the message that says the same in other words, or an empty string."""
    role, _, text = key.partition("|")
    wanted = _words(text)
    if role not in SPOKEN or not wanted:
        return ""
    for one in shown:
        other, _, said = one.partition("|")
        if other in SPOKEN and not mentions(said, FAILURE) and 2 * len(wanted & _words(said)) >= len(wanted):
            return one
    return ""


def _named(key: str, shown: Iterable[str]) -> bool:
    """Return whether a screen has the name that another one had."""
    role, _, text = key.partition("|")
    others = (one.partition("|") for one in shown)
    return role in SCREENS and any(other in SCREENS and bare(name) == bare(text) for other, _, name in others)


def _words(text: str) -> set[str]:
    return {word for word in bare(text).split() if len(word) >= LEAST or not word.isascii()}
