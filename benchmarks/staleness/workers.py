"""Rows made by processes of their own, one line of JSON each; what is interrupted goes on where it was."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any


def names(files: Iterable[Path]) -> set[str]:
    """Return the names of the rows that are there."""
    return {row["name"] for row in read(files)}


def read(files: Iterable[Path]) -> list[dict[str, Any]]:
    """Return the rows of some files; a line that was cut off is none, and each name counts once."""
    found: dict[str, dict[str, Any]] = {}
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue
            found.setdefault(row["name"], row)
    return list(found.values())


def append(file: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Append each row as it comes; a line that was cut off before is ended first."""
    cut = file.exists() and not file.read_bytes().endswith(b"\n") and file.stat().st_size > 0
    with file.open("a", encoding="utf-8") as out:
        if cut:
            out.write("\n")
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            out.flush()


def spread(
    what: str,
    options: Sequence[str],
    *,
    workers: int,
    keep: Path | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> list[dict[str, Any]]:
    """Run ``python -m benchmarks.staleness`` in several processes; return their rows.

    Args:
        what: Which measurement.
        options: Its other options.
        workers: How many processes.
        keep: Folder for the rows, which then stay, and are not made again; else they are gone afterwards.
        tell: Called with a line of progress.

    Raises:
        RuntimeError: One of them failed; its error is on the terminal.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = keep or Path(folder)
        home.mkdir(parents=True, exist_ok=True)
        files = [home / f"{what}-{n}.jsonl" for n in range(workers)]
        for file in files:
            file.touch()
        going = [
            subprocess.Popen(
                [
                    *(sys.executable, "-m", "benchmarks.staleness", what),
                    *options,
                    *("--shard", f"{n}/{workers}", "--rows", str(file)),
                ],
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
            for n, file in enumerate(files)
        ]
        while any(one.poll() is None for one in going):
            time.sleep(1)
            tell(f"{what}: {len(read(files))} rows")
        if any(one.returncode for one in going):
            raise RuntimeError(f"a worker of {what} failed; its error stands above")
        return read(sorted(home.glob(f"{what}-*.jsonl")))
