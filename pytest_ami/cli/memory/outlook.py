"""`ami outlook`: the recommended way to carry out a task, and what a lesson may cost.

Does: asks what the store knows about a task that may be new.
Gives: the command.
Must never: change anything but what absorbing changes, or carry out a task.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pytest_ami.cli.commands import command, say

if TYPE_CHECKING:
    from pytest_ami.flow.knowledge.outlook import Outlook


@command("outlook", 'ami outlook "send email"')
@click.argument("task")
def outlook(task: str, folder: Path | None, *, as_json: bool) -> None:
    """Recommend a way to carry out a task, and estimate the cost of a lesson.

    The ways are: replay, relearn a span, small model, large model, demonstration. TASK may be new: then a similar task
    that succeeded gives the estimate. The page of the task is not known here, so only words make a task similar; a
    lesson compares pages and parameters too.
    """
    from pytest_ami.cli.project import open_store
    from pytest_ami.flow.knowledge.task_outlook import task_outlook

    found = task_outlook(open_store(folder, absorb=True), task)
    plain = {**asdict(found), "strategy": found.strategy.value}
    say(_lines(task, found), {"task": task, **plain}, as_json=as_json)


def _lines(task: str, found: Outlook) -> Iterator[str]:
    yield f'"{task}": {found.title()}'
