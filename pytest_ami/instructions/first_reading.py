"""The first reading of an instruction, when no workflow defines its task and its parameters yet.

Knows text. Must never know a page, a store or a model. It never guesses: a word without an account is reported.

Rules of this module:

* A value is a quoted text, has the form of an address, a date, a number and the like, or stands behind ``name:``.
* The words beside a value name it (``value_names``). All other words are the task (``grammar``), or they are unread.
* A text without a value is a task if it is short, or if the tables know all of its words.
* The name of a task has a verb and a thing. A single word ("publish") gets the names of the values as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.lexicon.text_normalization import is_chinese

from .account import PREPOSITIONS, SILENT, accounted, as_atoms, is_unit
from .grammar import account
from .template import CLOSING, OPENING
from .tokenize import ACTION, FILLER, MANY, SOFT, THING, Value, Vocabulary, common_lexicon, segment, tokenize
from .value_names import NamedValue, is_list, is_plain, named
from .value_types import infer_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .account import Accounting
    from .tokenize import TokenizedText

_COLONS = ":：="
_SIGNS = "/\\-–_%‰°#&*+<>|~^@"
_ENDS = ",，;；\n"
_ARTICLES = frozenset(["the", "a", "an", "my", "your", "our", "this", "these"])
_WORDS, _CHARACTERS = 3, 3
"""The most words, or unknown Chinese characters, of a task without a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstReading:
    """An instruction, read for the first time.

    Attributes:
        text: The instruction.
        task: A name for its task; empty if none is certain.
        values: Value by name, in order.
        unread: Parts of the text that are neither task, value nor filler.
        nameless: Values that no word names.
        doubts: Other doubtful points, one phrase each.
        aliases: Other names for the task.
    """

    text: str = field(repr=False)
    task: str = ""
    values: Mapping[str, str] = field(default_factory=dict, repr=False)
    unread: tuple[str, ...] = field(default=(), repr=False)
    nameless: tuple[str, ...] = field(default=(), repr=False)
    doubts: tuple[str, ...] = field(default=(), repr=False)
    aliases: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Return whether every word and every value is accounted for."""
        return bool(self.task) and not (self.unread or self.nameless or self.doubts)


def read_first(text: str, task: str = "", known: Mapping[str, str] | None = None) -> FirstReading:
    """Read an instruction that no stored workflow accounts for.

    Args:
        text: Free text, English or Chinese, such as ``Send "Hi" to a@b.org``.
        task: The task, if the test declares it, with other words that are known.
        known: Values that the call names beside the text; the text may hold them.
    """
    known = known or {}
    values = named(text, _with_given(text, _values(text), known), known)
    found = account(text, values, task)
    by_name, nameless, doubts = _by_name(values)
    unread, name = found.unread, task
    if not task:
        name = (_task(found, by_name) if values else text.strip()) if found.verb else ""
        if name and not (values or unread or known or _is_plain_task(text)):
            unread = (text.strip(),)
    return FirstReading(
        text=text,
        task=name,
        values=by_name,
        unread=unread,
        nameless=nameless,
        doubts=(*doubts, *_cut_values(text, values), *([] if name else ["no verb of a task is certain"])),
    )


def read_declared(
    text: str,
    values: Mapping[str, str],
    task: str,
    constants: Sequence[str] = (),
    aliases: Sequence[str] = (),
    *,
    claimed: bool = False,
) -> FirstReading:
    """Account for an instruction whose task, values and constant parts are declared.

    Args:
        text: The instruction.
        values: Value by name; each stands in the text.
        task: The name of the task.
        constants: Parts of the text that every run of the task has.
        aliases: Other names for the task.
        claimed: Whether a model names the task: it may have taken a value for a part of the name.
    """
    places = _places(text, values)
    placed = tuple(_with_marks(text, values[name], start, end) for start, end, name in places)
    words = named(text, placed, values)
    found = accounted(text, words, task, constants, claimed=claimed)
    left = [one.text for one in _values(text) if not any(_covers(place, one) for place in places)]
    clean = is_telling(task) and not any(_holds(task, value) for value in values.values())
    glued = claimed and any(_glued(text, task, one) for one in words)
    joined = [one.value.text for one in words if claimed and not one.value.quoted and is_list(one.value.text)]
    return FirstReading(
        text=text,
        task=task,
        values={name: values[name] for _, _, name in places},
        unread=found.unread,
        nameless=tuple(left),
        doubts=(
            *([] if clean and not glued else [f"{task!r} is no name for the task"]),
            *(f"{one!r} may be several values; quotation marks make it one" for one in joined),
        ),
        aliases=tuple(aliases),
    )


def _glued(text: str, task: str, one: NamedValue) -> bool:
    """Return whether a name joins the two sides of a counted number without it: 借给王芳天 of 借给王芳2天."""
    before, unit = text[: one.value.start][-1:], text[one.value.end :][:1]
    counted = one.value.kind == "number" and is_unit(unit)
    return counted and is_chinese(before) and before + unit in task


def is_telling(task: str) -> bool:
    """Return whether a name has a verb and a thing: two words, or three Chinese characters."""
    atoms = [atom.text for atom in as_atoms(task) if not atom.is_break and atom.text not in PREPOSITIONS]
    chinese = sum(map(is_chinese, atoms))
    return chinese >= _CHARACTERS or len(atoms) - chinese >= 2  # noqa: PLR2004


def _values(text: str) -> tuple[Value, ...]:
    """Return the values of a text: quoted, by their form, and behind ``name:``."""
    split = tokenize(text, Vocabulary(), money=True)
    keyed = tuple(_keyed(split))
    kept = [one for one in split.values if not any(k.start <= one.start and one.end <= k.end for k in keyed)]
    return tuple(sorted((*kept, *keyed), key=lambda one: one.start))


def _with_given(text: str, values: Sequence[Value], known: Mapping[str, str]) -> tuple[Value, ...]:
    """Return the values of a text, those included that the call names and the text holds as whole words."""
    found = list(values)
    for start, end, name in _places(text, known):
        inside = [one for one in found if one.start < end and start < one.end]
        if not inside and not _in_a_word(text, start, end):
            found.append(Value(text=known[name], kind="text", start=start, end=end))
    return tuple(sorted(found, key=lambda one: one.start))


def _in_a_word(text: str, start: int, end: int) -> bool:
    sides = (text[start - 1 : start], text[start]), (text[end - 1], text[end : end + 1])
    return any(all(c.isalnum() and not is_chinese(c) for c in (a or " ", b or " ")) for a, b in sides)


def _with_marks(text: str, value: str, start: int, end: int) -> Value:
    """Return a value with the quotation marks around it."""
    quoted = text[start - 1 : start] in tuple(OPENING) and text[end : end + 1] in tuple(CLOSING)
    return Value(text=value, kind=infer_type(value), start=start - quoted, end=end + quoted, quoted=quoted)


def _covers(place: tuple[int, int, str], value: Value) -> bool:
    return place[0] <= value.start + value.quoted and value.end - value.quoted <= place[1]


def _holds(task: str, value: str) -> bool:
    words = {atom.text for atom in as_atoms(task)}
    whole = len(as_atoms(value)) == 1
    return value.casefold() in words if whole else value.casefold() in task.casefold()


def _keyed(split: TokenizedText) -> Iterator[Value]:
    """Yield the values without quotation marks that stand behind a noun and a colon, up to a mark or the end."""
    text = split.text
    for n, atom in enumerate(split.atoms):
        if atom.text not in _COLONS or not n or split.atoms[n - 1].end != len(text[: atom.start].rstrip()):
            continue
        end = min((at for mark in _ENDS if (at := text.find(mark, atom.end)) >= 0), default=len(text))
        start = atom.end + len(text[atom.end : end]) - len(text[atom.end : end].lstrip())
        stop = start + len(text[start:end].rstrip(" .。"))
        inside = [one for one in split.values if one.start < stop and start < one.end]
        loose = all(one.kind in ("number", "time", "code") and not one.quoted for one in inside)
        whole = any(one.start <= start and stop <= one.end for one in inside)
        if loose and not whole and stop > start and is_plain(text[start:stop]):
            yield Value(text=text[start:stop], kind="text", start=start, end=stop)


def _by_name(values: Sequence[NamedValue]) -> tuple[dict[str, str], tuple[str, ...], tuple[str, ...]]:
    """Return the values by name, those without a name, and the doubts."""
    found: dict[str, str] = {}
    for one in values:
        if one.name:
            found.setdefault(one.name, one.value.text)
    twice = [one for one in values if one.name and found[one.name] != one.value.text]
    doubts = tuple(f"{one.name} is {found[one.name]!r} or {one.value.text!r}" for one in twice)
    return found, tuple(one.value.text for one in values if not one.name), doubts


def _cut_values(text: str, values: Sequence[NamedValue]) -> Iterator[str]:
    """Yield a doubt for each value without quotation marks that goes on behind a sign: 7/8, 50 %."""
    for value in (one.value for one in values if not one.value.quoted and one.value.kind != "text"):
        sides = text[max(value.start - 1, 0) : value.start], text[value.end :].lstrip()[:1]
        if any(side and side in _SIGNS for side in sides):
            yield f"{value.text!r} may be a part of a value"


def _is_plain_task(text: str) -> bool:
    """Return whether a text without a value is short enough for a task, or known to the tables."""
    words = [word for word in segment(as_atoms(text), common_lexicon()) if not word.meaning.startswith(SILENT)]
    unknown = [word for word in words if not word.meaning.startswith((ACTION, THING, SOFT))]
    if any(is_chinese(word.meaning[0]) for word in unknown):
        return sum(len(word.meaning) for word in unknown) <= _CHARACTERS and len(unknown) == 1
    content = [word for word in words if word.meaning not in PREPOSITIONS]
    return not unknown or len(content) <= _WORDS


def _task(found: Accounting, values: Mapping[str, str]) -> str:
    """Return the name of a task from its words: in the words of the tables if they know all of them."""
    words = [word for word in found.words if word not in _ARTICLES]
    words = words[: words.index("with")] if "with" in words else words
    while words and words[-1] in PREPOSITIONS | {"的"}:
        words.pop()
    chinese = any(map(is_chinese, "".join(words)))
    lexicon = common_lexicon()
    meanings = [lexicon.get(tuple(word) if is_chinese(word[0]) else (word,), "") for word in words]
    kept = list(zip(words, meanings, strict=True))
    if all(m.startswith((ACTION, THING)) and not m.endswith((FILLER, MANY)) for _, m in kept):
        names = list(dict.fromkeys(m[1:] for _, m in kept))
        name = " ".join(names)
        return name if len(names) > 1 else " ".join([name, *(one.replace("_", " ") for one in values)])
    name = ("" if chinese else " ").join(w for w, _ in kept)
    return name if is_telling(name) else " ".join([name, *(one.replace("_", " ") for one in values)])


def _places(text: str, values: Mapping[str, str]) -> tuple[tuple[int, int, str], ...]:
    """Return start, end and name of each value, in order of the text; longer values are placed first."""
    taken: list[tuple[int, int, str]] = []
    for name, value in sorted(values.items(), key=lambda item: -len(item[1])):
        at = text.find(value) if value else -1
        while at >= 0 and any(at < b and a < at + len(value) for a, b, _ in taken):
            at = text.find(value, at + 1)
        if at >= 0:
            taken.append((at, at + len(value), name))
    return tuple(sorted(taken))
