"""Takes pytest-ami's own frames out of a failure, so that it ends at the line the user wrote.

It must never hide where a fault of pytest-ami itself is: an error that nobody worded, raised in our code, keeps its
frames. Values that our frames hold, such as the parameters of a flow, do not get into reports by way of them.
"""

from __future__ import annotations

import sysconfig
from pathlib import Path
from types import CodeType, TracebackType
from typing import TYPE_CHECKING

from pytest_ami.model.errors import AmiError, HarnessError, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

OURS = str(Path(__file__).parents[1])
INSTALLED = tuple(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))


def trim(error: BaseException) -> bool:
    """Drop our frames from an error's traceback where they tell the user nothing.

    Args:
        error: What a phase of a test raised; its traceback and the chain of its causes are changed.

    Returns:
        Whether a line of the user's is left to be shown.
    """
    trace = list(_frames(error.__traceback__))
    meant = isinstance(error, AmiError) and (not isinstance(error, HarnessError) or isinstance(error, StoreError))
    if not trace or not (meant or _is_users(trace[-1].tb_frame.f_code)):
        return True
    shorter: TracebackType | None = None
    for entry in reversed(trace):
        if not entry.tb_frame.f_code.co_filename.startswith(OURS):
            shorter = TracebackType(shorter, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    error.__traceback__ = shorter
    if meant and not _user_raised(error.__cause__ or error.__context__):
        error.__cause__, error.__suppress_context__ = None, True  # its words are in the evidence
    return any(_is_users(entry.tb_frame.f_code) for entry in trace)


def _user_raised(error: BaseException | None) -> bool:
    """Return whether code of the user's raised one of the errors in a chain."""
    while error is not None:
        trace = list(_frames(error.__traceback__))
        if trace and _is_users(trace[-1].tb_frame.f_code):
            return True
        error = error.__cause__ or error.__context__
    return False


def _frames(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _is_users(code: CodeType) -> bool:
    """Return whether code is neither ours nor installed."""
    return not code.co_filename.startswith((OURS, "<", *INSTALLED))
