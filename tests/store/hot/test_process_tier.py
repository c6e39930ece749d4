"""The hot tier of one process: it never exceeds its budget, and has what was asked for last."""

from __future__ import annotations

import tracemalloc

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.memory import Intent, PageOperation
from pytest_ami.store.hot.process_tier import PageAnswer, ProcessTier, encoded


def answer(number: int, text: str = "Send") -> PageAnswer:
    intents = tuple(Intent(kind="click", role="button", name=f"{text} {n}") for n in range(3))
    return PageAnswer(number, (PageOperation(id=f"s{number}", description=text, intents=intents),), ("2026-01-01",))


@settings(max_examples=100, deadline=None)
@given(
    budget=st.integers(0, 20_000),
    asked=st.lists(st.tuples(st.integers(0, 8), st.integers(0, 60)), max_size=30),
)
def test_the_budget_holds_and_no_answer_is_another_ones(budget: int, asked: list[tuple[int, int]]) -> None:
    tier = ProcessTier(budget)
    for number, size in asked:
        tier.put(str(number), answer(number, "x" * size))
        assert 0 <= tier.bytes <= budget
        for key in map(str, range(9)):
            found = tier.get(key)
            assert found is None or found.number == int(key)
    tier.clear()
    assert tier.bytes == 0
    assert tier.get("1") is None


def test_the_answer_that_was_asked_for_longest_ago_goes_first() -> None:
    tier = ProcessTier(8000)
    tier.put("0", answer(0))
    tier.put("1", answer(1))
    for number in range(2, 50):
        assert tier.get("0") is not None
        tier.put(str(number), answer(number))
        if "1" not in tier._kept:
            break
    assert "0" in tier._kept
    assert number > 2


def test_the_estimate_of_bytes_is_an_upper_bound() -> None:
    blobs = [encoded(answer(n, f"text {n}")) for n in range(300)]
    tier = ProcessTier()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for number, blob in enumerate(blobs):
        tier.put(f"key {number}", msgspec.json.decode(blob, type=PageAnswer))
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert taken <= tier.bytes
