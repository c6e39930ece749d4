"""`python -m benchmarks.fuzzing [--count N] [--write]`: what broken steering files and journals do to their readers.

Valid files are changed at one to four places (``broken_files``), and each is read as a run reads it. Counted are
crashes (anything but a refusal by name), answers that took longer than a second of the processor's time, values that
are no plain data, and whether a tag that asks for it has run a command. Every tenth steering file is read without
libyaml too, and journals are absorbed together besides. With ``--write`` the counts go into ``results.json`` under
``fuzzing``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import results
from pytest_ami.store.journal import JOURNALS
from tests.support.broken_files import CANARY, cases, journal_files, steering_files
from tests.support.readers import SLOW, Tally, absorbs, folder_reads, journal_reads, steering_reads, strange_facts

COUNT = 10_000
TOGETHER = 100
"""Journals that lie in one folder when they are absorbed."""

PURE = 10
"""Of how many steering files one is read without libyaml too."""


# -- measuring ---------------------------------------------------------------------------------------------------------


def measure(tell: Callable[[str], object] = lambda _: None, count: int = COUNT, seed: int = 0) -> dict[str, Any]:
    """Return the counts.

    Args:
        tell: Called with a line of progress.
        count: How many files of each kind.
        seed: Of what is broken how.
    """
    files, pure, journals, absorbed = Tally(), Tally(), Tally(), Tally()
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        os.chdir(root)  # where a command that a tag names would leave its trace
        try:
            for number, blob in enumerate(cases(steering_files(), count, seed)):
                if number % 100 == 0:
                    tell(f"steering files: {number} of {count}")
                _one_steering_file(number, blob, root, files, pure)
            for number, blob in enumerate(cases(journal_files(), count, seed + 1)):
                if number % 100 == 0:
                    tell(f"journals: {number} of {count}")
                _one_journal(number, blob, root, journals, absorbed)
            canary = (root / CANARY).exists()
        finally:
            os.chdir(here)
    kinds = {"steering": files, "steering_without_libyaml": pure, "journals": journals, "absorbed_together": absorbed}
    return {**{name: tally.plain() for name, tally in kinds.items()}, "commands_run": int(canary), "seed": seed}


def _one_steering_file(number: int, blob: bytes, root: Path, files: Tally, pure: Tally) -> None:
    files.ask(f"steering {number}", lambda: steering_reads(blob, files))
    if number % PURE == 0:
        pure.ask(f"steering {number} without libyaml", lambda: steering_reads(blob, pure, pure=True))
        folder = root / "steering"
        folder.mkdir(exist_ok=True)
        (folder / "x.yaml").write_bytes(blob)
        try:
            folder_reads(folder)
        except Exception as error:  # noqa: BLE001  (this is what is looked for)
            files.crashes.append(f"folder {number}: {type(error).__name__}: {str(error)[:120]}")


def _one_journal(number: int, blob: bytes, root: Path, journals: Tally, absorbed: Tally) -> None:
    alone, together = root / "alone", root / f"together{number // TOGETHER}"
    for folder, name in ((alone, "one"), (together, f"{number}")):
        (folder / JOURNALS).mkdir(parents=True, exist_ok=True)
        (folder / JOURNALS / f"{name}.jsonl").write_bytes(blob)
    journals.ask(f"journal {number}", lambda: journal_reads(alone))
    journals.strange += strange_facts(alone)
    if number % TOGETHER == TOGETHER - 1:
        absorbed.ask(f"journals up to {number}", lambda: absorbs(together), most=SLOW * TOGETHER)


def lines(found: dict[str, Any]) -> list[str]:
    """Return the counts as people read them."""
    told = []
    for name in ("steering", "steering_without_libyaml", "journals", "absorbed_together"):
        one = found[name]
        told.append(
            f"fuzzing, {name.replace('_', ' ')}: {one['files']} files, {one['crashes']} crashes, {one['slow']} slow"
            f" (longest {one['longest_cpu_s']} s), {one['strange']} with other than plain data"
        )
    return [*told, f"  commands run by a tag: {found['commands_run']}"]


def main() -> int:
    """Measure; print, and write where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzzing", description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help=f"files of each kind (default: {COUNT})")
    parser.add_argument("--seed", type=int, default=0, help="another seed breaks them in other ways (default: 0)")
    parser.add_argument("--write", action="store_true", help="put the counts into results.json")
    chosen = parser.parse_args()
    found = measure(lambda line: sys.stderr.write(f"\r{line:60}"), chosen.count, chosen.seed)
    sys.stderr.write("\n")
    if chosen.write:
        results.keep("fuzzing", found)
    print(json.dumps(found, indent=2, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
