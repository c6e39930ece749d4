"""A transparent copy of a table, which measures the widths of its columns, is no rival of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.identity import recognise
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind


def grid(path: str, **details: str) -> Candidate:
    """Return the cell of Ann in a table at a path."""
    return Candidate(fingerprint=replace(CELL, absolute_xpath=path, details=details))


CELL = Fingerprint(tag="span", role="button", name="Ann", absolute_xpath="/div[1]/list[1]/table[1]/tr[7]/td[2]/span[1]")
OWN, COPY = "/div[1]/list[1]/table[1]/tr[1]/td[2]/span[1]", "/div[1]/table[1]/tr[1]/td[2]/span[1]"


@pytest.mark.parametrize(
    ("shown", "chosen"),
    [
        ((grid(OWN), grid(COPY, transparent="yes")), OWN),
        ((grid(COPY, transparent="yes"), grid(OWN)), OWN),
        ((grid(OWN, transparent="yes"), grid(COPY)), ""),
        ((grid(OWN, transparent="yes"), grid(OWN.replace("tr[1]", "tr[2]"))), ""),
        ((grid(COPY), grid(COPY.replace("tr[1]", "tr[2]"), transparent="yes")), ""),
        ((grid(OWN), grid(COPY)), ""),
    ],
    ids=[
        "copy last",
        "copy first",
        "the right one fades in",
        "built alike",
        "none is built as it was",
        "both in sight",
    ],
)
def test_a_transparent_copy_of_a_table_is_no_rival(shown: tuple[Candidate, ...], chosen: str) -> None:
    target = replace(CELL, name="{{who}}", text="{{who}}", counts={"name": 1})

    verdict = recognise(target, shown, {"who": "Ann"}, StepKind.CLICK)

    assert (shown[verdict.index].fingerprint.absolute_xpath if verdict.usable else "") == chosen
