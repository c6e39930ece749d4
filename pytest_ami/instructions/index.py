"""An index of the stored workflows: a text finds its candidates without a look at all workflows.

Knows the names, aliases and templates of workflows. Must never know a page or a store, and never selects: it returns
candidates, and ``retrieval`` judges each of them.

Rules of this module:

* Every name and every template is indexed under its rarest word. A text that contains it all contains that word too, so
  no candidate is missed, and a lookup among a hundred thousand workflows touches only a few.
* The result for a workflow does not depend on the order of the workflows.
* Expensive parts are computed at their first use.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from pytest_ami.lexicon import request_words
from pytest_ami.lexicon.text_normalization import is_chinese, normalise, split
from pytest_ami.lexicon.units import EXTENT
from pytest_ami.lexicon.vocabulary import QUALIFIERS

from .phrasing import Frame, Phrasing, firm, learn_phrasing
from .template import HOLE
from .tokenize import (
    ACTION,
    FILLER,
    MANY,
    THING,
    TokenizedText,
    Vocabulary,
    common_lexicon,
    fold,
    phrase,
    phrases,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pytest_ami.model.workflow import Workflow

_LONGEST = 6
_POSTINGS = 2000
_FEW = 48
_STATES = frozenset(f"{THING}{name}" for name in ("deleted", "later", "again"))
"""Meanings of things that are no nouns."""

_FILLERS = frozenset(("an", "a", "the", "please", "my", *"一封个条份帮我请"))
"""Words that a fit may omit from a template, see ``templates``."""


class Index:
    """Workflows by their names.

    Args:
        workflows: The stored workflows, one version for each task.
    """

    def __init__(self, workflows: Iterable[Workflow]) -> None:
        self.workflows = tuple(sorted(workflows, key=lambda workflow: (workflow.task, workflow.version, workflow.id)))
        self._known: dict[int, Phrasing] = {}
        self._normalized: dict[int, tuple[str, ...]] = {}

    def phrasing(self, number: int) -> Phrasing:
        """Return the phrasing that the names of a workflow teach."""
        if number not in self._known:
            self._known[number] = learn_phrasing(self.workflows[number])
        return self._known[number]

    def by_task(self, task: str) -> tuple[int, ...]:
        """Return the workflows with exactly this task."""
        return self._tasks.get(task, ())

    def by_name(self, text: str) -> tuple[tuple[int, str], ...]:
        """Return the workflows with ``text`` as task or alias, apart from spelling, each with the kind of name."""
        return self._names.get(normalise(text), ())

    def by_template(self, text: str) -> tuple[tuple[int, str], ...]:
        """Return the templates whose fixed words all stand in ``text``, each with its workflow."""
        words = _literal(text)
        found = [entry for word in (*words, "") for entry in self._templates.get(word, ()) if entry[2] <= words]
        return tuple(sorted((number, template) for number, template, _ in found))

    def by_meaning(self, instruction: TokenizedText) -> tuple[int, ...]:
        """Return the workflows with a name that the text may mention in full."""
        mentioned = frozenset(self._mentioned(instruction))
        return tuple(
            sorted({number for one in mentioned for number, frame in self._frames.get(one, ()) if frame <= mentioned})
        )

    def by_action(self, actions: Frame) -> tuple[int, ...]:
        """Return the workflows with a name that has exactly these actions, and as its one thing a mere noun."""
        return self._actions.get(actions, ()) if actions else ()

    def near(self, text: str, most: int = 16) -> tuple[int, ...]:
        """Return the workflows that share the most words with ``text``, rare words first."""
        if len(self.workflows) <= _FEW:
            return tuple(range(len(self.workflows)))
        words = sorted(_literal(text), key=lambda word: (len(self._postings.get(word, ())), word))
        shared: Counter[int] = Counter()
        looked = 0
        for word in words:
            found = self._postings.get(word, ())
            if shared and looked + len(found) > _POSTINGS:
                break
            looked += len(found)
            shared.update(found)
        return tuple(number for number, _ in sorted(shared.items(), key=lambda item: (-item[1], item[0]))[:most])

    def normalized_names(self, number: int) -> tuple[str, ...]:
        """Return the names and templates of a workflow in the form in which texts are compared."""
        if number not in self._normalized:
            self._normalized[number] = tuple(
                normalise(HOLE.sub(" ", name)) for name in names_of(self.workflows[number])
            )
        return self._normalized[number]

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the workflows' names, which count as spelt correctly."""
        names = {name for workflow in self.workflows for name in names_of(workflow)}
        return Vocabulary(frozenset(atom for name in names for atom in phrase(HOLE.sub(" ", name))))

    @cached_property
    def _tasks(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = defaultdict(list)
        for number, workflow in enumerate(self.workflows):
            found[workflow.task].append(number)
        return {task: tuple(numbers) for task, numbers in found.items()}

    @cached_property
    def _names(self) -> dict[str, tuple[tuple[int, str], ...]]:
        found: dict[str, dict[int, str]] = defaultdict(dict)
        for number, workflow in enumerate(self.workflows):
            for name in workflow.aliases:
                found[normalise(name)][number] = "alias"
            found[normalise(workflow.task)][number] = "task"
        return {name: tuple(sorted(numbers.items())) for name, numbers in found.items() if name}

    @cached_property
    def _templates(self) -> dict[str, list[tuple[int, str, frozenset[str]]]]:
        rows = [
            (number, template, _literal(HOLE.sub(" ", template)) - _FILLERS)
            for number, workflow in enumerate(self.workflows)
            for template in workflow.templates
        ]
        often = Counter(word for _, _, words in rows for word in words)
        found: dict[str, list[tuple[int, str, frozenset[str]]]] = defaultdict(list)
        for row in rows:
            found[_rarest(row[2], often)].append(row)
        return dict(found)

    @cached_property
    def _frames(self) -> dict[str, list[tuple[int, Frame]]]:
        rows = [(n, frame) for n, workflow in enumerate(self.workflows) for frame in set(firm(workflow)) if frame]
        often = Counter(meaning for _, frame in rows for meaning in frame)
        found: dict[str, list[tuple[int, Frame]]] = defaultdict(list)
        for number, frame in rows:
            found[_rarest(frame, often)].append((number, frame))
        return dict(found)

    @cached_property
    def _actions(self) -> dict[Frame, tuple[int, ...]]:
        found: dict[Frame, set[int]] = defaultdict(set)
        for number, workflow in enumerate(self.workflows):
            for frame in firm(workflow):
                actions = frozenset(meaning for meaning in frame if meaning.startswith(ACTION))
                if len(frame - actions) == 1 and all(map(_is_noun, frame - actions)):
                    found[actions].add(number)
        return {actions: tuple(sorted(numbers)) for actions, numbers in found.items()}

    @cached_property
    def _postings(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for number, workflow in enumerate(self.workflows):
            for word in sorted({word for name in names_of(workflow) for word in _literal(HOLE.sub(" ", name))}):
                found[word].append(number)
        return dict(found)

    def _mentioned(self, instruction: TokenizedText) -> Iterator[str]:
        """Return all possible meanings of neighbouring words."""
        atoms = [atom.text for atom in instruction.atoms]
        for at in range(len(atoms)):
            for size in range(1, _LONGEST + 1):
                part = tuple(atoms[at : at + size])
                if meaning := common_lexicon().get(part):
                    yield ACTION + meaning[1:] if meaning[0] == "+" else meaning
                    yield meaning.rstrip(FILLER + MANY)
                yield "".join(part)
        if any(value.kind == "file" for value in instruction.values):
            yield common_lexicon()[("file",)]


def _is_noun(meaning: str) -> bool:
    """Return whether a word of a name is one thing, and says neither which one nor how many nor when."""
    if meaning.startswith(THING):
        return not meaning.endswith(MANY) and meaning not in _STATES
    chinese = is_chinese(meaning[0])
    more = any(one in meaning if chinese else one == meaning for one in _narrowing())
    return meaning.isalpha() and not more and split(meaning) == (list(meaning) if chinese else [meaning])


@lru_cache(maxsize=1)
def _narrowing() -> frozenset[str]:
    """Return the words that say which thing is meant, how many, or when."""
    lines = (request_words.DOUBTFUL, request_words.LEVELS, ",".join(EXTENT), *QUALIFIERS.values())
    return frozenset("".join(one) for line in lines for one in phrases(line))


def names_of(workflow: Workflow) -> tuple[str, ...]:
    """Return the names of a workflow and the instructions that it was run with."""
    return (workflow.task, *workflow.aliases, *workflow.templates)


def _literal(text: str) -> frozenset[str]:
    return frozenset(fold(word) for word in phrase(text) if word[0].isalnum())


def _rarest(words: Sequence[str] | frozenset[str], often: Counter[str]) -> str:
    return min(words, key=lambda word: (often[word], word), default="")
