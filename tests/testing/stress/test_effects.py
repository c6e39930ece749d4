"""The requests of a run: their comparable form, and when two runs have sent the same."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest

from pytest_ami.testing.stress.effects import (
    SentRequest,
    differences,
    distinctive_values,
    expected_requests,
    path_of,
    sent_request,
)

FORM = "application/x-www-form-urlencoded"
VALUES = {"to": "ann@example.com", "subject": "Test 7"}


def form(**fields: str) -> SentRequest:
    return sent_request("POST", "http://host/send", 302, FORM, urlencode(fields).encode(), VALUES, "http://host")


def as_json(data: object) -> SentRequest:
    return sent_request(
        "POST", "http://host/api", 200, "application/json", json.dumps(data).encode(), VALUES, "http://host"
    )


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("http://host/mails/17/reply?x=1", "/mails/#/reply"),
        ("http://host/mails/m1054", "/mails/#"),
        ("http://host/mails/m9", "/mails/#"),
        ("http://host/by/Test%207", "/by/{{subject}}"),
        ("http://host", "/"),
        ("http://elsewhere/collect", "elsewhere/collect"),
    ],
)
def test_a_path_has_no_values_and_no_ids(url: str, path: str) -> None:
    assert path_of(url, VALUES, "http://host") == path


def test_a_form_is_told_by_its_names_and_values_by_theirs() -> None:
    request = form(to="ann@example.com", subject="Re: Test 7", token="aB3", _save="Save all", action="move", row_12="")
    held = {("to", "{{to}}"), ("subject", "Re: {{subject}}"), ("action", "move"), ("_save", ""), ("row_#", "")}
    assert held <= request.body
    assert str(request) == "POST /send (302) with Re: {{subject}}, {{to}}"


def test_json_is_told_by_its_paths() -> None:
    request = as_json({"mail": {"to": ["ann@example.com"], "urgent": False}, "kind": "draft"})
    assert request.body == {(".mail.to.#", "{{to}}"), (".mail.urgent", "false"), (".kind", "draft")}


def test_parts_of_a_form_with_a_file() -> None:
    body = (
        b'--b\r\nContent-Disposition: form-data; name="subject"\r\n\r\nTest 7\r\n'
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n\x89PNG\r\n--b--\r\n'
    )
    values = {**VALUES, "file": "/some/where/x.png"}
    request = sent_request("POST", "http://host/", 200, "multipart/form-data; boundary=b", body, values, "http://host")
    assert request.body == {("subject", "{{subject}}"), ("file", "{{file}}")}


def test_lines_end_as_the_server_likes_it() -> None:
    request = sent_request(
        "POST", "http://h/", 200, FORM, urlencode({"b": "one\r\ntwo"}).encode(), {"body": "one\ntwo"}
    )
    assert request.body == {("b", "{{body}}")}


def test_a_short_value_is_one_where_it_stands_alone_only() -> None:
    request = sent_request("POST", "http://h/", 200, FORM, b"amount=7&room=17", {"amount": "7"})
    assert request.body == {("amount", "{{amount}}"), ("room", "17")}
    assert distinctive_values({"a": "7", "b": "seven"}) == {"b": "seven"}


def test_what_one_undisturbed_run_alone_has_is_asked_of_nobody() -> None:
    beacon = SentRequest("POST", "elsewhere/collect", 204)
    first = [form(to="ann@example.com", token="a1"), beacon]
    expected = expected_requests(first, [form(to="ann@example.com", token="b2")])
    assert expected.requests == (SentRequest("POST", "/send", 302, frozenset({("to", "{{to}}")})),)
    assert differences(expected, [form(to="ann@example.com", token="c3"), beacon, beacon]) == ((), ())


def test_another_answer_a_lost_value_a_swapped_one_and_a_second_time_are_differences() -> None:
    right = form(to="ann@example.com", subject="Test 7")
    expected = expected_requests([right], [right])
    refused = SentRequest("POST", "/send", 500, right.body)
    for other in (refused, form(to="ann@example.com", subject="Tes"), form(to="Test 7", subject="ann@example.com")):
        assert differences(expected, [other]) == ((right,), (other,))
    assert differences(expected, [right, right]) == ((), (right,))
    assert differences(expected, []) == ((right,), ())


def test_another_word_on_the_button_that_sends_a_form_is_no_other_effect() -> None:
    right = form(to="ann@example.com", _save="Save")
    assert differences(expected_requests([right], [right]), [form(to="ann@example.com", _save="Keep changes")]) == (
        (),
        (),
    )


def test_another_kind_in_the_same_request_is_one() -> None:
    right, other = as_json({"kind": "archive"}), as_json({"kind": "delete"})
    assert differences(expected_requests([right], [right]), [other]) == ((right,), (other,))
