"""`ami annotate`: a person says which steps of a run were right or wrong; each verdict is a fact.

`store.sessions` records verdicts and applies what follows from them. This module reads the command line and prints.
"""

from __future__ import annotations

import getpass
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.cli.commands import command, counted, say, steering_lines
from pytest_ami.model.printable import as_argument, of_printable

if TYPE_CHECKING:
    from pytest_ami.model.review.annotation import Impact, Session, SessionStep
    from pytest_ami.model.review.golden_path import GoldenPath
    from pytest_ami.store.workflow_store import WorkflowStore

NONE = "none"
"""The word that withdraws a verdict."""

MOST = 20
"""Sessions that are listed, beside those with verdicts."""


@command("annotate", 'ami annotate 01a2004c 3 wrong --correction "click button \\"Save\\""')
@click.argument("session", default="")
@click.argument("step", type=click.IntRange(1), required=False)
@click.argument("label", type=click.Choice(["correct", "wrong", NONE]), required=False)
@click.option("--correction", metavar="TEXT", default="", help='The right action, such as: click button "Save".')
@click.option("--reviewer", metavar="NAME", default="", help="Your name; default: the name of the user.")
@click.option("--dry-run", is_flag=True, help="Show what would follow, and record nothing.")
@click.option("--extract", is_flag=True, help="Make the golden path of the task from the steps marked correct.")
@click.option("--list", "listing", is_flag=True, help="List the latest runs and those with verdicts.")
def annotate(session: str, folder: Path | None, *, listing: bool, as_json: bool, **words: Any) -> None:
    """Say which step of a run was correct or wrong.

    A version with a step marked wrong never runs again: the last good version takes over, or the next run learns the
    task. A correction that names an element becomes a candidate. `none` withdraws your verdict. Without a step, the
    steps of the run are shown.
    """
    if listing or not session:
        _list(folder, as_json=as_json)
    elif words["extract"]:
        _extract(session, folder, as_json=as_json)
    elif words["step"] is None:
        _show(session, folder, as_json=as_json)
    elif words["label"] is None:
        raise click.UsageError(f"Say correct, wrong or {NONE}: ami annotate {session} {words['step']} wrong")
    else:
        _record(session, folder, words, as_json=as_json)


def _record(session: str, folder: Path | None, words: Mapping[str, Any], *, as_json: bool) -> None:
    from pytest_ami.cli.project import open_store, writable_store
    from pytest_ami.model.review.annotation import StepVerdict
    from pytest_ami.model.settings import detect_ci

    label = None if words["label"] == NONE else words["label"]
    verdict = StepVerdict(session, words["step"], label, words["correction"], words["reviewer"] or user_name())
    dry_run = words["dry_run"]
    if dry_run:
        store = open_store(folder)
        impact = store.feedback.impact(verdict)
        written: list[Path] = []
    else:
        with writable_store(folder, "annotate") as store:
            impact = store.feedback.add([verdict])
        changed = impact.tasks if impact.put_aside or impact.restored else ()
        written = [] if detect_ci(os.environ) else store.write_steering_files(changed, strict=True)
    report = {**_plain(store, impact), "session": session, "step": words["step"], "label": label}
    report["recorded"] = not dry_run
    report["written"] = [os.path.relpath(path) for path in written]
    report["removed"] = [os.path.relpath(path) for path in written if not path.exists()]
    say(_verdict_lines(report), report, as_json=as_json)


def _extract(session: str, folder: Path | None, *, as_json: bool) -> None:
    from pytest_ami.cli.project import writable_store
    from pytest_ami.model.settings import detect_ci

    with writable_store(folder, "annotate") as store:
        path = store.feedback.extract(session)
    task = path.task_pattern
    written = [] if detect_ci(os.environ) else store.write_steering_files([task], strict=True, refresh=True)
    shown = [os.path.relpath(file) for file in written]
    say(_path_lines(path, shown), {**asdict(path), "written": shown}, as_json=as_json)


@of_printable
def _path_lines(path: GoldenPath, written: list[str]) -> Iterator[str]:
    sources = counted(len(path.source_sessions), "session")
    yield f'Golden path of "{path.task_pattern}", {path.difficulty}, from {sources}:'
    yield from (f"  {number}. {line}" for number, line in enumerate(path.natural_sop.splitlines(), start=1))
    for error in path.common_errors:
        yield f"  avoid: {error.error}" + (f"; instead: {error.correction}" if error.correction else "")
    yield from steering_lines(written)


def _plain(store: WorkflowStore, impact: Impact) -> dict[str, Any]:
    """Return an impact as plain data, with the number of each version."""
    ids = {*impact.put_aside, *impact.restored, impact.takes_over, impact.proposal} - {""}
    numbers = {identity: flow.version for identity in sorted(ids) if (flow := store.get(identity))}
    return {**asdict(impact), "numbers": numbers}


@of_printable
def _verdict_lines(report: Mapping[str, Any]) -> Iterator[str]:
    done = report["recorded"]
    label = report["label"] or "without a label"
    yield f"Step {report['step']} {'is' if done else 'would be'} {label}."
    numbers = report["numbers"]

    def named(ids: tuple[str, ...]) -> str:
        return ", ".join(f"v{numbers.get(identity, '?')}" for identity in ids)

    task = ", ".join(f'"{one}"' for one in report["tasks"])
    if report["put_aside"]:
        yield f"{named(report['put_aside'])} of {task} {'never runs' if done else 'would never run'} again."
    if report["restored"]:
        yield f"{named(report['restored'])} of {task} {'counts' if done else 'would count'} again."
    if report["put_aside"] or report["restored"]:
        if report["lesson"]:
            yield "No version is left: the next run of its test in mode auto learns the task again."
        else:
            yield f"{named((report['takes_over'],))} {'runs' if done else 'would run'} from now on."
    if report["proposal"]:
        candidate = " ".join(map(as_argument, report["tasks"][:1]))
        yield f"The correction is a candidate: {named((report['proposal'],))}. To run it: ami accept {candidate}"
    elif report["advice"]:
        yield "The correction names no known element; lessons get it as advice."
    yield from steering_lines(report["written"], report["removed"])


def _show(session: str, folder: Path | None, *, as_json: bool) -> None:
    from pytest_ami.cli.project import open_store

    store = open_store(folder)
    found, steps = store.feedback.session(session), store.get_session_steps(session)
    data = {"session": asdict(found), "steps": [_step(one) for one in steps]}
    say(_step_lines(found, steps), data, as_json=as_json)


def _step(step: SessionStep) -> dict[str, Any]:
    return {**asdict(step), "title": step.title, "label": step.user_label, "conflict": step.conflict}


@of_printable
def _step_lines(session: Session, steps: tuple[SessionStep, ...]) -> Iterator[str]:
    green = "green" if session.passed else "red"
    yield f"{session.id}  {session.task}  v{session.version} {session.outcome}, {green}, {session.at[:19]}Z"
    if not steps:
        yield "No step is known: the run ended before it followed a version."
    for step in steps:
        marks = "; ".join(
            f"{one.user_label} ({one.reviewer or '?'})" + (f": {one.user_correction}" if one.user_correction else "")
            for one in step.annotations
        )
        conflict = "CONFLICT " if step.conflict else ""
        yield f"  {step.step_num:>3}  {step.title}" + (f"   [{conflict}{marks}]" if marks else "")


def _list(folder: Path | None, *, as_json: bool) -> None:
    from pytest_ami.cli.project import open_store

    feedback = open_store(folder).feedback
    found = {one.id: one for one in (*feedback.annotated(), *feedback.sessions(MOST))}
    sessions = sorted(found.values(), key=lambda one: one.at, reverse=True)
    say(_session_lines(sessions), [asdict(one) for one in sessions], as_json=as_json)


@of_printable
def _session_lines(sessions: list[Session]) -> Iterator[str]:
    if not sessions:
        yield "No run is recorded yet."
    for one in sessions:
        labels = ", ".join(f"{number} {label}" for label, number in sorted(one.labels.items()))
        words = (f"{one.id}  {one.at[:19]}Z", f"{one.outcome:<9}", counted(one.steps, "step"), f'"{one.task}"')
        yield "  ".join((*words, *((f"[{labels}]",) if labels else ())))


def user_name() -> str:
    """Return the name of the user; empty if the machine knows none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a container without a name for its user
        return ""
