"""Compares the text that a field holds with the text that was typed: equal, formatted, or something else.

Rules of this module:

* The relation is recorded when the form is used, after the page's own handlers. A replay requires the same relation.
* Formatting is no difference: spaces, the brackets of a telephone number, the groups of a number.
* If a page showed how it reads the only sign of a number ("1.250" became "1.250,00"), it must read it so again: the
  same text may be one and a quarter. So it is with the order of a day ("04/05/2031" became "4 May 2031").
* A field whose relation was not recorded is not judged.
* A field has done its work once a request of the flow's last deed carries its value; the page may empty it then.
* If a hidden field had taken over the text of an editor before the form was used, it must have done so again: the one
  of the same name, as long as the form has one. A draft in another field is not what the form sends: a field that had
  not taken the text over when it was recorded proves nothing.

It knows texts and steps. It must never know a page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.elements.commits import commits
from pytest_ami.elements.text_keys import fill
from pytest_ami.engine.effects.message_text import same_number
from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.dates import month_number
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from pytest_ami.model.workflow import Step

ONCE = " once"
"""The end of a relation that held at the first use of the form only: the page empties the field afterwards."""

COPIED = " copied"
"""The end of a relation of an editor whose text a hidden field had taken over when the form was used first."""

COPY = "="
"""The end of the number of a step that filled an editor: the hidden fields of its form, each as ``+`` or ``-`` and its
name, with spaces between; ``+`` if it has taken over the text."""

_KIND = re.compile(rf"(\w*)({COPIED}((?: [+-]\S*)*))?(?:{ONCE})?")
"""A stored relation: its name, and the hidden fields that had taken over the text, or had not."""

STATES = {StepKind.CHECK: "checked", StepKind.UNCHECK: "unchecked"}

READINGS = ("thousands", "decimals", "day_first", "month_first")
"""Relations that say how a page reads the only sign in a number, or the order of a day; they hold for such texts."""

_DAY = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-]\d{4}")
_ISO = re.compile(r"(?<!\d)\d{4}-(\d{1,2})-\d{1,2}(?!\d)")
_MONTHS = 12

_AMBIGUOUS = re.compile(r"(\d{1,3})[.,](\d{3})")
"""A number of which a page alone says whether its sign parts thousands or decimals."""

_LONG_NUMBER = 7
_TWO = 2


def _plain(text: str) -> str:
    return " ".join(text.split())


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def _numbers(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"\d+", text)}


def _in_groups(typed: str, held: str) -> bool:
    """Return whether a telephone number or the like was only grouped."""
    long = len(_digits(typed)) >= _LONG_NUMBER and not re.search(r"[^\d\s()/+.-]", typed + held)
    return long and _digits(typed) == _digits(held)


def _same(typed: str, held: str) -> bool:
    return _plain(typed) == _plain(held)


def _same_number(typed: str, held: str) -> bool:
    return same_number(_plain(typed), _plain(held))


def _same_digits(typed: str, held: str) -> bool:
    return bool(_digits(typed)) and not re.search(r"[^\W\d_]", typed) and _digits(typed) == _digits(held)


def _same_letters(typed: str, held: str) -> bool:
    return bool(_letters(typed)) and _letters(typed) == _letters(held)


def _same_date(typed: str, held: str) -> bool:
    return len(_numbers(typed)) >= _TWO and bool(_numbers(held)) and _numbers(held) <= _numbers(typed)


def _within(typed: str, held: str) -> bool:
    return bool(_plain(typed)) and _plain(typed).casefold() in _plain(held).casefold()


def _read_as(typed: str, held: str) -> str:
    """Return how a page has read the only sign in a number, such as the point of "1.250"; empty if nothing says so.

    It is a sign of ``thousands`` or of ``decimals``. A text without a change says nothing, and neither does one that
    could be read in both ways as well.
    """
    number = _AMBIGUOUS.fullmatch(typed.strip())
    bare = re.sub(r"[^\d.,]", "", held)
    if number is None or bare == typed.strip() or not re.search(r"\d", bare):
        return ""
    whole, part = number[1], number[2]
    thousands = re.fullmatch(rf"{whole}[.,]?{part}(?:[.,]\d{{1,2}})?", bare)
    short = part.rstrip("0")
    decimals = re.fullmatch(rf"{whole}(?:[.,]{short}0*)" if short else rf"{whole}(?:[.,]0+)?", bare)
    if bool(thousands) is bool(decimals):
        return ""
    return "thousands" if thousands else "decimals"


def _day_read(typed: str, held: str) -> str:
    """Return in which order a page has read a day, such as "04/05/2031" as "4 May 2031"; empty if nothing says so."""
    day = _DAY.fullmatch(typed.strip())
    if day is None or int(day[1]) == int(day[2]) or max(int(day[1]), int(day[2])) > _MONTHS:
        return ""
    plain = _ISO.search(held)
    named = {month_number(word) for word in re.findall(r"[^\W\d_]{3,}", held)} - {0}
    months = {int(plain[1])} if plain else named
    if months == {int(day[2])}:
        return "day_first"
    return "month_first" if months == {int(day[1])} else ""


def _reading(typed: str, held: str) -> str:
    """Return how a page has read a text of which it alone says what it means; empty if nothing says so."""
    return _read_as(typed, held) or _day_read(typed, held)


def _is_ambiguous(typed: str) -> bool:
    """Return whether a page alone says what a text means: a number with one sign, a day whose month may be first."""
    day = _DAY.fullmatch(typed.strip())
    days = day is not None and int(day[1]) != int(day[2]) and max(int(day[1]), int(day[2])) <= _MONTHS
    return days or bool(_AMBIGUOUS.fullmatch(typed.strip()))


def _read(kind: str) -> Callable[[str, str], bool]:
    """Return the relation of a text and its reading."""
    return lambda typed, held: _reading(typed, held) == kind


RELATIONS: Mapping[str, Callable[[str, str], bool]] = {
    "same": _same,
    **{kind: _read(kind) for kind in READINGS},
    "number": _same_number,
    "digits": _same_digits,
    "letters": _same_letters,
    "date": _same_date,
    "within": _within,
}
"""The relations of a typed text and a held one, the closest first."""


def relation(typed: str, held: str) -> str:
    """Return the closest relation of the typed and the held text; empty if there is none."""
    return next((name for name, agrees in RELATIONS.items() if agrees(typed, held)), "")


def recorded(typed: str, held: Sequence[str], *, copied: str = "") -> str:
    """Return the relation to store.

    Args:
        typed: The typed text.
        held: The texts of the field at each use of the form, in order.
        copied: The hidden fields at the first use, each as ``+`` and its name if it had taken over the text, or ``-``.
    """
    copy = " ".join((COPIED, *(one for one in copied.split() if len(one) > 1))) if copied else ""
    if not held or not (first := relation(typed, held[0])):
        return copy
    return first + copy + ("" if all(RELATIONS[first](typed, text) for text in held) else ONCE)


def formatted(typed: str, held: str) -> bool:
    """Return whether a field holds what was typed, apart from spaces and the groups of a number (an input mask)."""
    number = bool(re.fullmatch(r"[\d.,' ]*\d[\d.,' ]*", typed)) and _same_number(typed, held)
    return _same(typed, held) or _in_groups(typed, held) or number


def keeps(kind: str, typed: str, held: str) -> bool:
    """Return whether a field still holds what was typed, by the recorded relation."""
    known = _KIND.fullmatch(kind)
    agrees = RELATIONS.get(known[1]) if known else None
    if known and known[1] in READINGS:
        if _is_ambiguous(typed):
            return _reading(typed, held) == known[1]
        return formatted(typed, held) or any(same(typed, held) for same in (_same_digits, _same_date, _within))
    return agrees is None or agrees(typed, held) or formatted(typed, held)


def as_typed(step: Step, held: str, values: Mapping[str, str]) -> bool:
    """Return whether a field still holds a text as it was typed, although its page shows how it reads such a text.

    The page may do so when the field is left.

    Args:
        step: The step that filled the field.
        held: The text of the field.
        values: Parameter values without secrets.
    """
    typed, known = fill(step.value, values).strip(), _KIND.fullmatch(step.effects.keeps)
    return bool(known and known[1] in READINGS) and _is_ambiguous(typed) and _same(typed, held)


def _uncopied(kind: str, now: str | None) -> bool:
    """Return whether the hidden field that takes over the text of an editor has not done so yet."""
    known = _KIND.fullmatch(kind)
    if now is None or not known or known[2] is None:
        return False
    fields, recorded_fields = now.split(), known[3].split()
    lacking = {f"+{one[1:]}" for one in fields if one.startswith("-")} - set(fields)
    others = {f"+{one[1:]}" for one in recorded_fields if one.startswith("-")} - set(recorded_fields)
    return bool(lacking & set(recorded_fields)) or not any(one.startswith("+") for one in fields if one not in others)


def still_needed(entered: Mapping[int, Step], used: Step, later: Sequence[Step]) -> dict[int, Step]:
    """Return the steps whose fields must hold what was typed after a step that used their form.

    Args:
        entered: Steps that entered a value, by number.
        used: The step that used the form.
        later: The steps after it.
    """
    kept = {number: step for number, step in entered.items() if not step.effects.keeps.endswith(ONCE)}
    if not used.sent or any(step.sent or commits(step) for step in later):
        return kept
    sent = set(names(used.sent.partition("?")[2]))
    return {number: step for number, step in kept.items() if not names(step.value) or set(names(step.value)) - sent}


SUCCESSOR = "~"
"""The end of the number of a step whose field the page drew again: the text is that of the new field."""


def replaced(
    steps: Mapping[int, Step], held: Mapping[str, str], values: Mapping[str, str], unused: Collection[int] = ()
) -> tuple[int, str] | None:
    """Return the number of the first step whose field holds another text now, with the reason.

    Args:
        steps: Steps that entered a value, by number.
        held: The text of each field, by the number of its step.
        values: Parameter values without secrets.
        unused: Numbers of the steps whose form was not used yet: a field that is drawn again may not lose their text.
    """
    for number, step in steps.items():
        if number in unused and _uncopied(step.effects.keeps, held.get(f"{number}{COPY}")):
            return number, "expected its text in the hidden field that the form sends (the editor has not written it)"
        now = held.get(str(number), held.get(f"{number}{SUCCESSOR}") if number in unused else None)
        if now is None or not all(name in values for name in names(step.value)):
            continue
        typed = STATES.get(step.kind) or fill(step.value, values)
        if not keeps(step.effects.keeps, typed, now):
            return number, f"expected the value {typed!r} in the field until the form is used (it holds {now!r})"
    return None
