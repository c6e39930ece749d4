"""``--ami-connect``: the flow replays in a browser that runs already, and no key of its address is shown."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from pytest_ami.browser.find import find_browser, playwright_browser
from pytest_ami.testing.project import Project
from tests.support.inline import Inline
from tests.support.projects import FLOW, NODE, WEBMAIL

STARTS = 60
"""Seconds after which a server that has not started hangs."""

GRID = """
    import pytest
    from playwright.sync_api import Error

    class Browser:
        def __init__(self, *made):
            self.made = made

        def close(self):
            pass

    class Grid:
        def connect(self, ws_endpoint, **more):  # as in older releases of Playwright
            if "nobody" in ws_endpoint:
                raise Error(f"BrowserType.connect: WebSocket error: {ws_endpoint}/ 401 Unauthorized\\nCall log:")
            return Browser("playwright", ws_endpoint, more)

        def connect_over_cdp(self, url, **more):
            if "nobody" in url:
                raise Error(f"BrowserType.connect_over_cdp: {url} refused\\nCall log:")
            return Browser("cdp", url, more)

        def launch(self, **more):
            raise AssertionError("a browser was started")

    @pytest.fixture(scope="session")
    def browser_type():
        return Grid()
"""
MADE = """
    def test_browser(browser):
        print("MADE", browser.made)
"""


@pytest.fixture
def grid(project: Inline) -> Inline:
    """A project whose browsers come from a grid that notes how it was asked."""
    return project.with_file("conftest.py", GRID).with_test(MADE).with_args("-s")


@pytest.mark.parametrize(
    ("address", "made"),
    [
        ("ws://grid:3000/pw?os=linux", "'playwright', 'ws://grid:3000/pw?os=linux'"),
        ("wss://grid/", "'playwright', 'wss://grid/'"),
        ("http://127.0.0.1:9222", "'cdp', 'http://127.0.0.1:9222'"),
        ("cdp+wss://grid/session/7/se/cdp", "'cdp', 'wss://grid/session/7/se/cdp'"),
    ],
)
def test_the_scheme_of_the_address_chooses_the_protocol(grid: Inline, address: str, made: str) -> None:
    result = grid.run(f"--ami-connect={address}")
    assert result.outcomes == {"passed": 1}, result.out
    assert f"MADE ({made}, {{" in result.out
    assert "'timeout': 60000" in result.out
    assert "executable_path" not in result.out  # a path of this machine


def test_a_conftest_may_add_to_the_options(grid: Inline) -> None:
    more = """
        @pytest.fixture(scope="session")
        def connect_options(connect_options):
            return {**connect_options, "expose_network": "<loopback>"}
    """
    result = grid.with_test(more, MADE).with_env(AMI_CONNECT="ws://grid/").run()
    assert "'expose_network': '<loopback>'" in result.out


@pytest.mark.parametrize("scheme", ["ws", "http"])
def test_an_address_where_nobody_answers_is_an_error_without_its_key(grid: Inline, scheme: str) -> None:
    result = grid.with_env(AMI_CONNECT=f"{scheme}://me:k3y-one@nobody:3000/pw?token=k3y-two").run("--showlocals")
    assert result.outcomes == {"errors": 1}
    result.matcher.fnmatch_lines([f"*No browser answers at {scheme}://nobody:3000", "*why: *", "*run next: *"])
    assert re.search(rf"evidence: BrowserType\.connect\w*: .*{scheme}://nobody:3000 ", result.out), result.out
    assert "k3y" not in result.out + result.err


def test_only_chromium_speaks_cdp(grid: Inline) -> None:
    result = grid.run("--ami-connect=http://grid:9222", "--browser=firefox")
    assert result.outcomes == {"errors": 1}
    result.matcher.fnmatch_lines(["*names a browser that speaks CDP, and --browser is firefox*"])


@pytest.mark.parametrize("address", ["grid:3000", "ftp://grid/", "ws://", "ws://grid:port/?token=k3y", "ws:grid"])
def test_an_address_of_no_browser_is_a_usage_error(grid: Inline, address: str) -> None:
    result = grid.run(f"--ami-connect={address}")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "--ami-connect names no address of a browser" in result.err
    assert "run next: pytest --ami-connect=ws://127.0.0.1:3000/" in result.err
    assert "k3y" not in result.err


def executable() -> Path:
    found = find_browser(None, os.environ).path or playwright_browser(os.environ)
    assert found is not None
    return found


@contextmanager
def running(command: list[str], address: Callable[[], str]) -> Iterator[str]:
    """Run a server and its children, and return its address as soon as there is one."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True)
    try:
        until = time.monotonic() + STARTS
        while not (found := address()):
            assert time.monotonic() < until, f"{command[0]} did not start"
            time.sleep(0.05)
        yield found
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(10)


def playwright_server(folder: Path) -> Iterator[str]:
    """Start Playwright's server. It may have no browser of its own, so it takes the executable from its clients."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def address() -> str:
        with socket.socket() as tried:
            return "" if tried.connect_ex(("127.0.0.1", port)) else f"ws://127.0.0.1:{port}/"

    command = [sys.executable, "-m", "playwright", "run-server", "--host", "127.0.0.1", "--port", str(port), "--unsafe"]
    with running(command, address) as found:
        yield found


def chromium(folder: Path) -> Iterator[str]:
    """Start a browser with a port for CDP."""
    told = folder / "DevToolsActivePort"

    def address() -> str:
        text = told.read_text() if told.exists() else ""
        return f"http://127.0.0.1:{text.split()[0]}" if text else ""

    options = ("--headless", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank")
    with running([str(executable()), *options], address) as found:
        yield found
        with urlopen(f"{found}/json/version") as answer:  # noqa: S310  (our own browser, which still runs)
            assert b"webSocketDebuggerUrl" in answer.read()


BY_PATH = f"""
    @pytest.fixture(scope="session")
    def browser_type_launch_args(browser_type_launch_args):
        return {{**browser_type_launch_args, "executablePath": {str(executable())!r}}}
"""


@pytest.mark.browser
@pytest.mark.parametrize(
    "serve", [playwright_server, pytest.param(chromium, marks=pytest.mark.nightly)], ids=["playwright", "cdp"]
)
def test_a_flow_replays_in_a_browser_that_runs_already(
    taught: Inline, tmp_path: Path, serve: Callable[..., Iterator[str]]
) -> None:
    started = contextmanager(serve)
    with started(tmp_path) as address:
        project: Project = taught.apart.with_file("conftest.py", WEBMAIL + BY_PATH).with_test(FLOW)
        result = project.run("-v", f"--ami-connect={address}")
    assert result.words == {NODE: "REPLAYED"}, result.out
    assert result.steady_summary == ["1 replayed; 0 model calls"]
