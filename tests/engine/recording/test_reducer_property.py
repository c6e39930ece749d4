"""The steps of a recording have the same effect on a page as the person's gestures, and contain no noise.

Hypothesis generates gestures. The test turns each gesture into the recorder's events, including the usual noise, and
applies it to a model of a page. The steps, applied to the same model, must leave it in the same state.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.engine.recording.operations import caused, merge
from pytest_ami.engine.recording.record import reduce
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.workflow import Step, StepKind

MANY = settings(max_examples=100, deadline=None)
HOME = "http://app.test"
FIELDS = ("name", "mail", "note")
BUTTONS = ("save", "drop", "open")
BOXES = ("agree", "later")
PAGES = ("/", "/list", "/form?x=1")
APART = 5_000.0
"""Milliseconds between two gestures."""


@dataclass
class Page:
    """A page as a person knows it: where it is, what its fields hold, and what was done when they held it."""

    url: str = "/"
    held: dict[str, str] = field(default_factory=dict)
    ticked: dict[str, bool] = field(default_factory=dict)
    log: list[Any] = field(default_factory=list)

    def press(self, what: str, *more: Any) -> None:
        """Do what shows what the page holds at that moment."""
        self.log.append((what, *more, self.url, sorted(self.held.items()), sorted(self.ticked.items())))

    def go(self, url: str) -> None:
        """Leave for another page, whose fields are empty."""
        self.url, self.held, self.ticked = url, {}, {}


@dataclass(frozen=True)
class Gesture:
    """One thing that a person does."""

    kind: str
    what: str
    value: str = ""
    noise: int = 0

    def do(self, page: Page) -> None:
        """Do it to the model."""
        if self.kind == "fill":
            page.held[self.what] = self.value
        elif self.kind == "tick":
            page.ticked[self.what] = self.value == "on"
        elif self.kind in ("goto", "link"):
            if self.kind == "link":
                page.press("click", f"to {self.value}")
            page.go(self.value)
        else:
            page.press(self.kind, self.what, self.value)

    def told(self, at: float) -> list[Operation]:
        """Return the operations that the recorder tells of it."""
        if self.kind == "fill":
            cuts = [self.value[: len(self.value) * n // (self.noise + 1)] for n in range(1, self.noise + 1)]
            return [op("input", self.what, at + n, value=text) for n, text in enumerate([*cuts, self.value])]
        if self.kind == "tick":
            states = [("check", "uncheck")[(n % 2 == 0) != (self.value == "on")] for n in range(self.noise + 1)][::-1]
            return [op(state, self.what, at + n) for n, state in enumerate(states)]
        if self.kind == "goto":
            return [navigate(self.value, "typed", at)]
        if self.kind == "link":
            ways = ["/way", self.value] if self.noise else [self.value]
            leaves = [Operation(type="leaving", value="link", timestamp=at + 1)] * (1 + self.noise)
            return [op("click", f"to {self.value}", at), *leaves, *(navigate(way, "link", at + 2) for way in ways)]
        if self.kind == "dblclick":
            return [op("click", self.what, at), op("dblclick", self.what, at + 90)]
        return [op(self.kind, self.what, at, value=self.value)]


def op(kind: str, what: str, at: float, value: str = "") -> Operation:
    """Return an operation on an element called ``what``."""
    print_ = Fingerprint(tag="x", role="button", name=what, absolute_xpath=f"/{what}")
    return Operation(type=kind, text=what, xpath=f"/{what}", value=value, timestamp=at, fingerprint=print_)


def navigate(path: str, how: str, at: float) -> Operation:
    """Return a navigation of the page."""
    return Operation(type="navigate", url=HOME + path, value=how)


def tell(gestures: list[Gesture]) -> tuple[Operation, ...]:
    """Return the recording of some gestures, every operation with a number of its own, begun on the first page."""
    told = [Operation(type="navigate", url=HOME + "/", value="typed")]
    for number, gesture in enumerate(gestures, start=1):
        told += gesture.told(number * APART)
    return tuple(replace(operation, ref=f"e{n}", url=operation.url or HOME) for n, operation in enumerate(told))


def carry_out(steps: tuple[Step, ...]) -> Page:
    """Do the steps to the model."""
    page = Page()
    for step in steps:
        what = step.target.name if step.target else ""
        if step.kind is StepKind.GOTO:
            page.go(step.value)
        elif step.kind is StepKind.FILL:
            page.held[what] = step.value
        elif step.kind in (StepKind.CHECK, StepKind.UNCHECK):
            page.ticked[what] = step.kind is StepKind.CHECK
        elif step.kind is StepKind.PRESS:
            page.press("press", what, step.value)
        elif step.kind is StepKind.CLICK and what.startswith("to "):
            page.press("click", what)
            page.go(what.removeprefix("to "))
        else:
            page.press({StepKind.CLICK: "click", StepKind.DOUBLE_CLICK: "dblclick"}[step.kind], what, "")
    return page


def made(gestures: list[Gesture]) -> Page:
    """Do the gestures to the model."""
    page = Page()
    for gesture in gestures:
        gesture.do(page)
    return page


TEXT = st.text("ab c", min_size=1, max_size=6)
NOISE = st.integers(0, 3)
GESTURES = st.lists(
    st.one_of(
        st.builds(Gesture, st.just("fill"), st.sampled_from(FIELDS), TEXT, NOISE),
        st.builds(Gesture, st.just("tick"), st.sampled_from(BOXES), st.sampled_from(["on", "off"]), NOISE),
        st.builds(Gesture, st.sampled_from(["click", "dblclick"]), st.sampled_from(BUTTONS)),
        st.builds(Gesture, st.just("press"), st.sampled_from(FIELDS), st.sampled_from(["Enter", "Escape"])),
        st.builds(Gesture, st.just("goto"), st.just("page"), st.sampled_from(PAGES)),
        st.builds(Gesture, st.just("link"), st.just("page"), st.sampled_from(PAGES), st.integers(0, 1)),
    ),
    max_size=12,
)


def steps_of(operations: tuple[Operation, ...]) -> tuple[Step, ...]:
    """Return the steps, with nothing known of the page at the end."""
    return reduce(operations, PageState(), {})


@MANY
@given(GESTURES)
def test_the_steps_do_what_was_done(gestures: list[Gesture]) -> None:
    assert carry_out(steps_of(tell(gestures))) == made(gestures)


@MANY
@given(GESTURES)
def test_reducing_twice_is_reducing_once(gestures: list[Gesture]) -> None:
    once = merge(caused(tell(gestures)))
    assert merge(caused(once)) == once
    assert steps_of(once) == steps_of(tell(gestures))


@MANY
@given(GESTURES)
def test_the_order_is_kept(gestures: list[Gesture]) -> None:
    operations = tell(gestures)
    places = [operations.index(next(o for o in operations if o.ref == kept.ref)) for kept in merge(caused(operations))]
    assert places == sorted(set(places))


@MANY
@given(GESTURES)
def test_there_is_at_most_one_step_for_a_gesture(gestures: list[Gesture]) -> None:
    assert len(steps_of(tell(gestures))) <= 1 + len(gestures)


@MANY
@given(GESTURES, st.lists(st.integers(0, 60), min_size=1, max_size=4))
def test_a_word_of_closing_changes_nothing(gestures: list[Gesture], places: list[int]) -> None:
    noisy = list(tell(gestures))
    for place in places:
        noisy.insert(place, Operation(type="closing"))
    kinds = [(step.kind, step.value, step.target) for step in steps_of(tuple(noisy))]
    assert kinds == [(step.kind, step.value, step.target) for step in steps_of(tell(gestures))]


@MANY
@given(GESTURES, st.sampled_from(["Ann Lee", "b", "{{x}}"]))
def test_a_typed_value_that_is_a_parameter_becomes_its_name(gestures: list[Gesture], value: str) -> None:
    operations = tell([*gestures, Gesture("click", "save"), Gesture("fill", "name", value)])
    last = reduce(operations, PageState(), {"who": value})[-1]
    assert last.value == "{{who}}"


@MANY
@given(st.lists(st.sampled_from(["click", "popup", "dialog", "download", "close"]), max_size=8))
def test_what_a_step_brings_about_is_no_step(kinds: list[str]) -> None:
    operations = [op("click", "save", 1.0)]
    operations += [
        op("click", f"b{n}", APART * n) if kind == "click" else Operation(type=kind, value="page", role="alert")
        for n, kind in enumerate(kinds, start=1)
    ]
    steps = steps_of(tuple(operations))
    assert [step.kind for step in steps] == [StepKind.CLICK] * (1 + kinds.count("click"))
    assert sum(len(step.dialogs) for step in steps) == kinds.count("dialog")
