"""Choices that a deed takes along: pressed toggles, choices around a frame, and what the list below a field offers."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.browser.bundle import bundle

DETAILS = """(script) => { (0, eval)(script);
  return globalThis[Symbol.for('pytest-ami')].describe(document.querySelector('#it'), true).details; }"""
FORM = """<form><label>Text <input></label><button type=button aria-pressed={state}>Urgent</button>
<div role=toolbar><button type=button aria-pressed=true>Bold</button></div><button type=button id=it>Send</button></form>"""
OFFERS = """<style>.menu {{ width: 200px }}</style><input id=it autofocus><div class="{kind}">{offered}</div>"""


@pytest.fixture
def page(blank_page: Any) -> Any:
    """A page without a context of its own."""
    return blank_page


@pytest.mark.parametrize(("state", "choice"), [("true", "on"), ("false", "off")])
def test_a_toggle_beside_a_button_is_a_choice_and_a_format_is_none(page: Any, state: str, choice: str) -> None:
    page.set_content(FORM.format(state=state))

    assert page.evaluate(DETAILS, bundle())["choices"] == f"Urgent={choice}"


def test_a_toggle_that_a_person_pressed_is_a_value_of_the_flow(page: Any) -> None:
    page.set_content(FORM.format(state="false"))
    page.evaluate(bundle())
    page.get_by_role("button", name="Urgent").click()

    assert "choices" not in page.evaluate(DETAILS, bundle())


def test_a_choice_around_a_frame_holds_in_the_frame(page: Any) -> None:
    page.set_content(
        """<label>Company <select><option>Weber AG<option selected>Weber Logistik</select></label>
        <iframe srcdoc="<button id=it>Post</button>"></iframe>"""
    )
    frame = page.frames[1]
    frame.wait_for_selector("#it")

    assert "=Weber Logistik" in frame.evaluate(DETAILS, bundle())["surroundings"]


@pytest.mark.parametrize(
    ("kind", "offered", "found"),
    [
        ("menu", "<p>Anna Berg</p><p>Anna Bergmann</p>", "it"),
        ("suggestions", "<p><b>Anna</b> Berg</p>", "it"),
        ("menu", "<p>Anna Bergmann</p>", "others"),
        ("menu", "", None),
        ("note", "<p>Anna Bergmann</p>", None),
    ],
)
def test_a_field_knows_what_the_list_below_it_offers(page: Any, kind: str, offered: str, found: str | None) -> None:
    page.set_content(OFFERS.format(kind=kind, offered=offered))
    page.locator("#it").fill("Anna Berg")

    assert page.evaluate(DETAILS, bundle()).get("offered") == found


CHIP = "<button type=button class='chip {0}'>{1}</button>"
NOW, LATER = CHIP.format("", "Now"), CHIP.format("on", "In a year")


@pytest.mark.parametrize(
    ("chips", "chosen"),
    [
        (f"<div>{NOW} {LATER}</div>", True),
        (f"<nav>{NOW} {LATER}</nav>", False),
        (f"<div>{LATER}</div>", False),
        (f"<div>{LATER} {LATER}</div>", False),  # both are lit: each is a switch of its own
        (f"<div>{NOW} {LATER.replace('class', 'aria-expanded=false class')}</div>", False),
        (f"<div>{NOW.replace('Now', '1')} {LATER}</div>", False),  # pages of a list
        (f"<div>{NOW} {LATER.replace('chip', 'main')}</div>", False),
    ],
)
def test_a_class_alone_says_which_of_some_buttons_is_chosen(page: Any, chips: str, *, chosen: bool) -> None:
    page.set_content(f"<main><input>{chips}<button type=button id=it>Send</button></main>")

    assert ("=In a year #t_" in page.evaluate(DETAILS, bundle())["presets"]) is chosen


STATED = """<style>.menu {{ position: {position}; top: 90px }} [role=listbox] {{ height: 0 }}</style>
<div><p>Account of Anna</p><p>Team North</p><button id=it>Save</button>
<div class=menu>{beside}<div role=listbox></div><div><div>Admin</div><div>Editor</div></div></div></div>"""


@pytest.mark.parametrize(
    ("position", "beside", "stated"),
    [
        ("absolute", "", "Account of Anna | Team North"),
        ("fixed", "", "Account of Anna | Team North"),
        ("static", "", "Account of Anna | Team North | Admin | Editor"),
        ("absolute", "<label>As <input></label>", "Account of Anna | Team North | As | Admin | Editor"),
        ("fixed", "<h2>Roles</h2>", "Account of Anna | Team North | Roles | Admin | Editor"),
    ],
)
def test_a_list_that_lies_on_the_page_says_nothing_of_a_button(
    page: Any, position: str, beside: str, stated: str
) -> None:
    page.set_content(STATED.format(position=position, beside=beside))

    assert page.evaluate(DETAILS, bundle())["stated"] == stated
