"""Controls without a word are known by their pictures: a set of icons names one by a mark or by a class."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.browser.bundle import bundle
from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://icons.test"
DETAILS = """(script) => { (0, eval)(script); const { describe } = globalThis[Symbol.for('pytest-ami')];
  return [...document.querySelectorAll('.control')].map((el) => describe(el, true).details); }"""
WAYS = {
    "a mark within": '<span class="control sign" role="button"><em data-icon="{}"></em></span>',
    "a mark in a box of icons": '<button class="control"><span class="x-icon"><i data-icon="{}"></i></span></button>',
    "a mark of its own": '<button class="control" data-icon="{}"></button>',
    "a class": '<span class="control icon-{}" role="button"></span>',
    "a class within": '<button class="control"><span class="fa fa-{}"></span></button>',
    "a class of an icon": '<button class="control"><i class="mdi mdi-{}"></i></button>',
}


@pytest.fixture
def page(blank_page: Any) -> Any:
    """A page without a context of its own."""
    return blank_page


def details(page: Any, *controls: str) -> list[dict[str, str]]:
    """Return the details of the controls of a page."""
    page.set_content(f"<p>{''.join(controls)}</p>")
    found: list[dict[str, str]] = page.evaluate(DETAILS, bundle())
    return found


@pytest.mark.parametrize("way", WAYS)
def test_a_control_shows_the_icon_that_a_set_of_icons_names(page: Any, way: str) -> None:
    search, close = details(page, *(WAYS[way].format(word) for word in ("search", "close")))

    assert "search" in search["icon"]
    assert "close" in close["icon"]
    assert not {search.get("series"), close.get("series")} - {None}


@pytest.mark.parametrize("way", WAYS)
def test_controls_of_one_icon_are_a_series(page: Any, way: str) -> None:
    assert [one["series"] for one in details(page, *[WAYS[way].format("star")] * 5)] == ["5"] * 5


@pytest.mark.parametrize("way", [way for way in WAYS if "mark" in way])
@pytest.mark.parametrize("empty", ["star_border", "star-outline", "star-o"])
def test_full_and_empty_stars_are_one_series(page: Any, way: str, empty: str) -> None:
    words = ("star", "star", empty, empty)

    assert [one["series"] for one in details(page, *(WAYS[way].format(word) for word in words))] == ["4"] * 4


@pytest.mark.parametrize("way", [way for way in WAYS if "mark" in way])
@pytest.mark.parametrize("full", ["bookmark", "bookmark-fill", "bookmark_filled"])
def test_a_sign_that_stands_alone_shows_whether_it_is_full(page: Any, way: str, full: str) -> None:
    (empty,) = details(page, WAYS[way].format("bookmark-outline"))
    (now,) = details(page, WAYS[way].format(full))

    assert empty["icon"] != now["icon"]


BAR = """<style>.sign, .sign em {{ display: inline-block; width: 20px; height: 20px; border: 1px solid }}</style>
<header><h1>Parts</h1><p>{}</p></header><p role="status"></p><script>
document.onclick = ({{ target }}) => {{
  const sign = target.closest('.sign');
  if (sign) document.querySelector('[role=status]').textContent = 'pressed ' + sign.firstElementChild.dataset.icon;
}};
</script>"""


def shown(page: Any, *words: str) -> None:
    signs = "".join(WAYS["a mark within"].format(word) for word in words)
    page.context.route(f"{SITE}/**", lambda route: route.fulfill(content_type="text/html", body=BAR.format(signs)))
    page.goto(SITE)


def searched(page: Any) -> None:
    page.locator("[data-icon=search]").click()


def test_an_icon_is_pressed_beside_one_more_other_icon(lab: Lab, page: Any) -> None:
    shown(page, "search", "filter")
    lab.run(page, "search the parts", {}, teacher=searched, timeout=5.0)
    for words in (("search", "close", "filter"), ("search",)):
        shown(page, *words)
        lab.run(page, "search the parts", {}, mode=Mode.REPLAY, timeout=5.0)
        assert page.get_by_role("status").inner_text() == "pressed search"


@pytest.mark.variants(12)
@pytest.mark.parametrize("words", [("delete", "filter"), ("close", "search"), ("search-off", "filter")])
def test_another_icon_in_its_place_is_not_pressed(lab: Lab, page: Any, words: tuple[str, ...]) -> None:
    shown(page, "search", "filter")
    lab.run(page, "search the parts", {}, teacher=searched, timeout=5.0)
    shown(page, *words)
    with pytest.raises(FlowError):
        lab.run(page, "search the parts", {}, mode=Mode.REPLAY, timeout=3.0)
    assert page.get_by_role("status").inner_text() == ""
