"""An editor writes its text into a hidden field a moment after the last key: the form is not pressed before that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk

pytestmark = pytest.mark.slow

PAGE = """<main><h1>Minutes</h1><form id=form>{hidden}<input type=hidden name=token value=k7><label>Day <input name=day></label>
<div id=editor contenteditable role=textbox aria-label=Minutes style="min-height:3em;border:1px solid">{held}</div>
<button>File</button></form><div role=status></div></main><script>
const editor = $("#editor"), hidden = $("[name=minutes]"), written = (text) => {written};
let timer;
{when}
$("#form").onsubmit = (event) => {{
  event.preventDefault();
  post("/file", {{minutes: hidden.value}}).then(() => say("Filed"));
}};
</script>"""

FORMS = {
    "html": ("<input type=hidden name=minutes>", "`<p><strong>${text.replaceAll('&', '&amp;')}</strong></p>`"),
    "json": (
        "<input type=hidden name=minutes value='{\"blocks\":[]}'>",
        "JSON.stringify({blocks: text.split('\\n').map((text) => ({text, type: 'plain'}))})",
    ),
    "markdown": ("<textarea name=minutes hidden></textarea>", "`**${text}**`"),
}
"""The hidden field, and what the editor writes into it."""

LATE = "editor.oninput = () => {{ clearTimeout(timer); timer = setTimeout(() => {{ hidden.value = written(editor.innerText); }}, {ms}); }};"
ON_LEAVING = "editor.onblur = () => { hidden.value = written(editor.innerText); };"


def minutes(form: str = "html", *, when: str = LATE.format(ms=900), held: str = "") -> str:
    """Return the page."""
    hidden, written = FORMS[form]
    return PAGE.format(hidden=hidden, written=written, when=when, held=held)


def file(page: Any, text: str) -> None:
    page.get_by_role("textbox", name="Minutes").fill(text)
    page.wait_for_function("(text) => document.querySelector('[name=minutes]').value.includes(text)", arg=text)
    page.get_by_role("button", name="File").click()
    page.get_by_text("Filed").wait_for()


def file_at_once(page: Any, text: str) -> None:
    page.get_by_role("textbox", name="Minutes").fill(text)
    page.get_by_role("button", name="File").click()
    page.get_by_text("Filed").wait_for()


def filed(desk: Desk, teacher: Callable[..., None], page: str, again: str, text: str) -> str:
    """Learn on one page, replay on another, and return what the form sent then."""
    desk.open(page)
    desk.learn(teacher, {"text": "Ann spoke first."})
    desk.open(again)
    assert desk.replay({"text": text}).outcome is Outcome.REPLAYED
    ((_, sent),) = desk.application.deeds
    return str(sent["minutes"])


@pytest.mark.variants(12)
@pytest.mark.parametrize("form", ["html", "json", "markdown"])
def test_the_press_waits_for_the_hidden_field(desk: Desk, form: str) -> None:
    page = minutes(form)

    assert "Bob did not come" in filed(desk, file, page, page, "Bob did not come.")


def test_a_shorter_text_is_not_taken_for_the_longer_one_that_the_field_still_holds(desk: Desk) -> None:
    held = minutes().replace("name=minutes>", "name=minutes value='<p>Ann came. Bob did not.</p>'>")
    again = held.replace('3em;border:1px solid"></div>', '3em;border:1px solid">Ann came. Bob did not.</div>')

    assert filed(desk, file, minutes(), again, "Ann came.") == "<p><strong>Ann came.</strong></p>"


def test_a_text_that_is_there_already_needs_no_writing(desk: Desk) -> None:
    silent = minutes(held="Ann came.", when="").replace("name=minutes>", "name=minutes value='<p>Ann came.</p>'>")

    assert filed(desk, file, minutes(), silent, "Ann came.") == "<p>Ann came.</p>"


def test_nothing_is_pressed_if_the_hidden_field_never_gets_the_text(desk: Desk) -> None:
    desk.open(minutes())
    desk.learn(file, {"text": "Ann spoke first."})
    desk.open(minutes(when=""))

    assert "hidden field" in desk.refused({"text": "Bob did not come."})
    assert not desk.application.deeds


def test_a_field_that_the_press_itself_writes_is_not_awaited(desk: Desk) -> None:
    page = minutes(when=ON_LEAVING)

    assert "Bob did not come" in filed(desk, file_at_once, page, page, "Bob did not come.")


def test_a_page_without_the_hidden_field_is_as_before(desk: Desk) -> None:
    fetches = minutes(when="").replace(FORMS["html"][0], "").replace("hidden.value", "editor.innerText")

    assert filed(desk, file, minutes(), fetches, "Bob did not come.") == "Bob did not come."
