"""The rules by which two sequences, or two phrases, are merged. They make the memory converge.

It knows intents and texts. It must never know how similar two texts are (an embedder decides) or where they are kept.

Rules of this module:

* Equal content hashes mean equal entities; there is nothing to decide.
* Similar texts alone never merge two sequences: "Send" and "Send later" are similar texts with different meanings.
  Two sequences may be merged only if they have the same parameters and the same kinds of intents, and if the
  controls that they press have the same verbs and qualifiers.
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

IntentMeaning = tuple[tuple[str, ...], ...]


def meaning_of(intents: Iterable[Intent]) -> IntentMeaning:
    """Return the key that two sequences must share before they may be merged."""
    return tuple(
        (
            intent.kind,
            *(names(intent.value) or ((intent.value,) if intent.kind in ("press", "select") else ())),
            *(_decisive(intent.name) if intent.kind in _PRESSED else ()),
        )
        for intent in intents
    )


def text_of(intents: Iterable[Intent]) -> str:
    """Return the text that is compared to measure the similarity of two sequences."""
    return "; ".join(intent.title() for intent in intents)


def phrase_meaning(task: str) -> IntentMeaning:
    """Return the key that the phrases of two tasks must share before they may be merged."""
    return (names(task), tuple(word for word in _decisive(task) if not word.isdigit()))


@lru_cache(maxsize=4096)
def _decisive(name: str) -> tuple[str, ...]:
    """Return the verbs and qualifiers of a control's name, and its holes; the whole name if it has neither."""
    concepts = {concept for concept in action_concepts(name) if kind_of(concept) in _DECISIVE}
    return (*sorted(concepts), *names(name)) if concepts else (name.casefold(),)
