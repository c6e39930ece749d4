"""The reducer on whatever a recorder may send."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.engine.recording.operations import caused, merge
from pytest_ami.engine.recording.record import KINDS, reduce
from pytest_ami.instructions.parameters import names
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.workflow import Step
from tests.support.recordings import at, op

TYPES = ("click", "dblclick", "contextmenu", "input", "select", "check", "uncheck", "press", "upload", "hover")
WORDS = st.sampled_from(["", "alpha", "beta", "alpha beta", "{{x}}", "🧀"])
STATES = st.builds(
    PageState,
    url=st.sampled_from(["", "http://h/a", "http://h/b/1", "http://h/b/2"]),
    notices=st.lists(st.sampled_from(["status|Saved", "alert|No", "heading|alpha"]), max_size=2, unique=True).map(
        tuple
    ),
    controls=st.lists(st.sampled_from(["button|Go", "link|beta", "button|"]), max_size=3, unique=True).map(tuple),
    last_value=st.none() | WORDS,
)
TIMES = st.integers(0, 5_000).map(float)
TOUCHES = st.builds(
    op,
    st.sampled_from(TYPES),
    st.sampled_from(["A", "B"]),
    WORDS,
    before=STATES,
    timestamp=TIMES,
    tab=st.integers(0, 1),
    secret=st.booleans(),
)
OTHERS = st.one_of(
    st.builds(at, st.sampled_from(["http://h/a", "http://h/b/1"]), tab=st.integers(0, 1)),
    st.builds(Operation, type=st.sampled_from(["leaving", "popup", "unheard-of"]), tab=st.integers(0, 1)),
)
RECORDINGS = st.lists(st.one_of(TOUCHES, TOUCHES, OTHERS), max_size=12)
VALUES = st.dictionaries(st.sampled_from(["one", "two"]), st.sampled_from(["alpha", "beta", "x"]))


def in_order(some: list[str], of: list[str]) -> bool:
    rest = iter(of)
    return all(any(one == other for other in rest) for one in some)


@settings(max_examples=150, deadline=None)
@given(RECORDINGS)
def test_merging_twice_is_merging_once(recording: list[Operation]) -> None:
    once = merge(recording)

    assert merge(once) == once
    assert caused(caused(recording)) == caused(recording)


@settings(max_examples=150, deadline=None)
@given(RECORDINGS)
def test_merging_keeps_the_order_and_makes_nothing_up(recording: list[Operation]) -> None:
    tagged = [replace(one, ref=f"e{i}") for i, one in enumerate(recording)]

    assert in_order([one.ref for one in merge(caused(tagged))], [one.ref for one in tagged])


@settings(max_examples=150, deadline=None)
@given(RECORDINGS, STATES, VALUES)
def test_every_recording_becomes_steps_that_can_be_stored(
    recording: list[Operation], final: PageState, values: dict[str, str]
) -> None:
    steps = reduce(recording, final, values)

    assert {step.kind for step in steps} <= set(KINDS.values())
    assert len(steps) <= len(recording)
    assert all(from_plain(Step, to_plain(step)) == step for step in steps)
    assert {name for step in steps for name in names(step.value)} <= {*values, "x"}


@settings(max_examples=150, deadline=None)
@given(RECORDINGS, STATES)
def test_the_last_value_typed_into_a_field_is_never_lost(recording: list[Operation], final: PageState) -> None:
    typed = [operation for operation in recording if operation.type == "input"]
    if typed:
        last = typed[-1]
        again = [step for step in reduce(recording, final, {}) if step.target and step.target.name == last.text]

        assert last.value in [step.value for step in again if step.kind.value == "fill"]
