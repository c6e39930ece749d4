"""Shows the progress of a lesson on a terminal, behind pytest's own text, and removes it again.

Rules of this module:

* Only a terminal that pytest writes to gets the line: no file, no worker of pytest-xdist, no ``-s``, where the cursor
  belongs to the tests.
* The cursor returns to pytest's text after each line, and the line is gone before pytest writes on.
* Replays show nothing.

It knows the terminal. It must never know a lesson, or fail a test.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pytest_ami.report.lesson_line import LessonProgress

NAME = "ami-live-line"
"""Its name as a plugin."""


class LiveLine:
    """The line behind pytest's own text. ``live_line`` makes it where there is a terminal.

    Args:
        writer: Pytest's terminal writer.
        capture: Pytest's capture manager.
    """

    def __init__(self, writer: Any, capture: Any) -> None:
        """Show nothing yet."""
        self._writer = writer
        self._capture = capture
        self._shown = False

    def __call__(self, progress: LessonProgress | None) -> None:
        """Show the progress of a lesson; None removes the line."""
        if progress is None:
            self._clear()
            return
        from pytest_ami.engine.secrets.gate import GATE
        from pytest_ami.report.lesson_line import lesson_line, width

        free = self._writer.fullwidth - self._writer.width_of_current_line - 2
        line = lesson_line(progress, free, GATE.text)
        if line:
            self._write(f" {line}\x1b[K\x1b[{width(line) + 1}D")
            self._shown = True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self) -> None:
        """Remove what a lesson left that ended with an error of another kind."""
        self._clear()

    def _clear(self) -> None:
        if self._shown:
            self._shown = False
            self._write("\x1b[K")

    def _write(self, text: str) -> None:
        with self._capture.global_and_fixture_disabled():
            try:
                sys.stdout.write(text)
                sys.stdout.flush()
            except (OSError, ValueError):  # an encoding without a letter of it, or a terminal that is gone
                self._shown = False


def live_line(config: pytest.Config) -> LiveLine | None:
    """Return the line of a pytest run; None if its output is no terminal of its own."""
    plugins = config.pluginmanager
    known: LiveLine | None = plugins.get_plugin(NAME)
    if known is not None:
        return known
    reporter, capture = plugins.get_plugin("terminalreporter"), plugins.get_plugin("capturemanager")
    if hasattr(config, "workerinput") or reporter is None or capture is None:
        return None
    if not reporter.isatty or config.getoption("capture") == "no" or os.environ.get("TERM", "dumb") == "dumb":
        return None
    made = LiveLine(config.get_terminal_writer(), capture)
    plugins.register(made, NAME)
    return made
