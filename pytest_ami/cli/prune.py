"""`ami prune`: shows what nobody needs any more, and with `--yes` puts it away.

Knows the store and what to print. What nobody needs is said by `store.pruning`.
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

from .app import command, say

if TYPE_CHECKING:
    from pytest_ami.store.workflows import WorkflowStore

MOST = 20
"""Versions that are shown one by one."""


@command("prune", "ami prune --days 30")
@click.option("--days", type=click.FloatRange(0), default=90, show_default=True, help="How old it must be.")
@click.option("--artifacts", is_flag=True, help="Also delete the artifacts (screenshots, transcripts) of old runs.")
@click.option("--yes", is_flag=True, help="Do it. Without this nothing is changed.")
def prune(folder: Path | None, *, days: float, artifacts: bool, yes: bool, as_json: bool) -> None:
    """Put away what nobody needs: workflows that no test uses, and old versions.

    First it shows what would go; with --yes it goes. A workflow is unused when the last full run of the suite did not
    use it: a run without -k, -m, node ids, --lf or the like, in which all tests ran. Old versions are those that have
    been superseded or retired for --days: they are left out of `ami history`, and one cannot go back to them.

    What is pruned is retired by a fact, and `ami accept` wakes it. Facts are never deleted, so the store does not
    become smaller; --artifacts is what frees disk space.
    """
    from pytest_ami.store import pruning

    from .project import changing, known

    with changing(folder, "prune") as store:
        unused, on_record = _unused(store)
        lineages = known(folder).lineages()
        found = pruning.prunable(lineages, unused, days=days, now=time.time())
        old = pruning.artifacts(store.folder, days=days)
        if yes:
            for why, text in (
                (pruning.UNUSED, "used by no test of the last full run"),
                (pruning.PRUNED, f"it had been put away for {days:g} days"),
            ):
                evidence = [f"full run {on_record['run']}"] if on_record and why == pruning.UNUSED else []
                store.lifecycle.retire([p.id for p in found if p.why == why], reason=why, text=text, evidence=evidence)
    deleted = [path for path in old if yes and artifacts and _delete(path)]
    done = {
        "done": yes,
        "versions": [asdict(one) for one in found],
        "full_run": on_record,
        "unused": sorted(unused),
        "artifacts": [{"path": str(p), "bytes": n, "deleted": p in deleted} for p, n in old.items()],
        "days": days,
    }
    say(_lines(done, artifacts=artifacts), done, as_json=as_json)


def _unused(store: WorkflowStore) -> tuple[frozenset[str], dict[str, Any] | None]:
    """Return the tasks that no test uses, and the full run by which that is known."""
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


def _lines(done: Mapping[str, Any], *, artifacts: bool) -> Iterator[str]:
    from pytest_ami.store.pruning import UNUSED

    found, on_record = done["versions"], done["full_run"]
    word = "put away" if done["done"] else "would be put away"
    unused = [one for one in found if one["why"] == UNUSED]
    old = [one for one in found if one["why"] != UNUSED]
    if on_record:
        by = f"the full run of {on_record['at']} UTC ({on_record['tests']} tests)"
        yield f"{_count(len(done['unused']), 'workflow')} that no test uses, by {by}" + (f": {word}" if unused else "")
    else:
        yield "Unused workflows are not looked for: no full run is on record. Run pytest once, without -k, -m or paths."
    yield from _versions(unused)
    days = f"{done['days']:g} days"
    yield f"{_count(len(old), 'version')} superseded or retired for {days}" + (f": {word}" if old else "")
    yield from _versions(old)
    size = sum(one["bytes"] for one in done["artifacts"])
    if done["artifacts"]:
        gone = sum(one["deleted"] for one in done["artifacts"])
        which = f"{_count(len(done['artifacts']), 'run')} older than {days} left artifacts of {size / 1e6:.1f} MB"
        told = f"deleted those of {gone}" if done["done"] and artifacts else "--artifacts deletes them"
        yield f"{which}: {told}"
    if found:
        yield "Facts stay, so the store does not become smaller. To wake a version: ami accept TASK -n VERSION"
    if not done["done"] and (found or (artifacts and done["artifacts"])):
        again = f"ami prune --days {done['days']:g}{' --artifacts' if artifacts else ''} --yes"
        yield f"Nothing was changed. To do it: {again}"
    elif not found and not done["artifacts"]:
        yield "There is nothing to prune."


def _versions(found: list[dict[str, Any]]) -> Iterator[str]:
    for one in found[:MOST]:
        yield f'  "{one["task"]}" v{one["version"]}, {one["status"]} for {_count(one["days"], "day")}'
    if len(found) > MOST:
        yield f"  and {len(found) - MOST} more; all of them: ami prune --json"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
