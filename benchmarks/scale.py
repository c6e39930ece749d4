"""A thousand teams, a million replays a day: rows, bytes, connections and machine hours.

There are three sources. The journals of real runs of pytest show what a replay, a run and a lesson write. A store that
is filled with these facts shows its size on disk. A simulated day shows how many workers and ends of runs meet. The
seconds of a replay and of the end of a run come from the committed figures, because these were measured on a quiet
machine.
"""

from __future__ import annotations

import heapq
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import decode, encode, new_id
from pytest_ami.store.journal import make_folder
from pytest_ami.testing.project import Project
from tests.support.projects import PLAIN

from . import results

ROOT = Path(__file__).parents[1]
TESTS = 20
"""Tests of the project whose journals are counted."""

DAYS = (1, 7, 30)
"""Ages at which a team's store is measured."""

SUITE = """
    from tests.support.faked import teach

    marks = [pytest.mark.learned(f"send {n}", teacher=teach) for n in range(TESTS)]

    @pytest.mark.parametrize("n", [pytest.param(n, marks=mark) for n, mark in enumerate(marks)])
    def test_send(ami, page, n):
        ami.run(to="ann@example.com", subject=f"Mail {n}")
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """The assumptions.

    Attributes:
        teams: Number of teams.
        replays: Replays of all teams in a day.
        replays_of_run: Replays of one run of pytest.
        workers: Workers of one run.
        hours: Hours of the day in which runs begin, evenly spread.
        lessons: Share of replays that are lessons instead.
    """

    teams: int = 1_000
    replays: int = 1_000_000
    replays_of_run: int = 50
    workers: int = 4
    hours: float = 10.0
    lessons: float = 0.001

    @property
    def runs(self) -> int:
        """Runs of all teams in a day."""
        return self.replays // self.replays_of_run


def counted() -> dict[str, dict[str, Any]]:
    """Return what one replay, one run and one lesson write: ``facts``, ``bytes`` and the lines of a replay."""
    with tempfile.TemporaryDirectory() as name:
        project = Project.at(Path(name)).with_args("-p", "tests.support.faked", "-p", "no:playwright", *PLAIN)
        project = project.with_env(FAKED_PACE="0", PYTHONPATH=str(ROOT)).with_test(SUITE.replace("TESTS", str(TESTS)))
        lessons = _written(project)
        replays = _written(project, "--ami-mode=replay")
    ends = [line for line in replays if kind_of(line) == "run_finished"]
    lines = [line for line in replays if kind_of(line) != "run_finished"]
    taught = [line for line in lessons if kind_of(line) != "run_finished"]
    return {
        "replay": {**_size(lines, TESTS), "lines": [line for line in lines if test_of(line) == test_of(lines[0])]},
        "run": {**_size(ends, 1), "lines": ends},
        "lesson": _size(taught, TESTS),
    }


def _written(project: Project, *args: str) -> list[bytes]:
    """Run the project, and return the lines that the run has written."""
    before = set(_lines(project.path))
    done = project.run(*args)
    assert done.outcomes == {"passed": TESTS}, done.out
    return [line for line in _lines(project.path) if line not in before]


def _lines(folder: Path) -> list[bytes]:
    return [line for path in sorted(folder.rglob("*.jsonl")) for line in path.read_bytes().splitlines()]


def kind_of(line: bytes) -> str:
    """Return the kind of the fact on a line."""
    fact = decode(line)
    return fact.kind if fact else ""


def test_of(line: bytes) -> str:
    """Return the test of the fact on a line."""
    fact = decode(line)
    return fact.test if fact else ""


def _size(lines: Sequence[bytes], of: int) -> dict[str, Any]:
    return {"facts": round(len(lines) / of, 2), "bytes": round(sum(len(line) + 1 for line in lines) / of)}


def grown(replay: Sequence[bytes], end: Sequence[bytes], load: Load) -> list[dict[str, Any]]:
    """Return the size of the store of one team after some days.

    Args:
        replay: The lines of one replay.
        end: The lines that end a run.
        load: The assumptions.
    """
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder, number = Path(name), 0
        make_folder(folder)
        (folder / "journal").mkdir()
        for age in DAYS:
            while number < age * max(1, load.runs // load.teams):
                number += 1
                written = [_again(line, number, n) for n in range(load.replays_of_run) for line in replay]
                written += [_again(line, number, 0) for line in end]
                (folder / "journal" / f"r{number}-gw0.jsonl").write_bytes(b"".join(written))
            Database(folder).absorb()
            journals = sum(path.stat().st_size for path in folder.rglob("*.jsonl"))
            database = (folder / "workflows.duckdb").stat().st_size
            found.append({"days": age, "runs": number, "database_bytes": database, "journal_bytes": journals})
    return found


def _again(line: bytes, run: int, test: int) -> bytes:
    fact = decode(line)
    assert fact is not None
    name = f"tests/test_{test % 10}.py::test_{test}" if fact.test else ""
    return encode(replace(fact, id=new_id(), run=f"r{run}", worker="gw0", test=name))


def day_of(load: Load, replay_seconds: float, end_seconds: float, seed: int = 0) -> dict[str, Any]:
    """Simulate a day: runs begin at random, each has workers, and at its end it holds the shared store for a while.

    Args:
        load: The assumptions.
        replay_seconds: Seconds of a replay.
        end_seconds: Seconds for which the end of a run holds the store, which one process at a time may write.
        seed: Decides when runs begin.

    Returns:
        ``workers`` and ``runs`` at once (``mean`` over the hours, and ``most``), ``store_busy`` (share of the hours),
        ``waits`` (seconds that the end of a run waits for the store: ``mean``, ``p99``, ``most``), ``machine_hours``.
    """
    random_ = random.Random(seed)  # noqa: S311  (draws times, keeps no secret)
    begins = sorted(random_.uniform(0, load.hours * 3600) for _ in range(load.runs))
    lasts = load.replays_of_run * replay_seconds / load.workers
    at_work: list[float] = []
    most, free_at, waits = 0, 0.0, []
    for begin in begins:
        while at_work and at_work[0] <= begin:
            heapq.heappop(at_work)
        heapq.heappush(at_work, begin + lasts)
        most = max(most, len(at_work))
        waits.append(max(0.0, free_at - (begin + lasts)))
        free_at = max(free_at, begin + lasts) + end_seconds
    span = load.hours * 3600
    waits.sort()
    return {
        "runs": {"mean": round(load.runs * lasts / span, 1), "most": most},
        "workers": {"mean": round(load.runs * lasts * load.workers / span, 1), "most": most * load.workers},
        "store_busy": round(load.runs * end_seconds / span, 4),
        "waits": {
            "mean": round(mean(waits), 3) if waits else 0.0,
            "p99": round(waits[int(len(waits) * 0.99)], 3) if waits else 0.0,
            "most": round(waits[-1], 3) if waits else 0.0,
        },
        "machine_hours": round(load.replays * replay_seconds / 3600, 1),
    }


def per_day(load: Load, written: dict[str, dict[str, Any]]) -> dict[str, int]:
    """Return the rows and bytes of a day of all teams."""
    lessons = round(load.replays * load.lessons)
    numbers = (("replay", load.replays - lessons), ("run", load.runs), ("lesson", lessons))
    return {
        "rows": round(sum(written[kind]["facts"] * number for kind, number in numbers)),
        "journal_bytes": round(sum(written[kind]["bytes"] * number for kind, number in numbers)),
    }


def measure(tell: Callable[[str], object] = lambda _: None) -> dict[str, Any]:
    """Return all figures.

    Args:
        tell: Called with a line of progress.
    """
    load, figures = Load(), results.known()
    tell("counting what runs write")
    written = counted()
    tell("filling the store of a team")
    store = grown(written["replay"].pop("lines"), written["run"].pop("lines"), load)
    replay_seconds = figures["replay_ratio"]["replay_ms"] / 1000
    end_seconds = figures["store"]["growth"]["run_ms"] / 1000
    tell("simulating days")
    loads = [Load(teams=load.teams * n // 10, replays=load.replays * n // 10) for n in (1, 10, 100)]
    return {
        "assumptions": asdict(load),
        "taken_over": {"replay_seconds": replay_seconds, "end_seconds": end_seconds},
        "written": written,
        "store_of_a_team": store,
        "days": [
            {
                "teams": one.teams,
                "replays": one.replays,
                **per_day(one, written),
                "database_bytes_of_30_days": store[-1]["database_bytes"] * one.teams,
                **day_of(one, replay_seconds, end_seconds),
            }
            for one in loads
        ],
    }


def lines(found: dict[str, Any]) -> list[str]:
    """Return the results as people read them, one line each."""
    written = found["written"]
    first = (
        f"scale: a replay writes {written['replay']['facts']:g} rows of {written['replay']['bytes']} bytes in all,"
        f" a run {written['run']['bytes']} bytes more, a lesson {written['lesson']['facts']:g} rows"
        f" of {written['lesson']['bytes']:,} bytes"
    )
    return [
        first,
        *(
            f"  {day['teams']:,} teams, {day['replays']:,} replays a day: {day['rows']:,} rows,"
            f" {day['journal_bytes'] / 1e6:,.0f} MB of journals; at most {day['workers']['most']:,} workers at once;"
            f" one store for all busy {day['store_busy']:.1%}, waits p99 {day['waits']['p99']:g} s;"
            f" {day['machine_hours']:,.0f} machine hours"
            for day in found["days"]
        ),
    ]


if __name__ == "__main__":
    print(*lines(results.run("scale", __doc__, measure)), sep="\n")
