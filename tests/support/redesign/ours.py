"""pytest-ami, as a test uses it: learned from the flow as it is shown, replayed in replay mode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.model.workflow import Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore
from pytest_ami.testing.redesign.trial import Claim

from .tool import Flow, Said

TIMEOUT = 2.0
"""Seconds that a step waits at most. No page of the corpus needs a tenth of it."""


@dataclass(slots=True)
class Memory:
    """A store with one workflow in it."""

    store: WorkflowStore
    mark: LearnedMark

    @property
    def workflow(self) -> Workflow:
        """The workflow."""
        found = self.store.find(self.mark.task)
        assert found is not None
        return found


class PytestAmi:
    """The tool under its own benchmark."""

    name = "pytest-ami"

    def __init__(self, folder: Path) -> None:
        """Keep the stores in this folder."""
        self._folder = folder
        self._learned: dict[str, Memory] = {}

    def learn(self, flow: Flow) -> Memory:
        """Let the demonstration teach, and replay once so that it counts as proven."""
        if flow.task in self._learned:
            return self._learned[flow.task]
        folder = self._folder / str(len(self._learned))
        memory = Memory(
            WorkflowStore(folder, Journal(folder, run="benchmark")), LearnedMark(task=flow.task, secrets=flow.secrets)
        )
        for _ in range(2):
            page = flow.open()
            attempt = self._attempt(memory, Mode.AUTO, flow.perform)
            face = Ami(attempt, page)
            try:
                face.run(**flow.values)
                attempt.commit()
            finally:
                face.close()
                page.context.close()
        self._learned[flow.task] = memory
        return memory

    def replay(self, page: Page, memory: Memory, values: Mapping[str, str]) -> Said:
        """Replay as CI does."""
        face = Ami(self._attempt(memory, Mode.REPLAY), page)
        try:
            run = face.run(**values)
        except AmiError as error:
            return Said(claim=Claim.STOPPED, why=" ".join(str(error).split())[:400])
        finally:
            face.close()
        healed = run.outcome is Outcome.HEALED
        return Said(claim=Claim.HEALED if healed else Claim.GREEN, healed=len(run.healed))

    def _attempt(self, memory: Memory, mode: Mode, teacher: Any = None) -> Attempt:
        settings = Settings(mode=mode, mode_reason="benchmark", timeout=TIMEOUT)
        return Attempt(
            AttemptScope("benchmarks/redesign::flow", 1, settings, memory.store, replace(memory.mark, teacher=teacher))
        )
