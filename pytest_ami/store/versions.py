"""The versions of all tasks, as this process knows them.

Rules of this module:

* It follows the store (``store.tail_reader``). A content is loaded only when it is needed: from the line of its fact if
  the line is still there (``store.duckdb.version_index``), else from the database.
* A content may come from a stranger (DESIGN law 13). If it breaks a rule (``engine.boundary``), it is refused.
* Steering files are folded on top: their facts count like all others, whether or not the store has imported them.

It knows where versions are kept. ``store.version_fold`` knows what the facts say about them.
"""

from __future__ import annotations

import gc
import json
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from itertools import dropwhile, islice
from typing import TYPE_CHECKING, Any

from pytest_ami.engine.boundary.flow_rules import violation
from pytest_ami.model.codec import from_plain
from pytest_ami.model.errors import StoreError, UnsafeWorkflowError
from pytest_ami.model.printable import as_argument
from pytest_ami.model.workflow import SCHEMA, Workflow
from pytest_ami.store.duckdb.database import Database

from .branches import GitHead, head_of
from .duckdb.version_index import IndexRows, JournalPosition, content_at, index_rows, sessions_of, verdicts_on
from .facts import Fact, Kind, seen
from .fold.mark_fold import MarkFold
from .fold.records import Version
from .journal import Journal
from .tail_reader import TailReader
from .version_fold import Lineages
from .warnings import warn_bookkeeping

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    import duckdb

    from pytest_ami.store.steering.folder import SteeringFile, SteeringFolder

_DECISIVE = (Kind.VERSION, Kind.STATUS, Kind.IDENTITY, Kind.VERDICT, Kind.TEST_FINISHED)
HISTORIC = (Kind.VERSION, Kind.STATUS, Kind.DRIFT, Kind.HEAL, Kind.VERDICT)
"""The kinds of facts that make up the history of a task."""

_CONTENTS = """
SELECT id, json_extract(data, '$.workflow') FROM facts
WHERE kind = 'version' AND list_contains(?::VARCHAR[], id)
"""
_ALL_CONTENTS = "SELECT id, json_extract(data, '$.workflow') FROM facts WHERE kind = 'version'"
_MANY = 100
"""Number of contents from which on all contents are fetched in one query."""


class Knowledge(TailReader[IndexRows]):
    """The versions of all tasks, as of the moment of the query.

    Args:
        database: The database; it may be missing.
        journal: This process's own journal. Its facts count even if they could not be written.
        steering: The project's steering files, if it has any.
    """

    def __init__(self, database: Database, journal: Journal | None, steering: SteeringFolder | None = None) -> None:
        """Read nothing yet."""
        super().__init__(database, journal, _DECISIVE)
        self._steering = steering
        self._laid: Mapping[str, SteeringFile] = {}
        self._news: dict[str, Fact] = {}
        self._lineages = Lineages(branch=self.branch)
        self._positions: dict[str, JournalPosition] = {}

    @cached_property
    def head(self) -> GitHead:
        """The checked-out branch and commit around the store, as of the first access."""
        return head_of(self._database.folder)

    @property
    def branch(self) -> str:
        """The feature branch that is checked out, or an empty string."""
        return self.head.branch

    def lineages(self) -> Lineages:
        """Return the versions as they are now.

        Raises:
            StoreError: The database or a journal exists and cannot be read.
        """
        self._follow()
        self._lay_over()
        return self._lineages

    @property
    def declared(self) -> Mapping[str, SteeringFile]:
        """The steering files by task, as of the last read."""
        return self._laid

    def verdicts(self, task: str | None = None) -> MarkFold:
        """Return the verdicts of people, with all that are known on a task.

        Args:
            task: The task; None for all tasks.

        Raises:
            StoreError: The store cannot be read.
        """
        marks = self.lineages().marks
        marks.load(marks.stored if task is None else (task,))
        return marks

    def stored_verdicts(self, tasks: Collection[str]) -> Iterable[Fact]:
        """Return the verdicts on some tasks that are in the database.

        Raises:
            StoreError: The database cannot be read.
        """
        return self._stored(lambda connection: verdicts_on(connection, tasks))

    def stored_sessions(self, sessions: Collection[str]) -> Iterable[Fact]:
        """Return the ``test_finished`` facts of some sessions that are in the database.

        Raises:
            StoreError: The database cannot be read.
        """
        return self._stored(lambda connection: sessions_of(connection, sessions))

    def _stored(self, question: Callable[[duckdb.DuckDBPyConnection], list[Fact]]) -> list[Fact]:
        facts = (self._database.look(question) or []) if self._has_base else []
        seen(max((fact.id for fact in facts), default=""))  # so that a withdrawal sorts after the verdict
        return facts

    def note_imported(self) -> None:
        """Note that the facts from steering files have been appended to the journal."""
        self._news = {}

    def news(self) -> tuple[Fact, ...]:
        """Return the facts that only steering files hold, oldest first.

        Raises:
            StoreError: The store cannot be read.
        """
        self.lineages()
        return tuple(fact for _, fact in sorted(self._news.items()))

    def _lay_over(self) -> None:
        if self._steering is None:
            return
        found = self._steering.look(self._lineages.by_id.__contains__)
        if found is not self._laid:
            self._laid = found
            self._lineages.declare({task: one.id for task, one in found.items()})
            facts = [fact for one in found.values() for fact in one.facts]
            self._news.update((fact.id, fact) for fact in facts if self._lineages.is_news(fact))
            self._fold(facts)

    def content(self, version: Version) -> dict[str, Any]:
        """Return the workflow of a version as plain data; fetch it if it is not loaded yet.

        Raises:
            StoreError: It cannot be read, or is missing.
        """
        if version.content is None:
            position = self._positions.get(version.fact, JournalPosition())
            version.content = content_at(self._database.folder, position, version.fact)
        if version.content is None:
            self.fetch(self._beside(version))
        if isinstance(version.content, str):
            version.content = json.loads(version.content)
        if not isinstance(version.content, dict):
            raise StoreError(
                f"The content of version {version.number} of {version.task!r} is not in the store",
                why="The store knows that the version exists, but the database that held its content has changed.",
                evidence=[f"version {version.id}", f"fact {version.fact}"],
                run="ami absorb",
            )
        return version.content

    def _beside(self, version: Version) -> list[Version]:
        """Return a version and the versions made just after it: a suite needs them in that order."""
        every = iter(self._lineages.by_id.values())
        following = islice(dropwhile(lambda one: one is not version, every), _MANY // 2)
        return [version, *following]

    def fetch(self, versions: Iterable[Version]) -> None:
        """Fetch the contents of many versions from the database, unless they are loaded already.

        Raises:
            StoreError: The database cannot be read.
        """
        wanted = {version.fact: version for version in versions if version.content is None}
        if not wanted:
            return
        few = len(wanted) < _MANY

        def question(connection: duckdb.DuckDBPyConnection) -> list[tuple[str, str]]:
            asked = connection.execute(_CONTENTS, [list(wanted)]) if few else connection.execute(_ALL_CONTENTS)
            return asked.fetchall()

        for fact, content in self._database.look(question) or ():
            if fact in wanted:
                wanted[fact].content = content

    def history(self, task: str, kinds: Sequence[Kind] = HISTORIC) -> list[Fact]:
        """Return the facts of a task that are of these kinds, oldest first.

        Raises:
            StoreError: The database or a journal cannot be read.
        """

        def ours(fact: Fact) -> bool:
            return fact.task == task

        return self.gather("task = ?", [task], kinds, ours)

    def _load(self, signature: tuple[int, ...]) -> None:
        with _without_collection():
            super()._load(signature)

    def _ask(self, connection: duckdb.DuckDBPyConnection) -> IndexRows:
        return index_rows(connection)

    def _begin(self, base: IndexRows | None) -> None:
        rows = base or IndexRows()
        self._positions = rows.positions()
        self._lineages = rows.lineages(self.branch, self)
        self._laid, self._news = {}, {}
        if self._steering is not None:
            self._steering.forget()
        seen(self._lineages.latest())

    def _fold(self, facts: Sequence[Fact]) -> None:
        if facts:
            self._lineages.fold(facts)
            seen(max(fact.id for fact in facts))


def decoded(plain: Mapping[str, Any], version: Version) -> Workflow:
    """Return the workflow of a version.

    Args:
        plain: Its content.
        version: The version, for its id, its task and the messages.

    Raises:
        UnsafeWorkflowError: The content breaks a rule for input from strangers.
        StoreError: A newer pytest-ami wrote it, or it has another shape.
    """
    form = plain.get("schema", SCHEMA)
    if not isinstance(form, int) or form > SCHEMA:
        raise StoreError(
            f"Version {version.number} of {version.task!r} was written by a newer pytest-ami",
            why=f"It has format {form}; this version of the plugin reads format {SCHEMA}.",
            evidence=[f"version {version.id}"],
            run="pip install --upgrade pytest-ami",
        )
    workflow = from_plain(Workflow, {"steps": [], **plain, "id": version.id, "task": version.task})
    found = violation(workflow)
    if found is not None:
        raise UnsafeWorkflowError(
            f"Version {version.number} of {version.task!r} is ignored",
            why="A stored flow may come from a stranger, and this one breaks a rule of docs/steering.md.",
            evidence=[f"{found.path[2:]}: {found.what}", f"version {version.id}"],
            run=f"ami history {as_argument(version.task)}",
        )
    return workflow


class VersionReader:
    """Reads the contents of versions as workflows; each is decoded once.

    Args:
        knowledge: The versions.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        """Read nothing yet."""
        self._knowledge = knowledge
        self._decoded: dict[str, Workflow] = {}
        self._unsafe: dict[str, UnsafeWorkflowError] = {}

    @property
    def refusals(self) -> tuple[str, ...]:
        """The versions that were ignored because they break a rule, one line each."""
        return tuple(f"{error.what}: {error.evidence[0]}" for error in self._unsafe.values())

    def holds(self, version: Version) -> bool:
        """Return whether a version has been decoded already."""
        return version.id in self._decoded

    def read(self, version: Version) -> Workflow:
        """Return a version with its status.

        Raises:
            UnsafeWorkflowError: Its content breaks a rule.
            StoreError: It cannot be read, or a newer pytest-ami wrote it.
        """
        if version.id not in self._decoded:
            self._decoded[version.id] = decoded(self._knowledge.content(version), version)
        return replace(self._decoded[version.id], status=version.status)

    def current(self, lineages: Lineages, task: str) -> Workflow | None:
        """Return the version of a task that runs; a version that breaks a rule is passed over."""
        while (version := lineages.current(task)) is not None:
            if (workflow := self.safe(version)) is not None:
                return workflow
            lineages.refuse(version)
        return None

    def safe(self, version: Version) -> Workflow | None:
        """Return a version; None, with a warning, if its content breaks a rule."""
        try:
            return self.read(version)
        except UnsafeWorkflowError as error:
            if version.id not in self._unsafe:
                self._unsafe[version.id] = error
                warn_bookkeeping(f"{error.what}: {error.evidence[0]}. {error.why} Run next: {error.run}", stacklevel=5)
            return None


@contextmanager
def _without_collection() -> Iterator[None]:
    """Pause the garbage collector: it would scan ten thousand new versions repeatedly, which takes half of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
