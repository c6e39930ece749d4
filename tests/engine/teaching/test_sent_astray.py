"""A relearned flow that sent another record than that of this run has not done the task, whatever its button says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pytest_ami.engine.teaching.lesson_end import sent_astray, went_astray
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Health
from pytest_ami.model.workflow import Step, StepKind

LEND = Step(
    kind=StepKind.CLICK,
    target=Fingerprint(tag="button", role="button", name="Lend reel"),
    sent="POST /lend?reel={{id}}",
)


def judged(step: Step, *carried: str, failures: tuple[str, ...] = (), before: int = 0) -> str:
    """Return the judgement on a flow with one stored step, on a page that has sent some requests."""
    program = sent_astray((step,), {"id": "F-3"}, before=before)
    try:
        command = next(program)
        assert isinstance(command, c.Look)
        program.send(c.Seen(health=Health(carried=carried, failures=failures)))
    except StopIteration as stop:
        return str(stop.value)
    raise AssertionError("one look is enough")


@pytest.mark.parametrize(
    ("carried", "why"),
    [
        (("POST /lend?reel=F-1",), "sent it nowhere"),
        (("POST /lend?other=F-3&reel=F-1",), "sent it as other"),
        (("POST /lend?reel=F-3",), ""),
        (("POST /lend?reel=F-1", "POST /lend?reel=F-3"), ""),
        (("POST /borrow?item=F-3",), ""),
        ((), ""),
    ],
)
def test_a_press_must_send_the_record_of_this_run(carried: tuple[str, ...], why: str) -> None:
    found = judged(LEND, *carried)

    assert (why in found) if why else not found
    assert "F-3" not in found


def test_requests_before_the_flow_and_refused_ones_are_not_its_own() -> None:
    assert judged(LEND, "POST /lend?reel=F-3", "POST /lend?reel=F-1", before=1)
    assert judged(LEND, "POST /lend?reel=F-3", "POST /lend?reel=F-1", before=0) == ""
    assert judged(LEND, "POST /lend?reel=F-1", failures=("POST http://x.test/lend: 500",)) == ""


@pytest.mark.parametrize("kind", [StepKind.FILL, StepKind.HOVER])
def test_a_step_that_presses_nothing_is_not_asked(kind: StepKind) -> None:
    with pytest.raises(StopIteration) as stop:
        next(sent_astray((replace(LEND, kind=kind),), {"id": "F-3"}))

    assert stop.value.value == ""


def test_the_error_names_the_task_the_evidence_and_a_command() -> None:
    said = str(went_astray("lend a reel", "the new one sent it nowhere"))

    assert all(part in said for part in ('"lend a reel"', "the new one sent it nowhere", "pytest --ami-mode=relearn"))
