"""Grades one case: what was recorded of it, what was recorded too often, and whether the steps lead there again.

Rules of this module:

* A fresh context for the recording and another one for the replay; a page that does not do what its kind says
  while it is recorded is a fault of the matrix, and raised.
* The foreign origins of a recording are noted in the case's folder, as a lesson that is stored notes them: a replay
  acts in no other foreign document.
* A replay counts when it does not drift, heals nothing, and the page is in the kind's end state afterwards.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_ami.browser.behavior import BehaviorRecorder
from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.engine.boundary.document_origins import FlowOrigins
from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.flow.recorded_origins import note_origins, origins_in, recorded_origins
from pytest_ami.model.workflow import Parameter, Step, Workflow

from .stage import ARRIVAL, Stage
from .table import CONSEQUENCES, Want

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from pytest_ami.model.operation import Operation

    from .server import CaptureSite
    from .table import Case

LAUNCH: dict[str, Any] = {
    "args": ["--site-per-process"],
    "ignore_default_args": ["--disable-back-forward-cache"],
}
"""Options of the browser: frames of another site out of process, pages kept for going back where it can."""

STORE = ".ami"
"""The folder, in that of a case, in which a lesson would note its origins."""

SILENT = ("leaving", "closing")
"""Types that tell the recorder something and are no operations of a person."""


@dataclass(slots=True)
class Grade:
    """The result of a case.

    Attributes:
        case: Its id.
        missed: Wanted operations that the recorder missed.
        doubled: Recorded operations that were not wanted.
        replayed: Why the replay failed; empty when it succeeded, None when it was not graded.
        operations: The recorded operations.
        steps: The steps made from the operations.
    """

    case: str
    missed: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    replayed: str | None = None
    operations: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    @property
    def captured(self) -> bool:
        """Return whether everything wanted was recorded."""
        return not self.missed

    @property
    def why(self) -> str:
        """Return what is wrong in one line; empty when nothing is."""
        parts = [f"missed {'; '.join(self.missed)}"] if self.missed else []
        parts += [f"doubled {'; '.join(self.doubled)}"] if self.doubled else []
        parts += [f"replay: {self.replayed}"] if self.replayed else []
        return " / ".join(parts)

    def __str__(self) -> str:
        """Return everything that helps to find out why."""
        seen = "\n".join(f"    {line}" for line in self.operations)
        made = "\n".join(f"    {line}" for line in self.steps)
        return f"{self.case}: {self.why or 'well'}\n  operations:\n{seen}\n  steps:\n{made}"


def grade(case: Case, site: CaptureSite, browser: Browser, folder: Path) -> Grade:
    """Record a case, note its origins, compare, replay."""
    values = {name: value if name == "password" else str(folder / value) for name, value in case.kind.values.items()}
    with fresh_page(browser, site) as page:
        recorder = BehaviorRecorder(secrets={name: values[name] for name in case.kind.secrets})
        stage = Stage(case, site, page, folder)
        if case.place.late:
            stage.open()
            recorder.start(page)
        else:
            recorder.start(page)
            stage.open()
        case.kind.drive(stage)
        state = arrive(stage)
        assert state == case.kind.end, f"the page of {case.id} ended as {state!r}, not as {case.kind.end!r}"
        try:
            recorder.stop()
            steps: tuple[Step, ...] = recorder.steps(
                values={name: value for name, value in values.items() if name not in case.kind.secrets}
            )
        except Exception as error:  # noqa: BLE001  (the recorder must never fail the task)
            return Grade(case.id, missed=[f"the recorder failed: {error!r}"])
        operations = tuple(o for o in recorder.operations if o.type not in SILENT)
    made = Grade(case.id, operations=tuple(map(say, operations)), steps=tuple(step.title() for step in steps))
    made.missed, spare = compare(case.wants, operations)
    made.doubled = excess(case, spare, steps)
    if case.kind.replay:
        note_origins(folder / STORE, origins_in(steps, site.origin, values))
        made.replayed = again(case, site, browser, folder, steps, values)
    return made


@contextlib.contextmanager
def fresh_page(browser: Browser, site: CaptureSite) -> Iterator[Page]:
    """Yield a page of a context of its own."""
    context = browser.new_context(base_url=site.origin, viewport={"width": 800, "height": 600}, locale="en-US")
    context.set_default_timeout(5_000)
    try:
        yield context.new_page()
    finally:
        context.close()


def arrive(stage: Stage) -> Any:
    """Return the state of the page once it is the wanted one, or as it is when that does not come."""
    deadline = time.monotonic() + ARRIVAL
    state: Any = None
    while True:
        try:
            state = stage.end()
        except Exception as error:  # noqa: BLE001  (a document that is being replaced)
            state = f"{type(error).__name__}: {str(error).splitlines()[0]}"
        if state == stage.case.kind.end or time.monotonic() > deadline:
            return state
        stage.page.wait_for_timeout(20)


def say(operation: Operation) -> str:
    """Return an operation as a line."""
    found = operation.fingerprint.attributes.get("id", "") if operation.fingerprint else ""
    where = f" tab {operation.tab}" if operation.tab else ""
    where += f" in {'/'.join(operation.frame)}" if operation.frame else ""
    name = f"{operation.role} {operation.text!r}" + (f" #{found}" if found else "")
    return (
        f"{operation.type} {name} = {operation.value!r}{where}{'' if operation.trusted else ' untrusted'} "
        f"{operation.url}"
    )


def fits(want: Want, operation: Operation) -> bool:
    """Return whether an operation is the wanted one."""
    found = operation.fingerprint.attributes.get("id", "") if operation.fingerprint else ""
    value = want.value
    return (
        operation.type in want.types
        and want.role in (None, operation.role)
        and want.name in (None, operation.text)
        and want.id in (None, found)
        and (value is None or (value(operation.value) if callable(value) else value == operation.value))
    )


def compare(wants: Sequence[Want], operations: Sequence[Operation]) -> tuple[list[str], list[Operation]]:
    """Return what is missing, and the operations that nobody wanted.

    Steps come in their order; what they bring about may come before or after.
    """
    missed: list[str] = []
    left = list(operations)
    after: list[Operation] = list(operations)
    for want in wants:
        pool = after if want.step and want.sure else left
        # The last of the likely ones counts where a field's value is told more than once.
        found = next((o for o in pool if any(o is one for one in left) and fits(want, o)), None)
        if found is None:
            if want.sure:
                near = [say(o) for o in operations if o.type in want.types]
                missed.append(f"{want}" + (f" (there is {', '.join(near[:2])})" if near else " (no such operation)"))
            continue
        left = [o for o in left if o is not found]
        if want.step and want.sure:
            place = next(i for i, o in enumerate(after) if o is found)
            after = after[place + 1 :]
    return missed, left


def excess(case: Case, spare: Sequence[Operation], steps: Sequence[Step]) -> list[str]:
    """Return what is there more than once, or without having been done."""
    wanted = sum(want.step for want in case.wants)
    most = wanted if case.kind.most is None else wanted - sum(w.step for w in case.kind.wants) + case.kind.most
    doubled = [say(operation) for operation in spare if operation.type in CONSEQUENCES]
    if len(steps) > most:
        doubled.append(f"{len(steps)} steps instead of {most}")
    return doubled


def again(
    case: Case, site: CaptureSite, browser: Browser, folder: Path, steps: tuple[Step, ...], values: dict[str, str]
) -> str:
    """Replay the steps on a fresh page; return why that did not lead to the end state."""
    parameters = tuple(Parameter(name=name, secret=name in case.kind.secrets) for name in values)
    workflow = Workflow(task=case.id, steps=steps, parameters=parameters)
    origins = FlowOrigins(start=site.origin, recorded=recorded_origins(folder / STORE))
    with fresh_page(browser, site) as page:
        stage = Stage(case, site, page, folder)
        if case.place.late:
            stage.open()
        session = ContextSession(page)
        try:
            report = SyncDriver(session).run(
                replay(workflow, values, FlowOptions(patience=case.kind.patience, origins=origins))
            )
        except Exception as error:  # noqa: BLE001  (whatever it is, the case is not replayed)
            return f"{type(error).__name__}: {str(error).splitlines()[0]}"
        finally:
            session.close()
        if report.drift:
            drift = report.drift
            return f"{drift.cause.value} at step {drift.step} ({drift.title}): {'; '.join(drift.evidence)[:300]}"
        if report.healed:
            return f"healed {report.healed}: {[s.evidence for s in report.steps if s.evidence]}"
        if case.place.id == "popup" and page.context.pages[1:]:
            stage.tab = page.context.pages[1]
        state = arrive(stage)
        return "" if state == case.kind.end else f"the page ended as {state!r}, not as {case.kind.end!r}"
