"""The list of tasks and the page of a task."""

from __future__ import annotations

import re
import threading
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from pytest_ami.review.catalogue import TaskSummary
from pytest_ami.review.desk import ReviewDesk
from pytest_ami.review.web.application import application
from pytest_ami.review.web.guard import Guard
from pytest_ami.store.facts import Kind
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import click, fill, learned, session

from .conftest import HOST, TOKEN

HOSTILE = "<script>alert(1)</script>\u202egnp.exe\x1b[31m\"'"


def names(text: str) -> list[str]:
    return re.findall(r'<th scope="row"><a [^>]*><bdi>(.*?)</bdi>', text)


def test_the_list_has_the_failures_first_and_leads_to_the_newest_of_them(
    client: TestClient, store: WorkflowStore
) -> None:
    short, long = learned(store, [click("A")], "short"), learned(store, [click("A"), click("B")], "long")
    bad = learned(store, [click("A")], "bad")
    for version in (short, long, bad):
        session(store, version)
    failed = session(store, bad, passed=False, outcome="stale")
    session(store, bad)

    text = client.get("").text

    assert names(text) == ["bad", "long", "short"]
    assert f"/{TOKEN}/session/{failed}" in text
    assert names(client.get("?outcome=failures").text) == ["bad"]
    assert names(client.get("?q=SHO").text) == ["short"]
    assert "No task fits this filter" in client.get("?q=nothing").text


def test_the_list_has_pages_of_fifty_and_keeps_the_filter(client: TestClient, store: WorkflowStore) -> None:
    version = learned(store, [click("A")])
    for number in range(101):
        store.journal.append(Kind.TEST_FINISHED, task=f"task {number:03}", workflow=version.id, data={"passed": True})

    first, last = client.get("?q=task").text, client.get("?q=task&page=3").text

    assert len(names(first)) == 50
    assert names(last) == ["task 100"]
    assert "?page=2&amp;q=task" in first
    assert "Page 3 of 3" in last
    assert names(client.get("?page=99").text) == ["task 100"]


def test_an_empty_store_says_what_to_do(client: TestClient) -> None:
    assert "pytest --ami-mode=auto" in client.get("").text
    assert "pytest --ami-mode=auto" in client.get("statistics").text


def test_a_store_that_takes_its_time_blocks_no_page(store: WorkflowStore) -> None:
    free = threading.Event()

    class SlowDesk(ReviewDesk):
        def tasks(self) -> tuple[TaskSummary, ...]:
            free.wait(10)
            return super().tasks()

    client = TestClient(Guard(application(SlowDesk(store, "me")), TOKEN, {HOST}), base_url=f"http://{HOST}/{TOKEN}/")
    try:
        text = client.get("?q=x").text
    finally:
        free.set()

    assert f'data-load="/{TOKEN}/rows?q=x"' in text
    assert "No run is recorded yet" in client.get("rows?q=x").text


def test_the_page_of_a_task_has_its_versions_and_sessions(client: TestClient, store: WorkflowStore) -> None:
    version = learned(store, [click("A")])
    newer = store.add(version)
    name = session(store, version)

    text = client.get(f"task?task={version.task}").text

    assert f"session/{name}" in text
    assert re.search(r"Version 1</a> <span[^>]*>runs next", text)
    assert f'data-check="{newer.id}"' in text
    assert "compare?task=send+email" in text
    assert client.get("task?task=unknown").status_code == 404


@pytest.mark.slow
def test_texts_of_strangers_stay_texts_on_every_page(client: TestClient, store: WorkflowStore) -> None:
    version = learned(store, [click(HOSTILE), fill(HOSTILE, HOSTILE)], HOSTILE)
    store.add(version)
    name = session(store, version)
    store.add_user_feedback(name, 1, "wrong", HOSTILE, reviewer=HOSTILE)
    pages = ["", "rows", "statistics", f"session/{name}", f"session/{name}/step/1", f"session/{name}/step/1/similar"]
    pages += [f"session/{quote(HOSTILE, safe='')}", "nowhere"]
    params = {"task": HOSTILE, "q": HOSTILE}

    for path in [*pages, "task", "path", "compare"]:
        text = client.get(path, params=params if path in ("task", "path", "compare", "") else {}).text
        assert "<script>alert" not in text, path
        assert not {"\u202e", "\x1b"} & set(text), path
