"""A replay against the script that a good engineer would write for the same flow.

Both start on the same page of the same site in a fresh context, alternate in one process, and change places
in every pair. Timed is what a test's body costs after its `page.goto("/")`: the flow and its final assertion.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from pytest_ami.browser.find import find_browser
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.sites.mail import MailSite
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore

from .numbers import Spread, paired

GOAL = 1.10
MAIL = {"to": "another@example.com", "subject": "Follow-up", "body": "Second mail"}
TASK = "send email"


def by_hand(page: Page, to: str, subject: str, body: str) -> None:
    """Send a mail, as one writes it by hand."""
    page.get_by_role("button", name="Compose").click()
    page.get_by_label("To", exact=True).fill(to)
    page.get_by_label("Subject").fill(subject)
    page.get_by_role("textbox", name="Message").fill(body)
    page.get_by_role("button", name="Send", exact=True).click()


@dataclass(slots=True)
class Stage:
    """A browser, a site and a store: what both sides run on."""

    browser: Browser
    site: MailSite
    store: WorkflowStore

    @contextmanager
    def page(self) -> Iterator[Page]:
        """Yield a page of a fresh, signed-in context on a fresh mailbox; nothing is loaded yet."""
        self.site.reset()
        context = self.browser.new_context(
            base_url=self.site.url,
            storage_state={"cookies": self.site.cookies(), "origins": []},  # type: ignore[arg-type]
        )
        try:
            yield context.new_page()
        finally:
            context.close()

    def attempt(self, mode: Mode, teacher: Any = None) -> Attempt:
        """Return a new attempt, as the `ami` fixture makes one."""
        return Attempt(
            AttemptScope(
                test="benchmarks/replay_ratio.py::flow",
                number=1,
                settings=Settings(mode=mode, mode_reason="benchmark"),
                store=self.store,
                mark=LearnedMark(task=TASK, teacher=teacher),
            )
        )

    def learn(self) -> None:
        """Let the script demonstrate the flow, and replay it once so that it counts as proven."""
        for _ in range(2):
            with self.page() as page:
                attempt = self.attempt(Mode.AUTO, by_hand)
                face = Ami(attempt, page)
                page.goto("/")
                face.run(**MAIL)
                face.close()
                attempt.commit()

    def replay(self) -> float:
        """Replay the flow; return the seconds it took."""
        with self.page() as page:
            attempt = self.attempt(Mode.REPLAY)
            face = Ami(attempt, page)
            page.goto("/")
            began = time.perf_counter()
            run = face.run(**MAIL)
            expect(page.get_by_role("status")).to_have_text("Message sent")
            seconds = time.perf_counter() - began
            face.close()
            assert run.outcome is Outcome.REPLAYED
            assert run.model_calls == 0
            self._check()
            attempt.commit()
        return seconds

    def script(self) -> float:
        """Run the script; return the seconds it took."""
        with self.page() as page:
            page.goto("/")
            began = time.perf_counter()
            by_hand(page, **MAIL)
            expect(page.get_by_role("status")).to_have_text("Message sent")
            seconds = time.perf_counter() - began
            self._check()
        return seconds

    def _check(self) -> None:
        (mail,) = self.site.sent()
        assert (mail.to, mail.subject, mail.body) == ((MAIL["to"],), MAIL["subject"], MAIL["body"])


@contextmanager
def stage() -> Iterator[Stage]:
    """Yield a stage on which the flow has been learned."""
    found = find_browser(None, os.environ)
    with tempfile.TemporaryDirectory() as folder, MailSite() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.path)
        journal = Journal(Path(folder), run="benchmark", worker="main")
        made = Stage(browser, site, WorkflowStore(Path(folder), journal))
        made.learn()
        yield made
        browser.close()


def measure(pairs: int = 30, warm_up: int = 3, tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return the ratio of replay to script, its quartiles, and both medians in milliseconds.

    Args:
        pairs: How many pairs count.
        warm_up: How many come before them and do not.
        tell: Called with a line of progress.
    """
    replays: list[float] = []
    scripts: list[float] = []
    with stage() as made:
        for number in range(warm_up + pairs):
            sides = [(made.replay, replays), (made.script, scripts)]
            for side, into in sides if number % 2 else reversed(sides):
                seconds = side()
                if number >= warm_up:
                    into.append(seconds)
            tell(f"replay against script: pair {number + 1} of {warm_up + pairs}")
    ratio, replay, script = paired(replays, scripts), Spread.of(replays), Spread.of(scripts)
    return {
        "median": round(ratio.median, 3),
        "quartiles": [round(ratio.low, 3), round(ratio.high, 3)],
        "replay_ms": round(replay.median * 1000, 1),
        "script_ms": round(script.median * 1000, 1),
        "ratio_of_medians": round(replay.median / script.median, 3),
        "n": pairs,
        "goal": GOAL,
    }
