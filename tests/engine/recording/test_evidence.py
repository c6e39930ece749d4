"""The evidence of a recorded element: what a loading list shows around a field is none."""

from __future__ import annotations

import pytest

from pytest_ami.engine.recording.evidence import loaded
from pytest_ami.model.fingerprint import Fingerprint


@pytest.mark.parametrize("text", ["Searching…", "Please wait..."])
def test_a_list_that_is_loading_is_no_evidence_of_its_field(text: str) -> None:
    found = loaded(Fingerprint(tag="input", cells=(text,), texts=(text,), neighbours=(text, "Author")))

    assert (found.cells, found.texts, found.neighbours) == ((), (), ("Author",))


@pytest.mark.parametrize(
    ("tag", "cells"),
    [
        ("input", ("Ada Lovelace", "Details…")),
        ("input", ("Ada Lovelace",)),
        ("input", ("See the notes of all the people here…",)),
        ("button", ("More…",)),
        ("input", ()),
    ],
)
def test_cells_of_a_row_and_texts_around_a_control_stay(tag: str, cells: tuple[str, ...]) -> None:
    recorded = Fingerprint(tag=tag, cells=cells, texts=cells, neighbours=cells)

    assert loaded(recorded) == recorded
