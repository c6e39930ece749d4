"""Facts: events of tests and of the store, one JSON line each, appended once and never edited (DESIGN law 5).

Rules of this module:

* A line is complete by itself: schema number, kind, id, time, run, worker, test, and a plain mapping with the rest.
* Ids are UUIDv7. They grow within a process, even if its clock steps back. A process that has read a fact makes only
  later ids (``seen``). So in the order of ids, a decision always comes after the facts it was based on.
* Encoding never fails: a value that JSON cannot express is approximated. Decoding never fails either: it returns None
  for a line that is not a fact.

It knows the shape of a fact. It must never know where facts are kept or what they mean.
"""

from __future__ import annotations

import json
import math
import os
import re
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, is_dataclass
from datetime import datetime, timezone
from enum import Enum
from typing import Any

SCHEMA = 1
"""Version of the format of a line. Every line carries the version with which it was written."""

_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_RANDOM_BITS = 74
_DECADE_MS = 10 * 365 * 86_400_000
_MOST_ATTEMPTS = 2**31 - 1
_DEEPEST = 60
_LARGEST_INT = 2**63


class Kind(str, Enum):
    """The kinds of facts that this version writes. A reader keeps a fact of an unknown kind."""

    RUN_FINISHED = "run_finished"
    """A test process ended normally; its journal ends here."""
    TEST_FINISHED = "test_finished"
    """One attempt of a test ended with this workflow. Data: outcome, passed, seconds, steps, model_calls."""
    DRIFT = "drift"
    """A step did not fit the page. Data: step, cause, reason, title, evidence, old_xpath, new_xpath."""
    HEAL = "heal"
    """An element was found again without a model. Data: step, evidence, old_xpath, new_xpath, found (its locators)."""
    IDENTITY = "identity"
    """A green replay whose elements had moved, or had moved before. Data: moved, steps (step, agreement, lost, ...);
    ``first`` for the first green replay of the version: evidence that differed already then is volatile.
    """
    VERSION = "version"
    """A version of a workflow was created. Data: workflow, its whole content."""
    STATUS = "status"
    """The status of a version was set. Data: status, reason (machine-readable), text, evidence."""
    MODEL_CALL = "model_call"
    """A call of a model. Data: model, kind (of task), purpose, seconds, tokens, money, choice (why it was), problem."""
    LESSON = "lesson"
    """A teacher was asked in an attempt of a test; nothing is learned from this fact. Data: teacher, outcome, kept,
    why, evidence, moves, steps, calls, tokens, money, seconds, transcript.
    """
    OPERATION = "operation"
    """One operation, as recorded, whether or not the attempt succeeded. Data: its wire format."""
    VERDICT = "verdict"
    """A person judged a step of a run. Data: session, step, label, correction, reviewer, the step as seen."""
    GOLDEN_PATH = "golden_path"
    """The way to do a task was extracted from sessions. Data: ``model.review.golden_path.GoldenPath``."""
    MEMORY_SESSION = "memory_session"
    """The pages, passages and stretches of one recording. Data: ``model.memory.MemorySession``."""
    MEMORY_PHRASE = "memory_phrase"
    """A task was finished. Data: ``model.memory.Summary``."""
    MEMORY_PRUNED = "memory_pruned"
    """The counts of sequences or phrases start from zero again. Data: ids, reason."""
    MEMORY_FORGOTTEN = "memory_forgotten"
    """A person forgot what earlier facts about a task say. Data: reason."""
    MEMORY_RESTORED = "memory_restored"
    """A forgetting or pruning is undone. Data: fact, its id; reason."""
    MEMORY_COLD = "memory_cold"
    """Facts that no longer count are in a cold file. Data: file, bytes, groups (because, kind, task, ids)."""
    WATCHED = "watched"
    """The calls of a green plain test, with their elements. Data: calls (``watch.records.KnownCall``)."""
    LOCATOR_PROPOSAL = "locator_proposal"
    """A locator of a plain test found nothing, or another element. Data: ``watch.records.LocatorProposal``."""


class _Clock:
    """The last id of the process as a number: 48 bits of milliseconds, 74 bits that grow by random steps."""

    def __init__(self) -> None:
        self._last = 0
        self._lock = threading.Lock()

    def next(self) -> int:
        noise = int.from_bytes(os.urandom(9), "big")
        now = (time.time_ns() // 1_000_000) << _RANDOM_BITS | noise
        with self._lock:
            self._last = max(now, self._last + 1 + (noise & 0xFFFFFFFF))
            return self._last

    def raise_to(self, number: int) -> None:
        if number >> _RANDOM_BITS < time.time_ns() // 1_000_000 + _DECADE_MS:  # ignore a forged id from the far future
            with self._lock:
                self._last = max(self._last, number)


_clock = _Clock()


def new_id() -> str:
    """Return a new UUIDv7, greater than every id that this process has made or has passed to ``seen``."""
    number = _clock.next()
    low_bits = 62
    high, low = number >> low_bits, number & (1 << low_bits) - 1
    value = (high >> 12) << 80 | 7 << 76 | (high & 0xFFF) << 64 | 2 << 62 | low
    text = f"{value:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def seen(fact_id: str) -> None:
    """Make all future ids greater than ``fact_id``, even if the clock is behind it."""
    if _ID.fullmatch(fact_id):
        value = int(fact_id.replace("-", ""), 16)
        high = (value >> 80) << 12 | (value >> 64 & 0xFFF)
        _clock.raise_to(high << 62 | value & (1 << 62) - 1)


def now() -> str:
    """Return the time in UTC, ISO 8601 with milliseconds, such as ``2026-01-31T08:15:00.123Z``."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One event.

    Attributes:
        kind: Value of a ``Kind``, or of a kind that a newer version knows.
        run: Id of the test run.
        worker: Name of the process within the run, such as ``main`` or ``gw0``.
        test: Node id of the test, or an empty string.
        attempt: 1, 2, ... within the test and the run.
        task: The workflow's task, or an empty string.
        workflow: Id of the version, or an empty string.
        data: The rest, plain data.
        id: UUIDv7; the same fact read twice has the same id.
        at: Time of the event, UTC.
    """

    kind: str
    run: str = ""
    worker: str = ""
    test: str = ""
    attempt: int = 1
    task: str = ""
    workflow: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    id: str = field(default_factory=new_id)
    at: str = field(default_factory=now)


TEXTS = ("kind", "id", "at", "run", "worker", "test", "task", "workflow")
"""The fields of a line that hold text."""


def encode(fact: Fact) -> bytes:
    """Return ``fact`` as one line of UTF-8 JSON with its newline; schema and kind come first."""
    record = {
        "v": SCHEMA,
        "kind": fact.kind,
        "id": fact.id,
        "at": fact.at,
        "run": fact.run,
        "worker": fact.worker,
        "test": fact.test,
        "attempt": fact.attempt,
        "task": fact.task,
        "workflow": fact.workflow,
        "data": fact.data if type(fact.data) is dict else dict(fact.data),
    }
    try:
        text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        text = json.dumps(_plain(record), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


def _plain(value: Any, depth: int = 0) -> Any:  # noqa: PLR0911  (one line a type)
    """Return ``value`` as JSON-compatible data; a value that is too deep or refers to itself becomes an ellipsis."""
    if depth > _DEEPEST:
        return "..."
    if isinstance(value, Enum):
        return _plain(value.value, depth + 1)
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return value if abs(value) < _LARGEST_INT else hex(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if is_dataclass(value) and not isinstance(value, type):
        names = value.__dataclass_fields__
        return {name: _plain(getattr(value, name), depth + 1) for name in names}
    if isinstance(value, Mapping):
        return {str(key): _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item, depth + 1) for item in value]
    try:
        return str(value)
    except Exception:  # noqa: BLE001  (the fact is written even if a foreign __str__ raises)
        return f"<{type(value).__name__}>"


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


_decoder = json.JSONDecoder(parse_float=_finite, parse_constant=_finite)


def _record(line: bytes) -> dict[str, Any] | None:
    if not line.lstrip().startswith(b"{"):  # a cheap test: garbage may be long
        return None
    import msgspec  # a lazy import: a process that reads no line does not need it

    try:
        record = msgspec.json.decode(line)
        return record if isinstance(record, dict) else None
    except (ValueError, RecursionError):  # msgspec is stricter than Python's own JSON parser, which decides below
        pass
    try:
        record = _decoder.decode(line.decode("utf-8"))
        if b"\\ud" in line or b"\\uD" in line:  # DuckDB refuses half a surrogate pair: it is not valid text
            json.dumps(record, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def decode(line: bytes) -> Fact | None:
    """Return the fact on ``line``, or None if this version cannot read one there."""
    record = _record(line)
    if record is None or record.pop("v", None) != SCHEMA:
        return None
    texts = {name: record.get(name, "") for name in TEXTS}
    attempt, data = record.get("attempt", 1), record.get("data", {})
    if not all(type(text) is str for text in texts.values()) or type(data) is not dict:
        return None
    if type(attempt) is not int or not 0 <= attempt <= _MOST_ATTEMPTS or not texts["kind"]:
        return None
    if not _ID.fullmatch(texts["id"]) or not _is_time(texts["at"]):
        return None
    return Fact(attempt=attempt, data=data, **texts)


def _is_time(text: str) -> bool:
    try:
        return bool(_AT.fullmatch(text) and datetime.fromisoformat(text[:-1]))
    except ValueError:
        return False


def is_newer(line: bytes) -> bool:
    """Return whether ``line`` is a fact in a format that only a newer version can read."""
    record = _record(line)
    version = record.get("v") if record else None
    return type(version) is int and version > SCHEMA
