"""The interface of a tool under measurement: two calls. Another project's tool needs nothing more.

The first call shows the tool a flow once, on the original page. The tool may keep any data. The second call asks it to
repeat the flow with other values, on a page that may have been redesigned. The tool reports the outcome, but the
measurement does not rely on this report.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from playwright.sync_api import Page

from pytest_ami.testing.redesign.trial import Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """A flow to learn.

    Attributes:
        task: Its name, unique within a run of the benchmark.
        open: Opens the page on which it starts, in a fresh context on a fresh server.
        perform: Carries it out on such a page, as a person would: ``perform(page, **values)``.
        values: The values with which it is shown.
        secrets: Names of the values that are secret.
    """

    task: str
    open: Callable[[], Page]
    perform: Callable[..., None]
    values: Mapping[str, str]
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A tool's report on a run.

    Attributes:
        claim: Green, healed or stopped.
        why: In its own words, when it is not green.
        healed: How many elements it healed.
        heal_ms: Milliseconds that each heal took, if it knows.
    """

    claim: Claim
    why: str = ""
    healed: int = 0
    heal_ms: tuple[float, ...] = field(default=())


class Tool(Protocol):
    """Something that learns flows and carries them out again."""

    name: str

    def learn(self, flow: Flow) -> Any:
        """Learn a flow; return what `replay` needs. An exception means that the tool cannot learn it."""

    def replay(self, page: Page, memory: Any, values: Mapping[str, str]) -> Said:
        """Carry the flow out on a page that shows its start. Without a model, and without the application's source."""
