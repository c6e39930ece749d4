"""The program `ami`: the group of all commands, and the three that show what is stored.

The other commands have modules of their own. This module is the only one that imports them all.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from pytest_ami import __version__

from .absorb import absorb
from .agent.serve import mcp
from .commands import HELP, command, say
from .completion import completion, task_argument
from .decisions import accept, alias, reject, rollback
from .diff import diff
from .doctor import doctor
from .exchange import export, import_
from .first_steps.demo import demo
from .first_steps.init import init
from .lesson import lesson
from .match import match
from .memory import forget, memory
from .memory.outlook import outlook
from .move_store import move_store
from .prune import prune
from .record import record
from .review.annotate import annotate
from .review.serve import review
from .source_code.adopt import adopt
from .source_code.eject import eject
from .source_code.fix import fix
from .stats import stats
from .stress import stress
from .suite import relearn, replay


@click.group(context_settings=HELP, epilog="Example: ami list")
@click.version_option(__version__, "-V", "--version", prog_name="pytest-ami", message="%(prog)s %(version)s")
def ami() -> None:
    """Look at learned web flows.

    The store is the folder .ami of the project. --dir, AMI_DIR and the ini key ami_dir name another folder.
    """


@command("list", "ami list --json")
def list_(folder: Path | None, *, as_json: bool) -> None:
    """List the learned tasks."""
    from . import render
    from .project import open_store

    entries = render.listing(open_store(folder))
    say(render.listing_lines(entries), entries, as_json=as_json)


@command("show", 'ami show "send email"')
@task_argument
@click.option(
    "-n", "--number", metavar="VERSION", default="", help="Number or id of a version; default: the one that would run."
)
@click.option("--evolution", is_flag=True, help="Show how the locators of its elements changed over time.")
@click.option("--evidence", is_flag=True, help="Show each piece of evidence with its source.")
@click.option("--code", is_flag=True, help="Show it as Playwright code.")
def show(
    task: str, number: str, folder: Path | None, *, evolution: bool, evidence: bool, code: bool, as_json: bool
) -> None:
    """Show one workflow, step by step.

    Shows its parameters. Shows for each step the action, the element, and the effects on the page. Shows with
    --evidence why each piece of evidence counts: values and routes, a second recording, or the first one only.
    """
    from . import render
    from .project import open_store, pick_version, resolve_task

    store = open_store(folder)
    task = resolve_task(store, task)
    if evolution:
        rows = store.evolution(task)
        data = {"task": task, "elements": [asdict(row) for row in rows]}
        say(render.evolution_lines(task, rows), data, as_json=as_json)
        return
    workflow = pick_version(store, task, number)
    if code:
        from pytest_ami.engine.recording.playwright_code import code_of

        source = code_of(workflow.steps, workflow.task, [parameter.name for parameter in workflow.parameters])
        say(source.splitlines(), {"task": task, "code": source}, as_json=as_json)
        return
    if evidence:
        say(render.evidence_lines(workflow), render.evidence(workflow), as_json=as_json)
        return
    say(render.workflow_lines(workflow), render.workflow(workflow), as_json=as_json)


@command("history", 'ami history "send email"')
@task_argument
@click.option("--all", "everything", is_flag=True, help="Include the events of pruned versions.")
def history(task: str, folder: Path | None, *, everything: bool, as_json: bool) -> None:
    """Show the events of a task.

    Shows its versions with author and reason, every change of status, every heal, and every drift with its cause.
    """
    from . import render
    from .project import open_store, resolve_task

    store = open_store(folder)
    task = resolve_task(store, task)
    all_events = render.history(store.versions(task), store.history(task))
    events = all_events if everything else render.without_pruned(all_events)
    hidden = len(all_events) - len(events)
    data = {"task": task, "events": events, "hidden": hidden}
    say(render.history_lines(task, events, hidden), data, as_json=as_json)


for _command in (
    list_, show, history, lesson, diff, stats, memory, outlook, match, alias, record, stress, replay, relearn, accept,
    reject, rollback, annotate, review, mcp, forget, prune, absorb, export, import_, move_store, adopt, eject, fix,
    init, demo, doctor, completion,
):  # fmt: skip
    ami.add_command(_command)
