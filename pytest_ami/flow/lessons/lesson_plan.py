"""The plan of a lesson: the steps of a stored flow, or the answer of a model, or a placeholder.

Rules of this module:

* The stored flow of the task, or else of a similar task, gives the plan for free.
* A model is asked only if the settings say so, and only within the lesson's budget.
* A plan is for people. No lesson follows it, and none fails without it.

It knows the store, the settings and the question to a model. It must never know a page.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pytest_ami.engine.secrets.redaction import redact_named
from pytest_ami.model.outcome import Usage
from pytest_ami.report.todo.state import PlanItem, plan_item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.engine.teaching.lesson import Lesson
    from pytest_ami.flow.scope import AttemptScope
    from pytest_ami.model.workflow import Step
    from pytest_ami.teachers.llm.client import ModelCall

MOST = 50
"""Most items of a plan that a stored flow gives."""


@dataclass(frozen=True, slots=True)
class LessonPlan:
    """The plan of a lesson.

    Attributes:
        items: Its items; empty if there is no plan.
        source: Where it comes from, or why there is none, in words.
        usage: The cost of the question to a model.
    """

    items: tuple[PlanItem, ...] = ()
    source: str = ""
    usage: Usage = field(default_factory=Usage)


def plan_of(lesson: Lesson, scope: AttemptScope) -> LessonPlan:
    """Return the plan of a lesson; ask a model if the settings say so and no stored flow gives the plan.

    Args:
        lesson: The lesson.
        scope: The attempt.
    """
    steps = lesson.remaining or lesson.replaces
    if steps:
        return _from_steps(steps, lesson, scope, f'from the stored flow of "{lesson.task}"')
    task = _similar_task(lesson.task, scope)
    stored = scope.store.find(task) if task else None
    if stored is not None:
        return _from_steps(stored.steps, lesson, scope, f'from the stored flow of the similar task "{task}"')
    if not scope.settings.todo_plan_with_llm or lesson.demonstrates:
        return LessonPlan(source="no stored flow is known for this task")
    stop = lesson.limit(Usage())
    if stop:
        return LessonPlan(source=f"no model was asked: {stop}")
    return _from_model(lesson, scope)


def _from_steps(steps: Sequence[Step], lesson: Lesson, scope: AttemptScope, source: str) -> LessonPlan:
    start, tags = lesson.options.origins.start, scope.settings.todo_tags_from_actions
    items = []
    for step in steps[:MOST]:
        own = step.origin if step.origin and "{{" not in step.origin else start
        text = redact_named(step.title(), lesson.secrets)
        items.append(plan_item(text, step.kind.value, host(own)) if tags else plan_item(text))
    more = f", the first {MOST} of {len(steps)} steps" if len(steps) > MOST else ""
    return LessonPlan(tuple(items), f"{source}{more}")


def _similar_task(task: str, scope: AttemptScope) -> str:
    """Return the most similar task of the store; empty if none is similar enough to be suggested."""
    if not scope.store.find_all():
        return ""
    from pytest_ami.instructions.retrieval import similar_tasks

    return next(iter(similar_tasks(task, scope.store.index(), near=scope.settings.near)), "")


def _from_model(lesson: Lesson, scope: AttemptScope) -> LessonPlan:
    from pytest_ami.flow.teacher_context import ModelCallLog
    from pytest_ami.model.errors import TeacherError
    from pytest_ami.teachers.llm.client import ModelOptions
    from pytest_ami.teachers.llm.prices import parse_prices
    from pytest_ami.teachers.outline import read_outline

    spent: list[Usage] = []
    log = ModelCallLog(scope, lesson.task, lesson.secrets)

    def note(call: ModelCall) -> None:
        spent.append(call.usage)
        log.record(call)

    if not (os.environ.get("OPENAI_API_KEY") or os.environ.get("OPENAI_BASE_URL")):
        return LessonPlan(source="no model was asked: neither OPENAI_API_KEY nor OPENAI_BASE_URL is set")
    settings = scope.settings
    options: Any = ModelOptions(prices=parse_prices(settings.prices), listener=note)
    task = redact_named(lesson.sentence or lesson.task, lesson.secrets)
    try:
        steps = read_outline(task, settings.model.split(",")[0].strip(), options=options)
    except TeacherError as error:
        return LessonPlan(source=error.what, usage=sum(spent, Usage()))
    tags, at = settings.todo_tags_from_actions, host(lesson.options.origins.start)
    items = tuple(plan_item(text, action, at) if tags else plan_item(text) for text, action in steps)
    source = "from a model" if items else "the model did not answer with 5 to 10 steps"
    return LessonPlan(items, source, sum(spent, Usage()))


def host(url: str) -> str:
    """Return the host of an address, with its port; empty if it has none."""
    try:
        return urlsplit(url).netloc.rpartition("@")[2]
    except ValueError:  # such as an unfinished IPv6 address
        return ""
