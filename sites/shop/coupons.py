"""Coupon codes: a code is good when its last sign fits the others, so any number of them can be handed out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE: Final = re.compile(f"TRAIL-[{SIGNS}]{{6}}")
PERCENT: Final = 10


def tidy(code: str) -> str:
    """Return a code as it is kept: capital letters, no spaces."""
    return "".join(code.split()).upper()


def good(code: str) -> bool:
    """Tell whether the shop takes this code."""
    return bool(CODE.fullmatch(code)) and code[-1] == _check(code[-6:-1])


def issue(random: Random) -> str:
    """Return a new code that the shop takes."""
    body = "".join(random.choice(SIGNS) for _ in range(5))
    return f"TRAIL-{body}{_check(body)}"


def _check(body: str) -> str:
    return SIGNS[sum((place + 1) * SIGNS.index(sign) for place, sign in enumerate(body)) % len(SIGNS)]
