"""The data of a row that a value chose make no message of success of a failure."""

from __future__ import annotations

from pytest_ami.engine.effects.row_data import of_row
from pytest_ami.engine.effects.slugs import spelled_names
from pytest_ami.model.workflow import Effects, Step, StepKind

STEP = Step(kind=StepKind.CLICK, effects=Effects(notices=("status|:id(job-1)",)))


def test_a_row_that_says_failed_is_no_message_of_success() -> None:
    assert of_row(STEP, {"job-1": "Passed"}).effects.notices == ("status|Passed",)
    assert of_row(STEP, {"job-1": "Failed"}).effects.notices == ("status|:id(job-1)",)


def test_a_message_that_reported_a_failure_when_it_was_recorded_is_filled_in() -> None:
    step = Step(kind=StepKind.CLICK, effects=Effects(notices=("status|Not sent to :id(job-1)",)))

    assert of_row(step, {"job-1": "Anna"}).effects.notices == ("status|Not sent to Anna",)


def test_only_spelled_values_use_a_parameter() -> None:
    assert spelled_names("a :id(name-under-lower) b") == {"name"}
    assert spelled_names(":id(book) :id(book-2) :id(page-dash-odd)") == frozenset()
