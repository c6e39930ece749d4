"""Effects: only what is new counts, and what came about is recognised."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from pytest_ami.elements.text_keys import fold
from pytest_ami.engine.effects.expectation import difference, expectation, watched
from pytest_ami.model.look import EffectState, Expectation, Presence
from pytest_ami.model.operation import PageState
from pytest_ami.model.workflow import Effects
from tests.support.effects import satisfied

WORD = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=10)
SHOWN = WORD.map(lambda text: " ".join(text.split())).filter(bool)
"""Texts as the page's script reads them: white space folded, none at the ends, and never empty."""

NOTICES = st.lists(st.tuples(st.sampled_from(["status", "alert", "dialog", "heading"]), SHOWN), max_size=4)
CONTROLS = st.lists(st.tuples(st.sampled_from(["button", "link"]), SHOWN), max_size=4)
STATES = st.builds(
    lambda url, notices, controls, last: PageState(
        url=f"http://h/{url}",
        notices=tuple("|".join(pair) for pair in notices),
        controls=tuple("|".join(pair) for pair in controls),
        last_value=last,
    ),
    st.sampled_from(["", "a", "a/17", "b?c=d"]),
    NOTICES,
    CONTROLS,
    st.none() | WORD,
)

VALUES = st.dictionaries(st.sampled_from(["one", "two"]), WORD)


def present(keys: tuple[str, ...], state: PageState) -> dict[str, Presence]:
    have = {fold(key) for key in (*state.notices, *state.controls)}
    return {key: fold(key) in have for key in keys}


def now(expect: Expectation | None, state: PageState) -> EffectState:
    import re

    from pytest_ami.elements.addresses.routes import address

    wanted = expect or Expectation()
    route = bool(re.search(wanted.route, address(state.url))) if wanted.route else None
    return EffectState(present=present(wanted.keys, state), route=route, last=state.last_value)


@settings(max_examples=150, deadline=None)
@given(STATES, STATES, VALUES)
def test_what_was_recorded_is_recognised_when_it_comes_again(
    before: PageState, after: PageState, values: dict[str, str]
) -> None:
    effects = difference(before, after, values=values, typed=after.last_value)
    seen_before = present(watched(effects, values), before)

    expect = expectation(effects, seen_before, values, url=before.url)

    assert satisfied(expect, now(expect, after)), expect


@settings(max_examples=150, deadline=None)
@given(STATES, STATES, VALUES)
def test_a_page_that_stays_as_it_was_proves_nothing(
    before: PageState, after: PageState, values: dict[str, str]
) -> None:
    effects = difference(before, after, values=values)
    expect = expectation(effects, present(watched(effects, values), before), values, url=before.url)

    if effects:
        assert not satisfied(expect, now(expect, before))


@settings(max_examples=150, deadline=None)
@given(STATES, STATES, VALUES)
def test_what_is_there_already_proves_nothing(before: PageState, after: PageState, values: dict[str, str]) -> None:
    effects = difference(before, after, values=values)
    if effects.vanished or not effects:
        return

    expect = expectation(effects, present(watched(effects, values), after), values, url=after.url)

    assert not satisfied(expect, now(expect, after))


@settings(max_examples=100, deadline=None)
@example(PageState(url="http://h/", notices=("status|NOT",), controls=(), last_value=None), {})
@given(STATES, VALUES)
def test_no_difference_is_no_effect(state: PageState, values: dict[str, str]) -> None:
    found = difference(state, state, values=values)

    assert replace(found, refusals=()) == Effects()  # a message of a failure that stands there is known beforehand
