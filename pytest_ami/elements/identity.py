"""Is this still the element? Evidence decides, not the height of a score.

Rules of this module:

* ``same``: all decisive recorded evidence still agrees, for exactly one element.
* ``drifted``: something moved, but two independent keys agree, none contradicts, no rival comes near, and the
  probability of the frozen calibration is high enough (``candidates`` and ``compare``).
* Every other verdict is a reason not to act: ``different, ambiguous, missing``. In doubt, nothing is selected.
* The page finds candidates by loose comparison (digits folded, parts of words). This module then is strict about
  numbers that distinguished elements when they were recorded, and about values that a target must hold.
* An element already claimed by another step is never a candidate.

The four independent keys: name (role with accessible name or text), identity (id, name attribute, test id), destination
(link path, field label), place (landmark, heading, neighbours). A value that many elements shared is no key.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from pytest_ami.instructions.parameters import names
from pytest_ami.lexicon.dates import DATED
from pytest_ami.lexicon.label_synonyms import label_similarity, plain, variants
from pytest_ami.model.look import ElementQuery
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import StepKind

from .agreement import agreement
from .candidates import Profile, Ranking, compared, frozen, of_one_shape, rank, ranked, shortlisted, solid
from .compare import loose_similarity, unchanged, with_aliases
from .contradictions.facts import contradiction
from .contradictions.parts import PART
from .contradictions.place_difference import at_path, place_difference
from .contradictions.surroundings import AROUND
from .decide import Identity, Verdict, decide
from .element import TEST_IDS, ElementEvidence, element, named_by_box
from .held_values import PRESSED, filled, has_got_counter, has_same_name, held_values, holding, lacking, on_route
from .name_match import CHOICE, comparable, has_got_name, own_label, renamed, same_name, same_words
from .namesakes import COLUMN, OUT_OF_SIGHT, alone, in_column, renumbered
from .place import ENOUGH, may_have_moved, place, shared, stands, without_ordinals
from .stated_values import misstated
from .text_keys import exact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.look import Candidate

__all__ = [
    "Identity",
    "Profile",
    "Verdict",
    "agreement",
    "compatible",
    "decide",
    "element_query",
    "for_ranking",
    "heal",
    "judge",
    "rank",
    "recognise",
]

WEAK = ("type", "autocomplete", "title")
"""Attributes that many elements share: alone they identify no element."""

TYPED = frozenset({"textbox", "searchbox", "combobox", "spinbutton"})
CHOSEN = frozenset({"combobox", "listbox"})
TICKED = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})
ROLES = {
    StepKind.FILL: TYPED,
    StepKind.SELECT: CHOSEN,
    StepKind.CHECK: TICKED,
    StepKind.UNCHECK: TICKED,
    StepKind.UPLOAD: frozenset({"file"}),
}


def element_query(target: Fingerprint, kind: StepKind, values: Mapping[str, str]) -> ElementQuery:
    """Return the target as the page's scripts search for it, parameters filled in.

    For a target that holds a parameter's value, evidence of a single record (ids, links, places) is left out.
    """
    target = on_route(target, {})
    written = filled(target, values).label  # the page does not know that a box is a label
    label, target = own_label(target), comparable(target, target)
    holds = held_values(target, values)
    data_driven = {"id", "name", "href", "title", "aria-label", "alt", *TEST_IDS} if holds else set()
    data_driven |= {"aria-label"} if target.details.get(CHOICE) else set()
    full = filled(target, values)
    called = "" if holds and names(target.name) else full.name
    words = (*_words(called), *_words(written), *_words(label), *target.aliases)
    return ElementQuery(
        kind=kind.value,
        tag=target.tag,
        role=target.role,
        name=called,
        label=written,
        words=tuple(dict.fromkeys(words)),
        attributes={k: v for k, v in target.attributes.items() if k not in data_driven and not names(v)},
        generated=target.generated,
        xpath=target.xpath,
        absolute_xpath=target.absolute_xpath,
        css=target.css,
        shadow=target.shadow,
        landmark=full.landmark,
        context=full.context,
        shared=shared(target),
        holds=holds,
        ancestors=target.ancestors,
        row=target.details.get("row", ""),
        column=target.details.get(COLUMN, ""),
        head=target.details.get("head", ""),
        surroundings=bool(target.details.keys() & AROUND),
        part=full.details.get(PART, "") if kind is StepKind.CLICK else "",
    )


def _words(name: str) -> tuple[str, ...]:
    return (plain(name), *variants(name)) if name else ()


def compatible(kind: StepKind, recorded: str, now: str) -> bool:
    """Return whether an element of role ``now`` can take the action that was recorded on ``recorded``."""
    if kind in ROLES:
        return now in ROLES[kind]
    return recorded == now or any(recorded in kin and now in kin for kin in (PRESSED, TYPED))


def judge(
    target: Fingerprint,
    kind: StepKind,
    candidates: Sequence[Candidate],
    values: Mapping[str, str],
    *,
    profile: Profile = "balanced",
) -> Verdict:
    """Return which candidate, if any, is the recorded element.

    Args:
        target: The recorded element.
        kind: The action to perform on it.
        candidates: ``Seen.candidates``.
        values: Parameter values, without secrets.
        profile: The required certainty of a heal.
    """
    found = recognise(target, candidates, values, kind)
    return heal(target, kind, candidates, values, profile=profile) if found.identity is Identity.MISSING else found


def recognise(
    target: Fingerprint, candidates: Sequence[Candidate], values: Mapping[str, str], kind: StepKind | None = None
) -> Verdict:
    """Return whether a candidate still is the recorded element; ``missing`` means that a heal may find it.

    Args:
        target: The recorded element.
        candidates: ``Seen.candidates``.
        values: Parameter values, without secrets.
        kind: The action to perform on it; None if it is not known.
    """
    target = without_ordinals(on_route(target, {}))
    if empty := _empty(target, values):
        return empty
    candidates = [replace(one, fingerprint=comparable(target, one.fingerprint)) for one in candidates]
    candidates = renumbered(target, candidates, values)
    target = comparable(target, target)
    held, full = held_values(target, values), filled(target, values)
    known = element(for_ranking(target, values))
    agreeing = [
        i
        for i, candidate in enumerate(candidates)
        if not candidate.used
        and unchanged(known, element(candidate.fingerprint))
        and _named(target, full, candidate.fingerprint, values)
    ]
    alike_now = len(agreeing)
    against = {
        i: contradiction(full, candidates[i].fingerprint, kind, data_driven=bool(held))
        or misstated(target, candidates[i].fingerprint, values)
        for i in agreeing
    }
    agreeing = [i for i in agreeing if not against[i]]
    for key, text in (("name" if full.name else "text", full.name or full.text), ("context", full.context)):
        texts = {i: getattr(candidates[i].fingerprint, key) for i in agreeing}
        precise = [i for i in agreeing if exact(text) == exact(texts[i])]
        agreeing = precise or [i for i in agreeing if exact(text) == exact(plain(texts[i]))] or agreeing
    if agreeing:
        return alone(target, candidates, values, _among_equals(full, candidates, agreeing, alike_now, held=bool(held)))
    lacks = lacking(target, [one.fingerprint for one in candidates], values)
    return _missing(*(why for why in against.values() if why), lacks)


def _named(target: Fingerprint, full: Fingerprint, seen: Fingerprint, values: Mapping[str, str]) -> bool:
    """Return whether a candidate has the name of the recorded element and holds its values.

    An element without a name and without an attribute of its own has to look the same in the same place.
    """
    if DATED.search(target.name):  # the day is a value; month and year are not
        return exact(full.name) == exact(seen.name)
    if held_values(target, values):
        named = has_same_name(target, seen, values) if names(target.name) else same_words(target, full, seen)
        return (named or in_column(full, seen) or has_got_name(full, seen)) and holding(target, seen, values)
    if not same_name(full, full.name, seen.name) and not has_got_counter(full, seen) and not renamed(full, seen):
        return False
    if full.name or any(key not in (*WEAK, *target.generated) for key in target.attributes):
        return True
    return set(target.classes) == set(seen.classes) and (
        seen.absolute_xpath == target.absolute_xpath or place(full, seen) >= ENOUGH
    )


def heal(
    target: Fingerprint,
    kind: StepKind,
    candidates: Sequence[Candidate],
    values: Mapping[str, str],
    *,
    profile: Profile = "balanced",
    confirmed: bool = False,
) -> Verdict:
    """Return which of all candidates on the page is the element by evidence, or the reason that none is.

    Args:
        target: The recorded element.
        kind: The action to perform on it.
        candidates: ``Surveyed.candidates``. It must hold every possible element, or the lead over rivals is wrong.
        values: Parameter values, without secrets.
        profile: The required certainty of a heal.
        confirmed: Whether a recorded effect will be checked afterwards.
    """
    return HealSearch(target, kind, candidates, values, profile).verdict(confirmed=confirmed)


class HealSearch:
    """A recorded element and all candidates on the page; they are compared once and serve every verdict.

    Args:
        target: The recorded element.
        kind: The action to perform on it.
        candidates: Every element of the page that may be the target.
        values: Parameter values, without secrets.
        profile: The required certainty of a heal.
        home: The frame in which the element was recorded, or was found last; None if frames do not matter. In
            another frame nothing is the same element.
    """

    def __init__(
        self,
        target: Fingerprint,
        kind: StepKind,
        candidates: Sequence[Candidate],
        values: Mapping[str, str],
        profile: Profile = "balanced",
        home: tuple[str, ...] | None = None,
    ) -> None:
        """Store the arguments. The comparison starts with the first verdict."""
        self._target, self._kind, self._profile = named_by_box(without_ordinals(on_route(target, {}))), kind, profile
        self._candidates = [replace(one, fingerprint=comparable(self._target, one.fingerprint)) for one in candidates]
        self._values, self._home = values, home
        self._rankings: dict[bool, Ranking] = {}

    def verdict(self, *, confirmed: bool = False, permitted: str | None = None) -> Verdict:
        """Return which candidate is the element, or the reason that none is.

        Args:
            confirmed: Whether a recorded effect will be checked afterwards.
            permitted: The request that a guarded press may send; None without a guard. The verdict says if it needs it.
        """
        if not self._free:
            return self._elsewhere or self._recognised
        best = self._decided(confirmed, None)
        if not best.usable and self._profile == "balanced":
            ways = [(None, True), *([(permitted, False), (permitted, True)] if confirmed else [])]
            found = (self._decided(confirmed, sends, loose=loose) for sends, loose in ways)
            best = next((one for one in found if one.usable), best)
        return replace(best, index=self._free[best.index]) if best.index >= 0 else best

    def _decided(self, confirmed: bool, permitted: str | None, *, loose: bool = False) -> Verdict:  # noqa: FBT001
        kind, ranking = self._kind.value, self._ranking(loose=loose)
        return decide(ranking, kind, profile=self._profile, confirmed=confirmed, permitted=permitted)

    @cached_property
    def _recognised(self) -> Verdict:
        at_home = [one if self._home in (None, one.frame) else replace(one, used=True) for one in self._candidates]
        return recognise(self._target, at_home, self._values, self._kind)

    @cached_property
    def _elsewhere(self) -> Verdict | None:
        """The verdict on a twin in another place, which may not replace a missing element."""
        full = filled(self._target, self._values)
        named = [one.fingerprint for one in self._candidates if exact(one.fingerprint.name) == exact(full.name)]
        if self._recognised.identity is not Identity.MISSING or not (full.name and named):
            return None
        return _missing(*self._recognised.evidence, f"of that name there is {at_path(named[0])}", cause=Cause.MOVED)

    @cached_property
    def _free(self) -> list[int]:
        """The candidates for a heal, ready ones first; none if the element was recognised, or its values are empty."""
        target, values = self._target, self._values
        if self._recognised.identity is not Identity.MISSING or _empty(target, values) or DATED.search(target.name):
            return []
        held, full = held_values(target, values), filled(target, values)
        ready_first = sorted(enumerate(self._candidates), key=lambda one: bool(one[1].problem))
        return [
            i
            for i, candidate in ready_first
            if not candidate.used
            and not contradiction(full, candidate.fingerprint, self._kind, data_driven=bool(held))
            and not misstated(target, candidate.fingerprint, values)
            and compatible(self._kind, target.role, candidate.fingerprint.role)
            and (
                holding(target, candidate.fingerprint, values) if held else may_have_moved(full, candidate.fingerprint)
            )
        ]

    @cached_property
    def _compared(self) -> tuple[ElementEvidence, list[tuple[int, ElementEvidence]]]:
        """The evidence of the target and of the shortlisted candidates."""
        target, values = self._target, self._values
        full = for_ranking(target, values)
        seen = [self._candidates[i].fingerprint for i in self._free]
        if held_values(target, values):  # each candidate holds this run's values; the words around them may be data
            seen = [
                replace(one, context=full.context, name=full.name if has_same_name(target, one, values) else one.name)
                for one in seen
            ]
        known = element(full)
        return known, shortlisted(known, seen)

    def _ranking(self, *, loose: bool) -> Ranking:
        """Return the ranking under strict or loose comparison of names; each is computed at most once."""
        if loose not in self._rankings:
            known, rivals = self._compared
            aliases = (*self._target.aliases, *filter(None, [own_label(self._target)]))
            similarity = with_aliases(aliases, loose_similarity if loose else label_similarity)
            self._rankings[loose] = ranked(known, compared(known, rivals, similarity), frozen())
        return self._rankings[loose]


def for_ranking(target: Fingerprint, values: Mapping[str, str]) -> Fingerprint:
    """Return the target with its values filled in, without evidence of the record on which it was learned."""
    full = filled(target, values)
    own = {key: text for key, text in target.attributes.items() if not names(text)}
    if held_values(target, values):
        own = {key: text for key, text in own.items() if key not in ("id", "name", "href", "title", "alt", *TEST_IDS)}
        own.pop("aria-label", None)
        bare = replace(full, text=full.name, absolute_xpath="", css="", box=None, neighbours=(), counts={"name": 1})
        return replace(bare, attributes=own)
    return replace(full, attributes=own)


def _empty(target: Fingerprint, values: Mapping[str, str]) -> Verdict | None:
    needed = [name for name in names(f"{target.name} {target.text}") if name in values]
    if needed and not any(values[name].strip() for name in needed):
        return _missing(f"the element is identified by {', '.join(needed)}, whose value is empty now")
    return None


def _missing(*why: str, cause: Cause = Cause.MISSING) -> Verdict:
    return Verdict(identity=Identity.MISSING, cause=cause, evidence=why)


def _among_equals(
    target: Fingerprint, candidates: Sequence[Candidate], equal: list[int], named: int, *, held: bool
) -> Verdict:
    """Judge elements that agree on every decisive key, of ``named`` ones of the name. Their place decides."""
    standing = [i for i in equal if stands(target, candidates[i].fingerprint, held=held, rivals=len(equal))]
    if not standing and shared(target):
        many = f"{target.counts['name']} elements were {target.title()}, and none stands where it stood"
        return _ambiguous(many, candidates, equal)
    if not standing:
        one = candidates[equal[0]].fingerprint
        where = f"{target.title()} is there, but elsewhere: {at_path(one)}"
        return _missing(where, *place_difference(target, one), cause=Cause.MOVED)
    best = _best_placed(target, candidates, standing)
    seen = [i for i in best if candidates[i].problem not in OUT_OF_SIGHT]
    at_home = [candidates[i].fingerprint.absolute_xpath for i in seen] == [target.absolute_xpath]
    if len(best) > 1 and (not shared(target) or at_home):
        best = seen or best
    best = of_one_shape(target, candidates, best, held=held)
    if len(best) > 1 and target.counts.get("name", 1) in (len(equal), named):
        best = [i for i in best if candidates[i].fingerprint.absolute_xpath == target.absolute_xpath] or best
    if len(best) == 1:
        return Verdict(identity=Identity.SAME, index=best[0])
    return _ambiguous(f"{len(best)} elements are {target.title()}, and nothing tells them apart", candidates, best)


def _best_placed(target: Fingerprint, candidates: Sequence[Candidate], standing: Sequence[int]) -> list[int]:
    points = {i: place(target, candidates[i].fingerprint) for i in standing}
    return solid(target, candidates, [i for i in standing if points[i] == max(points.values())])


def _ambiguous(why: str, candidates: Sequence[Candidate], equal: Sequence[int]) -> Verdict:
    shown = (why, *(at_path(candidates[i].fingerprint) for i in equal[:3]))
    return Verdict(identity=Identity.AMBIGUOUS, cause=Cause.AMBIGUOUS, evidence=shown)
