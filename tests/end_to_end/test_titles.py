"""The heading of a record ends the title of its page, or the trail to it, after a redesign: the same proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://library.test"
BOOKS = {"3": "Transit", "4": "Transit Visa", "5": "Atemschaukel", "6": "Solaris", "7": "Beloved"}
ON_TITLE = "<h1><a href='/'>Library</a> <i>/</i> <a href='/'>Books</a> <i>/</i> <span>{title}</span></h1>"
ON_TRAIL = "<h1>Change book</h1><ol class='breadcrumbs'><li><a href='/'>Books</a></li><li>{title}</li></ol>"
OF_ANOTHER = "<h1>Books / <span>{other}</span></h1><h2>Readers of this book liked <b>{title}</b></h2>"
NOT_LAST = "<h1><a href='/'>Books</a> / <a href='/3'>{title}</a> / <span>{other}</span></h1>"
LONGER = "<h1>Books / <span>{title} (copy)</span></h1>"


class Library:
    """Books, each with a page; its head is of this form."""

    def __init__(self, head: str, wrong: Mapping[str, str] | None = None) -> None:
        """Show the page of another book for some numbers."""
        self.head, self.wrong = head, wrong or {}

    def __call__(self, route: Any) -> None:
        number = urlsplit(route.request.url).path.strip("/").partition("/")[0]
        if number:
            title, other = BOOKS[self.wrong.get(number, number)], BOOKS["6"]
            head = self.head.format(title=title, other=other)
            body = f"{head}<form id='book' action='/' method='post'><label>Pages <input name='pages'></label><button>Save</button></form>"
        else:
            rows = "".join(f"<tr><td><a href='/{one}/change'>{title}</a></td></tr>" for one, title in BOOKS.items())
            said = "<p role='status'>The book was changed.</p>" if route.request.method == "POST" else ""
            body = f"<h1>Select a book</h1>{said}<table>{rows}</table>"
        route.fulfill(content_type="text/html", body=f"<!doctype html><main>{body}</main>")


def changed(page: Any, title: str, pages: str) -> None:
    page.get_by_role("link", name=title, exact=True).click()
    page.get_by_label("Pages").fill(pages)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").wait_for()


def run(lab: Lab, page: Any, head: str, title: str, mode: Mode, wrong: Mapping[str, str] | None = None) -> str:
    page.context.unroute_all()
    page.context.route(f"{SITE}/**", Library(head, wrong))
    page.goto(SITE)
    values = {"title": title, "pages": "31"}
    return str(lab.run(page, "change the pages", values, teacher=changed, mode=mode).outcome.value)


@pytest.mark.variants(8)
@pytest.mark.parametrize("head", [ON_TITLE, ON_TRAIL])
def test_the_record_ends_the_title(lab: Lab, page: Any, head: str) -> None:
    assert run(lab, page, "<h1>{title}</h1>", "Atemschaukel", Mode.AUTO) == "learned"
    assert run(lab, page, head, "Transit", Mode.REPLAY) == "replayed"
    assert page.get_by_role("status").is_visible()


@pytest.mark.variants(12)
@pytest.mark.parametrize(
    ("head", "wrong"),
    [(OF_ANOTHER, {}), (NOT_LAST, {}), (LONGER, {}), (ON_TITLE, {"3": "4"}), (ON_TRAIL, {"3": "5"})],
)
def test_the_page_of_another_record_is_no_proof(lab: Lab, page: Any, head: str, wrong: Mapping[str, str]) -> None:
    assert run(lab, page, "<h1>{title}</h1>", "Atemschaukel", Mode.AUTO) == "learned"
    with pytest.raises(FlowError, match="step 1"):
        run(lab, page, head, "Transit", Mode.REPLAY, wrong)
    assert page.get_by_label("Pages").input_value() == ""
