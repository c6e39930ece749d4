"""The signature of a failure: the same for failures with one cause, whatever data the runs had. Pure.

Rules of this module:

* A signature is made of the page, the role of the element, the cause, the reason, the effect that stayed away, and
  what the page or the server said instead. The name of the element and the text of an exception are no part of it.
* Values of parameters become ``{{name}}``, numbers and quoted data become a sign. Words of the application stay.
* A name in a message that is no value of the run cannot be told from a word. So failures at one place are also taken
  for one another if their messages have almost the same words.

It knows a drift and its step. It must never know a page or a store.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_ami.elements.attribution import SHOWN
from pytest_ami.engine.sent_requests import EXPECTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Step

MOST = 4
"""Most facts of a signature; those that come first in the alphabet stay."""

LONGEST = 160
"""Most characters of a fact."""

SHORTEST = 3
"""Least characters of a value that is looked for within a text."""

LEAST_LIKENESS = 0.6
"""The least likeness of the messages of two failures with one cause."""

URGENT = frozenset({"alert", "dialog", "alertdialog"})
"""Roles of messages beside which a mere status tells nothing."""

STATES = ("the element is there but ", "in its place there is ")
"""The starts of lines that tell how an element was missing."""

_RESPONSE = re.compile(r"\b(GET|POST|PUT|PATCH|DELETE|HEAD) (\S+?)(?:\?\S*)?(?:: | \(?HTTP | -> )(\d{3})\b")
_MESSAGE = re.compile(r"'(alert|status|log|dialog|alertdialog)\|((?:[^'\\]|\\.)*)'")
_HEADING = re.compile(r"'heading\|((?:[^'\\]|\\.)*)'")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
_TOKEN = re.compile(r"\b(?=\w*\d)(?=\w*[A-Za-z])\w{6,}\b")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_QUOTED = re.compile(r"[\"“„«「][^\"”“»」]{1,80}[\"”“»」]")


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureSignature:
    """The signature of a failure.

    Attributes:
        route: Route of the page.
        role: Role of the element; empty for none.
        cause: Value of the cause.
        reason: Value of the reason.
        effect: The effect that stayed away, and how an element or a request failed.
        messages: The messages that the page showed instead.
    """

    route: str
    role: str
    cause: str
    reason: str
    effect: str
    messages: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[str, ...]:
        """All of it but the messages: only failures with the same place are compared."""
        return self.route, self.role, self.cause, self.reason, self.effect


def failure_signature(drift: Drift, step: Step | None, values: Mapping[str, str]) -> FailureSignature:
    """Return the signature of a drift.

    Args:
        drift: The drift, with its reason.
        step: Its step; None if the version does not have it.
        values: Parameter values without secrets.
    """
    facts = {_fact(line, values) for line in drift.evidence} - {""}
    shown = next((line for line in drift.evidence if line.startswith(SHOWN)), "")
    return FailureSignature(
        route=step.route if step else "",
        role=step.target.role if step and step.target else "",
        cause=drift.cause.value,
        reason=drift.reason,
        effect="; ".join(sorted(facts)[:MOST]),
        messages=_messages(shown, values),
    )


def closest(failed: FailureSignature, known: Iterable[FailureSignature]) -> FailureSignature | None:
    """Return the known signature that is the same, or that has the same place and messages in almost the same words.

    Args:
        failed: The signature of a failure.
        known: Signatures of earlier failures.
    """
    ranked = [(likeness(failed.messages, one.messages), one) for one in known if one.place == failed.place]
    best = max(ranked, key=lambda row: row[0], default=None)
    return best[1] if best and best[0] >= LEAST_LIKENESS else None


def likeness(first: Sequence[str], second: Sequence[str]) -> float:
    """Return how alike two sets of messages are, 0 to 1: each message of the larger set with its like in the other.

    Args:
        first: Messages, folded.
        second: Other messages, folded.
    """
    from rapidfuzz.fuzz import ratio  # only a failed replay compares messages

    larger, smaller = sorted((first, second), key=len, reverse=True)
    if not larger:
        return 1.0
    return sum(max((ratio(one, two) / 100 for two in smaller), default=0.0) for one in larger) / len(larger)


def _fact(line: str, values: Mapping[str, str]) -> str:
    """Return what a line tells about an effect, an element or a request; empty if it tells nothing of them."""
    if line.startswith((EXPECTED, *STATES)):
        return folded(line, values, quotes=True)
    answer = _RESPONSE.search(line)
    if answer is None:
        return ""
    path = re.sub(r"^https?://[^/]+", "", answer[2])
    return f"{answer[1]} {folded(path, values)} {answer[3]}"


def _messages(line: str, values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the messages that a page shows: alerts and dialogs, else others, else the first heading."""
    messages = _MESSAGE.findall(line)
    urgent = [(role, text) for role, text in messages if role in URGENT]
    heading = [("heading", text) for text in _HEADING.findall(line)[:1]]
    found = {f"{role} {folded(text, values)}" for role, text in urgent or messages or heading}
    return tuple(sorted(found)[:MOST])


def folded(text: str, values: Mapping[str, str], *, quotes: bool = False) -> str:
    """Return a text without the data of the run: values, addresses, numbers, identifiers, and quoted data.

    Args:
        text: A line of evidence, or a path.
        values: Parameter values without secrets.
        quotes: Whether quoted words stay: the names that a flow expects are no data of the run.
    """
    for name, value in sorted(values.items(), key=lambda item: -len(item[1])):
        if len(value) >= SHORTEST:
            text = text.replace(value, f"{{{{{name}}}}}")
    text = _MAIL.sub("@", text if quotes else _QUOTED.sub("…", text))
    text = _NUMBER.sub("#", _TOKEN.sub("#", text))
    return " ".join(text.split()).casefold()[:LONGEST]
