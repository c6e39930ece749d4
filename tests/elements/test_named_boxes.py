"""A box to tick that had no name may get one: in the row of the record, under the same key of the form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.identity import recognise
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate

BOX = Fingerprint(
    tag="input",
    role="checkbox",
    attributes={"type": "checkbox", "name": "chosen"},
    context="{{title}} Anna Seghers 1944",
    cells=("{{title}}", "Anna Seghers", "1944"),
    texts=("{{title}}", "Anna Seghers", "1944"),
    absolute_xpath="/html[1]/body[1]/table[1]/tbody[1]/tr[2]/td[1]/input[1]",
    ancestors=("td", "tr", "tbody", "table"),
    counts={"name": 9, "field": 9},
)


def found(name: str, title: str = "Transit", *, field: str = "chosen", wanted: str = "Transit", **more: Any) -> bool:
    row = (title, "Christa Wolf", "1976")
    seen = replace(
        BOX,
        name=name,
        attributes={"type": "checkbox", "name": field, "aria-label": name},
        context=" ".join(row),
        cells=row,
        texts=row,
        absolute_xpath="/html[1]/body[1]/main[1]/table[1]/tbody[7]/tr[1]/td[1]/input[1]",
        **more,
    )
    return recognise(BOX, [Candidate(fingerprint=seen)], {"title": wanted}).usable


def test_the_box_of_the_record_has_got_a_name() -> None:
    assert found("Select this row - Transit")


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("Select this row - Transit Visa", {"title": "Transit Visa"}),
        ("Select this row - Transit", {"title": "Transit Visa"}),
        ("Delete Transit", {"field": "form-0-DELETE"}),
        ("Delete Transit", {}),
        ("Select this row - Transit", {"field": "published"}),
        ("Select this row - Transit", {"role": "switch"}),
    ],
)
def test_another_record_key_or_deed_is_another_box(name: str, more: dict[str, Any]) -> None:
    assert not found(name, **more)
