"""What a project's conftest does for its application: start it, say where it is, sign in."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(scope="session")
def base_url(mail_server: Any) -> str:
    """Where the application runs."""
    return str(mail_server.url)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], mail_site: Any) -> dict[str, Any]:
    """Every context is signed in."""
    return {**browser_context_args, "storage_state": {"cookies": mail_site.cookies(), "origins": []}}
