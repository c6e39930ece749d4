"""Every door into a store: whatever way a version or a verdict comes in, no step marked wrong is replayed again."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.model.errors import AmiError
from pytest_ami.model.workflow import Status, Step, Workflow
from pytest_ami.review.desk import ReviewDesk
from pytest_ami.review.path_edit import StepGroup
from pytest_ami.store.duckdb.database import Database
from pytest_ami.store.facts import now
from pytest_ami.store.steering.folder import SteeringFolder
from pytest_ami.store.steering.golden_path import SteeringPath, fitted
from pytest_ami.store.transfer.importing import plan, write_down
from pytest_ami.store.transfer.library import Library, collect, read, write
from pytest_ami.store.transfer.merge import source_at, take
from pytest_ami.store.transitions import Event
from pytest_ami.store.versions import Knowledge
from pytest_ami.store.workflow_store import WorkflowStore
from tests.support.examples import nightly, tries
from tests.support.sessions import TASK, click, fill, flow, learned, open_store, session, verdict_fact, verdict_file

STEPS = (fill("To", "{{to}}"), click("Send"), click("Delete"), click("Save draft"))
FLOWS = st.lists(st.lists(st.sampled_from(STEPS), min_size=1, max_size=3), min_size=1, max_size=4)


def titles(steps: tuple[Step, ...] | list[Step]) -> list[tuple[str, str]]:
    """Return each step with the step before it."""
    named = ["", *(step.title() for step in steps)]
    return list(pairwise(named))


class World:
    """A store, the same store on another machine as it was before any verdict, and the places marked wrong."""

    def __init__(self, folder: Path, flows: list[list[Step]]) -> None:
        self.root, self.serial = folder, 0
        self.here = self.opened(folder / ".ami")
        self.versions = [learned(self.here, steps) for steps in flows]
        self.sessions = [session(self.here, version) for version in self.versions]
        self.here.absorb(strict=True)
        shutil.copytree(folder / ".ami", folder / "there" / ".ami")
        self.wrong: dict[tuple[int, int], tuple[str, str]] = {}

    def opened(self, folder: Path) -> WorkflowStore:
        self.serial += 1
        store = open_store(folder, f"w{self.serial}", run=f"r{self.serial}")
        steering = SteeringFolder(self.root / "steering", folder, self.root)
        return WorkflowStore(folder, store.journal, steering=steering)

    def takes(self, path: Path) -> None:
        """Take facts of another machine in, as `ami absorb` does."""
        database = Database(self.root / ".ami")
        database.absorb()
        take(self.root / ".ami", source_at(path))
        database.absorb()

    def library(self) -> Library:
        entries = collect(Knowledge(Database(self.root / "there" / ".ami"), None), [TASK], every=True)
        return read(write(entries), "mail.workflows")

    # -- verdicts -----------------------------------------------------------------------------------------------

    def mark(self, number: int, step: int, label: str | None, *, by_file: bool) -> None:
        if by_file:
            fact = verdict_fact(self.sessions[number], step, label, self.versions[number].id)
            self.takes(verdict_file(self.root / f"ami-verdicts-{self.serial}.jsonl", fact))
            self.serial += 1
        else:
            self.here.add_user_feedback(self.sessions[number], step, label, reviewer="ann")
        if label == "wrong":
            self.wrong[number, step] = titles(self.versions[number].steps)[step - 1]
        else:
            self.wrong.pop((number, step), None)

    # -- doors --------------------------------------------------------------------------------------------------

    def pull_a_steering_file(self, number: int) -> None:
        path = SteeringPath(workflow=replace(self.versions[number], status=Status.ACTIVE), since=now())
        (self.root / "steering").mkdir(exist_ok=True)
        (self.root / "steering" / "send-email.yaml").write_text(fitted(path)[1], "utf-8")
        self.here = self.opened(self.root / ".ami")
        self.here.import_steering_files()

    def import_a_library(self, number: int, *, take_over: bool = False) -> None:
        library = self.library()
        chosen = self.versions[number].id
        entries = tuple(replace(one, runs=one.id == chosen, status=Status.ACTIVE) for one in library.entries)
        lineages = Knowledge(Database(self.root / ".ami"), self.here.journal).lineages()
        made = plan(replace(library, entries=entries), lineages, run=f"i{self.serial}", take_over=take_over)
        write_down(self.root / ".ami", made.facts, f"i{self.serial}")
        self.serial += 1

    def import_to_take_over(self, number: int) -> None:
        self.import_a_library(number, take_over=True)

    def absorb_the_other_machine(self, number: int) -> None:
        there = open_store(self.root / "there" / ".ami", f"t{self.serial}", run=f"t{self.serial}")
        self.serial += 1
        version = self.versions[number]
        there.accept(version)
        there.promote(there.add(replace(flow(*version.steps), aliases=(f"alias {self.serial}",))))
        self.takes(self.root / "there" / ".ami")

    def roll_back(self, number: int) -> None:  # noqa: ARG002  (a door)
        self.here.rollback(TASK)

    def accept(self, number: int) -> None:
        self.here.accept(self.versions[number])

    def replay_green_late(self, number: int) -> None:
        self.here.promote(self.versions[number])

    def relearn(self, number: int) -> None:
        made = self.here.add(flow(*self.versions[number].steps, parent=self.versions[number].id))
        self.here.promote(made)

    def heal(self, number: int) -> None:
        made = self.here.add(flow(*self.versions[number].steps, parent=self.versions[number].id, author="heal"))
        self.here.promote(made, event=Event.CONFIRMED)

    def edit_the_path(self, number: int) -> None:
        version = self.versions[number]
        order = [StepGroup(steps=(one,), label=f"label {one}") for one in range(len(version.steps), 0, -1)]
        made = ReviewDesk(self.here, "bob").edit(version.id, order)
        kept = {after for (one, _), (_, after) in self.wrong.items() if one == number}
        assert kept.isdisjoint(step.title() for step in made.steps)
        self.here.accept(made)

    # -- what holds ---------------------------------------------------------------------------------------------

    def look(self) -> None:
        fresh = WorkflowStore(self.root / ".ami", readonly=True, steering=self.here._steering)
        for store in (self.here, fresh):
            current = store.find(TASK)
            for ran in [current, *(store.others(current) if current else ())]:
                assert ran is None or set(self.wrong.values()).isdisjoint(titles(ran.steps))

    def look_into_the_database(self) -> None:
        self.here.absorb(strict=True)
        self.look()
        [row] = self.here.facts("SELECT any_value(id) AS id FROM current") or [{"id": None}]
        found: Workflow | None = self.here.get(row["id"]) if row["id"] else None
        assert found is None or set(self.wrong.values()).isdisjoint(titles(found.steps))


DOORS: tuple[Callable[[World, int], None], ...] = (
    World.pull_a_steering_file,
    World.import_a_library,
    World.import_to_take_over,
    World.absorb_the_other_machine,
    World.roll_back,
    World.accept,
    World.replay_green_late,
    World.relearn,
    World.heal,
    World.edit_the_path,
)


@pytest.mark.slow
@given(flows=FLOWS, data=st.data())
@tries("databases")
def test_no_door_brings_a_step_marked_wrong_back(
    tmp_path_factory: pytest.TempPathFactory, flows: list[list[Step]], data: st.DataObject
) -> None:
    """100 stores by night: verdicts from a person or a file, then every door in some order; by day some doors."""
    world = World(tmp_path_factory.mktemp("doors"), flows)
    numbers = st.integers(0, len(flows) - 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(data.draw(st.integers(1, 2))):
            number = data.draw(numbers)
            world.mark(number, data.draw(st.integers(1, len(flows[number]))), "wrong", by_file=data.draw(st.booleans()))
        world.look()
        doors = st.permutations(DOORS) if nightly() else st.lists(st.sampled_from(DOORS), min_size=3, max_size=3)
        for door in data.draw(doors):
            with suppress(AmiError):
                door(world, data.draw(numbers))
            world.look()
        withdraws: bool = data.draw(st.booleans())
        if withdraws and world.wrong:
            number, step = data.draw(st.sampled_from(sorted(world.wrong)))
            world.mark(number, step, None, by_file=data.draw(st.booleans()))
        world.look_into_the_database()
