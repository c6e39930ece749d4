"""What nobody needs any more: old versions that were put away, and workflows that no test uses.

Rules of this module:

* A workflow is unused only when a full run of the suite is on record that did not use it, and nothing has used or
  made it since.
* What is pruned is retired by a fact. Facts are never deleted (DESIGN law 5), so the store does not become smaller by
  it; what may be deleted are the artifacts of old runs, which are no facts.
* What would run of a task that is used is never pruned, nor what one could go back to from it within the days given.

Pure functions over lineages, but for the last two. It must never know what a workflow does.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pytest_ami.model.workflow import Status

from .transitions import RESTING
from .version_fold import Lineages, Version

PRUNED = "person.pruned"
"""The machine-readable reason of a version that was old and put away already."""

UNUSED = "unused"
"""The machine-readable reason of a version whose workflow no test uses."""

FULL_RUN = """
SELECT id, strftime(happened, '%Y-%m-%d %H:%M') AS happened, run, data FROM facts
WHERE kind = 'run_finished' AND json_extract_string(data, '$.full') = 'true' ORDER BY id DESC LIMIT 1
"""
"""The last full run."""

SINCE = """
SELECT DISTINCT task FROM facts
WHERE task <> '' AND id > '{}' AND kind IN ('test_finished', 'version')
"""
"""The tasks that were used or made after a fact."""

_DAY = 86_400_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Prunable:
    """A version that nobody needs.

    Attributes:
        task: Its task.
        id: Its id.
        version: Its number.
        status: Where it stands.
        why: ``PRUNED`` or ``UNUSED``.
        days: Whole days since it stands there.
    """

    task: str
    id: str
    version: int
    status: str
    why: str
    days: int


def prunable(lineages: Lineages, unused: Collection[str], *, days: float, now: float) -> list[Prunable]:
    """Return the versions that nobody needs, by task and age.

    Args:
        lineages: What is known.
        unused: Tasks that no test uses.
        days: How many days a version must have been put away.
        now: Seconds since the epoch.
    """
    found: list[Prunable] = []
    for task in sorted(lineages.by_task):
        for version in lineages.versions(task):
            age = (
                max(0.0, now * 1000 - milliseconds(version.record.fact or version.fact)) / _DAY
            )  # a clock may be ahead
            if gone(version):
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
    """Return when a fact was made, milliseconds since the epoch, by its id; 0 where it is no UUIDv7."""
    with suppress(ValueError):
        return int(fact_id.replace("-", "")[:12], 16)
    return 0


def artifacts(folder: Path, *, days: float) -> dict[Path, int]:
    """Return the artifacts of runs that are older than so many days, with their size in bytes."""
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
    """Return the tasks that the fact of a full run names."""
    tasks = data.get("tasks") if isinstance(data, dict) else None
    return frozenset(task for task in tasks if isinstance(task, str)) if isinstance(tasks, list) else frozenset()
