"""Properties take their time: hundreds of examples each."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave what is here out of `make test-fast`."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.slow)
