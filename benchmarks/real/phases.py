"""All phases of one application: learn, replay, restart, pace, redesigns, learning again on them, lessons without help.

Knows the order, the instances and the copies of what was learned. Must never judge a run.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from . import project
from .application import Application, Release, Running, Task
from .judge import Judge, hearing
from .measured import Report
from .project import Session
from .runs import TEACHERS, Run
from .stage import NotInstallableError, install, serving

PHASES = ("learn", "replay", "restart", "pace", "redesign", "relearn", "alone")
"""In their order; the first is left out only where the last is the only one."""

STORED = (".ami", "steering")
"""The folders of a project that hold what was learned."""

FIRST, SECOND, LATER, OTHERS = (1,), (2,), (3,), (2, 3, 4)
"""Numbers of the values: learned with, replayed with, replayed with after a new lesson, and all but the first."""


@dataclass(slots=True, kw_only=True)
class Trial:
    """The trial of one application.

    Attributes:
        key: Under which the bed lists it.
        app: The application.
        tasks: Those that are tried.
        installed: Folder of installed releases.
        folder: For instances, projects and logs; it is emptied first.
        model: Starts the local model server; yields its address.
        phases: Which phases are tried.
        tell: Takes what happens now, and each run.
        keep: Takes the report after each session, so that a run that is ended loses nothing.
        runs: All runs so far.
        versions: Of each flow, after each phase that may learn.
        left_out: Why something could not be tried.
    """

    key: str
    app: Application
    tasks: Sequence[Task]
    installed: Path
    folder: Path
    model: Callable[[], AbstractContextManager[str]]
    phases: Sequence[str] = PHASES
    tell: Callable[[str], object] = print
    keep: Callable[[Report], object] = lambda _: None
    runs: list[Run] = field(default_factory=list)
    versions: dict[str, dict[str, int]] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)

    @property
    def report(self) -> Report:
        """Return the report of all runs so far."""
        return Report(
            name=self.app.name,
            tasks=len(self.tasks),
            runs=tuple(self.runs),
            versions=dict(self.versions),
            left_out=tuple(self.left_out),
        )

    def complete(self) -> Report:
        """Try all phases; an instance that does not start, or an application that does not answer, ends them."""
        shutil.rmtree(self.folder, ignore_errors=True)
        try:
            if set(self.phases) != {"alone"}:
                self._on_first(self.app.releases[0])
            for release in self.app.releases[1:]:
                self._on_later(release)
            for release in self.app.releases if "alone" in self.phases else ():
                self._alone(release)
        except Exception as error:  # noqa: BLE001  (one application does not spoil the table)
            self.left_out.append(f"{type(error).__name__}: {error}")
        return self.report

    # -- the release on which the flows are learned -------------------------------------------------------------------

    def _on_first(self, release: Release) -> None:
        home = self.folder / "project"
        with self._instance(release, "first") as running:
            self._session(home, release, running, self.tasks, "learn", Session(mode="auto", values=FIRST))
            self.versions["learn"] = project.versions(home)
            if "replay" in self.phases:
                self._session(home, release, running, self._learned, "replay", Session(mode="replay", values=OTHERS))
        if "restart" in self.phases and self._learned:
            with self._instance(release, "restarted") as running:
                self._session(home, release, running, self._learned, "restart", Session(mode="replay", values=SECOND))
        if "pace" in self.phases and self._replayable:
            with self._instance(release, "paced") as running:
                self._session(home, release, running, self._replayable, "pace", Session(mode="replay", paced=True))

    @property
    def _learned(self) -> list[Task]:
        good = {run.task for run in self.runs if run.phase == "learn" and run.verdict == "right"}
        return [task for task in self.tasks if task.name in good]

    @property
    def _replayable(self) -> list[Task]:
        """The learned tasks of which no replay failed: a pair needs a right replay."""
        bad = {run.task for run in self.runs if run.unchanged and run.verdict != "right"}
        return [task for task in self._learned if task.name not in bad]

    # -- later releases -----------------------------------------------------------------------------------------------

    def _on_later(self, release: Release) -> None:
        if "redesign" not in self.phases or not self._learned:
            return
        if not self._installable(release):
            return
        home = self._copied(f"{release.name} replayed")
        with self._instance(release, f"{release.name} replayed") as running:
            self._session(home, release, running, self._learned, "redesign", Session(mode="replay", values=SECOND))
        stopped = {run.task for run in self.runs if run.release == release.name and run.verdict != "right"}
        tasks = [task for task in self._learned if task.name in stopped and (task.exists or task.afterwards)]
        if "relearn" in self.phases and tasks:
            for teacher in TEACHERS:
                self._relearn(release, tasks, teacher)

    def _relearn(self, release: Release, tasks: Sequence[Task], teacher: str) -> None:
        name = f"{release.name} {teacher}"
        home = self._copied(name)
        with self._instance(release, name) as running, self._address(teacher) as address:
            taught = Session(mode="auto", values=SECOND, teacher=teacher, model=address)
            self._session(home, release, running, tasks, "relearn", taught)
            again = self._right(tasks, release, "relearn", teacher)
            later = Session(mode="replay", values=LATER, teacher=teacher)
            self._session(home, release, running, again, "relearned", later)
        self.versions[f"relearn on {name}"] = project.versions(home)

    # -- the teacher without a model, with the words of the task and its values only -----------------------------------

    def _alone(self, release: Release) -> None:
        """Let the offline teacher learn every task on an empty store; replay the flows with the next values."""
        if not self._installable(release):
            return
        tasks = [task for task in self.tasks if task.exists or release is self.app.releases[0]]
        home = self.folder / f"project on {release.name} alone"
        with self._instance(release, f"{release.name} alone") as running:
            taught = Session(mode="auto", values=FIRST, teacher="offline")
            self._session(home, release, running, tasks, "alone", taught)
            again = self._right(tasks, release, "alone", "offline")
            later = Session(mode="replay", values=SECOND, teacher="offline")
            self._session(home, release, running, again, "alone again", later)

    def _right(self, tasks: Sequence[Task], release: Release, phase: str, teacher: str) -> list[Task]:
        """Return the tasks whose lessons in a phase were right."""
        wanted = (release.name, phase, teacher)
        runs = [run for run in self.runs if (run.release, run.phase, run.teacher) == wanted]
        right = {run.task for run in runs if run.verdict == "right"}
        return [task for task in tasks if task.name in right]

    def _installable(self, release: Release) -> bool:
        """Install a release; if that cannot be done, note why."""
        try:
            install(release, self.installed / self.key / release.name)
        except NotInstallableError as error:
            self.left_out.append(f"{release.name}: {error}")
            return False
        return True

    @contextmanager
    def _address(self, teacher: str) -> Iterator[str]:
        if teacher == "model":
            with self.model() as address:
                yield address
        else:
            yield project.NOWHERE

    # -- one session --------------------------------------------------------------------------------------------------

    def _copied(self, name: str) -> Path:
        copy = self.folder / f"project on {name}"
        for stored in STORED:
            if (self.folder / "project" / stored).is_dir():
                shutil.copytree(self.folder / "project" / stored, copy / stored)
        return copy

    @contextmanager
    def _instance(self, release: Release, name: str) -> Iterator[Running]:
        self.tell(f"{self.app.name} {release.name}: starting an instance")
        installed = install(release, self.installed / self.key / release.name)
        with serving(release, installed, self.folder / f"instance {name}") as running:
            yield running

    def _session(
        self, home: Path, release: Release, running: Running, tasks: Sequence[Task], phase: str, session: Session
    ) -> None:
        """Run the tests of the tasks; a test of which the judge heard nothing is a broken run."""
        if not tasks:
            return
        taught = session.teacher if phase in ("relearn", "relearned", "alone", "alone again") else ""
        judge = Judge(self.app, running, release=release.name, phase=phase, teacher=taught)
        numbers = ", ".join(map(str, session.values)) or "all"
        self.tell(f"{self.app.name} {release.name}: {phase} {taught} with values {numbers}")
        log = self.folder / "logs" / f"{release.name} {phase} {taught} {numbers}.txt"
        with hearing(judge) as address:
            words = {"judge": address, "application": self.key, "release": release.name, "url": running.url}
            tail = project.run(home, tasks, session, log, **words)
        runs = project.with_outcomes(home, judge.runs)
        heard = {(run.task, run.number) for run in runs}
        runs += [
            Run(
                release=release.name,
                phase=phase,
                teacher=taught,
                task=task.name,
                number=number,
                reached=False,
                message=f"the session ended before this test\n{tail}",
            )
            for number in session.values or FIRST
            for task in tasks
            if (task.name, number) not in heard
        ]
        for run in runs:
            self.tell(f"  {run.verdict}: {run.title} ({run.outcome or 'by hand'}, {run.seconds:.1f} s)")
        self.runs += runs
        self.keep(self.report)
