"""A subtask: one part of a longer flow, as ``ami.tasks([...])`` takes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from .errors import ConfigurationError


@dataclass(frozen=True, slots=True, kw_only=True)
class Subtask:
    """One part of a longer flow.

    Attributes:
        task: A few words for it; the key of its workflow.
        params: Parameter values.
        start: URL or path to open first; None to begin where the page is.
        teacher: As for the ``learned`` marker; None for the test's own.
        secrets: Names of parameters whose values must never be kept or shown.
    """

    task: str
    params: Mapping[str, Any] = field(default_factory=dict, repr=False)
    start: str | None = None
    teacher: Any = None
    secrets: tuple[str, ...] = ()

    @classmethod
    def of(cls, spec: Subtask | Mapping[str, Any] | str) -> Subtask:
        """Return a subtask, a mapping of its fields, or a task's text as a subtask.

        Raises:
            ConfigurationError: ``spec`` names a field that a subtask does not have, or no task.
        """
        if isinstance(spec, Subtask):
            return spec
        plain: Mapping[str, Any] = {"task": spec} if isinstance(spec, str) else spec
        known = {f.name for f in fields(cls)}
        unknown = sorted(set(plain) - known)
        task = plain.get("task")
        if unknown or not isinstance(task, str) or not task.strip():
            raise ConfigurationError(
                f"A subtask has no {unknown[0]!r}" if unknown else "A subtask needs a task",
                why="A subtask is a task of its own, and takes the fields that are listed here.",
                evidence=[f"got: {', '.join(map(repr, plain))}", f"a subtask has: {', '.join(sorted(known))}"],
                run='ami.tasks([{"task": "log in", "params": {"user": "ann"}}])',
            )
        return cls(**plain)
