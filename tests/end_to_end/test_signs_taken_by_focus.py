"""A control that a page takes away as the next field gets the focus was there after the step before: it may be its only sign."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.moves.case import MoveCase, recorded

BODY = "<button type=button>Select all</button><span id=bar></span><label>Tag <input id=t></label>"
SELECTS = "q('button').onclick = () => { q('#bar').innerHTML = '<button type=button>Clear selection</button>'; TAKEN };"
GOES = "q('#bar').innerHTML = '';"


def selected(page: Any, tag: str) -> None:
    page.get_by_role("button", name="Select all").click()
    page.get_by_label("Tag").fill(tag)


def appeared(taken: str, new_context: Any) -> tuple[str, ...]:
    case = MoveCase(
        "tag", BODY, selected, ("click", "fill"), "", SELECTS.replace("TAKEN", taken), {"tag": "Sea"}, {"tag": "Sun"}
    )
    steps, recorder = recorded(case, new_context)
    assert not recorder.faults
    return steps[0].effects.appeared


@pytest.mark.variants(1)
@pytest.mark.parametrize(
    "taken",
    [
        f"q('#t').onfocus = () => {{ {GOES} }}",
        f"q('button').onblur = () => {{ {GOES} }}",
        f"q('#t').onfocus = () => setTimeout(() => {{ {GOES} }})",
    ],
    ids=["with the focus", "as the button loses it", "just after it"],
)
def test_what_the_focus_takes_away_is_an_effect_of_the_step_before(taken: str, new_context: Any) -> None:
    assert appeared(taken, new_context) == ("button|Clear selection",)


@pytest.mark.nightly
def test_what_went_before_the_focus_is_none(new_context: Any) -> None:
    assert appeared(GOES, new_context) == ()
