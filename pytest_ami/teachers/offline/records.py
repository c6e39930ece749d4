"""Which record a page is about: the one that was picked, or the account that is logged in.

This module knows one situation and the moves so far. It must never know the next move.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names

from .history import CLICKS
from .scoring import asks_for_the_present, has_value

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Situation

    from .history import MoveHistory

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
