"""A trace of pytest-playwright has a named group for each step of a replay."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.codec import from_plain
from pytest_ami.model.workflow import Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.project import Project
from tests.support.projects import FLOW, NO_PICTURES, PLAIN, WEBMAIL

STORED = Path(__file__).parents[2] / "fixtures" / "workflows" / "send-email-2019.json"


@pytest.mark.browser
@pytest.mark.slow
def test_each_step_of_a_replay_is_a_group_of_the_trace(tmp_path: Path) -> None:
    workflow = from_plain(Workflow, json.loads(STORED.read_text("utf-8")))
    WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="r", worker="w")).add(workflow)
    project = Project.at(tmp_path).with_file("conftest.py", WEBMAIL).with_test(FLOW).with_args(*PLAIN, *NO_PICTURES)

    done = project.run("--tracing=on", "--ami-mode=replay")

    assert done.outcomes.get("passed") == 1, done.out
    (trace,) = (tmp_path / "test-results").rglob("trace.zip")
    groups = [event for event in events(trace) if event.get("method") == "tracingGroup"]
    titles = [event.get("title") or event["params"]["name"] for event in groups]
    assert titles == [f"{number}. {step.title()}" for number, step in enumerate(workflow.steps, 1)]


def events(trace: Path) -> list[dict[str, Any]]:
    """Return the events of a trace that begin something."""
    with zipfile.ZipFile(trace) as archive:
        texts = [archive.read(name).decode() for name in archive.namelist() if name.endswith(".trace")]
    return [event for text in texts for line in text.splitlines() if (event := json.loads(line))["type"] == "before"]
