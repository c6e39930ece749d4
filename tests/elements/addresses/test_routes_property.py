"""A route's pattern matches the URL it was made from, whatever is in it."""

from __future__ import annotations

import re
import string
from urllib.parse import quote, quote_plus

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pytest_ami.elements.addresses.routes import address, filled_url, normal_route, route_pattern, templated_url

SITE = "http://app.test"
PLAIN = string.ascii_letters + string.digits + "-_~.!*'()$+,;:@[]|^{}\\"
TEXT = st.text(
    st.one_of(st.sampled_from(PLAIN + "/?#&=% "), st.characters(exclude_categories=("Cs", "Cc"))),
    min_size=1,
    max_size=12,
)


def in_path(text: str) -> st.SearchStrategy[str]:
    """Return the ways in which a browser may write ``text`` in a path: only what must be encoded, or all."""
    return st.sampled_from([quote(text, safe=PLAIN.replace("\\", "").replace("^", "")), quote(text, safe="")])


SEGMENT = TEXT.filter(lambda text: text not in (".", "..")).flatmap(in_path)
PAIR = st.tuples(TEXT, st.text(max_size=8).filter(lambda t: t.isprintable())).flatmap(
    lambda pair: st.sampled_from([f"{e(pair[0])}={e(pair[1])}" for e in (quote_plus, lambda t: quote(t, safe=""))])
)
URLS = st.builds(
    lambda path, pairs, fragment: (
        f"{SITE}/{'/'.join(path)}"
        + (f"?{'&'.join(pairs)}" if pairs else "")
        + (f"#/{'/'.join(fragment)}" if fragment else "")
    ),
    st.lists(SEGMENT, max_size=4),
    st.lists(PAIR, max_size=3),
    st.lists(SEGMENT, max_size=2),
)
VALUES = st.dictionaries(st.sampled_from(["to", "item", "q"]), TEXT, max_size=3)


@settings(max_examples=150, deadline=None)
@given(URLS, VALUES)
@example(f"{SITE}/100%", {})
@example(f"{SITE}/%FF%fe?%FF=%C3", {})
@example(f"{SITE}/%7B%7Bto%7D%7D?q=%7B%7Bto%7D%7D", {"to": "x"})
@example(f"{SITE}/a?b&c", {})
@example(f"{SITE}/%F0%9F%A7%80/x?q=%F0%9F%A7%80", {"q": "🧀"})
def test_a_pattern_matches_the_url_it_was_made_from(url: str, values: dict[str, str]) -> None:
    route = normal_route(url, values)

    assert re.search(route_pattern(route, values), address(url)), route


@settings(max_examples=150, deadline=None)
@given(
    TEXT.filter(lambda text: "{{" not in text),
    TEXT,
    st.sampled_from(["/search-here/{}/more-of-it", "/search-here?q={}&r=none-of-it", "/search-here#/list-of-it/{}"]),
)
def test_a_pattern_matches_the_place_of_another_value_and_not_of_the_old_one(old: str, new: str, shape: str) -> None:
    assume(old not in shape)  # a word of the route that is the value as well stands for the value
    route = normal_route(SITE + shape.format(quote(old, safe="")), {"q": old})
    there = SITE + shape.format(quote(new, safe=""))

    pattern = route_pattern(route, {"q": new})

    assert "{{q}}" in route
    assert re.search(pattern, address(there))
    if old != new and not {old, new} & {".", ".."}:
        assert not re.search(pattern, address(SITE + shape.format(quote(old, safe=""))))


@settings(max_examples=150, deadline=None)
@given(st.text(string.ascii_letters + string.digits + "'!\"\\ /ß", min_size=1, max_size=8), TEXT)
def test_an_expression_matches_its_own_value_and_no_other(value: str, other: str) -> None:
    def written(text: str) -> str:
        return quote(re.sub(r"(['!])", r"!\1", text), safe="")

    pattern = route_pattern("/list?f=(title:'{{q}}',of:all)", {"q": value})
    letters = [re.sub(r"[\W_]", "", text) for text in (value, other)]

    assert re.search(pattern, address(f"{SITE}/list?f=(title:'{written(value)}',of:all)"))
    assert letters[0] == letters[1] or not re.search(pattern, f"/list?f=(title:'{written(other)}',of:all)")


@settings(max_examples=150, deadline=None)
@given(URLS)
def test_a_route_is_its_own_route(url: str) -> None:
    route = normal_route(url)

    assert normal_route(quote(route, safe="/?#&=%:")) == route


@settings(max_examples=150, deadline=None)
@given(URLS, VALUES)
def test_a_pattern_is_one_that_javascript_reads_the_same(url: str, values: dict[str, str]) -> None:
    pattern = route_pattern(normal_route(url, values), values)

    assert not re.search(r"\\[^\^$.|?*+()\[\]{}/\\]|\(\?[^:=]|\[\[", pattern)


@settings(max_examples=150, deadline=None)
@given(TEXT.filter(lambda text: len(text) > 2), st.sampled_from([quote_plus, quote]))
def test_a_value_is_found_in_a_url_and_goes_back_into_it(value: str, encode: object) -> None:
    assert callable(encode)
    template = templated_url(f"/s?q={encode(value)}", {"q": value})

    assert template == "/s?q={{q}}"
    assert filled_url(template, {"q": value}) == f"/s?q={quote(value)}"


@settings(max_examples=150, deadline=None)
@given(TEXT.filter(lambda text: len(text) > 2 and not {*text} & {*"{["}), TEXT)
def test_a_value_in_brackets_is_found_in_the_name_of_a_part_of_the_query(old: str, new: str) -> None:
    shape = "/list-of-it?fn[edit-it][{}]=yes-it-is"
    assume(old.casefold() not in shape)  # nobody can tell which "edit" is the value
    route = normal_route(SITE + shape.format(quote(old, safe="")), {"q": old})

    pattern = route_pattern(route, {"q": new})

    assert "{{q}}" in route
    assert re.search(pattern, address(SITE + shape.format(quote(new, safe=""))))
    assert old == new or not re.search(pattern, address(SITE + shape.format(quote(old, safe=""))))
