"""The only search field of a page may get other words for the same search; anything else about it decides as before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.identity import Verdict, heal
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

WAS = Fingerprint(
    tag="input", role="textbox", name="Search by model names or tags", heading="Models", counts={"name": 1},
    attributes={"type": "text", "placeholder": "Search by model names or tags", "data-test-id": "search-box"},
    scope=("page|",), ancestors=("span", "div", "div", "div"), classes=("input",), box=(20.0, 120.0, 400.0, 32.0),
    absolute_xpath="/html[1]/body[1]/div[1]/div[1]/div[2]/div[1]/span[1]/input[1]",
)  # fmt: skip
NOW = replace(
    WAS, name="Search registered models", counts={},
    attributes={"type": "text", "placeholder": "Search registered models", "data-testid": "model-search-input"},
    absolute_xpath="/html[1]/body[1]/div[1]/div[1]/div[2]/div[1]/form[1]/span[1]/input[1]",
)  # fmt: skip


def found(*pages: Fingerprint, kind: StepKind = StepKind.FILL, target: Fingerprint = WAS) -> Verdict:
    return heal(target, kind, [Candidate(fingerprint=one) for one in pages], {})


def test_the_only_search_of_the_same_things_is_the_recorded_one() -> None:
    assert found(NOW).usable
    assert found(NOW, replace(NOW, name="Page size", absolute_xpath="/html[1]/body[1]/input[1]")).usable


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "Search archived models"},
        {"name": "Search runs"},
        {"name": "Search"},
        {"name": "Model name"},
        {"name": "Search registered models", "scope": ("dialog|Compare", "page|")},
        {"name": "Search registered models", "heading": "Runs", "box": (900.0, 700.0, 80.0, 20.0), "classes": ()},
        {"name": "Search registered models", "attributes": {"data-test-id": "global-search"}},
        {"name": "Search registered models", "role": "checkbox", "attributes": {"type": "checkbox"}},
    ],
)
def test_another_search_and_another_field_are_not(changes: dict[str, Any]) -> None:
    assert not found(replace(NOW, **changes)).usable


def test_one_of_two_searches_is_not() -> None:
    elsewhere = replace(NOW, absolute_xpath="/html[1]/body[1]/header[1]/input[1]", box=(800.0, 10.0, 200.0, 30.0))

    assert not found(NOW, replace(elsewhere, name="Search everything")).usable
    assert not found(NOW, replace(elsewhere, heading="")).usable
