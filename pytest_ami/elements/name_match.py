"""Are two names of controls the same name? Numbers decide as strictly as words where the control commits.

Rules of this module:

* White space, case and decoration (an arrow, the mark of a required field) make no other name.
* A different number makes another name: "Pay 10 EUR" is not "Pay 1000 EUR".
* Exception: the number is a counter. It is a badge of a link, a tab, a heading or of a button that only opens
  something, or recordings have shown that it varies; no word of the name commits, and no look-alike had such a number.

Knows names and the evidence around them. Must never know a page or a step.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon import text_normalization
from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.dates import DATED, dated, is_figure
from pytest_ami.lexicon.label_synonyms import plain

from .obstacles import LASTING
from .text_keys import REORDERING, exact, fold, spaced

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_ami.model.fingerprint import Fingerprint

LEADING = frozenset({"link", "tab", "heading", "treeitem"})
"""Roles of elements that lead somewhere and change nothing."""

CHOICE = "choice"
"""Detail of a list of choices: its present choice, where its name says it."""

_AROUND = ("neighbours", "texts", "cells")

BULK = frozenset({"=all", "=part", "=forever"})
"""Qualifiers of an action on many things at once."""

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_BADGE = re.compile(r"\s*[(\[（]\s*(?!(?:19|20)\d\d\b)\d[\d.,]*\+?\s*[)\]）]\Z")
_LAST = re.compile(r"\s+(\d[\d.,]*\+?)\Z")
_RECORD = re.compile(
    r"\b(?:order|invoice|ticket|case|booking|request|no\.?|nr\.?|number|id|ref|bestellung|rechnung|auftrag)\s*#?\s*\d{3,}\b|#\d{3,}\b"
)
"""The number of a record. It differs in every run; only the name of a control that commits keeps it."""

_VERSION = re.compile(r"@[~^<>=v]*\d+(?:\.(?:\d+|[x*]))*")
"""The version, or the range of versions, that follows the name of a package."""

_AMOUNT = re.compile(
    r"[€$£¥₹₽%]|元|\b(eur|euros?|usd|dollars?|gbp|pounds?|chf|jpy|yen|cny|rmb|inr|cents?|kg|km|[kmgt]b|hours?|days?|weeks?"
    r"|months?|years?|items?|pieces?|pcs|stück|tage?|monate?)\b",
    re.IGNORECASE,
)


def same_name(target: Fingerprint, recorded: str, now: str) -> bool:
    """Return whether ``now`` is the name ``recorded``.

    Args:
        target: The recorded element, parameter values filled in.
        recorded: Its name, or another text of it.
        now: The text in its place.
    """
    if bool(REORDERING.search(now)) is not bool(REORDERING.search(recorded)):
        return False
    first, second = exact(recorded), exact(now)
    if first == second:
        return True
    if numbered(target):
        return False
    numbers = _NUMBER.findall(first)
    if numbers == _NUMBER.findall(second) or (not numbers and not _bulk(recorded)):
        return exact(plain(recorded)) == exact(plain(now)) or (not numbers and is_counter(target, recorded, now))
    return is_counter(target, recorded, now)


def same_words(recorded: Fingerprint, full: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether an element in the row of a value has the recorded name; one without a name has the recorded text.

    Each cell of the row holds the value in its surroundings: without a name, the text tells one cell from another.

    Args:
        recorded: The recorded element, with ``{{name}}``.
        full: The same with parameter values.
        seen: The element now.
    """
    if not same_name(full, full.name, seen.name):
        return False
    apart = HOLE.sub("", recorded.text)
    if full.name or full.role or not recorded.text or (apart != recorded.text and apart.strip()):
        return True
    return exact(full.text) == exact(seen.text) if is_figure(full.text) else same_name(full, full.text, seen.text)


def in_another_version(template: str, name: str, values: Mapping[str, str]) -> bool:
    """Return whether a name is a value and a version, as the recorded one: ``kettle@^2.0.0``, ``anchor@1.x``.

    The version belongs to the record that the value names. More words than these are another element.
    """
    hole = HOLE.match(template)
    value = values.get(hole[1], "") if hole else ""
    if hole is None or not value or not name.startswith(value):
        return False
    version = template[hole.end() :]
    return "." in version and all(map(_VERSION.fullmatch, (version, name[len(value) :])))


def other_case(recorded: Iterable[str], now: Iterable[str], values: Mapping[str, str]) -> str:
    """Return a value of this run that stands in other letters among the texts of a row: "Pay the rent", not "Rent".

    Args:
        recorded: Texts of the recorded row, with ``{{name}}``. Only a value that filled one of them counts.
        now: Texts of the row now.
        values: Parameter values without secrets.
    """
    holes = [hole[1] for hole in map(HOLE.fullmatch, recorded) if hole and hole[1] in values]
    there = {spaced(text) for text in now}
    folded = set(map(exact, there))
    wanted = (spaced(values[name]) for name in holes)
    return next((value for value in wanted if value not in there and exact(value) in folded), "")


def numbered(target: Fingerprint) -> bool:
    """Return whether a number distinguished the target from a look-alike: then digits are part of its name."""
    for role, name, context in (what.split("|", 2) for what in target.lookalikes if what.count("|") > 1):
        if role != target.role or fold(name) != fold(target.name):
            continue
        if exact(name) != exact(target.name):
            return True
        if fold(context) == fold(target.context) and exact(context) != exact(target.context):
            return True
    return False


def is_counter(target: Fingerprint, recorded: str, now: str) -> bool:
    """Return whether two texts differ only in a number that counts something."""
    if _AMOUNT.search(recorded) or _AMOUNT.search(now):
        return False
    first, second = exact(recorded), exact(now)
    if not lasts(recorded) and not lasts(now) and _RECORD.sub("#", first) == _RECORD.sub("#", second):
        return True
    if commits(target, recorded) or commits(target, now):
        return False
    if _without_badge(target, first) == _without_badge(target, second):
        return True
    varied = any(exact(alias) != first and fold(alias) == fold(recorded) for alias in target.aliases)
    return varied and fold(recorded) == fold(now)


def commits(target: Fingerprint, name: str) -> bool:
    """Return whether pressing a control of this name may change something for good. In doubt it does, for a button."""
    bare = plain(_without_badge(target, name))
    if lasts(bare):
        return True
    if target.role in LEADING or target.details.get("haspopup", "false") != "false" or "expanded" in target.details:
        return False
    concepts = text_normalization.action_concepts(bare)
    return not concepts or any(one[0] not in "=~" or text_normalization.kind_of(one) == "verb" for one in concepts)


def lasts(name: str) -> bool:
    """Return whether a name has the verb of an action with a lasting effect, or concerns many things at once."""
    return bool(LASTING & set(text_normalization.verbs(name)) or dangerous_actions(name)) or _bulk(name)


def same_deed(one: str, other: str) -> bool:
    """Return whether two names have the same verbs, and concern one thing or many things alike."""
    first, second = (set(text_normalization.verbs(name)) for name in (one, other))
    return first == second and _bulk(one) == _bulk(other) and dangerous_actions(one) == dangerous_actions(other)


def _bulk(name: str) -> bool:
    return bool(BULK & set(text_normalization.action_concepts(name)))


def _without_badge(target: Fingerprint, text: str) -> str:
    """Return ``text`` without the number in brackets, or in a text node of its own, at its end.

    The evidence of an old recording does not tell whether a number stood in a text node of its own. There it counts.
    """
    last = _LAST.search(text)
    apart = last and (not target.scope or any(_LAST.fullmatch(f" {part}") for part in target.texts))
    return (_LAST if apart else _BADGE).sub("", text) or text


def comparable(target: Fingerprint, seen: Fingerprint) -> Fingerprint:
    """Return an element with its name as it is compared: no present choice, dates as recorded.

    Args:
        target: The recorded element, with ``{{name}}``.
        seen: The element now, or the recorded one itself.
    """
    choice = seen.details.get(CHOICE, "")
    if seen.role == "combobox" and choice and choice in seen.name and target.details.get(CHOICE):
        around: dict[str, Any] = {key: tuple(text for text in getattr(seen, key) if text != choice) for key in _AROUND}
        seen = replace(seen, name=seen.name.replace(choice, "…", 1), **around)
    return replace(seen, name=dated(seen.name)) if DATED.search(target.name) else seen
