"""Texts that say how long ago something was: they change by themselves, and name no deed.

Knows the phrases of five languages. Must never know a page or an element.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

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


_SINCE = re.compile(
    r"(?:last )?(?:seen|active|online|used|visited|edited|modified|updated|created|log(?:ged)?[ -]?in|signed in) "
    r"|(?:zuletzt )?(?:gesehen|aktiv|online|benutzt|bearbeitet|geändert|aktualisiert) "
    r"|(?:vue?|active?|actif|en ligne|modifiée?|mise? à jour|créée?) "
    r"|(?:vist[oa]|activ[oa]|en línea|editad[oa]|modificad[oa]|actualizad[oa]|cread[oa]) ",
    re.IGNORECASE,
)
"""Words before an age that change no record: nobody is invited, paid or removed by being seen."""

_SINCE_LAST = re.compile(r" ?(?:在线|活跃|登录|更新|编辑|修改)$")
"""The same in Chinese, after an age."""

_PASSED = re.compile(r"\bago$|^vor |^il y a |^hace |前$", re.IGNORECASE)
"""The words of an age that counts from now; "today" and "last week" may be a part of a name."""


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


def is_remark_of_age(text: str) -> bool:
    """Return whether a text beside a name says only how long ago something was, or was seen: "seen 3 h ago".

    A day alone is none: "Report", "yesterday" may be another report. Neither is a state, such as "invited 3 h ago".
    """
    said = " ".join(text.split())
    age = _SINCE_LAST.sub("", _SINCE.sub("", said, count=1) if _SINCE.match(said) else said)
    return is_age(age) and (age != said or bool(_PASSED.search(age)))


def without_remarks(cells: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """Return the cells of a row without those of their texts that say only how long ago something was.

    Args:
        cells: The cells.
        texts: The texts in them, each as it stands by itself.
    """
    bare = [" ".join(cell.split()) for cell in cells]
    for age in filter(is_remark_of_age, (" ".join(text.split()) for text in texts)):
        bare = [cell.removeprefix(f"{age} ").removesuffix(f" {age}") for cell in bare]
    return tuple(bare)


def remarked_otherwise(was: tuple[Iterable[str], str], now: tuple[Iterable[str], str]) -> bool:
    """Return whether a value that had only the age of its record beside it has other words there: "Report template".

    A time without a verb may be the name of another record, unless such a time was recorded: "Report yesterday".

    Args:
        was: The recorded cells of the row, and the value as it stands in them.
        now: The cells now, and the value.
    """
    recorded = [rest for rest in _beside(*was) if is_remark_of_age(rest)]
    bare = any(map(is_age, recorded))
    known = is_age if bare else is_remark_of_age
    beside = _beside(*now)
    return bool(recorded) and bool(beside) and not any(known(rest) or is_remark_of_age(rest) for rest in beside)


def _beside(cells: Iterable[str], value: str) -> list[str]:
    """Return the words before or after a value in its cells; numbers alone are none."""
    rests = ((cell, cell.removeprefix(f"{value} ").removesuffix(f" {value}")) for cell in cells)
    return [rest for cell, rest in rests if rest != cell and any(map(str.isalpha, rest))]
