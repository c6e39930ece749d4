"""The cause of a failed step: page, application, environment, data or time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.elements.attribution import HELD, OTHERS, reason_of
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.outcome import Cause, Drift, Reason


def drift(cause: Cause, *evidence: str) -> Drift:
    return Drift(step=1, cause=cause, title="x", evidence=evidence)


@pytest.mark.parametrize(
    "line",
    [
        "GET http://app.test/: net::ERR_CONNECTION_REFUSED",
        "Page.goto: net::ERR_NAME_NOT_RESOLVED at http://app.test/",
        "Page.goto: NS_ERROR_UNKNOWN_HOST",
        "GET http://app.test/: Could not connect to server".replace("Could", "could"),
        "connect ECONNREFUSED 127.0.0.1:80",
    ],
)
def test_a_host_that_cannot_be_reached_is_the_environment(line: str) -> None:
    assert reason_of(drift(Cause.APP_DOWN, line)) is Reason.ENVIRONMENT_DOWN
    assert reason_of(drift(Cause.APP_DOWN, line, "GET http://app.test/api: 503")) is Reason.APPLICATION_BROKEN


@pytest.mark.parametrize("line", ["POST http://app.test/send: 500", "GET http://app.test/: failed", ""])
def test_a_server_that_answers_with_errors_is_a_broken_application(line: str) -> None:
    assert reason_of(drift(Cause.APP_DOWN, line)) is Reason.APPLICATION_BROKEN


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('the page shows ["alert|Something went wrong"]', Reason.APPLICATION_BROKEN),
        ('the page shows ["alert|发送失败，请稍后再试"]', Reason.APPLICATION_BROKEN),
        ('the page shows ["alert|Please enter an address"]', Reason.PAGE_CHANGED),
        ('expected the message "Something went wrong"', Reason.PAGE_CHANGED),
    ],
)
def test_an_application_that_says_so_itself_is_broken(line: str, reason: Reason) -> None:
    assert reason_of(drift(Cause.WRONG_EFFECT, line)) is reason


@pytest.mark.parametrize(
    ("line", "data_driven", "reason"),
    [
        (f"{OTHERS}: 4 rows", True, Reason.DATA_MISSING),
        (f"{OTHERS}: 4 rows", False, Reason.PAGE_CHANGED),
        ("the element is identified by item, whose value is empty now", True, Reason.DATA_MISSING),
        ("nothing on the page holds 'Quarterly report'", True, Reason.PAGE_CHANGED),
    ],
)
def test_a_record_is_missing_only_where_its_list_is_there(line: str, data_driven: object, reason: Reason) -> None:
    assert reason_of(drift(Cause.MISSING, line), data_driven=bool(data_driven)) is reason


@given(st.sampled_from(Cause), st.lists(st.text(), max_size=4), st.booleans())
@settings(max_examples=200)
def test_time_clears_and_only_missing_effects_and_down_may_be_excused(
    cause: Cause,
    lines: list[str],
    data_driven: bool,  # noqa: FBT001  (drawn)
) -> None:
    reason = reason_of(drift(cause, *lines), data_driven=data_driven)
    assert (reason is Reason.TIMING) is (cause is Cause.NOT_READY)
    if cause not in (Cause.NOT_READY, Cause.APP_DOWN, Cause.WRONG_EFFECT, Cause.MISSING):
        assert reason is Reason.PAGE_CHANGED


def test_only_a_changed_page_touches_a_version() -> None:
    told = {reason: Drift(step=1, cause=Cause.MISSING, title="x", reason=reason.value).blames_page for reason in Reason}
    assert [reason for reason, blamed in told.items() if blamed] == [Reason.PAGE_CHANGED]
    assert not Drift(step=1, cause=Cause.APP_DOWN, title="x").blames_page


def test_a_drift_of_an_older_version_still_reads() -> None:
    old = {"step": 1, "cause": "missing", "title": "x"}
    read = from_plain(Drift, old)
    assert (read.reason, read.blames_page, to_plain(read)) == ("", True, old)


def test_a_request_that_was_held_back_is_another_outcome_and_no_redesign() -> None:
    line = f"{HELD}POST /send; expected the request POST /send to carry to='ann'"

    assert reason_of(drift(Cause.WRONG_EFFECT, line)) is Reason.OUTCOME_DIFFERS
    assert reason_of(drift(Cause.WRONG_EFFECT, f"the page shows {line}")) is Reason.PAGE_CHANGED
