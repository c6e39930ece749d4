"""What importing a library means for what is here: a list of facts, written down whole or not at all.

Rules of this module:

* A version that is here already stays as it is. So importing twice is once.
* A version that grew from the one that would run here comes as it stood there. Where another one would run, which it
  did not grow from, it comes as a candidate: nobody's active version is taken over in silence.
* What the version that would run here grew from comes as its history, and so does, into a task that is here, whatever
  would not have run there.
* Numbers that are taken here are not used again.

``plan`` is pure. It knows entries and lineages; it must never know what a workflow does.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_ami.model.workflow import Status
from pytest_ami.store.duckdb.errors import store_error
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import JOURNALS, make_folder
from pytest_ami.store.transitions import PROVEN, RESTING, Event
from pytest_ami.store.version_fold import Lineages

from .library import Library, LibraryEntry, ancestors_of

REASON = "person.imported"
"""The machine-readable reason of every status that an import sets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedVersion:
    """What became of one version of a library.

    Attributes:
        task: Its task.
        id: Its id.
        version: Its number here.
        outcome: ``added`` as it stood there, ``candidate`` beside another one, ``history``, ``taken over``, or
            ``known``.
        status: Where it stands now.
        beside: Number of the version that would run here and that it did not grow from; 0 where there is none.
    """

    task: str
    id: str
    version: int
    outcome: str
    status: str
    beside: int = 0


@dataclass(slots=True)
class ImportPlan:
    """What an import is going to do.

    Attributes:
        facts: To be written, in this order.
        imported: What becomes of each version.
    """

    facts: list[Fact] = field(default_factory=list)
    imported: list[ImportedVersion] = field(default_factory=list)


def plan(library: Library, lineages: Lineages, *, run: str, take_over: bool = False) -> ImportPlan:
    """Return what importing a library means here.

    Args:
        library: What is to be imported.
        lineages: What is here.
        run: Id of the run that the facts are of.
        take_over: Whether the versions that would have run there shall run here, whatever runs now.
    """
    made = ImportPlan()
    for task in library.tasks():
        _Task(made, task, lineages, library.digest, run, take_over).add(
            [entry for entry in library.entries if entry.task == task]
        )
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

    def add(self, entries: Sequence[LibraryEntry]) -> None:
        lead = next((entry for entry in entries if entry.runs), None)
        for entry in entries:
            if entry.id in self.here:
                self._known(entry)
            else:
                self._new(entry, lead)

    def _known(self, entry: LibraryEntry) -> None:
        version = self.here[entry.id]
        running = version is self.present and version.status is Status.ACTIVE
        if self.take_over and entry.runs and not running:
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
        said = f"imported; it was {entry.status.value} where it comes from"
        if entry.proven and status not in PROVEN and outcome != "candidate":
            self._says(entry.id, Status.DRIFTING, "imported; it was good where it comes from")
        self._says(entry.id, status, said)
        if status in PROVEN and self.present is not None:
            self._give_way(entry.id, (number, entry.id), number)
        beside = self.present.number if self.present and outcome == "candidate" else 0
        self._note(entry, number, outcome, status, beside)

    def _place(self, entry: LibraryEntry, lead: LibraryEntry | None) -> tuple[Status, str]:
        """Return where a version that is new here stands, and the word for it."""
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
