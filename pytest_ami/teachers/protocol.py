"""The two interfaces of a teacher.

This module must never know a particular teacher, a browser or a store: the caller of the engine builds the teacher.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from pytest_ami.model.lesson import Advice, Situation


@runtime_checkable
class Teacher(Protocol):
    """A teacher that gives one move at a time.

    Attributes:
        name: Short name for provenance and reports, such as ``llm:gpt-5`` or ``offline``.
        wants_screenshot: Whether it uses a picture of the page.
    """

    name: str
    wants_screenshot: bool

    def advise(self, situation: Situation) -> Advice:
        """Return the next move.

        Raises:
            TeacherError: It cannot be asked, or its answers are unusable.
        """
        ...


@runtime_checkable
class Demonstrator(Protocol):
    """A teacher that performs the whole flow on the page while the recorder captures it.

    Attributes:
        name: Short name for provenance and reports, such as ``demonstration`` or ``person``.
    """

    name: str

    def perform(self, page: Any, values: Mapping[str, str]) -> Any:
        """Perform the task on ``page`` with ``values``; may return an awaitable.

        Args:
            page: The test's own page, of the sync or of the async API.
            values: Values of the parameters, secrets included because the teacher types them.
        """
        ...
