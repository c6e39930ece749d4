"""Which recorded operations are no steps: navigations that a click has caused."""

from __future__ import annotations

import pytest

from pytest_ami.engine.recording.operations import caused
from pytest_ami.model.operation import Operation
from tests.support.recordings import at, op


@pytest.mark.parametrize(
    ("href", "url", "dropped"),
    [
        ("/book/7", "http://h/book/7", True),
        ("http://h/book/7", "http://h/book/7", True),
        ("/book/7", "http://h/book/8", False),
        ("/book/7", "http://h/book/7?page=2", False),
        ("", "http://h/", False),
    ],
)
def test_a_navigation_to_the_address_of_the_clicked_link_is_its_own(href: str, url: str, *, dropped: bool) -> None:
    link = op("click", "Waste Land", role="link", tell={"attributes": {"href": href} if href else {}})
    there = at(url, value="typed")

    assert [o.type for o in caused([link, op("scroll"), there])] == ["click", "scroll"] + ["navigate"] * (not dropped)
    assert there in caused([link, op("input", "Note"), there])  # another deed is between them
    assert there in caused([there])
    assert there in caused([link, Operation(type="popup", url=url, tab=1), there])  # the link opened a tab


def test_the_query_of_a_clicked_link_belongs_to_its_address() -> None:
    link = op("click", "Next", role="link", tell={"attributes": {"href": "/books"}, "details": {"query": "page=2"}})

    assert [o.type for o in caused([link, at("http://h/books?page=2")])] == ["click"]
    assert [o.type for o in caused([link, at("http://h/books")])] == ["click", "navigate"]
    assert [o.type for o in caused([link, at("http://h/books?page=2#end")])] == ["click", "navigate"]


def test_an_address_that_the_page_wrote_in_between_is_no_step_either() -> None:
    link = op("click", "Waste Land", role="link", tell={"attributes": {"href": "/book/7"}})
    searched, there = at("http://h/books?q=land", value="script"), at("http://h/book/7", value="typed")

    assert caused([link, searched, there]) == (link,)
    assert caused([searched, link, there]) == (searched, link)
    assert caused([link, there, searched]) == (link, searched)


def test_a_page_that_announces_its_search_after_the_link_does_not_take_the_navigation_from_it() -> None:
    link = op("click", "Waste Land", role="link", tell={"attributes": {"href": "/book/7"}})
    told = [Operation(type="leaving", url="http://h/books", value=way) for way in ("link", "script")]
    searched, there = at("http://h/books?q=land", value="script"), at("http://h/book/7", value="typed")

    assert caused([link, *told, searched, there]) == (link,)
