"""The fold of marks: from verdicts, sessions and contents to the versions that must not run because of a mark.

Rules of this module:

* Nothing is stored about the outcome: it follows from the verdicts that stand, so a withdrawn mark has no effect any
  more, whatever happened in between. Facts may come in any order.
* Contents are large, and most tasks have no mark. So a task is judged only if it has a verdict and something about it
  has changed, and only then are its stored verdicts and contents read.
* A content that cannot be read may hold the wrong step: its version must not run while a mark stands for the task.

It knows verdicts and contents. It must never know a status, or where facts are kept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from pytest_ami.model.errors import StoreError, StoreHeldError
from pytest_ami.model.review.annotation import StepAnnotation
from pytest_ami.store.facts import Fact, Kind

from .outline import Outline, outline_of
from .records import Version
from .verdicts import (
    LatestVerdicts,
    SessionVersion,
    annotation_of,
    located,
    session_id_of,
    session_version,
    touched,
)


class MarkSource(Protocol):
    """The part of a store that the fold reads when it judges a task."""

    def content(self, version: Version) -> Mapping[str, Any]:
        """Return the workflow of a version as plain data."""

    def stored_verdicts(self, tasks: Collection[str]) -> Iterable[Fact]:
        """Return the verdicts on some tasks that are not folded yet."""

    def stored_sessions(self, sessions: Collection[str]) -> Iterable[Fact]:
        """Return the ``test_finished`` facts of some sessions that are not folded yet."""


class FoldedFacts:
    """A source that has no more than what was folded."""

    def content(self, version: Version) -> Mapping[str, Any]:
        """Return the content that the version was folded with."""
        return version.content if isinstance(version.content, Mapping) else {}

    def stored_verdicts(self, tasks: Collection[str]) -> Iterable[Fact]:  # noqa: ARG002  (a protocol)
        """Return nothing."""
        return ()

    def stored_sessions(self, sessions: Collection[str]) -> Iterable[Fact]:  # noqa: ARG002  (a protocol)
        """Return nothing."""
        return ()


class MarkOutcome(NamedTuple):
    """The outcome of the verdicts on a task.

    Attributes:
        marked: The versions that must not run, each with the fact of the first mark that touches it.
        released: The versions that a withdrawn mark touched, each with the fact of the last withdrawal.
    """

    marked: dict[str, str]
    released: dict[str, str]


@dataclass(slots=True, kw_only=True)
class MarkFold:
    """The verdicts on all tasks, as far as they are folded.

    Attributes:
        source: The store, for the verdicts, sessions and contents that are not folded yet.
        stored: Tasks with verdicts in the source.
        verdicts: The latest verdicts by task.
        sessions: The sessions that are known, by id.
        awaited: By session, the tasks with verdicts on it that do not tell the place of their step.
        malformed: Ids of the facts that are no readable verdict, by task.
    """

    source: MarkSource = field(default_factory=FoldedFacts)
    stored: set[str] = field(default_factory=set)
    verdicts: dict[str, LatestVerdicts] = field(default_factory=dict)
    sessions: dict[str, SessionVersion] = field(default_factory=dict)
    awaited: dict[str, set[str]] = field(default_factory=dict)
    malformed: dict[str, set[str]] = field(default_factory=dict)
    _outlines: dict[str, Outline] = field(default_factory=dict)
    _changed: set[str] = field(default_factory=set)
    _loaded: set[str] = field(default_factory=set)
    _asked: set[str] = field(default_factory=set)

    def see(self, fact: Fact) -> None:
        """Fold a verdict or the end of a session."""
        if fact.kind == Kind.VERDICT.value:
            verdict = annotation_of(fact)
            if verdict is None:
                self.malformed.setdefault(fact.task, set()).add(fact.id)
            else:
                self.see_verdict(verdict)
        else:
            self._see_session(fact)

    def see_verdict(self, verdict: StepAnnotation) -> None:
        """Fold a verdict."""
        self.verdicts.setdefault(verdict.task, LatestVerdicts()).add(verdict)
        self._changed.add(verdict.task)
        if not verdict.place:
            self.awaited.setdefault(verdict.session_id, set()).add(verdict.task)

    def _see_session(self, fact: Fact) -> None:
        name, found = session_id_of(fact), session_version(fact)
        known = self.sessions.get(name)
        if known is None or found.fact < known.fact:
            self.sessions[name] = found
            self._changed |= self.awaited.get(name, set())

    def see_version(self, version: Version, *, known: bool = False) -> None:
        """Note that a version is new, or, if it was known, that it has another content than before."""
        if known:
            self._outlines.pop(version.id, None)
        self._changed.add(version.task)

    def settled(self) -> None:
        """Note that the outcome for all that was folded is known already."""
        self._changed.clear()

    def changed(self) -> set[str]:
        """Return the tasks with verdicts about which something has changed since they were judged."""
        self._changed = {task for task in self._changed if task in self.verdicts or task in self.stored}
        return set(self._changed)

    def load(self, tasks: Collection[str]) -> None:
        """Fold the stored verdicts on some tasks; the stored outcome includes them already.

        Raises:
            StoreError: The store cannot be read.
        """
        missing = self.stored.intersection(tasks) - self._loaded
        if missing:
            found = list(self.source.stored_verdicts(missing))
            self._loaded |= missing
            changed = set(self._changed)
            for fact in found:
                self.see(fact)
            self._changed = changed

    def latest(self, task: str) -> LatestVerdicts:
        """Return the latest verdicts on a task."""
        self.load((task,))
        return self.verdicts.get(task, LatestVerdicts())

    def judge(self, task: str, versions: Mapping[str, Version]) -> MarkOutcome:
        """Return the outcome of the verdicts on a task.

        Args:
            task: The task.
            versions: All its versions, by id.

        Raises:
            StoreHeldError: Another process holds the database for too long.
        """
        verdicts = self.latest(task)
        wrong, withdrawn = verdicts.wrong(), verdicts.withdrawals()
        if not wrong and not withdrawn:
            self._changed.discard(task)
            return MarkOutcome({}, {})
        outlines = self._read(versions)
        self._find_sessions((*wrong, *withdrawn))
        unread = versions.keys() - outlines.keys()
        if not unread:
            self._changed.discard(task)
        marked = {one: facts[0] for one, facts in touched(wrong, outlines, self.sessions).items()}
        released = {one: facts[-1] for one, facts in touched(withdrawn, outlines, self.sessions).items()}
        return MarkOutcome(marked | {one: wrong[0].fact for one in unread if wrong}, released)

    def located(self, verdict: StepAnnotation, versions: Mapping[str, Version]) -> StepAnnotation | None:
        """Return a verdict with its version and the place of its step; None if it names no step of its task.

        Args:
            verdict: The verdict.
            versions: All versions of its task, by id.

        Raises:
            StoreHeldError: Another process holds the database for too long.
        """
        self._find_sessions((verdict,))
        return located(verdict, self._read(versions), self.sessions)

    def supposing(self, verdict: StepAnnotation) -> MarkFold:
        """Return what would be known if a verdict were the latest."""
        known = self.latest(verdict.task).copy()
        known.add(replace(verdict, fact="~"))  # after every id
        return replace(
            self,
            stored=set(),
            verdicts={verdict.task: known},
            _outlines=dict(self._outlines),
            _changed={verdict.task},
        )

    def _read(self, versions: Mapping[str, Version]) -> dict[str, Outline]:
        """Return the outlines of versions, without those whose content cannot be read."""
        found: dict[str, Outline] = {}
        for identity, version in versions.items():
            try:
                found[identity] = self._outlines.get(identity) or outline_of(self.source.content(version))
            except StoreHeldError:
                raise
            except StoreError:  # only this version is damaged
                continue
            if version.fact:  # it is here: its content stays the same
                self._outlines[identity] = found[identity]
        return found

    def _find_sessions(self, verdicts: Iterable[StepAnnotation]) -> None:
        """Look up the sessions of verdicts that do not tell the place of their step themselves."""
        wanted = {one.session_id for one in verdicts if not one.place} - self._asked
        if wanted:
            for fact in self.source.stored_sessions(wanted):
                self._see_session(fact)
            self._asked |= wanted
