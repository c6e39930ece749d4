"""A menu that a hover opened closes by itself: which click its going is no effect of."""

from __future__ import annotations

import pytest

from pytest_ami.engine.recording.record import reduce
from pytest_ami.model.operation import PageState
from tests.support.recordings import URL, op

MENU = ("link|Plus", "menuitem|Upload", "menuitem|New")
FORM = ("link|Plus", "button|Choose")


@pytest.mark.parametrize("late", [True, False])
def test_a_hovered_menu_that_closes_is_no_effect_of_a_later_click(*, late: bool) -> None:
    opened, form = PageState(url=URL, controls=MENU), PageState(url=URL, controls=MENU + FORM[1:] if late else FORM)
    recorded = [op("hover", "Plus", before=opened), op("click", "Upload", before=opened)]
    recorded += [op("click", "Choose", before=form), op("click", "Music", before=form)]

    steps = reduce(recorded, PageState(url=URL, controls=FORM), {})

    assert [step.effects.vanished for step in steps[2:]] == [(), ()]
    assert steps[1].effects.vanished == (() if late else MENU[1:])
    assert steps[1].effects.appeared == ("button|Choose",)


def test_other_controls_that_go_after_a_hover_are_an_effect() -> None:
    opened = PageState(url=URL, controls=(*MENU, "button|Archive"))
    recorded = [op("hover", "Plus", before=opened), op("click", "Upload", before=opened)]
    recorded += [op("click", "Archive", before=opened)]

    assert reduce(recorded, PageState(url=URL, controls=FORM[:1]), {})[2].effects.vanished == ("button|Archive",)


def test_a_menu_that_no_hover_opened_goes_by_a_click() -> None:
    opened = PageState(url=URL, controls=MENU)
    recorded = [op("click", "Plus"), op("click", "Mark", before=opened), op("click", "Close", before=opened)]

    assert reduce(recorded, PageState(url=URL, controls=FORM[:1]), {})[2].effects.vanished == MENU[1:]
