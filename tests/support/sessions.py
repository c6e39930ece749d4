"""Sessions to review: a store with versions of a task, and the fact of a run of each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Provenance, Step, StepKind, Workflow
from pytest_ami.store.facts import Fact, Kind, encode, new_id
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore

TASK = "send email"


def open_store(folder: Path, worker: str = "main", run: str = "r1") -> WorkflowStore:
    """Return a store with a journal of this worker."""
    return WorkflowStore(folder, Journal(folder, run=run, worker=worker))


def click(name: str, role: str = "button") -> Step:
    """Return a click on an element."""
    tag = {"button": "button", "link": "a"}.get(role, "div")
    return Step(kind=StepKind.CLICK, target=Fingerprint(tag=tag, role=role, name=name), route="/mail")


def fill(name: str, value: str) -> Step:
    """Return a text typed into a field."""
    target = Fingerprint(tag="input", role="textbox", name=name)
    return Step(kind=StepKind.FILL, target=target, value=value, effects=Effects(value=value), route="/mail")


def flow(*steps: Step, task: str = TASK, parent: str = "", author: str = "teacher:demo") -> Workflow:
    """Return a version with these steps."""
    source = Provenance(author=author, reason="learned", parent=parent)
    return Workflow(task=task, steps=tuple(steps), provenance=source)


def learned(store: WorkflowStore, steps: Sequence[Step], task: str = TASK) -> Workflow:
    """Add a version and prove it; it supersedes the one before."""
    return store.promote(store.add(flow(*steps, task=task)))


def session(store: WorkflowStore, version: Workflow, *, passed: bool = True, outcome: str = "replayed") -> str:
    """Record a run of a version, and return the id of the session."""
    name = new_id()
    data = {
        "session": name,
        "outcome": outcome,
        "passed": passed,
        "seconds": 1.5,
        "steps": len(version.steps),
        "version": version.version,
    }
    store.journal.append(
        Kind.TEST_FINISHED, test="test_mail.py::test_send", task=version.task, workflow=version.id, data=data
    )
    return name


def verdict_fact(session: str, step: int, label: str | None, workflow: str, task: str = TASK) -> Fact:
    """Return a verdict as `report.js` writes it: without the place and the features of the step."""
    data = {"session": session, "step": step, "label": label, "correction": "", "reviewer": "ann"}
    data |= {"action": "", "target": "", "value": "", "session_run": "r1", "features": [], "place": []}
    return Fact(kind=Kind.VERDICT.value, run="r1", worker="report", task=task, workflow=workflow, data=data)


def verdict_file(path: Path, *facts: Fact) -> Path:
    """Write verdicts to a file as the HTML report saves it, and return the file."""
    path.write_bytes(b"".join(map(encode, facts)))
    return path
