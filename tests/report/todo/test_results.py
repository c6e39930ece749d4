"""``results.md`` of a lesson: a cost that nobody knows is not called zero."""

from __future__ import annotations

import pytest

from pytest_ami.model.outcome import Outcome, Run
from pytest_ami.report.todo.results import results
from pytest_ami.report.todo.state import begin


@pytest.mark.parametrize(
    ("tokens", "money", "stated"),
    [(0, 0.0, "$0.0000"), (90, 0.5, "$0.5000"), (90, 0.0, "no price is known, or it is free")],
)
def test_an_unknown_price_is_said_to_be_unknown(tokens: int, money: float, stated: str) -> None:
    run = Run(task="pay", outcome=Outcome.LEARNED, tokens=tokens, money=money)
    text = results(run, begin("s1", "pay", "2026-01-31T08:15:00Z", "http://app.test/"), "t.py::test", passed=True)
    assert f"- Money: {stated}" in text.splitlines()
