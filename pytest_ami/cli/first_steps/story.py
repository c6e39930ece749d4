"""How the demonstration looks on a terminal. Knows what came of each phase; runs nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from pytest_ami.model.outcome import Cause
from pytest_ami.report.messages import CAUSES

WORDS = {
    "learn": "shown by a teacher",
    "replay": "with other values",
    "replay-zh": "asked in Chinese",
    "redesign": "on a new design",
    "replay-after": "with other values",
}
"""The special feature of each phase."""

WIDE = 95
"""Columns that the table takes with those words."""

COLOURS = {"learned": "cyan", "replayed": "green", "healed": "yellow", "relearned": "magenta"}


class Story:
    """A table that grows phase by phase; rich renders it whenever it likes."""

    def __init__(self) -> None:
        """Begin with no phase."""
        self._rows: list[tuple[RenderableType, ...]] = []
        self._now: tuple[str, str] | None = None

    def begin(self, name: str, design: str) -> None:
        """A phase has begun."""
        self._now = (name, design)

    def end(self, found: Mapping[str, Any], *, kept: bool) -> None:
        """A phase has ended; `kept` says whether as promised."""
        self._now = None
        outcome = found["outcome"]
        self._rows.append(
            (
                Text(found["name"], style="bold"),
                WORDS.get(found["name"], ""),
                found["design"],
                Text(outcome, style=COLOURS.get(outcome, "red") if kept else "bold red"),
                str(found["steps"]),
                f"{found['seconds']:.1f}",
                str(found["model_calls"]),
                Text("yes", style="green") if found["delivered"] else Text("no", style="bold red"),
            )
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Render the table as it is now; on a narrow terminal without the explanations."""
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        wide = options.max_width >= WIDE
        for column in ("phase", *([""] if wide else []), "design", "outcome"):
            table.add_column(column, no_wrap=True)
        for column in ("steps", "seconds", "model calls"):
            table.add_column(column, justify="right", no_wrap=True)
        table.add_column("delivered", no_wrap=True)
        rows = list(self._rows)
        if self._now:
            name, design = self._now
            rows.append((Text(name, "bold"), WORDS.get(name, ""), design, Text("...", "dim")))
        for first, words, *others in rows:
            table.add_row(first, *([words] if wide else []), *others)
        yield table


def ending(found: Sequence[Mapping[str, Any]]) -> RenderableType:
    """Return what the redesign changed, with an empty line around."""
    lines: list[RenderableType] = [Text("")]
    for phase in found:
        if phase.get("drift"):
            lines += [*_about(phase["drift"]), Text("")]
    return Group(*lines)


def _about(drift: Mapping[str, Any]) -> list[RenderableType]:
    why = CAUSES[Cause(drift["cause"])]
    lines: list[RenderableType] = [
        Text.assemble("The redesign was noticed at ", (f"step {drift['step']}", "bold"), f", {drift['title']}:"),
        Text(f"  {drift['cause']}: {why}."),
    ]
    for label, key in (("was", "old_xpath"), ("now", "new_xpath")):
        if drift.get(key):
            lines.append(Text(f"  {label}  {drift[key]}", overflow="fold"))
    return lines
