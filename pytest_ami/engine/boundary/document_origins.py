"""The origins of the documents in which a stored flow may act.

Rules of this module:

* A step keeps the relation of its document's origin to the start of the flow: the same origin, the origin of a
  parameter's URL, or a recorded foreign origin. The first two run on any host and port; the last one is exact.
* A foreign origin that a stored flow names counts only if a lesson on this machine recorded it, or if the settings
  allow it: the flow may come from a stranger.
* A link that leads to any other origin is not pressed. A document of any other origin gets no key and no click.
* A form that sends its fields to any other origin, and did not when it was recorded, is not sent, and gets no secret.
* A secret is typed neither there nor on an origin that only a parameter names.
* A document without an address (``about:blank``, ``srcdoc``) has the origin of its parent or opener; the driver knows
  it.

Knows steps, origins and looks. Must never know a page, a file or a setting.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urljoin

from pytest_ami.elements.addresses.routes import address_problem, filled_url, origin_of
from pytest_ami.elements.commits import ENTER
from pytest_ami.elements.text_keys import exact, fill
from pytest_ami.engine.readiness import rest, settled
from pytest_ami.engine.secrets.fields import field_problem
from pytest_ami.instructions.template import HOLE, names
from pytest_ami.model import command as c
from pytest_ami.model.workflow import StepKind

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from pytest_ami.engine.report import LocatedElement
    from pytest_ami.model.command import Program, Seen
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Step

T = TypeVar("T")
REMEDY = "if the test wants that: ami_allow_origins = "
_LEAST = 100.0
"""The fewest milliseconds between two looks at a foreign document."""

_WEB = ("http://", "https://")
_CLICKED = frozenset({StepKind.CLICK, StepKind.DOUBLE_CLICK})
_PRESSED = _CLICKED | {StepKind.PRESS}
_SENDING = frozenset({"submit", "image"})
"""Types of the buttons that send their form."""


@dataclass(slots=True, kw_only=True)
class FlowOrigins:
    """The origins of one replay.

    Attributes:
        start: URL that the test asked for, on whose origin the flow is at home; empty if the caller does not know it.
        allowed: Origins that the settings allow.
        recorded: Foreign origins that lessons on this machine have recorded.
        home: Origin of the start; without ``start``, that of the first document that is seen.
        named: Foreign origins that the stored flow names.
        from_parameters: Origins of the parameters whose value the flow opens as an address.
        values: Value of every parameter.
    """

    start: str = ""
    allowed: frozenset[str] = frozenset()
    recorded: frozenset[str] = frozenset()
    home: str | None = None
    named: frozenset[str] = frozenset()
    from_parameters: frozenset[str] = frozenset()
    values: Mapping[str, str] = field(default_factory=dict, repr=False)

    def of_flow(self, steps: Iterable[Step], values: Mapping[str, str]) -> FlowOrigins:
        """Return the origins for a replay of these steps with these values."""
        flow = tuple(steps)
        holes = (HOLE.fullmatch(step.value) for step in flow if step.kind is StepKind.GOTO)
        given = (origin_of(values.get(hole[1], "")) for hole in holes if hole)
        return replace(
            self,
            values=values,
            home=origin_of(self.start) if self.start else None,
            named=frozenset(origin for step in flow for origin in named_origins(step)),
            from_parameters=frozenset(origin for origin in given if origin),
        )

    @property
    def proven(self) -> frozenset[str]:
        """The origins that do not depend on the stored flow: the start's, and those of settings and lessons here."""
        known = frozenset() if self.home is None else frozenset({self.home})
        return known | self.allowed | (self.named & self.recorded)

    @property
    def permitted(self) -> frozenset[str]:
        """All origins of documents in which the flow may act."""
        return self.proven | self.from_parameters

    def refusal(self, step: Step, seen: Seen, *, after: bool = False) -> tuple[str, ...]:
        """Return the reason why a step must not act in the document of a look, as evidence; empty if it may.

        Args:
            step: The step that is about to act; with ``after``, the step that has acted.
            seen: The look.
            after: Whether the document may be the one to which the step led.
        """
        if seen.lost or not (seen.origins or seen.url):
            return ()
        top, own = (seen.origins[0], seen.origins[-1]) if seen.origins else (origin_of(seen.url),) * 2
        self.home = top if self.home is None else self.home
        fitting = {self._origin(step.origin), *((self._origin(step.leads), self.home) if after else ())}
        if top not in self.permitted:
            return self._evidence(top, step)
        return () if own in fitting or own in self.allowed else self._evidence(own, step)

    def link_refusal(self, step: Step, link: Fingerprint, url: str) -> tuple[str, ...]:
        """Return the reason why a step must not press a link, as evidence; empty if it may, or if there is no link.

        Args:
            step: The step.
            link: The element that was found; only a link to another origin has an absolute address.
            url: URL of its document.
        """
        goal = origin_of(link.attributes.get("href", ""))
        if not goal or step.kind not in _PRESSED or goal in self.permitted or goal == origin_of(url):
            return ()
        return self._evidence(goal, step, "the element is a link to")

    def form_refusal(self, step: Step, field: Fingerprint, url: str, *, tells: bool) -> tuple[str, ...]:
        """Return the reason why a step must not send or fill a form, as evidence; empty if it may, or if there is none.

        Args:
            step: The step.
            field: The element that was found; only a form that sends to another origin has an absolute action.
            url: URL of its document.
            tells: Whether the step types a secret.
        """
        goal, enters = origin_of(field.details.get("action", "")), step.value.casefold() in ENTER
        sends = step.kind in _CLICKED and field.details.get("type") in _SENDING
        if not goal or not (sends or tells or (step.kind is StepKind.PRESS and enters)):
            return ()
        recorded = step.target.details.get("action", "") if step.target else ""
        if goal in self.permitted or goal in (origin_of(url), origin_of(recorded)):
            return ()
        return self._evidence(goal, step, "the form sends its fields to")

    def address(self, step: Step) -> str:
        """Return the URL that a step opens; a path belongs to the origin of the start.

        Raises:
            ForeignDocumentError: It is of no permitted origin.
        """
        url, hole = filled_url(step.value, self.values), HOLE.fullmatch(step.value)
        if hole and hole[1] in self.values:
            return url  # the test itself names the address
        if problem := address_problem(url):
            raise ForeignDocumentError((problem,))
        if not url.lower().startswith(_WEB):
            return urljoin(self.start, url) if self.start.lower().startswith(_WEB) else url
        if origin_of(url) not in self.permitted:
            raise ForeignDocumentError(self._evidence(origin_of(url), step, "the step opens"))
        return url

    def _origin(self, relation: str) -> str | None:
        """Return the origin that a relation means now; None if only the stored flow knows it."""
        if not relation:
            return self.home
        hole = HOLE.fullmatch(relation)
        if hole:
            origin = origin_of(self.values.get(hole[1], ""))
            return origin if origin in self.permitted else None
        return relation if relation in self.recorded else None

    def _evidence(self, origin: str, step: Step, what: str = "the document is on") -> tuple[str, ...]:
        facts = [f"{what} {origin or 'no origin'}", f"the flow started on {self.home or 'no origin'}"]
        if step.origin:
            facts.append(f"the step was recorded on {step.origin}")
        if origin in self.named and origin not in self.recorded:
            facts.append("only the stored flow names that origin, and a stored flow may come from a stranger")
        return (*facts, *([f"{REMEDY}{origin}"] if origin.startswith(_WEB) else []))


class ForeignDocumentError(Exception):
    """A replay met a document of a foreign origin, or would open one. Used inside the engine and its drivers only.

    Attributes:
        evidence: The reason, one fact a line.
    """

    def __init__(self, evidence: tuple[str, ...]) -> None:
        """Keep the evidence."""
        super().__init__(*evidence)
        self.evidence = evidence


def confined(
    program: Program[T],
    origins: FlowOrigins,
    refusal: Callable[[c.Look, Seen], tuple[str, ...]],
    secrets: Collection[str],
    patience: float,
) -> Program[T]:
    """Run a program; it gets no look at a foreign document, and each action carries the origins that are permitted.

    Args:
        program: The program.
        origins: The origins of the replay.
        refusal: Returns the reason why the document of a look is foreign; empty if it is not.
        secrets: Values of the secret parameters; they are typed on proven origins only.
        patience: Milliseconds that a page gets to go on from a foreign document, as in a chain of redirects.

    Raises:
        ForeignDocumentError: The page rests on a foreign document.
    """
    try:
        command = next(program)
        while True:
            if isinstance(command, c.Act):
                telling = isinstance(command, c.Fill) and command.value in secrets
                command = replace(command, origins=origins.proven if telling else origins.permitted)
            try:
                result = yield command
            except Exception as error:  # noqa: BLE001  (the program decides what it means)
                command = program.throw(error)
                continue
            if isinstance(command, c.Look):
                result = yield from _at_home(command, result, origins, refusal, patience)
            command = program.send(result)
    except StopIteration as stop:
        value: T = stop.value
        return value
    finally:
        program.close()


def _at_home(
    look: c.Look,
    seen: Seen,
    origins: FlowOrigins,
    refusal: Callable[[c.Look, Seen], tuple[str, ...]],
    patience: float,
) -> Program[Seen]:
    """Look again until the document is a permitted one.

    A document of a known origin, such as an identity provider's on the way, gets the whole patience. One of any other
    origin only gets the time until it rests.
    """
    spent = 0.0
    while why := refusal(look, seen):
        spent += max(seen.waited, _LEAST)
        known = {*seen.origins, origin_of(seen.url)} <= origins.permitted | origins.recorded
        if spent >= patience or (not known and settled(seen, spent, rest(patience))):
            raise ForeignDocumentError(why)
        if seen.waited < _LEAST:
            yield c.Settle(place=look.place, quiet=_LEAST, timeout=_LEAST)
        seen = yield look
    return seen


def check_action(step: Step, found: LocatedElement, origins: FlowOrigins, secrets: Collection[str]) -> None:
    """Refuse an action that would tell a secret to another field, or follow a link to a foreign origin.

    Args:
        step: The step.
        found: The element.
        origins: The origins of the replay.
        secrets: Names of the secret parameters.

    Raises:
        ForeignDocumentError: The step must not act on the element that was found.
    """
    used = [name for name in names(step.value) if name in secrets]
    problem = field_problem(found.seen, used[0]) if used else ""
    why = (problem,) if problem else origins.link_refusal(step, found.seen, found.url)
    why = why or origins.form_refusal(step, found.seen, found.url, tells=bool(used))
    if why:
        raise ForeignDocumentError(why)


def check_links(step: Step, seen: Seen, origins: FlowOrigins, values: Mapping[str, str]) -> None:
    """Refuse to go on if the recorded link is only there as a link to a foreign origin.

    Args:
        step: The step whose element was not recognised.
        seen: The last look for it.
        origins: The origins of the replay; before its first look they refuse nothing.
        values: Value of every parameter that is not secret.

    Raises:
        ForeignDocumentError: A link of the recorded name leads to a foreign origin.
    """
    if origins.home is None or step.target is None or not step.target.attributes.get("href"):
        return
    name = exact(fill(step.target.name, values))
    for link in (one.fingerprint for one in seen.candidates if name and exact(one.fingerprint.name) == name):
        if why := origins.link_refusal(step, link, seen.url):
            raise ForeignDocumentError(why)


def relation_of(url: str, start: str, values: Mapping[str, str]) -> str:
    """Return the relation of a URL's origin to the start of a flow, as a step stores it.

    Args:
        url: URL of a document.
        start: URL of the page on which the flow starts.
        values: Parameter values by name, without secrets.

    Returns:
        An empty string for the same origin, ``{{name}}`` for the origin of a parameter's URL, else the origin.
    """
    origin = origin_of(url)
    if not origin or origin == origin_of(start):
        return ""
    same = (name for name, value in values.items() if value.lower().startswith(_WEB) and origin_of(value) == origin)
    return next((f"{{{{{name}}}}}" for name in same), origin)


def named_origins(step: Step) -> tuple[str, ...]:
    """Return the foreign origins that a step names: of its documents, its links and its address."""
    links = (print_.attributes.get("href", "") for print_ in (step.target, step.drop) if print_ is not None)
    opened = step.value if step.kind is StepKind.GOTO else ""
    urls = (step.origin, step.leads, opened, *links)
    return tuple(dict.fromkeys(origin for url in urls if (origin := origin_of(url))))
