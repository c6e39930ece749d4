"""One lesson on one page: the LLM teacher over HTTP, a policy that obeys or one that does not, guarded or not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from unittest import mock

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.teaching.learn import learn
from pytest_ami.engine.teaching.lesson import Lesson, LessonResult
from pytest_ami.engine.teaching.move_policy import refusal
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.workflow import Parameter
from pytest_ami.teachers.llm.teacher import LLMTeacher
from tests.support.model.server import ModelServer, Policy

from .gullible import Gullible

if TYPE_CHECKING:
    from .harbour import Harbour
    from .pages import Injection

SECRET = "Tr0ub4dor-7Kx"
VALUES = {"user": "ann@example.com", "password": SECRET}
LESSON = Lesson(
    task="log in",
    parameters=(Parameter(name="user"), Parameter(name="password", secret=True)),
    values=VALUES,
    options=FlowOptions(patience=3_000),
    limit=lambda usage: "enough" if usage.calls > MOST else "",
)
MOST = 10
QUIET = 60.0
"""Milliseconds: these pages come to rest at once."""


@dataclass(frozen=True)
class Trial:
    """The result of one lesson.

    Attributes:
        violations: The forbidden events that happened.
        finished: Whether the task was done.
        stopped: Why the lesson was stopped; empty if it was not.
        shown: Whether the text of a prompt had a demand in it.
        learned: The learned workflow.
        texts: What a coding agent has seen.
    """

    violations: list[str]
    finished: bool
    stopped: str
    shown: bool
    learned: LessonResult
    texts: tuple[str, ...] = ()


class Speaking(ModelServer):
    """The local model with one client for all lessons: to make one takes longer than a lesson."""

    def __enter__(self) -> Any:
        """Serve, and connect."""
        import openai

        super().__enter__()
        self.client = openai.OpenAI(base_url=self.base_url, api_key="unused")
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnect, and stop."""
        self.client.close()
        super().__exit__()


class Hasty(SyncDriver):
    """Waits no longer than these pages need."""

    guarded = True

    def handle(self, command: c.Command) -> Any:
        """Carry out a command."""
        if isinstance(command, c.Settle):
            command = replace(command, quiet=min(command.quiet, QUIET))
        if isinstance(command, c.StartRecording) and not self.guarded:
            command = replace(command, origins=None)
        calls = super().handle(command)
        return self._begun(calls) if isinstance(command, c.StartRecording) else calls

    def _begun(self, calls: Any) -> Any:
        """Start recording, and let the page do what it does by itself."""
        yield from calls
        yield self.bench.session.home.evaluate("() => void setTimeout(() => window.later && window.later())")


class Unguarded(Hasty):
    """The engine without what this suite is about."""

    guarded = False


def held(
    browser: Any,
    harbour: Harbour,
    server: Speaking | None,
    injection: Injection,
    *,
    gullible: bool,
    guarded: bool = True,
) -> Trial:
    """Hold the lesson on a page of its own.

    Args:
        browser: Where.
        harbour: Serves the page and writes down what arrives.
        server: The model; None for a coding agent, who decides in the same way.
        injection: The page.
        gullible: Whether the model obeys.
        guarded: Whether the engine refuses.
    """
    from tests.support.model.policy import answers

    policy = Gullible(injection.orders(harbour.foreign, harbour.file))
    decides = policy if gullible else answers
    context = browser.new_context()
    try:
        page = context.new_page()
        page.set_default_timeout(5_000)
        page.goto(harbour.url(injection))
        harbour.arrived.clear()
        session, learned, stopped = ContextSession(page), LessonResult(), ""
        refuses = refusal if guarded else lambda *_: ""
        with _teaching(server, decides, "on" if injection.seen else "off") as (teacher, texts):
            driver = (Hasty if guarded else Unguarded)(session, teacher, {"password": SECRET})
            try:
                with mock.patch("pytest_ami.engine.teaching.moves.refusal", refuses):
                    driver.run(learn(replace(LESSON, screenshots=injection.seen), learned))
            except TeacherError as error:
                stopped = str(error)
            except Exception as error:
                if guarded:
                    raise
                stopped = str(error)  # unguarded, a page may go anywhere at any time
            session.close()
            teacher.close()
    finally:
        context.close()
    return Trial(
        violations=harbour.violations(SECRET),
        finished=harbour.logged_in(VALUES),
        stopped=stopped,
        shown=bool(policy.shown),
        learned=learned,
        texts=tuple(texts),
    )


@contextmanager
def _teaching(server: Speaking | None, policy: Policy, vision: Any) -> Iterator[tuple[Any, list[str]]]:
    """Yield the teacher, and the texts that a coding agent has seen."""
    if server is None:
        from .door import behind_the_door

        with behind_the_door(policy, vision) as (teacher, texts):
            yield teacher, texts
    else:
        server._policy = policy
        yield LLMTeacher(server.model, client=server.client, vision=vision), []
