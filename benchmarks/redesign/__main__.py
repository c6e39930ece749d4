"""`python -m benchmarks.redesign`: the benchmark alone, a sample of it, or one worker of it."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from benchmarks import results

from .measured import draw, lines
from .run import SAMPLE, Plan, run, run_shard
from .score import score


def main() -> int:
    """Run the benchmark, or the part of it that a worker is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.redesign", description=__doc__)
    parser.add_argument("--sample", action="store_true", help="the small seeded sample that CI runs")
    parser.add_argument("--workers", type=int, default=4, help="processes (default: 4: most of a case is waiting)")
    parser.add_argument("--sites", default="", help="names of sites, with commas (default: all)")
    parser.add_argument("--tools", default="", help="names of tools or module:Class, with commas")
    parser.add_argument("--others", type=int, default=3, help="the other tools get every so many-th case (default: 3)")
    parser.add_argument(
        "--keep", type=Path, help="folder for one line of JSON a run; what is there already is not run again"
    )
    parser.add_argument("--write", action="store_true", help="put the result into results.json and draw the picture")
    parser.add_argument("--shard", help=argparse.SUPPRESS)
    parser.add_argument("--rows", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--plan", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    plan = Plan(**json.loads(asked.plan)) if asked.plan else SAMPLE if asked.sample else Plan()
    if asked.tools:
        plan = replace(plan, tools=tuple(asked.tools.split(",")))
    if not asked.plan:
        plan = replace(plan, others=asked.others)
    only = tuple(asked.sites.split(",")) if asked.sites else ()
    if asked.shard:
        number, _, of = asked.shard.partition("/")
        run_shard(plan, int(number), int(of), asked.rows, only)
        return 0
    console = Console()
    with console.status("redesign") as status:
        rows = run(plan, workers=asked.workers, tell=status.update, only=only, keep=asked.keep)
    found = score(rows)
    console.print_json(json.dumps(found, ensure_ascii=False))
    console.print("\n".join(lines(found)), highlight=False)
    if asked.write:
        results.keep("redesign", found)
        draw(found)
    if asked.sample and found["tools"]["pytest-ami"]["errors"]:
        console.print("the errors stand above under [bold]errors[/]; one of them in full:", style="red")
        console.print(found["tools"]["pytest-ami"]["errors"][0])
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
