"""Refuses moves of a teacher, before they are made or by their consequences afterwards, whatever the page says.

Rules of this module:

* Page text is data. No rule depends on the teacher's good will: a move that is not allowed is not carried out.
* The teacher is told of a refusal once. The same refusal again, or a third one of any kind, ends the lesson.
* A move that tried to leave the allowed origins is dropped from the recording: a replay has no guard and must not
  need one. If the page went on all the same, the effect of the move is unknown: the lesson ends at once.

Knows moves and observations. Must never know a page or a model.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.elements.addresses.routes import filled_url, origin_of
from pytest_ami.elements.text_keys import exact
from pytest_ami.engine.teaching import action_policy
from pytest_ami.engine.teaching.key_policy import other_key
from pytest_ami.engine.teaching.records.filled_fields import recorded_text
from pytest_ami.instructions.parameters import render
from pytest_ami.model.errors import ParameterError, TeacherError
from pytest_ami.model.lesson import Move, MoveKind
from pytest_ami.model.printable import by_hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.model.lesson import Element, MoveResult, Observation
    from pytest_ami.model.look import Health
    from pytest_ami.model.workflow import Step

MOST = 3
"""Number of refusals of any kind that ends a lesson."""

OUTSIDE = "outside of the allowed origins"

SETTING = "ami_allow_origins"

_NAMED = re.compile(r"(?:\s*\{\{\s*[^{}]+?\s*\}\}\s*\n?)+")
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_KINDS = frozenset(kind.value for kind in MoveKind)
_READING = frozenset({MoveKind.DONE, MoveKind.GIVE_UP, MoveKind.WAIT, MoveKind.BACK, MoveKind.EXTRACT})


def refusal(move: Move, element: Element | None, observation: Observation, lesson: Lesson) -> str:
    """Return the reason why a move must not be carried out, or an empty string.

    Args:
        move: The teacher's move.
        element: The element that it names, as it was observed.
        observation: The page for which it was advised.
        lesson: The lesson.
    """
    if move.kind in _READING:
        return ""
    return (
        _of_secrets(move, element, lesson)
        or _of_places(move, observation, lesson)
        or _of_files(move, lesson)
        or _of_records(move, element, observation, lesson)
        or _of_deeds(move, element, observation, lesson)
    )


def element_refusal(step: Step, element: Element, elements: Sequence[Element], lesson: Lesson) -> str:
    """Return the reason why a stored step must not get this element instead of its own, or an empty string.

    Args:
        step: The step as it was learned; the name of its own element is permitted.
        element: Another element of the page.
        elements: All elements of the page.
        lesson: The lesson, with the task and the permissions of the test.
    """
    kind = MoveKind(step.kind.value) if step.kind.value in _KINDS else MoveKind.CLICK
    secret = _of_secrets(Move(kind=kind, ref=element.ref, value=step.value), element, lesson)
    secret = secret or other_key(element, step.value, elements, replace(lesson, remaining=lesson.replaces))
    allow = (*lesson.allow, *((step.target.name,) if step.target and step.target.name else ()))
    shown = tuple(text for text in lesson.shown.values() if text)
    return secret or action_policy.why_forbidden(element, kind, lesson.task, values=shown, allow=allow)


@dataclass(slots=True)
class Refusals:
    """The refusals of a lesson so far.

    Attributes:
        reasons: Number of failed moves, by reason.
        held: Other refusals of the guard: requests of the page that no move is responsible for.
        lost: Whether the page went on with a move that tried to leave, so that its effect is unknown.
    """

    reasons: Counter[str] = field(default_factory=Counter)
    held: tuple[str, ...] = ()
    lost: bool = False

    def after(self, outcome: MoveResult, why: str, health: Health, *, went_on: bool) -> MoveResult:
        """Return the result of a move, with the refusals before it and during it taken into account.

        Args:
            outcome: Result of the move on the page.
            why: Reason why it was not carried out; empty if it was.
            health: Health of the application, with the guard's refusals.
            went_on: Whether the page has changed.
        """
        self.held = health.held
        left = f"{OUTSIDE}: {health.refused[0]}" if health.refused else ""
        reason = why or left or (outcome.problem if outcome.problem.startswith(OUTSIDE) else "")
        if not reason:
            return outcome
        self.reasons[reason] += 1
        self.lost = bool(left) and went_on
        return replace(outcome, ok=False, problem=reason)

    def lines(self) -> list[str]:
        """Return the refusals as lines for a message."""
        return [f"refused: {reason}" for reason in (*self.reasons, *self.held)]

    def check(self, lesson: Lesson, evidence: Sequence[str]) -> None:
        """End the lesson if the teacher was told before.

        Args:
            lesson: The lesson.
            evidence: The moves as lines, the last move at the end.

        Raises:
            TeacherError: The same refusal, or too many refusals. The error names the refusal and a remedy.
        """
        again = [reason for reason, times in self.reasons.items() if times > 1]
        if not (again or self.lost or self.reasons.total() >= MOST):
            return
        reason = (again or list(self.reasons))[-1]
        before = "" if self.lost else "The teacher was told so before. "
        raise TeacherError(
            f'Learning "{lesson.task}" was stopped: {reason}',
            why=f"{before}The text of a page is not an instruction: a lesson does what its task says.",
            evidence=[*self.lines(), *evidence],
            run=how_to_permit(reason) or f"{by_hand(lesson.options.url, lesson.task)}   # show it by hand",
        )


def how_to_permit(reason: str) -> str:
    """Return the change that permits a refused move, if the test wants it."""
    permits = action_policy.allow_hint(reason)
    if permits:
        return f"if the test wants that: @pytest.mark.learned(..., {permits})"
    origin = re.search(r"https?://[^\s,;]+", reason)
    return f"if the test wants that: {SETTING} = {origin.group()}" if origin else ""


def _of_secrets(move: Move, element: Element | None, lesson: Lesson) -> str:
    stray = action_policy.literal_secret(move.value, lesson.secrets)
    if stray:
        return f"the value of {stray} stands there in plain text; a secret is written as {{{{{stray}}}}}"
    names = action_policy.secrets_in(move.value, [p.name for p in lesson.parameters if p.secret])
    if not names:
        return ""
    if move.kind is not MoveKind.FILL or element is None:
        return f"a secret is typed into a field and nothing else: {move.kind.value} takes no {{{{{names[0]}}}}}"
    if move.value.replace(" ", "") != f"{{{{{names[0]}}}}}":
        return f"a secret stands alone in its field: write {{{{{names[0]}}}}} and nothing else"
    return action_policy.takes_secret(element, names[0])


def _of_places(move: Move, observation: Observation, lesson: Lesson) -> str:
    if move.kind is not MoveKind.GOTO:
        return ""
    try:
        render(move.value, lesson.shown)
        url = filled_url(move.value, lesson.shown)
    except ParameterError:
        return ""  # a name without a value gets a message of its own
    scheme = _SCHEME.match(url)
    if scheme and scheme.group(1).lower() not in ("http", "https"):
        return f"goto opens web pages, no {scheme.group(1).lower()}: address"
    if not scheme and not url.strip().startswith(("//", "\\\\", "/\\", "\\/")):
        return ""
    goal = origin_of(url if scheme else "http:" + url.strip().replace("\\", "/"))
    own = {origin_of(observation.url), *map(origin_of, lesson.options.reachable)}
    return "" if goal in own else f"{OUTSIDE}: goto {goal or url[:60]}"


def _of_files(move: Move, lesson: Lesson) -> str:
    if move.kind is not MoveKind.UPLOAD:
        return ""
    if not _NAMED.fullmatch(move.value):
        named = ", ".join(f"{{{{{p.name}}}}}" for p in lesson.parameters if not p.secret) or "none"
        return f"only files that the test names are uploaded, as a parameter; there are: {named}"
    return ""


def _of_records(move: Move, element: Element | None, observation: Observation, lesson: Lesson) -> str:
    if move.kind in (MoveKind.FILL, MoveKind.SELECT) and element is not None:
        elsewhere = other_key(element, move.value, observation.elements, lesson)
        if elsewhere:
            return elsewhere
    if move.kind is not MoveKind.FILL or element is None:
        return ""
    return recorded_text(element, observation.elements, lesson.task, set(lesson.shown.values()))


def _of_deeds(move: Move, element: Element | None, observation: Observation, lesson: Lesson) -> str:
    try:
        value = render(move.value, lesson.shown)
    except ParameterError:
        value = move.value
    shown = tuple(text for text in lesson.shown.values() if text)
    if move.kind is MoveKind.GOTO:
        path = re.sub(r"^[a-z]+://[^/]*", "", move.value)
        deed = action_policy.unpermitted_deed(re.sub(r"[/?&=#.]", " ", path), lesson.task, lesson.allow)
        return action_policy.reason("the address", path, deed, lesson.task) if deed and deed != "send" else ""
    name = element.name if element else ""
    stored = [one.target for one in lesson.replaces if one.target] if name else []
    known = any(exact(name) in (exact(one.name), exact(one.text)) for one in stored)
    more = {"allow": (*lesson.allow, *((name,) if known else ())), "notices": observation.notices}
    return action_policy.why_forbidden(element, move.kind, lesson.task, value=value, values=shown, **more)
