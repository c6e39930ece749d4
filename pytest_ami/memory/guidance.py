"""The advice of people about a task, as lines for a teacher: errors to avoid, and the procedure of a golden path. Pure.

Rules of this module:

* The errors come first, because a prompt is cut at its end: every warning is in it before any line of the procedure.
* Lines are bounded in length and number, so that the text fits into the part of a prompt for known things.

It must never know a store, or how a prompt is built.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.model.review.golden_path import CommonError, GoldenPath

MOST_ERRORS = 10
"""Maximum number of errors; the least frequent ones are left out, and the text says how many."""

MOST_STEPS = 20
"""Maximum number of lines of a procedure."""

LONGEST = 160
"""Maximum length of a line, in characters."""


def guidance(path: GoldenPath | None, errors: Sequence[CommonError]) -> str:
    """Return the advice for a lesson, one fact a line; empty if nothing is known.

    Args:
        path: The golden path that matches the task; None if there is none.
        errors: The errors that people marked at the task, the most frequent first.
    """
    lines: list[str] = []
    known = {error.error for error in errors}
    warnings = [*errors, *(e for e in (path.common_errors if path else ()) if not _is_known(e, known))]
    if warnings:
        lines.append("Wrong steps of earlier runs, as people marked them. Do not repeat them:")
        lines += [_warning(error) for error in warnings[:MOST_ERRORS]]
        if len(warnings) > MOST_ERRORS:
            lines.append(f"({len(warnings) - MOST_ERRORS} less frequent ones are not listed)")
    words = path.natural_sop.splitlines() if path else []
    if path and words:
        lines.append(f'The procedure that people confirmed for "{path.task_pattern}":')
        lines += [f"{number}. {line}" for number, line in enumerate(words[:MOST_STEPS], start=1)]
        if len(words) > MOST_STEPS:
            lines.append(f"({len(words) - MOST_STEPS} more steps are not listed)")
    return "\n".join(_short(line) for line in lines)


def _warning(error: CommonError) -> str:
    return f"- {error.error}" + (f"; instead: {error.correction}" if error.correction else "")


def _is_known(error: CommonError, known: set[str]) -> bool:
    """Return whether an error is among the hints, which add its frequency in brackets."""
    return any(one == error.error or one.startswith(f"{error.error} (") for one in known)


def _short(line: str) -> str:
    text = " ".join(line.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
