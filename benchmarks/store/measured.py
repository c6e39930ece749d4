"""All parts of the store's benchmark, and what they come to as people read it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from . import growth, kills, shared, tiers, unrelated, writers

Tell = Callable[[str], None]
PARTS: dict[str, Callable[[float, Tell], dict[str, Any]]] = {
    "writers": lambda size, tell: writers.measure(
        tests=max(5, round(500 * size)),
        workers=4 if size > 0.05 else 2,
        pace=1.0,
        tell=tell,
    ),
    "kills": lambda size, tell: kills.measure(kills=max(8, round(500 * size)), tell=tell),
    "growth": lambda size, tell: growth.measure(
        facts=round(1_000_000 * size), flows=max(10, round(10_000 * size)), repeats=5 if size == 1 else 2, tell=tell
    ),
    "shared": lambda size, tell: shared.measure(
        facts=max(200, round(10_000 * size)), kills=max(8, round(500 * size)), tell=tell
    ),
    "tiers": lambda size, tell: tiers.measure(
        operations=max(50, round(10_000 * size)),
        kills=max(8, round(500 * size)),
        entries=max(2000, round(100_000 * size)),
        tell=tell,
    ),
    "unrelated": lambda size, tell: unrelated.measure(pairs=max(3, round(25 * size)), tell=tell),
}
"""For each part who measures it, given the share of its full size and whom to tell."""


def measure(tell: Tell = lambda _: None, *, parts: tuple[str, ...] = (), size: float = 1.0) -> dict[str, Any]:
    """Return what each part found.

    Args:
        tell: Called with a line of progress.
        parts: Their names; all if empty.
        size: Share of the full size, such as 0.01 for a try of seconds.
    """
    load = [round(os.getloadavg()[0], 2)] if hasattr(os, "getloadavg") else []
    found = {part: PARTS[part](size, tell) for part in parts or tuple(PARTS)}
    load += [round(os.getloadavg()[0], 2)] if load else []
    return {"size": size, "load_before_and_after": load, **found}


def lines(found: dict[str, Any]) -> list[str]:
    """Return the results as people read them, one line each."""
    told = [f"store (size {found['size']:g}, load {found['load_before_and_after']})"]
    if one := found.get("writers"):
        for what in ("learning", "replaying", "two_learning", "two_replaying", "killed"):
            r = one[what]
            told.append(
                f"  {what}: {r['facts']:,} facts, {r['lost']} lost, {r['duplicated']} duplicated, {r['lock_errors']}"
                f" lock errors, {r['green_tests_not_in_store']} green tests not in the store; the plugin's share"
                f" {_percent(r['share'])} of the wall time ({_percent(r['cpu_share'])} of it computing)"
            )
    if one := found.get("kills"):
        told.append(
            f"  {one['kills']} kills, {one['within_the_work']} within the work: {one['lost_versions']} lost versions,"
            f" {one['unreadable_stores']} unreadable stores, {one['without_a_good_version']} without a good version"
        )
    if one := found.get("growth"):
        told.append(
            f"  {one['facts']:,} facts, {one['workflows']:,} workflows: opening {one['open_ms']:.0f} ms, a look-up"
            f" {one['look_up_ms']:.2f} ms (99 %: {one['look_up_p99_ms']:.2f}), ami stats {one['stats_ms']:.0f} ms,"
            f" {one['database_mb']} MB and {one['journals_mb']} MB of journals; a run costs"
            f" {one['run_cost_last_to_first']} times what it cost at first"
        )
        told += [
            f"    {p['facts']:>9,} facts: a run {p['run_ms']:.0f} ms, opening {p['open_ms']:.0f} ms"
            for p in one["curve"]
        ]
    if one := found.get("shared"):
        deaths = one["deaths"]
        told.append(
            f"  shared store: {one['facts']:,} facts sent in {one['send_seconds']:.2f} s, fetched in"
            f" {one['fetch_seconds']:.2f} s, nothing new in {one['nothing_new_seconds']:.2f} s; {deaths['kills']} kills"
            f" and {deaths['server_kills']} of the server: {deaths['lost']} facts lost, {deaths['doubled']} doubled"
        )
    if one := found.get("tiers"):
        told += _tiers(one)
    if one := found.get("unrelated"):
        for way in unrelated.WAYS:
            wall, cpu, heavy = one[way]["wall"], one[way]["cpu"], ", ".join(one[way]["heavy"]) or "no heavy module"
            counted = one[way]["instructions"]["ratio"]
            told.append(
                f"  collection, {way}: {cpu['paired_median']:.3f} times the processor's time"
                f" ({cpu['paired_quartiles'][0]:.3f} to {cpu['paired_quartiles'][1]:.3f} within pairs),"
                f" {wall['paired_median']:.3f} times the wall time,"
                f" {'unknown' if counted is None else f'{counted:.4f}'} times the instructions, {heavy}"
            )
    return told


def _tiers(one: dict[str, Any]) -> list[str]:
    same, deaths, times = one["conformance"], one["deaths"], one["times"]
    counts = ", ".join(f"{number:,}" for number in same["operations"].values())
    about = f"  tiers: {counts} operations on {', '.join(same['backends'])}: {same['differences']} differences"
    lost = f"{deaths['lost']} of {deaths['facts']:,} facts lost, {deaths['doubled']} doubled"
    names = {"in_process": "in process", "redis": "Redis", "warm_duckdb": "DuckDB", "warm_postgres": "Postgres"}
    each = ", ".join(f"{name} {times[key]['p99_us']:,.0f} us" for key, name in names.items())
    first = f"{times['first_look_up_s']:.2f} s, with Redis {times['first_look_up_with_redis_s']:.2f} s"
    return [
        f"{about}; {deaths['kills']} kills: {lost}",
        f"    {times['entries']:,} entries, 99 %: {each}; the first look-up {first}",
    ]


def _percent(share: float | None) -> str:
    return "unknown" if share is None else f"{share:.1%}"
