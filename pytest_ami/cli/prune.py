"""`ami prune`: show the versions and artifacts that are no longer needed; with `--yes`, retire and delete them.

`store.pruning` selects them. This module applies the selection and prints.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.model.printable import of_printable

from .commands import command, counted, say

if TYPE_CHECKING:
    from pytest_ami.store.workflow_store import WorkflowStore

MOST = 20
"""Versions that are listed individually."""


@command("prune", "ami prune --days 30")
@click.option("--days", type=click.FloatRange(0), default=90, show_default=True, help="Minimum age.")
@click.option("--artifacts", is_flag=True, help="Also delete the artifacts (screenshots, transcripts) of old runs.")
@click.option("--yes", is_flag=True, help="Apply the changes. Without it nothing is changed.")
def prune(folder: Path | None, *, days: float, artifacts: bool, yes: bool, as_json: bool) -> None:
    """Retire workflows that no test uses, and old versions.

    Without --yes it only shows them. A workflow is unused if the last full run of the suite did not use it. A full run
    has no -k, -m, node ids, --lf or the like, and all its tests ran. An old version has been superseded or retired for
    --days. A pruned version is left out of `ami history`, and `ami rollback` does not return to it.

    A pruned version is retired by a fact, and `ami accept` makes it current again. Facts are never deleted, so the
    store does not become smaller; --artifacts frees disk space.
    """
    from pytest_ami.store import pruning

    from .project import open_knowledge, writable_store

    with writable_store(folder, "prune") as store:
        unused, full_run = _unused(store)
        lineages = open_knowledge(folder).lineages()
        versions = pruning.prunable(lineages, unused, days=days, now=time.time())
        old = pruning.artifacts(store.folder, days=days)
        if yes:
            for why, text in (
                (pruning.UNUSED, "used by no test of the last full run"),
                (pruning.PRUNED, f"it was superseded or retired for {days:g} days"),
            ):
                evidence = [f"full run {full_run['run']}"] if full_run and why == pruning.UNUSED else []
                retired = [p.id for p in versions if p.why == why]
                store.lifecycle.retire(retired, reason=why, text=text, evidence=evidence)
    deleted = [path for path in old if yes and artifacts and _delete(path)]
    report = {
        "done": yes,
        "versions": [asdict(version) for version in versions],
        "full_run": full_run,
        "unused": sorted(unused),
        "artifacts": [{"path": str(p), "bytes": n, "deleted": p in deleted} for p, n in old.items()],
        "days": days,
    }
    say(_lines(report, artifacts=artifacts), report, as_json=as_json)


def _unused(store: WorkflowStore) -> tuple[frozenset[str], dict[str, Any] | None]:
    """Return the tasks that no test uses, and the full run that shows it."""
    from pytest_ami.store import pruning

    rows = store.facts(pruning.FULL_RUN)
    if not rows:
        return frozenset(), None
    data = json.loads(rows[0]["data"])
    since = {row["task"] for row in store.facts(pruning.SINCE.format(rows[0]["id"]))}
    used = pruning.tasks_in(data) | since
    return frozenset(store.lifecycle.unused(used)), {
        "run": rows[0]["run"],
        "at": rows[0]["happened"],
        "tests": data.get("ended"),
    }


def _delete(path: Path) -> bool:
    shutil.rmtree(path, ignore_errors=True)
    return not path.exists()


@of_printable
def _lines(report: Mapping[str, Any], *, artifacts: bool) -> Iterator[str]:
    from pytest_ami.store.pruning import UNUSED

    versions, full_run = report["versions"], report["full_run"]
    action = "retired" if report["done"] else "would be retired"
    unused = [one for one in versions if one["why"] == UNUSED]
    old = [one for one in versions if one["why"] != UNUSED]
    if full_run:
        by = f"the full run of {full_run['at']} UTC ({full_run['tests']} tests)"
        yield f"{counted(len(report['unused']), 'workflow')} that no test uses, by {by}" + (
            f": {action}" if unused else ""
        )
    else:
        yield "Unused workflows are unknown: no full run is on record. Run pytest once, without -k, -m or paths."
    yield from _versions(unused)
    days = f"{report['days']:g} days"
    yield f"{counted(len(old), 'version')} superseded or retired for {days}" + (f": {action}" if old else "")
    yield from _versions(old)
    size = sum(one["bytes"] for one in report["artifacts"])
    if report["artifacts"]:
        gone = sum(one["deleted"] for one in report["artifacts"])
        which = f"{counted(len(report['artifacts']), 'run')} older than {days} left artifacts of {size / 1e6:.1f} MB"
        action = f"deleted those of {gone}" if report["done"] and artifacts else "--artifacts deletes them"
        yield f"{which}: {action}"
    if versions:
        yield "Facts stay, so the store does not become smaller. To restore a version: ami accept TASK -n VERSION"
    if not report["done"] and (versions or (artifacts and report["artifacts"])):
        again = f"ami prune --days {report['days']:g}{' --artifacts' if artifacts else ''} --yes"
        yield f"Nothing was changed. To do it: {again}"
    elif not versions and not report["artifacts"]:
        yield "There is nothing to prune."


def _versions(versions: list[dict[str, Any]]) -> Iterator[str]:
    for one in versions[:MOST]:
        yield f'  "{one["task"]}" v{one["version"]}, {one["status"]} for {counted(one["days"], "day")}'
    if len(versions) > MOST:
        yield f"  and {len(versions) - MOST} more; all of them: ami prune --json"
