"""The memory of pages as frozen data: visited pages, the actions on them, and the summaries of tasks.

This module knows the form of a memory, and derives each id from content: the same content has the same
id in every process. It must never know how a URL or a text is normalised (``memory.page_history`` does), nor a store.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

TEXT = 60
"""The most characters that are kept of one text of a page."""

SOME = "…"
"""Placeholder for typed text that is not kept."""


def digest(*parts: str) -> str:
    """Return the content hash of ``parts``; for a single part, this is its plain MD5."""
    return hashlib.md5("\x1f".join(parts).encode("utf-8", "replace"), usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The times at which something was seen, and their number.

    Attributes:
        first: First time, UTC, ISO 8601.
        last: Last time, UTC, ISO 8601.
        count: Number of sessions.
    """

    first: str = ""
    last: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """The part that all entities share.

    Attributes:
        id: Content hash.
        user_id: The user of the newest session (setting ``ami_user_id``), or an empty string.
        session_id: Name of the newest session, ``{task_id}_{subtask_id}``.
        seen: First and last time, and number of sessions.
    """

    id: str
    user_id: str = ""
    session_id: str = ""
    seen: Span = field(default_factory=Span)


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain(Entity):
    """A site; its id is the content hash of ``host``.

    Attributes:
        host: Host and port; the port of a short-lived server on this machine is left out.
    """

    host: str


@dataclass(frozen=True, slots=True, kw_only=True)
class State(Entity):
    """A kind of page: all URLs that differ in ids, and in queries and fragments that do not matter.

    Its id is the content hash of domain and route.

    Attributes:
        domain: Id of the domain.
        route: Normalised path, with the parts of query and fragment that choose another view.
        name: A readable name, such as ``Mail: Inbox``.
        description: In words: what was done there, and where it led.
    """

    domain: str
    route: str
    name: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageInstance(Entity):
    """One page that was visited; a later visit replaces it. Its id is the MD5 of the URL.

    Attributes:
        url: URL with the values of secret parts masked.
        state: Id of its state.
    """

    url: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """One action on a page.

    Attributes:
        kind: ``click, double_click, right_click, fill, select, check, uncheck, press, hover, upload, goto, ...``.
        role: ARIA role of the element.
        name: Its accessible name, digits as ``#``, parameter values as ``{{name}}``, at most ``TEXT`` characters.
        value: Template of the text, option or key; text that is not a parameter's value is ``…``.
    """

    kind: str
    role: str = ""
    name: str = ""
    value: str = ""

    @property
    def key(self) -> str:
        """The input of the content hash."""
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
class Action(Entity):
    """A transition from one state to another, one for each such pair; its id is the content hash of the two.

    Attributes:
        source: Id of the state it starts on.
        target: Id of the state it leads to.
        triggers: The evidence: each action that caused it, the most frequent first; kind ``goto`` if the address was
            opened directly.
    """

    source: str
    target: str
    triggers: tuple[Intent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentSequence(Entity):
    """The actions on one state, from arriving to leaving.

    Its id is the content hash of state and intents; of merged sequences, the smallest one.

    Attributes:
        state: Id of the state.
        intents: The actions in order; of merged sequences, the most used ones.
        description: In words, such as ``Fill in To and Subject, and send``.
        tasks: The tasks it was for, most frequent first.
        successes: Number of sessions in which it was part of a task that was done.
        failures: Number of sessions in which it was not.
        leads: Route of the state that it led to; empty when it stayed.
    """

    state: str
    intents: tuple[Intent, ...]
    description: str = ""
    tasks: tuple[str, ...] = ()
    successes: int = 0
    failures: int = 0
    leads: str = ""

    @property
    def rate(self) -> float:
        """Its success rate, from 0 to 1, leaning towards one half if little is known."""
        return (self.successes + 1) / (self.successes + self.failures + 2)

    @property
    def failing(self) -> bool:
        """Whether it fails more often than it works."""
        return self.failures > self.successes


@dataclass(frozen=True, slots=True, kw_only=True)
class CognitivePhrase(Entity):
    """The summary of a finished task, made when all its subtasks have ended.

    Its id is the content hash of the task, parameter values as ``{{name}}``; of merged phrases, the smallest one.

    Attributes:
        task: The task in the words of the test.
        text: The summary, newest wording.
        states: Ids of the states on the way, in order.
        sequences: Ids of the sequences, in order.
    """

    task: str
    text: str
    states: tuple[str, ...] = ()
    sequences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOperation:
    """A known sequence of actions on a page, in the form for a teacher.

    Attributes:
        id: Id of the sequence.
        description: The task it was for; without one, its actions in words.
        intents: Its steps.
        successes: Number of sessions in which it worked.
        uses: Number of sessions in which it was used.
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
    """A page of one session: its URL (secret parts masked), host, route, the ids they give, and its readable name."""

    url: str
    host: str
    route: str
    id: str
    state: str
    domain: str
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A change of state within one session; ``id`` is that of its ``Action``."""

    id: str
    source: str
    target: str
    trigger: Intent


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """The actions on one state within one session.

    Attributes:
        id: Content hash of state and intents.
        state: Id of the state.
        intents: The actions in order.
        leads: Route of the next state; empty when it stayed.
        description: As in ``IntentSequence``.
        like: Ids of sequences with the same meaning, as found when it was stored.
    """

    id: str
    state: str
    intents: tuple[Intent, ...]
    leads: str = ""
    description: str = ""
    like: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySession:
    """The memory of one recording: the data of a ``memory_session`` fact.

    Attributes:
        session: Name of the session, ``{task_id}_{subtask_id}``.
        user: The user, or an empty string.
        success: Whether the task was done.
        visits: Pages, in order, each once.
        passages: Changes of state, in order, each once.
        stretches: The stretches, in order.
    """

    session: str = ""
    user: str = ""
    success: bool = True
    visits: tuple[Visit, ...] = ()
    passages: tuple[Passage, ...] = ()
    stretches: tuple[Stretch, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The data of a ``memory_phrase`` fact; as in ``CognitivePhrase``, with ``like`` as in ``Stretch``."""

    id: str
    text: str = ""
    session: str = ""
    user: str = ""
    states: tuple[str, ...] = ()
    sequences: tuple[str, ...] = ()
    like: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Numbers of entities, by kind."""

    domains: int = 0
    states: int = 0
    pages: int = 0
    actions: int = 0
    sequences: int = 0
    phrases: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """The result of adding a session.

    Attributes:
        created: Number of new entities.
        merged: Number of entities that were known, or were merged with a known one.
        session: Name of the session.
        states: Ids of the states that were visited, in order.
        sequences: Ids of the sequences, in order.
    """

    created: Counts = field(default_factory=Counts)
    merged: Counts = field(default_factory=Counts)
    session: str = ""
    states: tuple[str, ...] = ()
    sequences: tuple[str, ...] = ()
