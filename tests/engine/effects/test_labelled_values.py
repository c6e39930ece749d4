"""A value behind the label of its own field, where the recording had it alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.effects.expectation import expectation
from pytest_ami.engine.effects.labelled_values import field_labels, labelled
from pytest_ami.engine.effects.partial import keeping, partly
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import EffectState
from pytest_ami.model.workflow import Effects, Step, StepKind

VALUES = {"to": "ann@x.org", "subject": "Hello"}
SEND = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Send"), sent="POST /m?to={{to}}")
OPENED = Effects(route="/message/:id", notices=("alone|{{to}}",), appeared=("heading|{{subject}}", "link|Back"))


def typed(label: str, value: str = "{{to}}") -> Step:
    target = Fingerprint(tag="input", role="textbox", name=label, label=label)
    return Step(kind=StepKind.FILL, target=target, value=value)


@pytest.mark.parametrize(
    ("steps", "labels"),
    [
        ((typed("To:"), SEND), {"to": "To"}),
        ((typed("To"), typed("Cc"), SEND), {}),  # it is not known as which of them it is noted
        ((typed("Search"), replace(SEND, sent="")), {}),  # nothing sends it
        ((typed("Search"), replace(SEND, sent="GET /m/{{to}}")), {}),
        ((typed("To", "<{{to}}>"), SEND), {}),
        ((typed("To", "a@b.org"), SEND), {}),
        ((typed(""), SEND), {}),
        ((typed("Subject", "{{subject}}"), SEND), {}),
    ],
)
def test_a_label_is_that_of_the_only_field_of_a_value_that_a_deed_sends(
    steps: tuple[Step, ...], labels: dict[str, str]
) -> None:
    assert field_labels(steps) == labels


def test_a_text_that_is_lacking_alone_is_asked_for_behind_its_label() -> None:
    wanted = labelled(["alone|ann@x.org", "alone|Hello", "status|ann@x.org", "text|ann@x.org"], {"to": "To"}, VALUES)

    assert wanted["alone|To: ann@x.org"] == "alone|ann@x.org"
    assert set(wanted.values()) == {"alone|ann@x.org"}
    assert not {key for key in wanted if key.casefold().startswith(("alone|cc", "alone|from", "alone|not"))}
    assert labelled(["alone|ann@x.org"], {"cc": "Cc"}, VALUES) == {}


@pytest.mark.parametrize(
    ("shown", "there", "enough"),
    [
        ({"alone|ann@x.org": "alone|To: ann@x.org"}, ("heading|Hello",), True),
        ({"alone|ann@x.org": "alone|To: ann@x.org"}, (), False),  # another record: its own heading is missing
        ({}, ("heading|Hello",), False),
    ],
)
def test_a_label_is_enough_in_a_lesson_and_is_proof_from_then_on(
    shown: dict[str, str], there: tuple[str, ...], *, enough: bool
) -> None:
    expect = expectation(OPENED, {}, VALUES, url="http://app.test/sent")
    assert expect is not None
    now = EffectState(present=dict.fromkeys(there, True), route=True, here="/message/7")

    part = partly(replace(expect, last=True), now, (), shown)

    assert (part is not None) is enough
    if part is not None:
        assert keeping(OPENED, part, VALUES).notices == ("alone|To: {{to}}",)
