"""Golden paths and error patterns: what verdicts of people teach about a task, as frozen data.

This module knows their form. It must never know how they are found or where they are kept.
"""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = (("simple", 5), ("medium", 12))
"""The words for the difficulty of a task, each with its largest number of steps."""

HARDEST = "complex"
"""The difficulty of a task with more steps."""


def difficulty_of(steps: int) -> str:
    """Return the difficulty of a task by its number of steps: ``simple``, ``medium`` or ``complex``."""
    return next((word for word, most in LEVELS if steps <= most), HARDEST)


@dataclass(frozen=True, slots=True, kw_only=True)
class SopAction:
    """One line of a procedure.

    Attributes:
        action: Kind of the action, such as ``click``.
        target: The element as a phrase; empty for the page itself.
        method: How the target is found: ``element``, or ``page`` if there is none.
        text: Template of the text, option, key or URL.
    """

    action: str
    target: str = ""
    method: str = "page"
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonError:
    """An error that was made at a task, and its correction; the correction may be empty."""

    error: str
    correction: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldenPath:
    """The way to do a task.

    Attributes:
        task_pattern: The task.
        apps: Origins of its pages.
        difficulty: ``simple``, ``medium`` or ``complex``.
        can_replay: Whether a stored version does it without a teacher.
        natural_sop: The procedure in words, one line a step.
        action_sop: The procedure as actions.
        common_errors: The errors that people have marked, the most frequent first.
        success_rate: Green applications per application, 0 to 1; None without applications.
        usage_count: Number of applications.
        source_sessions: Ids of the sessions that it comes from, oldest first.
        created_at: Time of the first extraction, UTC, ISO 8601.
        updated_at: Time of the last one.
        key_actions: Numbers of the actions that matter most, from 1.
    """

    task_pattern: str
    apps: tuple[str, ...] = ()
    difficulty: str = LEVELS[0][0]
    can_replay: bool = False
    natural_sop: str = ""
    action_sop: tuple[SopAction, ...] = ()
    common_errors: tuple[CommonError, ...] = ()
    success_rate: float | None = None
    usage_count: int = 0
    source_sessions: tuple[str, ...] = ()
    created_at: str = ""
    updated_at: str = ""
    key_actions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPattern:
    """Wrong steps of a task that have the action and the common features in common.

    Attributes:
        task_pattern: The task.
        action: Kind of the action.
        error_description: The latest of the steps, as a phrase.
        correction: The latest correction; empty if there is none.
        frequency: Number of wrong steps.
        first_seen: Time of the first verdict, UTC, ISO 8601.
        last_seen: Time of the last one.
        sessions: Ids of the sessions, sorted.
        features: The features that all of the steps have.
    """

    task_pattern: str
    action: str
    error_description: str
    correction: str = ""
    frequency: int = 1
    first_seen: str = ""
    last_seen: str = ""
    sessions: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
