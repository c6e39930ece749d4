"""Numbers that are glued to a word in an address."""

from __future__ import annotations

import pytest

from pytest_ami.elements.addresses.numbered_parts import made_from, same_kind, says_number
from pytest_ami.elements.addresses.routes import normal_route, route_ids


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("/desk/issue3", "/desk/issue11", True),
        ("/browse/WEBSHOP-3", "/browse/webshop-12", True),
        ("/issue3/edit", "/issue4/edit", True),
        ("/issue3", "/issue3", False),
        ("/issue3", "/user3", False),
        ("/issue3", "/issue", False),
        ("/issue3/edit", "/issue4/delete", False),
        ("/a/issue3", "/b/issue3", False),
        ("/page2", "/page3", False),
        ("/v1", "/v2", False),
    ],
)
def test_paths_of_one_kind_differ_in_numbers_only(first: str, second: str, *, alike: bool) -> None:
    assert same_kind(first, second) is alike


@pytest.mark.parametrize(
    ("page", "path", "word"),
    [
        ("/desk/issue", "/desk/issue13", "issue"),
        ("/issue", "/issue-13", "issue"),
        ("/issue", "/issue", ""),
        ("/issue", "/user13", ""),
        ("/issue", "/desk/issue13", ""),
        ("/", "/issue13", ""),
    ],
)
def test_a_record_has_the_word_of_the_page_that_made_it(page: str, path: str, word: str) -> None:
    assert made_from(page, path) == word


@pytest.mark.parametrize(
    ("text", "path", "said"),
    [
        ("issue 3 was changed", "/issue3", True),
        ("Order 17 saved", "/orders/17", True),
        ("Order 17 saved", "/orders/18", False),
        ("Saved it", "/orders/17", False),
        ("17", "/orders/17", False),
    ],
)
def test_a_message_names_the_number_of_its_record(text: str, path: str, *, said: bool) -> None:
    assert says_number(text, path) is said


def test_a_message_in_an_address_is_no_part_of_its_route() -> None:
    assert normal_route("/issue3?@ok=issue 3 changed&@template=item") == "/issue3?@ok=:id&@template=item"
    assert normal_route("/orders/7?said=Order 7 saved") == "/orders/:id?said=:id"
    assert normal_route("/orders/7?said=Order 8 saved") == "/orders/:id?said=Order 8 saved"


def test_a_page_names_the_number_after_its_word() -> None:
    assert route_ids("http://app.test/desk/issue3?x=y") == {"desk": "issue3"}
    assert route_ids("http://app.test/desk/page3") == {}
