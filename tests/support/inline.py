"""A project whose pytest runs in the process of the test: no start of Python, no start of a browser.

A run takes a fifth of the time that a process of its own takes. Environment, working folder, modules, warnings and
streams are put back after each run. Plugins that hold on to the process are left out, so a project that needs workers,
a real exit or a clean interpreter takes ``apart``.
"""

from __future__ import annotations

import importlib
import io
import os
import random
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import pytest

from pytest_ami.testing.project import Project, Result, clean

LEFT_OUT = ("xdist", "hypothesispytest", "anyio", "faulthandler", "unraisableexception")
"""Plugins that start servers, threads or hooks for a whole process, or that these projects have no use for."""

QUIET = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
"""The package was imported long before the run."""

IMPORTS = ("-o", "pythonpath=.", "--import-mode=importlib")
"""Modules of the project are found for the time of the run, as `python -m pytest` finds them; no path stays behind."""


@dataclass(frozen=True)
class Inline(Project):
    """A project that runs in this process.

    Attributes:
        playwright: The Playwright that its pages come from, which this process has started already.
        browser: The browser that its pages come from.
    """

    playwright: Any = field(default=None, repr=False, compare=False)
    browser: Any = field(default=None, repr=False, compare=False)

    @property
    def apart(self) -> Project:
        """The same project in the same folder, run in a process of its own."""
        return Project(files=self.files, env=self.env, args=self.args, _place=self._place)

    def run(self, *args: str, timeout: float = 120) -> Result:  # noqa: ARG002  (nothing here can be killed)
        """Write the files and run pytest on them in this process."""
        self.write()
        out, err = _stream(), _stream()
        left_out = [part for name in LEFT_OUT for part in ("-p", f"no:{name}")]
        with ExitStack() as stack:
            stack.enter_context(_environment({**clean(os.environ), "COLUMNS": "80", **self.env}))
            stack.enter_context(_folder(self.path))
            stack.enter_context(_interpreter())
            stack.enter_context(redirect_stdout(out))
            stack.enter_context(redirect_stderr(err))
            ret = pytest.main(
                [*left_out, *IMPORTS, *self.args, *args, *QUIET], plugins=[_Lender(self.playwright, self.browser)]
            )
        return Result(project=self, ret=int(ret), out=_text(out), err=_text(err))


class _Lender:
    """Lends the browser of this process: registered late, so its fixtures win over pytest-playwright's."""

    def __init__(self, playwright: Any, browser: Any) -> None:
        self._lent = ModuleType("lent")
        self._lent.playwright = _session("playwright", playwright)  # type: ignore[attr-defined]
        self._lent.browser = _session("browser", browser)  # type: ignore[attr-defined]
        self._lends = browser is not None

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        if self._lends and config.pluginmanager.hasplugin("playwright"):
            config.pluginmanager.register(self._lent, "lent-browser")


def _session(name: str, value: Any) -> Any:
    return pytest.fixture(scope="session", name=name)(lambda: value)


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", errors="replace", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    with mock.patch.dict(os.environ, variables, clear=True):
        yield


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _interpreter() -> Iterator[None]:
    """Keep what a run imports from its own folder, and what it filters, from everybody else."""
    modules, luck = dict(sys.modules), random.getstate()
    here = str(Path.cwd())
    importlib.invalidate_caches()
    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        stack.enter_context(mock.patch.object(sys, "dont_write_bytecode", True))
        if assertions := modules.get("playwright._impl._assertions"):  # soft assertions know one test at a time
            stack.enter_context(mock.patch.object(assertions, "_soft_errors", None, create=True))
        warnings.resetwarnings()
        try:
            yield
        finally:
            for name, module in [*sys.modules.items()]:
                if name not in modules and str(getattr(module, "__file__", "")).startswith(here):
                    del sys.modules[name]
            sys.modules.update({n: m for n, m in modules.items() if sys.modules.get(n) is not m})
            random.setstate(luck)
