"""A success that a page may take back by a timer which it has set with the deed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.confirmation import confirm
from pytest_ami.engine.effects.expectation import expectation
from pytest_ami.engine.preparation import ReplayState
from pytest_ami.engine.replay_options import ReplayOptions
from pytest_ami.engine.report import Replayed
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import EffectState
from pytest_ami.model.outcome import Drift
from pytest_ami.model.workflow import Effects, Step, StepKind

PUBLISHED = "status|Published"
EFFECTS = Effects(notices=(PUBLISHED,))
BUTTON = Fingerprint(tag="button", role="button", name="Publish")


def seen(*notices: str, due: float = 0.0) -> c.Seen:
    return c.Seen(effects=EffectState(present={PUBLISHED: PUBLISHED in notices}, notices=notices), due=due)


def confirmed(
    looks: list[c.Seen], *, kind: StepKind = StepKind.CLICK, last: bool = True
) -> tuple[list[Any], Drift | None]:
    """Confirm a step; return the commands, and the drift."""
    expect = expectation(EFFECTS, {}, {}, judges=True)
    assert expect is not None
    step = Step(kind=kind, target=BUTTON, effects=EFFECTS)
    state = ReplayState(acted=1, expect=replace(expect, last=last))
    program = confirm(step, state, ReplayOptions(values={}, shown={}, patience=4000), Replayed())
    commands: list[Any] = []
    answer = None
    try:
        while True:
            command = program.send(answer)
            commands.append(command)
            answer = looks.pop(0) if isinstance(command, c.Look) else c.Seen()
    except StopIteration as end:
        return commands, end.value


@pytest.mark.parametrize("after", ["status|Could not be published", "alert|Error: the text was rejected"])
def test_a_failure_that_a_timer_brings_takes_the_success_back(after: str) -> None:
    kept = () if after.startswith("status") else (PUBLISHED,)
    commands, drift = confirmed([seen(PUBLISHED, due=600), seen(*kept, after)])

    assert drift is not None
    assert [one.timeout for one in commands if isinstance(one, c.Settle)] == [700]


def test_a_tip_that_a_timer_brings_takes_nothing_back() -> None:
    assert confirmed([seen(PUBLISHED, due=500), seen(PUBLISHED, "status|Tip: share it")])[1] is None


def test_timers_are_waited_for_once() -> None:
    commands, drift = confirmed([seen(PUBLISHED, due=500), seen(PUBLISHED, due=900)])

    assert drift is None
    assert [type(one).__name__ for one in commands] == ["Look", "Settle", "Look"]
    assert [one.timers for one in commands if isinstance(one, c.Look)] == [True, False]


@pytest.mark.parametrize(
    ("due", "kind", "last"),
    [(0.0, StepKind.CLICK, True), (500.0, StepKind.HOVER, True), (500.0, StepKind.CLICK, False)],
)
def test_nothing_is_waited_for_without_a_timer_without_a_deed_and_before_another_step(
    due: float, kind: StepKind, *, last: bool
) -> None:
    commands, drift = confirmed([seen(PUBLISHED, due=due)], kind=kind, last=last)

    assert drift is None
    assert [type(one).__name__ for one in commands] == ["Look"]
