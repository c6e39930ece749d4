"""Selects the candidate that is most like the recorded element, and decides whether the evidence suffices to act.

Knows all candidates of a page at once: the best one, its rival, its wrappers and its twins. Must never know how a key
is compared (``similarity`` does), nor act on a page.

Rules of this module:

* Ranking always has an answer; deciding does not, because the best of several wrong candidates is wrong. Evidence
  decides: which groups agree, that none contradicts, how near the rivals come. The frozen probability may only forbid.
* An element nested in the best one is no rival. Neither is a link with the same name and destination. Two buttons with
  the same name are rivals.
* An element that cannot take the action is never selected. If the evidence leaves a doubt, nothing is selected.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

from pytest_ami.model.outcome import Cause

from .evidence import Evidence, evidence
from .name_match import lasts
from .routes import ID
from .shortlist import shortlisted
from .similarity import (
    EFFECT,
    FIRMLY_PLACED,
    GROUPS,
    INDEPENDENT,
    PLACED,
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
    same_site,
)

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

Profile = Literal["strict", "balanced", "off"]
"""The required certainty of a heal; with ``off`` nothing is healed."""

LEAD, LEAD_BY_PLACE = 1.0, 1.5
"""Required lead over the best rival, in points; the second applies if place is the second key (survey, section 7)."""

A_SIGN = 1.0
"""The points of one sign of the same place."""

WIDE_LEAD = 4.0
"""Lead over the best rival at which a name that nothing else has needs only one sign of place."""

ENTERED = frozenset({"type", "choose", "tick", "upload"})
"""Kinds of elements that take a value."""

NEEDED = 2
"""The number of independent agreeing keys that a heal needs (DESIGN, law 2)."""

TAKES = {
    "fill": ("type", "choose"),
    "select": ("choose",),
    "check": ("tick",),
    "uncheck": ("tick",),
    "upload": ("upload",),
}
"""The kinds of elements that take an action. Any other action needs the kind of element it was recorded on."""


class Identity(str, Enum):
    """The judgement of the evidence about an element."""

    SAME = "same"
    DRIFTED = "drifted"
    DIFFERENT = "different"
    AMBIGUOUS = "ambiguous"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A verdict with its reasons.

    Attributes:
        identity: The judgement.
        index: The index of the candidate; -1 for none.
        cause: The reason that the step cannot go on; None for ``same`` and ``drifted``.
        evidence: Facts, one per line.
        probability: The probability that the candidate is the element, from 0 to 1; 0 if nothing was ranked.
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
    """A candidate with its score.

    Attributes:
        index: The index among the candidates.
        score: The weighted sum of the keys, in points.
        keys: The values of all known keys.
        agree: Independent groups that agree.
        against: Independent groups that contradict.
        place: Points in favour of the same place.
        probability: The probability that it is the element, provided that it is the best candidate.
        folded: Candidates folded into this one: nested in it or around it, or its twins.
        click_index: The candidate to act on: this one, or the only pressable element that it wraps.
        seen: The evidence about the candidate.
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
        """Return the value of a key; 0 if nothing is known."""
        return next((one.value for one in self.keys if one.name == key), 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Candidates, best first.

    Attributes:
        target: The evidence about the recorded element.
        rows: The scored candidates, best first; nested ones and twins are folded.
        calibration: The weights and coefficients behind the scores.
    """

    target: Evidence
    rows: tuple[CandidateScore, ...]
    calibration: Calibration

    @property
    def lead(self) -> float:
        """Return the lead of the best candidate over its best unrelated rival, in points; infinite without a rival."""
        return _lead(self.rows, 0) if self.rows else 0.0


def rank(
    fingerprint: Fingerprint | Mapping[str, Any],
    candidates: Sequence[Any],
    *,
    label_similarity: LabelSimilarity = equal,
    calibration: Calibration | None = None,
) -> Ranking:
    """Return the candidates ordered by likeness to the recorded element, each explained key by key.

    Args:
        fingerprint: The recorded element: a ``Fingerprint`` or a mapping in either spelling; any key may be missing.
        candidates: The elements on the page now, in the same form. A value without any evidence is ranked last.
        label_similarity: The similarity of meaning of two names, from 0 to 1; by default only equal names count.
        calibration: Numbers to use instead of the frozen ones, for calibration runs.
    """
    numbers = calibration or frozen()
    target = evidence(fingerprint)
    return ranked(target, compared(target, shortlisted(target, candidates), label_similarity), numbers)


def compared(
    target: Evidence, rivals: Iterable[tuple[int, Evidence]], label_similarity: LabelSimilarity = equal
) -> list[CandidateScore]:
    """Return a row with unweighted key values for each shortlisted candidate."""
    return [_compare(target, index, seen, label_similarity) for index, seen in rivals]


def ranked(target: Evidence, rows: Sequence[CandidateScore], numbers: Calibration) -> Ranking:
    """Weight, sort and fold rows that were compared already.

    Args:
        target: The evidence that the rows were compared with.
        rows: The rows with their key values; earlier weights are replaced.
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
    """Return the facts for and against the row at ``place``, as inputs of the regression, each about 0 to 1.

    Only facts that exist for every page are used, whatever keys it has: the groups that agree and contradict, how
    near the rivals come, and how many candidates share the name.
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
    """Return whether one of the candidates is the recorded element, with enough certainty to act on it.

    Args:
        ranking: The ranking of all candidates.
        action: The action to perform, as a ``StepKind`` value.
        profile: The required certainty of a heal.
        confirmed: Whether the recorded effect of the action will be checked. The check counts as a second key, so a
            balanced heal needs less certainty about the first one.

    Raises:
        KeyError: ``profile`` is not a known profile.
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
    """Return the reason to act on no candidate: several fit, or the best is another element, or none is like it."""
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
    """Return whether the element is a mere container of text, which is not a target of clicks."""
    return seen.tag not in ("svg", "img", "span", "i", "path", "use")


def _unchanged(target: Evidence, row: CandidateScore, action: str) -> bool:
    """Return whether all decisive keys known on both sides are unchanged, and there are enough of them."""
    decisive = ("name", "id", "field", "test id", "link", "label", "role", "tag")
    if not takes(target, row.seen, action) or any(row.value_of(key) not in (0.0, 1.0) for key in decisive):
        return False
    if bool(target.name) != bool(row.seen.name) or row.against or _may_be_copy(target, row):
        return False
    return _lone(target, row) or "identity" in row.agree or len(row.agree) >= NEEDED


def _lone(target: Evidence, row: CandidateScore) -> bool:
    """Return whether the name agrees and was unique on the page when the element was recorded."""
    return "name" in row.agree and target.counts.get("name") == 1


def _fits(ranking: Ranking, row: CandidateScore, action: str) -> bool:
    """Return whether the evidence permits a heal: the action fits, two keys agree, no decisive key contradicts."""
    target = ranking.target
    if not takes(target, row.seen, action) or _may_be_copy(target, row):
        return False
    beyond = row.agree - {"name", "place"}
    if not beyond and (row.seen.kind != target.kind or 0.0 < row.value_of("name") < 1.0):
        return False  # a heading becomes a link, or a synonym stands there: name and place are not enough
    against = row.against - {"identity"} - _outweighed(ranking, row)
    if against or not (len(row.agree) >= NEEDED or _by_a_sign_of_place(ranking, row)):
        return False
    if "identity" not in row.against:
        return True
    field = target.kind in ENTERED and target.tag == row.seen.tag and row.value_of("name") == 1.0
    firm = row.place >= (PLACED if field and ranking.lead >= WIDE_LEAD else FIRMLY_PLACED)
    exact = row.value_of("name") == 1.0 and "destination" in row.agree
    return "name" in row.agree and _alone(ranking) and (firm or exact)


def _alone(ranking: Ranking) -> bool:
    """Return whether only one candidate has the name now."""
    return sum(other.value_of("name") >= SAME_LABEL for other in ranking.rows) == 1


def _outweighed(ranking: Ranking, row: CandidateScore) -> frozenset[str]:
    """Return the contradictions that stronger evidence outweighs.

    * A field keeps its name attribute, and a link its id and destination, while words are added or left out.
    * A link moves within its site; its name is the same, and nothing else has it. A link to a record does not move.
    """
    target, seen = ranking.target, row.seen
    if target.tag != seen.tag:
        return frozenset()
    own = "identity" in row.agree and row.place >= A_SIGN
    leads = target.link and "destination" in row.agree and not lasts(target.shown) and not lasts(seen.shown)
    reworded = bool({*target.name.split()} & {*seen.name.split()})
    if own and reworded and (target.kind in ENTERED or leads):
        return frozenset({"name"})
    moved = target.link and seen.link and row.value_of("name") == 1.0 and _alone(ranking)
    moved = moved and not any(ID.fullmatch(part) for part in (*target.link.split("/"), *seen.link.split("/")))
    near = row.place >= PLACED or own
    return frozenset({"destination"} if moved and near and same_site(target, seen) else ())


def _by_a_sign_of_place(ranking: Ranking, row: CandidateScore) -> bool:
    """Return whether one key and one sign of place suffice: an own attribute, or a name far ahead of all others."""
    target, seen = ranking.target, row.seen
    if target.tag != seen.tag or target.kind != seen.kind or row.place < A_SIGN:
        return False
    named = row.value_of("name") == 1.0 and "name" in row.agree and _alone(ranking)
    return "identity" in row.agree or (named and ranking.lead >= WIDE_LEAD)


def _may_be_copy(target: Evidence, row: CandidateScore) -> bool:
    """Return whether the row may be another link with the same name and destination: pages repeat their links.

    Then name and destination count as one key, not two, unless they identified a single element when recorded.
    """
    elsewhere = min(row.value_of("region"), row.value_of("landmark")) < 0 and row.place < 1.0
    alone = target.counts.get("href", target.counts.get("name", 2)) == 1
    return elsewhere and not alone and row.agree <= {"name", "destination"}


def _verdict(identity: Identity, row: CandidateScore, cause: Cause | None, lines: tuple[str, ...]) -> Verdict:
    index = -1 if identity is Identity.MISSING else row.click_index
    return Verdict(identity=identity, index=index, cause=cause, evidence=lines, probability=row.probability)


def _explained(ranking: Ranking, row: CandidateScore) -> tuple[str, ...]:
    """Return a row as lines for people: the element, the groups for and against it, and its weightiest keys."""
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
    """Return the rows; nested elements and twins are folded into the best row of their group."""
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
    """Return which of nested elements to act on: the best, or the only pressable one inside it."""
    head = nest[0]
    pressed = [row.index for row in nest[1:] if row.seen.kind == "press" and row.seen.path.startswith(head.seen.path)]
    return pressed[0] if not head.seen.kind and len(pressed) == 1 else head.index


def _lead(rows: Sequence[CandidateScore], place: int) -> float:
    rival = next((row.score for at, row in enumerate(rows) if at != place), None)
    return math.inf if rival is None else rows[place].score - rival
