"""The pytest plugin of `--ami-watch`: begins and ends the observation of each test, and keeps what it told.

Rules of this module:

* Only a green test leaves sightings (DESIGN law 3). A test that is expected to fail is observed, and never healed.
* A healed test says so: its letter, the summary, its properties in JUnit.
* A green test whose heal nothing has proved is not green.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.codec import to_plain
from pytest_ami.model.printable import printable_line
from pytest_ami.store.facts import Kind
from pytest_ami.store.warnings import warn_bookkeeping

from .attempt import WatchedAttempt
from .messages import another, entry, place_of, summary
from .observer import Observer
from .records import WatchMemory, as_data

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytest_ami.store.workflow_store import WorkflowStore

PROPERTY = "ami_watch"


class WatchPlugin:
    """Observes the tests of a process.

    Args:
        folder: Folder of the store.
        store: Opens the store.
        heals: Whether it acts on a proposal under two keys.
    """

    def __init__(self, folder: Path, store: Callable[[], WorkflowStore], *, heals: bool) -> None:
        """Read nothing yet."""
        self._folder, self._store, self._heals = folder, store, heals
        self._observer = Observer()
        self._memory: WatchMemory | None = None
        self._attempt: WatchedAttempt | None = None
        self._green = True
        self._tests: dict[str, list[dict[str, str]]] = {}

    def begin(self) -> None:
        """Take hold of Playwright's client.

        Raises:
            ConfigurationError: This version cannot be observed.
        """
        self._observer.install()

    @pytest.hookimpl(tryfirst=True)
    def pytest_unconfigure(self) -> None:
        """Let go of Playwright's client."""
        self._observer.remove()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        """Observe the attempts of a test."""
        try:
            return (yield)
        finally:
            self._observer.attempt = self._attempt = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Begin an attempt; a test of a learned flow is not observed."""
        self._observer.attempt = self._attempt = None
        if "ami" in getattr(item, "fixturenames", ()):
            return
        number = int(getattr(item, "execution_count", 1))
        heals = self._heals and item.get_closest_marker("xfail") is None
        known = self._known().calls.get(item.nodeid, {})
        self._attempt = WatchedAttempt(item.nodeid, number, item.config.rootpath, known, heals)
        self._observer.attempt, self._green = self._attempt, True

    def _known(self) -> WatchMemory:
        if self._memory is None:
            self._memory = WatchMemory()
            if self._folder.is_dir():
                try:
                    self._memory = WatchMemory.read(self._store())
                except Exception as error:  # noqa: BLE001  (law 10)
                    warn_bookkeeping(f"The elements of earlier runs are not known: {error}")
        return self._memory

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Put what was observed on the report; after teardown, keep it."""
        attempt = self._attempt
        if attempt is None or attempt.test != item.nodeid:
            return (yield)
        if call.when == "call" and attempt.healed:
            healed = "; ".join(f"{one.proposal.was} is today {one.proposal.code}" for one in attempt.healed)
            item.user_properties.append((PROPERTY, GATE.text(f"healed: {healed}")))
        report = yield
        passed = self._green and report.when != "setup" and report.outcome == "passed"
        if passed and (doubts := list(dict.fromkeys(attempt.doubts()))):
            report.outcome = "failed"
            report.longrepr = "\n".join(
                ["ami: the test was healed, and nothing proves it", *(f"  - {one}" for one in doubts)]
            )
        self._green = self._green and report.outcome == "passed" and not hasattr(report, "wasxfail")
        if report.when == "teardown":
            self._keep(attempt)
            vars(report)["ami_watch"] = GATE.data(self._entries(attempt))
        elif report.when == "call":
            vars(report)["ami_watch_healed"] = bool(attempt.healed)
        return report

    def _keep(self, attempt: WatchedAttempt) -> None:
        """Write the facts of an attempt."""
        try:
            known, open_ = self._known(), self._known().proposals.get(attempt.test)
            kept = attempt.sightings()
            clean = self._green and not attempt.healed
            if not attempt.proposals and not (clean and kept and (attempt.changed(kept) or open_)):
                return
            journal = self._store().journal
            about: dict[str, Any] = {"test": attempt.test, "attempt": attempt.number}
            for one in attempt.proposals:
                journal.append(Kind.LOCATOR_PROPOSAL, **about, data=to_plain(one))
                known.proposals.setdefault(attempt.test, {})[one.key, one.author] = one
            if clean:
                journal.append(Kind.WATCHED, **about, data=as_data(kept.values()))
                known.calls[attempt.test] = kept
                known.proposals.pop(attempt.test, None)
        except Exception as error:  # noqa: BLE001  (law 10)
            warn_bookkeeping(f"The calls of {attempt.test} were not remembered: {error}")

    def _entries(self, attempt: WatchedAttempt) -> list[dict[str, str]]:
        """Return the lines of the summary about an attempt."""
        entries = []
        for one in attempt.proposals:
            kind = "healed" if one.healed else "proposed" if one.code else "broken"
            text = f"{one.was} is today {one.now}: {one.code}" if one.code else f"{one.was} was not found beyond doubt"
            entries.append(entry(kind, place_of(one), text))
        for seen in attempt.others():
            was, now = seen.known and seen.known.element, seen.element
            if was and now:
                place = seen.call.places[0] if seen.call.places else None
                where = f"{place.file}:{place.line}" if place else attempt.test
                entries.append(entry("another", where, another(was, now)))
        return entries

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take the lines about a test; under xdist, workers send them."""
        lines = getattr(report, "ami_watch", None)
        if lines:
            self._tests[report.nodeid] = lines

    def pytest_report_teststatus(
        self, report: pytest.TestReport
    ) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
        """Return letter and word of a test that was healed."""
        if report.when == "call" and report.passed and getattr(report, "ami_watch_healed", False):
            return "passed", "h", ("HEALED", {"yellow": True})
        return None

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Write the summary, if a locator was not what it had been."""
        lines = list(summary(self._tests))
        if lines:
            terminalreporter.write_sep("=", "watched locators")
            for line in lines:
                terminalreporter.write_line(printable_line(line))
