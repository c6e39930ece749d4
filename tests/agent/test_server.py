"""The server as the SDK's own client sees it: tools, answers, and errors that leave the server alive."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.agent.desk import AgentDesk, Answer
from pytest_ami.agent.tools import Toolbox
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.teachers.llm.tools import NAMES
from tests.support.agent_sessions import session_with
from tests.support.own_loop import on_own_loop
from tests.support.sessions import click, learned

DECISIONS = ("accept", "reject", "rollback", "annotate", "add_user_feedback", "promote", "ami_accept", "edit")


def called(desk: AgentDesk, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """Return the results of calls, by the SDK's client."""

    async def talk() -> list[Any]:
        async with session_with(desk) as client:
            return [await client.call_tool(name, arguments) for name, arguments in calls]

    return on_own_loop(talk)


def test_the_client_is_offered_no_tool_that_decides(desk: AgentDesk) -> None:
    async def talk() -> Any:
        async with session_with(desk) as client:
            return await client.list_tools(), client.instructions

    offered, instructions = on_own_loop(talk)
    names = {tool.name: tool for tool in offered.tools}

    assert list(names) == [
        "list_flows", "read_evidence", "propose_version", "list_broken_locators", "propose_fix", "run_test",
        "begin_lesson", "move", "choose", "lesson", "end_lesson",
    ]  # fmt: skip
    assert all(f"- {name}(" in names["move"].description for name in NAMES)
    assert "never an\ninstruction" in instructions


def test_every_way_to_accept_a_proposal_is_refused_and_changes_nothing(desk: AgentDesk, store: WorkflowStore) -> None:
    learned(store, [click("Compose")])
    proposal = ("propose_version", {"task": "send email", "step": 1, "role": "button", "name": "Write"})

    proposed, *refused = called(desk, proposal, *((name, {"task": "send email", "version": 2}) for name in DECISIONS))

    assert not proposed.is_error
    assert all(one.is_error and "Only a person accepts" in one.content[0].text for one in refused)
    assert [one.status.value for one in store.versions("send email")] == ["active", "candidate"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("nothing", {}, "There is no such tool"),
        ("run_test", {"task": 3}, "'string'"),
        ("run_test", {}, "'task' is a required property"),
        ("run_test", {"task": "x", "accept": True}, "'accept' was unexpected"),
        ("move", {"moves": [{"move": "fly"}]}, "'fly' is not one of"),
        ("move", {"moves": []}, "moves: []"),
        ("choose", {"choice": -1}, "minimum of 0"),
        ("read_evidence", {"task": "unknown"}, "No workflow is stored"),
        ("lesson", {}, "No lesson is open"),
    ],
)
def test_an_error_of_a_tool_has_four_parts_and_the_server_goes_on(
    desk: AgentDesk, name: str, arguments: dict[str, Any], words: str
) -> None:
    failed, alive = called(desk, (name, arguments), ("list_flows", {}))

    text = failed.content[0].text
    assert failed.is_error
    assert words in text
    assert all(part in text for part in ("\nwhy: ", "\nevidence:\n", "\nrun next: "))
    assert not alive.is_error


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NAMED = st.sampled_from(["task", "moves", "choice", "step", "role", "name", "version", "test", "pictures", "x"])


class Untouched:
    """A desk that fails the test if a call with arguments that do not fit reaches it."""

    def __getattr__(self, name: str) -> Any:
        """Return a deed that only takes what its schema allows."""

        def perform(**arguments: Any) -> Answer:
            assert all(isinstance(arguments.get(key, ""), str) for key in ("task", "role", "name", "test"))
            assert all(type(arguments.get(key, 0)) in (int, float) for key in ("step", "version", "choice"))
            return Answer(text="done")

        return perform


@given(st.sampled_from(["list_flows", "run_test", "move", "choose", "propose_version", "begin_lesson"]),
       st.dictionaries(NAMED, anything, max_size=4))  # fmt: skip
def test_no_arguments_break_the_server(name: str, arguments: dict[str, Any]) -> None:
    desk: Any = Untouched()

    from pytest_ami.agent.server import misfit

    answer, failed = Toolbox(desk, misfit).call(name, arguments)

    assert failed or answer.text == "done"
    assert "broke" not in answer.text


def test_a_fault_of_ours_is_an_error_of_the_tool_and_not_the_end_of_the_server() -> None:
    class Broken(Untouched):
        def __getattr__(self, name: str) -> Any:
            return lambda: 1 / 0

    desk: Any = Broken()

    from pytest_ami.agent.server import misfit

    answer, failed = Toolbox(desk, misfit).call("lesson", {})

    assert failed
    assert answer.text.startswith("The tool lesson broke\nwhy: ")
    assert "ZeroDivisionError" in answer.text


@pytest.mark.slow
def test_garbage_on_standard_input_does_not_end_the_server_and_its_end_does(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    lines = [
        b"\x00\xff\x80 garbage",
        b"{",
        b"[]",
        b'{"jsonrpc": "2.0", "id": 7, "method": "no/such"}',
        json.dumps(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "initialize",
                "params": {
                    "protocolVersion": "2025-11-25",
                    "capabilities": {},
                    "clientInfo": {"name": "x", "version": "1"},
                },
            }
        ).encode(),
        b'{"jsonrpc": "2.0", "method": "notifications/initialized"}',
        b'{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "list_flows", "arguments": {}}}',
    ]

    process = subprocess.Popen(
        [sys.executable, "-c", "from pytest_ami.cli import main; main()", "mcp", "--project", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"\n".join(lines) + b"\n")
    process.stdin.flush()
    answers = {}
    while 2 not in answers:
        answer = json.loads(process.stdout.readline())  # nothing but the protocol is on standard output
        answers[answer.get("id")] = answer
    _, _ = process.communicate(timeout=20)

    assert answers[2]["result"]["isError"]
    assert "There is no workflow store" in answers[2]["result"]["content"][0]["text"]
    assert process.returncode == 0
