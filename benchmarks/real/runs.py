"""One run of one flow, and its verdict: the test is green or red, and the server says what happened. Pure."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Verdict = Literal["right", "wrong green", "wrong red", "stopped", "broken"]

UNCHANGED = ("replay", "restart")
"""Phases in which a flow runs on the release on which it was learned, so that a red test is a false alarm."""

LESSONS = ("learn", "relearn", "alone")
"""Phases in which a teacher acts: a wrong action there is the teacher's, and a green test has to catch it."""

TEACHERS = ("demonstration", "offline", "model")
"""Teachers that learn a flow again on a later release."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One test of a learned flow, or the same flow by hand.

    Attributes:
        release: On which it ran.
        phase: Of ``learn``, ``replay``, ``restart``, ``pace``, ``redesign``, ``relearn``, ``relearned``,
            ``alone``, ``alone again``.
        teacher: Who had to teach; empty where nobody may.
        task: Its name.
        number: Of the values, from 1.
        by_hand: Whether it was the flow by hand.
        reached: Whether the test's body began: the application answered and the log-in worked.
        green: Whether the test passed.
        done: Whether the server says that the deed was done, and nothing else.
        changes: What changed on the server.
        outcome: As the plugin names it; empty if it does not.
        healed: Steps that healed.
        seconds: From the open page to the end of the test's body.
        message: What the user reads of a red test.
    """

    release: str
    phase: str
    teacher: str = ""
    task: str
    number: int
    by_hand: bool = False
    reached: bool = True
    green: bool = False
    done: bool = False
    changes: tuple[str, ...] = ()
    outcome: str = ""
    healed: int = 0
    seconds: float = 0.0
    message: str = ""

    @property
    def verdict(self) -> Verdict:
        """Return the lines that a report shows of the run.

        A red test after a deed that was done is ``stopped``: too late, but nothing wrong was done.
        """
        if not self.reached:
            return "broken"
        if self.green:
            return "right" if self.done else "wrong green"
        return "wrong red" if self.changes and not self.done else "stopped"

    @property
    def wrong(self) -> bool:
        """Whether something else was done than the flow is for."""
        return self.verdict in ("wrong green", "wrong red")

    @property
    def unchanged(self) -> bool:
        """Whether it counts as a replay on the release on which the flow was learned; a measured pair does not."""
        return self.phase in UNCHANGED

    @property
    def title(self) -> str:
        """A name among all runs of an application."""
        who = f", teacher {self.teacher}" if self.teacher else ""
        return f"{self.task}: {self.phase} on {self.release}{who}, values {self.number}"

    def plain(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {**asdict(self), "changes": list(self.changes), "verdict": self.verdict}
