"""``results.md``: the result of a lesson and its cost, beside its ``todo.md``.

It knows runs. It must never decide an outcome.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .state import clean

if TYPE_CHECKING:
    from pytest_ami.model.outcome import Run

    from .state import Todo

KEPT = {None: "the test decides at its end", True: "yes, the test is green", False: "no, the test is not green"}
"""Whether the new version is kept, by the result of the test."""


def results(run: Run, todo: Todo, test: str, *, passed: bool | None, unfit: str = "") -> str:
    """Return the file for a lesson that is over.

    Args:
        run: The run of the lesson.
        todo: Its plan and progress.
        test: Node id.
        passed: Whether the test is green; None while it is not over.
        unfit: Why nothing is kept although it is green; empty for no such reason.
    """
    rows = _rows(run, todo, test, kept=unfit if passed and unfit else KEPT[passed])
    lines = (f"- {name}: {clean(value)}" for name, value in rows)
    return "\n".join((f"# Results of session {todo.session}", "", *lines, ""))


def _rows(run: Run, todo: Todo, test: str, *, kept: str) -> Iterator[tuple[str, str]]:
    yield "Outcome", run.outcome.value
    yield "Task", run.task
    yield "Test", test
    yield "Teacher", run.teacher
    yield "Steps of the flow", f"{run.steps}"
    yield "Steps of the lesson", f"{todo.count}"
    yield "Model calls", f"{run.model_calls}"
    yield "Tokens", f"{run.tokens}"
    yield "Money", f"${run.money:.4f}" if run.money or not run.tokens else "no price is known, or it is free"
    yield "Seconds", f"{run.seconds:.1f}"
    if run.outcome.value in ("learned", "relearned"):
        yield "Version", f"{run.version}"
        yield "Kept", kept
