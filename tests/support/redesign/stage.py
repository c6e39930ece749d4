"""The sites, a browser, and what is true about a run: the judge's side of the benchmark."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from pytest_ami.browser.find import find_browser
from pytest_ami.sites.catalogue import names, site
from pytest_ami.sites.designed import DesignedSite
from pytest_ami.sites.ledger import differences
from pytest_ami.sites.look import SiteLook
from pytest_ami.sites.task import Task
from pytest_ami.testing.redesign import Deed, Redesign, Redesigned, redesigned
from pytest_ami.testing.redesign.trial import Truth
from pytest_ami.testing.redesign.verdict import ACTS, compared, merged, template, templated

from .tool import Flow

SETTLE = 0.4
"""Seconds that a change may take to reach the server, or the page, after a tool says that it is done."""

SHOWN = """(values) => {
  const text = document.body ? document.body.innerText : "";
  const fields = [...document.querySelectorAll("input,textarea,select")].map((el) => el.value).join("\\n");
  return values.map((value) => text.includes(value) || fields.includes(value));
}"""


@dataclass(frozen=True, slots=True)
class End:
    """Where a flow ends: the page's path without ids (empty if it varies), and which of its values the page shows."""

    path: str
    shown: frozenset[str]


@dataclass
class Subject:
    """One task of one site in one look, and what is true of it when nothing was redesigned."""

    site: DesignedSite
    name: str
    task: Task
    look: SiteLook
    stage: Stage
    deeds: list[Deed] = field(default_factory=list)
    end: End | None = None

    @property
    def title(self) -> str:
        """A name that no other subject has."""
        return f"{self.name}: {self.task.name} ({self.look.design}, {self.look.locale})"

    @property
    def keys(self) -> list[str]:
        """The elements that the flow touches, each once."""
        return list(
            dict.fromkeys(
                deed.key for deed in self.deeds if deed.what in ACTS and not deed.bare and deed.key.split('"')[1]
            )
        )

    def values(self, seed: object) -> dict[str, str]:
        """Return fresh values for the task."""
        return self.task.values(Random(str(seed)))  # noqa: S311  (makes test data)

    def open(
        self, look: SiteLook | None = None, redesign: Redesign | None = None, values: Mapping[str, str] | None = None
    ) -> tuple[Page, Redesigned]:
        """Open the task's first page on a fresh server in a fresh context, redesigned if so wished."""
        look = look or self.look
        self.site.reset()
        self.site.redesign(look.design, look.locale)
        context = self.stage.context(self)
        truth = redesigned(context, redesign or Redesign(), values)
        page = context.new_page()
        page.goto(self.task.start)
        return page, truth

    def perform(self, page: Page, **values: str) -> None:
        """Carry the task out as a person would."""
        self.task.perform(page, self.look, **values)

    def flow(self) -> Flow:
        """Return what a tool is shown."""
        return Flow(
            task=self.title,
            open=lambda: self.open()[0],
            perform=self.perform,
            values=self.values("shown"),
            secrets=self.task.secrets,
        )

    def observe(self) -> None:
        """Learn what is true, from two runs with different values: whom the flow touches, and where it ends."""
        first, end = self._observed("observed")
        second, again = self._observed("observed again")
        self.deeds = merged(first, second)
        self.end = End(end.path if end.path == again.path else "", end.shown & again.shown)

    def _observed(self, seed: str) -> tuple[list[Deed], End]:
        values = self.values(seed)
        page, truth = self.open()
        try:
            self.perform(page, **values)
            missing, more = self._effects(values)
            if missing or more:
                raise RuntimeError(f"{self.title}: the task does not do what it says: {missing} {more}")
            return templated(truth.deeds, values), ending(page, values)
        finally:
            page.context.close()

    def truth(self, page: Page, told: Redesigned, values: Mapping[str, str], *, passes: bool) -> Truth:
        """Return what really happened in a run that has just ended."""
        end = time.monotonic() + (SETTLE if passes else 0.05)
        while True:
            missing, more = self._effects(values)
            if (not missing and not more) or time.monotonic() > end:
                break
            time.sleep(0.02)
        arrived = self._arrived(page, values) if passes and self.end else True
        touched = compared(self.deeds, told.deeds, values)
        return Truth(
            effects=not missing,
            harm=bool(more),
            wrong=bool(told.redesign.mutations) and bool(touched.wrong or (touched.elsewhere and (missing or more))),
            arrived=arrived,
            applied=not told.redesign.mutations or any(told.applied),
        )

    def _effects(self, values: Mapping[str, str]) -> tuple[Any, Any]:
        return differences(self.task.effects(values), self.site.effects())

    def _arrived(self, page: Page, values: Mapping[str, str]) -> bool:
        end = time.monotonic() + SETTLE
        while True:
            now = ending(page, values)
            there = self.end is not None and self.end.path in ("", now.path) and self.end.shown <= now.shown
            if there or time.monotonic() > end:
                return there
            time.sleep(0.03)


def ending(page: Page, values: Mapping[str, str]) -> End:
    """Return where a flow has ended: on the page that was opened last and is still there."""
    pages = [one for one in page.context.pages if not one.is_closed()]
    if not pages:
        return End("", frozenset())
    last = pages[-1]
    try:
        flags = last.evaluate(SHOWN, list(values.values()))
    except PlaywrightError:
        flags = []
    path = re.sub(r"[^/]*\d[^/]*", "#", template(last.url.split("//", 1)[-1].partition("/")[2].split("?")[0], values))
    return End(path, frozenset(name for name, there in zip(values, flags, strict=False) if there))


class Stage:
    """A browser, and the sites it is to visit."""

    def __init__(self, browser: Browser, sites: Mapping[str, DesignedSite]) -> None:
        """Take what is running."""
        self.browser = browser
        self.sites = dict(sites)

    def context(self, subject: Subject) -> BrowserContext:
        """Return a fresh context for a subject, signed in where its task begins so."""
        context = self.browser.new_context(base_url=subject.site.url, locale=subject.look.locale)
        context.set_default_timeout(5000)
        if subject.task.signed_in:
            context.add_cookies(subject.site.cookies())  # type: ignore[arg-type]
        return context

    @cached_property
    def subjects(self) -> list[Subject]:
        """Every task of every site in every design, in English."""
        return [
            Subject(one, name, task, SiteLook(design, "en"), self)
            for name, one in self.sites.items()
            for task in one.TASKS
            for design in one.DESIGNS
        ]


@contextmanager
def stage(only: tuple[str, ...] = ()) -> Iterator[Stage]:
    """Yield a stage with the bundled sites running.

    Args:
        only: Names of the sites that are wanted; all if empty.
    """
    found = find_browser(None, os.environ)
    with ExitStack() as stack:
        sites = {name: stack.enter_context(site(name)()) for name in (only or names())}
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=found.path)
        stack.callback(browser.close)
        yield Stage(browser, sites)


Progress = Callable[[str], None]
