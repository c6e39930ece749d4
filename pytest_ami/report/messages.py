"""Errors that a test fails with, and runs as plain data.

Every message names the failure, the cause, the evidence, and one command to run next.
"""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from pytest_ami.model.codec import to_plain
from pytest_ami.model.errors import AmiError, AppDownError, FlowError, NotReadyError, StaleError, TeacherError
from pytest_ami.model.outcome import Cause, Reason
from pytest_ami.model.printable import as_argument

if TYPE_CHECKING:
    from pytest_ami.model.outcome import Drift, Run

OWN = str(Path(__file__).parents[1])
"""The folder of this package."""

CAUSES = {
    Cause.MISSING: "the element is not on the page any more",
    Cause.AMBIGUOUS: "several elements fit, and no evidence separates them",
    Cause.MOVED: "an element of that name is there, but too much other evidence has changed",
    Cause.RENAMED: "an element is at the old place, but has another name now",
    Cause.COVERED: "another element covers it and takes the click",
    Cause.NOT_READY: "the page was still working on it when time ran out",
    Cause.WRONG_EFFECT: "the action did not have its recorded effect",
    Cause.FLOW_CHANGED: "the flow takes another path now",
    Cause.APP_DOWN: "the application answers with errors, or not at all",
}

REASONS = {
    Reason.PAGE_CHANGED: "the page has changed",
    Reason.APPLICATION_BROKEN: "the application itself fails",
    Reason.ENVIRONMENT_DOWN: "the application cannot be reached",
    Reason.DATA_MISSING: "the record of the flow does not exist",
    Reason.TIMING: "there was not enough time",
    Reason.OUTCOME_DIFFERS: "the page is unchanged, the outcome differs",
}
"""Each reason in words."""

EXPECTED = 'if the test wants this outcome: ami.run(..., expect="rejected")'
"""The way to say that a flow is expected to be refused."""


def stale_error(task: str, run: Run, total: int, drift: Drift, test: str, teacher: AmiError | None = None) -> AmiError:
    """Return the error that a test fails with when a replay stopped.

    Args:
        task: The workflow's task.
        run: The run that stopped.
        total: Number of steps of the workflow.
        drift: Why it stopped.
        test: Node id.
        teacher: Why relearning failed, if it was tried.
    """
    where = f'"{task}" v{run.version} stopped at step {drift.step} of {total}: {drift.title}'
    why = f"{drift.cause.value}: {CAUSES[drift.cause]}."
    evidence = list(drift.evidence)
    if drift.old_xpath:
        evidence.append(f"it was at {drift.old_xpath}")
    if drift.reason:
        why += f" Reason: {drift.reason}, {REASONS[Reason(drift.reason)]}."
    if not drift.blames_page:
        why += " The workflow is not blamed."
        evidence += _lesson(teacher) if drift.cause.blames_page else []
        kind, words, following = _cleared(drift, test)
        return kind(f"{words}: {where}", why=why, evidence=evidence, run=following)
    if teacher is not None:
        evidence += _lesson(teacher)
        return StaleError(
            f"STALE: {where}", why=why, evidence=evidence, run=teacher.run or f"ami history {as_argument(task)}"
        )
    return StaleError(f"STALE: {where}", why=why, evidence=evidence, run=f"pytest {as_argument(test)} --ami-mode=auto")


def lesson_error(raised: Exception, drift: Drift | None, command: str) -> AmiError:
    """Return the error of a lesson for the report of the run.

    Args:
        raised: The error that ended the lesson.
        drift: Why the replay before the lesson stopped.
        command: Runs the test.

    Raises:
        Exception: ``raised`` itself, if there was no such drift, or if no code of the user is in its traceback.
    """
    if isinstance(raised, AmiError):
        return raised
    own = _own_line(raised)
    if drift is None or not drift.blames_page or not own:
        raise raised
    return TeacherError(
        f"{type(raised).__name__}: {str(raised).strip().partition(chr(10))[0]}",
        why="The code of the teacher failed, perhaps because it is for the page as it was.",
        evidence=own,
        run=f"{command} --ami-mode=auto   # when that code fits the page",
    )


def _own_line(raised: Exception) -> list[str]:
    """Return the last line of the user's own code that led to an error, in a list; an empty one if there is none."""
    frames = [
        frame
        for frame in extract_tb(raised.__traceback__)
        if "-packages" not in frame.filename and not frame.filename.startswith(OWN)
    ]
    return [f"{frames[-1].filename}:{frames[-1].lineno}, in {frames[-1].name}"] if frames else []


def accepted_error(task: str, run: Run, test: str) -> FlowError:
    """Return the error that a test fails with when the application did not refuse a flow, as the test expects.

    Args:
        task: The workflow's task.
        run: The run.
        test: Node id.
    """
    if run.drift is None:
        shown = ["every step was carried out, with its recorded effects"]
        what, why = "was carried out to its end", "The test expects that the application refuses the flow."
    else:
        shown = [f"step {run.drift.step}: {run.drift.title}", *run.drift.evidence]
        what, why = (
            "was neither carried out nor refused",
            f"{CAUSES[run.drift.cause]}, and the page reports no refusal.",
        )
    headline = f'NOT REJECTED: "{task}" v{run.version} {what}'
    return FlowError(
        headline, why=why, evidence=shown, run=f'leave out expect="rejected", or see: pytest {as_argument(test)} -s'
    )


def _cleared(drift: Drift, test: str) -> tuple[type[AmiError], str, str]:
    """Return class and headline of the error if the page is not to blame, and the command to run next."""
    if drift.cause is Cause.NOT_READY:
        return NotReadyError, "NOT READY", f"pytest {as_argument(test)} --ami-timeout=60"
    if drift.reason == Reason.DATA_MISSING.value:
        return FlowError, "DATA MISSING", f"pytest {as_argument(test)}"
    if drift.reason == Reason.OUTCOME_DIFFERS.value:
        return FlowError, "OUTCOME DIFFERS", f"{EXPECTED}; else pytest {as_argument(test)} --ami-mode=relearn"
    words = "APPLICATION DOWN" if drift.cause is Cause.APP_DOWN else "APPLICATION BROKEN"
    return AppDownError, words, f"pytest {as_argument(test)}"


def _lesson(teacher: AmiError | None) -> list[str]:
    """Return why relearning failed, as lines of evidence."""
    if teacher is None:
        return []
    return [f"relearning failed: {teacher.what}", *([teacher.why] if teacher.why else []), *teacher.evidence]


def run_to_dict(run: Run) -> dict[str, Any]:
    """Return a run as plain JSON data, for facts, reports and other processes."""
    return {
        "task": run.task,
        "outcome": run.outcome.value,
        "steps": run.steps,
        "seconds": round(run.seconds, 3),
        "model_calls": run.model_calls,
        "tokens": run.tokens,
        "money": round(run.money, 6),
        "unpriced": run.unpriced,
        "version": run.version,
        "workflow": run.workflow_id,
        "lesson": to_plain(run.lesson) if run.lesson else None,
        "teacher": run.teacher,
        "healed": list(run.healed),
        "drift": to_plain(run.drift) if run.drift else None,
        "drifting": list(run.drifting),
        "confirmed": run.confirmed,
        "findings": list(run.findings),
        "rejected": list(run.rejected),
        "transcript": run.transcript,
        "similar": run.similar,
        "session": run.session,
    }
