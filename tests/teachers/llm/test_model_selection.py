"""The order of models: by verified outcomes, the cheapest first, and the same for the same records."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.teachers.llm.model_selection import ModelRecord, order_models, task_kind

MODELS = ("small", "middle", "large")
TESTS = [f"test_mail.py::test[{number}]" for number in range(40)]


def record(model: str, held: int, of: int, money: float = 0.01, kind: str = "send") -> ModelRecord:
    return ModelRecord(model=model, kind=kind, lessons=of, held=held, money=money)


@pytest.mark.parametrize(
    ("records", "first"),
    [
        ((), "small"),  # cheap first
        ((record("small", 0, 1),), "middle"),  # a failure escalates this kind of task
        ((record("small", 1, 1),), "small"),
        ((record("small", 9, 10),), "small"),
        ((record("small", 5, 10), record("large", 9, 10)), "middle"),
        ((record("small", 0, 3), record("middle", 0, 3)), "large"),
        ((record("small", 0, 3), record("middle", 0, 3), record("large", 0, 9)), "small"),  # nobody can: the cheapest
        ((record("small", 0, 9, kind="delete"), record("middle", 9, 9, kind="delete")), "middle"),  # bad at all others
        ((record("small", 8, 9, kind="delete"),), "small"),  # a failure elsewhere weighs less
        ((record("small", 9, 10, 0.01), record("middle", 10, 10, 0.5)), "small"),
        ((record("small", 9, 10, 0.70), record("middle", 10, 10, 0.5)), "middle"),  # it costs more than it saves
    ],
)
def test_the_first_model_follows_from_the_records(records: tuple[ModelRecord, ...], first: str) -> None:
    found = order_models(MODELS, records, "send")
    assert found.models[0] == first
    assert found.reason.startswith(f"{first} begins: ")


def test_the_reason_names_the_evidence() -> None:
    records = (record("small", 0, 3), record("middle", 4, 4))
    assert order_models(MODELS, records, "send").reason == (
        "middle begins: 4 of 4 such lessons held; small held 0 of 3"
    )


def test_tests_spread_over_models_that_are_equally_good_and_cost_the_same() -> None:
    records = (record("small", 9, 9, 0.01), record("middle", 9, 9, 0.011), record("large", 9, 9, 0.3))
    firsts = [order_models(MODELS, records, "send", test=test).models[0] for test in TESTS]
    assert {firsts.count("small"), firsts.count("middle")} <= set(range(10, 31))
    assert "large" not in firsts
    avoiding = [order_models(MODELS, records, "send", test=test, avoided={"small"}).models[0] for test in TESTS]
    assert set(avoiding) == {"middle"}


def test_a_model_at_its_limit_is_skipped_only_if_the_next_one_is_good_enough() -> None:
    good = (record("small", 9, 9, 0.01), record("middle", 9, 9, 0.1))
    bad = (record("small", 9, 9, 0.01), record("middle", 0, 9, 0.1), record("large", 0, 9, 0.3))
    assert order_models(MODELS, good, "send", avoided={"small"}).models[0] == "middle"
    assert order_models(MODELS, bad, "send", avoided={"small"}).models[0] == "small"
    assert "rate limit" in order_models(MODELS, good, "send", avoided={"small"}).reason


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.builds(
            lambda model, kind, lessons, share, seconds, money: ModelRecord(
                model=model, kind=kind, lessons=lessons, held=round(lessons * share), seconds=seconds, money=money
            ),
            st.sampled_from(MODELS),
            st.sampled_from(("send", "delete")),
            st.integers(0, 40),
            st.floats(0, 1),
            st.floats(0, 100) | st.none(),
            st.floats(0, 2) | st.none(),
        ),
        max_size=6,
        unique_by=lambda one: (one.model, one.kind),
    ),
    st.sets(st.sampled_from(MODELS)),
    st.sampled_from(TESTS),
)
def test_the_order_is_a_tail_of_the_users_and_the_same_each_time(
    records: list[ModelRecord], avoided: set[str], test: str
) -> None:
    found = order_models(MODELS, records, "send", test=test, avoided=avoided)

    assert found.models
    assert MODELS[-len(found.models) :] == found.models
    assert found == order_models(MODELS, records[::-1], "send", test=test, avoided=avoided)


def test_the_kind_of_a_task_is_its_verb() -> None:
    assert task_kind("send email") == task_kind("发送邮件") == task_kind("Send an e-mail to Bob") == "send"
    assert task_kind("send email") != task_kind("archive email")
    assert task_kind("send email") == task_kind("send report")
    assert task_kind("") == "?"
