"""Plays a model that is asked which of a few elements a step is about: from the prompt to a number, or "none".

This module knows the wording of that question and general words for things. It must never know a site, nor what the
engine makes of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import model_words as w

ASKS = "Say which listed element is the same control now"
"""How the question is told apart from the one for a move."""

_ELEMENT = re.compile(
    r"(?P<role>[\w-]*) (?P<q>['\"])(?P<name>.*?)(?P=q)"
    r"(?: labelled ['\"](?P<label>.*?)['\"])?(?: in ['\"]?(?P<context>.*?)['\"]?)?$"
)
_OPTION = re.compile(r"\[(\d+)\] (.*)$")
_SURE, _LEAD = 3.0, 1.0
_BEGINS: w.Phrases = (*w.NEW, *w.OPENERS["send"])
_DOINGS: tuple[w.Phrases, ...] = (*w.VERBS.values(), *w.OPENERS.values(), _BEGINS, w.MENUS, w.ONWARD, w.DISMISS)


@dataclass(frozen=True, slots=True)
class Named:
    """An element as the prompt tells it."""

    role: str
    name: str
    label: str = ""
    context: str = ""

    @classmethod
    def read(cls, text: str) -> Named:
        """Return what a phrase says."""
        found = _ELEMENT.match(text.strip())
        if found is None:
            return cls(role="", name=text.strip())
        return cls(found["role"], found["name"], found["label"] or "", found["context"] or "")


def choice(messages: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the answer's arguments; None where the messages ask something else.

    Args:
        messages: The messages of a chat completions request.
    """
    told = "\n".join(str(message.get("content")) for message in messages)
    if ASKS not in told:
        return None
    lines = told.splitlines()
    was = Named.read(next((line[4:] for line in lines if line.startswith("was: ")), ""))
    step = next((line[5:] for line in lines if line.startswith("STEP ")), "")
    options = [(int(found[1]), Named.read(found[2])) for line in lines if (found := _OPTION.match(line))]
    ranked = sorted(((_alike(was, step, option), -number) for number, option in options), reverse=True)
    if not ranked or ranked[0][0] < _SURE or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < _LEAD):
        return {"choice": "none"}
    return {"choice": -ranked[0][1]}


def _alike(was: Named, step: str, option: Named) -> float:
    """Return how much speaks for an option: what it does, what it is about, what it is for."""
    before, now = (w.norm(f"{one.name} {one.label}") for one in (was, option))
    if any(w.any_of(now, (word,)) and not w.any_of(before, (word,)) for word in w.QUALIFIERS):
        return -3.0
    points = 4.0 if w.norm(was.name) == w.norm(option.name) else 0.0
    meant = w.concepts(before) | w.concepts(_parameters(step))
    points += 3.5 * bool(meant & w.concepts(now)) - 2.0 * bool(
        w.concepts(now) and meant and not meant & w.concepts(now)
    )
    doings = [n for n, phrases in enumerate(_DOINGS) if w.any_of(before, phrases)]
    does = [n for n, phrases in enumerate(_DOINGS) if w.any_of(now, phrases)]
    points += 3.0 * bool(set(doings) & set(does))
    things = [words for words in w.OBJECTS if w.any_of(before, words)]
    points += 1.0 * sum(w.any_of(now, words) for words in things)
    own = {w.stem(word) for word in before.split()} & {w.stem(word) for word in now.split()} - set(w.FILLERS)
    points += 1.2 * len(own)
    around = {word for word in w.norm(was.context).split() if len(word) > 2} & set(w.norm(option.context).split())  # noqa: PLR2004
    return points + min(1.0, 0.2 * len(around)) + 0.5 * (was.role == option.role)


def _parameters(step: str) -> str:
    return " ".join(re.findall(r"\{\{(\w+)\}\}", step)).replace("_", " ")
