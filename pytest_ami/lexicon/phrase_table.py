"""The table of wordings: the words of web interfaces in five languages, read once from a resource.

Knows the table ``phrasebook.tsv`` and its format. Must never know a page, an element, or how two texts are compared
(``label_synonyms`` does that).

Rules of this module:

* Nothing is read at import. The first call reads the table (about 10 ms); later calls use the copy in memory.
* A line is ``kind, name, English, German, Chinese, French, Spanish``, with tabs between columns and ``|`` between
  phrases, each phrase in the form of ``label_synonyms.key``. ``message~messages`` is a singular with its plural; a
  phrase without ``~`` may be either.
* Phrases of one line are interchangeable on a control without changing its function. Phrases that are only similar
  (archive and delete, submit and send, close and cancel, first and last name) stand on separate lines.
* The table was written from general knowledge of interfaces, never from a redesign that measures healing.

Kinds of lines: ``phrase`` is compared as a whole. ``field`` names a field, as a whole or as a thing. ``verb``,
``qualifier``, ``object`` and ``done`` ("saved") are parts of texts. ``kin`` lists the parts beside which one part reads
as another ("remove" as "delete" beside a message, not beside a member). ``set`` lists whole texts of a purpose, by
phrases and by names of lines. The other lines are fillers (articles, "please enter your").
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LANGUAGES = ("en", "de", "zh", "fr", "es")
"""The columns of the table, in order."""

PREFIX = {"verb": "v", "qualifier": "q", "object": "o", "done": "d", "field": "f", "phrase": "p"}
"""The prefix of the name of a concept, for each kind of line that has concepts."""

FILLER, DONE_FILLER = "~", "~done"
"""Labels of words without a meaning: always, and beside a "done" word."""

LONGEST_VERB = 3
"""The most words, or signs of Chinese, of a verb with which the name of a control begins."""

Labels = tuple[str, ...]


@dataclass(frozen=True)
class ContextSynonym:
    """A label that has another meaning beside certain labels.

    Attributes:
        label: The written label, such as ``v:remove``.
        reads_as: Its other meaning, such as ``v:delete``.
        beside: Labels that may stand beside it; ``-`` means no label at all, ``@1`` any single thing.
    """

    label: str
    reads_as: str
    beside: frozenset[str]


@dataclass(frozen=True)
class PhraseTable:
    """The table, indexed.

    Attributes:
        whole: Phrase to the concepts that it names as a whole, in any language.
        parts: For each language, phrase to the labels that it may have as a part of a text.
        rows: Concept to its columns as in the file.
        lists: For each ``set`` line, the phrases of its purpose.
        leads: Fillers before a field's name, longest first.
        asides: Fillers in brackets after a field's name.
        context_synonyms: Labels with another meaning beside certain labels, in the order in which to apply them.
    """

    whole: dict[str, Labels] = field(default_factory=dict)
    parts: dict[str, dict[str, Labels]] = field(default_factory=lambda: {language: {} for language in LANGUAGES})
    rows: dict[str, list[str]] = field(default_factory=dict)
    lists: dict[str, frozenset[str]] = field(default_factory=dict)
    leads: tuple[str, ...] = ()
    asides: frozenset[str] = frozenset()
    context_synonyms: tuple[ContextSynonym, ...] = ()

    def concepts(self) -> int:
        """Return the number of concepts in the table."""
        return len(self.rows)


@lru_cache(maxsize=1)
def phrase_table() -> PhraseTable:
    """Return the table, read at the first call."""
    text = (files("pytest_ami.lexicon") / "phrasebook.tsv").read_text("utf-8")
    lines = [line.split("\t") for line in text.splitlines()]
    read = PhraseTable(
        context_synonyms=tuple(
            ContextSynonym(line[1], line[2], frozenset(line[3].split())) for line in lines if line[0] == "kin"
        ),
        leads=tuple(sorted(_words("lead", lines), key=len, reverse=True)),
        asides=frozenset(_words("aside", lines)),
    )
    for line in lines:
        kind, name, cells = line[0], line[1], line[2:]
        if kind in PREFIX:
            _add(read, kind, f"{PREFIX[kind]}:{name}", cells)
        elif kind in ("filler", "done_filler"):
            label = FILLER if kind == "filler" else DONE_FILLER
            for language, cell in zip(LANGUAGES, cells, strict=True):
                _label(read.parts[language], phrases(cell), (label,))
        elif kind == "set":
            own = {phrase for cell in cells[:5] for phrase in phrases(cell)}
            named = (cell for label in " ".join(cells[5:]).split() for cell in read.rows[label])
            read.lists[name] = frozenset(own.union(*(phrases(cell) for cell in named)))
    return read


def phrases(cell: str) -> list[str]:
    """Return the phrases of one column of a line; the singular stands before the plural."""
    return cell.replace("~", "|").split("|") if cell else []


def _words(kind: str, lines: list[list[str]]) -> list[str]:
    return [word for line in lines if line[0] == kind for cell in line[2:] for word in phrases(cell)]


def _add(read: PhraseTable, kind: str, concept: str, cells: list[str]) -> None:
    read.rows[concept] = cells
    for language, cell in zip(LANGUAGES, cells, strict=True):
        if not cell:
            continue
        if kind == "object":
            _things(read.parts[language], cell, concept)
            continue
        found = cell.split("|")
        if kind in ("phrase", "field"):
            _label(read.whole, found, (concept,))
        if kind != "phrase":
            table = read.parts[language]
            # As a part of a text, "message" is the object, not the content of a field of that name.
            _label(table, (one for one in found if kind != "field" or one not in table), (concept,))


def _things(table: dict[str, Labels], cell: str, concept: str) -> None:
    one, many = (f"{concept}:1",), (f"{concept}:n",)
    for phrase in cell.split("|"):
        single, tilde, several = phrase.partition("~")
        if tilde and single != several:
            _label(table, (single,), one)
            _label(table, (several,), many)
        else:
            _label(table, (single,), one + many)


def _label(table: dict[str, Labels], found: Iterable[str], labels: Labels) -> None:
    for phrase in found:
        if table.setdefault(phrase, labels) is not labels:
            table[phrase] += labels


def leading_verb(text: str) -> str:
    """Return the verb, as the table names it, that a command begins with; a German one may end with it. Empty if none.

    Args:
        text: The name of a control in the form of the table (``label_synonyms.key``).
    """
    words = text.split()
    starts = [" ".join(words[:size]) for size in range(min(LONGEST_VERB, len(words)), 0, -1)]
    cut = {"de": (*starts, *words[-1:]), "zh": tuple(text[:size] for size in range(LONGEST_VERB, 0, -1))}
    for language, parts in phrase_table().parts.items():
        for start in cut.get(language, starts):
            found = next((label for label in parts.get(start, ()) if label.startswith("v:")), "")
            if found:
                return found.removeprefix("v:")
    return ""
