"""A lesson's files: what a person reads while it goes on, and after it, whatever happens."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.engine.relearn import run_flow
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.plan import Plan
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import AmiError
from pytest_ami.model.lesson import Move, MoveKind
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.report.lesson_line import LessonProgress
from pytest_ami.report.todo.state import PLACEHOLDER, Todo
from pytest_ami.report.todo.text import parse
from pytest_ami.store.journal import Journal
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.fake_page import FakePage
from tests.support.model.manners import Raw
from tests.support.model.server import ModelServer
from tests.support.recordings import MAIL, SEND_MAIL, VALUES
from tests.support.relearning import Chooser, renamed

TEST = "t.py::test"


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    return WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="run"))


def attempt(store: WorkflowStore, task: str = "send email", number: int = 1, live: Any = None, **more: Any) -> Attempt:
    mark = LearnedMark(task=task, **more.pop("mark", {})) if task else None
    settings = Settings(**{"mode": Mode.AUTO, "teacher": "offline", **more})
    return Attempt(AttemptScope(TEST, number, settings, store, mark, live=live))


def taught(
    one: Attempt,
    *moves: Any,
    text: str | None = None,
    routes: Any = None,
    values: Any = None,
    watch: Callable[[], object] = lambda: None,
) -> Plan:
    """Carry out a task: replay it as far as it goes, and let the moves teach the rest."""
    script = Chooser(*(moves or SEND_MAIL))

    def teacher(situation: Any) -> Any:
        watch()
        return script(situation)

    plan = one.planner.plan(text, values or VALUES, "http://app.test/")
    error = None
    try:
        FakePage(routes or MAIL, teacher=teacher).run(run_flow(plan.spec, plan.progress))
    except AmiError as raised:
        error = raised
    with suppress(AmiError) if error else nullcontext():
        one.conclude(plan, error)
    return plan


def stored(store: WorkflowStore) -> None:
    """Learn the flow, in an attempt that leaves no files."""
    one = attempt(store, number=9, todo_writes=False)
    taught(one)
    one.commit()


def folder(store: WorkflowStore, number: int = 1) -> Path:
    return store.folder / "runs" / "run" / ("t.py-test" if number == 1 else f"t.py-test.{number}")


def todo(store: WorkflowStore, name: str = "todo.md") -> Todo:
    return parse((folder(store) / name).read_text("utf-8"))


def notes(store: WorkflowStore) -> list[tuple[str, str]]:
    return [(note.label, note.text) for note in todo(store).notes]


def results(store: WorkflowStore) -> dict[str, str]:
    lines = (folder(store) / "results.md").read_text("utf-8").splitlines()
    return dict(line[2:].split(": ", 1) for line in lines if line.startswith("- "))


def test_a_lesson_keeps_its_progress_and_its_results(store: WorkflowStore) -> None:
    one = attempt(store)
    taught(one)

    kept = todo(store)
    assert (kept.instruction, kept.count, kept.total, kept.url) == ("send email", 5, 5, "http://app.test/new")
    assert [(item.text, item.checked) for item in kept.plan] == [(PLACEHOLDER, True)]
    assert [(line.kind, line.selector, line.url) for line in kept.log[:2]] == [
        ("click", "#compose", "http://app.test/"),
        ("fill", "role=textbox[name=To]", "http://app.test/new"),
    ]
    assert kept.log[1].summary == 'fill textbox "To" with {{to}}'
    assert [label for label, _ in notes(store)] == ["plan", "outlook", "completed"]
    assert results(store)["Kept"] == "the test decides at its end"

    one.commit()

    found = results(store)
    assert [found[key] for key in ("Outcome", "Steps of the flow", "Model calls", "Version", "Kept")] == [
        "learned", "5", "0", "1", "yes, the test is green",
    ]  # fmt: skip
    assert {"Tokens", "Money", "Seconds", "Teacher"} <= found.keys()


def test_what_a_red_test_learned_is_called_not_kept(store: WorkflowStore) -> None:
    one = attempt(store)
    taught(one)
    one.drop()

    assert results(store)["Kept"] == "no, the test is not green"


def test_a_replay_and_a_lesson_without_the_setting_write_nothing(store: WorkflowStore) -> None:
    stored(store)
    one = attempt(store)
    taught(one)
    one.commit()

    assert one.runs[-1].outcome.value == "replayed"
    assert {path.name for path in (store.folder / "runs").rglob("*") if path.is_file()} == {"steps.jsonl"}


def test_a_stored_flow_is_the_plan_and_its_steps_are_checked_off(store: WorkflowStore) -> None:
    stored(store)
    taught(attempt(store, mode=Mode.RELEARN))

    kept = todo(store)
    assert [(item.action, item.domain, item.checked) for item in kept.plan] == [
        (kind, "app.test", True) for kind, _, _ in SEND_MAIL
    ]
    assert kept.plan[1].text == 'fill textbox "To" with {{to}}'
    assert notes(store)[0] == ("plan", 'from the stored flow of "send email"')


def test_a_plan_without_tags_is_not_checked_off(store: WorkflowStore) -> None:
    stored(store)
    taught(attempt(store, mode=Mode.RELEARN, todo_tags_from_actions=False))

    assert {(item.action, item.domain, item.checked) for item in todo(store).plan} == {("", "", False)}


def test_nothing_is_checked_off_without_the_setting(store: WorkflowStore) -> None:
    stored(store)
    taught(attempt(store, mode=Mode.RELEARN, todo_auto_check=False))

    assert not any(item.checked for item in todo(store).plan)
    assert todo(store).count == 5


def test_the_plan_of_a_relearned_span_is_what_was_left_to_do(store: WorkflowStore) -> None:
    stored(store)
    one = attempt(store)
    taught(one, ("click", "Submit", ""), routes=renamed("Send", "Submit"))

    assert one.runs[-1].outcome.value == "relearned"
    assert [item.text for item in todo(store).plan] == ['click button "Send"']
    assert ("replayed", '4 stored steps before this lesson, the last: check checkbox "Urgent"') in notes(store)


def test_a_flow_of_a_similar_task_gives_the_plan(store: WorkflowStore) -> None:
    stored(store)
    taught(attempt(store, task="send an email"))

    assert len(todo(store).plan) == 5
    assert notes(store)[0] == ("plan", 'from the stored flow of the similar task "send email"')


def test_steps_are_written_at_the_set_frequency_and_none_is_lost(store: WorkflowStore) -> None:
    seen: list[int] = []

    def watch() -> None:
        seen.append(todo(store).count)

    taught(attempt(store, todo_progress_every_step=False, todo_progress_every_n_steps=2), watch=watch)

    assert seen == [0, 0, 2, 2, 4, 4]
    assert (todo(store).count, len(todo(store).log)) == (5, 5)


def test_the_log_keeps_the_last_lines(store: WorkflowStore) -> None:
    taught(attempt(store, todo_max_progress_lines=2))

    assert (todo(store).count, [line.kind for line in todo(store).log]) == (5, ["check", "click"])


def test_a_lesson_that_fails_says_so_and_is_not_aligned(store: WorkflowStore) -> None:
    give_up = Move(kind=MoveKind.GIVE_UP, reason="there is no such field")
    one = attempt(store)
    taught(one, SEND_MAIL[0], Move(kind=MoveKind.CLICK, ref="e99"), give_up)

    assert todo(store).count == 1
    assert todo(store).total is None
    labels = dict(notes(store))
    assert "click" in labels["failed"]
    assert labels["stopped"] == 'failed. The teacher gave up on "send email"'
    assert results(store)["Outcome"] == "failed"
    assert "Kept" not in results(store)


def test_a_way_back_is_a_decision(store: WorkflowStore) -> None:
    back = Move(kind=MoveKind.BACK, undo=1, reason="the wrong dialog")
    taught(attempt(store), ("click", "Help", ""), back, *SEND_MAIL)

    assert ("undone", "the last 1 steps. the wrong dialog") in notes(store)


def test_several_lessons_of_a_test_have_files_of_their_own(store: WorkflowStore) -> None:
    one = attempt(store, task="")
    taught(one, text="send email")
    taught(one, text="send letter")

    assert todo(store).session != todo(store, "todo-2.md").session
    assert (folder(store) / "results-2.md").exists()


def test_a_file_that_cannot_be_written_is_one_warning(store: WorkflowStore) -> None:
    store.folder.mkdir(parents=True, exist_ok=True)
    (store.folder / "runs").write_text("in the way", "utf-8")
    one = attempt(store)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        taught(one)
        one.commit()

    assert one.runs[-1].outcome.value == "learned"
    found = [str(each.message) for each in caught if each.category is AmiWarning]
    (warning,) = [each for each in found if "todo.md" in each]
    for part in ("todo.md of a lesson cannot be written. Why: ", "Effect: ", "Run next: ls -ld "):
        assert part in warning


def test_a_secret_stands_there_by_name(store: WorkflowStore) -> None:
    secret = "hunter2-hunter2"
    one = attempt(store, mark={"secrets": ("subject",)})
    wait = Move(kind=MoveKind.WAIT, reason=f"the page shows {secret}")
    taught(one, wait, Move(kind=MoveKind.GIVE_UP), values={**VALUES, "subject": secret})

    texts = "".join(path.read_text("utf-8") for path in folder(store).glob("*.md"))
    assert secret not in texts
    assert "{{subject}}" in texts


def test_a_watched_lesson_shows_each_step_and_then_nothing(store: WorkflowStore) -> None:
    shown: list[LessonProgress | None] = []
    taught(attempt(store, live=shown.append, todo_writes=False))

    assert [each.step for each in shown if each] == [0, 1, 2, 3, 4, 5]
    assert shown[2] is not None
    assert shown[2].action == 'fill textbox "To" with {{to}}'
    assert shown[-1] is None


def test_a_replay_shows_nothing(store: WorkflowStore) -> None:
    stored(store)
    shown: list[LessonProgress | None] = []
    taught(attempt(store, live=shown.append))

    assert shown == []


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Any:
    with ModelServer() as running:
        monkeypatch.setenv("OPENAI_BASE_URL", running.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "unused")
        yield running


def answer(**data: Any) -> Raw:
    usage = {"prompt_tokens": 90, "completion_tokens": 10, "total_tokens": 100}
    return Raw(json.dumps({"choices": [{"message": {"content": json.dumps(data)}}], "usage": usage}).encode())


def test_a_model_makes_the_plan_within_the_budget_of_the_lesson(store: WorkflowStore, server: ModelServer) -> None:
    steps = [{"text": f"{kind} {name} <b>", "action": kind} for kind, name, _ in SEND_MAIL]
    server.sending(answer(steps=steps))
    plan = taught(attempt(store, todo_plan_with_llm=True))

    assert [(item.action, item.checked) for item in todo(store).plan] == [(kind, True) for kind, _, _ in SEND_MAIL]
    assert todo(store).plan[0].text == "click Compose &lt;b>"
    assert plan.progress.learned is not None
    assert (plan.progress.learned.usage.calls, plan.progress.learned.usage.tokens) == (1, 100)
    assert (results(store)["Model calls"], results(store)["Tokens"]) == ("1", "100")
    assert "send email" in str(server.requests[0]["messages"])


@pytest.mark.parametrize("budget", [0, 1])
def test_the_plan_counts_against_the_limit_of_calls(store: WorkflowStore, server: ModelServer, budget: int) -> None:
    server.sending(answer(steps=[{"text": f"step {n}", "action": "click"} for n in range(5)]))
    one = attempt(store, todo_plan_with_llm=True, calls=budget)
    taught(one)

    assert server.calls == budget
    assert one.runs[-1].model_calls == budget
    assert one.runs[-1].outcome.value == "failed"


def test_without_a_usable_answer_a_placeholder_stands(store: WorkflowStore, server: ModelServer) -> None:
    server.refusing(401, "no such key")
    one = attempt(store, todo_plan_with_llm=True)
    taught(one)

    assert [item.text for item in todo(store).plan] == [PLACEHOLDER]
    assert notes(store)[0] == ("plan", "the model could not be asked for a plan")
    assert (one.runs[-1].outcome.value, one.runs[-1].model_calls) == ("learned", 1)


def test_a_terminal_that_fails_ends_the_line_and_not_the_lesson(store: WorkflowStore) -> None:
    shown: list[Any] = []

    def broken(progress: LessonProgress | None) -> None:
        shown.append(progress)
        raise RuntimeError("no terminal")

    one = attempt(store, live=broken)
    with pytest.warns(AmiWarning, match="RuntimeError: no terminal. Effect: the lesson goes on") as caught:
        taught(one)

    assert [run.outcome.value for run in one.runs] == ["learned"]
    assert (len(shown), len(caught)) == (1, 1)
