"""Text that is selected by keys: a command after it is for the selection, and keys after it replace the text."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

PLAIN = """<label>Text <textarea id="text"></textarea></label><button id="strong">Strong</button>
<button id="save">Save</button><script>
strong.onclick = () => {
  const [from, to] = [text.selectionStart, text.selectionEnd], all = text.value;
  text.value = `${all.slice(0, from)}*${all.slice(from, to)}*${all.slice(to)}`;
};
save.onclick = () => { deed(text.value); said.textContent = "Saved"; };</script>"""
RICH = """<div id="text" contenteditable="true" role="textbox" aria-label="Text" style="min-height: 40px"></div>
<button id="strong" onmousedown="event.preventDefault()">Strong</button><button id="save">Save</button><script>
strong.onclick = () => document.execCommand("bold");
save.onclick = () => { deed(text.innerHTML.replace(/<(\\/?)(b|strong)>/g, "*").trim()); said.textContent = "Saved"; };</script>"""


@pytest.mark.variants(8)
@pytest.mark.parametrize("body", [PLAIN, RICH], ids=["textarea", "editor"])
@pytest.mark.parametrize("keys", ["Control+a", "Shift+Home"])
def test_a_command_is_given_for_the_text_that_keys_selected(lab: Lab, page: Any, body: str, keys: str) -> None:
    def write(page: Any, text: str) -> None:
        page.get_by_label("Text").fill(text)
        page.get_by_label("Text").press(keys)
        page.get_by_role("button", name="Strong").click()
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Saved").wait_for()

    versions = Versions(lab, page)
    versions.learn(body, write, text="The bus leaves at 7")

    run = versions.replay(body, text="Bring your passport")

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds[-1] == "*Bring your passport*"


@pytest.mark.variants(8)
@pytest.mark.parametrize("body", [PLAIN, RICH], ids=["textarea", "editor"])
def test_a_selection_that_keys_replace_is_no_step(lab: Lab, page: Any, body: str) -> None:
    def write(page: Any, text: str) -> None:
        page.get_by_label("Text").fill("To be replaced")
        page.get_by_label("Text").press("Control+a")
        page.keyboard.type(text)
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Saved").wait_for()

    versions = Versions(lab, page)
    versions.learn(body, write, text="The bus leaves at 7")

    run = versions.replay(body, text="Bring your passport")

    assert (run.outcome, run.steps) == (Outcome.REPLAYED, 2)
    assert versions.deeds[-1] == "Bring your passport"


FRAMED = """<button id="strong" onmousedown="event.preventDefault()">Strong</button><button id="save">Save</button>
<iframe title="Editor" srcdoc="<div id=text contenteditable=true role=textbox aria-label=Text style='min-height: 40px'></div>">
</iframe><script>
const inner = () => document.querySelector("iframe").contentDocument;
strong.onclick = () => inner().execCommand("bold");
save.onclick = () => {
  deed(inner().getElementById("text").innerHTML.replace(/<(\\/?)(b|strong)>/g, "*").trim());
  said.textContent = "Saved";
};</script>"""


def test_the_command_for_a_selection_in_a_frame_may_stand_in_another_document(lab: Lab, page: Any) -> None:
    def write(page: Any, text: str) -> None:
        editor = page.frame_locator("iframe").get_by_label("Text")
        editor.fill(text)
        editor.press("Control+a")
        page.get_by_role("button", name="Strong").click()
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Saved").wait_for()

    versions = Versions(lab, page)
    versions.learn(FRAMED, write, text="The bus leaves at 7")

    run = versions.replay(FRAMED, text="Bring your passport")

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds[-1] == "*Bring your passport*"
