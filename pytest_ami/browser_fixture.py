"""Finds the browser for pytest-playwright, or for its asyncio twin.

A plugin of its own, registered in ``pytest_configure``: so it wins over pytest-playwright's fixture and loses to a
conftest's. In the main module it would depend on the alphabetical order of distribution names.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import pytest

from .settings import Settings


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: Mapping[str, Any], pytestconfig: pytest.Config, ami_settings: Settings
) -> dict[str, Any]:
    """Launch options with the executable of the browser that was found."""
    options = dict(browser_type_launch_args)
    chosen = pytestconfig.getoption("--browser", None) or ["chromium"]
    if "executable_path" in options or "channel" in options or list(chosen) != ["chromium"]:
        return options
    from .browser.find import find_browser

    found = find_browser(ami_settings.browser or None, os.environ, headed=options.get("headless") is False)
    if found.path is not None:
        options["executable_path"] = str(found.path)
    return options
