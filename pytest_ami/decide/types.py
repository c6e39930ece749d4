"""Types of values, told by their looks.

Knows the looks of addresses, numbers, dates and files. Must never know a parameter's meaning or a page.
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
FILE = re.compile(
    r"(?:[A-Za-z]:)?[\w./\\~-]*[\w-]\.(?:pdf|txt|csv|tsv|xlsx?|docx?|pptx?|odt|png|jpe?g|gif|svg|webp|zip|gz|tar|json|"
    r"xml|ya?ml|md|html?|mp3|mp4|log|eml)",
    re.IGNORECASE | re.ASCII,
)


def infer_type(value: str) -> str:
    """Return what ``value`` looks like: ``email, url, number, date, file`` or else ``text``."""
    text = value.strip()
    if EMAIL.fullmatch(text):
        return "email"
    if URL.fullmatch(text):
        return "url"
    if is_date(text):
        return "date"
    if NUMBER.fullmatch(text):
        return "number"
    return "file" if FILE.fullmatch(text) else "text"


def is_date(text: str) -> bool:
    """Return whether ``text`` is a day of the calendar, as it is written in Europe, China or ISO 8601."""
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
    """Return whether ``value`` can be what a parameter of type ``kind`` takes out of an instruction."""
    return infer_type(value) == kind if kind in ("email", "url", "number", "date") else True
