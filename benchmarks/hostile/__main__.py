"""`python -m benchmarks.hostile`: every pair with every heal setting, and the table by class."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

from benchmarks import results
from pytest_ami.model.settings import Mode
from tests.support.hostile.catalogue import pairs
from tests.support.hostile.pair import Pair
from tests.support.hostile.trial import HEALS, Row, rows_of, theatre

from .measured import COLUMNS, failures, lines, score, table


def parsed() -> argparse.Namespace:
    """Return the arguments."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hostile", description=__doc__)
    parser.add_argument("--class", dest="group", default="", help="only classes whose name holds this")
    parser.add_argument("--case", default="", help="only pairs whose name holds this")
    parser.add_argument(
        "--heal", default=",".join(HEALS), help="values of the heal setting, with commas (default: all)"
    )
    parser.add_argument("--modes", default="replay,auto", help="replay, auto, or both (default)")
    parser.add_argument("--workers", type=int, default=3, help="processes (default: 3: most of a case is waiting)")
    parser.add_argument("--json", action="store_true", help="print the score as JSON")
    parser.add_argument("--keep", type=Path, help="folder for one line of JSON a run; what is there is not run again")
    parser.add_argument("--list", action="store_true", help="list the pairs and run nothing")
    parser.add_argument("--write", action="store_true", help="put the score into results.json")
    parser.add_argument("--shard", help=argparse.SUPPRESS)
    parser.add_argument("--rows", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def chosen(asked: argparse.Namespace) -> list[Pair]:
    """Return the pairs that are asked for."""
    return [pair for pair in pairs() if asked.group in pair.group and asked.case in pair.name]


def run_shard(asked: argparse.Namespace) -> None:
    """Run every so many-th pair; append a line for each run. Pairs of which the folder has rows are left out."""
    number, _, of = asked.shard.partition("/")
    known = {(row.group, row.name) for file in asked.rows.parent.glob("*.jsonl") for row in rows_in(file)}
    heals = tuple(asked.heal.split(","))
    modes = tuple(Mode(mode) for mode in asked.modes.split(","))
    with tempfile.TemporaryDirectory() as folder, asked.rows.open("a", encoding="utf-8") as file, theatre() as at:
        for pair in chosen(asked)[int(number) :: int(of)]:
            if (pair.group, pair.name) not in known:
                rows = [
                    json.dumps(row.plain(), ensure_ascii=False) for row in rows_of(pair, at, Path(folder), heals, modes)
                ]
                file.write("".join(f"{row}\n" for row in rows))
                file.flush()


def rows_in(file: Path) -> list[Row]:
    """Return the rows of a file."""
    return [Row(**json.loads(line)) for line in file.read_text("utf-8").splitlines()]


def run(asked: argparse.Namespace, console: Console) -> list[Row]:
    """Run the pairs in processes of their own; return a row for each run.

    Raises:
        RuntimeError: A worker broke down.
    """
    with tempfile.TemporaryDirectory() as folder, console.status("") as status:
        home = asked.keep or Path(folder)
        home.mkdir(parents=True, exist_ok=True)
        files = [home / f"rows-{number}-of-{asked.workers}.jsonl" for number in range(asked.workers)]
        common = ["--class", asked.group, "--case", asked.case, "--heal", asked.heal, "--modes", asked.modes]
        going = []
        for number, file in enumerate(files):
            file.touch()
            shard = ["--shard", f"{number}/{len(files)}", "--rows", str(file)]
            going.append(subprocess.Popen([sys.executable, "-m", "benchmarks.hostile", *common, *shard]))
        while any(one.poll() is None for one in going):
            time.sleep(0.5)
            status.update(f"hostile: {sum(file.read_bytes().count(10) for file in files)} runs")
        if any(one.returncode for one in going):
            raise RuntimeError("a worker broke down; its error stands above")
        return kept(home, asked)


def kept(home: Path, asked: argparse.Namespace) -> list[Row]:
    """Return the rows of a folder that are asked for, whatever number of processes wrote them."""
    keys = {(pair.group, pair.name) for pair in chosen(asked)}
    rows = [row for file in sorted(home.glob("*.jsonl")) for row in rows_in(file)]
    heals, modes = asked.heal.split(","), asked.modes.split(",")
    return [row for row in rows if (row.group, row.name) in keys and row.heal in heals and row.mode in modes]


def main() -> int:
    """Run what is asked for; print the table and every failing pair."""
    asked = parsed()
    console = Console(soft_wrap=True, highlight=False, markup=False)
    if asked.shard:
        run_shard(asked)
        return 0
    if asked.list:
        for pair in chosen(asked):
            print(f"{pair.expected.value:7}{pair.key}: {pair.about}")
        print(f"{len(chosen(asked))} pairs, {sum(pair.harmless for pair in chosen(asked))} of them harmless")
        return 0
    rows = run(asked, console)
    found = score(rows)
    if asked.json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        for cells in table(found):
            print(
                f"{cells[0]:20}"
                + "".join(f"{cell:>{max(9, len(name) + 2)}}" for cell, name in zip(cells[1:], COLUMNS, strict=True))
            )
        print("\n".join((*failures(rows), *lines(found))))
    if asked.write:
        results.keep("hostile", found)
    return 1 if found["wrong_green"] else 0


if __name__ == "__main__":
    sys.exit(main())
