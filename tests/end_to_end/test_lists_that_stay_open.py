"""A list that stays open for more choices, until a click into another field closes it: that click is a step."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.lab import Lab
from tests.support.versions import Versions

FORM = """<label>Crew <input id="crew"></label>
<button id="more" aria-haspopup="listbox">Cargo</button><p id="chosen"></p><div id="list"></div>
<button id="sail">Sail</button><script>
const list = document.getElementById("list"), chosen = [];
const close = () => list.replaceChildren();
document.getElementById("more").onclick = () => {
  list.innerHTML = '<div role="listbox"></div>';
  for (const text of ["Grain", "Timber", "Wool", "Salt"]) {
    const option = document.createElement("div");
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.textContent = text;
    option.onclick = () => { chosen.push(text); option.setAttribute("aria-selected", "true"); };
    list.firstChild.append(option);
  }
};
document.addEventListener("mousedown", (event) => { if (!list.contains(event.target)) close(); });
document.getElementById("sail").onclick = () => {
  deed(`${document.getElementById("crew").value}: ${chosen}`);
  say("Sailed");
};
</script>"""


def loaded(page: Any, crew: str, cargo: str) -> None:
    page.get_by_role("button", name="Cargo").click()
    page.get_by_role("option", name=cargo).click()
    page.get_by_label("Crew").click()
    page.get_by_label("Crew").fill(crew)
    page.get_by_role("button", name="Sail").click()
    page.get_by_text("Sailed").wait_for()


def last(page: Any, crew: str, cargo: str) -> None:
    page.get_by_label("Crew").fill(crew)
    page.get_by_role("button", name="Cargo").click()
    page.get_by_role("option", name=cargo).click()
    page.get_by_label("Crew").click()
    page.get_by_role("button", name="Sail").click()
    page.get_by_text("Sailed").wait_for()


@pytest.mark.variants(2)
@pytest.mark.parametrize("show", [loaded, last], ids=["before-a-text", "before-a-press"])
def test_a_click_that_closes_a_list_is_a_step(lab: Lab, page: Any, show: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(FORM, show, crew="Ann", cargo="Wool")

    versions.replay(FORM, crew="Bob", cargo="Salt")
    versions.replay(FORM, crew="Cy", cargo="Grain")

    assert versions.deeds == ["Bob: Salt", "Cy: Grain"]
