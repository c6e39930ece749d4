"""Situations that a teacher sees, and its possible answers.

A teacher never touches the page: it gets a ``Situation`` and returns a ``Move``; the engine carries it out
and the recorder captures it. Values are written as ``{{parameter}}``; the engine fills them in.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

from .outcome import Usage
from .workflow import Parameter


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """One numbered interactive element of an observation.

    Attributes:
        ref: Name of the element in a move, ``e1``, ``e2``, ...; unique over all frames of the observation.
        tag: Lower-case tag name.
        role: ARIA role.
        name: Accessible name.
        label: Text of its label, or the text beside it.
        type: ``type`` attribute of inputs.
        value: Current value; never the value of a secret field.
        placeholder: Placeholder text.
        state: Words such as ``disabled, checked, expanded, required, invalid, secret``.
        context: Text of the row, card or dialog around it.
        cells: Texts that the layout of that row or card keeps together; empty if unknown.
        texts: Its text nodes; empty if unknown.
        group: Title of the group of fields in which it stands; the context of such a field is the text of all of them.
        heading: The nearest heading above it.
        attributes: ``id``, ``name``, ``autocomplete`` and test ids; ``icon`` has the marks of one without a name.
        options: Texts of a select's options, at most 20.
        frame: Frames on the way, outermost first.
        box: ``(x, y, width, height)`` in CSS pixels of its document.
        in_view: Whether it is within the view.
        cover: Name of the thing that a press in its middle would hit instead of it; empty for none.
    """

    ref: str
    tag: str = ""
    role: str = ""
    name: str = ""
    label: str = ""
    type: str = ""
    value: str = ""
    placeholder: str = ""
    state: tuple[str, ...] = ()
    context: str = ""
    cells: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    group: str = ""
    heading: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    frame: tuple[str, ...] = ()
    box: tuple[float, float, float, float] = (0, 0, 0, 0)
    in_view: bool = True
    cover: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """The page as a teacher sees it.

    Attributes:
        url: URL of the tab in front.
        title: Its title.
        elements: Interactive elements in document order; those behind an open modal dialog are left out.
        notices: Visible texts of status, alert, dialog and heading elements as ``role|text``.
        passed: Messages that came and went since the page was looked at before, as ``role|text``.
        texts: Other lines that a person reads: refused values first, then paragraphs, and tables row by row.
        tabs: URLs of all open tabs, in order.
        screenshot: PNG with the numbers drawn on it, secret fields masked; None unless it was requested. Its pixels
            are CSS pixels.
        offset: Place of a point within the element there, if a point was looked at; else None.
    """

    url: str = ""
    title: str = ""
    elements: tuple[Element, ...] = ()
    notices: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    tabs: tuple[str, ...] = ()
    screenshot: bytes | None = field(default=None, repr=False)
    offset: tuple[float, float] | None = None


class MoveKind(str, Enum):
    """The kinds of moves that a teacher may make."""

    CLICK = "click"
    DOUBLE_CLICK = "double_click"
    FILL = "fill"
    SELECT = "select"
    CHECK = "check"
    UNCHECK = "uncheck"
    PRESS = "press"
    HOVER = "hover"
    UPLOAD = "upload"
    GOTO = "goto"
    BACK = "back"
    WAIT = "wait"
    SCROLL = "scroll"
    WAIT_FOR = "wait_for"
    EXTRACT = "extract"
    SWITCH_TAB = "switch_tab"
    ANSWER_DIALOG = "answer_dialog"
    FOLLOW_PLAN = "follow_plan"
    DONE = "done"
    GIVE_UP = "give_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One answer of a teacher.

    Attributes:
        kind: Kind of the move.
        ref: The element, for moves that touch one.
        point: Pixels of the screenshot from its upper left corner, for an element without a number; else None.
        value: Template of the text, option, key or URL, with parameters as ``{{name}}``.
        reason: The reason in a few words; for ``give_up`` and ``back`` it is shown to people.
        reveals: Whether a click must only show something: a request that may change something is held back.
        undo: For ``back``: number of wrong moves to forget.
        through: For ``follow_plan``: number of the last step of the plan to carry out, from 1. ``value`` is the name of
            the control to press after it; empty for none.
        label: For ``done``: short name of the task.
        description: For ``done``: one or two sentences.
        key_elements: For ``done``: names of the controls that matter most.
        aliases: For ``done``: other words for the same task.
        sop: For ``done``: the procedure, step by step, for people.
        code: For ``give_up``: source of a demonstration function with the moves so far; empty if there is none.
    """

    kind: MoveKind
    ref: str = ""
    point: tuple[float, float] | None = None
    value: str = ""
    reason: str = ""
    reveals: bool = False
    undo: int = 0
    through: int = 0
    label: str = ""
    description: str = ""
    key_elements: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    sop: tuple[str, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveResult:
    """A move of a teacher, and its result.

    Attributes:
        move: The move.
        element: The element as it was observed; None for moves without one.
        ok: Whether the browser could carry it out.
        problem: The reason in a few words, if it could not.
        url: URL of the page on which it was made; empty if it is not known.
        beside: The elements in line with its element there, such as the other rows of a list.
    """

    move: Move
    element: Element | None = None
    ok: bool = True
    problem: str = ""
    url: str = field(default="", repr=False, compare=False)
    beside: tuple[Element, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStep:
    """One step of the plan of a similar task.

    Attributes:
        kind: The action, such as ``click``.
        role: ARIA role of its element; empty for the page itself, or for any role.
        name: Name of its element, with parameters as ``{{name}}``.
        value: Template of the value, or the key; ``…`` for data of the other task.
        lasts: Whether it changed something on the server.
        optional: Whether the other task was done without it at times.
    """

    kind: str
    role: str = ""
    name: str = ""
    value: str = ""
    lasts: bool = False
    optional: bool = False

    def title(self) -> str:
        """Return the step as a short phrase, such as ``fill textbox "To" with {{to}}``."""
        whom = f'{self.role} "{self.name}"'.strip() if self.role or self.name else ""
        entered = f"with {self.value}" if self.kind in ("fill", "select", "upload") else self.value
        return " ".join(part for part in (self.kind.replace("_", " "), whom, entered) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarPlan:
    """The steps of a similar task that has succeeded. It is a suggestion, and data from a store.

    Attributes:
        task: The other task.
        steps: Its steps, in order.
    """

    task: str
    steps: tuple[PlanStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """All information for a teacher before its next move.

    Attributes:
        task: The task in the words of the test.
        parameters: Parameters of the task.
        values: Values by parameter name, without those of secret parameters.
        observation: The page now.
        made: The moves of this lesson so far, oldest first.
        done: Phrases for the steps that were replayed before the lesson began (a relearn starts in the middle).
        used: Names of the parameters that those steps have used already.
        remaining: Phrases for the stored steps that are still to come, the drifted one first.
        page_operations: Known operations on this page from earlier tasks, as text; empty if none are known.
        previous: The page before the last move; None before the first one.
        objection: The reason why the last answer was not followed, or another problem; empty for none.
        committed: Phrases for the controls whose deeds were done before the lesson; they must not be done again.
        doubted: Phrases for controls that are called like that of a deed, and that a fact about them rules out.
        sentence: The instruction of the test, word for word, without secrets; empty if it is a task only.
        contradiction: Facts of the page that contradict the replay before the lesson, such as an effect that did not
            follow; empty for none.
        reads: Words about which the teacher wants to read the texts of the page in full; None if it did not ask.
        plan: The steps of a similar task that are left; None if no similar task is known.
    """

    task: str
    parameters: tuple[Parameter, ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    observation: Observation = field(default_factory=Observation)
    made: tuple[MoveResult, ...] = ()
    done: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    remaining: tuple[str, ...] = ()
    page_operations: str = ""
    previous: Observation | None = None
    objection: str = ""
    committed: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()
    sentence: str = ""
    contradiction: tuple[str, ...] = ()
    reads: str | None = None
    plan: SimilarPlan | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """The likeness of an element to a recorded one.

    Attributes:
        points: The weighted sum of all keys of evidence; the least there is if nothing was compared.
        agrees: Groups of evidence that agree, of ``name, identity, destination, place``; ``words`` if its name has all
            words of the recorded one, and is not nearer to another control that stood beside it; ``cell`` if it is the
            cell of a table in which the recorded control stood.
        against: Groups of evidence that contradict; ``thing`` if its name names another thing, ``fact`` if a fact
            about it rules it out.
    """

    points: float = -math.inf
    agrees: frozenset[str] = frozenset()
    against: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a step whose element was not found: which of the options is it now?

    Attributes:
        task: The task in the words of the test.
        step: The step as a phrase.
        was: The element as it was recorded, as a phrase.
        options: Elements that could take the action, the likeliest first, as phrases; at most ten.
        brings: The step's recorded effects, one phrase each.
        likenesses: The likeness of each option to the recorded element, in their order; empty if it is not known.
        deed: Whether the step changes something on the server.
    """

    task: str
    step: str
    was: str
    options: tuple[str, ...]
    brings: tuple[str, ...] = ()
    likenesses: tuple[Likeness, ...] = ()
    deed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """A teacher's answer to a ``Question``, with its cost.

    Attributes:
        index: Index of the option, from 0; None for none of them.
        usage: Cost of the answer.
    """

    index: int | None = None
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A teacher's move with its cost.

    Attributes:
        move: The first move to make.
        usage: Cost of the advice.
        more: Moves to make after it without asking, as long as each succeeds and the page stays the same.
    """

    move: Move
    usage: Usage = field(default_factory=Usage)
    more: tuple[Move, ...] = ()
