"""The course of a stress run: undisturbed first, then redesign after redesign, then the smallest of what went wrong.

Rules of this module:

* Nothing is said about redesigns of a page on which the flow does not run as it is: twice, and without a heal.
* A run may take away what the next ones need. Where that is possible it is looked for; what is in doubt is left out.
* It may be told to stop at any time; what is known by then is the result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from pytest_ami.model.errors import AmiError, FlowError
from pytest_ami.testing.redesign.drawing import ONLY_AIMED
from pytest_ami.testing.redesign.mutation import ANYWHERE
from pytest_ami.testing.redesign.redesign import Redesign
from pytest_ami.testing.redesign.trial import Claim, Result

from .judging import BAD, Expected, Row, Tried, judged
from .shrink import MOST, Shrunk, shrunk, size
from .stage import Stage

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

    row: Row
    first: Redesign
    also: int = 0
    again: bool | None = None


@dataclass(slots=True, kw_only=True)
class Course:
    """What has come of a stress run so far.

    Attributes:
        expected: What the flow does undisturbed.
        control: The two undisturbed runs.
        rows: The runs on redesigns.
        findings: What to look at.
        extra: How many more runs it took, to make findings small and to let mutations meet something.
        seconds: How long all of it took.
        sure: How many of the rows are certain to have met the application as it was.
        ended: ``done`` or ``interrupted``.
        trouble: Why it could not go on; None if it could.
    """

    expected: Expected
    control: tuple[Tried, Tried]
    rows: list[Row] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    extra: int = 0
    seconds: float = 0.0
    sure: int = 0
    ended: str = "done"
    trouble: AmiError | None = None

    @property
    def bad(self) -> bool:
        """Whether something happened that must never happen."""
        return any(row.result in BAD for row in self.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watcher:
    """Who looks on.

    Attributes:
        told: Called with what is being done, and with the row of a run when there is one.
        stop: Tells whether to stop.
    """

    told: Callable[[str, Row | None], None] = lambda _what, _row: None
    stop: Callable[[], bool] = lambda: False


def control(stage: Stage) -> tuple[Tried, Tried]:
    """Run the workflow twice on the pages as they are.

    Raises:
        FlowError: It does not get through, or only with a heal.
        AmiError: The reset failed, or the application is down.
    """
    first, second = (_undisturbed(stage, again) for again in (False, True))
    return first, second


def _undisturbed(stage: Stage, again: bool) -> Tried:  # noqa: FBT001  (first or second)
    tried = stage.attempt(Redesign())
    task, order = stage.order.workflow.task, stage.order
    if tried.claim is Claim.GREEN:
        return tried
    what = f'"{task}" does not run on {order.url} as it is, so nothing can be said about redesigns of it'
    evidence = [tried.why] if tried.why else []
    if tried.claim is Claim.HEALED:
        why = "The pages are no longer those it was learned on: it had to be healed. Let it be learned anew first."
        evidence.append(f"healed: step {', '.join(map(str, tried.healed))}")
        raise FlowError(what, why=why, evidence=evidence, run=f'ami show "{task}"')
    if again:
        why = "The first run was green and the second was not: what a run leaves behind is in the way of the next."
        evidence.append("give every run other values with {n}, or a clean state with --reset COMMAND")
    else:
        why = "The run on the page as it is was not green. Is it the page it was learned on, and signed in?"
    raise FlowError(what, why=why, evidence=evidence, run=f"{order.command} --headed")


def stress(
    stage: Stage, course: Course, redesigns: Iterable[Redesign], watcher: Watcher, *, findings: int = 5
) -> Course:
    """Run the workflow on redesign after redesign.

    A mutation alone that met nothing where it was aimed at is tried once more on whatever it applies to.

    Args:
        stage: Where.
        course: With its control runs; is filled.
        redesigns: Which.
        watcher: Who looks on.
        findings: How many findings are made as small as they can be.

    Returns:
        The course, whatever ended it.
    """
    began = time.monotonic()
    try:
        for redesign in redesigns:
            if watcher.stop():
                break
            row = judged(course.expected, stage.attempt(redesign, course.expected))
            wider = everywhere(redesign)
            if row.result is Result.UNCHANGED and row.tried.claim.passes and wider is not None:
                course.extra += 1
                row = judged(course.expected, stage.attempt(wider, course.expected))
            course.rows.append(row)
            watcher.told("redesigns", row)
            if row.tried.claim.passes:
                course.sure = len(course.rows)
            elif row.result is Result.UNCHANGED or len(course.rows) - course.sure >= DOUBT:
                _look_again(stage, course)
        if len(course.rows) - course.sure > 1:
            _look_again(stage, course)
        _find(stage, course, watcher, findings)
    except AmiError as error:
        course.trouble = error
    course.seconds = time.monotonic() - began
    if watcher.stop():
        course.ended = "interrupted"
    return course


def _look_again(stage: Stage, course: Course) -> None:
    """Make sure that the flow still runs undisturbed: a run may have signed out, or used up what others need.

    Raises:
        FlowError: It does not. The runs since it was last known to are left out, but for the first of them.
    """
    course.extra += 1
    tried = stage.attempt(Redesign())
    if tried.claim.passes:
        course.sure = len(course.rows)
        return
    suspects = course.rows[course.sure :]
    del course.rows[course.sure + 1 :]
    raise FlowError(
        f'"{stage.order.workflow.task}" no longer runs on {stage.order.url} as it is: the stress run has to end',
        why="One of the last runs has changed what all others need, such as a session that is signed out now.",
        evidence=[
            tried.why,
            *(f"run {row.tried.number}: {row.tried.redesign}" for row in suspects[:3]),
            "let the flow sign in itself, or let --reset COMMAND bring back the data and the file of --storage-state",
        ],
        run=f"{stage.order.command} --headed",
    )


def everywhere(redesign: Redesign) -> Redesign | None:
    """Return what a lone mutation is when it is aimed at nothing, or None where that makes no sense."""
    if len(redesign) != 1 or redesign.mutations[0].at == ANYWHERE or not redesign.keeps:
        return None
    (one,) = redesign.mutations
    return None if type(one).__name__ in ONLY_AIMED else replace(redesign, mutations=(replace(one, at=ANYWHERE),))


def _find(stage: Stage, course: Course, watcher: Watcher, most: int) -> None:
    """Make small what went wrong, and one of those that were stopped at."""
    for row in candidates(course.rows):
        same = _known(course.findings, row)
        if same is not None:
            course.findings[same] = replace(course.findings[same], also=course.findings[same].also + 1)
        elif row.result in BAD or not any(one.row.result is Result.ABSTAINED for one in course.findings):
            small = len(course.findings) < most and not watcher.stop()
            found = _smallest(stage, course, watcher, row) if small else Finding(row=row, first=row.tried.redesign)
            course.findings.append(found)


def candidates(rows: Iterable[Row]) -> list[Row]:
    """Return what is worth a look: the worst first, then the smallest; of each the one that was met first."""
    rank = [*BAD, Result.ABSTAINED]
    found = [row for row in rows if row.result in rank]
    return sorted(found, key=lambda row: (rank.index(row.result), size(row.tried.active)))


def _known(findings: Iterable[Finding], row: Row) -> int | None:
    """Return the place of the finding that seems to be the same: its mutations are among those of the run."""
    for place, one in enumerate(findings):
        if one.row.result is row.result and set(one.row.mutations) <= set(row.mutations):
            return place
    return None


def _smallest(stage: Stage, course: Course, watcher: Watcher, row: Row) -> Finding:
    seen: dict[str, Row] = {}

    def fails(redesign: Redesign) -> bool:
        if watcher.stop() or redesign.keeps is not row.keeps:
            return False
        course.extra += 1
        tried = judged(course.expected, stage.attempt(redesign, course.expected))
        watcher.told("making small", None)
        seen[str(redesign)] = tried
        return tried.result is row.result

    whole, active = row.tried.redesign, row.tried.active
    done = shrunk(active, fails)
    if not done.again and not watcher.stop():
        _look_again(stage, course)
    if not done.again and str(active) != str(whole) and whole.keeps is row.keeps:
        done = shrunk(whole, fails, most=MOST - done.runs)
    return _finding(row, done, seen, stopped=watcher.stop())


def _finding(row: Row, done: Shrunk, seen: dict[str, Row], *, stopped: bool) -> Finding:
    first = row.tried.redesign
    if done.again:
        return Finding(row=seen[str(done.redesign)], first=first, again=True)
    return Finding(row=row, first=first, again=None if stopped else False)
