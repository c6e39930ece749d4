"""Feedback: records the verdicts of people on the steps of sessions, and applies what follows from them.

Rules of this module:

* A verdict is a fact, appended once. All verdicts of a call are checked first and written at once.
* A step marked wrong is never replayed again: every version that the mark touches is put aside (``affected``). If no
  version is left to run, the last good one takes over, else the next run learns the task.
* A mark that is withdrawn brings a version back, unless another mark touches it.
* The consequences follow from all verdicts that stand. So if a process is killed between a verdict and its
  consequence, the next verdict on the task completes it.
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
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.review.annotation import LABELS, WRONG, Impact, Session, SessionStep, StepAnnotation, StepVerdict
from pytest_ami.model.review.golden_path import CommonError, ErrorPattern, GoldenPath
from pytest_ami.model.workflow import Provenance, Status
from pytest_ami.store.facts import Fact, Kind
from pytest_ami.store.journal import writable
from pytest_ami.store.locator_history import CORRECTED
from pytest_ami.store.transitions import Event
from pytest_ami.store.warnings import warn_bookkeeping

from .affected import joined, place_of, touches
from .session_fold import annotation_of, data_of, features_of, labels_of, standing
from .session_reader import SessionReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.duckdb.database import Database
    from pytest_ami.store.journal import Journal
    from pytest_ami.store.lifecycle import Lifecycle
    from pytest_ami.store.versions import Knowledge, VersionReader


class Feedback:
    """The sessions of a store and the verdicts on them.

    Args:
        knowledge: The versions and their statuses.
        database: The database; it may be missing.
        journal: The journal of this process; None if the store is read-only.
        lifecycle: Sets the statuses of versions.
        reader: Reads the contents of versions.
        add: Adds a version to the store as a candidate, and returns it.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        database: Database,
        journal: Journal | None,
        lifecycle: Lifecycle,
        reader: VersionReader,
        add: Callable[[Workflow], Workflow],
    ) -> None:
        """Read nothing yet."""
        self._knowledge = knowledge
        self._folder = database.folder
        self._journal = journal
        self._lifecycle = lifecycle
        self._reader = reader
        self._add_version = add
        self._annotations: dict[str, StepAnnotation | None] = {}
        self._sessions = SessionReader(database.folder, knowledge, reader)

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
        known = self._knowledge.verdicts()
        chosen = known.values() if task is None else (known.get(task, {}),)
        found = (self._annotation(fact) for facts in chosen for fact in facts.values())
        return standing(one for one in found if one is not None)

    def _annotation(self, fact: Fact) -> StepAnnotation | None:
        if fact.id not in self._annotations:
            self._annotations[fact.id] = annotation_of(fact)
        return self._annotations[fact.id]

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
        marks = [mark for mark in map(self._mark, verdicts) if mark.user_label or self._earlier(mark)]
        tasks = sorted({mark.task for mark in marks if mark.user_label == WRONG or self._was_wrong(mark)})
        journal.repeat([_fact(mark, journal) for mark in marks])
        impacts = [self._apply(task) for task in tasks]
        proposals = [self._propose(mark) for mark in marks if mark.user_label == WRONG and mark.user_correction]
        found = joined(impacts, sorted({mark.task for mark in marks}))
        made = next((proposal for proposal in proposals if proposal), "")
        return replace(found, proposal=made, advice="" in proposals)

    def apply(self, tasks: Iterable[str]) -> Impact:
        """Apply what follows from verdicts that came in with a journal; without one, nothing changes.

        Args:
            tasks: The tasks of the facts that came in.

        Raises:
            StoreError: The store cannot be read, or was opened without a journal.
        """
        judged = sorted({mark.task for mark in self.standing()} & set(tasks))
        return joined([self._apply(task) for task in judged], judged)

    def impact(self, verdict: StepVerdict) -> Impact:
        """Return what would follow from a verdict, without recording it.

        Raises:
            ConfigurationError: The session, the step or the label does not exist.
            StoreError: The store cannot be read.
        """
        mark = self._mark(verdict)
        before = self.standing(mark.task)
        after = standing([*before, replace(mark, fact="~")])
        found = self._consequence(mark.task, after)
        if mark.user_label == WRONG and mark.user_correction:
            return replace(found, advice=self._correction(mark) is None)
        return found

    def check(self, workflow: Workflow) -> Workflow:
        """Put a version that was just added aside, if it has a step that was marked wrong; return it with its status.

        Raises:
            StoreError: The store cannot be read, or was opened without a journal.
        """
        marks = [one for one in self.standing(workflow.task) if one.user_label == WRONG]
        mark = next((mark for mark in marks if touches(mark, workflow)), None)
        if mark is None:
            return workflow
        text = f"it has a step that {mark.reviewer or 'a person'} marked wrong: {mark.action} {mark.target}".rstrip()
        self._lifecycle.put_aside([workflow.id], workflow.task, text=text)
        warn_bookkeeping(
            f'Version {workflow.version} of "{workflow.task}" does not run: {text}. '
            f"Run next: ami annotate {mark.session_id}"
        )
        return replace(workflow, status=Status.RETIRED)

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
        latest = {fact.task: fact for fact in facts}
        return tuple(from_plain(GoldenPath, dict(fact.data)) for _, fact in sorted(latest.items()))

    def errors(self, task: str | None = None) -> tuple[ErrorPattern, ...]:
        """Return the error patterns of the verdicts that stand, the most frequent first.

        Args:
            task: The task; None for all tasks.

        Raises:
            StoreError: The store cannot be read.
        """
        return ErrorPatternAnalyzer().analyze_errors(self.standing(task))

    # -- consequences -----------------------------------------------------------------------------------------------

    def _consequence(self, task: str, marks: Iterable[StepAnnotation]) -> Impact:
        """Return what follows for a task if these verdicts stand, compared with the statuses of its versions now."""
        wrong = [mark for mark in marks if mark.user_label == WRONG]
        versions = self._knowledge.lineages().versions(task)
        known = [(one, flow) for one in versions if (flow := self._reader.safe(one)) is not None]
        hit = {one.id for one, flow in known if any(touches(mark, flow) for mark in wrong)}
        aside = {one.id for one in versions if one.record.reason == Event.MARKED_WRONG.value}
        back = sorted(aside - hit)
        heir = self._lifecycle.successor(task, hit)
        takes_over = back[-1] if back else heir.id if heir else ""
        return Impact(
            tasks=(task,),
            put_aside=tuple(sorted(hit - aside)),
            restored=tuple(back),
            takes_over=takes_over,
            lesson=not takes_over,
        )

    def _apply(self, task: str) -> Impact:
        marks = self.standing(task)
        found = self._consequence(task, marks)
        for version in found.restored:
            self._lifecycle.release(version, text="the verdict on its step was withdrawn")
        if found.put_aside:
            wrong = [mark for mark in marks if mark.user_label == WRONG]
            lines = [f"session {m.session_id}, step {m.step_num}: {m.action} {m.target}".rstrip() for m in wrong]
            text = "a person marked one of its steps wrong"
            self._lifecycle.put_aside(found.put_aside, task, text=text, evidence=lines)
        current = self._knowledge.lineages().current(task)
        return replace(found, takes_over=current.id if current else "", lesson=current is None)

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

    def _earlier(self, mark: StepAnnotation) -> StepAnnotation | None:
        """Return the standing verdict of the same reviewer on the same step."""
        key = (mark.session_id, mark.step_num, mark.reviewer)
        known = self.standing(mark.task)
        return next((one for one in known if (one.session_id, one.step_num, one.reviewer) == key), None)

    def _was_wrong(self, mark: StepAnnotation) -> bool:
        earlier = self._earlier(mark)
        return earlier is not None and earlier.user_label == WRONG

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
            place=place_of(ran, verdict.step_num) if ran else (),
            session_run=session.run,
        )


def _fact(mark: StepAnnotation, journal: Journal) -> Fact:
    return Fact(
        kind=Kind.VERDICT.value,
        run=journal.run,
        worker=journal.worker,
        task=mark.task,
        workflow=mark.workflow_id,
        data=GATE.data(data_of(mark)),
    )
