"""A store's use of steering files: the changes that it imports, and the version that runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.workflow import Status
from pytest_ami.store.steering.folder import MEMO, SteeringFolder
from pytest_ami.store.steering.golden_path import SteeringPath, parse
from pytest_ami.store.transitions import Event
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.machines import TASK, Machine, flow, grown

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]


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
    assert (one.import_steering_files(), two.import_steering_files()) == (1, 0)
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
    assert store.import_steering_files() == 1
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
    store.lifecycle.apply_event(theirs, Event.GREEN)
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
    store.lifecycle.apply_event(declared, Event.HEALED)

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

    store.lifecycle.apply_event(declared, Event.DRIFT, cause="missing")

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
    assert "folder.yaml is not read: it is not a regular file" in told[0]
    assert "send-email.yaml:24:12: Expected `int`, got `array` (workflow.version)" in told[1]


def test_two_files_about_one_task_are_named_and_the_first_counts(here: Machine, there: Machine) -> None:
    here.learn(flow())
    there.learn(flow(name="Submit"))
    here.files.joinpath("a-copy.yaml").write_bytes(there.file().read_bytes())

    with pytest.warns(AmiWarning, match=r"send-email.yaml has the same task as .*a-copy.yaml: 'send email'"):
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
        "from pytest_ami.store.steering.folder import SteeringFolder\n"
        "from pytest_ami.store.workflow_store import WorkflowStore\n"
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


def with_one_of_two(here: Machine, there: Machine) -> WorkflowStore:
    """Return the store of a machine that has got one of the two files of another."""
    here.learn(flow())
    here.learn(flow("delete email"))
    there.pull(here)
    return there.store()


def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list in which every file that is parsed from now on is named."""
    read: list[str] = []

    def noting(blob: bytes, *, name: str) -> SteeringPath:
        read.append(Path(name).name)
        return parse(blob, name=name)

    monkeypatch.setattr("pytest_ami.store.steering.folder.parse", noting)
    return read


def test_while_another_run_writes_its_files_each_is_read_once(
    here: Machine, there: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "pytest_ami.store.steering.folder._BRIEF", 60.0
    )  # a busy machine looks slowly, and rests after that
    store = with_one_of_two(here, there)
    read = parsed(monkeypatch)
    assert store.tasks() == (TASK,)

    there.pull(here, "delete email")

    assert store.tasks() == ("delete email", TASK)
    assert read == ["send-email.yaml", "delete-email.yaml"]
    there.file().write_bytes(here.file("delete email").read_bytes())  # changed by hand
    with pytest.warns(AmiWarning, match="It is ignored; delete one"):
        assert set(there.store().tasks()) == {"delete email"}


def test_a_folder_that_takes_long_is_left_alone_for_a_while(
    here: Machine, there: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = with_one_of_two(here, there)
    now = [100.0]

    def slow(_: SteeringFolder) -> dict[str, Any]:
        now[0] += 1
        return {}

    monkeypatch.setattr("pytest_ami.store.steering.folder.time.monotonic", lambda: now[0])
    monkeypatch.setattr("pytest_ami.store.steering.folder._BRIEF", -1.0)
    monkeypatch.setattr("pytest_ami.store.steering.folder.SteeringFolder._memo", slow)
    assert store.tasks() == (TASK,)  # that took a second

    there.pull(here, "delete email")
    assert store.tasks() == (TASK,)
    now[0] += 18
    assert store.tasks() == (TASK,)
    now[0] += 2
    assert store.tasks() == ("delete email", TASK)
