"""Labels whose press a page keeps from the control, to answer it itself: the control hears no click, and the press counts."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

TICKED = """<div class="line" id="line"><input type="checkbox" id="copy"><label for="copy">Send a copy</label></div>
<button id="go">Order</button><script>
document.querySelector('label').onclick = (event) => event.preventDefault();
line.onclick = (event) => { if (event.target !== copy) copy.checked = !copy.checked; };
go.onclick = () => { deed(copy.checked ? 'with a copy' : 'without'); say('Ordered'); };</script>"""

DRAWN = """<style>.part {{ position: relative; width: 24px; height: 24px; display: inline-block }}
.part > * {{ position: absolute; inset: 0; margin: 0 }} input {{ opacity: 0 }} i {{ background: gray }}</style>
<div id="line"><div class="part"><input type="checkbox" id="copy"><i></i></div><label for="copy">Send a copy</label></div>{veil}
<button id="go">Order</button><script>
document.querySelector('label').onclick = (event) => event.preventDefault();
line.onclick = (event) => {{ if (event.target !== copy) copy.checked = !copy.checked; }};
go.onclick = () => {{ deed(copy.checked ? 'with a copy' : 'without'); say('Ordered'); }};</script>"""
VEIL = "<div style='position: fixed; inset: 0 0 auto; height: 200px; background: white; z-index: 9'>Please wait</div>"

OPENED = """<label for="size" id="label">Sizes</label><input id="size" type="button" value="M"><div id="list"></div>
<script>label.onclick = (event) => { event.preventDefault(); list.innerHTML = '<button>Take L</button>';
  list.firstChild.onclick = () => { deed('L'); say('Taken'); }; };</script>"""


def order(page: Any) -> None:
    page.get_by_text("Send a copy").click()
    page.get_by_role("button", name="Order").click()
    page.get_by_text("Ordered").wait_for()


def test_a_box_that_the_page_ticks_for_its_label_is_ticked_again(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(TICKED, order)

    run = versions.replay(TICKED)

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["with a copy"]


def test_a_transparent_box_below_its_picture_is_ticked_through_its_label(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(DRAWN.format(veil=""), order)

    run = versions.replay(DRAWN.format(veil=""))

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["with a copy"]


def test_what_covers_the_label_as_well_is_no_picture_of_the_box(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(DRAWN.format(veil=""), order)

    with pytest.raises(AmiError):
        versions.replay(DRAWN.format(veil=VEIL), timeout=2.0)

    assert versions.deeds == []


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
