"""How a release gets onto this machine and how it is served: environments of its own, free ports, clean processes.

Knows uv, pip, npm, dpkg and processes. Must never know an application.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import venv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from .application import Release, Running
from .suites import unpack

LEAKS = ("PYTHON", "VIRTUAL_ENV", "DJANGO", "JUPYTER", "GRADIO", "STREAMLIT", "MLFLOW", "AMI_", "OPENAI_", "PYTEST")
"""Prefixes of variables that would reach from our environment into an application."""

STAMP = "requirements.json"
"""In the folder of an installed release: what was installed, written after the last command succeeded."""


class NotInstallableError(RuntimeError):
    """A release cannot be installed here, so that it is left out and counted as left out."""


def clean() -> dict[str, str]:
    """Return the environment without what would leak ours into an application."""
    return {name: value for name, value in os.environ.items() if not name.startswith(LEAKS)}


def empty(folder: Path) -> Path:
    """Return ``folder`` as an empty folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


# -- installing -------------------------------------------------------------------------------------------------------


def install(release: Release, folder: Path) -> Path:
    """Install what a release needs into ``folder``, unless it is there; return the folder.

    Raises:
        NotInstallableError: A package of Debian is missing, or a package manager refused.
    """
    missing = [name for name in release.debian if not _has_debian(name)]
    if missing:
        raise NotInstallableError(f"these packages of Debian are missing: {', '.join(missing)}")
    more: dict[str, Any] = {"unpacked": list(release.unpacked)} if release.unpacked else {}
    more |= {"overrides": dict(release.overrides)} if release.overrides else {}
    wanted = json.dumps({"python": list(release.python), "node": list(release.node), **more})
    stamp = folder / STAMP
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return folder
    empty(folder)
    if release.python:
        _install_python(release.python, folder)
    if release.node:
        npm = shutil.which("npm")
        if npm is None:
            raise NotInstallableError("npm is not installed")
        package = {"private": True, "overrides": dict(release.overrides)}
        (folder / "package.json").write_text(json.dumps(package), "utf-8")
        run([npm, "install", "--silent", "--no-audit", "--no-fund", *release.node], folder)
    for named in release.unpacked:
        unpack(named, folder, run)
    stamp.write_text(wanted, "utf-8")
    return folder


def _install_python(requirements: Sequence[str], folder: Path) -> None:
    """Install packages into an environment of their own: with uv if it is here and succeeds, or else with pip.

    Nothing is compiled: an application compiles the few modules that it imports.
    """
    venv.create(folder / "venv", with_pip=True)
    python, uv = python_of(folder), shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is not None:
        with suppress(NotInstallableError):  # such as an index that only pip knows
            run([uv, "pip", "install", "-q", "--no-config", "--python", python, *requirements], folder)
            return
    run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-compile", *requirements], folder)


def _has_debian(name: str) -> bool:
    asked = shutil.which("dpkg-query")
    if asked is None:
        return False
    done = subprocess.run([asked, "-W", "-f=${Status}", name], capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.endswith("ok installed")


def run(command: Sequence[str], folder: Path, more: Mapping[str, str] | None = None, sent: str | None = None) -> str:
    """Run a command in a clean environment to its end; return its output.

    Args:
        command: The program and its arguments.
        folder: Where it runs.
        more: Variables beside the clean environment's.
        sent: The text that it reads.

    Raises:
        NotInstallableError: It failed; with its last lines.
    """
    environment = {**clean(), **(more or {})}
    done = subprocess.run(
        list(command), cwd=folder, env=environment, input=sent, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip())[-800:]
        raise NotInstallableError(f"{Path(command[0]).name} failed: {said}")
    return done.stdout


def python_of(installed: Path) -> str:
    """Return the interpreter of the environment that a release was installed into."""
    return str(installed / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))


def end_on_signal() -> None:
    """Let SIGTERM end this process as an exception does, so that no server of ours stays behind."""
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))


# -- serving ----------------------------------------------------------------------------------------------------------


def serving(release: Release, installed: Path, folder: Path) -> AbstractContextManager[Running]:
    """Run a release in a fresh, seeded state in ``folder``, which is emptied first."""
    return release.serve(installed, empty(folder))


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def process(
    command: Sequence[str],
    folder: Path,
    url: str,
    *,
    more: Mapping[str, str] | None = None,
    timeout: float = 90,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server until the block ends, with all that it starts; wait until it answers.

    Args:
        command: The program and its arguments.
        folder: Where it runs; its output goes to ``server.log`` there.
        url: An address that answers as soon as the server is ready; empty if the caller waits for it.
        more: Variables beside the clean environment's.
        timeout: Seconds that it may take.
    """
    log = folder / "server.log"
    with log.open("ab") as out:
        server = subprocess.Popen(
            list(command), cwd=folder, env={**clean(), **(more or {})}, stdout=out, stderr=out, start_new_session=True
        )
        try:
            if url:
                wait_for(url, server, log, timeout)
            yield server
        finally:
            _end(server)


def _end(server: subprocess.Popen[bytes]) -> None:
    """End a server and what it has started; its group is its own."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(server.pid, sign)
        except ProcessLookupError:
            break
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            continue
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
    raise RuntimeError(f"no answer at {url}: {log.read_text('utf-8', 'replace')[-800:]}")


def ask(url: str, method: str = "GET", body: Any = None, headers: Mapping[str, str] | None = None) -> Any:
    """Send a request with JSON to a server of ours; return the JSON of its answer, None if it is empty."""
    data = None if body is None else json.dumps(body).encode()
    sent = {**({"content-type": "application/json"} if data else {}), **(headers or {})}
    request = urllib.request.Request(url, data, sent, method=method)  # noqa: S310  (our own server)
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310  (likewise)
        text = answer.read()
    return json.loads(text) if text.strip() else None
