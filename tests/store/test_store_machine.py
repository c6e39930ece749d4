"""Two processes on one folder do all they can to each other, and no version is ever lost (law 4)."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule

from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Status, Step, StepKind, Workflow
from pytest_ami.store.duckdb import absorb, schema
from pytest_ami.store.duckdb.journal_query import scratch
from pytest_ami.store.facts import Fact, Kind
from pytest_ami.store.journal import Journal, journals, read
from pytest_ami.store.warnings import AmiWarning
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.examples import tries
from tests.support.old_stores import EARLIER, build
from tests.support.statuses import set_status


def flow(task: str, value: str) -> Workflow:
    press = Step(kind=StepKind.PRESS, target=Fingerprint(tag="input", role="textbox", name="To"), value=value)
    return Workflow(task=task, steps=(Step(kind=StepKind.GOTO, value="/"), press))


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
        self.proven: set[str] = set()
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
        set_status(self.stores[who], self.versions[identity], status, reason="said so")
        self.became([(identity, status)])

    def became(self, changes: list[tuple[str, Status]]) -> None:
        for identity, status in changes:
            self.statuses.pop(identity)
            self.statuses[identity] = status  # in the order in which they were set
        self.proven.update(identity for identity, status in changes if status in (Status.ACTIVE, Status.DRIFTING))

    def promoted(self, identity: str) -> list[tuple[str, Status]]:
        """The status changes of a promotion, in the order in which the store must write them."""
        me = self.versions[identity]
        if self.statuses[identity] in (Status.ACTIVE, Status.SUPERSEDED, Status.RETIRED):
            return []
        changes = [(identity, Status.ACTIVE)]
        peers = [v for v in self.versions.values() if v.task == me.task and v.id != identity]
        for peer in sorted(peers, key=lambda v: (v.version, v.id)):
            status = self.statuses[peer.id]
            older = (peer.version, peer.id) < (me.version, me.id)
            awake = status not in (Status.SUPERSEDED, Status.RETIRED)
            if awake and (status is not Status.CANDIDATE or older):
                changes.append((peer.id, Status.SUPERSEDED))
        return changes

    @rule(who=WHO, identity=added)
    def promote(self, who: int, identity: str) -> None:
        changes = self.promoted(identity)
        self.stores[who].promote(self.versions[identity])
        self.became(changes)
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

        def dying(kind: Kind, **options: Any) -> Fact:
            if not left[0]:
                raise _Killed
            left[0] -= 1
            return append(kind, **options)

        journal.append = dying  # type: ignore[method-assign]
        with contextlib.suppress(_Killed):
            self.stores[who].promote(self.versions[identity])
        self.became(changes)
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

    @rule(who=WHO, point=st.sampled_from(["before the commit", "before the journals move", "within a migration"]))
    def absorb_and_be_killed(self, who: int, point: str) -> None:
        def killed(*_: object) -> None:
            raise _Killed

        def absorbing(*arguments: Any) -> None:
            absorb.absorb_journals(*arguments)
            raise _Killed

        self.journal(who).append(Kind.RUN_FINISHED)
        with pytest.MonkeyPatch.context() as patch, contextlib.suppress(_Killed):
            if point == "before the commit":
                patch.setattr("pytest_ami.store.duckdb.database.absorb_journals", absorbing)
            elif point == "before the journals move":
                patch.setattr(Path, "rename", killed)
            else:
                self.become_older(EARLIER[-1])
                patch.setattr(schema, "build_index", killed)
            self.stores[who].absorb(strict=True)
        self.stores[who] = self.open()

    @rule(who=WHO, number=st.sampled_from(EARLIER))
    def migrate(self, who: int, number: int) -> None:
        self.become_older(number)
        self.stores[who].absorb(strict=True)

    def become_older(self, number: int) -> None:
        """Let an earlier version have written the database; what it has is in the journals as well."""
        database = self.folder / "workflows.duckdb"
        paths = journals(self.folder, absorbed=True).values()
        database.unlink(missing_ok=True)
        if paths:
            build(database, number, [line for path in paths for line in read(path).lines])

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
        tried = (Status.CANDIDATE, Status.DRIFTING)
        ranks = [
            lambda v, status: status is Status.STALE and v not in self.proven,
            lambda v, status: status is Status.STALE and v in self.proven,
            lambda v, status: status is Status.POSSIBLY_STALE and v not in self.proven,
            lambda v, status: status in tried or (status is Status.POSSIBLY_STALE and v in self.proven),
        ]
        found: dict[str, str] = {}
        ordered = sorted(self.versions.values(), key=lambda v: (v.version, v.id))
        for fits in ranks:
            found.update({v.task: v.id for v in ordered if fits(v.id, self.statuses[v.id])})
        active = [identity for identity, status in self.statuses.items() if status is Status.ACTIVE]
        return {**found, **{self.versions[identity].task: identity for identity in active}}

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


TestProcesses = pytest.mark.slow(Processes.TestCase)
TestProcesses.settings = tries("database", stateful_step_count=8)
