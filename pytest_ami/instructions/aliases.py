"""Other names that a person declares for a task: an alias, or a template if the text holds values.

Knows the names of workflows. Must never know steps, a page or a store.

Rules of this module:

* A value never becomes a part of a name: each belongs to a parameter, and its place becomes ``{{name}}``.
* A name that asks, denies or sets a condition is refused, because the task would be carried out against it.
* A name that belongs to another task, contains the name of another task, or is as near to another one, is refused.
* A name that says the contrary of the task, names a dangerous action of its own, or has neither verb nor thing of the
  task, is refused.
* With the new name, the text selects the task. Otherwise it is refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.lexicon.contrasts import reverses
from pytest_ami.lexicon.dangerous_actions import belongs, dangerous_actions
from pytest_ami.lexicon.text_normalization import normalise
from pytest_ami.model.errors import AmiError, ConfigurationError
from pytest_ami.model.printable import as_argument

from .account import REFUSED, as_atoms, words_of
from .index import Index, names_of
from .intent import read_intent
from .parameters import instruction_template, template_readings
from .phrasing import learn_phrasing, meanings
from .selection import NEAR, TIE, likeness, selected
from .template import HOLE, names, render
from .tokenize import ACTION, FILLER, MANY, THING, common_lexicon, segment, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_ami.model.workflow import Workflow

    from .tokenize import TokenizedText

_SAMPLES = {
    "email": "ann@example.com",
    "url": "https://example.com/a",
    "number": "7",
    "money": "7 EUR",
    "date": "2026-01-31",
    "time": "10:30",
    "file": "a.pdf",
}
_LONGEST_NAME = 24
"""The most words, or Chinese characters, of a name that is looked for inside a text."""

_UNDOING = frozenset(f"{ACTION}{action}" for action in ("cancel", "stop", "restore"))
"""Actions that take back another one that is named beside them."""


def with_name(text: str, workflow: Workflow, index: Index) -> Workflow:
    """Return a workflow with a text as a further alias or template; the same workflow if it has that name already.

    Args:
        text: Words for the task, with values or with ``{{name}}`` in their place.
        workflow: The workflow.
        index: All stored workflows.

    Raises:
        ConfigurationError: The text cannot be a name of this task.
    """
    name = _name(text.strip(), workflow, index)
    _check_words(name, workflow)
    _check_others(name, workflow, index)
    _check_deed(name, workflow)
    if not names(name):
        known = {normalise(each) for each in (workflow.task, *workflow.aliases)}
        return workflow if normalise(name) in known else replace(workflow, aliases=(*workflow.aliases, name))
    return workflow if name in workflow.templates else replace(workflow, templates=(*workflow.templates, name))


def with_offered(
    workflow: Workflow, offered: Iterable[str], others: Iterable[Workflow]
) -> tuple[Workflow, tuple[str, ...]]:
    """Return a workflow with those of some names that can be its own, and why each other one is left out.

    Args:
        workflow: The workflow.
        offered: Names that nobody has checked, such as those of a model.
        others: The stored workflows of the other tasks.
    """
    refused: list[str] = []
    rest = tuple(others)
    for name in dict.fromkeys(name for name in offered if name.strip()):
        try:
            workflow = with_name(name, workflow, Index((*rest, workflow)))
        except AmiError as error:
            refused.append(f"{error.what}, so it is left out: {error.why}")
    return workflow, tuple(refused)


def added_name(before: Workflow, after: Workflow) -> str:
    """Return the name that ``after`` has in addition; an empty string if there is none."""
    known = (*before.aliases, *before.templates)
    return next((name for name in (*after.aliases, *after.templates) if name not in known), "")


def alias_command(text: str, workflow: Workflow, index: Index) -> str:
    """Return the command after which a text selects a workflow; an empty string if the text cannot be a name of it."""
    try:
        name = added_name(workflow, with_name(text, workflow, index))
    except AmiError:
        return ""
    return f"ami alias {as_argument(workflow.task)} {as_argument(name)}" if name else ""


def _name(text: str, workflow: Workflow, index: Index) -> str:
    """Return the alias or the template that a text stands for."""
    known = {parameter.name: parameter for parameter in workflow.parameters}
    if unknown := [name for name in names(text) if name not in known]:
        raise _refused(text, workflow, f"it has no parameter {', '.join(unknown)}")
    heard = tokenize(text, index.vocabulary, money=any(p.type == "money" for p in known.values()))
    if names(text) or not heard.values:
        return text
    if any(parameter.secret for parameter in known.values()):
        raise _refused(text, workflow, "it holds values, and a parameter is secret; write {{name}} in place of each")
    template = instruction_template(text, _values(heard, workflow))
    left = [value.text for value in tokenize(HOLE.sub(" ", template), index.vocabulary).values if value.text.strip()]
    if left:
        raise _refused(text, workflow, f"no parameter takes {left[0]!r}; write {{{{name}}}} in place of each value")
    return template


def _values(heard: TokenizedText, workflow: Workflow) -> dict[str, str]:
    reading = read_intent(heard, learn_phrasing(workflow))
    if problem := [*(f"no parameter takes {value!r}" for value in reading.leftover), *reading.doubts]:
        raise _refused(heard.text, workflow, problem[0])
    return reading.values


def _check_words(name: str, workflow: Workflow) -> None:
    bare = HOLE.sub(" ", name)
    if not any(char.isalpha() for char in bare):
        raise _refused(name, workflow, "it has no word of its own")
    if "?" in bare or "？" in bare:
        raise _refused(name, workflow, "it is a question")
    for word in words_of(as_atoms(bare), REFUSED, "#"):
        if word.meaning == "#":
            denied = as_atoms(bare)[word.first]
            raise _refused(name, workflow, f"{bare[denied.start : denied.end]!r} changes what is asked for")
    sample = _sample(name, workflow)
    if names(name) and len(template_readings(sample, name, workflow.parameters)) != 1:
        raise _refused(name, workflow, "its values cannot be told apart; put quotation marks around each {{name}}")


def _check_deed(name: str, workflow: Workflow) -> None:
    """Refuse a name that states another deed than every name of the task."""
    bare, own = HOLE.sub(" ", name), [HOLE.sub(" ", one) for one in names_of(workflow)]
    if reverses(workflow.task, bare):
        raise _refused(name, workflow, "it says the contrary of the task")
    if strange := [deed for deed in dangerous_actions(bare) if not any(belongs(deed, one) for one in own)]:
        raise _refused(name, workflow, f"it would {strange[0]}, and the task does not")
    spoken, known = _meanings(bare), frozenset().union(*map(_meanings, own))
    kinds = [{one for one in spoken if one[0] == kind} for kind in (ACTION, THING)]
    if all(kinds) and not spoken & known and any(one[0] == ACTION for one in known):
        raise _refused(name, workflow, "neither its verb nor its thing is one of the task")
    if spoken & _UNDOING and spoken & known and not known & _UNDOING:
        raise _refused(name, workflow, "it takes back what the task does")


def _meanings(text: str) -> frozenset[str]:
    return frozenset(meaning.rstrip(FILLER + MANY) for meaning in meanings(segment(as_atoms(text), common_lexicon())))


def _check_others(name: str, workflow: Workflow, index: Index) -> None:
    """Refuse a name by which another task is selected or as near, or that contains the name of another task."""
    sample = _sample(name, workflow)
    for number, template in index.by_template(sample):
        other = index.workflows[number]
        if other.task != workflow.task and template_readings(sample, template, other.parameters):
            raise _refused(name, workflow, f"it is an instruction of {other.task!r} already")
    own = set(_names_inside(workflow.task, index))
    for task, inside in _names_inside(HOLE.sub("\n", name), index):
        if task != workflow.task and (task, inside) not in own:
            raise _refused(name, workflow, f"it contains {inside!r}, a name of {task!r}")
    for choice in selected(tokenize(sample, index.vocabulary), index):
        if choice.workflow.task != workflow.task:
            why = f"it selects {choice.workflow.task!r} already, by its {choice.how}"
            raise _refused(name, workflow, why, f"ami match {as_argument(sample)}")
    near = dict(likeness(sample, index))
    least = max(NEAR, near.get(workflow.task, 0.0) - TIE)
    if others := [task for task, alike in near.items() if task != workflow.task and alike >= least]:
        raise _refused(name, workflow, f"it is as near to {others[0]!r}", f"ami match {as_argument(sample)}")


def _names_inside(text: str, index: Index) -> list[tuple[str, str]]:
    """Return the names of tasks that stand in a text as whole words, each with its task."""
    atoms = as_atoms(text)
    parts = {text[first.start : last.end] for n, first in enumerate(atoms) for last in atoms[n : n + _LONGEST_NAME]}
    return sorted(
        (index.workflows[number].task, part) for part in parts if "\n" not in part for number, _ in index.by_name(part)
    )


def _sample(name: str, workflow: Workflow) -> str:
    """Return an instruction of the form of a template, with a value of the right type in each place."""
    kinds = {parameter.name: parameter.type for parameter in workflow.parameters}
    return render(name, {one: _SAMPLES.get(kinds[one], f"Sample{n}") for n, one in enumerate(names(name))})


def _refused(name: str, workflow: Workflow, why: str, run: str = "") -> ConfigurationError:
    secret = any(parameter.secret for parameter in workflow.parameters)
    hidden = secret and not names(name)
    shown = "The text" if hidden else repr(name[:80])
    return ConfigurationError(
        f"{shown} cannot be another name of {workflow.task!r}",
        why=f"{why[0].upper()}{why[1:]}.",
        evidence=[f"takes: {', '.join(p.name for p in workflow.parameters) or 'no parameters'}"],
        run=(not hidden and run) or f"ami show {as_argument(workflow.task)}",
    )
