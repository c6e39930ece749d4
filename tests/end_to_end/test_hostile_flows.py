"""Stored flows of strangers in real Chromium: nothing reaches another origin, and no secret leaves its field."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Outcome, Run
from pytest_ami.model.settings import Mode
from pytest_ami.model.workflow import Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.hostile_flows import PAGE, TASK, WAYS, flows, honest
from tests.support.lab import Lab
from tests.support.two_origins import TwoOrigins

NAMES = tuple(flows("http://h:1", "http://h:2"))
REASONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(NAMES, ("ignored: ", "must not run")),
    "opens another site": ("the step opens",),
    "declares the other site": ("only the stored flow names that origin",),
    "follows a link": ("the element is a link to",),
    "follows a declared link": ("only the stored flow names that origin",),
}
"""Words of the message, one of which must be there."""

SECRET = "correct-horse-7"
CASES = [(name, way) for name in NAMES for way in WAYS]


@pytest.fixture(scope="module")
def sites() -> Iterator[TwoOrigins]:
    """An application with a link, a search, a comment and an upload; and the foreign origin."""
    own = {"/": PAGE, "/found": "<h1>Found</h1>"}
    with TwoOrigins(own, {"/login": '<label>Password <input type="password"></label>'}) as both:
        yield both


@pytest.fixture
def base_url() -> None:
    """No base URL: the flow's own start counts."""


@pytest.fixture
def browser_context_args() -> dict[str, Any]:
    """Nobody is signed in."""
    return {}


def run(page: Any, flow: Workflow, way: str, root: Path) -> Run:
    """Bring a flow into a new project, and replay it."""
    lab, steering = Lab(root / "unused"), WAYS[way](flow, root)
    lab.store = WorkflowStore(root / ".ami", Journal(root / ".ami", run="x"), steering=steering)
    values = {"user": "eve", "password": SECRET}
    own = {parameter.name: values[parameter.name] for parameter in flow.parameters}
    return lab.run(page, TASK, own, mode=Mode.REPLAY, timeout=2.0)


def test_there_are_enough_hostile_flows() -> None:
    assert len(CASES) >= 40


@pytest.mark.filterwarnings("ignore::pytest_ami.store.warnings.AmiWarning")
@pytest.mark.parametrize(("name", "way"), CASES, ids=lambda text: text.replace(" ", "-"))
@pytest.mark.variants(18)
def test_no_request_leaves_the_application(page: Any, sites: TwoOrigins, tmp_path: Path, name: str, way: str) -> None:
    sites.own.arrived.clear()
    sites.foreign.arrived.clear()
    page.goto(f"{sites.own.url}/")
    flow = flows(sites.foreign.url, sites.own.url)[name]

    with pytest.raises(AmiError) as caught:
        run(page, flow, way, tmp_path)

    error = caught.value
    assert sites.foreign.arrived == []
    assert SECRET not in repr(sites.own.arrived) + str(error)
    assert [path for _, path, _ in sites.own.arrived] == ["/"]
    assert error.what
    assert error.why
    assert error.run
    assert page.url == f"{sites.own.url}/"
    assert any(word in str(error) for word in REASONS[name])


@pytest.mark.parametrize("way", WAYS)
def test_an_honest_flow_runs(page: Any, sites: TwoOrigins, tmp_path: Path, way: str) -> None:
    page.goto(f"{sites.own.url}/")
    sites.own.arrived.clear()

    done = run(page, honest(), way, tmp_path)

    assert done.outcome is Outcome.REPLAYED
    assert [path for _, path, _ in sites.own.arrived] == ["/found?q=eve&comment="]
