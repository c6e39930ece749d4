"""The lessons of teachers as lines for people: a table of the newest ones, and one in full. Must never read a store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from pytest_ami.model.printable import of_printable
from pytest_ami.report.tables import Cell, Column, heading, table

DETAILS = [Column(least=14), Column()]
MOVES = [Column(least=5, right=True), Column(), Column()]

NONE = "No lesson is on record. Run pytest on a test with the learned marker whose flow is not learned yet."


@of_printable
def listing_lines(lessons: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the table of the newest lessons."""
    if not lessons:
        yield NONE
        return
    cells = [
        (one["at"], one["task"], _verdict(one), str(len(one["moves"])), str(one["calls"]), one["teacher"], one["test"])
        for one in lessons
    ]
    yield from table((heading("when (UTC)", "task", "result", "moves", "calls", "teacher", "test"), *cells))
    yield "The newest one in full: ami lesson --last"


@of_printable
def last_lines(lessons: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the newest lesson in full."""
    if not lessons:
        yield NONE
        return
    found = lessons[0]
    result = _verdict(found)
    yield f"{click.style(found['task'], bold=True)}  {click.style(result.text, fg=result.style)}"
    tokens = f", {found['tokens']:,} tokens" if found["tokens"] else ""
    about = {
        "test": found["test"] + (f", attempt {found['attempt']}" if found["attempt"] > 1 else ""),
        "when": f"{found['at']} UTC",
        "teacher": found["teacher"],
        "expected": found["outlook"],
        "cost": f"{found['seconds']:.1f} s, {found['calls']} model calls{tokens}",
        "dropped" if not found["kept"] else "": found["why"],
        "transcript": found["transcript"],
    }
    yield from table(((f"  {name}", text) for name, text in about.items() if name and text), DETAILS, gap=1)
    for fact in found["evidence"]:
        yield f"               {fact}"
    yield ""
    yield from _moves(found["moves"])
    if found["steps"]:
        yield ""
        yield "  steps"
        yield from (f"  {number:>3}  {title}" for number, title in enumerate(found["steps"], 1))


def _moves(moves: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not moves:
        yield "  no move was made"
        return
    yield "  moves"
    rows = []
    for number, move in enumerate(moves, 1):
        words = [move["kind"].replace("_", " "), move["element"], f'with "{move["value"]}"' if move["value"] else ""]
        result = Cell("ok", "green") if move["ok"] else Cell(f"failed: {move['problem']}", "red")
        rows.append((str(number), " ".join(word for word in words if word), result))
    yield from table(rows, MOVES)


def _verdict(found: Mapping[str, Any]) -> Cell:
    return Cell("kept", "green") if found["kept"] else Cell("dropped", "red")
