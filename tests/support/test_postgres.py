"""The server of the tests leaves nothing behind, whoever starts it and however its starter ends."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
STARTER = """
import os
import sys
import psycopg
from tests.support.postgres import postgres_server

for become, user in zip((os.setgid, os.setuid), sys.argv[1:]):
    become(int(user))
with postgres_server() as server:
    print(server._folder, server._process.pid, flush=True)
    sys.stdin.read()
print("ended", flush=True)
"""


def started(*user: int) -> tuple[subprocess.Popen[str], Path, list[int]]:
    """Start a server in another process; return the process, the server's folder and the server's processes.

    Args:
        *user: Group and user that the process becomes first, after its imports: the interpreter may be root's alone.
    """
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, *map(str, user)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert starter.stdout is not None
    folder, server = starter.stdout.readline().split()
    children = Path(f"/proc/{server}/task/{server}/children").read_text("ascii").split()
    return starter, Path(folder), [int(server), *map(int, children)]


def alive(processes: list[int]) -> list[int]:
    """Return those that still run after some seconds; a zombie does not run."""
    deadline = time.monotonic() + 10
    while (left := [one for one in processes if _runs(one)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii").rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False


def state_of_the_machine() -> tuple[list[str], list[int]]:
    """Return the users, and the permissions of the folders above the interpreter and the checkout."""
    folders = {*Path(sys.prefix).parents, Path(sys.prefix), *ROOT.parents, ROOT}
    return sorted(user.pw_name for user in pwd.getpwall()), [folder.stat().st_mode for folder in sorted(folders)]


@pytest.mark.nightly  # by day: its processes, below
def test_a_server_in_order_leaves_no_process_no_file_no_user_and_no_permission() -> None:
    before = state_of_the_machine()
    starter, folder, processes = started()
    assert folder.is_dir()
    assert starter.communicate("")[0] == "ended\n"
    assert alive(processes) == []
    assert not folder.exists()
    assert state_of_the_machine() == before


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux ends a process with its parent")
def test_a_server_ends_with_the_process_that_has_started_it() -> None:
    starter, folder, processes = started()
    starter.kill()
    starter.communicate()
    assert alive(processes) == []
    shutil.rmtree(folder)


@pytest.mark.nightly  # by day: the one user that runs the tests, above
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can be another user")
def test_a_user_without_rights_starts_a_server_as_well() -> None:
    nobody = pwd.getpwnam("nobody")
    starter, folder, processes = started(nobody.pw_gid, nobody.pw_uid)
    assert folder.stat().st_uid == nobody.pw_uid
    assert starter.communicate("")[0] == "ended\n"
    assert alive(processes) == []
    assert not folder.exists()
