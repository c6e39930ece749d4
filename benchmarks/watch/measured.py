"""Plain tests under `--ami-watch`: proposals and heals after a release, and the messages of a green run.

The pages are our own (`pages`), so the figures say how the decision behaves, and not how often it is needed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pytest_ami.cli.source_code.fix import planned
from pytest_ami.testing.project import Project, Result
from pytest_ami.watch.records import WatchMemory

from .pages import CONFTEST, GONE, MOVED, suite

ROOT = Path(__file__).parents[2]


def measure(tell: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Return the figures.

    Args:
        tell: Takes what is being done.
    """
    tell("pairs of pages, before and after a release")
    project = Project().with_file("conftest.py", CONFTEST).with_file("test_it.py", suite())
    project = project.with_args("-p", "no:randomly", "-p", "no:html", "-p", "no:allure_pytest")
    _, plain = _run(project, "plain")
    _run(project, "learned", "--ami-watch")
    green, watched = _run(project, "green", "--ami-watch")
    new = project.with_env(NEW="1")
    healed, hits = _run(new, "healed", "--ami-watch=heal")
    acted = [name for name in hits if _passed(healed, name)]
    plan = planned(project.path, WatchMemory.read(project.store).open())
    fixed_source = next(iter(plan.after.values()), suite())
    _, after = _run(new.with_file("test_it.py", fixed_source), "fixed")
    proposed = {one.test.partition("::test_")[2].partition("[")[0] for one in plan.done}
    right = {name for name in proposed if after[name][0] == "yes"}
    moved = {pair.name for pair in MOVED}
    calls = 2 * len(plain)
    return {
        "tests": len(GONE) + len(MOVED),
        "green_with_watch": green.outcomes.get("passed", 0),
        "gone": len(GONE),
        "moved": len(MOVED),
        "fixed_by_proposal": len(right),
        "wrong_proposals": sorted(proposed - right),
        "refused_of_moved": sorted(moved - proposed),
        "healed": len(acted),
        "wrong_heals": sorted(name for name in acted if hits[name][0] != "yes"),
        "messages_per_call_more": round((_messages(watched) - _messages(plain)) / calls, 2),
    }


def lines(figures: dict[str, Any]) -> list[str]:
    """Return the figures as people read them."""
    refused = ", ".join(figures["refused_of_moved"]) or "none"
    fixed, healed = figures["fixed_by_proposal"], figures["healed"]
    wrong = len(figures["wrong_proposals"]), len(figures["wrong_heals"])
    more = figures["messages_per_call_more"]
    return [
        f"{figures['tests']} plain tests, {figures['green_with_watch']} green under --ami-watch before the release",
        f"{figures['moved']} controls moved: {fixed} fixed by proposal, {healed} healed, refused: {refused}",
        f"{figures['gone']} controls gone; wrong proposals over all pages: {wrong[0]}, wrong heals: {wrong[1]}",
        f"a green run sends {more} messages more per call, and waits for none of them",
    ]


def _run(project: Project, name: str, *args: str) -> tuple[Result, dict[str, tuple[str, int]]]:
    """Run the suite; return the result, and by test the control that was pressed and the messages sent so far."""
    path = project.path / f"{name}.jsonl"
    result = project.with_env(HITS=str(path), PYTHONPATH=str(ROOT)).run(*args, "-v", timeout=900)
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return result, {test: (hit, count) for test, hit, count in rows}


def _messages(hits: dict[str, tuple[str, int]]) -> int:
    return max(count for _, count in hits.values())


def _passed(result: Result, name: str) -> bool:
    return any(f"::test_{name}[" in test and word in ("PASSED", "HEALED") for test, word in result.words.items())
