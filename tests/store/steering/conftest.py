"""Two machines that share a project by git."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.machines import Machine


@pytest.fixture
def here(tmp_path: Path) -> Machine:
    """One machine."""
    return Machine(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> Machine:
    """Another one."""
    return Machine(tmp_path / "there")
