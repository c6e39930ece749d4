"""The moves of the offline teacher so far and their results.

This module knows moves and elements. It must never know the meaning of a word or the next move.

Rules:

* A move that was undone, or that the browser refused, does not count, and its element is not used again.
* The reason on a move names its purpose. Only the reasons below are read back.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.model.lesson import MoveKind

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Element, Move, MoveResult, Situation

FILLS = "fills in {}"
PICKS = "it is what {} names"
OPENS = "leads to what the task needs"
MENU = "shows more choices"
SEEKS = "looks for what {} names"
TURNS = "shows more of the list"
EXPLORES = "may show what the task needs"
LISTS = "opens the list for {}"
CHOOSES = "is the entry for {}"
REPEATS = "asks for the same once more"
SETS = "the task says so"
DISMISSES = "is in the way"
COMMITS = "carries out the task"
CONFIRMS = "confirms it"

_LISTED = LISTS.partition("{")[0]

ElementKey = tuple[str, str, str, str, str]

CLICKS = (MoveKind.CLICK, MoveKind.DOUBLE_CLICK)
_FILLING = (MoveKind.FILL, MoveKind.SELECT, MoveKind.CHECK, MoveKind.UNCHECK, MoveKind.UPLOAD)
_PATIENCE = 2


def key_of(element: Element) -> ElementKey:
    """Return the key of an element across observations; its number changes."""
    naming = element.attributes.get("id") or element.attributes.get("name") or ""
    return (element.role, element.name, element.label or element.placeholder, element.context, naming)


class MoveHistory:
    """The moves of a lesson, sorted by their results.

    Attributes:
        kept: Moves that count, with their index among all moves.
        used: Names of the parameters that were entered.
        tried: Keys of elements whose click was undone.
        refused: Keys of elements that the browser could not use repeatedly.
        tried_tab: Whether a tab was tried; it may still be open although that was undone.
        backs: Number of moves back.
        waits: Number of waits at the end.
    """

    def __init__(self, situation: Situation) -> None:
        """Read the moves of ``situation``."""
        made = situation.made
        wrong: set[int] = set()
        for i, entry in enumerate(made):
            if entry.move.kind is MoveKind.BACK:
                wrong.update(range(max(0, i - entry.move.undo), i))
        idle = (MoveKind.WAIT, MoveKind.BACK)
        self.size = len(made)
        self.kept = [
            (i, entry) for i, entry in enumerate(made) if entry.ok and i not in wrong and entry.move.kind not in idle
        ]
        entered = (one.move.value for _, one in self.kept if not sought(one.move))
        self.used = {*situation.used, *(name for value in entered for name in names(value))}
        self.tried = {
            key_of(one.element)
            for i, one in enumerate(made)
            if i in wrong and one.ok and one.element and one.move.kind in CLICKS
        }
        refusals = Counter(
            (key_of(one.element), one.move.kind) for one in made if not one.ok and one.element is not None
        )
        self.refused = {key for (key, kind), n in refusals.items() if n >= (_PATIENCE if kind in CLICKS else 1)}
        self.tried_tab = any(one.move.reason == EXPLORES and one.element and one.element.role == "tab" for one in made)
        self.backs = sum(one.move.kind is MoveKind.BACK for one in made)
        self.waits = 0
        for one in reversed(made):
            if one.move.kind is not MoveKind.WAIT:
                break
            self.waits += 1
        self.problem = next((one.problem for one in reversed(made) if not one.ok and one.problem), "")

    def filled(self) -> list[Element]:
        """Return the fields that were filled, in the order of the moves; a search or a change of the view is none."""
        kept = (one for _, one in self.kept if not sought(one.move) and one.move.reason != OPENS)
        return [one.element for one in kept if one.element and one.move.kind in _FILLING]

    def explores(self) -> bool:
        """Return whether a tab or section is open that was only tried."""
        return any(one.move.reason == EXPLORES for _, one in self.kept)

    def picked(self) -> bool:
        """Return whether a record was picked."""
        return any(one.move.reason.startswith(PICKS.partition("{")[0]) for _, one in self.kept)

    def texts(self) -> list[tuple[Element, str]]:
        """Return the fields for text that were filled with one value, each with the name of its parameter."""
        typed = [one for _, one in self.kept if one.element and one.move.kind is MoveKind.FILL and not sought(one.move)]
        return [(one.element, found[0]) for one in typed if one.element and len(found := names(one.move.value)) == 1]

    def lists(self) -> list[Element]:
        """Return the lists that were opened for a value."""
        return [e.element for _, e in self.kept if e.element and e.move.reason.startswith(_LISTED)]

    def clicked(self, *reasons: str) -> list[Element]:
        """Return the elements that were clicked for one of ``reasons``; for any reason if ``reasons`` is empty."""
        return [
            one.element
            for _, one in self.kept
            if one.element and one.move.kind in CLICKS and (not reasons or one.move.reason in reasons)
        ]

    def committed(self) -> bool:
        """Return whether the teacher has made the move that carries out the task."""
        return any(one.move.reason == COMMITS for _, one in self.kept)

    def count(self, made: MoveResult) -> int:
        """Return the number of times that a move was made on the same element."""
        wanted = (made.move.kind, made.move.value, key_of(made.element) if made.element else None)
        return sum(
            (one.move.kind, one.move.value, key_of(one.element) if one.element else None) == wanted
            for _, one in self.kept
        )

    def last_kept(self) -> int:
        """Return the index of the last move that counts, or -1."""
        return self.kept[-1][0] if self.kept else -1

    def last_detour(self) -> int:
        """Return the index of the last exploring click, or -1."""
        return next(
            (
                i
                for i, one in reversed(self.kept)
                if one.move.reason in (OPENS, MENU, EXPLORES) or one.move.reason.startswith(_LISTED)
            ),
            -1,
        )


def sought(move: Move) -> bool:
    """Return whether a move only looked for a record: it has used no value."""
    return move.reason.startswith(SEEKS.partition("{")[0])
