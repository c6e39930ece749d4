"""A page that puts regions around its links keeps them; a copy of a link elsewhere is not known to be the link."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.candidates import rank
from pytest_ami.elements.compare import enclosed
from pytest_ami.elements.decide import Verdict, decide
from pytest_ami.elements.element import element

WAS: dict[str, Any] = {
    "tag": "a",
    "name": "Travel",
    "attributes": {"href": "https://news.example.org/travel"},
    "absolute_xpath": "/html[1]/body[1]/div[4]/div[2]/div[2]/a[10]",
    "css": "//*[@id='pages']/div[2]/a[10]",
    "neighbours": ["style sports"],
    "box": [700, 17, 50, 20],
}
NOW: dict[str, Any] = {
    **WAS,
    "absolute_xpath": "/html[1]/body[1]/div[5]/header[1]/nav[1]/ul[1]/li[9]/a[1]",
    "css": "//*[@id='header']/nav[1]/ul[1]/li[9]/a[1]",
    "neighbours": ["opinion health weather"],
    "box": [620, 14, 50, 20],
}
IN_FOOTER: dict[str, Any] = {
    "absolute_xpath": "/html[1]/body[1]/div[5]/footer[1]/nav[1]/ul[1]/li[9]/a[1]",
    "css": "",
    "box": [620, 3100, 50, 20],
}
OTHERS = [
    {
        **NOW,
        "name": name,
        "attributes": {"href": f"https://news.example.org/{name.lower()}"},
        "absolute_xpath": f"/html[1]/body[1]/div[5]/header[1]/nav[1]/ul[1]/li[{at}]/a[1]",
    }
    for at, name in enumerate(("World", "Money", "Health"), start=1)
]


def found(now: dict[str, Any], *more: dict[str, Any], was: dict[str, Any] | None = None) -> Verdict:
    return decide(rank(was or WAS, [now, *OTHERS, *more]))


def leading(href: str) -> dict[str, Any]:
    return {"attributes": {"href": href}}


def test_a_link_around_which_the_page_put_regions_is_the_link() -> None:
    assert (found(NOW).usable, found(NOW).index) == (True, 0)


def test_beside_the_same_texts_the_height_does_not_matter() -> None:
    assert found({**NOW, "box": [620, 2000, 50, 20], "neighbours": WAS["neighbours"]}).usable


def test_the_part_that_was_called_footer_is_the_footer() -> None:
    was = {**WAS, "css": "//*[@id='footerMainLinks']/a[10]", "box": [700, 940, 50, 20]}
    assert found({**NOW, **IN_FOOTER}, was=was).usable
    assert not found({**NOW, **IN_FOOTER}, was={**was, "css": "//*[@id='mainLinks']/a[10]"}).usable


@pytest.mark.parametrize(
    ("was", "now"),
    [
        pytest.param({}, IN_FOOTER, id="the copy in the footer"),
        pytest.param(
            {"absolute_xpath": "/html[1]/body[1]/header[1]/nav[1]/a[1]"},
            {"absolute_xpath": "/html[1]/body[1]/div[4]/section[2]/header[1]/h3[1]/a[1]"},
            id="the heading of a section for the entry of the navigation",
        ),
        pytest.param(
            {"absolute_xpath": "/html[1]/body[1]/footer[1]/nav[1]/a[1]"}, {}, id="the navigation for the footer"
        ),
        pytest.param(
            {"absolute_xpath": "/html[1]/body[1]/main[1]/a[1]"},
            {"absolute_xpath": "/html[1]/body[1]/aside[1]/a[1]"},
            id="the column beside the content",
        ),
        pytest.param({}, {"absolute_xpath": "/html[1]/body[1]/dialog[1]/a[1]"}, id="in a dialog that was not there"),
        pytest.param({}, leading("https://news.example.org/journeys"), id="another path"),
        pytest.param({}, leading("https://old.example.org/travel"), id="another host of the same site"),
        pytest.param({}, leading("https://news.example.com/travel"), id="another site"),
        pytest.param({}, leading("https://news.example.org/travel?do=remove"), id="a command was added"),
        pytest.param({}, leading("https://news.example.org/travel#/orders"), id="another route after the sign"),
        pytest.param(
            leading("https://news.example.org/travel?mine=1"),
            leading("https://news.example.org/travel"),
            id="a filter was taken away",
        ),
        pytest.param(
            leading("https://news.example.org/"), leading("https://news.example.org/"), id="any link to the start page"
        ),
        pytest.param({"name": "Delete"}, {"name": "Delete"}, id="a lasting effect"),
        pytest.param({}, {"name": "Travel deals"}, id="a longer name"),
        pytest.param({}, {"tag": "button", "attributes": {}}, id="a button of that name"),
        pytest.param({}, {"box": None}, id="the height is not known"),
        pytest.param({"counts": {"name": 3}}, {}, id="the name was counted three times"),
        pytest.param({"counts": {"href": 2}}, {}, id="the address was counted twice"),
        pytest.param(
            {"landmark": "navigation|Topics"}, {"landmark": "complementary|Advertisements"}, id="another landmark"
        ),
    ],
)
def test_a_look_alike_in_the_place_of_a_link_that_is_gone_is_not_the_link(
    was: dict[str, Any], now: dict[str, Any]
) -> None:
    assert not found({**NOW, **now}, was={**WAS, **was}).usable


def test_of_two_links_of_that_name_none_is_the_link() -> None:
    other = {**NOW, **IN_FOOTER, **leading("https://news.example.org/agency/travel")}
    assert not found(NOW, other).usable


STEPS = st.lists(st.sampled_from(["div", "header", "nav", "main", "footer", "aside", "section", "dialog"]), max_size=5)


@given(STEPS, STEPS)
def test_an_enclosed_element_has_left_no_region(was: list[str], now: list[str]) -> None:
    target, seen = (element({"tag": "a", "absolute_xpath": "/" + "/".join([*steps, "a"])}) for steps in (was, now))
    left = (set(was) - set(now)) - {"div", "section"}
    assert enclosed(target, seen) is (not left and not ("dialog" in now and "dialog" not in was))


@given(STEPS, STEPS, st.sampled_from([0, 14, 3100]))
def test_a_link_that_left_a_region_needs_more_than_its_name_and_address(
    was: list[str], now: list[str], top: int
) -> None:
    paths = ["/".join(["/html[1]/body[1]", *(f"{step}[1]" for step in steps), "a[1]"]) for steps in (was, now)]
    target, seen = {**WAS, "absolute_xpath": paths[0]}, {**NOW, "absolute_xpath": paths[1], "box": [620, top, 50, 20]}
    ranking = rank(target, [seen])
    row = ranking.rows[0]
    if row.agree == {"name", "destination"} and row.place < 1 and set(was) - set(now) - {"div", "section"}:
        assert not decide(ranking).usable
