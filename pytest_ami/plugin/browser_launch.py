"""Finds the browser for pytest-playwright, or for its asyncio twin: one to start, or one that runs elsewhere.

This is a plugin of its own, registered in ``pytest_configure``. Therefore its fixtures override pytest-playwright's,
and a conftest overrides them. In the main plugin the order would depend on the names of the distributions.
"""

from __future__ import annotations

import inspect
import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from pytest_ami.browser.find import RemoteBrowser
    from pytest_ami.model.settings import Settings

PATIENCE = 60_000
"""Milliseconds that a remote browser may take to answer; a grid may have to start one first."""


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: Mapping[str, Any], pytestconfig: pytest.Config, ami_settings: Settings
) -> dict[str, Any]:
    """The launch options with the executable of the found browser; for a remote browser, they are left alone."""
    from pytest_ami.model.errors import ConfigurationError

    options = dict(browser_type_launch_args)
    chosen = pytestconfig.getoption("--browser", None) or ["chromium"]
    if ami_settings.connect or "executable_path" in options or "channel" in options or list(chosen) != ["chromium"]:
        return options
    try:
        path = _find(ami_settings, options)
    except ConfigurationError:
        return options  # a conftest may provide one; if not, `launch_browser` raises the error
    return {**options, "executable_path": path} if path else options


@pytest.fixture(scope="session")
def connect_options(
    connect_options: Mapping[str, Any] | None, browser_type: Any, ami_settings: Settings
) -> Mapping[str, Any] | None:
    """Playwright's options for the server that ``--ami-connect`` names, if it speaks Playwright's protocol."""
    remote = _remote(ami_settings)
    if connect_options or remote is None or remote.cdp:
        return connect_options
    address = next(iter(inspect.signature(browser_type.connect).parameters))  # `ws_endpoint` in older releases
    return {address: remote.url, "timeout": PATIENCE}


@pytest.fixture(scope="session")
def launch_browser(
    launch_browser: Callable[..., Any],
    browser_type: Any,
    browser_type_launch_args: Mapping[str, Any],
    connect_options: Mapping[str, Any] | None,
    browser_name: str,
    ami_settings: Settings,
) -> Callable[..., Any]:
    """A function that starts the browser or connects to it, or raises an error with the command that helps."""
    remote = _remote(ami_settings)

    def launch(**more: Any) -> Any:
        if remote is not None and remote.cdp:
            _check_cdp(browser_name)
            return _answer(remote, lambda: browser_type.connect_over_cdp(remote.url, timeout=PATIENCE))
        if remote is not None:
            return _answer(remote, lambda: launch_browser(**more))
        options = {**browser_type_launch_args, **more}
        if browser_name == "chromium" and not connect_options and not options.keys() & {"executable_path", "channel"}:
            _find(ami_settings, options)
        return launch_browser(**more)

    return launch


def _find(settings: Settings, options: Mapping[str, Any]) -> str:
    """Return the path of the browser, or an empty string for Playwright's own.

    Raises:
        NoBrowserError: No browser is installed.
    """
    from pytest_ami.browser.find import find_browser

    found = find_browser(settings.browser or None, os.environ, headed=options.get("headless") is False)
    return str(found.path) if found.path is not None else ""


def _remote(settings: Settings) -> RemoteBrowser | None:
    """Return the browser that runs elsewhere, if there is one; its address is a secret from now on."""
    if not settings.connect:
        return None
    from pytest_ami.browser.find import remote_browser
    from pytest_ami.engine.secrets.gate import GATE

    remote = remote_browser(settings.connect)
    if remote.url.strip("/") != remote.place:  # the rest may hold a key
        GATE.declare({"AMI_CONNECT": remote.url})
    return remote


def _check_cdp(browser: str) -> None:
    if browser == "chromium":
        return
    from pytest_ami.model.errors import ConfigurationError

    raise ConfigurationError(
        f"--ami-connect names a browser that speaks CDP, and --browser is {browser}",
        why="Only Chromium speaks CDP. A server of Playwright starts every browser.",
        run="pytest --browser=chromium",
    )


def _answer(remote: RemoteBrowser, connect: Callable[[], Any]) -> Any:
    """Return the browser that answers; on async pages, an awaitable of it.

    Raises:
        ConfigurationError: None answers.
    """
    from playwright.sync_api import Error

    from pytest_ami.browser.find import no_answer
    from pytest_ami.browser.run_calls import first_line

    async def awaited(answer: Awaitable[Any]) -> Any:
        try:
            return await answer
        except Error as error:
            raise no_answer(remote, first_line(error)) from None

    try:
        answer = connect()
    except Error as error:
        raise no_answer(remote, first_line(error)) from None
    return awaited(answer) if inspect.isawaitable(answer) else answer
