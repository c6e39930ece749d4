"""An option that the pointer marks as selected is not chosen yet; one that a press would take back is."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk

pytestmark = pytest.mark.slow

BLOCKS = """<main><h1>Story</h1><button type=button id=add>Add a part</button>
<ul role=listbox id=list aria-label=Parts hidden style="margin-left:300px"></ul><div id=parts></div></main><script>
const names = ["Photo", "Quotation", "Map"];
const mark = (at) => [...$("#list").children].forEach((one, n) => one.setAttribute("aria-selected", n === at));
$("#list").innerHTML = names.map((name) => `<li role=option aria-selected=false>${name}</li>`).join("");
[...$("#list").children].forEach((one, at) => {
  one.onmousemove = () => mark(at);
  one.onclick = () => {
    $("#list").hidden = true;
    $("#parts").insertAdjacentHTML("beforeend", `<h2>${names[at]}</h2><button type=button>Remove ${names[at]}</button>`);
    post("/part", {name: names[at]});
  };
});
$("#add").onclick = () => { $("#list").hidden = false; mark(@FIRST@); };
</script>"""
"""A chooser that marks an option: the one below the pointer, or at first the one with this number."""

TOPICS = """<main><h1>Topics</h1><ul role=listbox @MORE@ aria-label=Topics style="cursor:pointer">
<li role=option aria-selected=false>Sport</li><li role=option aria-selected=@CHOSEN@>Music</li></ul><p id=chosen></p>
</main><script>
const show = () => {
  const names = [...document.querySelectorAll("[aria-selected=true]")].map((one) => one.textContent);
  $("#chosen").innerHTML = names.map((name) => `<button type=button>Forget ${name}</button>`).join("");
  return names;
};
show();
document.querySelectorAll("[role=option]").forEach((one) => one.onclick = () => {
  one.setAttribute("aria-selected", one.getAttribute("aria-selected") !== "true");
  post("/topics", {names: show().join()});
});
</script>"""
"""A list in which a press chooses an option, and takes a chosen one back."""


def add(page: Any) -> None:
    page.get_by_role("button", name="Add a part").click()
    option = page.get_by_role("option", name="Photo")
    option.hover()
    option.click()


@pytest.mark.variants(12)
@pytest.mark.parametrize("first", [0, 1, -1], ids=["marked", "another one marked", "none marked"])
def test_an_option_that_is_marked_when_its_list_opens_is_pressed(desk: Desk, first: int) -> None:
    desk.open(BLOCKS.replace("@FIRST@", "-1"))
    desk.learn(add)
    desk.open(BLOCKS.replace("@FIRST@", str(first)))

    assert desk.replay().outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/part", {"name": "Photo"})]


@pytest.mark.variants(8)
@pytest.mark.parametrize("more", ["aria-multiselectable=true", ""], ids=["several", "one or none"])
def test_an_option_that_a_press_would_take_back_is_not_pressed(desk: Desk, more: str) -> None:
    page = TOPICS.replace("@MORE@", more)
    desk.open(page.replace("@CHOSEN@", "false"))
    desk.learn(lambda page: page.get_by_role("option", name="Music").click())
    desk.open(page.replace("@CHOSEN@", "true"))

    desk.refused()
    assert not desk.application.deeds
