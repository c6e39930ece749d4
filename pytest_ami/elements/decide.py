"""Decides whether the evidence suffices to act on the candidate that is most like the recorded element.

Knows all candidates of a page at once, ranked and compared (``candidates``, ``compare``). Must never act on a page.

Rules of this module:

* Ranking always has an answer; deciding does not, because the best of several wrong candidates is wrong. Evidence
  decides: which groups agree, that none contradicts, how near the rivals come. The frozen probability may only forbid.
* An element that cannot take the action is never selected. If the evidence leaves a doubt, nothing is selected.
* A synonym in the same place is not enough, and neither is a name and a place for an element of another kind. Where
  the press is guarded, so that it can send the recorded request and nothing else, a synonym is enough; so it is for the
  only search field of a page. A control that kept its key and got a name of another meaning is not: it may be the same
  switch in its other state.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from pytest_ami.lexicon.finished import finished
from pytest_ami.lexicon.text_normalization import seeks, seeks_same
from pytest_ami.model.outcome import Cause

from .addresses.ids import is_id
from .candidates import EFFECT, NEEDED
from .compare import APART, BESIDE, FIRMLY_PLACED, NEAR, PLACED, SAME_LABEL, enclosed, same_site
from .name_match import adds_nothing, lasts, same_value

if TYPE_CHECKING:
    from .candidates import CandidateScore, Profile, Ranking
    from .element import ElementEvidence

LEAD, LEAD_BY_PLACE = 1.0, 1.5
"""Required lead over the best rival, in points; the second applies if place is the second key (survey, section 7)."""

MOST_RIVALS = 5
"""The most candidates that a verdict names."""

A_SIGN = 1.0
"""The points of one sign of the same place."""

STANDING = frozenset({"position", "size", "path", "neighbours", "classes", "tag"})
"""The keys that have to agree for an element that only its place and its look identify."""

SAME_PLACE = 0.9
"""The least value of each of these keys."""

WELL_PLACED = 3.0
"""The points that the place needs if an id was renamed, and an equal and unique name is far ahead and has not moved."""

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
"""Tags that differ only in their level."""

WIDE_LEAD = 4.0
"""Lead over the best rival at which a name that nothing else has needs only one sign of place."""

_WORD = re.compile(r"[^\W\d_]{2}|[^\W\d_](?<![A-Za-z])")
"""A word: two letters, or one sign of a script that needs no more. "[F]", a key on the keyboard, is none."""

_NUMBER = re.compile(r"[-+−–±]? ?\d[\d.,']*%?")
"""A number with its sign, as a name states it."""

_ID_OF_ANCHOR = re.compile(r"(?://\*\[@id='|#)([\w-]+)")
"""The id of the nearest ancestor that had one, at the start of an anchor."""

_PART = re.compile(r"[A-Z]?[a-z]+")
"""A word of an id: "footerMainLinks" has three."""

ENTERED = frozenset({"type", "choose", "tick", "upload"})
"""Kinds of elements that take a value."""

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
        guarded: Whether the element may only be pressed while all requests but the recorded one are held back.
        rivals: The best of the ranked candidates, as phrases.
        lead: Lead of the best one over its best rival, in points; infinite without a rival, 0 if nothing was ranked.
    """

    identity: Identity
    index: int = -1
    cause: Cause | None = None
    evidence: tuple[str, ...] = ()
    probability: float = 0.0
    guarded: bool = False
    rivals: tuple[str, ...] = ()
    lead: float = 0.0

    @property
    def usable(self) -> bool:
        """Return whether the candidate may be acted on."""
        return self.identity in (Identity.SAME, Identity.DRIFTED)


def decide(
    ranking: Ranking,
    action: str = "click",
    *,
    profile: Profile = "balanced",
    confirmed: bool = False,
    permitted: str | None = None,
) -> Verdict:
    """Return whether one of the candidates is the recorded element, with enough certainty to act on it.

    Args:
        ranking: The ranking of all candidates.
        action: The action to perform, as a ``StepKind`` value.
        profile: The required certainty of a heal.
        confirmed: Whether the recorded effect of the action will be checked. The check counts as a second key, so a
            balanced heal needs less certainty about the first one.
        permitted: The recorded request, if all others are held back while the element is pressed; empty if all are.
            None if no request is held back.

    Raises:
        KeyError: ``profile`` is not a known profile.
    """
    found = _decided(ranking, action, profile, confirmed=confirmed, permitted=permitted)
    rivals = tuple(f"{row.seen.title()}: {row.score:.1f} points" for row in ranking.rows[:MOST_RIVALS])
    return replace(found, rivals=rivals, lead=ranking.lead)


def _decided(ranking: Ranking, action: str, profile: Profile, *, confirmed: bool, permitted: str | None) -> Verdict:
    if not ranking.rows:
        return Verdict(
            identity=Identity.MISSING, cause=Cause.MISSING, evidence=(f"nothing is like {ranking.target.title()}",)
        )
    level = EFFECT if confirmed and profile == "balanced" else profile
    threshold = 2.0 if profile == "off" else ranking.calibration.thresholds[level]
    best = ranking.rows[0]
    fit = [row for row in ranking.rows if _fits(ranking, row, action, permitted)]
    enough = LEAD if len(best.agree - {"place"}) >= NEEDED else LEAD_BY_PLACE
    if not fit or fit[0] is not best or ranking.lead < enough:
        return _refused(ranking, fit)
    doubts = []
    if best.probability < threshold:
        doubts.append(f"not sure enough for {profile}: {best.probability:.3f}")
    if profile == "strict" and not best.agree & {"identity", "destination"}:
        doubts.append("strict wants the identity or the destination to agree")
    if doubts:
        return _verdict(Identity.MISSING, best, Cause.MISSING, (*doubts, *_explained(ranking, best)))
    found = _verdict(Identity.DRIFTED, best, None, _explained(ranking, best))
    return replace(found, guarded=permitted is not None)


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


def takes(target: ElementEvidence, seen: ElementEvidence, action: str) -> bool:
    """Return whether an element can take the action that was recorded on ``target``."""
    if action in TAKES:
        return seen.kind in TAKES[action]
    if target.kind in ("", "press"):
        return seen.kind in ("", "press") and (seen.kind == target.kind or not target.kind or not _wraps(seen))
    return seen.kind == target.kind


def _wraps(seen: ElementEvidence) -> bool:
    """Return whether the element is a mere container of text, which is not a target of clicks."""
    return seen.tag not in ("svg", "img", "span", "i", "path", "use")


def _fits(ranking: Ranking, row: CandidateScore, action: str, permitted: str | None) -> bool:
    """Return whether the evidence permits a heal: the action fits, two keys agree, no decisive key contradicts."""
    target = ranking.target
    if not takes(target, row.seen, action) or _may_be_copy(ranking, row):
        return False
    beyond = row.agree - {"name", "place"}
    guarded = (permitted is not None and _only_reworded(target.shown, row.seen.shown)) or _same_search(ranking, row)
    synonym = 0.0 < row.value_of("name") < 1.0
    if not beyond and (row.seen.kind != target.kind or (synonym and not guarded)):
        return False  # a heading becomes a link, or a synonym stands there: name and place are not enough
    against = row.against - {"identity"} - _outweighed(ranking, row)
    enough = len(row.agree) >= NEEDED or _by_a_sign_of_place(ranking, row) or _as_it_stood(target, row)
    if against or not enough:
        return False
    if "identity" not in row.against:
        return True
    ahead = target.tag == row.seen.tag and row.value_of("name") == 1.0 and ranking.lead >= WIDE_LEAD
    there = row.place >= WELL_PLACED and row.value_of("position") >= 1.0 - NEAR / 400.0
    firm = row.place >= (PLACED if ahead and (there or target.kind in ENTERED) else FIRMLY_PLACED)
    exact = row.value_of("name") == 1.0 and "destination" in row.agree
    return "name" in row.agree and _alone(ranking) and (firm or exact)


def _same_search(ranking: Ranking, row: CandidateScore) -> bool:
    """Return whether the row is the only search field of the page, and looks for the same things as the recorded one.

    A text in it changes nothing for good, and the step after it needs the entry that it was typed for.
    """
    others = (other for other in ranking.rows if other is not row)
    alone = not any(other.seen.kind == "type" and seeks(other.seen.shown) for other in others)
    return ranking.target.kind == "type" and alone and seeks_same(ranking.target.shown, row.seen.shown)


def _alone(ranking: Ranking) -> bool:
    """Return whether only one candidate has the name now."""
    return sum(other.value_of("name") >= SAME_LABEL for other in ranking.rows) == 1


def _outweighed(ranking: Ranking, row: CandidateScore) -> frozenset[str]:
    """Return the contradictions that stronger evidence outweighs.

    * A field keeps its name attribute, and a link its id and destination, while words are added or left out; a name
      without a word, such as the sign of a key, is no name. The label of the field asks for the same value. To the name
      of a link with a lasting effect words are only added, and it also stays in its place.
    * A link moves within its site; its name is the same, and nothing else has it. A link to a record does not move.
    """
    target, seen = ranking.target, row.seen
    if target.tag != seen.tag:
        return frozenset()
    own = "identity" in row.agree and row.place >= A_SIGN
    old, new = {*target.name.split()}, {*seen.name.split()}
    firm = bool(old) and old < new and row.place >= PLACED and adds_nothing(target.shown, seen.shown)
    leads = target.link and row.value_of("link") == 1.0 and (firm or not (lasts(target.shown) or lasts(seen.shown)))
    nameless = not _WORD.search(f" {target.shown} ") or not _WORD.search(f" {seen.shown} ")
    reworded = nameless or (bool(old & new) and (target.kind not in ENTERED or same_value(target.shown, seen.shown)))
    if own and reworded and (target.kind in ENTERED or leads):
        return frozenset({"name"})
    moved = target.link and seen.link and row.value_of("name") == 1.0 and _alone(ranking)
    moved = moved and not any(is_id(part) for part in (*target.link.split("/"), *seen.link.split("/")))
    near = row.place >= PLACED or own
    return frozenset({"destination"} if moved and near and same_site(target, seen) else ())


def _only_reworded(was: str, now: str) -> bool:
    """Return whether a name states the same numbers, and no state: "Archived" says that a press would turn it round.

    The recorded request does not tell: its address may take another amount, or turn a switch in both directions.
    """
    return _NUMBER.findall(was) == _NUMBER.findall(now) and not (finished(was, {now}) or finished(now, {was}))


def _by_a_sign_of_place(ranking: Ranking, row: CandidateScore) -> bool:
    """Return whether one key and one sign of place suffice: an own attribute, or a name far ahead of all others."""
    target, seen = ranking.target, row.seen
    headings = target.tag in HEADINGS and seen.tag in HEADINGS
    if not (target.tag == seen.tag or headings) or target.kind != seen.kind or row.place < A_SIGN:
        return False
    named = row.value_of("name") == 1.0 and "name" in row.agree and _alone(ranking)
    return "identity" in row.agree or (named and ranking.lead >= WIDE_LEAD)


def _as_it_stood(target: ElementEvidence, row: CandidateScore) -> bool:
    """Return whether an element without a name stands exactly where it stood and looks exactly as it looked.

    Its box, its classes, its path but for numbers, and the texts around it are the recorded ones.
    """
    stands = all(row.value_of(key) >= SAME_PLACE for key in STANDING)
    elsewhere = any(key.value < 0 for key in row.keys if key.group == "place" and key.name != "tail")
    return stands and not (elsewhere or row.against or target.name or row.seen.name)


def _may_be_copy(ranking: Ranking, row: CandidateScore) -> bool:
    """Return whether the row may be another link with the same name and destination: pages repeat their links.

    Then name and destination count as one key, not two, unless they identified a single element when recorded, or the
    page has only put regions around the link.
    """
    target = ranking.target
    elsewhere = min(row.value_of("region"), row.value_of("landmark")) < 0 and row.place < 1.0
    alone = target.counts.get("href", target.counts.get("name", 2)) == 1
    return elsewhere and not alone and row.agree <= {"name", "destination"} and not _only_enclosed(ranking, row)


def _only_enclosed(ranking: Ranking, row: CandidateScore) -> bool:
    """Return whether regions were put around a link that is what it was, and that left none.

    * Its name and its whole address are the recorded ones, and nothing else that can be pressed has the name.
    * It is still in every recorded region. A copy is in others: the heading of a section instead of the navigation.
    * It is at the same height of the page, or beside the same texts, or in the region after which its part of the page
      was called ("footer-links"). A copy in the footer is none of these.

    A recording that counted its look-alikes says itself whether there were copies. A link to the start page, or to the
    same path of another host, tells too little, and one with a lasting effect is not acted on.
    """
    target, seen = ranking.target, row.seen
    exact = row.value_of("name") == row.value_of("link") == 1.0 and target.tag == seen.tag
    exact = exact and (target.host, target.beyond) == (seen.host, seen.beyond)
    if not exact or target.link == "/" or lasts(target.shown) or target.counts.keys() & {"name", "href"}:
        return False
    others = (other for other in ranking.rows if other is not row and other.seen.kind == target.kind)
    alone = all(other.value_of("name") < SAME_LABEL for other in others) and ranking.lead_of(row) >= WIDE_LEAD
    within = row.value_of("landmark") >= 0 and enclosed(target, seen)
    beside = row.value_of("neighbours") >= BESIDE
    return alone and within and (beside or _level(target, seen) or _in_namesake(target, seen))


def _level(target: ElementEvidence, seen: ElementEvidence) -> bool:
    """Return whether an element is at the recorded height of the page."""
    return target.box is not None and seen.box is not None and abs(target.box[1] - seen.box[1]) <= NEAR


def _in_namesake(target: ElementEvidence, seen: ElementEvidence) -> bool:
    """Return whether an element is in a region after which the part of the page was called that held it."""
    held_it = _ID_OF_ANCHOR.match(target.anchor)
    called = {word.lower() for word in _PART.findall(held_it[1])} if held_it else set()
    return bool(called & APART.intersection(seen.steps))


def _verdict(identity: Identity, row: CandidateScore, cause: Cause | None, lines: tuple[str, ...]) -> Verdict:
    index = -1 if identity is Identity.MISSING else row.click_index
    return Verdict(identity=identity, index=index, cause=cause, evidence=lines, probability=row.probability)


def _explained(ranking: Ranking, row: CandidateScore) -> tuple[str, ...]:
    """Return a row as lines for people: the element, the groups for and against it, and its weightiest keys."""
    lead = ranking.lead_of(row)
    ahead = "no rival" if math.isinf(lead) else f"{lead:+.1f} points to the next"
    keys = sorted(row.keys, key=lambda key: -abs(key.value * key.weight))
    return (
        f"{row.seen.title()}: {row.score:.1f} points, {ahead}, probability {row.probability:.3f}",
        f"agrees on {', '.join(sorted(row.agree)) or 'nothing'}"
        + (f", contradicts on {', '.join(sorted(row.against))}" if row.against else ", none contradicts"),
        *(f"{key.value * key.weight:+.1f} {key.phrase}" for key in keys[:8]),
    )
