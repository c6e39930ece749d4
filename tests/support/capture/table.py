"""A case of the capture matrix: a kind of operation in a place, and the recording that it must give.

Rules of this module:

* A kind says what the page holds, what a person does to it, what must be recorded, and how the page is afterwards.
* A place says what document surrounds it. Neither knows the other; a case joins them.
* Pages keep their state in ``window.seen``: ``note(text)`` appends to its ``log``, ``set(key, value)`` puts a key.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

CONSEQUENCES = frozenset({"navigate", "dialog", "popup", "close", "download"})
"""Types that are not steps when a step brought them about; there may be no more of them than wanted."""


class Scene(Protocol):
    """A case on an open page, as kinds and places see it; ``stage.Stage`` is one.

    Attributes:
        page: The page of the test.
        folder: Folder of files for uploads.
        tab: The page that the element is on.
    """

    page: Page
    folder: Path
    tab: Page

    @property
    def url(self) -> str:
        """The URL of the outer document."""

    @property
    def frame(self) -> Frame:
        """The frame that holds the element."""

    def settle(self) -> None:
        """Wait until the element's document is there."""

    def point(self, css: str) -> tuple[float, float]:
        """Move the pointer to an element until it is there; return where."""

    def find(self, css: str) -> Any:
        """Return a locator or a handle of an element."""

    def wait(self, condition: str) -> None:
        """Wait for a condition in the element's document."""

    def middle(self, css: str) -> tuple[float, float]:
        """Return the middle of an element, in the coordinates of the mouse."""

    def file(self, name: str = "note.txt") -> str:
        """Return the path of a file to upload."""


@dataclass(frozen=True, slots=True)
class Want:
    """One operation that must be recorded.

    Attributes:
        type: One of the types divided by ``|``.
        role: Role of the element; None for any.
        name: Its accessible name, or a dialog's message; None for any.
        id: Its ``id`` attribute; None for any.
        value: What is typed, chosen or pressed: a text, or a test of one; None for any.
        step: Whether it is a step of its own, and not what a step brings about.
        sure: Whether it must be there; what need not may.
    """

    type: str
    role: str | None = None
    name: str | None = None
    id: str | None = None
    value: str | Callable[[str], bool] | None = None
    step: bool = True
    sure: bool = True

    @property
    def types(self) -> tuple[str, ...]:
        """Return the types that will do."""
        return tuple(self.type.split("|"))

    def __str__(self) -> str:
        """Return it as a short phrase."""
        what = f"{self.type} {self.role or ''} {self.name or ''}" + (f" #{self.id}" if self.id else "")
        said = f" = {self.value!r}" if isinstance(self.value, str) else ""
        return " ".join(what.split()) + said


def effect(kind: str, name: str | None = None, value: str | Callable[[str], bool] | None = None, **more: Any) -> Want:
    """Return a want for what a step brings about."""
    return Want(kind, name=name, value=value, step=False, **more)


def one_of(*texts: str) -> Callable[[str], bool]:
    """Return a test for being one of ``texts``."""
    return lambda value: value in texts


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing that a person, a script or a model does on a page.

    Attributes:
        id: Short name.
        html: What the page holds; its handlers are inline, so that it works in any root.
        drive: Does it.
        wants: What must be recorded, in order.
        end: The state of the page afterwards.
        read: JavaScript that returns that state, or a function of the scene.
        values: Parameter values of the recording and of the replay.
        secrets: Names of those of ``values`` that are secret.
        most: At most so many steps; None for as many as are wanted.
        replay: Whether a replay of the steps is graded.
        places: Where it is tried beside the main document.
        patience: Milliseconds that a step of the replay waits at most. A browser that never hears of the end of a click
            uses up all of them.
    """

    id: str
    html: str
    drive: Callable[[Scene], object]
    wants: tuple[Want, ...]
    end: Any = None
    read: str | Callable[[Scene], Any] = "window.seen"
    values: dict[str, str] = field(default_factory=dict)
    secrets: tuple[str, ...] = ()
    most: int | None = None
    replay: bool = True
    places: tuple[str, ...] = ()
    patience: float = 4_000.0


@dataclass(frozen=True, slots=True)
class Place:
    """The surroundings of the element.

    Attributes:
        id: Short name.
        documents: Returns the documents by their role (``page`` is the outer one) for a kind's HTML and an ``Urls``.
        frames: How many frames deep.
        closed: Whether only a handle leads to the element.
        declarative: Whether even the page has no handle of its root.
        late: Whether the recorder starts after the page has loaded.
        enter: How to get there after the page is open, if that takes a step.
        wants: The operations that entering records.
    """

    id: str
    documents: Callable[[str, Urls], dict[str, str]]
    frames: int = 0
    closed: bool = False
    declarative: bool = False
    late: bool = False
    enter: Callable[[Scene], None] | None = None
    wants: tuple[Want, ...] = ()


@dataclass(frozen=True, slots=True)
class Urls:
    """Where the documents of a case are.

    Attributes:
        case: Id of the case.
        own: Origin of the page.
        port: Another origin of the same site: another port.
        site: An origin of another site, so that its frames are out of process.
    """

    case: str
    own: str
    port: str
    site: str

    def at(self, role: str, origin: str = "") -> str:
        """Return the URL of one document of the case."""
        return f"{origin}/{role}/{self.case}"


@dataclass(frozen=True, slots=True)
class Case:
    """A kind in a place."""

    kind: Kind
    place: Place

    @property
    def id(self) -> str:
        """Return the readable id, such as ``click/closed-shadow``."""
        return f"{self.kind.id}/{self.place.id}"

    @property
    def wants(self) -> tuple[Want, ...]:
        """Return what must be recorded, coming there included."""
        opening = () if self.place.late else (Want("navigate", value="typed"),)
        return (*opening, *self.place.wants, *self.kind.wants)
