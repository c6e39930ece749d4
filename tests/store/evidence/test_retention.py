"""Which runs keep their artifacts: the newest ones, within number and size, and the current one in any case."""

from __future__ import annotations

import os
import time
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.store.evidence.retention import FRESH, KeptRun, superfluous, sweep


def run_of(folder: Path, name: str, *, age: float, size: int = 10) -> Path:
    """Make a run whose files changed so many seconds ago."""
    made = folder / "runs" / name
    (made / "pictures").mkdir(parents=True)
    (made / "pictures" / "a.png").write_bytes(b"x" * size)
    for path in (made / "pictures" / "a.png", made / "pictures", made):
        os.utime(path, (time.time() - age, time.time() - age))
    return made


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "runs").iterdir())


def test_the_oldest_runs_beyond_the_number_go(tmp_path: Path) -> None:
    for number in range(5):
        run_of(tmp_path, f"r{number}", age=10_000 - number * 1000)

    assert sweep(tmp_path, "r4", runs=2, megabytes=1) == 3
    assert left(tmp_path) == ["r3", "r4"]


def test_the_oldest_runs_beyond_the_size_go(tmp_path: Path) -> None:
    for number in range(4):
        run_of(tmp_path, f"r{number}", age=10_000 - number * 1000, size=400_000)

    assert sweep(tmp_path, "r3", runs=100, megabytes=1) == 2
    assert left(tmp_path) == ["r2", "r3"]


def test_a_run_that_may_still_be_written_stays(tmp_path: Path) -> None:
    run_of(tmp_path, "current", age=50_000)
    run_of(tmp_path, "other", age=FRESH / 2)
    run_of(tmp_path, "old", age=FRESH * 2)

    assert sweep(tmp_path, "current", runs=0, megabytes=0) == 1
    assert left(tmp_path) == ["current", "other"]


def test_links_and_foreign_files_stay(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    run_of(tmp_path, "old", age=9_000)
    (tmp_path / "runs" / "link").symlink_to(elsewhere)
    (tmp_path / "runs" / "notes.txt").write_text("mine", "utf-8")

    assert sweep(tmp_path, "", runs=0, megabytes=0) == 1
    assert left(tmp_path) == ["link", "notes.txt"]
    assert elsewhere.is_dir()


def test_without_artifacts_there_is_nothing_to_do(tmp_path: Path) -> None:
    assert sweep(tmp_path, "run", runs=0, megabytes=0) == 0


@given(
    ages=st.lists(st.floats(0, 90_000), max_size=8, unique=True),
    runs=st.integers(0, 8),
    sizes=st.lists(st.integers(0, 900_000), min_size=8, max_size=8),
    current=st.integers(0, 8),
)
def test_the_newest_runs_stay_and_the_rest_fits(ages: list[float], runs: int, sizes: list[int], current: int) -> None:
    found = [KeptRun(Path(f"r{n}"), 100_000 - age, sizes[n]) for n, age in enumerate(ages)]

    out = superfluous(found, f"r{current}", runs=runs, megabytes=1, now=100_000)

    kept = [one for one in found if one not in out]
    sure = [one for one in kept if one.path.name == f"r{current}" or 100_000 - one.changed <= FRESH]
    assert all(one.path.name != f"r{current}" and 100_000 - one.changed > FRESH for one in out)
    assert kept == sure or (len(kept) <= runs and sum(one.size for one in kept) <= 1_000_000)
    if not out:
        return
    assert len(kept) >= runs or sum(one.size for one in (*kept, max(out, key=lambda one: one.changed))) > 1_000_000
