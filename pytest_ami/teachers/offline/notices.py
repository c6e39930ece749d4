"""Meaning of a page's notices after an action: success, failure or a question.

This module knows the notices of an observation. It must never know fields, moves or parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.lexicon import vocabulary as table
from pytest_ami.lexicon.text_normalization import mentions, says, verbs

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_LOUD = ("alert", "status", "log")
_TELLING = 4
"""Characters of a value by which a message tells that it is about the deed."""

_ASKING = ("dialog", "alertdialog")


def _texts(notices: Sequence[str], roles: Sequence[str]) -> list[tuple[str, str]]:
    pairs = (notice.partition("|")[::2] for notice in notices)
    return [(role, text.strip()) for role, text in pairs if role in roles and text.strip()]


def failure(notices: Sequence[str], values: Collection[str] = ()) -> str:
    """Return the text of an error: a status with words of failure, or an alert without words of success.

    Args:
        notices: The notices.
        values: Values of the test; an alert that repeats one of them, "Ordered 3 soups for Anna", reports the deed.
    """
    for role, text in _texts(notices, _LOUD):
        failed = mentions(text, table.FAILURE)
        refuses = bool(table.TAKEN.search(text)) or mentions(text, table.REFUSAL)
        repeats = not refuses and any(says([text], value) for value in values if len(value) >= _TELLING)
        reports = mentions(text, table.SUCCESS) or repeats
        if failed or (role == "alert" and not reports):
            return text
    return ""


def success(notices: Sequence[str]) -> str:
    """Return the text of the first notice of success."""
    spoken = (text for _, text in _texts(notices, _LOUD))
    return next((t for t in spoken if mentions(t, table.SUCCESS) and not mentions(t, table.FAILURE)), "")


def status(notices: Sequence[str]) -> str:
    """Return the text of any status notice."""
    return next((text for _, text in _texts(notices, ("status",))), "")


def question(notices: Sequence[str]) -> str:
    """Return the text of an open dialog."""
    return next((text for _, text in _texts(notices, _ASKING)), "")


def asks_for_another(notices: Sequence[str], task: str) -> bool:
    """Return whether the open dialog asks for another action than the task, such as discarding."""
    asked = set(verbs(question(notices))) - {"confirm", "not", "cancel", "close", "go"}
    return bool(asked) and not asked & set(verbs(task))
