"""Undo and back of the step player; ``tests/property`` has the rules of the other actions."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.review.annotation import CORRECT
from pytest_ami.review import player as p

ACTIONS = st.lists(st.sampled_from([p.mark_correct, p.mark_wrong, p.skip, p.back]), max_size=20)


@given(st.integers(1, 5), ACTIONS)
@settings(max_examples=100, deadline=None)
def test_undo_takes_every_save_back_and_back_saves_nothing(
    steps: int, actions: list[Callable[[p.Player], p.PlayerTurn]]
) -> None:
    player, saved = p.start(range(1, steps + 1)), list[p.Save]()
    for action in actions:
        player, saves = action(player)
        saved += saves
    assert p.back(player)[1] == ()
    for _ in saved:
        player, [save] = p.undo(player)
        assert player.step_num == save.step_num
    assert not any(mark.label for mark in player.marks.values())
    assert p.undo(player) == (player, ())


def test_undo_gives_the_earlier_verdict_back() -> None:
    player = p.start([1, 2], {1: p.Mark(CORRECT)})
    player, _ = p.mark_wrong(player)
    player, saved = p.undo(player)
    assert saved == (p.Save(1, p.Mark(CORRECT)),)
    assert (player.step_num, player.label(1), player.correcting) == (1, CORRECT, False)
