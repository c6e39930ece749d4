"""Compares two texts of an interface: do they mean the same in other words or in another language?

Knows text and the table of ``phrase_table``. Must never know an element, a page or a workflow, and never decides: a
shared meaning is one piece of evidence among others (DESIGN law 7: similarity may suggest, never select).

Rules of this module:

* Two texts mean the same only if nothing is left over on either side: "Submit" is not "Submit all".
* A text is read as a whole ("Proceed to checkout"), as a field ("Your name"), or put together from parts of one
  language ("Delete" + "message"); a word that is not in the table counts unchanged ("Delete Milk").
* Singular and plural differ ("Delete message", "Delete messages"). In a language without the difference, both fit.
* Decoration is everything that a designer adds around words: arrows, icons, badges, required marks, keyboard hints, and
  hints for screen readers ("opens in a new tab"). If two texts have arrows in opposite directions, or a tick and a
  cross, these signs are no decoration.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, product, zip_longest
from typing import TYPE_CHECKING

from .phrase_table import DONE_FILLER, FILLER, LANGUAGES, phrase_table, phrases
from .vocabulary import HAN, SIGN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .phrase_table import ContextSynonym

SAME, SAME_BARE, SAME_MEANING = 1.0, 0.95, 0.85
"""The results of ``label_similarity``: equal but for case and spaces, equal without decoration, the same meaning."""

_TOKEN = re.compile(rf"\{{\{{[^{{}}]*\}}\}}|[{HAN}]|\d+(?:[.,:]\d+)+|[^\W_{HAN}]+|[^\w\s]")
_HYPHEN = re.compile(r"(?<=[^\W\d])[-‐‑_](?=\w)|(?<=\w)[-‐‑_](?=[^\W\d])|(?<=\s)[-–—](?=\s)")
_QUIET = frozenset("'’‘`´\"“”„«»「」『』,、¿¡")
_ENDS = "?!.。"

_NUMBER = r"\d{1,3}(?:[.,]\d{3})*\+?"
_BADGE = re.compile(rf"\s*[(\[（【]\s*{_NUMBER}\s*[)\]）】]$|(?:\s{{2,}}|[\n\t]){_NUMBER}$|\s9{{1,3}}\+$")
_HELD = r"(?:(?:ctrl|control|strg|cmd|command|alt|option|shift|umschalt)\s*\+\s*|[⌘⌥⇧⌃]\s*\+?\s*)+"
_HINT = re.compile(rf"\s*[(\[]\s*{_HELD}[^\s()\[\]]{{1,9}}\s*[)\]]$|\s+{_HELD}[^\s()\[\]]{{1,9}}$", re.IGNORECASE)
_ASIDE = re.compile(r"\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]$")
_BEFORE_HINT = re.compile(
    r"\s*[(\[（【]|\s[-–—|]\s|[,;，；]\s*|\s(?=(?:link )?(?:opens|shows|öffnet|wird|s.ouvre|se abre)\b)", re.IGNORECASE
)
"""The start of a hint that only a screen reader speaks, behind a name."""

_LEFTWARD, _RIGHTWARD = frozenset("←‹«<◀◂⟵⇐❮⬅"), frozenset("→›»>▸▶↗⟶⇒➔➜❯⟩➡")
_TICKS, _CROSSES = frozenset("✓✔✅👍"), frozenset("✗✘✕✖×❌👎🚫⛔")
_MARKS = _LEFTWARD | _RIGHTWARD | _TICKS | _CROSSES | frozenset("…⋯⋮⌄▾▼•·*")
_TELLING = frozenset("↑↓▲△▴⬆⬇°№©®") | {chr(code) for code in range(0x1F1E6, 0x1F200)}
_ICONS = frozenset({"So", "Co", "Cf", "Sk"})

_LONGEST = 8
_WORDS = 16
_READINGS = 64
_AFTER = frozenset(
    "q:" + name for name in ("later", "now", "anyway", "forever", "again", "draft", "read_q", "unread_q")
)

LabelMeaning = str | tuple[str, ...]


@dataclass(frozen=True)
class _Read:
    """A text prepared for comparison: folded, without decoration, with its direction and its possible meanings."""

    folded: str
    bare: str
    key: str
    points: int
    ticks: int
    meanings: frozenset[LabelMeaning]


@lru_cache(maxsize=32768)
def label_similarity(a: str, b: str) -> float:
    """Return how certain it is that two texts mean the same.

    Args:
        a: A text: the name of a control, the label of a field, a notice.
        b: Another one, in the same or another of the five languages.

    Returns:
        1.0 equal but for case and white space; 0.95 equal without decoration; 0.85 the same meaning by the table;
        0.0 otherwise, and for a text with nothing in it. The steps are an order, not probabilities. Badges are
        decoration ("Inbox (3)", "Inbox (4)" are 0.95). If numbers distinguish elements, compare them exactly.
    """
    one, two = _read(a), _read(b)
    if one.folded == two.folded:
        return SAME if one.folded else 0.0
    if one.points * two.points < 0 or one.ticks * two.ticks < 0:
        return 0.0
    if one.bare == two.bare:
        return SAME_BARE
    return 0.0 if one.meanings.isdisjoint(two.meanings) else SAME_MEANING


def plain(text: str) -> str:
    """Return ``text`` without decoration, white space folded, case kept.

    Decoration at the ends: arrows, icons and emoji, dots of an ellipsis, a colon or required mark, a leading plus,
    keyboard hints, hints for screen readers ("opens in a new tab"), and badges: a number of up to three digits (or with
    thousands separators) in brackets or after a line break or two spaces, and "9+", "99+", "999+". Not decoration: any
    other number ("Step 2", "Report (2024)"), arrows up and down and flags, which distinguish controls, and a text
    without a letter ("⋯", "›", "+").
    """
    left = text.strip()
    while True:
        before = left
        left = unspoken(_HINT.sub("", _BADGE.sub("", left)).strip())
        while left and (left[-1] == ":" or left[-1] == "：" or _decorates(left[-1]) or left.endswith("...")):
            left = left[: -3 if left.endswith("...") else -1].rstrip()
        while left and (_decorates(left[0]) or (left[0] in "+＋" and not left[1:2].isdigit())):
            left = left[1:].lstrip()
        if left == before:
            break
    left = " ".join(left.split())
    return left if any(char.isalpha() for char in left) else " ".join(text.split())


def unspoken(text: str) -> str:
    """Return ``text`` without a hint at its end that says how a control behaves ("opens in a new tab").

    Screen readers speak such a hint, and most pages hide it from the eye. "Open in a new tab" is no hint but a command.
    """
    for mark in _BEFORE_HINT.finditer(text):
        hint = text[mark.end() :].strip(" )]）】")
        if mark.start() and _joined(_tokens(hint)) in phrase_table().lists["spoken_hint"]:
            return text[: mark.start()]
    return text


def key(text: str) -> str:
    """Return ``text`` in the form of the table: without decoration, folded, without hyphens and quotes."""
    return _joined(_tokens(plain(text)))


@lru_cache(maxsize=16384)
def variants(text: str, limit: int = 24) -> tuple[str, ...]:
    """Return other wordings of exactly the same meaning, case folded, the usual ones of each language first.

    Args:
        text: The name of a control, the label of a field, a notice.
        limit: The most wordings to return.

    Returns:
        Other texts with the same meaning; none if the table does not know it.
    """
    known = _read(text).meanings
    fewest = min((_unknown(meaning) for meaning in known), default=0)
    whole = any(isinstance(meaning, str) for meaning in known)
    best = (m for m in known if _unknown(m) == fewest and (isinstance(m, str) or len(m) == 1 or not whole))
    meanings = sorted(best, key=lambda m: (not isinstance(m, str), m))
    columns = [column for meaning in meanings for column in _columns(meaning)]
    ranked = chain.from_iterable(zip_longest(*columns, fillvalue=""))
    own = _read(text).key
    found = (
        said for said in dict.fromkeys(ranked) if said and said != own and label_similarity(text, said) >= SAME_MEANING
    )
    return tuple(islice(found, max(0, limit)))


def harmless(text: str, around: str = "") -> bool:
    """Return whether a button only dismisses a dialog (cookies, news, welcome, an interstitial page).

    Args:
        text: The button's whole name; with a word outside of the lists the result is false.
        around: The dialog's own text. "Accept", "Allow all" or "Decline" alone may also answer an invitation, so they
            count only if the dialog mentions cookies, privacy or consent.
    """
    if _listed(text, "harmless", "harmless_sign"):
        return True
    if not around or not _listed(text, "consent"):
        return False
    said = f" {' '.join(_tokens(around))} "
    return any(f" {' '.join(_tokens(word))} " in said for word in phrase_table().lists["consent_word"])


def onward(text: str) -> bool:
    """Return whether a button leads on to further fields ("Next", "Continue", "下一步") and does nothing else."""
    return _listed(text, "onward")


def more(text: str) -> bool:
    """Return whether a control opens further content or commands ("More", "Advanced", "⋯")."""
    return _listed(text, "more", "more_sign")


def next_page(text: str) -> bool:
    """Return whether a control leads to the next page of a list ("Next page", "Older", "›")."""
    return _listed(text, "next_page", "next_sign")


def _listed(text: str, *names: str) -> bool:
    read, lists = _read(text), phrase_table().lists
    if not read.folded or read.points < 0:
        return False
    return any(read.key in lists[name] or read.folded in lists[name] for name in names)


@lru_cache(maxsize=16384)
def _read(text: str) -> _Read:
    bare = plain(text)
    tokens = _tokens(bare)
    around = set(text) - set(bare)
    return _Read(
        folded=" ".join(text.split()).casefold(),
        bare=bare.casefold(),
        key=_joined(tokens),
        points=bool(around & _RIGHTWARD) - bool(around & _LEFTWARD),
        ticks=bool(around & _TICKS) - bool(around & _CROSSES),
        meanings=frozenset(_meanings(bare, tokens)),
    )


def _decorates(char: str) -> bool:
    if char in _TELLING:
        return False
    return char in _MARKS or unicodedata.category(char) in _ICONS or "\ufe00" <= char <= "\ufe0f"


def _tokens(text: str) -> tuple[str, ...]:
    """Return the words of ``text``, folded; each Chinese character and each inner sign is a word."""
    folded = _HYPHEN.sub(" ", unicodedata.normalize("NFKC", text).casefold())
    found = [token for token in _TOKEN.findall(folded) if token not in _QUIET]
    while len(found) > 1 and found[-1] in _ENDS:
        found.pop()
    return tuple(found)


def _joined(words: Iterable[str]) -> str:
    out = ""
    for word in words:
        apart = out and not (SIGN.fullmatch(out[-1]) and SIGN.fullmatch(word[0]))
        out += f" {word}" if apart else word
    return out


def _meanings(bare: str, tokens: tuple[str, ...]) -> Iterator[LabelMeaning]:
    if not 0 < len(tokens) <= _WORDS:
        return
    text = _joined(tokens)
    yield from phrase_table().whole.get(text, ())
    yield from _as_field(bare, text)
    pieces = [
        [_joined(tokens[at : at + size]) for size in range(1, min(_LONGEST, len(tokens) - at) + 1)]
        for at in range(len(tokens))
    ]
    languages = ("zh",) if any(SIGN.fullmatch(token) for token in tokens) else ("en", "de", "fr", "es")
    for language in languages:
        yield from _put_together(pieces, phrase_table().parts[language])


def _as_field(bare: str, text: str) -> Iterator[str]:
    """Yield the fields that ``text`` names, also after "your" or "enter your" and before "(optional)"."""
    known = phrase_table()
    aside = _ASIDE.search(bare)
    if aside and aside[1].casefold() in known.asides:
        text = _joined(_tokens(bare[: aside.start()]))
        yield from (concept for concept in known.whole.get(text, ()) if concept.startswith("f:"))
    if not text.startswith(known.leads):
        return
    for lead in known.leads:
        rest = text.removeprefix(lead)
        if rest != text and (rest[:1] == " " or SIGN.fullmatch(lead[-1])):
            yield from (concept for concept in known.whole.get(rest.strip(), ()) if concept.startswith("f:"))


def _put_together(pieces: list[list[str]], parts: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yield the possible meanings of a text in one language: verbs and qualifiers in any order, then things."""
    cut = _cut(pieces, parts)
    if not any(labels and labels[0] not in (FILLER, DONE_FILLER) for labels, _ in cut):
        return
    choices = [labels or (f"'{word}",) for labels, word in cut if FILLER not in labels]
    seen = set()
    for labels in islice(product(*choices), _READINGS):
        done = any(label[:2] == "d:" for label in labels)
        if done or DONE_FILLER not in labels:
            seen.add(_arranged(label for label in labels if not done or label not in (DONE_FILLER, "q:mine")))
    for context_synonyms in phrase_table().context_synonyms:
        if any(label.startswith(context_synonyms.label) for labels in choices for label in labels):
            seen |= {_replaced(one, context_synonyms) for one in seen if _applies(one, context_synonyms)}
    yield from seen | {_of_one(one) for one in seen if "v:search" in one}


def _cut(pieces: list[list[str]], parts: dict[str, tuple[str, ...]]) -> list[tuple[tuple[str, ...], str]]:
    """Return pieces with their labels, longest first; neighbouring Chinese characters without one are one word."""
    out: list[tuple[tuple[str, ...], str]] = []
    at, loose = 0, False
    while at < len(pieces):
        size, piece, labels = 1, pieces[at][0], parts.get(pieces[at][0], ())
        for longer in range(len(pieces[at]), 1, -1):
            if pieces[at][longer - 1] in parts:
                size, piece = longer, pieces[at][longer - 1]
                labels = parts[piece]
                break
        if loose and not labels and SIGN.fullmatch(piece):
            out[-1] = ((), out[-1][1] + piece)
        else:
            out.append((labels, piece))
        loose = not labels and bool(SIGN.fullmatch(piece))
        at += size
    return out


def _arranged(labels: Iterable[str]) -> tuple[str, ...]:
    found = list(labels)
    heads = sorted(label for label in found if label[:2] in ("v:", "q:", "d:"))
    return (*heads, *(label for label in found if label[:2] not in ("v:", "q:", "d:")))


def _of_one(reading: tuple[str, ...]) -> tuple[str, ...]:
    """Return a search, and no other deed, with its things in the singular: how many it finds is up to the data."""
    only = all(label == "v:search" or label.startswith("o:") for label in reading)
    return tuple(f"{_kind(label)}:1" if only and label.endswith(":n") else label for label in reading)


def _kind(label: str) -> str:
    """Return a label without its mark for singular or plural."""
    return label[:-2] if label.endswith((":1", ":n")) else label


def _applies(reading: tuple[str, ...], context_synonyms: ContextSynonym) -> bool:
    others = [other for other in reading if _kind(other) != context_synonyms.label]
    if len(others) != len(reading) - 1:
        return False
    if not others:
        return "-" in context_synonyms.beside
    one = "@1" in context_synonyms.beside
    return all(
        other in context_synonyms.beside
        or _kind(other) in context_synonyms.beside
        or (one and other[:2] == "o:" and other.endswith(":1"))
        for other in others
    )


def _replaced(reading: tuple[str, ...], context_synonyms: ContextSynonym) -> tuple[str, ...]:
    """Return ``reading`` with the context synonym applied; singular and plural are kept."""
    return _arranged(
        context_synonyms.reads_as + other[len(context_synonyms.label) :]
        if _kind(other) == context_synonyms.label
        else other
        for other in reading
    )


def _unknown(meaning: LabelMeaning) -> int:
    return 0 if isinstance(meaning, str) else sum(label.startswith("'") for label in meaning)


def _columns(meaning: LabelMeaning) -> list[list[str]]:
    """Return phrases for ``meaning``, a column for each language."""
    if isinstance(meaning, str):
        return [phrases(cell) for cell in phrase_table().rows[meaning]]
    return [list(islice(_rendered(meaning, at), 12)) for at in range(len(LANGUAGES))]


def _rendered(meaning: tuple[str, ...], at: int) -> Iterator[str]:
    """Yield ``meaning`` in the language of column ``at``, in its word order, the usual words first.

    French and Spanish need an article that the table does not know, so only single words are yielded there.
    """
    if len(meaning) > 1 and LANGUAGES[at] in ("fr", "es"):
        return
    words = [_words(label, at) for label in _in_order(meaning, LANGUAGES[at])]
    if all(words):
        for choice in sorted(product(*(enumerate(some[:3]) for some in words)), key=lambda c: sum(n for n, _ in c)):
            yield _joined(token for _, word in choice for token in _tokens(word))


def _in_order(meaning: tuple[str, ...], language: str) -> list[str]:
    verbs = [label for label in meaning if label[:2] == "v:"]
    after = [label for label in meaning if label in _AFTER]
    done = [label for label in meaning if label[:2] == "d:"]
    before = [label for label in meaning if label[:2] == "q:" and label not in _AFTER]
    things = [label for label in meaning if label[:2] not in ("v:", "q:", "d:")]
    if language == "zh":
        return [*after, *verbs, *before, *things, *done]
    if language == "de":
        return [*before, *things, *after, *verbs, *done]
    return [*verbs, *before, *things, *after, *done]


def _words(label: str, at: int) -> list[str]:
    """Return one label in the language of column ``at``; a word that is in no table is returned unchanged."""
    if label.startswith("'"):
        return [label[1:]]
    cell = phrase_table().rows[_kind(label)][at]
    if not cell:
        return []
    forms = (phrase.split("~") for phrase in cell.split("|"))
    return [form[-1 if label.endswith(":n") else 0] for form in forms]
