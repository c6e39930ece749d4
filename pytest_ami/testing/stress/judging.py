"""The result of a run, judged by two undisturbed runs. Pure.

Rules of this module:

* The tool's own word is a claim. The touched elements, the sent requests and the final page decide whether it was
  right.
* A break that met no element is no break: such a run is judged like one on a redesign that keeps the meaning.
* No object here holds a value of a run; values stand as their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pytest_ami.testing.redesign.page import Deed
from pytest_ami.testing.redesign.redesign import Redesign
from pytest_ami.testing.redesign.trial import Claim, TrialResult, Truth, result
from pytest_ami.testing.redesign.verdict import compared

from .effects import ExpectedRequests, SentRequest, differences, expected_requests

BAD = (TrialResult.WRONG, TrialResult.FALSE_PASS, TrialResult.FAILED)
"""The results that must never happen, the worst first."""


@dataclass(frozen=True, slots=True)
class EndState:
    """Where a run ended: the page's path, and the names of the values it showed."""

    path: str = ""
    shown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedRun:
    """The observations of a run.

    Attributes:
        number: Number of the run; its values follow from it.
        redesign: The applied redesign.
        claim: The claim of the tool.
        why: Its own reason for stopping.
        healed: Numbers of the healed steps.
        seconds: Duration of the replay.
        applied: How many elements or pages each mutation has changed.
        faults: Errors inside a mutation.
        deeds: The actions on elements, with the names of values.
        names: Names of the values that may stand in deeds.
        requests: The requests that may have changed data.
        end: The final state.
    """

    number: int
    redesign: Redesign
    claim: Claim
    why: str = ""
    healed: tuple[int, ...] = ()
    seconds: float = 0.0
    applied: tuple[int, ...] = ()
    faults: tuple[str, ...] = ()
    deeds: tuple[Deed, ...] = ()
    names: tuple[str, ...] = ()
    requests: tuple[SentRequest, ...] = ()
    end: EndState = EndState()

    @property
    def active(self) -> Redesign:
        """The redesign without the mutations that met nothing."""
        at_work = (one for one, n in zip(self.redesign.mutations, self.applied, strict=True) if n)
        return Redesign(tuple(at_work), self.redesign.seed)


@dataclass(frozen=True, slots=True)
class Baseline:
    """The common part of two undisturbed runs.

    Attributes:
        deeds: The actions of the flow on elements.
        expected_requests: The requests of the flow.
        path: The final path; None if the two differ.
        shown: Names of the values that the final page shows.
    """

    deeds: tuple[Deed, ...]
    expected_requests: ExpectedRequests
    path: str | None
    shown: frozenset[str]

    @classmethod
    def of(cls, first: ObservedRun, second: ObservedRun) -> Baseline:
        """Return it for these two."""
        path = first.end.path if first.end.path == second.end.path else None
        deeds = tuple(dict.fromkeys((*first.deeds, *second.deeds)))
        return cls(deeds, expected_requests(first.requests, second.requests), path, first.end.shown & second.end.shown)

    def met(self, requests: Sequence[SentRequest], end: EndState) -> bool:
        """Tell whether all has been sent, and the end is reached."""
        return not differences(self.expected_requests, requests)[0] and self.reached(end)

    def reached(self, end: EndState) -> bool:
        """Tell whether this is where the flow ends."""
        return self.path in (None, end.path) and self.shown <= end.shown


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRun:
    """A run and its result.

    Attributes:
        observed: The observations.
        keeps: Whether the applied mutations keep the meaning.
        result: The result of the run.
        wrong: Actions on wrong elements.
        missing: Requests that are missing.
        extra: Requests outside the flow.
        arrived: Whether it ended on the right page.
        unseen: Names of the values that the final page should show and does not.
    """

    observed: ObservedRun
    keeps: bool
    result: TrialResult
    wrong: tuple[Deed, ...] = ()
    missing: tuple[SentRequest, ...] = ()
    extra: tuple[SentRequest, ...] = ()
    arrived: bool = True
    unseen: tuple[str, ...] = ()

    @property
    def mutations(self) -> tuple[str, ...]:
        """Names of the mutations that changed something, each once."""
        return tuple(dict.fromkeys(type(one).__name__ for one in self.observed.active.mutations))

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        observed = self.observed
        return {
            "number": observed.number,
            "redesign": str(observed.redesign),
            "keeps": self.keeps,
            "result": self.result.value,
            "claim": observed.claim.value,
            "why": observed.why,
            "healed": list(observed.healed),
            "applied": list(observed.applied),
            "touched_wrongly": [f"{deed.what} {deed.key}" for deed in self.wrong],
            "not_sent": list(map(str, self.missing)),
            "sent_wrongly": list(map(str, self.extra)),
            "arrived": self.arrived,
            "ended": observed.end.path,
            "not_shown": list(self.unseen),
            "seconds": round(observed.seconds, 2),
            "faults": list(observed.faults),
        }


def judge(expected: Baseline, observed: ObservedRun) -> JudgedRun:
    """Return the result of a run."""
    touched = compared(expected.deeds, observed.deeds, {name: "{{" + name + "}}" for name in observed.names})
    missing, extra = differences(expected.expected_requests, observed.requests)
    applied = any(observed.applied)
    keeps = (observed.active if applied else observed.redesign).keeps
    arrived = expected.reached(observed.end)
    wrong = (*touched.wrong, *(touched.elsewhere if missing or extra else ()))
    truth = Truth(effects=not missing, harm=bool(extra), wrong=bool(wrong), arrived=arrived, applied=applied)
    return JudgedRun(
        observed=observed,
        keeps=keeps,
        result=result(observed.claim, truth, keeps=keeps),
        wrong=wrong,
        missing=missing,
        extra=extra,
        arrived=arrived,
        unseen=tuple(sorted(expected.shown - observed.end.shown)),
    )
