"""Plans the import of a library into this store: a list of facts, written whole or not at all.

Rules of this module:

* A version that is already here stays unchanged. So a second import of a library has no effect.
* If an imported version descends from the local current version, it keeps its status. If it does not, it becomes a
  candidate: no active version is replaced silently.
* Ancestors of the local current version are imported as history. So are versions that were not current in the source,
  if the task exists here.
* An imported version never takes a number that is in use here.
* A version with a step that a person marked wrong here is imported as history; it takes over from none.

``plan`` is pure. It knows entries and lineages; it must never know what a workflow does.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from pytest_ami.model.workflow import Status
from pytest_ami.store.duckdb.errors import store_error
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.fold.records import Version
from pytest_ami.store.journal import JOURNALS, make_folder
from pytest_ami.store.transitions import PROVEN, RESTING, Event
from pytest_ami.store.version_fold import Lineages

from .library import Library, LibraryEntry, ancestors_of

REASON = "person.imported"
"""The machine-readable reason of every status that an import sets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedVersion:
    """The outcome of the import of one version.

    Attributes:
        task: Its task.
        id: Its id.
        version: Its number here.
        outcome: ``added`` with its status, ``candidate`` beside another version, ``history``, ``taken over``,
            ``put aside`` if a person marked one of its steps wrong, or ``known``.
        status: Its status now.
        beside: Number of the local current version, if the imported one does not descend from it; else 0.
    """

    task: str
    id: str
    version: int
    outcome: str
    status: str
    beside: int = 0


@dataclass(slots=True)
class ImportPlan:
    """The planned effects of an import.

    Attributes:
        facts: The facts to write, in this order.
        imported: The outcome of each version.
    """

    facts: list[Fact] = field(default_factory=list)
    imported: list[ImportedVersion] = field(default_factory=list)


def plan(library: Library, lineages: Lineages, *, run: str, take_over: bool = False) -> ImportPlan:
    """Return the effects of the import of a library into this store.

    Args:
        library: The library to import.
        lineages: The versions of this store.
        run: Id of the run of the new facts.
        take_over: Whether the current versions of the source become current here, whatever runs now.
    """
    made = ImportPlan()
    for task in library.tasks():
        entries = [entry for entry in library.entries if entry.task == task]
        _Task(made, task, lineages, library.digest, run, take_over).add(entries)
    return made


def write_down(folder: Path, facts: Sequence[Fact], run: str) -> None:
    """Write facts as a journal of their own that appears whole or not at all.

    Args:
        folder: The ``.ami`` folder.
        facts: The facts, in order.
        run: Id of their run.

    Raises:
        StoreError: It cannot be written; nothing was changed.
    """
    target = folder / JOURNALS / f"{run}-import.jsonl"
    part = target.with_suffix(f".{os.getpid()}.part")
    ended = Fact(kind=Kind.RUN_FINISHED.value, run=run, worker="import")
    try:
        make_folder(folder)
        target.parent.mkdir(exist_ok=True)
        try:
            part.write_bytes(b"".join(encode(fact) for fact in (*facts, ended)))
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise store_error(target, error) from error


def _version(entry: LibraryEntry) -> Version:
    return Version(id=entry.id, task=entry.task, number=entry.number, fact="", content=entry.content)


class _Task:
    """The import of one task."""

    def __init__(
        self,
        made: ImportPlan,
        task: str,
        lineages: Lineages,
        digest: str,
        run: str,
        take_over: bool,  # noqa: FBT001  (private)
    ) -> None:
        self.made, self.task, self.run, self.take_over = made, task, run, take_over
        self.evidence = [f"library sha256 {digest[:16]}"]
        self.here = {version.id: version for version in lineages.versions(task)}
        self.present = lineages.current(task)
        parents = {version.id: version.parent for version in self.here.values()}
        self.history = ancestors_of(self.present.id, parents) if self.present else ()
        self.numbers = {version.number for version in self.here.values()}
        self.marked_with = partial(lineages.marked_with, task)
        self.marked: Collection[str] = ()

    def add(self, entries: Sequence[LibraryEntry]) -> None:
        self.marked = self.marked_with(_version(entry) for entry in entries if entry.id not in self.here)
        lead = next((entry for entry in entries if entry.runs), None)
        for entry in entries:
            if entry.id in self.here:
                self._known(entry)
            else:
                self._new(entry, lead)

    def _known(self, entry: LibraryEntry) -> None:
        version = self.here[entry.id]
        running = version is self.present and version.status is Status.ACTIVE
        if self.take_over and entry.runs and entry.id in self.marked:
            self._note(entry, version.number, "put aside", Status.RETIRED)
        elif self.take_over and entry.runs and not running:
            self._says(entry.id, Status.ACTIVE, "imported to take over")
            self._give_way(version.id, (version.number, version.id), version.number)
            self._note(entry, version.number, "taken over", Status.ACTIVE)
        else:
            self._note(entry, version.number, "known", version.status)

    def _new(self, entry: LibraryEntry, lead: LibraryEntry | None) -> None:
        number = entry.number if entry.number not in self.numbers else max(self.numbers) + 1
        self.numbers.add(number)
        content = {**entry.content, "id": entry.id, "task": entry.task, "version": number}
        self._fact(Kind.VERSION, entry.id, {"workflow": content})
        status, outcome = self._place(entry, lead)
        text = f"imported; it was {entry.status.value} in its source"
        if entry.proven and status not in PROVEN and outcome != "candidate":
            self._says(entry.id, Status.DRIFTING, "imported; it was good in its source")
        self._says(entry.id, status, text)
        if status in PROVEN and self.present is not None:
            self._give_way(entry.id, (number, entry.id), number)
        beside = self.present.number if self.present and outcome == "candidate" else 0
        self._note(entry, number, outcome, Status.RETIRED if entry.id in self.marked else status, beside)

    def _place(self, entry: LibraryEntry, lead: LibraryEntry | None) -> tuple[Status, str]:
        """Return the status here of a version that is new here, and the word for the outcome."""
        if entry.id in self.marked:
            return (entry.status if entry.status in RESTING else Status.SUPERSEDED), "put aside"
        if self.take_over and entry.runs:
            return Status.ACTIVE, "taken over"
        if entry.id in self.history:
            return (entry.status if entry.status in RESTING else Status.SUPERSEDED), "history"
        if self.present is None:
            return entry.status, "added"
        if lead is None or entry is not lead:
            return (entry.status if entry.status in RESTING else Status.SUPERSEDED), "history"
        return (entry.status, "added") if self.present.id in lead.ancestors else (Status.CANDIDATE, "candidate")

    def _give_way(self, promoted: str, rank: tuple[int, str], number: int) -> None:
        for version in self.here.values():
            awake = version.id != promoted and version.status not in RESTING
            if awake and (version.status is not Status.CANDIDATE or version.rank < rank):
                self._says(version.id, Status.SUPERSEDED, f"superseded by version {number}", Event.SUPERSEDED.value)

    def _note(self, entry: LibraryEntry, number: int, outcome: str, status: Status, beside: int = 0) -> None:
        self.made.imported.append(
            ImportedVersion(
                task=entry.task, id=entry.id, version=number, outcome=outcome, status=status.value, beside=beside
            )
        )

    def _says(self, version: str, status: Status, text: str, reason: str = REASON) -> None:
        evidence = self.evidence if reason == REASON else []
        self._fact(Kind.STATUS, version, {"status": status.value, "reason": reason, "evidence": evidence, "text": text})

    def _fact(self, kind: Kind, version: str, data: Mapping[str, Any]) -> None:
        self.made.facts.append(
            Fact(kind=kind.value, run=self.run, worker="import", task=self.task, workflow=version, data=data)
        )
