"""The other columns of a row that a value chose are data of the record."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.addresses.routes import own_ids
from pytest_ami.elements.held_values import on_route
from pytest_ami.engine.effects.row_data import (
    of_row,
    row_ids,
    with_new_cell,
    with_numbers,
    with_rewritten_rows,
    with_row,
    without_chosen,
    without_other_rows,
    without_strange_cells,
)
from pytest_ami.engine.recording.record import reduce
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.operation import PageState
from pytest_ami.model.workflow import Effects, Step, StepKind
from tests.support.recordings import URL, op
from tests.support.replays import browser, click, played, workflow

ROW = Fingerprint(tag="input", role="checkbox", cells=("u00anna", "{{name}}", "anna@example.org", "to"))
TEXT = st.text(st.characters(exclude_characters="|{}:()", exclude_categories=("C", "Z")), min_size=3, max_size=12)


def gone(*keys: str) -> Step:
    return Step(kind=StepKind.CLICK, effects=Effects(vanished=keys))


def test_the_other_cells_of_a_chosen_row_have_names() -> None:
    assert row_ids(ROW, ("u21chloe", "Chloé Núñez", "c@example.org", "to")) == {
        "name-0": "u21chloe",
        "name-2": "c@example.org",
    }


def test_a_row_with_other_cells_or_without_a_value_gives_nothing() -> None:
    assert not row_ids(ROW, ("u21chloe", "Chloé Núñez"))
    assert not row_ids(Fingerprint(tag="a", cells=("u21chloe", "Anna")), ("u21chloe", "Anna"))
    assert not row_ids(Fingerprint(tag="a", cells=("u21chloe", "Mrs {{name}}")), ("u21chloe", "Mrs Anna"))
    assert not row_ids(None, ())


def test_only_whole_texts_are_those_of_a_cell() -> None:
    step = with_row(gone("link|u00anna", "link|u00anna-maria", "link|Edit u00anna"), {"name-0": "u00anna"})

    assert step.effects.vanished == ("link|:id(name-0)", "link|u00anna-maria", "link|Edit u00anna")


def test_an_effect_whose_row_is_unknown_is_left_out() -> None:
    step = gone("link|:id(name-0)", "link|Delete")

    assert of_row(step, {}).effects.vanished == ("link|Delete",)


def test_an_address_in_the_box_of_a_later_element_is_that_of_the_row() -> None:
    target = Fingerprint(tag="button", name="Save", texts=("Details", "a@example.org", "open"))
    ids = {"name-1": "a@example.org", "name-2": "open"}

    stored = with_row(Step(kind=StepKind.CLICK, target=target), ids).target

    assert stored is not None
    assert stored.texts == ("Details", ":id(name-1)", "open")
    assert on_route(stored, {"name-1": "b@example.org"}).texts == ("Details", "b@example.org", "open")
    assert on_route(stored, {}).texts == ("Details", "open")


@settings(max_examples=150, deadline=None)
@given(TEXT, TEXT, st.lists(TEXT, max_size=4))
def test_an_effect_follows_the_row_that_was_found(old: str, new: str, others: list[str]) -> None:
    keys = tuple(f"link|{text}" for text in (old, *others))
    target = Fingerprint(tag="a", cells=("{{who}}", old))

    stored = with_row(gone(*keys), row_ids(target, ("A", old)))
    now = of_row(stored, row_ids(target, ("B", new))).effects.vanished

    assert now == tuple(f"link|{new}" if key == f"link|{old}" else key for key in keys)
    assert of_row(stored, row_ids(target, ("A", old))).effects.vanished == keys


def test_a_recorded_deed_on_a_chosen_row_names_its_other_column() -> None:
    shown = PageState(url=URL, controls=("link|u00anna", "button|Delete Selected"))
    left = PageState(url=URL, controls=("button|Delete Selected",))
    row = {"cells": ("u00anna", "Anna Berg"), "context": "u00anna Anna Berg"}

    _, deed = reduce(
        [op("check", "", before=shown, tell=row), op("click", "Delete Selected", before=shown)],
        left,
        {"name": "Anna Berg"},
    )

    assert deed.effects.vanished == ("link|:id(name-0)",)


def accounts(gone: str) -> dict[str, dict[str, object]]:
    """Return a page with two accounts; its button removes one of them."""
    rows = [
        {"role": "checkbox", "name": "", "cells": [login, name], "context": f"{login} {name}", "text": name}
        for login, name in (("u00anna", "Anna Berg"), ("u21chloe", "Chloé Núñez"))
    ]
    links = [{"role": "link", "name": login} for login in ("u00anna", "u21chloe")]
    button = {"role": "button", "name": "Delete Selected", "on": {"click": {"hide": [gone]}}}
    return {"/": {"notices": ["heading|Accounts"], "elements": [*rows, *links, button]}}


def deletion() -> tuple[Step, ...]:
    target = Fingerprint(
        tag="x",
        role="checkbox",
        text="{{name}}",
        cells=("u00anna", "{{name}}"),
        context="u00anna {{name}}",
        counts={"name": 2},
    )
    ticked = Step(kind=StepKind.CHECK, target=target, effects=Effects(value="checked"))
    return ticked, click("Delete Selected", effects=Effects(vanished=("link|:id(name-0)",)))


def test_a_replay_waits_until_this_runs_record_is_gone() -> None:
    report = played(workflow(*deletion(), name=False), browser(accounts("u21chloe")), {"name": "Chloé Núñez"})

    assert report.drift is None


def test_another_record_that_is_gone_is_no_proof() -> None:
    report = played(
        workflow(*deletion(), name=False), browser(accounts("u00anna")), {"name": "Chloé Núñez"}, patience=500.0
    )

    assert report.drift is not None
    assert report.drift.step == 2


SAW = Fingerprint(tag="button", cells=("Saw no. 1", "{{owner}}", "Shelf 3"))


def saved(text: str) -> Step:
    """Return a step after the choice of the row of the saw, with a message."""
    ids = row_ids(SAW, ("Saw no. 1", "Ada", "Shelf 3"))
    return with_row(Step(kind=StepKind.CLICK, effects=Effects(notices=(f"alert|{text}", "text|{{owner}}"))), ids)


def test_a_message_holds_the_cell_of_this_runs_row() -> None:
    now = of_row(saved("Saved Saw no. 1"), row_ids(SAW, ("Wok no. 7", "Ben", "Shelf 3")))
    assert now.effects.notices == ("alert|Saved Wok no. 7", "text|{{owner}}")


def test_a_message_about_a_row_that_is_not_known_confirms_nothing() -> None:
    (message, _) = of_row(saved("Saved Saw no. 1"), row_ids(SAW, ("Wok no. 7", "Ben"))).effects.notices
    assert own_ids(message)


def test_a_part_of_a_word_is_no_cell() -> None:
    assert saved("Saved Saw no. 12").effects.notices[0] == "alert|Saved Saw no. 12"


CELL = Fingerprint(tag="span", role="button", context="{{name}} 70")
FIELD = Step(kind=StepKind.FILL, target=Fingerprint(tag="input", role="textbox", context="{{name}} 70"))
SEEN = ("cell|Berta", "button|Berta", "cell|{{name}}", "button|{{name}}", "button|Cancel")


def opening(**changes: object) -> Step:
    return replace(Step(kind=StepKind.DOUBLE_CLICK, target=CELL, effects=Effects(appeared=SEEN)), **changes)  # type: ignore[arg-type]


def test_cells_of_other_rows_are_no_effect_of_a_step_that_opens_a_field_in_its_row() -> None:
    first, second = without_other_rows((opening(), FIELD))

    assert first.effects.appeared == ("cell|{{name}}", "button|{{name}}", "button|Cancel")
    assert second == FIELD


def test_neither_are_they_of_the_click_before_it_nor_a_table_that_is_one_control() -> None:
    table = f"button|Course Price {'Berta 70 ' * 8}"
    asks = f"dialog|{'The price of this course is agreed with its teacher. ' * 2}"
    effects = Effects(appeared=(*SEEN, table, asks), vanished=("cell|Ada", "button|Ada", "dialog|Help"))
    selecting = opening(kind=StepKind.CLICK, effects=effects)

    first, second, third = without_other_rows((selecting, opening(), FIELD))

    assert first.effects.appeared == ("cell|{{name}}", "button|{{name}}", "button|Cancel", asks)
    assert second.effects.appeared == ("cell|{{name}}", "button|{{name}}", "button|Cancel")
    assert first.effects.vanished == ("dialog|Help",)
    assert third == FIELD
    assert without_other_rows((replace(selecting, sent="POST /rows"), opening(), FIELD))[0].effects == effects


@pytest.mark.parametrize(
    "steps",
    [
        (opening(),),  # nothing else would confirm it
        (opening(sent="POST /rows"), FIELD),
        (opening(kind=StepKind.PRESS), FIELD),
        (opening(), replace(FIELD, kind=StepKind.CLICK)),
        (opening(target=Fingerprint(tag="button", context="Berta 70")), FIELD),
        (opening(), replace(FIELD, target=Fingerprint(tag="input", context="{{other}} 70"))),
        (opening(), replace(FIELD, target=replace(FIELD.target or CELL, name="Price"))),
    ],
)
def test_cells_that_appear_are_an_effect_of_any_other_step(steps: tuple[Step, ...]) -> None:
    assert without_other_rows(steps) == steps


@given(st.integers(0, 10**6), st.sampled_from(["Berta", "Room 5", "Delete"]))
def test_a_number_in_a_cell_is_looked_for_as_a_text(number: int, text: str) -> None:
    values = {"price": str(number), "name": text}
    effects = Effects(appeared=("button|{{price}}", "cell|{{price}}", "cell|{{name}}", "button|Save"))
    kept = ("cell|{{name}}", "button|Save")

    assert with_numbers(effects, values).appeared == ("shown|{{price}}", *kept)
    assert with_numbers(effects, {"price": text, "name": text}) == effects
    assert with_numbers(Effects(appeared=("button|{{price}}",)), values).appeared == ("button|{{price}}",)


def chooses(name: str, *vanished: str) -> Step:
    return Step(
        kind=StepKind.CLICK,
        target=Fingerprint(tag="div", role="option", name=name),
        effects=Effects(vanished=vanished),
    )


def test_an_option_that_was_chosen_goes_with_its_list_and_not_by_a_later_step() -> None:
    late, own = gone("option|{{tool}}", "button|Today"), chooses("{{tool}}", "option|{{tool}}")

    first, day, again = without_chosen((chooses("{{tool}}"), late, own))

    assert not first.effects.vanished
    assert day.effects.vanished == ("button|Today",)
    assert again == own
    assert without_chosen((late, chooses("{{tool}}")))[0] == late


def test_a_cell_of_a_record_that_the_flow_never_named_is_no_effect_beside_others() -> None:
    row = replace(gone("cell|Ash", "button|Ash", "cell|anna@example.org", "cell|{{name}}", "button|Save"), target=ROW)

    assert without_strange_cells((row,))[0].effects.vanished == (
        "cell|anna@example.org",
        "cell|{{name}}",
        "button|Save",
    )
    assert without_strange_cells((replace(row, target=None),))[0] == replace(row, target=None)  # no row was chosen


def test_a_cell_that_is_the_only_effect_stays() -> None:
    row = replace(gone("cell|Ash", "cell|Elm"), target=ROW)

    assert without_strange_cells((row,)) == (row,)


ASKED = Step(kind=StepKind.CLICK, target=Fingerprint(tag="div", cells=("59", "{{title}}", "Ayşe", "B1")))
OLD, NEW = "row|59 {{title}} Ayşe B1", "row|59 {{title}} Ayşe {{shelf}}"


def rewritten(appeared: tuple[str, ...], vanished: tuple[str, ...] = (OLD, "option|A1")) -> Effects:
    step = Step(kind=StepKind.CLICK, effects=Effects(appeared=appeared, vanished=vanished))
    return with_rewritten_rows((ASKED, step))[1].effects


def test_a_rewritten_row_is_known_by_its_value_and_its_new_cells() -> None:
    found = rewritten((NEW, "gridcell|{{shelf}}", "button|Undo"))
    assert found.appeared == ("record|{{title}}\n{{shelf}}", "button|Undo")
    assert found.vanished == ("option|A1",)
    fixed = rewritten(("row|59 {{title}} Ayşe sold", "cell|sold"))
    assert fixed.appeared == ("record|{{title}}\nsold",)


@pytest.mark.parametrize(
    ("appeared", "vanished"),
    [
        ((NEW, "gridcell|{{shelf}}"), ("row|58 Other", "option|A1")),  # a new row
        ((NEW, "gridcell|9"), (OLD,)),  # the new cell is in no row of the value
        ((NEW, "row|60 {{title}} Anna {{shelf}}", "gridcell|{{shelf}}"), (OLD,)),  # two rows hold the value
        (("row|59 {{title}}s Ayşe {{shelf}}", "gridcell|{{shelf}}"), (OLD,)),  # the value goes on
    ],
)
def test_any_other_row_is_kept_as_it_was(appeared: tuple[str, ...], vanished: tuple[str, ...]) -> None:
    assert rewritten(appeared, vanished) == Effects(appeared=appeared, vanished=vanished)


CLAIM = Fingerprint(
    tag="button",
    role="button",
    name="Mark",
    cells=("{{id}}", "Moor", "No", "-"),
    details={"heads": "Claim | Name | Insured | Checked |"},
)


def marked(went: list[str], came: list[str], target: Fingerprint = CLAIM) -> tuple[str, ...]:
    step = Step(kind=StepKind.CLICK, target=target, sent="POST /mark")
    return with_new_cell(step, went, came).effects.appeared


def test_a_new_cell_of_its_own_row_is_the_effect_of_a_deed_without_any_other() -> None:
    assert marked(["{{id}} Moor No - Mark"], ["{{id}} Moor No Yes Mark"]) == ("record|{{id}}\nChecked\tYes",)
    assert marked(["{{id}} Moor No - Mark"], ["{{id}} Moor In part - Mark"]) == ("record|{{id}}\nInsured\tIn part",)
    assert marked(["{{id}} Moor No - Mark"], ["{{id}} Moor No - Done Mark"]) == ("record|{{id}}\n\tDone",)


def test_a_cell_of_which_one_word_was_rewritten_is_the_effect_as_a_whole() -> None:
    stored = replace(CLAIM, cells=("{{id}}", "Moor", "In store", "-"))

    assert marked(["{{id}} Moor In store - Mark"], ["{{id}} Moor In use - Mark"], stored) == (
        "record|{{id}}\nInsured\tIn use",
    )


def test_new_words_of_two_cells_or_of_a_row_without_cells_follow_each_other_in_the_row() -> None:
    assert marked(["{{id}} Moor No - Mark"], ["{{id}} Moor Yes Ada Mark"]) == ("record|{{id}}\n\tYes Ada",)
    entry = replace(CLAIM, cells=("{{id}} Moor No No",), texts=("{{id}}", "Moor", "No"))
    assert marked(["{{id}} Moor No No Mark"], ["{{id}} Moor No Yes Mark"], entry) == ("record|{{id}}\n\tYes",)


def test_the_column_of_a_cell_is_known_only_if_each_cell_has_a_head() -> None:
    bare = replace(CLAIM, details={})
    more = replace(CLAIM, details={"heads": "Claim | Name"})
    for target in (bare, more):
        assert marked(["{{id}} Moor No - Mark"], ["{{id}} Moor No Yes Mark"], target) == ("record|{{id}}\n\tYes",)


@pytest.mark.parametrize(
    ("went", "came"),
    [
        (["{{id}} Moor No - Mark"], []),
        ([], ["{{id}} Moor No Yes Mark"]),
        (["C-2 Fisk No - Mark"], ["C-2 Fisk No Yes Mark"]),
        (["{{id}} Moor No - Mark"], ["{{id}} Moor No 12 Mark"]),
        (["{{id}} Moor No - Mark"], ["{{id}} Moor No just now Mark"]),
        (["{{id}} Moor No - Mark"], ["{{id}} Moor No Mark"]),
        (["{{id}} Moor No - Mark", "{{id}} Fisk No - Mark"], ["{{id}} Moor No Yes Mark"]),
    ],
)
def test_other_rows_numbers_and_ages_are_no_new_cell(went: list[str], came: list[str]) -> None:
    assert marked(went, came) == ()


@settings(max_examples=100)
@given(st.lists(st.sampled_from("abcde"), min_size=1, max_size=6), st.integers(0, 5), st.sampled_from("xyz"))
def test_the_one_word_that_was_replaced_is_found(words: list[str], at: int, new: str) -> None:
    at %= len(words)
    was, now = ["{{id}}", *words], ["{{id}}", *words[:at], new, *words[at + 1 :]]
    target = replace(CLAIM, cells=tuple(was), details={"heads": " | ".join(f"h{i}" for i in range(len(was)))})

    assert marked([" ".join(was)], [" ".join(now)], target) == (f"record|{{{{id}}}}\nh{at + 1}\t{new}",)
