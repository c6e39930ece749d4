"""A value of one character in the name of a control is data only if a second recording says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.contradictions.by_chance import CHANCE, with_chance
from pytest_ami.elements.contradictions.facts import contradiction
from pytest_ami.engine.versions.generalisation import generalised
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Step, StepKind

LEVEL = Fingerprint(tag="button", role="button", name="Level {{level}}", counts={"name": 1})
RECORDED = replace(LEVEL, name="Level 2")


def chance(before: set[str], later: set[str], value: str = "2") -> str:
    return with_chance(LEVEL, RECORDED, before, later, {"level": value}).details.get(CHANCE, "")


@pytest.mark.parametrize(
    ("before", "later", "value", "kept"),
    [
        (set(), {"2"}, "2", "Level 2"),
        (set(), {"note", "2"}, "2", "Level 2"),
        ({"2"}, {"2"}, "2", ""),
        ({"2"}, set(), "2", ""),
        (set(), set(), "2", ""),
        (set(), {"12"}, "12", ""),
    ],
)
def test_the_name_is_in_doubt_if_the_same_character_is_typed_later(
    before: set[str], later: set[str], value: str, kept: str
) -> None:
    assert chance(before, later, value) == kept


def test_another_value_is_refused_until_a_second_recording() -> None:
    first = with_chance(LEVEL, RECORDED, set(), {"2"}, {"level": "2"})
    second = with_chance(LEVEL, replace(LEVEL, name="Level 4"), set(), {"4"}, {"level": "4"})
    two, three = (Fingerprint(tag="button", role="button", name=f"Level {n}") for n in (2, 3))

    assert contradiction(replace(first, name="Level 2"), two, StepKind.CLICK) == ""
    assert "'Level 2', maybe by chance" in contradiction(replace(first, name="Level 3"), three, StepKind.CLICK)

    (made,) = generalised(*((Step(kind=StepKind.CLICK, target=target),) for target in (first, second))) or ()

    assert made.target is not None
    assert CHANCE not in made.target.details
    assert contradiction(replace(made.target, name="Level 3"), three, StepKind.CLICK) == ""
