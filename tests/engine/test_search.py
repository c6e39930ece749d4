"""A part of a page that was redrawn: elements that were recorded there do not come any more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine import readiness
from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.search import moved_on, region
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import Step, StepKind
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import learned, site

FIELD = Step(
    kind=StepKind.FILL,
    target=Fingerprint(tag="input", role="textbox", name="To", landmark="form|", heading="Compose"),
    route="/compose",
)


def standing(**changes: Any) -> Step:
    assert FIELD.target is not None
    return replace(FIELD, target=replace(FIELD.target, name="Recipients", **changes))


@pytest.mark.parametrize(
    ("now", "moved"),
    [
        ({"landmark": "dialog|New message", "heading": "New message"}, True),
        ({"landmark": "form|", "heading": "New message"}, False),
        ({"landmark": "dialog|New message", "heading": "Compose"}, False),
        ({"landmark": "Form|", "heading": "COMPOSE"}, False),
    ],
)
def test_an_element_in_another_landmark_and_under_another_heading_tells_that_its_part_was_redrawn(
    now: dict[str, str], *, moved: bool
) -> None:
    assert moved_on(FIELD, standing(**now)) is moved


def test_a_step_without_a_landmark_and_a_heading_has_no_region() -> None:
    bare = replace(FIELD, target=Fingerprint(tag="input", landmark="|"))

    assert region(bare) == region(replace(FIELD, target=None)) == ""
    assert not moved_on(bare, standing(landmark="dialog|New", heading="New"))
    assert region(FIELD) != region(replace(FIELD, route="/reply")) != ""


@pytest.mark.parametrize("redrawn", [False, True])
def test_a_step_waits_its_whole_patience_unless_its_region_was_redrawn(*, redrawn: bool) -> None:
    flow = learned()
    first = flow.steps[0]
    assert first.target is not None
    gone = replace(first, target=replace(first.target, landmark="form|Old", heading="Old", lookalikes=()))
    flow = replace(flow, steps=(gone, *flow.steps[1:]))
    routes = site()
    routes["/"]["elements"] = [
        {"role": "link", "name": "Imprint", "absolute_xpath": "/html[1]/body[1]/footer[1]/a[1]", "on": {}}
    ]
    page = FakePage(routes)
    known = frozenset({region(gone)}) if redrawn else frozenset()

    report = page.run(replay(flow, {"to": "a@x.org"}, FlowOptions(patience=12_000.0, redrawn=known)))

    waited = sum(command.slice for command in page.commands if isinstance(command, c.Look))
    assert report.drift is not None
    assert report.drift.cause is Cause.MISSING
    assert (waited < readiness.BELIEVED) is redrawn
    assert any("redrawn" in fact for fact in report.drift.evidence) is redrawn
