"""Counts of a stress run: by verdict, and by mutation. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pytest_ami.testing.redesign.catalogue import mutations
from pytest_ami.testing.redesign.mutation import Meaning
from pytest_ami.testing.redesign.trial import Result

from .judging import BAD, Row

SURVIVED = frozenset({Result.REPLAYED, Result.HEALED, Result.CAUGHT, Result.UNAFFECTED})
KEEPS = (Result.REPLAYED, Result.HEALED, Result.ABSTAINED, Result.FAILED, Result.WRONG)
BREAKS = (Result.CAUGHT, Result.FALSE_PASS, Result.UNAFFECTED)


@dataclass(slots=True)
class Part:
    """What became of the runs that a mutation had a part in.

    Attributes:
        alone: Results of the runs that it alone changed.
        together: Results of the runs that others of its half changed too.
    """

    alone: Counter[Result] = field(default_factory=Counter)
    together: Counter[Result] = field(default_factory=Counter)

    @property
    def plain(self) -> bool:
        """Whether there is nothing to say: every run was survived, without a heal where it was alone."""
        return not self.alone[Result.HEALED] and all(one in SURVIVED for one in (*self.alone, *self.together))

    def data(self) -> dict[str, dict[str, int]]:
        """Return it as plain data."""
        return {"alone": words(self.alone), "together": words(self.together)}


def words(counts: Mapping[Result, int]) -> dict[str, int]:
    """Return counts by the results' names, the worst first."""
    rank = [*BAD, Result.ABSTAINED, Result.HEALED, Result.REPLAYED, Result.CAUGHT, Result.UNAFFECTED, Result.UNCHANGED]
    return {one.value: counts[one] for one in rank if counts.get(one)}


def halves(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Return how often each verdict was given, for what keeps and for what breaks the meaning."""
    counted = {True: Counter[Result](), False: Counter[Result]()}
    unchanged = 0
    for row in rows:
        if row.result is Result.UNCHANGED:
            unchanged += 1
        else:
            counted[row.keeps][row.result] += 1
    return {
        "keeps": {one.value: counted[True][one] for one in KEEPS},
        "breaks": {one.value: counted[False][one] for one in BREAKS},
        "unchanged": {"unchanged": unchanged},
    }


def parts(rows: Iterable[Row]) -> dict[str, Part]:
    """Return what became of the runs of each mutation that changed something, in the order of the catalogue.

    A break is answered for by the breaking mutations alone: that a flow stops there is no fault of the others.
    """
    found: dict[str, Part] = {}
    known = mutations()
    for row in rows:
        if row.result is Result.UNCHANGED:
            continue
        for name in row.mutations:
            if known[name].meaning is Meaning.KEEPS and not row.keeps:
                continue
            part = found.setdefault(name, Part())
            (part.alone if len(row.mutations) == 1 else part.together)[row.result] += 1
    return {name: found[name] for name in known if name in found}


def idle(rows: Iterable[Row]) -> list[str]:
    """Return the mutations that were tried and never met anything they apply to."""
    tried: set[str] = set()
    met: set[str] = set()
    for row in rows:
        tried.update(type(one).__name__ for one in row.tried.redesign.mutations)
        met.update(row.mutations)
    return [name for name in mutations() if name in tried - met]
