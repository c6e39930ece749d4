"""Warnings about faults of bookkeeping: never errors (DESIGN law 10).

It knows how to report that a fact was not written. It must never decide whether a test passes.
"""

from __future__ import annotations

import sys
import warnings

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.printable import printable


class AmiWarning(UserWarning):
    """A fault of pytest-ami's bookkeeping. It has no effect on the outcome of a test."""


def warn_bookkeeping(what: str, *, stacklevel: int = 3) -> None:
    """Warn about a fault in bookkeeping.

    Args:
        what: The fault, its effect on the data, and the remedy.
        stacklevel: As for ``warnings.warn``.

    If warnings are errors (``-W error``), the message goes to standard error instead: a full disk must not turn a
    green test red.
    """
    what = printable(GATE.text(what))
    try:
        warnings.warn(what, AmiWarning, stacklevel=stacklevel)
    except AmiWarning:
        sys.stderr.write(f"pytest-ami: {what}\n")
