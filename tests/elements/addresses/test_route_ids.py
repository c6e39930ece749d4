"""Ids that the address of a page names are data: evidence that holds one fits the record whose page is open."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.elements.addresses.ids import is_id
from pytest_ami.elements.addresses.routes import bound, route_ids, with_route_ids
from pytest_ami.elements.held_values import of_route, on_route
from pytest_ami.elements.identity import recognise
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

SITE = "http://app.test"
PLAIN = ("page", "order", "sort", "index")
WORDS = st.from_regex(r"[a-z]{3,8}", fullmatch=True).filter(lambda word: word not in PLAIN and not is_id(word))
IDS = st.one_of(
    st.integers(1, 10**7).map(str), st.uuids().map(str), st.from_regex(r"[a-z]{1,3}-?[0-9]{3,5}", fullmatch=True)
)


@pytest.mark.parametrize(
    ("url", "ids"),
    [
        ("/book/33/change/", {"book": "33"}),
        ("/shops/7/orders/A-1042", {"shops": "7", "orders": "A-1042"}),
        ("/mail?id=m1054&page=3&sort=2", {"id": "m1054"}),
        ("/app#/tasks/12/edit", {"tasks": "12"}),
        ("/17", {"": "17"}),
        ("/list/page/4", {}),
        ("/about", {}),
    ],
)
def test_an_address_names_ids(url: str, ids: dict[str, str]) -> None:
    assert route_ids(SITE + url) == ids


@pytest.mark.parametrize(
    ("text", "template"),
    [
        ("/book/33/delete/", "/book/:id(book)/delete/"),
        ("/delete?book=33&next=/book/33", "/delete?book=:id(book)&next=/book/:id(book)"),
        ("row_33", "row_:id(book)"),
        ("/book/?page=33", "/book/?page=33"),
        ("/book/page/33", "/book/page/33"),
        ("/book/330/delete", "/book/330/delete"),
        ("a33", "a33"),
        ("%33", "%33"),
    ],
)
def test_an_id_becomes_a_hole_where_it_stands_as_a_whole(text: str, template: str) -> None:
    assert with_route_ids(text, {"book": "33"}) == template


@given(word=WORDS, first=IDS, other=IDS, tail=WORDS)
def test_an_address_of_one_record_becomes_that_of_another(word: str, first: str, other: str, tail: str) -> None:
    template = with_route_ids(f"/{word}/{first}/{tail}", route_ids(f"{SITE}/{word}/{first}"))

    assert bound(template, route_ids(f"{SITE}/{word}/{other}")) == f"/{word}/{other}/{tail}"


def link(number: str, leads: str = "/book/{}/delete/") -> Fingerprint:
    return Fingerprint(
        tag="a",
        role="link",
        name="Delete",
        text="Delete",
        attributes={"href": leads.format(number), "id": f"delete-{number}"},
        absolute_xpath="/html[1]/body[1]/form[1]/a[1]",
        scope=("form|", "page|"),
        xpath=f'//a[@id="delete-{number}"]',
    )


STORED = of_route(link("33"), {"book": "33"})


def seen(*found: Fingerprint) -> list[Candidate]:
    return [Candidate(fingerprint=one, agree=True) for one in found]


def test_a_stored_link_leads_to_the_record_whose_page_is_open() -> None:
    now = on_route(STORED, {"book": "34"})

    assert replace(now, details={}) == link("34")
    assert now.details == {"record": "href=34"}


def test_the_link_to_another_record_than_the_open_one_is_another_link() -> None:
    now = on_route(STORED, {"book": "34"})

    assert recognise(now, seen(link("34")), {}, StepKind.CLICK).usable
    assert not recognise(now, seen(link("33")), {}, StepKind.CLICK).usable
    assert not recognise(now, seen(replace(link("34"), attributes={"href": "/book/35/delete/"})), {}).usable


@pytest.mark.parametrize("key", ["action", "value", "query"])
def test_a_form_of_another_record_than_the_open_one_is_another_form(key: str) -> None:
    def button(number: str) -> Fingerprint:
        return Fingerprint(tag="button", role="button", name="Close", details={key: f"close={number}"})

    now = on_route(of_route(button("33"), {"book": "33"}), {"book": "34"})

    assert recognise(now, seen(button("34")), {}, StepKind.CLICK).usable
    assert not recognise(now, seen(button("33")), {}, StepKind.CLICK).usable


def test_evidence_with_an_unknown_id_proves_and_contradicts_nothing() -> None:
    assert on_route(STORED, {}).attributes == {}
    assert on_route(STORED, {}).xpath == ""
    assert recognise(STORED, seen(link("35")), {}, StepKind.CLICK).usable


@given(number=IDS)
def test_an_element_without_ids_of_the_page_stays_as_it_is(number: str) -> None:
    plain = replace(link("x", "/books/new"), attributes={"href": "/books/new"}, xpath="//a")

    assert of_route(plain, {"book": number}) == plain
    assert on_route(plain, {"book": number}) is plain


def test_a_short_number_in_a_text_that_people_read_is_no_id() -> None:
    one = replace(link("3"), heading="3 chapters", name="Delete")

    assert of_route(one, {"book": "3"}).heading == "3 chapters"
    assert of_route(replace(one, heading="Order 1054"), {"order": "1054"}).heading == "Order :id(order)"


def test_a_twin_out_of_sight_is_none_where_the_visible_one_stands_at_home() -> None:
    of = Fingerprint(tag="td", role="cell", name="Eve", absolute_xpath="/table[2]/td[1]", counts={"name": 7})
    visible, hidden, elsewhere = seen(*(replace(of, absolute_xpath=f"/table[{n}]/td[1]") for n in (2, 1, 3)))
    hidden = replace(hidden, problem="hidden")

    assert recognise(of, [hidden, visible], {}, StepKind.CLICK).index == 1
    assert not recognise(of, [hidden, elsewhere], {}, StepKind.CLICK).usable


@pytest.mark.parametrize("key", ["surroundings", "says", "prose", "branch"])
def test_a_number_that_people_read_around_a_deed_is_no_id(key: str) -> None:
    seen = Fingerprint(tag="button", role="button", name="Send", details={key: "klasse=Klasse 7"})

    assert of_route(seen, {"letters": "7"}) == seen
