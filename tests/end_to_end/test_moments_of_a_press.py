"""A press gives the page the moments that a person gives it: the pointer rests, and is down, before the click."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.look import ElementQuery

PAY = ElementQuery(kind="click", tag="button", role="button", name="Pay")
COUNTS = """<script>window.seen = []; window.text = '';
for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) document.addEventListener(type, (event) => seen.push(type));
</script>"""
WHOLE = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]
FIELD = "<input id=x aria-label=Text>"


@pytest.fixture
def page(blank_page: Any) -> Any:
    """A page without a context of its own."""
    return blank_page


@pytest.fixture
def session(page: Any) -> Iterator[ContextSession]:
    made = ContextSession(page)
    yield made
    made.close()


def pressed(session: ContextSession, query: ElementQuery = PAY) -> c.Acted:
    """Look at a page at rest, and press."""

    def program() -> c.Program[c.Acted]:
        yield c.Look(target=query, slice=0)
        session.home.wait_for_timeout(60)
        yield c.Look(target=query)
        acted: c.Acted = yield c.Click(timeout=5_000)
        return acted

    return SyncDriver(session).run(program())


@pytest.mark.parametrize("still", ["", "<p style='height: 2000px'>"], ids=["in view", "out of view"])
@pytest.mark.parametrize("wait", ["setTimeout(take)", "setTimeout(take, 10)", "setTimeout(take, 45)"])
def test_a_text_that_is_taken_over_when_its_field_is_left_is_pressed_with(
    page: Any, session: ContextSession, wait: str, still: str
) -> None:
    page.set_content(
        f"{FIELD}{still}<button onclick='seen.push(text)'>Pay</button>{COUNTS}"
        f"<script>const take = () => {{ text = x.value; }}; x.onchange = () => {{ {wait}; }};</script>"
    )
    page.get_by_label("Text").press_sequentially("new")

    acted = pressed(session)

    assert acted.ok
    assert page.evaluate("seen") == [*WHOLE[:4], "new", "click"]


@pytest.mark.parametrize("ms", [60, 150, 900])
def test_a_list_that_closes_a_while_after_its_field_is_left_is_pressed_at_once(
    page: Any, session: ContextSession, ms: int
) -> None:
    page.set_content(
        f"{FIELD}<div id=list><button onclick='seen.push(1)'>Pay</button></div>{COUNTS}"
        f"<script>x.onblur = () => {{ setTimeout(() => list.remove(), {ms}); }};</script>"
    )
    page.get_by_label("Text").press_sequentially("new")

    acted = pressed(session)

    assert acted.ok
    assert page.evaluate("seen") == [*WHOLE[:4], 1, "click"]


def test_a_button_that_keeps_the_focus_in_its_field_is_pressed_once(page: Any, session: ContextSession) -> None:
    page.set_content(
        f"{FIELD}<div id=list><button onmousedown='event.preventDefault()'>Pay</button></div>{COUNTS}"
        "<script>x.onblur = () => { setTimeout(() => list.remove(), 5); };</script>"
    )
    page.get_by_label("Text").press_sequentially("new")

    acted = pressed(session)

    assert acted.ok
    assert page.evaluate("seen") == WHOLE
    assert page.evaluate("document.activeElement.id") == "x"


def test_a_button_that_is_drawn_anew_when_the_field_is_left_gets_no_half_of_a_press(
    page: Any, session: ContextSession
) -> None:
    page.set_content(
        f"{FIELD}<div id=bar><button>Pay</button></div>{COUNTS}"
        "<script>x.onchange = () => { setTimeout(() => { bar.innerHTML = '<button>Delete</button>'; }, 10); };</script>"
    )
    page.get_by_label("Text").press_sequentially("new")

    acted = pressed(session)

    assert (acted.ok, acted.withheld, acted.begun) == (False, True, True)
    assert page.evaluate("seen") == ["pointerdown", "mousedown"]


@pytest.mark.parametrize("event", ["onmouseover", "onmouseenter", "onpointermove", "onpointerenter"])
def test_a_row_that_counts_when_the_pointer_has_rested_on_it_is_pressed_then(
    page: Any, session: ContextSession, event: str
) -> None:
    page.set_content(
        f"<button {event}='setTimeout(() => {{ text = 1; }}, 60)' onclick='seen.push(text)'>Pay</button>{COUNTS}"
    )

    acted = pressed(session)

    assert acted.ok
    assert page.evaluate("seen") == [*WHOLE[:4], 1, "click"]


def test_both_moments_are_given(page: Any, session: ContextSession) -> None:
    page.set_content(
        f"{FIELD}<button onmouseover='setTimeout(() => {{ text += 1; }}, 30)' onclick='seen.push(text)'>Pay</button>"
        f"{COUNTS}<script>x.onchange = () => {{ setTimeout(() => {{ text += x.value; }}, 20); }};</script>"
    )
    page.get_by_label("Text").press_sequentially("new")

    acted = pressed(session)

    assert acted.ok
    assert page.evaluate("seen") == [*WHOLE[:4], "1new", "click"]


def test_a_tooltip_that_comes_later_is_not_waited_for(page: Any, session: ContextSession) -> None:
    page.set_content(
        "<button onmouseenter='setTimeout(() => { text = 1; }, 300)' onclick='seen.push(text)'>Pay</button>" + COUNTS
    )

    acted = pressed(session)

    assert acted.ok
    assert page.evaluate("seen") == [*WHOLE[:4], "", "click"]


def test_a_page_that_sets_short_timers_all_the_time_is_pressed_once(page: Any, session: ContextSession) -> None:
    page.set_content(
        f"{FIELD}<button onmousemove='setTimeout(() => 0, 20)'>Pay</button>{COUNTS}"
        "<script>const tick = () => { setTimeout(tick, 5); }; tick();</script>"
    )
    page.get_by_label("Text").press_sequentially("new")

    acted = pressed(session)

    assert acted.ok
    assert page.evaluate("seen") == WHOLE


TITLED = """<style>.plus {{ background: green }} .bin {{ background: red }}</style>
<button id=pay class=plus title=Pay onmouseenter="this.removeAttribute('title'); {}">{}</button><p id=tip></p>"""
TIP = "tip.textContent = '{}'"


@pytest.mark.parametrize(
    ("enters", "drawn", "ok"),
    [
        ("this.className = 'bin'; " + TIP.format("Pay back"), "", True),  # the tooltip says the title and more
        ("this.className = 'bin'; " + TIP.format("Refund"), "", False),
        ("this.innerHTML = '<svg class=bin>'; " + TIP.format("Refund"), "<svg class=plus></svg>", False),
        ("this.className = 'bin'", "", False),
        ("this.classList.add('hover')", "", True),
        (TIP.format("Pay"), "", True),
        ("this.className = 'bin'; " + TIP.format("Pay"), "", True),
        ("this.className = 'bin'; this.dataset.title = 'Pay'", "", True),
        ("this.className = 'bin'; this.ariaLabel = 'Pay'", "", True),
    ],
)
def test_a_title_that_goes_as_the_pointer_comes_counts_while_its_button_stays(
    page: Any, session: ContextSession, enters: str, drawn: str, *, ok: bool
) -> None:
    page.set_content(TITLED.format(enters, drawn) + COUNTS)

    def program() -> c.Program[c.Acted]:
        yield c.Look(target=PAY, slice=0)
        page.wait_for_timeout(60)
        yield c.Look(target=PAY)
        acted: c.Acted = yield c.Click(timeout=1_000)
        return acted

    acted = SyncDriver(session).run(program())

    assert acted.ok is ok
    assert page.evaluate("seen") == (WHOLE if ok else [])


def test_a_button_named_by_its_text_may_lose_its_title(page: Any, session: ContextSession) -> None:
    page.set_content(TITLED.format("this.className = 'bin'", "Pay") + COUNTS)

    acted = pressed(session)

    assert acted.ok
    assert page.evaluate("seen") == WHOLE
