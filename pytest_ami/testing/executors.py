"""Runs jobs on any ``concurrent.futures.Executor``: processes of this machine, or a Dask cluster.

Rules of this module:

* Each job has exactly one result, whatever happens: the value that it returned, or the error of its second try.
* A job that raised is tried once more at once. If a process died, all jobs of its executor are lost with it and nobody
  knows which of them killed it, so each is tried once more on an executor of its own.
* The jobs begin in their order: put the longest first.
* Ctrl-C belongs to this process; its children do not hear it.

It knows executors and functions. It must never know what a job does.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar
from urllib.parse import urlsplit

from pytest_ami.model.errors import ConfigurationError, require_packages

Job = TypeVar("Job")
JobResult = TypeVar("JobResult")
MakeExecutor = Callable[[], Executor]

PAUSE = 0.2
"""Seconds between two looks at the wish to stop."""

ANSWERS = 15
"""Seconds that a scheduler may take to answer."""


def spread(
    make: MakeExecutor,
    work: Callable[[Job], JobResult],
    jobs: Sequence[Job],
    *,
    again: Callable[[Job], Job] = lambda job: job,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[int, JobResult | Exception]]:
    """Run jobs, and yield the index of each with its result, in the order in which they end.

    Args:
        make: Makes an executor.
        work: Does a job; a function of a module, if the executor has other processes.
        jobs: The jobs.
        again: Returns the job for a second try.
        stop: Returns whether to begin no further job. Jobs that have not begun have no result then.
    """
    with make() as executor:
        crew = _Crew(executor, work, jobs, again)
        for index in range(len(jobs)):
            crew.submit(index, 1)
        while crew.pending:
            yield from crew.ended(retry=not stop())
            if stop():
                crew.cancel()
    for index in sorted(crew.lost):
        if not stop():
            with make() as executor:
                yield index, _result(executor.submit(work, again(jobs[index])))


class _Crew(Generic[Job, JobResult]):
    """An executor with jobs.

    Attributes:
        pending: Index of the job and number of its try, by future.
        lost: Indexes of the jobs that were lost with their executor.
    """

    def __init__(
        self, executor: Executor, work: Callable[[Job], JobResult], jobs: Sequence[Job], again: Callable[[Job], Job]
    ) -> None:
        self.pending: dict[Future[JobResult], tuple[int, int]] = {}
        self.lost: list[int] = []
        self._done: SimpleQueue[Future[JobResult]] = SimpleQueue()  # waiting for thousands of futures takes long
        self._executor, self._work, self._jobs, self._again = executor, work, jobs, again

    def submit(self, index: int, attempt: int) -> None:
        job = self._jobs[index]
        try:
            future = self._executor.submit(self._work, job if attempt == 1 else self._again(job))
        except BrokenExecutor:
            self.lost.append(index)
        else:
            self.pending[future] = (index, attempt)
            future.add_done_callback(self._done.put)

    def ended(self, *, retry: bool) -> Iterator[tuple[int, JobResult | Exception]]:
        """Yield the result of a job that ends within a moment, if one does; try a failed one once more."""
        try:
            future = self._done.get(timeout=PAUSE)
        except Empty:
            return
        if future not in self.pending:  # it was cancelled
            return
        index, attempt = self.pending.pop(future)
        result = _result(future)
        if isinstance(result, BrokenExecutor):
            self.lost.append(index)
        elif isinstance(result, Exception) and attempt == 1 and retry:
            self.submit(index, attempt + 1)
        else:
            yield index, result

    def cancel(self) -> None:
        """Forget the jobs that have not begun."""
        for future in [one for one in self.pending if one.cancel()]:
            del self.pending[future]


def _result(future: Future[JobResult]) -> JobResult | Exception:
    try:
        return future.result()
    except Exception as error:  # noqa: BLE001  (the error of a job is its result)
        return error


SILENCE = "600s"
"""How long the connection to a scheduler may be silent. On a very busy machine Dask's own 30 seconds ended one, and its
client never came back."""


@contextmanager
def executors(on: str, jobs: int) -> Iterator[MakeExecutor]:
    """Yield a function that makes executors.

    Args:
        on: ``dask://HOST:PORT`` for a Dask cluster, or an empty string for processes of this machine.
        jobs: Number of processes.

    Raises:
        ConfigurationError: The address is none, Dask is not installed, or no scheduler answers.
    """
    if not on:
        yield lambda: local_processes(jobs)
        return
    address = _scheduler(on)
    require_packages("dask", "distributed", what="--on dask://...", why="A Dask cluster has a client of its own.")
    import dask.config
    from distributed import Client

    try:
        with dask.config.set({"distributed.comm.timeouts.tcp": SILENCE}):
            client = Client(address, timeout=ANSWERS, set_as_default=False)
    except (OSError, TimeoutError) as error:
        raise ConfigurationError(
            f"No Dask scheduler answers at {on}",
            why="The work is spread over the workers of a running cluster, and its scheduler must be reachable.",
            evidence=[str(error).split("\n", 1)[0]],
            run="dask scheduler --port 8786",
        ) from None
    with client:
        yield lambda: client.get_executor(pure=False)


def local_processes(jobs: int) -> Executor:
    """Return an executor of fresh processes: a browser that this process has started cannot be inherited."""
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_ignore_interrupts)


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _scheduler(on: str) -> str:
    """Return the address of a scheduler in Dask's own form."""
    try:
        parts = urlsplit(on)
        if parts.scheme == "dask" and parts.hostname and parts.port:
            return f"tcp://{parts.netloc}"
    except ValueError:  # such as a port that is no number
        pass
    raise ConfigurationError(
        f"--on is {on!r}, which names no cluster",
        why="The address of a Dask scheduler is dask://HOST:PORT.",
        run="ami replay --all --on dask://127.0.0.1:8786",
    )
