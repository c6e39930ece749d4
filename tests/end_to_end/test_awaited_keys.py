"""A button that is disabled until keys are released in a field: a text that comes without a key would never free it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.lab import Lab
from tests.support.versions import Versions

LOCKED = """<label>Text <%s id="text"></%s></label><button id="kind">New kind</button> <button id="go" disabled>Import</button><script>
const text = document.getElementById("text"), go = document.getElementById("go");
text.addEventListener("keyup", () => setTimeout(() => { go.disabled = !text.value; }, 100));
document.getElementById("kind").onclick = () => say("A new one");
go.onclick = () => { deed(text.value); say("Imported"); };
</script>"""


@pytest.mark.variants(2)
@pytest.mark.parametrize("field", ["input", "textarea"])
def test_a_button_that_waits_for_keys_is_freed(lab: Lab, page: Any, field: str) -> None:
    def show(page: Any, text: str) -> None:
        page.get_by_label("Text").press_sequentially(text)
        page.get_by_role("button", name="New kind").click()
        page.get_by_role("button", name="Import").click()
        page.get_by_text("Imported").wait_for()

    body = LOCKED % (field, field)
    versions = Versions(lab, page)
    versions.learn(body, show, text="[one]")

    versions.replay(body, text="[another]")

    assert versions.deeds == ["[another]"]
