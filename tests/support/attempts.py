"""Attempts at the shared mail flow: planned, taught and replayed without a browser."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_ami.engine.replay import replay
from pytest_ami.engine.teaching.lesson import LessonResult as Lesson
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.outcome import Usage
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, VALUES, learned

if TYPE_CHECKING:
    from pytest_ami.flow.plan import Plan
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.store.workflow_store import WorkflowStore

MAILING = learned()


def attempt(store: WorkflowStore, mode: Mode = Mode.AUTO, number: int = 1, **more: Any) -> Attempt:
    mark = LearnedMark(task="send email", **more.pop("mark", {}))
    return Attempt(AttemptScope("t.py::test", number, Settings(mode=mode, teacher="offline", **more), store, mark))


def planned(one: Attempt, **values: Any) -> Plan:
    return one.planner.plan(None, values or VALUES, "http://app.test/")


def learn(one: Attempt, workflow: Workflow = MAILING, **values: Any) -> Plan:
    plan = planned(one, **values)
    more = [p.name for p in plan.parameters if f"{{{{{p.name}}}}}" not in repr(workflow.steps)]
    field = workflow.steps[1]
    assert field.target is not None
    fields = {name: replace(field.target, name=name) for name in more}
    filled = (replace(field, target=target, value=f"{{{{{name}}}}}") for name, target in fields.items())
    steps = (*workflow.steps, *filled)
    plan.progress.lessons.append(Lesson(steps=steps, usage=Usage(calls=3, tokens=90)))
    plan.progress.steps = steps
    one.conclude(plan)
    return plan


def play(one: Attempt, routes: Any = None) -> Plan:
    plan = planned(one)
    assert plan.spec.workflow is not None
    plan.progress.replayed = FakePage(routes or MAIL).run(replay(plan.spec.workflow, plan.values))
    return plan


def facts(store: WorkflowStore) -> str:
    return "".join(path.read_text("utf-8") for path in store.folder.rglob("*.jsonl"))
