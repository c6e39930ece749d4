"""A link whose name got more words, while its id, its address and its place stayed, is the same link."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.identity import heal
from pytest_ami.elements.name_match import same_deed
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

ADD = Fingerprint(
    tag="a",
    role="link",
    name="Add",
    attributes={"id": "add_author", "href": "/author/add"},
    absolute_xpath="/html[1]/body[1]/form[1]/p[1]/a[1]",
    landmark="form|Book",
    heading="Change book",
    neighbours=("Author", "Dora Núñez"),
    counts={"name": 1, "id": 1, "href": 1},
)


def healed(name: str, of: Fingerprint = ADD, **changes: Any) -> bool:
    seen = replace(of, name=name, text=name, absolute_xpath="/html[1]/body[1]/main[1]/form[1]/p[1]/a[1]", **changes)
    return heal(of, StepKind.CLICK, [Candidate(fingerprint=seen)], {}, confirmed=True).usable


def test_more_words_about_the_same_thing_are_the_same_link() -> None:
    assert healed("Add another author")


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("Add all authors", {}),
        ("Add and remove an author", {}),
        ("Delete this author", {}),
        ("Add another author", {"attributes": {"id": "add_author", "href": "/author/delete"}}),
        ("Add another author", {"attributes": {"id": "add_series", "href": "/author/add"}}),
        ("Add another author", {"landmark": "navigation|", "heading": "", "neighbours": ()}),
    ],
)
def test_another_deed_address_id_or_place_is_another_link(name: str, changes: dict[str, Any]) -> None:
    assert not healed(name, **changes)


def test_the_button_of_a_deed_keeps_its_name() -> None:
    button = replace(ADD, tag="button", role="button", attributes={"id": "add_author"}, counts={"name": 1, "id": 1})

    assert not healed("Add another author", of=button)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Add", "Add another author", True),
        ("Delete", "Delete all", False),
        ("Archive", "Archive and delete", False),
        ("Reset password", "this form", False),
    ],
)
def test_two_names_of_one_deed(one: str, other: str, *, same: bool) -> None:
    assert same_deed(one, other) is same


FIELD = replace(
    ADD,
    tag="input",
    role="textbox",
    name="[F]",
    label="",
    attributes={"id": "search_in", "name": "q", "type": "text", "title": "[F]"},
    counts={"name": 1, "id": 1, "field": 1},
)


def filled(name: str, of: Fingerprint = FIELD, **changes: Any) -> bool:
    seen = replace(of, name=name, text="", absolute_xpath="/html[1]/body[1]/main[1]/form[1]/input[1]", **changes)
    return heal(of, StepKind.FILL, [Candidate(fingerprint=seen)], {}, confirmed=True).usable


def test_a_field_that_was_called_by_the_sign_of_a_key_has_got_a_name() -> None:
    assert filled("Search")


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("Search", {"attributes": {"id": "mail_in", "name": "mail", "type": "text"}}),
        ("Search", {"role": "button", "tag": "button"}),
        ("Reply to", {"of": replace(FIELD, name="From")}),
        ("收件人", {"of": replace(FIELD, name="从")}),
    ],
)
def test_another_key_kind_or_word_is_another_field(name: str, changes: dict[str, Any]) -> None:
    assert not filled(name, **changes)
