"""Texts that say how long ago something was: they change by themselves, and name no deed.

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


_TO_COME = re.compile(
    r"\b(?:tomorrow|upcoming|later|morgen|übermorgen|demain|mañana)\b|\b(?:next|nächsten?|próxim[ao]|proch\w+) \w"
    r"|\b(?:semaine|mois) prochaine?\b|明天|后天|下周|下个月",
    re.IGNORECASE,
)


def to_come(text: str) -> bool:
    """Return whether a text names a time that is still to come: no time that passes leads there."""
    return bool(_TO_COME.search(text))


def is_age(text: str) -> bool:
    """Return whether a text says only how long ago something was."""
    return bool(_AGE.fullmatch(" ".join(text.split())))
