"""What would run, whoever asks, whatever has crashed: the store as other parts of the plugin see it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from pytest_ami.model.errors import StoreError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Parameter, Provenance, Status, Step, StepKind, Workflow
from pytest_ami.store.complaint import AmiWarning
from pytest_ami.store.database import Absorbed, scratch
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal, read
from pytest_ami.store.workflows import WorkflowStore

ROOT = Path(__file__).parents[2]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


def flow(task: str = "send email", value: str = "{{to}}", parent: str = "") -> Workflow:
    return Workflow(
        task=task,
        steps=(
            Step(kind=StepKind.GOTO, value="/"),
            Step(
                kind=StepKind.FILL,
                target=Fingerprint(tag="input", role="textbox", name="To", box=(1.0, 2.0, 30.0, 4.5)),
                value=value,
                effects=Effects(value=value),
            ),
        ),
        parameters=(Parameter(name="to", type="email"),),
        provenance=Provenance(author="teacher:demo", reason="learned", parent=parent),
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / ".ami"


@pytest.fixture
def store(folder: Path) -> WorkflowStore:
    return WorkflowStore(folder, Journal(folder, run="r1"))


def other(folder: Path, name: str = "gw1", **options: Any) -> WorkflowStore:
    return WorkflowStore(folder, Journal(folder, run="r1", worker=name), **options)


def test_a_version_comes_back_as_it_was_added(store: WorkflowStore, folder: Path) -> None:
    stored = store.add(flow(), test="test_a.py::test_x", attempt=2)
    assert stored == replace(
        flow(),
        id=stored.id,
        provenance=replace(
            flow().provenance, run="r1", test="test_a.py::test_x", created=stored.provenance.created
        ),
    )
    assert store.find("send email") == stored
    store.absorb()
    assert store.find("send email") == stored
    assert other(folder).get(stored.id) == stored
    assert store.find("another task") is None
    assert store.get("no such id") is None


def test_a_lookup_in_a_fresh_project_creates_and_imports_nothing(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from pytest_ami.store.workflows import WorkflowStore; from pytest_ami.store.journal import Journal\n"
        "f = Path(sys.argv[1]) / '.ami'; s = WorkflowStore(f, Journal(f, run='r'))\n"
        "assert s.find('x') is None and s.tasks() == () and s.find_all() == () and s.history('x') == ()\n"
        "assert not f.exists()\n"
        "s.absorb(); assert not f.exists()\n"
        "print(sorted({'duckdb', 'filelock', 'msgspec', 'numpy', 'yaml'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], env=ENV, check=True, capture_output=True, text=True
    )
    assert done.stdout == "[]\n"


def test_the_life_of_a_workflow(store: WorkflowStore) -> None:
    one = store.promote(store.add(flow()), test="t")
    assert one.status is Status.ACTIVE
    two = store.add(flow(value="two", parent=one.id))
    assert two.version == 2
    assert store.find("send email") == one  # a candidate does not replace an active version
    store.set_status(one, Status.POSSIBLY_STALE, reason="drift at step 2", evidence=["missing"])
    assert store.find("send email") == two  # it does replace a possibly stale one
    store.promote(two)
    assert [v.status for v in store.versions("send email")] == [Status.SUPERSEDED, Status.ACTIVE]
    store.set_status(two, Status.RETIRED, reason="rollback")
    assert store.find("send email") is None
    assert store.tasks() == ("send email",)
    store.set_status(one, Status.ACTIVE, reason="rollback")
    assert store.find("send email") == one
    told = [(fact.kind, fact.data.get("status")) for fact in store.history("send email")]
    assert told == [
        ("version", None),
        ("status", "candidate"),
        ("status", "active"),
        ("version", None),
        ("status", "candidate"),
        ("status", "possibly_stale"),
        ("status", "active"),
        ("status", "superseded"),
        ("status", "retired"),
        ("status", "active"),
    ]


def test_a_failed_candidate_gives_way_to_the_version_before(store: WorkflowStore) -> None:
    one = store.promote(store.add(flow()))
    one = store.set_status(one, Status.POSSIBLY_STALE, reason="drift")
    two = store.add(flow(value="two", parent=one.id))
    store.set_status(two, Status.RETIRED, reason="failed its first replay")
    assert store.find("send email") == one
    assert store.promote(two).status is Status.RETIRED  # a late replay does not undo that
    assert store.promote(one).status is Status.ACTIVE


def test_what_another_process_has_just_learned_is_visible_at_once(store: WorkflowStore, folder: Path) -> None:
    assert store.find("send email") is None
    script = (
        "import sys; from pathlib import Path\n"
        "from pytest_ami.store.workflows import WorkflowStore; from pytest_ami.store.journal import Journal\n"
        "from pytest_ami.model.workflow import Workflow\n"
        "f = Path(sys.argv[1]); s = WorkflowStore(f, Journal(f, run='r1', worker='gw7'))\n"
        "w = s.add(Workflow(task='send email', steps=()))\n"
        "print(w.id, flush=True); sys.stdin.readline(); s.promote(w); print('ok', flush=True)\n"
        "sys.stdin.readline(); s._journal.append('run_finished'); print(s.absorb().moved)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=ENV,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        identity = process.stdout.readline().strip()
        found = store.find("send email")
        assert found is not None
        assert (found.id, found.status) == (identity, Status.CANDIDATE)
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.stdout.readline() == "ok\n"
        found = store.find("send email")
        assert found is not None
        assert found.status is Status.ACTIVE
        assert process.communicate("\n")[0] == "1\n"
    assert store.find("send email") == found  # its journal has moved, its facts have not
    assert store.add(flow()).version == 2


def test_two_processes_that_learn_the_same_task_lose_neither(store: WorkflowStore, folder: Path) -> None:
    twin = other(folder)
    one = store.add(flow(value="one"))
    two = twin.add(flow(value="two"))
    assert [v.id for v in store.versions("send email")] == [one.id, two.id]
    store.promote(two)
    assert twin.find("send email") == replace(two, status=Status.ACTIVE)
    kept = twin.get(one.id)
    assert kept is not None
    assert kept.status is Status.SUPERSEDED


def test_readonly_writes_the_journal_only(store: WorkflowStore, folder: Path) -> None:
    active = store.promote(store.add(flow()))
    store.absorb()
    before = folder.joinpath("workflows.duckdb").read_bytes()
    ci = other(folder, readonly=True)
    ci.set_status(active, Status.POSSIBLY_STALE, reason="drift")
    assert ci.absorb() == Absorbed()
    assert len(ci.facts("SELECT * FROM facts")) == 3
    assert folder.joinpath("workflows.duckdb").read_bytes() == before
    found = store.find("send email")
    assert found is not None
    assert found.status is Status.POSSIBLY_STALE
    folder.joinpath("workflows.duckdb").unlink()
    assert len(ci.facts("SELECT * FROM facts")) == 4
    assert not folder.joinpath("workflows.duckdb").exists()


def test_without_a_journal_one_can_look_but_not_write(folder: Path, store: WorkflowStore) -> None:
    stored = store.add(flow())
    reader = WorkflowStore(folder)
    assert reader.find("send email") == stored
    for change in (
        lambda: reader.add(flow()),
        lambda: reader.promote(stored),
        lambda: reader.set_status(stored, Status.RETIRED, reason=""),
    ):
        with pytest.raises(StoreError, match="read only"):
            change()


def test_a_version_that_was_never_added_has_no_status(store: WorkflowStore) -> None:
    with pytest.raises(StoreError, match="not in the store"):
        store.set_status(flow(), Status.ACTIVE, reason="")


def test_sql_sees_everything_and_can_change_nothing(store: WorkflowStore, tmp_path: Path) -> None:
    active = store.promote(store.add(flow()))
    journal = Journal(store.folder, run="r1", worker="gw2")
    for outcome, passed in (("replayed", True), ("stale", False), ("replayed", True)):
        journal.append(
            Kind.TEST_FINISHED,
            task=active.task,
            workflow=active.id,
            data={"outcome": outcome, "passed": passed, "seconds": 2.0},
        )
    journal.append(Kind.DRIFT, task=active.task, data={"step": 2, "cause": "missing", "evidence": ["gone"]})
    journal.append(Kind.MODEL_CALL, data={"model": "m", "seconds": 1.5, "tokens": 12})
    [success] = store.facts("SELECT runs, greens, stale, median_seconds FROM success")
    assert success == {"runs": 3, "greens": 2, "stale": 1, "median_seconds": 2.0}
    assert store.facts("SELECT step, cause FROM drifts") == [{"step": 2, "cause": "missing"}]
    assert store.facts("SELECT sum(tokens)::INT AS t FROM model_calls") == [{"t": 12}]
    assert store.facts("SELECT id, author FROM current") == [{"id": active.id, "author": "teacher:demo"}]
    assert [fact.kind for fact in store.history(active.task)] == ["version", "status", "status", "drift"]
    for sql in (
        "DELETE FROM facts",
        "DROP VIEW current",
        f"COPY facts TO '{tmp_path / 'out.csv'}'",
        f"ATTACH '{tmp_path / 'other.duckdb'}'",
        "SELECT nonsense",
    ):
        with pytest.raises(StoreError):
            store.facts(sql)
    assert not list(tmp_path.glob("o*"))


def test_superseded_contents_are_fetched_when_asked_for(store: WorkflowStore, folder: Path) -> None:
    one = store.promote(store.add(flow(value="one")))
    store.set_status(one, Status.POSSIBLY_STALE, reason="drift")
    store.promote(store.add(flow(value="two")))
    store.absorb()
    fresh = other(folder)
    assert fresh.get(one.id) == replace(one, status=Status.SUPERSEDED)
    assert [version.steps[1].value for version in fresh.versions("send email")] == ["one", "two"]


def test_a_workflow_of_a_newer_form_is_refused_alone(store: WorkflowStore, folder: Path) -> None:
    good = store.add(flow("good"))
    bad = {"task": "bad", "steps": [], "version": 1, "schema": 99}
    Journal(folder, run="r9").append(Kind.VERSION, task="bad", workflow="w9", data={"workflow": bad})
    with pytest.raises(StoreError, match="newer pytest-ami"):
        store.find("bad")
    with pytest.warns(AmiWarning, match="left out"):
        assert store.find_all() == (good,)


def test_a_damaged_database_is_noticed_by_a_lookup_and_loses_nothing(
    store: WorkflowStore, folder: Path
) -> None:
    active = store.promote(store.add(flow()))
    Journal(folder, run="r1").append(Kind.RUN_FINISHED)
    assert store.absorb().moved == 1
    folder.joinpath("workflows.duckdb").write_bytes(b"damaged" * 1000)
    with pytest.warns(AmiWarning, match="set aside"):
        assert other(folder).find("send email") == active
    assert store.find("send email") == active
    assert store.absorb().facts == 4
    assert store.find("send email") == active


def test_a_database_that_stays_locked_is_an_error_for_lookups_and_a_warning_for_absorbing(
    store: WorkflowStore, folder: Path
) -> None:
    from filelock import FileLock

    stored = store.add(flow())
    store.absorb()
    hurried = other(folder, patience=0.2)
    with FileLock(folder / "workflows.lock"):
        with pytest.raises(StoreError, match="cannot be used") as caught:
            hurried.find("send email")
        with pytest.warns(AmiWarning, match="nothing is lost"):
            hurried.absorb()
        with pytest.raises(StoreError):
            hurried.absorb(strict=True)
    assert caught.value.why
    assert caught.value.evidence
    assert caught.value.run
    assert hurried.find("send email") == stored


def test_a_folder_that_cannot_be_read_is_an_error_and_one_that_cannot_be_written_is_not(
    tmp_path: Path,
) -> None:
    (tmp_path / ".ami").mkdir()
    (tmp_path / ".ami" / "journal").write_text("not a folder")
    blocked = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / ".ami", run="r"))
    with pytest.raises(StoreError):
        blocked.find("send email")
    (tmp_path / ".ami" / "journal").unlink()
    (tmp_path / "file").write_text("")
    unwritable = WorkflowStore(tmp_path / ".ami", Journal(tmp_path / "file" / "x", run="r"))
    with pytest.warns(AmiWarning, match="cannot be written"):
        stored = unwritable.promote(unwritable.add(flow()))
    assert unwritable.find("send email") == stored  # this process still knows what it has learned
    assert unwritable.history("send email")


def test_lookups_are_quick_in_a_large_store(store: WorkflowStore, folder: Path) -> None:

    for number in range(50):
        store.promote(store.add(flow(f"task {number}")))
    with (folder / "journal" / "r0-gw0.jsonl").open("wb") as file:
        file.writelines(encode(Fact(kind="step", task="task 1", data={"step": n})) for n in range(5000))
    store.absorb()
    assert store.find("task 1")
    started = time.perf_counter()
    for _ in range(100):
        store.find("task 1")
    assert (time.perf_counter() - started) / 100 < 0.01


class _Killed(BaseException):
    """Stands for the end of a process between two facts."""


TASKS = st.sampled_from(["send email", "删除邮件"])
WHO = st.integers(0, 1)


class Processes(RuleBasedStateMachine):
    """Two processes on one folder, that learn, promote, retire, crash, absorb and lose the database.

    Law 4: a version that was added is never lost, and what would run is what the statuses say; a version that
    was promoted runs until somebody says otherwise or a newer one is promoted.
    """

    added = Bundle("added")

    @initialize()
    def start(self) -> None:
        self.folder = Path(tempfile.mkdtemp()) / ".ami"
        self.serial = 0
        self.stores: list[WorkflowStore] = [self.open(), self.open()]
        self.statuses: dict[str, Status] = {}
        self.versions: dict[str, Workflow] = {}

    def open(self) -> WorkflowStore:
        self.serial += 1
        return WorkflowStore(self.folder, Journal(self.folder, run="r", worker=f"w{self.serial % 3}"))

    def journal(self, who: int) -> Journal:
        journal = self.stores[who]._journal
        assert journal is not None
        return journal

    @rule(target=added, who=WHO, task=TASKS)
    def add(self, who: int, task: str) -> str:
        stored = self.stores[who].add(flow(task, value=str(self.serial)))
        self.versions[stored.id] = stored
        self.statuses[stored.id] = Status.CANDIDATE
        return stored.id

    @rule(who=WHO, identity=added, status=st.sampled_from(Status))
    def set_status(self, who: int, identity: str, status: Status) -> None:
        self.stores[who].set_status(self.versions[identity], status, reason="said so")
        self.statuses[identity] = status

    def promoted(self, identity: str) -> list[tuple[str, Status]]:
        """What promoting means, in the order in which it must be written down."""
        me = self.versions[identity]
        if self.statuses[identity] not in (Status.CANDIDATE, Status.POSSIBLY_STALE):
            return []
        changes = [(identity, Status.ACTIVE)]
        peers = [v for v in self.versions.values() if v.task == me.task and v.id != identity]
        for peer in sorted(peers, key=lambda v: (v.version, v.id)):
            status = self.statuses[peer.id]
            older = (peer.version, peer.id) < (me.version, me.id)
            if status in (Status.ACTIVE, Status.POSSIBLY_STALE) or (status is Status.CANDIDATE and older):
                changes.append((peer.id, Status.SUPERSEDED))
        return changes

    @rule(who=WHO, identity=added)
    def promote(self, who: int, identity: str) -> None:
        changes = self.promoted(identity)
        self.stores[who].promote(self.versions[identity])
        self.statuses.update(changes)
        if changes:
            found = self.stores[1 - who].find(self.versions[identity].task)
            assert found is not None
            assert found.id == identity

    @rule(who=WHO, identity=added, survived=st.integers(0, 2))
    def promote_and_be_killed(self, who: int, identity: str, survived: int) -> None:
        changes = self.promoted(identity)[:survived]
        before = self.stores[who].find(self.versions[identity].task)
        journal = self.journal(who)
        append, left = journal.append, [survived]

        def dying(kind: str, **options: Any) -> Fact:
            if not left[0]:
                raise _Killed
            left[0] -= 1
            return append(kind, **options)

        journal.append = dying  # type: ignore[method-assign]
        with contextlib.suppress(_Killed):
            self.stores[who].promote(self.versions[identity])
        self.statuses.update(changes)
        self.stores[who] = self.open()
        after = self.stores[who].find(self.versions[identity].task)
        assert after is not None or before is None

    @rule(who=WHO)
    def crash(self, who: int) -> None:
        self.stores[who] = self.open()

    @rule(who=WHO, length=st.integers(1, 60))
    def crash_within_a_line(self, who: int, length: int) -> None:
        path = self.journal(who).path
        if path.exists():
            facts = read(path).lines
            with path.open("ab") as file:
                file.write((facts[-1] if facts else b'{"v":1,"kind":"status"')[:length])
        self.stores[who] = self.open()

    @rule(who=WHO)
    def absorb_twice(self, who: int) -> None:
        self.stores[who].absorb(strict=True)
        assert self.stores[who].absorb(strict=True).facts == 0

    @rule(who=WHO)
    def finish_and_absorb(self, who: int) -> None:
        self.journal(who).append(Kind.RUN_FINISHED)
        self.stores[who].absorb(strict=True)
        assert not self.journal(who).path.exists()

    @rule()
    def delete_database(self) -> None:
        self.folder.joinpath("workflows.duckdb").unlink(missing_ok=True)

    @rule(who=WHO)
    def damage_database(self, who: int) -> None:
        path = self.folder / "workflows.duckdb"
        if path.exists():
            path.write_bytes(b"\x00" * 20_000)
            with pytest.warns(AmiWarning, match="set aside"):
                self.stores[who].tasks()

    @invariant()
    def every_version_is_there_with_its_status(self) -> None:
        for store in getattr(self, "stores", ()):
            for identity, stored in self.versions.items():
                assert store.get(identity) == replace(stored, status=self.statuses[identity])

    @invariant()
    def what_would_run_is_what_the_statuses_say(self) -> None:
        for store in getattr(self, "stores", ()):
            assert {w.task: w.id for w in store.find_all()} == self.expected()

    def expected(self) -> dict[str, str]:
        found: dict[str, str] = {}
        ordered = sorted(self.versions.values(), key=lambda v: (v.version, v.id))
        for wanted in ((Status.CANDIDATE, Status.POSSIBLY_STALE), (Status.ACTIVE,)):
            found.update({v.task: v.id for v in ordered if self.statuses[v.id] in wanted})
        return found

    def teardown(self) -> None:
        if not hasattr(self, "stores"):
            return
        connection = scratch(self.folder)  # the views, from the journals alone
        views = dict(connection.execute("SELECT task, id FROM current").fetchall())
        connection.close()
        assert views == self.expected()
        kept = self.stores[0].facts("SELECT task, id FROM current")  # and from the database
        assert {row["task"]: row["id"] for row in kept} == self.expected()
        self.what_would_run_is_what_the_statuses_say()
        shutil.rmtree(self.folder.parent)


TestProcesses = Processes.TestCase
TestProcesses.settings = settings(
    max_examples=100, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck)
)
