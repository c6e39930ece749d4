"""Texts of messages: the words that must agree, and the numbers that may differ between two runs.

Rules of this module:

* A number, a date, a clock, an id is a slot. The words around the slots must agree, case and white space folded.
* A slot is compared if it comes from a parameter of this run, from a constant of the flow, or if it is an amount of
  the same values as recorded. Every other slot may differ: a counter, a clock, the number of an order.
* A text of any length is compared to its end: a long one is stored as its head and the digest of the whole.

It knows texts and values. It must never know a page or a step.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names, templatize
from pytest_ami.instructions.template import HOLE, split
from pytest_ami.lexicon.text_normalization import mentions
from pytest_ami.lexicon.vocabulary import FAILURE, NEGATION, NO_FAILURE, REFUSAL, TAKEN
from pytest_ami.model.look import MessagePattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

LONGEST = 400
"""The most characters of a message that are stored; of a longer one the head and a digest are stored."""

DIGEST_KEY = 120
"""The most characters of a long message under which its digest is stored."""

MAYBE_CUT = 60
"""The fewest characters of a message that may have been cut when it was stored without its whole text."""

MORE = " […]"
"""The end of a message whose rest is known by its digest only."""

_NUMBER = r"[1-9]\d{0,2}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*"
_MONTH = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?"
    r"|sep(?:t(?:ember)?)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\.?"
)
_DAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,?"
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[ap]\.?m\b\.?)?|\d{1,2} ?[ap]m\b"
_AGO = (
    r"(?:just now|a moment ago|moments ago"
    r"|(?:an?|a few|\d+) ?(?:s|sec|min|h|d|seconds?|minutes?|hours?|days?|weeks?)\.? ago"
    r"|gerade eben|vor (?:einer?|einem|\d+) (?:sekunden?|minuten?|stunden?|tagen?)|刚刚|\d+ ?(?:秒|分钟|小时|天)前)"
)
_PIECE = re.compile(
    r"(?P<id>\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)"
    rf"|(?P<date>\b{_AGO}|(?:\b{_DAY} ?)?\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}}\b)?"
    rf"|(?:\b{_DAY} ?)?\b\d{{1,2}}(?:st|nd|rd|th|\.)? {_MONTH}(?![a-z])(?: \d{{4}}\b)?"
    r"|\b\d{4}-\d{1,2}-\d{1,2}(?:[t ]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?z?)?\b"
    r"|\b\d{1,2}(?P<sep>[./])\d{1,2}(?P=sep)(?:\d{4}|\d{2})\b"
    rf"|{_CLOCK})"
    r"|(?P<word>(?<!\w)(?=[\w-]*\d)(?=[\w-]*[a-z])[a-z0-9][\w-]{5,}(?!\w))"
    rf"|(?P<number>{_NUMBER})|(?P<any>\#)",
    re.IGNORECASE,
)
_INNER = re.compile(_NUMBER)
_COUNTED = re.compile(r"(?:\b(are|were|have) )?# ([a-z]{3,})\b(?: (are|were|have)\b)?")
_OF_ONE = {"are": "is", "were": "was", "have": "has"}
_HEX = re.compile(r"[0-9a-f]{8,}", re.IGNORECASE)
_SWITCHES = 2

_CURRENCY = r"(?:[$€£¥₹₽]|\b(?:eur|usd|gbp|chf|jpy|cny|rmb|inr|aud|cad|sek|nok|dkk|pln|czk|huf|brl|krw|btc|eth)\b)"
_UNIT = (
    rf"(?:{_CURRENCY}|元|円|块|dollars?\b|euros?\b|pounds?\b|francs?\b|cents?\b|kg\b|lbs?\b|shares?\b|units?\b"
    r"|pieces?\b|stück\b)"
)
_BEFORE = re.compile(
    rf"(?:{_CURRENCY}|\b(?:paid|pay|charged|transferred|refunded|withdrawn|withdrew|deposited|bezahlt|überwiesen|gezahlt)"
    r"|支付|转账|付款|已付)[ :]?-?$",
    re.IGNORECASE,
)
_AFTER = re.compile(rf" ?{_UNIT}", re.IGNORECASE)
_OF_DEED = r"(?:deleted|removed|archived|cancelled|canceled|gelöscht|entfernt|删除)"
_COUNT_BEFORE = re.compile(rf"{_OF_DEED}:? ?\(?$", re.IGNORECASE)
_COUNT_AFTER = re.compile(rf"\)? ?(?:\w+ )?(?:were |was )?{_OF_DEED}\b", re.IGNORECASE)
_STATE = re.compile(
    r"balance|remaining|left\b|available|saldo|kontostand|verfügbar|restbetrag|余额|剩余", re.IGNORECASE
)
_ORDINAL = re.compile(r"(?:\b(?:step|page|slide|stage|part|of|schritt|seite|von|try|attempt)|/)[ #]*$", re.IGNORECASE)
_COUNTER = re.compile(r" ?(?:/|of\b|unread|new\b|pending|remaining|left\b|online|views?\b|likes?\b|总)", re.IGNORECASE)
_SURE = 3
"""The fewest digits of a number that is told from others without words around it."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of a text that may differ between two runs.

    Attributes:
        kind: ``number, date, id``, or ``any`` for a literal ``#``, which stands for a part that varied.
        text: Its text.
        start: Its first position in the folded text.
        end: The position after its last character.
    """

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """A text with its slots.

    Attributes:
        text: The text, white space folded.
        words: The text with ``#`` for each slot, case folded.
        slots: The slots, in order.
    """

    text: str
    words: str
    slots: tuple[Slot, ...]


def read(text: str) -> Reading:
    """Return a text with its slots."""
    folded = " ".join(text.split())
    slots = tuple(_slots(folded))
    parts, at = [], 0
    for slot in slots:
        parts.append(folded[at : slot.start])
        at = slot.end
    words = "#".join([*parts, folded[at:]]).casefold()
    return Reading(folded, _COUNTED.sub(_as_of_one, words), slots)


def _as_of_one(counted: re.Match[str]) -> str:
    """Return words beside a number as beside 1: "is # match" of "are # matches". Endings that tell no number go."""
    before, noun, after = counted.groups()
    noun = noun.removesuffix("s")
    noun = f"{noun.removesuffix('ie')}y" if noun.endswith("ie") else noun
    noun = noun[:-1] if noun.endswith(("che", "she", "se", "xe")) else noun
    return " ".join(filter(None, (_OF_ONE.get(before), "#", noun, _OF_ONE.get(after))))


def _slots(text: str) -> Iterator[Slot]:
    for found in _PIECE.finditer(text):
        kind = found.lastgroup or "any"
        if kind != "word":
            yield Slot(kind, found[0], *found.span())
        elif _random(found[0]):
            yield Slot("id", found[0], *found.span())
        else:
            for inner in _INNER.finditer(text, *found.span()):
                yield Slot("number", inner[0], *inner.span())


def _random(word: str) -> bool:
    """Return whether a word of letters and digits is an id, and no name with a number."""
    bare = re.sub(r"[\W_]", "", word)
    turns = sum(a.isdigit() != b.isdigit() for a, b in pairwise(bare))
    return turns >= _SWITCHES or bool(_HEX.fullmatch(bare))


def amount(text: str) -> Decimal | None:
    """Return the value of a number as people write it: ``1,000.00``, ``1.000,00``, ``1 000``; None if it is none."""
    bare = re.sub(r"[\s'’]", "", text)
    last = max(bare.rfind("."), bare.rfind(","))
    mark = bare[last] if last >= 0 else ""
    thousands = mark and (
        bare.count(mark) > 1 or (len(bare) - last == _SURE + 1 and bare[:last] not in ("", "0") and _one_kind(bare))
    )
    whole, part = (bare, "") if not mark or thousands else (bare[:last], bare[last + 1 :])
    try:
        return Decimal(f"{re.sub('[.,]', '', whole)}.{part or 0}")
    except InvalidOperation:
        return None


def _one_kind(bare: str) -> bool:
    return not ("." in bare and "," in bare)


def same_number(first: str, second: str) -> bool:
    """Return whether two texts are the same number, or the same text."""
    if first.casefold() == second.casefold():
        return True
    mine, its = (amount(text) if re.fullmatch(_NUMBER, text) else None for text in (first, second))
    return mine is not None and mine == its


def counts(reading: Reading, slot: Slot) -> bool:
    """Return whether a slot is an amount: money, a number with a unit, or the number of things that were deleted."""
    if slot.kind != "number":
        return False
    before, after = reading.text[: slot.start], reading.text[slot.end :]
    if _BEFORE.search(before) or _AFTER.match(after):
        clause = re.split(r"[.;!?]\s|[,，。]", before)[-1] + re.split(r"[.;!?]\s|[,，。]", after)[0]
        return not _STATE.search(clause)
    few = len(slot.text) <= _SURE
    return few and bool(_COUNT_BEFORE.search(before) or _COUNT_AFTER.match(after))


# -- from a text to its template --------------------------------------------------------------------------------------


def named(text: str, values: Mapping[str, str]) -> str:
    """Return a text of a page with parameter values as ``{{name}}``; a number counts in any spelling."""
    figures = {name: value.strip() for name, value in values.items() if re.fullmatch(_NUMBER, value.strip())}
    pieces = split(templatize(text, {name: value for name, value in values.items() if name not in figures}))
    return (
        "".join(piece if hole else _numbered(piece, figures) for piece, hole in pieces)
        if figures
        else "".join(piece for piece, _ in pieces)
    )


def _numbered(text: str, figures: Mapping[str, str]) -> str:
    for name, value in figures.items():
        if value == text:
            return f"{{{{{name}}}}}"
    folded = re.sub(r"\s", " ", text)
    reading, out, at = Reading(folded, "", tuple(_slots(folded))), [], 0
    for slot in reading.slots:
        name = next((one for one, value in figures.items() if same_number(value, slot.text)), "")
        if name and _is_value(reading, slot):
            out += [text[at : slot.start], f"{{{{{name}}}}}"]
            at = slot.end
    return "".join([*out, text[at:]])


def _is_value(reading: Reading, slot: Slot) -> bool:
    """Return whether a number that equals a value stands for the value, and not for a place in a list or a counter."""
    if slot.kind != "number":
        return False
    if len(re.sub(r"\D", "", slot.text)) >= _SURE or counts(reading, slot):
        return True
    return not _ORDINAL.search(reading.text[: slot.start]) and not _COUNTER.match(reading.text[slot.end :])


def stored(text: str) -> tuple[str, str]:
    """Return the template of a message as it is stored, and the digest of the whole if only its head is stored."""
    folded = " ".join(text.split())
    if len(folded) <= LONGEST:
        return folded, ""
    taken = [*((s.start, s.end) for s in read(folded).slots), *(hole.span() for hole in HOLE.finditer(folded))]
    cut = next(
        (at for at in range(LONGEST, 0, -1) if folded[at] == " " and not any(a <= at < b for a, b in taken)), LONGEST
    )
    return folded[:cut] + MORE, digest(folded)


def digest(text: str) -> str:
    """Return the digest of the words of a text."""
    return hashlib.sha256(read(text).words.encode()).hexdigest()[:16]


def sample(values: Mapping[str, str]) -> str:
    """Return the digest of the values of a run, by which a later run knows whether it has the same ones."""
    return hashlib.sha256(repr(sorted(values.items())).encode()).hexdigest()[:12]


def constants(texts: Iterable[str]) -> frozenset[str]:
    """Return the numbers in texts that the flow itself holds: typed values, names of pressed controls."""
    return frozenset(slot.text for text in texts for slot in read(HOLE.sub(" ", text)).slots if slot.kind == "number")


def kept_numbers(text: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the numbers of a message that are constants of the flow, and no counters."""
    reading = read(HOLE.sub(" ", text))
    return tuple(
        slot.text
        for slot in reading.slots
        if slot.kind == "number"
        and (counts(reading, slot) or len(slot.text) >= _SURE)
        and any(same_number(slot.text, one) for one in known)
    )


def has_amount(text: str) -> bool:
    """Return whether a message names an amount that is no parameter."""
    reading = read(HOLE.sub(" ", text))
    return any(counts(reading, slot) for slot in reading.slots)


# -- comparison -------------------------------------------------------------------------------------------------------


def pattern(
    template: str,
    values: Mapping[str, str],
    *,
    key: str = "",
    exact: Collection[str] = (),
    same: bool = False,
    rest: str = "",
    old: bool = False,
) -> MessagePattern:
    """Return the message to expect.

    Args:
        template: The stored text.
        values: Parameter values of this run.
        key: The effect key, parameters filled in.
        exact: Numbers of the text that are constants of the flow.
        same: Whether the values are those of the recording; then amounts are the same, too.
        rest: Digest of the whole text, if only its head is stored.
        old: Whether it was stored when long texts were cut anywhere.
    """
    head = template.removesuffix(MORE)
    if old and len(template) >= MAYBE_CUT:
        head = template.rpartition(" ")[0] or template
    text, own = _filled(head, values)
    reading = read(text)
    wanted = []
    for slot in reading.slots:
        bound = any(own[slot.start : slot.end]) or any(same_number(slot.text, one) for one in exact)
        bound = bound or (same and counts(reading, slot))
        wanted.append(slot.text if bound and slot.kind != "any" else "")
    return MessagePattern(
        key=key, words=reading.words, exact=tuple(wanted), rest=rest, open=template != head and not rest
    )


def _filled(template: str, values: Mapping[str, str]) -> tuple[str, list[bool]]:
    """Return a template filled in, white space folded, and for each character whether it is a value's."""
    text: list[str] = []
    own: list[bool] = []
    for piece, hole in split(template):
        name = piece[2:-2]
        value = values.get(name, piece) if hole else piece
        for char in value:
            if not char.isspace():
                text.append(char)
            elif text and text[-1] != " ":
                text.append(" ")
            else:
                continue
            own.append(hole and name in values)
    while text and text[-1] == " ":
        text.pop()
        own.pop()
    return "".join(text), own


_PARTICIPLE = (
    r"(?!un|fail|reject|refus|skipp|miss|left)(?:\w{2,}ed|sent|made|done|\w*ge\w+(?:t|en)|\w+iert|\w+ées?|\w+és?|joint\w*"
    r"|\w+[ai]d[oa]s?|\w+[aiu]t[oaie])"
)
"""A word that says what was done; one that says what is left to do or went wrong is none."""

_NOTHING = re.compile(
    rf"\W*0 (?:[^\W\d]+ ){{0,4}}{_PARTICIPLE}\b|(?:[^\W\d]+ ){{0,4}}{_PARTICIPLE} ?[:：] ?0\W*$"
    r"|\W*0 ?[个条封份项].{0,8}已|.{0,4}已\w{1,4} ?0 ?[个条封份项]",
    re.IGNORECASE,
)
"""A message that a deed was done to nothing: "0 files attached", "Files attached: 0"."""


def fits(wanted: MessagePattern, text: str, values: Mapping[str, str]) -> bool:
    """Return whether a text of the page is the expected message, to its last word.

    Numbers may differ, but a deed that was done to something must not be done to nothing.
    """
    now = read(text)
    if _NOTHING.match(text) and not _NOTHING.match(wanted.key.partition("|")[2]):
        return False
    if not wanted.rest and not wanted.open:
        if now.words != wanted.words:
            return False
    elif not now.words.startswith(wanted.words):
        return False
    for expected, slot in zip(wanted.exact, now.slots, strict=False):
        if expected and not same_number(expected, slot.text):
            return False
    return not wanted.rest or wanted.rest in _digests(text, values)


def _digests(text: str, values: Mapping[str, str]) -> Iterator[str]:
    """Yield the digests of a text. A value may stand in it by chance, so each value is also left out."""
    held = [name for name in values if names(named(text, {name: values[name]}))]
    for size in range(len(held), -1, -1):
        for chosen in combinations(held, size):
            yield digest(named(text, {name: values[name] for name in chosen}))


def holds(wanted: MessagePattern, text: str) -> bool:
    """Return whether a message in other words holds every slot that is compared."""
    now = read(text).slots
    return all(any(same_number(one, slot.text) for slot in now) for one in wanted.exact if one)


def refuses(text: str) -> bool:
    """Return whether a message reports that something failed or was not done."""
    text = NO_FAILURE.sub(" ", text)
    if mentions(text, FAILURE) or mentions(text, REFUSAL) or TAKEN.search(text):
        return True
    return mentions(text, NEGATION) and not re.search(r"[?？]|\bdo(?: not|n['’]?t)\b", text, re.IGNORECASE)
