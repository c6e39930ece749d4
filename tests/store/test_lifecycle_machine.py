"""Law 4 over whole lives: whatever happens in whatever order, the last good version is there, and is what would run."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Provenance, Status, Step, StepKind, Workflow
from pytest_ami.store.facts import Fact, Kind
from pytest_ami.store.journal import Journal, read
from pytest_ami.store.transitions import Event
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.examples import tries

TASK = "send email"
WHO = st.integers(0, 2)
GOOD = (Status.ACTIVE, Status.DRIFTING)
SLEEPING = (Status.SUPERSEDED, Status.RETIRED)


def flow(serial: int, author: str = "teacher:offline", parent: str = "") -> Workflow:
    target = Fingerprint(tag="button", role="button", name="Send", absolute_xpath=f"/html[1]/button[{serial}]")
    step = Step(kind=StepKind.CLICK, target=target)
    return Workflow(task=TASK, steps=(step,), provenance=Provenance(author=author, reason=author, parent=parent))


class _Killed(BaseException):
    """Stands for the end of a process between two facts."""


class Lives(RuleBasedStateMachine):
    """Three processes on one folder live through what may happen to the versions of one task.

    The model is told apart from the code by what it keeps: not statuses, but what has made versions good, namely green
    replays and persons' words, and what has put them away.
    """

    @initialize()
    def start(self) -> None:
        self.folder = Path(tempfile.mkdtemp()) / ".ami"
        self.serial = self.turn = 0
        self.stores = [self.open() for _ in range(3)]
        self.versions: dict[str, Workflow] = {}
        self.good = ""
        """The last good version: the one that a green replay or a person proved last."""
        self.allowed: set[str] = set()
        """Versions that a green replay or a person has ever proven."""
        self.add(0, flow(0))

    def open(self) -> WorkflowStore:
        self.serial += 1
        return WorkflowStore(self.folder, Journal(self.folder, run=f"r{self.serial % 4}", worker=f"w{self.serial % 3}"))

    def present(self, who: int) -> Workflow | None:
        return self.stores[who].find(TASK)

    def status(self, identity: str) -> Status:
        found = self.stores[0].get(identity)
        assert found is not None
        return found.status

    def add(self, who: int, workflow: Workflow) -> Workflow:
        stored = self.stores[who].add(workflow)
        self.versions[stored.id] = stored
        return stored

    def takes_over(self, identity: str) -> None:
        self.allowed.add(identity)
        self.good = identity

    # -- what teaches -------------------------------------------------------------------------------------------

    @rule(who=WHO)
    def learn(self, who: int) -> None:
        if self.present(who) is None:
            self.add(who, flow(self.serial))

    @rule(who=WHO)
    def learn_at_the_same_time(self, who: int) -> None:
        """Two workers that begin with nothing known do not see each other."""
        if not self.good:
            self.add(who, flow(self.serial))

    @rule(who=WHO, event=st.sampled_from([Event.HEALED, Event.RELEARNED]))
    def heal_or_learn_anew(self, who: int, event: Event) -> None:
        parent = self.present(who)
        if parent is not None:
            author = "heal" if event is Event.HEALED else "teacher:offline"
            self.add(who, flow(self.serial, author, parent.id))
            self.stores[who].lifecycle.apply_event(parent, event)

    @rule(who=WHO, attempts=st.integers(1, 3), relearns=st.booleans())
    def red_run(self, who: int, attempts: int, relearns: bool) -> None:  # noqa: FBT001  (drawn)
        """The page has changed: each retry drifts again, and the last one may relearn."""
        parent = self.present(who)
        if parent is None:
            return
        for _ in range(attempts):
            self.stores[who].lifecycle.apply_event(parent, Event.DRIFT, cause="missing")
        if relearns:
            self.add(who, flow(self.serial, parent=parent.id))

    # -- what judges --------------------------------------------------------------------------------------------

    @rule(who=WHO, moved=st.booleans())
    def green_replay(self, who: int, moved: bool) -> None:  # noqa: FBT001  (drawn)
        stored = self.present(who)
        if stored is None:
            return
        self.stores[who].promote(stored)
        if moved:
            self.stores[who].lifecycle.apply_event(stored, Event.MOVED)
        self.takes_over(stored.id)

    @rule(who=WHO, data=st.data())
    def late_green_replay(self, who: int, data: st.DataObject) -> None:
        """A process that began long ago ends now."""
        identity = data.draw(st.sampled_from(sorted(self.versions)))
        before = self.status(identity)
        self.stores[who].promote(self.versions[identity])
        if before not in SLEEPING:
            if before is not Status.ACTIVE:
                self.takes_over(identity)
        else:
            assert self.status(identity) is before

    @rule(who=WHO, green=st.booleans(), data=st.data())
    def confirm(self, who: int, green: bool, data: st.DataObject) -> None:  # noqa: FBT001  (drawn)
        identity = data.draw(st.sampled_from(sorted(self.versions)))
        before = self.status(identity)
        if green:
            self.stores[who].promote(self.versions[identity], event=Event.CONFIRMED)
            if before is Status.CANDIDATE:
                self.takes_over(identity)
        else:
            self.stores[who].lifecycle.apply_event(self.versions[identity], Event.REFUTED)
        if before is not Status.CANDIDATE:
            assert self.status(identity) is before

    @rule(who=WHO, data=st.data())
    def accept(self, who: int, data: st.DataObject) -> None:
        identity = data.draw(st.sampled_from(sorted(self.versions)))
        before, present = self.status(identity), self.present(who)
        self.stores[who].accept(self.versions[identity])
        if before is not Status.ACTIVE or (present and present.id != identity):  # active beside one that would run
            self.takes_over(identity)

    @rule(who=WHO, data=st.data())
    def reject(self, who: int, data: st.DataObject) -> None:
        identity = data.draw(st.sampled_from(sorted(self.versions)))
        if identity == self.good:
            with pytest.raises(ConfigurationError, match="last good version"):
                self.stores[who].reject(self.versions[identity])
            return
        self.stores[who].reject(self.versions[identity])
        assert self.status(identity) is Status.RETIRED

    @rule(who=WHO)
    def roll_back(self, who: int) -> None:
        present = self.present(who)
        store = self.stores[who]
        rank = (present.version, present.id) if present else (0, "")
        older = [v for v in self.versions.values() if (v.version, v.id) < rank and v.id in self.allowed]
        older = [v for v in older if self.status(v.id) is not Status.RETIRED]
        if not older:
            with pytest.raises(ConfigurationError, match="no good version"):
                store.rollback(TASK)
            return
        target = max(older, key=lambda v: (v.version, v.id))
        assert store.rollback(TASK).id == target.id
        assert present is not None
        assert self.status(present.id) is Status.RETIRED
        self.takes_over(target.id)

    # -- what breaks --------------------------------------------------------------------------------------------

    @rule(who=WHO)
    def kill(self, who: int) -> None:
        self.stores[who] = self.open()

    @rule(who=WHO, length=st.integers(1, 60))
    def kill_within_a_line(self, who: int, length: int) -> None:
        path = self.stores[who].journal.path
        if path.exists():
            lines = read(path).lines
            with path.open("ab") as file:
                file.write((lines[-1] if lines else b'{"v":1,"kind":"status"')[:length])
        self.stores[who] = self.open()

    @rule(who=WHO, survived=st.integers(0, 3), how=st.sampled_from(["promote", "accept", "rollback"]), data=st.data())
    def kill_while_it_takes_over(self, who: int, survived: int, how: str, data: st.DataObject) -> None:
        """However far a process comes, a version that is good runs: the one from before, or the one that takes over."""
        store = self.stores[who]
        identity = data.draw(st.sampled_from(sorted(self.versions)))
        journal, append, left = store.journal, store.journal.append, [survived]
        before = store._knowledge.lineages().last_good(TASK)

        def dying(kind: Kind, **options: Any) -> Fact:
            if not left[0]:
                raise _Killed
            left[0] -= 1
            return append(kind, **options)

        journal.append = dying  # type: ignore[method-assign]
        with contextlib.suppress(_Killed, ConfigurationError):
            store.rollback(TASK) if how == "rollback" else getattr(store, how)(self.versions[identity])
        self.stores[who] = self.open()
        after = self.stores[who]._knowledge.lineages().last_good(TASK)
        assert after is not None or before is None
        if after is not None:
            assert after.id in self.allowed | {identity}
            self.allowed |= {v.id for v in self.versions.values() if self.status(v.id) in GOOD}
            self.good = after.id

    @rule(who=WHO)
    def absorb(self, who: int) -> None:
        self.stores[who].absorb(strict=True)

    @rule()
    def lose_the_database(self) -> None:
        self.folder.joinpath("workflows.duckdb").unlink(missing_ok=True)

    # -- what always holds --------------------------------------------------------------------------------------

    @invariant()
    def the_last_good_version_is_there_and_is_what_would_run(self) -> None:
        """One process looks after each step, in turn; at the end all do."""
        if hasattr(self, "stores"):
            self.turn = (self.turn + 1) % len(self.stores)
            self.look(self.stores[self.turn])

    def look(self, store: WorkflowStore) -> None:
        found = {version.id: version for version in store.versions(TASK)}
        assert {i: replace(v, status=Status.CANDIDATE) for i, v in found.items()} == self.versions
        good = {identity for identity, version in found.items() if version.status in GOOD}
        assert good <= self.allowed  # nothing is good that no green replay and no person has proven
        if not self.good:
            return
        last, present = found[self.good], store.find(TASK)
        assert present is not None
        assert last.status not in SLEEPING
        if present.id == last.id:
            return
        # It is in doubt: then it yields to a candidate made since, or, stale, to one in its first doubt.
        assert last.status is not Status.ACTIVE
        assert present.id not in good
        if last.status is Status.STALE:
            assert present.status in (Status.CANDIDATE, Status.POSSIBLY_STALE)
        else:
            assert present.status is Status.CANDIDATE
            assert (present.version, present.id) > (last.version, last.id)

    def teardown(self) -> None:
        if not hasattr(self, "stores"):
            return
        for store in self.stores:
            self.look(store)
        lineages = self.stores[0]._knowledge.lineages()
        known = sorted((v.id, v.status.value, v.proven) for v in lineages.versions(TASK))
        present = lineages.current(TASK)
        sql = "SELECT s.workflow, s.status, s.proven, c.id IS NOT NULL AS runs FROM statuses s LEFT JOIN current c"
        rows = self.stores[1].facts(f"{sql} ON c.id = s.workflow")  # the views, from the database
        assert sorted((row["workflow"], row["status"], row["proven"]) for row in rows) == known
        assert [row["workflow"] for row in rows if row["runs"]] == ([present.id] if present else [])
        shutil.rmtree(self.folder.parent)


TestLives = pytest.mark.slow(Lives.TestCase)
TestLives.settings = tries("database", stateful_step_count=30)
