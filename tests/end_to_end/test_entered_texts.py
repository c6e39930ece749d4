"""A text that a replay enters reaches the page as Playwright's own `fill` does: the same events, the same values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.look import ElementQuery

LOGS = """<script>
window.seen = [];
window.field = document.getElementById('text');
for (const type of ['focus', 'blur', 'keydown', 'keyup', 'beforeinput', 'input', 'change']) {
  document.addEventListener(type, (event) => {
    seen.push([type, event.target.id, event.inputType ?? '', event.isTrusted, field.value ?? field.innerText].join(' '));
  }, true);
}
</script>"""
FIELDS = {
    "text": "<input id=text>",
    "with a text": "<input id=text value='of before'>",
    "password": "<input id=text type=password>",
    "address": "<input id=text type=email value='a@example.org'>",
    "search": "<input id=text type=search value=old>",
    "number": "<input id=text type=number value=1>",
    "day": "<input id=text type=date>",
    "short": "<input id=text maxlength=3>",
    "area": "<textarea id=text>two\nlines</textarea>",
    "editor": "<div id=text contenteditable role=textbox><p>old <b>text</b></p></div>",
    "formats at once": "<input id=text oninput='this.value = this.value.toUpperCase()'>",
    "disabled by its focus": "<input id=text onfocus='this.readOnly = true'>",
}


@pytest.fixture
def page(blank_page: Any) -> Any:
    """A page without a context of its own."""
    return blank_page


@pytest.fixture
def session(page: Any) -> Iterator[ContextSession]:
    made = ContextSession(page)
    yield made
    made.close()


def entered(session: ContextSession, value: str, kind: str = "textbox") -> c.Acted:
    """Look for the field with the id "text", and replace its text."""
    query = ElementQuery(kind="fill", tag="", role=kind, name="Text", attributes={"id": "text"})

    def program() -> c.Program[c.Acted]:
        yield c.Look(target=query)
        assert session.armed is not None or kind == ""
        acted: c.Acted = yield c.Fill(value=value, timeout=1_500)
        return acted

    return SyncDriver(session).run(program())


def seen(page: Any) -> tuple[list[str], str]:
    """Return what the page got, and the text of the field."""
    log: list[str] = page.evaluate("seen.splice(0)")
    text: str = page.evaluate("field.value ?? field.innerText")
    return log, text


@pytest.mark.variants(12)
@pytest.mark.parametrize("field", FIELDS)
def test_the_page_gets_what_playwright_sends(page: Any, session: ContextSession, field: str) -> None:
    body = FIELDS[field].replace("id=text", "id=text aria-label=Text", 1) + LOGS
    value = {"number": "42", "day": "2026-12-24"}.get(field, "abcd@example.org")
    page.set_content(body)
    page.locator("#text").fill(value)
    wanted = seen(page)
    page.set_content(body)
    kind = {"number": "spinbutton", "search": "searchbox", "day": ""}.get(field, "textbox")

    acted = entered(session, value, kind)

    assert acted.ok
    assert seen(page) == wanted


@pytest.mark.parametrize("turn", ["more.focus()", "field.remove()", "field.ariaLabel = 'Another'"])
def test_a_field_that_turns_at_its_focus_gets_no_text(page: Any, session: ContextSession, turn: str) -> None:
    page.set_content(f"<input id=text aria-label=Text><input id=more>{LOGS}")
    page.evaluate(f"() => {{ field.onfocus = () => {{ {turn}; }}; }}")

    entered(session, "secret")

    assert page.evaluate("[more.value, field.value]") == ["", ""]


FOLLOWED = """<div><div class=part>Club</div><div class=part><label>Text<textarea id=text></textarea></label>
<table><tbody><tr><td>Ada<td>0</table></div></div>
<script>text.oninput = () => { document.querySelector('tbody').innerHTML = `<tr><td>BY<td>${text.value}`; };</script>"""


@pytest.mark.parametrize("value", ["Anna", "李小龙"])
def test_a_last_key_goes_to_a_field_whose_list_has_followed_its_text(
    page: Any, session: ContextSession, value: str
) -> None:
    """The table of Gradio stands in one box with the field that searches it: no attempt ever ended well."""
    page.set_content(FOLLOWED.replace("BY", "found by"))

    assert looked_up(session, value).ok
    assert page.locator("#text").input_value() == value


def test_no_last_key_goes_to_the_field_of_another_record(page: Any, session: ContextSession) -> None:
    page.set_content(FOLLOWED.replace("BY", "Bob"))

    acted = looked_up(session, "Anna", holds=("Ada",))

    assert (acted.ok, acted.withheld) == (False, True)


def looked_up(session: ContextSession, value: str, holds: tuple[str, ...] = ()) -> c.Acted:
    """Type a text by keys into the field with the id "text", in the box that holds values."""
    query = ElementQuery(kind="fill", tag="", role="textbox", name="Text", attributes={"id": "text"}, holds=holds)

    def program() -> c.Program[c.Acted]:
        yield c.Look(target=query)
        acted: c.Acted = yield c.Fill(value=value, keys=True, timeout=1_500)
        return acted

    return SyncDriver(session).run(program())
