"""Writes golden paths: a file is written only if its version is not the golden one, and atomically.

Rules of this module:

* A proven current version is golden. So is the first candidate of a task, because without its file a fresh clone would
  know nothing about the task; the file states that it is a candidate.
* A file that holds the golden version is not touched, even if its counts have changed. So a replay rewrites nothing.
* A file that is not valid, or that has another task, is never overwritten.
* A fault is a warning. Exception: if the files of two tasks would have one name, a strict caller gets an error.

It knows the facts of a task. It must never know a test, or where a folder is configured.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_ami.memory.error_patterns import counted
from pytest_ami.model.codec import from_plain
from pytest_ami.model.errors import ConfigurationError, StoreError
from pytest_ami.model.review.golden_path import CommonError, GoldenPath
from pytest_ami.model.workflow import Status, StepKind, Workflow
from pytest_ami.store.facts import now
from pytest_ami.store.fold.records import Version
from pytest_ami.store.transitions import PROVEN
from pytest_ami.store.version_fold import Lineages
from pytest_ami.store.warnings import warn_bookkeeping

from .folder import SteeringFile, SteeringFolder, replace_file
from .golden_path import SteeringPath, fitted
from .moments import is_time, moment_of
from .slug import slug

if TYPE_CHECKING:
    import duckdb


_MOST_ERRORS = 5
"""Errors from which on no drift is added."""
_MOST_MARKED = 20
_MOST_SESSIONS = 10
_DIGITS = 3
_PARENTS = "SELECT id, parent, run FROM versions WHERE list_contains(?::VARCHAR[], task)"
_RATES = "SELECT workflow, rate, runs FROM success WHERE list_contains(?::VARCHAR[], task)"
_DRIFTS = """
SELECT task, cause || ': ' || title AS said, count(*) FROM drifts
WHERE list_contains(?::VARCHAR[], task) AND cause <> '' AND title <> '' GROUP BY ALL ORDER BY count(*) DESC, said
"""
_REVIEWED = """
SELECT task, arg_max(data, id) FROM facts WHERE kind = 'golden_path' AND list_contains(?::VARCHAR[], task) GROUP BY task
"""
_MARKED = """
SELECT task_pattern, error_description, correction, frequency FROM error_patterns
WHERE list_contains(?::VARCHAR[], task_pattern) ORDER BY frequency DESC, error_description
"""
_PAGES = """
SELECT DISTINCT task, json_extract_string(visit, '$.url') FROM (
    SELECT task, unnest(try_cast(json_extract(data, '$.visits') AS JSON[])) AS visit
    FROM facts WHERE kind = 'memory_session' AND list_contains(?::VARCHAR[], task)
)
"""


@dataclass(slots=True)
class TaskHistory:
    """The history of some tasks, from their facts.

    Attributes:
        parents: For each version, its parent and the run in which it was made.
        rates: Green runs per run and number of runs, by version.
        errors: Errors that people marked, then drifts, by task, the most frequent first.
        reviewed: Golden paths that were extracted from sessions, by task.
        pages: Addresses of the pages on which it was learned, by task.
    """

    parents: dict[str, tuple[str, str]] = field(default_factory=dict)
    rates: dict[str, tuple[float, int]] = field(default_factory=dict)
    errors: dict[str, list[CommonError]] = field(default_factory=dict)
    reviewed: dict[str, GoldenPath] = field(default_factory=dict)
    pages: dict[str, list[str]] = field(default_factory=dict)

    def note(self, task: str, error: CommonError, most: int) -> None:
        """Add an error of a task, unless the task has as many already as there may be."""
        known = self.errors.setdefault(task, [])
        if len(known) < most:
            known.append(error)


def history_query(tasks: Sequence[str]) -> Callable[[duckdb.DuckDBPyConnection], TaskHistory]:
    """Return a function that queries an open database for the history of tasks."""

    def question(connection: duckdb.DuckDBPyConnection) -> TaskHistory:
        def answers(sql: str) -> list[tuple[Any, ...]]:
            return connection.execute(sql, [list(tasks)]).fetchall()

        history = TaskHistory()
        history.parents = {identity: (parent, run) for identity, parent, run in answers(_PARENTS)}
        history.rates = {workflow: (rate, runs) for workflow, rate, runs in answers(_RATES) if rate is not None}
        history.reviewed = {task: path for task, data in answers(_REVIEWED) if (path := path_of(data)) is not None}
        for task, error, correction, times in answers(_MARKED):
            history.note(task, CommonError(error=counted(error, times), correction=correction), _MOST_MARKED)
        for task, said, times in answers(_DRIFTS):
            history.note(task, CommonError(error=counted(said, times)), _MOST_ERRORS)
        for task, url in answers(_PAGES):
            history.pages.setdefault(task, []).append(url or "")
        return history

    return question


def path_of(data: str) -> GoldenPath | None:
    """Return the golden path in the data of a fact, as JSON; None if it is malformed."""
    try:
        return from_plain(GoldenPath, json.loads(data))
    except (ValueError, StoreError):
        return None


def golden(lineages: Lineages, task: str) -> Version | None:
    """Return the version of a task that belongs in its file, or None."""
    version = lineages.current(task)
    if version is None or version.status in PROVEN:
        return version
    first = version.status is Status.CANDIDATE and not any(one.proven for one in lineages.versions(task))
    return version if first else None


def described(workflow: Workflow, since: str, history: TaskHistory) -> SteeringPath:
    """Return the golden path of a version.

    Args:
        workflow: The version, with its status.
        since: Start of that status.
        history: The history of its task.
    """
    rate, runs = history.rates.get(workflow.id, (None, 0))
    reviewed = history.reviewed.get(workflow.task)
    opened = [step.value for step in workflow.steps if step.kind is StepKind.GOTO]
    origins = {origin(url) for url in (*history.pages.get(workflow.task, ()), *opened)}
    return SteeringPath(
        workflow=workflow,
        since=since,
        apps=tuple(sorted(origins - {""})),
        natural_sop=reviewed.natural_sop if reviewed else "",
        action_sop=reviewed.action_sop if reviewed else (),
        common_errors=tuple(history.errors.get(workflow.task, ())),
        success_rate=None if rate is None else round(rate, _DIGITS),
        usage_count=runs,
        created_at=workflow.provenance.created if is_time(workflow.provenance.created) else "",
        source_sessions=_sessions(workflow, history),
    )


def origin(url: str) -> str:
    """Return scheme, host and port of an address, never user or password; an empty string if it has no origin."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or not host or "{{" in host:
        return ""
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (f":{port}" if port else "")


def _sessions(workflow: Workflow, history: TaskHistory) -> tuple[str, ...]:
    """Return the runs in which a version and its ancestors were made, oldest first."""
    runs = [workflow.provenance.run]
    passed = {workflow.id}
    identity = workflow.provenance.parent
    while identity in history.parents and identity not in passed:
        passed.add(identity)
        identity, run = history.parents[identity]
        runs.append(run)
    return tuple(dict.fromkeys(run for run in reversed(runs[:_MOST_SESSIONS]) if run))


def outdated(
    lineages: Lineages, found: Mapping[str, SteeringFile], tasks: Iterable[str], *, refresh: bool = False
) -> list[Version]:
    """Return the golden versions that their files do not hold, sorted by task; all of them to refresh the files."""
    versions = (golden(lineages, task) for task in sorted(set(tasks)))
    return [v for v in versions if v and (refresh or v.task not in found or found[v.task].id != v.id)]


def write(
    folder: SteeringFolder, found: dict[str, SteeringFile], paths: Iterable[SteeringPath], *, strict: bool
) -> list[Path]:
    """Write the files of golden paths, and return the written files.

    Args:
        folder: The folder of the files.
        found: The existing files, by task; the written ones are added.
        paths: The golden paths to write.
        strict: Whether two tasks with one file name are an error rather than a warning.

    Raises:
        ConfigurationError: With ``strict``, if two tasks would have one file.
    """
    done: list[Path] = []
    taken = {one.path: one for one in found.values()}
    for path in paths:
        task = path.workflow.task
        try:
            file = found[task].path if task in found else _file_for(folder, taken, task)
            if file is not None:
                found[task] = taken[file] = _written(folder, file, path)
                done.append(file)
        except (ConfigurationError, StoreError) as error:
            if strict and isinstance(error, ConfigurationError):
                raise
            warn_bookkeeping(f"No steering file was written for {task!r}: {error.what}. {error.why}")
    return done


def _file_for(folder: SteeringFolder, taken: Mapping[Path, SteeringFile], task: str) -> Path | None:
    """Return the file of a new task; None if a file of that name is not valid. ``look`` has warned about that file."""
    file = folder.folder / f"{slug(task)}.yaml"
    if folder.broken(file):
        return None
    others = [taken[file]] if file in taken else []
    if not others and file.exists():  # a file system may treat another spelling as the same name
        others = [one for path, one in taken.items() if path.exists() and path.samefile(file)]
    if others or file.exists():
        other = f'"{others[0].task}"' if others else "another file"
        raise ConfigurationError(
            f'"{task}" and {other} would both be kept in {folder.shown(file)}',
            why="Tasks that differ only in case or punctuation have the same file name. Reword one of the two.",
            evidence=[f"file {folder.shown(file)}"],
            run="ami list",
        )
    return file


def _written(folder: SteeringFolder, file: Path, path: SteeringPath) -> SteeringFile:
    flow = path.workflow
    blob = fitted(path)[1].encode()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, blob, folder.store)
        told = file.stat()
    except OSError as error:
        raise StoreError(
            f"{folder.shown(file)} cannot be written",
            why=f"{error.strerror or error}. The workflow is in the store; nothing is lost.",
            evidence=[str(file)],
            run="ami doctor",
        ) from error
    mark = (told.st_size, told.st_mtime_ns, hashlib.sha256(blob).hexdigest())
    return SteeringFile(file.parent, file.name, flow.task, flow.id, (), mark)


def since_of(version: Version) -> str:
    """Return the start of a version's status, UTC; not later than now, because another machine's clock may be ahead."""
    return min(moment_of(version.record.fact or version.fact) or moment_of(version.fact), now())
