"""The progress of a lesson on a real terminal: shown behind pytest's text, and gone before pytest writes on."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.plugin.live_line import live_line
from pytest_ami.testing.project import Project
from tests.support.inline import Inline

LESSON = """
    from pytest_ami.model.outcome import Usage
    from pytest_ami.plugin.live_line import live_line
    from pytest_ami.report.lesson_line import LessonProgress

    def test_lesson(pytestconfig):
        live = live_line(pytestconfig)
        assert live is not None and live_line(pytestconfig) is live
        print("captured")
        live(LessonProgress("send email", 2, 'fill textbox "To"', Usage(calls=2, tokens=900), 3.0))
        live(LessonProgress("send email", 3, 'click button "Send"\\x1b[2J', Usage(calls=3, tokens=1200), 4.0))
        live(None)

    def test_crash(pytestconfig):
        live_line(pytestconfig)(LessonProgress("crashes", 1, "click", Usage(), 1.0))
        raise RuntimeError

    def test_after():
        pass
"""


def on_terminal(project: Project) -> str:
    """Return the bytes that pytest writes to a terminal of 100 columns, as text."""
    pty = pytest.importorskip("pty")
    project.write()
    master, slave = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "NO_COLOR": "1", "PYTEST_ADDOPTS": ""}
    command = [sys.executable, "-m", "pytest", "-p", "no:playwright", "-p", "no:randomly", "--tb=no", "-q", "."]
    with subprocess.Popen(command, cwd=project.path, env=env, stdout=slave, stderr=slave, stdin=slave):
        os.close(slave)
        out = b""
        with suppress(OSError):  # the other end is closed
            while chunk := os.read(master, 4096):
                out += chunk
    os.close(master)
    return out.decode()


def screen(text: str) -> list[str]:
    """Return the lines that a terminal shows after a text."""
    lines, column = [""], 0
    for part in re.findall(r"\x1b\[\d*[KDm]|\r|\n|[^\x1b\r\n]+", text):
        line = lines[-1]
        if part == "\n":
            lines.append("")
            column = 0
        elif part == "\r":
            column = 0
        elif part.endswith("K") and part[0] == "\x1b":
            lines[-1] = line[:column]
        elif part.endswith("D") and part[0] == "\x1b":
            column -= int(part[2:-1])
        elif part[0] != "\x1b":
            lines[-1] = line[:column].ljust(column) + part + line[column + len(part) :]
            column += len(part)
    return lines


@pytest.mark.slow
def test_the_line_is_shown_and_leaves_pytests_own_lines_as_they_are(project: Inline) -> None:
    text = on_terminal(project.apart.with_test(LESSON))

    assert ' learning "send email", step 2: fill textbox "To"; 2 calls, 900 tokens, 3 s' in text
    assert r"step 3: click button \"Send\"\x1b[2J".replace('\\"', '"') in text
    assert "learning" not in "\n".join(screen(text))
    assert re.match(r"\.F\.\s+\[100%\]", screen(text)[0])
    assert "captured" not in text


@pytest.mark.parametrize(
    "lack", ["worker", "file", "no capture", "dumb terminal", "no reporter", "no capture manager", "nothing"]
)
def test_only_a_terminal_of_pytests_own_gets_a_line(lack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb" if lack == "dumb terminal" else "xterm")
    found: dict[str, Any] = {
        "terminalreporter": None if lack == "no reporter" else SimpleNamespace(isatty=lack != "file"),
        "capturemanager": None if lack == "no capture manager" else object(),
    }
    config: Any = SimpleNamespace(
        pluginmanager=SimpleNamespace(get_plugin=found.get, register=lambda plugin, name: found.update({name: plugin})),
        getoption=lambda _name: "no" if lack == "no capture" else "fd",
        get_terminal_writer=object,
        **({"workerinput": {}} if lack == "worker" else {}),
    )

    assert (live_line(config) is None) is (lack != "nothing")
