"""Nothing passes the gate, and nothing that is public is garbled by it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.engine.secret_gate import SecretGate, is_telling


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
    assert not is_telling(value)
    text = f"a text with {value} in it"
    assert gate(pin=value).text(text) == text


def test_a_value_that_is_the_name_of_its_parameter_is_public() -> None:
    assert gate(recovery_phrase="recovery_phrase").text("fill recovery_phrase") == "fill recovery_phrase"


def test_a_gate_without_secrets_changes_nothing_and_keys_never_change() -> None:
    data = {"hunter2!": ["hunter2!"]}
    assert SecretGate().data(data) is data
    assert gate(password="hunter2!").data(data) == {"hunter2!": ["{{password}}"]}


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
