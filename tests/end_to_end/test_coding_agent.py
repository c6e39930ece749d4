"""A scripted agent on the bundled webmail in real Chromium, through the SDK's own client over stdio.

The agent sees what the tools say and nothing else. It decides by the policy that stands for a model elsewhere.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.workflow import Status
from pytest_ami.teachers.llm.tools import TOOLS
from pytest_ami.testing.project import Project, clean
from tests.support.agent_sessions import session_over_stdio
from tests.support.model.policy import Call, answers
from tests.support.own_loop import on_own_loop
from tests.support.projects import FLOW, NO_PICTURES, PLAIN, WEBMAIL

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SERVER = ["-c", "from pytest_ami.cli import main; main()", "mcp"]
TASK = {"task": "send email"}
NAMES = {"Compose": "New message", "To": "Recipients", "Subject": "Topic", "Message": "Write your message"}
"""The controls of the webmail in the design of 2019, and in that of 2026."""

Tool = Callable[..., Awaitable[Any]]


@pytest.fixture
def webmail() -> Project:
    """A project with one test of one flow; nothing is learned yet."""
    project = Project().with_file("conftest.py", WEBMAIL).with_test(FLOW)
    project = project.with_ini(addopts=" ".join([*PLAIN, *NO_PICTURES]))
    project.write()
    return project


@asynccontextmanager
async def serving(project: Project, **env: str) -> AsyncIterator[Tool]:
    """Serve a project to the SDK's client; yield a function that calls a tool."""
    environ = {**clean(os.environ), **project.env, **env}
    async with session_over_stdio(command=sys.executable, args=SERVER, cwd=project.path, env=environ) as client:

        async def call(tool: str, **arguments: Any) -> Any:
            return await client.call_tool(tool, arguments)

        yield call


def text_of(result: Any) -> str:
    """Return the text of a result."""
    return str(result.content[0].text)


async def taught(call: Tool) -> str:
    """Hold a lesson to its end, and return its last text."""
    result = await call("begin_lesson", **TASK, pictures=False)
    while "Answer with the tool" in text_of(result):
        text = text_of(result)
        if "tool `choose`" in text:
            result = await call("choose", choice=choice_in(text))
        else:
            result = await call("move", moves=moves_for(text))
    return text_of(result)


def moves_for(text: str) -> list[dict[str, Any]]:
    """Return the moves of a sensible agent."""
    made: Any = answers([{"role": "system", "content": ""}, {"role": "user", "content": text}], TOOLS)
    calls: Sequence[Call] = [made] if isinstance(made, Call) else made
    return [{"move": one.name, "arguments": one.arguments} for one in calls]


def choice_in(text: str) -> int:
    """Return the number of the option that is called like the recorded control in the new design; 0 for none."""
    was = text.partition("was: ")[2].partition("\n")[0]
    wanted = next((new for old, new in NAMES.items() if f"'{old}'" in was or f"'{new}'" in was), "")
    lines = [line for line in text.splitlines() if line.startswith("[") and f"'{wanted}'" in line]
    return int(lines[0][1:].partition("]")[0]) if wanted and lines else 0


def test_an_agent_learns_a_flow_and_cannot_accept_it(webmail: Project) -> None:
    async def story() -> tuple[str, list[Any]]:
        async with serving(webmail) as call:
            end = await taught(call)
            tried = [await call(name, **TASK) for name in ("accept", "accept_version", "ami accept")]
            return end, [*tried, await call("run_test", **TASK)]

    end, (*tried, checked) = on_own_loop(story)

    assert end.startswith("The test is green. The lesson is stored as a candidate."), end
    assert all(one.is_error for one in tried)
    assert text_of(checked).startswith("green: Version 1 replayed green")
    (version,) = webmail.store.versions("send email")
    assert (version.status, version.provenance.author) == (Status.CANDIDATE, "teacher:agent:mcp")
    assert [step.value for step in version.steps if step.value] == ["{{to}}", "{{subject}}", "{{body}}"]


@pytest.mark.nightly  # by day: test_an_agent_learns_a_flow_and_cannot_accept_it, and tests/agent/test_line.py
def test_an_agent_mends_a_stale_flow_and_its_own_green_test_does_not_accept_it(webmail: Project) -> None:
    webmail.with_args("--ami-teacher=offline").run()
    webmail.run()
    stale = webmail.with_env(DESIGN="2026").run("--ami-mode=replay")

    async def story() -> tuple[list[Any], str, str]:
        async with serving(webmail, DESIGN="2026") as call:
            read = [await call("list_flows"), await call("read_evidence", **TASK)]
            return read, await taught(call), await taught(call)

    (flows, evidence), mended, again = on_own_loop(story)

    assert stale.outcomes == {"failed": 1}
    assert "status: possibly_stale" in text_of(flows)
    assert 'step 1: "click button \\"Compose\\""' in text_of(evidence)
    assert '- "heading Inbox"' in text_of(evidence).partition("texts of the page:")[2]
    assert mended.startswith("The test is green. The lesson is stored as a candidate."), mended
    assert again.startswith("The test is green. Nothing was taught"), again
    first, second = webmail.store.versions("send email")
    assert (second.status, second.provenance.parent) == (Status.CANDIDATE, first.id)
    assert webmail.with_env(DESIGN="2026").run().outcomes == {"passed": 1}
    assert webmail.store.versions("send email")[1].status is Status.ACTIVE


@pytest.mark.nightly  # by day: tests/agent/test_desk.py, with a script in the place of the test
def test_a_client_that_goes_in_mid_lesson_leaves_no_browser_and_no_flow(webmail: Project) -> None:
    async def story() -> None:
        async with serving(webmail) as call:
            first = await call("begin_lesson", **TASK)
            assert [part.type for part in first.content] == ["text", "image"]

    on_own_loop(story)

    for _ in range(50):
        if running(str(webmail.path)):
            time.sleep(0.1)
    assert running(str(webmail.path)) == []
    assert webmail.store.versions("send email") == ()


@pytest.mark.nightly  # by day: tests/agent/test_desk.py, where the process of a test dies
def test_a_browser_that_dies_ends_the_lesson_and_not_the_server(webmail: Project) -> None:
    async def story() -> tuple[str, Any]:
        async with serving(webmail) as call:
            await call("begin_lesson", **TASK, pictures=False)
            (test,) = running(str(webmail.path), "test_flow.py::test_send")
            browsers = [number for number in running("chrom", "--headless") if test in ancestors(number)]
            assert browsers
            for number in browsers:
                with suppress(ProcessLookupError):  # it has followed its parent
                    os.kill(number, signal.SIGKILL)
            end = await call("move", moves=[{"move": "wait"}])
            return text_of(end), await call("list_flows")

    end, listed = on_own_loop(story)

    assert end.startswith("The test is red"), end
    assert "There is no workflow store" in text_of(listed) or "0 learned flows" in text_of(listed)


def running(*words: str) -> list[int]:
    """Return the processes whose command line and current folder have all these words."""
    return [number for number in processes() if all(word in described(number) for word in words)]


def processes() -> list[int]:
    """Return the numbers of all processes but this one."""
    return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit() and int(path.name) != os.getpid()]


def described(number: int) -> str:
    """Return the command line and the current folder of a process; empty if it has ended."""
    place = Path(f"/proc/{number}")
    try:
        return f"{(place / 'cmdline').read_bytes().decode('utf-8', 'replace')} {(place / 'cwd').readlink()}"
    except OSError:
        return ""


def ancestors(number: int) -> list[int]:
    """Return the processes above a process, nearest first."""
    found = []
    while number > 1:
        try:
            status = Path(f"/proc/{number}/status").read_text("ascii", "replace")
        except OSError:
            break
        number = int(status.partition("PPid:")[2].split()[0])
        found.append(number)
    return found
