"""Whatever the evidence: ranking orders, deciding is silent in doubt, and nothing raises."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.candidates import rank
from pytest_ami.elements.decide import Identity, decide
from pytest_ami.elements.element import element

WORDS = st.sampled_from(["", "Send", "Discard", "Save draft", "Löschen", "发送", "Mail 3", "…"])
PATHS = st.sampled_from(["", "/html[1]/body[1]/div[1]/a[1]", "/html[1]/body[1]/div[1]", "/html[1]/body[1]/nav[1]/a[2]"])
NUMBERS = st.one_of(st.integers(-50, 2000), st.floats(allow_nan=True, allow_infinity=True))
JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    NUMBERS,
    st.text(max_size=4),
    st.lists(st.none(), max_size=4),
    st.dictionaries(WORDS, WORDS),
)
OURS = st.fixed_dictionaries(
    {"tag": st.sampled_from(["a", "button", "input", "div"])},
    optional={
        "role": st.sampled_from(["", "link", "button", "textbox", "checkbox"]),
        "name": WORDS,
        "label": WORDS,
        "text": WORDS,
        "attributes": st.dictionaries(st.sampled_from(["id", "name", "href", "data-testid", "type"]), WORDS),
        "absolute_xpath": PATHS,
        "landmark": WORDS,
        "heading": WORDS,
        "context": WORDS,
        "neighbours": st.lists(WORDS, max_size=4),
        "box": st.tuples(*[st.integers(0, 900)] * 4),
        "counts": st.dictionaries(st.sampled_from(["name", "id", "href"]), st.integers(1, 3)),
    },
)
BARE = st.fixed_dictionaries(
    {"tag": st.sampled_from(["a", "button", "span"]), "text": WORDS},
    optional={
        "attributes": st.dictionaries(st.sampled_from(["id", "name", "href"]), WORDS),
        "absolute_xpath": PATHS,
        "neighbours": st.lists(WORDS, max_size=1),
        "classes": st.lists(WORDS, max_size=2),
    },
)
BROKEN = st.dictionaries(
    st.sampled_from(["tag", "name", "attributes", "box", "role", "css", "text", "counts", "classes", "neighbours"]),
    JUNK,
)
ANY = st.one_of(OURS, BARE, BROKEN, JUNK)
PROFILES = st.sampled_from(["strict", "balanced", "off"])


@settings(max_examples=200)
@given(ANY, st.lists(ANY, max_size=6), PROFILES, st.sampled_from(["click", "fill", "check", "no such action"]))
def test_nothing_that_a_page_may_say_raises(target: Any, page: list[Any], profile: Any, action: str) -> None:
    ranking = rank(target, page)
    verdict = decide(ranking, action, profile=profile)
    found = sorted(index for row in ranking.rows for index in (row.index, *row.folded))
    assert found == list(range(len(page)))
    assert -1 <= verdict.index < len(page)
    assert 0.0 <= verdict.probability <= 1.0
    assert verdict.evidence
    assert verdict.usable == (verdict.cause is None)


@settings(max_examples=200)
@given(OURS, st.lists(st.one_of(OURS, BARE), max_size=6))
def test_the_rows_come_best_first_and_say_only_what_independent_groups_say(target: Any, page: list[Any]) -> None:
    rows = rank(target, page).rows
    assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)
    for row in rows:
        assert not row.agree & row.against or row.against <= {"place"} or row.agree & row.against <= {"destination"}


@settings(max_examples=200)
@given(OURS, st.lists(st.one_of(OURS, BARE), min_size=1, max_size=6))
def test_strict_never_acts_where_balanced_does_not_and_off_heals_nothing(target: Any, page: list[Any]) -> None:
    ranking = rank(target, page)
    if decide(ranking, profile="strict").usable:
        assert decide(ranking, profile="balanced").usable
    assert decide(ranking, profile="off").identity is not Identity.DRIFTED


@settings(max_examples=200)
@given(OURS, st.lists(st.one_of(OURS, BARE), min_size=1, max_size=6))
def test_who_is_called_otherwise_is_never_acted_on(target: Any, page: list[Any]) -> None:
    verdict = decide(rank(target, page))
    if verdict.usable:
        was, now = element(target), element(page[verdict.index])
        assert not was.name or not now.name or was.name == now.name
        same_page = not was.link or not now.link or was.link.split("/")[-1] == now.link.split("/")[-1]
        assert same_page or (
            was.name and was.name == now.name
        )  # a link that moved: its name is alone, its place agrees


@settings(max_examples=200)
@given(OURS, st.lists(OURS, max_size=5), st.randoms())
def test_the_order_of_the_candidates_does_not_decide_who_is_acted_on(target: Any, page: list[Any], chance: Any) -> None:
    verdict = decide(rank(target, page))
    mixed = list(enumerate(page))
    chance.shuffle(mixed)
    again = decide(rank(target, [element for _, element in mixed]))
    if verdict.usable and again.usable:
        assert page[verdict.index] == mixed[again.index][1] or rank(target, page).rows[0].folded


@settings(max_examples=100)
@given(OURS)
def test_an_element_is_at_the_head_of_its_own_page(target: Any) -> None:
    others = [{"tag": "div", "name": f"Nothing like it {n}", "absolute_xpath": f"/html[1]/p[{n}]"} for n in range(60)]
    assert rank(target, [*others, target]).rows[0].index == 60
