"""Moves that no single event tells are recorded as the steps that they are, and replayed with other values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.support.moves import choosing, grids, pages, pointing, ticks, widgets, writing
from tests.support.moves.case import MoveCase, recorded, replayed

CASES = (
    *pages.FOCUS,
    *writing.ENTER,
    *writing.EDITORS,
    *pages.SCRIPTS,
    *pages.ICONS,
    *pages.SCROLLS,
    *choosing.CHOICES,
    *pointing.HOVERS,
    *pointing.DRAGS,
    *widgets.WIDGETS,
    *grids.GRIDS,
    *ticks.TICKS,
)


@pytest.mark.variants(18)
@pytest.mark.parametrize(
    "case", [pytest.param(c, id=c.name, marks=() if c.day else pytest.mark.nightly) for c in CASES]
)
def test_a_move_is_recorded_and_replayed_with_other_values(case: MoveCase, new_context: Any) -> None:
    steps, recorder = recorded(case, new_context)
    told = [f"{o.type} {o.role} {o.text!r} = {o.value!r} {o.xpath}" for o in recorder.operations]
    assert [step.kind.value for step in steps] == list(case.steps), told
    for values in (case.values, case.others):
        report, reached = replayed(case, steps, values, new_context)
        assert report.drift is None, (report.drift, told)
        assert not report.healed
        assert reached == case.said.format(**values)


@pytest.mark.variants(12)
@pytest.mark.parametrize("why", grids.OTHER_SHELVES)
def test_a_rewritten_row_holds_the_new_value_beside_its_own(why: str, new_context: Any) -> None:
    case = next(case for case in grids.GRIDS if case.name == "shelf-of-a-record")
    steps, _ = recorded(case, new_context)
    kept = tuple(key for key in steps[-1].effects.notices if not key.startswith("status|"))
    steps = (*steps[:-1], replace(steps[-1], effects=replace(steps[-1].effects, notices=kept)))
    other = replace(case, script=grids.BOOKS_JS.replace("PUT", grids.OTHER_SHELVES[why]))
    assert replayed(case, steps, case.others, new_context)[0].drift is None
    assert replayed(other, steps, case.others, new_context)[0].drift is not None


@pytest.mark.parametrize("script", [widgets.WORKING_JS, widgets.PICTURED_JS], ids=["label", "picture"])
def test_a_control_beside_a_sign_of_work_is_no_effect(script: str, new_context: Any) -> None:
    case = next(case for case in widgets.WIDGETS if case.name == "sign-of-work")
    steps, _ = recorded(replace(case, script=script), new_context)
    assert "button|Stop" not in steps[0].effects.appeared


def test_a_box_that_stays_as_it_was_is_not_ticked(new_context: Any) -> None:
    case = next(case for case in ticks.TICKS if case.name == "boxes-drawn-from-a-state")
    steps, _ = recorded(case, new_context)
    report, reached = replayed(replace(case, script=ticks.REFUSING_JS), steps, case.values, new_context)
    assert report.drift is not None
    assert reached == ""


def test_a_request_that_enter_sent_belongs_to_enter_and_not_to_the_text_before_it(new_context: Any) -> None:
    case = next(case for case in writing.ENTER if case.name == "enter-in-editor-empties-later")
    (filled, pressed), _ = recorded(case, new_context)
    assert not filled.sent
    assert pressed.sent.startswith("POST /send")


@pytest.mark.variants(12)
@pytest.mark.parametrize("why", writing.OTHER_EDITORS)
def test_a_text_goes_on_only_at_the_end_of_its_own_beginning(why: str, new_context: Any) -> None:
    case = next(case for case in writing.EDITORS if case.name == "editor-format-between")
    steps, _ = recorded(case, new_context)
    other = replace(case, script=case.script + writing.OTHER_EDITORS[why])
    report, reached = replayed(other, steps, case.others, new_context)
    plain = "saved {lead}: {text}".format(**case.others)
    assert report.drift is not None or reached in (
        plain,
        plain.replace(case.others["lead"], f"<b>{case.others['lead']}</b>"),
    )


@pytest.mark.variants(12)
@pytest.mark.parametrize("how", writing.COMMANDS)
def test_a_command_shows_a_text_in_a_spelling_of_its_own(how: str, new_context: Any) -> None:
    case = writing.command(writing.COMMANDS[how])
    steps, _ = recorded(case, new_context)
    effects = replace(steps[-1].effects, notices=("text|{{text}}",), exact=())
    report, _ = replayed(case, (*steps[:-1], replace(steps[-1], effects=effects)), case.others, new_context)
    assert (report.drift is None) is (how != "another text")


@pytest.mark.variants(12)
@pytest.mark.parametrize("why", pages.OTHER_PANELS)
def test_a_heading_that_nobody_sees_says_nothing(why: str, new_context: Any) -> None:
    first, body, same = pages.OTHER_PANELS[why]
    steps, _ = recorded(replace(pages.HEADED, body=first), new_context)
    report, _ = replayed(replace(pages.HEADED, body=body), steps, {}, new_context)
    assert (report.drift is None and not report.healed) is same


OTHERS = [
    *(("plain-rows", why, body) for why, body in widgets.OTHER_ROWS.items()),
    *(("signs-of-a-row", why, body) for why, body in widgets.OTHER_SIGNS.items()),
    *(("board", why, body) for why, body in widgets.OTHER_BOARDS.items()),
    *(("date-in-sentence", why, body) for why, body in widgets.OTHER_DATES.items()),
    *(("price-in-a-grid", why, body) for why, body in grids.OTHER_GRIDS.items()),
]


@pytest.mark.variants(12)
@pytest.mark.parametrize(("name", "body"), [pytest.param(n, b, id=f"{n}: {why}") for n, why, b in OTHERS])
def test_nothing_is_pressed_where_the_record_or_the_deed_is_another_one(name: str, body: str, new_context: Any) -> None:
    case = next(case for case in CASES if case.name == name)
    steps, _ = recorded(case, new_context)
    report, reached = replayed(replace(case, body=body), steps, case.others, new_context)
    assert report.drift is not None
    assert not reached


def test_what_was_dropped_into_a_column_is_data(new_context: Any) -> None:
    case = next(case for case in widgets.WIDGETS if case.name == "board")
    steps, _ = recorded(case, new_context)
    report, reached = replayed(replace(case, body=widgets.FULL_BOARD), steps, case.others, new_context)
    assert report.drift is None
    assert reached == "Green tea is Ready"


def test_the_only_row_of_a_list_is_the_row_of_its_value(new_context: Any) -> None:
    case = next(case for case in widgets.WIDGETS if case.name == "plain-rows")
    steps, _ = recorded(case, new_context)
    report, reached = replayed(replace(case, body=widgets.ONE_ROW), steps, case.others, new_context)
    assert report.drift is None
    assert reached == "Delete Green tea"


def test_an_option_that_fills_its_field_with_another_text_is_not_chosen(new_context: Any) -> None:
    case = next(case for case in choosing.CHOICES if case.name == "option-fills-its-field")
    steps, _ = recorded(case, new_context)
    other = replace(case, script=case.script.replace("e.target.textContent", "'Eve, English'"))

    report, reached = replayed(other, steps, case.others, new_context)

    assert report.drift is not None
    assert not reached
