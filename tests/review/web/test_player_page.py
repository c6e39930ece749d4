"""The player's requests: steps with their evidence, verdicts and what they do, similar steps, pictures."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from pytest_ami.model.workflow import Status
from pytest_ami.store.facts import Kind
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.sessions import click, fill, learned, session

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def name(store: WorkflowStore) -> str:
    """A session of a version of three steps, of which the first has evidence."""
    version = learned(store, [click("Compose"), fill("To", "{{to}}"), click("Send")])
    found = session(store, version)
    folder = store.folder / "runs" / "r1"
    (folder / found).mkdir(parents=True)
    (folder / "pictures").mkdir()
    (folder / "pictures" / "aa.png").write_bytes(PNG)
    line = {
        "step": 1,
        "thinking": "First I open the form.",
        "candidates": ['button "Compose"', 'button "New"'],
        "margin": 0.25,
        "expected": ["dialog|New", "route /new"],
        "seen": ["dialog|New"],
        "before": "aa.png",
        "after": "gone.png",
    }
    (folder / found / "steps.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    return found


def verdict(name: str, step: int, label: str | None, correction: str = "") -> dict[str, Any]:
    return {"verdicts": [{"session": name, "step": step, "label": label, "correction": correction}]}


def labels(store: WorkflowStore, name: str) -> list[str | None]:
    return [step.user_label for step in store.get_session_steps(name)]


def test_a_step_has_an_address_with_its_picture_thinking_and_evidence(client: TestClient, name: str) -> None:
    text = client.get(f"session/{name}?step=1").text

    for words in ("First I open the form.", "0.25", "button &#34;New&#34;", "Expected effects", "route /new"):
        assert words in text
    assert "pictures/r1/aa.png" in text
    assert "No picture was kept" in client.get(f"session/{name}?step=2").text


def test_the_player_opens_at_the_first_step_without_a_verdict(
    client: TestClient, store: WorkflowStore, name: str
) -> None:
    store.add_user_feedback(name, 1, "correct", reviewer="me")

    assert "Step 2 of 3" in client.get(f"session/{name}").text
    assert "Step 3 of 3" in client.get(f"session/{name}?step=3").text
    assert "Step 1 of 3" in client.get(f"session/{name}?step=77").text


def test_the_consequence_is_shown_before_it_is_saved(client: TestClient, store: WorkflowStore, name: str) -> None:
    text = client.get(f"session/{name}/step/3").text
    answer = client.get(f"session/{name}/step/3/impact", params={"label": "wrong", "correction": "be careful"})

    assert "Version 1 of “send email” is put aside and never replayed again." in text
    assert "No version is left to run: the next run learns the task." in text
    assert answer.json()["phrases"][-1] == "The correction names no known element: lessons get it as advice."
    assert labels(store, name) == [None, None, None]


def test_a_wrong_step_puts_its_version_aside_and_undo_brings_it_back(
    client: TestClient, store: WorkflowStore, name: str
) -> None:
    saved = client.post("verdicts", json=verdict(name, 3, "wrong"))
    (version,) = store.versions("send email")
    undone = client.post("verdicts", json=verdict(name, 3, None))

    assert "put aside" in saved.json()["phrases"][0]
    assert version.status is Status.RETIRED
    assert "may run again" in undone.json()["phrases"][0]
    assert store.versions("send email")[0].status is Status.ACTIVE
    assert labels(store, name) == [None, None, None]


def test_a_correction_that_names_an_element_becomes_a_candidate(
    client: TestClient, store: WorkflowStore, name: str
) -> None:
    answer = client.post("verdicts", json=verdict(name, 3, "wrong", 'click button "Compose"')).json()

    made = store.get(answer["proposal"])
    assert made is not None
    assert (made.status, made.steps[2].title()) == (Status.CANDIDATE, 'click button "Compose"')
    assert "Version 2 is the correction as a candidate." in answer["phrases"]


def test_two_reviewers_both_stand_and_the_conflict_is_shown(
    client: TestClient, store: WorkflowStore, name: str
) -> None:
    store.add_user_feedback(name, 1, "wrong", "leave out", reviewer="ann")
    client.post("verdicts", json=verdict(name, 1, "correct"))

    text = client.get(f"session/{name}/step/1").text

    assert "Reviewers disagree." in text
    assert {(one.reviewer, one.user_label) for one in store.feedback.standing()} == {
        ("ann", "wrong"),
        ("me", "correct"),
    }
    assert 'data-state="conflict"' in client.get(f"session/{name}").text


def test_similar_steps_are_listed_and_marked_in_one_go(client: TestClient, store: WorkflowStore, name: str) -> None:
    (version,) = store.versions("send email")
    others = [session(store, version) for _ in range(3)]

    text = client.get(f"session/{name}/step/2/similar").text
    entries = [{"session": one, "step": 2, "label": "correct", "correction": ""} for one in (name, *others)]
    answer = client.post("verdicts", json={"verdicts": entries})

    assert [one for one in others if f'data-session="{one}" data-step="2"' in text] == others
    assert f'data-session="{name}"' not in text
    assert answer.json()["saved"] == 4
    assert [labels(store, one) for one in others] == [[None, "correct", None]] * 3


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"verdicts": []},
        {"verdicts": ["x"]},
        {"verdicts": [{"session": 1, "step": 1, "label": "wrong"}]},
        {"verdicts": [{"session": "S", "step": True, "label": "wrong"}]},
        {"verdicts": [{"session": "S", "step": 1, "label": "maybe"}]},
        {"verdicts": [{"session": "S", "step": 1, "label": "wrong", "correction": 1}]},
        {"verdicts": [{"session": "S", "step": 1, "label": "wrong", "correction": "x" * 5000}]},
        {"verdicts": [{"session": "S", "step": 9, "label": "wrong"}]},
        {"verdicts": [{"session": "S", "step": 1, "label": "correct"}, {"session": "S", "step": 9, "label": "wrong"}]},
    ],
)
def test_a_bad_request_saves_nothing(client: TestClient, store: WorkflowStore, name: str, body: dict) -> None:
    answer = client.post(
        "verdicts", content=json.dumps(body).replace('"S"', f'"{name}"'), headers={"Content-Type": "application/json"}
    )

    assert answer.status_code == 400
    assert answer.json()["error"]["what"]
    assert store.feedback.standing() == ()


def test_a_body_that_is_no_json_is_refused(client: TestClient, name: str) -> None:
    for content, kind in ((b"[1]", "application/json"), (b"{", "application/json"), (b"{}", "text/plain")):
        assert client.post("verdicts", content=content, headers={"Content-Type": kind}).status_code == 400


def test_a_verdict_that_cannot_be_written_is_an_error_of_the_server(
    client: TestClient, store: WorkflowStore, name: str
) -> None:
    journal = store.journal.path
    journal.rename(journal.with_name("earlier.jsonl"))
    journal.mkdir()

    with pytest.warns(UserWarning, match="cannot be written"):
        answer = client.post("verdicts", json=verdict(name, 1, "correct"))

    assert answer.status_code == 503
    assert "cannot be written" in answer.json()["error"]["what"]


def test_pictures_are_sent_once_and_only_those_of_a_run(client: TestClient, store: WorkflowStore, name: str) -> None:
    secret = store.folder / "secret.png"
    secret.write_bytes(PNG)
    (store.folder / "runs" / "r1" / "pictures" / "link.png").symlink_to(store.folder.parent / "outside.png")
    (store.folder.parent / "outside.png").write_bytes(PNG)
    answer = client.get("pictures/r1/aa.png")

    assert (answer.content, answer.headers["content-type"]) == (PNG, "image/png")
    assert "immutable" in answer.headers["cache-control"]
    for path in (
        "r1/gone.png",
        "r1/link.png",
        "r1/..%2f..%2f..%2fsecret.png",
        f"r1/..%2f{name}%2fsteps.jsonl",
        "..%2fr1/aa.png",
    ):
        assert client.get(f"pictures/{path}").status_code == 404, path


def test_a_session_that_is_unknown_or_has_no_steps_says_so(client: TestClient, store: WorkflowStore) -> None:
    store.journal.append(Kind.TEST_FINISHED, task="t", data={"session": "empty-session"})

    assert "Nothing was kept" in client.get("session/empty-session").text
    assert client.get("session/unknown-session").status_code == 400
    assert client.get("session/empty-session/step/1").status_code == 400
