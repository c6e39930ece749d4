"""The second try of an action that the page lost, without a browser."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.engine.lost_action import retry
from pytest_ami.engine.replay_options import ReplayOptions
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause

COVERED = c.Acted(ok=False, cause=Cause.COVERED)


def asked(acted: c.Acted, answer: c.Acted, *, typed: bool) -> tuple[list[c.Command], Any]:
    """Return the commands that come before another attempt, and the pause that is counted."""
    options = ReplayOptions(values={}, shown={}, patience=1_000.0)
    program, sent = retry(acted, 0, c.FrameAddress(), options, typed=typed), list[c.Command]()
    try:
        sent.append(program.send(None))
        while True:
            sent.append(program.send(answer))
    except StopIteration as end:
        return sent, end.value


def test_the_field_whose_box_covers_the_target_is_left_with_tab() -> None:
    (_, press), pause = asked(COVERED, c.Acted(), typed=True)
    assert isinstance(press, c.Press)
    assert (press.ref, press.key) == ("page", "Tab")
    assert pause == 0.0


@pytest.mark.parametrize(
    ("acted", "typed"),
    [
        (COVERED, False),
        (c.Acted(ok=False, cause=Cause.COVERED, begun=True), True),
        (c.Acted(ok=False, cause=Cause.NOT_READY), True),
    ],
)
def test_what_has_no_such_reason_is_not_tried_again(acted: c.Acted, typed: bool) -> None:  # noqa: FBT001
    assert asked(acted, c.Acted(), typed=typed) == ([], None)


def test_a_page_that_takes_no_key_gets_no_second_press() -> None:
    assert asked(COVERED, c.Acted(ok=False), typed=True)[1] is None
