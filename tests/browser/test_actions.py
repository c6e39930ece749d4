"""An action that Playwright calls failed may have been done all the same."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.browser.actions import LOOKS, UNCHANGED, done_already
from pytest_ami.model import command as c

PLACE = c.FrameAddress()


class _Frame:
    page: Any = type("Page", (), {"is_closed": staticmethod(lambda: False)})

    def wait_for_timeout(self, _milliseconds: float) -> None:
        """Wait."""


class _Box:
    def __init__(self, after: int) -> None:
        self.after, self.looks = after, 0

    def is_checked(self) -> bool:
        """Return whether the box is ticked after so many looks."""
        self.looks += 1
        return self.looks > self.after


def _said(text: str, element: Any, command: c.Act) -> bool:
    asking, answer = done_already(RuntimeError(text), _Frame(), element, command), None
    try:
        while True:
            answer = asking.send(answer)
    except StopIteration as done:
        return bool(done.value)


@pytest.mark.parametrize(("after", "done"), [(0, True), (3, True), (LOOKS, False)])
def test_a_box_is_ticked_if_it_takes_its_state_soon(after: int, done: bool) -> None:  # noqa: FBT001
    assert _said(f"Clicking the checkbox {UNCHANGED}", _Box(after), c.Check(place=PLACE, on=True)) is done


def test_only_a_box_is_looked_at_again() -> None:
    assert not _said(UNCHANGED, None, c.Check(place=PLACE, on=True))
    assert not _said(UNCHANGED, _Box(0), c.Click(place=PLACE))
    assert not _said("Timeout", _Box(0), c.Check(place=PLACE, on=True))


def test_a_click_that_removed_its_element_was_made() -> None:
    assert _said("performing click action: Element is not attached", None, c.Click(place=PLACE))
    assert not _said("Element is not attached", None, c.Click(place=PLACE))
