"""Fields and choices without a name or a label, beside the controls of a flow: nothing that is done there is lost."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

FIELDS = {
    "editor": '<div contenteditable style="min-height:30px">Hello</div>',
    "textbox": '<div role="textbox" tabindex="0">Hello</div>',
    "radio": '<div role="radio" aria-checked="true" tabindex="0"></div>',
    "radios": '<input type="radio" checked><input type="radio">',
    "box": '<input type="checkbox" checked>',
    "switch": '<div role="switch" aria-checked="true" tabindex="0"></div>',
    "list": "<select><option>One</option></select><select></select><select multiple><option>A</option></select>",
    "combobox": '<div role="combobox" tabindex="0"></div><button aria-haspopup="listbox"></button>',
    "tabs": '<div role="tablist"><div role="tab" aria-selected="true"></div></div><div role="tablist"></div>',
}
PAGE = """<h1>Note</h1><form onsubmit="return false">%s<label>Text <input id="text"></label>
<button onclick="deed(text.value); say('Saved')">Save</button></form>"""


def save(page: Any) -> None:
    page.get_by_label("Text").fill("Feed the cat")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()


@pytest.mark.variants(12)
@pytest.mark.parametrize("field", FIELDS)
def test_a_step_beside_a_nameless_field_is_recorded(lab: Lab, page: Any, field: str) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    versions = Versions(lab, page)
    versions.learn(PAGE % FIELDS[field], save)

    run = versions.replay(PAGE % FIELDS[field])

    assert complaints == []
    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["Feed the cat"]
