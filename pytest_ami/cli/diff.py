"""`ami diff`: show two versions of a workflow side by side, step by step.

`report.comparison` finds the differences. This module chooses the versions, lays out the columns and changes nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.model.printable import as_argument, of_printable
from pytest_ami.report.tables import Cell, Column, table

from .commands import command, say
from .completion import task_argument

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.report.comparison import FieldDifference, StepComparison, VersionComparison
    from pytest_ami.store.workflow_store import WorkflowStore

MARKS = {"same": (" ", ""), "changed": ("~", "yellow"), "moved": (">", "cyan"), "added": ("+", "green"),
         "removed": ("-", "red")}  # fmt: skip
"""Mark and colour of each kind of change."""

NARROWEST, WIDEST = 80, 200
"""Limits of the width of the two columns together, in cells."""


@command("diff", 'ami diff "send email" 1 2')
@task_argument
@click.argument("old", required=False)
@click.argument("new", required=False)
def diff(task: str, old: str | None, new: str | None, folder: Path | None, *, as_json: bool) -> None:
    """Compare two versions of a workflow.

    Shows the steps side by side, with old and new locators, names, values and effects; then parameters, instructions
    and aliases. OLD and NEW are numbers or ids of versions. The default of NEW is the version that would run, the
    default of OLD the parent of NEW.
    """
    from pytest_ami.report.comparison import compare

    from .project import open_store, resolve_task

    store = open_store(folder)
    task = resolve_task(store, task)
    before, after = pick_versions(store, task, old, new)
    comparison = compare(before, after)
    say(lines(before, after, comparison), plain(before, after, comparison), as_json=as_json)


def pick_versions(store: WorkflowStore, task: str, old: str | None, new: str | None) -> tuple[Workflow, Workflow]:
    """Return the versions to compare, the older one first.

    Raises:
        ConfigurationError: There is no such version, or no version to compare with.
    """
    from pytest_ami.model.errors import ConfigurationError

    from .project import pick_version

    after = pick_version(store, task, new)
    if old:
        return pick_version(store, task, old), after
    parent = store.get(after.provenance.parent) if after.provenance.parent else None
    versions = store.versions(task)
    earlier = [w for w in versions if (w.version, w.id) < (after.version, after.id)]
    before = parent or (earlier[-1] if earlier else None)
    if before is None:
        raise ConfigurationError(
            f'Version {after.version} of "{task}" is the first, so there is no version to compare it with',
            why="Without a second number, a version is compared with the one that it was made from.",
            evidence=[f"v{w.version} {w.status.value}" for w in versions],
            run=f"ami diff {as_argument(task)} {after.version} {versions[-1].version}"
            if versions[1:]
            else f"ami show {as_argument(task)}",
        )
    return before, after


def plain(before: Workflow, after: Workflow, comparison: VersionComparison) -> dict[str, Any]:
    """Return a comparison as data."""
    return {
        "task": after.task,
        "old": {"version": before.version, "id": before.id, "status": before.status.value},
        "new": {"version": after.version, "id": after.id, "status": after.status.value},
        "same": comparison.same,
        "steps": [
            {
                "change": step.change,
                "old": step.old,
                "new": step.new,
                "old_title": _title(before, step.old),
                "new_title": _title(after, step.new),
                "differences": [asdict(difference) for difference in step.differences],
            }
            for step in comparison.steps
        ],
        "attributes": [asdict(difference) for difference in comparison.attributes],
    }


@of_printable
def lines(before: Workflow, after: Workflow, comparison: VersionComparison) -> Iterator[str]:
    """Yield a comparison as lines for people."""
    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
    half = (width - 7) // 2
    heads = [f"v{w.version} {w.status.value}, {w.provenance.reason or 'no reason'}" for w in (before, after)]
    yield click.style(after.task, bold=True)
    yield from _side_by_side("  ", heads[0], heads[1], half)
    for step in comparison.steps:
        yield ""
        yield from _step(before, after, step, half)
    if comparison.attributes:
        yield ""
    for difference in comparison.attributes:
        yield f"  {difference.what}"
        yield from _side_by_side("  ", _text(difference.old), _text(difference.new), half, "yellow")
    counts = {change: sum(step.change == change for step in comparison.steps) for change in MARKS}
    yield ""
    yield ("No difference: " if comparison.same else "Steps: ") + ", ".join(f"{n} {c}" for c, n in counts.items() if n)


def _step(before: Workflow, after: Workflow, step: StepComparison, half: int) -> Iterator[str]:
    mark, colour = MARKS[step.change]
    titles = [
        f"{number}  {_title(workflow, number)}" if number else ""
        for workflow, number in ((before, step.old), (after, step.new))
    ]
    yield from _side_by_side(f"{mark} ", titles[0], titles[1], half, colour)
    for difference in step.differences:
        yield from _difference(difference, half)


def _difference(difference: FieldDifference, half: int) -> Iterator[str]:
    if difference.what.endswith("evidence"):
        yield click.style(f"     other evidence: {', '.join(difference.new)}", dim=True)
        return
    yield click.style(f"     {difference.what.replace('effects.', 'then: ')}", dim=True)
    yield from _side_by_side("     ", _text(difference.old), _text(difference.new), half - 3)


def _side_by_side(mark: str, left: str, right: str, half: int, style: str = "") -> Iterator[str]:
    """Yield two texts in two columns of a fixed width, each cut into lines of that width."""
    from rich.cells import chop_cells

    columns = [chop_cells(text, half) or [""] for text in (left, right)]
    rule = ["|"] * max(map(len, columns))
    row = [Cell("\n".join(lines), style) for lines in ([mark.rstrip()], columns[0], rule, columns[1])]
    yield from table([row], [Column(len(mark) - 1), Column(half), Column(), Column()], gap=1)


def _title(workflow: Workflow, number: int | None) -> str:
    return workflow.steps[number - 1].title() if number else ""


def _text(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return "-"
    if isinstance(value, list):
        return "; ".join(map(_text, value))
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(item)}" for name, item in value.items())
    return str(value)
