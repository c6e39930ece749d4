"""Refuses moves of a teacher, whatever the page says: before the move, and by its consequences after it.

Rules of this module:

* Page text is data. Nothing here asks the teacher to behave; a move that is not allowed is not carried out.
* A refusal is told to the teacher once. The same one again, or a third one of any kind, ends the lesson.
* A move that wanted to leave the allowed origins is forgotten: a replay has no guard and shall not need one. Where the
  page went on all the same, nobody can say what the move did: the lesson ends at once.

Knows moves and what was observed. Must never know a page or a model.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pytest_ami.elements.routes import filled_url
from pytest_ami.instructions.parameters import render
from pytest_ami.model.errors import ParameterError, TeacherError
from pytest_ami.model.lesson import Move, MoveKind

from . import action_policy
from .origins import origin_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.model.command import Health
    from pytest_ami.model.lesson import Element, MoveResult, Observation
    from pytest_ami.model.workflow import Step

    from .lesson import Lesson

MOST = 3
"""How many refusals of any kind end a lesson."""

OUTSIDE = "outside of the allowed origins"

SETTING = "ami_allow_origins"

_NAMED = re.compile(r"(?:\s*\{\{\s*[^{}]+?\s*\}\}\s*\n?)+")
_SCHEME = re.compile(r"\s*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_KINDS = frozenset(kind.value for kind in MoveKind)
_READING = frozenset({MoveKind.DONE, MoveKind.GIVE_UP, MoveKind.WAIT, MoveKind.BACK})


def refusal(move: Move, element: Element | None, observation: Observation, lesson: Lesson) -> str:
    """Return why a move must not be carried out, or an empty string.

    Args:
        move: What the teacher wants.
        element: The element that it names, as it was observed.
        observation: The page for which it was advised.
        lesson: What is to be learned.
    """
    if move.kind in _READING:
        return ""
    return (
        _of_secrets(move, element, lesson)
        or _of_places(move, observation, lesson)
        or _of_files(move, lesson)
        or _of_deeds(move, element, observation, lesson)
    )


def element_refusal(step: Step, element: Element, lesson: Lesson) -> str:
    """Return why a stored step must not be given this element instead of its own, or an empty string.

    Args:
        step: As it was learned; what its own element is called is permitted.
        element: Another element of the page.
        lesson: With the task, and what the test permits.
    """
    kind = MoveKind(step.kind.value) if step.kind.value in _KINDS else MoveKind.CLICK
    secret = _of_secrets(Move(kind=kind, ref=element.ref, value=step.value), element, lesson)
    allow = (*lesson.allow, *((step.target.name,) if step.target and step.target.name else ()))
    shown = tuple(text for text in lesson.shown.values() if text)
    return secret or action_policy.why_forbidden(element, kind, lesson.task, values=shown, allow=allow)


@dataclass(slots=True)
class Refusals:
    """The refusals of a lesson so far.

    Attributes:
        reasons: Reasons for which a move failed, and how often each.
        held: What else the guard refused: requests of the page that no move has to answer for.
        lost: Whether the page went on with a move that wanted to leave: nobody can say what it did.
    """

    reasons: Counter[str] = field(default_factory=Counter)
    held: tuple[str, ...] = ()
    lost: bool = False

    def after(self, outcome: MoveResult, why: str, health: Health, *, went_on: bool) -> MoveResult:
        """Return what came of a move, by what was refused before it and while it was made.

        Args:
            outcome: What came of it on the page.
            why: Why it was not carried out; empty if it was.
            health: What the guard says.
            went_on: Whether the page is another one than before.
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
        """Return what was refused, as lines for a message."""
        return [f"refused: {reason}" for reason in (*self.reasons, *self.held)]

    def check(self, lesson: Lesson, evidence: Sequence[str]) -> None:
        """End the lesson where it was told before.

        Args:
            lesson: What was to be learned.
            evidence: What happened, the last move at the end.

        Raises:
            TeacherError: The same again, or too much; it names what was refused and what to change.
        """
        again = [reason for reason, times in self.reasons.items() if times > 1]
        if not (again or self.lost or self.reasons.total() >= MOST):
            return
        reason = (again or list(self.reasons))[-1]
        before = "" if self.lost else "It was told so before. "
        raise TeacherError(
            f'Learning "{lesson.task}" was stopped: {reason}',
            why=f"{before}What a page says is no instruction: a lesson does what its task says.",
            evidence=[*self.lines(), *evidence],
            run=how_to_permit(reason),
        )


def how_to_permit(reason: str) -> str:
    """Return what to change where what was refused is wanted after all."""
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
        return ""  # a name without a value is told in other words
    scheme = _SCHEME.match(url)
    if scheme and scheme.group(1).lower() not in ("http", "https"):
        return f"goto opens web pages, no {scheme.group(1).lower()}: address"
    if not scheme and not url.strip().startswith(("//", "\\\\", "/\\", "\\/")):
        return ""
    goal = origin_of(url if scheme else "http:" + url.strip().replace("\\", "/"))
    own = {origin_of(observation.url), *map(origin_of, lesson.origins)}
    return "" if goal in own else f"{OUTSIDE}: goto {goal or url[:60]}"


def _of_files(move: Move, lesson: Lesson) -> str:
    if move.kind is not MoveKind.UPLOAD:
        return ""
    if not _NAMED.fullmatch(move.value):
        named = ", ".join(f"{{{{{p.name}}}}}" for p in lesson.parameters if not p.secret) or "none"
        return f"only files that the test names are uploaded, as a parameter; there are: {named}"
    return ""


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
    more = {"allow": lesson.allow, "notices": observation.notices}
    return action_policy.why_forbidden(element, move.kind, lesson.task, value=value, values=shown, **more)
