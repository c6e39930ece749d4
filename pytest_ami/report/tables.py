"""Tables as lines of text: the one place that lays them out, with rich.

A table is as wide as its cells and never wrapped, so a pipe and a terminal get the same layout. Lines carry colours;
the caller removes them if the output is not a terminal. This module must never know the meaning of a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO

from pytest_ami.model.printable import printable

WIDTH = 100_000
"""Cells that a table may be wide: more than any table, so that rich never wraps or cuts."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The content of one cell.

    Attributes:
        text: The text; a line break begins a new line within the cell.
        style: A style of rich, such as ``red`` or ``bold``; empty for none.
    """

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """The layout of one column.

    Attributes:
        least: Cells that it is wide at least.
        right: Whether its texts stand at its right edge.
    """

    least: int = 0
    right: bool = False


def table(rows: Iterable[Sequence[str | Cell]], columns: Sequence[Column] = (), *, gap: int = 2) -> Iterator[str]:
    """Yield the lines of a table without borders; a wide character takes two cells.

    Args:
        rows: The rows; a heading is a row too.
        columns: Layout of the columns; the default is as wide as the content, at the left edge.
        gap: Spaces between two columns.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    cells = [[Cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    if not cells:
        return
    laid_out = Table(box=None, show_header=False, show_edge=False, pad_edge=False, padding=(0, gap, 0, 0))
    for column in columns or [Column()] * len(cells[0]):
        laid_out.add_column(min_width=column.least, justify="right" if column.right else "left", no_wrap=True)
    for row in cells:
        laid_out.add_row(*(Text.assemble((printable(cell.text), cell.style)) for cell in row))
    output = StringIO()
    Console(
        file=output, width=WIDTH, force_terminal=True, color_system="standard", legacy_windows=False, highlight=False
    ).print(laid_out)
    yield from (line.rstrip() for line in output.getvalue().removesuffix("\n").split("\n"))


def heading(*titles: str) -> tuple[Cell, ...]:
    """Return the row above a table."""
    return tuple(Cell(title, "dim") for title in titles)
