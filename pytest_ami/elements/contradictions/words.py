"""Reads a text: its deeds, its words, and the pairs of a detail.

Knows words. Must never know an element.
"""

from __future__ import annotations

import re

from pytest_ami.lexicon import text_normalization
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.model.workflow import StepKind

CLICKED = frozenset({StepKind.CLICK, StepKind.DOUBLE_CLICK, StepKind.PRESS})
"""Kinds of steps that press something."""

PRESSED = CLICKED | {StepKind.CHECK, StepKind.UNCHECK}
"""Kinds of steps that press something, a box among them."""


def deeds_named(text: str) -> set[str]:
    """Return the verbs of a text, and the dangerous actions that it names."""
    return {*text_normalization.verbs(text), *dangerous_actions(text)}


_UNSET = "none set yet selected chosen gesetzt gewählt défini choisi definido elegido"
UNSET = frozenset(_UNSET.split())
"""Words that with a negation say that a control has no value: "Not set"."""


def words_in(text: str) -> set[str]:
    """Return the words of a text, folded; numbers are none."""
    return set(re.findall(r"[^\W\d_]+", text.casefold()))


def pairs(text: str) -> dict[str, str]:
    """Return a detail that is written as ``key=value | key=value``."""
    return dict(pair.split("=", 1) for pair in text.split(" | ") if "=" in pair)
