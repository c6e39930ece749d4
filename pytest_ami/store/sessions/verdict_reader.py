"""The verdicts that stand, with the step as it was in its session.

Rules of this module:

* A verdict that this store recorded tells its step itself. One from a file names a session and the number of a step:
  its version, element, features and place are those of the session, whatever else the file says (DESIGN law 13).
* A verdict that names nothing that is known here is kept as it is: its session may come later.

It knows verdicts and sessions. It must never know what follows from a verdict.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.store.fold.verdicts import key_of

from .session_fold import features_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.model.review.annotation import Session, StepAnnotation
    from pytest_ami.store.fold.mark_fold import MarkFold
    from pytest_ami.store.versions import Knowledge

    from .session_reader import SessionReader


class VerdictReader:
    """The verdicts of a store.

    Args:
        knowledge: The versions, and the verdicts as facts.
        sessions: The sessions.
    """

    def __init__(self, knowledge: Knowledge, sessions: SessionReader) -> None:
        """Read nothing yet."""
        self._knowledge = knowledge
        self._sessions = sessions
        self._found: dict[str, Session | None] = {}
        self._marks: MarkFold | None = None

    def standing(self, task: str | None = None) -> tuple[StepAnnotation, ...]:
        """Return the verdicts that stand, oldest first.

        Args:
            task: The task; None for all tasks.

        Raises:
            StoreError: The store cannot be read.
        """
        return tuple(self._completed(one) or one for one in self._stored(task))

    def label(self, verdict: StepAnnotation) -> str | None:
        """Return the label of the same reviewer's standing verdict on the same step; None if there is none.

        Raises:
            StoreError: The store cannot be read.
        """
        known = self._knowledge.verdicts(verdict.task).latest(verdict.task).by_key.get(key_of(verdict))
        return known.user_label if known else None

    def problems(self) -> tuple[str, ...]:
        """Return what is wrong with verdicts that touch nothing, one sentence each.

        Raises:
            StoreError: The store cannot be read.
        """
        found = Counter(problem for one in self._stored(None) if (problem := self._problem(one)))
        malformed = sum(map(len, self._knowledge.verdicts().malformed.values()))
        if malformed:
            which = "1 verdict has" if malformed == 1 else f"{malformed} verdicts have"
            found[f"{which} no session, step or label that can be read."] += 1
        return tuple(found)

    def _stored(self, task: str | None) -> Sequence[StepAnnotation]:
        marks = self._knowledge.verdicts(task)
        tasks = tuple(marks.verdicts) if task is None else (task,)
        found = [one for name in tasks for one in marks.latest(name).standing()]
        self._find({one.session_id for one in found if not one.features}, marks)
        return sorted(found, key=lambda one: one.fact)

    def _find(self, wanted: Iterable[str], marks: MarkFold) -> None:
        """Look up sessions once, and those that are missing again when the store has been read anew."""
        if marks is not self._marks:
            self._marks = marks
            self._found = {name: session for name, session in self._found.items() if session is not None}
        missing = set(wanted) - self._found.keys()
        if missing:
            self._found |= dict.fromkeys(missing) | {one.id: one for one in self._sessions.of_ids(missing)}

    def _completed(self, verdict: StepAnnotation) -> StepAnnotation | None:
        """Return a verdict with its step; None if it names no step of its task."""
        if verdict.features:
            return verdict
        session = self._found.get(verdict.session_id)
        if session is None or session.task != verdict.task:
            return None
        step = next((one for one in self._sessions.steps(session) if one.step_num == verdict.step_num), None)
        if step is None:
            return None
        found = replace(
            verdict,
            workflow_id=session.workflow_id,
            session_run=session.run,
            action=step.action,
            target=step.target,
            value=step.value,
            features=features_of(step),
        )
        return self._located(found) or found

    def _located(self, verdict: StepAnnotation) -> StepAnnotation | None:
        lineages = self._knowledge.lineages()
        versions = {version.id: version for version in lineages.versions(verdict.task)}
        return lineages.marks.located(verdict, versions)

    def _problem(self, verdict: StepAnnotation) -> str:
        """Return why a verdict touches nothing, or an empty string if it names a step."""
        if verdict.place or self._completed(verdict):
            return ""
        session = self._found.get(verdict.session_id)
        if session is None:
            if self._located(verdict):
                return ""
            why = "this store has no such session. Absorb the journals of its run as well"
        elif session.task != verdict.task:
            why = f'the session is one of the task "{session.task}", and the verdict names "{verdict.task}"'
        else:
            why = "the session has no such step"
        where = f"session {verdict.session_id}, step {verdict.step_num}"
        return f"A verdict touches nothing ({where}): {why}."
