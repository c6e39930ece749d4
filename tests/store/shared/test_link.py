"""When facts are exchanged: once as a run begins, while it works, and at its end; a dead log costs one warning."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_ami.model.errors import StoreError
from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal, journals, read
from pytest_ami.store.shared import sender
from pytest_ami.store.shared.link import SharedLink
from tests.support.memory_log import MemoryLog


def ids(folder: Path) -> set[str]:
    return {fact.id for path in journals(folder, absorbed=True).values() for fact in read(path).facts}


def eventually(holds: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 20
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.01)
    return holds()


class Machine:
    """A machine whose store is linked to a log."""

    def __init__(self, folder: Path, log: MemoryLog) -> None:
        self.folder = folder
        self._log = log

    def process(self, run: str, worker: str = "main") -> tuple[SharedLink, Journal]:
        link = SharedLink(self.folder, "postgresql://x/y", run=run, connect=lambda _: self._log)
        return link, Journal(self.folder, run=run, worker=worker)

    def whole_run(self, run: str) -> str:
        link, journal = self.process(run)
        link.begin(journal)
        fact = journal.append(Kind.STATUS)
        link.finish(last=True)
        return fact.id


@pytest.fixture
def log() -> MemoryLog:
    return MemoryLog()


@pytest.fixture
def here(tmp_path: Path, log: MemoryLog) -> Machine:
    return Machine(tmp_path / "here", log)


@pytest.fixture
def there(tmp_path: Path, log: MemoryLog) -> Machine:
    return Machine(tmp_path / "there", log)


def test_a_run_finds_the_facts_of_another_machine(here: Machine, there: Machine) -> None:
    fact = here.whole_run("r1")
    link, journal = there.process("r2")
    link.begin(journal)
    assert ids(there.folder) == {fact}


def test_only_the_first_process_of_a_run_asks_the_log(here: Machine, log: MemoryLog) -> None:
    first, journal = here.process("r1", "gw0")
    first.begin(journal)
    asked = log.calls
    second, journal = here.process("r1", "gw1")
    second.begin(journal)
    assert asked > 0
    assert log.calls == asked


def test_facts_are_sent_while_the_process_works(here: Machine, log: MemoryLog) -> None:
    link, journal = here.process("r1")
    link.begin(journal)
    facts = [journal.append(Kind.STATUS).id for _ in range(3)]
    assert eventually(lambda: [line.id for line in log.facts] == facts)
    link.finish(last=False)


def test_the_end_of_a_run_sends_what_a_killed_worker_has_left(here: Machine, log: MemoryLog) -> None:
    here.whole_run("r1")
    left = Journal(here.folder, run="r1", worker="gw0").append(Kind.STATUS).id
    link, journal = here.process("r1")
    link.begin(journal)
    link.finish(last=True)
    assert left in {line.id for line in log.facts}


def test_a_dead_log_costs_a_run_one_warning_and_no_fact(here: Machine, log: MemoryLog) -> None:
    log.dies_at = 1
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always")
        workers = [here.process("r1", name) for name in ("gw0", "gw1", "main")]
        for link, journal in workers:
            link.begin(journal)
            journal.append(Kind.STATUS)
        for link, _ in workers:
            link.finish(last=link is workers[-1][0])
    assert len(noted) == 1
    assert "The shared store could not be used (it is dead)" in str(noted[0].message)
    assert "Nothing is lost" in str(noted[0].message)
    assert "Run next: ami doctor" in str(noted[0].message)
    assert log.facts == []

    log.restart()
    here.whole_run("r2")
    assert {line.id for line in log.facts} == ids(here.folder)
    assert len(log.facts) == 4


def test_the_next_run_warns_again(here: Machine, log: MemoryLog) -> None:
    log.dies_at = 1
    for run in ("r1", "r2"):
        link, journal = here.process(run)
        with pytest.warns(UserWarning, match="could not be used"):
            link.begin(journal)


def test_a_log_that_dies_in_mid_run_and_comes_back_is_not_worth_a_warning(
    here: Machine, log: MemoryLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "_GATHER", 0.0)
    link, journal = here.process("r1")
    link.begin(journal)
    log.dies_at = 1
    facts = {journal.append(Kind.STATUS).id}
    assert eventually(lambda: log.calls > 1)
    log.restart()
    facts.add(journal.append(Kind.STATUS).id)
    link.finish(last=True)
    assert {line.id for line in log.facts} == facts


def test_a_lock_that_cannot_be_had_is_a_warning(here: Machine) -> None:
    link, journal = here.process("r1")
    here.folder.mkdir()
    (here.folder / "shared.lock").mkdir()
    with pytest.warns(UserWarning, match="No facts were exchanged"):
        link.begin(journal)


def test_an_exchange_on_command_raises(here: Machine, log: MemoryLog) -> None:
    log.dies_at = 1
    link, _ = here.process("r1")
    with pytest.raises(StoreError, match="could not be used"):
        link.exchange()


def test_a_log_that_was_restored_from_a_backup_gets_its_facts_again(here: Machine, log: MemoryLog) -> None:
    facts = {here.whole_run("r1"), here.whole_run("r2")}
    del log.facts[1:]
    log.facts.clear()
    facts.add(here.whole_run("r3"))
    assert {line.id for line in log.facts} == facts


def test_another_log_gets_everything(here: Machine, tmp_path: Path) -> None:
    fact = here.whole_run("r1")
    other = MemoryLog("11111111-1111-4111-8111-111111111111")
    second = Machine(here.folder, other).whole_run("r2")
    assert {line.id for line in other.facts} == {fact, second}


def test_a_line_of_the_log_that_is_no_fact_or_has_another_id_is_left_out(here: Machine, log: MemoryLog) -> None:
    fact = here.whole_run("r1")
    good = log.facts[0]
    log.facts += [good._replace(id="x1", line=b"{}"), good._replace(id="x2"), good._replace(id="x3", line=b"{}\n{}")]
    link, _ = here.process("r2")
    found = link.exchange()
    assert (found.fetched, found.skipped) == (0, 3)
    assert link.exchange().skipped == 0
    assert ids(here.folder) == {fact}


def test_a_version_that_reads_more_facts_reads_those_again_that_were_left_out(here: Machine, log: MemoryLog) -> None:
    here.whole_run("r1")
    log.facts.append(log.facts[0]._replace(id="newer"))
    link, _ = here.process("r2")
    assert link.exchange().skipped == 1
    path = here.folder / "journal" / "shared.json"
    path.write_text(path.read_text("utf-8").replace('"format": 1', '"format": 0'), "utf-8")
    assert link.exchange().skipped == 1
