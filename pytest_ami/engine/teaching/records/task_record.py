"""The record of a task: which thing it is about, and which of its values names that thing.

Knows the words of a task and its parameters. Must never know a page or a move.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.lexicon.dangerous_actions import dangerous_actions
from pytest_ami.lexicon.text_normalization import split, verbs
from pytest_ami.lexicon.vocabulary import ABOUT_EXISTING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.model.workflow import Parameter

_OF = re.compile(r"\b(?:of|on)\s+(?:an?|the|this)\s+(\w+)\s*$", re.IGNORECASE)
"""The end of a task that names the thing to which its deed is done: "add a copy of a book"."""

IDENTITY = ("title", "name", "subject", "id", "number", "key", "login", "user", "item", "page", "text", "code")
"""Names of parameters by which people tell records apart, the likeliest first."""

_SETTING = frozenset({"edit", "enable", "disable"})
_SINGLE = re.compile(
    r"\b(?:an?|the|this|eine?[nmrs]?|de[rnms]|das|dieses?[nmr]?|une?|le|la|un[ao]|el)\b|\bl['’]|一[个条份]|该|这个",
    re.IGNORECASE,
)
"""Words for one record: "change a tool" is about one, "change settings" is not."""

_DONE_TO_ONE = frozenset({"delete", "archive", "move", "mark", "rename", "assign", "restore", "cancel", "undo"})
"""Verbs of tasks that do something to a thing that is there, and fill in no form about another one."""

_DEEDS_ON_ONE = frozenset(
    {"approve", "block", "close account", "deactivate", "leave", "refund", "revoke", "unsubscribe"}
)
"""Dangerous actions that do something to a thing that is there."""

_ORDERS = frozenset({"buy", "cart"})
_OF_PERSONS = frozenset({"name", "user", "login", "number", "key", "code", "text"})
"""Names of parameters that an order asks of its buyer."""

_NO_IDENTITY = frozenset({"file", "date", "number", "email"})


def about_existing(task: str) -> bool:
    """Return whether the task is about an object that the page already shows."""
    asked = set(verbs(task))
    return not asked or bool(asked & ABOUT_EXISTING)


def owner(task: str) -> str:
    """Return the word for the thing to which a task does something else: "book" in "add a copy of a book"."""
    found = _OF.search(task)
    return "".join(split(found.group(1))) if found else ""


def one_record(task: str) -> bool:
    """Return whether a task is about one record among others, by its article."""
    return bool(_SINGLE.search(task))


def named_record(task: str, parameters: Sequence[Parameter]) -> str:
    """Return the parameter that names the record to which a task does something; empty if it is about no single one.

    Without an article, "delete book" is about one, "change settings" is not. An order asks for the name of the buyer.
    """
    if {*dangerous_actions(task)} & _DEEDS_ON_ONE:
        return _naming_parameter(task, parameters)
    name = record_parameter(task, parameters) if one_record(task) or {*verbs(task)} & _DONE_TO_ONE else ""
    return "" if {*verbs(task)} & _ORDERS and name in _OF_PERSONS else name


def record_parameter(task: str, parameters: Sequence[Parameter]) -> str:
    """Return the name of the parameter that names the record of a task; empty if the task is about no record."""
    return _naming_parameter(task, parameters) if owner(task) or about_existing(task) else ""


def _naming_parameter(task: str, parameters: Sequence[Parameter]) -> str:
    of = owner(task)
    able = [p.name for p in parameters if not p.secret and p.type not in _NO_IDENTITY]
    words = {of} if of else {*split(task)}
    named = [name for name in able if {*split(name)} <= words]
    known = sorted((IDENTITY.index(name), name) for name in able if name in IDENTITY)
    one = able if verbs(task) and (not {*verbs(task)} & _SETTING or one_record(task)) else []
    return next(iter(named or [name for _, name in known] or one), "")
