"""The texts around a recorded deed: those of the page, and not those of the record that a value has opened."""

from __future__ import annotations

import pytest

from pytest_ami.engine.recording.surroundings import around_deed, with_turned_text
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.operation import Operation
from pytest_ami.model.workflow import Step, StepKind

SHELL = "environment=Staging"
SAVE = Step(kind=StepKind.CLICK, sent="POST /books")


def done(name: str, places: str, *, url: str = "http://x/books", value: str = "", kind: str = "click") -> Operation:
    seen = Fingerprint(tag="button", role="button", name=name, details={"surroundings": places})
    return Operation(type=kind, ref="e1", url=url, value=value, fingerprint=seen)


def kept(*operations: Operation) -> str:
    target = operations[-1].fingerprint
    assert target is not None
    return around_deed(target, SAVE, operations, {"title": "Emma"}).details["surroundings"]


def test_texts_that_stood_before_a_value_was_used_count() -> None:
    typed = done("Title", f"{SHELL} | folder=All books", value="Emma", kind="input")

    assert kept(typed, done("Save", f"{SHELL} | folder=All books | owner=a novel")) == f"{SHELL} | folder=All books"


def test_the_row_of_a_value_opens_a_record() -> None:
    opened = done("Emma", SHELL)

    assert kept(opened, done("Save", f"{SHELL} | owner=Jane Austen")) == SHELL
    assert kept(done("Books", SHELL), done("Save", f"{SHELL} | owner=All books")) == f"{SHELL} | owner=All books"
    assert kept(done("Save", f"{SHELL} | owner=All books")) == f"{SHELL} | owner=All books"


@pytest.mark.parametrize("url", ["http://x/books/17", "http://x/edit?book=17"])
def test_a_page_with_an_id_in_its_address_belongs_to_a_record(url: str) -> None:
    save = done("Save", f"{SHELL} | owner=Jane Austen", url=url)

    assert kept(save) == "none"
    assert kept(done("Books", SHELL), save) == SHELL


@pytest.mark.parametrize(
    ("views", "left"), [("Term 2", ""), ("Term 2 | Grades", "Grades"), ("Grades", "Grades"), ("", "")]
)
def test_a_view_that_the_flow_has_chosen_itself_is_no_evidence(views: str, left: str) -> None:
    button = Fingerprint(tag="button", role="button", name="Save", details={"view": views} if views else {})
    step = Step(kind=StepKind.CLICK, target=button)
    pressed = Operation(type="click", url="http://x/book", text="Term 2")

    found = around_deed(button, step, [pressed, Operation(type="click", url="http://x/book", text="Save")], {})

    assert found.details.get("view", "") == left


SOUND = Fingerprint(
    tag="button", role="button", name="Sound", context="{{c}} Sound on daily", texts=("{{c}}", "on", "daily")
)


@pytest.mark.parametrize(
    ("came", "turned"),
    [
        (("{{c}} Sound off daily",), "on > off"),
        (("{{c}} Sound on daily",), ""),
        (("{{c}} Sound 4 daily",), ""),
        (("{{c}} Mute off daily",), ""),
        (("{{c}} Sound off weekly",), ""),
        (("{{c}} Sound off daily", "{{c}} Sound mute daily"), ""),
        ((), ""),
    ],
)
def test_the_text_of_a_row_that_a_press_turned_is_known(came: tuple[str, ...], turned: str) -> None:
    step = with_turned_text(Step(kind=StepKind.CLICK, target=SOUND), ("{{c}} Sound on daily",), came)

    assert step.target is not None
    assert step.target.details.get("turned", "") == turned


def test_a_press_outside_of_the_rows_that_changed_turns_none() -> None:
    step = Step(kind=StepKind.CLICK, target=SOUND)

    assert with_turned_text(step, ("Bo Sound on daily",), ("Bo Sound off daily",)) == step
    assert with_turned_text(Step(kind=StepKind.CLICK), ("a b",), ("a c",)) == Step(kind=StepKind.CLICK)


def test_a_press_outside_of_rows_may_turn_a_paragraph_beside() -> None:
    button = Fingerprint(tag="button", role="button", name="Switch", neighbours=("The mode is off", "Shop"))
    step = with_turned_text(Step(kind=StepKind.CLICK, target=button), ("¶ The mode is off",), ("¶ The mode is on",))

    assert step.target is not None
    assert step.target.details["turned"] == "The mode is off > The mode is on"
    assert (
        with_turned_text(Step(kind=StepKind.CLICK, target=button), ("¶ It is off",), ("¶ It is on",)).target == button
    )
