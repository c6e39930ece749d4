"""A link chosen by a value must lead where its own address says; the query that it brought is data from then on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.addresses.routes import HOLE, address, normal_route, route_pattern
from pytest_ami.engine.effects import destinations
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Step, StepKind

VALUES = {"language": "German"}
FILTER = "/books/?language=de"


def link(name: str, query: str) -> Fingerprint:
    return Fingerprint(tag="a", role="link", name=name, attributes={"href": "/books/"}, details={"query": query})


def step(route: str, name: str = "{{language}}", here: str = "/books/") -> Step:
    target = Fingerprint(tag="a", role="link", name=name)
    return Step(kind=StepKind.CLICK, target=target, route=here, effects=Effects(route=route))


def test_the_route_of_a_chosen_link_is_the_one_that_the_link_states() -> None:
    made, data = destinations.recorded(step(FILTER), link("German", "language=de"), {}, VALUES)

    assert made.effects.follows
    assert data == {"language": "de"}
    assert made.effects.route == f"/books/?language={HOLE}"
    assert destinations.expected(made.effects, link("Spanish", "language=es"), VALUES).route == "/books/?language=es"


@pytest.mark.parametrize(
    ("one", "element"),
    [
        (step(FILTER, name="German"), link("German", "language=de")),  # no value chose it
        (step("/elsewhere"), link("German", "language=de")),  # the server sent it elsewhere
        (step(FILTER), replace(link("German", ""), attributes={})),  # it states no address
        (step(""), link("German", "language=de")),  # the page stayed
    ],
)
def test_any_other_route_stays_as_it_was_recorded(one: Step, element: Fingerprint) -> None:
    made, data = destinations.recorded(one, element, {}, VALUES)

    assert made == one
    assert not data
    assert destinations.expected(made.effects, link("Spanish", "language=es"), VALUES) == made.effects


def test_what_a_link_brought_proves_nothing_in_later_routes() -> None:
    later = step("/books/?back=language=de&page=2", "Save", here="/books/:id/?language=de")

    made, _ = destinations.recorded(later, None, {"language": "de"}, VALUES)

    assert made.route == f"/books/:id/?language={HOLE}"
    assert made.effects.route == f"/books/?back=language={HOLE}&page=2"


def test_a_longer_key_or_value_is_another_one() -> None:
    later = step("/books/?mylanguage=de&language=dehors", "Save")

    assert destinations.recorded(later, None, {"language": "de"}, VALUES)[0] == later


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), st.text("aé \\'+&=#%/", min_size=1), max_size=3))
def test_the_expected_route_fits_the_address_that_the_link_states(query: dict[str, str]) -> None:
    from urllib.parse import urlencode

    stated = link("Spanish", urlencode(query))
    route = destinations.expected(
        Effects(route=normal_route(destinations.destination(stated)), follows="href"), stated, {}
    ).route

    import re

    assert re.search(route_pattern(route, {}), address(f"http://app.test{destinations.destination(stated)}"))


@pytest.mark.parametrize(
    ("recorded", "href", "query"),
    [
        ("/book/:id/change/", "/book/34/delete/", ""),  # another path
        ("/book/:id/", "/book/34/", "force=1"),  # another key
        ("/book/:id/?do=edit", "/book/34/", "do=delete"),  # another command
        ("/book/:id/?do=edit", "/book/34/", ""),
    ],
)
def test_another_destination_is_not_the_link_of_another_record(recorded: str, href: str, query: str) -> None:
    effects = Effects(route=recorded, follows="href")
    found = replace(link("Emma", query), attributes={"href": href})

    assert destinations.expected(effects, found, {"title": "Emma"}) == effects


def test_a_command_in_the_query_is_no_data() -> None:
    made, data = destinations.recorded(
        step("/books/?do=edit&language=de"), link("German", "do=edit&language=de"), {}, VALUES
    )

    assert data == {"language": "de"}
    assert made.effects.route == f"/books/?do=edit&language={HOLE}"


def leads(route: str, href: str, query: str = "") -> str:
    element = Fingerprint(tag="a", role="link", name="Delete", attributes={"href": href}, details={"query": query})
    return destinations.expected(Effects(route=route), element, VALUES).route


def test_a_link_to_the_record_may_lose_the_query_that_only_held_data() -> None:
    assert leads("/books/:id/delete/?back=language=de", "/books/7/delete/") == "/books/:id/delete/"


@pytest.mark.parametrize(
    ("route", "href", "query"),
    [
        ("/books/:id/?action=delete", "/books/7/", ""),
        ("/books/delete/?book=:id", "/books/delete/", ""),
        ("/books/:id/delete/?back=language=de", "/books/7/", ""),
        ("/books/:id/delete/?back=language=de", "/authors/7/delete/", ""),
        ("/books/:id/delete/?back=language=de", "/books/7/delete/", "all=yes"),
    ],
)
def test_a_command_or_the_record_in_the_query_must_stay(route: str, href: str, query: str) -> None:
    assert leads(route, href, query) == route
