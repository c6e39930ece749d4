"""The message for a test if no plugin provides a ``page`` fixture. This module must never make a page."""

from __future__ import annotations

from typing import Any

import pytest


class MissingPage:
    """A plugin whose ``page`` fixture fails with an install command; registered if no other plugin has a page."""

    @pytest.fixture
    def page(self, request: pytest.FixtureRequest) -> Any:
        """Return the page of a conftest or another plugin. If there is none, fail with the install command."""
        try:
            return request.getfixturevalue("page")  # the fixture that this one overrides
        except pytest.FixtureLookupError:
            from pytest_ami.model.errors import ConfigurationError

            raise ConfigurationError(
                "There is no page fixture, so there is nothing to run a flow on",
                why="Neither pytest-playwright nor its asyncio twin is active, and no conftest defines `page`.",
                run='pip install "pytest-ami[sync]"   # or "pytest-ami[async]" for async tests',
            ) from None
