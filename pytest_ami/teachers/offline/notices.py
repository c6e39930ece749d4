"""Meaning of a page's notices after an action: success, failure or a question.

This module knows the notices of an observation. It must never know fields, moves or parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.lexicon import vocabulary as table
from pytest_ami.lexicon.text_normalization import mentions, verbs

if TYPE_CHECKING:
    from collections.abc import Sequence

_LOUD = ("alert", "status", "log")
_ASKING = ("dialog", "alertdialog")


def _texts(notices: Sequence[str], roles: Sequence[str]) -> list[tuple[str, str]]:
    pairs = (notice.partition("|")[::2] for notice in notices)
    return [(role, text.strip()) for role, text in pairs if role in roles and text.strip()]


def failure(notices: Sequence[str]) -> str:
    """Return the text of an error: a status with words of failure, or an alert without words of success."""
    for role, text in _texts(notices, _LOUD):
        failed = mentions(text, table.FAILURE)
        if failed or (role == "alert" and not mentions(text, table.SUCCESS)):
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
