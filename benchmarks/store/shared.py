"""The shared store on a Postgres server of its own: seconds for 10,000 facts, and facts lost by deaths.

A child writes facts, says which ones `Journal.append` has returned, and exchanges them with the server. The parent
kills it at a moment that nobody chose, and at some kills the server as well. At the end every fact that was said must
be in the log and on a second machine, once.
"""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg  # noqa: F401  (children shall not begin with an import)

from pytest_ami.store.facts import Kind
from pytest_ami.store.journal import Journal, journals, read
from pytest_ami.store.shared.exchange import Exchange, all_lines
from pytest_ami.store.shared.link import SharedLink
from pytest_ami.store.shared.postgres import PostgresLog
from tests.support.postgres import postgres_server

from .kills import finished, killed

Tell = Callable[[str], None]
_JOURNALS = 20
_SPAN = 1.2
"""Seconds within which a kill comes."""

_SERVER_DIES_EVERY = 25
_ID = 36
"""Characters of an id; other words are about the work."""


def machine(folder: Path, address: str) -> Exchange:
    """Exchange all facts of a machine."""
    return SharedLink(folder, address, run="benchmark").exchange()


def ids(folder: Path) -> list[str]:
    """Return the ids of the facts of a machine, as often as they are there."""
    return [fact.id for path in journals(folder, absorbed=True).values() for fact in read(path).facts]


def logged(address: str) -> list[str]:
    """Return the ids of the facts of the log, as often as they are there."""
    log = PostgresLog(address)
    found = [line.id for lines in all_lines(log) for line in lines]
    log.close()
    return found


def timed(act: Callable[[], Exchange]) -> tuple[float, Exchange]:
    """Return the seconds that an exchange took, and its numbers."""
    began = time.perf_counter()
    found = act()
    return round(time.perf_counter() - began, 3), found


def exchanged(root: Path, address: str, facts: int) -> dict[str, Any]:
    """Return the seconds of sending facts, of finding that nothing is new, and of fetching them elsewhere."""
    for number in range(_JOURNALS):
        journal = Journal(root / "a", run=f"r{number}")
        for step in range(facts // _JOURNALS):
            journal.append(Kind.OPERATION, task="send email", data={"step": step, "text": "x" * 200})
    sending, sent = timed(lambda: machine(root / "a", address))
    nothing, _ = timed(lambda: machine(root / "a", address))
    fetching, fetched = timed(lambda: machine(root / "b", address))
    return {
        "facts": sent.sent, "fetched": fetched.fetched,
        "send_seconds": sending, "nothing_new_seconds": nothing, "fetch_seconds": fetching,
    }  # fmt: skip


def worked(folder: Path, address: str, run: str, done: Tell) -> None:
    """Write facts and send them as a run does, without an end."""
    link, journal = SharedLink(folder, address, run=run), Journal(folder, run=run)
    link.begin(journal)
    while True:
        for _ in range(random.randint(1, 20)):  # noqa: S311
            done(journal.append(Kind.OPERATION, data={"text": "x" * 100}).id)
        link.exchange()


def died(root: Path, server: Any, address: str, *, kills: int, tell: Tell) -> dict[str, int]:
    """Return what was lost and doubled after so many kills."""
    said: set[str] = set()
    deaths = 0
    for number in range(kills):
        words, _ = killed(lambda done, run=f"k{number}": worked(root / "a", address, run, done), _SPAN)  # type: ignore[misc]
        said.update(word for word in words if len(word) == _ID)
        if number % _SERVER_DIES_EVERY == 0:
            server.kill()
            deaths += 1
            words = finished(lambda done, run=f"d{number}": without_server(root / "a", address, run, done))  # type: ignore[misc]
            said.update(word for word in words if len(word) == _ID)
            server.start()
        if number % 50 == 0:
            tell(f"  {number} kills, {len(said)} facts")
    said.update(ids(root / "a"))
    for folder in ("a", "b"):
        machine(root / folder, address)
    counted = Counter(logged(address)), Counter(ids(root / "a")), Counter(ids(root / "b"))
    return {
        "kills": kills,
        "server_kills": deaths,
        "facts": len(said),
        "lost": sum(len(said - found.keys()) for found in counted),
        "doubled": sum(number - 1 for found in counted for number in found.values()),
    }


def without_server(folder: Path, address: str, run: str, done: Tell) -> None:
    """Be a whole run while the server is dead."""
    link, journal = SharedLink(folder, address, run=run), Journal(folder, run=run)
    link.begin(journal)
    done(journal.append(Kind.OPERATION).id)
    link.finish(last=True)


def measure(*, facts: int, kills: int, seed: int = 7, tell: Tell = lambda _: None) -> dict[str, Any]:
    """Return the seconds of exchanges, and what deaths have lost.

    Args:
        facts: Number of facts to send and fetch.
        kills: Number of kills of clients.
        seed: Of the moments.
        tell: Called with a line of progress.
    """
    random.seed(seed)
    root = Path(tempfile.mkdtemp())
    try:
        with postgres_server(fsync=True) as server:
            tell("shared: exchange")
            found = exchanged(root / "exchange", server.create("exchange"), facts)
            tell("shared: kills")
            return {**found, "deaths": died(root / "deaths", server, server.create("deaths"), kills=kills, tell=tell)}
    finally:
        shutil.rmtree(root)
