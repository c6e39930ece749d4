"""A page may be busy between the two clicks of a double click and its event: it is one double click all the same."""

from __future__ import annotations

from typing import Any

from tests.support.lab import Lab
from tests.support.versions import Versions

PAGE = """<p id="box">Pump</p><label id="editor" hidden>Name <input></label><button>Done</button><script>
box.onmouseup = (event) => {
  if (event.detail !== 2) return;
  for (const end = performance.now() + 1100; performance.now() < end;);
  editor.hidden = false;
};
document.querySelector("button").onclick = () => { deed(editor.querySelector("input").value); say("Renamed"); };
</script>"""


def renamed(page: Any, name: str) -> None:
    page.get_by_text("Pump").dblclick()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Done").click()
    page.get_by_text("Renamed").wait_for()


def test_a_double_click_that_a_page_holds_back_is_one_step(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(PAGE, renamed, name="Valve")

    run = versions.replay(PAGE, name="Tap")

    assert versions.deeds == ["Tap"]
    assert run.steps == 3
