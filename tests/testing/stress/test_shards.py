"""A stress run in shards finds what it finds in one process: in order, nothing lost and nothing twice."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.cli import app
from pytest_ami.cli.parameters import numbered_values
from pytest_ami.model.errors import AppDownError, HarnessError
from pytest_ami.model.workflow import Workflow
from pytest_ami.testing.executors import executors
from pytest_ami.testing.redesign import IdsRenamed, Redesign
from pytest_ami.testing.redesign.trial import Claim
from pytest_ami.testing.stress.course import ProgressListener, StressRun
from pytest_ami.testing.stress.judging import Baseline, JudgedRun, ObservedRun, judge
from pytest_ami.testing.stress.shards import NUMBERS, REDESIGNS, StressShard, run_shards, shards_of
from pytest_ami.testing.stress.stage import StressSpec

UNDISTURBED = ObservedRun(number=1, redesign=Redesign(), claim=Claim.GREEN)
EXPECTED = Baseline.of(UNDISTURBED, UNDISTURBED)


def whole(number: int) -> StressShard:
    """A stress run of so many redesigns, as one shard."""
    spec = StressSpec(
        workflow=Workflow(task="send email", steps=()),
        url="http://host/",
        values=numbered_values({"to": "ann{n}@example.com", "pin": "k3y"}, 99),
        secrets=("pin",),
        storage_state={"cookies": [{"name": "session", "value": "k3y"}]},
    )
    drawn = tuple(Redesign((IdsRenamed(),), seed) for seed in range(number))
    return StressShard(spec=spec, expected=EXPECTED, control=(UNDISTURBED,) * 2, redesigns=drawn, before=2)


def simulated(shard: StressShard, failing: Sequence[int] = (), tries: Path | None = None) -> StressRun:
    """Run a shard without a browser; those that begin before one of these run numbers fail."""
    if tries is not None:  # the first process that comes here dies
        try:
            tries.rename(tries.with_suffix(".used"))
        except FileNotFoundError:
            pass
        else:
            os._exit(1)
    if shard.before in failing:
        raise AppDownError("the application is down")
    rows: list[JudgedRun] = []
    for number, redesign in enumerate(shard.redesigns, shard.before + 1):
        seen = ObservedRun(number=number, redesign=redesign, claim=Claim.GREEN, applied=(1,), names=("to", "pin"))
        rows.append(judge(EXPECTED, seen))
    return StressRun(expected=EXPECTED, control=shard.control, rows=rows, extra=1)


def run(make: Callable[[], Executor], shard: StressShard, work: Any = simulated) -> tuple[StressRun, int, list[str]]:
    found, told = StressRun(expected=EXPECTED, control=shard.control), []
    listener = ProgressListener(report=lambda activity, _row: told.append(activity))
    return found, run_shards(make, shard, found, listener, work), told


def seeds(found: StressRun) -> list[int]:
    return [row.observed.redesign.seed for row in found.rows]


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 65), st.sets(st.integers(0, 13)))
def test_all_redesigns_come_back_in_order_and_no_run_number_is_used_twice(number: int, failing: set[int]) -> None:
    shards = shards_of(whole(number))
    span = NUMBERS * len(shards)
    failed = [2 + NUMBERS * index for index in failing]  # of the first tries and of the second ones
    found, used, told = run(partial(ThreadPoolExecutor, 2), whole(number), partial(simulated, failing=failed))
    lost = {n for n, shard in enumerate(shards) if {shard.before, shard.before + span} <= set(failed)}
    assert seeds(found) == [seed for seed in range(number) if seed // REDESIGNS not in lost]
    assert (found.error is not None) is bool(lost)
    assert found.extra == len(shards) - len(lost)
    numbers = [row.observed.number for row in found.rows]
    assert len(set(numbers)) == len(numbers) == found.sure == len(told)
    assert all(2 < one <= used for one in numbers)


def test_shards_that_break_down_twice_are_an_error_and_the_others_stand() -> None:
    def breaks(shard: StressShard) -> StressRun:
        if len(shard.redesigns) < REDESIGNS:
            raise RuntimeError("out of memory")
        return simulated(shard)

    found, _, _ = run(partial(ThreadPoolExecutor, 2), whole(25), breaks)
    assert seeds(found) == list(range(20))
    assert isinstance(found.error, HarnessError)
    assert "1 of 3 shards failed twice" in str(found.error)
    assert "evidence: RuntimeError: out of memory" in str(found.error)


def test_a_shard_can_be_sent_and_shows_no_secret() -> None:
    shard = whole(3)
    sent = pickle.loads(pickle.dumps(shard))  # noqa: S301  (our own bytes)
    assert sent.spec.values(7) == {"to": "ann7@example.com", "pin": "k3y"}
    assert sent.redesigns == shard.redesigns
    assert "k3y" not in repr(sent)


def test_a_reset_does_not_go_with_other_browsers() -> None:
    options = ("stress", "x", "--url", "http://host/", "--reset", "true")
    for more in (("--jobs", "2"), ("--on", "dask://host:1")):
        result = CliRunner().invoke(app.ami, [*options, *more])
        assert result.exit_code == 4
        assert "--reset restores the data under the runs of other browsers" in result.output


@pytest.fixture
def cluster() -> Iterator[str]:
    """A real cluster of two processes on this machine."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        yield local.scheduler_address.replace("tcp://", "dask://")


@pytest.mark.nightly  # by day: threads and processes of this machine
@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # Dask's own
def test_a_cluster_loses_no_run_and_doubles_none_although_a_worker_dies(cluster: str, tmp_path: Path) -> None:
    tries = tmp_path / "tries"
    tries.touch()
    shard = whole(6_000)
    with executors(cluster, 1) as make:
        found, _, _ = run(make, shard, partial(simulated, tries=tries))
    assert seeds(found) == list(range(6_000))
    assert not tries.exists(), "a worker died"
    assert found.error is None
