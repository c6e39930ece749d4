"""``--ami-confirm``: what was healed is replayed at once, from a clean context, before it counts.

Rules of this module:

* The context is a new one with the storage that the test's own had when the flow began, so that a login is kept.
  What the test has laid over its page, such as routes and init scripts, is not there.
* It replays and nothing else: no teacher, no recorder, and the same values. What the flow does on the server happens
  a second time.
* It never turns a test red or green: what goes wrong here leaves a candidate what it is, and warns.

Playwright calls are yielded, as in ``browser.calls``: a sync page has answered already, an async one is awaited.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pytest_ami.browser.session import Session
from pytest_ami.machine.replay import replay
from pytest_ami.store.complaint import complain

from .drift_tracking import Confirmation, confirmation

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from pytest_ami.model.workflow import Workflow

    from .plan import Plan

ARTIFACTS = ("record_video_dir", "record_video_size", "record_har_path")
"""Arguments of a context that make files: those are of the test's own context."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A healed version that is to be replayed from a clean context.

    Attributes:
        proposal: Its index among the attempt's proposals.
        run: Index of the run that healed it.
        candidate: The version.
        plan: Of that run.
        state: The storage of its context when it began.
        page: The page it ran on, for its browser.
    """

    proposal: int
    run: int
    candidate: Workflow
    plan: Plan
    state: Any = field(repr=False)
    page: Any = None


def tried(
    trial: Trial, fresh: Mapping[str, Any], driver: Callable[[Session], Any]
) -> Generator[Any, Any, Confirmation]:
    """Replay a candidate in a context of its own; yield Playwright calls, return what came of it.

    Args:
        trial: What to replay.
        fresh: With what a context is opened that is like the page's own.
        driver: Makes the driver of a session, in the page's flavour.
    """
    browser = trial.page.context.browser
    if browser is None:
        return _open(trial, "the test's context is persistent, and there is no browser to open another one in")
    options = {key: value for key, value in fresh.items() if key not in ARTIFACTS}
    try:
        context = yield browser.new_context(**{**options, "storage_state": trial.state})
    except Exception as error:  # noqa: BLE001  (of whatever kind: the test is not to blame)
        return _open(trial, _first_line(error))
    try:
        found = yield from _replayed(trial, context, driver)
    except Exception as error:  # noqa: BLE001  (of whatever kind: the test is not to blame)
        found = _open(trial, _first_line(error))
    try:
        yield context.close()
    except Exception as error:  # noqa: BLE001  (the browser is gone; what was found stays found)
        complain(f"A context for --ami-confirm could not be closed: {_first_line(error)}")
    return found


def _replayed(trial: Trial, context: Any, driver: Callable[[Session], Any]) -> Generator[Any, Any, Confirmation]:
    plan = trial.plan
    page = yield context.new_page()
    yield page.goto(plan.job.start, timeout=plan.job.patience)
    session = Session(page)
    try:
        program = replay(trial.candidate, plan.values, patience=plan.job.patience, heal=plan.job.heal)
        return confirmation(trial.candidate, (yield driver(session).run(program)))
    finally:
        session.close()


def _open(trial: Trial, why: str) -> Confirmation:
    complain(f'What was healed of "{trial.plan.task}" was not confirmed and stays a candidate: {why}')
    return Confirmation(text=why)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
