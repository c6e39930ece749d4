"""The picture that a model is sent: wherever the page shows a secret, it is covered; what is green here is a secret."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from pytest_ami.browser.bundle import in_page
from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.pictures.capture import masked_picture
from pytest_ami.browser.pictures.capture import picture as evidence_picture
from pytest_ami.browser.run_calls import run_sync
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from tests.support import vault

SECRET = "Tr0ub4dor & 7Kx"
GREEN = "color:#00ff00;background:#fff;font:20px monospace"
SHOWN = "Tr0ub4dor &amp; 7Kx"

PLACES = {
    "text": f"<p style='{GREEN}'>Your password is {SHOWN}.</p>",
    "table": f"<table><tr><td style='{GREEN}'>{SHOWN}</td></tr></table>",
    "several elements": f"<p style='{GREEN}'><b>Tr0ub</b>4d<i>or</i> &amp; <span>7Kx</span></p>",
    "letters of their own": f"<p style='{GREEN}'>" + "".join(f"<span>{'&amp;' if x == '&' else x}</span>" for x in SECRET),
    "lines": f"<pre style='{GREEN}'>one\n{SHOWN}\nthree</pre>",
    "list": f"<ul style='list-style:none'><li style='{GREEN}'>{SHOWN}</li></ul>",
    "field": f"<input style='{GREEN}' value='{SHOWN}'>",
    "text area": f"<textarea style='{GREEN}'>{SHOWN}</textarea>",
    "placeholder": f"<style>::placeholder {{ {GREEN} }}</style><input placeholder='{SHOWN}'>",
    "option": f"<select style='{GREEN}'><option>{SHOWN}</option></select>",
    "option with a value": f"<select style='{GREEN}'><option value=7>{SHOWN}</option></select>",
    "list of options": f"<select size=3 style='{GREEN}'><option>a<option value=7 label='{SHOWN}'></select>",
    "folded white space": f"<p style='{GREEN}'>Tr0ub4dor\n   &amp;\n   7Kx</p>",
    "soft hyphens": f"<p style='{GREEN}'>Tr0u&shy;b4dor &amp; 7&#8203;Kx</p>",
    "twice, once in parts": f"<p style='{GREEN}'><b>{SHOWN}</b> <i>Tr0ub</i>4dor &amp; 7Kx</p>",
    "out of its box": f"<div style='height:0;{GREEN}'><b style='position:absolute;left:99px'>Tr0ub4dor</b> &amp; 7Kx</div>",
    "without a box": f"<div style='display:contents;{GREEN}'>Tr0ub<!-- -->4dor &amp; 7Kx</div>",
    "alternative text": f"<img src='data:,x' width=300 height=40 style='{GREEN}' alt='{SHOWN}'>",
    "text from an attribute": f"<style>p::after {{ content: attr(title); {GREEN} }}</style><p title='{SHOWN}'></p>",
    "zoom": f"<style>html {{ zoom: 1.5 }}</style><p style='{GREEN}'>{SHOWN}</p>",
    "styles for all": f"<style>div {{ display: none !important; opacity: 0 !important }}</style><p style='{GREEN}'>{SHOWN}</p>",
    "sticky head": f"<div style='position:sticky;top:0;{GREEN}'>{SHOWN}</div><p style='height:900px'>",
    "editor": f"<div contenteditable style='{GREEN}'>{SHOWN}</div>",
    "button": f"<button style='{GREEN}'>{SHOWN}</button>",
    "button of old": f"<input type=button style='{GREEN}' value='{SHOWN}'>",
    "before": f"<style>p::before {{ content: '{SECRET}'; {GREEN} }}</style><p></p>",
    "drawing": f"<svg width=400 height=40><text y=24 style='fill:#00ff00;font:20px monospace'>{SHOWN}</text></svg>",
    "frame": f'<iframe srcdoc="<p style=\'{GREEN}\'>{SHOWN}</p>"></iframe>',
    "frame in a frame": f"<iframe srcdoc='<iframe srcdoc=\"<p style=&amp;quot;{GREEN}&amp;quot;>{SHOWN}</p>\"></iframe>'></iframe>",
    "shadow root": f"<div id=h></div><script>h.attachShadow({{mode: 'open'}}).innerHTML = `<p style='{GREEN}'>{SHOWN}</p>`</script>",
    "closed shadow root": "<div id=h></div><script>h.attachShadow({mode: 'closed'}).innerHTML = "
    f"`<p style='{GREEN}'>{SHOWN}</p>`</script>",
    "closed shadow root in a frame": "<iframe srcdoc='<div id=h></div><script>h.attachShadow({mode: `closed`}).innerHTML = "
    f"`<p style=\"{GREEN}\">{SHOWN}</p>`</script>'></iframe>",
    "slot": "<div id=h><b>Tr0ub4dor</b></div><script>h.attachShadow({mode: 'open'}).innerHTML = "
    f"`<p style='{GREEN}'><slot></slot> &amp; 7Kx</p>`</script>",
    "dialog": f"<dialog id=d><p style='{GREEN}'>{SHOWN}</p></dialog><script>d.showModal()</script>",
    "popover": f"<p popover id=d style='border:0;{GREEN}'>{SHOWN}</p><script>d.showPopover()</script>",
    "summary": f"<details open><summary style='list-style:none;{GREEN}'>{SHOWN}</summary></details>",
}  # fmt: skip


def picture(page: Any, hide: tuple[str, ...]) -> bytes:
    def program() -> Any:
        return (yield c.Observe(screenshot=True, hide=hide))

    session = ContextSession(page)
    shot: bytes = SyncDriver(session).run(program()).screenshot
    session.close()
    return shot


def kept(page: Any, hide: tuple[str, ...], *, framed: bool = False) -> bytes | None:
    """Return the picture that the evidence of a run keeps; if asked, the first element of the last frame is framed."""
    session, inner = ContextSession(page), page.frames[-1]
    if framed:
        run_sync(in_page(session, inner, "observe", {"first": 1, "limit": 9}))
    calls = evidence_picture(session, page, (inner, "e1") if framed else None, hide, patience=20_000)
    shot: bytes | None = run_sync(calls)
    session.close()
    return shot


def as_png(page: Any, shot: bytes) -> bytes:
    """Return a picture as the browser shows it."""
    page.set_content(f"<img src='data:image/webp;base64,{base64.b64encode(shot).decode()}'>", wait_until="load")
    png: bytes = page.screenshot()
    return png


@pytest.fixture(scope="module")
def blank(browser: Any) -> Any:
    """One page for all."""
    context = browser.new_context(viewport={"width": 480, "height": 160})  # each picture is read bit by bit
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.variants(16)
def test_a_secret_is_covered_wherever_the_page_shows_it(blank: Any, place: str) -> None:
    blank.set_content(f"<!doctype html><h1>Page</h1>{PLACES[place]}", wait_until="load")
    blank.wait_for_timeout(30)

    assert vault.green(blank.screenshot()) > 20
    assert vault.green(picture(blank, (SECRET,))) == 0


def test_what_is_no_secret_is_left_to_see(blank: Any) -> None:
    blank.set_content(f"<p style='{GREEN}'>Tr0ub4dor and nothing else</p>")

    assert vault.green(picture(blank, (SECRET,))) > 20


def test_the_picture_that_evidence_keeps_covers_it_too_and_leaves_no_trace(blank: Any) -> None:
    blank.set_content(f"<!doctype html><h1>Page</h1>{PLACES['closed shadow root']}{PLACES['frame']}", wait_until="load")
    blank.wait_for_timeout(30)
    before = blank.content()

    hidden, shown = kept(blank, (SECRET,)), kept(blank, ())

    assert blank.content() == before
    assert hidden
    assert shown
    assert vault.green(as_png(blank, shown)) > 20
    assert vault.green(as_png(blank, hidden)) == 0


def test_the_page_is_scrolled_before_anything_is_covered(blank: Any) -> None:
    inner = "<p style=&quot;height:900px&quot;></p><button>Pay</button>"
    blank.set_content(
        f"<p style='height:400px'></p><iframe height=90 srcdoc='{inner}'></iframe><p style='{GREEN}'>{SHOWN}</p>"
        "<p style='height:400px'>",
        wait_until="load",
    )

    shot = kept(blank, (SECRET,), framed=True)

    assert blank.evaluate("scrollY") > 300
    assert shot
    assert vault.green(blank.screenshot()) > 20
    assert vault.green(as_png(blank, shot)) == 0


MOVING = {
    "it moves": f"<style>@keyframes k {{ to {{ translate: 0 90px }} }}</style>"
    f"<p style='{GREEN};animation:k .2s linear infinite alternate'>{SHOWN}</p>",
    "it comes over the cover": f"<dialog id=d style='{GREEN}'>{SHOWN}</dialog>"
    "<script>setInterval(() => { d.close(); d.showModal() }, 5)</script>",
    "it comes and goes": f"<p id=p style='{GREEN}'></p><script>let n = 0, say = () => {{ "
    f"p.textContent = n++ % 2 ? '{SECRET}' : ''; requestAnimationFrame(say) }}; say()</script>",
}  # fmt: skip


@pytest.mark.parametrize("how", MOVING)
@pytest.mark.variants(12)
def test_a_secret_that_does_not_stay_in_its_place_is_covered_or_there_is_no_picture(blank: Any, how: str) -> None:
    blank.set_content(f"<!doctype html>{MOVING[how]}", wait_until="load")
    green = [vault.green(blank.screenshot()) for _ in range(3)]

    shot = kept(blank, (SECRET,))
    left = blank.locator("html > div, dialog > div").count()
    blank.goto("about:blank")  # a new content alone would leave the timers of this one

    assert max(green) > 20
    assert left == 0
    assert shot is None or vault.green(as_png(blank, shot)) == 0


def test_a_page_that_answers_late_keeps_no_cover(blank: Any) -> None:
    blank.set_content("<!doctype html><input type=password value=x>", wait_until="load")
    session, before = ContextSession(blank), blank.content()
    assert kept(blank, ())  # the scripts are there
    blank.evaluate("setTimeout(() => { const end = performance.now() + 500; while (performance.now() < end); }, 0)")

    def shoot() -> Any:
        return (yield blank.screenshot())

    shot = run_sync(masked_picture(session, blank, (), shoot, patience=150))

    assert shot is None
    blank.wait_for_function("document.querySelector('html > div') === null", timeout=9000)
    assert blank.content() == before
    session.close()
