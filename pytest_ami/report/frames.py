"""Takes pytest-ami's own frames out of a failure, so that it ends at the line the user wrote.

It must never hide where a fault of pytest-ami itself is: an error that nobody worded, raised in our code, keeps its
frames. Values that our frames hold, such as the parameters of a flow, do not get into reports by way of them.
"""

from __future__ import annotations

import os
import sysconfig
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import pytest

from pytest_ami.model.errors import AmiError, HarnessError, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

OURS = f"{Path(__file__).parents[1]}{os.sep}"
INSTALLED = tuple(f"{sysconfig.get_path(name)}{os.sep}" for name in ("stdlib", "platstdlib", "purelib", "platlib"))
PLUGINS = ("_pytest", "pytest_", "pluggy")
"""How names of modules begin that are pytest's and its plugins', wherever they are installed."""


def trim(error: BaseException) -> bool:
    """Drop the frames from an error's traceback that do not help the user.

    Args:
        error: The error of a phase of a test; the function changes its traceback and its chain of causes.

    Returns:
        Whether a line of the user's code is left to show.
    """
    trace = list(_frames(error.__traceback__))
    mine = [i for i, entry in enumerate(trace) if _is_users(entry)]
    meant = _is_meant(error)
    if not meant and (not mine or any(_is_ours(entry) for entry in trace[mine[-1] :])):
        return True
    kept = trace[: mine[-1] + 1] if meant and mine else trace
    shorter: TracebackType | None = None
    for entry in reversed([entry for entry in kept if not _is_ours(entry)]):
        shorter = TracebackType(shorter, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    error.__traceback__ = shorter
    if meant and not _user_raised(error.__cause__ or error.__context__):
        error.__cause__, error.__suppress_context__ = None, True  # its words are in the evidence
    return bool(mine)


def is_fault(error: BaseException) -> bool:
    """Return whether an error is a fault of pytest-ami: one of our own kind, or one that our code raised unawares."""
    if isinstance(error, AmiError):
        return isinstance(error, HarnessError)
    trace = [entry for entry in _frames(error.__traceback__) if _is_users(entry) or _is_ours(entry)]
    return not _is_meant(error) and bool(trace) and _is_ours(trace[-1])


def _is_meant(error: BaseException) -> bool:
    """Return whether somebody has worded the error for the user."""
    if isinstance(error, HarnessError):
        return isinstance(error, StoreError)
    return isinstance(error, (AmiError, pytest.skip.Exception, pytest.fail.Exception))


def _user_raised(error: BaseException | None) -> bool:
    """Return whether code of the user's raised one of the errors in a chain."""
    while error is not None:
        trace = list(_frames(error.__traceback__))
        if trace and _is_users(trace[-1]):
            return True
        error = error.__cause__ or error.__context__
    return False


def _frames(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _is_ours(entry: TracebackType) -> bool:
    return entry.tb_frame.f_code.co_filename.startswith(OURS)


def _is_users(entry: TracebackType) -> bool:
    """Return whether an entry is neither ours, nor a plugin's, nor installed."""
    file, module = entry.tb_frame.f_code.co_filename, str(entry.tb_frame.f_globals.get("__name__"))
    return not file.startswith((OURS, "<", *INSTALLED)) and not module.startswith(PLUGINS)
