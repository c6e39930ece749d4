"""The signature of a failure: the same for one cause with any data, another one for another cause."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.flow.knowledge.failure_signature import FailureSignature, closest, failure_signature, likeness
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import Step, StepKind

SEND = Step(kind=StepKind.CLICK, target=Fingerprint(tag="button", role="button", name="Send"), route="/new")
EXPECTED = 'expected the message status "Message sent"'


def signature(*evidence: str, cause: Cause = Cause.WRONG_EFFECT, **values: str) -> FailureSignature:
    drift = Drift(step=1, cause=cause, title="click Send", evidence=evidence, reason="page_changed")
    return failure_signature(drift, SEND, values)


def shown(*messages: str) -> str:
    return f"the page shows {list(messages)}"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (shown("alert|The mailbox of anna@a.test is full"), shown("alert|The mailbox of bob@b.test is full")),
        (shown("alert|3 of 5 MB used"), shown("alert|17 of 20 MB used")),
        (shown("heading|New message", "alert|Full"), shown("alert|Full", "heading|Inbox (4)")),
        (shown("status|3 new messages", "alert|Full"), shown("alert|Full")),
        ("POST http://a.test/mails/17?x=1: 500", "POST http://a.test/mails/4?x=2: 500"),
    ],
)
def test_data_counters_order_and_bystanders_make_no_other_failure(first: str, second: str) -> None:
    assert signature(EXPECTED, first) == signature(second, EXPECTED)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (shown("alert|Full"), shown("alert|Not an address")),
        (shown("heading|Sign in"), shown("heading|New message")),
        ("POST http://a.test/mails: 500", "POST http://a.test/mails: 429"),
        (EXPECTED, 'expected the message status "Draft saved"'),
        ("the element is there but hidden", "the element is there but disabled"),
    ],
)
def test_another_message_status_effect_or_state_is_another_failure(first: str, second: str) -> None:
    assert closest(signature(first), [signature(second)]) is None


def test_another_page_role_or_cause_is_another_failure() -> None:
    mine = signature(EXPECTED)
    drift = Drift(step=1, cause=Cause.WRONG_EFFECT, title="", evidence=(EXPECTED,), reason="page_changed")
    others = [signature(EXPECTED, cause=Cause.MISSING), failure_signature(drift, None, {})]

    assert closest(mine, others) is None
    assert closest(mine, [*others, mine]) == mine


@given(st.text("abcdefgh {}[]'\"|", min_size=3, max_size=12).filter(lambda text: text.strip() == text))
def test_a_value_of_the_run_is_never_part_of_it(value: str) -> None:
    told = signature(f"expected ~{value}~", shown(f"alert|~{value}~"), to=value)

    assert f"~{value}~" not in repr(told)


@given(st.lists(st.text(max_size=8), max_size=4), st.lists(st.text(max_size=8), max_size=4))
def test_likeness_is_a_share_that_does_not_depend_on_the_order(first: list[str], second: list[str]) -> None:
    share = likeness(first, second)

    assert 0 <= share <= 1
    assert share == pytest.approx(likeness(list(reversed(first)), list(reversed(second))))
    assert likeness(first, first) == 1
