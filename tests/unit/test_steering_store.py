"""The store and its steering files: what is written, what is taken in, and which version runs."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.decide.lifecycle import Event
from pytest_ami.model.errors import ConfigurationError, StoreError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Provenance, Status, Step, StepKind, Workflow
from pytest_ami.settings import Settings
from pytest_ami.store.complaint import AmiWarning
from pytest_ami.store.facts import Kind
from pytest_ami.store.golden_path import parse
from pytest_ami.store.journal import Journal
from pytest_ami.store.steering import MEMO, SteeringFolder
from pytest_ami.store.steering_writing import origin
from pytest_ami.store.workflows import WorkflowStore

ROOT = Path(__file__).parents[2]
TASK = "send email"


def flow(task: str = TASK, name: str = "Send", **more: Any) -> Workflow:
    step = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name=name))
    return Workflow(task=task, steps=(step,), **more)


class Machine:
    """One machine: its own store, and steering files that git brings and takes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files = root / "steering" / "golden-paths"
        self.runs = 0

    def store(self, **options: Any) -> WorkflowStore:
        """The store, as a new process sees it."""
        self.runs += 1
        folder = self.root / ".ami"
        journal = Journal(folder, run=f"{self.root.name}{self.runs}")
        return WorkflowStore(folder, journal, steering=SteeringFolder(self.files, folder, self.root), **options)

    def learn(self, workflow: Workflow, *, proven: bool = True) -> Workflow:
        store = self.store()
        stored = store.add(workflow, test="test_mail.py::test_send")
        if proven:
            stored = store.promote(stored)
        self.end(store, workflow.task)
        return stored

    @staticmethod
    def end(store: WorkflowStore, *tasks: str) -> list[str]:
        """What the controller does at the end of a run."""
        store.take_in()
        store.absorb(strict=True)
        return [path.name for path in store.steer(tasks)]

    def file(self, task: str = TASK) -> Path:
        return self.files / f"{task.replace(' ', '-')}.yaml"

    def pull(self, other: Machine, task: str = TASK) -> None:
        """Get the file of another machine through git."""
        self.files.mkdir(parents=True, exist_ok=True)
        fresh = self.file(task).with_suffix(".new")
        fresh.write_bytes(other.file(task).read_bytes())
        fresh.replace(self.file(task))

    def runs_version(self) -> str:
        found = self.store().find(TASK)
        assert found is not None
        return found.id


@pytest.fixture
def here(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "there")


def grown(parent: Workflow, name: str) -> Workflow:
    return flow(name=name, provenance=Provenance(author="heal", reason="healed step 1", parent=parent.id))


# -- writing -----------------------------------------------------------------------------------------------------------


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
    assert found.common_errors == ('missing: click button "Send" (2 times)', 'moved: click button "Send" (once)')
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


def test_a_later_candidate_is_not_golden_until_it_is_proven(here: Machine) -> None:
    first = here.learn(flow())
    before = here.file().read_bytes()
    store = here.store()
    healed = store.add(grown(first, "Submit"))
    store.happened(first, Event.HEALED)
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

    assert (store.take_in(), store.steer([TASK])) == (0, [])
    assert not here.file().exists()


def test_two_tasks_with_one_name_are_named(here: Machine) -> None:
    store = here.store()
    store.add(flow())
    store.add(flow("Send E-mail"))
    store.add(flow("Send! Email"))

    with pytest.warns(AmiWarning, match=r'"send email" and "Send! Email" would both be kept in .*send-email.yaml'):
        assert here.end(store, TASK, "Send E-mail", "Send! Email") == ["send-email.yaml", "send-e-mail.yaml"][::-1]
    with pytest.raises(ConfigurationError, match='"send email" and "Send! Email" would both be kept in') as caught:
        here.store().steer([TASK, "Send! Email"], strict=True)
    assert caught.value.run == "ami list"


def test_a_file_that_does_not_read_is_not_overwritten(here: Machine) -> None:
    here.learn(flow())
    here.file().write_text("<<<<<<< HEAD\n")
    os.utime(here.files)

    with pytest.warns(AmiWarning, match="steering/golden-paths/send-email.yaml:1:1: a conflict that git left"):
        assert here.end(here.store(), TASK) == []
    assert here.file().read_text() == "<<<<<<< HEAD\n"


def test_what_does_not_fit_is_a_warning_with_the_task(here: Machine) -> None:
    store = here.store()
    store.add(replace(flow(), steps=flow().steps * 2000))

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
    with pytest.raises(StoreError, match="cannot be written"):
        store.steer([TASK], strict=True)


KILLED = """
import os, sys
from pathlib import Path
from pytest_ami.store.steering import replace_file
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


# -- reading -----------------------------------------------------------------------------------------------------------


def test_a_machine_that_has_the_files_only_knows_the_workflow(here: Machine, there: Machine) -> None:
    learned = here.learn(flow())
    there.pull(here)

    store = there.store(readonly=True)

    assert store.find(TASK) == learned
    assert store.get(learned.id) == learned
    assert store.tasks() == (TASK,)
    assert store.versions(TASK) == (learned,)
    assert [row["status"] for row in store.facts("SELECT status FROM current")] == ["active"]
    assert not (there.root / ".ami").exists()


def test_taking_in_twice_is_once(here: Machine, there: Machine) -> None:
    learned = here.learn(flow())
    there.pull(here)

    one, two = there.store(), there.store()
    assert (one.take_in(), two.take_in()) == (1, 0)
    one.absorb()
    there.files.joinpath(there.file().name).touch()
    (there.root / ".ami" / MEMO).unlink()
    assert there.end(there.store()) == []
    facts = there.store().facts("SELECT kind, count(*) AS n FROM facts GROUP BY kind ORDER BY kind")
    assert facts == [{"kind": "status", "n": 1}, {"kind": "version", "n": 1}]
    there.file().unlink()
    assert there.store().find(TASK) == learned


def test_taking_in_what_came_with_journals_already_adds_no_version(here: Machine, there: Machine) -> None:
    learned = here.learn(flow())
    there.pull(here)
    there.store().absorb(here.root / ".ami" / "journal")

    assert there.end(there.store()) == []
    assert there.store().facts("SELECT id FROM versions") == [{"id": learned.id}]
    assert there.store().find(TASK) == learned


def test_the_database_is_rebuilt_from_the_files_where_all_else_is_gone(here: Machine) -> None:
    learned = here.learn(flow())
    for path in (here.root / ".ami").rglob("*.*"):
        if path.is_file():
            path.unlink()

    store = here.store()
    assert store.take_in() == 1
    store.absorb(strict=True)
    assert [row["id"] for row in here.store().facts("SELECT id FROM current")] == [learned.id]


def test_a_colleagues_version_that_grew_from_ours_runs(here: Machine, there: Machine) -> None:
    first = here.learn(flow())
    there.pull(here)
    there.end(there.store(), TASK)
    second = there.learn(grown(first, "Submit"))

    here.pull(there)

    assert here.runs_version() == second.id
    assert here.end(here.store(), TASK) == []
    assert here.runs_version() == second.id


def test_git_decides_between_two_that_grew_from_the_same(here: Machine, there: Machine) -> None:
    first = here.learn(flow())
    there.pull(here)
    there.end(there.store(), TASK)
    theirs = there.learn(grown(first, "Submit"))
    ours = here.learn(grown(first, "Dispatch"))  # later, and proven
    mine = here.file().read_bytes()

    here.pull(there)
    assert here.runs_version() == theirs.id
    assert here.end(here.store(), TASK) == []  # and it is not written over
    assert here.runs_version() == theirs.id

    store = here.store()
    store.happened(theirs, Event.GREEN)
    assert here.end(store, TASK) == []
    assert {v.id: v.status for v in store.versions(TASK)}[theirs.id] is Status.ACTIVE
    here.file().write_bytes(mine)  # back on our own branch
    assert here.runs_version() == ours.id


def test_what_a_person_accepts_here_counts_before_the_file(here: Machine, there: Machine) -> None:
    ours = here.learn(flow())
    there.learn(flow(name="Submit"))
    here.pull(there)
    assert here.runs_version() != ours.id

    store = here.store()
    store.accept(ours)

    assert here.runs_version() == ours.id
    assert here.end(store, TASK) == ["send-email.yaml"]


def test_what_grew_from_the_file_here_runs(here: Machine, there: Machine) -> None:
    there.learn(flow())
    here.pull(there)
    store = here.store()
    declared = store.find(TASK)
    assert declared is not None
    healed = store.add(grown(declared, "Submit"))
    store.happened(declared, Event.HEALED)

    assert here.end(store, TASK) == []
    assert here.runs_version() == healed.id
    store = here.store()
    store.promote(healed)
    assert here.end(store, TASK) == ["send-email.yaml"]


def test_a_declared_version_that_does_not_fit_gives_way_to_the_last_good_one(here: Machine, there: Machine) -> None:
    ours = here.learn(flow())
    there.learn(flow(name="Submit"), proven=False)
    here.pull(there)
    store = here.store()
    declared = store.find(TASK)
    assert declared is not None
    assert declared.id != ours.id

    store.happened(declared, Event.DRIFT, cause="missing")

    assert here.runs_version() == ours.id


def test_a_version_that_was_put_away_here_is_not_woken_by_its_file(here: Machine) -> None:
    first = here.learn(flow())
    second = here.learn(grown(first, "Submit"))
    store = here.store()
    store.rollback(TASK)
    store.absorb()

    assert parse(here.file().read_bytes(), name="x").workflow.id == second.id
    assert here.runs_version() == first.id
    assert here.end(here.store(), TASK) == ["send-email.yaml"]


def test_a_broken_file_keeps_no_other_out(here: Machine) -> None:
    store = here.store()
    store.add(flow())
    store.add(flow("delete email"))
    here.end(store, TASK, "delete email")
    here.file().write_text(here.file().read_text().replace("version: 1", "version: [1]"))
    (here.files / "notes.txt").write_text("no steering file")
    (here.files / "folder.yaml").mkdir()
    fresh = Machine(here.root.with_name("fresh"))
    here.files.parent.rename(fresh.root.parent / "moved")
    fresh.root.mkdir()
    fresh.root.parent.joinpath("moved").rename(fresh.files.parent)

    with pytest.warns(AmiWarning) as warned:
        assert fresh.store().tasks() == ("delete email",)

    told = sorted(str(one.message) for one in warned)
    assert len(told) == 2
    assert "folder.yaml is no regular file" in told[0]
    assert "send-email.yaml:20:12: Expected `int`, got `array` (workflow.version)" in told[1]


def test_two_files_about_one_task_are_named_and_the_first_counts(here: Machine, there: Machine) -> None:
    here.learn(flow())
    there.learn(flow(name="Submit"))
    here.files.joinpath("a-copy.yaml").write_bytes(there.file().read_bytes())

    with pytest.warns(AmiWarning, match=r"send-email.yaml is about 'send email', as .*a-copy.yaml is"):
        found = here.store().find(TASK)
    assert found is not None
    assert found.id == there.runs_version()


def test_a_file_under_another_name_is_kept_up_to_date_there(here: Machine) -> None:
    first = here.learn(flow())
    here.file().rename(here.files / "mail.yaml")

    here.learn(grown(first, "Submit"))

    assert [path.name for path in here.files.iterdir()] == ["mail.yaml"]


def test_where_the_store_has_everything_yaml_is_not_imported(here: Machine) -> None:
    here.learn(flow())
    script = (
        "import sys; from pathlib import Path\n"
        "from pytest_ami.store.steering import SteeringFolder; from pytest_ami.store.workflows import WorkflowStore\n"
        "root = Path(sys.argv[1]); folder = root / '.ami'\n"
        "files = SteeringFolder(root / 'steering' / 'golden-paths', folder, root)\n"
        "store = WorkflowStore(folder, readonly=True, steering=files)\n"
        "assert store.find('send email').version == 1\n"
        "print('yaml' in sys.modules)\n"
    )

    def imported() -> str:
        args = [sys.executable, "-c", script, str(here.root)]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.run(args, env=env, check=True, capture_output=True, text=True).stdout.strip()

    assert imported() == "False"
    here.file().touch()  # as git does: the digest tells
    assert imported() == "False"
    (here.root / ".ami" / MEMO).write_text("[")
    assert imported() == "True"


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


def test_the_folder_is_a_setting() -> None:
    assert Settings().golden_paths(Path("p")) == Path("p/steering/golden-paths")
    assert Settings(steering_dir=".kiro/steering").golden_paths(Path("p")) == Path("p/.kiro/steering/golden-paths")
