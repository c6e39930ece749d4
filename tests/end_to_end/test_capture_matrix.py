"""Every kind of operation in every kind of place: recorded, recorded once, and replayed to the same page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.engine.recording import record
from tests.support.capture.cases import BY_DAY, CASES, KINDS
from tests.support.capture.grade import LAUNCH, grade
from tests.support.capture.places import PLACES
from tests.support.capture.server import CaptureSite

TYPES = {*record.KINDS, *record.ECHOES}
"""Every type of operation there is."""


@pytest.fixture(scope="session")
def capture_site() -> Iterator[CaptureSite]:
    """Two origins that serve the pages of all cases."""
    with CaptureSite(CASES) as site:
        yield site


@pytest.fixture(scope="session")
def capture_browser(browser_type: Any, browser_type_launch_args: dict[str, Any]) -> Iterator[Any]:
    """A browser whose frames of another site are out of process."""
    browser = browser_type.launch(**{**browser_type_launch_args, **LAUNCH})
    yield browser
    browser.close()


def rated(case: Any) -> Any:
    return pytest.param(case, id=case.id, marks=() if case.id in BY_DAY else pytest.mark.nightly)


@pytest.mark.variants(6)
@pytest.mark.parametrize("case", [rated(case) for case in CASES.values()])
def test_what_is_done_is_recorded_once_and_replayed(
    case: Any, capture_site: CaptureSite, capture_browser: Any, tmp_path: Path
) -> None:
    made = grade(case, capture_site, capture_browser, tmp_path)
    assert not made.why, str(made)


@pytest.mark.parametrize("ids", [BY_DAY, frozenset(CASES)], ids=["by day", "all"])
def test_the_matrix_has_every_kind_and_every_place(ids: frozenset[str]) -> None:
    cases = [CASES[name] for name in ids]
    assert {case.place.id for case in cases} == set(PLACES)
    assert {case.kind.id for case in cases} == {kind.id for kind in KINDS}
    types = {type_ for case in cases for want in case.wants for type_ in want.types}
    assert types >= TYPES
    assert len(cases) >= 70
