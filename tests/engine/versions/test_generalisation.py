"""Two recordings of one flow with other values: where they differ is data, and what says which record stays."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.addresses.routes import folded
from pytest_ami.engine.versions.generalisation import generalised
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind, Workflow


def link(name: str = "{{title}}", alone: int = 1, **more: Any) -> Fingerprint:
    return Fingerprint(tag="a", role="link", name=name, counts={"name": alone}, **more)


def click(target: Fingerprint, **effects: Any) -> Step:
    return Step(kind=StepKind.CLICK, target=target, effects=Effects(**effects))


def both(old: Step, new: Step) -> Step:
    made = generalised((old,), (new,))
    assert made is not None
    return made[0]


def test_an_effect_that_came_both_times_is_solid_and_one_that_came_once_is_data() -> None:
    old = click(
        link(),
        route="/book/:id",
        notices=("heading|Change book", "heading|Faber"),
        appeared=("link|History", "link|Faber"),
    )
    new = click(
        link(),
        route="/book/:id",
        notices=("heading|Change book", "heading|Querido"),
        appeared=("link|History", "link|Querido"),
    )

    made = both(old, new)

    assert made.effects.notices == ("heading|Change book",)
    assert made.effects.appeared == ("link|History",)
    assert made.sources == "second recording: notices, appeared"


def test_a_step_is_never_left_without_a_proof() -> None:
    made = both(click(link(), notices=("status|Faber",)), click(link(), notices=("status|Querido",)))
    assert made.effects.notices == ("status|Querido",)


def test_a_text_that_was_alone_only_once_may_stand_anywhere() -> None:
    lone, shown, typed = ("alone|{{title}}",), ("shown|{{title}}",), ("text|{{title}}",)

    assert both(click(link(), notices=lone), click(link(), notices=shown)).effects.notices == shown
    assert both(click(link(), notices=shown), click(link(), notices=lone)).effects.notices == shown
    assert both(click(link(), notices=typed), click(link(), notices=lone)).effects.notices == typed
    assert both(click(link(), notices=lone), click(link(), notices=lone)).effects.notices == lone


def test_a_page_that_has_changed_keeps_its_new_evidence() -> None:
    old = click(link(), notices=("heading|Book",), appeared=("textbox|Title", "button|Save"))
    new = click(link(), notices=("heading|Book",), appeared=("textbox|Name", "button|Keep", "link|Back", "link|Help"))
    assert both(old, new).effects == new.effects


@pytest.mark.parametrize(
    "other",
    [
        click(link("Archive")),
        click(replace(link(), role="button")),
        click(replace(link(), landmark="dialog|Sure?")),
        replace(click(link()), kind=StepKind.DOUBLE_CLICK),
        replace(click(link()), sent="POST /delete"),
        replace(click(link()), value="x"),
    ],
)
def test_another_control_or_another_deed_is_no_second_recording(other: Step) -> None:
    assert generalised((click(link()),), (other,)) is None


def test_other_steps_are_no_second_recording() -> None:
    assert generalised((click(link()),), (click(link()), click(link("Save")))) is None
    assert generalised((), ()) is None


def test_the_address_of_a_control_is_data_only_if_the_control_says_which_record_it_is() -> None:
    def of(number: int, name: str, alone: int) -> Step:
        return click(link(name, alone, attributes={"href": f"/book/{number}/delete", "id": f"d{number}", "title": "x"}))

    assert both(of(7, "Delete", 1), of(8, "Delete", 1)).target.attributes == {"title": "x"}  # type: ignore[union-attr]
    assert both(of(7, "{{title}}", 3), of(8, "{{title}}", 3)).target.attributes == {"title": "x"}  # type: ignore[union-attr]
    rows = both(of(7, "Delete", 5), of(8, "Delete", 5)).target
    assert rows is not None
    assert rows.attributes["href"] == "/book/8/delete"  # a twin: without its address any row would do


def test_another_address_is_another_deed_and_is_kept() -> None:
    def of(path: str) -> Step:
        return click(link("Delete", 1, attributes={"href": path}, details={"action": path}))

    made = both(of("/book/7/archive"), of("/book/8/delete")).target
    assert made is not None
    assert (made.attributes["href"], made.details["action"]) == ("/book/8/delete", "/book/8/delete")


@pytest.mark.parametrize("alone", [1, 4])
def test_a_route_is_folded_only_if_the_control_says_which_record_it_is(alone: int) -> None:
    def of(number: str) -> Step:
        return click(link("Open", alone), route=f"/shelf/c{number}", notices=("heading|Shelf",))

    assert both(of("3"), of("4")).effects.route == ("/shelf/:id" if alone == 1 else "/shelf/c4")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("/book/c3/edit", "/book/c4/edit", "/book/:id/edit"),
        ("/book?id=c3", "/book?id=c4", "/book?id=:id"),
        ("/book/7/edit", "/book/7/delete", ""),
        ("/book/7", "/author/7", ""),
        ("/b1/x", "/b2/x", ""),
        ("/book?a=1", "/book?b=1", ""),
        ("/book/{{title}}", "/book/c4", ""),
        ("/book/c3", "/book/c3/edit", ""),
    ],
)
def test_addresses_differ_in_records_and_in_nothing_else(first: str, second: str, expected: str) -> None:
    assert folded(first, second) == expected


WORDS = st.sampled_from(["heading|Book", "status|Saved", "link|Faber", "link|Querido", "heading|Transit"])
STEPS = st.builds(
    lambda n, route, notices, appeared: click(
        link("Delete", n, attributes={"href": f"/book/{route}"}),
        route=f"/book/{route}",
        notices=notices,
        appeared=appeared,
    ),
    st.integers(1, 3),
    st.integers(1, 9),
    st.lists(WORDS, max_size=3, unique=True).map(tuple),
    st.lists(WORDS, max_size=3, unique=True).map(tuple),
)


@given(old=STEPS, new=STEPS)
def test_nothing_is_made_up_and_no_proof_is_lost(old: Step, new: Step) -> None:
    made = both(old, new)

    assert set(made.effects.notices) <= set(new.effects.notices)
    assert set(made.effects.appeared) <= set(new.effects.appeared)
    assert bool(made.effects) is bool(new.effects)
    assert made.target is not None
    assert made.target.name == "Delete"


@given(step=STEPS)
def test_the_same_recording_twice_changes_nothing(step: Step) -> None:
    assert generalised((step,), (step,)) == (step,)


@given(old=STEPS, new=STEPS)
def test_its_source_is_stored(old: Step, new: Step) -> None:
    flow = Workflow(task="t", steps=generalised((old,), (new,)) or ())
    assert from_plain(Workflow, to_plain(flow)).steps == flow.steps
