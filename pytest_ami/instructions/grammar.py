"""The words of a task in an instruction that nobody has explained yet: a verb and its things.

Knows text, and which parts of it are values. Must never know a workflow, a page or a model.

Rules of this module:

* English: the first word is the verb. A noun follows an article, a preposition with an article, or another noun. A noun
  without an article, in a text that has articles, may be a value. So is a word with a capital letter.
* Chinese: the tables know the verb. A noun that they do not know follows 的, or it is the only thing of the verb.
* A clause ("telling him that ..."), a condition or a negation is no part of a task. All of its run is unread.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from pytest_ami.lexicon.text_normalization import is_chinese

from .account import PREPOSITIONS, REFUSED, SILENT, Accounting, WordRun, as_atoms, is_naming, runs, words_of
from .phrasing import stripped
from .tokenize import ACTION, FILLER, SOFT, THING, Atom, Word, common_lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .value_names import NamedValue

_ARTICLES = frozenset(
    ("the", "a", "an", "my", "your", "our", "this", "these", "all", "every", "each", "new", "first", "last")
)
_STOPS = (
    f"{REFUSED}, about, that, which, who, whom, whose, what, where, how, why, telling, tells, saying, says, asking, "
    "reading, containing, is, are, was, were, be, been, has, have, had, do, does, did, will, should, can, may, must, "
    "might, he, she, they, it, him, her, them, or, but, because, since, when, while, before, after, then, also, later, "
    "tomorrow, today, tonight, yesterday, soon, next, once, called, named, titled, entitled, headed, so, than, like, "
    "告诉, 说, 关于, 名为, 叫做, 名叫, 叫, 题为, 写着, 因为, 他, 她, 他们, 明天, 后天, 今天, 今晚, 下周, 稍后, 以后, "
    "之后, 然后, 或, 是"
)
"""Words with which something begins that is no part of a task."""

_IN_ALL = 5
_CHINESE_NOUN = 4
_STOP = "#"


def account(text: str, values: Sequence[NamedValue], task: str = "") -> Accounting:
    """Account for the words of an instruction by their grammar.

    Args:
        text: The instruction.
        values: Its values, with the words that name them.
        task: The declared task, if there is one; its words are known.
    """
    found = runs(text, values)
    chinese = any(is_chinese(atom.text) for run in found for atom in run.atoms)
    grammar = (_Chinese if chinese else _English)(text, values, task)
    for run in found:
        grammar.read(run)
    return grammar.result()


class _Grammar(ABC):
    """One pass over the runs of an instruction."""

    def __init__(self, text: str, values: Sequence[NamedValue], task: str) -> None:
        self.text, self.values = text, values
        self.known = frozenset(atom.text for atom in as_atoms(task))
        self.verb = bool(task)
        self.words: list[str] = []
        self.unread: list[str] = []
        self.unknown = 0
        self.before = ""
        self.run = WordRun(())

    def read(self, run: WordRun) -> None:
        """Read a run up to the first word that has no place in a task."""
        self.run, self.before = run, ""
        words: list[str] = []
        links = len(stripped(run.atoms)) if run.opens else len(run.atoms)
        for word in words_of(run.atoms, _STOPS, _STOP):
            atoms = run.atoms[word.first : word.last + 1]
            if is_naming(atoms[0], self.values) and self.may_name(word):
                words += self._naming(atoms)
                self.before = "noun"
            elif word.first >= links and word.meaning == _STOP:
                continue
            elif all(atom.text in self.known for atom in atoms):
                self.before = "noun"
            elif self.accepts(word, atoms):
                silent = word.meaning.startswith(SILENT) and atoms[0].text not in PREPOSITIONS | {"的"}
                words += [] if silent else [self.text[atoms[0].start : atoms[-1].end].lower()]
            else:
                rest = run.atoms[word.first :]
                self.unread.append(self.text[rest[0].start : rest[-1].end])
                break
        self.words += words

    @abstractmethod
    def accepts(self, word: Word, atoms: Sequence[Atom]) -> bool:
        """Return whether a word has a place in a task, after the words before it."""

    def may_name(self, word: Word) -> bool:  # noqa: ARG002  (English nouns in a row are doubtful)
        """Return whether a word may name a value, after the words before it."""
        return True

    @abstractmethod
    def _naming(self, atoms: Sequence[Atom]) -> list[str]:
        """Return the words of a value's name that belong to the task."""

    def result(self) -> Accounting:
        """Return the accounting of all runs."""
        return Accounting(tuple(self.words), tuple(self.unread), verb=self.verb)


class _English(_Grammar):
    """English words: ``before`` is the kind of the word before, ``first`` marks the run with the verb."""

    def __init__(self, text: str, values: Sequence[NamedValue], task: str) -> None:
        super().__init__(text, values, task)
        atoms = [atom.text for run in runs(text, values) for atom in run.atoms]
        self.articles = any(atom in _ARTICLES for atom in atoms)
        self.verb_run: WordRun | None = None
        self.thing = False
        self.bare = 0

    def accepts(self, word: Word, atoms: Sequence[Atom]) -> bool:
        text = atoms[0].text
        if word.meaning == _STOP:
            return False
        if text in _ARTICLES:
            self.before = "article"
        elif text in PREPOSITIONS:
            self.before = text if text == "and" else "preposition"
        elif not word.meaning.startswith(SILENT):
            return (self._noun(word) and not self._is_name(atoms)) if self.verb else self._take_verb(text)
        return True

    def may_name(self, word: Word) -> bool:
        """Return whether a noun names a value: in "the user anna 'x'", or behind another value, it may be a value."""
        known = word.meaning.startswith((THING, SOFT)) or word.meaning.endswith(FILLER)
        at = self.run.atoms[word.first].start
        value, naming = next((one.value, one.naming) for one in self.values if one.naming[0] <= at < one.naming[1])
        unit = value.end <= naming[0]
        bare = not value.quoted and value.kind != "text" and self.before in ("verb", "preposition")  # "add anna 42"
        behind = not self.before and not self.run.before
        return known or unit or not (bare or behind or self.before == "noun")

    def _take_verb(self, text: str) -> bool:
        self.verb, self.verb_run, self.before = text.isalpha(), self.run, "verb"
        return self.verb

    def _is_name(self, atoms: Sequence[Atom]) -> bool:
        """Return whether a word is written like a name: a capital letter, or letters of another script."""
        written = self.text[atoms[0].start : atoms[-1].end]
        return written != written.lower() or not written.isascii()

    def _noun(self, word: Word) -> bool:
        meaning = word.meaning
        if meaning.startswith(ACTION) and meaning.endswith(FILLER):
            return self.before == "article"  # "the cancelled order"
        if meaning.startswith(ACTION) and self.before in ("and", "verb"):
            self.before = "verb"
            return True
        if meaning.startswith(ACTION) and self.before == "noun":
            return False  # "the folder archive"
        known = meaning.startswith((ACTION, THING, SOFT))
        if not self.before and not (known and not self.run.before):
            return False  # behind a value or a mark stands no noun of the task
        bare = self.before in ("verb", "preposition", "and")
        sentence = self.articles or bool(self.values)
        row = self.before == "noun" and not known and (sentence or self.thing)  # "the user anna", "user anna"
        self.unknown += not known
        self.before, self.thing = "noun", known
        self.bare += bare and not known
        fits = known or not bare or (self.bare == 1 and not (self.articles or self.values))
        return not row and self.unknown <= _IN_ALL and fits

    def _naming(self, atoms: Sequence[Atom]) -> list[str]:
        return [atom.text for atom in atoms] if self.run is self.verb_run else []


class _Chinese(_Grammar):
    """Chinese characters: ``before`` is the meaning of the word before."""

    def __init__(self, text: str, values: Sequence[NamedValue], task: str) -> None:
        super().__init__(text, values, task)
        self.marks = 0

    def read(self, run: WordRun) -> None:
        """Count the marks before a run; the task stands in the first clause."""
        self.marks += bool(run.before) and run.before in "，,；;。"
        super().read(run)

    def accepts(self, word: Word, atoms: Sequence[Atom]) -> bool:
        meaning, before = word.meaning, self.before
        if meaning == _STOP or not is_chinese(atoms[0].text):
            return False
        self.before = "的" if atoms[-1].text == "的" else meaning
        if meaning.startswith(ACTION):
            self.verb = True
            return True
        if meaning.startswith((*SILENT, THING, SOFT)):
            return True
        self.unknown += 1
        owned = before == "的"
        alone = before.startswith(ACTION) and not self.values
        follows = self._after(word)
        return (owned or alone) and len(meaning) <= _CHINESE_NOUN and self.unknown <= 2 and follows != "的"  # noqa: PLR2004

    def _after(self, word: Word) -> str:
        later = self.run.atoms[word.last + 1 :]
        return later[0].text if later else ""

    def _naming(self, atoms: Sequence[Atom]) -> list[str]:
        start, end = next(one.naming for one in self.values if one.naming[0] <= atoms[0].start < one.naming[1])
        silent = common_lexicon().get(tuple(self.text[start:end]), "").startswith(SILENT)
        return [] if self.marks or silent else ["".join(atom.text for atom in atoms)]
