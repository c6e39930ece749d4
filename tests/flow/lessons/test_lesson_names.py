"""The names that a model gives in a lesson: another task's, or the contrary of its own, stay out and are reported."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.flow.attempt import Attempt
from pytest_ami.instructions.retrieval import select
from pytest_ami.model.lesson import Move, MoveKind
from pytest_ami.model.workflow import Provenance
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.attempts import MAILING, attempt, planned
from tests.support.recordings import learned


def taught(one: Attempt, *aliases: str) -> None:
    plan = planned(one)
    final = Move(kind=MoveKind.DONE, aliases=aliases)
    plan.progress.lessons.append(LessonResult(steps=MAILING.steps, final=final))
    plan.progress.steps = MAILING.steps
    one.conclude(plan)


def test_a_name_of_another_task_that_a_model_gives_is_left_out_and_reported(tmp_path: Path) -> None:
    store = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="run"))
    store.add(replace(learned(), task="delete email", provenance=Provenance(author="person")))
    one = attempt(store)
    taught(one, "mail somebody", "delete mail", "发邮件", "删除邮件", "don't send email")

    assert one.proposals[0].workflow.aliases == ("mail somebody", "发邮件")
    told = one.runs[0].findings
    assert [line.split(" cannot")[0] for line in told] == ["'delete mail'", "'删除邮件'", '"don\'t send email"']
    assert all("so it is left out" in line for line in told)
    one.commit()
    assert select("删除邮件", store.index()).workflow.task == "delete email"
    assert select("发邮件", store.index()).workflow.task == "send email"
