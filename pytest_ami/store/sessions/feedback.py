"""Feedback: records the verdicts of people on the steps of sessions, and tells what follows from them.

Rules of this module:

* A verdict is a fact, appended once. All verdicts of a call are checked first and written at once.
* Nothing else is written: a step marked wrong is never replayed again because the version fold says so
  (``store.version_fold``), whatever way the verdict or the version came in.
* A verdict from a file names a session and the number of a step. The rest is completed when it is read. If it names
  nothing that is known here, ``problems`` says so, and the verdict is kept.
* A correction that names an element of the task becomes a candidate. Any other correction is advice for lessons.

It knows versions and verdicts. It must never know a page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.engine.boundary.flow_rules import violation
from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.memory.corrections import corrected
from pytest_ami.memory.error_patterns import ErrorPatternAnalyzer
from pytest_ami.memory.golden_paths import GoldenPathExtractor
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.errors import ConfigurationError, StoreError
from pytest_ami.model.review.annotation import LABELS, WRONG, Impact, Session, SessionStep, StepAnnotation, StepVerdict
from pytest_ami.model.review.golden_path import CommonError, ErrorPattern, GoldenPath
from pytest_ami.model.workflow import Provenance
from pytest_ami.store.facts import Fact, Kind
from pytest_ami.store.fold.outline import outline_of
from pytest_ami.store.fold.verdicts import VerdictKey, data_of, key_of
from pytest_ami.store.journal import writable
from pytest_ami.store.locator_history import CORRECTED
from pytest_ami.store.warnings import warn_bookkeeping

from .impact import impact_on, joined, marked_in
from .marked_versions import MarkedVersions
from .session_fold import features_of, labels_of
from .session_reader import SessionReader
from .verdict_reader import VerdictReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.duckdb.database import Database
    from pytest_ami.store.journal import Journal
    from pytest_ami.store.versions import Knowledge, VersionReader


class Feedback:
    """The sessions of a store and the verdicts on them.

    Attributes:
        marks: The versions that must not run because of a verdict.

    Args:
        knowledge: The versions and their statuses.
        database: The database; it may be missing.
        journal: The journal of this process; None if the store is read-only.
        reader: Reads the contents of versions.
        add: Adds a version to the store as a candidate, and returns it.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        database: Database,
        journal: Journal | None,
        reader: VersionReader,
        add: Callable[[Workflow], Workflow],
    ) -> None:
        """Read nothing yet."""
        self._knowledge = knowledge
        self._folder = database.folder
        self._journal = journal
        self._reader = reader
        self._add_version = add
        self._sessions = SessionReader(database.folder, knowledge, reader)
        self._verdicts = VerdictReader(knowledge, self._sessions)
        self.marks = MarkedVersions(knowledge, self._verdicts)

    # -- sessions ---------------------------------------------------------------------------------------------------

    def session(self, session_id: str) -> Session:
        """Return a session, with the numbers of its labels.

        Args:
            session_id: Its id, or its beginning: at least ``SHORTEST_ID`` characters that no other id begins with.

        Raises:
            ConfigurationError: There is no such session, or there are several.
            StoreError: The store cannot be read.
        """
        found = self._sessions.find(session_id)
        return replace(found, labels=labels_of(self._of(found)))

    def sessions(self, limit: int = 50) -> tuple[Session, ...]:
        """Return the latest sessions, newest first.

        Args:
            limit: Maximum number of sessions.

        Raises:
            StoreError: The store cannot be read.
        """
        return self._labelled(self._sessions.latest(limit))

    def annotated(self) -> tuple[Session, ...]:
        """Return the sessions with at least one standing verdict, newest first.

        Raises:
            StoreError: The store cannot be read.
        """
        return self._labelled(self._sessions.of_ids({one.session_id for one in self.standing()}))

    def steps(self, session_id: str, *, include_feedback: bool = True) -> tuple[SessionStep, ...]:
        """Return the steps of a session: of the version that ran, with its facts, its evidence and the verdicts.

        Args:
            session_id: Id of the session, or its beginning.
            include_feedback: Whether to include the verdicts.

        Raises:
            ConfigurationError: There is no such session.
            StoreError: The store cannot be read.
        """
        session = self.session(session_id)
        found = self._sessions.steps(session)
        marks = self._of(session) if include_feedback else ()
        return tuple(
            replace(step, annotations=tuple(one for one in marks if one.step_num == step.step_num)) for step in found
        )

    def standing(self, task: str | None = None) -> tuple[StepAnnotation, ...]:
        """Return the verdicts that stand, oldest first.

        Args:
            task: The task; None for all tasks.

        Raises:
            StoreError: The store cannot be read.
        """
        return self._verdicts.standing(task)

    def problems(self) -> tuple[str, ...]:
        """Return what is wrong with verdicts that came in with files, one sentence each; such verdicts touch nothing.

        Raises:
            StoreError: The store cannot be read.
        """
        return self._verdicts.problems()

    # -- verdicts ---------------------------------------------------------------------------------------------------

    def add(self, verdicts: Sequence[StepVerdict]) -> Impact:
        """Record verdicts at once, and apply what follows from them.

        A verdict without a label withdraws the reviewer's earlier verdict on the step; if there is none, nothing is
        recorded.

        Args:
            verdicts: The verdicts, of any sessions.

        Raises:
            ConfigurationError: A session, a step or a label does not exist. Then nothing is recorded.
            StoreError: The store cannot be read, or was opened without a journal.
        """
        journal = writable(self._journal, self._folder)
        marks, tasks = self._to_record(verdicts)
        before = {task: marked_in(self._knowledge.lineages(), task) for task in tasks}
        journal.repeat([_fact(mark, journal) for mark in marks])
        impacts = [impact_on(task, before[task], self._knowledge.lineages()) for task in tasks]
        proposals = [self._propose(mark) for mark in marks if mark.user_label == WRONG and mark.user_correction]
        found = joined(impacts, sorted({mark.task for mark in marks}))
        made = next((proposal for proposal in proposals if proposal), "")
        return replace(found, proposal=made, advice="" in proposals)

    def _to_record(self, verdicts: Sequence[StepVerdict]) -> tuple[list[StepAnnotation], list[str]]:
        """Return the verdicts that change something, and the tasks on which a mark ``wrong`` comes or goes."""
        marks: list[StepAnnotation] = []
        tasks: set[str] = set()
        labels: dict[VerdictKey, str | None] = {}  # those of this batch come before those of the store
        for mark in map(self._mark, verdicts):
            key = key_of(mark)
            before = labels[key] if key in labels else self._verdicts.label(mark)
            labels[key] = mark.user_label
            if mark.user_label or before:
                marks.append(mark)
            if WRONG in (mark.user_label, before):
                tasks.add(mark.task)
        return marks, sorted(tasks)

    def impact(self, verdict: StepVerdict) -> Impact:
        """Return what would follow from a verdict, without recording it.

        Raises:
            ConfigurationError: The session, the step or the label does not exist.
            StoreError: The store cannot be read.
        """
        mark = self._mark(verdict)
        lineages = self._knowledge.lineages()
        found = impact_on(mark.task, marked_in(lineages, mark.task), lineages.supposing(mark))
        if mark.user_label == WRONG and mark.user_correction:
            return replace(found, advice=self._correction(mark) is None)
        return found

    def extract(self, session_id: str) -> GoldenPath:
        """Extract the golden path of a session, merge it with the earlier one of its task, record it, and return it.

        Args:
            session_id: Id of the session, or its beginning.

        Raises:
            ConfigurationError: There is no such session, or no path can be extracted from it.
            StoreError: The store cannot be read, or was opened without a journal.
        """
        extractor = GoldenPathExtractor()
        session = self.session(session_id)
        found = extractor.extract_from_session(session, self.steps(session.id))
        known = [path for path in self.paths(session.task) if session.id not in path.source_sessions]
        path = extractor.merge_similar_paths([*known, found])
        marked = self.errors(session.task)
        errors = tuple(CommonError(error=one.error_description, correction=one.correction) for one in marked)
        path = replace(path, common_errors=errors)
        journal = writable(self._journal, self._folder)
        journal.append(Kind.GOLDEN_PATH, task=session.task, workflow=session.workflow_id, data=to_plain(path))
        return path

    def paths(self, task: str | None = None) -> tuple[GoldenPath, ...]:
        """Return the golden paths that were extracted: the latest one of each task, sorted by task.

        Args:
            task: The task; None for all tasks.

        Raises:
            StoreError: The store cannot be read.
        """
        condition, values = ("true", []) if task is None else ("task = ?", [task])

        def ours(fact: Fact) -> bool:
            return task in (None, fact.task)

        facts = self._knowledge.gather(condition, values, (Kind.GOLDEN_PATH,), ours)
        latest = {fact.task: path for fact in facts if (path := _path_of(fact)) is not None}
        return tuple(path for _, path in sorted(latest.items()))

    def errors(self, task: str | None = None) -> tuple[ErrorPattern, ...]:
        """Return the error patterns of the verdicts that stand, the most frequent first.

        Args:
            task: The task; None for all tasks.

        Raises:
            StoreError: The store cannot be read.
        """
        return ErrorPatternAnalyzer().analyze_errors(self.standing(task))

    # -- corrections ------------------------------------------------------------------------------------------------

    def _propose(self, mark: StepAnnotation) -> str:
        """Add the corrected version as a candidate; return its id, or an empty string if the correction is advice."""
        workflow = self._correction(mark)
        return self._add_version(workflow).id if workflow is not None else ""

    def _correction(self, mark: StepAnnotation) -> Workflow | None:
        """Return the version of a session with the correction of one step; None if it names no known element."""
        versions = [self._reader.safe(one) for one in self._knowledge.lineages().versions(mark.task)]
        known = [flow for flow in versions if flow is not None]
        ran = next((flow for flow in known if flow.id == mark.workflow_id), None)
        if ran is None or not 1 <= mark.step_num <= len(ran.steps):
            return None
        elements = [step.target for flow in known for step in flow.steps if step.target]
        steps = corrected(ran.steps, mark.step_num, mark.user_correction, elements)
        if steps is None:
            return None
        source = Provenance(
            author="person", reason=f"{CORRECTED} {mark.step_num}", parent=ran.id, cost=ran.provenance.cost
        )
        workflow = replace(ran, steps=steps, provenance=source, sop=())
        return workflow if violation(workflow) is None else None

    # -- reading ----------------------------------------------------------------------------------------------------

    def _labelled(self, sessions: Iterable[Session]) -> tuple[Session, ...]:
        by_session: dict[str, list[StepAnnotation]] = {}
        for one in self.standing():
            by_session.setdefault(one.session_id, []).append(one)
        return tuple(replace(one, labels=labels_of(by_session.get(one.id, ()))) for one in sessions)

    def _of(self, session: Session) -> tuple[StepAnnotation, ...]:
        return tuple(one for one in self.standing(session.task) if one.session_id == session.id)

    def _mark(self, verdict: StepVerdict) -> StepAnnotation:
        """Return a verdict with the step as it stands in its session."""
        if verdict.user_label is not None and verdict.user_label not in LABELS:
            raise ConfigurationError(
                f"{verdict.user_label!r} is no label",
                why="A step is correct or wrong; None stands for no label.",
                run="ami annotate --help",
            )
        session = self.session(verdict.session_id)
        steps = {step.step_num: step for step in self._sessions.steps(session)}
        step = steps.get(verdict.step_num)
        if step is None:
            raise ConfigurationError(
                f"Session {session.id} has no step {verdict.step_num}",
                why="A verdict is about a step that the run carried out.",
                evidence=[f"steps: {', '.join(map(str, steps)) or 'none'}", f"task: {session.task}"],
                run=f"ami annotate {session.id}",
            )
        ran = self._sessions.version(session)
        return StepAnnotation(
            session_id=session.id,
            step_num=verdict.step_num,
            user_label=verdict.user_label,
            user_correction=verdict.user_correction.strip(),
            reviewer=verdict.reviewer,
            task=session.task,
            workflow_id=session.workflow_id,
            action=step.action,
            target=step.target,
            value=step.value,
            features=features_of(step),
            place=outline_of(to_plain(ran)).place(verdict.step_num) if ran else (),
            session_run=session.run,
        )


def _path_of(fact: Fact) -> GoldenPath | None:
    """Return the golden path of a fact; None with a warning if it is malformed, because it may be a stranger's."""
    try:
        return from_plain(GoldenPath, dict(fact.data))
    except StoreError as error:
        warn_bookkeeping(f"The golden path {fact.id} is malformed, so it is ignored: {error.why}. Run next: ami doctor")
        return None


def _fact(mark: StepAnnotation, journal: Journal) -> Fact:
    return Fact(
        kind=Kind.VERDICT.value,
        run=journal.run,
        worker=journal.worker,
        task=mark.task,
        workflow=mark.workflow_id,
        data=GATE.data(data_of(mark)),
    )
