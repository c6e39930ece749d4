"""Labels whose press a page keeps from the control, to answer it itself: the control hears no click, and the press counts."""

from __future__ import annotations

from typing import Any

from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

TICKED = """<div class="line" id="line"><input type="checkbox" id="copy"><label for="copy">Send a copy</label></div>
<button id="go">Order</button><script>
document.querySelector('label').onclick = (event) => event.preventDefault();
line.onclick = (event) => { if (event.target !== copy) copy.checked = !copy.checked; };
go.onclick = () => { deed(copy.checked ? 'with a copy' : 'without'); say('Ordered'); };</script>"""

OPENED = """<label for="size" id="label">Sizes</label><input id="size" type="button" value="M"><div id="list"></div>
<script>label.onclick = (event) => { event.preventDefault(); list.innerHTML = '<button>Take L</button>';
  list.firstChild.onclick = () => { deed('L'); say('Taken'); }; };</script>"""


def test_a_box_that_the_page_ticks_for_its_label_is_ticked_again(lab: Lab, page: Any) -> None:
    def show(page: Any) -> None:
        page.get_by_text("Send a copy").click()
        page.get_by_role("button", name="Order").click()
        page.get_by_text("Ordered").wait_for()

    versions = Versions(lab, page)
    versions.learn(TICKED, show)

    run = versions.replay(TICKED)

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["with a copy"]


def test_the_press_of_a_label_that_opens_something_itself_is_a_step(lab: Lab, page: Any) -> None:
    def show(page: Any) -> None:
        page.get_by_text("Sizes").click()
        page.get_by_role("button", name="Take L").click()
        page.get_by_text("Taken").wait_for()

    versions = Versions(lab, page)
    versions.learn(OPENED, show)

    run = versions.replay(OPENED)

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["L"]
