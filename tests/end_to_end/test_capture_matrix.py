"""Every kind of operation in every kind of place: recorded, recorded once, and replayed to the same page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.engine.recording import record
from pytest_ami.testing.project import clean
from tests.support.capture.cases import BY_DAY, CASES, KINDS
from tests.support.capture.grade import LAUNCH, grade
from tests.support.capture.places import PLACES
from tests.support.capture.server import CaptureSite

ROOT = Path(__file__).parents[2]
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


@pytest.mark.parametrize("case", [rated(case) for case in CASES.values()])
def test_what_is_done_is_recorded_once_and_replayed(
    case: Any, capture_site: CaptureSite, capture_browser: Any, tmp_path: Path
) -> None:
    made = grade(case, capture_site, capture_browser, tmp_path)
    assert not made.why, str(made)


def collected_by_day() -> set[str]:
    """Return the ids of the cases that pytest takes from this module for `make test`."""
    chosen = ("-m", "not nightly", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", __file__, "--collect-only", "-q", *chosen],
        cwd=ROOT,
        env=clean(os.environ),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    test = test_what_is_done_is_recorded_once_and_replayed.__name__
    return set(re.findall(rf"::{test}\[[a-z]+-(.+)\]$", done.stdout, flags=re.MULTILINE))


@pytest.mark.slow
@pytest.mark.parametrize("find", [collected_by_day, lambda: set(CASES)], ids=["by day", "all"])
def test_every_kind_and_every_place_is_tried(find: Callable[[], set[str]]) -> None:
    cases = [CASES[name] for name in find()]
    assert {case.kind.id for case in cases} == {kind.id for kind in KINDS}
    assert {case.place.id for case in cases} == set(PLACES)
    types = {type_ for case in cases for want in case.wants for type_ in want.types}
    assert types >= TYPES


def test_the_day_tries_no_more_than_it_must() -> None:
    assert len(BY_DAY) <= len(KINDS) + len(PLACES) // 2
