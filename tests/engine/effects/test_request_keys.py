"""Keys of requests: the same field in another row, and a field of other records."""

from __future__ import annotations

import pytest

from pytest_ami.engine.effects.request_keys import of_other_records, same_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("copies-1-shelf", "copies-2-shelf"),
        ("copies[1][shelf]", "copies[12][shelf]"),
        ("copies.0.shelf", "Copies.3.Shelf"),
        ("copies-__prefix__-shelf", "copies-0-shelf"),
        ("tags[0]", "tags[1]"),
        ("to", "TO"),
    ],
)
def test_the_number_of_a_row_is_no_part_of_a_key(one: str, other: str) -> None:
    assert same_key(one, other)
    assert not of_other_records(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("copies-1-shelf", "loans-0-shelf"),
        ("copies[1].shelf", "loans[0].shelf"),
        ("book[copies_attributes][1][shelf]", "book[loans_attributes][0][shelf]"),
        ("copy_set-1-shelf", "loan_set-0-shelf"),
        ("bookCopies[1].shelf", "bookLoans[1].shelf"),
        ("copies-1-shelf", "loans-0-place"),
        ("address_1", "address_2"),
        ("email1", "email2"),
    ],
)
def test_rows_of_another_collection_are_other_records(one: str, other: str) -> None:
    assert not same_key(one, other)
    assert of_other_records(one, other)
    assert of_other_records(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("to", "recipient"),
        ("copies-1-shelf", "shelf"),
        ("shelf", "copies-0-shelf"),
        ("copies-1-shelf", "copies-0-place"),
        ("copies-1-shelf", "book[copies_attributes][0][shelf]"),
        ("copies-1-shelf", "copy_set-0-shelf"),
        ("form-0-shelf", "copies-0-shelf"),
        ("items[0].shelf", "copies[0].shelf"),
        ("email", "email2"),
    ],
)
def test_a_form_that_was_made_anew_has_other_keys_of_the_same_records(one: str, other: str) -> None:
    assert not same_key(one, other)
    assert not of_other_records(one, other)
