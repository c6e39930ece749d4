"""Finds the browser for pytest-playwright, or for its asyncio twin.

This is a plugin of its own, registered in ``pytest_configure``. Therefore its fixtures override pytest-playwright's,
and a conftest overrides them. In the main plugin the order would depend on the names of the distributions.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_ami.model.settings import Settings


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: Mapping[str, Any], pytestconfig: pytest.Config, ami_settings: Settings
) -> dict[str, Any]:
    """The launch options with the executable of the found browser."""
    from pytest_ami.model.errors import ConfigurationError

    options = dict(browser_type_launch_args)
    chosen = pytestconfig.getoption("--browser", None) or ["chromium"]
    if "executable_path" in options or "channel" in options or list(chosen) != ["chromium"]:
        return options
    try:
        path = _find(ami_settings, options)
    except ConfigurationError:
        return options  # a conftest may provide one; if not, `launch_browser` raises the error
    return {**options, "executable_path": path} if path else options


@pytest.fixture(scope="session")
def launch_browser(
    launch_browser: Callable[..., Any],
    browser_type_launch_args: Mapping[str, Any],
    connect_options: Mapping[str, Any] | None,
    browser_name: str,
    ami_settings: Settings,
) -> Callable[..., Any]:
    """A function that starts the browser, or raises an error with the command that installs one."""

    def launch(**more: Any) -> Any:
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
