"""Dates in words: the names of months and days of the week in five languages, and texts that name a time zone.

Knows the names and their abbreviations. Must never know a page or an element.
"""

from __future__ import annotations

import re

_MONTHS = (
    "january januar janvier enero",
    "february februar fevrier febrero",
    "march märz mars marzo",
    "april avril abril",
    "may mai mayo",
    "june juni juin junio",
    "july juli juillet julio",
    "august aout agosto",
    "september septembre septiembre",
    "october oktober octobre octubre",
    "november novembre noviembre",
    "december dezember decembre diciembre",
)
"""The twelve months; names of one month are divided by spaces. An accent of French stands without it."""

_WEEKDAYS = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunes martes miércoles jueves viernes sábado domingo",
)
_BESIDE = frozenset({"am", "pm", "utc", "gmt", "uhr", "at", "um", "à", "de"})
"""Words that stand in a date or a time of day and name neither a month nor a day."""

_SHORTEST = 3
"""The fewest letters of an abbreviation."""

_PLAIN = str.maketrans("éèû", "eeu")
_WORD = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[年月日时分秒]")

_NAME, _YEAR = r"(?P<m>[^\W\d_]{3,10}\.?)", r"(?:,? (?P<y>\d{4})\b)?"
_WEEKDAY = r"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?"
_DATES = (
    re.compile(rf"{_WEEKDAY}{_NAME} (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b{_YEAR}", re.IGNORECASE),
    re.compile(rf"{_WEEKDAY}(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)? {_NAME}{_YEAR}", re.IGNORECASE),
)
DATED = re.compile(r"(?:\d{4}-)?(?:1[0-2]|[1-9])-\{\{")
"""A date of which the day is a hole."""


def month_number(word: str) -> int:
    """Return the month that a word names, whole or cut after three letters or more: 1 to 12, or 0 for no month."""
    plain = word.casefold().rstrip(".").translate(_PLAIN)
    if len(plain) < _SHORTEST:
        return 0
    return next((number for number, names in enumerate(_MONTHS, 1) if _begins(plain, names)), 0)


_MONTH_OF_YEAR = re.compile(
    r"(?<![\d./-])(?:(0?[1-9]|1[0-2])\s?[./-]\s?((?:19|20)\d{2})|((?:19|20)\d{2})\s?[./-]\s?(0?[1-9]|1[0-2]))(?![\d./-])"
)
"""A month in digits beside its year: 03/2026, 2026-03. With a day it would be a date."""

_SHORT_YEAR = re.compile(r"(?<=[^\W\d_] )['’‘](\d{2})(?!\d)")
"""A year of two digits behind the name of a month: Mar '26."""


def months(text: str) -> frozenset[str]:
    """Return the months, by their English name, and the years in a text."""
    plain = _MONTH_OF_YEAR.sub(lambda found: f"{int(found[1] or found[4])}月{found[2] or found[3]}", text.casefold())
    words = re.findall(r"[^\W\d_]{3,}|\d{1,2}(?=月)|(?<!\d)(?:19|20)\d{2}(?!\d)", _SHORT_YEAR.sub(r"20\1", plain))
    return frozenset(name for word in words if (name := _month_or_year(word)))


def names_month(found: frozenset[str]) -> bool:
    """Return whether months and years (``months``) have a month among them."""
    return not all(map(str.isdecimal, found))


def dated(text: str) -> str:
    """Return ``text`` with its dates in words as year, month and day without their weekday: ``2026-12-24``."""
    for pattern in _DATES:
        text = pattern.sub(_date, text)
    return text


def is_figure(text: str) -> bool:
    """Return whether a text is only a number, a date or a time of day."""
    words = _WORD.findall(_PARTS.sub(" ", text.casefold()))
    return any(map(str.isdigit, text)) and all(map(_of_a_date, words))


def _date(found: re.Match[str]) -> str:
    month = month_number(found["m"])
    year = f"{found['y']}-" if found["y"] else ""
    return f"{year}{month}-{int(found['d'])}" if month else found[0]


def _month_or_year(word: str) -> str:
    number = int(word) if word.isdecimal() else month_number(word)
    return _MONTHS[number - 1].partition(" ")[0] if 1 <= number <= len(_MONTHS) else word if word.isdecimal() else ""


def _of_a_date(word: str) -> bool:
    return word in _BESIDE or bool(month_number(word)) or is_weekday(word)


def is_weekday(word: str) -> bool:
    """Return whether a word in small letters is the name of a day of the week, or its beginning."""
    return len(word) >= _SHORTEST and any(_begins(word, names) for names in _WEEKDAYS)


def _begins(word: str, names: str) -> bool:
    return any(name.startswith(word) for name in names.split())


_TIME_OF = re.compile(
    r"(?:in )?([A-ZÄÖÜ][\w.-]+(?: [A-ZÄÖÜ][\w.-]+)?) (?:time|zeit|Zeit)"
    r"|(?:heure|hora) de ([A-Z][\w.-]+(?: [A-Z][\w.-]+)?)"
    r"|([\u3000-\u9fff]{2,4})时间"
    r"|(?:(?i:all|the|alle|die|toutes les|les|todas las|las) )?"
    r"(?i:(?:(?:dates and )?times?|(?:uhr)?zeiten|zeitangaben|heures|horas))"
    r" (?i:(?:(?:are|is|shown|given|stated|meant|displayed|sind|gelten|stehen|sont|affichée?s?|son|están)) )+"
    r"(?i:(?:in|for|für|en|à l'heure de|en hora de)) ([A-ZÄÖÜ][\w./+-]+(?: [A-ZÄÖÜ][\w.-]+)?)(?: (?:time|Zeit))?"
    r"|(?:所有)?时间(?:均|都)?(?:为|按|以)([\u3000-\u9fff]{2,4})时间(?:显示)?"
)
"""A text that says in the time of which place a value is meant."""

_SEASONS = "cet cest,mez mesz,wet west,eet eest,gmt bst,gmt utc,est edt,cst cdt,mst mdt,pst pdt,aest aedt,nzst nzdt"
SEASONS = frozenset(frozenset(pair.split()) for pair in _SEASONS.split(","))
"""Names of the time of one place in winter and in summer, or of one time."""

_OFFSET = re.compile(r"(?:utc|gmt)([+-]\d{1,2})(?::?00)?")
"""A time by its distance from that of Greenwich, which summer changes by an hour."""

_NO_PLACES = frozenset(
    {"start", "end", "local", "your", "due", "lead", "event", "delivery", "arrival", "departure", "total"}
    | {"开始", "结束"}
)


def other_zone(was: str, now: str) -> bool:
    """Return whether two texts say in the time of which place a value is meant: "Berlin time", "New York time"."""
    found = [_TIME_OF.fullmatch(text.strip("()[] ,.")) for text in (was, now)]
    places = [next(filter(None, one.groups()), "").casefold() if one else "" for one in found]
    return all(places) and not _NO_PLACES & {*places} and not any(map(months, places)) and not _same_time(*places)


def _same_time(place: str, other: str) -> bool:
    """Return whether two names of a time are of one place, maybe of its summer."""
    offsets = [_OFFSET.fullmatch(text) for text in (place, other)]
    if offsets[0] and offsets[1]:
        return abs(int(offsets[0][1]) - int(offsets[1][1])) <= 1
    return place == other or frozenset({place, other}) in SEASONS
