"""Budgets and prices: how they are written, when they are reached, and what a model costs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.errors import ConfigurationError
from pytest_ami.model.outcome import Usage
from pytest_ami.teachers.budget import LESSON, Budget, RunBudget, budget_checks, exceeded, parse_budget
from pytest_ami.teachers.llm.prices import LISTED, Price, cost, parse_prices, price_of


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("", Budget()),
        ("calls=3", Budget(calls=3)),
        (" calls = 3 , money=0.50,seconds=1.5, tokens=9 ", Budget(calls=3, money=0.5, seconds=1.5, tokens=9)),
    ],
)
def test_a_budget_is_names_and_numbers(text: str, budget: Budget) -> None:
    assert parse_budget(text, "ami_run_budget") == budget


@pytest.mark.parametrize("text", ["calls", "calls=", "calls=-1", "clals=3", "calls=3;tokens=4", "calls=three"])
def test_what_is_no_budget_is_said_so(text: str) -> None:
    with pytest.raises(ConfigurationError, match="ami_run_budget"):
        parse_budget(text, "ami_run_budget")


@pytest.mark.parametrize(
    ("usage", "elapsed", "said"),
    [
        (Usage(calls=39, tokens=199_999, money=0.99), 179.9, ""),
        (Usage(calls=40), 0, "40 of 40 model calls"),
        (Usage(tokens=200_000), 0, "200000 of 200000 tokens"),
        (Usage(money=1.25), 0, "$1.2500 of $1"),
        (Usage(), 180, "180.0 of 180 seconds"),
    ],
)
def test_a_limit_is_reached_and_named(usage: Usage, elapsed: float, said: str) -> None:
    assert said in exceeded(LESSON, usage, elapsed)
    assert bool(exceeded(LESSON, usage, elapsed)) == bool(said)


def test_a_run_counts_what_earlier_lessons_cost() -> None:
    purse = RunBudget(Budget(money=1.0))
    purse.spend(Usage(money=0.9, calls=3))
    before, _ = budget_checks(LESSON, Budget(), purse)

    assert before(Usage(money=0.05)) == ""
    assert "All lessons of this run together cost $1.0000 of $1" in before(Usage(money=0.1))


def test_a_move_that_cost_too_much_is_the_last() -> None:
    _, after = budget_checks(LESSON, Budget(calls=2, tokens=500, money=0.1), RunBudget())

    assert after(Usage(calls=2, tokens=500, money=0.1)) == ""
    assert "One move used 3 of 2 model calls." in after(Usage(calls=3))
    assert after(Usage(tokens=501))
    assert after(Usage(money=0.11))


@pytest.mark.parametrize(
    ("model", "price"),
    [
        ("gpt-5-mini", LISTED["gpt-5-mini"]),
        ("gpt-5-mini-2025-08-07", LISTED["gpt-5-mini"]),
        ("openai/gpt-5", LISTED["gpt-5"]),
        ("mine", Price(1, 2)),
        ("gpt-5-turbo", None),
        ("llama", None),
    ],
)
def test_the_price_of_a_model(model: str, price: Price | None) -> None:
    assert price_of(model, parse_prices("mine = 1/2")) == price


def test_a_model_without_a_price_costs_nothing_that_is_known() -> None:
    assert cost(None, 1_000_000, 1_000_000) == 0
    assert cost(Price(0.25, 2.0), 1_000_000, 500_000) == pytest.approx(1.25)


@pytest.mark.parametrize("text", ["mine", "mine=1", "mine=1/", "=1/2", "mine=-1/2"])
def test_what_is_no_price_is_said_so(text: str) -> None:
    with pytest.raises(ConfigurationError, match="ami_prices"):
        parse_prices(text)


@settings(max_examples=100, deadline=None)
@given(*(st.integers(0, 10**7) for _ in range(4)))
def test_usage_adds_up_and_takes_away(a: int, b: int, x: int, y: int) -> None:
    one, other = Usage(calls=a, tokens=b), Usage(calls=x, tokens=y)

    assert (one + other) - other == one
