"""A control that only shows work, and the banner of a list, come with a step and are none of its effects."""

from __future__ import annotations

import pytest

from pytest_ami.engine.recording.record import reduce
from pytest_ami.model.operation import Operation, PageState
from tests.support.recordings import URL, op

FORM = ("textbox|Portions", "textbox|Address", "button|Order")


def recorded(came: str, after: tuple[str, ...], following: str = "input") -> tuple[Operation, ...]:
    """Enter in a field brings a control; the controls after the next step are ``after``."""
    before, working, rests = (PageState(url=URL, controls=one) for one in (FORM, (*FORM, came), after))
    press = op("press", "Portions", "Enter", role="textbox", before=before)
    second = op(following, "Address", "5 Elm Row" if following == "input" else "", role="textbox", before=working)
    return press, second, op("click", "Order", before=rests)


@pytest.mark.parametrize("came", ["button|Stop", "button|停止", "button|Stop generating", "button|Saving…"])
def test_a_control_that_stops_the_work_and_goes_while_the_next_text_is_typed_is_no_effect(came: str) -> None:
    """Streamlit shows "Stop" while it computes; on a loaded machine a lesson saw it, and no replay did."""
    steps = reduce(recorded(came, FORM), PageState(url=URL, controls=FORM), {})

    assert steps[0].effects.appeared == ()


@pytest.mark.parametrize(
    ("came", "after", "following"),
    [
        ("button|Add a note", (*FORM, "button|Add a note"), "input"),  # it stays
        ("button|Close", FORM, "click"),  # the next press may have taken it away
        ("option|Elm Row", FORM, "input"),  # a list closes when another field gets the focus
        ("textbox|Address", FORM[:1], "input"),  # the field itself, which its text renamed
        ("button|Undo", FORM, "input"),  # it may be all that shows that the step was done
        ("button|Stop sharing", FORM, "input"),  # it undoes a deed
    ],
)
def test_other_controls_are_effects(came: str, after: tuple[str, ...], following: str) -> None:
    _, *rest = recorded(came, after, following)
    form = tuple(key for key in FORM if key != came)
    before = PageState(url=URL, controls=form)

    steps = reduce((op("press", "Portions", "Enter", role="textbox", before=before), *rest), PageState(url=URL), {})

    assert came in steps[0].effects.appeared


@pytest.mark.parametrize(
    ("came", "appeared", "vanished"),
    [
        ("button|loading Add", (), ()),
        ("button|Loading bay", ("button|Loading bay",), ("button|Add",)),
        ("button|Add more", ("button|Add more",), ("button|Add",)),
    ],
)
def test_a_button_at_work_is_the_button(came: str, appeared: tuple[str, ...], vanished: tuple[str, ...]) -> None:
    press = op("click", "Add", before=PageState(url=URL, controls=("textbox|Tag", "button|Add")))

    (step,) = reduce([press], PageState(url=URL, controls=("textbox|Tag", came)), {})

    assert (step.effects.appeared, step.effects.vanished) == (appeared, vanished)


LIST, RECORD = "http://app.test/models", "http://app.test/models/7"
BANNER, GONE, DELETED = "alert|Share your models", "status|Model 7 is gone", "status|Deleted"


@pytest.mark.parametrize(
    ("at_first", "at_the_end", "told"),
    [
        ((BANNER,), (BANNER, GONE), (GONE,)),
        ((BANNER,), (BANNER,), ()),
        ((BANNER, DELETED), (BANNER, DELETED), (DELETED,)),  # it may be that of another deletion
        ((), (BANNER,), (BANNER,)),
    ],
)
def test_the_banner_of_a_list_is_no_effect_of_coming_back(
    at_first: tuple[str, ...], at_the_end: tuple[str, ...], told: tuple[str, ...]
) -> None:
    opened = op("click", "Model 7", role="link", before=PageState(url=LIST, notices=at_first))
    delete = op("click", "Delete", before=PageState(url=RECORD, notices=("heading|Model 7",)))

    steps = reduce([opened, delete], PageState(url=LIST, notices=at_the_end), {})

    assert steps[-1].effects.route == "/models"
    assert steps[-1].effects.notices == told


@pytest.mark.parametrize(
    ("kind", "after", "gone"),
    [
        ("press", ("textbox|Name", "radio|Order"), ()),
        ("input", ("textbox|Name", "radio|Order"), ()),
        ("click", ("textbox|Name", "radio|Order"), ("button|Collapse sidebar",)),  # a press may have closed it
        ("press", ("radio|Order",), ("textbox|Name", "button|Collapse sidebar")),  # all that came is gone
        ("press", ("textbox|Name",), ("radio|Order", "button|Collapse sidebar")),
        ("press", ("textbox|Name", "radio|Order", "button|Undo"), ("button|Collapse sidebar",)),
    ],
)
def test_a_button_that_a_side_bar_hides_again_is_no_effect_of_a_key(
    kind: str, after: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    """The pointer had left the side bar; on a loaded machine a replay waited for that with a later step."""
    opened = op("check", "Order", role="radio", before=PageState(url=URL, controls=("radio|Order",)))
    shown = PageState(url=URL, controls=("radio|Order", "textbox|Name", "button|Collapse sidebar"))
    second = op(kind, "Name", "Enter" if kind == "press" else "Anna", role="textbox", before=shown)

    steps = reduce([opened, second], PageState(url=URL, controls=after), {})

    assert "button|Collapse sidebar" in steps[0].effects.appeared
    assert steps[-1].effects.vanished == gone
