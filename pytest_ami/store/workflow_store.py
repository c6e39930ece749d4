"""The workflow store: what other parts of the plugin use, and what the ``workflow_store`` fixture is.

Rules of this module:

* A look-up creates nothing. A change is a fact in the journal, and nothing else.
* A new version is a candidate. ``store.lifecycle`` sets its later statuses; this class has that object.
* Nothing is ever deleted here.
* Absorbing is bookkeeping: its faults are warnings unless one asks for errors.

It knows workflows and their facts. It must never know a page, a test's verdict, or a secret's value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.errors import StoreError, StoreHeldError
from pytest_ami.model.workflow import SCHEMA, Status, Workflow
from pytest_ami.store.duckdb.absorb import AbsorbResult, insert
from pytest_ami.store.duckdb.database import PATIENCE, Database, rows, scratch
from pytest_ami.store.duckdb.errors import store_error

from .facts import Fact, Kind, encode, new_id, now
from .journal import Journal, parsed, writable
from .lifecycle import Lifecycle
from .locator_history import Locators, agreements, evolution_of, learned_by, movements_in
from .steering_sync import SteeringSync
from .transitions import Event
from .version_fold import Version
from .versions import Knowledge
from .warnings import complain

if TYPE_CHECKING:
    from pytest_ami.elements.trend import Movement
    from pytest_ami.instructions.index import Index
    from pytest_ami.store.duckdb.catalogue import SqlView
    from pytest_ami.store.pages.page_memory import Memory
    from pytest_ami.store.steering.folder import SteeringFolder


class WorkflowStore:
    """The workflows of a project.

    Attributes:
        folder: The ``.ami`` folder.
        readonly: Whether the database is never written.
        lifecycle: What sets the status of its versions.

    Args:
        folder: The ``.ami`` folder, the same as the journal's.
        journal: Where this process writes its facts; None to look only.
        readonly: Never write the database: changes go to the journal and stay there (replay mode).
        patience: Seconds to wait for another process that holds the database.
        steering: The project's steering files; None to look at the store alone.
    """

    def __init__(
        self,
        folder: Path,
        journal: Journal | None = None,
        *,
        readonly: bool = False,
        patience: float = PATIENCE,
        steering: SteeringFolder | None = None,
    ) -> None:
        self.folder = Path(folder)
        self.readonly = readonly
        self._journal = journal
        self._database = Database(self.folder, patience=patience, readonly=readonly)
        self._knowledge = Knowledge(self._database, journal, steering)
        self.lifecycle = Lifecycle(self.folder, self._knowledge, journal, self._stored)
        self._sync: SteeringSync | None = None
        if steering is not None and not readonly:
            self._sync = SteeringSync(steering, self._knowledge, self._database, journal, self._stored)
        self._decoded: dict[str, Workflow] = {}
        self._index: tuple[tuple[tuple[str, Status], ...], Index] | None = None

    @property
    def journal(self) -> Journal:
        """The journal to which this process appends its facts.

        Raises:
            StoreError: The store was opened without one.
        """
        return writable(self._journal, self.folder)

    @cached_property
    def memory(self) -> Memory:
        """The memory of pages on the same store."""
        from pytest_ami.store.pages.page_memory import Memory

        return Memory(self.folder, self._journal)

    def snapshot(self) -> AbstractContextManager[None]:
        """Look at the store once at most in a block; what this process writes in it counts.

        For a block that asks several times what it decides at once: others are heard before it, and after it.
        """
        return self._knowledge.snapshot()

    def find(self, task: str) -> Workflow | None:
        """Return the version of ``task`` that would run, or None.

        Raises:
            StoreError: The store cannot be read, or the version is of a newer form.
        """
        version = self._knowledge.lineages().current(task)
        return self._stored(version) if version else None

    def get(self, workflow_id: str) -> Workflow | None:
        """Return the version with this id, whatever its status, or None.

        Raises:
            StoreError: The store cannot be read, or the version is of a newer form.
        """
        version = self._knowledge.lineages().by_id.get(workflow_id)
        return self._stored(version) if version else None

    def tasks(self, *, retired: bool = False) -> tuple[str, ...]:
        """Return the tasks that have at least one version that is not retired, sorted.

        Args:
            retired: Also those whose versions are all retired.

        Raises:
            StoreError: The store cannot be read.
        """
        known = self._knowledge.lineages().by_task.items()
        return tuple(sorted(t for t, all_ in known if retired or any(v.status is not Status.RETIRED for v in all_)))

    def versions(self, task: str) -> tuple[Workflow, ...]:
        """Return all versions of ``task``, oldest first, each with its status.

        Raises:
            StoreError: The store cannot be read, or a version is of a newer form.
        """
        return tuple(self._stored(version) for version in self._knowledge.lineages().versions(task))

    def history(self, task: str) -> tuple[Fact, ...]:
        """Return the version, status, drift and heal facts of ``task``, oldest first.

        Raises:
            StoreError: The store cannot be read.
        """
        return tuple(self._knowledge.history(task))

    def find_all(self) -> tuple[Workflow, ...]:
        """Return what would run for every task, sorted by task; warn about a version that cannot be read.

        Raises:
            StoreError: The store cannot be read.
        """
        lineages = self._knowledge.lineages()
        current = {task: version for task in sorted(lineages.by_task) if (version := lineages.current(task))}
        self._knowledge.fetch(version for version in current.values() if version.id not in self._decoded)
        found: list[Workflow] = []
        for task, version in current.items():
            try:
                found.append(self._stored(version))
            except StoreError as error:
                complain(f"The workflow for {task!r} is left out: {error.what}. {error.why}")
        return tuple(found)

    def index(self) -> Index:
        """Return what ``find_all`` returns, laid out to be matched; made anew when a version comes or goes.

        Raises:
            StoreError: The store cannot be read.
        """
        from pytest_ami.instructions.index import Index

        stored = self.find_all()
        key = tuple((workflow.id, workflow.status) for workflow in stored)
        if self._index is None or self._index[0] != key:
            self._index = (key, Index(stored))
        return self._index[1]

    def add(self, workflow: Workflow, *, test: str = "", attempt: int = 1) -> Workflow:
        """Write down a new version, as a candidate, and return it as stored.

        Args:
            workflow: Its content; id, number and status are given here, and what its provenance leaves empty.
            test: Node id of the test that made it.
            attempt: Number of the attempt.

        Raises:
            StoreError: The store cannot be read, or was opened without a journal.
        """
        journal = self.journal
        numbers = [version.number for version in self._knowledge.lineages().versions(workflow.task)]
        source = workflow.provenance
        stored = replace(
            workflow,
            id=new_id(),
            version=max(numbers, default=0) + 1,
            status=Status.CANDIDATE,
            schema=SCHEMA,
            provenance=replace(
                source,
                run=source.run or journal.run,
                test=source.test or test,
                created=source.created or now(),
                branch=self._knowledge.head.branch,
                commit=self._knowledge.head.commit,
            ),
        )
        data = {"workflow": to_plain(stored)}
        journal.append(Kind.VERSION, test=test, attempt=attempt, task=stored.task, workflow=stored.id, data=data)
        reason, text = learned_by(source), source.reason or "added"
        self.lifecycle.begin(stored, reason=reason, text=text, test=test, attempt=attempt)
        return stored

    def promote(
        self,
        workflow: Workflow,
        *,
        event: Event = Event.GREEN,
        text: str = "",
        evidence: Sequence[str] = (),
        test: str = "",
        attempt: int = 1,
    ) -> Workflow:
        """Make a version active after a green replay, and return it as it stands; see ``Lifecycle.promote``."""
        return self.lifecycle.promote(workflow, event=event, text=text, evidence=evidence, test=test, attempt=attempt)

    def accept(
        self, workflow: Workflow, *, text: str = "a person accepted it", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Make a version active because a person says so, and return it; see ``Lifecycle.accept``."""
        return self.lifecycle.accept(workflow, text=text, evidence=evidence)

    def reject(
        self, workflow: Workflow, *, text: str = "a person rejected it", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Retire a version because a person says so, and return it; see ``Lifecycle.reject``."""
        return self.lifecycle.reject(workflow, text=text, evidence=evidence)

    def rollback(
        self, task: str, *, text: str = "a person went back to version {}", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Go back to the good version before the one that would run, and return it; see ``Lifecycle.rollback``."""
        return self.lifecycle.rollback(task, text=text, evidence=evidence)

    def moved(self, workflow: Workflow) -> bool:
        """Return whether an element of this version had moved when it was last replayed green.

        Raises:
            StoreError: The store cannot be read.
        """
        version = self._knowledge.lineages().by_id.get(workflow.id)
        return bool(version and version.moved)

    def movements(self, workflow: Workflow) -> tuple[Mapping[int, float], ...]:
        """Return the agreement of the steps of a version in its green replays, oldest first.

        There is one mapping from number of the step to agreement, 0 to 1, for each replay in which something moved
        or had moved before; steps that are left out agreed in all. It reads the store: ask ``moved`` first.

        Raises:
            StoreError: The store cannot be read.
        """
        return tuple(agreements(data) for data in self._identity(workflow) if data.get("first") is not True)

    def first_movements(self, workflow: Workflow) -> tuple[Movement, ...]:
        """Return how the elements of a version had moved already at its first green replay; it reads the store.

        Raises:
            StoreError: The store cannot be read.
        """
        first = next((data for data in self._identity(workflow) if data.get("first") is True), {})
        return movements_in(first)

    def _identity(self, workflow: Workflow) -> list[Mapping[str, Any]]:
        facts = self._knowledge.history(workflow.task, (Kind.IDENTITY,))
        return [fact.data for fact in facts if fact.workflow == workflow.id]

    def evolution(self, task: str) -> tuple[Locators, ...]:
        """Return how the elements of a task were found over the time, oldest first, as the view ``selector_evolution``.

        Raises:
            StoreError: The store cannot be read.
        """
        return evolution_of(self._knowledge.history(task, (Kind.VERSION, Kind.HEAL)))

    @property
    def views(self) -> Mapping[str, SqlView]:
        """What ``facts`` can be asked for: the views by name, each with what a row is and its columns."""
        from pytest_ami.store.duckdb.catalogue import views

        return views()

    def facts(self, sql: str) -> list[dict[str, Any]]:
        """Return the rows of a query over the facts and the views (docs/store.md), after absorbing.

        Args:
            sql: One statement of DuckDB's SQL. It can neither change the store nor reach other files.

        Raises:
            StoreError: The store cannot be read, or DuckDB refuses the query.
        """
        import duckdb

        if not self.readonly:
            self.import_steering_files()
            with suppress(StoreHeldError):  # then the journals are asked, and a warning says so
                self._database.absorb()
        found = self._database.query(sql, or_journals=True)
        if found is not None:
            return found
        connection = scratch(self.folder)
        try:
            insert(connection, parsed(b"".join(encode(fact) for fact in self._knowledge.news())))
            return rows(connection, sql)
        except duckdb.Error as error:
            raise store_error(self._database.path, error) from error
        finally:
            connection.close()

    def absorb(self, folder: Path | None = None, *, strict: bool = False) -> AbsorbResult:
        """Take the journals into the database; do nothing in a read-only store.

        Args:
            folder: Journals of another machine, to be copied in first.
            strict: Whether a fault is an error rather than a warning.

        Raises:
            StoreError: With ``strict``, when the database cannot be written.
        """
        if self.readonly:
            return AbsorbResult()
        try:
            return self._database.absorb(folder)
        except StoreError as error:
            if strict:
                raise
            complain(f"Journals were not absorbed; nothing is lost, the next run takes them in. {error}")
            return AbsorbResult()

    def import_steering_files(self) -> int:
        """Write down as facts what only steering files say, and return how many versions are new by that.

        A read-only store, and one without a journal, does nothing.

        Raises:
            StoreError: The store cannot be read.
        """
        return self._sync.import_files() if self._sync else 0

    def write_steering_files(self, tasks: Iterable[str], *, strict: bool = False) -> list[Path]:
        """Write the steering files of tasks whose golden version they do not hold; return those that were written.

        Args:
            tasks: The tasks to look at.
            strict: Whether a store that cannot be read, and two tasks with one file name, are errors and no warnings.

        Raises:
            ConfigurationError: With ``strict``, when the files of two tasks would have one name.
            StoreError: With ``strict``, when the store cannot be read.
        """
        return self._sync.write_files(tasks, strict=strict) if self._sync else []

    def _stored(self, version: Version) -> Workflow:
        workflow = self._decoded.get(version.id)
        if workflow is None:
            plain = self._knowledge.content(version)
            form = plain.get("schema", SCHEMA)
            if not isinstance(form, int) or form > SCHEMA:
                raise StoreError(
                    f"Version {version.number} of {version.task!r} was written by a newer pytest-ami",
                    why=f"It has form {form}; this version of the plugin reads form {SCHEMA}.",
                    evidence=[f"version {version.id}"],
                    run="pip install --upgrade pytest-ami",
                )
            workflow = from_plain(Workflow, {"steps": [], **plain, "id": version.id, "task": version.task})
            self._decoded[version.id] = workflow
        return replace(workflow, status=version.status)
