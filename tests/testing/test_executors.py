"""Every job has exactly one result on every executor, although jobs fail, processes die and the user stops."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.errors import ConfigurationError, FlowError
from pytest_ami.testing.executors import executors, spread


class Inline(Executor):
    """Does each job at once; a job that asks for it breaks the executor for itself and all later ones."""

    def __init__(self) -> None:
        self.broken = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.broken:
            raise BrokenExecutor("dead")
        try:
            future.set_result(fn(*args, **kwargs))
        except BrokenExecutor as error:
            self.broken = True
            future.set_exception(error)
        except Exception as error:  # noqa: BLE001  (an executor keeps whatever a job raises)
            future.set_exception(error)
        return future


class Crew:
    """Jobs that go as planned: for each its outcomes, try by try; a dash is good, R raises, D kills the process."""

    def __init__(self, plans: list[str]) -> None:
        self.plans = plans
        self.tries: Counter[int] = Counter()

    def work(self, job: tuple[int, int]) -> int:
        index, attempt = job
        self.tries[index] += 1
        outcome = self.plans[index][attempt - 1]
        if outcome == "R":
            raise FlowError("the flow failed", run="ami doctor")
        if outcome == "D":
            raise BrokenExecutor("dead")
        return index

    def results(self, stop: Callable[[], bool] = lambda: False) -> list[tuple[int, Any]]:
        jobs = [(index, 1) for index in range(len(self.plans))]
        return list(spread(Inline, self.work, jobs, again=lambda job: (job[0], 2), stop=stop))


plans = st.lists(st.sampled_from(["--", "R-", "RR", "D-", "DD", "DR"]), max_size=12)


@settings(max_examples=100, deadline=None)
@given(plans)
def test_every_job_has_exactly_one_result_and_at_most_two_tries(drawn: list[str]) -> None:
    crew = Crew(drawn)
    found = crew.results()
    assert sorted(index for index, _ in found) == list(range(len(drawn)))
    assert all(tries <= 2 for tries in crew.tries.values())
    for index, result in found:
        good = drawn[index][crew.tries[index] - 1] == "-" if crew.tries[index] == 2 else drawn[index][0] == "-"
        # A job that never began on the broken executor has one try only, and it is its second.
        if crew.tries[index] == 1 and not good:
            good = drawn[index][1] == "-"
        assert (result == index) if good else isinstance(result, Exception)


def test_a_job_that_kills_its_executor_does_not_take_others_with_it() -> None:
    found = dict(Crew(["DD", "--", "R-"]).results())
    assert (found[1], found[2]) == (1, 2)
    assert isinstance(found[0], BrokenExecutor)


def test_after_a_stop_nothing_is_tried_again() -> None:
    crew = Crew(["R-", "D-"])
    found = crew.results(stop=lambda: True)
    assert [(index, type(result)) for index, result in found] == [(0, FlowError)]
    assert crew.tries == {0: 1, 1: 1}


def double_or_die(number: int) -> int:
    if number == 3:
        os._exit(1)
    return 2 * number


@pytest.mark.slow
def test_processes_of_this_machine_survive_the_death_of_one() -> None:
    with executors("", 2) as make:
        found = dict(
            spread(make, double_or_die, [3, 1, 2], again=lambda number: number + 10 if number == 3 else number)
        )
    assert found == {0: 26, 1: 2, 2: 4}


@pytest.mark.parametrize("address", ["dask://", "dask://host", "tcp://host:1", "dask://host:many", "host:1"])
def test_an_address_of_no_cluster_is_refused_with_an_example(address: str) -> None:
    with pytest.raises(ConfigurationError, match="names no cluster") as caught, executors(address, 1):
        pass
    assert "dask://127.0.0.1:8786" in str(caught.value)
