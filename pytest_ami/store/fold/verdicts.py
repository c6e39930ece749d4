"""Verdicts as facts, and the versions that a mark ``wrong`` touches. Pure.

Rules of this module:

* Of several verdicts of one reviewer on one step of a session, the latest counts. One without a label withdraws the
  earlier ones. Verdicts of different reviewers stand side by side.
* A verdict from a file, such as one of the HTML report, names a session and the number of a step, and no more. The
  session tells the version, and the version tells the step. If the session is not here, the version that the verdict
  names counts. A verdict that names no step of its task touches nothing; it stands, because its session may come later.
* A mark touches the version of its session, each version of the task that has the same step in the same place
  (``outline``), and each version that was healed from that of the session in the same run: it keeps the wrong element.

It must never know files or DuckDB.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pytest_ami.model.review.annotation import LABELS, WRONG, StepAnnotation
from pytest_ami.store.facts import Fact, Kind

from .outline import Outline, StepPlace, all_places

VerdictKey = tuple[str, int, str]
"""Session, number of the step, and reviewer: of these, the latest verdict counts."""

_TEXTS = {
    "user_correction": "correction",
    "reviewer": "reviewer",
    "action": "action",
    "target": "target",
    "value": "value",
    "session_run": "session_run",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionVersion:
    """The version of a session.

    Attributes:
        task: Task of the session.
        workflow: Id of the version that it ran or made, or an empty string.
        run: Id of its test run.
        fact: Id of the fact that says so. If there are several facts about a session, the first counts.
    """

    task: str
    workflow: str
    run: str
    fact: str


def session_id_of(fact: Fact) -> str:
    """Return the id of the session that a ``test_finished`` fact describes."""
    found = fact.data.get("session")
    return found if isinstance(found, str) and found else fact.id


def session_version(fact: Fact) -> SessionVersion:
    """Return the version of the session that a ``test_finished`` fact describes."""
    return SessionVersion(task=fact.task, workflow=fact.workflow, run=fact.run, fact=fact.id)


def annotation_of(fact: Fact) -> StepAnnotation | None:
    """Return the verdict in a fact; None if the fact is of another kind or malformed."""
    data = fact.data
    session, step, label = data.get("session"), data.get("step"), data.get("label")
    if fact.kind != Kind.VERDICT.value or not isinstance(session, str) or type(step) is not int:
        return None
    if label is not None and not (isinstance(label, str) and label in LABELS):
        return None
    return StepAnnotation(
        session_id=session,
        step_num=step,
        user_label=label,
        at=fact.at,
        fact=fact.id,
        task=fact.task,
        workflow_id=fact.workflow,
        features=_strings(data.get("features")),
        place=_strings(data.get("place")),
        **{ours: str(data.get(theirs, "")) for ours, theirs in _TEXTS.items()},
    )


def data_of(mark: StepAnnotation) -> dict[str, Any]:
    """Return the data of the fact of a verdict; ``annotation_of`` reads it back."""
    return {
        "session": mark.session_id,
        "step": mark.step_num,
        "label": mark.user_label,
        **{theirs: getattr(mark, ours) for ours, theirs in _TEXTS.items()},
        "features": list(mark.features),
        "place": list(mark.place),
    }


def _strings(value: Any) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list) else ()


@dataclass(slots=True)
class LatestVerdicts:
    """The latest verdict of each reviewer on each step, in whatever order they are added.

    Attributes:
        by_key: The latest verdicts.
        once_wrong: The keys of those that were a mark ``wrong`` at any time.
    """

    by_key: dict[VerdictKey, StepAnnotation] = field(default_factory=dict)
    once_wrong: set[VerdictKey] = field(default_factory=set)

    def add(self, verdict: StepAnnotation) -> None:
        """Add a verdict; if a later one is there, that one counts."""
        key = key_of(verdict)
        if key not in self.by_key or self.by_key[key].fact < verdict.fact:
            self.by_key[key] = verdict
        if verdict.user_label == WRONG:
            self.once_wrong.add(key)

    def copy(self) -> LatestVerdicts:
        """Return a copy that can be added to."""
        return LatestVerdicts(dict(self.by_key), set(self.once_wrong))

    def standing(self) -> tuple[StepAnnotation, ...]:
        """Return the verdicts with a label, oldest first."""
        return _in_order(one for one in self.by_key.values() if one.user_label)

    def wrong(self) -> tuple[StepAnnotation, ...]:
        """Return the marks ``wrong`` that stand, oldest first."""
        return _in_order(one for one in self.by_key.values() if one.user_label == WRONG)

    def withdrawals(self) -> tuple[StepAnnotation, ...]:
        """Return the verdicts that have withdrawn a mark ``wrong``, oldest first."""
        return _in_order(self.by_key[key] for key in self.once_wrong if self.by_key[key].user_label != WRONG)


def key_of(verdict: StepAnnotation) -> VerdictKey:
    """Return the key of a verdict."""
    return (verdict.session_id, verdict.step_num, verdict.reviewer)


def _in_order(verdicts: Iterable[StepAnnotation]) -> tuple[StepAnnotation, ...]:
    return tuple(sorted(verdicts, key=lambda one: one.fact))


def located(
    verdict: StepAnnotation, outlines: Mapping[str, Outline], sessions: Mapping[str, SessionVersion]
) -> StepAnnotation | None:
    """Return a verdict with its version and the place of its step; None if it names no step of its task.

    Args:
        verdict: The verdict.
        outlines: The versions of its task, by id.
        sessions: The sessions that are known here, by id.
    """
    if verdict.place:
        return verdict
    session = sessions.get(verdict.session_id)
    if session is not None:
        if session.task != verdict.task:
            return None
        verdict = replace(verdict, workflow_id=session.workflow, session_run=session.run)
    for identity in (verdict.workflow_id, *_made_in(verdict, outlines)):
        if identity in outlines and (place := outlines[identity].place(verdict.step_num)):
            return replace(verdict, workflow_id=identity, place=place)
    return verdict if verdict.features else None  # only evidence of the run shows the step


def _made_in(verdict: StepAnnotation, outlines: Mapping[str, Outline]) -> list[str]:
    """Return the versions that the session of a verdict made of its own, as a lesson does that relearns its end."""
    made = verdict.workflow_id and verdict.session_run
    return sorted(
        identity
        for identity, one in outlines.items()
        if made and one.parent == verdict.workflow_id and one.run == verdict.session_run
    )


def touched(
    verdicts: Iterable[StepAnnotation], outlines: Mapping[str, Outline], sessions: Mapping[str, SessionVersion]
) -> dict[str, list[str]]:
    """Return the versions that verdicts touch, each with the facts of these verdicts in their order.

    Args:
        verdicts: Verdicts on a task.
        outlines: All versions of the task, by id.
        sessions: The sessions that are known here, by id.
    """
    found: dict[str, list[str]] = {}
    places = all_places(outlines)
    for verdict in filter(None, (located(one, outlines, sessions) for one in verdicts)):
        for identity, outline in outlines.items():
            if _touches(verdict, identity, outline, places[identity]):
                found.setdefault(identity, []).append(verdict.fact)
    return found


def _touches(mark: StepAnnotation, identity: str, outline: Outline, places: frozenset[StepPlace]) -> bool:
    healed_from = outline.parent if outline.healed and outline.run == mark.session_run else ""
    return (mark.workflow_id != "" and mark.workflow_id in (identity, healed_from)) or mark.place in places
