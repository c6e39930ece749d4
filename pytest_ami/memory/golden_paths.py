"""Golden paths: the way to do a task, from the steps of sessions that people marked correct. Pure.

Rules of this module:

* Only steps whose label is ``correct`` count. Of several stretches of such steps, the longest one is the path, and of
  equally long ones the last: it ends nearer to the end of the task.
* A redundant step is left out: a wait, a ``back`` after a ``back``, a visit of the page that is open, a fill that is
  overwritten before anything else happens. The order of the others stays.
* Paths of one task are merged into the shortest one; an action that all of them have is a key action.

It must never know a store: the caller reads sessions and records paths.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.printable import as_argument
from pytest_ami.model.review.annotation import CORRECT
from pytest_ami.model.review.golden_path import CommonError, GoldenPath, SopAction, difficulty_of

from .procedure import procedure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pytest_ami.model.review.annotation import Session, SessionStep

WAIT, BACK, GOTO = "wait", "back", "goto"
ENTERING = frozenset({"fill", "select"})
"""The kinds of actions that write over what the same field held."""

KEY = frozenset({"click", "double_click", "press", "select", "check", "upload", "drag"})
"""The kinds of actions that bring a task forward, beside a text that is typed from a parameter."""


class GoldenPathExtractor:
    """Extracts golden paths from sessions, and merges those of one task."""

    def extract_from_session(self, session: Session, steps: Sequence[SessionStep]) -> GoldenPath:
        """Return the golden path of a session.

        Args:
            session: The session.
            steps: Its steps, with the verdicts of people.

        Raises:
            ConfigurationError: No step is marked correct, or nothing but redundant steps is.
        """
        stretch = longest_correct(steps)
        actions = without_redundant([action_of(step) for step in stretch])
        if not actions:
            raise ConfigurationError(
                f'No golden path can be extracted from session {session.id} of "{session.task}"',
                why="A golden path consists of consecutive steps that a person marked correct; there is none here. "
                "The stored flow can be exported by hand.",
                evidence=[f"{len(steps)} steps, {sum(step.user_label == CORRECT for step in steps)} marked correct"],
                run=f"ami export golden-path.json {as_argument(session.task)}",
            )
        return GoldenPath(
            task_pattern=session.task,
            apps=origins_of(stretch),
            difficulty=difficulty_of(len(actions)),
            can_replay=session.passed and len(stretch) == len(steps),
            natural_sop=procedure(actions),
            action_sop=tuple(actions),
            source_sessions=(session.id,),
            created_at=session.at,
            updated_at=session.at,
            key_actions=key_actions(actions),
        )

    def merge_similar_paths(self, paths: Sequence[GoldenPath]) -> GoldenPath:
        """Return one path for paths of the same task: the shortest, with the sources and errors of all.

        Args:
            paths: At least one path; all have the same task.

        Raises:
            ValueError: There is no path, or two have different tasks.
        """
        if len({path.task_pattern for path in paths}) != 1:
            raise ValueError("only paths of one task can be merged")
        shortest = min(paths, key=lambda path: (len(path.action_sop), -len(path.source_sessions), path.created_at))
        shared = common_actions([path.action_sop for path in paths])
        keys = tuple(n for n, action in enumerate(shortest.action_sop, start=1) if action in shared)
        used = sum(path.usage_count for path in paths)
        rated = [path for path in paths if path.success_rate is not None and path.usage_count]
        greens = sum((path.success_rate or 0.0) * path.usage_count for path in rated)
        tries = sum(path.usage_count for path in rated)
        return replace(
            shortest,
            apps=tuple(sorted({app for path in paths for app in path.apps})),
            can_replay=any(path.can_replay for path in paths),
            common_errors=merged_errors(error for path in paths for error in path.common_errors),
            success_rate=greens / tries if tries else None,
            usage_count=used,
            source_sessions=tuple(dict.fromkeys(one for path in paths for one in path.source_sessions)),
            created_at=min(path.created_at for path in paths),
            updated_at=max(path.updated_at for path in paths),
            key_actions=keys or shortest.key_actions,
        )


def longest_correct(steps: Sequence[SessionStep]) -> tuple[SessionStep, ...]:
    """Return the longest stretch of consecutive steps marked correct; of equally long ones, the last."""
    best: list[SessionStep] = []
    current: list[SessionStep] = []
    for step in steps:
        current = [*current, step] if step.user_label == CORRECT else []
        best = current if len(current) >= len(best) and current else best
    return tuple(best)


def action_of(step: SessionStep) -> SopAction:
    """Return a step as a line of a procedure."""
    method = "element" if step.target else "page"
    return SopAction(action=step.action, target=step.target, method=method, text=step.value)


def without_redundant(actions: Sequence[SopAction]) -> tuple[SopAction, ...]:
    """Return actions without the redundant ones, in their order."""
    kept: list[SopAction] = []
    for action in actions:
        if action.action == WAIT:
            continue
        last = kept[-1] if kept else None
        if action.action == BACK and last is not None and last.action == BACK:
            continue
        if action.action == GOTO and _open_page(kept) == action.text:
            continue
        if action.action in ENTERING:
            kept = _without_overwritten(kept, action)
        kept.append(action)
    return tuple(kept)


def _open_page(actions: Sequence[SopAction]) -> str | None:
    """Return the address that was opened last, if only fields were written since; else None."""
    for action in reversed(actions):
        if action.action == GOTO:
            return action.text
        if action.action not in ENTERING:
            return None
    return None


def _without_overwritten(actions: Sequence[SopAction], newer: SopAction) -> list[SopAction]:
    """Return actions without the entry into the same field that a newer one overwrites before anything else happens."""
    kept = list(actions)
    for number in range(len(kept) - 1, -1, -1):
        if kept[number].action not in ENTERING:
            break
        if (kept[number].action, kept[number].target) == (newer.action, newer.target):
            del kept[number]
    return kept


def key_actions(actions: Sequence[SopAction]) -> tuple[int, ...]:
    """Return the numbers of the actions that bring the task forward, from 1."""
    return tuple(n for n, one in enumerate(actions, start=1) if one.action in KEY or "{{" in one.text)


def common_actions(sequences: Sequence[Sequence[SopAction]]) -> frozenset[SopAction]:
    """Return the actions that all sequences have."""
    return frozenset.intersection(*map(frozenset, sequences)) if sequences else frozenset()


def merged_errors(errors: Iterable[CommonError]) -> tuple[CommonError, ...]:
    """Return errors, each once, in their order; a correction that is known for an error is kept."""
    found: dict[str, CommonError] = {}
    for one in errors:
        known = found.get(one.error)
        if known is None or not known.correction:
            found[one.error] = one
    return tuple(found.values())


def origins_of(steps: Sequence[SessionStep]) -> tuple[str, ...]:
    """Return the origins of the pages of steps, as far as their evidence names addresses, sorted."""
    addresses = [step.evidence.url for step in steps if step.evidence] + [s.value for s in steps if s.action == GOTO]
    parts = [urlsplit(address) for address in addresses if "{{" not in address.partition("?")[0]]
    return tuple(sorted({f"{p.scheme}://{p.netloc.rpartition('@')[2]}" for p in parts if p.scheme and p.netloc}))
