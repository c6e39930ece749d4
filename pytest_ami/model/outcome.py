"""The outcomes of a run, the causes of a drift, and the cost of a teacher."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Outcome(str, Enum):
    """The outcome of one ``ami.run()``; reports show the value."""

    REPLAYED = "replayed"
    HEALED = "healed"
    RELEARNED = "relearned"
    LEARNED = "learned"
    STALE = "stale"
    FAILED = "failed"
    HARNESS_ERROR = "harness_error"


_OUTCOMES = frozenset(one.value for one in Outcome)


def known_outcome(value: object) -> str:
    """Return the value of an outcome; ``failed`` for anything else that a stranger's journal may hold in its place."""
    return value if isinstance(value, str) and value in _OUTCOMES else Outcome.FAILED.value


class Cause(str, Enum):
    """The cause of a drift: the reason why a step could not be carried out as stored."""

    MISSING = "missing"
    AMBIGUOUS = "ambiguous"
    MOVED = "moved"
    RENAMED = "renamed"
    COVERED = "covered"
    NOT_READY = "not_ready"
    WRONG_EFFECT = "wrong_effect"
    FLOW_CHANGED = "flow_changed"
    APP_DOWN = "app_down"

    @property
    def blames_page(self) -> bool:
        """Return whether the cause says that the page has changed (and so may make a workflow stale)."""
        return self not in (Cause.NOT_READY, Cause.APP_DOWN)


class Reason(str, Enum):
    """The attribution of a step that could not be carried out; ``elements.attribution`` makes it."""

    PAGE_CHANGED = "page_changed"
    APPLICATION_BROKEN = "application_broken"
    ENVIRONMENT_DOWN = "environment_down"
    DATA_MISSING = "data_missing"
    TIMING = "timing"
    OUTCOME_DIFFERS = "outcome_differs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """A difference between a stored step and the page.

    Attributes:
        step: Number of the step, from 1.
        cause: Cause of the drift.
        title: The step as a phrase.
        evidence: Facts, one per line.
        old_xpath: Recorded XPath of the element.
        new_xpath: XPath of the element that was found or relearned; empty for none.
        reason: Value of a ``Reason``; empty if it was not determined, as in data of older versions.
    """

    step: int
    cause: Cause
    title: str
    evidence: tuple[str, ...] = ()
    old_xpath: str = ""
    new_xpath: str = ""
    reason: str = ""

    @property
    def blames_page(self) -> bool:
        """Return whether the page has changed, by cause and by reason: only then does a version's status change."""
        return self.cause.blames_page and self.reason in ("", Reason.PAGE_CHANGED.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """The cost of a teacher: model calls, tokens, seconds of waiting, and dollars if prices are known."""

    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0
    money: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        """Return the sum of both."""
        return Usage(
            calls=self.calls + other.calls,
            tokens=self.tokens + other.tokens,
            seconds=self.seconds + other.seconds,
            money=self.money + other.money,
        )

    def __sub__(self, other: Usage) -> Usage:
        """Return the usage since ``other``."""
        return Usage(
            calls=self.calls - other.calls,
            tokens=self.tokens - other.tokens,
            seconds=self.seconds - other.seconds,
            money=self.money - other.money,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEvidence:
    """One step of a run as people review it; ``runs/<run>/<session>/steps.jsonl`` has one on each line.

    Attributes:
        step: Its number, from 1: of a replay the number of the stored step, of a lesson that of the learned one.
        action: Kind of the action, such as ``click``; in a failed lesson also ``back`` or ``perform``.
        target: The element as a phrase; empty for none.
        value: Template of the text, option, key or URL.
        url: Address of the page before the action; the stored route if nobody saw it.
        thinking: Why a teacher did it; empty in a replay.
        verdict: ``same``, ``drifted``, ``repaired``, ``left out``, ``chosen``, ``done`` (no element), ``taught``,
            ``refused``, or the cause of the drift at which the flow stopped.
        evidence: The reasons of the verdict, one fact each; for a heal the two keys among them.
        candidates: The elements that were compared, best first; empty if all decisive evidence agreed.
        margin: Lead of the first candidate over the next, in points; None without a rival.
        expected: The recorded effects as phrases.
        seen: Effects that were seen as phrases, with an address that changed.
        texts: Texts of the page at which the flow stopped, messages first.
        seconds: From the end of the action before to the end of this one.
        before: Name of the picture before the action, its element framed; empty for none.
        after: Name of the picture after it.
    """

    step: int
    action: str = ""
    target: str = ""
    value: str = ""
    url: str = ""
    thinking: str = ""
    verdict: str = ""
    evidence: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    margin: float | None = None
    expected: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    seconds: float = 0.0
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The result of ``ami.run()``.

    Attributes:
        task: The workflow's task.
        outcome: Outcome of the run.
        steps: Number of steps carried out.
        seconds: Wall time.
        model_calls: Calls to a model, 0 on every replay.
        tokens: Tokens those calls used.
        money: Dollars those calls cost, as far as the prices of the models are known.
        unpriced: Number of those calls whose price is not known.
        drift: The drift that was met, if any.
        version: Version of the workflow that was run, or that was learned.
        workflow_id: Id of that version.
        lesson: The cost of the lessons that made the replayed version; None if nothing was replayed or it is unknown.
        healed: Numbers of the steps that were healed.
        teacher: Name of the teacher that was asked, or an empty string.
        drifting: Evidence that elements are changing although the run passed, one line each; empty for none.
        confirmed: Result of replaying the healed version from a clean context: ``green``, ``failed``, or ``open`` if
            there is no result; empty if no such replay was requested.
        findings: Literals in the learned steps that look like data of this one run, and names that a model gave and
            that are left out, one sentence each.
        rejected: Facts that show that the application refused the flow, as the test expected; empty for none.
        transcript: Path of the conversation with a model, from the folder of the project; empty for none.
        similar: How similarity has selected the flow, and how to name it for certain; empty if its words have.
        evidence: The steps that were carried out, as people review them.
        session: Id of this run of this task, for its evidence and for verdicts of people; empty if it never began.
    """

    task: str
    outcome: Outcome
    steps: int = 0
    seconds: float = 0.0
    model_calls: int = 0
    tokens: int = 0
    money: float = 0.0
    unpriced: int = 0
    drift: Drift | None = None
    version: int = 0
    workflow_id: str = ""
    lesson: Usage | None = None
    healed: tuple[int, ...] = ()
    teacher: str = ""
    drifting: tuple[str, ...] = ()
    confirmed: str = ""
    findings: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    transcript: str = ""
    similar: str = ""
    session: str = ""
    evidence: tuple[StepEvidence, ...] = field(default=(), repr=False, compare=False)
