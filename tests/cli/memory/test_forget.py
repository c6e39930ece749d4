"""`ami memory` and `ami forget`: knowledge from facts, a list before a task is forgotten, a log, and the way back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.operation import Operation
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.commands import data, flow, run
from tests.support.old_stores import EARLIER, build

INBOX, SENT = "http://127.0.0.1:50123/mail/inbox", "http://127.0.0.1:50123/mail/sent"

pytestmark = pytest.mark.usefixtures("project")


def finished(
    journal: Journal, outcome: str, *, test: str = "t.py::a", attempt: int = 1, workflow: str = "", **more: Any
) -> None:
    told = {"outcome": outcome, "passed": outcome != "stale", "seconds": 2.0, "model_calls": 0, "money": 0.0, **more}
    journal.append(Kind.TEST_FINISHED, test=test, attempt=attempt, task="send email", workflow=workflow, data=told)


@pytest.fixture
def store(project: Path) -> WorkflowStore:
    """A task that was learned, replayed, drifted and relearned, and another one that is only remembered."""
    journal = Journal(project / ".ami", run="r1")
    made = WorkflowStore(project / ".ami", journal)
    version = made.promote(made.add(flow()))
    finished(journal, "learned", workflow=version.id, seconds=10.0, model_calls=4, money=0.02)
    for n in range(3):
        finished(journal, "replayed", test=f"t.py::r{n}", workflow=version.id)
    drift = {"step": 2, "cause": "wrong_effect", "reason": "page_changed", "title": "click Send"}
    for n, more in enumerate((["no message"], ["no message", "HTTP 429 Too Many Requests"], ["no message"])):
        journal.append(
            Kind.DRIFT, test=f"t.py::d{n}", task="send email", workflow=version.id, data={**drift, "evidence": more}
        )
    finished(journal, "relearned", test="t.py::d0", workflow=version.id, seconds=6.0, model_calls=2, money=0.01)
    finished(journal, "relearned", test="t.py::d1", workflow=version.id, passed=False, seconds=6.0, model_calls=2)
    finished(journal, "stale", test="t.py::d2", workflow=version.id)
    finished(journal, "replayed", test="t.py::d2", attempt=2, workflow=version.id)
    operations = [
        Operation(type="click", url=INBOX, role="button", text="Compose", xpath="/c"),
        Operation(type="click", url=INBOX, role="link", text="Sent", xpath="/s"),
        Operation(type="navigate", url=SENT, value="link"),
    ]
    made.memory.add(operations, task="send email", session_id="send_1")
    made.memory.add(operations[:1], task="look around", session_id="look_1")
    return made


def rows(part: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data("memory", part)["rows"]
    return found


@pytest.mark.slow
def test_a_store_of_the_schema_before_is_migrated_before_its_memory_is_shown(project: Path) -> None:
    folder = project / ".ami"
    called: dict[str, Any] = {"test": "t.py::a", "attempt": 1, "task": "send email", "data": {"model": "m"}}
    fact = Journal(folder, run="r1").append(Kind.MODEL_CALL, **called)
    build(folder / "workflows.duckdb", EARLIER[-1], [encode(fact)])
    (row,) = rows("agents")
    assert (row["agent"], row["total_calls"], row["held"]) == ("m", 1, 0)
    assert run("outlook", "send email").exit_code == 0


def test_a_task_pattern_has_the_plan_the_success_and_the_cost(store: WorkflowStore) -> None:
    (pattern,) = rows("tasks")
    assert (pattern["task_signature"], pattern["success_count"], pattern["runs"]) == ("send email", 6, 8)
    assert [(one["kind"], one["name"], one["after"]) for one in pattern["successful_plan"]] == [
        ("fill", "To", []),
        ("click", "Send", [1]),
    ]
    assert pattern["avg_duration_ms"] == 2000
    assert (pattern["lessons"], pattern["avg_lesson_calls"]) == (3, pytest.approx(8 / 3))
    assert pattern["avg_cost_usd"] == pytest.approx(0.01)
    assert pattern["applicable_contexts"] == ["localhost/mail/inbox"]
    shown = run("memory").stdout
    assert "send email" in shown
    assert "6/8" in shown


def test_failures_of_one_signature_are_one_row_with_what_helped(store: WorkflowStore) -> None:
    (failure,) = rows("failures")
    assert (failure["error_type"], failure["root_cause"], failure["role"]) == ("wrong_effect", "page_changed", "button")
    assert (failure["frequency"], failure["effect"], failure["tasks"]) == (3, "no message", ["send email"])
    assert failure["solutions"] == [
        {"strategy": "retry", "uses": 1, "success_rate": 1.0},
        {"strategy": "relearn", "uses": 2, "success_rate": 0.5},
    ]
    assert "retry 100% of 1, relearn 50% of 2" in run("memory", "failures").stdout


def test_a_site_profile_has_pages_ways_and_limits(store: WorkflowStore) -> None:
    (site,) = rows("sites")
    assert site["domain"] == "localhost"
    assert [(page["route"], page["name"]) for page in site["key_pages"]] == [
        ("/mail/inbox", "Mail: Inbox"),
        ("/mail/sent", "Mail: Sent"),
    ]
    assert [(way["from"], way["to"]) for way in site["navigation_paths"]] == [("/mail/inbox", "/mail/sent")]
    assert (site["rate_limits"], site["captchas"]) == (1, 0)


@pytest.mark.parametrize(("calls", "percentile", "ratio"), [(59, None, None), (60, None, 1.0), (320, 1.0, 1.0)])
def test_no_number_is_shown_below_its_sample_size(
    project: Path, calls: int, percentile: float | None, ratio: float | None
) -> None:
    models(project, [1.0] * calls)
    (agent,) = rows("agents")
    assert (agent["total_calls"], agent["avg_latency_seconds"]) == (calls, 1.0)
    assert (agent["p99_latency_seconds"], agent["latency_ratio"]) == (percentile, ratio)
    assert (agent["success_rate"], agent["avg_cost_usd"]) == (0.0, None)  # no price is known


@pytest.mark.slow
def test_a_doubled_latency_shows_within_20_calls(project: Path) -> None:
    models(project, [1.0] * 40 + [2.0] * 20)
    (agent,) = rows("agents")
    assert (agent["latency_ratio"], agent["slow_calls"], agent["slow_ratio"]) == (2.0, 20, 2.0)
    assert "2.0x" in run("memory", "agents").stdout
    assert "has been 2.0 times slower for 20 calls" in run("memory", "agents").stdout
    assert "has been 2.0 times slower for 20 calls" in run("stats").stdout


def models(project: Path, seconds: list[float]) -> None:
    journal = Journal(project / ".ami", run="calls")
    journal.append(Kind.RUN_FINISHED)
    told = ({"model": "small", "kind": "send", "purpose": "move", "seconds": one, "tokens": 9} for one in seconds)
    lines = (Fact(kind="model_call", run="calls", test="t.py::a", task="send email", data=one) for one in told)
    with journal.path.open("ab") as file:
        file.write(b"".join(encode(line) for line in lines))


def test_entries_have_a_use_a_size_and_a_time_to_live(store: WorkflowStore) -> None:
    entries = rows("entries")
    assert {one["type"] for one in entries} == {"pattern", "task_context", "evidence", "profile"}
    assert {one["tier"] for one in entries} == {"warm"}
    for one in entries:
        assert (one["ttl_seconds"] is not None) == one["evictable"] == (one["type"] in ("pattern", "task_context"))
        assert one["size_bytes"] > 0
    assert {one["ref_count"] for one in entries if one["type"] == "pattern"} == {1}


@pytest.mark.slow
def test_a_task_is_listed_forgotten_logged_and_restored(store: WorkflowStore) -> None:
    before = {part: rows(part) for part in ("tasks", "failures")}
    known = WorkflowStore(store.folder).memory.query_page_operations(INBOX)
    asked = run("forget", "send email")
    assert asked.exit_code == 1  # nobody answered
    assert "What the memory knows about" in asked.output
    assert rows("log") == []

    report = data("forget", "send email", "--yes", "--why", "the site is gone")
    assert report["forgotten"]
    assert {one["what"] for one in report["resting"]} == {"session", "phrase", "task pattern", "failure"}
    assert rows("tasks") == rows("failures") == []
    operations = WorkflowStore(store.folder).memory.query_page_operations(INBOX)
    assert [one.description for one in operations] == ["look around"]
    (event,) = rows("log")
    assert (event["kind"], event["task"], event["reason"]) == ("memory_forgotten", "send email", "the site is gone")
    assert WorkflowStore(store.folder).find("send email") is not None

    assert "Restored" in run("forget", "send email", "--undo").stdout
    assert {part: rows(part) for part in before} == before
    assert WorkflowStore(store.folder).memory.query_page_operations(INBOX) == known
    assert [one["restored"] for one in rows("log")] == [True, False]
    assert "the site is gone" in run("memory", "log").stdout


@pytest.mark.slow
def test_what_is_learned_after_a_forgetting_counts(store: WorkflowStore) -> None:
    run("forget", "look around", "--yes")
    store.memory.add([Operation(type="click", url=INBOX, role="button", text="Help", xpath="/h")], task="look around")
    assert {one["name"] for one in data("forget", "look around")["resting"] if one["what"] == "session"} == {
        "look around_1"
    }


@pytest.mark.slow
def test_unknown_tasks_are_told_so(store: WorkflowStore) -> None:
    assert "The memory knows nothing" in run("forget", "it's unknown", "--yes").stdout
    assert "Nothing was forgotten about" in run("forget", "it's unknown", "--undo").stdout
    assert run("memory", "log").stdout == "Nothing was forgotten\n"
