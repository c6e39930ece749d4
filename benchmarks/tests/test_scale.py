"""The arithmetic of the simulated day: nothing meets where nothing can, and busy time is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import results
from benchmarks.scale import Load, day_of, per_day

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"

loads = st.builds(
    Load,
    teams=st.integers(1, 50),
    replays=st.integers(1, 400).map(lambda runs: runs * 50),
    workers=st.integers(1, 8),
    hours=st.floats(0.5, 24),
)


@settings(max_examples=100, deadline=None)
@given(loads, st.floats(0.01, 30), st.floats(0, 5), st.integers(0, 9))
def test_a_day_keeps_its_busy_time(load: Load, replay: float, end: float, seed: int) -> None:
    day = day_of(load, replay, end, seed)
    span = load.hours * 3600
    assert day["machine_hours"] == pytest.approx(load.replays * replay / 3600, abs=0.051)
    assert day["store_busy"] == pytest.approx(load.runs * end / span, abs=1e-4)
    assert day["runs"]["mean"] * load.workers == pytest.approx(day["workers"]["mean"], abs=0.051 * (load.workers + 1))
    assert 1 <= day["runs"]["most"] <= load.runs
    assert day["workers"]["most"] == day["runs"]["most"] * load.workers
    assert 0 <= day["waits"]["p99"] <= day["waits"]["most"] <= load.runs * end


def test_a_store_that_takes_no_time_is_never_waited_for() -> None:
    assert day_of(Load(), 0.5, 0.0)["waits"] == {"mean": 0.0, "p99": 0.0, "most": 0.0}


def test_a_store_that_is_too_slow_is_waited_for_longer_and_longer() -> None:
    busy = day_of(Load(), 0.5, 3.0)
    assert busy["store_busy"] > 1
    late = Load().runs * 3.0 - Load().hours * 3600  # the work that is left when the last run begins
    assert late <= busy["waits"]["most"] <= late + 60


def test_a_day_writes_what_its_runs_write() -> None:
    written = {
        "replay": {"facts": 5, "bytes": 1000},
        "run": {"facts": 1, "bytes": 400},
        "lesson": {"facts": 16, "bytes": 8000},
    }
    load = Load(replays=1000, replays_of_run=50, lessons=0.01)
    assert per_day(load, written) == {"rows": 990 * 5 + 20 + 10 * 16, "journal_bytes": 990_000 + 8000 + 80_000}


def test_the_page_shows_the_committed_figures() -> None:
    found, text = results.known()["scale"], PAGE.read_text("utf-8")
    written = found["written"]
    rows = [
        f"| a replay | {written['replay']['facts']:g} | {written['replay']['bytes']:,} |",
        f"| a run, in addition | {written['run']['facts']:g} | {written['run']['bytes']:,} |",
        f"| a lesson | {written['lesson']['facts']:g} | {written['lesson']['bytes']:,} |",
    ]
    for one in found["store_of_a_team"]:
        database, journals = (f"{one[kind] / 1e6:.1f} MB" for kind in ("database_bytes", "journal_bytes"))
        rows.append(f"| {one['days']} | {one['runs']} | {database} | {journals} |")
    for day in found["days"]:
        runs, workers = day["runs"], day["workers"]
        megabytes = f"{day['journal_bytes'] / 1e6:,.0f} MB"
        rows.append(f"| {day['teams']:,} | {day['replays']:,} | {day['rows']:,} | {megabytes} |")
        pair = f"{runs['mean']:g}, {runs['most']} | {workers['mean']:g}, {workers['most']}"
        rows.append(f"| {day['replays']:,} | {pair} |")
    assert [row for row in rows if row not in text] == []
