"""Stores with different tiers under the same random work and deaths: the same answers, and no fact lost or doubled.

The machine for tests and benchmarks; `real_worlds` has the backends that are servers.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest import mock

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from pytest_ami.store.cold.tier import FolderTier, open_tier
from pytest_ami.store.hot.redis_tier import open_hot
from pytest_ami.store.shared.postgres import PostgresLog
from tests.support.postgres import postgres_server
from tests.support.redis_server import redis_server
from tests.support.s3 import s3_server
from tests.support.tier_worlds import PAGES, TASKS, WAYS, World

Worlds = Mapping[str, World]


class TiersMachine(RuleBasedStateMachine):
    """Every world gives the answers of the one without tiers.

    Args:
        worlds: Makes them in a folder; the first one is the model.
        lose: Loses, or fills with rubbish, all that hot tiers hold.
        note: Called once for each operation.
    """

    def __init__(
        self, worlds: Callable[[Path], Worlds], lose: Callable[[], object], note: Callable[[], object] = bool
    ) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp())
        self.worlds = worlds(self.root)
        self.lose = lose
        self.note = note

    def teardown(self) -> None:
        self.answer(fresh=True)
        facts = {name: world.known() for name, world in self.worlds.items()}
        assert len({len(ids) for ids, _ in facts.values()}) == 1, facts
        assert {doubled for _, doubled in facts.values()} == {0}
        for world in self.worlds.values():
            world.close()
        shutil.rmtree(self.root)

    @rule(task=st.sampled_from(TASKS), page=st.sampled_from(PAGES), way=st.sampled_from(WAYS), success=st.booleans())
    def remember(self, task: str, page: str, way: str, success: bool) -> None:  # noqa: FBT001  (drawn)
        for world in self.worlds.values():
            world.remember(task, page, way, success=success)

    @rule(task=st.sampled_from(TASKS))
    def forget(self, task: str) -> None:
        for world in self.worlds.values():
            world.forget(task)

    @rule(number=st.integers(0, 9))
    def prune(self, number: int) -> None:
        for world in self.worlds.values():
            world.prune(number)

    @rule(number=st.integers(0, 9))
    def restore(self, number: int) -> None:
        for world in self.worlds.values():
            world.restore(number)

    @rule()
    def end_run(self) -> None:
        for world in self.worlds.values():
            world.end_run()

    @rule(call=st.integers(1, 8))
    def kill(self, call: int) -> None:
        for world in self.worlds.values():
            world.killed(call)

    @invariant()
    def every_operation_is_noted(self) -> None:
        self.note()

    @rule()
    def lose_the_hot_tier(self) -> None:
        self.lose()

    @rule(fresh=st.booleans())
    def answer(self, fresh: bool) -> None:  # noqa: FBT001  (drawn)
        (model, *others) = self.worlds.items()
        expected = model[1].answers(fresh=True)
        for name, world in others:
            assert world.answers(fresh=fresh) == expected, name


def machine(
    worlds: Callable[[Path], Worlds], lose: Callable[[], object], note: Callable[[], object] = bool
) -> type[TiersMachine]:
    """Return the class of a machine with its arguments, as Hypothesis wants it."""

    class Bound(TiersMachine):
        def __init__(self) -> None:
            super().__init__(worlds, lose, note)

    return Bound


@contextmanager
def real_worlds() -> Iterator[tuple[Callable[[Path], Worlds], Callable[[], object]]]:
    """Start all servers; yield the two arguments of the machine: all backends, and a loss of what Redis holds."""
    with ExitStack() as stack:
        postgres, redis = stack.enter_context(postgres_server()), stack.enter_context(redis_server())
        s3 = stack.enter_context(s3_server())
        stack.enter_context(mock.patch.dict(os.environ, s3.environment))
        client, schemas = stack.enter_context(redis.client()), iter(range(100_000))

        def worlds(root: Path) -> Worlds:
            return {
                "duckdb": World(root / "duckdb"),
                "postgres": World(root / "postgres", log=PostgresLog(postgres.create(f"tiers{next(schemas)}"))),
                "redis": World(root / "redis", hot=lambda: open_hot(redis.url, 1)),
                "parquet": World(root / "parquet", cold=FolderTier(root / "cold")),
                "s3": World(root / "s3", hot=lambda: open_hot(redis.url, 1), cold=open_tier(s3.bucket())),
            }

        def lose() -> None:
            for key in client.keys("*"):
                client.set(key, b"rubbish")

        yield worlds, lose
