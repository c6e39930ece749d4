"""Readable names and descriptions of remembered entities, from the roles and names of a recording.

It knows intents, routes and wording. It must never know a store or a page. If the teacher of a lesson described the
task in its own words, the caller takes these words instead.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from pytest_ami.lexicon.text_normalization import action_concepts, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.model.memory import Intent

_CLAUSES = 6
"""Maximum number of clauses that a description names."""

_PHRASES = {
    "fill": "fill in {}",
    "select": "choose {}",
    "check": "tick {}",
    "uncheck": "clear {}",
    "hover": "point at {}",
    "upload": "upload a file to {}",
    "double_click": "double-click {}",
    "right_click": "right-click {}",
    "drag": "drag {}",
    "press": "press {}",
    "dialog": "answer a dialog",
    "goto": "open an address",
}
_CLICKS = {"button": "press {}", "link": "follow {}"}
_ID = ":id"


def describe(intents: Iterable[Intent]) -> str:
    """Return the actions on one state in words, such as ``Fill in To and Subject, and send``."""
    clauses = []
    for phrase, group in groupby(intents, key=_phrase):
        names = list(dict.fromkeys(_named(intent) for intent in group))
        verb = _verb(names[0]) if phrase == _CLICKS["button"] and len(names) == 1 else ""
        clauses.append(verb or phrase.format(listed(names)))
    more = len(clauses) - _CLAUSES
    if more > 0:
        clauses = [*clauses[:_CLAUSES], f"{more} more"]
    text = clauses[0] if len(clauses) == 1 else f"{', '.join(clauses[:-1])}, and {clauses[-1]}" if clauses else ""
    return text[:1].upper() + text[1:]


def state_name(host: str, route: str, heading: str = "") -> str:
    """Return a readable name of a state, such as ``Mail: Inbox``.

    The part before the colon is the host; on this machine, where every application has the same host, it is the first
    part of the route.

    Args:
        host: As in ``Domain``.
        route: As in ``State``.
        heading: The heading of the page, if it names the page and not a record.
    """
    path, _, fragment = route.partition("#")
    path, _, query = path.partition("?")
    parts = [part for part in (*path.split("/"), *fragment.split("/")) if part]
    site = host
    if host in ("localhost", "file") and len(parts) > 1:
        site = _title(parts.pop(0))
    words = [part for part in parts if part != _ID]
    view = heading or ", ".join(map(_title, words)) or "Start"
    if parts and parts[-1] == _ID and not heading:
        view += " (one record)"
    chosen = [pair.partition("=")[2] for pair in query.split("&") if pair]
    return f"{site}: {view}" + (f" ({', '.join(chosen)})" if chosen and not heading else "")


def state_description(done: Sequence[str], targets: Sequence[str]) -> str:
    """Return what is known about a state in words.

    Args:
        done: Descriptions of the sequences on it, best first.
        targets: Names of the states that it leads to.
    """
    known = [f"Known actions: {'; '.join(done)}."] if done else []
    return " ".join([*known, f"Leads to {listed(targets)}."] if targets else known)


def listed(names: Sequence[str]) -> str:
    """Return ``a, b and c``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _phrase(intent: Intent) -> str:
    return _CLICKS.get(intent.role, "click {}") if intent.kind == "click" else _PHRASES.get(intent.kind, "use {}")


def _named(intent: Intent) -> str:
    return intent.value if intent.kind == "press" else intent.name or f"a {intent.role or 'place on the page'}"


def _verb(name: str) -> str:
    """Return the name of a button as a verb, such as ``send``; empty if it is not one verb."""
    concepts = action_concepts(name)
    only = len(name.split()) == 1 and len(concepts) == 1 and kind_of(concepts[0]) == "verb"
    return name.lower() if only else ""


def _title(part: str) -> str:
    words = " ".join(re.sub(r"[-_+.]+", " ", part).split())
    return words[:1].upper() + words[1:]
