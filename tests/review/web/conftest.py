"""The review application on a small store: in memory for requests, on a port for a browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pytest_ami.review.desk import ReviewDesk
from pytest_ami.review.web.application import application
from pytest_ami.review.web.guard import Guard
from pytest_ami.review.web.server import ReviewServer, listen
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import open_store

HOST = "127.0.0.1:8765"
TOKEN = "a-token"


@pytest.fixture(scope="session")
def base_url() -> str:
    """None: each test has a server of its own. The plugin's fixture of this name is deprecated in form."""
    return ""


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    """An empty store."""
    return open_store(tmp_path / ".ami")


@pytest.fixture
def client(store: WorkflowStore) -> TestClient:
    """A browser's requests, with the token and from a page of the application."""
    guard = Guard(application(ReviewDesk(store, "me")), TOKEN, {HOST})
    headers = {"Origin": f"http://{HOST}"}
    return TestClient(guard, base_url=f"http://{HOST}/{TOKEN}/", headers=headers)


@pytest.fixture
def served(store: WorkflowStore) -> Iterator[str]:
    """The address of the application on a port, without the slash at its end."""
    server = ReviewServer(application(ReviewDesk(store, "me")), listen(0))
    ready = threading.Event()
    thread = threading.Thread(target=server.run, args=(lambda _url: ready.set(),), daemon=True)
    thread.start()
    assert ready.wait(10)
    yield server.url.rstrip("/")
    server.stop()
    thread.join(10)
