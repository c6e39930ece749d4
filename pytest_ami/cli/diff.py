"""`ami diff`: two versions of a workflow, step by step, side by side.

Knows the two versions and how wide a terminal is. What is different is said by `report.comparison`. Changes nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .app import command, say, task_argument

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.report.comparison import Comparison, Difference, Row
    from pytest_ami.store.workflows import WorkflowStore

MARKS = {"same": (" ", ""), "changed": ("~", "yellow"), "moved": (">", "cyan"), "added": ("+", "green"),
         "removed": ("-", "red")}  # fmt: skip
NARROWEST, WIDEST = 80, 200


@command("diff", 'ami diff "send email" 1 2')
@task_argument
@click.argument("old", required=False)
@click.argument("new", required=False)
def diff(task: str, old: str | None, new: str | None, folder: Path | None, *, as_json: bool) -> None:
    """Compare two versions of a workflow.

    Steps side by side, with old and new locators, names, values and effects; then parameters, instructions and
    aliases. OLD and NEW are numbers or ids of versions. Without NEW, it is the version that would run; without OLD,
    the one that NEW grew from.
    """
    from pytest_ami.report.comparison import compare

    from .project import name_of, open_store

    store = open_store(folder)
    task = name_of(store, task)
    before, after = chosen(store, task, old, new)
    found = compare(before, after)
    say(lines(before, after, found), plain(before, after, found), as_json=as_json)


def chosen(store: WorkflowStore, task: str, old: str | None, new: str | None) -> tuple[Workflow, Workflow]:
    """Return the versions to compare, the older one first.

    Raises:
        ConfigurationError: There is no such version, or none to compare with.
    """
    from pytest_ami.model.errors import ConfigurationError

    from .project import pick, version_of

    after = version_of(store, task, new) if new else pick(store, task)
    if old:
        return version_of(store, task, old), after
    parent = store.get(after.provenance.parent) if after.provenance.parent else None
    versions = store.versions(task)
    earlier = [w for w in versions if (w.version, w.id) < (after.version, after.id)]
    before = parent or (earlier[-1] if earlier else None)
    if before is None:
        raise ConfigurationError(
            f'Version {after.version} of "{task}" is the first, so there is nothing to compare it with',
            evidence=[f"v{w.version} {w.status.value}" for w in versions],
            run=f'ami diff "{task}" {after.version} {versions[-1].version}' if versions[1:] else f'ami show "{task}"',
        )
    return before, after


def plain(before: Workflow, after: Workflow, found: Comparison) -> dict[str, Any]:
    """Return a comparison as data."""
    return {
        "task": after.task,
        "old": {"version": before.version, "id": before.id, "status": before.status.value},
        "new": {"version": after.version, "id": after.id, "status": after.status.value},
        "same": found.same,
        "steps": [
            {
                "change": row.change,
                "old": row.old,
                "new": row.new,
                "old_title": _title(before, row.old),
                "new_title": _title(after, row.new),
                "differences": [asdict(one) for one in row.differences],
            }
            for row in found.rows
        ],
        "said": [asdict(one) for one in found.said],
    }


def lines(before: Workflow, after: Workflow, found: Comparison) -> Iterator[str]:
    """Yield what `ami diff` prints."""
    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
    half = (width - 7) // 2
    heads = [f"v{w.version} {w.status.value}, {w.provenance.reason or 'no reason'}" for w in (before, after)]
    yield click.style(after.task, bold=True)
    yield from _beside("  ", heads[0], heads[1], half, "")
    for row in found.rows:
        yield ""
        yield from _step(before, after, row, half)
    if found.said:
        yield ""
    for one in found.said:
        yield f"  {one.what}"
        yield from _beside("  ", _text(one.old), _text(one.new), half, "yellow")
    counts = {change: sum(row.change == change for row in found.rows) for change in MARKS}
    yield ""
    yield ("No difference: " if found.same else "Steps: ") + ", ".join(f"{n} {c}" for c, n in counts.items() if n)


def _step(before: Workflow, after: Workflow, row: Row, half: int) -> Iterator[str]:
    mark, colour = MARKS[row.change]
    titles = [
        f"{number}  {_title(workflow, number)}" if number else ""
        for workflow, number in ((before, row.old), (after, row.new))
    ]
    yield from _beside(f"{mark} ", titles[0], titles[1], half, colour)
    for one in row.differences:
        yield from _difference(one, half)


def _difference(one: Difference, half: int) -> Iterator[str]:
    if one.what.endswith("evidence"):
        yield click.style(f"     other evidence: {', '.join(one.new)}", dim=True)
        return
    yield click.style(f"     {one.what.replace('effects.', 'then: ')}", dim=True)
    yield from _beside("     ", _text(one.old), _text(one.new), half - 3, "")


def _beside(mark: str, left: str, right: str, half: int, colour: str) -> Iterator[str]:
    """Yield two texts in two columns, each folded to its own."""
    columns = [_folded(left, half), _folded(right, half)]
    for number in range(max(map(len, columns))):
        one, other = (column[number] if number < len(column) else "" for column in columns)
        lead = mark if number == 0 else " " * len(mark)
        pad = " " * (half - _cells(one))
        line = f"{lead}{one}{pad} | {other}".rstrip()
        yield click.style(line, fg=colour) if colour else line


def _folded(text: str, width: int) -> list[str]:
    """Return a text in lines that are at most so many cells wide; a Chinese character takes two."""
    found, line, used = [], "", 0
    for character in text:
        size = _cells(character)
        if used + size > width:
            found.append(line)
            line, used = "", 0
        line, used = line + character, used + size
    return [*found, line]


def _cells(text: str) -> int:
    from rich.cells import cell_len

    return cell_len(text)


def _title(workflow: Workflow, number: int | None) -> str:
    return workflow.steps[number - 1].title() if number else ""


def _text(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return "-"
    if isinstance(value, list):
        return "; ".join(_text(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(one)}" for name, one in value.items())
    return str(value)
