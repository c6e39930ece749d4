"""The message that a test gets when no plugin provides a ``page`` fixture. It must never make a page."""

from __future__ import annotations

from typing import Any

import pytest


class MissingPage:
    """A plugin whose ``page`` fixture says what to install; registered where no other plugin provides one."""

    @pytest.fixture
    def page(self, request: pytest.FixtureRequest) -> Any:
        """Return the page of a conftest or another plugin; without one, fail and say how to get one."""
        try:
            return request.getfixturevalue("page")  # the fixture that this one has overridden
        except pytest.FixtureLookupError:
            from pytest_ami.model.errors import ConfigurationError

            raise ConfigurationError(
                "There is no page fixture, so there is nothing to run a flow on",
                why="Neither pytest-playwright nor its asyncio twin is active, and no conftest defines `page`.",
                run='pip install "pytest-ami[sync]"   # or "pytest-ami[async]" for async tests',
            ) from None
