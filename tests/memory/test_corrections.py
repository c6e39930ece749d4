"""A person's correction becomes a step only if it says which element, kind or value is meant."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.memory.corrections import corrected
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind
from tests.support.sessions import click, fill

SAVE = Fingerprint(tag="button", role="button", name="Save", css="#save")
STEPS = (fill("To", "{{to}}"), click("Delete"))
ELEMENTS = [step.target for step in STEPS if step.target] + [SAVE]


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ('click button "Save"', 'click button "Save"'),
        ('"save"', 'click button "Save"'),
        ("Click the “Save”", 'click button "Save"'),
        ('double click button "Save"', 'double click button "Save"'),
        ('fill textbox "To" with {{name}}', 'fill textbox "To" with {{name}}'),
        ('type textbox "To" with me', 'fill textbox "To" with me'),
        ('click link "Outbox"', 'click link "Outbox"'),
    ],
)
def test_a_phrase_that_names_an_element_is_a_step(words: str, title: str) -> None:
    steps = corrected(STEPS, 2, words, ELEMENTS)
    assert steps is not None
    assert [step.title() for step in steps] == [STEPS[0].title(), title]


def test_a_known_element_keeps_its_evidence() -> None:
    steps = corrected(STEPS, 2, 'click button "Save"', ELEMENTS)
    assert steps is not None
    assert steps[1].target is SAVE


def test_another_value_is_a_step_and_is_expected_in_the_field() -> None:
    steps = corrected((fill("To", "nobody"), *STEPS[1:]), 1, "with {{name}}", ELEMENTS)
    assert steps is not None
    assert (steps[0].value, steps[0].effects) == ("{{name}}", Effects(value="{{name}}"))


@pytest.mark.parametrize("words", ["with {{name}}", "leave out", "with capital letters", 'with "Hello"'])
def test_a_correction_that_would_ignore_a_given_value_is_advice(words: str) -> None:
    assert corrected(STEPS, 1, words, ELEMENTS) is None


def test_of_two_elements_of_one_name_none_is_taken() -> None:
    rows = [Fingerprint(tag="button", role="button", name="Close", absolute_xpath=f"/main/{n}") for n in (1, 2)]
    assert corrected(STEPS, 2, 'click button "Close"', [*ELEMENTS, *rows]) is None


def test_the_effects_of_the_wrong_action_are_not_expected_of_the_right_one() -> None:
    wrong = Step(kind=StepKind.CLICK, target=SAVE, effects=Effects(route="/gone"), sent="DELETE /mail/:id")
    steps = corrected((wrong,), 1, 'click button "Delete"', ELEMENTS)
    assert steps is not None
    assert (steps[0].effects, steps[0].sent) == (Effects(), "")


@pytest.mark.parametrize(
    "words",
    [
        "",
        'click button "Delete"',
        "it must not delete",
        'click "Nowhere"',
        'click thing "Outbox"',
        'fill textbox "To"',
        'goto link "Outbox"',
        'wait for "Save"',
        "with me",
    ],
)
def test_anything_else_is_advice(words: str) -> None:
    assert corrected(STEPS, 2, words, ELEMENTS) is None


def test_the_only_step_cannot_be_left_out() -> None:
    assert corrected(STEPS, 2, "Leave  out.", ELEMENTS) == STEPS[:1]
    assert corrected(STEPS[:1], 1, "leave out", ELEMENTS) is None


@given(st.text(max_size=40), st.integers(1, 2))
@settings(max_examples=100)
def test_any_text_leaves_the_other_steps_alone(words: str, number: int) -> None:
    steps = corrected(STEPS, number, words, ELEMENTS)
    if steps is not None:
        kept = [step for step in STEPS if step is not STEPS[number - 1]]
        assert [step for step in steps if step in kept] == kept
