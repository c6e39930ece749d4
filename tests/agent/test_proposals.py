"""A proposal changes the element of one step and nothing else, and the rules for the moves of a teacher hold for it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.agent.proposals import with_element
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Parameter, Step, StepKind, Workflow

COMPOSE = Fingerprint(tag="button", role="button", name="Compose", text="Compose", landmark="banner|", css="header > b")
FLOW = Workflow(
    id="1",
    task="send email",
    steps=(
        Step(kind=StepKind.CLICK, target=COMPOSE, effects=Effects(appeared=("textbox|To",)), sent="POST /draft"),
        Step(kind=StepKind.FILL, target=Fingerprint(tag="input", role="textbox", name="PIN"), value="{{pin}}"),
        Step(kind=StepKind.GOTO, value="/sent"),
    ),
    parameters=(Parameter(name="pin", secret=True),),
)
KNOWN = Fingerprint(tag="a", role="link", name="Write", css="nav > a")


def proposed(step: int, role: str, name: str) -> Workflow:
    return with_element(FLOW, step, role, name, (COMPOSE, KNOWN), "agent:x")


def test_another_name_keeps_the_evidence_of_the_old_element_and_all_checks_of_the_step() -> None:
    made = proposed(1, "button", "New message")

    assert made.steps[0].target == replace(COMPOSE, name="New message", text="New message")
    assert replace(made.steps[0], target=COMPOSE) == FLOW.steps[0]
    assert made.steps[1:] == FLOW.steps[1:]
    assert (made.provenance.author, made.provenance.parent, made.id) == ("agent:x", "1", "")


def test_an_element_that_a_version_has_touched_brings_its_own_evidence() -> None:
    assert proposed(1, "link", "Write").steps[0].target == KNOWN


@pytest.mark.parametrize(
    ("step", "role", "name", "why"),
    [
        (0, "button", "New message", "has no step 0"),
        (3, "button", "New message", "has no step 3"),
        (1, "button", "Compose", "is no other element"),
        (1, "banner", "New message", "is no other element"),
        (1, "button", "Delete account", "would delete"),
        (2, "textbox", "Comment", "a secret stays in its field"),
    ],
)
def test_a_proposal_is_refused(step: int, role: str, name: str, why: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        proposed(step, role, name)

    assert why in str(refused.value)
    assert refused.value.why
    assert refused.value.evidence
    assert refused.value.run == 'ami show "send email"'


@given(st.integers(-1, 4), st.sampled_from(["button", "link", "textbox", "", "x"]), st.text(max_size=30))
def test_no_words_loosen_a_step_or_remove_one(step: int, role: str, name: str) -> None:
    try:
        made = proposed(step, role, name)
    except ConfigurationError:
        return

    without = [replace(one, target=None) for one in made.steps]
    assert without == [replace(one, target=None) for one in FLOW.steps]
    assert [one.target for one in made.steps[1:]] == [one.target for one in FLOW.steps[1:]]
