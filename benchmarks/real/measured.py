"""The figures of the bed: counts for each application and in sum, and what people read. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from rich.table import Table

from .runs import LESSONS, TEACHERS, Run

RATIO = 1.15
"""Replay against the same flow by hand, at most."""

LINES = 60
"""Lines of one message among the failures, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The findings on one application.

    Attributes:
        name: Of the application.
        tasks: How many were tried.
        runs: All runs, in their order.
        versions: For each phase that may learn: how many versions each flow has afterwards.
        left_out: Why a release, or the whole application, could not be tried.
    """

    name: str
    tasks: int
    runs: Sequence[Run]
    versions: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    left_out: Sequence[str] = ()


def figures(report: Report) -> dict[str, Any]:
    """Return the counts of one application.

    A flow counts as relearned if the test that taught it was green and right, and if every replay with other values
    afterwards was right as well.
    """
    runs = report.runs
    learned = [run for run in runs if run.phase == "learn" and run.verdict == "right"]
    replays = [run for run in runs if run.unchanged]
    redesigned = [run for run in runs if run.phase == "redesign"]
    wrong = [run for run in runs if run.wrong and not run.by_hand and run.phase not in LESSONS]
    found: dict[str, Any] = {
        "tasks": report.tasks,
        "learned": len(learned),
        "replays": {"count": _right(replays), "of": len(replays)},
        "false_stale": sum(run.verdict == "stopped" for run in replays),
        "redesigned": {
            "arrived": _right(redesigned),
            "stopped": sum(run.verdict == "stopped" for run in redesigned),
            "wrong": sum(run.wrong for run in redesigned),
            "of": len(redesigned),
        },
        "relearned": _relearned(runs),
        "alone": _alone(runs),
        "wrong": {verdict: sum(run.verdict == verdict for run in wrong) for verdict in ("wrong green", "wrong red")},
        "wrong_lessons": sum(run.wrong for run in runs if run.phase in LESSONS),
        "broken": sum(run.verdict == "broken" for run in runs),
        "versions": {phase: _counted(counts.values()) for phase, counts in report.versions.items()},
        "ratio": ratio(runs),
    }
    return {**found, "left_out": list(report.left_out)} if report.left_out else found


def _right(runs: Iterable[Run]) -> int:
    return sum(run.verdict == "right" for run in runs)


def _counted(counts: Iterable[int]) -> dict[str, int]:
    found = sorted(counts)
    return {f"{count} versions" if count != 1 else "1 version": found.count(count) for count in dict.fromkeys(found)}


def _relearned(runs: Sequence[Run]) -> dict[str, Any]:
    by = {}
    for teacher in TEACHERS:
        taught = [run for run in runs if run.phase == "relearn" and run.teacher == teacher]
        failed = {
            (run.release, run.task)
            for run in runs
            if run.phase == "relearned" and run.teacher == teacher and run.verdict != "right"
        }
        green = [run for run in taught if run.verdict == "right"]
        by[teacher] = {
            "green": len(green),
            "replayed": sum((run.release, run.task) not in failed for run in green),
            "of": len(taught),
        }
    return {key: sum(found[key] for found in by.values()) for key in ("green", "replayed", "of")} | {"by": by}


def _alone(runs: Sequence[Run]) -> dict[str, Any]:
    """Return the counts of lessons that the offline teacher had on an empty store, for each release and each task."""
    lessons = [run for run in runs if run.phase == "alone"]
    again = [run for run in runs if run.phase == "alone again"]

    def counted(mine: Sequence[Run], later: Sequence[Run]) -> dict[str, int]:
        return {
            "learned": _right(mine),
            "not_learned": sum(run.verdict != "right" for run in mine),
            "stray": sum(run.wrong for run in mine),
            "replayed": _right(later),
            "of": len(mine),
        }

    releases = dict.fromkeys(run.release for run in lessons)
    return {
        "tasks_learned": len({run.task for run in lessons if run.verdict == "right"}),
        "tasks": len({run.task for run in lessons}),
        **counted(lessons, again),
        "by": {
            name: counted([r for r in lessons if r.release == name], [r for r in again if r.release == name])
            for name in releases
        },
    }


def ratio(runs: Sequence[Run]) -> float | None:
    """Return the median ratio of a replay to the flow by hand beside it; None without a pair of right runs."""
    ratios = ratios_of(runs)
    return round(median(ratios), 3) if ratios else None


def ratios_of(runs: Sequence[Run]) -> list[float]:
    """Return the ratio of each pair: two neighbours of one task, a replay and a flow by hand, both right."""
    paced = [run for run in runs if run.phase == "pace"]
    found = []
    for task in dict.fromkeys(run.task for run in paced):
        mine = [run for run in paced if run.task == task]
        for one, other in zip(mine[::2], mine[1::2], strict=False):
            hand, replay = (one, other) if one.by_hand else (other, one)
            if hand.by_hand and not replay.by_hand and hand.verdict == replay.verdict == "right" and hand.seconds:
                found.append(replay.seconds / hand.seconds)
    return found


def summed(found: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the sum of the counts of all applications; the ratio is the median of theirs."""
    kept = [{key: value for key, value in one.items() if key not in ("ratio", "left_out")} for one in found.values()]
    total: dict[str, Any] = {}
    for one in kept:
        total = _add(total, one)
    ratios = [one["ratio"] for one in found.values() if one["ratio"] is not None]
    return {**total, "ratio": round(median(ratios), 3) if ratios else None}


def _add(one: Any, other: Any) -> Any:
    if isinstance(other, Mapping):
        mine = one if isinstance(one, Mapping) else {}
        keys = dict.fromkeys([*mine, *other])
        return {key: _add(mine.get(key, 0), other[key]) if key in other else mine[key] for key in keys}
    return (one or 0) + other


def table(found: Mapping[str, Mapping[str, Any]]) -> Table:
    """Return the figures as people read them."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    made.add_column("application")
    columns = (
        "learned",
        "replays",
        "false stale",
        "arrived",
        "stopped",
        "wrong",
        "relearned",
        "alone",
        "stray",
        "ratio",
    )
    for column in columns:
        made.add_column(column, justify="right")
    for name, one in {**found, **({"in sum": summed(found)} if len(found) > 1 else {})}.items():
        new, again, wrong = one["redesigned"], one["relearned"], sum(one["wrong"].values())
        slow = one["ratio"] is not None and one["ratio"] > RATIO
        made.add_row(
            name,
            _of(one["learned"], one["tasks"]),
            _of(one["replays"]["count"], one["replays"]["of"]),
            _bad(one["false_stale"]),
            _of(new["arrived"], new["of"]),
            str(new["stopped"]),
            _bad(wrong),
            _of(again["replayed"], again["of"]),
            _of(one["alone"]["tasks_learned"], one["alone"]["tasks"]),
            _bad(one["alone"]["stray"]),
            "" if one["ratio"] is None else f"[{'red' if slow else 'green'}]{one['ratio']:.2f}[/]",
        )
    return made


def _of(count: int, of: int) -> str:
    return f"{count} of {of}" if of else "-"


def _bad(count: int) -> str:
    return f"[red]{count}[/]" if count else "0"


def failures(report: Report) -> str:
    """Return every failure with the message that the user reads, as Markdown."""
    bad = [run for run in report.runs if run.verdict != "right"]
    lines = [f"# {report.name}: {len(bad)} of {len(report.runs)} runs are not right", ""]
    lines += [f"- left out: {why}" for why in report.left_out]
    for run in bad:
        verdict = "false stale" if run.unchanged and run.verdict == "stopped" else run.verdict
        late = " (the deed was done)" if run.done and not run.green else ""
        lines += [f"## {verdict}{late}: {run.title}", ""]
        lines += [f"- {change}" for change in run.changes]
        lines += ["", "```text", *_cut(run.message.strip()), "```", ""] if run.message.strip() else [""]
    return "\n".join(lines)


def _cut(message: str) -> list[str]:
    """Return the lines of a message; an assertion of Playwright appends the whole page."""
    lines = message.splitlines()
    more = len(lines) - LINES
    return lines if more <= 0 else [*lines[:LINES], f"({more} more lines; the figures have them all)"]
