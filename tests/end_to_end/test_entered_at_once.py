"""A text is entered by the page's own means where its events are checked, whether or not a selector leads to its field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.look import ElementQuery

CITY = ElementQuery(kind="fill", tag="input", role="textbox", name="City", label="City")
NOTE = ElementQuery(kind="fill", tag="div", role="textbox", name="Note")
FORM = """<form><label>Name <input value=Ann></label><label>City <input value=Ulm></label></form>
<div role=textbox aria-label=Note contenteditable><b>Dear Ann</b></div><script>window.events = [];
for (const type of ['focusin', 'beforeinput', 'textInput', 'input', 'change', 'keydown'])
  addEventListener(type, (event) => events.push(`${type} ${event.target.isContentEditable ? 'Note' : event.target.labels[0].textContent.trim()}`));
</script>"""
SEEN = "() => [...document.querySelectorAll('input')].map((one) => one.value)"


@pytest.fixture
def page(blank_page: Any) -> Any:
    """A page without a context of its own."""
    return blank_page


@pytest.fixture
def session(page: Any) -> Iterator[ContextSession]:
    page.set_content(FORM)
    made = ContextSession(page)
    yield made
    made.close()


def filled(
    session: ContextSession, meanwhile: str = "() => 0", *, timeout: float = 1_000, **more: Any
) -> tuple[bool, c.Acted]:
    """Look, let the page change, and fill; return whether the field was checked from the look on, and the result."""

    def program() -> c.Program[tuple[bool, c.Acted]]:
        yield c.Look(target=CITY, slice=0)
        armed = session.armed is session.home.main_frame
        session.home.evaluate(meanwhile)
        return armed, (yield c.Fill(value="Bonn", timeout=timeout, **more))

    return SyncDriver(session).run(program())


def test_a_field_without_an_id_gets_the_events_of_a_person(page: Any, session: ContextSession) -> None:
    armed, acted = filled(session)

    assert (armed, acted.ok) == (True, True)
    assert page.evaluate(SEEN) == ["Ann", "Bonn"]
    assert page.evaluate("events") == ["focusin City", "beforeinput City", "textInput City", "input City"]


CHANGES = {
    "drawn again": "() => { const box = document.querySelector('form'); box.innerHTML = box.innerHTML; }",
    "gone": "() => document.querySelectorAll('label')[1].remove()",
    "renamed": "() => { document.querySelectorAll('label')[1].firstChild.data = 'Country '; }",
    "used again for another field": """() => { const [a, b] = document.querySelectorAll('label');
      [a.firstChild.data, b.firstChild.data] = [b.firstChild.data, a.firstChild.data]; }""",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_field_that_changed_since_the_look_gets_nothing(page: Any, session: ContextSession, change: str) -> None:
    _, acted = filled(session, change)

    assert (acted.ok, acted.withheld, acted.begun) == (False, True, False)
    assert "Bonn" not in page.evaluate(SEEN)
    assert page.evaluate("events.filter((one) => one.includes('nput'))") == []


def test_a_path_that_leads_to_another_field_by_now_is_not_followed(page: Any, session: ContextSession) -> None:
    moves = "() => { const form = document.querySelector('form'); form.append(form.firstElementChild); }"

    _, acted = filled(session, moves)

    assert acted.ok
    assert page.evaluate(SEEN) == ["Bonn", "Ann"]


def test_a_focus_that_the_page_takes_elsewhere_takes_no_text_along(page: Any, session: ContextSession) -> None:
    leads = """() => document.addEventListener('focusin', () => {
      queueMicrotask(() => document.querySelector('input').focus());
    }, { once: true })"""

    _, acted = filled(session, leads)

    assert (acted.ok, acted.withheld) == (False, True)
    assert page.evaluate(SEEN) == ["Ann", "Ulm"]


CLOSES = {
    "read-only": "city.readOnly = true",
    "disabled": "city.disabled = true",
    "read-only in another place": "city.readOnly = true; form.append(form.firstElementChild)",
}


@pytest.mark.parametrize("change", CLOSES.values(), ids=CLOSES)
def test_a_field_that_takes_no_text_any_more_is_left_to_playwright(
    page: Any, session: ContextSession, change: str
) -> None:
    names = "const form = document.querySelector('form'), city = form.querySelectorAll('input')[1];"

    _, acted = filled(session, f"() => {{ {names} {change}; }}", timeout=300)

    assert not acted.ok
    assert sorted(page.evaluate(SEEN)) == ["Ann", "Ulm"]
    assert page.evaluate("events") == []


def test_a_text_that_goes_on_in_an_editor_keeps_what_stands_there(page: Any, session: ContextSession) -> None:
    page.evaluate("""() => { const editor = document.querySelector('div'); editor.focus();
      getSelection().selectAllChildren(editor); getSelection().collapseToEnd(); }""")

    def program() -> c.Program[c.Acted]:
        yield c.Look(target=NOTE, slice=0)
        acted: c.Acted = yield c.Fill(value="Dear Ann, thanks", editor=True)
        return acted

    assert SyncDriver(session).run(program()).ok
    assert page.inner_html("div") == "<b>Dear Ann, thanks</b>"


@pytest.mark.parametrize("text", ["Dear Bob", "Dear Ann"], ids=["another text", "the same text"])
def test_a_text_that_does_not_go_on_replaces_what_stands_there(page: Any, session: ContextSession, text: str) -> None:
    page.evaluate("""() => { const editor = document.querySelector('div'); editor.focus();
      getSelection().selectAllChildren(editor); getSelection().collapseToEnd(); }""")

    def program() -> c.Program[c.Acted]:
        yield c.Look(target=NOTE, slice=0)
        acted: c.Acted = yield c.Fill(value=text, editor=True)
        return acted

    assert SyncDriver(session).run(program()).ok
    assert page.inner_text("div") == text
    assert page.evaluate("events.filter((one) => one === 'input Note').length") == 1


COMPONENT = """<x-box></x-box><script>document.querySelector('x-box').attachShadow({ mode: 'open' }).innerHTML = '<label>City <input value=Ulm></label>';</script>"""
FRAME = "<iframe name=inner srcdoc='<label>City <input value=Ulm></label>'></iframe>"


@pytest.mark.parametrize(
    ("body", "place"),
    [(COMPONENT, c.FrameAddress()), (FRAME, c.FrameAddress(frame=("inner",)))],
    ids=["component", "frame"],
)
def test_a_field_that_no_path_of_the_document_leads_to_is_left_to_playwright(
    page: Any, body: str, place: c.FrameAddress
) -> None:
    page.set_content(body)
    page.frames[-1].get_by_label("City").wait_for()
    session = ContextSession(page)

    def program() -> c.Program[tuple[Any, c.Acted]]:
        yield c.Look(place=place, target=CITY, slice=0)
        return session.armed, (yield c.Fill(place=place, value="Bonn"))

    armed, acted = SyncDriver(session).run(program())
    session.close()

    assert (armed, acted.ok) == (None, True)
    assert page.frames[-1].get_by_label("City").input_value() == "Bonn"


def test_a_field_of_a_document_that_has_gone_gets_nothing(page: Any, session: ContextSession) -> None:
    goes = "() => { document.open(); document.write('<label>City <input value=Kiel></label>'); document.close(); }"

    _, acted = filled(session, goes)

    assert (acted.ok, acted.withheld) == (False, True)
    assert page.evaluate(SEEN) == ["Kiel"]


def test_the_text_is_entered_once_and_the_next_field_comes_with_it(page: Any, session: ContextSession) -> None:
    name = ElementQuery(kind="fill", tag="input", role="textbox", name="Name", label="Name")

    def program() -> c.Program[tuple[c.Acted, c.Acted]]:
        yield c.Look(target=CITY, slice=0)
        first: c.Acted = yield c.Fill(value="Bonn", then=c.Look(target=name, slice=0))
        return first, (yield c.Fill(value="Bob"))

    first, second = SyncDriver(session).run(program())

    assert first.seen is not None
    assert (first.ok, second.ok) == (True, True)
    assert page.evaluate(SEEN) == ["Bob", "Bonn"]
    assert page.evaluate("events.filter((one) => one.startsWith('input'))") == ["input City", "input Name"]


@pytest.mark.parametrize("keys", [False, True])
def test_a_field_without_an_id_gets_its_last_key_too(page: Any, session: ContextSession, keys: bool) -> None:  # noqa: FBT001
    _, acted = filled(session, keys=keys)

    assert acted.ok
    assert page.evaluate(SEEN) == ["Ann", "Bonn"]
    assert ("keydown City" in page.evaluate("events")) is keys
