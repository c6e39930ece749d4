"""A drop on a canvas that is much larger than the window on it lands in the part that is in view."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.look import ElementQuery

PAGE = """<style>body {{ margin: 0 }} #window {{ width: 500px; height: 300px; overflow: auto; margin-left: 200px }}
#canvas {{ width: {width}px; height: {height}px; background: #eef }} #tile {{ position: absolute; top: 400px }}</style>
<div id="window"><div id="canvas" role="region" aria-label="Canvas"></div></div><div id="tile" draggable="true">Tile</div>
<p role="status"></p><script>
canvas.ondragover = (event) => event.preventDefault();
canvas.ondrop = (event) => {{ document.querySelector('p').textContent = `${{event.clientX}} ${{event.clientY}}`; }};
document.getElementById('window').onscroll = () => {{ document.querySelector('p').dataset.scrolled = 'yes'; }};</script>"""


@pytest.mark.parametrize(("width", "height", "point"), [(8000, 8000, (450, 150)), (300, 200, (350, 100))])
def test_a_drop_lands_in_the_part_in_view(page: Any, width: int, height: int, point: tuple[int, int]) -> None:
    def program() -> c.Program[c.Acted]:
        yield c.Look(target=ElementQuery(kind="drag", tag="div", role="", css="#tile"))
        yield c.Look(target=ElementQuery(kind="drag", tag="div", role="region", css="#canvas"), slot="drop")
        acted: c.Acted = yield c.Drag(timeout=3000)
        return acted

    page.set_content(PAGE.format(width=width, height=height))
    session = ContextSession(page)
    try:
        acted = SyncDriver(session).run(program())
    finally:
        session.close()

    assert acted.ok, acted.detail
    x, y = map(int, page.get_by_role("status").inner_text().split())
    assert (abs(x - point[0]), abs(y - point[1])) <= (12, 12)
    assert page.get_by_role("status").get_attribute("data-scrolled") is None
