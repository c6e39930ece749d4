"""The policy that plays a model: which one of several is meant, what belongs to it, and what it leaves alone."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.lesson import Element, Move, MoveKind, MoveResult, Observation, Situation
from pytest_ami.model.workflow import Parameter
from pytest_ami.teachers.llm import prompt, reply
from pytest_ami.teachers.llm.tools import TOOLS
from tests.support.model.policy import answer
from tests.support.model.reading import read


def page(*elements: Element, task: str, notices: tuple[str, ...] = (), **more: Any) -> Situation:
    return Situation(task=task, observation=Observation(elements=elements, notices=notices), **more)


def move(situation: Situation) -> Move:
    call = answer(prompt.messages(situation), TOOLS)
    found = reply.to_move(call.name, call.arguments, situation)
    assert isinstance(found, Move), found
    return found


def shop_list(*, searched: bool = False, made: tuple[MoveResult, ...] = ()) -> Situation:
    items = [
        Element(ref="e1", role="searchbox", name="Search products", value="Tent" if searched else ""),
        Element(ref="e2", role="link", name="Lamp", context="Lamp €12"),
        Element(ref="e3", role="link", name="Tent", context="Tent €90"),
        Element(ref="e4", role="combobox", name="Sort by", options=("Price", "Name")),
    ]
    return page(
        *items,
        task="add product to cart",
        parameters=(Parameter(name="item"), Parameter(name="quantity")),
        values={"item": "Tent", "quantity": "2"},
        made=made,
    )


def test_a_thing_is_looked_up_before_it_is_opened() -> None:
    box = Element(ref="e1", role="searchbox", name="Search products")
    first = move(shop_list())
    assert (first.kind, first.ref, first.value) == (MoveKind.FILL, "e1", "{{item}}")
    typed = (MoveResult(move=first, element=box),)
    second = move(shop_list(searched=True, made=typed))
    assert (second.kind, second.ref, second.value) == (MoveKind.PRESS, "e1", "Enter")
    third = move(shop_list(searched=True, made=(*typed, MoveResult(move=second, element=box))))
    assert (third.kind, third.ref) == (MoveKind.CLICK, "e3")


def listed(task: str, *buttons: str, values: dict[str, str] | None = None, **more: Any) -> Situation:
    row = "LAN-7 Map stays blank Seen twice"
    elements = [Element(ref="e1", role="link", name="Map stays blank", context=row)]
    elements += [
        Element(ref=f"e{n}", role="button", name=name, context=row, state=("menu",) if name == "Actions" else ())
        for n, name in enumerate(buttons, 2)
    ]
    given = {"title": "Map stays blank", **(values or {})}
    return page(*elements, task=task, parameters=tuple(Parameter(name=n) for n in given), values=given, **more)


@pytest.mark.parametrize(
    ("task", "buttons", "values", "ref"),
    [
        ("close issue", ("Edit title", "Close issue", "Archive"), {}, "e3"),
        ("close issue", ("Actions",), {}, "e2"),
        ("change priority", ("Edit title", "Change priority"), {"priority": "P1"}, "e3"),
        ("comment on issue", ("Actions",), {"comment": "Seen"}, "e1"),
        ("set due date", ("Edit title", "Close issue"), {"due": "2027-01-01"}, "e1"),
        ("delete issue", ("Edit title", "Archive"), {}, "e1"),
    ],
)
def test_a_row_is_used_by_its_own_control_or_opened(
    task: str, buttons: tuple[str, ...], values: dict[str, str], ref: str
) -> None:
    assert move(listed(task, *buttons, values=values)).ref == ref


def test_what_narrows_a_list_takes_no_value() -> None:
    told = page(
        Element(ref="e1", role="combobox", name="With priority", options=("P1", "P2"), context="search"),
        Element(ref="e2", role="link", name="New issue"),
        task="create issue",
        parameters=(Parameter(name="title"), Parameter(name="priority")),
        values={"title": "Broken", "priority": "P2"},
    )
    assert move(told).ref == "e2"


def test_a_code_is_no_password() -> None:
    told = page(
        Element(ref="e1", role="textbox", name="Password", type="password", state=("secret",)),
        Element(ref="e2", role="button", name="Log in"),
        task="log in",
        parameters=(Parameter(name="code", secret=True), Parameter(name="password", secret=True)),
    )
    found = move(told)
    assert (found.ref, found.value) == ("e1", "{{password}}")


def test_a_second_page_that_asks_again_is_answered() -> None:
    fields = (Parameter(name="amount"),)
    amount, send = (
        Element(ref="e1", role="textbox", name="Amount"),
        Element(ref="e2", role="button", name="Transfer"),
    )
    made = (
        MoveResult(move=Move(kind=MoveKind.FILL, ref="e1", value="{{amount}}"), element=amount),
        MoveResult(move=Move(kind=MoveKind.CLICK, ref="e2"), element=send),
    )
    told = page(
        Element(ref="e1", role="button", name="Cancel"),
        Element(ref="e2", role="button", name="Confirm transfer"),
        task="transfer money",
        parameters=fields,
        made=made,
        notices=("heading|Check your transfer",),
    )
    assert move(told).ref == "e2"


def test_terms_are_accepted_where_nothing_goes_without() -> None:
    told = page(
        Element(ref="e1", role="checkbox", name="Send me the newsletter"),
        Element(ref="e2", role="checkbox", name="I accept the terms of sale"),
        Element(ref="e3", role="button", name="Place order", state=("disabled",)),
        task="buy product",
    )
    assert (move(told).kind, move(told).ref) == (MoveKind.CHECK, "e2")


def test_nothing_of_another_task_is_pressed_for_lack_of_anything_better() -> None:
    told = page(
        Element(ref="e1", role="button", name="Delete", state=("menu",)),
        Element(ref="e2", role="button", name="Archive", state=("menu",)),
        task="move card to review",
        parameters=(Parameter(name="title"),),
        values={"title": "Nowhere"},
    )
    assert move(told).kind is MoveKind.GIVE_UP


def test_moves_that_it_never_makes_do_not_disturb_it() -> None:
    kinds = [kind for kind in MoveKind if kind.value in ("scroll", "wait_for", "switch_tab", "answer_dialog")]
    strange = tuple(MoveResult(move=Move(kind=kind, value="down")) for kind in kinds)
    told = page(
        Element(ref="e1", role="button", name="Compose"),
        task="send email",
        parameters=(Parameter(name="to"),),
        values={"to": "a@example.com"},
        made=strange,
    )
    assert (move(told).kind, move(told).ref) == (MoveKind.CLICK, "e1")


def test_a_stored_double_click_is_made_as_one() -> None:
    cells = [Element(ref=f"e{n}", role="gridcell", name=name) for n, name in enumerate(("Polski", "English"), 1)]
    told = page(
        *cells,
        task="set a price",
        parameters=(Parameter(name="course"),),
        values={"course": "English"},
        remaining=('double click gridcell "{{course}}"',),
    )
    assert (move(told).kind, move(told).ref) == (MoveKind.DOUBLE_CLICK, "e2")


@pytest.mark.parametrize(
    ("button", "context", "pressed"), [("Apply credentials", "form", True), ("Close", "form", False)]
)
def test_what_was_filled_in_is_taken_in_before_the_way_goes_on(button: str, context: str, *, pressed: bool) -> None:
    badge = Element(ref="e1", role="textbox", name="Value:", value="x", context="form", state=("secret",))
    told = page(
        badge,
        Element(ref="e2", role="button", name=button, context=context),
        task="dismiss a keeper",
        parameters=(Parameter(name="badge", secret=True), Parameter(name="name")),
        values={"name": "Anna"},
        remaining=('click button "Authorize"', "fill textbox with {{name}}"),
        made=(MoveResult(move=Move(kind=MoveKind.FILL, ref="e1", value="{{badge}}"), element=badge),),
    )
    call = answer(prompt.messages(told), TOOLS)
    assert (call.name == "click") is pressed


def test_a_step_beside_a_value_has_no_name() -> None:
    told = page(
        task="set a price", remaining=('double click button beside "{{course}}"', 'press textbox "Price" Enter')
    )
    first, second = read(prompt.messages(told)).remaining
    assert (first.kind, first.role, first.name) == ("double click", "button", "")
    assert (second.kind, second.name, second.value) == ("press", "Price", "Enter")
