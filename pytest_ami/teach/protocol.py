"""What the engine asks of a teacher, whoever that is.

This module knows the two shapes a teacher can have. It must never know a particular teacher, a browser or a
store: the engine's caller builds a teacher and hands it over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from pytest_ami.model.lesson import Advice, Situation


@runtime_checkable
class Teacher(Protocol):
    """Someone who says what to do next, one move at a time.

    Attributes:
        name: Short name for provenance and reports, such as ``llm:gpt-5`` or ``offline``.
        wants_screenshot: Whether a picture of the page is of any use to it.
    """

    name: str
    wants_screenshot: bool

    def advise(self, situation: Situation) -> Advice:
        """Return the next move.

        Raises:
            TeacherError: It cannot be asked, or its answers are of no use.
        """
        ...


@runtime_checkable
class Demonstrator(Protocol):
    """Someone who carries out the whole flow on the page while the recorder looks on.

    Attributes:
        name: Short name for provenance and reports, such as ``demonstration`` or ``person``.
    """

    name: str

    def perform(self, page: Any, values: Mapping[str, str]) -> Any:
        """Do the task on ``page`` with ``values``; may return an awaitable.

        Args:
            page: The test's own page, of the sync or of the async API.
            values: The parameters' values, secrets included: they are needed to type them.
        """
        ...
