"""Where a version stands after what happened to it, and which version has the right to run."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import Status
from pytest_ami.store.transitions import PROVEN, RESTING, TABLE, Event, precedence, transition

BY_PERSON = {Event.ACCEPTED, Event.REJECTED, Event.ROLLED_BACK, Event.RESTORED}
PROVING = {Event.GREEN, Event.CONFIRMED, Event.ACCEPTED, Event.RESTORED}
STATUSES, EVENTS = st.sampled_from(Status), st.sampled_from(Event)


def after(status: Status, *events: Event) -> Status:
    for event in events:
        status, _ = transition(status, event)
    return status


def test_every_event_has_its_line_in_the_table() -> None:
    assert set(TABLE) == set(Event)


@given(STATUSES, EVENTS)
@settings(max_examples=200)
def test_only_a_green_replay_or_a_person_makes_a_version_active(status: Status, event: Event) -> None:
    if status is not Status.ACTIVE and after(status, event) is Status.ACTIVE:
        assert event in PROVING


@given(STATUSES, EVENTS)
@settings(max_examples=200)
def test_what_was_never_good_does_not_become_drifting(status: Status, event: Event) -> None:
    if after(status, event) in PROVEN and status not in PROVEN:
        assert after(status, event) is Status.ACTIVE


@given(st.sampled_from(sorted(RESTING)), EVENTS)
@settings(max_examples=100)
def test_what_was_put_away_is_woken_by_a_person_only(status: Status, event: Event) -> None:
    if event not in BY_PERSON:
        assert after(status, event) is status


@given(STATUSES, st.sampled_from(sorted(set(Event) - {Event.DRIFT})))
@settings(max_examples=200)
def test_hearing_of_something_twice_changes_nothing_more(status: Status, event: Event) -> None:
    assert after(status, event, event) is after(status, event)


def test_a_version_is_stale_when_it_does_not_fit_again_without_a_green_replay_in_between() -> None:
    assert after(Status.ACTIVE, Event.DRIFT) is Status.POSSIBLY_STALE
    assert after(Status.ACTIVE, Event.DRIFT, Event.DRIFT) is Status.STALE
    assert after(Status.ACTIVE, Event.DRIFT, Event.GREEN, Event.DRIFT) is Status.POSSIBLY_STALE
    assert after(Status.STALE, Event.GREEN) is Status.ACTIVE


def test_what_made_way_for_a_new_lesson_has_not_been_seen_to_drift() -> None:
    status, since = transition(Status.ACTIVE, Event.RELEARNED)
    assert (status, since) == (Status.POSSIBLY_STALE, "relearned")
    assert transition(status, Event.DRIFT, since=since, cause="missing") == (status, "drift.missing")
    assert transition(status, Event.DRIFT, since="drift.missing", cause="missing")[0] is Status.STALE
    assert transition(status, Event.DRIFT, since="", cause="missing")[0] is Status.STALE  # written by an older version


def test_drifting_stays_until_a_replay_in_which_nothing_has_moved() -> None:
    assert after(Status.ACTIVE, Event.MOVED, Event.MOVED) is Status.DRIFTING
    assert after(Status.ACTIVE, Event.MOVED, Event.GREEN) is Status.ACTIVE
    assert after(Status.CANDIDATE, Event.MOVED) is Status.CANDIDATE


@pytest.mark.parametrize("cause", Cause)
def test_the_reason_of_a_drift_names_its_cause(cause: Cause) -> None:
    assert transition(Status.ACTIVE, Event.DRIFT, cause=cause.value)[1] == f"drift.{cause.value}"


def test_who_has_the_right_to_run() -> None:
    order = [
        {(Status.ACTIVE, True)},
        {(Status.CANDIDATE, False), (Status.CANDIDATE, True), (Status.DRIFTING, True), (Status.POSSIBLY_STALE, True)},
        {(Status.POSSIBLY_STALE, False)},
        {(Status.STALE, True)},
        {(Status.STALE, False)},
    ]
    ranks = [{precedence(status, proven=proven) for status, proven in peers} for peers in order]
    assert ranks == [{4}, {3}, {2}, {1}, {0}]
