"""The ledger of what a site did: what is missing, what is too much, and notes from several threads."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.sites.ledger import Effect, Ledger, differences, effect

EXAMPLES = settings(max_examples=200, deadline=None)
NAMES = st.sampled_from(("to", "subject", "amount", "item"))
DETAILS = st.dictionaries(NAMES, st.one_of(st.text(max_size=6), st.integers(), st.booleans(), st.none()), max_size=3)
EFFECTS = st.builds(lambda what, details: effect(what, **details), st.sampled_from(("sent", "ordered")), DETAILS)
MANY = st.lists(EFFECTS, max_size=6)


def test_details_are_text_in_the_order_of_their_names() -> None:
    assert effect("sent", to="a@b.example", amount=3) == Effect("sent", (("amount", "3"), ("to", "a@b.example")))
    assert effect("sent", cc="") != effect("sent")


def test_an_effect_is_one_line_for_people() -> None:
    assert str(effect("sent", to="a@b.example", subject="")) == "sent, subject='', to='a@b.example'"
    assert str(effect("settings reset")) == "settings reset"


def test_a_lost_effect_is_told_from_a_wrong_one() -> None:
    sent, other = effect("sent", to="a"), effect("sent", to="b")
    assert differences([sent], []) == ((sent,), ())
    assert differences([], [sent]) == ((), (sent,))
    assert differences([sent], [other]) == ((sent,), (other,))


def test_twice_is_once_too_often() -> None:
    sent = effect("sent", to="a")
    assert differences([sent], [sent, sent]) == ((), (sent,))
    assert differences([sent, sent], [sent]) == ((sent,), ())


def test_a_ledger_keeps_the_order_until_it_is_cleared() -> None:
    ledger = Ledger()
    ledger.note("sent", to="b")
    ledger.note("archived", subject="a")
    before = ledger.effects()
    ledger.clear()
    assert before == (effect("sent", to="b"), effect("archived", subject="a"))
    assert ledger.effects() == ()


def test_an_effect_cannot_be_changed() -> None:
    sent = effect("sent")
    with pytest.raises(AttributeError):
        sent.what = "deleted"  # type: ignore[misc]


def test_notes_of_several_threads_are_all_there() -> None:
    ledger = Ledger()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: ledger.note("sent", number=number), range(400)))
    assert differences((effect("sent", number=number) for number in range(400)), ledger.effects()) == ((), ())


@pytest.mark.slow
@EXAMPLES
@given(MANY, st.randoms(use_true_random=False))
def test_the_order_does_not_matter(effects: list[Effect], random: Random) -> None:
    shuffled = random.sample(effects, len(effects))
    assert differences(effects, shuffled) == ((), ())


@pytest.mark.slow
@EXAMPLES
@given(MANY, MANY)
def test_what_is_missing_and_what_is_too_much_account_for_everything(
    expected: list[Effect], happened: list[Effect]
) -> None:
    missing, further = differences(expected, happened)
    assert Counter(happened) + Counter(missing) == Counter(expected) + Counter(further)
    assert not set(missing) & set(further)


@pytest.mark.slow
@EXAMPLES
@given(MANY, MANY)
def test_swapping_the_sides_swaps_the_answer(expected: list[Effect], happened: list[Effect]) -> None:
    assert differences(expected, happened) == differences(happened, expected)[::-1]


@pytest.mark.slow
@EXAMPLES
@given(MANY, EFFECTS)
def test_nothing_that_is_lost_or_added_goes_unseen(effects: list[Effect], one: Effect) -> None:
    assert differences([*effects, one], effects) == ((one,), ())
    assert differences(effects, [*effects, one]) == ((), (one,))


@pytest.mark.slow
@EXAMPLES
@given(st.lists(st.tuples(st.sampled_from(("sent", "ordered")), DETAILS), max_size=8))
def test_a_ledger_holds_what_was_noted(notes: list[tuple[str, dict[str, object]]]) -> None:
    ledger = Ledger()
    for what, details in notes:
        ledger.note(what, **details)
    assert ledger.effects() == tuple(effect(what, **details) for what, details in notes)


@pytest.mark.slow
@EXAMPLES
@given(MANY)
def test_answers_are_sorted_so_that_messages_are_stable(effects: list[Effect]) -> None:
    assert differences(effects, ()) == (tuple(sorted(effects)), ())
