"""The words of a look, and how its language writes a date. The table of words is in `wording`."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from .wording import RENAMED, WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from pytest_ami.sites.look import SiteLook

LOCALES: Final = ("en", "zh", "de")
MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@cache
def words(look: SiteLook) -> Mapping[str, str]:
    """Return all words of a look."""
    column = LOCALES.index(look.locale)
    table = WORDS | RENAMED.get(look.design, {})
    return MappingProxyType({key: said[column] for key, said in table.items()})


def short_date(at: datetime, locale: str) -> str:
    """Write a day."""
    local = at.astimezone()
    if locale == "zh":
        return f"{local.year}年{local.month}月{local.day}日"
    if locale == "de":
        return f"{local:%d.%m.%Y}"
    return f"{local.day} {MONTHS[local.month - 1]} {local.year}"


def long_date(at: datetime, locale: str) -> str:
    """Write a day and its time."""
    local = at.astimezone()
    return f"{short_date(at, locale)}, {local:%H:%M}" if locale != "zh" else f"{short_date(at, locale)} {local:%H:%M}"
