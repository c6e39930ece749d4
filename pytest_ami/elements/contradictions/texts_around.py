"""Texts around an element that say what its deed is: units, questions, styles, the month of a day, the chosen view.

Knows two fingerprints, the recorded one with its parameters filled in. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from pytest_ami.elements.name_match import commits
from pytest_ami.elements.place import MEANS_THE_SAME, ROWS, dialogs
from pytest_ami.elements.text_keys import KEY_HINT, exact
from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon import text_normalization
from pytest_ami.lexicon.circumstances import other_host, other_zone, turned_round
from pytest_ami.lexicon.consequences import consequences, consequences_at_once, side_effects, worse_terms
from pytest_ami.lexicon.contrasts import contrast, other_kind
from pytest_ami.lexicon.dates import months, names_month
from pytest_ami.lexicon.label_synonyms import label_similarity
from pytest_ami.lexicon.text_normalization import mentions
from pytest_ami.lexicon.units import EXTENT, PARTS, date_orders, is_measure, is_share, measures, units_meant
from pytest_ami.lexicon.vocabulary import NEGATION
from pytest_ami.model.workflow import StepKind

from .words import CLICKED, PRESSED, deeds_named, words_in

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

VIEW, VIEWED = "view", "viewed"
"""Details of a button: the views that its page shows, such as the chosen tab, and the addresses to which they lead."""

CONSEQUENCE_OF = {
    **dict.fromkeys(("delete", "remove", "trash", "discard"), "deleted"),
    "cancel": "cancelled",
    "publish": "published",
    **dict.fromkeys(("decline", "reject", "refuse"), "declined"),
    **dict.fromkeys(("revoke", "withdraw"), "revoked"),
}
"""The consequence of a deed that its own words name."""

EXPLAINED = {
    **CONSEQUENCE_OF,
    **dict.fromkeys(("stop", "end", "abort", "terminate"), "cancelled"),
    **dict.fromkeys(("pay", "buy"), "charged"),
}
"""The consequence that a text beside the button of a deed may explain; in a dialog it would be news."""

EXPLAINING = frozenset({"open", "edit"})
"""Deeds that people may do after the one that is asked for, by a sentence of help: "You can change it later"."""

_MAY = (
    (re.compile(r"(?<!\w)(?:can|could|able to|(?-i:may))(?!\w)", re.IGNORECASE), re.compile(r"\w*[^s]")),
    (re.compile(r"(?<!\w)(?:kann|kannst|können|könnt|darf|dürfen)(?!\w)", re.IGNORECASE), re.compile(r"\w*n")),
    (re.compile(r"可以|能够"), re.compile(r"\w+")),
)
"""Verbs of possibility, and the form of a deed that follows them: "can change", not "changes"; "in May" is none."""

_SEES = re.compile(r"(?<!\w)(?:sees?|views?|reads?|sieht|sehen|liest|lesen)(?!\w)|看到|查看", re.IGNORECASE)
"""Verbs of a person who looks, which is no deed beside what that person may do: "They see a link and can open it"."""

_CLAUSE = re.compile(
    r"[,，、:：()–—]|\b(?:while|because|then|weil|denn|dann)\b"
    r"|\b(?:and|und)\s+(?=(?:this|that|it|they|you|we|damit|dadurch|so|dies\w*|das|es|er|sie|wir)\b)",
    re.IGNORECASE,
)
"""The ends of clauses: a verb of possibility in another one says nothing about a deed."""

_NEW_TAB = re.compile(
    r"(?:opens?|öffne[nt] sich|s'ouvr\w+|se abren?) (?:in|dans|en) \w+ (?:(?:new|neuen|nouve\w+|nueva) )?"
    r"(?:tab|browser tab|window|fenster|onglet|fenêtre|pestaña|ventana)\w*|在新(?:标签页|窗口)中?打开",
    re.IGNORECASE,
)
"""A remark about a link."""

_SENTENCE = re.compile(r"[^.!?;。！？；|]+")

AFFIX = 5
"""The most characters of a text beside a field that may be its unit."""

PROSE = "prose"
"""Detail of a button: what the box around it says outside of all controls."""

_NUMBER = re.compile(r"\d+")
_ACCOUNT = re.compile(r"[\w.+-]+@[\w-]+\.\w+|\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{2,4}){1,8}\b")
"""An address of electronic mail, or the number of a bank account."""

EDITS = frozenset({"edit"})
"""The verbs of a button that only opens a form. "Select", "Close" or "Go" beside an address may act for that person."""

SOUGHT = "sought"
"""Detail of an element that was pressed after a value was entered: its box may be the answer to a search."""

_PER = re.compile(
    r" (?:per|pro|par|por|je|each|for each|above|below|over|under|more|less|mehr|weniger|über|unter|moins|más|menos)"
    r"(?![^\W_])",
    re.IGNORECASE,
)
"""Words behind a unit that make another amount of the same number."""

ENDS_OF_SCALE = frozenset(
    {"most", "least", "best", "worst", "highest", "lowest", "beste", "schlechteste", "höchste", "niedrigste", "pire"}
    | {"meilleur", "mejor", "peor", "excellent", "bad", "gut", "schlecht"}
)
"""Words of a hint that says what a number means."""

SIGNED = "signed"
"""Detail of a text field: the words by which an icon font draws pictures in its label."""

DIRECTIONS = frozenset({"up", "down", "upward", "downward", "in", "out", "plus", "minus", "left", "right"})
"""Words of pictures that say where something goes."""

CALENDAR = "calendar"
"""Detail of a day in a calendar: the text above its grid."""

_DAY = re.compile(r"[1-9]|[12]\d|3[01]")


def measure(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the difference of the units that the labels of two fields state, or the heads of two tables."""
    was, now = (_orders(one, kind) for one in (target, seen))
    if was and now and was != now:
        return f"its date is written {', '.join(sorted(now))}, it was {', '.join(sorted(was))}"
    was, now = (measures(_stating(one, kind)) for one in (target, seen))
    if each := _each(target, seen, kind):
        return each
    parts = kind is StepKind.FILL and now & PARTS and not was
    if not parts and (not was or not now or was == now):
        return ""
    if parts:
        return f"its value is meant in {', '.join(sorted(now))}, and nothing said so"
    return f"its value is meant in {', '.join(sorted(now))}, it was {', '.join(sorted(was))}"


def _stating(one: Fingerprint, kind: StepKind | None) -> str:
    """Return the texts that say in which unit the value of a field, or a cell of a row, is meant."""
    if kind not in (StepKind.FILL, None):
        return one.details.get("heads", "")
    beside = [text for text in one.neighbours[:2] if len(text) <= AFFIX and not _NUMBER.search(text)]
    beside += [f"({text})" for text in _beside(one) if is_measure(text)]
    beside += ["(%)" for text in one.neighbours if is_share(text)]
    hints = (one.attributes.get("title", ""), one.attributes.get("placeholder", ""), one.label, *one.neighbours)
    beside += [f"({unit})" for text in hints for unit in units_meant(text)]
    affixes = " ".join(beside)
    heads = one.details.get("heads", "")
    return f"{one.label} {one.name} {one.attributes.get('placeholder', '')} {affixes} {heads}"


def _beside(one: Fingerprint) -> tuple[str, ...]:
    """Return the texts around a field that may state its unit; in a row of a table or list they are data of it."""
    return one.neighbours if ROWS & {*one.ancestors} else (*one.neighbours, *one.texts)


def _orders(one: Fingerprint, kind: StepKind | None) -> frozenset[str]:
    beside = (one.attributes.get("placeholder", ""), *one.neighbours) if kind is StepKind.FILL else ()
    return frozenset().union(*map(date_orders, beside))


def _each(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the text that says that a value is meant otherwise: "hours" became "hours per person" or "hours more"."""
    units = [text for text in _beside(target) if is_measure(text)] if kind is StepKind.FILL else []
    now = (text for text in _beside(seen) for unit in units if text.startswith(f"{unit} ") and _PER.search(text))
    return next((f"its value is meant in {text!r}" for text in now), "")


def hint(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return a text beside a value that was turned round: "5 is best, 1 is worst" became "1 is best, 5 is worst".

    An element without a name that is pressed is a value, too: a star.
    """
    valued = kind in (StepKind.FILL, StepKind.SELECT) or (kind in PRESSED and not target.name)
    for was in target.neighbours if valued else ():
        mine = re.findall(r"\w+", was.casefold())
        for now in seen.neighbours:
            its = re.findall(r"\w+", now.casefold())
            if mine != its and sorted(mine) == sorted(its) and any(map(str.isdigit, mine)):
                return f"beside it stands {now!r}, it was {was!r}"
            unlike = [both for both in zip(mine, its, strict=False) if both[0] != both[1]]
            other = len(mine) == len(its) and len(unlike) == 1 and all(word.isdigit() for word in unlike[0])
            if other and set(mine) & ENDS_OF_SCALE and mine[0].isdigit():
                return f"beside it stands {now!r}, it was {was!r}"
    return ""


def turned(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return a text beside an element, or in its box, that says the contrary of the recorded one."""
    for texts, there in ((target.neighbours, seen.neighbours), (target.texts, seen.texts)):
        lost, gained = ([text for text in one if text not in other] for one, other in ((texts, there), (there, texts)))
        for was, now in product(lost, gained):
            if any(tells(was, now) for tells in (contrast, other_host, turned_round, other_zone)):
                return f"beside it stands {now!r}, it was {was!r}"
    return ""


def titled(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of the titles above two elements that name contrasting kinds: "Shipping", "Billing"."""
    was, now = ((one.heading, *map(_group_name, one.scope)) for one in (target, seen))
    for mine, its in product(filter(None, was), filter(None, now)):
        if other_kind(mine, its) and exact(mine) not in map(exact, now) and exact(its) not in map(exact, was):
            return f"it is under {its!r}, it was under {mine!r}"
    return ""


def group(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of the named groups of two elements of the same name: "Drawn" became "Fed in".

    In a page in other words the element would have another name as well.
    """
    was, now = (next(filter(None, map(_group_name, one.scope)), "") for one in (target, seen))
    own, its = (exact(one.name or one.label) for one in (target, seen))
    if not was or not now or not own or own != its or label_similarity(was, now) >= MEANS_THE_SAME:
        return ""
    shared = words_in(was) & words_in(now) or exact(was) == exact(now)
    return "" if shared or HOLE.search(was) else f"it is in the group {now!r}, it was in {was!r}"


def options(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of the groups in which a list has its options: those of another region are others."""
    was, now = (one.details.get("groups", "").split(" | ") for one in (target, seen))
    if was == [""] or now == [""] or any(label_similarity(*both) >= MEANS_THE_SAME for both in product(was, now)):
        return ""
    return "" if {*map(exact, was)} & {*map(exact, now)} else f"its options are of {now[0]!r}, they were of {was[0]!r}"


def _group_name(scope: str) -> str:
    role, _, name = scope.partition("|")
    return name if role in ("group", "radiogroup") else ""


def tooltip(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the words by which the tooltip of a control that commits says that its deed takes more."""
    was, now = (f"{one.name} {one.attributes.get('title', '')}" for one in (target, seen))
    if kind not in CLICKED or not commits(target, target.name):
        return ""
    gained = words_in(now) & EXTENT - words_in(was)
    return f"its tooltip speaks of {', '.join(sorted(gained))} now" if gained else ""


def of_box(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return a text of an element's own box that says how much is taken, or who is meant, and said something else.

    Only for an element whose box holds no value of the flow: the texts of such a box are no data.
    """
    was, now = " | ".join(target.texts), " | ".join(seen.texts)
    if kind not in PRESSED or not was or not now or not {*target.texts} & {*seen.texts}:
        return ""
    if gained := words_in(now) & EXTENT - words_in(was):
        return f"its box speaks of {', '.join(sorted(gained))} now"
    mine, its = _ACCOUNT.findall(was), _ACCOUNT.findall(now)
    edits = SOUGHT in target.details and {*text_normalization.verbs(target.name)} == EDITS
    if mine and its and not {*mine} & {*its} and commits(target, target.name) and not edits:
        return f"it is for {its[0]!r}, it was for {mine[0]!r}"
    return ""


def contrary(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of two names of which one denies the other."""
    was, now = target.name or target.label, seen.name or seen.label
    if not was or not now or mentions(was, NEGATION) == mentions(now, NEGATION):
        return ""
    return f"it says {now[:60]!r}, it said {was[:60]!r}: one denies the other"


def signed(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of the pictures in two labels of a field, if they show other deeds or directions."""
    was, now = (one.details.get(SIGNED, "") for one in (target, seen))
    mine, its = (deeds_named(text.replace("_", " ")) | (words_in(text) & DIRECTIONS) for text in (was, now))
    return f"its label shows {now[:40]!r}, it showed {was[:40]!r}" if mine and its and mine != its else ""


def asks(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the words by which a dialog asks for more than the recorded one: another deed, or a greater extent."""
    if kind not in CLICKED or not target.texts or not dialogs(target) or not dialogs(seen):
        return ""
    if not commits(target, target.name):
        return ""
    said = [_NEW_TAB.sub("", " | ".join(one.texts)) for one in (target, seen)]
    if gained := _extent(said[1]) - _extent(said[0]) - _explained(*said):
        return f"the dialog speaks of {', '.join(sorted(gained))} now"
    was, now = (consequences(one) | side_effects(one) for one in said)
    deeds = deeds_named(" | ".join((target.name, *target.texts)))
    own = {kind for verb, kind in CONSEQUENCE_OF.items() if verb in deeds}
    stated = now - was - own
    return f"the dialog says that something is {', '.join(sorted(stated))}, and did not" if stated else ""


def prose(target: Fingerprint, seen: Fingerprint, kind: StepKind | None) -> str:
    """Return the words of a text beside a button that name another deed, or a greater extent of it.

    A button with a verb of its own names its deed itself; another one, such as "Yes", does what the text asks.
    """
    was, now = (_NEW_TAB.sub("", KEY_HINT.sub("", one.details.get(PROSE, ""))) for one in (target, seen))
    if kind not in CLICKED or not was or not now or not commits(target, target.name):
        return ""
    if worse := worse_terms(was, now):
        return f"the text beside it says that it {worse} now"
    gained = words_in(now) & EXTENT - words_in(was)
    verbs = set(text_normalization.verbs(target.name))
    if target.name and verbs <= {"confirm"}:
        gained |= deeds_named(now) - deeds_named(was) - _explained(was, now) - {"not"}
    if verbs == {"confirm"} and not _NUMBER.search(was):
        gained |= set(_NUMBER.findall(now))
    own = {kind for verb, kind in EXPLAINED.items() if verb in deeds_named(target.name) | words_in(target.name)}
    beside = side_effects(now) - side_effects(was)
    if stated := (consequences_at_once(now) - consequences(was) - own) | beside:
        return f"the text beside it says that something is {', '.join(sorted(stated))}, and did not"
    return f"the text beside it speaks of {', '.join(sorted(gained))} now" if gained else ""


def _explained(was: str, now: str) -> frozenset[str]:
    """Return the mild deeds of a text that names all recorded ones as well, if only new sentences of help name them."""
    if not deeds_named(was) <= deeds_named(now):
        return frozenset()
    told = {exact(one) for one in _SENTENCE.findall(was)}
    new = [one for one in _SENTENCE.findall(now) if exact(one) not in told]
    return EXPLAINING if all(_only_possible(part) for one in new for part in _CLAUSE.split(one)) else frozenset()


def _only_possible(clause: str) -> bool:
    """Return whether a clause names mild deeds only as something that somebody may do: "You can change it later".

    The first one after the verb of possibility must have the form that goes with it.
    """
    if not deeds_named(clause) & EXPLAINING:
        return True
    for modal, form in _MAY:
        if found := modal.search(clause):
            before, after = clause[: found.start()], clause[found.end() :]
            first = next((word for word in re.findall(r"\w+", after) if deeds_named(word) & EXPLAINING), "")
            return bool(form.fullmatch(first)) and not deeds_named(_SEES.sub("", before)) & EXPLAINING
    return False


def _extent(text: str) -> set[str]:
    """Return the deeds and the words of extent in the texts of a box; the texts of its controls do not count."""
    return deeds_named(text) | (words_in(text) & EXTENT)


def month(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of the months in which two days of a calendar stand; a day is a bare number or text.

    Beside a year the name of a month in an unknown language is compared as it is.
    """
    if not _DAY.fullmatch((target.name or target.text).strip()):
        return ""
    was, now = map(_months_around, (target, seen))
    if was and was == now and not names_month(was):
        was, now = (frozenset(words_in(one.details.get(CALENDAR, ""))) for one in (target, seen))
    if not was or not now or was == now:
        return ""
    return f"it is a day in {', '.join(sorted(now))}, it was in {', '.join(sorted(was))}"


def _months_around(one: Fingerprint) -> frozenset[str]:
    above = one.details.get(CALENDAR, "")
    return months(above) or months(" ".join((one.heading, one.landmark, *one.scope, *one.texts)))


def styled(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the words that a style has added to an element, or taken from it."""
    was, now = (exact(one.details.get("styled", "")) for one in (target, seen))
    if was == now or not target.scope or (was and now and label_similarity(was, now) >= MEANS_THE_SAME):
        return ""
    return f"its style says {now!r}, it said {was!r}"


def view(target: Fingerprint, seen: Fingerprint, _kind: StepKind | None) -> str:
    """Return the difference of the views that a page shows when a button that commits is pressed.

    A place in the navigation that has only got another name still leads to the recorded address.
    """
    was, now = (set(filter(None, one.details.get(VIEW, "").split(" | "))) for one in (target, seen))
    if not was or not now or not commits(target, target.name) or exact(target.heading) != exact(seen.heading):
        return ""
    if any(_same_view(one, other) for one in was for other in now):
        return ""
    led, leads = map(_addresses, (target, seen))
    same = {*led.values()} & {*leads.values()}
    if same and not (
        {one for one in was if led.get(one) not in same} and {one for one in now if leads.get(one) not in same}
    ):
        return ""
    return f"the page shows {', '.join(sorted(now))}, it showed {', '.join(sorted(was))}"


def _addresses(one: Fingerprint) -> dict[str, str]:
    """Return the addresses to which the views of a page lead, by their names."""
    pairs = (entry.partition("=") for entry in one.details.get(VIEWED, "").split(" | ") if entry)
    return {name: address for name, _, address in pairs}


def _same_view(one: str, other: str) -> bool:
    """Return whether two names of views mean the same. A number in such a name tells the parts of one thing apart."""
    numbers = [re.findall(r"\d+", text) for text in (one, other)]
    return exact(one) == exact(other) or (numbers[0] == numbers[1] and label_similarity(one, other) >= MEANS_THE_SAME)
