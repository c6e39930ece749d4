"""A target that stands still in view is pressed at once; any other one is pressed with all checks of Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.look import ElementQuery
from pytest_ami.model.outcome import Cause

HOME = c.FrameAddress()
PAY = ElementQuery(kind="click", tag="button", role="button", name="Pay")
COUNTS = """<script>window.seen = [];
for (const type of ['pointerdown', 'click']) document.addEventListener(type, (event) => seen.push(`${type} ${event.target.id}`));
</script>"""
FADES = "@keyframes in { from { opacity: .4; background: red } }"
SLIDES = "@keyframes in { from { opacity: .4; translate: 0 40px } }"
LIST = "<div style='height: 80px; overflow: auto'>"
FRAMES = "for (let n = 0; n < 3; n += 1) await new Promise((go) => requestAnimationFrame(go));"


@pytest.fixture
def page(blank_page: Any) -> Any:
    """A page without a context of its own."""
    return blank_page


@pytest.fixture
def session(page: Any) -> Iterator[ContextSession]:
    made = ContextSession(page)
    yield made
    made.close()


def pressed(
    session: ContextSession,
    meanwhile: str = "() => 0",
    query: ElementQuery = PAY,
    place: c.FrameAddress = HOME,
    timeout: float = 5_000,
) -> tuple[bool, c.Acted]:
    """Look, let the page change, and press; return whether the target stood still at the look, and the result."""

    def program() -> c.Program[tuple[bool, c.Acted]]:
        yield c.Look(place=place, target=query, slice=0)
        session.home.wait_for_timeout(60)  # the page rests for more than two frames
        yield c.Look(place=place, target=query)
        still = session.still is not None
        session.home.evaluate(meanwhile)
        return still, (yield c.Click(place=place, timeout=timeout))

    return SyncDriver(session).run(program())


def seen(page: Any) -> list[str]:
    """Return the events that the page got."""
    found: list[str] = page.evaluate("seen")
    return found


ONCE = ["pointerdown pay", "click pay"]


@pytest.mark.parametrize(
    "body",
    [
        "<button id=pay>Pay</button>",
        "<button id=pay><b>Pay</b></button>",
        "<style>#pay:hover { transform: translateY(-3px) }</style><button id=pay>Pay</button>",
        "<style>body { zoom: 1.5 }</style><button id=pay>Pay</button>",
        f"<style>#pay {{ animation: in 1s infinite }} {FADES}</style><button id=pay>Pay</button>",
        f"<style>div {{ animation: in 600ms }} {FADES}</style><div><button id=pay>Pay</button></div>",
        f"{LIST}<p style='height: 66px; margin: 0'></p><button id=pay>Pay</button><p style='height: 900px'></div>",
    ],
    ids=["plain", "with a part", "raised on hover", "zoomed", "glowing", "fading in", "at the edge of a list"],
)
def test_what_stands_still_is_pressed_once(page: Any, session: ContextSession, body: str) -> None:
    page.set_content(body + COUNTS)

    still, acted = pressed(session)

    assert (still, acted.ok) == (True, True)
    assert [what.partition(" ")[0] for what in seen(page)] == ["pointerdown", "click"]
    assert seen(page)[-1].endswith("pay") or "<b>" in body


@pytest.mark.variants(3)
@pytest.mark.parametrize(
    "body",
    [
        "<p style='height: 3000px'></p><button id=pay>Pay</button>",
        f"<style>#pay {{ animation: in 600ms }} {SLIDES}</style><button id=pay>Pay</button>",
        f"<style>div {{ animation: in 600ms }} {SLIDES}</style><div><button id=pay>Pay</button></div>",
        "<div style='width: 80px'>and so on <a href='#' id=pay style='font-size: 30px'>Pay Pay</a></div>",
        "<div style='height: 60px; overflow: hidden'><button id=pay style='height: 200px'>Pay</button></div>",
    ],
    ids=["out of view", "sliding in", "in a box that slides in", "in two lines", "cut off"],
)
def test_what_does_not_is_pressed_with_all_checks(page: Any, session: ContextSession, body: str) -> None:
    page.set_content(body + COUNTS)
    link = ElementQuery(kind="click", tag="a", role="link", name="Pay Pay")

    still, acted = pressed(session, query=link if "<a" in body else PAY)

    assert (still, acted.ok) == (False, True)
    assert seen(page) == ONCE


GLIDES = f"""async () => {{
    let n = 0;
    const step = () => {{ n += 1; document.querySelector('#pay').style.left = `${{20 + 12 * n}}px`; if (n < 25) requestAnimationFrame(step); }};
    requestAnimationFrame(step);
    {FRAMES}
}}"""
IS_COVERED = """() => {
    const cover = Object.assign(document.createElement('div'), { id: 'cover' });
    cover.style = 'position: fixed; inset: 0';
    document.body.append(cover);
    setTimeout(() => cover.remove(), 400);
}"""
IS_HIDDEN = """() => {
    document.querySelector('#pay').hidden = true;
    setTimeout(() => { document.querySelector('#pay').hidden = false; document.querySelector('#pay').style.left = '220px'; }, 400);
}"""


@pytest.mark.variants(3)
@pytest.mark.parametrize(
    ("meanwhile", "left"),
    [(GLIDES, "320px"), (IS_COVERED, "20px"), (IS_HIDDEN, "220px")],
    ids=["glides", "covered", "hidden"],
)
def test_one_that_is_disturbed_after_the_look_is_pressed_when_that_is_over(
    page: Any, session: ContextSession, meanwhile: str, left: str
) -> None:
    page.set_content(f"<button id=pay style='position: fixed; left: 20px; top: 20px'>Pay</button>{COUNTS}")

    still, acted = pressed(session, meanwhile)

    assert (still, acted.ok) == (True, True)
    assert seen(page) == ONCE
    assert page.evaluate("document.querySelector('#pay').style.left") == left


WAITING_FRAME = """<iframe id=shop style='position: fixed; left: -900px; top: 0; width: 200px; height: 100px; pointer-events: auto'
 srcdoc="<body style='margin: 0; height: 100px' onpointerdown='parent.seen.push(`of the shop`)'>Buy"></iframe>"""
LAID = "document.querySelector('#shop').style.left = 0;"


@pytest.mark.variants(8)
@pytest.mark.parametrize("when", ["onmouseover", "onmouseenter", "onpointermove", "onmousemove"])
def test_a_loaded_frame_that_the_page_lays_under_the_pointer_gets_no_press(
    page: Any, session: ContextSession, when: str
) -> None:
    page.set_content(
        f'<button id=pay style="position: fixed; left: 20px; top: 20px" {when}="{LAID}">Pay</button>'
        f"{WAITING_FRAME}{COUNTS}"
    )

    still, acted = pressed(session, timeout=1_500)

    assert (still, acted.ok) == (True, False)
    assert seen(page) == []
    assert page.evaluate("document.querySelector('#shop').style.pointerEvents") == "auto"


KEEPS_MOVES = "<script>addEventListener('mousemove', (event) => event.stopImmediatePropagation(), true);</script>"
BUTTON = '<button id=pay style="position: fixed; left: 20px; top: 20px">Pay</button>'


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    "lays",
    [
        f"<style>#pay:hover + iframe {{ left: 0 !important }}</style>{BUTTON}{WAITING_FRAME}",
        f"{BUTTON}{WAITING_FRAME}<script>document.onmousemove = () => {{ {LAID} }};</script>",
        f"{BUTTON}{WAITING_FRAME}<script>onmousemove = () => {{ {LAID} }};</script>",
        f"{BUTTON}{WAITING_FRAME}<script>pay.onmousemove = (event) => {{ event.stopPropagation(); {LAID} }};</script>",
        f"{KEEPS_MOVES}{BUTTON}{WAITING_FRAME}<script>pay.onpointermove = () => {{ {LAID} }};</script>",
        f"{BUTTON}<p></p><script>pay.onmouseover = () => {{ document.querySelector('p').innerHTML = `{WAITING_FRAME.replace('`of the shop`', '1')}`; {LAID} }};</script>",
    ],
    ids=["by a style", "by the document", "by the window", "and stops the event", "and keeps the event", "made then"],
)
def test_no_way_to_lay_a_frame_there_gets_it_the_press(page: Any, session: ContextSession, lays: str) -> None:
    page.set_content(lays + COUNTS)

    still, acted = pressed(session, timeout=1_500)

    assert (still, acted.ok) == (True, False)
    assert seen(page) == []


@pytest.mark.variants(2)
@pytest.mark.parametrize("mode", ["open", "closed"])
def test_a_frame_of_a_component_gets_no_press(page: Any, session: ContextSession, mode: str) -> None:
    page.set_content(
        f"{BUTTON}<div id=box></div>{COUNTS}<script>const root = box.attachShadow({{ mode: '{mode}' }});"
        f" root.innerHTML = `{WAITING_FRAME.replace('`of the shop`', '1')}`;"
        " pay.onmouseover = () => { root.querySelector('iframe').style.left = 0; };</script>"
    )

    still, acted = pressed(session, timeout=1_500)

    assert (still, acted.ok) == (True, False)
    assert seen(page) == []


def test_a_frame_that_comes_at_each_move_gets_none_of_the_presses(page: Any, session: ContextSession) -> None:
    away = "setTimeout(() => { document.querySelector('#shop').style.left = '-900px'; }, 300)"
    page.set_content(f"{BUTTON}{WAITING_FRAME}{COUNTS}<script>pay.onpointermove = () => {{ {LAID} {away}; }};</script>")

    _, acted = pressed(session, timeout=1_500)

    assert not acted.ok
    assert seen(page) == []


def test_a_frame_keeps_what_its_page_gives_it(page: Any, session: ContextSession) -> None:
    plain = WAITING_FRAME.replace("style='", "class=shop title='").replace("pointer-events: auto", "")
    laid = "const shop = document.querySelector('#shop'); shop.className = 'here'"
    page.set_content(
        "<style>.shop { position: fixed; left: -900px } .here { position: fixed; left: 0; top: 0 }</style>"
        f'<button id=pay style="position: fixed; left: 20px; top: 20px" onmouseover="{laid}">Pay</button>{plain}{COUNTS}'
    )

    _, acted = pressed(session, timeout=1_500)

    assert not acted.ok
    assert seen(page) == []
    assert page.evaluate("[shop.getAttribute('style'), getComputedStyle(shop).pointerEvents]") == [None, "auto"]
    assert page.evaluate("document.adoptedStyleSheets.length") == 0


@pytest.mark.parametrize("inert", ["pointer-events: none", "pointer-events: none; opacity: .3"])
def test_a_frame_that_lets_the_pointer_through_withholds_nothing(
    page: Any, session: ContextSession, inert: str
) -> None:
    frame = WAITING_FRAME.replace("pointer-events: auto", inert)
    page.set_content(
        f'<button id=pay style="position: fixed; left: 20px; top: 20px" onmouseover="{LAID}">Pay</button>{frame}{COUNTS}'
    )

    still, acted = pressed(session)

    assert (still, acted.ok) == (True, True)
    assert seen(page) == ONCE
    assert page.evaluate("document.querySelector('#shop').style.pointerEvents") == "none"


@pytest.mark.parametrize(
    "body",
    [
        "<a id=pay role=button href='#'>Pay<object data='about:blank' style='width: 9px; height: 9px'></object></a>",
        "<button id=pay>Pay</button><iframe srcdoc='a tooltip' style='display: block; margin-top: 30px'></iframe>",
        "<button id=pay onmouseover='tip.hidden = false'>Pay</button><br><iframe id=tip hidden srcdoc='a tooltip'></iframe>",
    ],
    ids=["within it", "below it", "a tooltip"],
)
def test_a_frame_elsewhere_withholds_nothing(page: Any, session: ContextSession, body: str) -> None:
    page.set_content(body + COUNTS)

    _, acted = pressed(session)

    assert acted.ok
    assert seen(page) == ONCE


def test_a_frame_that_goes_away_again_leaves_the_press_to_the_button(page: Any, session: ContextSession) -> None:
    gone = f"{LAID} setTimeout(() => document.querySelector('#shop').remove(), 300)"
    page.set_content(
        f'<button id=pay style="position: fixed; left: 20px; top: 20px" onmouseover="{gone}">Pay</button>'
        f"{WAITING_FRAME}{COUNTS}"
    )

    still, acted = pressed(session)

    assert (still, acted.ok) == (True, True)
    assert seen(page) == ONCE


LINK = ElementQuery(kind="click", tag="a", role="link", name="Pay")
FAR, ELSEWHERE = "<p style='height: 3000px'></p>", "<a href='http://shop.test/pay'>Pay</a>"


@pytest.mark.parametrize(
    ("body", "query"),
    [("<button>Pay</button>", PAY), (f"{FAR}<button>Pay</button>", PAY), (f"{FAR}{ELSEWHERE}", LINK)],
    ids=["in view", "out of view", "link out of view"],
)
def test_what_is_drawn_anew_after_the_look_gets_no_event(
    page: Any, session: ContextSession, body: str, query: ElementQuery
) -> None:
    page.set_content(f"<main>{body}</main>{COUNTS}")

    still, acted = pressed(session, f"() => {{ document.querySelector('main').innerHTML = `{body}`; }}", query)

    assert (still, acted.ok, acted.withheld) == (FAR not in body, False, True)
    assert seen(page) == []


def test_one_that_is_drawn_anew_while_it_is_hidden_is_looked_for_again(page: Any, session: ContextSession) -> None:
    page.set_content(f"<main><button>Pay</button></main>{COUNTS}")
    anew = """() => {
        document.querySelector('button').hidden = true;
        setTimeout(() => { document.querySelector('main').innerHTML = '<button hidden>Pay</button>'; }, 400);
    }"""

    still, acted = pressed(session, anew)

    assert (still, acted.ok, acted.cause) == (True, False, Cause.MOVED)
    assert "Timeout" not in acted.detail
    assert seen(page) == []


def test_in_a_frame_the_page_may_lie_over_it(page: Any, session: ContextSession) -> None:
    page.set_content("<iframe name=till srcdoc='<button id=pay>Pay</button>'></iframe>")
    page.frame_locator("iframe").get_by_role("button").wait_for()

    still, acted = pressed(session, place=c.FrameAddress(frame=("till",)))

    assert (still, acted.ok) == (False, True)


@pytest.mark.parametrize("body", ["<button>Pay</button>", "<div><p></p><div><button name=x>Pay</button></div></div>"])
def test_an_element_without_an_id_that_stands_still_is_found_by_its_path(
    page: Any, session: ContextSession, body: str
) -> None:
    page.set_content(body + COUNTS)

    def program() -> c.Program[str]:
        yield c.Look(target=PAY, slice=0)
        page.wait_for_timeout(60)
        yield c.Look(target=PAY)
        return session.aim

    aim = SyncDriver(session).run(program())

    assert aim.startswith("xpath=/html[1]/body[1]/")
    assert page.locator(aim).inner_text() == "Pay"
