"""The recorder does not change what a page does: its own journal is the same with a recorder and without one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.undisturbed.case import When, WitnessCase, witnessed
from tests.support.undisturbed.editors import EDITORS
from tests.support.undisturbed.globals import GLOBALS
from tests.support.undisturbed.presses import PRESSES

CASES = (*EDITORS, *PRESSES, *GLOBALS)
LATE_BY_DAY = ("editor-that-takes-back", "sealed-parts", "a-clock-of-its-own")
"""The pages to which the recorder comes late by day, too."""

BY_NIGHT = ("strict-policy", "hardened")
"""The pages that no recorder has ever disturbed."""

RUNS = [
    pytest.param(
        case,
        when,
        id=f"{case.name}-{when}",
        marks=pytest.mark.nightly if case.name in BY_NIGHT or (when == "late" and case.name not in LATE_BY_DAY) else (),
    )
    for case in CASES
    for when in case.whens
]


@pytest.fixture(scope="module")
def alone() -> dict[str, dict[str, Any]]:
    """The journals of the pages without a recorder, each made once."""
    return {}


@pytest.mark.variants(16)
@pytest.mark.parametrize(("case", "when"), RUNS)
def test_a_page_does_the_same_with_a_recorder(
    case: WitnessCase, when: When, alone: dict[str, dict[str, Any]], new_context: Any
) -> None:
    if case.name not in alone:
        alone[case.name] = witnessed(case, "never", new_context)
    known = alone[case.name]
    assert case.reached in "\n".join(known["journal"]) + known["html"], "the page did not do what the case is about"
    observed = witnessed(case, when, new_context)
    assert observed["operations"], "nothing was recorded"
    assert {**observed, "operations": []} == known
