"""Running cases: every tool on every case, each in a context of its own; one line of JSON for each run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any, TextIO

from tests.support.redesign.case import run_case
from tests.support.redesign.corpus import Case, by_hand, controls, drawn_cases
from tests.support.redesign.ours import PytestAmi
from tests.support.redesign.stage import Stage, Subject, stage
from tests.support.redesign.tool import Tool

from .baselines import Baseline


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is run.

    Attributes:
        keeps: Drawn redesigns that keep the meaning, for each subject.
        breaks: Drawn redesigns that break it, for each subject.
        hand: Whether designs and languages made by hand are run too.
        subjects: Every how many-th subject is taken.
        others: Every how many-th case is also given to the tools behind the first one.
        tools: Names of the tools, or ``module:Class`` of another project's.
    """

    keeps: int = 35
    breaks: int = 31
    hand: bool = True
    subjects: int = 1
    others: int = 3
    tools: tuple[str, ...] = ("pytest-ami", "first-locator", "best-score")


SAMPLE = Plan(keeps=2, breaks=2, hand=True, subjects=3, tools=("pytest-ami",))
"""What CI runs."""


def tools(names: Sequence[str], folder: Path) -> list[Tool]:
    """Return the tools of these names; what ours learns is kept in the folder."""
    ours = PytestAmi(folder)
    known: dict[str, Callable[[], Tool]] = {
        "pytest-ami": lambda: ours,
        "first-locator": lambda: Baseline("first-locator", "first", ours),
        "best-score": lambda: Baseline("best-score", "best", ours),
    }
    return [known[name]() if name in known else _foreign(name) for name in names]


def _foreign(name: str) -> Tool:
    module, _, kind = name.partition(":")
    found: Tool = getattr(__import__(module, fromlist=[kind]), kind)()
    return found


def cases(subject: Subject, plan: Plan) -> Iterator[Case]:
    """Yield the cases of a subject."""
    drawn = drawn_cases(subject, keeps=plan.keeps, breaks=plan.breaks)
    return chain(controls(subject), by_hand(subject), drawn) if plan.hand else chain(controls(subject), drawn)


def run_subject(
    subject: Subject, plan: Plan, measured: Sequence[Tool], out: TextIO, done: Collection[tuple[str, int, str]] = ()
) -> None:
    """Run all cases of a subject with all tools, those that are done already left out."""
    where = {"site": subject.name, "task": subject.task.name, "design": subject.look.design}
    subject.observe()
    memories: dict[str, Any] = {}
    for tool in measured:
        try:
            memories[tool.name] = tool.learn(subject.flow())
        except Exception as error:  # noqa: BLE001  (counted, and named in the results)
            _write(out, {"tool": tool.name, **where, "unlearned": f"{type(error).__name__}: {error}"[:600]})
    for case in cases(subject, plan):
        for tool in measured if case.number % plan.others == 0 else measured[:1]:
            if tool.name in memories and (subject.title, case.number, tool.name) not in done:
                _write(out, run_case(subject, case, tool, memories[tool.name]))


def _write(out: TextIO, row: dict[str, Any]) -> None:
    out.write(json.dumps(row, ensure_ascii=False) + "\n")
    out.flush()


def run_shard(plan: Plan, shard: int, of: int, out: Path, only: tuple[str, ...] = ()) -> None:
    """Run every ``of``-th subject from ``shard`` on; append a line for each run."""
    done = {_run_of(json.loads(line)) for line in out.read_text("utf-8").splitlines()} if out.exists() else set()
    with tempfile.TemporaryDirectory() as folder, out.open("a", encoding="utf-8") as file, stage(only) as made:
        measured = tools(plan.tools, Path(folder))
        for subject in chosen(made, plan)[shard::of]:
            try:
                run_subject(subject, plan, measured, file, done)
            except Exception:  # noqa: BLE001  (one subject must not cost the others)
                _write(
                    file,
                    {
                        "tool": "",
                        "site": subject.name,
                        "task": subject.task.name,
                        "design": subject.look.design,
                        "broken": traceback.format_exc()[-1500:],
                    },
                )


def chosen(made: Stage, plan: Plan) -> list[Subject]:
    """Return the subjects of a plan."""
    return made.subjects[:: plan.subjects]


def run(
    plan: Plan,
    *,
    workers: int = 4,
    tell: Callable[[str], None] = lambda _: None,
    only: tuple[str, ...] = (),
    keep: Path | None = None,
) -> list[dict[str, Any]]:
    """Run a plan in processes of its own; return a row for each run.

    Args:
        plan: How much.
        workers: How many processes.
        tell: Called with a line of progress.
        only: Names of sites; all if empty.
        keep: Folder for the rows, which then stay; else they are in memory only.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = keep or Path(folder)
        home.mkdir(parents=True, exist_ok=True)
        files = [home / f"rows-{n}.jsonl" for n in range(workers)]
        for file in files:
            file.touch()  # rows that are there already are not run again: what was interrupted goes on
        going = [
            subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "benchmarks.redesign",
                    "--shard",
                    f"{n}/{workers}",
                    "--rows",
                    str(file),
                    "--plan",
                    json.dumps(asdict(plan)),
                    *(["--sites", ",".join(only)] if only else []),
                ],
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
            for n, file in enumerate(files)
        ]
        while any(one.poll() is None for one in going):
            time.sleep(1)
            tell(f"redesign: {sum(map(_lines, files))} runs")
        if any(one.returncode for one in going):
            raise RuntimeError("a worker of the redesign benchmark failed; its error stands above")
        return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


def _run_of(row: dict[str, Any]) -> tuple[str, int, str]:
    return f"{row['site']}: {row['task']} ({row['design']}, en)", row.get("case", -1), row["tool"]


def _lines(file: Path) -> int:
    return file.read_bytes().count(b"\n")
