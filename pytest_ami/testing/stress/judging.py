"""What is true about a run, told from what two undisturbed runs have done. Pure.

Rules of this module:

* The tool's own word is a claim. Whom the run touched, what it sent and where it ended say whether it was right.
* A break that met nothing was none: such a run is judged as one on a redesign that keeps the meaning.
* Nothing here holds a value of a run; values stand as their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pytest_ami.testing.redesign.page import Deed
from pytest_ami.testing.redesign.redesign import Redesign
from pytest_ami.testing.redesign.trial import Claim, Result, Truth, result
from pytest_ami.testing.redesign.verdict import compared

from .effects import Sent, Wanted, differences, wanted

BAD = (Result.WRONG, Result.FALSE_PASS, Result.FAILED)
"""What must never happen, the worst first."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a run ended: the page's path, and the names of the values it showed."""

    path: str = ""
    shown: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What was seen of a run.

    Attributes:
        number: Of the run; its values follow from it.
        redesign: What was laid over the pages.
        claim: The tool's own word.
        why: Why it stopped, in its own words.
        healed: Numbers of the steps that it healed.
        seconds: How long the replay took.
        applied: How many elements or pages each mutation has changed.
        faults: What went wrong inside a mutation.
        deeds: What was done to which element, values as names.
        names: Names of the values that may stand in deeds.
        requests: What was sent that may have changed something.
        end: Where it ended.
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
    requests: tuple[Sent, ...] = ()
    end: End = End()

    @property
    def active(self) -> Redesign:
        """The redesign without the mutations that met nothing."""
        at_work = (one for one, n in zip(self.redesign.mutations, self.applied, strict=True) if n)
        return Redesign(tuple(at_work), self.redesign.seed)


@dataclass(frozen=True, slots=True)
class Expected:
    """What two undisturbed runs agree on.

    Attributes:
        deeds: Whom the flow touches.
        wanted: What it sends.
        path: Where it ends; None if the two differ.
        shown: Names of the values that are shown there.
    """

    deeds: tuple[Deed, ...]
    wanted: Wanted
    path: str | None
    shown: frozenset[str]

    @classmethod
    def of(cls, first: Tried, second: Tried) -> Expected:
        """Return it for these two."""
        path = first.end.path if first.end.path == second.end.path else None
        deeds = tuple(dict.fromkeys((*first.deeds, *second.deeds)))
        return cls(deeds, wanted(first.requests, second.requests), path, first.end.shown & second.end.shown)

    def met(self, requests: Sequence[Sent], end: End) -> bool:
        """Tell whether all has been sent, and the end is reached."""
        return not differences(self.wanted, requests)[0] and self.reached(end)

    def reached(self, end: End) -> bool:
        """Tell whether this is where the flow ends."""
        return self.path in (None, end.path) and self.shown <= end.shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A run and what it was.

    Attributes:
        tried: What was seen.
        keeps: Whether what was changed keeps the meaning.
        result: What the run was.
        wrong: What was touched and should not have been.
        missing: What was not sent.
        extra: What was sent and should not have been.
        arrived: Whether it ended where it should.
        unseen: Names of the values that should have been shown there, and were not.
    """

    tried: Tried
    keeps: bool
    result: Result
    wrong: tuple[Deed, ...] = ()
    missing: tuple[Sent, ...] = ()
    extra: tuple[Sent, ...] = ()
    arrived: bool = True
    unseen: tuple[str, ...] = ()

    @property
    def mutations(self) -> tuple[str, ...]:
        """Names of the mutations that changed something, each once."""
        return tuple(dict.fromkeys(type(one).__name__ for one in self.tried.active.mutations))

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        tried = self.tried
        return {
            "number": tried.number,
            "redesign": str(tried.redesign),
            "keeps": self.keeps,
            "result": self.result.value,
            "claim": tried.claim.value,
            "why": tried.why,
            "healed": list(tried.healed),
            "applied": list(tried.applied),
            "touched_wrongly": [f"{deed.what} {deed.key}" for deed in self.wrong],
            "not_sent": list(map(str, self.missing)),
            "sent_wrongly": list(map(str, self.extra)),
            "arrived": self.arrived,
            "ended": tried.end.path,
            "not_shown": list(self.unseen),
            "seconds": round(tried.seconds, 2),
            "faults": list(tried.faults),
        }


def judged(expected: Expected, tried: Tried) -> Row:
    """Return what a run was."""
    touched = compared(expected.deeds, tried.deeds, {name: "{{" + name + "}}" for name in tried.names})
    missing, extra = differences(expected.wanted, tried.requests)
    applied = any(tried.applied)
    keeps = (tried.active if applied else tried.redesign).keeps
    arrived = expected.reached(tried.end)
    wrong = (*touched.wrong, *(touched.elsewhere if missing or extra else ()))
    truth = Truth(effects=not missing, harm=bool(extra), wrong=bool(wrong), arrived=arrived, applied=applied)
    return Row(
        tried=tried,
        keeps=keeps,
        result=result(tried.claim, truth, keeps=keeps),
        wrong=wrong,
        missing=missing,
        extra=extra,
        arrived=arrived,
        unseen=tuple(sorted(expected.shown - tried.end.shown)),
    )
