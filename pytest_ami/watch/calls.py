"""The calls of a plain test that concern one element, as Playwright's client sends them. Pure.

Rules of this module:

* A call is known by what the test says: its function, its method and its selector, and how often it said so before in
  the same attempt. A line number is no part of it, because a line moves with every edit above it.
* An expectation that the element is absent, or that there are several, names no element.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any

from pytest_ami.elements.commits import ENTER
from pytest_ami.model.workflow import StepKind

ACTIONS: Mapping[str, StepKind] = {
    "click": StepKind.CLICK,
    "dblclick": StepKind.DOUBLE_CLICK,
    "tap": StepKind.CLICK,
    "fill": StepKind.FILL,
    "type": StepKind.FILL,
    "press": StepKind.PRESS,
    "check": StepKind.CHECK,
    "uncheck": StepKind.UNCHECK,
    "selectOption": StepKind.SELECT,
    "setInputFiles": StepKind.UPLOAD,
    "hover": StepKind.HOVER,
}
"""The methods that act on an element, as the protocol calls them, each with the kind of step that it is."""

READS = frozenset({"textContent", "innerText", "inputValue", "getAttribute", "isChecked", "isEnabled", "isDisabled"})
"""The methods that read an element."""

EXPECT = "expect"
ELSEWHERE = frozenset({"to.be.hidden", "to.be.detached", "to.have.count", "to.match.aria"})
"""Expectations that name no element, or a whole part of the page."""

ENTERS_FRAME = "internal:control=enter-frame"
"""The part of a selector that leads into a frame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLine:
    """A line of the test's source.

    Attributes:
        file: Path relative to the root of the project, with slashes.
        line: Number of the line, from 1.
        function: Name of the function.
    """

    file: str
    line: int
    function: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatorCall:
    """A call.

    Attributes:
        key: Tells it from all other calls of its attempt.
        method: Name of the method in the protocol.
        selector: The selector; empty for an expectation about the page.
        params: All parameters.
        places: Lines of the project that led to the call, the innermost first.
        order: Number of calls of the attempt before it.
    """

    key: str
    method: str
    selector: str
    params: Mapping[str, Any]
    places: tuple[SourceLine, ...] = ()
    order: int = 0

    @property
    def kind(self) -> StepKind:
        """The action, or a click for a call that only looks: that is judged most strictly."""
        return ACTIONS.get(self.method, StepKind.CLICK)

    @property
    def acts(self) -> bool:
        """Whether the call acts on an element."""
        return self.method in ACTIONS

    @property
    def enters(self) -> bool:
        """Whether the call presses Enter, which may send a form or a message."""
        key, text = str(self.params.get("key") or ""), str(self.params.get("text") or "")
        return key.rpartition("+")[2].casefold() in ENTER or any(mark in text for mark in "\r\n")

    @property
    def strict(self) -> bool:
        """Whether the call fails if the selector finds several elements."""
        return self.method == EXPECT or self.params.get("strict") is True

    @property
    def names_element(self) -> bool:
        """Whether the call succeeds only on one element."""
        if self.method != EXPECT:
            return True
        expression = str(self.params.get("expression", ""))
        single = expression not in ELSEWHERE and not expression.endswith(".array")
        return bool(self.selector) and single and not self.params.get("isNot")


@dataclass(slots=True)
class CallCounter:
    """Numbers the calls of one attempt of a test."""

    root: Path
    _seen: dict[str, int] = field(default_factory=dict)
    _order: int = 0

    def call(self, method: str, params: Mapping[str, Any], frames: Sequence[Mapping[str, Any]]) -> LocatorCall | None:
        """Return a message of Playwright's client as a call; None if it is none that is observed.

        Args:
            method: Name of the method in the protocol.
            params: Its parameters.
            frames: The user's frames of the stack, the innermost first.
        """
        selector = str(params.get("selector") or "")
        if not (method == EXPECT or (selector and (method in ACTIONS or method in READS))):
            return None
        places = tuple(place for frame in frames if (place := self._place(frame)))
        expression = str(params.get("expression", "")) if method == EXPECT else ""
        name = "|".join((places[0].function if places else "", method, expression, selector))
        number = self._seen[name] = self._seen.get(name, 0) + 1
        self._order += 1
        return LocatorCall(
            key=f"{name}|{number}", method=method, selector=selector, params=params, places=places, order=self._order
        )

    def _place(self, frame: Mapping[str, Any]) -> SourceLine | None:
        """Return a frame as a place; None if its file is not of the project."""
        file = _relative(str(frame.get("file", "")), self.root)
        if not file:
            return None
        function = str(frame.get("function", "")).rpartition(".")[2]
        return SourceLine(file=file, line=int(frame.get("line", 0)), function=function)


@lru_cache(maxsize=1024)
def _relative(file: str, root: Path) -> str:
    """Return a path within a root; empty for another one. Most frames of a call are those of the runner, each time."""
    try:
        return PurePath(file).relative_to(root).as_posix()
    except ValueError:
        return ""
