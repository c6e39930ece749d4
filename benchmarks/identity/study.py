"""Fits on all sites but one, asks the questions of that one, and counts.

Knows questions, the ranker and the two regressions. A figure here is of sites that had no part in the weights, the
coefficients or the threshold it was measured with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from benchmarks.redesign.score import interval
from pytest_ami.elements.candidates import (
    EFFECT,
    Calibration,
    CandidateScore,
    Ranking,
    compared,
    facts,
    ranked,
    shortlisted,
)
from pytest_ami.elements.compare import related
from pytest_ami.elements.decide import decide
from pytest_ami.elements.element import ElementEvidence, element
from pytest_ami.lexicon.label_synonyms import label_similarity
from tests.support.calibration import digest_of

from . import fit
from .pages import Question
from .spelling import as_evidence

SURVEY = {
    "name": 3.0,
    "wording": 2.0,
    "id": 3.0,
    "field": 2.5,
    "test id": 2.5,
    "link": 2.0,
    "label": 2.0,
    "position": 0.5,
    "path": 1.0,
    "tail": 1.0,
    "anchor": 1.0,
    "region": 0.7,
    "neighbours": 1.0,
    "landmark": 0.7,
    "heading": 0.7,
    "context": 1.0,
    "tag": 0.5,
    "role": 1.0,
    "type": 0.5,
    "use": 0.5,
    "classes": 1.0,
    "size": 0.3,
}
"""Starting weights, in points (survey of the field, section 7)."""

UNSEEN = frozenset({"test id", "label", "landmark", "heading", "context", "role", "type"})
"""Keys that no recorded pair has: their weights stay the survey's."""

EXPECTED = {
    "one": -6.0,
    "name agrees": 3.0,
    "identity agrees": 2.0,
    "destination agrees": 2.0,
    "place agrees": 2.0,
    "name contradicts": -3.0,
    "identity contradicts": -1.0,
    "destination contradicts": -2.0,
    "place": 1.0,
    "lead": 2.0,
    "score": 2.0,
    "copies": -2.0,
    "elsewhere": -1.0,
    "use": 0.5,
    "tag": 0.5,
    "three agree": 0.5,
}
"""Coefficients where the pairs say nothing; written down before anything was fitted. Signs are kept."""

FIRM_ORDER, FIRMNESS = 4.0, 1.0
RIVALS = 12
INNER = 5
BUDGETS = {"balanced": 1.0, "strict": 0.7, EFFECT: 1.0}
"""Per cent of the questions (drifted and gone) that the upper 95 % bound of wrong heals may reach, by profile."""

LEAST = {"balanced": 0.8, "strict": 0.95, EFFECT: 0.5}
"""Where the search for a threshold begins: less sure than that nobody should act, however few wrong heals were seen."""

GRID = (*(step / 100 for step in range(50, 100)), 0.995)
"""Thresholds to choose from."""

ALWAYS = 2.0
"""The level of a verdict that no probability can forbid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A question with what does not depend on any number: the target, and how every candidate compares.

    Attributes:
        question: What is asked.
        target: Its evidence.
        rows: The candidates, compared but not weighed.
        seconds: How long that took.
    """

    question: Question
    target: ElementEvidence
    rows: list[CandidateScore]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The ranker's answer to a question.

    Attributes:
        question: The question.
        level: The highest threshold at which it acts; -1 for never.
        right: Whether the candidate that it would act on is right.
        chosen: The candidate that ``balanced`` acts on; -1 for none.
        place: Place of the first right row, from 0; -1 for none.
        usable: By profile, whether it acts with the profile's own threshold.
        seconds: How long it took.
    """

    question: Question
    level: float
    right: bool
    chosen: int
    place: int
    usable: dict[str, bool]
    seconds: float


def case(question: Question) -> Case:
    """Compare all candidates once; the folds only weigh anew."""
    start = perf_counter()
    target = element(as_evidence(question.target))
    rows = compared(target, shortlisted(target, [as_evidence(one) for one in question.candidates]), label_similarity)
    return Case(question=question, target=target, rows=rows, seconds=perf_counter() - start)


def cross_fitted(cases: Sequence[Case], tell: Callable[[str], None]) -> list[Answer]:
    """Return the answers to all questions, each by numbers fitted on the other sites."""
    answers = []
    for site in sorted({one.question.site for one in cases}):
        tell(site)
        numbers = fitted([one for one in cases if one.question.site != site])
        answers += [answer(one, numbers) for one in cases if one.question.site == site]
    return answers


def fitted(cases: Sequence[Case]) -> Calibration:
    """Return weights, coefficients and thresholds for these questions."""
    weights = _weights([one for one in cases if not one.question.gone])
    bare = Calibration(weights=weights, chance=EXPECTED, thresholds=dict.fromkeys(BUDGETS, 0.0))
    rankings = [ranked(one.target, one.rows, bare) for one in cases]
    sites = sorted({one.question.site for one in cases})
    levels: list[tuple[float, bool]] = []
    for part in range(INNER):
        held = set(sites[part::INNER])
        inner = [pair for pair in zip(cases, rankings, strict=True) if pair[0].question.site not in held]
        numbers = replace(bare, chance=_chance(inner))
        for one, ranking in zip(cases, rankings, strict=True):
            if one.question.site in held:
                level, right = _level(one, _again(ranking, numbers))
                levels.append((level, right))
    final = replace(bare, chance=_chance(list(zip(cases, rankings, strict=True))))
    thresholds = {profile: _threshold(levels, budget, LEAST[profile]) for profile, budget in BUDGETS.items()}
    rounded = replace(
        final,
        weights={key: round(value, 4) for key, value in final.weights.items()},
        chance={key: round(value, 4) for key, value in final.chance.items()},
        thresholds=thresholds,
    )
    return replace(rounded, digest=digest_of(rounded))


def answer(one: Case, numbers: Calibration) -> Answer:
    """Return what the ranker says to a question with these numbers."""
    start = perf_counter()
    ranking = ranked(one.target, one.rows, numbers)
    strict, balanced, before = decide(ranking, profile="strict"), decide(ranking), decide(ranking, confirmed=True)
    spent = (perf_counter() - start) + one.seconds
    level, right = _level(one, ranking)
    fits = (at for at, row in enumerate(ranking.rows) if one.question.right.intersection((row.index, *row.folded)))
    return Answer(
        question=one.question,
        level=level,
        right=right,
        chosen=before.index if before.usable else -1,
        place=next(fits, -1),
        usable={"strict": strict.usable, "balanced": balanced.usable, EFFECT: before.usable},
        seconds=spent,
    )


def _weights(cases: Sequence[Case]) -> dict[str, float]:
    keys = [key for key in SURVEY if key not in UNSEEN]
    survey = Calibration(weights=SURVEY, chance={}, thresholds={})
    groups = []
    for one in cases:
        good = one.question.right
        true = [row.seen for row in one.rows if row.index in good]
        by_survey = sorted(one.rows, key=lambda row: -sum(k.value * survey.weights[k.name] for k in row.keys))
        rivals = [row for row in by_survey if row.index not in good and not any(related(row.seen, t) for t in true)]
        rows = [row for row in one.rows if row.index in good] + rivals[:RIVALS]
        if true and rivals:
            groups.append(([[row.value_of(key) for key in keys] for row in rows], [row.index in good for row in rows]))
    found = fit.choice(groups, [SURVEY[key] for key in keys], FIRM_ORDER)
    weights = {**SURVEY, **{key: max(0.0, value) for key, value in zip(keys, found, strict=True)}}
    unit = (SURVEY["name"] + SURVEY["wording"]) / max(weights["name"] + weights["wording"], 1.0)
    return {key: value if key in UNSEEN else value * unit for key, value in weights.items()}


def _chance(pairs: Sequence[tuple[Case, Ranking]]) -> dict[str, float]:
    known = [(facts(one.target, ranking.rows), one, ranking) for one, ranking in pairs if ranking.rows]
    rows = [[said[key] for key in EXPECTED] for said, _, _ in known]
    truths = [ranking.rows[0].index in one.question.right for _, one, ranking in known]
    return dict(zip(EXPECTED, fit.logistic(rows, truths, list(EXPECTED.values()), FIRMNESS), strict=True))


def _again(ranking: Ranking, numbers: Calibration) -> Ranking:
    sure = (numbers.probability(facts(ranking.target, ranking.rows, at)) for at in range(len(ranking.rows)))
    rows = tuple(replace(row, probability=one) for row, one in zip(ranking.rows, sure, strict=True))
    return Ranking(target=ranking.target, rows=rows, calibration=numbers)


def _level(one: Case, ranking: Ranking) -> tuple[float, bool]:
    """Return up to which threshold it acts (``ALWAYS``, or a probability; -1 for never), and whether rightly."""
    always = decide(ranking, profile="off")
    if always.usable:
        return ALWAYS, always.index in one.question.right
    loose = replace(ranking, calibration=replace(ranking.calibration, thresholds={"balanced": 0.0}))
    verdict = decide(loose)
    return (verdict.probability if verdict.usable else -1.0), verdict.index in one.question.right


def _threshold(levels: Sequence[tuple[float, bool]], budget: float, least: float) -> float:
    for threshold in (one for one in GRID if one >= least):
        wrong = sum(level >= threshold and not right for level, right in levels)
        if interval(wrong, len(levels))[1] <= budget:
            return threshold
    return GRID[-1]
