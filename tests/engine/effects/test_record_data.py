"""The name of an uploaded file and the other cells of a chosen row are data in a message."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.engine.effects.record_data import of_row, row_data, with_file_names
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects

VALUES = {"owner": "Ada"}


def row(*cells: str, context: str = "") -> Fingerprint:
    return Fingerprint(tag="button", context=context, cells=cells)


def test_the_last_part_of_an_uploaded_path_is_known() -> None:
    values = {"file": "/home/a/plan.txt", "other": "/home/b/list.txt", "name": "plan"}
    assert with_file_names(values, ["file"]) == {**values, "file__file": "plan.txt"}
    assert with_file_names(values, ["plan.txt"]) == {**values, "file__file": "plan.txt"}
    assert with_file_names({"file": "C:\\\\a\\\\plan.txt"}, ["file"])["file__file"] == "plan.txt"
    assert with_file_names(values, []) == values


def test_the_other_cells_of_the_row_that_a_value_chose_are_data() -> None:
    recorded = row("Saw no. 1", "{{owner}}", "Shelf 3", context="Saw no. 1 {{owner}} Shelf 3")
    assert row_data(recorded, row("Wok no. 7", "Ada", "Shelf 3"), VALUES) == {"Saw no. 1": "Wok no. 7"}


def test_a_row_that_no_value_chose_has_no_data() -> None:
    assert row_data(row("Saw no. 1", "Ben"), row("Wok no. 7", "Ada"), VALUES) == {}


def test_rows_of_unlike_shape_tell_nothing() -> None:
    recorded = row("Saw no. 1", "{{owner}}", context="{{owner}}")
    assert row_data(recorded, row("Wok no. 7", "new", "Ada"), VALUES) == {}


def test_a_message_holds_the_cell_of_this_runs_row() -> None:
    effects = Effects(notices=("alert|Saved Saw no. 1", "text|{{owner}}"), appeared=("button|Saw no. 1",))
    now = of_row(effects, {"Saw no. 1": "Wok no. 7"})
    assert now.notices == ("alert|Saved Wok no. 7", "text|{{owner}}")
    assert now.appeared == effects.appeared


def test_a_part_of_a_word_is_no_cell() -> None:
    assert of_row(Effects(notices=("alert|Saved Sawmill",)), {"Saw": "Wok"}).notices == ("alert|Saved Sawmill",)


@given(st.text(max_size=40), st.dictionaries(st.text(min_size=3, max_size=8), st.text(max_size=8), max_size=3))
def test_effects_without_a_message_stay(text: str, cells: dict[str, str]) -> None:
    effects = Effects(appeared=(f"button|{text}",), vanished=(f"link|{text}",), route="/a")
    assert of_row(effects, cells) == effects
