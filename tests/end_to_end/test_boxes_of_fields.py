"""A box that a field opens while it is filled may lie over the next target: the field is left, as a person leaves it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://people.test"
FORM = """<h1>New person</h1><form onsubmit="saved.push(born.value); event.preventDefault(); note.textContent = 'Person saved'">
<label>Born <input id="born" autocomplete="off"></label><br><button>Save</button></form><p role="status" id="note"></p>
<div id="days" style="position: absolute; inset: 0; background: white" hidden><div>27</div><div>28</div></div><script>
const saved = [], days = document.getElementById('days');
born.onfocus = () => setTimeout(() => { days.hidden = false; }, 100);
born.onkeydown = (event) => { if (event.key === LEAVES) setTimeout(() => { days.hidden = true; }, 20); };
</script>"""


def shown(page: Any, leaves: str = "Tab") -> None:
    body = FORM.replace("LEAVES", repr(leaves))
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)


def save(page: Any, born: str) -> None:
    page.get_by_label("Born").click()
    page.get_by_text("28").wait_for()
    page.get_by_label("Born").fill(born)
    page.get_by_label("Born").press("Tab")
    page.get_by_role("button", name="Save").click()


def test_a_calendar_that_covers_the_next_button_is_left_with_tab(lab: Lab, page: Any) -> None:
    shown(page)
    lab.run(page, "save a person", {"born": "1974-03-16"}, teacher=save)

    shown(page)
    lab.run(page, "save a person", {"born": "1911-10-05"}, mode=Mode.REPLAY, timeout=3.0)

    assert page.evaluate("saved") == ["1911-10-05"]


def test_a_box_that_stays_is_told(lab: Lab, page: Any) -> None:
    shown(page)
    lab.run(page, "save a person", {"born": "1974-03-16"}, teacher=save)

    shown(page, leaves="F2")
    with pytest.raises(FlowError, match="covers it"):
        lab.run(page, "save a person", {"born": "1911-10-05"}, mode=Mode.REPLAY, timeout=2.0)

    assert page.evaluate("saved") == []
