"""Which sequences, and which phrases, are one: the rules that make memory converge.

Knows intents and texts. Must never know how near two texts are (an embedder says) or where they are kept.

Rules of this module:

* The same content hash is the same thing; there is nothing to decide.
* Likeness alone merges nothing that means something else: "Send" and "Send later" are near as texts. So two
  sequences may only be merged when they take the same parameters, do the same kinds of things, and press controls
  whose verbs and qualifiers are the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from pytest_ami.instructions.template import names
from pytest_ami.lexicon.text_normalization import action_concepts, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_ami.model.memory import Intent

_PRESSED = frozenset({"click", "double_click", "right_click", "hover", "drag"})
_DECISIVE = ("verb", "qualifier")

Meaning = tuple[tuple[str, ...], ...]


def meaning_of(intents: Iterable[Intent]) -> Meaning:
    """Return what must be the same for two sequences to be merged at all."""
    return tuple(
        (
            intent.kind,
            *(names(intent.value) or ((intent.value,) if intent.kind in ("press", "select") else ())),
            *(_decisive(intent.name) if intent.kind in _PRESSED else ()),
        )
        for intent in intents
    )


def text_of(intents: Iterable[Intent]) -> str:
    """Return the text by which the likeness of two sequences is measured."""
    return "; ".join(intent.title() for intent in intents)


def phrase_meaning(task: str) -> Meaning:
    """Return what must be the same for the phrases of two tasks to be merged."""
    return (names(task), tuple(word for word in _decisive(task) if not word.isdigit()))


@lru_cache(maxsize=4096)
def _decisive(name: str) -> tuple[str, ...]:
    """Return verbs and qualifiers of a control's name, holes included; the whole name where it has neither."""
    concepts = {concept for concept in action_concepts(name) if kind_of(concept) in _DECISIVE}
    return (*sorted(concepts), *names(name)) if concepts else (name.casefold(),)
