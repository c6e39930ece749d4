"""The word by which an icon font draws a picture is no name: the title says what the picture means."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.identity import recognise
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

ADD = Fingerprint(
    tag="a",
    role="link",
    name="Add author",
    text="Add author",
    attributes={"href": "/author/add/"},
    absolute_xpath="/html[1]/body[1]/ul[1]/li[1]/a[1]",
    heading="Authors",
    scope=("page|",),
    counts={"name": 1, "href": 1},
)


def found(title: str, href: str = "/author/add/", word: str = "add", drawn: str = "add") -> bool:
    seen = replace(
        ADD,
        name=word,
        text=word,
        attributes={"href": href, "title": title},
        details={"drawn": drawn} if drawn else {},
        absolute_xpath="/html[1]/body[1]/header[1]/a[1]",
    )
    return recognise(ADD, [Candidate(fingerprint=seen)], {}, StepKind.CLICK).usable


def test_a_picture_with_the_title_is_the_link() -> None:
    assert found("Add author")


def test_a_picture_with_the_address_is_the_link() -> None:
    assert found("")


def test_a_picture_beside_the_words_is_no_word() -> None:
    assert found("", word="add Add author")


@pytest.mark.parametrize(("was", "now"), [("Delete", "Delete book"), ("Delete book", "Delete")])
def test_words_that_stand_in_the_address_make_no_other_link(was: str, now: str) -> None:
    assert addressed(was, now)


@pytest.mark.parametrize(
    ("was", "now", "more"),
    [
        ("Delete", "Delete all books", {}),
        ("Delete", "Delete author", {}),
        ("Delete", "Book", {}),
        ("Show", "Delete book", {}),
        ("Delete", "Delete book", {"attributes": {"href": "/book/8/delete"}}),
        ("Delete", "Delete book", {"tag": "button", "role": "button"}),
    ],
)
def test_other_words_or_another_address_make_another_link(was: str, now: str, more: dict[str, Any]) -> None:
    assert not addressed(was, now, **more)


def addressed(was: str, now: str, **more: Any) -> bool:
    link = replace(ADD, name=was, text=was, attributes={"href": "/book/7/delete"})
    seen = replace(link, name=now, text=now, absolute_xpath="/html[1]/body[1]/header[1]/a[1]", heading="")
    return recognise(link, [Candidate(fingerprint=replace(seen, **more))], {}, StepKind.CLICK).usable


@pytest.mark.parametrize(
    ("title", "more"),
    [
        ("Add authors from a file", {}),
        ("Delete author", {}),
        ("Add author", {"href": "/author/delete/"}),
        ("Add author", {"word": "Delete", "drawn": ""}),
        ("Add author", {"word": "delete", "drawn": "delete"}),
        ("", {"href": "/author/import/"}),
        ("", {"word": "delete Add author", "drawn": "delete"}),
    ],
)
def test_another_title_address_or_a_word_that_people_read_is_another_link(title: str, more: dict[str, str]) -> None:
    assert not found(title, **more)


GO = Fingerprint(
    tag="button",
    role="button",
    name="Go",
    text="Go",
    attributes={"name": "index", "type": "submit"},
    details={"form": "list", "type": "submit", "method": "post", "value": "0"},
    absolute_xpath="/html[1]/body[1]/form[1]/button[1]",
    heading="Books",
    scope=("form|", "page|"),
    counts={"name": 1, "field": 1},
)


def sent(name: str, details: dict[str, str] | None = None, *, of: Fingerprint = GO) -> bool:
    seen = replace(
        of,
        name=name,
        text=name,
        absolute_xpath="/html[1]/body[1]/main[1]/form[1]/p[2]/button[1]",
        heading="",
        neighbours=(),
        details={**of.details, **(details or {})},
    )
    return recognise(of, [Candidate(fingerprint=seen)], {}, StepKind.CLICK).usable


def test_a_button_that_sends_the_same_key_of_the_same_form_may_be_called_otherwise() -> None:
    assert sent("Run")
    assert sent("Go")


@pytest.mark.parametrize(
    ("name", "details"),
    [
        ("Delete all", {}),
        ("Stop", {}),
        ("Back", {}),
        ("", {}),
        ("Save", {}),
        ("Run", {"form": "other"}),
        ("Run", {"value": "1"}),
        ("Run", {"action": "/purge"}),
        ("Run", {"method": "get"}),
    ],
)
def test_another_deed_form_or_key_is_another_button(name: str, details: dict[str, str]) -> None:
    assert not sent(name, details)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Follow", "Unfollow"),
        ("Star", "Unstar"),
        ("Open", "Close"),
        ("Upvote", "Downvote"),
        ("Next", "Back"),
        ("Yes", "No"),
    ],
)
def test_a_switch_sends_the_same_in_both_directions(was: str, now: str) -> None:
    assert not sent(now, of=replace(GO, name=was, text=was))


def test_the_only_button_of_its_name_in_the_same_form_is_the_same() -> None:
    change = replace(GO, name="Change password", text="Change password", attributes={"type": "submit"})
    change = replace(change, neighbours=("Old password", "New password", "Again"))

    assert sent("Change password", of=change)
    assert not sent("Change password", {"form": "other"}, of=change)
