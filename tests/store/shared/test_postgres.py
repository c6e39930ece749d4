"""The log in a real Postgres server does what the log in memory does, also when the server dies or stands still."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from pytest_ami.model.errors import StoreError
from pytest_ami.store.facts import new_id
from pytest_ami.store.shared.exchange import all_lines
from pytest_ami.store.shared.fact_log import BATCH, FactLine
from pytest_ami.store.shared.postgres import PostgresLog
from tests.support.examples import tries
from tests.support.memory_log import MemoryLog
from tests.support.postgres import PostgresServer, postgres_server

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[3]
T = TypeVar("T")
SCHEMAS = count()
IDS = [new_id() for _ in range(12)]


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with postgres_server() as running:
        yield running


@pytest.fixture
def address(server: PostgresServer) -> str:
    return server.create(f"test{next(SCHEMAS)}")


@pytest.fixture
def log(address: str) -> Iterator[PostgresLog]:
    found = PostgresLog(address)
    yield found
    found.close()


def lines(number: int) -> list[FactLine]:
    return [FactLine(new_id(), b'{"\xff\x00\xc3\xa9":%d}' % n) for n in range(number)]


def contents(log: PostgresLog) -> list[FactLine]:
    return [line for batch in all_lines(log) for line in batch]


def test_lines_come_back_as_they_were_in_their_order(log: PostgresLog) -> None:
    written = lines(2 * BATCH + 1)
    log.append(written)
    log.append(written[:3])
    assert contents(log) == written
    assert log.missing([written[0].id, IDS[0]]) == {IDS[0]}


def test_the_tables_are_made_once_by_whoever_comes_first(address: str) -> None:
    logs = [PostgresLog(address) for _ in range(4)]
    found: list[str] = []
    threads = [threading.Thread(target=lambda log=log: found.append(log.identity())) for log in logs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for log in logs:
        log.close()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_a_reader_never_passes_a_fact_that_is_not_committed_yet(log: PostgresLog, address: str) -> None:
    first, second = lines(2)
    log.identity()
    slow = PostgresLog(address, patience=2)
    with psycopg.connect(address) as open_transaction:
        open_transaction.execute("SELECT pg_advisory_xact_lock('ami_facts'::regclass::oid::bigint)")
        open_transaction.execute("INSERT INTO ami_facts (id, line) VALUES (%s, %s)", first)
        writer = threading.Thread(target=slow.append, args=([second],))
        writer.start()
        time.sleep(0.1)
        assert contents(log) == []
    writer.join()
    slow.close()
    assert contents(log) == [first, second]


def test_a_log_of_a_newer_version_is_refused(log: PostgresLog, address: str) -> None:
    log.identity()
    with psycopg.connect(address) as connection:
        connection.execute("UPDATE ami_log SET schema = 99, package = '9.9'")
    with pytest.raises(StoreError, match="made by a newer pytest-ami") as refused:
        PostgresLog(address).append(lines(1))
    assert refused.value.run == "pip install 'pytest-ami>=9.9'"
    assert contents(log) == []


def test_a_user_without_rights_is_told_what_is_needed(log: PostgresLog, address: str) -> None:
    log.identity()
    user = f"reader{next(SCHEMAS)}"
    with psycopg.connect(address) as connection:
        schema = connection.execute("SELECT current_schema()").fetchone()
        connection.execute(f"CREATE ROLE {user} LOGIN; GRANT USAGE ON SCHEMA {schema[0]} TO {user}".encode())  # type: ignore[index]
        connection.execute(f"GRANT SELECT ON ami_log, ami_facts TO {user}".encode())
    reader = PostgresLog(address.replace("postgres@", f"{user}@"))
    health = reader.health()
    assert (health.readable, health.writable, health.facts, health.schema) == (True, False, 0, 1)
    with pytest.raises(StoreError, match="could not be used") as refused:
        reader.append(lines(1))
    assert "SELECT and INSERT" in refused.value.why
    reader.close()


@pytest.mark.nightly  # by day: a server that is away, tests/plugin/test_shared_store.py
def test_a_server_that_stands_still_is_the_same_as_one_that_is_away(server: PostgresServer, address: str) -> None:
    log = PostgresLog(address, patience=0.5)
    log.append(lines(1))
    server.freeze()
    try:
        with pytest.raises(StoreError, match="could not be used"):
            contents(log)
    finally:
        server.thaw()
    assert len(contents(log)) == 1
    log.close()


def again(ask: Callable[[], T]) -> T:
    """Ask once more if the line was cut, as an exchange does: the server has died since the last answer."""
    try:
        return ask()
    except StoreError:
        return ask()


class PostgresMachine(RuleBasedStateMachine):
    """Every answer of the real log is that of the log in memory; deaths of the server change none."""

    server: PostgresServer
    deaths = True

    def __init__(self) -> None:
        super().__init__()
        self.real = PostgresLog(self.server.create(f"machine{next(SCHEMAS)}"))
        self.real.identity()
        self.model = MemoryLog()

    def teardown(self) -> None:
        assert again(lambda: contents(self.real)) == self.model.facts
        self.real.close()

    @rule(ids=st.lists(st.sampled_from(IDS), max_size=4), text=st.binary(max_size=3))
    def append(self, ids: list[str], text: bytes) -> None:
        facts = [FactLine(one, text) for one in ids]
        self.model.append(facts)
        again(lambda: self.real.append(facts))

    @rule(ids=st.lists(st.sampled_from(IDS), max_size=4))
    def missing(self, ids: list[str]) -> None:
        assert again(lambda: self.real.missing(ids)) == self.model.missing(ids)

    @rule(behind=st.integers(0, 3))
    def after(self, behind: int) -> None:
        """Positions differ, because Postgres leaves gaps; what stands behind a position does not."""
        real, model = 0, 0
        for _ in range(behind):
            with psycopg.connect(self.real._address) as connection:
                rows = connection.execute("SELECT min(position) FROM ami_facts WHERE position > %s", [real])
                real = (rows.fetchone() or (None,))[0] or real
            model = min(model + 1, len(self.model.facts))
        ids = again(lambda: self.real.after(real))[0]
        assert ids == self.model.after(model)[0]
        assert again(lambda: self.real.lines(ids[::-1])) == self.model.lines(ids)

    @rule()
    def disconnect(self) -> None:
        self.real.close()

    @rule()
    def die(self) -> None:
        if self.deaths:
            self.server.kill()
            self.server.start()


def conformance(server: PostgresServer, kind: str, *, deaths: bool) -> None:
    machine = type("Machine", (PostgresMachine,), {"server": server, "deaths": deaths})
    run_state_machine_as_test(machine, settings=tries(kind, stateful_step_count=12))


def test_a_real_log_answers_as_the_model_does(server: PostgresServer) -> None:
    conformance(server, "databases", deaths=False)


@pytest.mark.nightly  # by day without deaths, above
def test_a_real_log_answers_as_the_model_does_although_it_dies(server: PostgresServer) -> None:
    conformance(server, "databases", deaths=True)


WRITER = """
import sys
from pytest_ami.store.facts import new_id
from pytest_ami.store.shared.fact_log import FactLine
from pytest_ami.store.shared.postgres import PostgresLog

log = PostgresLog(sys.argv[1])
while True:
    facts = [FactLine(new_id(), b"x") for _ in range(20)]
    log.append(facts)
    print(*(fact.id for fact in facts), flush=True)
"""


@pytest.mark.nightly  # by day: the machine of tests/store/shared/test_exchange_machine.py dies within calls
def test_killed_writers_lose_nothing_that_was_acknowledged_and_add_all_or_nothing(
    log: PostgresLog, address: str
) -> None:
    acknowledged: list[str] = []
    for _ in range(10):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, address],
            stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert writer.stdout is not None
        out = [writer.stdout.readline()]
        time.sleep(0.02)
        writer.kill()
        out += writer.stdout.readlines()
        writer.stdout.close()
        writer.wait()
        acknowledged += [word for line in out if line.endswith("\n") for word in line.split()]
    found = Counter(line.id for line in contents(log))
    assert set(acknowledged) <= set(found)
    assert set(found.values()) == {1}
    assert len(found) % 20 == 0
