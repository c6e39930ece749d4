"""The steps shared by all applications: install it separately, serve it, drive it by hand once, and replay."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import venv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from pytest_ami.browser.behavior import BehaviorRecorder
from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.engine.replay import replay
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.workflow import Parameter, Workflow

PATIENCE = 15_000.0
"""Milliseconds that a step of a replay may wait."""


@dataclass(frozen=True, slots=True)
class Running:
    """An application that answers, in a state of its own.

    Attributes:
        url: Where it is.
        effect: Returns what it holds now, as far as the flow changes it; asked of the application, not of a page.
    """

    url: str
    effect: Callable[[], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """Something to record on.

    Attributes:
        name: Of the application.
        kind: What is particular about its pages.
        python: Packages that pip installs into an environment of their own.
        node: Packages that npm installs into a folder of their own.
        serve: Given where they were installed and an empty folder, runs it in a fresh state.
        start: Path of the page on which the flow begins.
        perform: The flow, as one writes it by hand.
        first: Values for the recording.
        other: Values for the replay.
        wanted: What ``Running.effect`` returns after the flow with these values.
        secrets: Names of values that are secret.
    """

    name: str
    kind: str
    python: Sequence[str] = ()
    node: Sequence[str] = ()
    serve: Callable[[Path, Path], AbstractContextManager[Running]]
    start: str = "/"
    perform: Callable[[Page, Mapping[str, str]], None]
    first: Mapping[str, str]
    other: Mapping[str, str]
    wanted: Callable[[Mapping[str, str]], Any]
    secrets: Sequence[str] = ()


@dataclass(slots=True)
class Result:
    """The result for one application."""

    name: str
    kind: str
    version: str = ""
    operations: int = 0
    steps: list[str] = field(default_factory=list)
    replayed: int = 0
    healed: int = 0
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether all of it holds: recorded, replayed, and the application says so."""
        return not self.problems


def install(app: Application, folder: Path) -> str:
    """Install what the application needs into ``folder``, unless it is there; return the versions."""
    folder.mkdir(parents=True, exist_ok=True)
    if app.python and not (folder / "venv").exists():
        venv.create(folder / "venv", with_pip=True)
        _run([str(folder / "venv/bin/pip"), "install", "-q", "--disable-pip-version-check", *app.python], folder)
    if app.node and not (folder / "node_modules").exists():
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("npm is not installed")
        (folder / "package.json").write_text('{"private": true}\n', "utf-8")
        _run([npm, "install", "--silent", "--no-audit", "--no-fund", *app.node], folder)
    return ", ".join([*_python_versions(app, folder), *_node_versions(app, folder)])


def _run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, env=clean(), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{Path(command[0]).name} failed: {done.stderr.strip()[-400:]}")
    return done.stdout


def _python_versions(app: Application, folder: Path) -> list[str]:
    if not app.python:
        return []
    lines = _run([str(folder / "venv/bin/pip"), "list", "--format=freeze", "--disable-pip-version-check"], folder)
    wanted = {name.lower() for name in app.python}
    return [line.replace("==", " ") for line in lines.splitlines() if line.split("==")[0].lower() in wanted]


def _node_versions(app: Application, folder: Path) -> list[str]:
    import json

    found = [json.loads((folder / "node_modules" / name / "package.json").read_text("utf-8")) for name in app.node]
    return [f"{package['name']} {package['version']}" for package in found]


def clean() -> dict[str, str]:
    """Return the environment without what would leak ours into another Python."""
    return {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV", "DJANGO", "JUPYTER"))}


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def process(command: list[str], folder: Path, url: str, timeout: float = 60) -> Iterator[None]:
    """Run a server until the block ends; wait until it answers."""
    log = folder / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(command, cwd=folder, env=clean(), stdout=out, stderr=out)
        try:
            wait_for(url, server, log, timeout)
            yield
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path, timeout: float) -> None:
    """Wait until ``url`` answers.

    Raises:
        RuntimeError: The server ended, or did not answer in time.
    """
    end = time.monotonic() + timeout
    while time.monotonic() < end and server.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310  (our own server)
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"no answer at {url}: {log.read_text('utf-8', 'replace')[-600:]}")


def record(app: Application, browser: Browser, running: Running) -> tuple[Workflow, int, list[str]]:
    """Perform the flow by hand while the recorder looks on; return workflow, number of operations, and faults."""
    context = browser.new_context(base_url=running.url)
    page = context.new_page()
    shown = {name: value for name, value in app.first.items() if name not in app.secrets}
    recorder = BehaviorRecorder(secrets={name: app.first[name] for name in app.secrets})
    try:
        page.goto(app.start)
        page.wait_for_load_state("networkidle")
        recorder.start(page)
        app.perform(page, app.first)
        page.wait_for_timeout(500)
        recorder.stop()
    finally:
        context.close()
    made = Workflow(
        task=app.name,
        steps=recorder.steps(shown),
        parameters=tuple(Parameter(name=name, secret=name in app.secrets) for name in app.first),
    )
    return from_plain(Workflow, to_plain(made)), len(recorder.operations), list(recorder.faults)


def again(app: Application, browser: Browser, running: Running, workflow: Workflow) -> Any:
    """Replay the workflow with the other values; return the report."""
    context = browser.new_context(base_url=running.url)
    page = context.new_page()
    session = ContextSession(page)
    try:
        page.goto(app.start)
        page.wait_for_load_state("networkidle")
        return SyncDriver(session).run(replay(workflow, dict(app.other), patience=PATIENCE))
    finally:
        session.close()
        context.close()


def leaks(app: Application, workflow: Workflow) -> list[str]:
    """Return which secrets, and which values of the recording, are literally in the workflow."""
    text = repr(to_plain(workflow))
    found = [f"the secret {name} is in the workflow" for name in app.secrets if app.first[name] in text]
    typed = " ".join(step.value for step in workflow.steps)
    return found + [
        f"the value of {name} was not recognised as a parameter"
        for name, value in app.first.items()
        if name not in app.secrets and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", typed)
    ]


def try_out(app: Application, browser: Browser, installed: Path, folder: Path, tell: Callable[[str], None]) -> Result:
    """Record on one fresh instance of the application, replay on another."""
    result = Result(app.name, app.kind)
    try:
        tell(f"{app.name}: installing")
        result.version = install(app, installed)
        tell(f"{app.name}: recording")
        workflow = _first(app, browser, installed, _empty(folder / "first"), result)
        tell(f"{app.name}: replaying")
        _second(app, browser, installed, _empty(folder / "second"), workflow, result)
    except Exception as error:  # noqa: BLE001  (one application does not spoil the table)
        result.problems.append(f"{type(error).__name__}: {str(error)[:600]}")
    return result


def _empty(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def _first(app: Application, browser: Browser, installed: Path, folder: Path, result: Result) -> Workflow:
    with app.serve(installed, folder) as running:
        workflow, result.operations, faults = record(app, browser, running)
        result.steps = [step.title() for step in workflow.steps]
        result.problems += [f"recorder: {fault}" for fault in faults if "crashed" not in fault]
        _judge(app, app.first, running, "recording", result)
    result.problems += leaks(app, workflow)
    return workflow


def _second(
    app: Application, browser: Browser, installed: Path, folder: Path, workflow: Workflow, result: Result
) -> None:
    with app.serve(installed, folder) as running:
        began = time.perf_counter()
        report = again(app, browser, running, workflow)
        result.seconds = time.perf_counter() - began
        result.replayed, result.healed = len(report.steps), len(report.healed)
        if report.drift:
            drift = report.drift
            result.problems.append(
                f"step {drift.step} of {len(workflow.steps)}: {drift.title}: {drift.cause.value}: "
                + "; ".join(drift.evidence)
            )
        _judge(app, app.other, running, "replay", result)


def _judge(app: Application, values: Mapping[str, str], running: Running, when: str, result: Result) -> None:
    now, wanted = running.effect(), app.wanted(values)
    if now != wanted:
        result.problems.append(f"{when}: the application holds {now!r}, not {wanted!r}")


def python_of(installed: Path) -> str:
    """Return the interpreter of the environment that an application was installed into."""
    found = installed / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    return str(found)
