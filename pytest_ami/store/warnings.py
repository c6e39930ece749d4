"""How bookkeeping complains: by a warning, never by an error (DESIGN law 10).

This module knows how to say that something was not written down. It must never decide whether a test passes.
"""

from __future__ import annotations

import sys
import warnings


class AmiWarning(UserWarning):
    """Something of pytest-ami's bookkeeping did not work; no test is judged by it."""


def complain(what: str, *, stacklevel: int = 3) -> None:
    """Warn about a fault in bookkeeping.

    Args:
        what: What happened, what it means for the data, and what to do about it.
        stacklevel: As for ``warnings.warn``.

    Where warnings are errors (``-W error``) the words go to the standard error instead: a full disk does not
    turn a green test red.
    """
    try:
        warnings.warn(what, AmiWarning, stacklevel=stacklevel)
    except AmiWarning:
        sys.stderr.write(f"pytest-ami: {what}\n")
