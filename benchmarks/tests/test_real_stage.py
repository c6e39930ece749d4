"""The bed's edge to the machine: what is installed once, left out, served, ended, and asked around each test."""

from __future__ import annotations

import json
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from benchmarks.real import stage
from benchmarks.real.application import Application, Release, Running, Task, Values
from benchmarks.real.judge import Judge, hearing
from benchmarks.real.stage import NotInstallableError

SERVER = """
import http.server, subprocess, sys, threading
child = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler)
if len(sys.argv) > 2:
    subprocess.Popen([sys.executable, __file__, sys.argv[2]])
child.serve_forever()
"""


def never(installed: Path, folder: Path) -> Any:
    raise AssertionError


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


# -- installing -------------------------------------------------------------------------------------------------------


def test_a_release_whose_package_of_debian_is_missing_is_left_out(tmp_path: Path) -> None:
    release = Release(name="1", debian=("no-such-package-anywhere",), serve=never)

    with pytest.raises(NotInstallableError, match="no-such-package-anywhere"):
        stage.install(release, tmp_path / "there")


def test_an_installed_release_is_used_again_and_a_half_one_is_not(tmp_path: Path) -> None:
    release = Release(name="1", serve=never)
    folder = stage.install(release, tmp_path / "there")
    (folder / "kept").touch()

    stage.install(release, folder)
    assert (folder / "kept").exists()

    (folder / stage.STAMP).unlink()
    stage.install(release, folder)
    assert not (folder / "kept").exists()


def test_a_failed_command_says_why(tmp_path: Path) -> None:
    with pytest.raises(NotInstallableError, match="no room"):
        stage.run([sys.executable, "-c", "raise SystemExit('no room')"], tmp_path)


def test_an_application_gets_none_of_our_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTHONPATH", "AMI_MODE", "OPENAI_API_KEY", "GRADIO_SERVER_PORT"):
        monkeypatch.setenv(name, "ours")

    assert "ours" not in stage.clean().values()


# -- serving ----------------------------------------------------------------------------------------------------------


def test_a_server_ends_with_all_that_it_has_started(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text(SERVER, "utf-8")
    first, second = stage.free_port(), stage.free_port()
    command = [sys.executable, "server.py", str(first), str(second)]

    with stage.process(command, tmp_path, f"http://127.0.0.1:{first}/") as server:
        stage.wait_for(f"http://127.0.0.1:{second}/", server, tmp_path / "server.log", 30)
        assert listens(first)
        assert listens(second)

    end = time.monotonic() + 5  # the kernel takes a killed process away in its own time
    while listens(second) and time.monotonic() < end:
        time.sleep(0.02)
    assert not listens(first)
    assert not listens(second)


def test_a_server_that_ends_at_once_is_told_with_its_last_words(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "raise SystemExit('no licence')"]

    with (
        pytest.raises(RuntimeError, match="no licence"),
        stage.process(command, tmp_path, f"http://127.0.0.1:{stage.free_port()}/"),
    ):
        pass


# -- judging ----------------------------------------------------------------------------------------------------------


def rated(before: Mapping[str, str], after: Mapping[str, str], values: Values) -> bool:
    return after == {**before, values["book"]: values["stars"]} != before


def opened(before: Mapping[str, str], after: Mapping[str, str], values: Values) -> bool:
    return after == {**before, "opened": values["book"]}


def judge_of(state: dict[str, str]) -> Judge:
    def nothing(*_: Any) -> None: ...

    def prepare(running: Running, values: Values) -> None:
        state[values["book"]] = ""

    rate = Task(
        name="rate",
        covers=(),
        start="/",
        values=[{"book": "Emma", "stars": "3"}, {"book": "Emma B", "stars": "5"}],
        perform=nothing,
        prepare=prepare,
        confirm=nothing,
        done=rated,
        begun=opened,
    )
    release = Release(name="1", serve=never)
    app = Application(name="Library", kind="", releases=(release,), tasks=(rate,))
    return Judge(app, Running("http://127.0.0.1:1", lambda: dict(state)), release="1", phase="replay", teacher="")


def tell(address: str, path: str, **said: Any) -> None:
    with urllib.request.urlopen(urllib.request.Request(address + path, json.dumps(said).encode())):  # noqa: S310
        pass


def end(address: str, number: int, *, green: bool, message: str = "") -> None:
    told = {"by_hand": False, "reached": True, "green": green, "seconds": 1.5, "message": message}
    tell(address, "/end", task="rate", number=number, **told)


def test_the_judge_asks_the_server_before_and_after_each_test() -> None:
    state = {"Other": ""}
    judge = judge_of(state)

    with hearing(judge) as address:
        tell(address, "/begin", task="rate", number=1)
        state["Emma"] = "3"
        end(address, 1, green=True)
        tell(address, "/begin", task="rate", number=2)
        state["Other"] = "5"
        end(address, 2, green=False, message="STALE: step 2")

    right, wrong = judge.runs
    assert (right.verdict, right.seconds, right.changes) == ("right", 1.5, ())
    assert (wrong.verdict, wrong.message) == ("wrong red", "STALE: step 2")
    assert wrong.changes == ("Other: '' became '5'",)


@pytest.mark.slow
@pytest.mark.parametrize(("book", "verdict"), [("Emma", "stopped"), ("Emma B", "wrong red")])
@pytest.mark.parametrize("green", [False, True])
def test_a_red_run_on_the_way_to_the_right_answer_only_stopped(book: str, verdict: str, *, green: bool) -> None:
    state: dict[str, str] = {}
    judge = judge_of(state)

    with hearing(judge) as address:
        tell(address, "/begin", task="rate", number=1)
        state["opened"] = book
        end(address, 1, green=green)

    assert judge.runs[0].verdict == ("wrong green" if green else verdict)


def test_a_test_that_fails_while_it_is_torn_down_was_not_green() -> None:
    state: dict[str, str] = {}
    judge = judge_of(state)

    with hearing(judge) as address:
        tell(address, "/begin", task="rate", number=1)
        state["Emma"] = "3"
        end(address, 1, green=True)
        tell(address, "/spoil", message="the window stayed open")

    assert (judge.runs[0].verdict, judge.runs[0].message) == ("stopped", "the window stayed open")


def test_a_failure_of_the_judge_reaches_the_test() -> None:
    with hearing(judge_of({})) as address, pytest.raises(urllib.error.HTTPError) as failed:
        tell(address, "/begin", task="no such task", number=1)

    assert "KeyError" in failed.value.read().decode()
    failed.value.close()
