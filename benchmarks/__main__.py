"""`python -m benchmarks [name ...] [--write]`: measure and print a table.

The figures go to `.ami/benchmarks.json`, which git ignores. With `--write` they go into `benchmarks/results.json`
instead, beside the figures that were not measured anew, and the picture in the docs is drawn.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from . import anatomy, collection, convergence, recorder_matrix, recorder_overhead, replay_ratio, results, scale
from .matching import measured as matching
from .noise import measured as noise
from .redesign import measured as redesign
from .review import measured as review
from .staleness import measured as staleness
from .store import measured as store
from .taught import measured as taught
from .watch import cost as watch_cost
from .watch import measured as watch

ROOT = Path(__file__).parents[1]
UNSAVED = ROOT / ".ami" / "benchmarks.json"
"""Where figures go that nobody wants to keep in git."""

MEASURES: dict[str, tuple[str, Callable[..., dict[str, Any]], tuple[str, str]]] = {
    "replay_ratio": ("replay / script by hand", replay_ratio.measure, ("replay_ms", "script_ms")),
    "recorder_overhead": ("recorder on / off", recorder_overhead.measure, ("recorded_ms", "plain_ms")),
    "collection": ("collection with / without", collection.measure, ("with_ms", "without_ms")),
    "watch_cost": ("plain test watched / not", watch_cost.measure, ("watched_ms", "plain_ms")),
}
"""For each ratio among the results: what it compares, who measures it, and the keys of the two sides."""

COUNTS: dict[str, Callable[..., dict[str, Any]]] = {
    "anatomy": anatomy.measure,
    "recorder": recorder_matrix.measure,
    "convergence": convergence.measure,
    "redesign": redesign.measure,
    "staleness": staleness.measure,
    "noise": noise.measure,
    "matching": matching.measure,
    "taught": taught.measure,
    "store": store.measure,
    "review": review.measure,
    "scale": scale.measure,
    "watch": watch.measure,
}
"""For each count among the results: who counts."""

LINES: dict[str, Callable[[dict[str, Any]], list[str]]] = {
    "anatomy": anatomy.lines,
    "redesign": redesign.lines,
    "staleness": staleness.lines,
    "noise": noise.lines,
    "matching": matching.lines,
    "taught": taught.lines,
    "store": store.lines,
    "review": review.lines,
    "scale": scale.lines,
    "watch": watch.lines,
}
"""For each count of several figures: how people read it."""

ALL = (*MEASURES, *COUNTS)


def machine() -> dict[str, Any]:
    """Return what the numbers were measured on."""
    return {
        "measured": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "playwright": version("playwright"),
        "cpus": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def table(results: dict[str, Any]) -> Table:
    """Return the results as people read them."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    made.add_column("benchmark")
    for column in ("ratio", "quartiles", "ours", "theirs", "pairs", "goal"):
        made.add_column(column, justify="right")
    for key, (title, _, (ours, theirs)) in MEASURES.items():
        if key in results:
            found = results[key]
            low, high = found["quartiles"]
            met = found["median"] <= found["goal"]
            made.add_row(
                title,
                f"[{'green' if met else 'red'}]{found['median']:.3f}[/]",
                f"{low:.3f} - {high:.3f}",
                f"{found[ours]:.0f} ms",
                f"{found[theirs]:.0f} ms",
                str(found["n"]),
                f"<= {found['goal']:.2f}",
            )
    return made


def counted(results: dict[str, Any]) -> list[str]:
    """Return the counts as people read them, one line each, and what is missing."""
    lines = []
    if "recorder" in results:
        r = results["recorder"]
        lines.append(
            f"recorder: {r['captured']} of {r['of']} captured, {r['missed']} missed, {r['doubled']} doubled;"
            f" {r['replayed']} of {r['replay_of']} replay to the same state"
        )
        lines += [f"  {entry['case']}: {entry['why']}" for entry in r["missing"]]
    if "convergence" in results:
        lines.append(f"convergence: {json.dumps(results['convergence'], ensure_ascii=False)[:300]}")
    for key, told in LINES.items():
        if key in results:
            lines += told(results[key])
    return lines


def keep(found: dict[str, Any]) -> Path:
    """Put figures into the committed file, where the others stay, and draw the picture; return the file."""
    merged = {**results.known(), **found}
    mine = {key: merged[key] for key in ALL if key in merged}
    results.write({**mine, **{key: value for key, value in merged.items() if key not in mine}, "machine": machine()})
    if "redesign" in found:
        redesign.draw(found["redesign"])
    return results.RESULTS


def note(found: dict[str, Any]) -> Path:
    """Write figures where git ignores them; return the file."""
    UNSAVED.parent.mkdir(exist_ok=True)
    UNSAVED.write_text(json.dumps({**found, "machine": machine()}, indent=2) + "\n", "utf-8")
    return UNSAVED


def main() -> int:
    """Measure what is asked for, or everything."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"of: {', '.join(ALL)} (default: all)")
    parser.add_argument("--pairs", type=int, help="how many pairs count (default: each benchmark's own)")
    parser.add_argument("--write", action="store_true", help=f"put the figures into benchmarks/{results.RESULTS.name}")
    chosen = parser.parse_args()
    strange = [name for name in chosen.names if name not in ALL]
    if strange:
        parser.error(f"there is no benchmark {strange[0]!r}; there are {', '.join(ALL)}")
    more = {"pairs": chosen.pairs} if chosen.pairs else {}
    found: dict[str, Any] = {}
    console = Console()
    with console.status("measuring") as status:
        for key in chosen.names or ALL:
            if key in MEASURES:
                found[key] = MEASURES[key][1](tell=status.update, **more)
            else:
                found[key] = COUNTS[key](tell=status.update)
    written = keep(found) if chosen.write else note(found)
    console.print(table(found))
    for line in counted(found):
        console.print(line, soft_wrap=True)
    console.print(f"written to {written.relative_to(ROOT)}", style="dim")
    return 0


if __name__ == "__main__":
    sys.exit(main())
