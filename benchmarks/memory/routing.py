"""`python -m benchmarks.memory.routing [--record N/OF] [--write]`: the choice of the first model, on recorded lessons.

Each recorded lesson was really given (``lessons``). A run takes 200 of them one after the other. Before each, the
plugin's own views and rule choose the model that begins, from the facts of those before it; then the recorded lesson
that this model began becomes facts: its calls, its test, and its replay. The best fixed choice begins all 200 lessons
with one model, or asks one model alone; the one with the most lessons that held counts, and the cheapest of several.

The simulated regimes have success rates that nobody fitted the rule to: strong and weak small models, no difference
between kinds of tasks, and a small model that breaks down in the middle.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks import results
from pytest_ami.store.duckdb.absorb import insert
from pytest_ami.store.duckdb.journal_query import empty
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import parsed
from pytest_ami.teachers.llm.model_selection import ModelRecord, order_models, task_kind

from .lessons import RecordedLesson, Spent, read, record
from .models import MODELS

LESSONS = Path(__file__).with_name("lessons.jsonl")
NUMBER = 200
SEEDS = (1, 2, 3)
GOALS = {"success": 0.95, "cost": 0.60}

Options = Mapping[str, RecordedLesson]
"""The lessons of one subject, by the model that began."""

COSTS = {"small": 0.0005, "middle": 0.003, "large": 0.015}
"""Dollars of a simulated lesson of each model: about those of the recorded ones."""

REGIMES: Mapping[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "small is good": ((0.9, 0.95, 0.97), (0.9, 0.95, 0.97)),
    "small is bad": ((0.1, 0.6, 0.95), (0.1, 0.6, 0.95)),
    "small breaks down in the middle": ((0.95, 0.95, 0.97), (0.1, 0.95, 0.97)),
    "no model is good": ((0.3, 0.3, 0.4), (0.3, 0.3, 0.4)),
}
"""Mean success of the three models, in the first and in the second half of a run."""

TASKS = ("send", "delete", "archive", "create", "edit", "buy", "move", "reply", "search", "book")


@dataclass(frozen=True, slots=True)
class Total:
    """The lessons that held, and their cost in dollars."""

    held: int
    money: float


def total(lessons: Sequence[RecordedLesson]) -> Total:
    """Return the total of lessons."""
    return Total(sum(lesson.held for lesson in lessons), sum(lesson.money for lesson in lessons))


def alone(lesson: RecordedLesson) -> RecordedLesson:
    """Return a lesson as it would have ended without other models: it ends when its first model gives up."""
    return replace(lesson, held=lesson.held and len(lesson.spent) == 1, spent=lesson.spent[:1])


def facts_of(lesson: RecordedLesson, number: int) -> list[Fact]:
    """Return the facts of a lesson as the plugin writes them: calls, the result of the test, and of its replay."""
    where: dict[str, Any] = {"run": f"r{number}", "worker": "main", "test": f"t.py::t{number}", "task": lesson.task}
    calls = [
        Fact(
            kind=Kind.MODEL_CALL.value,
            data={
                "model": spent.model, "kind": task_kind(lesson.task), "purpose": "move", "seconds": 0.0,
                "tokens": spent.tokens // spent.calls, "money": spent.money / spent.calls,
            },
            **where,
        )
        for spent in lesson.spent
        for _ in range(spent.calls)
    ]  # fmt: skip
    ended = {"passed": lesson.green, "outcome": "learned" if lesson.green else "failed"}
    again = {"passed": lesson.held, "outcome": "replayed" if lesson.held else "stale"}
    replays = [Fact(kind=Kind.TEST_FINISHED.value, workflow=f"w{number}", attempt=2, data=again, **where)]
    return [
        *calls,
        Fact(kind=Kind.TEST_FINISHED.value, workflow=f"w{number}", data=ended, **where),
        *(replays if lesson.green else ()),
    ]


def routed(stream: Sequence[Options]) -> list[RecordedLesson]:
    """Return the lessons that the plugin's rule would have given, one after the other."""
    memory = empty()
    given: list[RecordedLesson] = []
    for number, options in enumerate(stream):
        result = memory.execute("FROM model_starts ORDER BY model, kind")
        names = [column[0] for column in result.description or ()]
        records = [ModelRecord(**dict(zip(names, row, strict=True))) for row in result.fetchall()]
        kind = task_kind(options[MODELS[0]].task)
        first = order_models(MODELS, records, kind, test=f"t.py::t{number}").models[0]
        given.append(options[first])
        insert(memory, parsed(b"".join(map(encode, facts_of(options[first], number)))))
    memory.close()
    return given


def compared(stream: Sequence[Options]) -> dict[str, Any]:
    """Return the totals of the rule and of all fixed choices, and the shares of the best one."""
    mine = total(routed(stream))
    fixed = {f"{model} first": total([options[model] for options in stream]) for model in MODELS}
    fixed |= {f"{model} alone": total([alone(options[model]) for options in stream]) for model in MODELS}
    best = min(fixed, key=lambda name: (-fixed[name].held, fixed[name].money))
    return {
        "held": mine.held,
        "dollars": round(mine.money, 4),
        "best_fixed": best,
        "fixed": {name: {"held": one.held, "dollars": round(one.money, 4)} for name, one in fixed.items()},
        "success": round(mine.held / max(fixed[best].held, 1), 4),
        "cost": round(mine.money / fixed[best].money, 4),
    }


def streamed(lessons: Sequence[RecordedLesson], seed: int) -> list[Options]:
    """Return 200 subjects in a random order: all of them, and then again, until there are enough."""
    subjects: dict[str, dict[str, RecordedLesson]] = {}
    for lesson in lessons:
        subjects.setdefault(lesson.subject, {})[lesson.first] = lesson
    whole = [options for _, options in sorted(subjects.items()) if options.keys() == set(MODELS)]
    source = random.Random(seed)  # noqa: S311
    found: list[Options] = []
    while len(found) < NUMBER:
        source.shuffle(whole)
        found += whole
    return found[:NUMBER]


def simulated(regime: tuple[tuple[float, ...], tuple[float, ...]], seed: int) -> list[Options]:
    """Return 200 simulated lessons: at some kinds of tasks a model is much better than at others."""
    source = random.Random(seed)  # noqa: S311
    shift = {(kind, model): source.uniform(-0.5, 0.5) for kind in TASKS for model in MODELS}
    found: list[Options] = []
    for number in range(NUMBER):
        kind, means = source.choice(TASKS), regime[number >= NUMBER // 2]
        draw = source.random()
        made = {}
        for model, mean in zip(MODELS, means, strict=True):
            room = min(mean, 1 - mean)
            held = draw < mean + 2 * room * shift[kind, model]
            spent = (Spent(model, 6, 6000, COSTS[model]),)
            made[model] = RecordedLesson(f"{kind} thing", "simulated", str(number), model, held, held, spent)
        found.append(made)
    return found


def measure(tell: Callable[[str], object] = lambda _: None) -> dict[str, Any]:
    """Return the shares of success and cost on recorded lessons and in the simulated regimes."""
    lessons = read(LESSONS)
    found: dict[str, Any] = {
        "goals": GOALS,
        "recorded_lessons": len(lessons),
        "lessons_in_a_run": NUMBER,
        "recorded": {},
    }
    found["subjects"] = len({lesson.subject for lesson in lessons})
    for seed in SEEDS:
        tell(f"routing: recorded, seed {seed}")
        found["recorded"][str(seed)] = compared(streamed(lessons, seed))
    found["simulated"] = {}
    for name, regime in REGIMES.items():
        tell(f"routing: {name}")
        runs = [compared(simulated(regime, seed)) for seed in SEEDS[:1]]
        found["simulated"][name] = {key: [run[key] for run in runs] for key in ("success", "cost", "best_fixed")}
    recorded = found["recorded"].values()
    found["least_success"] = min(run["success"] for run in recorded)
    found["most_cost"] = max(run["cost"] for run in recorded)
    found["met"] = found["least_success"] >= GOALS["success"] and found["most_cost"] <= GOALS["cost"]
    return found


def main() -> int:
    """Record lessons, or measure and print JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory.routing", description=__doc__)
    parser.add_argument("--record", metavar="N/OF", help="give the lessons of one part that are not recorded yet")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {results.RESULTS.name}")
    asked = parser.parse_args()
    if asked.record:
        number, _, of = asked.record.partition("/")
        record(LESSONS, (int(number), int(of)))
        return 0
    found = measure(lambda line: print(line, file=sys.stderr, flush=True))
    print(json.dumps(found, indent=2))
    if asked.write:
        results.keep("memory", {**results.known().get("memory", {}), "routing": found})
    return 0


if __name__ == "__main__":
    sys.exit(main())
