"""Editing a path: each edit is exactly its groups, and what cannot be is refused by name."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.review.path_edit import StepGroup, edited, labels
from tests.support.sessions import click, fill, flow

PATH = flow(click("Compose"), fill("To", "x"), fill("To", "{{to}}"), fill("Subject", "{{subject}}"), click("Send"))


def singles(*numbers: int) -> list[StepGroup]:
    return [StepGroup(steps=(number,)) for number in numbers]


@given(st.permutations(range(1, 6)), st.integers(1, 5))
def test_an_order_and_a_choice_of_steps_is_the_path(order: list[int], kept: int) -> None:
    chosen = order[:kept]
    assume(chosen != [1, 2, 3, 4, 5])

    made = edited(PATH, singles(*chosen))

    assert made.steps == tuple(PATH.steps[number - 1] for number in chosen)
    assert made.sop == tuple(labels(PATH)[number - 1] for number in chosen)
    assert (made.provenance.parent, made.provenance.author) == (PATH.id, "person")
    assert made.parameters == PATH.parameters


def test_the_history_says_what_the_edit_did() -> None:
    merged = [StepGroup(steps=(1,)), StepGroup(steps=(2, 3)), StepGroup(steps=(5,), label="  Send   it ")]
    made = edited(PATH, merged)

    assert [step.title() for step in made.steps] == [PATH.steps[n].title() for n in (0, 2, 4)]
    assert made.sop[2] == "Send it"
    assert made.provenance.reason == "edited path of v1: dropped 4; merged 2+3"
    assert "reordered" in edited(PATH, singles(2, 1)).provenance.reason


def test_a_new_label_alone_is_an_edit() -> None:
    groups = [StepGroup(steps=(number,), label="First" if number == 1 else "") for number in range(1, 6)]

    assert edited(PATH, groups).provenance.reason == "edited path of v1: relabelled"


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        (singles(1, 2, 3, 4, 5), "changes nothing"),
        ([], "No step is left"),
        ([StepGroup(steps=())], "No step is left"),
        (singles(1, 6), "There is no step 6"),
        (singles(1, 0), "There is no step 0"),
        (singles(1, 2, 1), "Step 1 is used twice"),
        ([StepGroup(steps=(3, 4))], "Steps 3 and 4 cannot be merged"),
        ([StepGroup(steps=(1, 5))], "Steps 1 and 5 cannot be merged"),
    ],
)
def test_an_edit_that_cannot_be_is_refused_by_name(groups: list[StepGroup], said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        edited(PATH, groups)


def test_a_step_that_lasts_on_the_server_is_never_merged_away() -> None:
    sending = replace(fill("To", "x"), sent="POST /drafts")
    path = flow(sending, fill("To", "{{to}}"))

    with pytest.raises(ConfigurationError, match="cannot be merged"):
        edited(path, [StepGroup(steps=(1, 2))])
