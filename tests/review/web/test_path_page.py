"""The path editor's requests: the steps of a version, and the candidate that an edit makes."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from pytest_ami.model.workflow import Status, Workflow
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import TASK, click, fill, learned, session


@pytest.fixture
def version(store: WorkflowStore) -> Workflow:
    return learned(store, [click("Compose"), fill("To", "x"), fill("To", "{{to}}"), click("Send")])


def groups(*numbers: int) -> list[dict[str, Any]]:
    return [{"steps": [number], "label": ""} for number in numbers]


def test_an_edited_path_becomes_a_candidate_and_the_version_stays(
    client: TestClient, store: WorkflowStore, version: Workflow
) -> None:
    answer = client.post("path", json={"version": version.id, "groups": groups(1, 3, 4)}).json()

    made = store.get(answer["id"])
    assert made is not None
    assert (made.status, made.provenance.parent, len(made.steps)) == (Status.CANDIDATE, version.id, 3)
    found = store.find(TASK)
    assert found is not None
    assert found.id == version.id
    assert client.get(answer["next"]).status_code == 200


def test_an_edit_that_keeps_a_step_marked_wrong_says_so_and_makes_no_version(
    client: TestClient, store: WorkflowStore, version: Workflow
) -> None:
    store.add_user_feedback(session(store, version), 2, "wrong", reviewer="ann")
    reordered = client.post("path", json={"version": version.id, "groups": groups(2, 1, 3, 4)})
    assert (reordered.status_code, len(store.versions(TASK))) == (400, 1)
    error = reordered.json()["error"]
    assert error["what"] == "The edited path has a step that ann marked wrong"
    assert error["evidence"][0] == 'fill textbox "To"'

    checked = client.post("check", json={"version": version.id})
    assert (checked.status_code, checked.json()["error"]["what"]) == (400, "Version 1 has a step that ann marked wrong")

    dropped = client.post("path", json={"version": version.id, "groups": groups(1, 3, 4)}).json()
    assert dropped["status"] == "candidate"
    found = store.find(TASK)
    assert found is not None
    assert found.id == dropped["id"]


def test_a_mark_follows_a_step_that_an_earlier_edit_moved(
    client: TestClient, store: WorkflowStore, version: Workflow
) -> None:
    answer = client.post("path", json={"version": version.id, "groups": groups(2, 1, 3, 4)}).json()
    made = store.get(answer["id"])
    assert made is not None
    store.accept(made)
    store.add_user_feedback(session(store, version), 2, "wrong")
    assert store.find(TASK) is None


def test_the_editor_has_each_step_with_its_handle_and_its_merge(client: TestClient, version: Workflow) -> None:
    text = client.get("path", params={"task": TASK}).text

    assert text.count('draggable="true"') == 4
    assert text.count("data-merges=") == 1
    assert "Merge step 3 with step 2" in text


def test_a_task_or_version_that_does_not_exist_is_said(client: TestClient, version: Workflow) -> None:
    assert "no version to edit" in client.get("path", params={"task": "other"}).text
    assert client.get("path", params={"task": TASK, "version": "x"}).status_code == 400


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"version": "V", "groups": []},
        {"version": "V", "groups": [1]},
        {"version": "V", "groups": [{"steps": ["1"]}]},
        {"version": "V", "groups": [{"steps": [1], "label": 2}]},
        {"version": "V", "groups": [{"steps": [True]}]},
        {"version": "V", "groups": [{"steps": [1]}, {"steps": [1]}]},
        {"version": "V", "groups": [{"steps": [1, 4]}]},
        {"version": "unknown", "groups": [{"steps": [1]}]},
    ],
)
def test_a_bad_edit_makes_no_version(
    client: TestClient, store: WorkflowStore, version: Workflow, body: dict[str, Any]
) -> None:
    if body.get("version") == "V":
        body = {**body, "version": version.id}

    answer = client.post("path", json=body)

    assert (answer.status_code, len(store.versions(TASK))) == (400, 1)
    assert answer.json()["error"]["what"]
