"""Synchronizes a store with its steering files.

Rules of this module:

* A fact that only a steering file holds is appended to the journal once.
* Writers hold the folder lock and read the folder again before they write: another process may have written the same
  files.
* A fault is a warning, unless the caller asks for errors.

It must never decide which version is golden: ``store.steering.writer`` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.model.errors import StoreError, UnsafeWorkflowError
from pytest_ami.model.printable import as_argument

from .facts import Kind
from .steering.writer import TaskHistory, described, golden, history_query, outdated, since_of, write
from .warnings import warn_bookkeeping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from pytest_ami.model.workflow import Workflow

    from .duckdb.database import Database
    from .fold.records import Version
    from .journal import Journal
    from .steering.folder import SteeringFile, SteeringFolder
    from .steering.golden_path import SteeringPath
    from .versions import Knowledge


class SteeringSync:
    """Synchronizes a store with its steering files: it imports files as facts, and writes golden versions.

    Args:
        folder: The project's steering files.
        knowledge: The versions and their statuses.
        database: Source of the history of a task.
        journal: The journal of this process; None to import nothing.
        read: Returns the content of a version.
    """

    def __init__(
        self,
        folder: SteeringFolder,
        knowledge: Knowledge,
        database: Database,
        journal: Journal | None,
        read: Callable[[Version], Workflow],
    ) -> None:
        """Read nothing yet."""
        self._folder = folder
        self._knowledge = knowledge
        self._database = database
        self._journal = journal
        self._read = read

    def import_files(self) -> int:
        """Append the facts that only steering files hold, and return the number of new versions.

        Raises:
            StoreError: The store cannot be read.
        """
        if self._journal is None or not self._folder.folder.is_dir():
            return 0
        news = self._knowledge.news()
        if news:
            self._journal.repeat(news)
            self._knowledge.note_imported()
        if not self._journal.unwritten:
            self._folder.note_imported(self._knowledge.declared)
        return sum(fact.kind == Kind.VERSION.value for fact in news)

    def write_files(self, tasks: Iterable[str], *, strict: bool, refresh: bool = False) -> list[Path]:
        """Write the files of tasks whose file does not hold the golden version; return the written and removed files.

        The file of a version with a step marked wrong is removed if the task has no other version.

        Args:
            tasks: The tasks to check.
            strict: Whether a fault is an error rather than a warning.
            refresh: Whether to write files that hold the golden version too, because a review has changed the rest.

        Raises:
            ConfigurationError: With ``strict``, if the files of two tasks would have one name.
            StoreError: With ``strict``, if the store cannot be read.
        """
        try:
            wanted = tuple(tasks)
            if not (self._outdated(wanted, refresh=refresh) or self._disowned(wanted)):
                return []
            with self._folder.locked():
                written = self._write(self._outdated(wanted, refresh=refresh), strict=strict)
                return [*written, *self._remove(wanted)]
        except StoreError as error:
            if strict:
                raise
            warn_bookkeeping(f"Steering files were not written; nothing is lost. {error}")
            return []

    def _outdated(self, tasks: Sequence[str], *, refresh: bool) -> list[Version]:
        lineages = self._knowledge.lineages()
        return outdated(lineages, self._knowledge.declared, tasks, refresh=refresh)

    def _disowned(self, tasks: Sequence[str]) -> list[SteeringFile]:
        """Return the files of versions with a step marked wrong, if no other version can take their place."""
        lineages, declared = self._knowledge.lineages(), self._knowledge.declared
        files = [declared[task] for task in tasks if task in declared and golden(lineages, task) is None]
        known = ((file, lineages.by_id.get(file.id)) for file in files)
        return [file for file, version in known if version and version.marked]

    def _remove(self, tasks: Sequence[str]) -> list[Path]:
        """Remove the files of versions that never run again: a fresh clone would replay them. Return the files."""
        gone = self._disowned(tasks)
        if gone:
            self._folder.forget()
        for file in gone:
            try:
                file.path.unlink(missing_ok=True)
            except OSError as error:
                raise StoreError(
                    f"{file.path} cannot be removed",
                    why=f"{error.strerror or error}. Its version has a step that a person marked wrong; a fresh clone "
                    "would replay it.",
                    evidence=[f"version {file.id}"],
                    run=f"rm {as_argument(file.path)}",
                ) from error
        return [file.path for file in gone]

    def _write(self, versions: Sequence[Version], *, strict: bool) -> list[Path]:
        if not versions:  # another process has just written them
            return []
        history = self._database.look(history_query([version.task for version in versions])) or TaskHistory()
        paths = [path for version in versions if (path := self._described(version, history)) is not None]
        files = dict(self._knowledge.declared)
        written = write(self._folder, files, paths, strict=strict)
        self._folder.note_written(files)
        self._folder.note_imported(files)
        return written

    def _described(self, version: Version, history: TaskHistory) -> SteeringPath | None:
        """Return the golden path of a version; None, with a warning, if its content must not be used."""
        try:
            return described(self._read(version), since_of(version), history)
        except UnsafeWorkflowError as error:
            warn_bookkeeping(f"No steering file was written for {version.task!r}: {error.what}: {error.evidence[0]}.")
            return None
