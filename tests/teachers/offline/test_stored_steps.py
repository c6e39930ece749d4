"""The stored steps that are still to come: which field, record and control they name on the page as it is now."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Element, MoveKind, Observation, Situation
from pytest_ami.model.workflow import Step, StepKind
from pytest_ami.teachers.offline.scoring import FITS, menu_score
from pytest_ami.teachers.offline.stored_steps import (
    StoredStep,
    fields_of,
    is_last_press,
    nameless_press,
    next_press,
    read,
    record_of,
)
from pytest_ami.teachers.offline.teacher import OfflineTeacher

VALUES = {"name": "Jürgen O'Neill", "email": "j@example.org"}
PHRASES = (
    'click button "{{name}}"',
    'fill textbox "New email" with {{email}}',
    'press textbox "New email" Enter',
    'click button "Save changes"',
)


def shown(*named: str, state: tuple[str, ...] = ()) -> list[Element]:
    """Return elements of a page from texts such as ``gridcell Anna``."""
    parts = [text.partition(" ") for text in named]
    return [Element(ref=f"e{n}", role=role, name=name, state=state) for n, (role, _, name) in enumerate(parts, 1)]


@pytest.mark.parametrize(
    ("phrase", "step"),
    [
        ('click button "Say "hi""', StoredStep(kind="click", name='Say "hi"')),
        ('double click gridcell "{{name}}"', StoredStep(kind="double click", name="{{name}}")),
        ('double click button beside "{{name}}"', StoredStep(kind="double click")),
        ('fill textbox with {"name": "{{name}}"}', StoredStep(kind="fill", value='{"name": "{{name}}"}')),
        ('fill textbox "To" with {{email}}', StoredStep(kind="fill", name="To", value="{{email}}")),
        ('press textbox "Message" Enter', StoredStep(kind="press", name="Message", value="Enter")),
        ("goto", StoredStep(kind="goto")),
    ],
)
def test_a_phrase_is_read_back(phrase: str, step: StoredStep) -> None:
    assert read([phrase]) == (step,)


@given(st.sampled_from([StepKind.CLICK, StepKind.DOUBLE_CLICK]), st.text(min_size=1).filter(str.strip))
def test_the_name_of_a_pressed_element_is_read_as_it_is_told(kind: StepKind, name: str) -> None:
    step = Step(kind=kind, target=Fingerprint(tag="button", role="button", name=name))
    assert read([step.title()]) == (StoredStep(kind=kind.value.replace("_", " "), name=name),)


def test_a_field_is_known_by_the_one_value_that_it_took() -> None:
    steps = read([*PHRASES, 'fill textbox "Greeting" with Dear {{name}}', "fill textbox with {{name}}"])
    assert fields_of(steps) == {"email": "New email"}


def test_the_record_of_the_first_step_may_have_another_role() -> None:
    found = record_of(read(PHRASES), shown("button Copy", "gridcell 5", "gridcell Jürgen O'Neill"), VALUES)
    assert found is not None
    assert found.ref == "e3"


@pytest.mark.parametrize(
    "elements",
    [
        shown("gridcell Jürgen O'Neill jun."),
        shown("gridcell Jürgen O'Neill", "gridcell Jürgen O'Neill"),
        shown("gridcell Jürgen O'Neill", state=("disabled",)),
    ],
)
def test_another_record_or_two_of_one_name_are_no_record(elements: list[Element]) -> None:
    assert record_of(read(PHRASES), elements, VALUES) is None


DEPENDENCY = read(['click button "{{name}}@^2.0.0"'])


def test_a_record_whose_name_says_more_now_is_found_by_its_value() -> None:
    page = shown("button jar: ^2.0.0", "button Jürgen O'Neill: 1.x", "button Jürgens")
    found = record_of(DEPENDENCY, page, VALUES)
    assert found is not None
    assert found.ref == "e2"


@pytest.mark.parametrize(
    ("phrase", "elements"),
    [
        ('click button "{{name}}@^2.0.0"', shown("button Delete Jürgen O'Neill")),
        ('click button "Delete {{name}}"', shown("button Jürgen O'Neill: 1.x")),
        ('click button "{{name}}@^2.0.0"', shown("button Jürgen O'Neill: 1.x", "button Jürgen O'Neill: 2.x")),
        ('click button "{{name}}@^2.0.0"', shown("button jar: ^2.0.0")),
        ('click button "{{name}}@^2.0.0"', shown("button Jürgen O'Neill-tools: 2.x")),
        ('click button "{{name}}@^2.0.0"', shown("button Jürgen O'Neill jun.: 2.x")),
        ('click button "{{name}}@^2.0.0"', shown("button @x/Jürgen O'Neill: 2.x", "button Jürgen O'Neill: 2.x")),
    ],
)
def test_a_command_or_a_doubt_is_no_record(phrase: str, elements: list[Element]) -> None:
    assert record_of(read([phrase]), elements, VALUES) is None


@pytest.mark.parametrize("phrases", [PHRASES[1:], PHRASES[3:], ()])
def test_a_step_that_names_no_record_presses_none(phrases: tuple[str, ...]) -> None:
    assert record_of(read(phrases), shown("button Save changes", "gridcell Jürgen O'Neill"), VALUES) is None


def test_the_next_press_follows_the_last_one_that_was_made() -> None:
    page = shown("gridcell Jürgen O'Neill", "button Save changes")
    found = next_press(read(PHRASES), page, ["Jürgen O'Neill"], VALUES)
    assert found is not None
    assert (found[0].name, found[1].ref) == ("Save changes", "e2")
    assert is_last_press(found[0], read(PHRASES))


def test_a_step_that_was_done_in_another_way_is_passed() -> None:
    steps = read(['click button "Authorize"', 'click button "Close"', 'click button "Execute"'])
    found = next_press(steps, shown("button Authorize", "button Close", "button Execute"), ["Apply credentials"], {})
    assert found is not None
    assert found[1].name == "Close"
    assert not is_last_press(found[0], steps)


@pytest.mark.parametrize(
    ("elements", "pressed"),
    [
        (shown("button Save changes"), ()),  # the record was not pressed yet
        (shown("button Save changes", "button Save changes"), ("Jürgen O'Neill",)),
        (shown("button Save changes", state=("disabled",)), ("Jürgen O'Neill",)),
        (shown("heading Save changes"), ("Jürgen O'Neill",)),
        (shown("button Save changes"), ("Jürgen O'Neill", "Save changes")),
    ],
)
def test_in_doubt_nothing_is_pressed_next(elements: list[Element], pressed: tuple[str, ...]) -> None:
    assert next_press(read(PHRASES), elements, pressed, VALUES) is None


def test_a_control_without_a_name_is_the_only_one_that_says_what_the_task_does() -> None:
    page = shown("button Open", "button Download tarball", "button View manifest")
    found = nameless_press(read(["click button"]), page, "download a package")
    assert found is not None
    assert found.ref == "e2"


@pytest.mark.parametrize(
    ("phrases", "task", "elements"),
    [
        (["click button"], "download a package", shown("button Download tarball", "link Download all")),
        (["click button"], "download a package", shown("button Download and delete")),
        (["click button"], "delete a package", shown("button Delete all")),
        (["click button"], "download a package", shown("heading Download")),
        (["click button", 'click button "OK"'], "download a package", shown("button Download tarball")),
        (['click button "Get"'], "download a package", shown("button Download tarball")),
        (["fill textbox with {{name}}"], "download a package", shown("button Download tarball")),
    ],
)
def test_two_controls_another_deed_or_a_dangerous_one_are_not_pressed(
    phrases: list[str], task: str, elements: list[Element]
) -> None:
    assert nameless_press(read(phrases), elements, task) is None


@pytest.mark.parametrize(
    ("role", "name", "state", "opened"),
    [
        ("button", "EUR", ("list",), False),
        ("button", "EUR", ("list", "collapsed"), False),
        ("button", "EUR", ("menu",), True),
        ("button", "More", ("list",), True),
    ],
)
def test_a_list_of_values_is_no_menu_in_which_to_look_for_more(
    role: str, name: str, state: tuple[str, ...], *, opened: bool
) -> None:
    element = Element(ref="e1", tag="button", role=role, name=name, state=state)
    assert (menu_score("change the currency", element) >= FITS) is opened


def test_a_control_that_a_fact_rules_out_is_left_alone() -> None:
    seen = Observation(url="http://site/", elements=tuple(shown("button Order", "link Back")))
    situation = Situation(task="order a loaf", observation=seen, remaining=('click button "Order"',))

    assert OfflineTeacher().advise(situation).move.ref == "e1"
    doubted = replace(situation, doubted=('button "Order"',))
    assert OfflineTeacher().advise(doubted).move.kind is MoveKind.GIVE_UP
