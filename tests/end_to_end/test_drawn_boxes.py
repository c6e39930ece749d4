"""Check boxes and radios that a page draws itself: the label is pressed where it covers its own box."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

FORM = """<style>{style}</style><div style="height:{above}px"></div><fieldset><legend>View</legend>
<label>{drawn}<input type="radio" name="view" value="orders" checked>{text}Orders</label>
<label>{drawn}<input type="radio" name="view" value="stock">{text}Stock {more}</label></fieldset>
<label>{drawn}<input type="checkbox" id="all">{text}Everything</label><button id="go">Show</button>
<script>go.onclick = () => {{ const view = document.querySelector('[name=view]:checked').value;
  deed(view + (all.checked ? ' all' : '')); say('Shown'); }};</script>"""
DRAWN = "<i style='display:inline-block;width:20px;height:20px;border:1px solid'></i>"
PLAIN: dict[str, Any] = {"style": "", "above": 0, "drawn": "", "text": "", "more": ""}
UNDER = (
    "label { position: relative; display: inline-block } input { position: absolute; left: 2px; top: 2px; z-index: -1 }"
)
PAGES: dict[str, dict[str, Any]] = {
    "under its picture": {"style": UNDER, "drawn": DRAWN},
    "parked beside the page": {"style": "input { position: absolute; left: -9999px }", "drawn": DRAWN},
    "far below": {"style": UNDER, "drawn": DRAWN, "above": 3000},
    "under its text": {
        "style": "label { position: relative; display: block } label span { position: absolute; inset: 0; background: white }",
        "text": "<span></span>",
    },
    "beside a link": {"style": UNDER, "drawn": DRAWN, "more": "<a href='/terms'>of what</a>"},
}


def show(page: Any) -> None:
    page.get_by_label("Stock").check()
    page.get_by_label("Everything").check()
    page.get_by_role("button", name="Show").click()
    page.get_by_text("Shown").wait_for()


@pytest.mark.variants(8)
@pytest.mark.parametrize("name", PAGES)
def test_a_box_under_its_own_label_is_pressed_through_the_label(lab: Lab, page: Any, name: str) -> None:
    versions = Versions(lab, page)
    versions.learn(FORM.format(**{**PLAIN, "more": PAGES[name].get("more", "")}), show)

    run = versions.replay(FORM.format(**{**PLAIN, **PAGES[name]}))

    assert run.outcome in (Outcome.REPLAYED, Outcome.HEALED)
    assert versions.deeds == ["stock all"]


def test_a_box_under_something_else_is_not_pressed(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(FORM.format(**PLAIN), show)
    veil = "<div style='position:fixed;inset:0;background:white;z-index:9'>Please wait</div>"

    with pytest.raises(FlowError, match="step 1"):
        versions.replay(FORM.format(**PLAIN) + veil)

    assert versions.deeds == []


CLOSING = """<style>label {{ position: relative; display: inline-block; padding: 8px }} input {{ position: absolute; inset: 0; margin: 0; opacity: 0 }}
label span {{ position: relative; z-index: 1 }} #list {{ position: fixed; inset: 0 auto auto 0; width: 400px; height: 300px; z-index: 9; background: white }}</style>
<button id="open">Where</button><div id="list" hidden><div>Cellar</div><div>Yard</div></div><fieldset><legend>View</legend>
<label><input type="radio" name="view" value="orders" checked><span>Orders and so on</span></label>
<label><input type="radio" name="view" value="stock"><span>Stock and so on</span></label></fieldset><button id="go">Show</button>
<script>open.onclick = () => {{ list.hidden = false; }};
list.onclick = () => {{ list.animate([{{ opacity: 1 }}, {{ opacity: 0 }}], 600); setTimeout(() => {{ {away} }}, 600); }};
document.getElementById('open').onclick = open.onclick;
go.onclick = () => {{ deed(document.querySelector('[name=view]:checked').value); say('Shown'); }};</script>"""


def chosen(page: Any) -> None:
    page.get_by_role("button", name="Where").click()
    page.get_by_text("Cellar").click()
    page.get_by_text("Stock and so on").click()
    page.get_by_role("button", name="Show").click()
    page.get_by_text("Shown").wait_for()


def test_a_list_that_is_just_closing_does_not_tell_that_a_box_lies_above_its_label(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    body = CLOSING.format(away="list.hidden = true")
    versions.learn(body, chosen)

    versions.replay(body)

    assert versions.deeds == ["stock"]


def test_a_box_under_a_list_that_does_not_close_is_not_pressed(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(CLOSING.format(away="list.hidden = true"), chosen)

    with pytest.raises(FlowError):
        versions.replay(CLOSING.format(away=""))

    assert versions.deeds == []
