"""`ami absorb`: facts of other machines come into the store, and it says for every path what was new.

Knows paths and what to print. What is taken, and that twice is once, is `store.union`'s business.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from .app import command, say


@command("absorb", "ami absorb shard-1/.ami shard-2/.ami")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.pass_context
def absorb(context: click.Context, paths: Sequence[Path], folder: Path | None, *, as_json: bool) -> None:
    """Take in journals and stores of other machines.

    A PATH is a journal (*.jsonl), a database (*.duckdb), a store (.ami), or a folder with any of these below it, such
    as what the shards of a CI run have left. Their order does not matter, and taking them in twice is the same as
    once. Without a PATH, what waits in the store's own journals is taken in, and a missing or damaged database is
    built from them.

    Exit code 1 when a path could not be taken in; the others are.
    """
    from .project import store_folder

    done = taken(store_folder(folder, made=bool(paths)), paths)
    say(_lines(done), done, as_json=as_json)
    if any("problem" in one for one in done["paths"]):
        context.exit(1)


def taken(folder: Path, paths: Sequence[Path]) -> dict[str, Any]:
    """Take in the store's own journals and then every path, and return what was new.

    Raises:
        StoreError: The store itself cannot be written.
    """
    from pytest_ami.model.errors import AmiError
    from pytest_ami.store.database import Database
    from pytest_ami.store.union import source_at, take

    database = Database(folder)
    own = database.absorb()
    told: list[dict[str, Any]] = []
    for path in paths:
        try:
            found = asdict(take(folder, source_at(path)))
        except AmiError as error:
            problem = {"what": error.what, "why": error.why, "evidence": list(error.evidence), "run": error.run}
            told.append({"path": str(path), "problem": problem})
            continue
        database.absorb()
        told.append({**found, "tasks": list(found["tasks"])})
    return {"store": str(folder), "waiting": own.facts, "paths": told}


def _lines(done: dict[str, Any]) -> Iterator[str]:
    if done["waiting"] or not done["paths"]:
        yield f"{done['store']}: {_count(done['waiting'], 'fact')} of its own journals taken in"
    for one in done["paths"]:
        if problem := one.get("problem"):
            yield f"{problem['what']}. {problem['why']}".rstrip()
            yield from (f"  evidence: {fact}" for fact in problem["evidence"])
            yield f"  run next: {problem['run']}"
            continue
        if not one["facts"]:
            yield f"{one['path']}: nothing new, {_count(one['known'], 'fact')} known"
        else:
            what = [
                _count(one["facts"], "new fact"),
                _count(one["runs"], "run"),
                _count(one["versions"], "new version"),
            ]
            yield f"{one['path']}: {', '.join(what)}; {one['known']} known"
        if one["skipped"]:
            yield f"  {_count(one['skipped'], 'line')} that hold no facts"
        if one["newer"]:
            yield f"  {_count(one['newer'], 'line')} of a newer pytest-ami, kept: pip install --upgrade pytest-ami"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
