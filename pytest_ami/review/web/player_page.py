"""The step player: one session step by step, the details of a step, and the verdicts.

The page is whole without its script: each step has an address of its own. The script shows the steps without loading
a page for each, and sends the verdicts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool

from pytest_ami.model.review.annotation import CORRECT, WRONG
from pytest_ami.review.consequences import phrases

from .rendering import answer, page
from .requests import body, number, refused, text

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from pytest_ami.model.review.annotation import Session, SessionStep, StepVerdict
    from pytest_ami.review.desk import ReviewDesk

MOST_VERDICTS = 2_000
"""Number of verdicts in one request."""

LONGEST_CORRECTION = 4_000
"""Characters of a correction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStep:
    """One step as the player shows it.

    Attributes:
        step: The step.
        pictures: Addresses of its pictures below the application's root, the one before it first.
        label: The label of this reviewer, or None.
        correction: The correction of this reviewer.
        others: Labels of the other reviewers by name.
    """

    step: SessionStep
    pictures: tuple[str, ...]
    label: str | None
    correction: str
    others: Mapping[str, str]

    @property
    def state(self) -> str:
        """The mark of the step in the list: ``conflict``, this reviewer's label, another's label, or ``open``."""
        return "conflict" if self.step.conflict else self.label or self.step.user_label or "open"


def shown_step(session: Session, step: SessionStep, reviewer: str) -> ShownStep:
    """Return a step as the player shows it to a reviewer."""
    seen = step.evidence
    names = [name for name in (seen.before, seen.after) if name] if seen else []
    own = next((one for one in step.annotations if one.reviewer == reviewer), None)
    return ShownStep(
        step=step,
        pictures=tuple(f"pictures/{session.run}/{name}" for name in names),
        label=own.user_label if own else None,
        correction=own.user_correction if own else "",
        others={one.reviewer or "somebody": one.user_label or "" for one in step.annotations if one is not own},
    )


def player(request: Request) -> Response:
    """Answer with the player of a session."""
    desk: ReviewDesk = request.app.state.desk
    session, steps = desk.session(request.path_params["session"])
    frames = [shown_step(session, step, desk.reviewer) for step in steps]
    first = next((frame.step.step_num for frame in frames if frame.state == "open"), 1)
    chosen = number(request, "step", first)
    at = next((n for n, frame in enumerate(frames) if frame.step.step_num == chosen), 0)
    values = _details(desk, session, frames[at]) if frames else {"frame": None}
    others = desk.sessions(session.task)
    place = next((n for n, one in enumerate(others) if one.id == session.id), 0)
    after = others[place + 1] if place + 1 < len(others) else None
    return page(request, "player.html", session=session, frames=frames, at=at, following=after, **values)


def details(request: Request) -> Response:
    """Answer with the details of one step, as a part of the player."""
    desk: ReviewDesk = request.app.state.desk
    session, frame = _frame(request)
    return page(request, "details.html", session=session, **_details(desk, session, frame))


def impact(request: Request) -> Response:
    """Answer with what a verdict would do, in words."""
    desk: ReviewDesk = request.app.state.desk
    session, frame = _frame(request)
    label = _label(text(request, "label") or None)
    found = desk.impact(session.id, frame.step.step_num, label, text(request, "correction"))
    return answer({"phrases": phrases(found, _numbers(desk, found.tasks))})


def similar(request: Request) -> Response:
    """Answer with the steps that are like a step, as a part of the player."""
    desk: ReviewDesk = request.app.state.desk
    session, frame = _frame(request)
    found = desk.similar(session.id, frame.step.step_num)
    rows = [(one.session, shown_step(one.session, one.step, desk.reviewer)) for one in found]
    return page(request, "similar.html", session=session, frame=frame, rows=rows)


async def verdicts(request: Request) -> Response:
    """Record verdicts, all or none, and answer with what follows from them."""
    desk: ReviewDesk = request.app.state.desk
    found = await body(request)
    wanted = _verdicts(desk, found.get("verdicts"))
    return answer(await run_in_threadpool(_recorded, desk, wanted))


def _recorded(desk: ReviewDesk, wanted: Sequence[StepVerdict]) -> dict[str, Any]:
    found = desk.record(wanted)
    words = phrases(found, _numbers(desk, found.tasks), recorded=True) if found.tasks else ()
    return {"saved": len(wanted), "phrases": words, "proposal": found.proposal}


def _details(desk: ReviewDesk, session: Session, frame: ShownStep) -> dict[str, Any]:
    number_ = frame.step.step_num
    wrong, right = (desk.impact(session.id, number_, label) for label in (WRONG, CORRECT))
    known = _numbers(desk, (session.task,))
    return {
        "frame": frame,
        "if_wrong": phrases(wrong, known),
        "if_correct": phrases(right, known),
        "reviewer": desk.reviewer,
    }


def _frame(request: Request) -> tuple[Session, ShownStep]:
    desk: ReviewDesk = request.app.state.desk
    session, steps = desk.session(request.path_params["session"])
    wanted = request.path_params["step"]
    found = next((step for step in steps if step.step_num == wanted), None)
    if found is None:
        raise refused(f"The session has no step {wanted}")
    return session, shown_step(session, found, desk.reviewer)


def _numbers(desk: ReviewDesk, tasks: Sequence[str]) -> dict[str, int]:
    return {version.id: version.version for task in tasks for version in desk.versions(task)}


def _verdicts(desk: ReviewDesk, entries: object) -> list[StepVerdict]:
    if not isinstance(entries, list) or not 0 < len(entries) <= MOST_VERDICTS:
        raise refused(f"The request needs 1 to {MOST_VERDICTS} verdicts")
    return [_verdict(desk, entry) for entry in entries]


def _verdict(desk: ReviewDesk, entry: object) -> StepVerdict:
    if not isinstance(entry, dict):
        raise refused("A verdict is no object")
    session, step, correction = entry.get("session"), entry.get("step"), entry.get("correction", "")
    if not isinstance(session, str) or type(step) is not int or not isinstance(correction, str):
        raise refused("A verdict needs a session, the number of a step, and a correction that is a text")
    if len(correction) > LONGEST_CORRECTION:
        raise refused(f"A correction has more than {LONGEST_CORRECTION} characters")
    return desk.verdict(session, step, _label(entry.get("label")), correction)


def _label(value: object) -> str | None:
    if value is not None and value not in (CORRECT, WRONG):
        raise refused("A label is correct, wrong or none")
    return str(value) if value is not None else None
