"""A field for files is called by its box if its own name says only what it is; another box is another field."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.element import named_by_box
from pytest_ami.elements.identity import Verdict, element_query, heal, recognise
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

BOX = "File with the recipe"
WAS = Fingerprint(
    tag="input", role="file", attributes={"type": "file"}, landmark=f"button|{BOX}", counts={"name": 1},
    scope=(f"button|{BOX}", "main|", "page|"), neighbours=("Drag and drop file here", BOX, "Title", "Save the recipe"),
    absolute_xpath="/html[1]/body[1]/div[1]/section[1]/input[1]", ancestors=("section", "div", "body", "html"),
)  # fmt: skip
NOW = replace(
    WAS, name="file upload", attributes={"type": "file", "aria-label": "file upload", "data-testid": "dropzone"},
    landmark=f"section|{BOX}", scope=(f"section|{BOX}", "main|", "page|"), counts={},
    neighbours=("Upload", BOX, "Title", "Save the recipe"), ancestors=("section", "main", "body", "html"),
    absolute_xpath="/html[1]/body[1]/main[1]/div[1]/section[1]/input[1]",
)  # fmt: skip


def found(*fields: Fingerprint) -> Verdict:
    seen = [Candidate(fingerprint=one) for one in fields]
    verdict = recognise(WAS, seen, {}, StepKind.UPLOAD)
    return verdict if verdict.usable else heal(WAS, StepKind.UPLOAD, seen, {})


def test_a_field_that_got_a_name_that_says_nothing_is_still_that_of_its_box() -> None:
    assert found(NOW).usable
    assert found(NOW, replace(NOW, landmark="section|Photo", scope=("section|Photo", "page|"))).index == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"landmark": "section|Photo of the dish", "scope": ("section|Photo of the dish", "main|", "page|")},
        {"landmark": f"navigation|{BOX}", "scope": (f"navigation|{BOX}", "page|")},
        {"landmark": f"dialog|{BOX}", "scope": (f"dialog|{BOX}", "page|")},
        {"landmark": "", "scope": ("main|", "page|"), "neighbours": ("Photo", "Price")},
        {"name": "Photo of the dish"},
        {"role": "textbox", "attributes": {"type": "text"}},
    ],
)
def test_a_field_of_another_box_or_name_is_not(changes: dict[str, Any]) -> None:
    assert not found(replace(NOW, **changes)).usable


def test_one_of_two_fields_of_one_box_is_not() -> None:
    twin = replace(NOW, absolute_xpath="/html[1]/body[1]/main[1]/div[1]/section[1]/input[2]")

    assert not found(NOW, twin).usable


def test_a_label_stays_and_the_page_is_asked_for_no_box() -> None:
    labelled = replace(WAS, label="Recipe")

    assert named_by_box(labelled) is labelled
    assert element_query(WAS, StepKind.UPLOAD, {}).label == ""
