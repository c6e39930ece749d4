"""The picture that a model is sent: wherever the page shows a secret, it is covered; what is green here is a secret."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from pytest_ami.browser.driver import SyncDriver
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
    "slot": "<div id=h><b>Tr0ub4dor</b></div><script>h.attachShadow({mode: 'open'}).innerHTML = "
    f"`<p style='{GREEN}'><slot></slot> &amp; 7Kx</p>`</script>",
    "dialog": f"<dialog id=d><p style='{GREEN}'>{SHOWN}</p></dialog><script>d.showModal()</script>",
    "summary": f"<details open><summary style='list-style:none;{GREEN}'>{SHOWN}</summary></details>",
}  # fmt: skip


def picture(page: Any, hide: tuple[str, ...]) -> bytes:
    def program() -> Any:
        return (yield c.Observe(screenshot=True, hide=hide))

    session = ContextSession(page)
    shot: bytes = SyncDriver(session).run(program()).screenshot
    session.close()
    return shot


def kept(page: Any, hide: tuple[str, ...]) -> bytes | None:
    """Return the picture that the evidence of a run keeps."""
    session = ContextSession(page)
    shot: bytes | None = run_sync(evidence_picture(session, page, None, hide))
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
@pytest.mark.variants(4)
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
