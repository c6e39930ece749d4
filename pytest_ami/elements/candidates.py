"""Which candidate is most like the recorded element, and whether that is enough to act on it.

Knows all candidates of a page at once: who is the best, who is its rival, who is only its wrapper or its twin. Must
never know how a key is compared or weighed (``weighing`` does), nor do anything to a page.

Rules of this module:

* Ranking answers always, deciding does not: the best of wrong ones is wrong. Evidence decides (which groups agree,
  that none contradicts, who else comes near), and the frozen probability may only forbid.
* An element nested in the best one is no rival, nor is a link of the same name to the same place. Two buttons of one
  name are.
* An element that cannot take the action is not the one. When in doubt, silence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

from pytest_ami.model.outcome import Cause

from .evidence import Evidence, evidence
from .shortlist import shortlisted
from .similarity import (
    EFFECT,
    FIRMLY_PLACED,
    GROUPS,
    INDEPENDENT,
    SAME_LABEL,
    Calibration,
    KeyScore,
    LabelSimilarity,
    equal,
    frozen,
    groups,
    key_values,
    phrase,
    placed,
    related,
)

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

Profile = Literal["strict", "balanced", "off"]
"""How sure a heal must be; with ``off`` nothing is healed."""

LEAD, LEAD_BY_PLACE = 1.0, 1.5
"""Points that the best must be ahead of its rival; the second where place is its second key (survey, section 7)."""

NEEDED = 2
"""Independent agreeing keys that a heal needs (DESIGN, law 2)."""

TAKES = {
    "fill": ("type", "choose"),
    "select": ("choose",),
    "check": ("tick",),
    "uncheck": ("tick",),
    "upload": ("upload",),
}
"""Which kinds of elements take an action; other actions go to the kind they were recorded on."""


class Identity(str, Enum):
    """What the evidence says about an element."""

    SAME = "same"
    DRIFTED = "drifted"
    DIFFERENT = "different"
    AMBIGUOUS = "ambiguous"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A verdict with its reasons.

    Attributes:
        identity: What the evidence says.
        index: Which candidate it is about; -1 for none.
        cause: Why the step cannot go on; None for ``same`` and ``drifted``.
        evidence: Facts, one per line.
        probability: How likely the candidate is the element, from 0 to 1; 0 where nothing was ranked.
    """

    identity: Identity
    index: int = -1
    cause: Cause | None = None
    evidence: tuple[str, ...] = ()
    probability: float = 0.0

    @property
    def usable(self) -> bool:
        """Return whether the candidate may be acted on."""
        return self.identity in (Identity.SAME, Identity.DRIFTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateScore:
    """One candidate, weighed.

    Attributes:
        index: Which of the candidates.
        score: Weighed sum of the keys, in points.
        keys: What every known key says.
        agree: Independent groups that agree.
        against: Independent groups that contradict.
        place: Points that speak for the same place.
        probability: How likely it is the element if it is the best.
        folded: Candidates folded into this one: nested in it or around it, or its twins.
        click_index: Which to act on: itself, or, where it merely wraps one thing that can be pressed, that.
        seen: Its evidence.
    """

    index: int
    score: float
    keys: tuple[KeyScore, ...]
    agree: frozenset[str]
    against: frozenset[str]
    place: float = 0.0
    probability: float = 0.0
    folded: tuple[int, ...] = ()
    click_index: int = -1
    seen: Evidence = field(default_factory=Evidence)

    def value_of(self, key: str) -> float:
        """Return the value of a key; 0 where nothing is known."""
        return next((one.value for one in self.keys if one.name == key), 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Candidates, best first.

    Attributes:
        target: What was looked for.
        rows: The weighed candidates, best first, nested ones and twins folded.
        calibration: The numbers that were used.
    """

    target: Evidence
    rows: tuple[CandidateScore, ...]
    calibration: Calibration

    @property
    def lead(self) -> float:
        """Return the points by which the best is ahead of its best unrelated rival; infinite without a rival."""
        return _lead(self.rows, 0) if self.rows else 0.0


def rank(
    fingerprint: Fingerprint | Mapping[str, Any],
    candidates: Sequence[Any],
    *,
    label_similarity: LabelSimilarity = equal,
    calibration: Calibration | None = None,
) -> Ranking:
    """Return the candidates in the order of their likeness to the recorded element, each explained key by key.

    Args:
        fingerprint: As recorded; a ``Fingerprint`` or a mapping in either spelling, anything missing.
        candidates: The same of what is on the page now. Anything that is no evidence at all is ranked last.
        label_similarity: How far two names say the same, from 0 to 1; by default equal names only.
        calibration: Other numbers than the frozen ones, for whoever fits them.
    """
    numbers = calibration or frozen()
    target = evidence(fingerprint)
    return ranked(target, compared(target, shortlisted(target, candidates), label_similarity), numbers)


def compared(
    target: Evidence, rivals: Iterable[tuple[int, Evidence]], label_similarity: LabelSimilarity = equal
) -> list[CandidateScore]:
    """Return one score for each of the shortlisted candidates: what its keys say, not yet weighed."""
    return [_compare(target, index, seen, label_similarity) for index, seen in rivals]


def ranked(target: Evidence, rows: Sequence[CandidateScore], numbers: Calibration) -> Ranking:
    """Return rows that were compared already, weighed, sorted and folded.

    Args:
        target: What they were compared with.
        rows: What their keys say; whatever they were weighed with before is forgotten.
        numbers: Weights and coefficients.
    """
    weights = numbers.weights
    weighed = []
    for row in rows:
        keys = tuple(KeyScore(k.name, k.group, k.value, weights.get(k.name, 0.0), k.phrase) for k in row.keys)
        weighed.append(replace(row, keys=keys, folded=(), score=sum(key.value * key.weight for key in keys)))
    weighed.sort(key=lambda row: (-row.score, row.index))
    heads = _folded(weighed)
    sure = (numbers.probability(facts(target, heads, place)) for place in range(len(heads)))
    found = (replace(row, probability=one) for row, one in zip(heads, sure, strict=True))
    return Ranking(target=target, rows=tuple(found), calibration=numbers)


def facts(target: Evidence, rows: Sequence[CandidateScore], place: int = 0) -> dict[str, float]:
    """Return what speaks for and against the row at ``place``, as the regression takes it, each about 0 to 1.

    Only what is known of any page is used, whatever keys it has: which groups agree and contradict, who else comes
    near, and who else is called the same.
    """
    row = rows[place]
    known = sum(abs(key.weight) for key in row.keys if key.value) or 1.0
    others = [other for other in rows if other is not row]
    copies = sum(other.value_of("name") >= SAME_LABEL for other in others) if row.value_of("name") >= SAME_LABEL else 0
    agree, against = row.agree, row.against
    return {
        "one": 1.0,
        **{f"{group} agrees": float(group in agree) for group in sorted(INDEPENDENT)},
        **{f"{group} contradicts": float(group in against) for group in sorted(INDEPENDENT - {"place"})},
        "place": min(row.place, 6.0) / 6.0,
        "elsewhere": float(min(row.value_of("region"), row.value_of("landmark")) < 0),
        "lead": max(-1.0, min(1.0, _lead(rows, place) / 4.0)),
        "score": max(0.0, row.score) / known,
        "copies": math.log2(1 + copies) / 3.0,
        "use": float(target.kind == row.seen.kind),
        "tag": float(target.tag == row.seen.tag),
        "three agree": float(len(agree) > NEEDED),
    }


def decide(
    ranking: Ranking, action: str = "click", *, profile: Profile = "balanced", confirmed: bool = False
) -> Verdict:
    """Return whether one of the candidates is the recorded element, surely enough to act on it.

    Args:
        ranking: Of all candidates.
        action: What is to be done, as a ``StepKind`` value.
        profile: How sure a heal must be.
        confirmed: Whether the action's recorded effect is going to be checked: a second key, so that a balanced
            heal may be less sure of the first one.

    Raises:
        KeyError: ``profile`` is none.
    """
    if not ranking.rows:
        return Verdict(
            identity=Identity.MISSING, cause=Cause.MISSING, evidence=(f"nothing is like {ranking.target.title()}",)
        )
    level = EFFECT if confirmed and profile == "balanced" else profile
    threshold = 2.0 if profile == "off" else ranking.calibration.thresholds[level]
    best = ranking.rows[0]
    same = [
        row
        for row in ranking.rows
        if _unchanged(ranking.target, row, action)
        and ("identity" in row.agree or _lone(ranking.target, row) or row.probability >= threshold)
    ]
    if len(same) == 1 and (same[0] is best or _lead(ranking.rows, ranking.rows.index(same[0])) >= 0):
        return _verdict(Identity.SAME, same[0], None, _explained(ranking, same[0]))
    fit = [row for row in ranking.rows if _fits(ranking, row, action)]
    enough = LEAD if len(best.agree - {"place"}) >= NEEDED else LEAD_BY_PLACE
    if not fit or fit[0] is not best or ranking.lead < enough:
        return _refused(ranking, fit if len(fit) > 1 else same)
    doubts = []
    if best.probability < threshold:
        doubts.append(f"not sure enough for {profile}: {best.probability:.3f}")
    if profile == "strict" and not best.agree & {"identity", "destination"}:
        doubts.append("strict wants the identity or the destination to agree")
    if doubts:
        return _verdict(Identity.MISSING, best, Cause.MISSING, (*doubts, *_explained(ranking, best)))
    return _verdict(Identity.DRIFTED, best, None, _explained(ranking, best))


def _refused(ranking: Ranking, several: Sequence[CandidateScore]) -> Verdict:
    """Return why nobody is acted on: several fit, or the best is another one, or there is none."""
    best = ranking.rows[0]
    if len(several) > 1:
        shown = [line for row in several[:3] for line in _explained(ranking, row)[:2]]
        return _verdict(Identity.AMBIGUOUS, best, Cause.AMBIGUOUS, tuple(shown))
    if best.agree and "name" in best.against:
        return _verdict(Identity.DIFFERENT, best, Cause.RENAMED, _explained(ranking, best))
    if best.against and best.agree & {"name", "identity"}:
        return _verdict(Identity.DIFFERENT, best, Cause.MOVED, _explained(ranking, best))
    return _verdict(Identity.MISSING, best, Cause.MISSING, _explained(ranking, best))


def takes(target: Evidence, seen: Evidence, action: str) -> bool:
    """Return whether an element can take the action that was recorded on ``target``."""
    if action in TAKES:
        return seen.kind in TAKES[action]
    if target.kind in ("", "press"):
        return seen.kind in ("", "press") and (seen.kind == target.kind or not target.kind or not _wraps(seen))
    return seen.kind == target.kind


def _wraps(seen: Evidence) -> bool:
    """Return whether it is a mere container of text, which nobody presses."""
    return seen.tag not in ("svg", "img", "span", "i", "path", "use")


def _unchanged(target: Evidence, row: CandidateScore, action: str) -> bool:
    """Return whether everything decisive that is known on both sides is as it was, and there is enough of it."""
    decisive = ("name", "id", "field", "test id", "link", "label", "role", "tag")
    if not takes(target, row.seen, action) or any(row.value_of(key) not in (0.0, 1.0) for key in decisive):
        return False
    if bool(target.name) != bool(row.seen.name) or row.against or _may_be_copy(target, row):
        return False
    return _lone(target, row) or "identity" in row.agree or len(row.agree) >= NEEDED


def _lone(target: Evidence, row: CandidateScore) -> bool:
    """Return whether its name is known to have been the only one when it was recorded."""
    return "name" in row.agree and target.counts.get("name") == 1


def _fits(ranking: Ranking, row: CandidateScore, action: str) -> bool:
    """Return whether the evidence allows to heal: the action, two keys, and no contradiction that counts."""
    if not takes(ranking.target, row.seen, action) or len(row.agree) < NEEDED or row.against - {"identity"}:
        return False
    if _may_be_copy(ranking.target, row):
        return False
    if "identity" not in row.against:
        return True
    firm = row.place >= FIRMLY_PLACED
    alone = sum(other.value_of("name") >= SAME_LABEL for other in ranking.rows) == 1
    exact = row.value_of("name") == 1.0 and "destination" in row.agree
    return "name" in row.agree and alone and (firm or exact)


def _may_be_copy(target: Evidence, row: CandidateScore) -> bool:
    """Return whether it may be another link of the same name to the same page: pages repeat theirs all over.

    Then name and destination are one key, not two; unless it is known that they singled one out when recorded.
    """
    elsewhere = min(row.value_of("region"), row.value_of("landmark")) < 0 and row.place < 1.0
    alone = target.counts.get("href", target.counts.get("name", 2)) == 1
    return elsewhere and not alone and row.agree <= {"name", "destination"}


def _verdict(identity: Identity, row: CandidateScore, cause: Cause | None, lines: tuple[str, ...]) -> Verdict:
    index = -1 if identity is Identity.MISSING else row.click_index
    return Verdict(identity=identity, index=index, cause=cause, evidence=lines, probability=row.probability)


def _explained(ranking: Ranking, row: CandidateScore) -> tuple[str, ...]:
    """Return a row for people: what it is, which groups speak for and against it, and its weightiest keys."""
    place = ranking.rows.index(row)
    lead = _lead(ranking.rows, place)
    ahead = "no rival" if math.isinf(lead) else f"{lead:+.1f} points to the next"
    keys = sorted(row.keys, key=lambda key: -abs(key.value * key.weight))
    return (
        f"{row.seen.title()}: {row.score:.1f} points, {ahead}, probability {row.probability:.3f}",
        f"agrees on {', '.join(sorted(row.agree)) or 'nothing'}"
        + (f", contradicts on {', '.join(sorted(row.against))}" if row.against else ", none contradicts"),
        *(f"{key.value * key.weight:+.1f} {key.phrase}" for key in keys[:8]),
    )


def _compare(target: Evidence, index: int, seen: Evidence, label_similarity: LabelSimilarity) -> CandidateScore:
    said = key_values(target, seen, label_similarity)
    agree, against = groups(target, seen, said)
    return CandidateScore(
        index=index,
        score=0.0,
        keys=tuple(
            KeyScore(name, group, said[name], 0.0, phrase(name, said[name], target, seen))
            for name, group in GROUPS.items()
            if name in said
        ),
        agree=agree,
        against=against,
        place=placed(target, seen, said),
        seen=seen,
    )


def _folded(rows: Sequence[CandidateScore]) -> list[CandidateScore]:
    """Return the rows, each of which takes those in that are nested with it, or are its twins."""
    nests: list[list[CandidateScore]] = []
    for row in rows:
        for nest in nests:
            if related(nest[0].seen, row.seen):
                nest.append(row)
                break
        else:
            nests.append([row])
    return [
        replace(nest[0], folded=tuple(row.index for row in nest[1:]), click_index=_click_index(nest)) for nest in nests
    ]


def _click_index(nest: Sequence[CandidateScore]) -> int:
    """Return which of nested elements to act on: the best, or the only one inside of it that can be pressed."""
    head = nest[0]
    pressed = [row.index for row in nest[1:] if row.seen.kind == "press" and row.seen.path.startswith(head.seen.path)]
    return pressed[0] if not head.seen.kind and len(pressed) == 1 else head.index


def _lead(rows: Sequence[CandidateScore], place: int) -> float:
    rival = next((row.score for at, row in enumerate(rows) if at != place), None)
    return math.inf if rival is None else rows[place].score - rival
