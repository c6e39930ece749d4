"""Counts of a stress run: by verdict, and by mutation. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pytest_ami.testing.redesign.catalogue import mutations
from pytest_ami.testing.redesign.mutation import Meaning
from pytest_ami.testing.redesign.trial import TrialResult

from .judging import BAD, JudgedRun

SURVIVED = frozenset({TrialResult.REPLAYED, TrialResult.HEALED, TrialResult.CAUGHT, TrialResult.UNAFFECTED})
KEEPS = (TrialResult.REPLAYED, TrialResult.HEALED, TrialResult.ABSTAINED, TrialResult.FAILED, TrialResult.WRONG)
BREAKS = (TrialResult.CAUGHT, TrialResult.FALSE_PASS, TrialResult.UNAFFECTED)


@dataclass(slots=True)
class MutationTally:
    """The results of the runs that one mutation had a part in.

    Attributes:
        alone: Results of the runs that only this mutation changed.
        together: Results of the runs that other mutations of its half changed too.
    """

    alone: Counter[TrialResult] = field(default_factory=Counter)
    together: Counter[TrialResult] = field(default_factory=Counter)

    @property
    def plain(self) -> bool:
        """Whether there is nothing to say: every run was survived, without a heal where it was alone."""
        return not self.alone[TrialResult.HEALED] and all(one in SURVIVED for one in (*self.alone, *self.together))

    def data(self) -> dict[str, dict[str, int]]:
        """Return it as plain data."""
        return {"alone": words(self.alone), "together": words(self.together)}


def words(counts: Mapping[TrialResult, int]) -> dict[str, int]:
    """Return counts by the results' names, the worst first."""
    rank = [
        *BAD,
        TrialResult.ABSTAINED,
        TrialResult.HEALED,
        TrialResult.REPLAYED,
        TrialResult.CAUGHT,
        TrialResult.UNAFFECTED,
        TrialResult.UNCHANGED,
    ]
    return {one.value: counts[one] for one in rank if counts.get(one)}


def halves(rows: Iterable[JudgedRun]) -> dict[str, dict[str, int]]:
    """Return the number of each result, for redesigns that keep and that break the meaning."""
    counted = {True: Counter[TrialResult](), False: Counter[TrialResult]()}
    unchanged = 0
    for row in rows:
        if row.result is TrialResult.UNCHANGED:
            unchanged += 1
        else:
            counted[row.keeps][row.result] += 1
    return {
        "keeps": {one.value: counted[True][one] for one in KEEPS},
        "breaks": {one.value: counted[False][one] for one in BREAKS},
        "unchanged": {"unchanged": unchanged},
    }


def parts(rows: Iterable[JudgedRun]) -> dict[str, MutationTally]:
    """Return the results of the runs of each mutation that changed an element, in the order of the catalogue.

    Only the breaking mutations answer for a break: the others are not the reason why a flow stops there.
    """
    found: dict[str, MutationTally] = {}
    known = mutations()
    for row in rows:
        if row.result is TrialResult.UNCHANGED:
            continue
        for name in row.mutations:
            if known[name].meaning is Meaning.KEEPS and not row.keeps:
                continue
            part = found.setdefault(name, MutationTally())
            (part.alone if len(row.mutations) == 1 else part.together)[row.result] += 1
    return {name: found[name] for name in known if name in found}


def idle(rows: Iterable[JudgedRun]) -> list[str]:
    """Return the mutations that were tried and never met anything they apply to."""
    observed: set[str] = set()
    met: set[str] = set()
    for row in rows:
        observed.update(type(one).__name__ for one in row.observed.redesign.mutations)
        met.update(row.mutations)
    return [name for name in mutations() if name in observed - met]
