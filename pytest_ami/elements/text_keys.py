"""Folding of page texts for comparison, and filling of values into recorded texts.

Knows texts and values. Must never know a page, an element or a step.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.instructions.template import HOLE

if TYPE_CHECKING:
    from collections.abc import Mapping


def fold(key: str) -> str:
    """Return ``key`` for comparison: white space and case folded, digits as ``#`` (as in ``look.js``)."""
    return re.sub(r"\d+", "#", re.sub(r"\s+", " ", key).strip().casefold())


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return ``text`` with each hole filled that has a value. Others stay, because a page may show ``{{name}}``."""
    return HOLE.sub(lambda hole: values.get(hole[1], hole[0]), text)
