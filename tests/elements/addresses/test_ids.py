"""Parts of an address that name a record, also in an encoding, and words that only look like one."""

from __future__ import annotations

from base64 import urlsafe_b64encode

import pytest

from pytest_ami.elements.addresses.ids import is_id
from pytest_ami.elements.addresses.routes import normal_route


@pytest.mark.parametrize("key", ["[3]", "[28]", "[1,12]", '{"id":7}', "User:1", "asset_key/204", "1024"])
def test_the_encoded_key_of_a_record_is_an_id(key: str) -> None:
    padded = urlsafe_b64encode(key.encode()).decode()
    assert is_id(padded)
    assert is_id(padded.rstrip("="))
    assert normal_route(f"/files/edit/{padded}/") == "/files/edit/:id/"


@pytest.mark.parametrize("word", ["edit", "Nick", "page", "delete", "login", "S301", "data", "MTIz=x", "abcde", "é"])
def test_a_word_is_no_id_because_it_can_be_decoded(word: str) -> None:
    assert is_id(word) is (word == "S301")  # a letter and a number name a record as they are


@pytest.mark.parametrize("text", ["delete:all", "User:", "edit", "[ab]", "step one"])
def test_an_encoded_text_without_a_number_is_no_id(text: str) -> None:
    assert not is_id(urlsafe_b64encode(text.encode()).decode().rstrip("="))
