"""The golden path that a text is about: by the likeness of texts that ``instructions.selection`` measures. Pure.

Rules of this module:

* A path matches if its task is the most similar one, with a likeness of at least ``NEAR``, and no other task is as
  similar. Below it nothing matches: the task is carried out normally and recorded.
* A match is a suggestion (DESIGN law 7). It selects nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.instructions.selection import NEAR, likeness
from pytest_ami.model.workflow import Workflow

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytest_ami.model.review.golden_path import GoldenPath


@dataclass(frozen=True, slots=True, kw_only=True)
class PathMatch:
    """A golden path that a text is about.

    Attributes:
        path: The path.
        likeness: Similarity of text and task, 0 to 1.
    """

    path: GoldenPath
    likeness: float


class TaskMatcher:
    """Finds the golden path for a text.

    Args:
        paths: The golden paths, one for each task.
        threshold: The least likeness of a match, 0 to 1.
    """

    def __init__(self, paths: Iterable[GoldenPath], threshold: float = NEAR) -> None:
        """Index nothing yet."""
        self._paths = {path.task_pattern: path for path in paths}
        self._threshold = threshold

    def find_matching_path(self, text: str) -> PathMatch | None:
        """Return the path whose task is the most similar to a text; None if none is similar enough, or two are.

        Args:
            text: A task or an instruction.
        """
        if text in self._paths:
            return PathMatch(path=self._paths[text], likeness=1.0)
        rows = likeness(text, [Workflow(task=task, steps=()) for task in sorted(self._paths)])
        close = [row for row in rows if row[1] >= self._threshold]
        if not close or (len(close) > 1 and close[0][1] == close[1][1]):
            return None
        return PathMatch(path=self._paths[close[0][0]], likeness=close[0][1])
