"""The tiers of the memory: the same answers from all backends, nothing lost by kills, and times at 100,000 entries.

The random work is that of the state machine in the tests, on real servers, with three seeds. A kill is a SIGKILL at a
moment that nobody chose, while a process remembers, forgets, restores, and moves facts to the cold tier and back.
"""

from __future__ import annotations

import math
import random
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import hypothesis
from hypothesis.stateful import run_state_machine_as_test

from pytest_ami.memory.page_identity import page_identity
from pytest_ami.model.codec import to_plain
from pytest_ami.model.memory import Intent, MemorySession, Stretch, Visit, digest
from pytest_ami.model.operation import Operation
from pytest_ami.store.cold.settle import KINDS
from pytest_ami.store.cold.tier import FolderTier
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import Fact, encode
from pytest_ami.store.hot.process_tier import MEGABYTE, PageAnswer, ProcessTier
from pytest_ami.store.hot.redis_tier import RedisTier, open_hot
from pytest_ami.store.journal import JOURNALS, Journal, WrittenLines
from pytest_ami.store.pages.page_memory import Memory
from pytest_ami.store.shared.fact_log import BATCH, FactLine
from pytest_ami.store.shared.postgres import PostgresLog
from tests.support.examples import register
from tests.support.postgres import postgres_server
from tests.support.redis_server import RedisServer, redis_server
from tests.support.tier_worlds import PAGES, TASKS, WAYS, World
from tests.support.tiers_machine import machine, real_worlds

from .kills import killed

Tell = Callable[[str], None]
_STEPS = 25
_SEEDS = (7, 8, 9)
_SPAN = 0.6
"""Seconds within which a kill comes."""

_STATES = 1000
_ID = 36


class Nothing:
    """A hot tier that keeps nothing: every question goes to the warm store."""

    def get(self, _key: str) -> PageAnswer | None:
        """Return nothing."""
        return None

    def put(self, _key: str, _answer: PageAnswer) -> None:
        """Keep nothing."""

    def clear(self) -> None:
        """Forget nothing."""


def conformance(operations: int, tell: Tell) -> dict[str, Any]:
    """Return how many random operations ran on all backends with each seed, and how many runs found a difference."""
    register()
    found: dict[str, Any] = {"backends": [], "operations": {}, "differences": 0, "problems": []}
    with real_worlds() as (worlds, lose):
        with tempfile.TemporaryDirectory() as name:
            found["backends"] = list(worlds(Path(name)))
        for seed in _SEEDS:
            count = [0]

            def note(count: list[int] = count) -> None:
                count[0] += 1
                if not count[0] % 500:
                    tell(f"  seed {seed}: {count[0]} operations")  # noqa: B023  (called while the loop stands here)

            options = hypothesis.settings(
                max_examples=max(1, math.ceil(operations / _STEPS)),
                stateful_step_count=_STEPS,
                deadline=None,
                database=None,
                phases=[hypothesis.Phase.generate],
                suppress_health_check=list(hypothesis.HealthCheck),
            )
            seeded: Any = hypothesis.seed(seed)
            while count[0] < operations:
                try:
                    run_state_machine_as_test(seeded(machine(worlds, lose, note)), settings=options)
                except AssertionError as error:
                    found["differences"] += 1
                    found["problems"].append(f"seed {seed}: {str(error)[:300]}")
                    break
                seeded = hypothesis.seed(seed + 1000 + count[0])  # an example may be shorter than its most steps
            found["operations"][str(seed)] = count[0]
    return found


def worked(world: World, source: random.Random, done: Tell) -> None:
    """Remember, forget, restore and end runs without an end; say each fact of the memory that is in the journal."""

    def say(written: WrittenLines) -> None:
        for fact in written.facts(KINDS):
            done(fact.id)

    world.memory._journal.subscribe(say)  # type: ignore[union-attr]
    while True:
        world.remember(source.choice(TASKS), source.choice(PAGES), source.choice(WAYS), success=True)
        if source.random() < 0.3:
            world.forget(source.choice(TASKS))
        if source.random() < 0.2:
            world.restore(source.randrange(10))
        if source.random() < 0.4:
            return world.end_run()


def died(kills: int, tell: Tell) -> dict[str, int]:
    """Return what so many kills have lost and doubled."""
    random.seed(7)
    said: set[str] = set()
    ended = 0
    with tempfile.TemporaryDirectory() as name, redis_server() as redis:
        root = Path(name)
        for number in range(kills):

            def work(done: Tell, number: int = number) -> None:
                source = random.Random(number)  # noqa: S311
                while True:
                    cold = FolderTier(root / "cold")
                    world = World(root, hot=lambda: open_hot(redis.url, 1), cold=cold, run=f"k{number}-")
                    worked(world, source, done)

            words, end = killed(work, _SPAN)
            ended += end
            said.update(word for word in words if len(word) == _ID)
            if not number % 50:
                tell(f"  {number} kills, {len(said)} facts")
        Database(root / ".ami").absorb()
        known, doubled = World(root, cold=FolderTier(root / "cold"), run="last").known()
    return {"kills": kills - ended, "facts": len(said), "lost": len(said - known), "doubled": doubled}


def sessions(entries: int) -> Iterable[Fact]:
    """Yield that many sessions on a thousand states."""
    for number in range(entries):
        route = f"/page{number % _STATES}x"
        state, domain = digest("state", "localhost", route), digest("domain", "localhost")
        visit = Visit(url=route, host="localhost", route=route, id=digest(route), state=state, domain=domain)
        intents = (Intent(kind="click", role="button", name=f"way {number}"), Intent(kind="click", name="Send"))
        stretch = Stretch(id=digest(str(number)), state=state, intents=intents)
        session = MemorySession(session=str(number), visits=(visit,), stretches=(stretch,), success=number % 7 > 0)
        yield Fact(kind="memory_session", run="many", task="t", data=to_plain(session))


def address(number: int) -> str:
    """Return the address of a page of one state."""
    return f"http://127.0.0.1:50000/page{number % _STATES}x"


def times(act: Callable[[int], object], number: int) -> dict[str, float]:
    """Return median and 99th percentile of the seconds of an act, done with 0, 1, ..., in microseconds."""
    taken = []
    for n in range(number):
        began = time.perf_counter()
        act(n)
        taken.append(time.perf_counter() - began)
    taken.sort()
    return {
        "n": len(taken),
        "median_us": round(taken[len(taken) // 2] * 1e6, 1),
        "p99_us": round(taken[min(len(taken) - 1, int(len(taken) * 0.99))] * 1e6, 1),
    }


def once(act: Callable[[], object]) -> float:
    """Return the seconds of an act."""
    began = time.perf_counter()
    act()
    return round(time.perf_counter() - began, 3)


def timed(entries: int, tell: Tell) -> dict[str, Any]:
    """Return the times of the tiers at that many entries."""
    found: dict[str, Any] = {"entries": entries}
    with tempfile.TemporaryDirectory() as name, redis_server() as redis, postgres_server(fsync=True) as postgres:
        folder = Path(name)
        (folder / JOURNALS).mkdir()
        facts = list(sessions(entries))
        (folder / JOURNALS / "many-main.jsonl").write_bytes(b"".join(map(encode, facts)))
        tell("  absorb")
        Database(folder).absorb()
        memory = Memory(folder, Journal(folder, run="me"))
        found |= of_this_process(memory)
        tell("  redis")
        found |= of_redis(memory, Memory(folder), redis)
        tell("  postgres")
        found["warm_postgres"] = of_postgres(facts, postgres.create("times"))
        found["budget"] = budgets(memory, redis)
    return found


def of_this_process(memory: Memory) -> dict[str, Any]:
    """Return the times of the hot tier in this process, and of the warm store."""

    def look_up(number: int) -> object:
        return memory.query_page_operations(address(number))

    def look_up_again(number: int) -> object:
        return look_up(number % 10)

    def look_up_after_a_new_fact(number: int) -> object:
        way = Operation(type="click", url=address(number), role="button", text=f"New {number % 9}", xpath="/n")
        memory.add([way], task="t", generate_embeddings=False, skip_cognitive_phrase=True)
        return look_up(number)

    found: dict[str, Any] = {"first_look_up_s": once(lambda: look_up(0)), "in_process": times(look_up_again, 2000)}
    with memory.snapshot():
        look_up(0)
        found["in_process_within_a_snapshot"] = times(look_up_again, 5000)
    tier = ProcessTier()
    memory.reads.hot = tier
    look_up(0)
    (key,) = tier._kept
    found["in_process_tier_alone"] = times(lambda _: tier.get(key), 5000)
    memory.reads.hot = Nothing()
    found["warm_duckdb"] = times(look_up, 1000)
    found["warm_duckdb_with_a_new_fact"] = times(look_up_after_a_new_fact, 300)
    return found


def of_redis(memory: Memory, fresh: Memory, server: RedisServer) -> dict[str, Any]:
    """Return the times of the hot tier in Redis, and of the first look-up of a process that finds its answer there."""
    tier = RedisTier(server.url, Nothing(), 64)
    memory.reads.hot = tier
    pages = [page for page in map(page_identity, map(address, range(50))) if page is not None]
    for number in range(len(pages)):
        memory.query_page_operations(address(number))
    keys = [f"{page.state_id}:20:{memory.reads._digest.now()}" for page in pages]
    fresh.reads.hot = open_hot(server.url, 64)
    return {
        "redis": times(lambda number: tier.get(keys[number % len(keys)]), 2000),
        "redis_hits": sum(tier.get(key) is not None for key in keys),
        "first_look_up_with_redis_s": once(lambda: fresh.query_page_operations(address(0))),
    }


def of_postgres(facts: Sequence[Fact], place: str) -> dict[str, float]:
    """Return the times of reading one fact of the shared log by its id."""
    log = PostgresLog(place)
    for start in range(0, len(facts), BATCH):
        log.append([FactLine(fact.id, encode(fact).rstrip(b"\n")) for fact in facts[start : start + BATCH]])
    found = times(lambda number: log.lines([facts[number * 97 % len(facts)].id]), 1000)
    log.close()
    return found


def budgets(memory: Memory, redis: RedisServer) -> dict[str, float]:
    """Return the shares of their budgets that full tiers take, in this process and in Redis."""
    kept = ProcessTier()
    memory.reads.hot = kept
    memory.query_page_operations(address(0))
    ((answer, _),) = kept._kept.values()
    here, there = ProcessTier(MEGABYTE), RedisTier(redis.url, Nothing(), 1)
    most = 0
    with redis.client() as client:
        client.flushall()
        for number in range(2000):
            here.put(f"key {number}", answer)
            there.put(f"key {number}", answer)
            most = max(most, here.bytes)
        taken = sum(client.memory_usage(key) for key in client.keys("*"))
    return {"process": round(most / MEGABYTE, 4), "redis": round(taken / MEGABYTE, 4)}


def measure(*, operations: int, kills: int, entries: int, tell: Tell = lambda _: None) -> dict[str, Any]:
    """Return differences, losses and times of the tiers.

    Args:
        operations: Random operations for each of three seeds.
        kills: Number of kills.
        entries: Number of entries of the memory whose look-up is timed.
        tell: Called with a line of progress.
    """
    tell("tiers: conformance")
    same = conformance(operations, tell)
    tell("tiers: kills")
    deaths = died(kills, tell)
    tell("tiers: times")
    return {"conformance": same, "deaths": deaths, "times": timed(entries, tell)}
