"""A field is noted in the document in which it was filled, and left if the page shows only then how it reads it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from pytest_ami.elements.identity import Identity, Verdict
from pytest_ami.engine.preparation import ReplayState, _settled
from pytest_ami.engine.replay_options import ReplayOptions
from pytest_ami.engine.report import LocatedElement
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
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


def left_by(held: str, keeps: str = "thousands") -> list[str]:
    """Return the keys that are pressed before the press of a step, with a text in the field of the step before."""
    step = replace(FORM.steps[0], value="{{to}}", effects=replace(FORM.steps[0].effects, keeps=keeps))
    found = LocatedElement(
        place=c.FrameAddress(),
        verdict=Verdict(identity=Identity.SAME),
        seen=Fingerprint(tag="button"),
        fields={"1": held},
    )
    state = ReplayState(acted=1, entered={1: step})
    options = ReplayOptions(values={"to": "3.125"}, shown={"to": "3.125"}, patience=1000.0)
    program, keys = _settled(found, 1, options, state), []
    with suppress(StopIteration):
        command = next(program)
        while True:
            keys += [command.key] if isinstance(command, c.Press) else []
            command = program.send(c.Seen() if isinstance(command, c.Look) else c.Acted())
    return keys


def test_a_field_whose_page_shows_how_it_reads_a_number_is_left_before_the_press() -> None:
    assert left_by("3.125") == ["Tab"]
    assert not left_by("3.125,00")
    assert not left_by("3.125", keeps="number")
