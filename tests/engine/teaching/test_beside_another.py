"""An element that only its surroundings name is not the one beside other words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.teaching.counter_evidence import beside_another
from pytest_ami.model.fingerprint import Fingerprint

PORT = Fingerprint(tag="button", role="button", text="Oban", texts=("From", "Oban"))


@pytest.mark.parametrize(
    ("texts", "another"),
    [
        (("From", "Lerwick"), False),
        (("FROM", "Lerwick", "Required"), False),
        (("To", "Lerwick"), True),
        (("Via", "Lerwick"), True),
        (("Lerwick",), False),
        ((), False),
    ],
)
def test_other_words_beside_a_nameless_list_name_another_list(texts: tuple[str, ...], *, another: bool) -> None:
    assert beside_another(PORT, replace(PORT, text="Lerwick", texts=texts)) is another


def test_words_beside_an_element_with_a_name_or_a_key_of_its_own_are_data() -> None:
    seen = replace(PORT, texts=("To",))

    assert not beside_another(replace(PORT, name="Port"), seen)
    assert not beside_another(replace(PORT, attributes={"id": "from"}), seen)
    assert beside_another(replace(PORT, attributes={"title": "Choose"}), seen)
