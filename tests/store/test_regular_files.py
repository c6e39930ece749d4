"""Pipes, devices and links that lead out of a project: nothing waits for them, and nothing else is lost."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pytest_ami.cli.app import ami
from pytest_ami.model.errors import AmiError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Step, StepKind, Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.regular_files import IrregularFileError, leads_out, open_regular, read_regular
from pytest_ami.store.steering.folder import SteeringFolder
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore

GOLDEN = Path("steering/golden-paths")
STEP = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Send"))


def within(seconds: float, work: Callable[[], object]) -> None:
    """Do some work in a thread, and fail if it waits."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001  (raised again below)
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert not thread.is_alive(), "it waits"
    if raised:
        raise raised[0]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that knows one flow, beside a file that is none of its business."""
    root = tmp_path / "project"
    (root / GOLDEN).mkdir(parents=True)
    (tmp_path / "private.yaml").write_text("task_pattern: private\n")
    opened(root).add(Workflow(task="send", steps=(STEP,)))
    return root


def opened(root: Path) -> WorkflowStore:
    folder = root / ".ami"
    return WorkflowStore(folder, Journal(folder, run="r"), steering=SteeringFolder(root / GOLDEN, folder, root))


def fifo(path: Path) -> None:
    os.mkfifo(path)


def link_out(path: Path) -> None:
    path.symlink_to(path.parents[len(path.parents) - 1] / "etc" / "hostname")


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def circle(path: Path) -> None:
    path.symlink_to(path)


def process(path: Path) -> None:
    path.symlink_to("/proc/self/environ")


KINDS = [fifo, link_out, device, circle, process, Path.mkdir]


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_a_strange_steering_file_is_named_and_the_others_are_read(project: Path, make: Callable[[Path], None]) -> None:
    opened(project).write_steering_files(["send"])
    make(project / GOLDEN / "strange.yaml")
    (project / ".ami").rename(project / "old")

    def look() -> None:
        with pytest.warns(AmiWarning, match=r"strange\.yaml") as told:
            assert opened(project).tasks() == ("send",)
        assert any("Run next: ls -l" in str(one.message) or make is circle for one in told)

    within(10, look)


@pytest.mark.filterwarnings("ignore::pytest_ami.store.warnings.AmiWarning")
@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("name", ["journal/strange.jsonl", "steering.json", "journal/absorbed/strange.jsonl"])
def test_a_strange_file_of_the_store_keeps_nothing_from_working(
    project: Path, name: str, make: Callable[[Path], None]
) -> None:
    path = project / ".ami" / name
    path.parent.mkdir(exist_ok=True)
    make(path)

    def work() -> None:
        store = opened(project)
        assert store.find("send") is not None
        store.absorb(strict=True)
        store.import_steering_files()

    within(20, work)


@pytest.mark.filterwarnings("ignore::pytest_ami.store.warnings.AmiWarning")
@pytest.mark.parametrize("make", [fifo, link_out, device, process], ids=lambda make: make.__name__)
@pytest.mark.parametrize("name", ["workflows.duckdb", "workflows.lock"])
def test_a_strange_database_is_not_opened(project: Path, name: str, make: Callable[[Path], None]) -> None:
    make(project / ".ami" / name)

    def work() -> None:
        store = opened(project)
        with pytest.raises(AmiError) as caught:
            store.absorb(strict=True)
        assert caught.value.why
        assert caught.value.run

    within(20, work)


def test_a_link_is_not_emptied_by_a_lock(project: Path) -> None:
    victim = project.parent / "private.yaml"
    (project / ".ami" / "workflows.lock").symlink_to(victim)

    with pytest.raises(AmiError):
        opened(project).absorb(strict=True)

    assert victim.read_text() == "task_pattern: private\n"


def test_a_folder_of_steering_files_that_leads_out_is_not_read(project: Path) -> None:
    (project / GOLDEN).rmdir()
    (project / GOLDEN).symlink_to(project.parent, target_is_directory=True)

    with pytest.warns(AmiWarning, match=r"golden-paths is a link that leads out of the project"):
        assert opened(project).find("private") is None


@pytest.mark.parametrize("make", [fifo, Path.mkdir], ids=["fifo", "folder"])
@pytest.mark.parametrize("command", ["import", "absorb"])
def test_no_command_waits_for_a_pipe(
    project: Path, monkeypatch: pytest.MonkeyPatch, command: str, make: Callable[[Path], None]
) -> None:
    monkeypatch.chdir(project)
    (project / "pytest.ini").write_text("[pytest]\n")
    make(project / "strange.jsonl")

    def work() -> None:
        result = CliRunner().invoke(ami, [command, "strange.jsonl"])
        assert result.exit_code in (1, 2)
        assert "run next" in result.output or "directory" in result.output

    within(20, work)


def test_the_kinds_of_files(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"text")
    (tmp_path / "in").symlink_to(tmp_path / "a")
    fifo(tmp_path / "pipe")

    with open_regular(tmp_path / "in", tmp_path) as file:
        assert file.read() == b"text"
    assert read_regular(tmp_path / "a", 4) == b"text"
    with pytest.raises(OSError, match="more than 3 bytes"):
        read_regular(tmp_path / "a", 3)
    with pytest.raises(IrregularFileError):
        open_regular(tmp_path / "pipe")
    with pytest.raises(IrregularFileError):
        open_regular(tmp_path / "in", tmp_path / "elsewhere")
    assert not leads_out(tmp_path / "missing", tmp_path)
