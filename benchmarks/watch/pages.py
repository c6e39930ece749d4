"""Pairs of pages: a control, and the same page after a release. In many of them it is gone, beside a similar one.

The right control of the new page has `data-right`, which is no evidence for anybody. Each test expects a message that
every control of the page shows, so that a wrong heal would be green: the worst that can happen.
"""

from __future__ import annotations

from typing import NamedTuple


class Pair(NamedTuple):
    """A page before and after a release.

    Attributes:
        name: Name of the test.
        role: Role of the control.
        called: Its old name.
        old: The body before.
        new: The body after.
    """

    name: str
    role: str
    called: str
    old: str
    new: str


def _button(name: str, more: str = "") -> str:
    return f"<button {more}>{name}</button>"


def _row(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


R = "data-right=yes"

GONE = (
    Pair(
        "row",
        "button",
        "Open Ann",
        f"<table>{_row('Ann', _button('Open Ann'))}{_row('Bob', _button('Open Bob'))}</table>",
        f"<table>{_row('Bob', _button('Open Bob'))}{_row('Cid', _button('Open Cid'))}</table>",
    ),
    Pair(
        "neighbour", "button", "Forward", _button("Reply") + _button("Forward"), _button("Reply") + _button("Reply all")
    ),
    Pair("opposite", "button", "Mute", _button("Mute", "id=mute"), _button("Unmute", "id=mute")),
    Pair("state", "button", "Star", _button("Star", "class=star"), _button("Starred", "class=star")),
    Pair(
        "many",
        "button",
        "Mark item",
        _button("Mark item") + _button("Close"),
        _button("Mark all items") + _button("Close"),
    ),
    Pair("number", "button", "Page 2", _button("Page 2") + _button("Page 3"), _button("Page 1") + _button("Page 3")),
    Pair(
        "region",
        "button",
        "Open",
        f"<section aria-label=Drafts>{_button('Open')}</section><section aria-label=Spam>none</section>",
        f"<section aria-label=Drafts>none</section><section aria-label=Spam>{_button('Open up')}</section>",
    ),
    Pair(
        "same_place",
        "button",
        "Preview",
        f"<p>{_button('Preview', 'class=b')}</p>",
        f"<p>{_button('Print', 'class=b')}</p>",
    ),
    Pair("icon", "button", "Next", _button("&gt;", "aria-label=Next"), _button("&lt;", "aria-label=Previous")),
    Pair(
        "test_id_reused",
        "button",
        "View report",
        _button("View report", "data-testid=main"),
        _button("Share report", "data-testid=main"),
    ),
    Pair("id_reused", "button", "Show details", _button("Show details", "id=do"), _button("Hide details", "id=do")),
    Pair(
        "price",
        "button",
        "Basic 10 EUR",
        _button("Basic 10 EUR") + _button("Pro 20 EUR"),
        _button("Pro 20 EUR") + _button("Team 40 EUR"),
    ),
    Pair(
        "language",
        "button",
        "English",
        _button("English") + _button("Deutsch"),
        _button("Français") + _button("Deutsch"),
    ),
    Pair(
        "negated",
        "checkbox",
        "Notify me",
        "<label><input type=checkbox name=n> Notify me</label>",
        "<label><input type=checkbox name=n> Do not notify me</label>",
    ),
    Pair(
        "date",
        "button",
        "12 March",
        _button("12 March") + _button("13 March"),
        _button("13 March") + _button("14 March"),
    ),
    Pair(
        "tab",
        "tab",
        "Members",
        "<div role=tablist><div role=tab>Members</div><div role=tab>Rules</div></div>",
        "<div role=tablist><div role=tab>Guests</div><div role=tab>Rules</div></div>",
    ),
)
"""Pages that no longer have the control."""

MOVED = (
    Pair(
        "test_id",
        "button",
        "Compose",
        _button("Compose", "data-testid=compose"),
        _button("New message", f"data-testid=compose {R}") + _button("Archive"),
    ),
    Pair("id", "button", "Find", _button("Find", "id=find"), _button("Search", f"id=find {R}") + _button("Clear")),
    Pair(
        "field_name",
        "checkbox",
        "Newsletter",
        "<label><input type=checkbox name=news> Newsletter</label>",
        f"<label><input type=checkbox name=news {R}> Weekly newsletter</label>",
    ),
    Pair(
        "role",
        "link",
        "Help",
        "<nav><a href='#h' id=help>Help</a></nav>",
        f"<nav>{_button('Help', f'id=help {R}')}</nav>",
    ),
    Pair(
        "decorated", "button", "Filter", _button("Filter", "id=f"), _button("Filter (3)", f"id=f {R}") + _button("Sort")
    ),
    Pair(
        "link",
        "link",
        "Profile",
        "<nav><a href='#/profile'>Profile</a><a href='#/x'>Home</a></nav>",
        f"<nav><a href='#/profile' {R}>My profile</a><a href='#/x'>Home</a></nav>",
    ),
    Pair(
        "synonym",
        "button",
        "Settings",
        f"<main><h2>Account</h2>{_button('Settings')}</main>",
        f"<main><h2>Account</h2>{_button('Preferences', R)}</main>",
    ),
    Pair("case", "button", "Show All", _button("Show All", "id=all"), _button("Show everything", f"id=all {R}")),
    Pair("longer", "button", "Refresh", _button("Refresh", "name=refresh"), _button("Reload", f"name=refresh {R}")),
    Pair(
        "test_id_in_row",
        "button",
        "Details",
        f"<table>{_row('Ann', _button('Details', 'data-testid=ann'))}</table>",
        f"<table>{_row('Ann', _button('More details', f'data-testid=ann {R}'))}</table>",
    ),
)
"""Pages on which the control is there under another name, role or label."""

CONFTEST = '''
import json
import os
from pathlib import Path

import pytest
from benchmarks.watch.pages import GONE, MOVED

PAGE = """<h1>Mail</h1><nav><a href="#in">Inbox</a></nav><main>%s<p role="status" id="s"></p></main><script>
document.addEventListener("click", (event) => {
  const hit = event.target.closest("button, a, input, [role=tab]");
  if (hit) { s.textContent = "Done"; window.hit = hit.dataset.right || "no"; }
})</script>"""
PAIRS = {pair.name: pair for pair in (*GONE, *MOVED)}
COUNT = {"messages": 0}


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    from playwright._impl.connection import Connection

    own = Connection.send_message_to_server

    def send_message(self, object, method, params, options):
        COUNT["messages"] += 1
        return own(self, object, method, params, options)

    Connection.send_message_to_server = send_message


@pytest.fixture
def site(page, request):
    pair = PAIRS[request.node.originalname.removeprefix("test_")]
    page.set_default_timeout(1500 if "NEW" in os.environ else 20000)
    body = PAGE % (pair.new if "NEW" in os.environ else pair.old)
    page.route("**/*", lambda route: route.fulfill(body=body, content_type="text/html; charset=utf-8"))
    page.goto("http://mail.test/")
    yield page
    with Path(os.environ["HITS"]).open("a") as file:
        file.write(json.dumps([pair.name, page.evaluate("window.hit || ''"), COUNT["messages"]]) + "\\n")
'''

TEST = """
def test_{name}(site):
    site.get_by_role("{role}", name="{called}", exact=True).click()
    expect(site.get_by_role("status")).to_have_text("Done", timeout=1500)
"""


def suite() -> str:
    """Return the source of the tests, one for each pair."""
    return "from playwright.sync_api import expect\n" + "".join(
        TEST.format(name=pair.name, role=pair.role, called=pair.called) for pair in (*GONE, *MOVED)
    )
