"""A pytest plugin (`-p tests.support.faked -p no:playwright`): learned tests on a page that is no browser's.

What the plugin does is what it does with a browser: hooks, fixtures, planning, engine, journal, store. Only the driver
is another one: it asks a `FakePage`, and waits as long as a browser would take. `FAKED_PACE` says how long: 1 as
measured with Chromium, 0 not at all.

With `FAKED_TIMES=<folder>`, every process writes how long it ran and how long it was within pytest-ami: in hooks,
fixtures and `ami.run()`, without the time that pytest, the tests and the page took in between.

With `FAKED_WITNESS=<folder>`, every process writes the ids of the facts that `Journal.append` has returned. With
`FAKED_KILL=<n>`, one test in n kills its own worker with SIGKILL, at a moment that nobody chose.
"""

from __future__ import annotations

import functools
import inspect
import json
import os
import random
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar
from unittest import mock

import pytest

from pytest_ami.model import command as c
from pytest_ami.model.operation import Operation
from pytest_ami.testing.fake_page import FakePage

T = TypeVar("T")
ACTION, LOOK, OTHER = 0.040, 0.004, 0.002
"""Seconds that a browser takes: an action 34 to 50 ms, a look 2 to 5 ms."""

OURS = ("ami", "ami-run-log", "ami-suite-coverage", "ami-xdist", "ami-browser", "ami-missing-page")
FACE = {"ami", "ami_settings", "ami_teacher", "ami_embedder", "workflow_store"}
SITE: dict[str, dict[str, Any]] = {
    "/": {"elements": [{"role": "button", "name": "Compose", "on": {"click": {"goto": "/new"}}}]},
    "/new": {
        "elements": [
            {"tag": "input", "role": "textbox", "name": "To"},
            {"tag": "input", "role": "textbox", "name": "Subject"},
            {"role": "button", "name": "Send", "on": {"click": {"notice": "status|Message sent"}}},
        ],
    },
}
"""A webmail of two pages."""


class Faked(FakePage):
    """The page of one test; as a teacher's page it can be clicked and filled by name."""

    keep: Callable[[Operation], None] | None = None

    def answer(self, command: c.Command) -> Any:
        """Do what one command asks, and take the time that it takes."""
        with CLOCK.within("page"):
            if (pace := _pace()) and not isinstance(command, (c.Perform, c.AskTeacher)):
                time.sleep(
                    pace * (ACTION if isinstance(command, c.Act) else LOOK if isinstance(command, c.Look) else OTHER)
                )
            return super().answer(command)

    def click(self, name: str) -> None:
        """Click the element of this name."""
        self.answer(c.Click(ref=self._ref(name)))

    def fill(self, name: str, value: str) -> None:
        """Fill the element of this name."""
        self.answer(c.Fill(ref=self._ref(name), value=value))

    def _ref(self, name: str) -> str:
        return next(str(e.ref) for e in self.answer(c.Observe()).elements if e.name == name)

    def _record(self, operation: Operation) -> None:
        super()._record(operation)
        if self.keep and self._recording is not None:
            with CLOCK.within("ami"):
                self.keep(operation)


def _pace() -> float:
    """Return how slow the page is; the environment says it for each run, also for several in one process."""
    return float(os.environ.get("FAKED_PACE", "1"))


class Driver:
    """Stands for `SyncDriver`."""

    def __init__(self, session: Any, teacher: Any = None, *_: Any) -> None:
        """Take the page of the test."""
        self.page: Faked = session.home.fake
        self.page.keep = session.keep
        if teacher is not None:
            self.page.teacher = lambda page, **values: teacher.perform(page, values)

    def run(self, program: Generator[c.Command, Any, T]) -> T:
        """Carry out a program."""
        return self.page.run(program)


class Clock:
    """Seconds by what was going on; what goes on within something else is not counted there."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.cpu: defaultdict[str, float] = defaultdict(float)
        self.calls: Counter[str] = Counter()
        self._stack = ["pytest"]
        self._since, self._cpu_since = time.perf_counter(), time.thread_time()

    @contextmanager
    def within(self, what: str) -> Iterator[None]:
        """Count the block as ``what``."""
        self._turn()
        self._stack.append(what)
        self.calls[what] += 1
        try:
            yield
        finally:
            self._turn()
            self._stack.pop()

    def _turn(self) -> None:
        now, cpu = time.perf_counter(), time.thread_time()
        self.spent[self._stack[-1]] += now - self._since
        self.cpu[self._stack[-1]] += cpu - self._cpu_since
        self._since, self._cpu_since = now, cpu

    def timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that is counted as ours; of a generator only what it does itself."""
        if inspect.isgeneratorfunction(function):

            @functools.wraps(function)
            def segments(*args: Any, **options: Any) -> Generator[Any, Any, Any]:
                with self.within("ami"):
                    inner = function(*args, **options)
                    given = next(inner)
                while True:
                    try:
                        got = yield given
                    except BaseException as error:  # noqa: BLE001  (it is handed on)
                        with self.within("ami"):
                            try:
                                given = inner.throw(error)
                            except StopIteration as stop:
                                return stop.value
                    else:
                        with self.within("ami"):
                            try:
                                given = inner.send(got)
                            except StopIteration as stop:
                                return stop.value

            return segments

        @functools.wraps(function)
        def whole(*args: Any, **options: Any) -> Any:
            with self.within("ami"):
                return function(*args, **options)

        return whole


CLOCK = Clock()


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Put the driver in its place, and the clock around what is ours."""
    from pytest_ami.flow import facade

    restored = mock.patch.object(facade.Ami, "_driver", Driver)
    restored.start()
    config.add_cleanup(restored.stop)
    if folder := os.environ.get("FAKED_WITNESS"):
        _witness(Path(folder, f"{os.getpid()}.txt"))
    if not os.environ.get("FAKED_TIMES"):
        return
    facade.Ami.run = CLOCK.timed(facade.Ami.run)  # type: ignore[method-assign]
    facade.Ami.close = CLOCK.timed(facade.Ami.close)  # type: ignore[method-assign]
    for name in OURS:
        plugin = config.pluginmanager.get_plugin(name)
        for caller in (config.pluginmanager.get_hookcallers(plugin) or ()) if plugin else ():
            for implementation in caller.get_hookimpls():
                if implementation.plugin is plugin:
                    implementation.function = CLOCK.timed(implementation.function)  # type: ignore[misc]


def _witness(path: Path) -> None:
    from pytest_ami.store.journal import Journal

    append = Journal.append

    @functools.wraps(append)
    def witnessed(*args: Any, **options: Any) -> Any:
        fact = append(*args, **options)
        with CLOCK.within("pytest"), path.open("ab", buffering=0) as file:
            file.write(f"{fact.id}\n".encode())
        return fact

    Journal.append = witnessed  # type: ignore[method-assign]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Kill the worker somewhere within every n-th test."""
    every = int(os.environ.get("FAKED_KILL", "0"))
    number = getattr(getattr(item, "callspec", None), "params", {}).get("n", -1)
    if every and number % every == every - 1 and hasattr(item.config, "workerinput"):
        span = (ACTION * 4 + LOOK * 8) * _pace() + 0.05
        killer = threading.Timer(random.uniform(0, span), os.kill, (os.getpid(), signal.SIGKILL))  # noqa: S311
        killer.daemon = True
        killer.start()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Generator[None, Any, Any]:
    """Count our fixtures as ours, those that they ask for not."""
    with CLOCK.within("ami" if fixturedef.argname in FACE else "pytest"):
        return (yield)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write down what was counted."""
    if folder := os.environ.get("FAKED_TIMES"):
        with CLOCK.within("pytest"):
            worker = getattr(config, "workerinput", {}).get("workerid", "main")
        found = {"worker": worker, "calls": CLOCK.calls["ami"], "seconds": CLOCK.spent, "cpu": CLOCK.cpu}
        Path(folder, f"{os.getpid()}.json").write_text(json.dumps(found), "utf-8")


def _nothing(*_: Any) -> None:
    """Hear nothing."""


class _Context(SimpleNamespace):
    """A browser context that nothing happens in."""

    pages = ()
    on = remove_listener = _nothing


def _url(page: Any) -> str:
    return str(page.fake.url)


def _goto(page: Any, url: str) -> None:
    """Open a page of the site."""
    page.fake.answer(c.Goto(url=url))


Page = type(
    "Page",
    (),
    {
        "__module__": "playwright.sync_api",
        "url": property(_url),
        "goto": _goto,
        "on": _nothing,
        "remove_listener": _nothing,
        "is_closed": lambda _page: False,
    },
)


@pytest.fixture
def page() -> Any:
    """A page that is no browser's; ``page.fake`` is what stands behind it."""
    made = Page()
    made.context = _Context()
    made.fake = Faked(SITE)
    return made


def teach(page: Faked, to: str, subject: str) -> None:
    """Send a mail."""
    page.click("Compose")
    page.fill("To", to)
    page.fill("Subject", subject)
    page.click("Send")
