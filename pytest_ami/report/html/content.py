"""The content of a report as plain data: what the page's script draws. Pure, but for the sources that it asks.

Rules of this module:

* Runs stand in the order of their importance: what failed or is stale first, replays last.
* Steps and pictures beyond the limits go into a folder beside the page, the least important first, and a note says so.

It knows entries of tests and steps. It must never know HTML or files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from pytest_ami.model.codec import to_plain
from pytest_ami.model.printable import as_argument
from pytest_ami.report.terminal import ORDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_ami.model.outcome import StepEvidence

FORMAT = 1
"""Version of the data in the page."""

IMPORTANCE = ("harness_error", "failed", "stale", "relearned", "healed", "learned", "replayed")
"""Outcomes, the most important first."""

MOST_STEPS = 12_000
"""Steps that the page itself holds; those of further runs go into the folder."""

MOST_PICTURE_BYTES = 5_000_000
"""Bytes of the pictures that the page itself holds; as base64 they take a third more."""

MOST_TRANSCRIPT_BYTES = 1_000_000
"""Characters of all transcripts in the page."""

COPIED = (
    "task", "outcome", "seconds", "version", "workflow", "steps", "model_calls", "tokens", "money", "drift", "healed",
    "drifting", "confirmed", "findings", "rejected", "teacher", "lesson", "similar", "session", "attempt", "passed",
)  # fmt: skip
"""The parts of an entry that the page shows."""

LONGEST_TEXT, MOST_TEXTS = 400, 12
"""Characters of one text of a step, and entries of one list."""


class Readable(Protocol):
    """The sources of a report."""

    def recent_runs(self) -> list[dict[str, Any]]:
        """Return the recent runs, oldest first."""

    def trends(self) -> Mapping[str, dict[str, Any]]:
        """Return trend and times of each task."""

    def steps(self, session: str) -> tuple[StepEvidence, ...]:
        """Return the steps of one run of a task."""

    def picture(self, name: str) -> bytes:
        """Return a picture; empty if there is none."""

    def differences(self, entry: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the steps that differ between two versions."""

    def transcript(self, test: str, attempt: int) -> str:
        """Return the dialogue with the model; empty if there is none."""


@dataclass(slots=True)
class Content:
    """A report, divided into the page and the folder beside it.

    Attributes:
        data: The data of the page.
        pictures: Pictures in the page, by name.
        apart: Pictures in the folder, by name.
        chunks: Steps in the folder: for each file, the steps by session.
    """

    data: dict[str, Any]
    pictures: dict[str, bytes] = field(default_factory=dict)
    apart: dict[str, bytes] = field(default_factory=dict)
    chunks: list[dict[str, Any]] = field(default_factory=list)


CHUNK = 2_000
"""Steps in one file of the folder."""


def content(about: Mapping[str, Any], tests: Mapping[str, Sequence[Mapping[str, Any]]], sources: Readable) -> Content:
    """Return the content of a report.

    Args:
        about: ``run, at, mode, mode_reason`` of the run.
        tests: For each node id the runs of its last attempt, with ``passed``.
        sources: Where the rest comes from.
    """
    entries = [(test, entry) for test, runs in sorted(tests.items()) for entry in runs]
    entries.sort(key=lambda one: IMPORTANCE.index(one[1]["outcome"]) if one[1]["outcome"] in IMPORTANCE else 0)
    trends = sources.trends()
    made = Content(data={})
    runs = [_run(test, entry, trends, sources) for test, entry in entries]
    _place_transcripts(runs, entries, sources)
    _place_steps(made, runs, sources)
    made.data = {
        "format": FORMAT,
        **about,
        "counts": {outcome: sum(run["outcome"] == outcome for run in runs) for outcome in ORDER},
        "totals": _totals(entry for _, entry in entries),
        "history": sources.recent_runs(),
        "runs": runs,
        "notes": [],
    }
    return made


def _run(
    test: str, entry: Mapping[str, Any], trends: Mapping[str, dict[str, Any]], sources: Readable
) -> dict[str, Any]:
    run = {key: entry[key] for key in COPIED if entry.get(key) not in (None, "", [], 0, 0.0)}
    run = {
        "test": test,
        **run,
        "outcome": entry["outcome"],
        "seconds": entry["seconds"],
        "next": f"pytest {as_argument(test)} --ami-mode=auto",
        **trends.get(entry["task"], {}),
    }
    if entry["outcome"] in ("healed", "relearned") and (found := sources.differences(entry)):
        run["differences"] = found
    return run


def _totals(entries: Iterator[Mapping[str, Any]]) -> dict[str, float]:
    """Return time and cost of the replays, and those of the lessons of their flows."""
    totals = {"seconds": 0.0, "calls": 0, "money": 0.0, "taught_seconds": 0.0, "taught_calls": 0, "taught_money": 0.0}
    for entry in entries:
        totals["calls"] += entry["model_calls"]
        totals["money"] += entry.get("money") or 0.0
        lesson = entry.get("lesson")
        if entry["outcome"] in ("replayed", "healed") and lesson:
            totals["seconds"] += entry["seconds"]
            totals["taught_seconds"] += lesson.get("seconds", 0.0)
            totals["taught_calls"] += lesson.get("calls", 0)
            totals["taught_money"] += lesson.get("money", 0.0)
    return {key: round(value, 6) for key, value in totals.items()}


def _place_transcripts(
    runs: Sequence[dict[str, Any]], entries: Sequence[tuple[str, Mapping[str, Any]]], sources: Readable
) -> None:
    left, seen = MOST_TRANSCRIPT_BYTES, set()
    for run, (test, entry) in zip(runs, entries, strict=True):
        key = (test, entry.get("attempt", 1))
        if not entry["model_calls"] or key in seen:
            continue
        seen.add(key)
        text = sources.transcript(*key)
        if text:
            run["transcript"] = text if len(text) <= left else "(left out: the report has no room for it)"
            left -= len(text) if len(text) <= left else 0


def _place_steps(made: Content, runs: Sequence[dict[str, Any]], sources: Readable) -> None:
    """Put steps and pictures into the page, or into the folder if there is no room."""
    steps = picture_bytes = 0
    chunk: dict[str, Any] = {}
    for run in runs:
        rows = [_row(step) for step in sources.steps(run.get("session", ""))]
        if steps + len(rows) <= MOST_STEPS:
            run["rows"], steps = rows, steps + len(rows)
        elif rows:
            if sum(map(len, chunk.values())) >= CHUNK or not chunk:
                chunk = {}
                made.chunks.append(chunk)
            chunk[run["session"]] = rows
            run["chunk"] = len(made.chunks)
        names = [row[key] for row in rows for key in ("before", "after") if row.get(key)]
        for name in dict.fromkeys(names):
            if name in made.pictures or name in made.apart:
                continue
            blob = sources.picture(name)
            fits = picture_bytes + len(blob) <= MOST_PICTURE_BYTES
            picture_bytes += len(blob) if fits else 0
            if blob:
                (made.pictures if fits else made.apart)[name] = blob


def _row(step: StepEvidence) -> dict[str, Any]:
    row: dict[str, Any] = to_plain(step)
    return {key: _cut(value) for key, value in row.items()}


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONGEST_TEXT else f"{value[:LONGEST_TEXT]}…"
    if isinstance(value, list):
        return [_cut(one) for one in value[:MOST_TEXTS]]
    return value
