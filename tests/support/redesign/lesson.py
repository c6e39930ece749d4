"""One task taught by a model: the lesson, its commit, and a replay with other values that asks nobody.

Knows the stage of the redesign benchmark and the endpoint of the tests. The site's ledger judges the lesson, as the
assertions of a test would, and the replay. Must never help the model: it gets the task's name and the values.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.sites.ledger import Effect, differences
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.teachers.llm.teacher import LLMTeacher
from tests.support.model.server import ModelServer
from tests.support.redesign.stage import SETTLE, Subject

WORDS: Mapping[str, str] = {"move card": "move card to review"}
"""A test's words for a task whose name does not describe the whole task."""

BESIDE: Mapping[str, str] = {"change signature": "draft saved"}
"""Ledger entries that come from a task's demonstration and not from its words."""


PATIENCE = 5.0
"""Seconds that a step waits at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The result of one task in one design.

    Attributes:
        name: Unique: site, task, design.
        site: The site.
        task: The task.
        design: The design.
        learned: Whether the lesson did exactly what the task says, by the ledger, and was committed.
        replayed: Whether a replay with other values did so too.
        steps: Steps of the workflow.
        calls: Questions to the model in the lesson.
        tokens: Tokens of these.
        seconds: Seconds of the lesson.
        replay_calls: Questions to the model in the replay.
        replay_seconds: Seconds of the replay.
        why: The obstacle, if there was one.
    """

    name: str
    site: str
    task: str
    design: str
    learned: bool = False
    replayed: bool = False
    steps: int = 0
    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0
    replay_calls: int = 0
    replay_seconds: float = 0.0
    why: str = ""

    def plain(self) -> dict[str, Any]:
        """Return it as a line of JSON."""
        return asdict(self)


def wrong(subject: Subject, values: Mapping[str, str]) -> str:
    """Return what the ledger has against a run with these values, or an empty text."""
    beside = BESIDE.get(subject.task.name)
    expected = [effect for effect in subject.task.effects(values) if effect.what != beside]
    end = time.monotonic() + SETTLE * 2
    missing: tuple[Effect, ...] = ()
    further: tuple[Effect, ...] = ()
    while time.monotonic() < end:
        missing, further = differences(expected, subject.site.effects())
        if not missing and not further:
            return ""
        time.sleep(0.02)
    return "; ".join([*(f"missing: {one}" for one in missing), *(f"further: {one}" for one in further)])


def taught(
    subject: Subject, server: ModelServer, folder: Path, *, patience: float = PATIENCE, teacher: Any = None
) -> Row:
    """Let the model teach a task, and replay it with other values.

    Args:
        subject: The task, in a design.
        server: The endpoint, whose calls are counted.
        folder: Of the store; its own.
        patience: Seconds that a step waits at most.
        teacher: The teacher, which is closed at the end; by default the model of the endpoint.
    """
    row = Row(name=subject.title, site=subject.name, task=subject.task.name, design=subject.look.design)
    store = WorkflowStore(folder, Journal(folder, run="taught"))
    mark = LearnedMark(task=WORDS.get(subject.task.name, subject.task.name), secrets=subject.task.secrets)
    settings = Settings(mode=Mode.AUTO, mode_reason="benchmark", timeout=patience)
    if teacher is None:
        teacher = LLMTeacher(server.model, base_url=server.base_url, api_key="local", vision="off", timeout=10)
    before, began = server.calls, time.monotonic()
    try:
        run = _run(
            subject, Attempt(AttemptScope("benchmarks/taught::lesson", 1, settings, store, mark, teacher)), "lesson"
        )
    except AmiError as error:
        said = " ".join(str(error).split())
        return replace(row, why=f"lesson: {said}"[:700], calls=server.calls - before, seconds=time.monotonic() - began)
    finally:
        teacher.close()
    row = replace(row, calls=server.calls - before, tokens=run[1], seconds=run[2], steps=run[3], why=run[4])
    if run[4]:
        return row
    before = server.calls
    replaying = settings._replace(mode=Mode.REPLAY)
    try:
        again = _run(subject, Attempt(AttemptScope("benchmarks/taught::replay", 1, replaying, store, mark)), "replay")
    except AmiError as error:
        return replace(row, learned=True, why=f"replay: {' '.join(str(error).split())}"[:700])
    calls = server.calls - before
    right = not again[4] and not calls
    return replace(row, learned=True, replayed=right, replay_calls=calls, replay_seconds=again[2], why=again[4])


def _run(subject: Subject, attempt: Attempt, what: str) -> tuple[Outcome, int, float, int, str]:
    """Run a task; commit what was learned if the ledger has nothing against it."""
    values, began = subject.values(what), time.monotonic()
    page: Page = subject.open()[0]
    face = Ami(attempt, page)
    try:
        run = face.run(**values)
        seconds = time.monotonic() - began
        against = wrong(subject, values)
        if against:
            attempt.drop()
        else:
            attempt.commit()
    finally:
        face.close()
        page.context.close()
    return run.outcome, run.tokens, seconds, run.steps, f"{what}: {against}" if against else ""
