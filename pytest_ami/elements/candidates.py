"""Ranks the candidates of a page by likeness to the recorded element, each explained key by key.

Knows all candidates of a page at once: the best one, its rival, its wrappers and its twins. Must never know how a key
is compared (``compare`` does), nor whether to act on a candidate (``decide`` does).

Rules of this module:

* Ranking always has an answer. Cheap keys select the candidates that are worth a full comparison.
* An element nested in the best one is no rival. Neither is a link with the same name and destination. Two buttons with
  the same name are rivals.
* The weights and coefficients come from ``python -m benchmarks.identity``; nothing is fitted here.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from heapq import nlargest
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

from rapidfuzz import fuzz, process

from .compare import (
    GROUPS,
    INDEPENDENT,
    SAME_LABEL,
    KeyScore,
    LabelSimilarity,
    equal,
    groups,
    key_values,
    phrase,
    placed,
    related,
)
from .element import ElementEvidence, box_of, called, element, folded, plain, words

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.look import Candidate

Profile = Literal["strict", "balanced", "off"]
"""The required certainty of a heal; with ``off`` nothing is healed."""

NEEDED = 2
"""The number of independent agreeing keys that a heal needs (DESIGN, law 2)."""

EFFECT = "before its effect"
"""Name of the threshold for a balanced heal whose recorded effect is checked afterwards."""

SHORT = 40
"""The number of candidates that are compared in full; cheap keys select them. In 312 recorded queries the selection
never lost the right element."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The frozen numbers.

    Attributes:
        weights: Score that a full agreement of a key adds.
        chance: Coefficients of the logistic regression that gives the probability; ``one`` is its constant.
        thresholds: Least probability at which a profile acts.
        digest: SHA-256 of all numbers, written with them; it reveals a changed number.
    """

    weights: Mapping[str, float]
    chance: Mapping[str, float]
    thresholds: Mapping[str, float]
    digest: str = ""

    def probability(self, facts: Mapping[str, float]) -> float:
        """Return the probability that the best candidate is the element, from ``candidates.facts``."""
        total = sum(weight * facts.get(name, 0.0) for name, weight in self.chance.items())
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))


@cache
def frozen() -> Calibration:
    """Return the calibration that comes with the package."""
    read: dict[str, Any] = json.loads(files(__package__).joinpath("calibration.json").read_text(encoding="utf-8"))
    return Calibration(
        weights=read["weights"], chance=read["chance"], thresholds=read["thresholds"], digest=read["digest"]
    )


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
    seen: ElementEvidence = field(default_factory=ElementEvidence)

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

    target: ElementEvidence
    rows: tuple[CandidateScore, ...]
    calibration: Calibration

    @property
    def lead(self) -> float:
        """Return the lead of the best candidate over its best unrelated rival, in points; infinite without a rival."""
        return _lead(self.rows, 0) if self.rows else 0.0

    def lead_of(self, row: CandidateScore) -> float:
        """Return the lead of a candidate over its best unrelated rival, in points; infinite without a rival."""
        return _lead(self.rows, self.rows.index(row))


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
    target = element(fingerprint)
    return ranked(target, compared(target, shortlisted(target, candidates), label_similarity), numbers)


def compared(
    target: ElementEvidence, rivals: Iterable[tuple[int, ElementEvidence]], label_similarity: LabelSimilarity = equal
) -> list[CandidateScore]:
    """Return a row with unweighted key values for each shortlisted candidate."""
    return [_compare(target, index, seen, label_similarity) for index, seen in rivals]


def ranked(target: ElementEvidence, rows: Sequence[CandidateScore], numbers: Calibration) -> Ranking:
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


def facts(target: ElementEvidence, rows: Sequence[CandidateScore], place: int = 0) -> dict[str, float]:
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


def _compare(
    target: ElementEvidence, index: int, seen: ElementEvidence, label_similarity: LabelSimilarity
) -> CandidateScore:
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


def shortlist(target: ElementEvidence, candidates: Sequence[Any]) -> list[int]:
    """Return the indexes of the candidates that are worth a full comparison, in their order.

    Args:
        target: The evidence about the recorded element.
        candidates: All elements of the page; any number.
    """
    if len(candidates) <= SHORT:
        return list(range(len(candidates)))
    raws = [plain(candidate) for candidate in candidates]
    names = [folded(called(raw)) for raw in raws]
    paths = [words(raw.get("absolute_xpath")) for raw in raws]
    named, pathed = ([0.0] * len(raws), [0.0] * len(raws))
    for texts, wanted, points in ((names, target.name, named), (paths, target.path, pathed)):
        if wanted:
            for _, ratio, index in process.extract(wanted, texts, scorer=fuzz.ratio, limit=None):
                points[index] = ratio / 100.0
    total = [2.0 * one + other for one, other in zip(named, pathed, strict=True)]
    for index, raw in enumerate(raws):
        extra = raw.get("attributes")
        total[index] += 3.0 * (names[index] == target.name) + (raw.get("tag") == target.tag) - bool(names[index])
        if isinstance(extra, Mapping):
            total[index] += sum(3.0 for key, text in target.identity.items() if extra.get(key) == text)
            total[index] += 3.0 * (len(target.link) > 1 and target.link in words(extra.get("href")).casefold())
    chosen: dict[int, None] = {}
    for points, share in ((total, 2), (pathed, 4), (_nearness(target, raws), 4)):
        chosen.update(dict.fromkeys(nlargest(SHORT // share, range(len(raws)), key=points.__getitem__)))
    return sorted(chosen)


def shortlisted(target: ElementEvidence, candidates: Sequence[Any]) -> list[tuple[int, ElementEvidence]]:
    """Return the candidates that are worth a full comparison, each with its index."""
    return [(index, element(candidates[index])) for index in shortlist(target, candidates)]


def _nearness(target: ElementEvidence, raws: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return how similar each box is to the target's recorded box in position and size; higher is nearer."""
    if not target.box:
        return [0.0] * len(raws)
    found = []
    for raw in raws:
        box = box_of(raw)
        found.append(-sum(abs(a - b) for a, b in zip(target.box, box, strict=True)) if box else -math.inf)
    return found


def of_one_shape(
    target: Fingerprint, candidates: Sequence[Candidate], equal: Sequence[int], *, held: bool = False
) -> list[int]:
    """Return which of several elements of one record is the recorded one: the only one that is built as it was.

    One box and the boxes in it hold the same texts, so they belong to one record. Elements in the row that a value
    chose do so, too: there the recorded one has the same path, up to the place of the row. A copy of the row elsewhere
    has another one. A number within the row may count parts that not every row has, so the path alone decides nothing
    between two of the same shape.

    Args:
        target: The recorded element.
        candidates: ``Seen.candidates``.
        equal: Those that agree on every decisive key.
        held: Whether parameter values identify its row.
    """
    paths = {i: candidates[i].fingerprint.absolute_xpath for i in equal}
    shortest, own = min(paths.values(), key=len), _shape(target)
    alike = [i for i in equal if _shape(candidates[i].fingerprint) == own]
    if all(path == shortest or path.startswith(f"{shortest}/") for path in paths.values()):
        return alike or list(equal)
    alone = held and len(alike) == 1 and _within_one_row(target.absolute_xpath, paths[alike[0]], paths.values())
    return alike if alone else list(equal)


def _within_one_row(recorded: str, own: str, paths: Iterable[str]) -> bool:
    """Return whether an element stands in another row at the recorded path, and all others stand in that row, too.

    The row is the only part of the path whose number is another one.
    """
    mine = own.split("/")
    other = [n for n, (was, now) in enumerate(zip(recorded.split("/"), mine, strict=True)) if was != now]
    return len(other) == 1 and all(path.split("/")[: other[0] + 1] == mine[: other[0] + 1] for path in paths)


def solid(target: Fingerprint, candidates: Sequence[Candidate], equal: list[int]) -> list[int]:
    """Return the equal elements without a transparent copy that the page makes to measure its columns.

    The copy is built in another way than the recorded element, and all others are built as it was. A transparent
    element that is built as it was may be the right one, which fades in.
    """
    own = _shape(target)
    clear = [i for i in equal if candidates[i].fingerprint.details.get("transparent")]
    rest = [i for i in equal if i not in clear]
    copies = own and all(_shape(candidates[i].fingerprint) != own for i in clear)
    alike = all(_shape(candidates[i].fingerprint) == own for i in rest)
    return rest if rest and copies and alike and not target.details.get("transparent") else equal


def _shape(one: Fingerprint) -> str:
    """Return the path of an element without its numbers."""
    return re.sub(r"\[\d+\]", "", one.absolute_xpath)
