"""Where a page is: routes without ids, and patterns that both languages read the same."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.addresses.ids import is_id
from pytest_ami.elements.addresses.routes import address, filled_url, normal_route, route_pattern, templated_url

SITE = "http://app.test"


def matches(route: str, url: str, **values: str) -> bool:
    return bool(re.search(route_pattern(route, values), address(url)))


@pytest.mark.parametrize(
    ("url", "route"),
    [
        ("/", "/"),
        ("", "/"),
        ("/orders/17/items/3f2a9c4e5b6d", "/orders/:id/items/:id"),
        ("/mail/m1054", "/mail/:id"),
        ("/a?sort=up&page=3", "/a?page=:id&sort=up"),
        ("/app#/inbox/17", "/app#/inbox/:id"),
        ("/help#section", "/help"),
        ("/b%C3%BCcher/x%20y", "/bücher/x y"),
        ("/R%2FD?q=a%26b", "/R%2FD?q=a%26b"),
        ("/a?flag", "/a?flag="),
    ],
)
def test_a_route_is_decoded_and_has_no_ids(url: str, route: str) -> None:
    assert normal_route(SITE + url) == route


def test_a_parameter_in_a_route_is_a_hole() -> None:
    values = {"q": "C# & x", "who": "eve"}

    assert normal_route(f"{SITE}/u/eve?q=C%23+%26+x", values) == "/u/{{who}}?q={{q}}"


def test_other_schemes_are_no_places() -> None:
    assert normal_route("about:blank") == "about:"


@pytest.mark.parametrize(
    "value", ["R&D", "C#", "50%", "what?", "a/b", "a+b", "x y", "(1)*[2]", "{{q}}", "北京", "🧀", ""]
)
def test_a_route_is_found_again_with_any_value(value: str) -> None:
    from urllib.parse import quote, quote_plus

    for encoded in (quote(value, safe=""), quote_plus(value)):
        assert matches("/search?q={{q}}", f"{SITE}/search?q={encoded}", q=value)
        assert not matches("/search?q={{q}}", f"{SITE}/search?q={encoded}x", q=value)


@pytest.mark.parametrize(
    "url",
    [
        "/a b(c)/Bob's",
        "/a%20b(c)/Bob%27s",
        "/x?f%5Ba%5D=1",
        "/x?flag",
        "/x?flag=",
        "/bad%FF/100%",
        "/%E5%8c%97",
        "/a?b=1#/c/d?e=f",
    ],
)
def test_a_route_matches_however_the_browser_encodes(url: str) -> None:
    assert matches(normal_route(SITE + url), SITE + url)


@pytest.mark.parametrize(
    ("route", "url"),
    [
        ("/orders/:id", "/orders/18?tab=x"),
        ("/orders", "/orders/"),
        ("/a?x=1", "/a?y=2&x=1"),
        ("/a", "/a#top"),
    ],
)
def test_another_id_another_order_or_more_in_the_query_is_the_same_place(route: str, url: str) -> None:
    assert matches(route, SITE + url)


@pytest.mark.parametrize(
    ("route", "url"),
    [
        ("/orders/:id", "/orders/18/edit"),
        ("/orders/:id", "/order/18"),
        ("/a?x=y", "/a"),
        ("/a?x=y", "/a#?x=y"),
        ("/a", "/a#/b"),
        ("/a.c", "/abc"),
        ("/a#/b", "/a#/b/c"),
    ],
)
def test_another_place_is_another_place(route: str, url: str) -> None:
    assert not matches(route, SITE + url)


def test_a_secret_in_a_route_stands_for_anything() -> None:
    assert matches("/reset?token={{token}}", f"{SITE}/reset?token=s3cret")


def test_a_value_goes_into_a_url_encoded_unless_it_is_the_url() -> None:
    assert filled_url("/s?q={{q}}", {"q": "R&D x"}) == "/s?q=R%26D%20x"
    assert filled_url("{{url}}", {"url": "/s?q=1&r=2"}) == "/s?q=1&r=2"
    assert filled_url("/s?q={{other}}", {}) == "/s?q={{other}}"


@pytest.mark.parametrize(
    ("url", "same"),
    [
        ("/issues?due=&status=&q=Sun&view=open", True),
        ("/issues?view=open&q=Sun", True),
        ("/issues?view=open&q=Moon", False),
        ("/issues?q=Sun", False),
    ],
)
def test_a_filter_that_nobody_set_may_be_left_out_of_an_address(url: str, *, same: bool) -> None:
    assert matches("/issues?due=&q={{title}}&status=&view=open", url, title="Sun") is same


def test_a_word_without_a_value_in_an_address_must_be_there() -> None:
    assert matches("/list?archived", "/list?archived&page=2")
    assert not matches("/list?archived", "/list?page=2")


@pytest.mark.parametrize("url", ["/s?q=R%26D%20x", "/s?q=R%26D+x", "/s?q=R&D x"])
def test_a_value_is_found_in_a_url_however_it_is_encoded(url: str) -> None:
    assert templated_url(url, {"q": "R&D x"}) == "/s?q={{q}}"


def test_a_secret_taken_out_of_an_address_stands_for_anything() -> None:
    route = normal_route("http://app.test/said?card={{card_number}}", {})

    assert route == "/said?card={{card_number}}"
    assert re.search(route_pattern(route, {}), "/said?card=4111")


@given(value=st.text(min_size=3, max_size=12).filter(lambda text: text.strip() == text and not is_id(text)))
def test_a_value_in_an_address_within_an_address_is_found_again(value: str) -> None:
    from urllib.parse import quote_plus

    inner = f"q={quote_plus('Emma')}"
    route = normal_route(f"{SITE}/list/?back={quote_plus(inner)}", {"title": "Emma"})

    assert route == "/list/?back=q={{title}}"
    assert matches(route, f"{SITE}/list/?back={quote_plus(f'q={quote_plus(value)}')}", title=value)
    assert not matches(route, f"{SITE}/list/?back={quote_plus(f'q={quote_plus(value)}x')}", title=value)


@pytest.mark.parametrize(
    ("start", "there", "fits"),
    [
        ("", "/doku.php?id=a&do=login", True),
        ("/doku.php?id=a", "/doku.php?id=a&do=login", True),
        ("/doku.php?id=a&do=login", "/doku.php?id=a&do=login", False),
        ("/doku.php?id=a&do=login", "/doku.php?do=login&id=a&sectok=", True),
    ],
)
def test_an_empty_pair_counts_if_nothing_else_tells_two_pages_apart(start: str, there: str, *, fits: bool) -> None:
    assert bool(re.search(route_pattern("/doku.php?do=login&id=a&sectok=", {}, start), there)) is fits


@pytest.mark.parametrize("spelled", ["q%3DDer%2BProzess", "q%3DDer%2520Prozess", "q=Der%20Prozess"])
def test_a_value_is_known_in_every_spelling_of_an_address(spelled: str) -> None:
    assert normal_route(f"{SITE}/list/?back={spelled}", {"title": "Der Prozess"}) == "/list/?back=q={{title}}"


def test_the_slug_of_a_value_is_data() -> None:
    assert normal_route(f"{SITE}/posts/der-prozess", {"title": "Der Prozess"}) == "/posts/:slug(title)"
    assert normal_route(f"{SITE}/posts/new", {"title": "New"}) == "/posts/new"


@pytest.mark.parametrize(
    ("value", "found", "other"),
    [("Das Schloss", "das-schloss", "der-prozess"), ("Über uns", "ueber-uns", "ueber-euch"), ("A b/c", "a-b-c", "a-b")],
)
def test_the_slug_of_another_value_is_another_page(value: str, found: str, other: str) -> None:
    route = normal_route(f"{SITE}/posts/der-prozess", {"title": "Der Prozess"})

    assert matches(route, f"{SITE}/posts/{found}", title=value)
    assert not matches(route, f"{SITE}/posts/{other}", title=value)


EDIT = "/doku.php?id=start&fn%5Bedit%5D%5Bu24draberg%5D=1&do=admin"


def test_a_value_in_the_name_of_a_part_of_the_query_is_a_hole() -> None:
    route = normal_route(SITE + EDIT, {"login": "u24draberg"})

    assert route == "/doku.php?do=admin&fn[edit][{{login}}]=:id&id=start"
    assert matches(route, SITE + EDIT.replace("u24draberg", "u27dranez"), login="u27dranez")
    assert matches(route, SITE + EDIT.replace("u24draberg", "ju%CC%88%20%26%3D"), login="ju\u0308 &=")


@pytest.mark.parametrize(
    "shown",
    [EDIT, EDIT.replace("edit", "delete").replace("u24draberg", "u27"), EDIT.replace("u24draberg", "u27x")],
)
def test_another_record_or_another_command_in_the_name_of_a_part_is_another_place(shown: str) -> None:
    route = normal_route(SITE + EDIT, {"login": "u24draberg"})

    assert not matches(route, SITE + shown, login="u27")


def test_the_first_word_of_a_name_is_the_programs() -> None:
    route = normal_route("/users?edit[anna]=1&order=", {"what": "edit", "how": "order"})

    assert route == "/users?edit[anna]=:id&order="


def test_a_secret_in_the_name_of_a_part_ends_before_its_value() -> None:
    assert matches("/a?for[{{token}}]=yes", f"{SITE}/a?for[s3cret]=yes", other="")
    assert not matches("/a?for[{{token}}]=yes", f"{SITE}/a?for[s3cret]=no&b]=yes", other="")


@pytest.mark.parametrize("shown", ["/detail/@workshop/candle/v", "/detail/%40workshop%2Fcandle/v"])
def test_a_value_with_a_slash_is_one_hole_in_a_path(shown: str) -> None:
    route = normal_route(f"{SITE}/detail/@workshop/basket/v", {"package": "@workshop/basket", "scope": "@workshop"})

    assert route == "/detail/{{package}}/v"
    assert matches(route, SITE + shown, package="@workshop/candle", scope="@workshop")
    assert not matches(route, SITE + shown, package="@workshop/candle-end", scope="@workshop")
    assert normal_route(f"{SITE}/app#/of/a/b", {"it": "a/b"}) == "/app#/of/{{it}}"


@pytest.mark.parametrize("value", ["/", "a/", "/a", "a//b"])
def test_a_value_with_an_empty_part_is_no_run_of_segments(value: str) -> None:
    assert normal_route(f"{SITE}/x/a//b/", {"it": value}) == "/x/a//b/"


@pytest.mark.parametrize(
    ("learned", "value", "shown"),
    [
        ("(title:'Old budget')", "O'Hara", "(title:'O!'Hara')"),
        ("(title:'Old budget')", "Und/Oder", "(title:Und/Oder)"),
        ("(title:'Old budget')", "Wow! x", "(title:%27Wow!!+x%27)"),
        ("(title:budget)", "Old x", "(title:'Old%20x')"),
        ("(title:'O!'Hara')", "Und/Oder", "(title:Und/Oder)"),
        ('{"title":"Old budget"}', 'the "new"', '{"title":"the \\"new\\""}'),
        ('{"title":"the \\"new\\""}', "Old", '{"title":"Old"}'),
        ("title='Old budget'", "O'Hara", "title='O''Hara'"),
    ],
)
def test_a_value_in_an_expression_is_quoted_and_escaped_as_it_needs(learned: str, value: str, shown: str) -> None:
    told = {"Old budget": "Old budget", "budget": "budget", "O!'Hara": "O'Hara", '\\"new': 'the "new"'}
    title = next(title for written, title in told.items() if written in learned)
    route = normal_route(f"{SITE}/list?f={quote(learned)}", {"title": title})

    assert "{{title}}" in route
    assert matches(route, f"{SITE}/list?f={shown}", title=value)


@pytest.mark.parametrize(
    "shown",
    [
        *("(title:'O!'Hara 2')", "(title:'an O!'Hara')", "(title:OHara)", "(title:'O!'Hara',all:!t)"),
        *("(owner:'O!'Hara')", "(title:!('O!'Hara'))", "(title:'')", "(title:'O!!Hara')"),
    ],
)
def test_another_value_in_an_expression_is_another_place(shown: str) -> None:
    route = normal_route(f"{SITE}/list?f=(title:'Old budget')", {"title": "Old budget"})

    assert not matches(route, f"{SITE}/list?f={shown}", title="O'Hara")


def test_a_quoted_value_alone_is_another_search() -> None:
    assert not matches("/list?q={{title}}", f"{SITE}/list?q='Emma'", title="Emma")


@pytest.mark.parametrize(
    ("learned", "other", "reached"),
    [
        ("/wiki/File:Exam_list.csv", "Plan of rooms.txt", "/wiki/File:Plan_of_rooms.txt"),
        ("/wiki/File:Exam_list.csv", "May.md", "/wiki/File:May.md"),
        ("/doku?id=lists:exam_list.csv", "Plan of rooms.txt", "/doku?id=lists:plan_of_rooms.txt"),
    ],
)
def test_a_spelled_value_may_stand_in_a_name_space(learned: str, other: str, reached: str) -> None:
    route = normal_route(f"{SITE}{learned}", {"name": "Exam list.csv"})

    assert matches(route, f"{SITE}{learned}", name="Exam list.csv")
    assert matches(route, f"{SITE}{reached}", name=other)
    assert not matches(route, f"{SITE}{learned}", name=other)


@pytest.mark.parametrize("other", ["/wiki/User:May.md", "/wiki/May.md", "/wiki/File:May.md:old", "/wiki/File:June.md"])
def test_another_name_space_is_another_place(other: str) -> None:
    route = normal_route(f"{SITE}/wiki/File:Exam_list.csv", {"name": "Exam list.csv"})

    assert not matches(route, f"{SITE}{other}", name="May.md")
