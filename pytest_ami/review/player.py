"""The step player as a state machine: a pure function from a state and an action to the next state and a save.

Rules of this module:

* ``correct`` saves the label and advances. ``wrong`` saves the label, opens the field for the correction and stays;
  ``correct_with`` saves the correction, closes the field and advances. ``skip`` advances and saves nothing: the label
  stays as it is, None for a step that was never judged.
* ``back`` goes to the step before and saves nothing.
* ``undo`` takes the last save back: it goes to its step, with the field closed, and saves the label that was there.
* A player that is past the last step is at its end: it accepts ``back`` and ``undo`` only.

It must never know a page, a key or a store. The caller records each save before it shows the next step.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.model.review.annotation import CORRECT, WRONG

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Mark:
    """A label and a correction of one step; a label of None stands for no verdict."""

    label: str | None = None
    correction: str = ""


NOTHING = Mark()
"""The mark of a step that nobody has judged."""


@dataclass(frozen=True, slots=True)
class Save:
    """The mark of a step that the caller has to record.

    Attributes:
        step_num: Number of the step.
        mark: Its new mark; without a label, the verdict is withdrawn.
    """

    step_num: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Player:
    """The state of a step player.

    Attributes:
        steps: The numbers of the steps, in order.
        position: Place of the current step in ``steps``, from 0; their number at the end.
        marks: The mark of each judged step.
        correcting: Whether the field for the correction is open.
        undoable: The saves that ``undo`` takes back, as the mark before each, newest last.
    """

    steps: tuple[int, ...]
    position: int = 0
    marks: Mapping[int, Mark] = field(default_factory=dict)
    correcting: bool = False
    undoable: tuple[Save, ...] = ()

    @property
    def at_end(self) -> bool:
        """Whether the player is past the last step."""
        return self.position >= len(self.steps)

    @property
    def step_num(self) -> int | None:
        """Number of the current step; None at the end."""
        return None if self.at_end else self.steps[self.position]

    def label(self, step_num: int) -> str | None:
        """Return the label of a step; None if it has none."""
        return self.marks.get(step_num, NOTHING).label


PlayerTurn = tuple[Player, tuple[Save, ...]]
"""The next state, and what is to be recorded."""


def start(steps: Sequence[int], marks: Mapping[int, Mark] | None = None) -> Player:
    """Return a player at the first step.

    Args:
        steps: The numbers of the steps, in order.
        marks: The marks that the reviewer gave earlier, by number of the step.
    """
    return Player(steps=tuple(steps), marks=dict(marks or {}))


def mark_correct(player: Player) -> PlayerTurn:
    """Save ``correct`` for the current step, and advance."""
    return _saved(player, Mark(CORRECT), stays=False)


def mark_wrong(player: Player) -> PlayerTurn:
    """Save ``wrong`` for the current step, and open the field for the correction."""
    return _saved(player, Mark(WRONG), stays=True)


def correct_with(player: Player, text: str) -> PlayerTurn:
    """Save the correction of a step that was just marked wrong, close the field, and advance.

    Without an open field nothing changes. An empty correction closes the field and saves nothing more.
    """
    if not player.correcting:
        return player, ()
    words = text.strip()
    if not words:
        return _moved(player, 1), ()
    return _saved(player, Mark(WRONG, words), stays=False)


def skip(player: Player) -> PlayerTurn:
    """Advance, and save nothing."""
    return (player if player.at_end else _moved(player, 1)), ()


def back(player: Player) -> PlayerTurn:
    """Go to the step before, and save nothing."""
    return _moved(player, -1), ()


def undo(player: Player) -> PlayerTurn:
    """Take the last save back: go to its step and save the mark that was there; without a save nothing changes."""
    if not player.undoable:
        return player, ()
    before = player.undoable[-1]
    marks = {**player.marks, before.step_num: before.mark}
    position = player.steps.index(before.step_num)
    changed = replace(player, marks=marks, position=position, correcting=False, undoable=player.undoable[:-1])
    return changed, (before,)


def _saved(player: Player, mark: Mark, *, stays: bool) -> PlayerTurn:
    number = player.step_num
    if number is None:
        return player, ()
    before = Save(number, player.marks.get(number, NOTHING))
    judged = replace(player, marks={**player.marks, number: mark}, undoable=(*player.undoable, before))
    return (replace(judged, correcting=True) if stays else _moved(judged, 1)), (Save(number, mark),)


def _moved(player: Player, by: int) -> Player:
    return replace(player, position=max(0, min(len(player.steps), player.position + by)), correcting=False)
