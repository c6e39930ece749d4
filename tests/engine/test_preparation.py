"""A field is noted in the document in which it was filled."""

from __future__ import annotations

from dataclasses import replace

from pytest_ami.model import command as c
from pytest_ami.model.workflow import Step
from tests.support.replays import FORM, browser, played, workflow


def typed_in_a_frame(step: Step) -> Step:
    return replace(step, frame=("editor",), effects=replace(step.effects, keeps="same"))


def test_a_field_in_a_frame_is_noted_there_and_not_where_the_next_step_is() -> None:
    to, subject, send = FORM.steps
    page = browser(url="/new")

    found = played(workflow(to, typed_in_a_frame(subject), send, to=False, subject=False), page)

    assert found.drift is None
    noted = [look.place.frame for look in page.commands if isinstance(look, c.Look) and look.entered == 2]
    assert set(noted) == {("editor",)}
