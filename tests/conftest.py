"""What every test is given without asking."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_ami.store import facts
from tests.support import examples

examples.register()


@pytest.fixture(autouse=True)
def own_clock() -> Iterator[None]:
    """Let no test's forged times reach the next one: ids of a process grow, whatever its clock says."""
    last = facts._clock._last
    yield
    facts._clock._last = last
