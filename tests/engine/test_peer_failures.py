"""Failures in the engines of other tools that replay or heal web flows. Our engine must have none of them.

Each test names the tool and the number of the issue. See also: heals without a recorded effect and with
another one, ``test_replay.py``; only the drifted span is learned again, ``test_task.py``; last good versions,
``store/test_lifecycle_machine.py``; and ``browser/test_peer_failures.py``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.identity import Identity
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause
from pytest_ami.testing.fake_elements import describe
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, site
from tests.support.replays import FORM, played

PLACE: dict[str, Any] = {"landmark": "form|Compose", "heading": "New message"}


class Blind(FakePage):
    """A page at which nothing can be seen any more once ``Send`` was pressed."""

    def answer(self, command: c.Command) -> Any:
        """Look in vain."""
        pressed = any(element["name"] == "Send" for _, element, _ in self.touched)
        if pressed and isinstance(command, c.Look):
            return c.Seen(met=False, lost=True, url=self.url)
        return super().answer(command)


class Restless(FakePage):
    """A page that draws its form anew, with one button more, when one is about to be pressed; ``times`` times."""

    times = 0

    def answer(self, command: c.Command) -> Any:
        """Answer, or draw anew instead."""
        if isinstance(command, c.Click) and command.ref == "target" and self.times:
            self.times -= 1
            old = self.element("Send")
            rest = [e for e in self.elements if e is not old]
            self.elements = [{**old, "name": "Discard", "on": {}}, *rest, dict(old)]
        return super().answer(command)


def moving(page: FakePage) -> Any:
    """Return ``FORM`` with a button that stood in a place and had a type, and leave it the place only on the page."""
    page.element("Send").update(PLACE)
    target = FORM.steps[2].target
    assert target is not None
    target = replace(target, attributes={"type": "submit"}, **PLACE)
    return replace(FORM, steps=(*FORM.steps[:2], replace(FORM.steps[2], target=target)))


def test_what_cannot_be_verified_is_no_success() -> None:
    """workflow-use ``step_verifier``: "cannot verify, assume success"."""
    report = played(FORM, Blind(MAIL, url="http://app.test/new"), patience=2_000)

    assert report.drift is not None
    assert (report.drift.step, report.drift.cause.blames_page) == (3, False)
    assert [entry.number for entry in report.steps] == [1, 2]


@pytest.mark.parametrize("times", [0, 1, 2])
def test_what_a_heal_tells_is_the_element_that_was_acted_on(times: int) -> None:
    """open-octo/octo-agent#2404: the locator that was stored was not that of the element that took the click."""
    page = Restless(site(), url="http://app.test/new")
    flow = moving(page)
    page.times = times
    report = played(flow, page)

    assert (report.drift, report.steps[2].identity) == (None, Identity.DRIFTED)
    acted, found = page.touched[-1][1], report.steps[2].new_evidence
    assert acted["name"] == "Send"
    assert found is not None
    assert found.absolute_xpath == report.steps[2].xpath == describe(acted, page.elements).absolute_xpath
    assert report.steps[2].xpath == f"/html[1]/body[1]/button[{times + 1}]"


def test_a_page_that_is_drawn_anew_at_each_press_is_given_up() -> None:
    """open-octo/octo-agent#2404: no other way is tried to get the click done."""
    page = Restless(site(), url="http://app.test/new")
    flow = moving(page)
    page.times = 9
    report = played(flow, page)

    assert report.drift is not None
    assert report.drift.cause is Cause.MOVED
    assert [what for what, _, _ in page.touched] == ["fill", "fill"]
