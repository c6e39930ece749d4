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
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.broken_files import CANARY, cases, journal_files, steering_files
from pytest_ami.model.codec import to_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.store.golden_path import parse
from pytest_ami.store.journal import JOURNALS
from pytest_ami.store.steering import SteeringFolder
from pytest_ami.store.workflows import WorkflowStore
from pytest_ami.store.yaml_text import TextError, read

RESULTS = Path(__file__).with_name("results.json")
COUNT = 10_000
SLOW = 1.0
"""Seconds of the processor's time after which an answer counts as slow: others may use the machine as well."""

HUNG = 10.0
"""Seconds of the clock after which it counts as slow whoever is to blame."""

TOGETHER = 100
"""Journals that lie in one folder when they are absorbed."""

PURE = 10
"""Of how many steering files one is read without libyaml too."""

PLAIN = (type(None), bool, int, float, str, list, dict)


# -- reading -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """What came of reading files of one kind.

    Attributes:
        files: How many.
        read: Of these, read.
        refused: Of these, refused by name, or left out.
        crashes: What else was raised, one line each.
        strange: Values that are no plain data.
        slow: Answers that took longer than a second.
        longest: Seconds of the processor's time of the longest answer.
        waited: Seconds of the clock of the longest answer.
    """

    files: int = 0
    read: int = 0
    refused: int = 0
    crashes: list[str] = field(default_factory=list)
    strange: int = 0
    slow: int = 0
    longest: float = 0.0
    waited: float = 0.0

    def ask(self, about: str, question: Callable[[], bool], *, most: float = SLOW) -> None:
        """Ask: true is read, false is refused, and whatever is raised is a crash.

        Args:
            about: What it is about.
            question: What to ask.
            most: Seconds of the processor's time that it may take.
        """
        began, clock = time.process_time(), time.perf_counter()
        answer = _answer(question)
        took, waited = time.process_time() - began, time.perf_counter() - clock
        if isinstance(answer, Exception):
            self.crashes.append(f"{about}: {type(answer).__name__}: {str(answer)[:120]}")
        else:
            self.read += answer
            self.refused += not answer
        self.files += 1
        self.longest = max(self.longest, took)
        self.waited = max(self.waited, waited)
        self.slow += took > most or waited > most * HUNG

    def plain(self) -> dict[str, Any]:
        """Return it for ``results.json``."""
        counts = {name: getattr(self, name) for name in ("files", "read", "refused", "strange", "slow")}
        return {
            **counts,
            "crashes": len(self.crashes),
            "longest_cpu_s": round(self.longest, 3),
            "longest_s": round(self.waited, 3),
            "what": self.crashes[:10],
        }


def _answer(question: Callable[[], bool]) -> bool | Exception:
    try:
        return question()
    except Exception as error:  # noqa: BLE001  (this is what is looked for)
        return error


def only_plain(value: Any) -> bool:
    """Return whether ``value`` is made of nothing but dicts with text keys, lists, texts, numbers, booleans, None."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if type(one) not in PLAIN:
            return False
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
    return True


def steering_reads(blob: bytes, tally: Tally, *, pure: bool = False) -> bool:
    """Return whether a steering file reads; count what is no plain data.

    Raises:
        Exception: Whatever is raised that is no refusal by name.
    """
    with suppress(TextError):
        tally.strange += not only_plain(read(blob, pure=pure).data)
    try:
        path = parse(blob, name="x.yaml", pure=pure)
    except StoreError:
        return False
    tally.strange += not only_plain(json.loads(json.dumps(to_plain(path.workflow))))
    return True


def folder_reads(folder: Path) -> bool:
    """Return whether a store that has nothing but a folder of steering files finds a workflow in it."""
    store = WorkflowStore(folder / ".ami", readonly=True, steering=SteeringFolder(folder, folder / ".ami"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return bool(store.find_all())


def journal_reads(folder: Path) -> bool:
    """Return whether a store finds a workflow in the journals of ``folder``."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        store = WorkflowStore(folder, readonly=True)
        return bool(store.find_all())


def strange_facts(folder: Path) -> int:
    """Return how many facts of the journals of ``folder`` hold what is no plain data."""
    from pytest_ami.store import journal

    facts = (fact for path in journal.journals(folder).values() for fact in journal.read(path).facts)
    return sum(not only_plain(fact.data) for fact in facts)


def absorbs(folder: Path) -> bool:
    """Absorb the journals of ``folder`` and ask the views; return whether there is a fact."""
    from pytest_ami.store.journal import Journal

    store = WorkflowStore(folder, Journal(folder, run="fuzzing"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        store.absorb(strict=True)
        found = store.facts("SELECT (SELECT count(*) FROM facts) AS n, count(*) AS current FROM current")
    return bool(found[0]["n"])


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
        results = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
        results["fuzzing"] = found
        RESULTS.write_text(json.dumps(results, indent=2, ensure_ascii=False) + "\n", "utf-8")
    print(json.dumps(found, indent=2, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
