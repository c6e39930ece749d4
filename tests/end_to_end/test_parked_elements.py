"""Elements beside or above the page, where nobody can scroll to: they are hidden, whatever their style says."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

SHELF = """<style>{style}</style><button aria-controls="shelf" aria-expanded="false" id="more">Menu</button>
<div id="strip"><div id="shelf"><button id="blue">Paint it blue</button></div><div id="rest">Rest</div></div>
<script>blue.onclick = () => {{ deed('blue'); say('Painted'); }};
more.onclick = () => {{ shelf.classList.toggle('open'); more.ariaExpanded = String(shelf.classList.contains('open')); }};</script>
<script>{script}</script>"""
PARKED = {
    "moved to the left": "#shelf { transform: translateX(-200vw) } #shelf.open { transform: none }",
    "left of the page": "#shelf { position: relative; left: -9999px } #shelf.open { left: 0 }",
    "above the page": "#shelf { position: absolute; bottom: 9999px } #shelf.open { position: static }",
}
STRIP = "#strip {{ display: flex; width: 300px; overflow-x: auto; direction: {} }} #shelf, #rest {{ flex: 0 0 3000px }}"


def paint(page: Any) -> None:
    page.get_by_role("button", name="Paint it blue").click()
    page.get_by_text("Painted").wait_for()


@pytest.mark.variants(8)
@pytest.mark.parametrize("where", PARKED)
def test_the_menu_of_an_element_that_is_parked_beside_the_page_is_opened(lab: Lab, page: Any, where: str) -> None:
    versions = Versions(lab, page)
    versions.learn(SHELF.format(style="", script=""), paint)

    run = versions.replay(SHELF.format(style=PARKED[where], script=""))

    assert run.outcome is Outcome.HEALED
    assert versions.deeds == ["blue"]


def test_an_element_that_nothing_brings_in_is_hidden_and_no_matter_of_time(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(SHELF.format(style="", script=""), paint)

    with pytest.raises(StaleError, match="hidden"):
        versions.replay(SHELF.format(style=f"#more {{ display: none }} {PARKED['left of the page']}", script=""))

    assert versions.deeds == []


@pytest.mark.variants(8)
@pytest.mark.parametrize(("direction", "to"), [("ltr", 2000), ("rtl", -2000)])
def test_what_a_box_or_the_page_can_scroll_back_to_is_pressed(lab: Lab, page: Any, direction: str, to: int) -> None:
    versions = Versions(lab, page)
    versions.learn(SHELF.format(style="", script=""), paint)
    scrolled = f"document.body.style.height = '5000px'; strip.scrollLeft = {to}; scrollTo(0, 4000);"

    run = versions.replay(SHELF.format(style=STRIP.format(direction), script=scrolled))

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["blue"]
