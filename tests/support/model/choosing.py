"""Plays a model that is asked which of a few elements a step is about: from the prompt to a number, or "none".

This module knows the wording of that question and general words for things. It must never know a site, nor what the
engine makes of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from . import words as w
from .reading import Control, Hole, Past

ASKS = "Say which listed element is the same control now"
"""How the question is told apart from the one for a move."""

_ELEMENT = re.compile(
    r"(?P<role>[\w-]*) (?P<q>['\"])(?P<name>.*?)(?P=q)"
    r"(?: labelled ['\"](?P<label>.*?)['\"])?(?: in ['\"]?(?P<context>.*?)['\"]?)?"
    r"(?P<shares>(?: \((?:same [\w ]+(?:, )?)+\))?)$"
)
_OPTION = re.compile(r"\[(\d+)\] (.*)$")
CERTAIN, LEAD = 3.0, 1.0
"""Points from which on an element is taken for another one, and what it must be ahead of the next one."""

_BEGINS: w.Phrases = (*w.NEW, *w.OPENERS["send"])
_ENDS: w.Phrases = w.VERBS["create"]
_SURE: w.Phrases = ("confirm", "yes", "确认")
_DOINGS: tuple[w.Phrases, ...] = (*w.VERBS.values(), *w.OPENERS.values(), _BEGINS, w.MENUS, w.ONWARD, w.DISMISS)


@dataclass(frozen=True, slots=True)
class Named:
    """An element as the prompt tells it."""

    role: str
    name: str
    label: str = ""
    context: str = ""
    shares: str = ""

    @classmethod
    def read(cls, text: str) -> Named:
        """Return what a phrase says."""
        found = _ELEMENT.match(text.strip())
        if found is None:
            return cls(role="", name=text.strip())
        return cls(found["role"], found["name"], found["label"] or "", found["context"] or "", found["shares"])

    @classmethod
    def of(cls, control: Control) -> Named:
        """Return what the longer prompt says of an element."""
        return cls(control.role, control.name, control.facts.get("label", ""), control.context)


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
    brings = next((line.partition(": ")[2] for line in lines if line.startswith("then came: ")), "")
    options = [(int(found[1]), Named.read(found[2])) for line in lines if (found := _OPTION.match(line))]
    ranked = sorted(
        ((alike(was, step, option) + _brings(brings, option), -number) for number, option in options), reverse=True
    )
    if not ranked or ranked[0][0] < CERTAIN or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < LEAD):
        return {"choice": "none"}
    return {"choice": -ranked[0][1]}


def alike(was: Named, step: str, option: Named) -> float:
    """Return how much speaks for an option: what it does, what it is about, what it is for."""
    before, now = (w.norm(f"{one.name} {one.label}") for one in (was, option))
    own = any(f"same {part}" in option.shares for part in ("id", "destination", "row and column"))
    if not own and any(w.any_of(now, (word,)) and not w.any_of(before, (word,)) for word in w.QUALIFIERS):
        return -3.0
    named = w.norm(was.name) == w.norm(option.name)
    points = 4.0 + 1.5 * (was.role == option.role) if named else 0.0
    if was.name and not named:
        points += 2.0 * (f" {w.norm(was.name)} " in f" {w.norm(option.name)} ")
        points -= 1.5 * (was.role == "button" and option.role == "link")  # what did something seldom becomes a way
    meant = w.concepts(before) | w.concepts(_parameters(step))
    points += 3.5 * bool(meant & w.concepts(now)) - 2.0 * bool(
        w.concepts(now) and meant and not meant & w.concepts(now)
    )
    points += _deed(before, now)
    points += 2.5 * own + 1.0 * ("same row and column" in option.shares) + 1.0 * ("same place" in option.shares)
    things = [words for words in w.OBJECTS if w.any_of(before, words)]
    points += 1.0 * sum(w.any_of(now, words) for words in things)
    common = {w.stem(word) for word in before.split()} & {w.stem(word) for word in now.split()} - set(w.FILLERS)
    points += 1.2 * len(common)
    around = {word for word in w.norm(was.context).split() if len(word) > 2} & set(w.norm(option.context).split())
    return points + min(1.0, 0.2 * len(around)) + 0.5 * (was.role == option.role)


def _deed(before: str, now: str) -> float:
    """Return how much two wordings speak of the same deed: first and foremost, beside others, or its beginning."""
    doings, does = ([n for n, phrases in enumerate(_DOINGS) if w.any_of(text, phrases)] for text in (before, now))
    began, begins = w.any_of(before, _BEGINS), w.any_of(now, _BEGINS)
    if began and begins:
        return 3.0
    points = 0.0
    if set(doings) & set(does):
        points = 3.0 if doings[0] in does else 1.0
    if begins and w.any_of(before, _ENDS) and not w.any_of(now, _ENDS):
        points -= 2.0  # "New issue" opens what "Create issue" ends
    return points - 1.0 * (w.any_of(before, _SURE) and not w.any_of(now, _SURE))


def presses_nameless(steps: Sequence[Past]) -> bool:
    """Return whether one stored step is left, and it pressed a control without a name: the task says what it does."""
    return len(steps) == 1 and steps[0].kind == "click" and not steps[0].name


def names_same(step: Past, move: Past, holes: Sequence[Hole]) -> bool:
    """Return whether a move pressed what the values name by which a stored step pressed its element."""
    held = [hole.value for hole in holes if hole.value and f"{{{{{hole.name}}}}}" in step.name]
    return bool(held) and all(value in move.name for value in held)


def _brings(effects: str, option: Named) -> float:
    """Return how surely an option says the download that came."""
    return 4.0 * (effects.startswith("download ") and w.any_of(w.norm(option.name), ("download",)))


def _parameters(step: str) -> str:
    return " ".join(re.findall(r"\{\{(\w+)\}\}", step)).replace("_", " ")
