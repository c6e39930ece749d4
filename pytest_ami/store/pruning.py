"""Finds what can be pruned: old versions that were superseded or retired, workflows that no test uses, old artifacts.

Rules of this module:

* A workflow counts as unused only if a recorded full run of the suite did not use it, and if no later run has used or
  created it.
* Pruning a version means retiring it with a fact. Facts are never deleted (DESIGN law 5), so the store does not
  shrink. Only the artifacts of old runs, which are not facts, may be deleted.
* The current version of a used task is never pruned. Nor is a version to which a rollback is still possible within
  the configured number of days.

Pure functions over lineages, except the functions that list artifacts. It must never know what a workflow does.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_ami.model.workflow import Status

from .fold.records import Version
from .transitions import RESTING
from .version_fold import Lineages

PRUNED = "person.pruned"
"""The machine-readable reason for a version that was superseded or retired long ago."""

UNUSED = "unused"
"""The machine-readable reason for a version whose workflow no test uses."""

FULL_RUN = """
SELECT id, strftime(happened, '%Y-%m-%d %H:%M') AS happened, run, data FROM facts
WHERE kind = 'run_finished' AND json_extract_string(data, '$.full') = 'true' ORDER BY id DESC LIMIT 1
"""
"""Query for the last full run."""

SINCE = """
SELECT DISTINCT task FROM facts
WHERE task <> '' AND id > '{}' AND kind IN ('test_finished', 'version')
"""
"""Query for the tasks that were used or created after a fact."""

_DAY = 86_400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Prunable:
    """A version that can be pruned.

    Attributes:
        task: Its task.
        id: Its id.
        version: Its number.
        status: Its status.
        why: ``PRUNED`` or ``UNUSED``.
        days: Whole days since its last change of status.
    """

    task: str
    id: str
    version: int
    status: str
    why: str
    days: int


def prunable(lineages: Lineages, unused: Collection[str], *, days: float, now: float) -> list[Prunable]:
    """Return the versions that can be pruned, by task and age.

    Args:
        lineages: The versions of the store.
        unused: Tasks that no test uses.
        days: Minimum number of days since a version was superseded or retired.
        now: Seconds since the epoch.
    """
    found: list[Prunable] = []
    for task in sorted(lineages.by_task):
        for version in lineages.versions(task):
            # Never negative: the clock that made the fact may be ahead.
            age = max(0.0, now * 1000 - milliseconds(version.record.fact or version.fact)) / _DAY
            if gone(version) or version.marked:  # a mark may be withdrawn
                continue
            if task in unused and version.status not in RESTING:
                why = UNUSED
            elif version.status in RESTING and age >= days:
                why = PRUNED
            else:
                continue
            found.append(
                Prunable(
                    task=task,
                    id=version.id,
                    version=version.number,
                    status=version.status.value,
                    why=why,
                    days=int(age),
                )
            )
    return found


def gone(version: Version) -> bool:
    """Return whether a version has been pruned already."""
    return version.status is Status.RETIRED and version.record.reason in (PRUNED, UNUSED)


def milliseconds(fact_id: str) -> int:
    """Return the time of a fact from its id, milliseconds since the epoch; 0 if the id is not a UUIDv7."""
    with suppress(ValueError):
        return int(fact_id.replace("-", "")[:12], 16)
    return 0


def artifacts(folder: Path, *, days: float) -> dict[Path, int]:
    """Return the artifacts of runs older than this number of days, with their sizes in bytes."""
    limit = time.time() - days * _DAY / 1000
    found: dict[Path, int] = {}
    with suppress(OSError):
        for path in sorted((folder / "runs").iterdir()):
            if path.is_dir() and not path.is_symlink() and path.stat().st_mtime < limit:
                found[path] = sum(_sizes(path))
    return found


def _sizes(folder: Path) -> Iterator[int]:
    for path in folder.rglob("*"):
        with suppress(OSError):
            if path.is_file() and not path.is_symlink():
                yield path.stat().st_size


def tasks_in(data: Any) -> frozenset[str]:
    """Return the tasks in the fact of a full run."""
    tasks = data.get("tasks") if isinstance(data, dict) else None
    return frozenset(task for task in tasks if isinstance(task, str)) if isinstance(tasks, list) else frozenset()
