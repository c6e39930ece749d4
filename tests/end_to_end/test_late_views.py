"""A page that comes to life moves the focus into its view at the end: the first press of a flow waits for the view."""

from __future__ import annotations

from typing import Any

from tests.support.lab import Lab
from tests.support.versions import Versions

PAGE = """<nav aria-label="Files"><button id="new">New folder</button><ul id="list"><li>archive</li></ul></nav>
<div id="dock"></div><script>
const list = document.getElementById("list");
let awake = false;
document.getElementById("new").onclick = () => {
  if (!awake) setTimeout(wake, 10);
  const row = document.createElement("li"), field = document.createElement("input");
  row.append(field);
  list.append(row);
  field.focus();
  field.onblur = () => { row.textContent = field.value || "Untitled folder"; deed(row.textContent); };
  field.onkeydown = (event) => { if (event.key === "Enter") { field.blur(); say("The folder is there"); } };
};
const wake = () => {
  awake = true;
  const dock = document.getElementById("dock");
  dock.innerHTML = %s;
  document.getElementById("panel").focus();
};
setTimeout(wake, %d);
</script>"""
VIEW = """`<div role="tablist"><button role="tab" aria-selected="true">Launcher</button></div><div role="tabpanel" id="panel" tabindex="0">Start here</div>`"""
PLAIN = """`<h2>Launcher</h2><div id="panel" tabindex="0">Start here</div>`"""


def make(page: Any, folder: str) -> None:
    page.locator("#panel").wait_for()
    page.get_by_role("button", name="New folder").click()
    page.get_by_role("textbox").fill(folder)
    page.get_by_role("textbox").press("Enter")
    page.get_by_text("The folder is there").wait_for()


def test_the_first_press_waits_for_the_view_of_the_page(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(PAGE % (VIEW, 0), make, folder="notes")

    for delay in (300, 900):
        versions.replay(PAGE % (VIEW, delay), folder=f"letters {delay}")

    assert versions.deeds[-1] == "letters 900"
    assert "Untitled folder" not in versions.deeds


def test_a_page_that_lost_its_view_is_used_without_it(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(PAGE % (VIEW, 0), make, folder="notes")

    versions.replay(PAGE % (PLAIN, 0), folder="letters")

    assert versions.deeds[-1] == "letters"
