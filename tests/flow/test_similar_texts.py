"""A text that is similar to a stored task: suggested by default; run where that is declared and its page is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.versions.key_elements import key_steps, missing_element
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.plan import Plan
from pytest_ami.flow.resolve import select
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.lexicon.embedding import Vector
from pytest_ami.model import command as c
from pytest_ami.model.errors import ParameterError, WorkflowMissingError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.model.workflow import Provenance, Workflow
from pytest_ami.report.messages import run_to_dict
from pytest_ami.report.terminal import summary
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, learned, site

TEXT = "Send to 'a@example.com', 'Follow-up'"
MODES = [Mode.AUTO, Mode.REPLAY]


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    """A store that knows how to send an e-mail; its first step clicks "Compose"."""
    made = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="run"))
    flow = learned()
    types = (replace(flow.parameters[0], type="email"), *flow.parameters[1:])
    known = replace(flow, key_elements=("Compose", "Send"), parameters=types, provenance=Provenance(author="teacher:x"))
    made.add(known)
    return made


def planned(store: WorkflowStore, mode: Mode, match: str = "similar", text: str = TEXT) -> tuple[Attempt, Plan]:
    settings = Settings(mode=mode, teacher="offline", match=match)
    one = Attempt(AttemptScope("t.py::test", 1, settings, store))
    return one, one.planner.plan(text, {}, "http://app.test/")


@pytest.mark.parametrize("mode", MODES)
def test_a_similar_text_runs_the_flow_where_that_is_declared_and_the_run_says_so(
    store: WorkflowStore, mode: Mode
) -> None:
    one, plan = planned(store, mode)
    page, flow = FakePage(MAIL, url="http://app.test/"), plan.workflow
    assert flow is not None
    plan.progress.replayed = page.run(plan.guarded(replay(flow, plan.values)))
    run = one.conclude(plan)

    assert (run.outcome, run.task) == (Outcome.REPLAYED, "send email")
    assert page.notices == ["heading|New message", "status|Message sent"]
    assert (
        run.similar
        == "selected by similarity 0.82; for certain: ami alias \"send email\" \"Send to '{{to}}', '{{subject}}'\""
    )
    shown = "\n".join(summary({"t.py::test": [{**run_to_dict(run), "passed": True}]}, "auto"))
    assert '\nsimilar    "send email" v1  t.py::test\n' in shown
    assert run.similar in shown


@pytest.mark.parametrize("mode", MODES)
def test_by_default_it_is_suggested(store: WorkflowStore, mode: Mode) -> None:
    with pytest.raises(WorkflowMissingError, match="Did you mean 'send email'") as caught:
        planned(store, mode, "exact")
    assert caught.value.run.startswith('ami alias "send email" ')


@pytest.mark.parametrize("mode", MODES)
def test_it_is_refused_where_a_key_element_is_missing_on_the_page(store: WorkflowStore, mode: Mode) -> None:
    one, plan = planned(store, mode)
    page, flow = (
        FakePage({"/": {"elements": [{"role": "button", "name": "Write"}]}}, url="http://app.test/"),
        plan.workflow,
    )
    assert flow is not None
    with pytest.raises(WorkflowMissingError) as caught:
        page.run(plan.guarded(replay(flow, plan.values)))
    error = caught.value
    assert error.what == 'The text is similar to "send email", but the page lacks a key element of that flow'
    assert error.evidence[:2] == ('not there: click button "Compose"', "on http://app.test/")
    assert error.run
    assert {type(one) for one in page.commands} <= {c.Look, c.Survey, c.Settle}
    with pytest.raises(WorkflowMissingError):
        one.conclude(plan, error)
    assert [run.outcome for run in one.runs] == [Outcome.FAILED]


def test_a_flow_that_its_words_select_is_not_looked_for_first(store: WorkflowStore) -> None:
    _, plan = planned(store, Mode.AUTO, text="Send an e-mail to 'a@example.com', subject 'Follow-up'")
    assert (plan.similar, plan.workflow is not None) == ("", True)
    program: Any = iter(())
    assert plan.guarded(program) is program


def test_a_value_that_is_missing_refuses_it(store: WorkflowStore) -> None:
    with pytest.raises(ParameterError, match="missing: subject"):
        planned(store, Mode.AUTO, text="Send it to 'a@example.com'")


def test_a_text_below_the_threshold_is_a_lesson(store: WorkflowStore) -> None:
    settings = Settings(teacher="offline", match="similar", near=0.9)
    scope = AttemptScope("t.py::test", 1, settings, store)
    found = select(scope, "archive a page, title: 'R-17'", {}, "", lambda _call: None)
    assert (found.workflow, found.similar) == (None, "")


# -- the embedder of the project --------------------------------------------------------------------------------------


class Counting:
    """An embedder that finds all texts equal, and counts; or fails."""

    name = "counting"

    def __init__(self, *, fails: bool = False) -> None:
        self.texts: list[str] = []
        self.fails = fails

    def __call__(self, texts: Sequence[str], /) -> list[Vector]:
        self.texts += texts
        if self.fails:
            raise OSError
        return [(1.0, 0.0)] * len(texts)


def with_embedder(store: WorkflowStore, embedder: Counting) -> WorkflowStore:
    store.memory.embedder = embedder
    return store


def test_the_embedder_measures_each_text_once_and_without_values(store: WorkflowStore) -> None:
    embedder = Counting()
    _, plan = planned(with_embedder(store, embedder), Mode.AUTO)
    assert plan.similar.startswith("selected by similarity 1.00")
    assert sorted(embedder.texts) == ["send email", "send to"]


def test_no_embedder_is_asked_in_replay_mode_nor_for_a_text_that_may_hold_a_secret(store: WorkflowStore) -> None:
    embedder = Counting()
    _, plan = planned(with_embedder(store, embedder), Mode.REPLAY)
    assert plan.similar.startswith("selected by similarity 0.82")
    planned(store, Mode.AUTO, text="Log in with the password 'hunter2'")
    assert embedder.texts == []


def test_an_embedder_that_fails_is_a_warning(store: WorkflowStore) -> None:
    with pytest.warns(UserWarning, match="counting failed \\(OSError\\)"):
        _, plan = planned(with_embedder(store, Counting(fails=True)), Mode.AUTO)
    assert plan.similar.startswith("selected by similarity 0.82")


# -- which elements are key -------------------------------------------------------------------------------------------


def test_only_what_the_flow_uses_before_the_page_changes_is_looked_for() -> None:
    flow = learned()
    names = [step.target.name for step in key_steps(replace(flow, key_elements=("Compose", "Send"))) if step.target]
    assert names == ["Compose"]
    assert [step.target.name for step in key_steps(flow) if step.target] == ["Compose"]
    form = learned(("fill", "To", "{{to}}"), ("fill", "Subject", "{{subject}}"), ("click", "Send", ""), url="/new")
    names = [step.target.name for step in key_steps(replace(form, key_elements=("send", "To"))) if step.target]
    assert names == ["To", "Send"]
    assert key_steps(Workflow(task="x", steps=())) == ()


def test_a_key_element_is_waited_for_until_the_page_is_at_rest() -> None:
    busy = c.Seen(url="http://app.test/", quiet=10, waited=500)
    there = FakePage(MAIL, url="http://app.test/")
    looks: list[c.Command] = []

    def slow(program: Any) -> Any:
        command = next(program)
        while True:
            looks.append(command)
            answer = (yield command) if len(looks) >= 4 else busy
            try:
                command = program.send(answer)
            except StopIteration as ended:
                return ended.value

    assert there.run(slow(missing_element(learned(), {}, FlowOptions()))) == ""
    assert [type(one) for one in looks] == [c.Look] * 4


def test_an_element_that_would_be_healed_is_there() -> None:
    moved = site()
    moved["/"]["elements"][0]["attributes"] = {"id": "write", "data-testid": "compose"}
    page = FakePage({**moved}, url="http://app.test/")
    assert page.run(missing_element(learned(), {}, FlowOptions())) == ""
    assert {type(one) for one in page.commands} <= {c.Look, c.Survey, c.Settle}
