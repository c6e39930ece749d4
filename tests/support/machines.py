"""Machines with a store and steering files each, between which files travel as through git."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Provenance, Step, StepKind, Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.steering.folder import SteeringFolder
from pytest_ami.store.workflow_store import WorkflowStore

TASK = "send email"


def flow(task: str = TASK, name: str = "Send", **more: Any) -> Workflow:
    step = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name=name))
    return Workflow(task=task, steps=(step,), **more)


def grown(parent: Workflow, name: str) -> Workflow:
    return flow(name=name, provenance=Provenance(author="heal", reason="healed step 1", parent=parent.id))


class Machine:
    """One machine: its own store, and steering files that git brings and takes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files = root / "steering" / "golden-paths"
        self.runs = 0

    def store(self, **options: Any) -> WorkflowStore:
        """The store, as a new process sees it."""
        self.runs += 1
        folder = self.root / ".ami"
        journal = Journal(folder, run=f"{self.root.name}{self.runs}")
        return WorkflowStore(folder, journal, steering=SteeringFolder(self.files, folder, self.root), **options)

    def learn(self, workflow: Workflow, *, proven: bool = True) -> Workflow:
        store = self.store()
        stored = store.add(workflow, test="test_mail.py::test_send")
        if proven:
            stored = store.promote(stored)
        self.end(store, workflow.task)
        return stored

    @staticmethod
    def end(store: WorkflowStore, *tasks: str) -> list[str]:
        """Do the controller's work at the end of a run."""
        store.import_steering_files()
        store.absorb(strict=True)
        return [path.name for path in store.write_steering_files(tasks)]

    def file(self, task: str = TASK) -> Path:
        return self.files / f"{task.replace(' ', '-')}.yaml"

    def pull(self, other: Machine, task: str = TASK) -> None:
        """Get the file of another machine through git."""
        self.files.mkdir(parents=True, exist_ok=True)
        fresh = self.file(task).with_suffix(".new")
        fresh.write_bytes(other.file(task).read_bytes())
        fresh.replace(self.file(task))

    def runs_version(self) -> str:
        found = self.store().find(TASK)
        assert found is not None
        return found.id
