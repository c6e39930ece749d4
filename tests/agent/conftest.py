"""A desk over a store of one flow, and a project whose `pytest` is a script: lessons without a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pytest_ami.agent.desk import AgentDesk
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import open_store

SCRIPT = """
import json, os, sys
from pathlib import Path

options = dict(word.partition("=")[::2] for word in sys.argv)
if "--ami-list-to" in options:
    Path(options["--ami-list-to"]).write_text(json.dumps({"tests": ["test_mail.py::test_send"]}))
    sys.exit(0)
from pytest_ami.teachers.agent import VARIABLE, AgentAddress, AgentClient
asked = [{"role": "system", "content": "RULES"}, {"role": "user", "content": "PAGE"}]
client = AgentClient(AgentAddress.decoded(os.environ[VARIABLE]))
"""
"""The beginning of the script that stands for pytest: it lists one test, and is about to ask the agent."""


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    """The store of the project."""
    return open_store(tmp_path / ".ami")


@pytest.fixture
def desk(store: WorkflowStore) -> Iterator[AgentDesk]:
    """The desk of the project."""

    @contextmanager
    def write() -> Iterator[WorkflowStore]:
        yield store

    made = AgentDesk(store.folder.parent, lambda: store, write, wait=20)
    made.name = "scripted"
    yield made
    made.close()


@pytest.fixture
def scripted(desk: AgentDesk, tmp_path: Path) -> Callable[[str], AgentDesk]:
    """Return the desk of a project in which a lesson is a script."""

    def of(script: str) -> AgentDesk:
        (tmp_path / "pytest.py").write_text(SCRIPT + script, "utf-8")
        return desk

    return of
