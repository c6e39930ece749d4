"""A stress run in several processes or on several machines: shards of its redesigns, each in a browser of its own.

Rules of this module:

* The two undisturbed runs come first, in the controller; all shards are judged by them.
* Each run has a number of its own, also in a shard that is tried again, so that ``{n}`` gives fresh data.
* The results stand in the order of the redesigns, wherever they ran. A shard that failed twice is an error of the whole
  run, and the results of the others stay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from pytest_ami.model.errors import AmiError, HarnessError
from pytest_ami.testing.executors import MakeExecutor, spread
from pytest_ami.testing.redesign.redesign import Redesign

from .course import ProgressListener, StressRun, stress
from .judging import Baseline, ObservedRun
from .stage import StressRunner, StressSpec, open_browser

REDESIGNS = 10
"""Redesigns of a shard: long beside the start of a browser, short beside the whole."""

NUMBERS = 4 * REDESIGNS
"""Numbers of runs that a shard may use: each redesign twice, and a look after each whether the flow still runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StressShard:
    """A part of a stress run.

    Attributes:
        spec: The parts that all runs share.
        expected: The baseline.
        control: The two undisturbed runs.
        redesigns: The redesigns of this shard.
        before: Number of the last run before its first one.
        browser: The browser executable, as the settings name it.
        headed: Whether the browser has a window.
    """

    spec: StressSpec
    expected: Baseline
    control: tuple[ObservedRun, ObservedRun]
    redesigns: tuple[Redesign, ...]
    before: int
    browser: str = ""
    headed: bool = False


def shards_of(shard: StressShard) -> list[StressShard]:
    """Return the shards of a stress run that is described as one shard, in the order of its redesigns."""
    drawn = shard.redesigns
    return [
        replace(shard, redesigns=drawn[start : start + REDESIGNS], before=shard.before + NUMBERS * number)
        for number, start in enumerate(range(0, len(drawn), REDESIGNS))
    ]


def run_shard(shard: StressShard) -> StressRun:
    """Run the redesigns of a shard in a browser of its own, and return the results.

    Raises:
        ConfigurationError: The browser did not start.
    """
    found = StressRun(expected=shard.expected, control=shard.control)
    with open_browser(shard.browser, headed=shard.headed) as browser:
        runner = StressRunner(browser, shard.spec, before=shard.before)
        return stress(runner, found, shard.redesigns, ProgressListener(), findings=0)


def run_shards(
    make: MakeExecutor,
    whole: StressShard,
    stress_run: StressRun,
    listener: ProgressListener,
    work: Callable[[StressShard], StressRun] = run_shard,
) -> int:
    """Run a stress run in shards, and add the results to it.

    Args:
        make: Makes an executor.
        whole: The whole as one shard.
        stress_run: The stress run with its control runs; the function fills it.
        listener: Receives the progress.
        work: Runs a shard.

    Returns:
        The number of the last run that a shard may have used.
    """
    shards = shards_of(whole)
    span = NUMBERS * len(shards)
    results: dict[int, StressRun | Exception] = {}

    def again(shard: StressShard) -> StressShard:
        return replace(shard, before=shard.before + span)

    for index, result in spread(make, work, shards, again=again, stop=listener.stop):
        results[index] = result
        for row in result.rows if isinstance(result, StressRun) else ():
            listener.report("redesigns", row)
    _merge(stress_run, [results[index] for index in sorted(results)], len(shards))
    return whole.before + 2 * span


def _merge(stress_run: StressRun, results: Sequence[StressRun | Exception], number: int) -> None:
    parts = [one for one in results if isinstance(one, StressRun)]
    for part in parts:
        stress_run.rows += part.rows
        stress_run.extra += part.extra
    stress_run.sure = len(stress_run.rows)
    stress_run.error = _error((one for one in results if isinstance(one, Exception)), number) or next(
        (part.error for part in parts if part.error is not None), None
    )


def _error(errors: Iterable[Exception], number: int) -> AmiError | None:
    """Return the error about the shards that failed twice; None if none did."""
    found = list(errors)
    if not found:
        return None
    if isinstance(found[0], AmiError):
        return found[0]
    return HarnessError(
        f"{len(found)} of {number} shards failed twice; the results of the others stand",
        why="A shard is tried again once, on a process of its own.",
        evidence=[f"{type(found[0]).__name__}: {found[0]}".split("\n", 1)[0]],
        run="ami stress ... --jobs 1",
    )
