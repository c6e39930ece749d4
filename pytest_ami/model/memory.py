"""The memory of pages as frozen data: where one has been, what was done there, and what a task amounted to.

This module knows the shape of what is remembered, and how an id comes from content: the same content has the same
id in every process. It must never know how a URL or a text is normalised (``memory.page_history`` does), nor a store.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

TEXT = 60
"""Most characters of one text of a page that are kept."""

SOME = "…"
"""Stands for text that was typed and is not kept."""


def digest(*parts: str) -> str:
    """Return the content hash of ``parts``: the MD5 of a single one, as it is."""
    return hashlib.md5("\x1f".join(parts).encode("utf-8", "replace"), usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """When and how often something was seen.

    Attributes:
        first: UTC, ISO 8601.
        last: UTC, ISO 8601.
        count: In how many sessions.
    """

    first: str = ""
    last: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A site.

    Attributes:
        id: Content hash of ``host``.
        host: Host and port; the port of a short-lived server on this machine is left out.
        seen: When and how often.
    """

    id: str
    host: str
    seen: Span = field(default_factory=Span)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A kind of page: all URLs that differ in ids, and in queries and fragments that do not matter.

    Attributes:
        id: Content hash of domain and route.
        domain: Id of the domain.
        route: Normalised path, with the parts of query and fragment that choose another view.
        seen: When and how often.
    """

    id: str
    domain: str
    route: str
    seen: Span = field(default_factory=Span)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageInstance:
    """One page that was visited; a later visit replaces it.

    Attributes:
        id: MD5 of the URL.
        url: Values of secret parts are masked.
        state: Id of its state.
        seen: When and how often.
    """

    id: str
    url: str
    state: str
    seen: Span = field(default_factory=Span)


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """One thing that was done on a page.

    Attributes:
        kind: ``click, double_click, right_click, fill, select, check, uncheck, press, hover, upload, goto, ...``.
        role: ARIA role of the element.
        name: Its accessible name, digits as ``#``, parameter values as ``{{name}}``, at most ``TEXT`` characters.
        value: Template of what was typed, chosen or pressed; text that is no parameter's is ``…``.
    """

    kind: str
    role: str = ""
    name: str = ""
    value: str = ""

    @property
    def key(self) -> str:
        """What the content hash is made of."""
        return f"{self.kind}\x1e{self.role}\x1e{self.name.casefold()}\x1e{self.value}"

    def title(self) -> str:
        """Return it as a phrase, such as ``fill textbox "To" with {{to}}``."""
        named = '"' + self.name.replace('"', "'") + '"' if self.name else ""
        words = [self.kind.replace("_", " "), self.role, named]
        if self.value and self.kind in ("fill", "select", "upload"):
            words += ["with", self.value]
        elif self.value:
            words.append(self.value)
        return " ".join(word for word in words if word)


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """What leads from one state to another.

    Attributes:
        id: Content hash of source, target and trigger.
        source: Id of the state it starts on.
        target: Id of the state it leads to.
        trigger: The element that was used, and how; kind ``goto`` when the address was opened directly.
        seen: When and how often.
    """

    id: str
    source: str
    target: str
    trigger: Intent
    seen: Span = field(default_factory=Span)


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentSequence:
    """What was done on one state, from arriving to leaving.

    Attributes:
        id: Content hash of state and intents; of merged sequences, the smallest one.
        state: Id of the state.
        intents: What was done, in order; of merged sequences, those used most.
        tasks: The tasks it was for, most frequent first.
        successes: In how many sessions it was part of a task that was done.
        failures: In how many sessions it was not.
        leads: Route of the state that it led to; empty when it stayed.
        seen: When and how often.
    """

    id: str
    state: str
    intents: tuple[Intent, ...]
    tasks: tuple[str, ...] = ()
    successes: int = 0
    failures: int = 0
    leads: str = ""
    seen: Span = field(default_factory=Span)

    @property
    def rate(self) -> float:
        """How often it worked, from 0 to 1, leaning towards one half where little is known."""
        return (self.successes + 1) / (self.successes + self.failures + 2)

    @property
    def failing(self) -> bool:
        """Whether it fails more often than it works."""
        return self.failures > self.successes


@dataclass(frozen=True, slots=True, kw_only=True)
class CognitivePhrase:
    """What a finished task amounted to, in one summary.

    Attributes:
        id: Content hash of the task, parameter values as ``{{name}}``; of merged phrases, the smallest one.
        task: In the words of the test.
        text: The summary, newest wording.
        states: Ids of the states on the way, in order.
        sequences: Ids of the sequences, in order.
        seen: When and how often.
    """

    id: str
    task: str
    text: str
    states: tuple[str, ...] = ()
    sequences: tuple[str, ...] = ()
    seen: Span = field(default_factory=Span)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOperation:
    """A known way to act on a page, as a teacher is told of it.

    Attributes:
        id: Of the sequence.
        description: The task it was for.
        intents: Its steps.
        successes: In how many sessions it worked.
        uses: In how many sessions it was used.
        failing: Whether it fails more often than it works.
        leads: Route it led to; empty when it stayed on the page.
    """

    id: str
    description: str
    intents: tuple[Intent, ...]
    successes: int = 0
    uses: int = 0
    failing: bool = False
    leads: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A page of one session: its URL (secret parts masked), host, route and the ids they give."""

    url: str
    host: str
    route: str
    id: str
    state: str
    domain: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A change of state within one session."""

    id: str
    source: str
    target: str
    trigger: Intent


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """What was done on one state within one session.

    Attributes:
        id: Content hash of state and intents.
        state: Id of the state.
        intents: What was done, in order.
        leads: Route of the next state; empty when it stayed.
        like: Ids of sequences that mean the same, as found when it was written down.
    """

    id: str
    state: str
    intents: tuple[Intent, ...]
    leads: str = ""
    like: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySession:
    """What one recording amounts to: the data of a ``memory_session`` fact.

    Attributes:
        session: Name of the session, such as ``send email_1``.
        success: Whether the task was done.
        visits: Pages, in order, each once.
        passages: Changes of state, in order, each once.
        stretches: What was done, in order.
    """

    session: str = ""
    success: bool = True
    visits: tuple[Visit, ...] = ()
    passages: tuple[Passage, ...] = ()
    stretches: tuple[Stretch, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The data of a ``memory_phrase`` fact; as in ``CognitivePhrase``, with ``like`` as in ``Stretch``."""

    id: str
    text: str = ""
    states: tuple[str, ...] = ()
    sequences: tuple[str, ...] = ()
    like: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many of each entity."""

    domains: int = 0
    states: int = 0
    pages: int = 0
    actions: int = 0
    sequences: int = 0
    phrases: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What adding a session did.

    Attributes:
        created: How many entities are new.
        merged: How many were known, or became one with a known one.
        session: Its name.
        states: Ids of the states that were visited, in order.
        sequences: Ids of the sequences, in order.
    """

    created: Counts = field(default_factory=Counts)
    merged: Counts = field(default_factory=Counts)
    session: str = ""
    states: tuple[str, ...] = ()
    sequences: tuple[str, ...] = ()
