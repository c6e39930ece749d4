"""Dialogs of the browser: the recorded ones that a replay awaits, and those that came.

Knows messages and answers. Must never know a page, or which message is the recorded one.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedDialog:
    """A dialog of the browser that a recorded step brought, with its answer.

    Attributes:
        kind: ``alert, confirm, prompt`` or ``beforeunload``.
        message: The recorded message, parameters filled in.
        pattern: Regular expression that the whole message of the present dialog must match, white space folded.
        accept: Whether the dialog is accepted.
        text: Text to type into a prompt.
    """

    kind: str
    message: str = field(default="", repr=False)
    pattern: str = field(default="", repr=False)
    accept: bool = True
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogRecord:
    """The dialogs of the browser since the last action of a replay began.

    Attributes:
        strange: Questions that the recording does not have; they were dismissed. One phrase each.
        closed: Messages without a question that the recording does not have, one phrase each.
        owed: Recorded dialogs that have not come.
        left: Questions that the recording does not have, and that the test's own handler answered.
    """

    strange: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    owed: tuple[ExpectedDialog, ...] = ()
    left: tuple[str, ...] = field(default=(), repr=False)
