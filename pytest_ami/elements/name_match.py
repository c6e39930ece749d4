"""Are two names of controls the same name? Numbers decide as strictly as words where the control commits.

Rules of this module:

* White space, case and decoration (an arrow, the mark of a required field) make no other name.
* A different number makes another name: "Pay 10 EUR" is not "Pay 1000 EUR".
* Exception: the number is a counter. It is a badge of a link, a tab, a heading or of a button that only opens
  something, or recordings have shown that it varies; no word of the name commits, and no look-alike had such a number.
* Exception: the number counts reactions ("Star 214") in a row that a value chose. It is data of the record if it is an
  element of its own at the end of the name, a row beside had another one, and the control looks as it looked: a full
  star may say that one has reacted already. The number of any other deed may be an amount.

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
from pytest_ami.lexicon.finished import SET_APART
from pytest_ami.lexicon.label_synonyms import plain
from pytest_ami.lexicon.reactions import is_reaction
from pytest_ami.lexicon.relative_times import to_come
from pytest_ami.lexicon.units import EXTENT, OFTEN, is_measure, measures
from pytest_ami.lexicon.vocabulary import CARRIES_OUT

from .element import named_by_box
from .obstacles import LASTING
from .text_keys import REORDERING, exact, fold, spaced, spells, tells_deed, turned

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_ami.model.fingerprint import Fingerprint

LEADING = frozenset({"link", "tab", "heading", "treeitem"})
"""Roles of elements that lead somewhere and change nothing."""

CHOICE = "choice"
"""Detail of a list of choices: its present choice, where its name says it."""

CHOSEN = frozenset({"selected", "chosen", "ausgewählt", "gewählt", "sélectionné", "seleccionado", "已选择", "已选"})
"""Words of such a name that say that the choice is one."""

DRAWN = "drawn"
"""Detail of a control: the words by which an icon font draws pictures in it."""

COUNT = "count"
"""Detail of a control: the bare number in an element of its own at the end of its name."""

COUNTS = "counts"
"""Detail of such a control in a row: a row beside has the same words and another number."""

FACE = "face"
"""Detail of such a control: its classes, styles and pictures."""

_UNIT = re.compile(r"\s*[(\[（][^()\[\]（）]{1,14}[)\]）]$")
"""A remark in brackets at the end of a label, such as its unit."""

BOXES = frozenset({"checkbox", "radio"})
"""Roles of the boxes that stand for the record of their row."""

BULK = frozenset({"=all", "=part", "=forever"})
"""Qualifiers of an action on many things at once."""

_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_BADGE = re.compile(r"\s*[(\[（]\s*(?!(?:19|20)\d\d\b)\d[\d.,]*\+?\s*[)\]）]\Z")
_LAST = re.compile(r"\s+(\d[\d.,]*\+?)\Z")
_RECORD = re.compile(
    r"\b(?:order|invoice|ticket|case|booking|request|no\.?|nr\.?|number|id|ref|bestellung|rechnung|auftrag)\s*#?\s*\d{3,}\b|#\d{3,}\b"
)
"""The number of a record. It differs in every run; only the name of a control that commits keeps it."""

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
    if bool(REORDERING.search(now)) is not bool(REORDERING.search(recorded)) or turned(recorded, now):
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


def has_got_name(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether a box to tick in a row has only got a name: the form sends it under the same key as before.

    A name with the verb of a lasting effect is another box.
    """
    key = target.attributes.get("name", "")
    if target.name or not key or "name" in target.generated or target.role not in BOXES:
        return False
    return seen.role == target.role and seen.attributes.get("name") == key and not lasts(seen.name)


def renamed(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether an element has another name while its own address, or the key that it sends, is the same."""
    return named_in_address(target, seen) or sends_same_key(target, seen)


def named_in_address(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether a link has got words about the same deed, or lost some, which all stand in its own address.

    "Delete" that leads to ``/book/7/delete`` is "Delete book". Its address, which only it had, is the recorded one.
    """
    href = target.attributes.get("href", "")
    if not href or href != seen.attributes.get("href") or target.counts.get("href") != 1 or target.tag != seen.tag:
        return False
    mine, its = ({*_WORD.findall(exact(plain(one.name)))} for one in (target, seen))
    stated = {*_WORD.findall(exact(href))}
    said = (seen.name, seen.attributes.get("title") or seen.name)
    return bool(mine & its) and mine ^ its <= stated and all(same_deed(target.name, one) for one in said)


def sends_same_form(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether two buttons, each the only one of its name, send the same form by its id, to the same address."""
    return target.counts.get("name") == 1 and exact(target.name) == exact(seen.name) and _of_one_form(target, seen)


def sends_same_key(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether a button sends the same form under its own key: for the server it is the recorded one.

    Both names must say no more than that it is carried out, such as "Go" and "Run": the form says what is done. A name
    of a deed counts, whatever is sent: a switch sends the same whether it says "Follow" or "Unfollow", and a script may
    act before the form does.
    """
    key = target.attributes.get("name", "")
    if not key or "name" in target.generated or target.counts.get("field") != 1 or key != seen.attributes.get("name"):
        return False
    quiet = {exact(plain(target.name)), exact(plain(seen.name))} <= CARRIES_OUT
    return quiet and bool(target.details.get("value")) and _of_one_form(target, seen)


def _of_one_form(target: Fingerprint, seen: Fingerprint) -> bool:
    was, now = target.details, seen.details
    return bool(was.get("form")) and all(
        was.get(key) == now.get(key) for key in ("form", "type", "method", "action", "value")
    )


def same_deed(old: str, new: str) -> bool:
    """Return whether two names have the same verbs, and concern one thing or many things alike."""
    verbs = [set(text_normalization.verbs(name)) for name in (old, new)]
    return verbs[0] == verbs[1] and _bulk(old) == _bulk(new) and dangerous_actions(old) == dangerous_actions(new)


_BOUNDS = frozenset(
    {"max", "maximum", "min", "minimum", "limit", "least", "most", "other", "total", "höchstens", "mindestens"}
    | {"net", "gross", "netto", "brutto", "before", "after", "old", "new", "alt", "neu"}
    | {"spent", "used", "remaining", "left", "estimated", "verbraucht", "verbleibend", "geschätzt"}
)
_OF = frozenset({"of", "for", "from", "by", "to", "von", "für", "des", "der", "du", "pour", "para", "per"})
"""Words after which a label names somebody or something else."""


_JOINING = "and with without as in at on und mit ohne als et avec sans y con sin"
_JOINS = frozenset(_JOINING.split())
"""Words that add a second deed, a condition or a way to a name."""


def adds_nothing(old: str, new: str) -> bool:
    """Return whether the words that a name has gained change no deed: no extent, amount, time, condition or goal."""
    words, more_words = ({*re.findall(r"[^\W_]+", text.casefold())} for text in (old, new))
    gained = more_words - words
    more = gained & (EXTENT | OFTEN | _JOINS | _OF) or any(any(map(str.isdigit, word)) for word in gained)
    return not more and to_come(old) is to_come(new) and same_deed(old, new)


_INVITES = re.compile(
    r"^(?:(?:start|begin) typing|type|write|tapez|saisissez|escrib[ae]|tippen,?)(?: here| ici| aquí)?"
    r" (?:to|pour|para|um zu) (?=\w)|^输入[以来](?=\w)"
    r"|^(?P<pick>please |)(?:select|choose|pick)(?: an?| the| one| your)? (?=\w)",
    re.IGNORECASE,
)
"""The words of a label that only say how to begin: "Type to search" asks for what "Search" asks for."""

_SEEKS = ("filter", "filtr", "recherch", "cherch", "busc", "such")


def _wanted(text: str) -> str:
    """Return what a label asks for, without how to begin: "to" leads to a deed there, and otherwise to somebody."""
    found, asked = _INVITES.match(text), _INVITES.sub("", text)
    picks = found is not None and found["pick"] is not None
    return asked if picks or text_normalization.verbs(asked) or asked.casefold().startswith(_SEEKS) else text


def same_value(old: str, new: str) -> bool:
    """Return whether two labels ask for the same value: in the same unit, for the same deed, and of the same thing."""
    old, new = map(_wanted, (old, new))
    words = [{*re.findall(r"[^\W_]+", text.casefold())} for text in (old, new)]
    differing = words[0] ^ words[1]
    another = differing & (_BOUNDS | _OF) or {word for word in differing if word.startswith(_SEEKS)}
    qualified = [
        {concept for concept in text_normalization.field_concepts(text) if concept.startswith("~")}
        for text in (old, new)
    ]
    alike = measures(old) == measures(new) and qualified[0] == qualified[1] and same_deed(old, new)
    return alike and not another and bool(SET_APART.search(old)) is bool(SET_APART.search(new))


def _bulk(name: str) -> bool:
    return bool(BULK & set(text_normalization.action_concepts(name)))


def _without_badge(target: Fingerprint, text: str) -> str:
    """Return ``text`` without the number in brackets, or in a text node of its own, at its end.

    The evidence of an old recording does not tell whether a number stood in a text node of its own. There it counts.
    """
    last = _LAST.search(text)
    apart = last and (not target.scope or any(_LAST.fullmatch(f" {part}") for part in target.texts))
    return (_LAST if apart else _BADGE).sub("", text) or text


def _without_pictures(seen: Fingerprint) -> Fingerprint:
    """Return an element by the words that people read in it, or by its title if there are none.

    A picture of another deed than the words name leaves the element as it is.
    """
    drawn = seen.details.get(DRAWN, "")
    words = seen.attributes.get("title", "") if drawn == seen.name else seen.name.removeprefix(f"{drawn} ")
    deeds = set(text_normalization.verbs(drawn.replace("_", " ")))
    if not drawn or not words or not deeds <= set(text_normalization.verbs(words)):
        return seen
    return replace(seen, name=words, text="" if drawn == seen.name else words)


def comparable(target: Fingerprint, seen: Fingerprint) -> Fingerprint:
    """Return an element with its name as it is compared: no choice, picture, record or count, dates as recorded.

    A text field that calls itself a list is one that opens a list: releases of a library call it the one and the other.
    A unit may move from beside a field into its label, and back. An icon may get the word that draws it as its name. A
    field for files is called by its box.

    Args:
        target: The recorded element, with ``{{name}}``.
        seen: The element now, or the recorded one itself.
    """
    seen = named_by_box(seen)
    seen = _without_count(target, _without_pictures(seen) if exact(seen.name) != exact(target.name) else seen)
    seen = replace(seen, role="combobox") if (seen.tag, seen.role) == ("input", "listbox") else seen
    lists = not target.name and target.opens_list() and seen.called_by_choice()
    seen = seen.without_choice() if lists and not LASTING & set(text_normalization.verbs(seen.name)) else seen
    choice = seen.details.get(CHOICE, "")
    sign = "" if target.name else target.details.get(DRAWN, "")
    seen = replace(seen, name="", text="") if spells(sign, seen.name) and tells_deed(sign, seen.name) else seen
    lists = seen.role == "combobox" or seen.opens_list()
    if lists and choice and choice in seen.name and target.details.get(CHOICE):
        keys = ("neighbours", "texts", "cells")
        kept: dict[str, Any] = {key: tuple(text for text in getattr(seen, key) if text != choice) for key in keys}
        kept |= {"text": ""} if seen.text == choice else {}
        seen = replace(seen, name=seen.name.replace(choice, "…", 1), **kept)
    if names_its_record(target, seen) or moved_unit(target, seen):
        seen = replace(seen, name=target.name, label=target.label)
    return replace(seen, name=dated(seen.name)) if DATED.search(target.name) else seen


def own_label(target: Fingerprint) -> str:
    """Return the label of a list whose name says its choice as well: "Shift" of "Selected Noon. Shift"; else empty."""
    choice = target.details.get(CHOICE, "")
    if not choice or choice not in target.name:
        return ""
    parts = re.split(r"[.,:;()]? +|[.,:;()]+$", target.name.replace(choice, "", 1))
    return " ".join(part for part in parts if part and part.casefold() not in CHOSEN)


def _without_count(target: Fingerprint, seen: Fingerprint) -> Fingerprint:
    """Return an element without the number that counts reactions, if a value chose the row of the recorded one."""
    reacts = COUNTS in target.details and is_reaction(_words(target, target.name))
    if not reacts or HOLE.search(target.name) or not HOLE.search(target.context):
        return seen
    if all(target.details.get(key) != seen.details.get(key) for key in (COUNT, FACE)):
        return seen
    left = {key: text for key, text in seen.details.items() if key != COUNT}  # what is left has no count any more
    return replace(seen, name=_words(seen, seen.name), text=_words(seen, seen.text), details=left)


def _words(of: Fingerprint, text: str) -> str:
    count = of.details.get(COUNT, "")
    return text.removesuffix(count).strip() if count else text


def names_its_record(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether a name has only got the text of its own row that a value filled: "Remove", "Remove Plan.docx"."""
    start, rest = seen.name[: len(target.name)], seen.name[len(target.name) :]
    if not target.name or not rest.startswith((" ", ": ")) or exact(start) != exact(target.name):
        return False
    row = zip(target.cells, seen.cells, strict=False)
    return any(HOLE.search(recorded) and spaced(text) == spaced(rest.strip(" :\"'“”«»„")) for recorded, text in row)


def moved_unit(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether two names differ only in a unit in brackets that stands beside the other element."""
    was, now = (_UNIT.search(one.name) for one in (target, seen))
    if bool(was) is bool(now) or exact(_UNIT.sub("", target.name)) != exact(_UNIT.sub("", seen.name)):
        return False
    beside = [text for text in (seen if was else target).neighbours if is_measure(text)]
    return len(beside) == 1 and measures(f"({beside[0]})") == measures(target.name if was else seen.name)
