"""The store as other parts of the plugin see it: the version that runs, for any caller and after any crash."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.errors import StoreError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Effects, Parameter, Provenance, Status, Step, StepKind, Workflow
from pytest_ami.store.duckdb.absorb import AbsorbResult
from pytest_ami.store.duckdb.journal_query import scratch
from pytest_ami.store.facts import Fact, Kind, encode
from pytest_ami.store.journal import Journal
from pytest_ami.store.version_fold import Lineages
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.examples import tries
from tests.support.statuses import set_status

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
        provenance=replace(flow().provenance, run="r1", test="test_a.py::test_x", created=stored.provenance.created),
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
        "from pytest_ami.store.workflow_store import WorkflowStore; from pytest_ami.store.journal import Journal\n"
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
    set_status(store, one, Status.POSSIBLY_STALE, reason="drift at step 2", evidence=["missing"])
    assert store.find("send email") == two  # it does replace a possibly stale one
    store.promote(two)
    assert [v.status for v in store.versions("send email")] == [Status.SUPERSEDED, Status.ACTIVE]
    set_status(store, two, Status.RETIRED, reason="rollback")
    assert store.find("send email") is None
    assert store.tasks() == ("send email",)
    set_status(store, one, Status.ACTIVE, reason="rollback")
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
    one = set_status(store, one, Status.POSSIBLY_STALE, reason="drift")
    two = store.add(flow(value="two", parent=one.id))
    set_status(store, two, Status.RETIRED, reason="failed its first replay")
    assert store.find("send email") == one
    assert store.promote(two).status is Status.RETIRED  # a late replay does not undo that
    assert store.promote(one).status is Status.ACTIVE


@pytest.mark.slow
def test_what_another_process_has_just_learned_is_visible_at_once(store: WorkflowStore, folder: Path) -> None:
    assert store.find("send email") is None
    script = (
        "import sys; from pathlib import Path\n"
        "from pytest_ami.store.workflow_store import WorkflowStore; from pytest_ami.store.journal import Journal\n"
        "from pytest_ami.model.workflow import Workflow; from pytest_ami.store.facts import Kind\n"
        "f = Path(sys.argv[1]); s = WorkflowStore(f, Journal(f, run='r1', worker='gw7'))\n"
        "w = s.add(Workflow(task='send email', steps=()))\n"
        "print(w.id, flush=True); sys.stdin.readline(); s.promote(w); print('ok', flush=True)\n"
        "sys.stdin.readline(); s._journal.append(Kind.RUN_FINISHED); print(s.absorb().moved)\n"
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


@pytest.mark.slow
def test_readonly_writes_the_journal_only(store: WorkflowStore, folder: Path) -> None:
    active = store.promote(store.add(flow()))
    store.absorb()
    before = folder.joinpath("workflows.duckdb").read_bytes()
    ci = other(folder, readonly=True)
    set_status(ci, active, Status.POSSIBLY_STALE, reason="drift")
    assert ci.absorb() == AbsorbResult()
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
        lambda: set_status(reader, stored, Status.RETIRED, reason=""),
    ):
        with pytest.raises(StoreError, match="read-only"):
            change()


def test_a_version_that_was_never_added_has_no_status(store: WorkflowStore) -> None:
    with pytest.raises(StoreError, match="not in the store"):
        set_status(store, flow(), Status.ACTIVE, reason="")


@pytest.mark.slow
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
    set_status(store, one, Status.POSSIBLY_STALE, reason="drift")
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
    with pytest.warns(AmiWarning, match="is ignored"):
        assert store.find_all() == (good,)


def test_a_damaged_database_is_noticed_by_a_lookup_and_loses_nothing(store: WorkflowStore, folder: Path) -> None:
    active = store.promote(store.add(flow()))
    Journal(folder, run="r1").append(Kind.RUN_FINISHED)
    assert store.absorb().moved == 1
    folder.joinpath("workflows.duckdb").write_bytes(b"damaged" * 1000)
    with pytest.warns(AmiWarning, match="set aside"):
        assert other(folder).find("send email") == active
    assert store.find("send email") == active
    assert store.absorb().facts == 4
    assert store.find("send email") == active


@pytest.mark.slow
def test_while_a_database_stays_locked_the_journals_are_read_and_nothing_is_absorbed(
    store: WorkflowStore, folder: Path
) -> None:
    from filelock import FileLock

    stored = store.add(flow())
    store.absorb()
    known = store.history("send email")
    hurried = other(folder, patience=0.2)
    with FileLock(folder / "workflows.lock"):
        with pytest.warns(AmiWarning, match=r"held by another process .*tried for 0\.2 s.*journals are read"):
            assert hurried.find("send email") == stored
        assert hurried.history("send email") == known
        assert hurried.facts("SELECT task, version FROM current") == [{"task": "send email", "version": 1}]
        with pytest.warns(AmiWarning, match="nothing is lost"):
            hurried.absorb()
        with pytest.raises(StoreError, match="cannot be used") as caught:
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


@pytest.mark.slow
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


WORDS = st.sampled_from(["a", "a", "b", ""])
RUMOURS = st.one_of(
    st.builds(
        Fact,
        kind=st.just("version"),
        task=WORDS,
        workflow=WORDS,
        data=st.builds(lambda number: {"workflow": {"version": number}}, st.integers(1, 3)) | st.just({}),
    ),
    st.builds(
        Fact,
        kind=st.sampled_from(["status", "status", "step"]),
        workflow=WORDS,
        data=st.builds(
            lambda status: {"status": status},
            st.sampled_from([*(s.value for s in Status), "unheard of", 3, ["active"]]),
        ),
    ),
)


@pytest.mark.slow
@given(st.lists(RUMOURS, max_size=14).flatmap(lambda facts: st.tuples(st.just(facts), st.permutations(facts))))
@tries("database")
def test_sql_and_python_say_the_same_of_any_facts_in_any_order(
    tmp_path_factory: pytest.TempPathFactory, orders: tuple[list[Fact], list[Fact]]
) -> None:
    facts, shuffled = orders
    one, other_way = Lineages(), Lineages()
    one.fold(facts)
    other_way.fold([*facts, *shuffled])
    assert one.by_id == other_way.by_id
    folder = tmp_path_factory.mktemp("rumours")
    (folder / "journal").mkdir()
    (folder / "journal" / "r-w.jsonl").write_bytes(b"".join(encode(fact) for fact in [*shuffled, *facts]))
    connection = scratch(folder)
    try:
        statuses = connection.execute("SELECT workflow, task, version, status FROM statuses").fetchall()
        current = connection.execute("SELECT task, id FROM current").fetchall()
    finally:
        connection.close()
    assert sorted(statuses) == sorted((v.id, v.task, v.number, v.status.value) for v in one.by_id.values())
    tasks = {task: one.current(task) for task in one.by_task}
    assert dict(current) == {task: version.id for task, version in tasks.items() if version}


def test_the_latest_status_counts_in_whatever_order_it_is_read() -> None:
    made = Fact(kind="version", task="a", workflow="w")
    statuses = [Fact(kind="status", workflow="w", data={"status": status}) for status in ("active", "possibly_stale")]
    for order in ([made, *statuses], [*reversed(statuses), made], [*statuses, made], [made, *statuses[::-1]]):
        lineages = Lineages()
        lineages.fold(order)
        assert lineages.by_id["w"].status is Status.POSSIBLY_STALE
