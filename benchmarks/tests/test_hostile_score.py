"""The figures of the hostile pairs: what is counted, and how sure a share is."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from benchmarks.hostile.__main__ import kept
from benchmarks.hostile.measured import failures, lines, score, table, wilson
from tests.support.hostile.catalogue import pairs
from tests.support.hostile.trial import Row


def row(name: str = "a", outcome: str = "right", **more: object) -> Row:
    base: dict[str, object] = {"group": "held", "expected": "same", "heal": "balanced", "mode": "replay"}
    fails = outcome in ("wrong_green", "wrong_red", "unlearned")
    return Row(**{**base, "name": name, "outcome": outcome, "fails": fails, **more})  # type: ignore[arg-type]


ROWS = [
    row("a"),
    row("a", heal="off"),
    row("b", "stopped", fails=True, why="missing"),
    row("b", "stopped", heal="off"),
    row("c", "wrong_green", expected="stop", group="twins", why="did [] instead"),
    row("c", "stopped", expected="stop", group="twins", heal="off"),
]


def test_a_pair_is_counted_once_and_a_run_for_every_setting() -> None:
    found = score(ROWS)

    assert (found["cases"], found["runs"]) == (3, 6)
    assert (found["wrong_green"], found["wrong_red"], found["stopped"], found["right"]) == (1, 0, 3, 2)
    assert found["wrong"] == ["twins/c"]
    assert found["classes"]["twins"]["cases"] == 1


def test_harmless_changes_are_counted_with_the_default_setting() -> None:
    found = score(ROWS)

    assert (found["harmless"], found["harmless_right"]) == (2, 1)
    assert (found["settings"]["replay off"]["harmless"], found["settings"]["replay off"]["harmless_right"]) == (2, 1)


def test_failures_name_pair_settings_and_reason() -> None:
    found = list(failures(ROWS))

    assert len(found) == 2
    assert found[0].startswith("stopped  held/b  [replay:balanced]")
    assert "did [] instead" in found[1]


def test_the_table_ends_with_the_sum() -> None:
    cells = table(score(ROWS))

    assert [line[0] for line in cells] == ["class", "held", "twins", "all"]
    assert len({len(line) for line in cells}) == 1
    assert "1 green and wrong" in lines(score(ROWS))[0]


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(0, 0, 0.0, 100.0), (0, 100, 0.0, 3.7), (50, 100, 40.38, 59.62), (10, 10, 72.25, 100.0)],
)
def test_an_interval_is_wilsons(hits: int, of: int, low: float, high: float) -> None:
    assert wilson(hits, of) == pytest.approx([low, high], abs=0.02)


def test_kept_rows_count_whatever_number_of_processes_wrote_them(tmp_path: Path) -> None:
    first, second = pairs()[:2]
    asked = argparse.Namespace(group="", case="", heal="balanced", modes="replay")
    for number, pair in enumerate((first, second)):
        found = [
            row(pair.name, group=pair.group),
            row(pair.name, group=pair.group, heal="off"),
            row("gone", group="none"),
        ]
        lines = "".join(f"{json.dumps(one.plain())}\n" for one in found)
        (tmp_path / f"rows-{number}-of-{number + 2}.jsonl").write_text(lines, "utf-8")

    assert [(one.group, one.name) for one in kept(tmp_path, asked)] == [
        (one.group, one.name) for one in (first, second)
    ]
