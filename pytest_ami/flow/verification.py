"""``--ami-confirm``: a healed version is replayed at once, from a clean context, before it counts.

Rules of this module:

* The context is a new one with the storage that the test's own context had when the flow began, so a login is kept.
  Routes and init scripts that the test has added to its page are missing.
* The check replays and does nothing else: no teacher, no recorder, the same values. It stops before the first commit,
  whose element it only locates: a deed is done once. A heal after that step is not checked.
* The check never turns a test red or green. If it fails itself, the version stays a candidate, and a warning says so.

Playwright calls are yielded, as in ``browser.calls``: on a sync page a call has its result, on an async one it is
awaited.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pytest_ami.browser.session import ContextSession
from pytest_ami.engine.versions.rehearsal import rehearse
from pytest_ami.report.messages import CAUSES
from pytest_ami.store.warnings import warn_bookkeeping

from .drift_tracking import with_reason
from .proposal import Confirmation

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from pytest_ami.engine.report import Replayed
    from pytest_ami.model.workflow import Workflow

    from .plan import Plan
    from .proposal import Proposal

ARTIFACTS = ("record_video_dir", "record_video_size", "record_har_path")
"""Arguments of a context that create files; only the test's own context may have them."""


@dataclass(frozen=True, slots=True)
class HealCheck:
    """A healed version that waits to be replayed from a clean context.

    Attributes:
        proposal: The version, and the run that healed it.
        plan: The plan of that run.
        state: The storage of the test's context at the start of the run.
        page: The page of the run, for its browser.
    """

    proposal: Proposal
    plan: Plan
    state: Any = field(repr=False)
    page: Any = None


def verify(
    check: HealCheck, context_options: Mapping[str, Any], driver: Callable[[ContextSession], Any]
) -> Generator[Any, Any, Confirmation]:
    """Replay a healed version in a context of its own; yield Playwright calls, return the result.

    Args:
        check: The version to replay.
        context_options: Arguments for a context like the page's own.
        driver: Makes the driver of a session, for sync or for async pages.
    """
    browser = check.page.context.browser
    if browser is None:
        return _open(check, "the test's context is persistent, and there is no browser to open another one in")
    options = {key: value for key, value in context_options.items() if key not in ARTIFACTS}
    try:
        context = yield browser.new_context(**{**options, "storage_state": check.state})
    except Exception as error:  # noqa: BLE001  (no error of the check may fail the test)
        return _open(check, _first_line(error))
    try:
        confirmation = yield from _replayed(check, context, driver)
    except Exception as error:  # noqa: BLE001  (no error of the check may fail the test)
        confirmation = _open(check, _first_line(error))
    try:
        yield context.close()
    except Exception as error:  # noqa: BLE001  (the browser is gone; the result stays)
        warn_bookkeeping(f"A context for --ami-confirm could not be closed: {_first_line(error)}")
    return confirmation


def confirmation_of(candidate: Workflow, replayed: Replayed, healed: int = 0) -> Confirmation:
    """Return the confirmation that follows from a rehearsal of a candidate in a clean context.

    Args:
        candidate: The healed version.
        replayed: The report of the rehearsal.
        healed: Number of its last step that was healed.
    """
    drift = with_reason(replayed.drift, candidate) if replayed.drift else None
    if drift is None and not replayed.healed and healed > max((step.number for step in replayed.steps), default=0):
        return Confirmation(text=f"step {healed} comes after a commit, which is not done a second time")
    if drift is None and not replayed.healed:
        return Confirmation(green=True, text="replayed at once from a clean context")
    if drift is None:
        steps = ", ".join(map(str, replayed.healed))
        return Confirmation(failed=True, text=f"from a clean context step {steps} had to be healed again")
    text = f"from a clean context it stopped at step {drift.step}: {CAUSES[drift.cause]}"
    return Confirmation(failed=drift.blames_page, text=text, evidence=(drift.title, *drift.evidence))


def _replayed(
    check: HealCheck, context: Any, driver: Callable[[ContextSession], Any]
) -> Generator[Any, Any, Confirmation]:
    spec, candidate = check.plan.spec, check.proposal.workflow
    page = yield context.new_page()
    yield page.goto(spec.options.url, timeout=spec.options.patience)
    session = ContextSession(page)
    try:
        program = rehearse(candidate, spec.values, spec.options)
        inserted = len(candidate.steps) - len(check.plan.workflow.steps if check.plan.workflow else ())
        healed = max(check.proposal.run.healed, default=0) + inserted
        confirmation = confirmation_of(candidate, (yield driver(session).run(program)), healed)
    finally:
        session.close()
    if confirmation.verdict == "open":
        warn_bookkeeping(f'The healed version of "{check.plan.task}" stays a candidate: {confirmation.text}')
    return confirmation


def _open(check: HealCheck, why: str) -> Confirmation:
    warn_bookkeeping(f'The healed version of "{check.plan.task}" was not confirmed and stays a candidate: {why}')
    return Confirmation(text=why)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
