"""From rows to figures: counts, rates and their 95 % intervals. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import median
from typing import Any

Row = Mapping[str, Any]
Z = 1.959964
"""Quantile of the normal distribution for 95 %, two-sided."""

KEPT = ("replayed", "healed", "abstained", "failed", "wrong")
BROKEN = ("caught", "false_pass")


def interval(count: int, of: int) -> list[float]:
    """Return the 95 % interval of a rate, in per cent (Wilson 1927; holds at 0 and at all too)."""
    if not of:
        return [0.0, 100.0]
    p, z2 = count / of, Z * Z
    middle = (p + z2 / (2 * of)) / (1 + z2 / of)
    half = Z * sqrt(p * (1 - p) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return [round(100 * max(0.0, middle - half), 2), round(100 * min(1.0, middle + half), 2)]


def rate(count: int, of: int) -> dict[str, Any]:
    """Return a count, what it is of, the rate in per cent, and its interval."""
    return {
        "count": count,
        "of": of,
        "rate": round(100 * count / of, 2) if of else None,
        "interval": interval(count, of),
    }


def halves(rows: Sequence[Row]) -> dict[str, Any]:
    """Return both halves of the benchmark for the rows of one tool."""
    kept = Counter(row["result"] for row in rows if row["keeps"])
    broken = Counter(row["result"] for row in rows if not row["keeps"])
    alone = Counter(row["result"] for row in rows if not row["keeps"] and len(row["applied"]) == 1)
    of, out = sum(kept[name] for name in KEPT), sum(broken[name] for name in BROKEN)
    drifted = of - kept["replayed"]
    return {
        "keeps": {
            "of": of,
            **{name: kept[name] for name in KEPT},
            "heal_recall": rate(kept["replayed"] + kept["healed"], of),
            "healed_of_drifted": rate(kept["healed"], drifted),
            "wrong_element": rate(kept["wrong"], of),
            "failed_silently": rate(kept["failed"], of),
        },
        "breaks": {
            "of": out,
            **{name: broken[name] for name in BROKEN},
            "false_pass_rate": rate(broken["false_pass"], out),
            "unaffected": broken["unaffected"],
            # Where nothing else was changed: stopping because of a harmless change beside it is no merit.
            "alone": {name: alone[name] for name in (*BROKEN, "unaffected")},
        },
        "unchanged": kept["unchanged"] + broken["unchanged"],
    }


def grouped(rows: Iterable[Row], key: str) -> dict[str, Any]:
    """Return the counts of results by a key of the rows."""
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        groups[row[key]][row["result"]] += 1
    return {name: dict(sorted(groups[name].items())) for name in sorted(groups)}


def listed(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Return what a reader has to see one by one: every wrong element and every false pass."""
    return [
        {key: row[key] for key in ("site", "task", "design", "to", "case", "redesign", "result")}
        | {"said": row["said"]["claim"]}
        for row in rows
        if row["result"] in ("wrong", "false_pass", "failed")
    ]


def score(rows: Sequence[Row], *, first: str = "pytest-ami") -> dict[str, Any]:
    """Return the results of a run.

    Args:
        rows: One for each run.
        first: The tool whose errors are listed one by one; of the others there are counts.
    """
    whole = [row for row in rows if "result" in row]
    made = [row for row in whole if row["first"] not in ("design", "language", "control")]
    names = list(dict.fromkeys(row["tool"] for row in whole))
    learned = {(row["tool"], row["site"], row["task"], row["design"]) for row in whole}
    found: dict[str, Any] = {
        "cases": len(_cases(whole)),
        "runs": len(whole),
        "tools": {},
        "unlearned": [
            {k: row[k] for k in ("tool", "site", "task", "design", "unlearned")}
            for row in rows
            if "unlearned" in row and (row["tool"], row["site"], row["task"], row["design"]) not in learned
        ],
        "broken": [row for row in rows if "broken" in row],
        "faults": sum(bool(row["faults"]) for row in whole),
    }
    for name in names:
        mine = [row for row in whole if row["tool"] == name]
        drawn = [row for row in made if row["tool"] == name]
        times = [row["ms"]["replay"] for row in drawn if row["result"] == "healed"]
        found["tools"][name] = {
            **halves(drawn),
            "controls": dict(Counter(row["result"] for row in mine if row["first"] == "control")),
            "by_hand": grouped([row for row in mine if row["first"] in ("design", "language")], "first"),
            "by_site": {
                half: grouped([row for row in drawn if row["keeps"] is keeps], "site")
                for half, keeps in (("keeps", True), ("breaks", False))
            },
            "by_mutation": grouped(drawn, "first"),
            "case_ms": _spread([row["ms"]["case"] for row in drawn]),
            "healed_replay_ms": _spread(times),
            "ms_per_heal": _spread(_per_heal(mine)),
        }
        if name == first:
            found["tools"][name]["errors"] = listed(mine)
            shared = _cases(row for row in made if row["tool"] != first)
            if shared:  # the other tools get a part of the cases: the same part of ours, to compare with theirs
                found["tools"][name]["on_the_others_cases"] = halves([row for row in drawn if _case(row) in shared])
    return found


def _per_heal(rows: Sequence[Row]) -> list[float]:
    """Return what a heal costs: how much longer a healed replay took than the same flow's controls, by heal."""
    calm: dict[tuple[Any, ...], list[float]] = defaultdict(list)
    for row in rows:
        if row["first"] == "control" and row["result"] == "replayed":
            calm[_case(row)[:3]].append(row["ms"]["replay"])
    return [
        round(max(0.0, row["ms"]["replay"] - median(calm[_case(row)[:3]])) / row["said"]["healed"], 1)
        for row in rows
        if row["result"] == "healed" and row["said"].get("healed") and calm[_case(row)[:3]]
    ]


def _case(row: Row) -> tuple[Any, ...]:
    return (row["site"], row["task"], row["design"], row["case"])


def _cases(rows: Iterable[Row]) -> set[tuple[Any, ...]]:
    return set(map(_case, rows))


def _spread(times: Sequence[float]) -> dict[str, float]:
    if not times:
        return {}
    ordered = sorted(times)
    return {
        "median": median(ordered),
        "p95": ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))],
        "worst": ordered[-1],
    }
