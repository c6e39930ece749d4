"""The command of a step: where a click lands on an element of another size now, and whether a text is typed by keys."""

from __future__ import annotations

import pytest

from pytest_ami.engine.actions import action, within
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind

SEARCH = Fingerprint(tag="input", role="button", name="Search", box=(0, 0, 40, 20))


def clicked(value: str, size: tuple[float, float], target: Fingerprint = SEARCH) -> str:
    step = Step(kind=StepKind.CLICK, target=target, value=value)
    seen = Fingerprint(tag=target.tag, role=target.role, name=target.name, box=(200, 10, *size))
    return within(step, seen).value


def test_a_position_beyond_a_button_is_its_middle() -> None:
    assert clicked("@16,9", (12, 12)) == ""
    assert clicked("Shift @16,19", (40, 12)) == "Shift"


@pytest.mark.parametrize("size", [(40, 20), (17, 10)])
def test_a_position_within_a_button_stays(size: tuple[float, float]) -> None:
    assert clicked("@16,9", size) == "@16,9"


def test_a_position_on_a_drawing_stays() -> None:
    assert clicked("@16,9", (12, 12), Fingerprint(tag="canvas", role="img", name="Plan")) == "@16,9"
    assert clicked("@16,9", (12, 12), Fingerprint(tag="canvas")) == "@16,9"


@pytest.mark.parametrize(
    ("effects", "keys"),
    [
        (Effects(keyed="yes"), True),
        (Effects(listed=("Anna",)), True),
        (Effects(filtered=("Bob",)), True),
        (Effects(), False),
    ],
)
def test_a_text_that_a_list_followed_is_typed_by_keys(effects: Effects, *, keys: bool) -> None:
    step = Step(kind=StepKind.FILL, target=Fingerprint(tag="input", role="textbox"), value="Ann", effects=effects)

    command = action(step, c.FrameAddress(), {}, 1.0)

    assert isinstance(command, c.Fill)
    assert command.keys is keys
