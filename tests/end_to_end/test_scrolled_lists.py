"""An option of a long list is below the list's lower edge until it is scrolled there: nothing covers it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from tests.support.lab import Lab
from tests.support.versions import Versions

COLOURS = ("Yellow", "Blue", "Green", "Purple", "Red", "Orange", "Grey", "Brown", "Pink", "Teal", "Cyan", "Lime")
PAGE = """<style>
.veil { position: fixed; inset: 0; background: #0003; z-index: 1 }
ul { position: absolute; z-index: 2; top: 40px; left: 10px; height: 90px; overflow-y: auto; margin: 0; background: #fff }
li { height: 30px }
</style><div class="veil"></div><ul role="listbox" aria-label="Colour"></ul><script>
for (const one of %s) {
  const option = document.createElement("li");
  option.setAttribute("role", "option");
  option.textContent = one;
  option.onclick = () => say(`${one} is chosen`);
  document.querySelector("ul").append(option);
}</script>"""
LIST = PAGE % list(COLOURS)
VEILED = LIST.replace("z-index: 1 }", "z-index: 3 }")


def choose(page: Any, colour: str) -> None:
    page.get_by_role("option", name=colour, exact=True).click()
    page.get_by_text(f"{colour} is chosen").wait_for()


@pytest.mark.variants(2)
@pytest.mark.parametrize("colour", ["Teal", "Lime"])
def test_an_option_below_the_edge_of_its_list_is_not_covered(lab: Lab, page: Any, colour: str) -> None:
    versions = Versions(lab, page)
    versions.learn(LIST, choose, colour="Green")

    versions.replay(LIST, colour=colour)

    assert page.get_by_text(f"{colour} is chosen").is_visible()


def test_an_option_of_a_covered_list_is_covered(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(LIST, choose, colour="Green")

    with pytest.raises(StaleError, match="cover"):
        versions.replay(VEILED, colour="Teal")


BOXES = """<label>Colour</label><div id="list"></div><script>
for (const one of %s) {
  const option = document.createElement("div");
  option.className = "option";
  option.textContent = one;
  option.onmouseenter = () => option.classList.add("active");
  option.onmouseleave = () => option.classList.remove("active");
  option.onclick = () => say(`${one} is chosen`);
  document.querySelector("#list").append(option);
}</script>"""
MARKED = BOXES % list(COLOURS)


def test_an_option_without_a_role_that_the_pointer_marks_is_one_of_its_list(lab: Lab, page: Any) -> None:
    def choose_box(page: Any, colour: str) -> None:
        page.locator(".option").get_by_text(colour, exact=True).click()
        page.get_by_text(f"{colour} is chosen").wait_for()

    versions = Versions(lab, page)
    versions.learn(MARKED, choose_box, colour="Green")

    versions.replay(MARKED, colour="Teal")

    assert page.get_by_text("Teal is chosen").is_visible()
