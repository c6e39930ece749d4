"""Words of a label that say in which unit, currency, time zone or order a value is meant, and how much a deed takes.

Knows words. Must never know an element.
"""

from __future__ import annotations

import re

UNITS = frozenset(
    {
        "kg",
        "g",
        "mg",
        "t",
        "lb",
        "lbs",
        "oz",
        "km",
        "m",
        "cm",
        "mm",
        "mi",
        "ft",
        "yd",
        "l",
        "ml",
        "h",
        "hrs",
        "min",
        "sec",
        "ms",
    }
    | {
        "eur",
        "usd",
        "gbp",
        "chf",
        "jpy",
        "cny",
        "rmb",
        "aud",
        "cad",
        "inr",
        "krw",
        "sek",
        "nok",
        "dkk",
        "pln",
        "czk",
        "cents",
    }
    | {
        "€",
        "$",
        "£",
        "¥",
        "₹",
        "₩",
        "%",
        "‰",
        "°c",
        "°f",
        "kw",
        "kwh",
        "w",
        "mb",
        "gb",
        "tb",
        "kb",
        "utc",
        "k€",
        "k$",
        "k£",
        "gmt",
        "cet",
        "est",
    }
)
"""Words of a label that state in which unit, currency or time zone a value is meant."""

PARTS = frozenset({"%", "‰", "cents"})
"""Units in which the same number means a small part: a label that begins to state one asks for another value."""

EXTENT = frozenset(
    {
        "all",
        "every",
        "everything",
        "everyone",
        "everybody",
        "entire",
        "whole",
        "account",
        "irreversibly",
        "permanently",
        "forever",
    }
)
"""Words of a question that say how much a deed takes along."""

_WORDS = re.compile(r"k[€$£]|[^\W\d_]+|°[cf]|[€$£¥₹₩%‰]", re.IGNORECASE)
_REMARK = re.compile(r"[(\[（]\s*([^)\]）]{1,14}?)\s*[)\]）]")
_PART = r"(?:day|month|year|tag|monat|jahr|jour|mois|ann[ée]e|[dmyjta]{1,4})"
_DATE = re.compile(rf"(?:{_PART}[\s./-]){{1,2}}{_PART}", re.IGNORECASE)


def measures(label: str) -> frozenset[str]:
    """Return the units, currencies, time zones and date orders that the label of a field states, folded."""
    remarks = {remark.casefold() for remark in _REMARK.findall(label)}
    dates = {found[0].casefold() for remark in remarks if (found := _DATE.fullmatch(remark))}
    return frozenset(word for word in map(str.casefold, _WORDS.findall(label)) if word in UNITS) | dates
