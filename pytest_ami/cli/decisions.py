"""`ami accept`, `ami reject`, `ami rollback`: what a person says about versions, written down as status facts.

Knows the store and what to print. What a decision means for other versions is `store.standing`'s business.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .app import command, say, task_argument

if TYPE_CHECKING:
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.workflows import WorkflowStore

version = click.option(
    "-n", "--number", metavar="VERSION", help="Number or id of a version; without it, the newest candidate."
)
reason = click.option("--why", metavar="TEXT", default="", help="Why, in your words; kept as evidence.")


@command("accept", 'ami accept "send email" -n 2 --why "compared with the new design"')
@task_argument
@version
@reason
def accept(task: str, number: str | None, why: str, folder: Path | None, *, as_json: bool) -> None:
    """Accept a version: from now on it runs.

    What ran before, and older candidates, are superseded. Also wakes a version that was retired.
    """

    def act(store: WorkflowStore, name: str) -> tuple[Workflow, Workflow]:
        chosen = candidate(store, name, number)
        return chosen, store.accept(chosen, evidence=_evidence(why))

    _decide("accept", task, act, folder, as_json=as_json)


@command("reject", 'ami reject "send email" -n 2 --why "it deletes the draft"')
@task_argument
@version
@reason
def reject(task: str, number: str | None, why: str, folder: Path | None, *, as_json: bool) -> None:
    """Reject a version: it never runs again, unless it is accepted.

    The last good version is not rejected: go back from it with `ami rollback`, or accept another one first.
    """

    def act(store: WorkflowStore, name: str) -> tuple[Workflow, Workflow]:
        chosen = candidate(store, name, number)
        return chosen, store.reject(chosen, evidence=_evidence(why))

    _decide("reject", task, act, folder, as_json=as_json)


@command("rollback", 'ami rollback "send email"')
@task_argument
@reason
def rollback(task: str, why: str, folder: Path | None, *, as_json: bool) -> None:
    """Go back to the good version before the one that would run.

    What came after it is retired. A version is good when it was replayed green or accepted once.
    """

    def act(store: WorkflowStore, name: str) -> tuple[Workflow, Workflow]:
        before = {w.id: w for w in store.versions(name)}
        stands = store.rollback(name, evidence=_evidence(why))
        return before[stands.id], stands

    _decide("rollback", task, act, folder, as_json=as_json)


def candidate(store: WorkflowStore, task: str, said: str | None) -> Workflow:
    """Return the version that is meant: the one that is said, else the newest candidate, else the one that would run.

    Raises:
        ConfigurationError: There is no such version.
    """
    from pytest_ami.model.workflow import Status

    from .project import pick, version_of

    if said:
        return version_of(store, task, said)
    waiting = [w for w in store.versions(task) if w.status is Status.CANDIDATE]
    return waiting[-1] if waiting else pick(store, task)


def would_run(store: WorkflowStore, task: str) -> dict[str, Any] | None:
    """Return number, id and status of the version that would run, or None."""
    found = store.find(task)
    return {"version": found.version, "id": found.id, "status": found.status.value} if found else None


def now_line(task: str, now: dict[str, Any] | None) -> str:
    """Return the line that says what would run now."""
    if now is None:
        return f'Nothing is left to run for "{task}": the next run of its test in mode auto learns it.'
    return f'v{now["version"]} of "{task}" would run now ({now["status"]}).'


def _decide(
    name: str,
    task: str,
    act: Callable[[WorkflowStore, str], tuple[Workflow, Workflow]],
    folder: Path | None,
    *,
    as_json: bool,
) -> None:
    from pytest_ami.model.settings import detect_ci

    from .project import changing, name_of

    with changing(folder, name) as store:
        task = name_of(store, task)
        before, after = act(store, task)
        now = would_run(store, task)
    written = [] if detect_ci(os.environ) else store.steer([task], strict=True)
    done = {
        "task": task,
        "version": after.version,
        "id": after.id,
        "was": before.status.value,
        "status": after.status.value,
        "changed": after.status is not before.status,
        "now": now,
        "written": [os.path.relpath(path) for path in written],
    }
    say(_lines(done), done, as_json=as_json)


def _lines(done: dict[str, Any]) -> Iterator[str]:
    if done["changed"]:
        yield f'v{done["version"]} of "{done["task"]}" was {done["was"]} and is {done["status"]}.'
    else:
        yield f'v{done["version"]} of "{done["task"]}" is {done["status"]} already; nothing was changed.'
    yield now_line(done["task"], done["now"])
    for path in done["written"]:
        yield f"{path} says so too: git add it."


def _evidence(why: str) -> tuple[str, ...]:
    return (why.strip(),) if why.strip() else ()
