"""Runs that leave a parameter out, and runs that give a new one: what is refused, replayed, or a short lesson."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.engine.relearn import run_flow
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami, AsyncAmi
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model import command as c
from pytest_ami.model.errors import ConfigurationError, ParameterError, TeacherError
from pytest_ami.model.outcome import Outcome, Run
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.model.workflow import Parameter, Provenance, Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, Script, learned, lesson, site

ADDRESS: dict[str, Any] = {"to": "bob@x.org"}
CC: dict[str, Any] = {**ADDRESS, "cc": "eve@x.org"}
FIELD = {"role": "textbox", "name": "Cc", "attributes": {"name": "cc"}}
NEW = {**MAIL["/new"], "elements": [MAIL["/new"]["elements"][0], FIELD, *MAIL["/new"]["elements"][3:]]}
SHORT = (("click", "Compose", ""), ("fill", "To", "{{to}}"), ("click", "Send", ""))
FULL = (*SHORT[:2], ("fill", "Cc", "{{cc}}"), SHORT[2])


def flow(moves: tuple[Any, ...], values: dict[str, str], *optional: str) -> Workflow:
    made = learned(*moves, routes=site(new=NEW), given=lesson(values=values))
    parameters = (Parameter(name=name, optional=name in optional) for name in values)
    return replace(made, parameters=tuple(parameters), provenance=Provenance(author="teacher:offline"))


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    return WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="run"))


class Runs:
    """Runs of "send email" on the site with a field for copies, each in an attempt of its own that ends green."""

    def __init__(self, store: WorkflowStore) -> None:
        self.store = store
        self.page = FakePage(MAIL)

    def __call__(
        self,
        text: Any = None,
        *,
        mode: Any = Mode.AUTO,
        mark: Any = None,
        moves: Any = (),
        expect: str = "",
        **values: Any,
    ) -> Run:
        marked = LearnedMark(task="send email", **(mark or {})) if mark is not False else None
        settings = Settings(mode=mode, teacher="offline")
        one = Attempt(AttemptScope("t.py::test", 1, settings, self.store, marked))
        plan = one.planner.plan(text, values, "http://app.test/", expect)
        plan.spec = replace(plan.spec, lesson=replace(plan.spec.lesson, chooses=False))
        plan.teacher = Script(*moves)
        self.page = FakePage(site(new=NEW), url="http://app.test/", teacher=plan.teacher)
        self.page.run(run_flow(plan.spec, plan.progress))
        run = one.conclude(plan)
        one.commit()
        return run


@pytest.fixture
def run(store: WorkflowStore) -> Runs:
    return Runs(store)


def test_a_missing_value_is_refused_with_the_way_to_leave_it_out(store: WorkflowStore, run: Runs) -> None:
    store.add(flow(FULL, CC))
    with pytest.raises(ParameterError, match="missing: cc") as caught:
        run(**ADDRESS)
    assert '@pytest.mark.learned(..., optional=("cc",))' in caught.value.run
    with pytest.raises(ParameterError, match="missing: cc"):  # None is no value, and no declaration either
        run(**ADDRESS, cc=None)


@pytest.mark.parametrize("optional", [(), ("cc",)])
def test_a_value_that_is_left_out_on_purpose_needs_no_lesson(
    store: WorkflowStore, run: Runs, optional: tuple[str, ...]
) -> None:
    store.add(flow(FULL, CC, *({"cc"} - {*optional})))  # declared by the test, or known from the lessons
    assert run(mark={"optional": optional}, **ADDRESS).outcome is Outcome.REPLAYED
    assert [one.value for one in run.page.commands if isinstance(one, c.Fill)] == ["bob@x.org"]
    assert run(**CC).outcome is Outcome.REPLAYED
    assert "eve@x.org" in repr(run.page.commands)
    assert len(store.versions("send email")) == 1


def test_a_sentence_may_leave_out_an_optional_value(store: WorkflowStore, run: Runs) -> None:
    store.add(flow(FULL, CC, "cc"))
    marks: tuple[Any, ...] = (False, {})
    for mark in marks:
        assert run("send an email to bob@x.org", mark=mark).outcome is Outcome.REPLAYED
        assert run("send an email to bob@x.org with cc 'eve@x.org'", mark=mark).outcome is Outcome.REPLAYED
        assert "eve@x.org" in repr(run.page.commands)


def test_a_value_that_decides_more_than_its_field_cannot_be_left_out(store: WorkflowStore, run: Runs) -> None:
    made = flow(FULL, CC)
    named = replace(made.steps[-1], sent="POST /mail/{{cc}}")
    store.add(replace(made, steps=(*made.steps[:-1], named)))
    with pytest.raises(ParameterError, match="cannot be carried out without cc"):
        run(mark={"optional": "cc"}, **ADDRESS)


@pytest.mark.parametrize("mark", [{}, False])
def test_a_new_parameter_is_one_short_lesson_and_optional_from_then_on(
    store: WorkflowStore, run: Runs, mark: Any
) -> None:
    store.add(flow(SHORT, ADDRESS))
    text = "send email" if mark is False else None
    grown = run(text, mark=mark, moves=[("fill", "Cc", "{{cc}}")], **CC)

    assert (grown.outcome, grown.version) == (Outcome.LEARNED, 2)
    made = store.versions("send email")[-1]
    assert made.provenance.reason == "takes cc as well"
    assert [(p.name, p.optional) for p in made.parameters] == [("to", False), ("cc", True)]
    again = run(text, mark=mark, to="ann@x.org", cc="kim@x.org")
    assert (again.outcome, again.version) == (Outcome.REPLAYED, 2)
    assert "kim@x.org" in repr(run.page.commands)
    assert run(text, mark=mark, **ADDRESS).outcome is Outcome.REPLAYED
    assert "kim@x.org" not in repr(run.page.commands)


def test_without_a_lesson_a_new_parameter_is_refused_with_the_command(store: WorkflowStore, run: Runs) -> None:
    store.add(flow(SHORT, ADDRESS))
    with pytest.raises(ParameterError, match="unknown: cc") as caught:
        run(mode=Mode.REPLAY, **CC)
    assert caught.value.run == 'pytest "t.py::test" --ami-mode=auto'
    with pytest.raises(ConfigurationError, match="takes no cc"):
        run(mark={"expect": "rejected"}, **CC)


def test_a_relearned_version_has_no_parameter_that_none_of_its_steps_enters(store: WorkflowStore, run: Runs) -> None:
    made = flow(FULL, CC, "cc")
    target = made.steps[-1].target
    assert target
    store.add(replace(made, steps=(*made.steps[:-1], replace(made.steps[-1], target=replace(target, name="Dispatch")))))
    relearned = run(moves=[("click", "Send", "")], **ADDRESS)

    assert relearned.outcome is Outcome.RELEARNED
    assert [p.name for p in store.versions("send email")[-1].parameters] == ["to"]


@pytest.mark.parametrize("mode", [Mode.AUTO, Mode.REPLAY, Mode.RELEARN])
@pytest.mark.parametrize("mark", [{}, False])
@pytest.mark.parametrize(("near", "meant"), [("coppies", "copies"), ("two", "to")])
def test_a_misspelt_name_is_an_error_in_every_mode(
    store: WorkflowStore, run: Runs, mode: Mode, mark: Any, near: str, meant: str
) -> None:
    copies = ("fill", "Cc", "{{copies}}")
    store.add(flow((*SHORT[:2], copies, SHORT[2]), {**ADDRESS, "copies": "eve@x.org"}, "copies"))
    given = {**ADDRESS, near: "kim@x.org"} if near == "coppies" else {near: "kim@x.org"}
    with pytest.raises(ParameterError, match=f"unknown: {near}") as caught:
        run("send email" if mark is False else None, mode=mode, mark=mark, **given)
    assert f"{near!r} may be {meant!r}" in caught.value.evidence


def test_a_misspelt_name_is_an_error_in_a_block_that_demonstrates_anew(store: WorkflowStore) -> None:
    store.add(flow(FULL, CC, "cc"))
    scope = AttemptScope("t.py::test", 1, Settings(mode=Mode.RELEARN), store, LearnedMark(task="send email"))
    with pytest.raises(ParameterError, match="'too' may be 'to'"):
        Attempt(scope).planner.plan_demonstration(None, {"too": "bob@x.org"}, "http://app.test/")


@pytest.mark.parametrize("mark", [{}, False])
def test_a_flow_that_is_learned_anew_takes_a_new_value(store: WorkflowStore, run: Runs, mark: Any) -> None:
    store.add(flow(SHORT, ADDRESS))
    text = "send email" if mark is False else None
    run(text, mode=Mode.RELEARN, mark=mark, moves=FULL, **CC)
    made = store.versions("send email")[-1]
    assert [(p.name, p.optional) for p in made.parameters] == [("to", False), ("cc", True)]
    assert run(text, mark=mark, to="ann@x.org", cc="kim@x.org").outcome is Outcome.REPLAYED
    assert "kim@x.org" in repr(run.page.commands)


@pytest.mark.parametrize("mode", [Mode.AUTO, Mode.RELEARN])
@pytest.mark.parametrize("late", [(), (("fill", "Cc", "{{cc}}"),)])
def test_the_deed_is_not_done_without_a_new_value(
    store: WorkflowStore, run: Runs, mode: Mode, late: tuple[Any, ...]
) -> None:
    store.add(flow(SHORT, ADDRESS))
    moves = SHORT if mode is Mode.RELEARN else SHORT[2:]
    if late:  # the teacher is told what is lacking
        assert run(mode=mode, moves=(*moves, *late, *SHORT[2:]), **CC).outcome is Outcome.LEARNED
        acts = [one for one in run.page.commands if isinstance(one, (c.Click, c.Fill))]
        assert [getattr(one, "value", "click") for one in acts] == ["click", "bob@x.org", "eve@x.org", "click"]
        return
    with pytest.raises(TeacherError, match="cc"):
        run(mode=mode, moves=moves, **CC)
    assert "Message sent" not in repr(run.page.notices)
    assert len(store.versions("send email")) == 1


def test_whoever_expects_a_refusal_gives_every_value_when_the_flow_would_be_learned_anew(
    store: WorkflowStore, run: Runs
) -> None:
    store.add(flow(FULL, CC))
    rejected: dict[str, Any] = {"mode": Mode.RELEARN, "mark": {"expect": "rejected"}}
    with pytest.raises(ParameterError, match="missing: cc"):
        run(**rejected, **ADDRESS)
    with pytest.raises(ConfigurationError, match="takes no note"):
        run(**rejected, **CC, note="x")


@pytest.mark.parametrize("mode", [Mode.AUTO, Mode.RELEARN])
def test_a_value_that_was_blank_at_the_lesson_is_not_ignored_later(store: WorkflowStore, run: Runs, mode: Mode) -> None:
    run(mode=mode, moves=SHORT, **ADDRESS, cc="")
    assert run(**ADDRESS, cc="").outcome is Outcome.REPLAYED
    with pytest.raises(ParameterError, match="unknown: cc"):
        run(mode=Mode.REPLAY, **CC)
    run(moves=FULL[2:3], **CC)
    assert "eve@x.org" in [getattr(one, "value", "") for one in run.page.commands]
    assert run(**ADDRESS, cc="kim@x.org").outcome is Outcome.REPLAYED
    assert "kim@x.org" in [getattr(one, "value", "") for one in run.page.commands]


@pytest.mark.parametrize("face", [Ami, AsyncAmi])
@pytest.mark.parametrize("mode", [Mode.AUTO, Mode.REPLAY, Mode.RELEARN])
def test_a_call_refuses_a_misspelt_name_before_it_touches_the_page(store: WorkflowStore, face: Any, mode: Mode) -> None:
    store.add(flow(FULL, CC, "cc"))
    one = Attempt(AttemptScope("t.py::test", 1, Settings(mode=mode, teacher="offline"), store))

    def ignore(*_: Any) -> None: ...

    still = {"on": ignore, "remove_listener": ignore}
    page = SimpleNamespace(url="http://app.test/", context=SimpleNamespace(pages=[], **still), **still)

    def call() -> None:
        begun = face(one, page).run("send email", too="bob@x.org")
        with suppress(StopIteration):  # an awaitable that never waits; a loop may be running in this thread
            begun.send(None)

    with pytest.raises(ParameterError, match="'too' may be 'to'"):
        call()
    assert one.runs == []
