"""A bench for whole flows: attempts on real pages with a store of their own, committed or dropped by the test."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_ami.flow.attempt import Attempt
from pytest_ami.flow.facade import Ami
from pytest_ami.flow.marker import LearnedMark
from pytest_ami.flow.scope import AttemptScope
from pytest_ami.model.outcome import Run
from pytest_ami.model.settings import Mode, Settings
from pytest_ami.store.journal import Journal
from pytest_ami.store.workflow_store import WorkflowStore

MAIL = {"to": "another@example.com", "subject": "Follow-up", "body": "Second mail"}


class Lab:
    """Runs tasks as the plugin would, one attempt each."""

    def __init__(self, folder: Path) -> None:
        """Open a store in ``folder``."""
        self.store = WorkflowStore(folder, Journal(folder, run="lab"))
        self.attempts = 0

    def face(
        self,
        page: Any,
        task: str,
        *,
        secrets: tuple[str, ...] = (),
        optional: tuple[str, ...] = (),
        public: tuple[str, ...] = (),
        **more: Any,
    ) -> Ami:
        """Return an ``ami`` for a new attempt; ``more`` are settings and ``teacher``.

        Unless ``evidence`` is among them, a lesson takes no pictures: no test of a flow looks at any.
        """
        self.attempts += 1
        teacher = more.pop("teacher", "offline")
        settings = Settings(**{"mode": Mode.AUTO, "evidence": "failures", **more})
        mark = LearnedMark(task=task, secrets=secrets, optional=optional, public=public)
        attempt = Attempt(AttemptScope(f"test_lab.py::test[{self.attempts}]", 1, settings, self.store, mark, teacher))
        return Ami(attempt, page)

    def run(self, page: Any, task: str, params: dict[str, Any] | str, **more: Any) -> Run:
        """Run a task and commit, as after a green test."""
        ami = self.face(page, task, **more)
        try:
            run = ami.run(params) if isinstance(params, str) else ami.run(**params)
        except Exception:
            ami._attempt.drop()
            raise
        finally:
            ami.close()
        ami._attempt.commit()
        return run


def taught_once(lesson: Path, folder: Path, teach: Callable[[Lab], Any]) -> Lab:
    """Return a lab in ``folder`` that knows what ``teach`` teaches; tests with the same ``lesson`` share one lesson.

    Args:
        lesson: The folder of the lesson's own lab; the first call makes it.
        folder: The folder of the new lab; it has a copy of all that was stored.
        teach: Called with the lesson's lab by the first call.
    """
    if not lesson.exists():
        try:
            teach(Lab(lesson))
        except BaseException:
            shutil.rmtree(lesson, ignore_errors=True)
            raise
    shutil.copytree(lesson, folder)
    return Lab(folder)
