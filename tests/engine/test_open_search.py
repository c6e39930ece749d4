"""Which press may be left out beside an open search field: one that did nothing but open this field."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.open_search import only_opens_search
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import DialogAnswer, Effects, Step, StepKind

FIELD = Fingerprint(tag="input", role="searchbox", name="Find")
TYPES = Step(kind=StepKind.FILL, target=FIELD, value="{{name}}")
OPENS = Step(
    kind=StepKind.CLICK,
    target=Fingerprint(tag="span", role="button"),
    effects=Effects(appeared=("searchbox|Find",)),
)


def test_a_press_that_only_opens_the_search_field_of_the_next_step() -> None:
    assert only_opens_search(OPENS, TYPES)


def test_a_request_that_carries_what_is_typed_next_was_sent_by_the_typing() -> None:
    assert only_opens_search(replace(OPENS, sent="POST /kept?search={{name}}"), TYPES)


@pytest.mark.parametrize(
    "step",
    [
        replace(OPENS, sent="POST /kept"),
        replace(OPENS, sent="POST /kept?search={{other}}"),
        replace(OPENS, kind=StepKind.DOUBLE_CLICK),
        replace(OPENS, effects=Effects(appeared=("searchbox|Find", "button|Save"))),
        replace(OPENS, effects=Effects(appeared=("searchbox|Find",), vanished=("button|Open",))),
        replace(OPENS, effects=Effects(appeared=("searchbox|Find",), route="/find")),
        replace(OPENS, effects=Effects(appeared=("searchbox|Find in people",))),
        replace(OPENS, effects=Effects(appeared=("textbox|Find",))),
        replace(OPENS, dialogs=(DialogAnswer(kind="confirm"),)),
        replace(OPENS, frame=("frame",)),
    ],
)
def test_a_press_that_did_more_is_needed(step: Step) -> None:
    assert not only_opens_search(step, TYPES)


@pytest.mark.parametrize(
    "after",
    [
        None,
        replace(TYPES, kind=StepKind.CLICK),
        replace(TYPES, target=replace(FIELD, role="textbox")),
        replace(TYPES, target=replace(FIELD, name="")),
        replace(TYPES, target=None),
    ],
)
def test_only_a_search_field_that_is_filled_next_is_believed(after: Step | None) -> None:
    assert not only_opens_search(OPENS, after)
