"""One run of a workflow on a redesigned page, in a browser. Only this module and `watch` talk to Playwright.

Rules of this module:

* Every run has a fresh context; the application receives nothing but requests.
* The engine itself replays the workflow: no store is written, no model can be asked.
* A value of a run does not leave this module; results hold the names of values.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.find import find_browser, launch
from pytest_ami.browser.run_calls import first_line
from pytest_ami.browser.session import ContextSession
from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.secrets.redaction import labels, redact
from pytest_ami.model.errors import AmiError, AppDownError, ConfigurationError, HarnessError
from pytest_ami.model.outcome import Drift
from pytest_ami.model.printable import as_argument
from pytest_ami.model.workflow import Workflow
from pytest_ami.report.messages import CAUSES
from pytest_ami.testing.redesign.page import redesigned
from pytest_ami.testing.redesign.redesign import Redesign
from pytest_ami.testing.redesign.trial import Claim
from pytest_ami.testing.redesign.verdict import templated

from .effects import distinctive_values
from .judging import Baseline, ObservedRun
from .watch import TrafficObserver

OPENED = 30.0
"""Seconds that the first page may take."""

RESET = 600
"""Seconds that a reset may take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StressSpec:
    """The parts of a stress run that all redesigns share.

    Attributes:
        workflow: The stored workflow.
        url: The page on which it begins.
        values: Returns the values of a run by its number.
        secrets: Names of the values that are secret.
        timeout: Maximum seconds that a step waits.
        storage_state: File with cookies and storage for every context, or its content.
        reset: Shell command before every run.
        command: The command line of this stress run.
    """

    workflow: Workflow
    url: str
    values: Callable[[int], dict[str, str]] = field(repr=False)
    secrets: tuple[str, ...] = ()
    timeout: float = 5.0
    storage_state: Path | dict[str, Any] | None = field(default=None, repr=False)
    reset: str = ""
    command: str = "ami stress"

    @property
    def origin(self) -> str:
        """Scheme and host of the application."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"


@contextmanager
def open_browser(named: str, *, headed: bool) -> Iterator[Any]:
    """Yield a browser that this process starts.

    Args:
        named: The executable, as the settings name it; empty to find one.
        headed: Whether it has a window.

    Raises:
        ConfigurationError: It did not start.
    """
    from playwright.sync_api import sync_playwright

    found = find_browser(named or None, os.environ, headed=headed)
    with sync_playwright() as playwright:
        browser = launch(playwright, found.path, headed=headed)
        try:
            yield browser
        finally:
            with suppress(Exception):  # it may be closed already
                browser.close()


class StressRunner:
    """A browser that runs the workflow on redesigns."""

    def __init__(self, browser: Any, spec: StressSpec, *, before: int = 0) -> None:
        """Take a sync browser that is running, and the number of the last run before."""
        self._browser = browser
        self.spec = spec
        self._number = before

    def attempt(self, redesign: Redesign, expected: Baseline | None = None) -> ObservedRun:
        """Replay the workflow on redesigned pages.

        Args:
            redesign: The redesign.
            expected: The baseline, if it is known; the run ends as soon as it is reached.

        Raises:
            ConfigurationError: The reset failed.
            AppDownError: The first page does not open.
            HarnessError: The browser broke down.
        """
        from playwright.sync_api import Error

        self._number += 1
        self._reset()
        try:
            return self._attempt(redesign, expected)
        except Error as error:
            raise HarnessError(
                f"The browser broke down in run {self._number}",
                why="Playwright lost the browser or its page, so the run says nothing about the workflow.",
                evidence=[first_line(error)],
                run="ami doctor",
            ) from None

    def _attempt(self, redesign: Redesign, expected: Baseline | None) -> ObservedRun:
        values = self.spec.values(self._number)
        context = self._browser.new_context(base_url=self.spec.origin, storage_state=self.spec.storage_state)
        try:
            context.set_default_timeout(1000 * self.spec.timeout)
            context.set_default_navigation_timeout(1000 * max(self.spec.timeout, OPENED))
            page_log = redesigned(context, redesign, values)
            watch = TrafficObserver(context, values, self.spec.origin)
            page = context.new_page()
            self._open(page)
            began = time.monotonic()
            claim, why, healed = self._replayed(page, values)
            seconds = time.monotonic() - began
            end = watch.settled(expected, passes=claim.passes)
            return ObservedRun(
                number=self._number,
                redesign=redesign,
                claim=claim,
                why=why,
                healed=healed,
                seconds=seconds,
                applied=page_log.applied,
                faults=tuple(page_log.faults),
                deeds=tuple(templated(page_log.deeds, distinctive_values(values))),
                names=tuple(values),
                requests=watch.requests(),
                end=end,
            )
        finally:
            context.close()

    def _reset(self) -> None:
        if not self.spec.reset:
            return
        # In a session of its own: Ctrl-C is ours to hear, not the command's.
        try:
            done = subprocess.run(  # noqa: S602  (the user's own command, as the user typed it)
                self.spec.reset, shell=True, capture_output=True, text=True, timeout=RESET, check=False,
                start_new_session=True,
            )  # fmt: skip
            said = (done.stderr or done.stdout).strip().splitlines()[-3:]
            problem = f"exit code {done.returncode}" if done.returncode else ""
        except subprocess.TimeoutExpired:
            said, problem = [], f"it took more than {RESET} seconds"
        if problem:
            raise ConfigurationError(
                f"The reset before run {self._number} failed: {problem}",
                why="Without it no run begins where the others did.",
                evidence=[self.spec.reset, *said],
                run=self.spec.reset,
            )

    def _open(self, page: Any) -> None:
        from playwright.sync_api import Error

        try:
            page.goto(self.spec.url)
        except Error as error:
            raise AppDownError(
                f"{self.spec.url} could not be opened for run {self._number}",
                why="The application does not answer, or the address is wrong.",
                evidence=[first_line(error)],
                run=f"curl -I {as_argument(self.spec.url)}",
            ) from None

    def _replayed(self, page: Any, values: Mapping[str, str]) -> tuple[Claim, str, tuple[int, ...]]:
        secrets = {name: values[name] for name in self.spec.secrets}
        session = ContextSession(page)
        try:
            program = replay(self.spec.workflow, values, FlowOptions(patience=1000 * self.spec.timeout))
            report = SyncDriver(session, None, secrets).run(program)
        except AmiError as error:
            return Claim.STOPPED, _hidden(f"{error.what}. {error.why}", secrets), ()
        except Exception as error:  # noqa: BLE001  (a tool that breaks down has stopped)
            return Claim.STOPPED, _hidden(f"broke down: {type(error).__name__}: {first_line(error)}", secrets), ()
        finally:
            session.close()
        if report.drift is not None:
            return Claim.STOPPED, _hidden(_drift_text(report.drift), secrets), report.healed
        return (Claim.HEALED if report.healed else Claim.GREEN), "", report.healed


def _drift_text(drift: Drift) -> str:
    return f"step {drift.step}, {drift.title}: {drift.cause.value}: {CAUSES[drift.cause]}"


def _hidden(text: str, secrets: Mapping[str, str]) -> str:
    return redact(" ".join(text.split())[:400], labels(secrets))
