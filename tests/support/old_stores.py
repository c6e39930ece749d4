"""Stores as earlier versions left them: for the tests of migrations, and for killing one.

    python -m tests.support.old_stores

writes `fixtures/stores/schema-<n>.duckdb.gz` for every earlier schema that has none there yet. What is there is never
made anew: it is what users have.
"""

from __future__ import annotations

import gzip
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb

from pytest_ami.store import heads, schema
from pytest_ami.store.absorption import insert
from pytest_ami.store.facts import Fact, Kind, decode, encode, now

FIXTURES = Path(__file__).parents[2] / "fixtures" / "stores"
WITH_HEADS = 4
"""The schema from which on whoever inserts facts writes down heads too."""

STEP = {"kind": "click", "target": {"tag": "button", "role": "button", "name": "Send", "xpath": "//button[1]"}}


def build(path: Path | str, number: int, lines: Sequence[bytes]) -> None:
    """Write a store of schema ``number`` that holds the facts of these lines; ``:memory:`` only tries whether it can.

    Args:
        path: The database to make.
        number: The schema, from 1.
        lines: Facts, as they stand in a journal.
    """
    with duckdb.connect(str(path), config={"storage_compatibility_version": "v1.0.0"}) as connection:
        lay_out(connection, number)
        insert(connection, lines)
        if number >= WITH_HEADS:
            facts = [fact for line in lines if (fact := decode(line))]
            heads.note(connection, "", facts, [(0, 0)] * len(facts))


def lay_out(connection: duckdb.DuckDBPyConnection, number: int) -> None:
    """Run the first migrations on an empty database."""
    connection.execute(
        "CREATE TABLE schema_version"
        " (version INTEGER PRIMARY KEY, package VARCHAR NOT NULL, happened TIMESTAMP NOT NULL)"
    )
    for version, migration in enumerate(schema.MIGRATIONS[:number], start=1):
        migration(connection)
        connection.execute("INSERT INTO schema_version VALUES (?, '0.1.0', ?::TIMESTAMP)", [version, now()])


def example() -> list[Fact]:
    """Return the facts of a small life: two versions of one task, a drift, a heal, a memory, runs of both outcomes."""
    told: dict[str, Any] = {"run": "r1", "worker": "gw0", "test": "tests/test_mail.py::test_send", "task": "send email"}
    first = {
        "version": 1, "task": "send email", "steps": [{"kind": "goto", "value": "/"}, STEP],
        "provenance": {"author": "teacher:demo", "reason": "learned", "run": "r1"},
    }  # fmt: skip
    second = {**first, "version": 2, "provenance": {"author": "heal", "reason": "moved", "parent": "w1", "run": "r2"}}
    said: list[tuple[str, str, dict[str, Any]]] = [
        (Kind.RUN_STARTED, "", {"mode": "auto"}),
        (Kind.VERSION, "w1", {"workflow": first}),
        (Kind.STATUS, "w1", {"status": "candidate", "reason": "learned", "evidence": []}),
        (Kind.STATUS, "w1", {"status": "active", "reason": "first green replay", "evidence": []}),
        (Kind.TEST_FINISHED, "w1", {"outcome": "replayed", "passed": True, "seconds": 1.5, "steps": 2}),
        (Kind.DRIFT, "w1", {"step": 2, "cause": "moved", "title": "click Send", "evidence": ["it is a link now"]}),
        (Kind.HEAL, "w1", {"step": 2, "old_xpath": "//button[1]", "new_xpath": "//a[1]", "evidence": []}),
        (Kind.VERSION, "w2", {"workflow": second}),
        (Kind.STATUS, "w2", {"status": "active", "reason": "replay.green", "text": "green", "evidence": ["ü 邮件"]}),
        (Kind.STATUS, "w1", {"status": "superseded", "reason": "superseded", "text": "by version 2", "evidence": []}),
        (Kind.TEST_FINISHED, "w2", {"outcome": "stale", "passed": False, "seconds": 2.5, "steps": 1}),
        (Kind.MODEL_CALL, "", {"model": "m", "kind": "lesson", "purpose": "teach", "seconds": 1.0, "tokens": 7}),
        (Kind.MEMORY_SESSION, "", {"session": "s", "success": True, "visits": [], "passages": [], "stretches": []}),
        ("of a later version", "", {"anything": [1, None, "x"]}),
    ]
    facts = [
        Fact(kind=getattr(kind, "value", kind), workflow=workflow, data=data, **told) for kind, workflow, data in said
    ]
    return [*facts, Fact(kind=Kind.RUN_FINISHED.value, run="r1", worker="gw0")]


def main() -> int:
    """Write the stores that are missing."""
    FIXTURES.mkdir(parents=True, exist_ok=True)
    facts = FIXTURES / "facts.jsonl"
    if not facts.exists():
        facts.write_bytes(b"".join(encode(fact) for fact in example()))
    lines = facts.read_bytes().splitlines()
    for number in range(1, schema.SCHEMA):
        target = FIXTURES / f"schema-{number}.duckdb.gz"
        if not target.exists():
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "workflows.duckdb"
                build(path, number, lines)
                target.write_bytes(gzip.compress(path.read_bytes(), mtime=0))
            sys.stdout.write(f"{target.name}: {target.stat().st_size:,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
