"""Reads what a report shows from the store and from the artifacts of the run.

Rules of this module:

* All of it may come from strangers (law 13): sizes are limited, and nothing here is taken for markup.
* A part that cannot be read is left out, with one warning (law 10).

It knows the store. It must never know HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pytest_ami.report.comparison import compare
from pytest_ami.store.evidence.artifacts import PART, EvidenceReader
from pytest_ami.store.regular_files import read_regular
from pytest_ami.store.warnings import warn_bookkeeping
from pytest_ami.teachers.llm.transcript import folder_name

from .history import RECENT_RUNS, TRENDS, recent_runs, trends

if TYPE_CHECKING:
    from pytest_ami.model.outcome import StepEvidence
    from pytest_ami.model.workflow import Workflow
    from pytest_ami.report.comparison import StepComparison
    from pytest_ami.store.workflow_store import WorkflowStore

T = TypeVar("T")

LARGEST_TRANSCRIPT = 200_000
"""Bytes of a transcript that a report takes; a longer one is cut, and says so."""

LONGEST_VALUE = 300
"""Characters of one value of a difference."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The store and the artifacts behind one report.

    Attributes:
        store: The store.
        run: Id of the run.
    """

    store: WorkflowStore
    run: str

    def recent_runs(self) -> list[dict[str, Any]]:
        """Return the recent runs, oldest first."""
        return self._safely("the history", lambda: recent_runs(self.store.facts(RECENT_RUNS)), [])

    def trends(self) -> Mapping[str, dict[str, Any]]:
        """Return trend and times of each task."""
        return self._safely("the trends", lambda: trends(self.store.facts(TRENDS), self.run), {})

    def steps(self, session: str) -> tuple[StepEvidence, ...]:
        """Return the steps of one run of a task."""
        return EvidenceReader(self.store.folder).steps(self.run, session)

    def picture(self, name: str) -> bytes:
        """Return a picture of the run; empty if there is none."""
        return EvidenceReader(self.store.folder).picture(self.run, name)

    def differences(self, entry: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Return the steps that differ between the version that ran and the one that was made of it."""
        return self._safely("a comparison", lambda: list(self._differences(entry)), [])

    def transcript(self, test: str, attempt: int) -> str:
        """Return the dialogue with the model in one attempt of a test; empty if there is none."""
        name = folder_name(test, attempt)
        if not (PART.fullmatch(self.run) and PART.fullmatch(name)):
            return ""
        path = self.store.folder / "runs" / self.run / name / "transcript.md"
        try:
            blob = read_regular(path, 50 * LARGEST_TRANSCRIPT)
        except OSError:
            return ""
        text = blob[:LARGEST_TRANSCRIPT].decode("utf-8", "replace")
        return text if len(blob) <= LARGEST_TRANSCRIPT else f"{text}\n\n(cut after {LARGEST_TRANSCRIPT:,} bytes)"

    # -- its parts --------------------------------------------------------------------------------------------------

    def _differences(self, entry: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        old, new = self._versions(entry)
        if old is None or new is None:
            return
        for step in compare(old, new).steps:
            if step.change != "same":
                yield _changed(step, old, new)

    def _versions(self, entry: Mapping[str, Any]) -> tuple[Workflow | None, Workflow | None]:
        made = [flow for flow in self.store.versions(entry["task"]) if flow.provenance.run == self.run]
        ran = entry["workflow"]
        new = next((flow for flow in made if ran in (flow.id, flow.provenance.parent)), None)
        parent = new.provenance.parent if new else ""
        return (self.store.get(parent) if parent else None), new

    def _safely(self, what: str, work: Callable[[], T], instead: T) -> T:
        try:
            return work()
        except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a run)
            warn_bookkeeping(f"The report lacks {what}: {error}")
            return instead


def _changed(step: StepComparison, old: Workflow, new: Workflow) -> dict[str, Any]:
    shown = new.steps[step.new - 1] if step.new else old.steps[(step.old or 1) - 1]
    fields = [[one.what, _short(one.old), _short(one.new)] for one in step.differences if one.what != "evidence"]
    return {"change": step.change, "old": step.old, "new": step.new, "title": shown.title(), "fields": fields}


def _short(value: Any) -> str:
    text = "" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
