"""Early warnings: pages that are redesigned one mutation more at a time, and flows that are never relearned.

Every redesign keeps the meaning, and contains the one before it. The stored version stays what it was, as in CI; what
was noted about its evidence after each green test stays too. The first redesign on which it stops is the break.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.redesign.score import rate
from pytest_ami.testing.redesign import Meaning, Redesign, mutations
from pytest_ami.testing.redesign.drawing import aims, drawn_mutation
from tests.support.redesign.ours import Memory, PytestAmi
from tests.support.redesign.stage import Stage, Subject

from .replaying import copied, replayed

SEED = 19480117
"""Not the redesign benchmark's: no redesign is one of its."""

LENGTH = 8
"""Mutations of a sequence."""

GOAL = 80.0
"""Per cent of the sequences that break in which it must have been told before."""


def sequence(title: str, number: int, keys: Sequence[str], length: int = LENGTH) -> tuple[Redesign, ...]:
    """Return redesigns that keep the meaning, each the one before it and one mutation more, no kind of them twice.

    Args:
        title: Name of the subject.
        number: Of the sequence.
        keys: Elements that the flow touches; most mutations are aimed at one of them.
        length: How many.
    """
    random = Random(f"{SEED} {title} {number}")  # noqa: S311  (chooses cases)
    kinds = [kind for kind in mutations(Meaning.KEEPS).values() if kind.whole_page or aims(kind, keys)]
    drawn = [drawn_mutation(random, kind, keys, aimed=False) for kind in random.sample(kinds, min(length, len(kinds)))]
    seed = random.randrange(1_000_000)
    return tuple(Redesign(tuple(drawn[: n + 1]), seed=seed) for n in range(len(drawn)))


def rows(
    made: Stage, part: tuple[int, int], sequences: int, folder: Path, done: Collection[str], length: int = LENGTH
) -> Iterator[dict[str, Any]]:
    """Yield a row for each sequence of this part of the subjects.

    Args:
        made: With the sites running.
        part: Which of how many parts.
        sequences: How many of all parts together, all subjects in turn.
        folder: Where what is learned is kept.
        done: Names of the sequences that are not wanted any more.
        length: Mutations of a sequence.
    """
    ours, (shard, of) = PytestAmi(folder / "learned"), part
    learned: dict[str, tuple[Memory, Path]] = {}
    for number in range(sequences):
        subject = made.subjects[number % len(made.subjects)]
        name = f"{subject.title} #{number}"
        if number % len(made.subjects) % of != shard or name in done:
            continue
        try:
            if subject.title not in learned:
                subject.observe()
                learned[subject.title] = ours.learn(subject.flow()), folder / "learned" / str(len(learned))
            memory = copied(*learned[subject.title], folder / f"sequence-{number}")
            redesigns = sequence(subject.title, number, subject.keys, length)
            yield {"name": name, "steps": [dict(step) for step in _steps(subject, memory, redesigns, number)]}
        except Exception as error:  # noqa: BLE001  (counted, and named in the results)
            yield {"name": name, "broken": f"{type(error).__name__}: {error}"[:600]}


def _steps(subject: Subject, memory: Memory, redesigns: Sequence[Redesign], number: int) -> Iterator[Mapping[str, Any]]:
    for place, redesign in enumerate(redesigns):
        values = subject.values(f"drifting {number} {place}")
        page, told = subject.open(redesign=redesign, values=values)
        try:
            ran = replayed(page, memory, values)
            truth = subject.truth(page, told, values, passes=ran.passed)
        finally:
            page.context.close()
        yield {
            **ran.row(),
            "right": truth.effects and not truth.harm,
            "touched_another": truth.wrong,
            "applied": list(told.applied),
            "redesign": str(redesign),
            "faults": told.faults[:2],
        }
        if not ran.passed or not truth.effects or truth.harm:  # a test of it would be red
            ran.attempt.drop()
            return
        ran.attempt.commit()


def told_at(row: Mapping[str, Any]) -> int | None:
    """Return the place of the first redesign on which drifting was raised while the flow passed; None for never."""
    return next((at for at, step in enumerate(row["steps"]) if step["passed"] and step["drifting"]), None)


def end(row: Mapping[str, Any]) -> str:
    """Return how a sequence ended: ``broke``, ``wrong`` (green, and the server holds something else), or ``held``."""
    last = row["steps"][-1]
    return "broke" if not last["passed"] else "held" if last["right"] else "wrong"


def at_first(row: Mapping[str, Any]) -> bool:
    """Return whether no redesign before the last one had changed anything that the flow came to see."""
    return not any(any(step["applied"]) for step in row["steps"][:-1])


def figures(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return counts and rates."""
    ran = [row for row in found if "broken" not in row]
    broke = [row for row in ran if end(row) == "broke"]
    held = [row for row in ran if end(row) == "held"]
    later = [row for row in broke if not at_first(row)]
    told = [row for row in broke if told_at(row) is not None]
    ahead = Counter(len(row["steps"]) - 1 - (told_at(row) or 0) for row in told)
    return {
        "sequences": len(ran),
        "redesigns": sum(len(row["steps"]) for row in ran),
        "broke": len(broke),
        "broke_at_first": len(broke) - len(later),
        "raised_before": rate(len(told), len(broke)),
        "raised_before_without_first": rate(len(told), len(later)),
        "redesigns_ahead": {str(n): ahead[n] for n in sorted(ahead)},
        "raised_where_nothing_broke": rate(sum(told_at(row) is not None for row in held), len(held)),
        "passed_wrongly": [_named(row) for row in ran if end(row) == "wrong"],
        "touched_another": [
            {"name": row["name"], "redesign": step["redesign"]}
            for row in ran
            for step in row["steps"]
            if step["touched_another"]
        ],
        "causes": dict(Counter(row["steps"][-1]["cause"] for row in broke).most_common()),
        "goal": GOAL,
        "seed": SEED,
        "not_raised": [_named(row) for row in later if told_at(row) is None],
        "first": [_named(row) for row in broke if at_first(row)],
        "faults": [{"name": row["name"], "why": row["broken"]} for row in found if "broken" in row],
    }


def _named(row: Mapping[str, Any]) -> dict[str, Any]:
    last = row["steps"][-1]
    passed = row["steps"][:-1]
    moved = [step["moved"] for step in passed if step["moved"]]
    return {"name": row["name"], "redesign": last["redesign"], "why": last["why"], "moved": moved[-1] if moved else []}


def lines(found: Mapping[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    before, later = found["raised_before"], found["raised_before_without_first"]
    return [
        f"drifting: {found['sequences']} sequences, {found['broke']} broke, {found['broke_at_first']} at once",
        f"  raised before the break: {_share(before)}; goal >= {found['goal']:.0f} %",
        f"  raised before it, where it did not break at once: {_share(later)}",
        f"  raised where nothing broke: {_share(found['raised_where_nothing_broke'])}",
        f"  redesigns ahead: {found['redesigns_ahead']}",
    ]


def _share(found: Mapping[str, Any]) -> str:
    return f"{found['count']} of {found['of']}, {found['rate']} % ({found['interval'][0]} to {found['interval'][1]})"
