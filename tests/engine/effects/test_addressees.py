"""A message to one person goes to nobody else: how many people a request names, and what a recording holds of that."""

from __future__ import annotations

import json
from urllib.parse import parse_qsl, quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.engine.effects.addressees import addressed, is_mark, without_numbers
from pytest_ami.engine.effects.request_lines import marked, request_line
from pytest_ami.engine.effects.requests import contradiction, recorded, veiled

VALUES = {"to": "ann@x.org", "text": "Tea at four"}


def line(**data: object) -> str:
    return request_line("POST", "http://app.test/mail", "application/json", json.dumps(data))


def stored(**data: object) -> str:
    """Return a request as a lesson stores it: of its values only digests are known."""
    return recorded(
        request_line("POST", "http://app.test/mail", "application/json", json.dumps(data), str, veiled), VALUES
    )


SENT = {"to": "ann@x.org", "text": "Tea at four"}
FIXED = {"to": "bo@x.org", "text": "Tea at four"}


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("to", "to"),
        ("recipients", "to"),
        ("mail.to", "to"),
        ("to[]", "to"),
        ("toAddresses", "to"),
        ("to.email", "to"),
        ("cc_emails", "cc"),
        ("options.bcc", "bcc"),
        ("reply_to", ""),
        ("to_type", ""),
        ("total", ""),
        ("goto", ""),
        ("account", ""),
        ("", ""),
    ],
)
def test_a_key_of_people_is_one_by_its_word(key: str, kind: str) -> None:
    assert addressed(key) == kind


@pytest.mark.parametrize(
    "more",
    [
        {"to": ["ann@x.org", "bo@x.org"]},
        {"to": "ann@x.org", "cc": "office@x.org"},
        {"to": "ann@x.org", "cc": ["office@x.org"]},
        {"to": "ann@x.org", "options": {"bcc": "log@x.org"}},
    ],
)
def test_a_message_to_one_person_goes_to_nobody_else(more: dict[str, object]) -> None:
    assert contradiction(stored(**SENT), (line(**SENT),), VALUES) == ""
    assert "addressee" in contradiction(stored(**SENT), (line(**{**SENT, **more}),), VALUES)


@pytest.mark.parametrize("to", ["bo@x.org, cy@x.org", "bo@x.org; cy@x.org", ["bo@x.org", "cy@x.org"]])
def test_so_does_a_message_to_a_person_who_is_no_parameter(to: object) -> None:
    assert contradiction(stored(**FIXED), (line(**FIXED),), VALUES) == ""
    why = contradiction(stored(**FIXED), (line(**{**FIXED, "to": to}),), VALUES)
    assert why == "expected the request POST /mail to have 1 addressee under to (it had 2)"


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ({"cc": ""}, {"cc": []}),
        ({}, {"to_name": "Ann", "to_id": 7, "reply_to": "me@x.org", "total": 2}),
        ({"cc": ["b@x.org", "c@x.org"]}, {"cc": ["b@x.org", "c@x.org", "d@x.org"]}),
    ],
)
def test_the_same_people_in_another_form_and_a_thread_of_several_are_no_others(
    then: dict[str, object], now: dict[str, object]
) -> None:
    assert contradiction(stored(**SENT, **then), (line(**SENT, **now),), VALUES) == ""


def test_a_key_with_another_name_has_the_same_people() -> None:
    one, two = (line(recipients=people, text="Tea at four") for people in ("bo@x.org", "bo@x.org,c@x.org"))

    assert contradiction(stored(**FIXED), (one,), VALUES) == ""
    assert "addressee" in contradiction(stored(**FIXED), (two,), VALUES)


def test_a_parameter_may_name_several_people() -> None:
    values = {**VALUES, "to": "Lee, Ann"}
    assert contradiction(stored(**SENT), (line(to="Lee, Ann", text="Tea at four"),), values) == ""


def test_a_flow_that_was_stored_without_the_number_is_not_judged_by_it() -> None:
    before = without_numbers(stored(**SENT))
    assert before == "POST /mail?text={{text}}&to={{to}}"
    assert contradiction(before, (line(**{**SENT, "cc": "office@x.org"}),), VALUES) == ""


def test_the_mark_of_an_action_that_sent_more_counts_no_addressees() -> None:
    assert (
        contradiction(marked("POST /mail?text={{text}}"), ("POST /mail?text=Tea&to=ann%40x.org",), {"text": "Tea"})
        == ""
    )


def test_of_several_requests_one_that_goes_to_the_recorded_person_is_enough() -> None:
    others = line(**{**SENT, "cc": "office@x.org"})
    assert contradiction(stored(**SENT), (others, line(**SENT)), VALUES) == ""


@given(st.lists(st.from_regex(r"[a-z]{1,8}@[a-z]{1,5}\.org", fullmatch=True), min_size=1, max_size=5, unique=True))
def test_a_recording_holds_how_many_people_there_were_and_never_who(people: list[str]) -> None:
    for to in (people, ", ".join(people), "; ".join(people)):
        kept = stored(to=to, subject="x")
        marks = [text for _, text in parse_qsl(kept.partition("?")[2]) if is_mark(text)]
        assert marks == [f"~{len(people)}"]
        assert not any(quote(one) in kept or one in kept for one in people)
        again = contradiction(kept, (line(to=to, subject="y"),), {})
        more = contradiction(kept, (line(to=[*people, "all@z.org"], subject="y"),), {})
        assert again == ""
        assert bool(more) is (len(people) == 1)
