"""`ami move-store`: copy a store between folders and shared stores, and prove that the copy is complete.

`store.shared.copying` copies and compares. This module reads places and prints.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.model.printable import of_printable

from .commands import command, counted, say

if TYPE_CHECKING:
    from pytest_ami.store.shared.fact_log import FactLog


@command("move-store", "ami move-store .ami postgresql://ami@db.example/ami")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.pass_context
def move_store(context: click.Context, source: str, target: str, folder: Path | None, *, as_json: bool) -> None:  # noqa: ARG001  (all commands have --dir)
    """Copy all facts of one store to another, and prove that nothing is missing.

    FROM and TO are folders such as .ami, or addresses such as postgresql://USER@HOST/DATABASE with the password in
    PGPASSWORD. The facts of both stores are united: FROM is not changed, and TO keeps what it had. Then both are read
    again, and each fact of FROM must be in TO with the same content. A second copy has no further effect.

    Exit code 1 if a fact is missing, or if a line of FROM cannot be read by this version.
    """
    from pytest_ami.store.shared.copying import copy

    with ExitStack() as stack:
        result = copy(_place(source, stack), _place(target, stack))
    report = {"from": source, "to": target, **result._asdict(), "proven": result.proven}
    say(_lines(report), report, as_json=as_json)
    if not result.proven:
        context.exit(1)


def _place(text: str, stack: ExitStack) -> Path | FactLog:
    if "://" not in text:
        return Path(text)
    from pytest_ami.model.addresses.shared_store import store_address
    from pytest_ami.store.shared.postgres import PostgresLog

    log = PostgresLog(store_address(text, "an argument of ami move-store"))
    stack.callback(log.close)
    return log


@of_printable
def _lines(report: dict[str, Any]) -> Iterator[str]:
    yield f"{report['from']} -> {report['to']}: {counted(report['facts'], 'fact')}, {report['new']} of them new there"
    if report["others"]:
        yield f"  {counted(report['others'], 'fact')} more there, unchanged"
    if report["proven"]:
        yield f"  proven: the same facts on both sides, digest {report['source'][:16]}"
    if report["unreadable"]:
        lines = counted(report["unreadable"], "line")
        yield f"  {lines} not copied: no facts, or facts that a newer pytest-ami wrote"
    if report["missing"]:
        facts = counted(report["missing"], "fact")
        yield f"  {facts} missing or different there: copy again if the source was in use"
