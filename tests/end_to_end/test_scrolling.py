"""Scrolling: what a person, or a teacher, scrolled is a step; a long text that scrolls within its field is none."""

from __future__ import annotations

import time
from typing import Any

import pytest

from pytest_ami.browser.page_queries import settle
from pytest_ami.browser.run_calls import run_sync
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.lesson import Advice, Move, MoveKind, Situation
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab

FIELD = """<label>Note <input id="note" style="width:60px"></label><button onclick="said.textContent = 'Saved ' + note.value"
>Save</button><p role="status" id="said"></p>"""
LIST = """<ul id="list" style="height:200px;overflow:auto" tabindex="0"></ul><p role="status" id="said"></p><script>
  const add = () => { for (let i = 0; i < 20; i += 1) { const row = document.createElement('li'), b = document.createElement('button');
    b.textContent = 'Order ' + (list.children.length + 1); b.onclick = () => { said.textContent = b.textContent + ' opened'; };
    row.style.height = '40px'; row.append(b); list.append(row); } };
  add();
  list.addEventListener('scroll', () => { if (list.scrollTop + list.clientHeight > list.scrollHeight - 60 && list.children.length < 60) setTimeout(add, 50); });
</script>"""


def serve(page: Any, body: str) -> None:
    page.route(
        "http://scroll.test/**",
        lambda route: route.fulfill(body=f"<!doctype html><title>T</title><body>{body}", content_type="text/html"),
    )
    page.goto("http://scroll.test/")


def test_a_long_text_that_scrolls_within_its_field_is_no_step(lab: Lab, page: Any) -> None:
    def show(page: Any, text: str) -> None:
        page.get_by_label("Note").press_sequentially(text)
        page.get_by_role("button", name="Save").click()

    serve(page, FIELD)
    lab.run(page, "note", {"text": "a text that is longer than its field"}, teacher=show)

    workflow = lab.store.find("note")
    assert workflow is not None
    assert [step.kind.value for step in workflow.steps] == ["fill", "click"]


class Scroller:
    """A teacher that scrolls the list until it sees the order, and opens it."""

    name, wants_screenshot = "scroller", False

    def advise(self, situation: Situation) -> Advice:
        wanted = situation.values["title"]
        seen = {element.name: element for element in situation.observation.elements}
        if any(made.move.kind is MoveKind.CLICK for made in situation.made):
            return Advice(move=Move(kind=MoveKind.DONE))
        if wanted in seen:
            return Advice(move=Move(kind=MoveKind.CLICK, ref=seen[wanted].ref))
        return Advice(move=Move(kind=MoveKind.SCROLL, ref=seen["Order 1"].ref, value="down"))


def test_quiet_counts_from_the_move_and_not_from_before_it(page: Any) -> None:
    """Only a lower bound is asked for: a busy machine takes longer."""
    serve(page, "<p>At rest</p>")
    session = ContextSession(page)
    try:
        run_sync(settle(session, c.Settle(quiet=500)))  # the page has been quiet for that long
        began = time.monotonic()
        seen = run_sync(settle(session, c.Settle(quiet=500, anew=True)))
        waited = time.monotonic() - began
    finally:
        session.close()

    assert seen.quiet >= 500
    assert waited >= 0.45


@pytest.mark.variants(12)
@pytest.mark.parametrize("after", [0, 50, 150], ids="after {} ms".format)
def test_a_teacher_scrolls_a_list_that_loads_as_it_goes(lab: Lab, page: Any, after: int) -> None:
    """However long it has been quiet before, a page that was just scrolled is given the time to load more."""
    serve(page, LIST.replace("setTimeout(add, 50)", f"setTimeout(add, {after})"))
    page.wait_for_timeout(300)
    learned = lab.run(page, "open order", {"title": "Order 35"}, teacher=Scroller())
    assert page.get_by_role("status").inner_text() == "Order 35 opened"
    assert learned.outcome is Outcome.LEARNED
