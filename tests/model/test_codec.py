"""Model objects as plain data and back: sparse, strict, and without losing what is empty on purpose."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import Effects, Parameter, Step, StepKind, Workflow


def test_what_is_empty_is_left_out() -> None:
    step = Step(kind=StepKind.CLICK, target=Fingerprint(tag="a", name="Send"))

    assert to_plain(step) == {"kind": "click", "target": {"tag": "a", "name": "Send"}, "optional": False, "tab": 0} | {
        "effects": {"tab": False}
    }


@pytest.mark.parametrize(
    "value", [Effects(value=""), PageState(last_value=""), Parameter(name=""), Fingerprint(tag="")]
)
def test_an_empty_text_is_not_the_same_as_none(value: Any) -> None:
    assert from_plain(type(value), to_plain(value)) == value


def test_an_optional_part_that_is_all_default_is_kept() -> None:
    operation = Operation(type="click", fingerprint=Fingerprint(tag=""))

    assert from_plain(Operation, to_plain(operation)) == operation


@dataclass(frozen=True)
class Odd:
    """Defaults that are not empty."""

    text: str = "x"
    items: tuple[str, ...] = ("a",)
    table: dict[str, int] = field(default_factory=lambda: {"a": 1})


def test_emptiness_that_is_not_the_default_is_kept() -> None:
    odd = Odd(text="", items=(), table={})

    assert from_plain(Odd, to_plain(odd)) == odd


@pytest.mark.parametrize(
    ("data", "where"),
    [({"kind": "dance"}, "$.kind"), ({"kind": "click", "tab": "1"}, "$.tab"), ({}, "kind"), ("click", "object")],
)
def test_another_shape_is_refused_with_its_place(data: object, where: str) -> None:
    with pytest.raises(StoreError, match="The data is not a valid Step") as caught:
        from_plain(Step, data)
    assert where in caught.value.why


def test_a_new_field_does_not_break_an_old_reader() -> None:
    assert from_plain(Parameter, {"name": "to", "colour": "red"}) == Parameter(name="to")


TEXT = st.text(max_size=20)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
PRINTS = st.builds(
    Fingerprint,
    tag=TEXT,
    name=TEXT,
    attributes=st.dictionaries(TEXT, TEXT, max_size=2),
    neighbours=TEXTS,
    box=st.none() | st.tuples(*[st.floats(allow_nan=False, allow_infinity=False, width=32)] * 4),
    counts=st.dictionaries(TEXT, st.integers(0, 99), max_size=2),
)
EFFECTS = st.builds(Effects, route=TEXT, notices=TEXTS, value=st.none() | TEXT, tab=st.booleans())
STEPS = st.builds(
    Step,
    kind=st.sampled_from(StepKind),
    target=st.none() | PRINTS,
    value=TEXT,
    effects=EFFECTS,
    optional=st.booleans(),
    frame=TEXTS,
    tab=st.integers(0, 3),
)
WORKFLOWS = st.builds(
    Workflow,
    task=TEXT,
    steps=st.lists(STEPS, max_size=3).map(tuple),
    parameters=st.lists(st.builds(Parameter, name=TEXT), max_size=2).map(tuple),
)
DRIFTS = st.builds(Drift, step=st.integers(0, 9), cause=st.sampled_from(Cause), title=TEXT, evidence=TEXTS)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.one_of(WORKFLOWS, STEPS, PRINTS, DRIFTS))
def test_there_and_back_is_the_same(value: Any) -> None:
    assert from_plain(type(value), to_plain(value)) == value
