"""Texts of a page that were edited in a few words: another name, another state, a greater reach, another thing.

A page words its texts anew as it likes, so a text that is simply another one says nothing. A text that is the recorded
one but for the words that name the place, the state or the extent of a deed says that the deed is another one.

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from pytest_ami.elements.name_match import commits
from pytest_ami.elements.place import MEANS_THE_SAME
from pytest_ami.elements.text_keys import exact
from pytest_ami.lexicon.circumstances import denies, enters_environment, other_extent, other_host, passes
from pytest_ami.lexicon.consequences import does_more, gives_power, takes_along, worse_terms
from pytest_ami.lexicon.contrasts import contrast
from pytest_ami.lexicon.dates import is_weekday, months, other_zone
from pytest_ami.lexicon.finished import other_badge, other_state, stays_undone
from pytest_ami.lexicon.label_synonyms import label_similarity, variants

from .words import CLICKED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import StepKind

MASTHEAD = "masthead"
"""Detail of the control that commits: the names of several words at the head of the page, or one that is all of it."""

STATEMENTS = "statements"
"""Detail of the control that commits: the texts of several words outside of controls and records."""

IN_STATE = "in state"
"""Detail of the control that commits: the statements of a record that say that it is open, active or the like."""

JOINED = "joined"
"""Detail of the control that commits: sentences that go on in elements of their own, each of these in signs of code."""

DOCUMENT = "document"
"""Detail of the control that commits: the parts of the title of its document that its page does not show."""

STATED = "stated"
"""Detail of a button: the texts beside it."""

SEPARATOR = " | "

MOST_WORDS = 4
"""The most words of a heading that names a deed."""

_TOWARD = re.compile(
    r"(?<!\w)(?P<way>into|onto|to|nach|zu[mr]?|auf|in|vers|dans|à|hacia|en|a|到|至|进)"
    r" (?:(?:the|your|our|den|die|das|la|le|el)? ?(?:[^\W\d_]+ )?)?"
    r"(?:`(?P<part>[^`|]{2,40})`|(?P<name>[A-ZÄÖÜ][\w.-]+(?: [A-ZÄÖÜ][\w.-]+)?))"
)
"""Where a deed leads, in a sentence: an element of its own, or a name that is written with capitals."""

_ENTERS = re.compile(r"(?:sign|log|anmeld|einlogg|connect|connexion|iniciar|entrar|登录)", re.IGNORECASE)
"""A deed that leads into the application, which may get another name."""

_TIMES_OF_DAY = frozenset({"morning", "afternoon", "evening", "day", "night", "morgen", "tag", "abend", "today"})
_ONE_OF = re.compile(r"([^\W\d_]{2,}(?: [^\W\d_]{2,})?) ([1-9])")
"""The title of one of a few numbered things. People count them from 1, and programs count data from 0."""

_COUNTS_ON = re.compile(
    r"\b(?:steps?|pages?|parts?|sections?|versions?|v|days?|weeks?|months?|quarters?|years?|rounds?|new|draft|inbox|cart"
    r"|basket|bag|queue|bin|trash|all|open|total|schritt|seite|teil|tag|woche|monat|runde|warenkorb|neue?[rs]?|entwurf"
    r"|étape|page|partie|jour|semaine|panier|paso|página|parte|día|semana|cesta|order|invoice|ticket|issue|case|request"
    r"|booking|reservation|receipt|attempt|try|game|question|bestellung|rechnung|vorgang|buchung|beleg|versuch|spiel|frage"
    r"|commande|facture|demande|réservation|essai|pedido|factura|solicitud|reserva|intento|pregunta)$|\bnew\b|s$",
    re.IGNORECASE,
)
"""Words before a number that counts on: a step that was put before others, a basket, a record that each run makes anew
("Order 3"), and things in the plural."""

_AND_MORE = re.compile(r"[,;]? ?(?:and|plus|including|incl\.|with all|und|sowie|samt|inkl\.|et|y) ", re.IGNORECASE)
_ABOUT = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)? (?:of|for|von|für|des|der|de|du|pour|del|para) ", re.IGNORECASE)
"""Words before a thing that make something else of it: "Cancellation of annual leave"."""


def edited(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return a text of the page of a deed that was edited so that it tells another deed, place or extent."""
    if kind not in CLICKED:
        return ""
    for key, tells in _EDITS.items():
        if key == STATED and not commits(target, target.name):
            continue
        for was, now in _changed(target, seen, key):
            if tells(was, now):
                return f"the page says {now!r} where it said {was!r}"
    stated = seen.details.get(STATEMENTS, "").split(SEPARATOR)
    for was in target.details.get(IN_STATE, "").split(SEPARATOR):
        closed = [now for now in stated if was and was not in stated and _closes(was, now)]
        if closed:
            return f"the page says {closed[0]!r} where it said {was!r}"
    if refused := _refused(target, stated):
        return f"the page says {refused!r}, and did not"
    if led := _other_destination(target, seen):
        return f"the deed leads to {led[1]!r}, it led to {led[0]!r}"
    return _other_terms(target, seen) if commits(target, target.name) else ""


def _other_terms(target: Fingerprint, seen: Fingerprint) -> str:
    """Return the heading of another thing, or the statement that breaks a promise, under which a deed stands now."""
    if _other_title(target.heading, seen.heading) or _other_number(target, seen):
        return f"it is under {seen.heading!r}, it was under {target.heading!r}"
    worse = ((now, worse_terms(was, now)) for was, now in _changed(target, seen, STATEMENTS))
    if terms := next((f"the page says {now!r}: it {terms} now" for now, terms in worse if terms), ""):
        return terms
    was, now = (one.details.get(STATEMENTS, "") for one in (target, seen))
    known = {*was.split(SEPARATOR)}
    new = (text for text in now.split(SEPARATOR) if was and text not in known)
    tells = (takes_along, partial(does_more, target.name), partial(gives_power, target.name))
    also = next((text for text in new if any(one(text) for one in tells)), "")
    return f"the page says {also!r}, and did not" if also else ""


def _changed(target: Fingerprint, seen: Fingerprint, key: str) -> Iterator[tuple[str, str]]:
    """Yield the pairs of a text that is gone and a text that is new."""
    was, now = ([*filter(None, one.details.get(key, "").split(SEPARATOR))] for one in (target, seen))
    for lost in was:
        for gained in now if lost not in now else ():
            if gained not in was and lost != "none" != gained:
                yield lost, gained


def _other_destination(target: Fingerprint, seen: Fingerprint) -> tuple[str, str] | None:
    """Return where a deed led and where it leads now, by the only sentence of each page that says so; None if it stays.

    The sentence names the deed by its verb: "ann wants to merge 3 commits into `main`" beside "Merge".
    """
    was, now = (_destinations(target.name, one) for one in (target, seen))
    if len(was) != 1 or len(now) != 1:
        return None
    (way, mine), (its_way, its) = *was, *now
    numbers = [re.sub(r"\d+", "#", text) for text in (mine, its)]
    other = way == its_way and numbers[0] != numbers[1] and label_similarity(mine, its) < MEANS_THE_SAME
    return (mine, its) if other and not months(its) else None


def _destinations(deed: str, one: Fingerprint) -> set[tuple[str, str]]:
    """Return the ways and the places to which the sentences about a deed say that it leads."""
    verb = next(iter(re.findall(r"[^\W\d_]{3,}|[\u3000-\u9fff]+", deed.casefold())), "").removesuffix("e")
    if not verb or _ENTERS.match(deed):
        return set()
    texts = [text for key in (JOINED, STATEMENTS) for text in one.details.get(key, "").split(SEPARATOR)]
    texts.append(one.attributes.get("title", ""))
    about = (found for text in texts if (found := re.search(rf"(?<!\w){re.escape(verb)}", text, re.IGNORECASE)))
    led = (_TOWARD.search(found.string, found.end()) for found in about)
    return {(found["way"], found["part"] or found["name"]) for found in led if found}


def other_place(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the name at the head of a page, or in the title of its document, if it is another one.

    The title of the page and the button are the same.

    In a page in other words, or in another language, the title or the button would have another name as well.
    """
    same = all(exact(was) == exact(now) for was, now in ((target.heading, seen.heading), (target.name, seen.name)))
    for was, now in _changed(target, seen, MASTHEAD) if same and kind in CLICKED else ():
        names = all(_is_name(text) and not passes(text) for text in (was, now))
        if names and label_similarity(was, now) < MEANS_THE_SAME:
            return f"the head of the page is {now!r}, it was {was!r}"
    titled = [*_changed(target, seen, DOCUMENT)] if same and kind in CLICKED else []
    if len(titled) == 1 and all(map(_is_own_name, titled[0])) and label_similarity(*titled[0]) < MEANS_THE_SAME:
        return f"the title of the document says {titled[0][1]!r}, it said {titled[0][0]!r}"
    return ""


def _other_name(was: str, now: str) -> bool:
    """Return whether two names differ in one word that is written with a capital.

    A greeting, a count or a state differs in other words.
    """
    return (
        (both := _one_word(was, now)) is not None
        and all(map(_is_name, both))
        and label_similarity(*both) < MEANS_THE_SAME
    )


def _is_name(word: str) -> bool:
    of_time = months(word) or is_weekday(word.casefold()) or word.casefold() in _TIMES_OF_DAY
    return word[:1].isupper() and word.isalpha() and not of_time


def _is_own_name(part: str) -> bool:
    """Return whether a part of a title is a name in a few words: no word of interfaces, and nothing that passes."""
    return all(map(_is_name, part.split())) and not passes(part) and not variants(part)


def _one_word(was: str, now: str) -> tuple[str, str] | None:
    """Return the only word in which two texts of several words differ."""
    words = [re.findall(r"\w+", text) for text in (was, now)]
    if len(words[0]) != len(words[1]) or len(words[0]) < 2:  # noqa: PLR2004 (one word has nothing in common)
        return None
    unlike = [(mine, its) for mine, its in zip(*words, strict=True) if mine != its]
    return unlike[0] if len(unlike) == 1 else None


def _other_statement(was: str, now: str) -> bool:
    rules = (_goes_further, _closes, other_extent, denies, enters_environment, other_host, other_zone, contrast)
    return any(tells(was, now) for tells in rules)


def _closes(was: str, now: str) -> bool:
    return other_state(was, now) or other_badge(was, now)


def _refused(target: Fingerprint, stated: list[str]) -> str:
    """Return a new text by which the deed of a button is not done; a text with a number belongs to a record."""
    if STATEMENTS not in target.details:
        return ""
    known = {text for key in (STATEMENTS, IN_STATE) for text in target.details.get(key, "").split(SEPARATOR)}
    new = (text for text in stated if text not in known and not any(map(str.isdigit, text)))
    return next((text for text in new if stays_undone(target.name, text)), "")


def _goes_further(was: str, now: str) -> bool:
    """Return whether a text goes on where it ended, with something that is added."""
    start, end = now[: len(was)], now[len(was) :]
    return exact(start) == exact(was) and bool(_AND_MORE.match(end))


def _is_about(was: str, now: str) -> bool:
    """Return whether a text of several words has become the end of one about something else."""
    about, end = now[: -len(was)], now[-len(was) :]
    return len(was.split()) > 1 and exact(end) == exact(was) and bool(_ABOUT.fullmatch(about))


def _other_title(was: str, now: str) -> bool:
    """Return whether two short headings differ in one word without a capital: "Goods receipt", "Goods issue"."""
    both = _one_word(was, now) if len(was.split()) <= MOST_WORDS else None
    plain = both is not None and all(word.isalpha() and word.islower() and len(word) > 2 for word in both)  # noqa: PLR2004
    return (
        both is not None
        and plain
        and label_similarity(*both) < MEANS_THE_SAME
        and label_similarity(was, now) < MEANS_THE_SAME
    )


def _other_number(target: Fingerprint, seen: Fingerprint) -> bool:
    """Return whether the title of one of several things has another number: "Essay 1", "Essay 2".

    Only short numbers of things that both pages have among their titles: a longer number is that of a new record, a
    title that two recordings have not in common is data, and a step, a page, a day or a basket counts on.
    """
    was, now = (_ONE_OF.fullmatch(one.heading) for one in (target, seen))
    if was is None or now is None or was[1] != now[1] or was[2] == now[2] or _COUNTS_ON.search(was[1]):
        return False
    titles = [one.details.get("titles", "").split(SEPARATOR) for one in (target, seen)]
    return was[0] in titles[0] and now[0] in titles[1] and was[0] not in titles[1]


_EDITS: dict[str, Callable[[str, str], bool]] = {
    MASTHEAD: _other_name,
    STATEMENTS: _other_statement,
    STATED: _is_about,
}
"""The rule that reads the edits of each detail."""
