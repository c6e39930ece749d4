"""The workflow store: the interface for the rest of the plugin, and the value of the ``workflow_store`` fixture.

Rules of this module:

* A look-up creates nothing. A change is a fact in the journal, and nothing else.
* A new version is a candidate. ``store.lifecycle`` sets its later statuses; this class has that object.
* Nothing is ever deleted here.
* A version that breaks a rule (``engine.boundary.flow_rules``) is ignored with a warning; the next best one runs.
* Absorbing is bookkeeping: its faults are warnings, unless the caller asks for errors.

It knows workflows and their facts. It must never know a page, a test's verdict, or a secret's value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_ami.model.codec import to_plain
from pytest_ami.model.errors import StoreError, StoreHeldError
from pytest_ami.model.review.annotation import StepVerdict
from pytest_ami.model.workflow import SCHEMA, Status, Workflow
from pytest_ami.store.duckdb.absorb import AbsorbResult
from pytest_ami.store.duckdb.database import PATIENCE, Database
from pytest_ami.store.duckdb.journal_query import query_facts, query_journals

from .facts import Fact, Kind, new_id, now
from .journal import Journal, writable
from .lifecycle import Lifecycle
from .locator_history import EVOLUTION, Locators, agreements, learned_by, locators_of, movements_in
from .steering_sync import SteeringSync
from .transitions import Event
from .versions import Knowledge, VersionReader
from .warnings import warn_bookkeeping

if TYPE_CHECKING:
    from pytest_ami.elements.trend import Movement
    from pytest_ami.instructions.index import Index
    from pytest_ami.model.review.annotation import Impact, Session, SessionStep
    from pytest_ami.store.duckdb.catalogue import SqlView
    from pytest_ami.store.pages.page_memory import Memory
    from pytest_ami.store.sessions.feedback import Feedback
    from pytest_ami.store.steering.folder import SteeringFolder


class WorkflowStore:
    """The workflows of a project.

    Attributes:
        folder: The ``.ami`` folder.
        readonly: Whether the database is never written.
        lifecycle: Sets the statuses of its versions.

    Args:
        folder: The ``.ami`` folder, the same as the journal's.
        journal: The journal of this process; None for read-only use.
        readonly: Never write the database: changes go to the journal and stay there (replay mode).
        patience: Seconds to wait for another process that holds the database.
        steering: The project's steering files; None to ignore them.
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
        self._reader = VersionReader(self._knowledge)
        self.lifecycle = Lifecycle(self.folder, self._knowledge, journal, self._reader.read)
        self._steering = steering
        self._sync: SteeringSync | None = None
        if steering is not None and not readonly:
            self._sync = SteeringSync(steering, self._knowledge, self._database, journal, self._reader.read)
        self._index: tuple[tuple[tuple[str, Status], ...], Index] | None = None

    @property
    def journal(self) -> Journal:
        """The journal to which this process appends its facts.

        Raises:
            StoreError: The store was opened without a journal.
        """
        return writable(self._journal, self.folder)

    @cached_property
    def feedback(self) -> Feedback:
        """The sessions of the store and the verdicts of people on their steps."""
        from pytest_ami.store.sessions.feedback import Feedback

        return Feedback(self._knowledge, self._database, self._journal, self._reader, self.add)

    def add_user_feedback(
        self, session_id: str, step_num: int, user_label: str | None, user_correction: str = "", *, reviewer: str = ""
    ) -> Impact:
        """Record a person's verdict on a step, and return what follows from it; see ``Feedback.add``."""
        return self.feedback.add([StepVerdict(session_id, step_num, user_label, user_correction, reviewer)])

    def get_session_steps(self, session_id: str, include_feedback: bool = True) -> tuple[SessionStep, ...]:  # noqa: FBT001, FBT002  (the agreed signature)
        """Return the steps of a session, with the verdicts of people if asked for; see ``Feedback.steps``."""
        return self.feedback.steps(session_id, include_feedback=include_feedback)

    def get_annotated_sessions(self) -> tuple[Session, ...]:
        """Return the sessions with verdicts of people, newest first; see ``Feedback.annotated``."""
        return self.feedback.annotated()

    @cached_property
    def memory(self) -> Memory:
        """The memory of pages on the same store."""
        from pytest_ami.store.pages.page_memory import Memory

        return Memory(self.folder, self._journal)

    def snapshot(self) -> AbstractContextManager[None]:
        """Read the store at most once in a block; facts that this process writes in the block still count.

        Use it for a block that makes several queries for one decision. Facts of other processes are read before and
        after it.
        """
        return self._knowledge.snapshot()

    def find(self, task: str) -> Workflow | None:
        """Return the version of ``task`` that runs, or None.

        Raises:
            StoreError: The store cannot be read, or a newer pytest-ami wrote the version.
        """
        return self._reader.current(self._knowledge.lineages(), task)

    @property
    def refusals(self) -> tuple[str, ...]:
        """The versions and steering files that were ignored because they break a rule, one line each."""
        ignored = self._steering.refusals if self._steering else ()
        return (*self._reader.refusals, *ignored)

    def get(self, workflow_id: str) -> Workflow | None:
        """Return the version with this id and any status, or None.

        Raises:
            StoreError: The store cannot be read, or a newer pytest-ami wrote the version.
        """
        version = self._knowledge.lineages().by_id.get(workflow_id)
        return self._reader.read(version) if version else None

    def tasks(self, *, retired: bool = False) -> tuple[str, ...]:
        """Return the tasks that have at least one version that is not retired, sorted.

        Args:
            retired: Whether to include tasks whose versions are all retired.

        Raises:
            StoreError: The store cannot be read.
        """
        known = self._knowledge.lineages().by_task.items()
        return tuple(sorted(t for t, all_ in known if retired or any(v.status is not Status.RETIRED for v in all_)))

    def versions(self, task: str) -> tuple[Workflow, ...]:
        """Return all versions of ``task``, oldest first, each with its status.

        Raises:
            StoreError: The store cannot be read, or a newer pytest-ami wrote a version.
        """
        return tuple(filter(None, map(self._reader.safe, self._knowledge.lineages().versions(task))))

    def others(self, workflow: Workflow) -> tuple[Workflow, ...]:
        """Return the other proven versions of a task that are not retired: newest first, at most three.

        Raises:
            StoreError: The store cannot be read, or a newer pytest-ami wrote a version.
        """
        counting = (one for one in self._knowledge.lineages().counting(workflow.task) if one.id != workflow.id)
        good = [one for one in counting if one.proven and one.status is not Status.RETIRED]
        return tuple(map(self._reader.read, sorted(good, key=lambda one: one.rank, reverse=True)[:3]))

    def history(self, task: str) -> tuple[Fact, ...]:
        """Return the version, status, drift, heal and verdict facts of ``task``, oldest first.

        Raises:
            StoreError: The store cannot be read.
        """
        return tuple(self._knowledge.history(task))

    def find_all(self) -> tuple[Workflow, ...]:
        """Return the current version of every task, sorted by task; warn about a version that cannot be read.

        Raises:
            StoreError: The store cannot be read.
        """
        lineages = self._knowledge.lineages()
        current = {task: version for task in sorted(lineages.by_task) if (version := lineages.current(task))}
        self._knowledge.fetch(version for version in current.values() if not self._reader.holds(version))
        found: list[Workflow] = []
        for task in current:
            try:
                found += [flow] if (flow := self._reader.current(lineages, task)) is not None else []
            except StoreError as error:
                why = f"{error.what}. {error.why} Run next: {error.run}"
                warn_bookkeeping(f"The workflow for {task!r} is ignored: {why}")
        return tuple(found)

    def index(self) -> Index:
        """Return a matching index of the versions from ``find_all``; it is rebuilt if a version or a status changes.

        Raises:
            StoreError: The store cannot be read.
        """
        from pytest_ami.instructions.index import Index

        stored = self.find_all()
        key = tuple((workflow.id, workflow.status) for workflow in stored)
        if self._index is None or self._index[0] != key:
            self._index = (key, Index(stored))
        return self._index[1]

    def add(self, workflow: Workflow, *, identity: str = "", test: str = "", attempt: int = 1) -> Workflow:
        """Append a new version as a candidate, and return it as stored; one with a step marked wrong never runs.

        Args:
            workflow: Its content. The store sets id, number and status, and the empty fields of its provenance.
            identity: The id under which it has run already; empty for a new one.
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
            id=identity or new_id(),
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
        self.lifecycle.begin(stored, learned_by(source), source.reason or "added", test=test, attempt=attempt)
        return self.feedback.marks.check(stored)

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
        """Make a version active after a green replay, and return it with its status; see ``Lifecycle.promote``."""
        return self.lifecycle.promote(workflow, event=event, text=text, evidence=evidence, test=test, attempt=attempt)

    def accept(
        self, workflow: Workflow, *, text: str = "a person accepted it", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Make a version active on a person's command, and return it; see ``Lifecycle.accept``."""
        return self.lifecycle.accept(workflow, text=text, evidence=evidence)

    def reject(
        self, workflow: Workflow, *, text: str = "a person rejected it", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Retire a version on a person's command, and return it; see ``Lifecycle.reject``."""
        return self.lifecycle.reject(workflow, text=text, evidence=evidence)

    def rollback(
        self, task: str, *, text: str = "a person went back to version {}", evidence: Sequence[str] = ()
    ) -> Workflow:
        """Go back to the good version before the current one, and return it; see ``Lifecycle.rollback``."""
        return self.lifecycle.rollback(task, text=text, evidence=evidence)

    def moved(self, workflow: Workflow) -> bool:
        """Return whether an element of this version had moved at its last green replay.

        Raises:
            StoreError: The store cannot be read.
        """
        version = self._knowledge.lineages().by_id.get(workflow.id)
        return bool(version and version.moved)

    def movements(self, workflow: Workflow) -> tuple[Mapping[int, float], ...]:
        """Return the agreement of the steps of a version in its green replays, oldest first.

        Each replay in which an element moved, or had moved before, has one mapping from the step number to agreement,
        0 to 1. A step that is missing in a mapping agreed fully. This reads the store: ask ``moved`` first.

        Raises:
            StoreError: The store cannot be read.
        """
        return tuple(agreements(data) for data in self._identity(workflow) if data.get("first") is not True)

    def first_movements(self, workflow: Workflow) -> tuple[Movement, ...]:
        """Return the movements that the first green replay of a version found; this reads the store.

        Raises:
            StoreError: The store cannot be read.
        """
        return movements_in(next((data for data in self._identity(workflow) if data.get("first") is True), {}))

    def _identity(self, workflow: Workflow) -> list[Mapping[str, Any]]:
        facts = self._knowledge.history(workflow.task, (Kind.IDENTITY,))
        return [fact.data for fact in facts if fact.workflow == workflow.id]

    def evolution(self, task: str) -> tuple[Locators, ...]:
        """Return the locators of a task's elements over time, oldest first: the view ``selector_evolution``.

        Raises:
            StoreError: The store cannot be read.
        """
        facts = self._knowledge.history(task, (Kind.VERSION, Kind.HEAL))
        return locators_of(query_facts(facts, EVOLUTION, self._database.path), facts)

    @property
    def views(self) -> Mapping[str, SqlView]:
        """The views that ``facts`` can query, by name, each with the meaning of a row and its columns."""
        from pytest_ami.store.duckdb.catalogue import views

        return views()

    def facts(self, sql: str) -> list[dict[str, Any]]:
        """Absorb, then return the rows of a query over the facts and the views (docs/store.md).

        Args:
            sql: One statement of DuckDB's SQL. It can neither change the store nor reach other files.

        Raises:
            StoreError: The store cannot be read, or DuckDB refuses the query.
        """
        if not self.readonly:
            self.import_steering_files()
            with suppress(StoreHeldError):  # then the query reads the journals, with a warning
                self._database.absorb()
        found = self._database.query(sql, or_journals=True)
        if found is not None:
            return found
        return query_journals(self.folder, self._knowledge.news(), sql, self._database.path)

    def absorb(self, folder: Path | None = None, *, strict: bool = False) -> AbsorbResult:
        """Absorb the journals into the database; do nothing in a read-only store.

        Args:
            folder: Journals of another machine, to be copied first.
            strict: Whether a fault is an error rather than a warning.

        Raises:
            StoreError: With ``strict``, if the database cannot be written.
        """
        if self.readonly:
            return AbsorbResult()
        try:
            return self._database.absorb(folder)
        except StoreError as error:
            if strict:
                raise
            warn_bookkeeping(f"Journals were not absorbed; nothing is lost, the next run absorbs them. {error}")
            return AbsorbResult()

    def import_steering_files(self) -> int:
        """Append the facts that only steering files hold, and return the number of new versions.

        A read-only store, and a store without a journal, do nothing.

        Raises:
            StoreError: The store cannot be read.
        """
        return self._sync.import_files() if self._sync else 0

    def write_steering_files(self, tasks: Iterable[str], *, strict: bool = False, refresh: bool = False) -> list[Path]:
        """Write the steering files of tasks whose file does not hold the golden version; return the written files.

        Args:
            tasks: The tasks to check.
            strict: Whether an unreadable store, or two tasks with one file name, is an error rather than a warning.
            refresh: Whether to write files that hold the golden version too.

        Raises:
            ConfigurationError: With ``strict``, if the files of two tasks would have one name.
            StoreError: With ``strict``, if the store cannot be read.
        """
        return self._sync.write_files(tasks, strict=strict, refresh=refresh) if self._sync else []
