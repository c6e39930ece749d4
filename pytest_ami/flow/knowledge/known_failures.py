"""The earlier failures that are like one: how often they were seen, and what helped.

Rules of this module:

* It is told to people, in the message of the failure. It changes no replay, no lesson and no verdict, in any mode.
* The failures of this very attempt are no evidence about it.
* A strategy is ranked by its measured success: green tests after a retry, and after a relearned flow.
* A fault here warns, and the message lacks a line (DESIGN law 10). Facts come from strangers: only numbers, dates and
  the words of this module are told (law 13).

It knows the store. It must never know a page.
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from pytest_ami.model.codec import from_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.store.duckdb.recall import recall
from pytest_ami.store.warnings import warn_bookkeeping

from .failure_signature import FailureSignature, closest, failure_signature

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pytest_ami.flow.scope import AttemptScope
    from pytest_ami.model.outcome import Drift
    from pytest_ami.model.workflow import Workflow

_FAILURES = """
SELECT
    d.id, json_extract(d.data, '$.signature')::VARCHAR AS signature, strftime(d.happened, '%Y-%m-%d') AS day,
    max(t.outcome) AS outcome, bool_or(t.passed) AS passed, bool_or(n.passed) AS next_passed,
    bool_or(l.id IS NOT NULL) AS taught
FROM known_facts d
LEFT JOIN sessions t ON t.run = d.run AND t.worker = d.worker AND t.test = d.test AND t.attempt = d.attempt
    AND t.task = d.task
LEFT JOIN sessions n ON n.run = d.run AND n.test = d.test AND n.attempt = d.attempt + 1 AND n.task = d.task
LEFT JOIN facts l ON l.kind = 'lesson' AND l.run = d.run AND l.worker = d.worker AND l.test = d.test
    AND l.attempt = d.attempt AND l.task = d.task
WHERE d.kind = 'drift' AND json_extract_string(d.data, '$.signature.route') = '{route}'
    AND json_extract_string(d.data, '$.signature.cause') = '{cause}'
    AND NOT (d.run = '{run}' AND d.test = '{test}' AND d.attempt = {attempt})
GROUP BY ALL ORDER BY d.id DESC LIMIT 1000
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """A strategy after a failure.

    Attributes:
        strategy: ``retry`` or ``relearn``.
        uses: Number of times that it was used.
        green: Number of green tests after it.
    """

    strategy: str
    uses: int
    green: int

    @property
    def rank(self) -> float:
        """The share of green tests, counted with one more of each kind: few uses prove little."""
        return (self.green + 1) / (self.uses + 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFailure:
    """Earlier failures with one signature.

    Attributes:
        times: Their number.
        last: Day of the last one, as ``YYYY-MM-DD``.
        remedies: The strategies that were used after them, the best first.
    """

    times: int
    last: str
    remedies: tuple[Remedy, ...] = ()

    def title(self) -> str:
        """Return it as a line, such as ``known: seen 3 times before (last 2026-11-20); green after retry 2 of 2``."""
        often = "once" if self.times == 1 else f"{self.times} times"
        helped = ", ".join(f"{one.strategy} {one.green} of {one.uses}" for one in self.remedies)
        return f"known: seen {often} before (last {self.last})" + (f"; green after {helped}" if helped else "")


def signature_of(drift: Drift, stored: Workflow, values: Mapping[str, str]) -> FailureSignature:
    """Return the signature of a drift.

    Args:
        drift: The drift, with its reason.
        stored: The replayed version.
        values: Parameter values without secrets.
    """
    step = stored.steps[drift.step - 1] if 0 < drift.step <= len(stored.steps) else None
    return failure_signature(drift, step, values)


def known_failure(scope: AttemptScope, failed: FailureSignature) -> str:
    """Return what is known about a failure as a line; empty if nothing is known.

    Args:
        scope: The attempt that failed.
        failed: The signature of its failure.
    """
    asked = {"route": failed.route, "cause": failed.cause, "run": scope.store.journal.run, "test": scope.test}
    quoted = {name: text.replace("'", "''") for name, text in asked.items()}
    try:
        known = remembered(failed, recall(scope.store.folder, _FAILURES.format(**quoted, attempt=scope.number)))
    except Exception as error:  # noqa: BLE001  (law 10: bookkeeping never decides about a test)
        warn_bookkeeping(f"Earlier failures like this one cannot be read, so the message does not name them: {error}")
        return ""
    return known.title() if known else ""


def remembered(failed: FailureSignature, rows: Iterable[Mapping[str, Any]]) -> KnownFailure | None:
    """Return the earlier failures that are the same as one, or almost; None if there are none.

    Args:
        failed: The signature.
        rows: Earlier failures: ``signature`` as JSON, ``day, outcome, passed, next_passed, taught``. A lesson that
            failed leaves no outcome of its own, so ``taught`` says that there was one.
    """
    groups: dict[FailureSignature, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        signature = _signature(row["signature"])
        if signature is not None:
            groups[signature].append(row)
    like = closest(failed, groups)
    if like is None:
        return None
    same = groups[like]
    relearned = [(row, row["outcome"] == "relearned") for row in same]
    tried = [("relearn", done and bool(row["passed"])) for row, done in relearned if done or row["taught"]] + [
        ("retry", bool(row["next_passed"])) for row in same if row["next_passed"] is not None
    ]
    uses: dict[str, list[bool]] = defaultdict(list)
    for strategy, green in tried:
        uses[strategy].append(green)
    remedies = [Remedy(strategy=name, uses=len(ends), green=sum(ends)) for name, ends in uses.items()]
    ranked = sorted(remedies, key=lambda one: (-one.rank, one.strategy))
    return KnownFailure(times=len(same), last=max(row["day"] for row in same), remedies=tuple(ranked))


def plain(signature: FailureSignature) -> dict[str, Any]:
    """Return a signature as data of a fact."""
    return {**asdict(signature), "messages": list(signature.messages)}


def _signature(text: Any) -> FailureSignature | None:
    try:
        return from_plain(FailureSignature, json.loads(text))
    except (ValueError, TypeError, StoreError):
        return None
