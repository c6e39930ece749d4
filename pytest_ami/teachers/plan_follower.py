"""Lets a teacher follow the plan of a similar task: one answer may stand for several steps.

Rules of this module:

* The teacher sees the plan and decides how much of it fits. Nothing is followed that it did not ask for.
* Each step is a move of its own, with all checks of a lesson before and after it. It needs exactly one usable element
  with the role and the name of the step; a second one, or none, ends the following, and the teacher is asked.
* Data of the other task are never entered: a value that is no template of this task's parameters ends the following.
* A control that is called like the other task is never pressed for a task that is called otherwise: "Close issue" of
  "close issue" is no step of "comment on issue", whatever the teacher asked for.
* A move that was refused or failed ends it as well.

It knows one situation at a time, and its place in the plan. It must never know a page or a store.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.text_keys import exact
from pytest_ami.instructions.parameters import names, render
from pytest_ami.instructions.template import HOLE
from pytest_ami.lexicon.text_normalization import verbs
from pytest_ami.model.errors import ParameterError
from pytest_ami.model.lesson import Advice, Move, MoveKind, PlanStep
from pytest_ami.model.outcome import Usage

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.model.lesson import Element, MoveResult, SimilarPlan, Situation

FOLLOWED = frozenset({"click", "double_click", "fill", "select", "check", "uncheck", "press", "hover", "upload"})
"""Kinds of steps that are followed; a teacher decides about all others."""

ENTERING = frozenset({"fill", "select", "upload"})
PRESSED = frozenset({"button", "link", "menuitem", "tab"})
"""Roles of a control that is named without its role."""

PATIENCE = 1
"""How often a page is given time before a step counts as absent."""

MISSES = 2
"""How often the first step that a teacher asks for may not fit, until it is shown no plan any more."""


class PlanFollower:
    """A teacher that may follow the plan of a similar task.

    Args:
        teacher: The teacher that decides.
        find: Returns the plan for the situation at the beginning of a lesson; None if no similar task is known.
    """

    def __init__(self, teacher: Any, find: Callable[[Situation], SimilarPlan | None]) -> None:
        """Follow nothing yet."""
        self._teacher = teacher
        self._find = find
        self._plan: SimilarPlan | None = None
        self._shown: SimilarPlan | None = None
        self._queue: deque[PlanStep] = deque()
        self._waits = 0
        self._misses = 0
        self._missed_at = -1

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the teacher, such as its name and what it has spent."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._teacher, name)

    def advise(self, situation: Situation) -> Advice:
        """Return the next step of the plan as a move, or ask the teacher.

        Raises:
            TeacherError: The teacher cannot be asked, or its answers are unusable.
        """
        if not situation.made:
            self._begin(situation)
        elif not self._queue:
            self._note_own(situation.made[-1])
        if self._queue and (situation.objection or not situation.made[-1].ok):
            self._queue.clear()
        asked, usage = situation, Usage()
        while (move := self._next(asked)) is None:
            asked = replace(asked, plan=self._plan if len(asked.made) != self._missed_at else None)
            advice: Advice = self._teacher.advise(asked)
            usage += advice.usage
            if advice.move.kind is not MoveKind.FOLLOW_PLAN:
                return replace(advice, usage=usage)
            asked = self._follow(advice.move, asked)
        return Advice(move=move, usage=usage)

    def _begin(self, situation: Situation) -> None:
        """Forget the place in the plan, and find the plan for a lesson that carries out the whole task."""
        self._queue.clear()
        if situation.done or situation.remaining:
            self._plan = self._shown = None
        elif self._plan is None and not situation.objection:
            self._plan = self._shown = self._find(situation)

    def _follow(self, move: Move, situation: Situation) -> Situation:
        """Queue the steps that the teacher asked for; return the situation, with the reason if none of them fits."""
        plan = self._plan
        assert plan is not None  # noqa: S101  (``reply`` reads this move only if a plan was shown)
        wanted = [*plan.steps[: move.through], *([PlanStep(kind="click", name=move.value)] if move.value else [])]
        self._queue, self._waits = deque(wanted), PATIENCE
        if self._fitting(situation):
            return situation
        self._queue.clear()
        self._misses += 1
        self._missed_at = len(situation.made)
        if self._misses == MISSES:
            self._plan = None
        return replace(situation, objection="The first step of PLAN does not fit: make your own next move.")

    def _next(self, situation: Situation) -> Move | None:
        """Return the move for the next queued step; None if none is queued, or it does not fit the page."""
        if not self._queue:
            return None
        element = self._fitting(situation)
        if element is not None:
            step = self._queue.popleft()
            self._waits = 0
            self._note(step)
            return _move(step, element, situation)
        if self._queue and self._waits < PATIENCE:
            self._waits += 1
            return Move(kind=MoveKind.WAIT, reason=f"the plan goes on with {self._queue[0].title()}")
        self._queue.clear()
        return None

    def _fitting(self, situation: Situation) -> Element | None:
        """Return the element of the next queued step; optional steps before it that are not there are left out."""
        while self._queue:
            step = self._queue[0]
            found = _elements(step, situation)
            if len(found) == 1 and _enterable(step, situation) and not self._of_the_other_task(step, situation):
                return found[0]
            if not step.optional or found:
                return None
            self._note(self._queue.popleft())
        return None

    def _of_the_other_task(self, step: PlanStep, situation: Situation) -> bool:
        """Return whether the control of a step names what the other task does, and this task does not."""
        plan = self._shown
        if plan is None or step not in plan.steps or step.kind in ENTERING:
            return False
        return bool(set(verbs(step.name)) & set(verbs(plan.task)) - set(verbs(situation.task)))

    def _note_own(self, made: MoveResult) -> None:
        """Leave out a step that the teacher has made by itself, and an optional one before it."""
        plan, element = self._plan, made.element
        if plan is None or element is None or not made.ok:
            return
        own = (made.move.kind.value, element.role, exact(element.name))
        count = next((n for n, step in enumerate(plan.steps, 1) if not step.optional), len(plan.steps))
        step = next((one for one in plan.steps[:count] if (one.kind, one.role, exact(one.name)) == own), None)
        if step is not None:
            self._note(step)

    def _note(self, step: PlanStep) -> None:
        """Leave out the steps up to this one the next time that the plan is shown."""
        plan = self._plan
        if plan is not None and step in plan.steps:
            left = plan.steps[plan.steps.index(step) + 1 :]
            self._plan = replace(plan, steps=left) if left else None


def _elements(step: PlanStep, situation: Situation) -> list[Element]:
    """Return the usable elements with the role and the name of a step."""
    called = _rendered(step.name, situation)
    if step.kind not in FOLLOWED or not called:
        return []
    return [
        element
        for element in situation.observation.elements
        if (element.role == step.role if step.role else element.role in PRESSED)
        and exact(element.name) == exact(called)
        and "disabled" not in element.state
        and not element.cover
    ]


def _enterable(step: PlanStep, situation: Situation) -> bool:
    """Return whether the value of a step is this task's own: a parameter, or the name of a key."""
    if step.kind not in ENTERING:
        return True
    asked = names(step.value)
    known = {parameter.name for parameter in situation.parameters}
    return bool(asked) and set(asked) <= known and not HOLE.sub("", step.value).strip()


def _rendered(name: str, situation: Situation) -> str:
    try:
        return render(name, situation.values)
    except ParameterError:
        return ""


def _move(step: PlanStep, element: Element, situation: Situation) -> Move:
    plan = situation.plan
    reason = f'as in "{plan.task}"' if plan else "as in the plan"
    return Move(kind=MoveKind(step.kind), ref=element.ref, value=step.value, reason=reason)
