"""`ami absorb`: merge facts of other machines into the store, and report for every path what was new.

`store.transfer.merge` selects the facts and makes the import idempotent. The version fold applies verdicts. This module
reads paths, lets the steering files follow the verdicts, and prints.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.model.printable import of_printable

from .commands import command, counted, say

if TYPE_CHECKING:
    from pytest_ami.model.errors import AmiError
    from pytest_ami.store.shared.link import SharedLink
    from pytest_ami.store.workflow_store import WorkflowStore

MOST_PROBLEMS = 5
"""Problems of verdicts that are printed; JSON has all."""


@command("absorb", "ami absorb shard-1/.ami shard-2/.ami")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.pass_context
def absorb(context: click.Context, paths: Sequence[Path], folder: Path | None, *, as_json: bool) -> None:
    """Merge journals and stores of other machines.

    A PATH is a journal (*.jsonl), a database (*.duckdb), a store (.ami), or a folder that contains any of these, such
    as the artifacts of the shards of a CI run. The order of the paths does not matter. Absorbing a path twice has no
    further effect. Without a PATH, the command absorbs the store's own journals and rebuilds a missing or damaged
    database from them. With a shared store, it exchanges facts with that as well.

    A step that a verdict marks wrong is never replayed again; outside of CI, the steering files follow. A verdict that
    names no step of a known run is kept and reported.

    Exit code 1 if a path could not be absorbed, or the shared store did not answer; the other paths are absorbed. Exit
    code 1 as well if the shards of the latest CI pipeline were split in different ways, so that tests may have run
    twice or not at all.
    """
    from pytest_ami.store.workflow_store import WorkflowStore

    from .project import locate_store, new_run, shared_link

    link = shared_link(folder, new_run())
    target, steering = locate_store(folder, create=bool(paths or link))
    store = WorkflowStore(target, readonly=True, steering=steering)
    before = store.feedback.marks.ids()
    report = absorb_paths(target, paths, link)
    sources = [*report["paths"], report.get("shared", {})]
    report |= _after_verdicts(store, before, folder)
    news = report["waiting"] or any(entry.get("facts") or entry.get("fetched") for entry in sources)
    report["split"] = _disagreeing_shards(target) if news else []
    say(_lines(report), report, as_json=as_json)
    if report["split"] or any("problem" in entry for entry in sources):
        context.exit(1)


def absorb_paths(folder: Path, paths: Sequence[Path], link: SharedLink | None = None) -> dict[str, Any]:
    """Absorb the store's own journals and then every path, and return what was new.

    Args:
        folder: The ``.ami`` folder.
        paths: Journals, databases, and folders that contain any of these.
        link: The link to the shared store; facts are exchanged with it at the end.

    Raises:
        StoreError: The store itself cannot be written.
    """
    from pytest_ami.model.errors import AmiError
    from pytest_ami.store.duckdb.database import Database
    from pytest_ami.store.transfer.merge import source_at, take

    database = Database(folder)
    own = database.absorb()
    entries: list[dict[str, Any]] = []
    for path in paths:
        try:
            merged = asdict(take(folder, source_at(path)))
        except AmiError as error:
            entries.append({"path": str(path), "problem": _parts(error)})
            continue
        database.absorb()
        entries.append({**merged, "tasks": list(merged["tasks"])})
    report = {"store": str(folder), "waiting": own.facts, "paths": entries}
    if link is not None:
        report["shared"] = _exchanged(link)
        database.absorb()
    return report


def _exchanged(link: SharedLink) -> dict[str, Any]:
    from pytest_ami.model.errors import AmiError

    try:
        return {"address": link.address, **link.exchange()._asdict()}
    except AmiError as error:
        return {"address": link.address, "problem": _parts(error)}


def _parts(error: AmiError) -> dict[str, Any]:
    return {"what": error.what, "why": error.why, "evidence": list(error.evidence), "run": error.run}


def _after_verdicts(store: WorkflowStore, before: frozenset[str], folder: Path | None) -> dict[str, list[str]]:
    """Return what follows from the verdicts; outside of CI, write or remove the steering files of their tasks.

    Args:
        store: The store, after the facts were absorbed.
        before: Ids of the versions that were put aside before.
        folder: The store's folder, if the command line names it.
    """
    from pytest_ami.model.settings import detect_ci

    from .project import writable_store

    feedback = store.feedback
    now = feedback.marks.ids()
    tasks = feedback.marks.tasks_to_file(now ^ before)
    written: list[Path] = []
    if tasks and not detect_ci(os.environ):  # each time: an earlier absorb may have been killed before it wrote them
        with writable_store(folder, "absorb") as writing:
            written = writing.write_steering_files(tasks)
    shown = [(os.path.relpath(path), path.exists()) for path in written]
    return {
        "put_aside": sorted(now - before),
        "restored": sorted(before - now),
        "problems": list(feedback.problems()),
        "written": [name for name, exists in shown if exists],
        "removed": [name for name, exists in shown if not exists],
    }


def _disagreeing_shards(folder: Path) -> list[dict[str, str]]:
    """Return the splits of the latest CI pipeline if its shards disagree, else nothing."""
    from pytest_ami.store.statistics import shard_plans

    plans = shard_plans(folder)
    return plans if len(plans) > 1 else []


@of_printable
def _lines(report: dict[str, Any]) -> Iterator[str]:
    if report["waiting"] or not report["paths"]:
        yield f"{report['store']}: {counted(report['waiting'], 'fact')} of its own journals absorbed"
    for entry in report["paths"]:
        if problem := entry.get("problem"):
            yield from _problem_lines(problem)
            continue
        if not entry["facts"]:
            yield f"{entry['path']}: nothing new, {counted(entry['known'], 'fact')} known"
        else:
            news = [
                counted(entry["facts"], "new fact"),
                counted(entry["runs"], "run"),
                counted(entry["versions"], "new version"),
            ]
            yield f"{entry['path']}: {', '.join(news)}; {entry['known']} known"
        if entry["skipped"]:
            yield f"  {counted(entry['skipped'], 'line')} without a fact"
        if entry["newer"]:
            newer = counted(entry["newer"], "line")
            yield f"  {newer} of a newer pytest-ami, kept: pip install --upgrade pytest-ami"
    if shared := report.get("shared"):
        yield from _shared_lines(shared)
    yield from _verdict_lines(report)
    if report["split"]:
        yield "The shards of one pipeline were split in different ways: a test may have run twice, or not at all"
        yield "  why:      They read different durations, or did not collect the same tests."
        yield from (f"  evidence: {row['build']}, plan {row['plan']}: {row['shards']}" for row in report["split"])
        yield "  run next: give all shards the same store, see docs/ci.md"


def _verdict_lines(report: Mapping[str, Any]) -> Iterator[str]:
    if report["put_aside"]:
        number = counted(len(report["put_aside"]), "version")
        yield f"{number} put aside: a person marked a step wrong. To see it: ami annotate --list"
    if report["restored"]:
        yield f"{counted(len(report['restored']), 'version')} may run again: the verdict was withdrawn"
    yield from report["problems"][:MOST_PROBLEMS]
    if len(report["problems"]) > MOST_PROBLEMS:
        yield f"{len(report['problems']) - MOST_PROBLEMS} more verdicts touch nothing; --json lists them."
    yield from (f"{name} was written: git add it." for name in report["written"])
    yield from (f"{name} was removed: git rm --cached it." for name in report["removed"])


def _shared_lines(shared: dict[str, Any]) -> Iterator[str]:
    if problem := shared.get("problem"):
        yield from _problem_lines(problem)
        return
    yield f"{shared['address']}: {counted(shared['fetched'], 'new fact')} fetched, {shared['sent']} sent"
    if shared["skipped"]:
        yield f"  {counted(shared['skipped'], 'line')} of a newer pytest-ami, or without a fact"


def _problem_lines(problem: dict[str, Any]) -> Iterator[str]:
    yield f"{problem['what']}. {problem['why']}".rstrip()
    yield from (f"  evidence: {fact}" for fact in problem["evidence"])
    yield f"  run next: {problem['run']}"
