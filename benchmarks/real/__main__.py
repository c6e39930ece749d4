"""`python -m benchmarks.real [APPLICATION ...]`: learn and replay flows on applications that nobody here wrote.

Needs pip, npm and their registries for the first installation, and Debian's packages for some applications. An
application that cannot be installed is left out and named.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks import results
from tests.support.model.server import ModelServer

from .bed import MODULES, application
from .measured import Report, failures, figures, summed, table
from .phases import PHASES, Trial
from .stage import end_on_signal

OUT = Path(__file__).parents[2] / ".ami" / "real"
"""Where projects, logs, figures and messages go; git ignores it."""


@contextmanager
def model() -> Iterator[str]:
    """Run the local model server; yield its address."""
    with ModelServer() as server:
        yield server.base_url


def main() -> int:
    """Try what is asked for; exit code 1 if a flow did something else than it is for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.real", description=__doc__)
    parser.add_argument("applications", nargs="*", metavar="APPLICATION", help=f"of: {', '.join(MODULES)}")
    parser.add_argument("--folder", type=Path, default=OUT / "installed", help="where to install; used again")
    parser.add_argument("--write", action="store_true", help="put the figures into results.json")
    parser.add_argument("--json", type=Path, default=OUT / "figures.json", help="file for figures and all runs")
    parser.add_argument("-k", dest="task", default="", help="only tasks whose name holds this")
    parser.add_argument("--phases", default=",".join(PHASES), help=f"of: {','.join(PHASES)}")
    asked = parser.parse_args()
    strange = [name for name in asked.applications if name not in MODULES]
    if strange:
        parser.error(f"there is no application {strange[0]!r}; there are {', '.join(MODULES)}")
    apps = {key: application(key) for key in asked.applications or MODULES}
    chosen = {key: [task for task in app.tasks if asked.task in task.name] for key, app in apps.items()}
    if not any(chosen.values()):
        every = ", ".join(task.name for app in apps.values() for task in app.tasks)
        parser.error(f"no task has {asked.task!r} in its name; there are {every}")
    end_on_signal()
    console = Console(width=max(Console().width, 160))
    reports: dict[str, Report] = {}
    for key, tasks in chosen.items():
        if not tasks:
            continue

        def keep(report: Report, key: str = key) -> None:
            reports[key] = report
            note(reports, asked.json)

        trial = Trial(
            key=key,
            app=apps[key],
            tasks=tasks,
            installed=asked.folder.resolve(),
            folder=OUT / key,
            model=model,
            phases=asked.phases.split(","),
            tell=lambda line: console.print(line, style="dim", markup=False, highlight=False),
            keep=keep,
        )
        keep(trial.complete())
    found = {report.name: figures(report) for report in reports.values()}
    console.print(table(found))
    for report in reports.values():
        for why in report.left_out:
            console.print(f"{report.name}: left out: {why}", style="red", markup=False)
    console.print(f"every failure with its message: {OUT}/*.md; figures and runs: {asked.json}", style="dim")
    if asked.write:
        known = results.known().get("real", {}).get("applications", {})
        results.keep("real", whole({**known, **found}))
    return 1 if any(sum(one["wrong"].values()) for one in found.values()) else 0


def whole(found: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the figures of applications with their sum."""
    return {"applications": dict(found), "sum": summed(found)}


def note(reports: Mapping[str, Report], file: Path) -> None:
    """Write down what is known so far: figures and runs in one file, the failures of each application beside."""
    found = {report.name: figures(report) for report in reports.values()}
    runs = {report.name: [run.plain() for run in report.runs] for report in reports.values()}
    for folder in (file.parent, OUT):
        folder.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({**whole(found), "runs": runs}, indent=1, ensure_ascii=False) + "\n", "utf-8")
    for key, report in reports.items():
        (OUT / f"{key}.md").write_text(failures(report), "utf-8")


if __name__ == "__main__":
    sys.exit(main())
