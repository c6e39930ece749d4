"""The table of pairs: two versions of a small application, one flow, and the deeds that are right.

Data only. This module must never know a browser or how a replay decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

Deed = dict[str, Any]
"""One change that arrived at the server: ``do`` is the path, the others are the arguments."""


class Expected(Enum):
    """The right answer of a replay on the changed version."""

    SAME = "same"
    STOP = "stop"
    EITHER = "either"


SAME, STOP, EITHER = Expected


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request that reached an application.

    Attributes:
        path: Its path.
        data: Arguments of the address, of a form or of a JSON body.
        state: What the application keeps during one run.
        headers: Its headers, in lower case.
    """

    path: str
    data: dict[str, Any]
    state: dict[str, Any]
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answer of an application.

    Attributes:
        body: A page, or data that becomes JSON.
        status: The status.
        delay: Seconds until it is sent.
        location: Where a redirect leads.
        deed: Replaces the deed that a POST counts as; an empty one counts as none.
    """

    body: Any = None
    status: int = 200
    delay: float = 0.0
    location: str = ""
    deed: Deed | None = None


Handler = Callable[[Request], Any]


@dataclass(frozen=True, slots=True)
class App:
    """One version of a small application.

    A POST counts as a deed, with its arguments, and so does a GET below ``/do/``.

    Attributes:
        pages: For each path a page, data, or a function of the request. A text may name ``{arguments}`` of the request
            in double square brackets.
        slow: Seconds that the answer of a path takes.
    """

    pages: Mapping[str, Any]
    slow: Mapping[str, float] = field(default_factory=dict)


Values = Mapping[str, str]
Flow = Callable[..., None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One case.

    Attributes:
        group: Its class.
        name: Its name, unique within the class.
        about: The meaning of the change for a person.
        expected: The right answer.
        a: The version to learn on.
        b: The version to replay on.
        flow: The demonstration.
        learn: Values of the runs on the first version.
        values: Values of the replay.
        deeds: The deeds that are right, as templates of the values.
        seen: Selector of the weak assertion of the test.
        patience: Seconds that a step waits at most.
        linger: Seconds after a run in which a late deed or rollback may still happen.
        auto: Whether the case is run in the mode that learns too, with the teacher that needs no model.
        secrets: Names of values that are secret.
        start: Path on which the test begins.
        teacher: ``show`` for the demonstration, or ``offline``.
        task: The task of the flow; the name of the pair if empty.
        around: What the test itself sets up on its page: a context around ``page.goto`` and ``ami.run``.
    """

    group: str
    name: str
    about: str
    expected: Expected
    a: App
    b: App
    flow: Flow
    learn: tuple[Values, ...]
    values: Values
    deeds: tuple[Deed, ...]
    seen: str = "[role=status]"
    patience: float = 4.0
    linger: float = 0.3
    auto: bool = False
    secrets: tuple[str, ...] = ()
    start: str = "/"
    teacher: str = "show"
    task: str = ""
    around: Callable[[Any], AbstractContextManager[Any]] = nullcontext

    @property
    def key(self) -> str:
        """Class and name."""
        return f"{self.group}/{self.name}"

    @property
    def harmless(self) -> bool:
        """Whether the change means nothing for a person who uses the page."""
        return self.expected is Expected.SAME

    def intended(self, values: Values) -> list[Deed]:
        """Return the right deeds for some values."""
        return [
            {key: value.format(**values) if isinstance(value, str) else value for key, value in deed.items()}
            for deed in self.deeds
        ]


def family(
    group: str, *, a: App, flow: Flow, learn: tuple[Values, ...], values: Values, deeds: tuple[Deed, ...], **common: Any
) -> Callable[..., Pair]:
    """Return a maker of pairs that share the first version, the flow and the values.

    Args:
        group: Their class.
        a: The version to learn on.
        flow: The demonstration.
        learn: Values of the runs on the first version.
        values: Values of the replay.
        deeds: The right deeds.
        **common: Other attributes of all of them.
    """
    shared = {"group": group, "a": a, "flow": flow, "learn": learn, "values": values, "deeds": deeds, **common}

    def pair(name: str, about: str, expected: Expected, b: App, **changes: Any) -> Pair:
        return Pair(**{**shared, "name": name, "about": about, "expected": expected, "b": b, **changes})

    return pair
