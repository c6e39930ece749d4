"""The course of a stress run: two undisturbed runs, then the redesigns, then a smaller redesign per finding.

Rules of this module:

* A flow that does not run undisturbed, twice and without a heal, gets no verdicts about redesigns.
* A run may remove data that the next runs need. The stress run checks for this and leaves out doubtful runs.
* It can be interrupted at any time; the results until then are the result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from pytest_ami.model.errors import AmiError, FlowError
from pytest_ami.model.printable import as_argument
from pytest_ami.testing.redesign.drawing import ONLY_AIMED
from pytest_ami.testing.redesign.mutation import ANYWHERE
from pytest_ami.testing.redesign.redesign import Redesign
from pytest_ami.testing.redesign.trial import Claim, TrialResult

from .judging import BAD, Baseline, JudgedRun, ObservedRun, judge
from .shrink import MOST, ShrinkResult, shrink, size
from .stage import StressRunner

DOUBT = 6
"""So many runs in a row that were stopped make one look whether the flow still runs at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something to look at: the smallest redesign that shows it.

    Attributes:
        row: The run on that redesign.
        first: The redesign as it was drawn.
        also: How many other runs seem to show the same.
        again: Whether it happened again; None if that was not tried.
    """

    row: JudgedRun
    first: Redesign
    also: int = 0
    again: bool | None = None


@dataclass(slots=True, kw_only=True)
class StressRun:
    """The results of a stress run so far.

    Attributes:
        expected: The baseline: the actions of the flow when it is undisturbed.
        control: The two undisturbed runs.
        rows: The runs on redesigns.
        findings: The findings.
        extra: Number of additional runs that made findings smaller and let mutations meet an element.
        seconds: Duration of all runs.
        sure: Number of rows that certainly met the application in its original state.
        ended: ``done`` or ``interrupted``.
        error: The error that ended it; None if there was none.
    """

    expected: Baseline
    control: tuple[ObservedRun, ObservedRun]
    rows: list[JudgedRun] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    extra: int = 0
    seconds: float = 0.0
    sure: int = 0
    ended: str = "done"
    error: AmiError | None = None

    @property
    def bad(self) -> bool:
        """Whether something happened that must never happen."""
        return any(row.result in BAD for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressListener:
    """Receives the progress of a stress run, and may stop it.

    Attributes:
        report: Called with the current activity, and after each run with its judged result.
        stop: Returns whether to stop.
    """

    report: Callable[[str, JudgedRun | None], None] = lambda _what, _row: None
    stop: Callable[[], bool] = lambda: False


def control(runner: StressRunner) -> tuple[ObservedRun, ObservedRun]:
    """Run the workflow twice on the pages as they are.

    Raises:
        FlowError: It does not get through, or only with a heal.
        AmiError: The reset failed, or the application is down.
    """
    first, second = (_undisturbed(runner, again) for again in (False, True))
    return first, second


def _undisturbed(runner: StressRunner, again: bool) -> ObservedRun:  # noqa: FBT001  (first or second)
    observed = runner.attempt(Redesign())
    task, spec = runner.spec.workflow.task, runner.spec
    if observed.claim is Claim.GREEN:
        return observed
    what = f'"{task}" does not run on {spec.url} as it is, so redesigns of it cannot be judged'
    evidence = [observed.why] if observed.why else []
    if observed.claim is Claim.HEALED:
        why = "The pages differ from those of the lesson: it had to be healed. Learn it again first."
        evidence.append(f"healed: step {', '.join(map(str, observed.healed))}")
        raise FlowError(what, why=why, evidence=evidence, run=f"ami show {as_argument(task)}")
    if again:
        why = "The first run was green and the second was not: the data of one run prevents the next."
        evidence.append("give every run other values with {n}, or a clean state with --reset COMMAND")
    else:
        why = "The run on the unchanged page was not green. Is it the page of the lesson, and signed in?"
    raise FlowError(what, why=why, evidence=evidence, run=f"{spec.command} --headed")


def stress(
    runner: StressRunner,
    stress_run: StressRun,
    redesigns: Iterable[Redesign],
    listener: ProgressListener,
    *,
    findings: int = 5,
) -> StressRun:
    """Run the workflow on redesign after redesign.

    A mutation alone that met nothing where it was aimed at is tried once more on whatever it applies to.

    Args:
        runner: The browser that runs the workflow.
        stress_run: The stress run with its control runs; the function fills it.
        redesigns: The redesigns to try.
        listener: Receives the progress.
        findings: Number of findings to reduce.

    Returns:
        The stress run, also after an error or an interruption.
    """
    began = time.monotonic()
    try:
        for redesign in redesigns:
            if listener.stop():
                break
            row = judge(stress_run.expected, runner.attempt(redesign, stress_run.expected))
            wider = everywhere(redesign)
            if row.result is TrialResult.UNCHANGED and row.observed.claim.passes and wider is not None:
                stress_run.extra += 1
                row = judge(stress_run.expected, runner.attempt(wider, stress_run.expected))
            stress_run.rows.append(row)
            listener.report("redesigns", row)
            if row.observed.claim.passes:
                stress_run.sure = len(stress_run.rows)
            elif row.result is TrialResult.UNCHANGED or len(stress_run.rows) - stress_run.sure >= DOUBT:
                _look_again(runner, stress_run)
        if len(stress_run.rows) - stress_run.sure > 1:
            _look_again(runner, stress_run)
        _find(runner, stress_run, listener, findings)
    except AmiError as error:
        stress_run.error = error
    stress_run.seconds += time.monotonic() - began
    if listener.stop():
        stress_run.ended = "interrupted"
    return stress_run


def _look_again(runner: StressRunner, stress_run: StressRun) -> None:
    """Check that the flow still runs undisturbed: a run may have signed out, or used up data of the others.

    Raises:
        FlowError: It does not. The runs since the last certain one are left out, except the first of them.
    """
    stress_run.extra += 1
    observed = runner.attempt(Redesign())
    if observed.claim.passes:
        stress_run.sure = len(stress_run.rows)
        return
    suspects = stress_run.rows[stress_run.sure :]
    del stress_run.rows[stress_run.sure + 1 :]
    raise FlowError(
        f'"{runner.spec.workflow.task}" no longer runs on {runner.spec.url} as it is: the stress run has to end',
        why="One of the last runs has changed data that all others need, such as a session that is signed out now.",
        evidence=[
            observed.why,
            *(f"run {row.observed.number}: {row.observed.redesign}" for row in suspects[:3]),
            "let the flow sign in itself, or let --reset COMMAND restore the data and the file of --storage-state",
        ],
        run=f"{runner.spec.command} --headed",
    )


def everywhere(redesign: Redesign) -> Redesign | None:
    """Return a lone mutation without its target, or None if that makes no sense."""
    if len(redesign) != 1 or redesign.mutations[0].at == ANYWHERE or not redesign.keeps:
        return None
    (one,) = redesign.mutations
    return None if type(one).__name__ in ONLY_AIMED else replace(redesign, mutations=(replace(one, at=ANYWHERE),))


def _find(runner: StressRunner, stress_run: StressRun, listener: ProgressListener, most: int) -> None:
    """Make the redesigns of wrong runs smaller, and one redesign at which the flow stopped."""
    for row in candidates(stress_run.rows):
        same = _known(stress_run.findings, row)
        if same is not None:
            stress_run.findings[same] = replace(stress_run.findings[same], also=stress_run.findings[same].also + 1)
        elif row.result in BAD or not any(one.row.result is TrialResult.ABSTAINED for one in stress_run.findings):
            small = len(stress_run.findings) < most and not listener.stop()
            found = (
                _smallest(runner, stress_run, listener, row) if small else Finding(row=row, first=row.observed.redesign)
            )
            stress_run.findings.append(found)


def candidates(rows: Iterable[JudgedRun]) -> list[JudgedRun]:
    """Return the runs worth a finding: the worst first, then the smallest; of equal ones the first."""
    rank = [*BAD, TrialResult.ABSTAINED]
    found = [row for row in rows if row.result in rank]
    return sorted(found, key=lambda row: (rank.index(row.result), size(row.observed.active)))


def _known(findings: Iterable[Finding], row: JudgedRun) -> int | None:
    """Return the place of the finding that seems to be the same: its mutations are among those of the run."""
    for place, one in enumerate(findings):
        if one.row.result is row.result and set(one.row.mutations) <= set(row.mutations):
            return place
    return None


def _smallest(runner: StressRunner, stress_run: StressRun, listener: ProgressListener, row: JudgedRun) -> Finding:
    seen: dict[str, JudgedRun] = {}

    def fails(redesign: Redesign) -> bool:
        if listener.stop() or redesign.keeps is not row.keeps:
            return False
        stress_run.extra += 1
        observed = judge(stress_run.expected, runner.attempt(redesign, stress_run.expected))
        listener.report("making small", None)
        seen[str(redesign)] = observed
        return observed.result is row.result

    whole, active = row.observed.redesign, row.observed.active
    done = shrink(active, fails)
    if not done.again and not listener.stop():
        _look_again(runner, stress_run)
    if not done.again and str(active) != str(whole) and whole.keeps is row.keeps:
        done = shrink(whole, fails, most=MOST - done.runs)
    return _finding(row, done, seen, stopped=listener.stop())


def _finding(row: JudgedRun, done: ShrinkResult, seen: dict[str, JudgedRun], *, stopped: bool) -> Finding:
    first = row.observed.redesign
    if done.again:
        return Finding(row=seen[str(done.redesign)], first=first, again=True)
    return Finding(row=row, first=first, again=None if stopped else False)
