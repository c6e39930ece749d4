"""`ami lesson`: the lessons of teachers, kept or dropped, move by move.

Does: reads the facts about lessons, of green and of red tests, and prints them.
Gives: the command `lesson`.
Must never: change anything but what absorbing changes.
"""

from __future__ import annotations

from pathlib import Path

import click

from pytest_ami.cli.commands import command, say
from pytest_ami.cli.completion import task_names

MOST = 20
"""Lessons that are listed."""

_LESSONS = """SELECT run, test, attempt, task, strftime(happened, '%Y-%m-%d %H:%M:%S') AS at, data FROM facts
WHERE kind = 'lesson' AND '{task}' IN ('', lower(task)) ORDER BY id DESC LIMIT {most}"""


@command("lesson", "ami lesson --last")
@click.argument("task", required=False, default="", shell_complete=task_names)
@click.option("--last", is_flag=True, help="Show the newest lesson: its moves, its steps, and why it was dropped.")
def lesson(task: str, folder: Path | None, *, last: bool, as_json: bool) -> None:
    """Show what teachers did: the newest lessons, those of red tests included.

    A lesson of a red test is never learned from. It stays on record to be looked at. Values of secrets are shown by
    name. A TASK need not be a learned one.
    """
    from pytest_ami.cli.lesson.lines import last_lines, listing_lines
    from pytest_ami.cli.lesson.record import record_of
    from pytest_ami.cli.project import open_store

    quoted = task.lower().replace("'", "''")
    rows = open_store(folder).facts(_LESSONS.format(task=quoted, most=MOST))
    found = [plain for row in rows if (plain := record_of(row)) is not None]
    if last:
        say(last_lines(found[:1]), found[0] if found else None, as_json=as_json)
    else:
        say(listing_lines(found), found, as_json=as_json)
