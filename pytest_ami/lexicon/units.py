"""Words of a label that say in which unit, currency, time zone or order a value is meant, and how much a deed takes.

Knows words. Must never know an element.
"""

from __future__ import annotations

import re

_SPELLINGS = (
    "kg kilo kilos kilogram kilograms 公斤 千克,g gram grams 克,mg,t 吨,斤 市斤,lb lbs pound pounds,oz ounce ounces"
    ",km kilometer kilometers kilometre kilometres,m meter meters metre metres,cm,mm,mi mile miles,ft feet foot,yd"
    ",l liter liters litre litres,ml"
    ",h hr hrs hour hours stunde stunden heure heures hora horas 小时"
    ",day days tage tagen jours días 天,week weeks woche wochen semaine semaines semana semanas 周"
    ",min mins minute minutes minuten minuto minutos 分钟"
    ",sec secs second seconds sekunde sekunden seconde secondes segundo segundos 秒,ms millisecond milliseconds"
    ",eur €,usd $,gbp £,chf,jpy ¥,cny rmb,aud,cad,inr ₹,krw ₩,sek,nok,dkk,pln,czk,cents"
    ",pcs pieces stück pièces piezas,cases,boxes cartons kartons,pallets paletten palettes,packs,dozens dozen dutzend"
    ",% percent prozent,‰,°c celsius,°f fahrenheit,kw,kwh,w,mb,gb,tb,kb,utc,k€,k$,k£,k tsd,mio,gmt,cet,est"
)
UNITS = {word: unit.split()[0] for unit in _SPELLINGS.split(",") for word in unit.split()}
"""Words of a label that state in which unit, currency or time zone a value is meant, and the unit of each."""

SHORT = 4
"""The most characters of a unit that counts among other words; "minutes" may be those of a meeting."""

PARTS = frozenset({"%", "‰", "cents"})
"""Units in which the same number means a small part: a label that begins to state one asks for another value."""

OFTEN = frozenset({"hourly", "daily", "weekly", "monthly", "yearly", "annually", "regularly", "again", "twice"}) | {
    *("täglich", "wöchentlich", "monatlich", "jährlich", "erneut", "zweimal", "doppelt"),
}
"""Words that say that something is done more than once."""

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
        "anyone",
        "anybody",
        "public",
        "publicly",
    }
)
"""Words of a question that say how much a deed takes along."""

_WORDS = re.compile(r"k[€$£]|[^\W\d_]+|°[cf]|[€$£¥₹₩%‰]", re.IGNORECASE)
_REMARK = re.compile(r"[(\[（]\s*([^)\]）]{1,14}?)\s*[)\]）]")
_MEANT = re.compile(r"(?<![^\W\d_])(?:in|en) (?:whole |full |ganzen )?([^\W\d_]{3,})(?![^\W\d_])", re.IGNORECASE)
_SHARE = re.compile(
    r"(%|‰|percent|per cent|prozent|pour ?cent|por ciento) (?:of|von|vom|des|der|du|de|del)(?![^\W\d_])", re.IGNORECASE
)
_PART = r"(?:day|month|year|tag|monat|jahr|jour|mois|ann[ée]e|[dmyjta]{1,4})"
_OF = re.compile(r" (?:of|à|zu|de) \d+$")
"""How many pieces a package holds: "cases of 24"."""
_DATE = re.compile(rf"(?<![^\W\d_])(?:{_PART}[\s./-]){{1,2}}{_PART}(?![^\W\d_])", re.IGNORECASE)
_ORDER = re.compile(rf"(?<![^\W\d_])(?:{_PART}[./-]){{1,2}}{_PART}(?![^\W\d_])", re.IGNORECASE)
"""The order of a date anywhere in a text; words with spaces between them may be any words."""


def measures(label: str) -> frozenset[str]:
    """Return the units, currencies, time zones and date orders that the label of a field states, folded."""
    remarks = {_OF.sub("", remark.casefold()) for remark in _REMARK.findall(label)}
    dates = {_order(found[0]) for remark in remarks if (found := _DATE.fullmatch(remark))}
    words = {
        word for word in map(str.casefold, _WORDS.findall(_DATE.sub(" ", label))) if len(word) <= SHORT or word in PARTS
    } | remarks
    return frozenset(UNITS[word] for word in words if word in UNITS) | dates


def units_meant(text: str) -> tuple[str, ...]:
    """Return the units in which a sentence says that a value is meant: "In minutes, e.g. 90", "Dauer in Stunden"."""
    return tuple(word for word in map(str.casefold, _MEANT.findall(text)) if word in UNITS)


def is_share(text: str) -> bool:
    """Return whether a text behind a field says that its value is a share: "% of the payment"; "40 % of it" is none."""
    return bool(_SHARE.match(text))


def date_orders(text: str) -> frozenset[str]:
    """Return the orders of a date that a text names: "Format: DD/MM/YYYY" and "day/month/year" are one order."""
    orders = {_order(found[0]) for found in _ORDER.finditer(text)}
    return frozenset(order for order in orders if len(order) > 1 and len({*order}) == len(order))


def _order(pattern: str) -> str:
    """Return the order of a date as the initials of day, month and year in English."""
    parts = re.split(r"[\s./-]", pattern.casefold())
    french = any(part[0] == "a" for part in parts)
    initials = ("d" if part[0] in "dt" or part == "jour" or (french and part[0] == "j") else part[0] for part in parts)
    return "".join("y" if one in "yja" else one for one in initials)


def is_measure(text: str) -> bool:
    """Return whether a text is nothing but a unit or the order of a date, such as "minutes" or "day/month/year"."""
    bare = _OF.sub("", text.strip(" ()[].:").casefold())
    return bare in UNITS or bool(_DATE.fullmatch(bare))
