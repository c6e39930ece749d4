"""A hidden box that its label draws, where a link stands in the middle of the label."""

from __future__ import annotations

from typing import Any

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.look import ElementQuery

PAGE = """<style>input { position: absolute; opacity: 0; width: 1px; height: 1px }
label::before { content: '☐ ' } .cover { position: fixed; inset: 0 }</style>
<label><input type=checkbox id=terms>I accept <a href="#terms">the terms of use and of all our partners</a></label>
<p role=status></p>COVER<script>
document.querySelector('input').onchange = (event) => { document.querySelector('p').textContent = event.target.checked; };
</script>"""
BOX = ElementQuery(kind="check", tag="input", role="checkbox", name="I accept the terms of use and of all our partners")


def checked(page: Any, body: str) -> c.Acted:
    def program() -> c.Program[c.Acted]:
        yield c.Look(target=BOX)
        acted: c.Acted = yield c.Check(on=True, timeout=1500)
        return acted

    page.set_content(body)
    session = ContextSession(page)
    try:
        return SyncDriver(session).run(program())
    finally:
        session.close()


def test_the_label_is_pressed_beside_its_link(page: Any) -> None:
    acted = checked(page, PAGE.replace("COVER", ""))

    assert acted.ok
    assert page.get_by_role("status").inner_text() == "true"
    assert not page.url.endswith("#terms")


def test_a_covered_label_is_not_pressed(page: Any) -> None:
    assert not checked(page, PAGE.replace("COVER", '<div class="cover">Offers</div>')).ok
    assert page.get_by_role("status").inner_text() == ""
