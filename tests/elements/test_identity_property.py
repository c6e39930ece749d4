"""Identity on random candidates: nothing contradicting is usable, and reasons are always given."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_ami.elements.identity import Identity, judge, rank
from pytest_ami.elements.place import IDENTITY
from pytest_ami.lexicon.label_synonyms import label_similarity
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Candidate
from pytest_ami.model.workflow import StepKind

WORD = st.sampled_from(["", "Send", "Delete", "Item 1", "Item 2", "Milk", "Milkshake", "删除"])
PLACES = st.sampled_from(["", "form|", "nav|Main"])
ROLE = st.sampled_from(["button", "link", "textbox"])
ATTRIBUTES = st.dictionaries(
    st.sampled_from(["id", "name", "data-testid", "href", "type"]), st.sampled_from(["a", "b"]), max_size=3
)
COUNTS = st.dictionaries(st.sampled_from(["name", "id", "field"]), st.integers(1, 3))
PRINTS = st.builds(
    Fingerprint,
    tag=st.just("x"),
    role=ROLE,
    name=WORD,
    label=WORD,
    attributes=ATTRIBUTES,
    landmark=PLACES,
    heading=WORD,
    context=WORD,
    neighbours=st.lists(WORD.filter(bool), max_size=2).map(tuple),
    counts=COUNTS,
    absolute_xpath=st.sampled_from(["/a", "/b"]),
    lookalikes=st.lists(st.sampled_from(["button|Item 2|", "link|Send|Milk"]), max_size=1).map(tuple),
)
SIGHTED = st.builds(
    Fingerprint,
    tag=st.just(""),
    role=ROLE,
    name=WORD,
    label=WORD,
    attributes=ATTRIBUTES,
    landmark=PLACES,
    heading=WORD,
    context=WORD,
    neighbours=st.lists(WORD.filter(bool), max_size=2).map(tuple),
    absolute_xpath=st.sampled_from(["/a", "/b", "/c"]),
)
CANDIDATES = st.lists(
    st.builds(Candidate, fingerprint=SIGHTED, agree=st.booleans(), problem=st.sampled_from(["", "hidden"])),
    max_size=5,
)


def seen_as(candidate: Candidate, **changes: Any) -> Candidate:
    return replace(candidate, fingerprint=replace(candidate.fingerprint, **changes))


Candidates = list[Candidate]
KINDS = st.sampled_from([StepKind.CLICK, StepKind.FILL])


@settings(max_examples=150, deadline=None)
@given(PRINTS, KINDS, CANDIDATES)
def test_a_heal_has_two_keys_and_no_contradiction(
    target: Fingerprint, kind: StepKind, candidates: list[Candidate]
) -> None:
    found = judge(target, kind, candidates, {})

    if found.identity is Identity.DRIFTED:
        (row,) = rank(target, [candidates[found.index].fingerprint], label_similarity=label_similarity).rows
        assert len(row.agree) >= 2
        assert not row.against - {"identity"}


@settings(max_examples=150, deadline=None)
@given(PRINTS, KINDS, CANDIDATES)
def test_not_acting_has_a_cause_and_evidence(target: Fingerprint, kind: StepKind, candidates: Candidates) -> None:
    found = judge(target, kind, candidates, {})

    assert found.usable is (found.cause is None)
    assert found.usable or found.evidence
    assert not found.usable or 0 <= found.index < len(candidates)


@settings(max_examples=150, deadline=None)
@given(PRINTS, KINDS, CANDIDATES)
def test_another_name_is_never_the_same_element(
    target: Fingerprint, kind: StepKind, candidates: list[Candidate]
) -> None:
    assume(target.name)
    others = [seen_as(candidate, name="Something else") for candidate in candidates]

    assert not judge(target, kind, others, {}).usable


@settings(max_examples=150, deadline=None)
@given(PRINTS, KINDS, CANDIDATES, st.sampled_from([key for key in IDENTITY if key in ("id", "name", "data-testid")]))
def test_a_contradicting_unique_attribute_is_healed_on_a_name_that_nothing_else_has(
    target: Fingerprint, kind: StepKind, candidates: list[Candidate], key: str
) -> None:
    alone = Fingerprint(
        **{
            **{f: getattr(target, f) for f in Fingerprint.__dataclass_fields__},
            "attributes": {key: "mine"},
            "counts": {},
        }
    )
    candidates = [
        replace(seen_as(one, attributes={**one.fingerprint.attributes, key: "other"}), agree=False)
        for one in candidates
    ]

    found = judge(alone, kind, candidates, {})

    if found.usable:
        named = [i for i, one in enumerate(candidates) if one.fingerprint.name == alone.name]
        assert found.index in named
        chosen = candidates[found.index].fingerprint
        generated = found.identity is Identity.SAME  # an id that changed in the same place was made for that visit
        assert chosen.absolute_xpath == alone.absolute_xpath if generated else True
        assert generated or all(candidates[i].fingerprint == chosen for i in named)


@settings(max_examples=150, deadline=None)
@given(KINDS, CANDIDATES, st.sampled_from(["Milk", "Item 1", "Item 2"]), st.booleans())
def test_a_value_that_nothing_holds_is_never_found(
    kind: StepKind, candidates: list[Candidate], item: str, named: object
) -> None:
    told = {"name": "{{item}}", "context": ""} if named else {"name": "Send", "context": "{{item}}"}
    target = Fingerprint(tag="x", role="button", name=told["name"], context=told["context"])
    others = [
        seen_as(one, name="Milkshake", context="Item 12")
        if item in (one.fingerprint.name, one.fingerprint.context)
        else one
        for one in candidates
    ]

    assert not judge(target, kind, others, {"item": item}).usable


def _same_link(first: Fingerprint, second: Fingerprint) -> bool:
    return first.name == second.name and first.attributes["href"] == second.attributes["href"]


@settings(max_examples=150, deadline=None)
@given(PRINTS, KINDS, CANDIDATES)
def test_the_order_of_candidates_decides_nothing(
    target: Fingerprint, kind: StepKind, candidates: list[Candidate]
) -> None:
    one, other = judge(target, kind, candidates, {}), judge(target, kind, candidates[::-1], {})

    assert one.usable is other.usable
    if one.usable:
        assert one.identity is other.identity
        first, second = candidates[one.index], candidates[::-1][other.index]
        assert first.problem == second.problem
        assert first == second or _same_link(first.fingerprint, second.fingerprint)  # a page may repeat its links
