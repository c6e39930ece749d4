"""Which golden paths are written, when, and what is left alone."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_ami.engine.boundary.flow_rules import MOST_STEPS
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.settings import CI_VARIABLES, Mode, Settings
from pytest_ami.model.workflow import Status
from pytest_ami.plugin.run_log import RunLog
from pytest_ami.store.facts import Kind, now, seen
from pytest_ami.store.steering.golden_path import parse
from pytest_ami.store.steering.moments import moment_of
from pytest_ami.store.steering.writer import origin
from pytest_ami.store.transitions import Event
from pytest_ami.store.warnings import AmiWarning
from tests.support.machines import TASK, Machine, flow, grown

ROOT = Path(__file__).parents[3]


def test_the_version_that_would_run_is_written_once(here: Machine) -> None:
    learned = here.learn(flow())

    found = parse(here.file().read_bytes(), name="x")
    assert replace(found.workflow, status=Status.ACTIVE) == learned
    before = here.file().stat()
    store = here.store()
    store.journal.append(Kind.TEST_FINISHED, task=TASK, workflow=learned.id, data={"passed": True})
    assert here.end(store, TASK) == []
    after = here.file().stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


def test_the_same_store_gives_the_same_bytes(here: Machine) -> None:
    here.learn(flow())
    before = here.file().read_bytes()
    here.file().unlink()

    assert here.end(here.store(), TASK) == ["send-email.yaml"]
    assert here.file().read_bytes() == before


@pytest.mark.slow
def test_what_happened_is_summed_up(here: Machine) -> None:
    first = here.learn(flow())
    store = here.store()
    for passed in (True, True, False):
        store.journal.append(Kind.TEST_FINISHED, task=TASK, workflow=first.id, data={"passed": passed})
    for cause in ("missing", "missing", "moved"):
        drift = {"step": 1, "cause": cause, "title": 'click button "Send"'}
        store.journal.append(Kind.DRIFT, task=TASK, workflow=first.id, data=drift)
    visits = [{"url": "https://ann:pw@mail.example:8443/in?x=1"}, {"url": "about:blank"}]
    store.journal.append(Kind.MEMORY_SESSION, task=TASK, data={"visits": visits})
    second = store.promote(store.add(grown(first, "Submit")))
    store.journal.append(Kind.TEST_FINISHED, task=TASK, workflow=second.id, data={"passed": True})

    assert here.end(store, TASK) == ["send-email.yaml"]

    found = parse(here.file().read_bytes(), name="x")
    assert found.workflow.id == second.id
    assert found.apps == ("https://mail.example:8443",)
    errors = [error.error for error in found.common_errors]
    assert errors == ['missing: click button "Send" (2 times)', 'moved: click button "Send" (once)']
    assert found.success_rate == 1.0
    assert found.source_sessions == ("here1", "here2")


def test_a_first_version_is_written_before_it_is_proven_and_says_so(here: Machine) -> None:
    learned = here.learn(flow(), proven=False)
    assert parse(here.file().read_bytes(), name="x").workflow.status is Status.CANDIDATE
    before = here.file().read_bytes()

    store = here.store()
    store.promote(learned)

    assert here.end(store, TASK) == []
    assert here.file().read_bytes() == before


@pytest.mark.slow
def test_a_later_candidate_is_not_golden_until_it_is_proven(here: Machine) -> None:
    first = here.learn(flow())
    before = here.file().read_bytes()
    store = here.store()
    healed = store.add(grown(first, "Submit"))
    store.lifecycle.apply_event(first, Event.HEALED)
    assert store.find(TASK) == healed

    assert here.end(store, TASK) == []
    assert here.file().read_bytes() == before

    store = here.store()
    store.promote(healed)
    assert here.end(store, TASK) == ["send-email.yaml"]
    assert parse(here.file().read_bytes(), name="x").workflow.id == healed.id


def test_only_what_was_asked_for_is_written(here: Machine) -> None:
    store = here.store()
    store.add(flow())
    store.add(flow("delete email"))

    assert here.end(store, "delete email", "no such task") == ["delete-email.yaml"]


def test_a_read_only_store_writes_nothing(here: Machine) -> None:
    here.learn(flow())
    here.file().unlink()
    store = here.store(readonly=True)

    assert (store.import_steering_files(), store.write_steering_files([TASK])) == (0, [])
    assert not here.file().exists()


def test_two_tasks_with_one_name_are_named(here: Machine) -> None:
    store = here.store()
    store.add(flow())
    store.add(flow("Send E-mail"))
    store.add(flow("Send! Email"))

    with pytest.warns(AmiWarning, match=r'"send email" and "Send! Email" would both be kept in .*send-email.yaml'):
        assert here.end(store, TASK, "Send E-mail", "Send! Email") == ["send-email.yaml", "send-e-mail.yaml"][::-1]
    with pytest.raises(ConfigurationError, match='"send email" and "Send! Email" would both be kept in') as caught:
        here.store().write_steering_files([TASK, "Send! Email"], strict=True)
    assert caught.value.run == "ami list"


def test_a_file_that_does_not_read_is_not_overwritten(here: Machine) -> None:
    here.learn(flow())
    here.file().write_text("<<<<<<< HEAD\n")
    os.utime(here.files)

    with pytest.warns(AmiWarning, match="steering/golden-paths/send-email.yaml:1:1: an unresolved git conflict"):
        assert here.end(here.store(), TASK) == []
    assert here.file().read_text() == "<<<<<<< HEAD\n"


@pytest.mark.slow
def test_what_does_not_fit_is_a_warning_with_the_task(here: Machine) -> None:
    store = here.store()
    store.add(replace(flow(), steps=flow().steps * MOST_STEPS))

    with pytest.warns(AmiWarning, match="for 'send email': \"send email\" is too large for a steering file"):
        assert here.end(store, TASK) == []
    assert not here.file().exists()


def test_a_folder_that_cannot_be_written_is_a_warning(here: Machine) -> None:
    here.root.mkdir()
    (here.root / "steering").write_text("a file")
    store = here.store()
    store.add(flow())

    with pytest.warns(AmiWarning, match=r"steering/golden-paths/send-email.yaml cannot be written"):
        assert here.end(store, TASK) == []
    with pytest.warns(AmiWarning, match="cannot be written"):
        assert store.write_steering_files([TASK], strict=True) == []


@pytest.mark.parametrize(
    ("mode", "controller", "environ", "written"),
    [
        (Mode.AUTO, True, {}, True),
        (Mode.RELEARN, True, {}, True),
        (Mode.AUTO, True, {"CI": "true"}, False),
        (Mode.AUTO, False, {}, False),
        (Mode.REPLAY, True, {}, False),
        (Mode.OFF, True, {}, False),
    ],
)
def test_only_the_controller_of_a_run_that_learns_writes_and_never_in_ci(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    mode: Mode,
    controller: bool,
    environ: dict[str, str],
    written: bool,
) -> None:
    for name in CI_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    settings = Settings(mode=mode, steering_dir=".kiro/steering")
    log = RunLog(tmp_path, settings, run="r", worker="main", controller=controller)
    log.store(settings).add(flow())
    log.tests["test_mail.py::test_send"] = [{"task": TASK, "passed": True}]

    log.close()

    file = tmp_path / ".kiro" / "steering" / "golden-paths" / "send-email.yaml"
    assert file.exists() == written
    assert log.notes == (["steering: wrote 1 golden path (git add .kiro/steering)"] if written else [])


KILLED = """
import os, sys
from pathlib import Path
from pytest_ami.store.steering.folder import replace_file
def die(*args): os._exit(9)
if sys.argv[3] == "before": os.fsync = die
if sys.argv[3] == "at": Path.replace = die
replace_file(Path(sys.argv[1]), b"new" * 10_000, Path(sys.argv[2]))
"""


@pytest.mark.parametrize(("moment", "left"), [("before", b"old"), ("at", b"old"), ("never", b"new" * 10_000)])
def test_a_kill_leaves_the_old_file_or_the_new_one(tmp_path: Path, moment: str, left: bytes) -> None:
    folder, scratch = tmp_path / "steering", tmp_path / ".ami"
    folder.mkdir()
    scratch.mkdir()
    (folder / "x.yaml").write_bytes(b"old")
    args = [sys.executable, "-c", KILLED, str(folder / "x.yaml"), str(scratch), moment]

    subprocess.run(args, cwd=ROOT, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)})

    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"x.yaml": left}


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://ann:pw@mail.example/x?token=1#y", "https://mail.example"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://[::1]:80/", "http://[::1]:80"),
        ("/inbox", ""),
        ("about:blank", ""),
        ("http://{{host}}/", ""),
        ("http://[", ""),
        ("http://x:99999999/", ""),
    ],
)
def test_an_origin_says_where_and_never_who(url: str, expected: str) -> None:
    assert origin(url) == expected


def test_the_folder_is_a_setting(tmp_path: Path) -> None:
    assert Settings().golden_paths(Path("p")) == Path("p/steering/golden-paths")
    (tmp_path / ".kiro").mkdir()
    assert Settings().golden_paths(tmp_path) == tmp_path / ".kiro" / "steering" / "golden-paths"
    assert Settings(steering_dir="steering").golden_paths(tmp_path) == tmp_path / "steering" / "golden-paths"
    assert Settings(steering_dir=".kiro/steering").golden_paths(Path("p")) == Path("p/.kiro/steering/golden-paths")


def test_what_a_clock_that_was_ahead_has_dated_is_written_as_of_now_and_reads(here: Machine) -> None:
    seen("01d63eb0-c000-7fff-8000-000000000000")  # the year 2034

    learned = here.learn(flow())

    assert moment_of(learned.id) >= "2034"
    assert parse(here.file().read_bytes(), name="x").since <= now()
