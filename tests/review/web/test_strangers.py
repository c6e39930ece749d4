"""Sessions and texts from a stranger's journal: they stay texts, and lead nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pytest_ami.review.desk import ReviewDesk
from pytest_ami.store.facts import Kind
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import click, learned, open_store, session

SHOWN = 'class="outcome failed">failed'


def test_an_outcome_that_is_none_becomes_no_class_of_the_page(client: TestClient, store: WorkflowStore) -> None:
    for number, outcome in enumerate(["x skip top", ["stale"], None]):
        store.journal.append(Kind.TEST_FINISHED, task="t", data={"session": f"session-{number}", "outcome": outcome})

    assert client.get("task?task=t").text.count(SHOWN) == 3
    assert SHOWN in client.get("rows").text
    assert SHOWN in client.get("session/session-0").text


@pytest.mark.parametrize("name", ["../accept", "a/b", "a?b", "a b", "<b>", "a" * 200])
def test_an_id_that_is_no_part_of_an_address_is_no_session(client: TestClient, store: WorkflowStore, name: str) -> None:
    store.journal.append(Kind.TEST_FINISHED, task="t", data={"session": name, "outcome": "stale"})

    assert "Nothing is recorded for this task" in client.get("task?task=t").text


def test_a_text_in_an_answer_to_a_script_hides_and_reorders_nothing(client: TestClient, store: WorkflowStore) -> None:
    version = learned(store, [click("Pay")], task="pay\u202eyap")
    answer = client.post(
        "verdicts",
        json={"verdicts": [{"session": session(store, version), "step": 1, "label": "wrong", "correction": ""}]},
    )

    assert "pay\\u202eyap" in answer.json()["phrases"][0]


def test_each_store_has_a_name_of_its_own_and_the_page_has_it(
    client: TestClient, store: WorkflowStore, tmp_path: Path
) -> None:
    own, other = ReviewDesk(store, "me").project, ReviewDesk(open_store(tmp_path / "other"), "me").project

    assert own != other
    assert f'data-project="{own}"' in client.get("").text
