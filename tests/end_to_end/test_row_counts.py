"""A button of a row whose name ends in a number of its own: learned on one row, replayed on another."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://repos.test"
LEARNED = {"lamp": "214", "heron": "18", "quill": "903"}
LIST = "<ul>{rows}</ul>"
ROW = (
    "<li><a href='#'>{name}</a> <button type=button onclick='did(`{name}`)'>{words} <span>{count}</span></button></li>"
)
PLAIN = ROW.replace("<span>", "").replace("</span>", "")
CARDS = "<div>{rows}</div>"
CARD = ROW.replace("<li>", "<div class=repo><div>").replace("</li>", "</div></div>").replace("</a>", "</a></div><div>")
SCRIPT = "<script>const did = (what) => { document.querySelector('p').textContent = `Saved ${what}`; }</script>"


def shown(page: Any, counts: dict[str, str], *, words: str = "Star", row: str = ROW, around: str = LIST) -> None:
    """Open a page of repositories."""
    rows = "".join(row.format(name=name, count=count, words=words) for name, count in counts.items())
    body = f"<!doctype html><h1>Explore</h1><p role=status></p>{around.format(rows=rows)}{SCRIPT}"
    page.unroute_all()
    page.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=body))
    page.goto(SITE)


def starred(page: Any, repo: str) -> None:
    page.locator("a", has_text=repo).locator("xpath=ancestor::*[.//button][1]").get_by_role("button").click()


@pytest.mark.parametrize(("row", "around"), [(ROW, LIST), pytest.param(CARD, CARDS, marks=pytest.mark.nightly)])
def test_the_count_in_the_name_of_a_button_is_data_of_its_row(lab: Lab, page: Any, row: str, around: str) -> None:
    later = {"quill": "1.2k", "tundra": "61", "lamp": "230"}
    for repo, counts in (("lamp", LEARNED), ("heron", LEARNED), ("quill", LEARNED), ("quill", later)):
        shown(page, counts, row=row, around=around)
        run = lab.run(page, "star a repository", {"repo": repo}, teacher=starred, timeout=5.0)
        assert page.get_by_role("status").inner_text() == f"Saved {repo}"
        assert run.outcome.value == ("learned" if lab.attempts == 1 else "replayed")


def test_a_full_star_is_taken_back_by_nobody(lab: Lab, page: Any) -> None:
    hollow = ROW.replace("{words}", "<i aria-hidden=true>☆</i> {words}")
    shown(page, LEARNED, row=hollow)
    lab.run(page, "star a repository", {"repo": "lamp"}, teacher=starred, timeout=5.0)
    shown(page, {"quill": "904", "heron": "19"}, row=hollow.replace("☆", "★"))

    with pytest.raises(FlowError):
        lab.run(page, "star a repository", {"repo": "quill"}, mode=Mode.REPLAY, timeout=3.0)
    assert page.get_by_role("status").inner_text() == ""


ON = {"a class of its row": ("<li>", "<li class=starred>"), "a switch": ("<button", "<button data-starred=true")}


@pytest.mark.variants(8)
@pytest.mark.parametrize("way", ON)
def test_a_row_that_says_that_it_is_starred_is_left_alone(lab: Lab, page: Any, way: str) -> None:
    shown(page, LEARNED)
    lab.run(page, "star a repository", {"repo": "lamp"}, teacher=starred, timeout=5.0)
    shown(page, {"quill": "904", "heron": "19"}, row=ROW.replace(*ON[way]))

    with pytest.raises(FlowError):
        lab.run(page, "star a repository", {"repo": "quill"}, mode=Mode.REPLAY, timeout=3.0)
    assert page.get_by_role("status").inner_text() == ""


@pytest.mark.variants(8)
@pytest.mark.parametrize(
    ("words", "row"),
    [("Bid", ROW), pytest.param("Pay", ROW, marks=pytest.mark.nightly), ("Star", PLAIN)],
)
def test_a_number_that_may_be_an_amount_decides(lab: Lab, page: Any, words: str, row: str) -> None:
    shown(page, LEARNED, words=words, row=row)
    lab.run(page, "do it", {"repo": "lamp"}, teacher=starred, timeout=5.0)
    shown(page, {**LEARNED, "lamp": "2140"}, words=words, row=row)

    with pytest.raises(FlowError):
        lab.run(page, "do it", {"repo": "lamp"}, mode=Mode.REPLAY, timeout=3.0)
    assert page.get_by_role("status").inner_text() == ""
