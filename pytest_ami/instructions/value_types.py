"""Types of values, recognised by their form.

Knows the forms of addresses, numbers, sums, dates, times and files. Must never know a parameter's meaning or a page.
"""

from __future__ import annotations

import re
from datetime import date

EMAIL = re.compile(r"[A-Za-z0-9._%+'-]*[A-Za-z0-9_%+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}")
URL = re.compile(r"https?://[^\s'\"“”‘’「」『』<>，。；、]+[^\s'\"“”‘’「」『』<>，。；、.,;:!?)]")
NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
DATE = re.compile(
    r"(?P<y>\d{4})(?:-|/|\.|\s?年\s?)(?P<m>\d{1,2})(?:-|/|\.|\s?月\s?)(?P<d>\d{1,2})(?:\s?日)?"
    r"|(?P<d2>\d{1,2})(?:\.|/)(?P<m2>\d{1,2})(?:\.|/)(?P<y2>\d{4})"
)
TIME = re.compile(
    r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?[ap]\.?m\.?)?"
    r"|(?:1[0-2]|0?[1-9])\s?[ap]\.?m\.?(?![a-z])"
    r"|(?:上午|下午|早上|晚上|中午)?\s?\d{1,2}\s?点(?:半|\d{1,2}\s?分?)?",
    re.IGNORECASE,
)
_SUM = r"(?:\d{1,3}(?:[,.]\d{3})+|\d+)(?:[.,]\d{1,2})?"
MONEY = re.compile(
    rf"[€$£¥￥]\s?{_SUM}|(?:EUR|USD|GBP|CNY|RMB|CHF)\s?{_SUM}"
    rf"|{_SUM}\s?(?:[€$£¥￥]|(?:EUR|USD|GBP|CNY|RMB|CHF)\b|(?:euros?|dollars?|pounds?|yuan)\b|元|欧元|美元)",
    re.IGNORECASE,
)
FILE = re.compile(
    r"(?:[A-Za-z]:)?[\w./\\~-]*[\w-]\.(?:pdf|txt|csv|tsv|xlsx?|docx?|pptx?|odt|png|jpe?g|gif|svg|webp|zip|gz|tar|json|"
    r"xml|ya?ml|md|html?|mp3|mp4|log|eml)",
    re.IGNORECASE | re.ASCII,
)

_LOOKS = (("email", EMAIL), ("url", URL), ("number", NUMBER), ("money", MONEY), ("time", TIME), ("file", FILE))

STRICT = frozenset(("email", "url", "number", "money", "date", "time"))
"""Types whose values are recognised by their form alone."""


def infer_type(value: str) -> str:
    """Return the type of the form of ``value``: ``email, url, number, money, date, time, file`` or else ``text``."""
    text = value.strip()
    if is_date(text):
        return "date"
    return next((kind for kind, looks in _LOOKS if looks.fullmatch(text)), "text")


def is_date(text: str) -> bool:
    """Return whether ``text`` is a calendar date in a form of Europe, China or ISO 8601."""
    found = DATE.fullmatch(text)
    if not found:
        return False
    year, month, day = (int(found[key] or found[f"{key}2"]) for key in "ymd")
    for one, two in ((month, day), (day, month)):
        try:
            date(year, one, two)
        except ValueError:
            continue
        return True
    return False


def suits(kind: str, value: str) -> bool:
    """Return whether a parameter of type ``kind`` can take ``value`` from an instruction."""
    return infer_type(value) == kind if kind in STRICT else True
