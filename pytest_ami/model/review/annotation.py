"""Sessions and verdicts: the runs that a person reviews, their steps, and the person's labels.

This module knows the form of a verdict. It must never know where verdicts are kept or what follows from them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

CORRECT = "correct"
"""The label of a step that did the right thing."""

WRONG = "wrong"
"""The label of a step that must never be replayed again."""

LABELS = frozenset({CORRECT, WRONG})
"""All labels; None stands for no label."""


@dataclass(frozen=True, slots=True)
class StepVerdict:
    """The verdict of one person on one step, before it is stored.

    Attributes:
        session_id: Id of the session.
        step_num: Number of the step, from 1.
        user_label: ``correct``, ``wrong``, or None for no label; None withdraws the reviewer's earlier verdict.
        user_correction: The right action in the person's words; empty for none.
        reviewer: Name of the person.
    """

    session_id: str
    step_num: int
    user_label: str | None
    user_correction: str = ""
    reviewer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepAnnotation(StepVerdict):
    """A stored verdict, with the step as the person saw it.

    Attributes:
        at: Time of the verdict, UTC, ISO 8601.
        fact: Id of its fact.
        task: Task of the session.
        workflow_id: Id of the version that the session ran or made; empty if there is none.
        action: Kind of the step's action.
        target: The element of the step as a phrase, such as ``button "Send"``.
        value: Template of the step's text, option, key or URL.
        features: Features of the step that error patterns compare, such as ``role:button`` and ``page:/compose``.
        place: The step and the step before it, in the parts that identify both; empty if the version has no such step.
        session_run: Id of the test run of the session.
    """

    at: str = ""
    fact: str = ""
    task: str = ""
    workflow_id: str = ""
    action: str = ""
    target: str = ""
    value: str = ""
    features: tuple[str, ...] = ()
    place: tuple[str, ...] = ()
    session_run: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One run of one task, as its ``test_finished`` fact describes it.

    Attributes:
        id: Id of the session.
        task: The task.
        workflow_id: Id of the version that ran or was learned; empty if there is none.
        version: Its number, 0 if there is none.
        outcome: Value of an ``Outcome``.
        passed: Whether the test was green.
        seconds: Wall time.
        steps: Number of steps carried out.
        run: Id of the test run.
        worker: Name of the process.
        test: Node id of the test.
        attempt: Number of the attempt.
        at: Time at which it ended, UTC, ISO 8601.
        labels: Number of steps by label: ``correct``, ``wrong``, and ``conflict`` for steps with both.
    """

    id: str
    task: str
    workflow_id: str = ""
    version: int = 0
    outcome: str = ""
    passed: bool = False
    seconds: float = 0.0
    steps: int = 0
    run: str = ""
    worker: str = ""
    test: str = ""
    attempt: int = 1
    at: str = ""
    labels: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEvidence:
    """One line of the evidence file of a session, ``steps.jsonl``; all fields but the number may be missing.

    Attributes:
        step: Number of the step, from 1.
        action: Kind of the action.
        target: The element as a phrase.
        value: Template of the text, option, key or URL.
        url: Address of the page.
        thinking: The teacher's reasons.
        verdict: The decision about the element.
        candidates: The elements that were compared, one phrase each.
        margin: Lead of the chosen element over the next one, 0 to 1; None if it was not measured.
        expected: Effects that were expected, one phrase each.
        seen: Effects that were seen, one phrase each.
        seconds: Duration of the step.
        before: File name of the picture before the step, in the folder of pictures of the run.
        after: File name of the picture after it.
    """

    step: int
    action: str = ""
    target: str = ""
    value: str = ""
    url: str = ""
    thinking: str = ""
    verdict: str = ""
    candidates: tuple[str, ...] = ()
    margin: float | None = None
    expected: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    seconds: float = 0.0
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionStep:
    """One step of a session: the stored step, the facts about it, its evidence and its verdicts.

    Attributes:
        step_num: Number of the step, from 1.
        action: Kind of the action.
        target: The element as a phrase.
        value: Template of the text, option, key or URL.
        page: Normalised route of the page of the step.
        drift: Cause of the drift at this step; empty for none.
        healed: Whether the element was healed.
        notes: Evidence of the drift or the heal, one phrase each.
        evidence: The line of the evidence file; None if there is none.
        annotations: Standing verdicts, oldest first; empty if they were not asked for.
    """

    step_num: int
    action: str
    target: str = ""
    value: str = ""
    page: str = ""
    drift: str = ""
    healed: bool = False
    notes: tuple[str, ...] = ()
    evidence: StepEvidence | None = None
    annotations: tuple[StepAnnotation, ...] = ()

    @property
    def user_label(self) -> str | None:
        """The label that counts: ``wrong`` if any reviewer says so, else ``correct``; None without a verdict."""
        labels = {one.user_label for one in self.annotations}
        return WRONG if WRONG in labels else CORRECT if CORRECT in labels else None

    @property
    def user_correction(self) -> str:
        """The latest correction; empty if there is none."""
        return next((one.user_correction for one in reversed(self.annotations) if one.user_correction), "")

    @property
    def conflict(self) -> bool:
        """Whether reviewers disagree."""
        return {one.user_label for one in self.annotations} >= LABELS

    @property
    def title(self) -> str:
        """The step as a phrase, such as ``fill textbox "To" with {{to}}``."""
        words = f"{self.action.replace('_', ' ')} {self.target}".strip()
        if self.value and self.action in ("fill", "select", "upload"):
            return f"{words} with {self.value}"
        return f"{words} {self.value}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """The consequence of a verdict, before or after it is stored.

    Attributes:
        tasks: The tasks that it touches.
        put_aside: Ids of the versions that never run again.
        restored: Ids of the versions that run again because a verdict is withdrawn.
        takes_over: Id of the version that runs afterwards; empty if there is none.
        lesson: Whether the next run has to learn the task, because no version is left.
        proposal: Id of the candidate that the correction made; empty for none, and before it is stored.
        advice: Whether the correction is kept as advice for lessons, because it names no known element.
    """

    tasks: tuple[str, ...] = ()
    put_aside: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()
    takes_over: str = ""
    lesson: bool = False
    proposal: str = ""
    advice: bool = False
