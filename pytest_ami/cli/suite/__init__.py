"""`ami replay` and `ami relearn`: the learned tests of the project, on several processes or machines.

Does: asks pytest for the tests, spreads them over an executor, absorbs what they found, and prints the result.
Gives: the two commands; `collection` asks pytest, `report` words the result.
Must never: run a test in this process, or decide about a version.
"""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pytest_ami.cli.commands import CommandError, command, say, stopping

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_ami.testing.suite.shards import ShardResult, SuiteShard

UNUSABLE = 4
_OPTIONS = (
    click.argument("tasks", nargs=-1),
    click.option("--all", "everything", is_flag=True, help="All tests that perform a learned flow."),
    click.option("--jobs", default=2, show_default=True, type=click.IntRange(1), help="Number of processes."),
    click.option("--on", default="", metavar="ADDRESS", help="Run on a Dask cluster: dask://HOST:PORT."),
    click.option(
        "--pytest", "arguments", default="", metavar="ARGS", help='More arguments for pytest: "--base-url URL".'
    ),
)


class SuiteUnusableError(CommandError):
    """The command could not run; exit code 4."""

    exit_code = UNUSABLE


def _with_options(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


@command("replay", "ami replay --all --jobs 4")
@_with_options
def replay(folder: Path | None, *, as_json: bool, **options: Any) -> None:
    """Replay the tests of tasks, or all learned tests, in several processes or on a cluster. No model is asked.

    The tests with the longest recorded durations begin first. A process that dies is replaced, and its tests run once
    more. The results are absorbed into the store.

    Exit code 0: all green; 1: a test is red, or could not be run; 4: there is nothing to run, or no cluster.
    """
    _perform("replay", folder, as_json=as_json, **options)


@command("relearn", 'ami relearn "send email"')
@_with_options
def relearn(folder: Path | None, *, as_json: bool, **options: Any) -> None:
    """Let a teacher perform tasks again, or all of them, in several processes or on a cluster.

    Runs their tests with --ami-mode=relearn, the longest first, and absorbs the results into the store. A new version
    is a candidate until a later replay is green: run `ami replay` next.

    Exit code 0: all green; 1: a test is red, or could not be run; 4: there is nothing to run, or no cluster.
    """
    _perform("relearn", folder, as_json=as_json, **options)


def _perform(
    mode: str,
    folder: Path | None,
    *,
    tasks: Sequence[str],
    everything: bool,
    jobs: int,
    on: str,
    arguments: str,
    as_json: bool,
) -> None:
    from pytest_ami.cli.project import ProjectConfig, locate_store, writable_store
    from pytest_ami.model.errors import AmiError
    from pytest_ami.store.statistics import replay_seconds
    from pytest_ami.testing.executors import executors
    from pytest_ami.testing.suite.shards import SuiteShard, facts_of, shards_of

    from . import report
    from .collection import performing

    if bool(tasks) == everything:
        raise click.UsageError(f'name tasks, or say --all: ami {mode} "send email"')
    try:
        more = tuple(shlex.split(arguments))
        project = ProjectConfig.find(Path.cwd())
        root = project.root
        target, _ = locate_store(folder)
        with writable_store(folder, mode):
            pass  # the steering files become facts, which the shards take along
        tests = performing(root, tasks, more)
        whole = SuiteShard(
            root=str(root),
            tests=tuple(tests),
            mode=mode,
            steering=str(root / project.settings(os.environ, folder).steering(root)),
            arguments=more,
            facts=facts_of(target),
        )
        parts = shards_of(whole, replay_seconds(target))
        with executors(on, min(jobs, len(parts))) as make:
            found = _spread(make, parts, target, mode)
        found["written"] = _written(folder, found["tasks"]) if mode == "relearn" else []
    except AmiError as error:
        raise SuiteUnusableError(str(error)) from None
    say(report.lines(found), found, as_json=as_json)
    if found["red"] or found["broken"]:
        click.get_current_context().exit(1)


def _spread(make: Any, parts: Sequence[SuiteShard], target: Path, mode: str) -> dict[str, Any]:
    """Run the shards, keep the facts of each as it ends, and return the report."""
    from pytest_ami.store.duckdb.database import Database
    from pytest_ami.testing.executors import spread
    from pytest_ami.testing.suite.shards import add_facts, run_shard

    results: list[ShardResult] = []
    broken: list[dict[str, Any]] = []
    facts = 0
    left = dict(enumerate(parts))
    with stopping("Stopping after the shards that have begun.") as stop:
        for index, result in spread(make, run_shard, parts, stop=stop):
            part = left.pop(index)
            if isinstance(result, Exception):
                broken.append({"tests": list(part.tests), "why": f"{result}"})
                continue
            results.append(result)
            facts += add_facts(target, mode, result.facts)
            click.echo(f"{len(results) + len(broken)} of {len(parts)} shards", err=True)
    broken += [{"tests": list(part.tests), "why": "Ctrl-C came first."} for part in left.values()]
    Database(target).absorb()
    runs = [run for result in results for run in result.runs]
    return {
        "mode": mode,
        "tests": sum(len(part.tests) for part in parts),
        "shards": len(parts),
        "outcomes": dict(sorted(Counter(str(run.get("outcome")) for run in runs).items())),
        "tasks": sorted({str(run.get("task")) for run in runs if run.get("task")}),
        "model_calls": sum(int(run.get("model_calls") or 0) for run in runs),
        "facts": facts,
        "red": sorted(test for result in results for test in result.red),
        "broken": broken,
    }


def _written(folder: Path | None, tasks: Sequence[str]) -> list[str]:
    """Write the steering files of tasks, except in CI, and return their names."""
    from pytest_ami.cli.project import writable_store
    from pytest_ami.model.settings import detect_ci

    if detect_ci(os.environ):
        return []
    with writable_store(folder, "relearn") as store:
        return [os.path.relpath(path) for path in store.write_steering_files(tasks)]
