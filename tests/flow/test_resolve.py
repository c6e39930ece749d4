"""From the text of a call to a flow: a stored one, a new one, or a refusal that names what is near."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.resolve import Selection, select
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import ParameterError, TeacherError, WorkflowMissingError
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.model.workflow import Provenance
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.model.server import ModelServer
from tests.support.recordings import learned

MODES = [Mode.AUTO, Mode.RELEARN]
MEETING = "Send an email to bob@x.com telling him that the meeting on Friday is cancelled"
CRATE = "Move the crate 'A-7' to the shelf"


@pytest.fixture
def store(tmp_path: Path) -> WorkflowStore:
    """A store that knows how to send an e-mail."""
    made = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="run"))
    made.add(replace(learned(), provenance=Provenance(author="teacher:offline")))
    return made


@pytest.fixture
def empty(tmp_path: Path) -> WorkflowStore:
    return WorkflowStore(tmp_path / "new", Journal(tmp_path / "new", run="run"))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    with ModelServer() as running:
        monkeypatch.setenv("OPENAI_BASE_URL", running.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "local")
        yield running


def scope_of(store: WorkflowStore, mode: Mode = Mode.AUTO, teacher: str = "offline", mark: str = "") -> AttemptScope:
    settings = Settings(mode=mode, teacher=teacher, model=ModelServer.model)
    return AttemptScope("t.py::test", 1, settings, store, LearnedMark(task=mark) if mark else None)


def selected(
    store: WorkflowStore,
    text: str,
    mode: Mode = Mode.AUTO,
    /,
    *,
    teacher: str = "offline",
    mark: str = "",
    **named: str,
) -> Selection:
    return select(scope_of(store, mode, teacher, mark), text, named, "", lambda _call: None)


@pytest.mark.parametrize("mode", MODES)
def test_a_text_that_is_like_nothing_stored_is_a_new_task(store: WorkflowStore, mode: Mode) -> None:
    found = selected(store, "archive a page, title: 'R-17'", mode)

    assert found.workflow is None
    assert "archive" in found.task
    assert "R-17" in found.values.values()


def test_a_task_without_values_is_new_as_well(store: WorkflowStore) -> None:
    assert selected(store, "archive invoice") == Selection("archive invoice", None, {})


@pytest.mark.parametrize("mode", MODES)
def test_a_text_that_is_near_a_stored_task_is_refused(store: WorkflowStore, mode: Mode) -> None:
    with pytest.raises(WorkflowMissingError, match="send email"):
        selected(store, "send emails", mode)


def test_nothing_new_is_learned_in_replay_mode(store: WorkflowStore) -> None:
    with pytest.raises(WorkflowMissingError):
        selected(store, "archive invoice", Mode.REPLAY)


@pytest.mark.parametrize("mark", ["", "tell somebody by mail"])
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("named", [{}, {"cc": "eve@x.com"}])
def test_a_clause_is_never_learned_as_fixed_words(
    store: WorkflowStore, empty: WorkflowStore, mark: str, named: dict[str, str], *, full: bool
) -> None:
    with pytest.raises(ParameterError) as caught:
        selected(store if full else empty, MEETING, mark=mark, **named)

    assert "telling him that the meeting on Friday is cancelled" in "".join(caught.value.evidence)
    assert 'to="bob@x.com"' in caught.value.run


def test_the_advised_call_works(empty: WorkflowStore) -> None:
    with pytest.raises(ParameterError) as caught:
        selected(empty, MEETING)

    class Ami:
        def run(self, text: str, /, **named: str) -> Selection:
            return selected(empty, text, **named)

    found = eval(caught.value.run, {"ami": Ami()})  # noqa: S307  (the advice is Python)
    assert found.values == {"to": "bob@x.com", "text": "telling him that the meeting on Friday is cancelled"}
    assert found.task == "send mail"


@pytest.mark.parametrize("full", [False, True])
def test_an_unknown_instruction_is_a_lesson_on_any_store(
    store: WorkflowStore, empty: WorkflowStore, *, full: bool
) -> None:
    found = selected(store if full else empty, CRATE)

    assert (found.workflow, found.task) == (None, "move crate to shelf")
    assert found.values == {"crate": "A-7"}


@pytest.mark.parametrize("full", [False, True])
def test_values_beside_a_text_do_not_hide_those_in_it(
    store: WorkflowStore, empty: WorkflowStore, *, full: bool
) -> None:
    found = selected(store if full else empty, CRATE, note="fragile")

    assert found.values == {"crate": "A-7", "note": "fragile"}
    assert "A-7" not in found.task


def test_a_task_with_names_beside_it_stays_the_task(empty: WorkflowStore) -> None:
    assert selected(empty, "log in to GitHub", user="ann") == Selection("log in to GitHub", None, {"user": "ann"})


def test_a_new_task_never_takes_the_name_of_a_stored_one(store: WorkflowStore) -> None:
    store.add(replace(learned(), task="move crate to shelf", templates=(), id=""))

    assert selected(store, "Move the crate 'A-7' to the shelf, note 'x'").task not in store.tasks()


def test_a_text_for_a_marked_flow_is_read_in_full(store: WorkflowStore) -> None:
    text = "Send email to a@b.org, subject 'Hi'"

    assert selected(store, text, mark="send email").values["to"] == "a@b.org"
    with pytest.raises(ParameterError, match="not read in full"):
        selected(store, f"{text}, but only if it rains", mark="send email")
    with pytest.raises(ParameterError, match="not read in full"):
        selected(store, f"Don't {text[0].lower()}{text[1:]}", mark="send email")


def test_a_model_gets_the_sentence_word_for_word_and_its_answer_is_stored(
    empty: WorkflowStore, server: ModelServer
) -> None:
    one = Attempt(scope_of(empty, teacher="llm"))
    plan = one.planner.plan(MEETING, {}, "http://app.test/")

    assert MEETING in str(server.requests[0])
    assert server.calls == 1
    assert dict(plan.values) == {"to": "bob@x.com", "text": "the meeting on Friday is cancelled"}
    assert plan.spec.lesson.sentence == MEETING
    assert plan.reading.calls == 1
    steps = learned().steps
    typed = (steps[1], replace(steps[1], value="{{to}}"), replace(steps[1], value="{{text}}"))
    plan.progress.lessons.append(LessonResult(steps=typed))
    plan.progress.steps = typed
    one.conclude(plan)
    (version,) = one.commit()
    empty.promote(version)

    assert version.templates == ("Send an email to {{to}} telling him that {{text}}",)
    again = selected(empty, MEETING.replace("bob", "eve").replace("Friday", "Monday"), Mode.REPLAY)
    assert again.values == {"to": "eve@x.com", "text": "the meeting on Monday is cancelled"}
    assert server.calls == 1


def test_a_model_that_loses_words_is_not_believed(empty: WorkflowStore, server: ModelServer) -> None:
    server.garbage(1)
    with pytest.raises(ParameterError, match="not read in full") as caught:
        selected(empty, MEETING, teacher="llm")
    assert server.model in caught.value.why


def test_a_sentence_that_may_hold_a_secret_is_neither_sent_nor_shown(empty: WorkflowStore, server: ModelServer) -> None:
    with pytest.raises(ParameterError) as caught:
        selected(empty, "Log in as Anna Berg with the password hunter2", teacher="llm")
    assert server.calls == 0
    assert "hunter2" not in f"{caught.value} {caught.value.why} {caught.value.evidence} {caught.value.run}"


def test_an_endpoint_in_trouble_ends_the_call(empty: WorkflowStore, server: ModelServer) -> None:
    server.refusing(401, "no")
    with pytest.raises(TeacherError, match="could not be asked"):
        selected(empty, MEETING, teacher="llm")


@pytest.mark.parametrize("mark", ["", "send email"])
@pytest.mark.parametrize("mode", MODES)
def test_a_second_sentence_selects_what_the_first_has_just_taught(empty: WorkflowStore, mode: Mode, mark: str) -> None:
    scope = scope_of(empty, mode, mark=mark)
    first = "Send an email to bob@x.com with subject 'A'"
    lesson = select(scope, first, {}, "", lambda _call: None)
    shown = replace(learned(), task=lesson.task, id="new", templates=())
    scope.flows.note(shown)

    again = select(scope, first.replace("'A'", "'C'"), {}, "", lambda _call: None)
    assert (again.workflow, again.values) == (shown, {**lesson.values, "subject": "C"})
    assert empty.find_all() == ()
