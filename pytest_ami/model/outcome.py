"""How a run ended, and why a step drifted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Outcome(str, Enum):
    """How one ``ami.run()`` ended; the value is what reports show."""

    REPLAYED = "replayed"
    HEALED = "healed"
    RELEARNED = "relearned"
    LEARNED = "learned"
    STALE = "stale"
    FAILED = "failed"
    HARNESS_ERROR = "harness_error"


class Cause(str, Enum):
    """Why a step could not be carried out as stored."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """A difference between a stored step and the page.

    Attributes:
        step: Number of the step, from 1.
        cause: Why.
        title: The step as a phrase.
        evidence: Facts, one per line.
        old_xpath: Where the element was.
        new_xpath: Where it was found or relearned; empty when it was not.
        reason: Value of a ``Reason``; empty where nobody has asked, as in what older versions wrote.
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
        """Return whether the page has changed, by cause and by reason: only that touches a version's status."""
        return self.cause.blames_page and self.reason in ("", Reason.PAGE_CHANGED.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """The cost of a teacher: model calls, tokens, seconds spent waiting for it, and dollars where prices are known."""

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
        """Return what has come since ``other``."""
        return Usage(
            calls=self.calls - other.calls,
            tokens=self.tokens - other.tokens,
            seconds=self.seconds - other.seconds,
            money=self.money - other.money,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The result of ``ami.run()``.

    Attributes:
        task: The workflow's task.
        outcome: How it ended.
        steps: Number of steps carried out.
        seconds: Wall time.
        model_calls: Calls to a model, 0 on every replay.
        tokens: Tokens those calls used.
        money: Dollars those calls cost, where the model's price is known.
        drift: The drift that was met, if any.
        version: Version of the workflow that was run, or that was learned.
        workflow_id: Id of that version.
        healed: Numbers of the steps that were healed.
        teacher: Name of the teacher that was asked, or an empty string.
        drifting: Evidence that the elements move away although the run passed, one line each; empty when they do not.
        confirmed: What came of replaying what was healed from a clean context: ``green``, ``failed`` or ``open``, where
            nothing can be said; empty when that was not asked for.
        findings: What looks like data of this one run in what was learned, one sentence each.
    """

    task: str
    outcome: Outcome
    steps: int = 0
    seconds: float = 0.0
    model_calls: int = 0
    tokens: int = 0
    money: float = 0.0
    drift: Drift | None = None
    version: int = 0
    workflow_id: str = ""
    healed: tuple[int, ...] = ()
    teacher: str = ""
    drifting: tuple[str, ...] = ()
    confirmed: str = ""
    findings: tuple[str, ...] = ()
