"""False alarms: flows replayed again and again on pages as they were, with other values each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.redesign.score import rate
from tests.support.redesign.ours import PytestAmi
from tests.support.redesign.stage import Stage, Subject

from .replaying import replayed

GOAL = 0.5
"""Per cent of the replays that may be false alarms."""

RUNS = 1000
KINDS = ("stopped", "healed", "repaired", "drifting")


def rows(
    made: Stage, part: tuple[int, int], runs: int, folder: Path, done: Collection[str]
) -> Iterator[dict[str, Any]]:
    """Yield a row for each replay of this part of the subjects, all subjects in turn.

    Args:
        made: With the sites running.
        part: Which of how many parts.
        runs: How many replays of all parts together.
        folder: Where what is learned is kept.
        done: Names of the replays that are not wanted any more.
    """
    ours, (shard, of) = PytestAmi(folder), part
    for number in range(runs):
        subject = made.subjects[number % len(made.subjects)]
        name = f"{subject.title} #{number}"
        if number % len(made.subjects) % of == shard and name not in done:
            yield {"name": name, **_row(subject, ours, number)}


def _row(subject: Subject, ours: PytestAmi, number: int) -> dict[str, Any]:
    values = subject.values(f"unchanged {number}")
    try:
        memory = ours.learn(subject.flow())
    except Exception as error:  # noqa: BLE001  (counted, and named in the results)
        return {"unlearned": f"{type(error).__name__}: {error}"[:600]}
    page, told = subject.open(values=values)
    try:
        ran = replayed(page, memory, values)
        right = subject.truth(page, told, values, passes=ran.passed).right
    finally:
        page.context.close()
    if ran.passed and right:
        ran.attempt.commit()
    else:
        ran.attempt.drop()
    return {**ran.row(), "right": right}


def alarms(row: Mapping[str, Any]) -> list[str]:
    """Return the kinds of alarms of a replay; on an unchanged page each is a false one."""
    found = {
        "stopped": not row["passed"],
        "healed": bool(row["not_same"]),
        "repaired": bool(row["repairs"]),
        "drifting": bool(row["drifting"]),
    }
    return [kind for kind in KINDS if found[kind]]


def figures(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return counts and rates."""
    ran = [row for row in found if "unlearned" not in row]
    kinds = Counter(kind for row in ran for kind in alarms(row))
    wrong = [row for row in ran if alarms(row)]
    return {
        "runs": len(ran),
        "subjects": len({row["name"].rpartition(" #")[0] for row in ran}),
        "steps": sum(row["steps"] for row in ran),
        "false_alarms": rate(len(wrong), len(ran)),
        **{kind: kinds[kind] for kind in KINDS},
        "passed_without_effect": sum(row["passed"] and not row["right"] for row in ran),
        "evidence_moved": rate(sum(bool(row["moved"]) for row in ran), len(ran)),
        "goal": GOAL,
        "each": [
            {
                "name": row["name"],
                "alarms": alarms(row),
                "why": row["why"] or "; ".join((*row["drifting"], *row["repairs"])) or ", ".join(row["not_same"]),
            }
            for row in wrong
        ],
        "unlearned": [{"name": row["name"], "why": row["unlearned"]} for row in found if "unlearned" in row],
    }


def lines(found: Mapping[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    share = found["false_alarms"]
    kinds = ", ".join(f"{found[kind]} {kind}" for kind in KINDS)
    span = f"{share['interval'][0]} to {share['interval'][1]}; goal <= {found['goal']} %"
    return [
        f"unchanged pages: {share['count']} false alarms in {share['of']} replays, {share['rate']} % ({span}): {kinds}",
        *(f"  {one['name']}: {', '.join(one['alarms'])}: {one['why']}" for one in found["each"]),
    ]
