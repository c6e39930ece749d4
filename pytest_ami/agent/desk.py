"""The desk of an agent: what it reads of a project, and the few things that it sets in motion. One at a time.

Rules of this module:

* A store is opened for each call: test runs never wait for an agent, and an agent sees what they have written.
* Candidates are added, tests are run, lessons are held. Nothing here accepts, rejects or judges.
* A check runs as in `ami review`: in a process and a store of its own, in replay mode.

It knows stores, checks and lessons. It must never know a protocol of agents.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.printable import as_argument
from pytest_ami.model.settings import AGENT
from pytest_ami.review.replay_check import POLL, CheckState, ReplayChecks
from pytest_ami.store.evidence.artifacts import EvidenceReader

from . import answers
from .lesson import JUNIT, REPORT, AgentLesson, AgentTurn
from .plain_suites import PlainSuites
from .proposals import with_element
from .turns import AgentQuestion, choice_answer, moves_answer

if TYPE_CHECKING:
    from pytest_ami.model.review.annotation import Session
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.workflow_store import WorkflowStore

WAIT = 45.0
"""Seconds that a call waits at most: the clients of agents give up on a tool after a minute."""

MOST_SESSIONS = 2_000
"""Number of the newest sessions in which evidence is looked for."""

GONE = "the client of `ami mcp` is gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer of a tool.

    Attributes:
        text: Its text.
        picture: A picture of a page; empty for none.
    """

    text: str
    picture: bytes = b""


class AgentDesk:
    """A project as an agent uses it.

    Args:
        root: Folder of the project.
        read: Opens the store for reading.
        write: Opens the store for writing.
        wait: Seconds that a call waits at most.
    """

    def __init__(
        self,
        root: Path,
        read: Callable[[], WorkflowStore],
        write: Callable[[], AbstractContextManager[WorkflowStore]],
        wait: float = WAIT,
    ) -> None:
        """Read nothing yet."""
        self.name = "unnamed"
        self._root = root
        self._read, self._write = read, write
        self._plain = PlainSuites(read, write, lambda: self.author)
        self._wait = wait
        self._checks = ReplayChecks(root)
        self._running: set[str] = set()
        self._lesson: AgentLesson | None = None
        self._kinds: set[bool] = set()
        self._lock = threading.Lock()
        self._closed = False

    @property
    def author(self) -> str:
        """The author of what the agent proposes."""
        return f"{AGENT}:{self.name}"

    # -- reading ----------------------------------------------------------------------------------------------------

    def flows(self) -> Answer:
        """Return the learned flows, each with its status.

        Raises:
            ConfigurationError: There is no store.
            StoreError: The store cannot be read.
        """
        store = self._read()
        flows = store.find_all()
        doubtful = sum(flow.status in answers.DOUBTFUL for flow in flows)
        lines = answers.flow_lines((flow, store.history(flow.task)) for flow in flows)
        head = f"{len(flows)} learned flows, {doubtful} of them in doubt. {answers.DATA}"
        return Answer(text=f"{head}\n{answers.fenced(lines)}")

    def evidence(self, task: str, step: int = 0) -> Answer:
        """Return the evidence of a step in the newest run in which the flow of a task did not simply fit.

        Args:
            task: The task.
            step: Number of the step; 0 for the one at which the run stopped or healed.

        Raises:
            ConfigurationError: There is no such task, run or step.
            StoreError: The store cannot be read.
        """
        store = self._read()
        self._version(store, task)
        for session in (one for one in store.feedback.sessions(MOST_SESSIONS) if one.task == task):
            steps = store.feedback.steps(session.id, include_feedback=False)
            found = next((one for one in steps if one.step_num == step), None) if step else None
            found = found or (answers.step_of_interest(steps) if not step else None)
            if found is not None:
                text = answers.fenced(answers.evidence_lines(session, found))
                return Answer(text=f"{answers.DATA}\n{text}", picture=_picture(store, session, found))
        raise ConfigurationError(
            f'No run of "{task}" has evidence of {f"step {step}" if step else "a step that did not fit"}',
            why="Evidence is kept of runs that failed, healed or learned, by default.",
            evidence=[f"looked through the newest {MOST_SESSIONS} runs"],
            run=f"ami show {as_argument(task)} --evidence",
        )

    def broken_locators(self) -> Answer:
        """Return the broken locators of the plain tests that were watched; see ``PlainSuites.broken``."""
        return Answer(text=self._plain.broken())

    # -- proposals and checks ---------------------------------------------------------------------------------------

    def propose(self, task: str, step: int, role: str, name: str, version: int = 0) -> Answer:
        """Add a candidate in which one step touches another element.

        Args:
            task: The task.
            step: Number of the step, from 1.
            role: Role of the element.
            name: Its accessible name.
            version: Number of the version to start from; 0 for the one that would run.

        Raises:
            ConfigurationError: The proposal is refused.
            StoreError: The store cannot be read or written.
        """
        with self._lock, self._write() as store:
            base = self._version(store, task, version)
            known = [one.target for flow in store.versions(task) for one in flow.steps if one.target]
            made = with_element(base, step, role, name, known, self.author)
            store.feedback.marks.refuse(made, "The proposed version")
            stored = store.add(made)
        return Answer(
            text=f"Version {stored.version} is stored as a candidate. Check it with `run_test`. "
            f"A person decides about it: ami accept {as_argument(task)}"
        )

    def propose_fix(self, locator: str, choice: int) -> Answer:
        """Propose an element for a broken locator; see ``PlainSuites.propose``."""
        with self._lock:
            return Answer(text=self._plain.propose(locator, choice))

    def check(self, task: str, version: int = 0) -> Answer:
        """Replay a version by the project's own test, alone in a store of its own, and return the result.

        Args:
            task: The task.
            version: Number of the version; 0 for the one that would run.

        Raises:
            ConfigurationError: There is no such version, or it has a step that a person marked wrong.
            StoreError: The store cannot be read.
        """
        store = self._read()
        candidate = self._version(store, task, version)
        store.feedback.marks.refuse(candidate, f"Version {candidate.version}")
        known = self._checks.state(candidate.id) if candidate.id in self._running else None
        state = known or self._checks.start(candidate, [candidate.provenance.test])
        self._running.add(candidate.id)
        ends = time.monotonic() + self._wait
        while not state.done and time.monotonic() < ends:
            time.sleep(POLL)
            state = self._checks.state(candidate.id) or state
        if state.done:
            self._running.discard(candidate.id)
        return Answer(text=_state_text(state))

    # -- lessons ----------------------------------------------------------------------------------------------------

    def begin(self, task: str, test: str = "", *, pictures: bool = True) -> Answer:
        """Start the test of a task with the agent as its teacher, and return the first question.

        Args:
            task: The task.
            test: Node id of the test; empty for the first that performs the task.
            pictures: Whether questions come with a picture of the page.

        Raises:
            ConfigurationError: Another lesson is open, or no test of the project performs the task.
        """
        with self._lock:
            if self._lesson is not None and self._lesson.look(0).code is None:
                raise ConfigurationError(
                    "Another lesson is open",
                    why="An agent holds one lesson at a time.",
                    evidence=[f"test: {self._lesson.test}"],
                    run="call the tool `lesson` to go on, or `end_lesson`",
                )
            self._close("the lesson has ended")
            found, why = self._checks.test_of(task, [test] if test else [])
            if not found or (test and found != test):
                raise ConfigurationError(
                    f'No lesson can be held for "{task}"',
                    why=why or "This test of the project does not perform the task.",
                    evidence=[f"test: {test or 'any'}"],
                    run="pytest --collect-only -q",
                )
            options = () if pictures else ("--ami-vision=off",)
            self._lesson, self._kinds = AgentLesson(found, self._root, self.name, options), set()
            if self._closed:  # meanwhile
                self._close(GONE)
            return self._turn()

    def lesson(self) -> Answer:
        """Return the open question of the lesson, or its end.

        Raises:
            ConfigurationError: No lesson is open.
        """
        with self._lock:
            return self._turn()

    def move(self, moves: Sequence[dict[str, Any]]) -> Answer:
        """Answer the open question with moves, and return the next one.

        Args:
            moves: Name and arguments of each move.

        Raises:
            ConfigurationError: No question of this kind is open.
        """
        with self._lock:
            self._open().answer(moves_answer(self._question(moves=True), moves))
            return self._turn()

    def choose(self, choice: int) -> Answer:
        """Answer the open question with the number of an element, and return the next one.

        Args:
            choice: The number; 0 for none of the elements.

        Raises:
            ConfigurationError: No question of this kind is open.
        """
        with self._lock:
            self._open().answer(choice_answer(self._question(moves=False), choice))
            return self._turn()

    def end(self) -> Answer:
        """End the lesson before the agent has finished it; nothing of it is kept.

        Raises:
            ConfigurationError: No lesson is open.
        """
        with self._lock:
            self._open().stop("the agent has ended the lesson")
            answer = self._turn()
            self._close("")
            return answer

    def close(self) -> None:
        """End all that runs, and begin nothing more: the client is gone."""
        self._closed = True
        self._close(GONE)
        self._checks.close()

    def _close(self, why: str) -> None:
        lesson, self._lesson = self._lesson, None
        if lesson is not None:
            lesson.close(why)

    def _open(self) -> AgentLesson:
        if self._lesson is None:
            raise ConfigurationError(
                "No lesson is open",
                why="It has ended, or it never began.",
                evidence=["a lesson begins with the tool `begin_lesson`"],
                run="ami lesson --last",
            )
        return self._lesson

    def _question(self, *, moves: bool) -> AgentQuestion:
        question = self._open().look(0).question
        if question is None or question.moves is not moves:
            now = "none" if question is None else "a question about an element" if moves else "a question for a move"
            raise ConfigurationError(
                "This is no answer to the open question",
                why="`move` answers a question for a move, `choose` one about an element.",
                evidence=[f"open: {now}"],
                run="call the tool `lesson` to read it again",
            )
        return question

    def _turn(self) -> Answer:
        lesson = self._open()
        turn = lesson.look(self._wait)
        if turn.code is not None:
            return self._ended(lesson, turn.code)
        return self._asked(turn)

    def _asked(self, turn: AgentTurn) -> Answer:
        question = turn.question
        if question is None:
            return Answer(text="The test is still busy. Call the tool `lesson` to wait on.")
        first = question.moves not in self._kinds
        self._kinds.add(question.moves)
        return Answer(text=question.shown(first=first), picture=question.picture)

    def _ended(self, lesson: AgentLesson, code: int) -> Answer:
        text, lines = answers.lesson_end(code, _as_data(lesson.read(REPORT)), lesson.read(JUNIT))
        parts = [text, answers.DATA, answers.fenced(lines)] if lines else [text]
        return Answer(text="\n".join(parts))

    # -- versions ---------------------------------------------------------------------------------------------------

    def _version(self, store: WorkflowStore, task: str, number: int = 0) -> Workflow:
        versions = store.versions(task)
        if not versions:
            raise ConfigurationError(
                f'No workflow is stored for "{task}"',
                why="A task has the name that its marker gives it.",
                evidence=[f"tasks: {', '.join(store.tasks()) or 'none'}"],
                run="ami list",
            )
        fitting = [one for one in versions if one.version == number] if number else [store.find(task) or versions[-1]]
        if len(fitting) != 1:
            raise ConfigurationError(
                f'"{task}" has {len(fitting) or "no"} version {number}',
                why="A version has a number within its task." if not fitting else "Two processes learned at once.",
                evidence=[f"versions: {', '.join(str(one.version) for one in versions)}"],
                run=f"ami history {as_argument(task)}",
            )
        return fitting[0]


def _picture(store: WorkflowStore, session: Session, step: Any) -> bytes:
    found = step.evidence
    names = [name for name in (found.after, found.before) if name] if found else []
    return EvidenceReader(store.folder).picture(session.run, names[0]) if names else b""


def _state_text(state: CheckState) -> str:
    return f"{state.state}: {state.text}" + ("" if state.done else " Call `run_test` again to wait on.")


def _as_data(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
