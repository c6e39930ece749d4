"""Two boxes without a name in the row that a value chose: the recorded one is built in another way than the other."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

PAGE = """<h1>Pumps</h1><div class="list">{rows}</div><script>
for (const box of document.querySelectorAll('[data-deed]')) box.onchange = () => {{ deed(box.dataset.deed); }};</script>"""
ROW = """<div class="line"><label>{drawn}<input type="checkbox" data-deed="marks {name}"></label><a href="/{name}">{name}</a>
<div class="end">{more}<div><label>{drawn}<input type="checkbox" data-deed="starts {name}"></label></div></div></div>"""
LEVEL = """<div class="line"><label>{drawn}<input type="checkbox" data-deed="marks {name}"></label><a href="/{name}">{name}</a>
<label>{drawn}<input type="checkbox" data-deed="starts {name}"></label></div>"""
DRAWN = "<i style='display:inline-block;width:14px;height:14px;border:1px solid'></i>"
PINNED = f"<div><label>{DRAWN}<input type='checkbox' data-deed='pins'></label></div>"
NAMES = ("North", "East", "South", "West")


def page_of(row: str, **more: str) -> str:
    return PAGE.format(rows="".join(row.format(name=name, drawn=DRAWN, more=more.get(name, "")) for name in NAMES))


def show(page: Any, pump: str) -> None:
    page.locator(".line").filter(has_text=pump).locator("input").last.check()


@pytest.mark.variants(2)
@pytest.mark.parametrize("pump", ["North", "West"])
def test_the_box_that_is_built_as_it_was_is_ticked(lab: Lab, page: Any, pump: str) -> None:
    versions = Versions(lab, page)
    versions.learn(page_of(ROW), show, pump="South")

    run = versions.replay(page_of(ROW), pump=pump)

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == [f"starts {pump}"]


@pytest.mark.variants(8)
@pytest.mark.parametrize("page_now", [page_of(LEVEL), page_of(ROW, West=PINNED)], ids=["built anew", "another box"])
def test_two_boxes_that_nothing_tells_apart_stop(lab: Lab, page: Any, page_now: str) -> None:
    versions = Versions(lab, page)
    versions.learn(page_of(ROW), show, pump="South")

    with pytest.raises(FlowError):
        versions.replay(page_now, pump="West")

    assert versions.deeds == []
