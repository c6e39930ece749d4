"""A lesson that an agent teaches: the project's own test in a process of its own, with the agent as its teacher.

Rules of this module:

* The test runs in mode ``auto`` with the teacher ``agent``: recorder, guards, budgets and verification are those of
  every lesson, and a green replay in it proves no version (``Settings.promotes``).
* A wait is bounded, because a client gives up on a tool that does not answer.
* The process never outlives the lesson: first the test is told that the agent is gone, then it is ended.

It knows processes. It must never know a protocol of agents.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pytest_ami.model.settings import AGENT
from pytest_ami.review.replay_check import PATIENCE
from pytest_ami.teachers.agent import VARIABLE

from .line import AgentLine
from .turns import AgentQuestion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

REPORT, JUNIT = "report.json", "junit.xml"
"""The files that the test's process leaves."""

GONE_PATIENCE = 20.0
"""Seconds that a test gets to end by itself when the agent is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTurn:
    """The state of a lesson when it is looked at.

    Attributes:
        question: The open question; None if there is none.
        code: Exit code of the test's process; None while it runs.
    """

    question: AgentQuestion | None = None
    code: int | None = None


class AgentLesson:
    """One run of one test that an agent teaches.

    Attributes:
        test: Node id of the test.

    Args:
        test: Node id.
        root: Folder of the project.
        name: Name of the agent.
        options: More options of pytest.
    """

    def __init__(self, test: str, root: Path, name: str, options: tuple[str, ...] = ()) -> None:
        """Start the test."""
        self.test = test
        self._events: queue.SimpleQueue[AgentQuestion | int] = queue.SimpleQueue()
        self._folder = tempfile.TemporaryDirectory(prefix="ami-lesson-", ignore_cleanup_errors=True)
        self._line = AgentLine(name, self._events.put)
        self._turn = AgentTurn()
        command = lesson_command(test, Path(self._folder.name), options)
        environ = lesson_environment(os.environ, self._line.address.encoded())
        nothing = subprocess.DEVNULL
        try:
            self._process = subprocess.Popen(  # noqa: S603  (no shell, and a test that pytest collected)
                command, cwd=root, env=environ, stdin=nothing, stdout=nothing, stderr=nothing
            )
        except OSError:
            self._clean()
            raise
        threading.Thread(target=self._follow, name="ami-agent-lesson", daemon=True).start()

    def look(self, seconds: float) -> AgentTurn:
        """Return the open question or the end; wait for it, and return neither if nothing comes in time.

        Args:
            seconds: Seconds to wait at most.
        """
        ends = time.monotonic() + seconds
        while self._turn.code is None and (self._turn.question is None or not self._events.empty()):
            try:
                event = self._events.get(timeout=max(ends - time.monotonic(), 0.001))
            except queue.Empty:
                break
            self._turn = AgentTurn(code=event) if isinstance(event, int) else AgentTurn(question=event)
        return self._turn

    def answer(self, answer: Mapping[str, object]) -> None:
        """Answer the open question.

        Args:
            answer: The answer, as ``turns`` makes it.
        """
        self._turn = AgentTurn()
        try:
            self._line.answer(answer)
        except OSError:
            return  # the test has ended meanwhile, and its end is on the way

    def read(self, name: str) -> str:
        """Return the text of a file that the test's process has left; empty if there is none."""
        try:
            return Path(self._folder.name, name).read_text("utf-8")
        except (OSError, ValueError):
            return ""

    def stop(self, why: str) -> None:
        """End the test: nothing of the lesson is kept unless the test is green already.

        Args:
            why: Why the agent answers no more.
        """
        self._line.close(why)
        for end, patience in ((None, GONE_PATIENCE), (self._process.terminate, PATIENCE), (self._process.kill, None)):
            if self._ended(end, patience):
                break

    def close(self, why: str) -> None:
        """End the test, and remove what it has left.

        Args:
            why: Why the agent answers no more.
        """
        self.stop(why)
        self._clean()

    def _ended(self, end: Callable[[], None] | None, patience: float | None) -> bool:
        if end is not None and self._process.poll() is None:
            end()
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _follow(self) -> None:
        self._events.put(self._process.wait())

    def _clean(self) -> None:
        self._line.end()
        self._folder.cleanup()


def lesson_command(test: str, folder: Path, options: tuple[str, ...] = ()) -> list[str]:
    """Return the command that runs a test with an agent as its teacher, and reports to files in a folder."""
    reports = [f"--ami-json={folder / REPORT}", f"--junitxml={folder / JUNIT}"]
    ours = ["-p", "no:cacheprovider", "--ami-mode=auto", f"--ami-teacher={AGENT}"]
    return [sys.executable, "-m", "pytest", "-q", *ours, *options, *reports, "--", test]


def lesson_environment(environ: Mapping[str, str], address: str) -> dict[str, str]:
    """Return the environment of the test: that of the server, without what would make it another run."""
    kept = {key: value for key, value in environ.items() if not key.startswith(("AMI_MODE", "PYTEST_"))}
    return {**kept, VARIABLE: address}
