"""How tests and benchmarks ask for a workflow by a text: one that is selected and complete, or the error a user sees."""

from __future__ import annotations

from collections.abc import Iterable

from pytest_ami.instructions.index import Index
from pytest_ami.instructions.retrieval import select, unclear
from pytest_ami.instructions.selection import NEAR, Choice, ranked
from pytest_ami.instructions.tokenize import tokenize
from pytest_ami.model.workflow import Workflow


def choose(text: str, workflows: Iterable[Workflow] | Index, *, near: float = NEAR, start: str = "") -> Choice:
    """Return the one workflow that ``text`` selects, with a value for every parameter; otherwise as ``select``.

    A task or an alias alone gives no values; the caller may pass them by name.

    Raises:
        WorkflowMissingError: Nothing is selected, and at most one task is similar.
        WorkflowAmbiguousError: Two are selected, or nothing is and two are similar.
        ParameterError: One is selected, and a value is missing or doubtful.
    """
    choice = select(text, workflows, near=near, start=start)
    if not choice.whole and choice.how not in ("task", "alias"):
        raise unclear(text, choice)
    return choice


def similarity(text: str, workflow: Workflow) -> float:
    """Return the similarity of ``text`` and the best of a workflow's names, from 0 to 1; it may only suggest."""
    index = Index((workflow,))
    return ranked(tokenize(text, index.vocabulary), index)[0][0]
