"""A flow's own texts lose its secrets; what names an element to a program stays."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.engine.secrets.redaction import is_public, labels, redact, redact_evidence, redact_within
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.secret import Secret

FIELD = Fingerprint(
    tag="input",
    role="textbox",
    name="password",
    label="password",
    attributes={"type": "password", "name": "password", "id": "password", "placeholder": "password"},
    xpath="//input[@id='password']",
    absolute_xpath="/html/body/form/input[2]",
    css="#password",
    neighbours=("password", "user"),
)


@pytest.mark.parametrize("value", ["password", "Password", "PASSWORT", "pin", "pass phrase"])
def test_a_value_that_is_the_name_of_a_secret_is_public(value: str) -> None:
    assert is_public(value, "{{word}}")
    assert redact_evidence(FIELD, {"word": value}) == FIELD


@pytest.mark.parametrize("value", ["secret-7f3a9c", "my token", "token!", "password1", "hunter2", "O'Brien"])
def test_any_other_value_is_none(value: str) -> None:
    assert not is_public(value, "word")


def test_what_was_typed_is_replaced_whatever_it_is() -> None:
    operation = {"type": "input", "value": "password", "text": "password", "url": "/x?password=password&b=password1"}
    expected = {**operation, "value": "{{password}}", "url": "/x?password={{password}}&b=password1"}
    assert redact_within(operation, labels({"password": "password"})) == expected
    assert redact_within({"last_value": "to"}, labels({"to": "to"})) == {"last_value": "{{to}}"}


def test_the_value_of_another_parameter_is_public() -> None:
    value = Secret("admin", "{{password}}", public=True)
    assert redact("Welcome admin", labels({"password": value})) == "Welcome admin"
    assert redact("Welcome admin", labels({"password": "admin"})) == "Welcome {{password}}"


def test_a_word_stays_where_a_program_reads_it() -> None:
    print_ = Fingerprint(
        tag="a",
        name="admin",
        attributes={"id": "admin", "href": "/said?word=admin"},
        css="#admin",
        xpath="//a[@id='admin']",
    )
    clean = redact_evidence(print_, {"word": "admin"})
    assert clean.attributes == {"id": "admin", "href": "/said?word={{word}}"}
    assert (clean.css, clean.xpath) == (print_.css, print_.xpath)


def test_a_telling_secret_is_removed_everywhere() -> None:
    print_ = Fingerprint(
        tag="a",
        attributes={"id": "u-hunter2", "name": "hunter2"},
        css="#u-hunter2",
        xpath="//a[@id='u-hunter2']",
        absolute_xpath="/html/a",
        shadow=("#hunter2",),
    )
    assert "hunter2" not in repr(redact_evidence(print_, {"password": "hunter2"}))


@settings(deadline=None)
@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=12),
    st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False), st.lists),
)
def test_plain_data_keep_their_types(secret: str, data: Any) -> None:
    assert redact_within(data, {secret: "{{x}}"}) == data


@settings(deadline=None)
@given(st.text(min_size=1, max_size=12), st.text(max_size=40))
def test_a_second_redaction_changes_nothing(secret: str, text: str) -> None:
    once = redact(f"{text} {secret}", {secret: "{{x}}"})
    assert redact(once, {secret: "{{x}}"}) == once
