"""A proposal: a new or changed version that one run made, and that a green test adds to the store.

Frozen data and nothing else. It must never know a page, a store or how a version is confirmed.
"""

from __future__ import annotations

from dataclasses import dataclass

from pytest_ami.model.outcome import Run
from pytest_ami.model.workflow import Workflow
from pytest_ami.store.locator_history import HEAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """The result of replaying a healed version at once, from a clean context.

    Attributes:
        green: Whether the replay succeeded without a heal.
        failed: Whether the version did not fit the page. If neither is true, the version stays a candidate.
        text: The result as a phrase.
        evidence: Facts, one per line.
    """

    green: bool = False
    failed: bool = False
    text: str = ""
    evidence: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """The result as one word for reports: ``green``, ``failed`` or ``open``."""
        return "green" if self.green else "failed" if self.failed else "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A version that has not been accepted yet.

    Attributes:
        workflow: The version.
        run: The run that proposed it.
        confirmation: The result of its replay from a clean context; None if there was no such replay.
        origins: Foreign origins that its lessons have recorded.
    """

    workflow: Workflow
    run: Run
    origins: tuple[str, ...] = ()
    confirmation: Confirmation | None = None

    @property
    def healed(self) -> bool:
        """Whether a heal proposed the version, and not a teacher."""
        return self.workflow.provenance.author == HEAL
