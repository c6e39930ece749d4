"""Stores with different tiers under the same random work and deaths: the same answers, and no fact lost or doubled."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis.stateful import run_state_machine_as_test

from pytest_ami.store.cold.tier import FolderTier
from pytest_ami.store.hot.process_tier import ProcessTier
from tests.support.examples import nightly, tries
from tests.support.memory_log import MemoryLog
from tests.support.tier_worlds import World
from tests.support.tiers_machine import Worlds, machine, real_worlds


@pytest.mark.slow
def test_all_tiers_give_the_answers_of_the_store_alone() -> None:
    hot = ProcessTier()

    def worlds(root: Path) -> Worlds:
        return {
            "duckdb": World(root / "duckdb"),
            "tiers": World(root / "tiers", hot=lambda: hot, cold=FolderTier(root / "cold"), log=MemoryLog()),
        }

    run_state_machine_as_test(
        machine(worlds, hot.clear),
        settings=tries("databases", stateful_step_count=30 if nightly() else 5),
    )


@pytest.mark.nightly  # by day: the test above, with a log and a hot tier in memory, and a folder
def test_real_servers_give_the_answers_of_the_store_alone() -> None:
    with real_worlds() as (worlds, lose):
        run_state_machine_as_test(machine(worlds, lose), settings=tries("databases", stateful_step_count=25))
