"""One pair as tests would run it: learned with several values on the first version, replayed on the second.

Green is the verdict of a test whose body is ``page.goto``, ``ami.run`` and one weak assertion. The server's deeds say
whether that is true.
"""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from pytest_ami.browser.find import find_browser
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore

from .pair import App, Deed, Expected, Pair, Values
from .server import Stage

HEALS = ("balanced", "strict", "off")
"""The values of the setting ``heal``."""

ASSERTION_MS = 2000
"""How long the weak assertion of a replay waits."""

LESSON_S = 20.0
"""How long a lesson waits at most: a busy machine must not keep a flow from being learned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The result of one replay.

    Attributes:
        group: Class of the pair.
        name: Its name.
        expected: The right answer.
        heal: The setting.
        mode: The mode.
        outcome: ``right``, ``stopped``, ``wrong_green``, ``wrong_red``, or ``unlearned``.
        fails: Whether that is not the right answer.
        why: The deeds of a wrong run, or the message of a stop.
        about: The meaning of the change.
        seconds: The time that the replay took.
    """

    group: str
    name: str
    expected: str
    heal: str
    mode: str
    outcome: str
    fails: bool
    why: str = ""
    about: str = ""
    seconds: float = 0.0

    def plain(self) -> dict[str, Any]:
        """Return it as a line of JSON."""
        return asdict(self)


def judged(expected: Expected, *, green: bool, deeds: list[Deed], intended: list[Deed]) -> tuple[str, bool]:
    """Return the outcome of a replay, and whether it is a failure.

    Args:
        expected: The right answer.
        green: The verdict of the test.
        deeds: What arrived at the server.
        intended: What a right replay does there.
    """
    if green:
        right = deeds == intended and expected is not Expected.STOP
        return ("right", False) if right else ("wrong_green", True)
    if deeds != intended[: len(deeds)]:
        return "wrong_red", True
    return "stopped", expected is Expected.SAME


class UnlearnedError(Exception):
    """The flow could not be learned on the first version, so that the pair says nothing."""


@dataclass(frozen=True, slots=True)
class Theatre:
    """A browser and a server for any number of pairs, one after the other."""

    browser: Browser
    stage: Stage

    def learn(self, pair: Pair, folder: Path) -> Path:
        """Learn a pair's flow on the first version, then replay it there with the other values.

        Raises:
            UnlearnedError: A run was red, or its deeds were not the right ones.
        """
        shutil.rmtree(folder, ignore_errors=True)
        teacher = pair.flow if pair.teacher == "show" else pair.teacher
        for number, values in enumerate((*pair.learn, *pair.learn)[:2] if len(pair.learn) < 2 else pair.learn):
            settings = Settings(mode=Mode.AUTO, mode_reason="hostile", timeout=LESSON_S, teacher="offline")
            error = self.run(pair, pair.a, values, settings, folder, teacher)
            intended = pair.intended(values)
            if error or self.stage.deeds != intended:
                raise UnlearnedError(f"run {number + 1}: {error} did {self.stage.deeds} instead of {intended}")
        return folder

    def replay(self, pair: Pair, learned: Path, heal: str = "balanced", mode: Mode = Mode.REPLAY) -> Row:
        """Replay a learned pair on the second version, and judge it."""
        folder = learned.with_name(f"{learned.name}-{heal}-{mode.value}")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(learned, folder)
        settings = Settings(mode=mode, mode_reason="hostile", timeout=pair.patience, heal=heal, teacher="offline")
        began = time.monotonic()
        error = self.run(pair, pair.b, pair.values, settings, folder, "offline" if mode is Mode.AUTO else None)
        intended = pair.intended(pair.values)
        outcome, fails = judged(pair.expected, green=not error, deeds=self.stage.deeds, intended=intended)
        wrong = "" if self.stage.deeds == intended else f"did {self.stage.deeds} instead of {intended}; "
        shutil.rmtree(folder, ignore_errors=True)
        return Row(
            group=pair.group,
            name=pair.name,
            expected=pair.expected.value,
            heal=heal,
            mode=mode.value,
            outcome=outcome,
            fails=fails,
            why=(wrong + error)[:600] if fails or error else "",
            about=pair.about,
            seconds=round(time.monotonic() - began, 2),
        )

    def run(self, pair: Pair, app: App, values: Values, settings: Settings, folder: Path, teacher: Any) -> str:
        """Run the test of a pair; return its error, or an empty text if it is green."""
        self.stage.show(app)
        mark = LearnedMark(task=pair.task or pair.name, secrets=pair.secrets, teacher=teacher)
        store = WorkflowStore(folder, Journal(folder, run="hostile"))
        attempt = Attempt(AttemptScope(f"test_hostile.py::{pair.name}", 1, settings, store, mark))
        context = self.browser.new_context(base_url=self.stage.url)
        context.set_default_timeout(1000 * LESSON_S)
        page = context.new_page()
        face = Ami(attempt, page)
        error = ""
        try:
            with pair.around(page):
                page.goto(pair.start)
                face.run(**values)
            seen = page.locator(pair.seen).filter(has_text=re.compile(r"\S")).first
            expect(seen).to_be_visible(timeout=ASSERTION_MS if app is pair.b else 1000 * LESSON_S)
        except Exception as raised:  # noqa: BLE001  (any error makes a test red)
            error = " ".join(f"{type(raised).__name__}: {raised}".split())[:500]
        try:
            (attempt.drop if error else attempt.commit)()
            self.stage.settle(pair.linger)
        finally:
            face.close()
            context.close()
        return error


@contextmanager
def theatre() -> Iterator[Theatre]:
    """Yield a browser and a server."""
    found = find_browser(None, os.environ)
    with ExitStack() as stack:
        stage = stack.enter_context(Stage())
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=found.path)
        stack.callback(browser.close)
        yield Theatre(browser, stage)


def rows_of(
    pair: Pair, at: Theatre, folder: Path, heals: tuple[str, ...] = HEALS, modes: tuple[Mode, ...] = (Mode.REPLAY,)
) -> Iterator[Row]:
    """Learn a pair once, and yield the row of every setting.

    Args:
        pair: The pair.
        at: Browser and server.
        folder: Of the stores.
        heals: Values of the setting ``heal``.
        modes: Modes of the replay; the learning one is for pairs that ask for it.
    """
    wanted = [
        (heal, mode)
        for mode in modes
        for heal in (heals if mode is Mode.REPLAY else heals[:1])
        if mode is Mode.REPLAY or pair.auto
    ]
    if not wanted:
        return
    learned = folder / re.sub(r"\W+", "-", pair.key)
    blank = Row(
        group=pair.group,
        name=pair.name,
        expected=pair.expected.value,
        heal="",
        mode="",
        outcome="unlearned",
        fails=True,
        about=pair.about,
    )
    try:
        at.learn(pair, learned)
    except UnlearnedError as error:
        yield from (replace(blank, heal=heal, mode=mode.value, why=str(error)[:600]) for heal, mode in wanted)
        return
    for heal, mode in wanted:
        yield at.replay(pair, learned, heal, mode)
    shutil.rmtree(learned, ignore_errors=True)
