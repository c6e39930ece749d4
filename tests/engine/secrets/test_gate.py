"""Nothing passes the gate, and nothing that is public is garbled by it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.engine.secrets.forms import is_telling
from pytest_ami.engine.secrets.gate import SecretGate


def gate(**secrets: str) -> SecretGate:
    made = SecretGate()
    made.declare(secrets)
    return made


def test_texts_and_plain_data_pass_without_the_secret() -> None:
    closed = gate(password="O'Brien/7")
    data = {"steps": [{"value": "O'Brien/7", "evidence": ["sent O%27Brien%2F7"]}], "count": 3}
    assert closed.data(data) == {"steps": [{"value": "{{password}}", "evidence": ["sent {{password}}"]}], "count": 3}
    assert closed.text("you typed O&#39;Brien/7") == "you typed {{password}}"


@pytest.mark.parametrize("value", ["admin", "test", "password", "Secret", "12", "abc", "ok", ""])
def test_ordinary_words_are_public(value: str) -> None:
    text = f"a text with {value} in it"
    assert gate(pin=value).text(text) == gate(pin=value).data(text) == text


@pytest.mark.parametrize("value", ["my secret token 7", "token!", "secret-7f3a9c", "pin 4711 pin"])
def test_a_value_that_only_begins_like_the_name_of_a_secret_is_kept(value: str) -> None:
    assert gate(phrase=value).text(f"it is {value} here") == "it is {{phrase}} here"


def test_a_text_for_people_loses_a_word_that_stands_there_as_a_value() -> None:
    closed = gate(password="admin", pin="q7")
    assert closed.text("password = 'admin'\nHello q7, admin") == "password = '{{password}}'\nHello {{pin}}, admin"
    assert closed.data({"text": "'admin'"}) == {"text": "'admin'"}


def test_a_value_that_is_the_name_of_its_parameter_is_public() -> None:
    assert gate(recovery_phrase="recovery_phrase").text("fill recovery_phrase") == "fill recovery_phrase"


def test_a_gate_without_secrets_changes_nothing_and_keys_lose_secrets_too() -> None:
    data = {"hunter2!": ["hunter2!"]}
    assert SecretGate().data(data) is data
    assert gate(password="hunter2!").data(data) == {"{{password}}": ["{{password}}"]}


def test_a_forgotten_secret_passes() -> None:
    closed = gate(password="hunter2!")
    assert closed.closed
    closed.forget()
    assert not closed.closed
    assert closed.text("hunter2!") == "hunter2!"


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=6, max_size=20), st.text(max_size=30))
def test_what_has_passed_is_still_valid_plain_data(value: str, around: str) -> None:
    passed = gate(password=value).data({"a": [around + value, {"b": value}], "c": 1.5, "d": None})
    assert json.loads(json.dumps(passed)) == passed
    if is_telling(value):
        assert passed["a"][1]["b"] == "{{password}}"
