"""A temporary project with a test for each task, and one run of pytest on it in a process of its own.

Knows files and commands. The plugin is driven from outside only, as its users drive it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .application import Task
from .runs import Run

ROOT = Path(__file__).parents[2]
NOWHERE = "http://127.0.0.1:9/v1"
"""An address where nobody listens: what every session without a model gets for one."""

SECONDS = 240
"""For each test, before a session is ended as hanging."""

SETTINGS = """[pytest]
addopts = -p no:randomly -p no:xdist -p no:rerunfailures -p no:cacheprovider
"""

CONFTEST = """import os

import pytest

pytest_plugins = ["benchmarks.real.session"]


@pytest.fixture(scope="session")
def base_url():
    return os.environ["REAL_URL"]
"""

HEAD = """import pytest

from benchmarks.real.session import learned, script_of, task_of
"""

LEARNED = """

@pytest.mark.flow({task!r}, {number}, False)
@learned({task!r})
def test_{name}(page, values, ami):
    ami.run(**values)
    task_of({task!r}).confirm(page, values)
"""

BY_HAND = """

@pytest.mark.flow({task!r}, {number}, True)
def test_{name}(page, values):
    script_of({task!r})(page, values)
    task_of({task!r}).confirm(page, values)
"""

PAIRS = (("hand", BY_HAND), ("replay", LEARNED), ("replay", LEARNED), ("hand", BY_HAND))
"""The tests of one task when its pace is measured, one for each set of values: neighbours are pairs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One run of pytest on a project.

    Attributes:
        mode: For ``--ami-mode``.
        values: Numbers of the values; each task has a test for each of them.
        teacher: Of ``demonstration``, ``offline``, ``model``.
        paced: Whether each flow runs by hand as well, with all its values.
        model: Address of a model; nobody listens at the default.
    """

    mode: str
    values: tuple[int, ...] = ()
    teacher: str = "demonstration"
    paced: bool = False
    model: str = NOWHERE


def slug(text: str) -> str:
    """Return a text as a part of a name of a function or file."""
    return re.sub(r"\W+", "_", text).strip("_").lower()


def tests_of(tasks: Iterable[Task], session: Session) -> str:
    """Return the source of the tests: all tasks with the first values, in their order, then with the next ones."""
    kinds = [*enumerate(PAIRS, 1)] if session.paced else [(number, PAIRS[1]) for number in session.values]
    pairs = [(task, kind) for task in tasks for kind in kinds]
    if not session.paced:
        pairs.sort(key=lambda pair: session.values.index(pair[1][0]))
    made = [
        form.format(task=task.name, number=number, name=f"{slug(task.name)}_{kind}_{number}")
        for task, (number, (kind, form)) in pairs
    ]
    return "".join([HEAD, *made])


def write(project: Path, tasks: Sequence[Task], session: Session) -> None:
    """Write the files of a project; what it has learned stays."""
    project.mkdir(parents=True, exist_ok=True)
    (project / "pytest.ini").write_text(SETTINGS, "utf-8")
    (project / "conftest.py").write_text(CONFTEST, "utf-8")
    (project / "test_flows.py").write_text(tests_of(tasks, session), "utf-8")


def environment(session: Session, more: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a session: no CI, no settings of ours, a model only if it may be asked."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name == "AMI_BROWSER" or not (name == "CI" or name.startswith(("AMI_", "OPENAI_", "PYTEST_", "REAL_")))
    }
    told = {"teacher": session.teacher, **more}
    words = {f"REAL_{name.upper()}": value for name, value in told.items()}
    return {
        **kept,
        **words,
        "PYTHONPATH": str(ROOT),
        "OPENAI_BASE_URL": session.model,
        "OPENAI_API_KEY": "local",
        "COLUMNS": "160",
    }


def run(project: Path, tasks: Sequence[Task], session: Session, log: Path, **more: str) -> str:
    """Run pytest on a project to its end; return the last lines of its output, which goes to ``log`` as a whole.

    Args:
        project: A project.
        tasks: Those that have a test.
        session: How they run.
        log: Where the output goes.
        more: Words for the process of the tests.
    """
    write(project, tasks, session)
    command = [sys.executable, "-m", "pytest", "test_flows.py", f"--ami-mode={session.mode}", "--ami-json=ami.json"]
    command += [f"--ami-model={'ami-local' if session.teacher == 'model' else 'none'}", "-rA"]
    (project / "ami.json").unlink(missing_ok=True)
    log.parent.mkdir(parents=True, exist_ok=True)
    limit = SECONDS * len(tasks) * (len(PAIRS) if session.paced else len(session.values))
    with log.open("wb") as out:
        try:
            subprocess.run(
                command, cwd=project, env=environment(session, more), stdout=out, stderr=out, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            out.write(f"\nended after {limit} s\n".encode())
    return log.read_text("utf-8", "replace")[-2000:]


def with_outcomes(project: Path, runs: Sequence[Run]) -> list[Run]:
    """Return the runs with what the plugin's own report says of them."""
    file = project / "ami.json"
    entries = json.loads(file.read_text("utf-8"))["runs"] if file.exists() else []
    found: dict[str, dict[str, Any]] = {re.sub(r"\[.*|.*::test_", "", one["test"]): one for one in entries}
    return [_with_outcome(run, found.get(f"{slug(run.task)}_replay_{run.number}")) for run in runs]


def _with_outcome(run: Run, entry: Mapping[str, Any] | None) -> Run:
    if entry is None or run.by_hand:
        return run
    return replace(run, outcome=entry["outcome"], healed=len(entry.get("healed", ())))


def versions(project: Path) -> dict[str, int]:
    """Return the number of the version of each flow of a project, as `ami list` tells it."""
    ami = Path(sys.executable).with_name("ami")
    done = subprocess.run([ami, "list", "--json"], cwd=project, capture_output=True, text=True, check=False)
    if done.returncode:
        return {}
    return {one["task"]: one["version"] for one in json.loads(done.stdout)}
