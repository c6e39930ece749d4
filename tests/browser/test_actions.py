"""An action that Playwright calls failed may have been done all the same."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.browser.actions import LOOKS, UNCHANGED, acting, done_already
from pytest_ami.browser.run_calls import NEW_DOCUMENT, cause_of
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause

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


REPLACED = f"Frame.evaluate_handle: Execution {NEW_DOCUMENT}, most likely because of a navigation"


def test_a_document_that_another_one_replaced_has_moved_the_element() -> None:
    assert cause_of(RuntimeError(REPLACED)) is Cause.MOVED


@pytest.mark.parametrize("command", [c.Select(place=PLACE, value="x"), c.Upload(place=PLACE, paths=())])
def test_a_choice_that_led_to_another_document_was_made_and_is_not_made_again(command: c.Act) -> None:
    assert _said(REPLACED, _Box(0), command)
    assert not _said(REPLACED, None, command)


def test_a_click_that_led_to_another_document_is_not_made_again() -> None:
    assert _said(f"{REPLACED}; performing click action", _Box(0), c.Check(place=PLACE, on=True))
    assert not _said(REPLACED, _Box(0), c.Click(place=PLACE))


class _Leaving(_Frame):
    """A frame whose document is replaced while its element is taken."""

    def evaluate_handle(self, *_: Any) -> Any:
        raise RuntimeError(REPLACED)


def test_an_action_that_a_new_document_forestalled_may_be_tried_again() -> None:
    session: Any = SimpleNamespace(frame_of=lambda _: _Leaving(), begin=lambda _: None, aim="")
    acting_now = acting(lambda _element, _command: None)(session, c.Click(place=PLACE, ref="e1"))

    with pytest.raises(StopIteration) as ended:
        next(acting_now)

    acted = ended.value.value
    assert (acted.ok, acted.cause, acted.withheld, acted.begun) == (False, Cause.MOVED, True, False)
