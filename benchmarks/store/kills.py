"""SIGKILL at moments that nobody chose: while a journal is written, absorbed, migrated, or steering files are written.

A child works on a store and says over a pipe what it has finished; the parent kills it, and another child looks at
what is left. Every kind of work goes on with the store that the kill before has left.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Step, StepKind, Workflow
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal, journals, read
from pytest_ami.store.steering.folder import SteeringFolder
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.old_stores import EARLIER, build

Tell = Callable[[str], None]
_SPAN = {"journal": 0.03, "absorb": 0.15, "migration": 0.25, "steering": 0.1}
"""Seconds within which the kill comes at first; less after work that had ended, more after work that had not."""

_LIFE = 20
"""Kills that one store goes through."""


def opened(folder: Path) -> WorkflowStore:
    """Return the store of a project, with steering files, as a new process opens it."""
    home = folder / ".ami"
    steering = SteeringFolder(folder / "steering" / "golden-paths", home, folder)
    return WorkflowStore(home, Journal(home, run=f"r{os.getpid()}"), steering=steering)


def flow(number: int) -> Workflow:
    """Return some workflow; a few tasks come again and again."""
    steps = [Step(kind=StepKind.GOTO, value="/")]
    target = Fingerprint(tag="button", role="button", name=f"Send {number}", xpath="//button[1]")
    steps += [Step(kind=StepKind.CLICK, target=target) for _ in range(8)]
    return Workflow(task=f"task {number % 7}", steps=tuple(steps))


def journal(folder: Path, done: Tell) -> None:
    """Add versions and promote them, one after the other, without an end."""
    store, number = opened(folder), 0
    while number < 1000:
        stored = store.add(flow(number))
        done(f"version {stored.id}")
        store.promote(stored)
        done(f"good {stored.id}")
        number += 1


def absorb(folder: Path, done: Tell) -> None:
    """Take in what the preparation has written."""
    opened(folder).absorb(strict=True)
    done("end")


def steering(folder: Path, done: Tell) -> None:
    """Write the steering files of all tasks."""
    store = opened(folder)
    store.write_steering_files(store.tasks(), strict=True)
    done("end")


def prepared(kind: str, folder: Path, done: Tell) -> None:
    """Make what a kind of work needs: journals to absorb, an older store to migrate, versions to describe."""
    store = opened(folder)
    for number in range(20 if kind == "absorb" else 3):
        stored = store.add(flow(number))
        done(f"version {stored.id}")
        store.promote(stored)
        done(f"good {stored.id}")
    for step in range(300 if kind == "absorb" else 30):
        store.journal.append(Kind.OPERATION, data={"step": step})
    if random.random() < 0.5:  # noqa: S311
        store.journal.append(Kind.RUN_FINISHED)
    if kind == "migration":
        path = folder / ".ami" / "workflows.duckdb"
        for end in ("", ".wal"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        lines = [line for file in journals(folder / ".ami", absorbed=True).values() for line in read(file).lines]
        build(path, random.choice(EARLIER), lines)  # noqa: S311


def checked(folder: Path, versions: list[str], good: dict[str, str]) -> list[str]:
    """Return what is wrong with a store: versions that are lost, and what cannot be read.

    Args:
        folder: The project.
        versions: Ids of those that were added.
        good: The task of each that was proven.

    A superseded version may run: where writing was cut off, the steering file still declares the one before.
    """
    wrong: list[str] = []
    for looking in ("before", "after"):
        try:
            store = opened(folder)
            held = [one for one in versions if store.get(one) is None]
            wrong += [f"lost {looking} absorbing: version {one}" for one in held]
            for task in set(good.values()):
                current = store.find(task)
                if current is None or current.status.value in ("retired", "candidate"):
                    wrong.append(f"no good version of {task} {looking} absorbing")
            if looking == "before":
                store.absorb(strict=True)
                rows = store.facts("SELECT id FROM versions")
                wrong += [f"not in the database: {one}" for one in set(versions) - {row["id"] for row in rows}]
        except Exception:  # noqa: BLE001  (whatever it is, it is what we look for)
            wrong.append(f"unreadable {looking} absorbing: {traceback.format_exc(limit=-3)}")
    return wrong


def forked(work: Callable[[Tell], None]) -> tuple[int, int]:
    """Do something in a child; return its process id and where it says what it has done."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        return pid, reader
    code = 1
    try:
        os.close(reader)
        warnings.simplefilter("ignore")
        work(lambda text: (os.write(writer, f"{text}\n".encode()), None)[1])
        code = 0
    except BaseException:  # noqa: BLE001  (a child never returns)
        with suppress(OSError):
            os.write(writer, f"error {json.dumps(traceback.format_exc())}\n".encode())
    finally:
        os._exit(code)


def heard(reader: int) -> list[str]:
    """Return the whole lines that a child has said."""
    with open(reader, "rb") as pipe:
        return [line.decode() for line in pipe.read().split(b"\n")[:-1]]


def finished(work: Callable[[Tell], None]) -> list[str]:
    """Do something in a child that is not killed; return what it said.

    Raises:
        RuntimeError: It failed.
    """
    pid, reader = forked(work)
    said = heard(reader)
    _, status = os.waitpid(pid, 0)
    if status:
        raise RuntimeError("\n".join(said) or f"a child ended with {status}")
    return said


def killed(work: Callable[[Tell], None], span: float) -> tuple[list[str], bool]:
    """Kill a child somewhere within ``span`` seconds of its work; return what it said, and whether it had ended."""

    def begun(done: Tell) -> None:
        done("begin")
        work(done)

    pid, reader = forked(begun)
    first = b""
    while not first.endswith(b"\n"):
        first += os.read(reader, 1)
    time.sleep(random.uniform(0, span))  # noqa: S311
    os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    said = heard(reader)
    return said, os.WIFEXITED(status)


def measure(*, kills: int = 500, seed: int = 7, tell: Tell = lambda _: None) -> dict[str, Any]:
    """Return how many versions were lost and how many stores could not be read after so many kills.

    Args:
        kills: How many.
        seed: Of the moments.
        tell: Called with a line of progress.
    """
    random.seed(seed)
    counted: dict[str, Counter[str]] = {kind: Counter() for kind in _SPAN}
    wrong: list[str] = []
    spans = dict(_SPAN)
    works = {"journal": journal, "absorb": absorb, "migration": absorb, "steering": steering}
    with tempfile.TemporaryDirectory() as name:
        known: dict[str, tuple[Path, list[str], dict[str, str]]] = {}
        for number in range(kills):
            kind = list(_SPAN)[number % len(_SPAN)]
            count = counted[kind]
            if count["kills"] % _LIFE == 0:
                if kind in known:
                    shutil.rmtree(known[kind][0])
                known[kind] = (Path(tempfile.mkdtemp(dir=name)), [], {})
            folder, versions, good = known[kind]
            said = finished(lambda done: prepared(kind, folder, done))  # noqa: B023  (called at once)
            more, ended = killed(lambda done: works[kind](folder, done), spans[kind])  # noqa: B023
            said += more
            spans[kind] = (
                max(spans[kind] * 0.8, 0.01) if ended else min(spans[kind] * 1.1, 3.0)
            )  # most kills come in time
            count["kills"] += 1
            count["within_the_work"] += "end" not in said
            versions += [line.split()[1] for line in said if line.startswith("version ")]
            proven = [line.split()[1] for line in said if line.startswith("good ")]
            errors = [line for line in said if line.startswith("error ")]
            found = finished(lambda done: _told(done, folder, versions, proven, good))  # noqa: B023
            result = json.loads(found[-1])
            good.update(result["good"])
            problems = [*errors, *result["wrong"]]
            count["lost_versions"] += sum("lost" in one or "not in the database" in one for one in problems)
            count["unreadable_stores"] += any("unreadable" in one or "error" in one for one in problems)
            count["without_a_good_version"] += sum("no good version" in one for one in problems)
            wrong += [f"kill {number}, {kind}: {one}" for one in problems]
            if number % 20 == 0:
                tell(f"killed {number} of {kills}; {len(wrong)} problems")
    total = sum(counted.values(), Counter[str]())
    names = ("kills", "within_the_work", "lost_versions", "unreadable_stores", "without_a_good_version")
    return {
        **{key: total[key] for key in names},
        "by_kind": {kind: {key: count[key] for key in names} for kind, count in counted.items()},
        "problems": wrong[:20],
        "seed": seed,
    }


def _told(done: Tell, folder: Path, versions: list[str], proven: list[str], good: dict[str, str]) -> None:
    store = opened(folder)
    tasks = {one: flow.task for one in proven if (flow := store.get(one))}
    done(json.dumps({"wrong": checked(folder, versions, {**good, **tasks}), "good": tasks}))
