"""Real Chromium on the bundled webmail; every test has a context that is signed in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.lab import Lab
from tests.support.looks import leave_to_the_night


@pytest.fixture(scope="session")
def base_url(mail_server: Any) -> str:
    """The webmail's URL, for ``page.goto("/")``."""
    return str(mail_server.url)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], mail_site: Any) -> dict[str, Any]:
    """Signed in."""
    return {**browser_context_args, "storage_state": {"cookies": mail_site.cookies(), "origins": []}}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser; of several looks one is seen by day."""
    for item in items:
        if "/tests/end_to_end/" in str(item.path):
            item.add_marker(pytest.mark.browser)
    leave_to_the_night(items)


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """Attempts with a store of their own."""
    return Lab(tmp_path / ".ami")
