"""The closed vocabulary between the engine and a browser: at most 25 commands, all data; the engine sees no page."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .dialog import DialogRecord, ExpectedDialog
from .lesson import Question, Situation
from .look import Candidate, Cover, EffectState, ElementQuery, Expectation, Health, PageControl, Presence, StepNote
from .outcome import Cause
from .workflow import DialogAnswer, PermittedRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameAddress:
    """The address of a document in the browser: a tab of the context and the frames on the way."""

    tab: int = 0
    frame: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """The common part of all commands.

    Attributes:
        place: The tab and the frame that the command is for.
        timeout: Milliseconds it may take at most.
        step: The stored step that it carries out; None outside a replay.
    """

    place: FrameAddress = field(default_factory=FrameAddress)
    timeout: float = 15_000
    step: StepNote | None = field(default=None, compare=False)


T = TypeVar("T")
Program = Generator[Command, Any, T]
"""Yields commands, receives their results, and returns a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goto(Command):
    """Open ``url`` (relative ones against the tab's current URL). Result: ``Acted``.

    Attributes:
        url: Target URL.
        anew: Whether the document is loaded again if only the fragment differs.
        expected: The recorded dialogs of the step; None outside a replay.
    """

    url: str
    anew: bool = False
    expected: tuple[ExpectedDialog, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Look(Command):
    """One look at the page: find the target, fingerprint it, check readiness, check effects. Result: ``Seen``.

    Attributes:
        target: The query for the element, parameters filled in; None to look at effects only.
        expect: Effects of the previous step to wait for.
        watch: Effect keys of this step to read before the action.
        others: Synonyms of effect keys, by key.
        also: A second place in which the effects may show, for a step whose element has moved to another frame.
        entered: Number of the step that entered a value into the element of the last action; 0 for none.
        rows: Whether the rows of the page are asked for.
        timers: Whether the timers that the page sets from now on are watched.
        slot: Name under which the element is kept: ``target``, or ``drop`` for the element to drop on.
        slice: Milliseconds to wait inside the page for target and effects before answering with the current state.
        timeout: Milliseconds it may take at most; 0 to read the application's health alone.
    """

    target: ElementQuery | None = None
    expect: Expectation | None = None
    watch: tuple[str, ...] = ()
    others: dict[str, tuple[str, ...]] = field(default_factory=dict)
    also: FrameAddress | None = None
    entered: int = 0
    rows: bool = False
    timers: bool = False
    slot: str = "target"
    slice: float = 250


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey(Command):
    """One thorough look, at all frames of a tab, for an element that a look did not find.

    Result: ``Surveyed``.

    Attributes:
        target: The query for the element, as for a look.
        watch: Effect keys of this step to read before the action.
        others: Synonyms of effect keys, by key.
        deep: Whether closed shadow roots are opened first: that costs more than all the rest on a large page.
        outside: Whether the element was recorded outside of all dialogs, so that any modal dialog is a cover.
    """

    target: ElementQuery
    watch: tuple[str, ...] = ()
    others: dict[str, tuple[str, ...]] = field(default_factory=dict)
    deep: bool = False
    outside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Command):
    """Make the last look's candidate number ``index`` the target. Result: ``Acted``."""

    index: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Command):
    """The common part of the commands that touch an element. Result: ``Acted``.

    Attributes:
        ref: ``target`` for the element of the last look, or an observation's number (``e7``).
        dialogs: A teacher's answers to the dialogs that the action brings, by kind.
        expected: The recorded dialogs of the step; None outside a replay. A replay dismisses any other dialog.
        origins: Origins of documents in which it may be done; None for any.
        then: The look that is wanted next; it comes with the result, if the page can give both in one answer.
    """

    ref: str = "target"
    dialogs: tuple[DialogAnswer, ...] = ()
    expected: tuple[ExpectedDialog, ...] | None = None
    origins: frozenset[str] | None = None
    then: Look | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Click(Act):
    """Click, ``count`` times, with ``button``, keys, at a place; ``only`` one request may pass, or none of ``done``."""

    count: int = 1
    button: str = "left"
    modifiers: tuple[str, ...] = ()
    position: tuple[float, float] | None = None
    only: PermittedRequest | None = None
    done: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill(Act):
    """Replace the text of a field; it may be a secret. With ``keys`` its last character is typed: a list may follow.

    With ``editor`` a text that goes on where the editor's text ends is added there, in the format that was chosen.
    """

    value: str = field(repr=False)
    keys: bool = False
    editor: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Select(Act):
    """Choose the option with this label, or else with this value."""

    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Act):
    """Make a check box, radio button or switch ``on`` or off."""

    on: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Press(Act):
    """Press a key or a shortcut, such as ``Enter`` or ``Control+S``; ``ref="page"`` for wherever the focus is."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hover(Act):
    """Move the pointer over the element."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload(Act):
    """Give a file input the files at ``paths``."""

    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scroll(Act):
    """Scroll within the element: to ``end``, or to ``x,y`` in pixels."""

    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drag(Act):
    """Drag the element onto the one that a look with ``slot="drop"`` kept, or by ``value`` (``dx,dy`` in pixels)."""

    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTab(Command):
    """Close the tab. Result: ``Acted``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Back(Command):
    """Go one entry back in the tab's history. Result: ``Acted``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle(Command):
    """Wait until the page is quiet. Result: ``Seen``.

    Attributes:
        quiet: Milliseconds without a change, and no request under way.
        anew: Whether they count from now on, because the last action may open a tab or load content soon.
    """

    quiet: float = 250
    anew: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitAnswers(Command):
    """Wait until no request is open, and give the page a moment to show the last answer. Result: ``Seen``.

    Attributes:
        after: Milliseconds from the last answer on that the page gets; beyond the timeout.
    """

    after: float = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Observe(Command):
    """Number the interactive elements of a tab, all frames. Result: ``Observation``.

    Attributes:
        screenshot: Whether to take a screenshot with the numbers drawn on it.
        limit: The most elements to number.
        hide: Secret values; elements that show one are covered in the screenshot.
        point: A point of the view: number the element there alone, as ``p1``, and keep the other numbers.
    """

    screenshot: bool = False
    limit: int = 400
    point: tuple[float, float] | None = None
    hide: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall(Command):
    """Ask the memory of pages what is known about ``url``. Result: text for a teacher, empty for nothing."""

    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AskTeacher(Command):
    """Ask the teacher for its next move, or for the element of a step. Result: ``Advice``, or ``Pick``."""

    situation: Situation | Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Perform(Command):
    """Let a demonstrating teacher carry out the whole flow on the page. Result: ``Acted``."""

    values: dict[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRecording(Command):
    """Attach the recorder to the context, and for a teacher's lesson the guard. Result: None.

    Attributes:
        origins: Origins that the lesson may reach besides the page's own; None for no guard, as for a person.
        task: Task of the lesson, by which dialogs are answered.
        allow: Dangerous actions that the test permits beyond the task.
        plain: Values of the parameters that are no secrets; ``public`` ones are none even in a field called so.
    """

    origins: tuple[str, ...] | None = None
    task: str = ""
    allow: tuple[str, ...] = ()
    plain: tuple[str, ...] = field(default=(), repr=False)
    public: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRecording(Command):
    """Let events under way arrive. Result: the operations so far, and the page now (a ``PageState``)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetSince(Command):
    """Drop the operations after the first ``keep``: the teacher went back. Result: None."""

    keep: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StopRecording(Command):
    """Detach the recorder. Result: None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """Result of a command that does something.

    Attributes:
        ok: Whether the browser could carry it out.
        cause: The cause, if it could not.
        detail: First line of the browser's message.
        withheld: Whether the action was kept from the page, because its element or its form was another one by then.
        begun: Whether the page got its first events nevertheless: the pointer went down, a field lost the focus.
        pauses: Whether it is withheld only until the page has followed the pointer.
        dialogs: The dialogs that came.
        waited: Milliseconds that it took, without the look after it.
        seen: The result of the look after it; None if there is none.
    """

    ok: bool = True
    cause: Cause | None = None
    detail: str = ""
    withheld: bool = False
    begun: bool = False
    pauses: bool = False
    waited: float = 0.0
    dialogs: DialogRecord = field(default_factory=DialogRecord)
    seen: Seen | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """Result of a look.

    Attributes:
        url: The document's URL.
        candidates: Elements that may be the target, best first; ``ref="target"`` means the first one.
        effects: Observed state of the expected and watched effects.
        met: Whether the expected effects are there.
        quiet: Milliseconds since the document last changed.
        loaded: Whether the document has finished loading.
        busy: Whether a visible part of the page says that it is still working; asked only if something is lacking.
        waited: Milliseconds that this look took, by the driver's clock.
        health: The application's health.
        lost: Whether the document was replaced while looking; look again.
        absent: Whether there is no such frame now.
        origins: Origin of the tab's document, and of the frame's; empty if the driver does not know them.
        silent: The reason why nothing was seen, if the page did not answer in time.
        dialogs: The dialogs of the browser since the last action.
        due: Milliseconds until the last short timer that the page has set while its timers were watched.
    """

    url: str = ""
    candidates: tuple[Candidate, ...] = ()
    effects: EffectState = field(default_factory=EffectState)
    met: bool = True
    quiet: float = 0.0
    loaded: bool = True
    busy: bool = False
    waited: float = 0.0
    health: Health = field(default_factory=Health)
    lost: bool = False
    absent: bool = False
    origins: tuple[str, ...] = ()
    silent: str = ""
    dialogs: DialogRecord = field(default_factory=DialogRecord)
    due: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Surveyed:
    """Result of a survey.

    Attributes:
        candidates: As in ``Seen``, up to 24 a frame.
        before: For each watched key, whether it is there, in any frame.
        cover: The dialog or page that covers the page; None for none.
        ways: Controls that may reveal a hidden element.
        others: Number of elements of the same kind, if none holds the values that identify the target.
        hidden: Index of the hidden candidate that the ways are ``near``; -1 for none.
        waited: Milliseconds that it took.
    """

    candidates: tuple[Candidate, ...] = ()
    before: dict[str, Presence] = field(default_factory=dict)
    cover: Cover | None = None
    ways: tuple[PageControl, ...] = ()
    others: int = 0
    hidden: int = -1
    waited: float = 0.0
