"""Readers of stored files as a run uses them, and a count of what comes of reading broken ones.

A refusal by name counts as an answer. Any other exception is a crash. Must never break a file itself: ``broken_files``
does.
"""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_ami.model.codec import to_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.store.steering.folder import SteeringFolder
from pytest_ami.store.steering.golden_path import parse
from pytest_ami.store.steering.yaml_text import TextError, read
from pytest_ami.store.workflow_store import WorkflowStore

SLOW = 1.0
"""Seconds of the processor's time after which an answer counts as slow: others may use the machine as well."""

HUNG = 10.0
"""Seconds of the clock after which it counts as slow whoever is to blame."""

PLAIN = (type(None), bool, int, float, str, list, dict)


@dataclass(slots=True)
class Tally:
    """The result of reading files of one kind.

    Attributes:
        files: How many.
        read: Of these, read.
        refused: Of these, refused by name, or left out.
        crashes: Other exceptions, one line each.
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
