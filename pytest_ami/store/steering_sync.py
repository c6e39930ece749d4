"""Keeps a store and its steering files in step.

Rules of this module:

* A fact that only a steering file holds is appended to the journal once.
* Writers hold the folder lock and look again before writing: another process may have written the same files.
* A fault is a warning, unless the caller asks for errors.

It must never decide which version is golden: ``store.steering.writer`` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.model.errors import StoreError

from .facts import Kind
from .steering.writer import TaskHistory, described, history_query, outdated, since_of, write
from .warnings import complain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from pytest_ami.model.workflow import Workflow

    from .duckdb.database import Database
    from .journal import Journal
    from .steering.folder import SteeringFolder
    from .version_fold import Version
    from .versions import Knowledge


class SteeringSync:
    """Keeps a store and its steering files in step: files are imported as facts, golden versions are written.

    Args:
        folder: The project's steering files.
        knowledge: The versions and their statuses.
        database: Asked for the history of a task.
        journal: Where this process writes its facts; None to import nothing.
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
        """Append what only steering files say as facts, and return how many versions are new by that.

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

    def write_files(self, tasks: Iterable[str], *, strict: bool) -> list[Path]:
        """Write the files of tasks whose golden version they do not hold; return those that were written.

        Args:
            tasks: The tasks to look at.
            strict: Whether a fault is an error rather than a warning.

        Raises:
            ConfigurationError: With ``strict``, when the files of two tasks would have one name.
            StoreError: With ``strict``, when the store cannot be read.
        """
        try:
            wanted = tuple(tasks)
            if not self._outdated(wanted):
                return []
            with self._folder.locked():
                return self._write(self._outdated(wanted), strict=strict)
        except StoreError as error:
            if strict:
                raise
            complain(f"Steering files were not written; nothing is lost. {error}")
            return []

    def _outdated(self, tasks: Sequence[str]) -> list[Version]:
        lineages = self._knowledge.lineages()
        return outdated(lineages, self._knowledge.declared, tasks)

    def _write(self, versions: Sequence[Version], *, strict: bool) -> list[Path]:
        if not versions:  # another process has just written them
            return []
        history = self._database.look(history_query([version.task for version in versions])) or TaskHistory()
        paths = [described(self._read(version), since_of(version), history) for version in versions]
        files = dict(self._knowledge.declared)
        written = write(self._folder, files, paths, strict=strict)
        self._folder.note_written(files)
        self._folder.note_imported(files)
        return written
