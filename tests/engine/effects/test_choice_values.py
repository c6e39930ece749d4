"""A choice is proven by its value, if what came beside it in the lesson was on screen already."""

from __future__ import annotations

from pytest_ami.engine.effects.expectation import expectation, missing
from pytest_ami.model.look import EffectState, Expectation
from pytest_ami.model.workflow import Effects

CHOICE = Effects(appeared=("button|Chat",), value="Large")


def expected(effects: Effects = CHOICE, *, there: bool = True) -> Expectation | None:
    return expectation(effects, dict.fromkeys(effects.appeared, there), {})


def test_the_value_proves_the_choice() -> None:
    assert missing(expected(), EffectState(last="Large")) == ()
    assert missing(expected(), EffectState(last="Small"))
    assert missing(expected(), EffectState(last=None, gone=True))


def test_what_was_not_there_must_come() -> None:
    assert missing(expected(there=False), EffectState(last="Large", present={"button|Chat": False}))


def test_nothing_proves_a_step_without_a_value_whose_effects_were_there() -> None:
    assert missing(expected(Effects(appeared=("button|Chat",))), EffectState(last="Large"))
