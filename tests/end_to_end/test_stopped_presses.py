"""A press that Playwright stops before the page hears of it, because something moved in, is no step of a lesson."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.lab import Lab
from tests.support.versions import Versions

COVERED = """<form><label>Name <input id="name"></label></form><p><button id="go">Go</button></p>
<div id="veil" hidden style="position:fixed;inset:0;background:#eee"><h2>Moving in</h2><label>Other <input></label></div><script>
const veil = document.getElementById("veil"), target = document.getElementById("%s");
let shown = false;
target.addEventListener("mousemove", () => {
  if (shown) return;
  shown = true;
  veil.hidden = false;
  setTimeout(() => { veil.hidden = true; }, 200);
});
document.getElementById("go").onclick = () => { deed(document.getElementById("name").value); say("Done"); };
document.querySelector("form").onsubmit = (event) => event.preventDefault();
</script>"""
HEEDED = """<button id="go">Go</button><script>
window.addEventListener("pointerdown", (event) => { event.preventDefault(); event.stopImmediatePropagation(); }, true);
document.getElementById("go").onclick = () => { deed("went"); say("Done"); };
</script>"""


@pytest.mark.variants(2)
@pytest.mark.parametrize("covered", ["go", "name"])
def test_a_press_on_what_moved_in_is_no_step(lab: Lab, page: Any, covered: str) -> None:
    def show(page: Any, name: str) -> None:
        page.get_by_label("Name").click()
        page.keyboard.type(name)
        page.get_by_role("button", name="Go").click()
        page.get_by_text("Done").wait_for()

    versions = Versions(lab, page)
    versions.learn(COVERED % covered, show, name="Ann")
    (stored,) = lab.store.versions("task")
    assert [step.title() for step in stored.steps] == ['fill textbox "Name" with {{name}}', 'click button "Go"']

    versions.replay(COVERED % covered, name="Bob")
    assert versions.deeds == ["Bob"]


def test_a_press_that_a_page_stops_and_still_obeys_is_a_step(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(HEEDED, lambda page: page.get_by_role("button", name="Go").click())

    versions.replay(HEEDED)

    assert versions.deeds == ["went"]
