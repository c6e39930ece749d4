"""One attempt of a plain test while it is observed: its calls, the locators that failed, the heals and their proofs.

Rules of this module:

* A heal needs two keys: the evidence about the element before it, and afterwards an expectation of the test that did
  not hold before it and holds now. The green run before it says which expectations follow. Without one nothing is
  acted on, and a test that never came to one is not green. An expectation on another page proves nothing: before the
  heal it was asked of the page of the call.
* An expectation is never healed: it is the judge.

It knows calls and sightings. It must never know a page or pytest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .calls import EXPECT, CallCounter, LocatorCall
from .judgement import same
from .records import KnownCall, LocatorProposal, as_data, expectation, sighting

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

MOST_PROOFS = 8
"""The most expectations that are asked before a heal whether they hold already."""


@dataclass(slots=True)
class WatchedCall:
    """A call that succeeded, and what the page told of its element so far.

    Attributes:
        call: The call.
        known: The same call of the last green test; None for a new one.
        digest: The digest of its element.
        element: Its element.
        answered: Whether the page has described the element.
    """

    call: LocatorCall
    known: KnownCall | None
    digest: str = ""
    element: Fingerprint | None = None
    answered: bool = False

    def take(self, digest: str, element: Fingerprint | None) -> None:
        """Take what the page tells; an empty digest means the known element."""
        self.answered = True
        if digest:
            self.digest, self.element = digest, element
        elif self.known:
            self.digest, self.element = self.known.digest, self.known.element

    @property
    def another(self) -> bool:
        """Whether it is another element than before."""
        was = self.known.element if self.known and not self.known.varies else None
        now = self.element
        return was is not None and now is not None and now is not was and not same(self.call, was, now)


@dataclass(slots=True)
class Heal:
    """A call that was carried out on another locator.

    Attributes:
        proposal: The locator that it went on with.
        order: Number of calls before it.
        proofs: The expectations that did not hold before it, by key.
        frame: The frame of the call, and of its proofs.
        proved: The key of the first that held afterwards; empty so far.
    """

    proposal: LocatorProposal
    order: int
    proofs: Mapping[str, Mapping[str, Any]]
    frame: str = ""
    proved: str = ""


@dataclass(slots=True)
class WatchedAttempt:
    """An attempt.

    Attributes:
        test: Node id of the test.
        number: 1, 2, ... within the run.
        known: The calls of the last green test, by key.
        heals: Whether this attempt may act on a heal.
        counter: Numbers the calls.
        seen: The calls that succeeded, in their order.
        proposals: The locators that failed.
        healed: The heals.
        equipped: The documents that have the script that describes an element, by frame and address.
    """

    test: str
    number: int
    root: Path
    known: Mapping[str, KnownCall]
    heals: bool = False
    counter: CallCounter = field(init=False)
    seen: list[WatchedCall] = field(default_factory=list)
    proposals: list[LocatorProposal] = field(default_factory=list)
    healed: list[Heal] = field(default_factory=list)
    equipped: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.counter = CallCounter(self.root)

    def passed(self, call: LocatorCall, frame: str = "") -> WatchedCall:
        """Note a call that succeeded in a frame; it may prove a heal there."""
        seen = WatchedCall(call, self.known.get(call.key))
        self.seen.append(seen)
        for heal in self.healed:
            if not heal.proved and heal.frame == frame and heal.proofs.get(call.key) == expectation(call.params):
                heal.proved = call.key
        return seen

    def possible_proofs(self, call: LocatorCall) -> dict[str, dict[str, Any]]:
        """Return the expectations of the last green test that can show the effect of a call.

        They are those up to the next action: what follows that one may be its effect, whatever was entered before.
        """
        known = self.known.get(call.key)
        if known is None:
            return {}
        found: dict[str, dict[str, Any]] = {}
        for one in sorted(self.known.values(), key=lambda one: one.order):
            if one.order <= known.order:
                continue
            if one.expects is not None and one.method == EXPECT:
                found[one.key] = one.expects
            elif one.method != EXPECT:
                break
        return dict(list(found.items())[:MOST_PROOFS])

    def sightings(self) -> dict[str, KnownCall]:
        """Return the calls of this green attempt as they are stored; what the page did not tell stays as it was."""
        kept: dict[str, KnownCall] = {}
        for one in self.seen:
            known = one.known
            if known and (not one.answered or one.element is known.element):
                kept[one.call.key] = replace(known, order=one.call.order)
                continue
            new = sighting(one.call, one.digest, one.element)
            kept[new.key] = replace(new, varies=bool(known and known.varies) or one.another)
        return kept

    def changed(self, kept: Mapping[str, KnownCall]) -> bool:
        """Return whether these calls are not the known ones, as they are stored: a secret is none of a difference."""
        return kept != self.known and as_data(kept.values()) != as_data(self.known.values())

    def others(self) -> Iterator[WatchedCall]:
        """Yield the calls that found another element than before."""
        return (one for one in self.seen if one.another)

    def doubts(self) -> Iterator[str]:
        """Yield why a green test that was healed is not green."""
        for heal in self.healed:
            where = f"{heal.proposal.was} was taken to be {heal.proposal.now}"
            if not heal.proved:
                yield f"{where}, and the test came to no expectation that would show it"
            for one in self.others():
                if one.call.order > heal.order and one.element:
                    yield f"{where}, and afterwards a locator found {one.element.title()}, not the element of before"
