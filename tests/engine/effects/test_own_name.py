"""A step may give its own element a name that other elements have already."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.effects.expectation import expectation, missing
from pytest_ami.engine.effects.own_name import with_own_name
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import EffectState, Expectation
from pytest_ami.model.workflow import Effects, Step, StepKind

BUTTON = Fingerprint(tag="button", role="button", name="unstarred")
STEP = Step(kind=StepKind.CLICK, target=BUTTON, effects=Effects(appeared=("button|starred",)))


def expected(step: Step = STEP, seen: Fingerprint = BUTTON, *, there: bool = True) -> Expectation | None:
    before = dict.fromkeys((*step.effects.appeared, *step.effects.vanished), there)
    found = expectation(step.effects, before, {})
    return with_own_name(found, step, seen, {})


def now(**present: bool) -> EffectState:
    keys = {"button|starred": True, "itself|starred": False}
    return EffectState(present={**keys, **{key.replace("_", "|"): value for key, value in present.items()}})


def test_the_element_itself_must_get_the_name_that_another_had() -> None:
    expect = expected()

    assert missing(expect, now()) == ('any of: the name "starred" to appear',)
    assert missing(expect, now(itself_starred=True)) == ()


def test_a_name_that_was_not_there_may_come_anywhere_as_before() -> None:
    expect = expected(there=False)

    assert expect is not None
    assert expect.appearing == ("button|starred",)


@pytest.mark.parametrize(
    ("step", "seen"),
    [
        (replace(STEP, effects=Effects(appeared=("link|starred",))), BUTTON),
        (replace(STEP, effects=Effects(appeared=("button|starred", "button|Undo"))), BUTTON),
        (replace(STEP, effects=Effects(appeared=("button|{{title}}",))), BUTTON),
        (replace(STEP, effects=Effects(appeared=("button|unstarred",))), BUTTON),
        (STEP, replace(BUTTON, name="starred")),
        (STEP, replace(BUTTON, name="favourite")),
    ],
)
def test_nothing_else_proves_a_step_whose_effects_were_on_screen(step: Step, seen: Fingerprint) -> None:
    expect = expected(step, seen)

    assert expect is None or not any(key.startswith("itself|") for key in expect.appearing)
    assert expect is None or expect.appearing or missing(expect, now(itself_starred=True))


def test_the_going_of_an_element_is_no_new_name() -> None:
    step = replace(STEP, effects=Effects(vanished=("button|starred",)))

    assert missing(expected(step, there=False), now(itself_starred=True))


PERSON = Fingerprint(tag="li", role="option", name="{{who}} Sales")
CHOSEN = Step(kind=StepKind.CLICK, target=PERSON, effects=Effects(vanished=("option|{{who}} Sales",)))


@pytest.mark.parametrize(
    ("step", "name", "going"),
    [
        (CHOSEN, "Pia Kern Legal", ("option|Pia Kern Legal",)),
        (CHOSEN, "Ana Roth Legal", ()),
        (replace(CHOSEN, effects=Effects(vanished=("option|Other",))), "Pia Kern Legal", ()),
        (replace(CHOSEN, target=replace(PERSON, name="Sales")), "Pia Kern Legal", ()),
        (replace(CHOSEN, target=replace(PERSON, role="button")), "Pia Kern Legal", ()),
    ],
)
def test_an_element_of_a_value_goes_with_its_present_words(step: Step, name: str, going: tuple[str, ...]) -> None:
    values = {"who": "Pia Kern"}
    found = expectation(step.effects, dict.fromkeys(("option|Pia Kern Sales", "option|Other"), False), values)
    expect = with_own_name(found, step, replace(PERSON, name=name), values)

    assert (expect.vanishing if expect else ()) == going
    if expect and going:
        assert missing(expect, EffectState(present={going[0]: True}))
        assert not missing(expect, EffectState(present={going[0]: False}, calm=True))
