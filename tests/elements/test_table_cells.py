"""The cell of a table in place of the control that stood in it: the same head, and no words of the control's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.elements.namesakes import is_its_cell
from pytest_ami.model.fingerprint import Fingerprint

CONTROL = Fingerprint(tag="span", role="button", details={"head": "Price"}, context="{{course}} 70")
CELL = Fingerprint(tag="div", role="gridcell", name="80", details={"head": "Price ⋮"}, context="English 80")


@pytest.mark.parametrize(
    ("target", "seen"),
    [
        (CONTROL, CELL),
        (CONTROL, replace(CELL, role="cell")),
        (replace(CONTROL, name="{{course}}", details={"head": "Name"}), replace(CELL, details={"head": "name ▲"})),
        (replace(CONTROL, role="link"), CELL),
        (replace(CONTROL, role="textbox"), replace(CELL, role="textbox", name="Edit cell")),
    ],
)
def test_a_cell_under_the_same_head_takes_the_place_of_its_control(target: Fingerprint, seen: Fingerprint) -> None:
    assert is_its_cell(target, seen)


@pytest.mark.parametrize(
    ("target", "seen"),
    [
        (replace(CONTROL, name="Delete"), CELL),
        (replace(CONTROL, name="Delete {{course}}"), CELL),
        (replace(CONTROL, details={}), replace(CELL, details={})),
        (replace(CONTROL, role="textbox"), CELL),
        (replace(CONTROL, role="textbox", name="Price"), replace(CELL, role="textbox")),
        (replace(CONTROL, role="textbox"), replace(CELL, role="textbox", details={"head": "Places"})),
        (CONTROL, replace(CELL, role="textbox")),
        (CONTROL, replace(CELL, role="button")),
        (CONTROL, replace(CELL, details={"head": "Places"})),
        (CONTROL, replace(CELL, details={"head": "Price 2"})),
        (CONTROL, replace(CELL, details={"head": "Price in $"})),
        (CONTROL, replace(CELL, details={})),
    ],
)
def test_a_command_another_column_or_a_cell_without_a_head_is_none(target: Fingerprint, seen: Fingerprint) -> None:
    assert not is_its_cell(target, seen)
