"""Finds the way back from a lesson to the stored steps, so that one changed step costs one question.

Rules of this module:

* Only changes since the lesson began count: an element that was there before is no evidence.
* A step may be skipped if its work is done: the teacher typed its value, or the step only opens something and all of
  that is there. Any other step is either done or still to come.
* The message of a later step proves that step. It also proves the steps before it, if all their values were entered.
* An element must be ``same``. Heals are left to the replay that follows, because it also checks effects.
* If the next step's element is not on the page, no heal would find it, and waiting for it is pointless, then the
  lesson goes on with that step. Waiting is pointless after an entered value, because a value brings no element. It
  is also pointless if the previous click has had its effects, that element under another name among them.

It knows steps and looks. It must never know a teacher.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pytest_ami.elements import obstacles
from pytest_ami.elements.identity import Identity, element_query, heal, recognise
from pytest_ami.elements.text_keys import fill
from pytest_ami.engine.effects import expectation as fx
from pytest_ami.engine.effects.partial import MESSAGES
from pytest_ami.engine.step_update import same_element
from pytest_ami.engine.teaching.commit_policy import has_entered
from pytest_ami.instructions.parameters import names
from pytest_ami.model import command as c
from pytest_ami.model.lesson import MoveKind, MoveResult
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.model.command import Program
    from pytest_ami.model.look import Expectation
    from pytest_ami.model.workflow import Step

AHEAD = 4
"""The most stored steps that are looked for: later ones are mostly on another page."""

MOMENT = 300.0
"""Milliseconds to wait for an effect after a move has come to rest."""

WRITES: Mapping[StepKind, frozenset[MoveKind]] = {
    StepKind.FILL: frozenset({MoveKind.FILL, MoveKind.SELECT}),
    StepKind.SELECT: frozenset({MoveKind.SELECT, MoveKind.FILL, MoveKind.CLICK, MoveKind.CHECK}),
    StepKind.UPLOAD: frozenset({MoveKind.UPLOAD}),
    StepKind.CHECK: frozenset({MoveKind.CHECK}),
    StepKind.UNCHECK: frozenset({MoveKind.UNCHECK}),
}
"""For each kind of step that enters a value, the moves that do the same."""

ENTERING = frozenset().union(*WRITES.values()) - {MoveKind.CLICK}
"""The moves that enter a value and have no other effect."""

TYPED = frozenset({StepKind.FILL, StepKind.SELECT, StepKind.UPLOAD})
"""Kinds of steps with a value, which shows whether a move did this step's work."""


@dataclass(slots=True)
class Rejoin:
    """The stored steps that a lesson replaces, and their state when it began.

    Attributes:
        lesson: The lesson; its ``remaining`` are the stored steps, the one that drifted first.
    """

    lesson: Lesson
    _done_before: int = 0
    _made_before: int = 0
    _there: dict[int, bool] = field(default_factory=dict)
    _expect: Expectation | None = None
    _proofs: dict[str, int] = field(default_factory=dict)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The stored steps whose work is still to be done, the one that drifted first."""
        return self.lesson.remaining[self._done_before :]

    def begin(self) -> Program[None]:
        """Record the state of the page before the teacher's first move."""
        steps, self._expect = self.steps, None
        if not steps:
            return
        self._there.clear()
        for number, step in enumerate(steps[:AHEAD]):
            self._there[number] = yield from self._recognised(step)
        self._proofs = self._messages(steps)
        visible = yield from self._visible_messages()
        self._proofs = {key: number for key, number in self._proofs.items() if key not in visible}
        first = steps[0]
        watch = fx.watched(first.effects, self.lesson.shown)
        seen = yield c.Look(place=_place(first), watch=watch, others=fx.in_other_words(watch), slice=0)
        effects = seen.effects
        shown, told = self.lesson.shown, effects.notices
        expect = fx.expectation(first.effects, effects.before, shown, url=seen.url, tabs=effects.tabs, notices=told)
        self._expect = None if expect is None or expect.weak else expect

    def resume_point(self, made: Sequence[MoveResult]) -> Program[int | None]:
        """Return the index of the remaining step from which the replay can go on; None if it cannot go on yet.

        Args:
            made: The teacher's moves so far.
        """
        if not self.steps or not made or not made[-1].ok:
            return None
        if self.lesson.adds:
            entered = all(has_entered(name, made, self.lesson) for name in self.lesson.adds)
            return 0 if entered and not (yield from self._blocked(self.steps[0])) else None
        last = made[-1].move
        if last.kind is MoveKind.BACK and len(made) - 1 - last.undo < self._made_before:
            self._done_before = self._made_before = 0  # the entered values may be gone with it
            yield from self.begin()
            return None
        number = yield from self._fitting_from(made[self._made_before :])
        if number is None:
            return None
        if (yield from self._goes_on(number, made[self._made_before :])):
            self._done_before, self._made_before = self._done_before + number, len(made)
            yield from self.begin()
            return None
        return self._done_before + number

    def _fitting_from(self, made: Sequence[MoveResult]) -> Program[int | None]:
        """Return the index of the step from which the replay can go on, by the effects of these moves."""
        steps = self.steps
        shown = yield from self._visible_messages()
        for number in sorted((self._proofs[key] for key in shown), reverse=True):
            if all(self._entered(step, made) for step in steps[:number] if step.kind in WRITES):
                return number + 1
        if (yield from self._done(steps[0], made)):
            return 1 + self._also_entered(steps, made)
        for number, step in enumerate(steps[:AHEAD]):
            if self._there[number] or not (yield from self._recognised(step)):
                continue
            if (yield from self._passed(steps[:number], made)):
                return number
        return None

    def _goes_on(self, number: int, made: Sequence[MoveResult]) -> Program[bool]:
        """Return whether the lesson goes on with a step, because a replay would wait for it without success."""
        done, left = self.steps[:number], self.steps[number:]
        if not done or not left or left[0].target is None or self.lesson.chooses:
            return False
        if any(same_element(step, left[0]) for step in done) or (yield from self._within_reach(left[0])):
            return False
        if all(step.kind in WRITES and not fx.appearing(step.effects, self.lesson.shown) for step in done):
            return made[-1].move.kind in ENTERING
        return (yield from self._brought(done[-1], left[0]))

    def _brought(self, step: Step, following: Step) -> Program[bool]:
        """Return whether a step has made the next step's element appear, under its own or another name."""
        assert following.target is not None  # noqa: S101  (the caller's)
        key = f"{following.target.role}|{following.target.name}"
        if key not in fx.appearing(step.effects, self.lesson.shown):
            return False
        seen = yield c.Look(place=_place(following), watch=(key,), others=fx.in_other_words((key,)), slice=0)
        return bool(seen.effects.before.get(key))

    def _within_reach(self, step: Step) -> Program[bool]:
        """Return whether a replay would find the element of a step on the page as it is, at once or by a heal."""
        if (yield from self._recognised(step)):
            return True
        assert step.target is not None  # noqa: S101  (the caller's)
        shown = self.lesson.shown
        seen = yield c.Survey(place=_place(step), target=element_query(step.target, step.kind, shown), deep=True)
        return heal(step.target, step.kind, seen.candidates, shown, confirmed=bool(step.effects)).usable

    def _also_entered(self, steps: Sequence[Step], made: Sequence[MoveResult]) -> int:
        """Return the number of steps after the first one that are entered too, because the teacher filled a whole form.

        A password that the form requires twice counts as entered twice if two fields have it.
        """
        for number, step in enumerate(steps[1:], start=1):
            alike = sum(one.kind is step.kind and one.value == step.value for one in steps[:number])
            fields = {(one.element.role, one.element.name) for one in self._fitting(step, made) if one.element}
            if step.kind not in TYPED or not self._entered(step, made) or len(fields) <= alike:
                return number - 1
        return len(steps) - 1

    def _messages(self, steps: Sequence[Step]) -> dict[str, int]:
        """Return the messages of the steps after the first one, each with the index of its earliest step."""
        found: dict[str, int] = {}
        for number, step in enumerate(steps):
            for notice in step.effects.notices:
                key = fill(notice, self.lesson.shown)
                if notice.partition("|")[0] in MESSAGES and not names(key):
                    found.setdefault(key, number)
        return {key: number for key, number in found.items() if number}

    def _visible_messages(self) -> Program[list[str]]:
        """Return the messages of these steps that are on the page."""
        if not self._proofs:
            return []
        keys = tuple(self._proofs)
        place = _place(self.steps[0])
        seen = yield c.Look(place=place, watch=keys, others=fx.in_other_words(keys), slice=0)
        before = seen.effects.before
        return [key for key in keys if before.get(key)]

    def _passed(self, steps: Sequence[Step], made: Sequence[MoveResult]) -> Program[bool]:
        """Return whether all these steps may be skipped: the teacher entered them, or what they open is open."""
        for step in steps:
            if step.kind in WRITES:
                if not self._entered(step, made):
                    return False
                continue
            keys = fx.appearing(step.effects, self.lesson.shown)
            look = c.Look(place=_place(step), watch=tuple(keys), others=fx.in_other_words(keys), slice=0)
            seen = yield look
            if not obstacles.already_open(step, seen.effects.before, keys):
                return False
        return True

    def _done(self, step: Step, made: Sequence[MoveResult]) -> Program[bool]:
        """Return whether the work of the step that drifted is done."""
        if step.kind in WRITES:
            return self._entered(step, made)
        if self._expect is None:
            return False
        others = fx.in_other_words(self._expect.keys)
        seen = yield c.Look(place=_place(step), expect=self._expect, others=others, slice=MOMENT)
        return not seen.lost and not fx.missing(self._expect, seen.effects)

    def _entered(self, step: Step, made: Sequence[MoveResult]) -> bool:
        """Return whether the teacher has entered a step's value since its last undo."""
        fitting = self._fitting(step, made)
        if step.kind in (StepKind.CHECK, StepKind.UNCHECK):  # they have no value that tells them apart
            others = {one.target.name for one in self.steps if one is not step and one.target}
            return any(one.element is not None and one.element.name not in others for one in fitting)
        return bool(fitting)

    def _fitting(self, step: Step, made: Sequence[MoveResult]) -> list[MoveResult]:
        """Return the teacher's moves since its last undo that do the work of a step that enters a value."""
        turns = [number for number, one in enumerate(made) if one.move.kind is MoveKind.BACK]
        since = [one for one in made[turns[-1] + 1 if turns else 0 :] if one.ok]
        fitting = [one for one in since if one.move.kind in WRITES.get(step.kind, ())]
        if step.kind not in TYPED:
            return fitting
        wanted_names = set(names(step.value))
        return [
            one
            for one in fitting
            if one.move.value == step.value or (wanted_names and wanted_names <= set(names(one.move.value)))
        ]

    def _blocked(self, step: Step) -> Program[bool]:
        """Return whether the element of a step is there and cannot be used yet, such as behind an open dialog."""
        if step.target is None:
            return False
        seen = yield c.Look(
            place=_place(step), target=element_query(step.target, step.kind, self.lesson.shown), slice=0
        )
        own = [one for one in seen.candidates if one.agree]
        return bool(own) and all(one.problem for one in own)

    def _recognised(self, step: Step) -> Program[bool]:
        """Return whether the element of a step is there, without a doubt, and ready."""
        if step.target is None:
            return False
        target = element_query(step.target, step.kind, self.lesson.shown)
        seen = yield c.Look(place=_place(step), target=target, slice=0)
        if seen.absent or seen.lost:
            return False
        verdict = recognise(step.target, seen.candidates, self.lesson.shown, step.kind)
        return verdict.identity is Identity.SAME and not seen.candidates[verdict.index].problem


def _place(step: Step) -> c.FrameAddress:
    return c.FrameAddress(tab=step.tab, frame=step.frame)
