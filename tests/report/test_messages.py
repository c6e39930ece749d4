"""The error of a run that stopped: what, why, evidence, and the one command to run next."""

from __future__ import annotations

import json
import pickle
import shlex

import pytest

from pytest_ami.model.errors import AmiError, AppDownError, NotReadyError, StaleError, TeacherError
from pytest_ami.model.outcome import Cause, Drift, Outcome, Run
from pytest_ami.report.messages import CAUSES, lesson_error, run_to_dict, stale_error

RUN = Run(task="send email", outcome=Outcome.STALE, version=3)


def error(cause: Cause, teacher: AmiError | None = None) -> AmiError:
    drift = Drift(step=2, cause=cause, title='click button "Send"', evidence=("fact",), old_xpath="/a")
    return stale_error("send email", RUN, 5, drift, "t.py::test", teacher)


def test_every_cause_has_its_words() -> None:
    assert set(CAUSES) == set(Cause)


@pytest.mark.parametrize("cause", Cause)
def test_a_message_says_what_why_evidence_and_what_next(cause: Cause) -> None:
    found = error(cause)

    assert '"send email" v3 stopped at step 2 of 5: click button "Send"' in found.what
    assert found.why.startswith(f"{cause.value}: {CAUSES[cause]}")
    assert found.evidence == ("fact", "it was at /a")
    assert found.run.startswith('pytest "t.py::test"')


@pytest.mark.parametrize("cause", Cause)
def test_only_a_changed_page_is_called_stale(cause: Cause) -> None:
    kinds = {Cause.APP_DOWN: AppDownError, Cause.NOT_READY: NotReadyError}

    found = error(cause)

    assert type(found) is kinds.get(cause, StaleError)
    assert ("The workflow is not blamed." in found.why) is not cause.blames_page


def test_a_failed_lesson_is_told_with_its_own_evidence() -> None:
    teacher = TeacherError("It gave up", why="No idea", evidence=["clicked Help"], run="ami doctor")

    found = error(Cause.MISSING, teacher)

    assert found.evidence[2:] == ("relearning failed: It gave up", "No idea", "clicked Help")
    assert found.run == "ami doctor"


@pytest.mark.parametrize("task", ['say "hi"', "pay $HOME", "it's `here`!", "two\nlines", "send email"])
def test_a_command_holds_a_task_of_any_letters_as_one_word(task: str) -> None:
    drift = Drift(step=1, title="click", cause=Cause.MISSING)
    run, teacher = Run(task=task, outcome=Outcome.STALE), TeacherError("It gave up", why="No idea")

    assert shlex.split(stale_error(task, run, 1, drift, "t.py::test", teacher).run) == ["ami", "history", task]
    assert shlex.split(stale_error(task, run, 1, drift, task).run)[:2] == ["pytest", task]


def test_an_error_survives_a_process_boundary() -> None:
    found = pickle.loads(pickle.dumps(error(Cause.MISSING)))  # noqa: S301  (our own)

    assert (type(found), str(found)) == (StaleError, str(error(Cause.MISSING)))


def test_parts_that_are_empty_are_not_shown() -> None:
    assert str(AmiError("Oops")) == "Oops"
    assert str(AmiError("Oops", evidence=["a", "b"])) == "Oops\n  evidence: a\n            b"


def test_a_run_is_told_as_json() -> None:
    drift = Drift(step=1, cause=Cause.MOVED, title="x", evidence=("a",))
    run = Run(task="t", outcome=Outcome.RELEARNED, seconds=1.23456, healed=(2,), drift=drift)

    found = json.loads(json.dumps(run_to_dict(run)))

    assert (found["outcome"], found["seconds"], found["healed"]) == ("relearned", 1.235, [2])
    assert found["drift"] == {"step": 1, "cause": "moved", "title": "x", "evidence": ["a"]}


def test_code_of_a_teacher_that_fails_after_a_redesign_is_a_failed_lesson() -> None:
    drift = Drift(step=1, title="click", cause=Cause.MISSING)
    with pytest.raises(LookupError) as raised:
        raise LookupError("no such field\nand more")

    failed = lesson_error(raised.value, drift, 'pytest "t.py::test"')

    assert isinstance(failed, TeacherError)
    assert failed.what == "LookupError: no such field"
    assert failed.evidence[0].startswith(f"{__file__}:")
    assert failed.run.startswith('pytest "t.py::test" --ami-mode=auto')


@pytest.mark.parametrize("drift", [None, Drift(step=1, title="click", cause=Cause.APP_DOWN)])
def test_an_error_without_a_stale_step_before_it_stays_as_it_is(drift: Drift | None) -> None:
    with pytest.raises(LookupError) as raised:
        raise LookupError("own")

    with pytest.raises(LookupError, match="own"):
        lesson_error(raised.value, drift, "pytest")


def test_an_error_of_our_own_code_is_never_called_one_of_the_teacher() -> None:
    with pytest.raises(LookupError, match="own"):
        lesson_error(LookupError("own"), Drift(step=1, title="click", cause=Cause.MISSING), "pytest")


def test_an_error_of_ours_needs_no_other_words() -> None:
    ours = TeacherError("It gave up", why="No idea")

    assert lesson_error(ours, Drift(step=1, title="click", cause=Cause.MISSING), "pytest") is ours
