"""Error patterns: wrong steps of a task, grouped by action and common features. Pure.

Rules of this module:

* Two wrong steps are similar if task, action, role and page are the same. The view ``error_patterns`` of the store
  groups in the same way; a test compares both.
* A step that several reviewers marked wrong counts once.
* The features of a pattern are those that all of its steps have.

It must never know a store: the caller reads verdicts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.model.review.annotation import WRONG
from pytest_ami.model.review.golden_path import CommonError, ErrorPattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
        similar: dict[Key, list[StepAnnotation]] = {}
        for one in sorted(annotations, key=lambda one: one.fact):
            if one.user_label == WRONG:
                similar.setdefault(key_of(one), []).append(one)
        found = map(_pattern, similar.values())
        return tuple(sorted(found, key=lambda one: (-one.frequency, one.task_pattern, one.error_description)))

    def generate_correction_hints(self, patterns: Iterable[ErrorPattern]) -> tuple[CommonError, ...]:
        """Return the hints for patterns, in their order: the error with its frequency, and the correction.

        Args:
            patterns: The patterns of one task.
        """
        return tuple(
            CommonError(error=counted(one.error_description, one.frequency), correction=one.correction)
            for one in patterns
        )


def key_of(mark: StepAnnotation) -> Key:
    """Return task, action and common features of a wrong step."""
    return mark.task, mark.action, tuple(sorted(one for one in mark.features if one.startswith(COMMON)))


def description_of(mark: StepAnnotation) -> str:
    """Return a wrong step as a phrase, such as ``click button "Delete"``."""
    return f"{mark.action.replace('_', ' ')} {mark.target}".strip()


def _pattern(marks: Sequence[StepAnnotation]) -> ErrorPattern:
    """Return the pattern of similar wrong steps, oldest first."""
    last, times = marks[-1], [one.at for one in marks]
    shared = frozenset.intersection(*(frozenset(one.features) for one in marks))
    return ErrorPattern(
        task_pattern=last.task,
        action=last.action,
        error_description=description_of(last),
        correction=next((one.user_correction for one in reversed(marks) if one.user_correction), ""),
        frequency=len({(one.session_id, one.step_num) for one in marks}),
        first_seen=min(times),
        last_seen=max(times),
        sessions=tuple(sorted({one.session_id for one in marks})),
        features=tuple(one for one in marks[0].features if one in shared),
    )


def counted(error: str, number: int) -> str:
    """Return an error with the number of times that it was seen, such as ``click button "Delete" (3 times)``."""
    return f"{error} ({'once' if number == 1 else f'{number} times'})"
