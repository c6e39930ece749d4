"""Which known task a new one is similar to, and what of its flow a lesson may see."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.flow.knowledge.task_patterns import DATA, TaskPattern, most_similar, plan_of_steps
from pytest_ami.memory.page_identity import page_identity
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Parameter, Step, StepKind, Workflow

INBOX = page_identity("https://mail.test/inbox")


def pattern(
    task: str, parameters: str, *, likeness: float = 0.0, at: str = "mail.test/inbox", successes: int = 1
) -> Any:
    flow = Workflow(task=task, steps=(), parameters=tuple(Parameter(name=name) for name in parameters.split()))
    return TaskPattern(flow=flow, successes=successes, contexts=frozenset({at} if at else ()), likeness=likeness)


def chosen(*patterns: TaskPattern, parameters: str = "to subject body", here: Any = INBOX) -> str:
    found = most_similar(patterns, here, parameters.split())
    return found.flow.task if found else ""


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        (pattern("send email", "to subject body"), "send email"),
        (pattern("archive mail", "subject"), "archive mail"),
        (pattern("change signature", "signature"), ""),
        (pattern("send a mail", "x", likeness=0.9), "send a mail"),
        (pattern("send email", "to subject body", at="other.test/inbox"), ""),
        (pattern("send email", "to subject body", at="mail.test/settings"), ""),
        (pattern("send email", "to subject body", at="mail.test/settings", likeness=0.8), "send email"),
        (pattern("send email", "to subject body", at=""), ""),
        (pattern("send email", "to subject body", at="mail.test.evil/inbox"), ""),
    ],
)
def test_a_task_is_similar_on_its_own_site_by_words_or_by_page_and_values(known: TaskPattern, expected: str) -> None:
    assert chosen(known) == expected


def test_the_best_fit_is_taken_and_success_decides_between_equals() -> None:
    near, far = pattern("send email", "to subject body"), pattern("archive mail", "subject")
    assert chosen(far, near) == chosen(near, far) == "send email"
    assert chosen(near, pattern("save draft", "to subject body", successes=3)) == "save draft"


def test_without_a_page_words_alone_decide() -> None:
    known = pattern("send email", "to subject body", likeness=0.85)
    assert chosen(known, here=None) == "send email"
    assert chosen(pattern("archive mail", "to subject body", likeness=0.5), here=None) == ""


def test_two_tasks_without_parameters_are_not_alike_for_that() -> None:
    assert chosen(pattern("log out", ""), parameters="") == ""


@pytest.mark.parametrize(
    ("kind", "value", "shown"),
    [
        (StepKind.FILL, "{{to}}", "{{to}}"),
        (StepKind.FILL, "hunter2", DATA),
        (StepKind.FILL, "{{to}} and hunter2", DATA),
        (StepKind.SELECT, "Savings 4711", DATA),
        (StepKind.GOTO, "https://mail.test/?token=1", DATA),
        (StepKind.PRESS, "Enter", "Enter"),
        (StepKind.CLICK, "", ""),
    ],
)
def test_a_plan_has_templates_and_keys_and_no_data(kind: StepKind, value: str, shown: str) -> None:
    step = Step(kind=kind, value=value, target=Fingerprint(tag="input", role="textbox", name="To"))

    (made,) = plan_of_steps("send email", [step]).steps

    assert (made.value, made.name) == (shown, "To")
    assert "hunter2" not in made.title()


def test_a_deed_is_marked() -> None:
    send = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Send"), sent="POST /send")
    look = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Compose"))

    assert [step.lasts for step in plan_of_steps("send email", [look, send]).steps] == [False, True]


def test_a_plan_ends_with_its_last_deed() -> None:
    send = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Send"), sent="POST /send")
    look = Step(kind=StepKind.CLICK, target=Fingerprint(tag="a", role="link", name="Sent"))

    assert [step.name for step in plan_of_steps("send email", [look, send, look]).steps] == ["Sent", "Send"]
    assert len(plan_of_steps("look around", [look, look]).steps) == 2
