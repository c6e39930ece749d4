"""Is it still the element, and which one is it today? The product's own comparison decides. Pure.

Rules of this module:

* The verdict is that of ``elements.identity``: two independent keys, no contradiction, a lead over every rival. No rule
  is added that lets more through.
* An expectation checks texts by itself. Of its element only the kind and the own attributes are compared.
* A heal may not act where the effect lasts on the server: then the run only proposes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.elements.commits import commits
from pytest_ami.elements.element import element
from pytest_ami.elements.identity import HealSearch, Identity, Verdict
from pytest_ami.elements.name_match import lasts
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import Step

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import StepKind

    from .calls import LocatorCall

MOST_CHOICES = 6
"""The most elements of a page that are named beside the decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatorFinding:
    """The element of a locator that failed.

    Attributes:
        was: The element that it found before.
        now: The element today; None if the evidence does not suffice.
        verdict: The judgement with its evidence.
        nearest: The elements of the page that are most like it.
    """

    was: Fingerprint
    now: Fingerprint | None
    verdict: Verdict
    nearest: tuple[Fingerprint, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether the evidence suffices without the recorded request as a guard."""
        return self.now is not None and not self.verdict.guarded


def found(was: Fingerprint, kind: StepKind, candidates: Sequence[Candidate], home: tuple[str, ...]) -> LocatorFinding:
    """Return which of all candidates on a page is the element of a locator that failed.

    Args:
        was: The element that it found before.
        kind: The action.
        candidates: Every element of the page that may be it.
        home: The frame in which the locator looks.
    """
    here = [one for one in candidates if one.frame == home]
    verdict = HealSearch(was, kind, here, {}, home=home).verdict()
    ready = verdict.usable and verdict.index >= 0 and here[verdict.index].problem in ("", "covered", "disabled")
    now = here[verdict.index].fingerprint if ready else None
    return LocatorFinding(
        was=was,
        now=now,
        verdict=verdict,
        nearest=tuple(one.fingerprint for one in here if not one.problem)[:MOST_CHOICES],
    )


def same(call: LocatorCall, was: Fingerprint, now: Fingerprint) -> bool:
    """Return whether a locator that succeeded has found the element that it found before."""
    if not call.acts:
        old, new = element(was), element(now)
        return (old.tag, old.role, old.identity) == (new.tag, new.role, new.identity)
    return HealSearch(was, call.kind, [Candidate(fingerprint=now)], {}).verdict().identity in (
        Identity.SAME,
        Identity.DRIFTED,
    )


def lasting(kind: StepKind, *elements: Fingerprint, enters: bool = False) -> bool:
    """Return whether the effect of an action on one of these elements may last on the server.

    Args:
        kind: The action.
        elements: The elements.
        enters: Whether it presses Enter: in a field that is none for a search, this sends a form or a message.
    """
    if enters and any(one.role != "searchbox" for one in elements):
        return True
    return any(lasts(one.name or one.text) or commits(Step(kind=kind, target=one)) for one in elements)
