"""Moves that no single event tells are recorded as the steps that they are, and replayed with other values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.support.moves import choosing, pages, pointing, writing
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
)


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


def test_a_request_that_enter_sent_belongs_to_enter_and_not_to_the_text_before_it(new_context: Any) -> None:
    case = next(case for case in writing.ENTER if case.name == "enter-in-editor-empties-later")
    (filled, pressed), _ = recorded(case, new_context)
    assert not filled.sent
    assert pressed.sent.startswith("POST /send")


def test_an_option_that_fills_its_field_with_another_text_is_not_chosen(new_context: Any) -> None:
    case = next(case for case in choosing.CHOICES if case.name == "option-fills-its-field")
    steps, _ = recorded(case, new_context)
    other = replace(case, script=case.script.replace("e.target.textContent", "'Eve, English'"))

    report, reached = replayed(other, steps, case.others, new_context)

    assert report.drift is not None
    assert not reached
