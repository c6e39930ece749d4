"""The meaning of interface texts: normalised, segmented, and compared through the tables of ``vocabulary``.

Knows text. Must never know an element, a page or a workflow, and never decides: it returns numbers and truth values
that other modules weigh (DESIGN law 7: similarity may suggest, never select).

Rules of this module:

* A phrase in a table becomes ``=`` and the name of its group. Any other word stays unchanged.
* A qualifier ("later", "draft", "all") that only one side has changes the meaning.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from . import vocabulary as table
from .label_synonyms import key
from .phrase_table import leading_verb
from .vocabulary import HAN, SIGN

if TYPE_CHECKING:
    from collections.abc import Iterable

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ATOM = re.compile(rf"[{HAN}]|[^\W_{HAN}]+|[^\w\s]+")
_DROPPED = {"Cf", "Cc", "So", "Sk"}
_LONGEST = 6
_REMEMBERED = 4096
"""Texts whose form or meaning is remembered: a survey compares the same names of controls with every parameter."""

ConceptTable = dict[tuple[str, ...], str]

_SEARCH_WAYS = frozenset(
    {"by", "for", "in", "or", "and", "of", "the", "a", "an", "your", "name", "title", "tag", "id", "keyword"}
    | {"registered", "existing", "available"}
    | {"nach", "oder", "und", "von", "der", "die", "das", "den", "namen", "titel", "schlagwort", "stichwort"}
    | {"par", "pour", "ou", "et", "de", "le", "la", "les", "un", "une", "nom", "titre", "mot", "clé"}
    | {"por", "para", "o", "y", "el", "los", "las", "una", "nombre", "título", "etiqueta", "palabra", "clave"}
)
"""Words that tell how something is found, and such as stand before a thing."""


@lru_cache(_REMEMBERED)
def normalise(text: str) -> str:
    """Return ``text`` in the form in which two texts are compared: NFKC, case and punctuation folded."""
    out = []
    for char in unicodedata.normalize("NFKC", text).casefold():
        kind = unicodedata.category(char)
        if char in "'’`´" or (kind in _DROPPED and not char.isspace()):
            continue
        out.append(" " if kind.startswith("P") or char.isspace() else char)
    return " ".join("".join(out).split())


def says(texts: Iterable[str], value: str) -> bool:
    """Return whether one of some texts, or keys such as ``heading|Parcel 7``, contains a value as whole words."""
    wanted = normalise(value)
    spaced = wanted if any(char > "\u2e7f" for char in wanted) else f" {wanted} "
    return bool(wanted) and any(spaced in f" {normalise(text.replace('|', ' '))} " for text in texts)


def is_chinese(char: str) -> bool:
    """Return whether ``char`` is a Chinese character; such characters need no space between words."""
    return bool(SIGN.match(char))


@lru_cache(_REMEMBERED)
def field_concepts(text: str) -> tuple[str, ...]:
    """Return the meaning of ``text`` as the name of a field, without fillers."""
    found = _merge(cut(split(text), _field_words()))
    if len(found) == 1:
        return found
    kept = tuple(word for word in found if word != "~") or found
    if any(one in kept for one in ("=to", "=cc", "=bcc", "=from")):
        kept = tuple(word for word in kept if word not in ("=email", "=address"))
    return kept


@lru_cache(_REMEMBERED)
def action_concepts(text: str) -> tuple[str, ...]:
    """Return the meaning of ``text`` as the name of a control or a task; ``~now`` and ``~`` are fillers."""
    return _merge(cut(split(text), _action_words()))


def kind_of(concept: str) -> str:
    """Return ``verb``, ``qualifier``, ``object`` or ``filler``; an unknown word is an object."""
    if concept.startswith("~"):
        return "filler"
    name = concept[1:] if concept.startswith("=") else ""
    return "verb" if name in table.VERBS else "qualifier" if name in table.QUALIFIERS else "object"


def verbs(text: str) -> tuple[str, ...]:
    """Return the names of the verb groups in ``text``."""
    return tuple(c[1:] for c in action_concepts(text) if kind_of(c) == "verb")


def mentions(text: str, phrases: str) -> bool:
    """Return whether ``text`` contains one of the comma-separated ``phrases`` as whole words."""
    return any(label == "!" for label, _ in cut(split(text), _phrases(phrases)))


def is_state(text: str) -> bool:
    """Return whether a text only says in which state something is, such as "Draft" or "switched on"."""
    return bool(text.strip()) and all(label == "!" for label, _ in cut(split(text), _phrases(table.STATES)))


def same_meaning(a: str, b: str) -> bool:
    """Return whether two names of fields or controls mean the same; an extra qualifier makes them differ."""
    one, two = normalise(a), normalise(b)
    if not one or not two:
        return False
    if one == two:
        return True
    for read in (field_concepts, action_concepts):
        left, right = ([c for c in read(text) if not c.startswith("~")] for text in (a, b))
        if left and left == right:
            return True
    return False


def opposite(a: str, b: str) -> bool:
    """Return whether ``a`` and ``b`` name controls with opposite functions."""
    left, right = set(verbs(a)), set(verbs(b))
    pairs = ((x, y) for one, two in table.OPPOSITES for x, y in ((one, two), (two, one)))
    return any(x in left and y in right and not (x in right or y in left) for x, y in pairs)


def field_score(parameter_name: str, *texts: str) -> float:
    """Return how well the best of a field's ``texts`` names the parameter, from 0 to 1."""
    return max((_field_score(parameter_name, text) for text in texts if text.strip()), default=0.0)


def _field_score(parameter_name: str, text: str) -> float:
    if normalise(parameter_name.replace("_", " ")) == normalise(text.replace("_", " ")):
        return 1.0
    wanted, found = field_concepts(parameter_name), field_concepts(text)
    if wanted == found and found:
        return 0.95
    common = set(wanted) & set(found)
    if not common:
        return _kin(wanted[-1], found[0]) if wanted and len(found) == 1 else 0.0
    if "=search" in common:
        return 0.9  # "Search mail": the searched thing does not matter
    score = 0.9 * 2 * len(common) / (len(set(wanted)) + len(set(found)))
    if found[-1] not in wanted:
        score *= 0.5  # the last word names the field: "e-mail subject" is a subject
    for extra in set(found) - set(wanted):
        if extra in _field_qualifiers():
            score *= 0.6
        elif extra in ("=cc", "=bcc", "=from", "=search"):
            score *= 0.5
    return score


def action_score(task: str, control_name: str) -> float:
    """Return how well a control carries out ``task``, from 0 to 1.

    A qualifier, a verb or a thing that the task does not name lowers it decisively: for "send email",
    "Send" is 1.0, "Send now" 0.95, "Send message" 0.9, "Send later" 0.1, "Save draft" 0.
    """
    wanted, found = action_concepts(task), action_concepts(control_name)
    if not found or not wanted:
        return 0.0
    if normalise(task) == normalise(control_name):
        return 1.0
    asked = {c[1:] for c in wanted if kind_of(c) == "verb"}
    offered = [c[1:] for c in found if kind_of(c) == "verb"]
    score, used = _base(asked, offered, wanted, found)
    for concept in dict.fromkeys(found):
        kind = kind_of(concept)
        if kind == "filler":
            score -= 0.05 if concept == "~now" and concept not in wanted else 0.0
        elif concept in wanted:
            score *= 0.9 if kind == "object" else 1.0
        elif kind == "verb":
            score *= 1.0 if concept[1:] in used else 0.1
        elif concept.isdigit():
            score *= 0.9
        else:
            score *= 0.1 if kind == "qualifier" else 0.25
    missing = [c for c in wanted if kind_of(c) == "qualifier" and c not in found]
    return max(0.0, min(1.0, score * 0.4 ** len(missing)))


def _base(
    asked: set[str], offered: list[str], wanted: tuple[str, ...], found: tuple[str, ...]
) -> tuple[float, set[str]]:
    """Return the score of the control's verb alone, and the verbs that do not lower it."""
    if not offered:
        things = [c for c in found if kind_of(c) == "object"]
        fits = bool(things) and all(c in wanted for c in things) and asked <= {"open"}
        return (0.85 if fits else 0.0), set()
    if asked & set(offered):
        return 1.0, {"confirm"}
    if not asked:
        options = table.COMMITS_OF_ANY
        best = max(offered, key=lambda verb: options.get(verb, 0.0))
        return options.get(best, 0.0), {best, "confirm"}
    ranked = [(table.COMMITS.get(verb, table.COMMITS_OF_ANY).get(own, 0.0), own) for verb in asked for own in offered]
    score, best = max(ranked)
    return score, {best}


def _kin(one: str, two: str) -> float:
    pair = (one.lstrip("="), two.lstrip("="))
    return table.FIELD_KIN.get(pair, table.FIELD_KIN.get(pair[::-1], 0.0))


def split(text: str) -> list[str]:
    """Return the words of ``text``, folded, plurals too; a Chinese character is a word."""
    return [_stem(atom) for atom in _ATOM.findall(normalise(_CAMEL.sub(" ", text)))]


def _stem(word: str) -> str:
    """Return the singular; names of controls need no other grammar."""
    if word.endswith("sses"):
        return word[:-2]
    plural = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))  # noqa: PLR2004
    return word[:-1] if plural and word.isascii() else word


def cut(atoms: list[str], lexicon: ConceptTable) -> list[tuple[str, str]]:
    """Return ``(label, word)`` pairs, longest phrase first; an unknown word has no label."""
    out, at = [], 0
    while at < len(atoms):
        for size in range(min(_LONGEST, len(atoms) - at), 0, -1):
            label = lexicon.get(tuple(atoms[at : at + size]), "")
            if label or size == 1:
                part = atoms[at : at + size]
                out.append((label, ("" if is_chinese(part[0]) else " ").join(part)))
                at += size
                break
    return out


def _merge(pairs: list[tuple[str, str]]) -> tuple[str, ...]:
    """Return labels, and unknown words with neighbouring Chinese characters joined into one."""
    out: list[str] = []
    joined = False
    for label, word in pairs:
        chinese = not label and is_chinese(word)
        if chinese and joined:
            out[-1] += word
        else:
            out.append(label or word)
        joined = chinese
    return tuple(out)


@lru_cache(maxsize=16)
def _phrases(text: str, label: str = "!") -> ConceptTable:
    return {tuple(split(phrase)): label for phrase in text.split(",")}


def _grouped(groups: dict[str, str]) -> ConceptTable:
    return {tuple(split(phrase)): f"={name}" for name, phrases in groups.items() for phrase in phrases.split(",")}


@lru_cache(maxsize=1)
def _field_words() -> ConceptTable:
    return {**_phrases(table.FIELD_FILLERS, "~"), **_grouped(table.FIELDS)}


@lru_cache(maxsize=1)
def _action_words() -> ConceptTable:
    groups = {**table.OBJECTS, **table.QUALIFIERS, **table.VERBS}
    return {**_phrases(table.ACTION_FILLERS, "~"), **_phrases(table.NOW, "~now"), **_grouped(groups)}


@lru_cache(maxsize=1)
def _field_qualifiers() -> frozenset[str]:
    return frozenset("".join(phrase) for phrase in _phrases(table.FIELD_QUALIFIERS))


_OF = re.compile(r"(?<!\w)(?:of|for|von|für|des|der|du|pour|para)(?!\w)(.+)", re.IGNORECASE)
"""The end of a name that says whose or what the value is of."""

_KNOWN_STARTS = ("=", "~", "new")
"""Starts of concepts that the lexicon knows: names of fields, verbs, qualifiers. Each has rules of its own."""


def of_another(recorded: str, name: str, around: str = "") -> bool:
    """Return whether a name is the recorded one with a noun that nothing else names: somebody or something else.

    "Driver telephone" for "Telephone" asks for the driver's. "Recipe name" for "Name" does not, in "add a recipe".

    Args:
        recorded: Name of the recorded field.
        name: Name of a field now.
        around: Other texts of the flow: its task, the headings of the recorded field.
    """
    end = "" if _OF.search(recorded) else next(iter(_OF.findall(name)), "")
    old, new = field_concepts(recorded), (*field_concepts(end), *field_concepts(name.removesuffix(end)))
    if not old or len(new) <= len(old) or old[0] not in new:
        return False
    at = new.index(old[0])
    if tuple(new[at : at + len(old)]) != tuple(old) or at == 0:
        return False
    said = {*field_concepts(around), *action_concepts(around)}
    return any(not one.startswith(_KNOWN_STARTS) and one not in said for one in new[:at])


@lru_cache(_REMEMBERED)
def _sought(label: str) -> frozenset[str]:
    """Return the words about the things that a search looks for; empty if it names none, or is no search."""
    if leading_verb(key(label)) != "search":
        return frozenset()
    return frozenset(word for word in split(label) if word not in _SEARCH_WAYS and verbs(word) != ("search",))


def seeks(label: str) -> bool:
    """Return whether a label is that of a search."""
    return leading_verb(key(label)) == "search"


def seeks_same(first: str, second: str) -> bool:
    """Return whether two labels are those of a search of the same things.

    The words by which things are found may differ ("by names or tags"). A word about the things may not: a search of
    archived models, or of all models, is another one. A label that names no things is compared with none.
    """
    return bool(_sought(first)) and _sought(first) == _sought(second)
