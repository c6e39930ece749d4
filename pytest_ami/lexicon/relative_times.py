"""Texts that say how long ago or when something was, or how much: they change by themselves, and name no deed.

Knows the phrases of five languages. Must never know a page or an element.
"""

from __future__ import annotations

import re

_ENGLISH = (
    r"(?:just )?now|moments? ago|yesterday|today"
    r"|(?:(?:about|over|almost|less than|in) )?(?:(?:\d+|an?|one|(?:a )?few|a couple of) ?)?"
    r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|[smhdwy])(?: ago)"
    r"|last (?:week|month|year)"
)
_GERMAN = (
    r"(?:gerade )?eben|gestern|heute|vor (?:etwa )?(?:\d+|eine[mr]|wenigen|ein paar) "
    r"(?:sekunden?|minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)"
)
_FRENCH = (
    r"à l['’]instant|hier|aujourd['’]hui|il y a (?:environ )?(?:\d+|une?|quelques) "
    r"(?:secondes?|minutes?|heures?|jours?|semaines?|mois|ans?)"
)
_SPANISH = (
    r"ahora(?: mismo)?|ayer|hoy|hace (?:\d+|una?|un[oa]s) "
    r"(?:segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?)"
)
_CHINESE = r"刚刚|刚才|昨天|今天|\d+ ?(?:秒钟?|分钟?|个?小时|天|周|个?月|年)前"

_AGE = re.compile(f"{_ENGLISH}|{_GERMAN}|{_FRENCH}|{_SPANISH}|{_CHINESE}", re.IGNORECASE)

_CALENDAR = re.compile(
    r"am|pm|utc|gmt|uhr|at|um|à"
    r"|(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?"
    r"|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?"
    r"|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch"
    r"|janv(?:ier)?|févr?(?:ier)?|mars|avr(?:il)?|juin|juil(?:let)?|août|septembre|octobre|novembre|déc(?:embre)?"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    r"|ene(?:ro)?|febrero|marzo|abr(?:il)?|mayo|junio|julio|ago(?:sto)?|septiembre|octubre|noviembre|dic(?:iembre)?"
    r"|lunes|martes|miércoles|jueves|viernes|sábado|domingo|de"
)
"""The words of dates and times of day."""

_WORD = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[年月日时分秒]")


def is_age(text: str) -> bool:
    """Return whether a text says only how long ago something was."""
    return bool(_AGE.fullmatch(" ".join(text.split())))


def is_figure(text: str) -> bool:
    """Return whether a text is only a number, a date or a time of day."""
    words = _WORD.findall(_PARTS.sub(" ", text.casefold()))
    return any(map(str.isdigit, text)) and all(map(_CALENDAR.fullmatch, words))
