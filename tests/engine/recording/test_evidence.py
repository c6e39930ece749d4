"""The evidence of a recorded element: what a loading page shows is none."""

from __future__ import annotations

from pytest_ami.engine.recording.evidence import loaded
from pytest_ami.model.fingerprint import Fingerprint


def test_a_text_that_says_that_the_page_is_loading_is_no_evidence() -> None:
    around = ("Searching…", "Please wait...", "Ada Lovelace", "More…than this", "See the notes of all the people here…")
    kept = around[2:]

    found = loaded(Fingerprint(tag="input", cells=around, texts=around, neighbours=around))

    assert (found.cells, found.texts, found.neighbours) == (kept, kept, kept)
