"""From facts to sessions, and from a session's version, facts and evidence to its steps. Pure.

Rules of this module:

* A session is one ``test_finished`` fact. Its id is the ``session`` of the fact; a fact from before there was one has
  its own id as the id of the session.
* The version tells what a step is. The evidence file tells it where the version has no such step, as in a lesson that
  failed.

It must never know files or DuckDB.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_ami.elements.addresses.routes import normal_route
from pytest_ami.model.outcome import known_outcome
from pytest_ami.model.review.annotation import Session, SessionStep, StepAnnotation
from pytest_ami.store.facts import Kind
from pytest_ami.store.fold.verdicts import session_id_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_ami.model.outcome import StepEvidence
    from pytest_ami.model.workflow import Step, Workflow
    from pytest_ami.store.facts import Fact

CONFLICT = "conflict"
"""The key of steps on which reviewers disagree, in the numbers of labels."""


def session_of(fact: Fact, annotations: Iterable[StepAnnotation] = ()) -> Session:
    """Return the session of a ``test_finished`` fact.

    Args:
        fact: The fact.
        annotations: The standing verdicts on its steps.
    """
    data = fact.data
    return Session(
        id=session_id_of(fact),
        task=fact.task,
        workflow_id=fact.workflow,
        version=_whole(data.get("version")),
        outcome=known_outcome(data.get("outcome")),
        passed=data.get("passed") is True,
        seconds=float(data["seconds"]) if isinstance(data.get("seconds"), (int, float)) else 0.0,
        steps=_whole(data.get("steps")),
        run=fact.run,
        worker=fact.worker,
        test=fact.test,
        attempt=fact.attempt,
        at=fact.at,
        labels=labels_of(annotations),
    )


def labels_of(annotations: Iterable[StepAnnotation]) -> dict[str, int]:
    """Return the number of steps by label; a step with both labels counts as a conflict."""
    by_step: dict[int, set[str | None]] = {}
    for one in annotations:
        by_step.setdefault(one.step_num, set()).add(one.user_label)
    return dict(Counter(CONFLICT if len(labels) > 1 else str(next(iter(labels))) for labels in by_step.values()))


def steps_of(
    workflow: Workflow | None, facts: Iterable[Fact], evidence: Mapping[int, StepEvidence]
) -> tuple[SessionStep, ...]:
    """Return the steps of a session in order, without verdicts.

    Args:
        workflow: The version that ran or was learned; None if there is none.
        facts: The drift and heal facts of the session.
        evidence: The lines of its evidence file by number of the step.
    """
    found = {number: _stored(number, step) for number, step in enumerate(workflow.steps if workflow else (), start=1)}
    found |= {number: _seen(one) for number, one in evidence.items() if number not in found}
    for fact in facts:
        number = _whole(fact.data.get("step"))
        if number in found:
            found[number] = _noted(found[number], fact)
    return tuple(replace(step, evidence=evidence.get(number)) for number, step in sorted(found.items()))


def _stored(number: int, step: Step) -> SessionStep:
    target = step.target.title() if step.target else ""
    return SessionStep(step_num=number, action=step.kind.value, target=target, value=step.value, page=step.route)


def _seen(one: StepEvidence) -> SessionStep:
    page = normal_route(one.url) if one.url else ""
    return SessionStep(step_num=one.step, action=one.action, target=one.target, value=one.value, page=page)


def _noted(step: SessionStep, fact: Fact) -> SessionStep:
    lines = fact.data.get("evidence")
    notes = (*step.notes, *(map(str, lines) if isinstance(lines, list) else ()))
    if fact.kind == Kind.HEAL.value:
        return replace(step, healed=True, notes=notes)
    return replace(step, drift=str(fact.data.get("cause", "")), notes=notes)


def features_of(step: SessionStep) -> tuple[str, ...]:
    """Return the features of a step that error patterns compare: page, role, and an effect that stayed away."""
    features = [f"action:{step.action}"]
    if step.page:
        features.append(f"page:{step.page}")
    if step.target:
        features.append(f"role:{step.target.split(' ', 1)[0]}")
    if step.drift:
        features.append(f"drift:{step.drift}")
    if step.healed:
        features.append("healed")
    if step.evidence is not None:
        features += [f"missing:{effect}" for effect in step.evidence.expected if effect not in step.evidence.seen]
    return tuple(features)


def belongs(fact: Fact, session: Session) -> bool:
    """Return whether a drift or heal fact is about a session; a fact without a session is known by its test."""
    named = fact.data.get("session")
    if isinstance(named, str) and named:
        return named == session.id
    there = (fact.run, fact.worker, fact.test, fact.attempt, fact.task)
    return there == (session.run, session.worker, session.test, session.attempt, session.task)


def _whole(value: Any) -> int:
    return value if type(value) is int else 0
