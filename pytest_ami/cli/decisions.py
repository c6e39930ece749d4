"""`ami accept`, `ami reject`, `ami rollback`: a person decides about versions; each decision is a status fact.

`ami alias` makes a version with one more name. `store.lifecycle` applies a decision to the other versions. This
module chooses the version and prints.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.model.printable import as_argument, of_printable

from .commands import command, say, steering_lines
from .completion import task_argument

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.workflow_store import WorkflowStore

version_option = click.option(
    "-n", "--number", metavar="VERSION", default="", help="Number or id of a version; default: the newest candidate."
)
reason_option = click.option("--why", metavar="TEXT", default="", help="The reason in your words; stored as evidence.")


@command("accept", 'ami accept "send email" -n 2 --why "compared with the new design"')
@task_argument
@version_option
@reason_option
def accept(task: str, number: str, why: str, folder: Path | None, *, as_json: bool) -> None:
    """Accept a version: it runs from now on.

    The version that ran before and older candidates become superseded. A retired version can be accepted again.
    """

    def act(store: WorkflowStore, name: str) -> tuple[Workflow, Workflow]:
        chosen = _chosen(store, name, number)
        return chosen, store.accept(chosen, evidence=_evidence(why))

    _decide("accept", task, act, folder, as_json=as_json)


@command("reject", 'ami reject "send email" -n 2 --why "it deletes the draft"')
@task_argument
@version_option
@reason_option
def reject(task: str, number: str, why: str, folder: Path | None, *, as_json: bool) -> None:
    """Reject a version: it never runs again unless it is accepted.

    The last good version cannot be rejected. Use `ami rollback`, or accept another version first.
    """

    def act(store: WorkflowStore, name: str) -> tuple[Workflow, Workflow]:
        chosen = _chosen(store, name, number)
        return chosen, store.reject(chosen, evidence=_evidence(why))

    _decide("reject", task, act, folder, as_json=as_json)


@command("rollback", 'ami rollback "send email"')
@task_argument
@reason_option
def rollback(task: str, why: str, folder: Path | None, *, as_json: bool) -> None:
    """Go back to the previous good version.

    The versions after it are retired. A version is good if it was replayed green or accepted once.
    """

    def act(store: WorkflowStore, name: str) -> tuple[Workflow, Workflow]:
        before = {w.id: w for w in store.versions(name)}
        current = store.rollback(name, evidence=_evidence(why))
        return before[current.id], current

    _decide("rollback", task, act, folder, as_json=as_json)


@command("alias", 'ami alias "send email" "mail the report to {{to}}"')
@task_argument
@click.argument("words")
def alias(task: str, words: str, folder: Path | None, *, as_json: bool) -> None:
    """Let other words select a task.

    WORDS is a name such as "mail the report", or an instruction. Its values become {{name}}, or you write {{name}}
    yourself. Words that another task takes or is as near to, that contradict the task, ask or deny are refused.

    The current version gets a successor with the same steps. `ami rollback` takes the alias back.
    """
    from pytest_ami.instructions.aliases import added_name, with_name

    def act(store: WorkflowStore, name: str) -> tuple[Workflow, Workflow]:
        before = _running(store, name)
        named = with_name(words, before, store.index())
        return before, before if named is before else _with_name(store, before, named)

    before, after, report = _carried_out("alias", task, act, folder)
    report |= {"changed": after.id != before.id, "alias": added_name(before, after) or words.strip()}
    say(_alias_lines(report), report, as_json=as_json)


def _running(store: WorkflowStore, task: str) -> Workflow:
    """Return the version that would run.

    Raises:
        ConfigurationError: There is none.
    """
    from pytest_ami.model.errors import ConfigurationError

    if (current := store.find(task)) is None:
        raise ConfigurationError(
            f'No version of "{task}" is left to run, so another name for it would select nothing',
            why="A rejected version never runs.",
            evidence=[f"v{version.version} {version.status.value}" for version in store.versions(task)],
            run=f"ami history {as_argument(task)}",
        )
    return current


def _with_name(store: WorkflowStore, before: Workflow, named: Workflow) -> Workflow:
    """Store a version with one more name. It is as good as the one before: its steps are the same."""
    from pytest_ami.instructions.aliases import added_name
    from pytest_ami.model.workflow import Provenance
    from pytest_ami.store.transitions import PROVEN

    reason = f"alias: {added_name(before, named)}"
    source = Provenance(author="person", reason=reason, parent=before.id, cost=before.provenance.cost)
    added = store.add(replace(named, provenance=source))
    return store.accept(added, text=reason) if before.status in PROVEN else added


def would_run(store: WorkflowStore, task: str) -> dict[str, Any] | None:
    """Return number, id and status of the version that would run, or None."""
    current = store.find(task)
    return {"version": current.version, "id": current.id, "status": current.status.value} if current else None


def now_line(task: str, now: dict[str, Any] | None) -> str:
    """Return the line about the version that would run now."""
    if now is None:
        return f'No version of "{task}" is left to run: the next run of its test in mode auto learns the task again.'
    return f'v{now["version"]} of "{task}" would run now ({now["status"]}).'


def _chosen(store: WorkflowStore, task: str, number: str) -> Workflow:
    from pytest_ami.model.workflow import Status

    from .project import pick_version

    return pick_version(store, task, number, preferred=Status.CANDIDATE)


def _decide(
    name: str,
    task: str,
    act: Callable[[WorkflowStore, str], tuple[Workflow, Workflow]],
    folder: Path | None,
    *,
    as_json: bool,
) -> None:
    report = _carried_out(name, task, act, folder)[2]
    say(_lines(report), report, as_json=as_json)


def _carried_out(
    name: str, task: str, act: Callable[[WorkflowStore, str], tuple[Workflow, Workflow]], folder: Path | None
) -> tuple[Workflow, Workflow, dict[str, Any]]:
    """Carry out a decision and write the steering file; return the versions before and after, and a report."""
    from pytest_ami.model.settings import detect_ci

    from .project import resolve_task, writable_store

    with writable_store(folder, name) as store:
        task = resolve_task(store, task)
        before, after = act(store, task)
        now = would_run(store, task)
    written = [] if detect_ci(os.environ) else store.write_steering_files([task], strict=True)
    report = {
        "task": task,
        "version": after.version,
        "id": after.id,
        "was": before.status.value,
        "status": after.status.value,
        "changed": after.status is not before.status,
        "now": now,
        "written": [os.path.relpath(path) for path in written],
    }
    return before, after, report


@of_printable
def _alias_lines(report: dict[str, Any]) -> Iterator[str]:
    if report["changed"]:
        yield f'"{report["alias"]}" selects "{report["task"]}" from now on.'
    else:
        yield f'"{report["alias"]}" is a name of "{report["task"]}" already; nothing was changed.'
    yield from _outcome_lines(report)


@of_printable
def _lines(report: dict[str, Any]) -> Iterator[str]:
    if report["changed"]:
        yield f'v{report["version"]} of "{report["task"]}" was {report["was"]} and is {report["status"]}.'
    else:
        yield f'v{report["version"]} of "{report["task"]}" is already {report["status"]}; nothing was changed.'
    yield from _outcome_lines(report)


def _outcome_lines(report: dict[str, Any]) -> Iterator[str]:
    yield now_line(report["task"], report["now"])
    yield from steering_lines(report["written"])


def _evidence(why: str) -> tuple[str, ...]:
    return (why.strip(),) if why.strip() else ()
