"""Workflows: the ordered steps of one task, with typed parameters, version, provenance and status."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from .fingerprint import Fingerprint
from .outcome import Usage

SCHEMA = 1
"""Version of the stored form of a workflow; a store with a higher one is refused."""


class StepKind(str, Enum):
    """The kind of a step. Its value is stored."""

    GOTO = "goto"
    CLICK = "click"
    DOUBLE_CLICK = "double_click"
    RIGHT_CLICK = "right_click"
    FILL = "fill"
    SELECT = "select"
    CHECK = "check"
    UNCHECK = "uncheck"
    PRESS = "press"
    HOVER = "hover"
    UPLOAD = "upload"
    SCROLL = "scroll"
    DRAG = "drag"
    CLOSE = "close"


class Status(str, Enum):
    """The status of a version. The journal holds every change with its reason; ``store.transitions`` has the table."""

    CANDIDATE = "candidate"
    """New, or healed: it has to prove itself."""
    ACTIVE = "active"
    """Proven by a green replay or by a person; it runs."""
    DRIFTING = "drifting"
    """It still passes, but the evidence about its elements is changing."""
    POSSIBLY_STALE = "possibly_stale"
    """A step did not fit the page once, or a newly learned version replaces it."""
    STALE = "stale"
    """A step did not fit again, with no green replay in between."""
    SUPERSEDED = "superseded"
    """Another version took over."""
    RETIRED = "retired"
    """It failed to prove itself, or a person retired it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """The changes that a step made when it was learned; ids, dates and parameter values are normalised.

    Attributes:
        route: The route it led to, ids as ``:id`` and parameters as ``{{name}}``; empty if the page stayed.
        notices: Messages, dialogs and headings that appeared, as ``role|text``.
        appeared: Controls that appeared, as ``role|name``.
        vanished: Controls that went away, as ``role|name``.
        value: Template of the value that the target held afterwards; None if it was not read.
        tab: Whether a new tab opened.
        download: Name of the downloaded file, digits as ``#``; empty for none.
        turned: The route, if only the address within the same route changed (from step 2 to step 3).
        exact: Numbers in the texts that are constants of the flow; any other number may differ in another run.
        sample: Digest of the parameter values of the recording, if a text is long or names an amount: with the same
            values the amounts are the same. Empty in effects from before whole texts were kept.
        digests: For the beginning of each long message, of which only the head is kept, the digest of its whole text.
        refusals: Messages of a failure that were on the page when it was recorded.
        keeps: Relation of the typed text and the text that the field held when its form was used, such as ``same``
            or ``digits``; with `` copied`` if hidden fields had taken it over, each with its name behind ``+``,
            or behind ``-`` if it had not, and with `` once`` if only at the first use. Empty if it was not read.
        filtered: Rows that typing, or Enter after it, made go, as texts.
        listed: Rows that typing, or a press without another effect, made appear, as texts.
        keyed: ``yes`` if typing brought the element of the next step on screen: the text is typed by keys.
        follows: ``href`` if the route is the one that the element's own address states; it differs between records.
    """

    route: str = ""
    notices: tuple[str, ...] = ()
    appeared: tuple[str, ...] = ()
    vanished: tuple[str, ...] = ()
    value: str | None = None
    tab: bool = False
    download: str = ""
    turned: str = ""
    exact: tuple[str, ...] = ()
    sample: str = ""
    digests: dict[str, str] = field(default_factory=dict)
    refusals: tuple[str, ...] = ()
    keeps: str = ""
    filtered: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    keyed: str = ""
    follows: str = ""

    def __bool__(self) -> bool:
        """Return whether any change was observed."""
        shown = self.route or self.notices or self.appeared or self.vanished
        return bool(shown or self.tab or self.download or self.turned or self.value is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogAnswer:
    """The answer to a dialog of the browser.

    Attributes:
        kind: ``alert, confirm, prompt`` or ``beforeunload``.
        message: Template of the dialog's message.
        accept: Whether it is accepted.
        text: Template of the text that is typed into a prompt.
    """

    kind: str
    message: str = ""
    accept: bool = True
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PermittedRequest:
    """The only request that may change something while an element is pressed; others are held back.

    Attributes:
        stored: The recorded request, with ``{{templates}}``; empty if nothing may change.
        values: Parameter values without secrets.
        others: Whether all other requests may pass; then it is held back itself if it carries other values.
    """

    stored: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    others: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One replayable action.

    Attributes:
        kind: Kind of the action.
        target: Evidence about the element; None for ``goto``.
        value: Template of the text, option, key or URL.
        effects: Changes that it made when it was learned.
        optional: Whether the flow goes on when the target is not there.
        route: Normalised route of the page on which the step was recorded.
        frame: Frames on the way, outermost first.
        tab: Index of the page within its context.
        drop: For ``drag``: evidence about the element it is dropped on; None if only the distance matters.
        dialogs: Answers to the dialogs that the action brings, in order.
        sent: Method of the request by which the action changed something on the server, and if the server accepted it,
            its route and the parameters that it carried as a query; empty if none was seen.
        origin: Origin of the document: empty for that of the start, ``{{name}}`` for that of a parameter's URL, else
            exact.
        leads: Origin of the document to which it led, as ``origin``; empty if that is the start's or the same.
        sources: The source of its evidence beyond the first recording, such as ``second recording: route, notices``.
    """

    kind: StepKind
    target: Fingerprint | None = None
    value: str = ""
    effects: Effects = field(default_factory=Effects)
    optional: bool = False
    route: str = ""
    frame: tuple[str, ...] = ()
    tab: int = 0
    drop: Fingerprint | None = None
    dialogs: tuple[DialogAnswer, ...] = ()
    sent: str = ""
    origin: str = ""
    leads: str = ""
    sources: str = ""

    def title(self) -> str:
        """Return the step as a short phrase, such as ``fill textbox "To" with {{to}}``."""
        what = self.kind.value.replace("_", " ")
        whom = f" {self.target.title()}" if self.target else ""
        if self.kind in (StepKind.FILL, StepKind.SELECT, StepKind.UPLOAD):
            return f"{what}{whom} with {self.value}"
        return f"{what}{whom} {self.value}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A named, typed hole in a workflow.

    Attributes:
        name: As in ``{{name}}``; a Python identifier.
        type: ``text, email, url, number, date, file, choice``.
        secret: Whether its value must never leave the process.
        optional: Whether a run may leave it out: a test declares that, or the flow was once learned without it.
    """

    name: str
    type: str = "text"
    secret: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """The origin of a version.

    Attributes:
        author: ``teacher:<name>``, ``heal`` or ``person``.
        reason: Reason for making it, such as ``learned`` or ``relearned from step 3: missing``.
        run: Id of the test run.
        test: Node id of the test.
        created: UTC, ISO 8601.
        parent: Id of the version it grew from, or an empty string.
        branch: The git branch on which it was made; empty for the default branch, and if there is none.
        commit: The commit that was checked out then, or an empty string.
        cost: The cost of all lessons that made the version, those of its parents included; its ``seconds`` are those
            of the whole runs. None if it is unknown, as for a version that a person recorded.
    """

    author: str = ""
    reason: str = ""
    run: str = ""
    test: str = ""
    created: str = ""
    parent: str = ""
    branch: str = ""
    commit: str = ""
    cost: Usage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow:
    """The ordered steps of one task.

    Attributes:
        task: The task in the words of the marker; the key of the store.
        steps: The steps in order.
        parameters: Parameters of the task.
        id: UUIDv7 of this version.
        version: 1, 2, ... within the task.
        status: Status when it was read from the store; the journal has the current one.
        start: Normalised route of the page on which the first step was recorded.
        aliases: Other words for the same task, declared by a teacher or a person.
        templates: Instructions that were used for it, with parameters as ``{{name}}``.
        label: Short human name, may be empty.
        description: One or two sentences, may be empty.
        key_elements: Names of the controls that matter most for the task.
        sop: The procedure, step by step, as for a colleague; may be empty.
        provenance: Origin of the version.
        schema: Version of this form.
    """

    task: str
    steps: tuple[Step, ...]
    parameters: tuple[Parameter, ...] = ()
    id: str = ""
    version: int = 1
    status: Status = Status.CANDIDATE
    start: str = ""
    aliases: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    label: str = ""
    description: str = ""
    key_elements: tuple[str, ...] = ()
    sop: tuple[str, ...] = ()
    provenance: Provenance = field(default_factory=Provenance)
    schema: int = SCHEMA

    def shown(self, values: Mapping[str, str]) -> dict[str, str]:
        """Return those of the values that may be shown: values of its parameters that are no secrets."""
        return {one.name: values[one.name] for one in self.parameters if not one.secret and one.name in values}
