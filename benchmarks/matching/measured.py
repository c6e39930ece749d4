"""Results on the corpus: right matches, wrong matches and their duration; `matching` in the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks import results
from benchmarks.redesign.score import rate
from pytest_ami.instructions.index import Index
from tests.support.matching import HALVES, Case, cases, outcome, stored

from . import speed

OUTCOMES = ("matched", "misread", "wrong", "refused")


def rows(half: str, tell: Callable[[str], Any] = lambda _: None) -> Iterator[tuple[Case, str, str]]:
    """Yield every case of a half with its outcome; each phrasing again, asked of the store without its workflow."""
    workflows = stored()
    full = Index(workflows)
    without = {w.task: Index(other for other in workflows if other is not w) for w in workflows}
    for case in cases():
        if case.half != half:
            continue
        tell(case.id)
        yield case, *outcome(case, full)
        if case.task:
            orphan = Case(id=f"{case.id}/orphan", text=case.text, kind="orphans")
            yield orphan, *outcome(orphan, without[case.task])


def figures(found: list[tuple[Case, str, str]]) -> dict[str, Any]:
    """Return the figures of a half."""
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in ("templated", "free", "others", "orphans")}
    for case, result, _ in found:
        counts[case.kind][result] += 1
    of = {kind: sum(results.values()) for kind, results in counts.items()}
    selected = {kind: results["matched"] + results["misread"] for kind, results in counts.items()}
    read = selected["templated"] + selected["free"]
    return {
        "instructions": sum(of.values()),
        "wrong_workflow": rate(sum(results["wrong"] for results in counts.values()), sum(of.values())),
        "templated_matched": rate(selected["templated"], of["templated"]),
        "free_matched": rate(selected["free"], of["free"]),
        "extraction_exact": rate(counts["templated"]["matched"] + counts["free"]["matched"], read),
        "others_refused": rate(counts["others"]["refused"], of["others"]),
        "refused_without_their_workflow": rate(counts["orphans"]["refused"], of["orphans"]),
    }


def measure(tell: Callable[[str], Any] = lambda _: None, half: str = "untouched") -> dict[str, Any]:
    """Return the figures of a half, and the speed at 100,000 workflows."""
    found = list(rows(half, tell))
    tell("speed")
    workflows = stored()
    texts = [case for case in cases() if case.half == half]
    return {"half": half, "tasks": len(workflows), **figures(found), "speed": speed.measure(texts, workflows)}


def lines(found: dict[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    said = [f"matching ({found['half']} half, {found['instructions']} instructions, {found['tasks']} tasks):"]
    for key, title in (
        ("wrong_workflow", "wrong workflow"),
        ("templated_matched", "templated matched"),
        ("free_matched", "free phrasings matched"),
        ("extraction_exact", "extraction exact"),
        ("others_refused", "others refused"),
        ("refused_without_their_workflow", "refused without their workflow"),
    ):
        r = found[key]
        said.append(f"  {title}: {r['count']} of {r['of']} ({r['rate']} %, {r['interval'][0]} to {r['interval'][1]})")
    s = found["speed"]
    said.append(
        f"  {s['workflows']} workflows: median {s['median_ms']} ms, p95 {s['p95_ms']} ms, worst {s['worst_ms']} ms"
        f" over {s['texts']} texts (processor time: median {s['cpu_median_ms']} ms, p95 {s['cpu_p95_ms']} ms;"
        f" load {s['load']}); the index is built in {s['index_cpu_seconds']} s of processor time"
    )
    return said


def write(found: dict[str, Any]) -> None:
    """Put the figures into the results, the other keys left as they are."""
    results.keep("matching", found)


__all__ = ["HALVES", "OUTCOMES", "figures", "lines", "measure", "outcome", "rows", "write"]
