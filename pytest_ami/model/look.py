"""The parts of a look at a page: the query, the elements and effects it sees, and a cover in front.

The page's scripts speak JSON. The drivers turn it into these types at the edge; the engine never sees a mapping.
This module knows the form of the exchanged data. It judges nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .fingerprint import Fingerprint

Presence = bool | Literal["like"]
"""Whether an effect key is there: as recorded, or something like it (another kind of control, other words)."""

LIKE = "like"


MOST_SENT = 500
"""The most changing requests that are remembered: from here on nobody knows whether one more was sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementQuery:
    """An element as the page's scripts search for it, parameter values filled in.

    Attributes:
        kind: Value of the ``StepKind`` of the step.
        tag: Lower-case tag name.
        role: ARIA role.
        name: Accessible name; empty where the name is a value (see ``holds``).
        label: Text of its label.
        words: Synonyms of name and label, earlier names included.
        attributes: Attributes that are the same on every visit.
        generated: Names of attributes that look generated.
        xpath: Robust XPath.
        absolute_xpath: XPath from the root of the document.
        css: CSS path.
        shadow: CSS paths of the shadow hosts on the way, outermost first.
        landmark: Nearest landmark, as ``role|name``.
        context: Text of the row or card around it.
        shared: Whether other elements had its role and name when it was recorded.
        holds: Values of this run that the element or its surroundings must hold.
        ancestors: Tags of its ancestors, nearest first.
        row: How many levels above it its row is, if the row has no role; empty otherwise.
        column: Its path in the row that holds the values, if it has no name of its own; else empty.
        head: The head of its column, if it stood in a cell of a table; else empty.
        surroundings: Whether the texts that say where its deed is done are compared.
        part: The part of it that was clicked, if it shows several things; else empty.
    """

    kind: str
    tag: str = ""
    role: str = ""
    name: str = ""
    label: str = ""
    words: tuple[str, ...] = ()
    attributes: dict[str, str] = field(default_factory=dict)
    generated: tuple[str, ...] = ()
    xpath: str = ""
    absolute_xpath: str = ""
    css: str = ""
    shadow: tuple[str, ...] = ()
    landmark: str = ""
    context: str = ""
    shared: bool = False
    holds: tuple[str, ...] = ()
    ancestors: tuple[str, ...] = ()
    row: str = ""
    column: str = ""
    head: str = ""
    surroundings: bool = False
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageControl:
    """A control that may reveal a hidden element, or dismiss a cover of the page.

    Attributes:
        ref: Name of the control in an action.
        kind: ``details``, ``tab``, ``controls``, ``menu``, ``button`` or ``scroll``; empty for a button of a cover.
        role: ARIA role.
        name: Accessible name.
        frame: Frames on the way, outermost first.
        fingerprint: Its evidence, if it may become a step.
        near: Whether it stands in the form or box that holds the hidden element.
        submits: Whether it submits a form.
        turns: Whether it is marked as leading to the next page.
        takes: Whether a ticked box stands beside it, which goes along when it is pressed.
        by: For ``scroll``: the target position, as ``x,y`` in pixels.
    """

    ref: str
    kind: str = ""
    role: str = ""
    name: str = ""
    frame: tuple[str, ...] = ()
    fingerprint: Fingerprint | None = None
    near: bool = False
    submits: bool = False
    turns: bool = False
    takes: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """A dialog that lies over a page, or a page that stands in front of it.

    Attributes:
        kind: ``dialog``, or ``page`` for a page with next to nothing on it.
        name: Its name.
        text: Its text, at most 800 characters.
        long: Number of characters in the whole text.
        fields: Number of fields in it.
        controls: Number of controls in it.
        buttons: Buttons that can be pressed, at most eight.
        frame: Frames on the way, outermost first.
    """

    kind: str
    name: str = ""
    text: str = ""
    long: int = 0
    fields: int = 0
    controls: int = 0
    buttons: tuple[PageControl, ...] = ()
    frame: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An element of the page that may be the target.

    Attributes:
        fingerprint: Its evidence now.
        agree: Whether all decisive keys agree, by the page's loose comparison.
        problem: Reason why it is not ready for the action, such as ``hidden`` or ``covered``; empty when it is.
        used: Whether an earlier step acted on it as another recorded element.
        acted: Whether the last action was on this very element, in this document.
        turned: Whether the texts around a field are those of another record since it was last looked at to be filled.
        frame: Frames on the way, outermost first.
        at: Its number within the frame, for ``Choose``.
        ways: Controls that may reveal it.
    """

    fingerprint: Fingerprint
    agree: bool = False
    problem: str = ""
    used: bool = False
    acted: bool = False
    turned: bool = False
    frame: tuple[str, ...] = ()
    at: int = 0
    ways: tuple[PageControl, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectState:
    """The state of the requested effects at one moment.

    Attributes:
        present: For each expected key, whether it is there.
        before: For each watched key, whether it is there.
        route: Whether the page is on the expected route; None when none is expected.
        here: Path and query of the document.
        last: Value that the element of the last action holds; None when it is gone or secret.
        gone: Whether that element is gone.
        tabs: Number of open tabs; None if it is not known.
        downloads: Names of the files that were downloaded since the action; None if it is not known.
        text: The page's messages as a JSON list, for people; empty if the effects are there.
        notices: Whole texts of the messages, dialogs and headings in sight, as ``role|text``; None if not known.
        fields: The text of each field that was entered in this document, by the number of its step; without secrets.
            With ``=`` after the number: whether a hidden field has taken over the text, ``yes`` or empty.
        rows: Texts of the visible rows, options and list entries; None if not asked for.
        fresh: Whether the document is another one than that of the last action.
        calm: Whether the document has loaded and no request is open, so that a missing element has gone.
    """

    present: dict[str, Presence] = field(default_factory=dict)
    before: dict[str, Presence] = field(default_factory=dict)
    route: bool | None = None
    here: str = ""
    last: str | None = None
    gone: bool = False
    tabs: int | None = None
    downloads: tuple[str, ...] | None = None
    text: str = ""
    notices: tuple[str, ...] | None = None
    calm: bool = True
    fresh: bool = False
    fields: dict[str, str] = field(default_factory=dict)
    rows: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagePattern:
    """A message to expect, word for word.

    Attributes:
        key: Its effect key, parameters filled in.
        words: Its words, case folded, with ``#`` for each slot: a number, a date, an id.
        exact: For each slot the text that it must have; empty for any.
        rest: Digest of the whole text, if only its head is known.
        open: Whether the text goes on, and nothing is known of its rest.
    """

    key: str
    words: str
    exact: tuple[str, ...] = ()
    rest: str = ""
    open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """The effects to wait for after an action.

    Attributes:
        required: Keys of messages and dialogs that must all be there.
        appearing: Keys of which one must appear, unless one of ``vanishing`` vanishes.
        vanishing: Keys of which one must vanish, unless one of ``appearing`` appears.
        exact: Keys of both for which something similar is not enough.
        proven: Whether the required keys prove the step; otherwise something must also appear or vanish.
        weak: Whether the expected effects were visible before the action, so that they confirm nothing.
        generic: Whether they are only a new message that any deed brings. Then ``weak`` is set, too, because they do
            not show which deed it was.
        route: Pattern of the route, for Python and JavaScript; empty for none.
        where: The route for people.
        leads: Whether the route differs from the one before the action.
        left: Path and query that the page must leave; empty for none.
        start: Address of the document in which the action was done; empty if it is not known.
        value: Value that the element must hold; None for any.
        download: Name of the file that must be downloaded, folded; empty for none.
        tabs: Number of tabs that must be open at least; 0 for any.
        messages: The exact form of each key that is a message, a dialog or a heading.
        stood: The messages on the page before the action.
        shown: Whether a required message is new; then it is enough if an element vanishes.
        last: Whether nothing follows in the flow that would notice another page.
        judges: Whether a new message of a failure contradicts the effects.
        known: Words of the messages that may be there: those before the action, and refusals of the recording.
        values: Parameter values without secrets, if a digest must be compared; empty otherwise.
        rows: Rows of the page before the action, if it changed them when it was recorded; None otherwise.
        filters: Whether the rows must change: a row that went when it was recorded is there, or nothing else proves it.
    """

    required: tuple[str, ...] = ()
    appearing: tuple[str, ...] = ()
    vanishing: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    proven: bool = True
    weak: bool = False
    generic: bool = False
    route: str = ""
    where: str = ""
    leads: bool = False
    left: str = ""
    start: str = field(default="", repr=False)
    value: str | None = None
    download: str = ""
    tabs: int = 0
    messages: tuple[MessagePattern, ...] = ()
    stood: tuple[str, ...] = ()
    shown: bool = False
    last: bool = False
    judges: bool = False
    known: tuple[str, ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    rows: tuple[str, ...] | None = None
    filters: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys of the expectation."""
        return (*self.required, *self.appearing, *self.vanishing)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepNote:
    """The step that a command carries out, and how its element was found: for the evidence of a run, not for the page.

    Attributes:
        number: Number of the step, from 1.
        doubtful: Whether the element was found by other evidence than the recorded one, or something was pressed first.
        candidates: The elements that were compared, best first, as phrases; empty if all decisive evidence agreed.
        margin: Lead of the first one over the next, in points; None without a rival, or if nothing was compared.
        title: The step in words, parameters as ``{{name}}``.
    """

    number: int
    doubtful: bool = False
    candidates: tuple[str, ...] = ()
    margin: float | None = None
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The behaviour of the application, as the network shows it.

    Attributes:
        pending: Number of requests under way (streams and sockets left out).
        rereading: Number of those by which the page only reads again what it had read before the last action.
        loading: Number of those by which a document is loaded that came after the last action: its scripts, styles,
            pictures and fonts.
        unanswered: Those that may change something, as method and path.
        failures: Server errors and failed requests since the last action, one line each.
        rejected: Requests that the last action started and the application refused (4xx), one line each.
        dead: Whether the document itself could not be loaded or is a server error.
        refused: Requests whose refusal by a lesson's guard failed the last action, one phrase each.
        held: Other requests that the guard refused since the lesson began.
        sent: Requests since the test began that may have changed something on the page's own server: method and path.
        carried: The same requests with the values that they carried, secrets included.
        idle: Milliseconds since a request began, was answered, or a message came over a socket.
        frames: Number of messages that the pages have sent over sockets since the test began.
        documents: Number of documents that the pages have requested since the test began.
    """

    pending: int = 0
    rereading: int = 0
    loading: int = 0
    unanswered: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    dead: bool = False
    refused: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    sent: tuple[str, ...] = ()
    carried: tuple[str, ...] = field(default=(), repr=False)
    idle: float = float("inf")
    frames: int = 0
    documents: int = 0
