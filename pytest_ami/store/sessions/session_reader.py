"""Sessions and their steps, as this process knows them.

Rules of this module:

* A session and its steps do not change any more once its test has finished. So they are kept in memory.
* A session may be named by the beginning of its id.

It knows where the facts of sessions are kept. It must never know a verdict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.store.evidence.artifacts import PART, EvidenceReader
from pytest_ami.store.facts import Fact, Kind
from pytest_ami.store.fold.verdicts import session_id_of

from .session_fold import belongs, session_of, steps_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from pytest_ami.model.outcome import StepEvidence
    from pytest_ami.model.review.annotation import Session, SessionStep
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.versions import Knowledge, VersionReader

SHORTEST_ID = 8
"""Characters of the id of a session that are enough to name it, if no other session begins with them."""

_MOST_KEPT = 100
"""Number of sessions whose steps are kept in memory."""

_BY_ID = "id = ? OR json_extract_string(data, '$.session') = ?"
_BY_IDS = "list_contains(?::VARCHAR[], coalesce(nullif(json_extract_string(data, '$.session'), ''), id))"
_BY_START = "starts_with(coalesce(nullif(json_extract_string(data, '$.session'), ''), id), ?)"
_LATEST = "id IN (SELECT id FROM facts WHERE kind = 'test_finished' ORDER BY id DESC LIMIT ?)"
_OF_RUN = "run = ? AND task = ?"


class SessionReader:
    """The sessions of a store.

    Args:
        folder: The ``.ami`` folder.
        knowledge: The versions and their statuses.
        reader: Reads the contents of versions.
    """

    def __init__(self, folder: Path, knowledge: Knowledge, reader: VersionReader) -> None:
        """Read nothing yet."""
        self._folder = folder
        self._knowledge = knowledge
        self._reader = reader
        self._sessions: dict[str, Session] = {}
        self._steps: dict[str, tuple[SessionStep, ...]] = {}

    def find(self, session_id: str) -> Session:
        """Return a session.

        Args:
            session_id: Its id, or its beginning: at least ``SHORTEST_ID`` characters that no other id begins with.

        Raises:
            ConfigurationError: There is no such session, or there are several.
            StoreError: The store cannot be read.
        """
        found = self._sessions.get(session_id) or self._found(session_id)
        self._sessions[found.id] = found
        return found

    def latest(self, limit: int) -> list[Session]:
        """Return the latest sessions, newest first.

        Raises:
            StoreError: The store cannot be read.
        """
        return self._finished(_LATEST, [limit], lambda _: True)[:limit]

    def of_ids(self, wanted: Collection[str]) -> list[Session]:
        """Return the sessions with these ids, newest first.

        Raises:
            StoreError: The store cannot be read.
        """
        if not wanted:
            return []
        return self._finished(_BY_IDS, [sorted(wanted)], lambda fact: session_id_of(fact) in wanted)

    def version(self, session: Session) -> Workflow | None:
        """Return the version that a session ran or made; None if there is none, or if it must not be used.

        Raises:
            StoreError: The store cannot be read.
        """
        version = self._knowledge.lineages().by_id.get(session.workflow_id)
        return self._reader.safe(version) if version else None

    def steps(self, session: Session) -> tuple[SessionStep, ...]:
        """Return the steps of a session, without verdicts.

        Raises:
            StoreError: The store cannot be read.
        """
        if session.id in self._steps:
            return self._steps[session.id]
        values = [session.run, session.task]

        def ours(fact: Fact) -> bool:
            return belongs(fact, session)

        facts = self._knowledge.gather(_OF_RUN, values, (Kind.DRIFT, Kind.HEAL), ours)
        ran = self.version(session)
        if len(self._steps) >= _MOST_KEPT:
            self._steps.clear()
        found = steps_of(ran, [fact for fact in facts if ours(fact)], _evidence_of(self._folder, session))
        self._steps[session.id] = found
        return found

    def _found(self, session_id: str) -> Session:
        exact = self._finished(_BY_ID, [session_id, session_id], lambda fact: session_id == session_id_of(fact))
        if not exact and len(session_id) >= SHORTEST_ID:
            exact = self._finished(_BY_START, [session_id], lambda fact: session_id_of(fact).startswith(session_id))
        if len(exact) == 1:
            return exact[0]
        raise ConfigurationError(
            f"{len(exact)} sessions begin with {session_id!r}" if exact else f"There is no session {session_id!r}",
            why="A session is one run of one task; it has an id of its own.",
            evidence=[f"{one.id}  {one.task}" for one in exact[:5]] or [f"store: {self._folder}"],
            run="ami annotate --list",
        )

    def _finished(self, condition: str, values: list[object], matches: Callable[[Fact], bool]) -> list[Session]:
        """Return sessions, newest first; of several facts with one id of a session, the first counts.

        The id of a session becomes a part of paths and addresses. No session has one that could be more than a part.
        """
        facts = self._knowledge.gather(condition, values, (Kind.TEST_FINISHED,), matches)
        found: dict[str, Session] = {}
        for fact in facts:
            if PART.fullmatch(session_id_of(fact)):
                found.setdefault(session_id_of(fact), session_of(fact))
        return list(reversed(found.values()))


def _evidence_of(folder: Path, session: Session) -> dict[int, StepEvidence]:
    """Return the evidence of a session by number of the step."""
    return {step.step: step for step in EvidenceReader(folder).steps(session.run, session.id)}
