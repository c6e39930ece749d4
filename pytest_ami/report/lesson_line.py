"""The line that a terminal shows while a teacher works: step, action, element, calls, tokens, money, time.

It knows numbers and words. It must never know a terminal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pytest_ami.model.outcome import Usage
from pytest_ami.model.printable import printable_line

LEAST = 30
"""Fewest columns that are worth a line."""


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """The progress of a lesson.

    Attributes:
        task: The task.
        step: Number of the last step; 0 before the first one.
        action: The last step in words.
        usage: Cost so far.
        seconds: Seconds since the lesson began.
        outlook: The recommended way and the estimated cost, for its first line; empty for none.
    """

    task: str
    step: int = 0
    action: str = ""
    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0
    outlook: str = ""


def lesson_line(progress: LessonProgress, columns: int, redacted: Callable[[str], str] = str) -> str:
    """Return the line, shortened in the middle to the columns that are free; empty if they are too few.

    Args:
        progress: The progress.
        columns: Free columns of the terminal.
        redacted: Returns a text without secrets.
    """
    if columns < LEAST:
        return ""
    usage = progress.usage
    calls = f"{usage.calls} call{'' if usage.calls == 1 else 's'}" if usage.calls else ""
    tokens = f"{usage.tokens:,} tokens" if usage.tokens else ""
    money = f"${usage.money:.4f}" if usage.money else ""
    cost = ", ".join(part for part in (calls, tokens, money, f"{progress.seconds:.0f} s") if part)
    begins = f"begins: {progress.outlook}" if progress.outlook else "begins"
    step = f"step {progress.step}: {progress.action}" if progress.step else begins
    words = printable_line(redacted(f'learning "{progress.task}", {step}'))
    room = columns - width(cost) - 2
    if room < LEAST // 2:
        return _shortened(cost, columns)
    return f"{words if width(words) <= room else _shortened(words, room - 1) + '…'}; {cost}"


def width(text: str) -> int:
    """Return the columns that a text takes; a letter of Chinese, Japanese or Korean takes two."""
    from rich.cells import cell_len

    return cell_len(text)


def _shortened(text: str, columns: int) -> str:
    """Return the beginning of a text that fits into some columns."""
    from rich.cells import set_cell_size

    return set_cell_size(text, columns).rstrip() if width(text) > columns else text
