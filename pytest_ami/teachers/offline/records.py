"""Which record a task is about, and which one a page is about: the one that was picked, or the account logged in.

This module knows one situation and the moves so far. It must never know the next move.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.text_normalization import normalise

from .history import CLICKS
from .scoring import BETWEEN, asks_for_the_present, display_name, has_value

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Element, Observation, Situation

    from .history import MoveHistory

_LONGER = 2
"""The most words that a longer name has beside a name."""

_CLICKED = re.compile(r'^(?:double )?click [a-z]+ "(.+)"$')


def is_of_another(situation: Situation, history: MoveHistory) -> bool:
    """Return whether the page is about the account that is logged in, while the task is about another record.

    Such a page asks for the present password, and it shows nothing of the record.

    Args:
        situation: The situation, with the page.
        history: The moves of the lesson so far.
    """
    picked = {name for phrase in situation.done for text in _CLICKED.findall(phrase) for name in names(text)}
    picked |= {name for _, one in history.kept if one.move.kind in CLICKS for name in names(one.move.value)}
    values = [value for name in picked if (value := situation.values.get(name, ""))]
    page = situation.observation
    if not values or not any(asks_for_the_present(e) for e in page.elements):
        return False
    texts = [page.title, *(notice.partition("|")[2] for notice in page.notices)]
    texts += [text for e in page.elements for text in (e.name, e.label, e.value, e.context)]
    return not any(has_value(text, value) for text in texts for value in values)


def in_its_row(element: Element, value: str, page: Observation) -> bool:
    """Return whether a control stands in the row of a record: "Alpha 2" is the name of another one than "Alpha".

    It is for a row whose cells are unknown (else see ``value_match``). The value is looked for among the lines of the
    page. If none is the value, a text with a few more words than the value may be a longer name.

    Args:
        element: The control; its own name or its row contains the value.
        value: The name of the record.
        page: The page.
    """
    own, wanted = display_name(element), normalise(value)
    row = element.context.replace(own, "|", 1) if own and not has_value(own, value) else element.context
    texts = [row, own, *(display_name(one) for one in page.elements if one is not element), *page.texts]
    parts = [normalise(part) for text in texts for part in BETWEEN.split(text)]
    extra = [len(part.split()) - len(wanted.split()) for part in parts if has_value(part, value)]
    return wanted in parts or all(number > _LONGER for number in extra)
