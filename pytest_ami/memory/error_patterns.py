"""Error patterns: wrong steps of a task, grouped by action and common features. Pure.

Rules of this module:

* Two wrong steps are similar if task, action, role and page are the same. The view ``error_patterns`` of the store
  groups in the same way; a test compares both.
* A step that several reviewers marked wrong counts once.
* The features of a pattern are those that all of its steps have.

It must never know a store: the caller reads verdicts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.model.review.annotation import WRONG
from pytest_ami.model.review.golden_path import CommonError, ErrorPattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_ami.model.review.annotation import StepAnnotation

COMMON = ("role:", "page:")
"""The beginnings of the features that similar steps have in common."""

Key = tuple[str, str, tuple[str, ...]]


class ErrorPatternAnalyzer:
    """Finds the error patterns of tasks, and words them as hints."""

    def analyze_errors(self, annotations: Iterable[StepAnnotation]) -> tuple[ErrorPattern, ...]:
        """Return the error patterns of standing verdicts, the most frequent first.

        Args:
            annotations: The verdicts; those with another label than ``wrong`` are ignored.
        """
        found: dict[Key, ErrorPattern] = {}
        counted: dict[Key, set[tuple[str, int]]] = {}
        for one in sorted(annotations, key=lambda one: one.fact):
            if one.user_label == WRONG:
                key = key_of(one)
                steps = counted.setdefault(key, set())
                steps.add((one.session_id, one.step_num))
                found[key] = replace(_counted_up(found.get(key), one), frequency=len(steps))
        return tuple(sorted(found.values(), key=lambda one: (-one.frequency, one.task_pattern, one.error_description)))

    def generate_correction_hints(self, patterns: Iterable[ErrorPattern]) -> tuple[CommonError, ...]:
        """Return the hints for patterns, in their order: the error with its frequency, and the correction.

        Args:
            patterns: The patterns of one task.
        """
        return tuple(
            CommonError(error=f"{one.error_description} ({_times(one.frequency)})", correction=one.correction)
            for one in patterns
        )


def key_of(mark: StepAnnotation) -> Key:
    """Return task, action and common features of a wrong step."""
    return mark.task, mark.action, tuple(sorted(one for one in mark.features if one.startswith(COMMON)))


def description_of(mark: StepAnnotation) -> str:
    """Return a wrong step as a phrase, such as ``click button "Delete"``."""
    return f"{mark.action.replace('_', ' ')} {mark.target}".strip()


def _counted_up(known: ErrorPattern | None, mark: StepAnnotation) -> ErrorPattern:
    if known is None:
        return ErrorPattern(
            task_pattern=mark.task,
            action=mark.action,
            error_description=description_of(mark),
            correction=mark.user_correction,
            first_seen=mark.at,
            last_seen=mark.at,
            sessions=(mark.session_id,),
            features=mark.features,
        )
    return replace(
        known,
        error_description=description_of(mark),
        correction=mark.user_correction or known.correction,
        last_seen=max(known.last_seen, mark.at),
        first_seen=min(known.first_seen, mark.at),
        sessions=tuple(sorted({*known.sessions, mark.session_id})),
        features=tuple(one for one in known.features if one in mark.features),
    )


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
