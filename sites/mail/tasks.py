"""What there is to do on the webmail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pytest_ami.sites.task import Task

TASKS: Final[tuple[Task, ...]] = ()
