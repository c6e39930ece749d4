"""The signed-in sessions, and the notice that each of them gets once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, rule

from pytest_ami.sites.sessions import Sessions


def test_a_session_is_known_until_it_is_closed() -> None:
    sessions = Sessions()
    one, other = sessions.open(), sessions.open()
    sessions.close(one)
    assert not sessions.knows(one)
    assert sessions.knows(other)


def test_nobody_is_signed_in_without_a_session() -> None:
    sessions = Sessions()
    assert not sessions.knows("")
    sessions.leave_notice("", "Saved")
    assert sessions.take_notice("") == ""
    sessions.close("never opened")
    assert not sessions.knows("")


def test_a_notice_is_shown_once_and_to_one_session_only() -> None:
    sessions = Sessions()
    one, other = sessions.open(), sessions.open()
    sessions.leave_notice(one, "Saved")
    assert sessions.take_notice(other) == ""
    assert sessions.take_notice(one) == "Saved"
    assert sessions.take_notice(one) == ""


def test_a_reset_drops_notices_and_no_session() -> None:
    sessions = Sessions()
    one = sessions.open()
    sessions.leave_notice(one, "Saved")
    sessions.forget_notices()
    assert sessions.knows(one)
    assert sessions.take_notice(one) == ""


def test_of_many_readers_one_gets_the_notice() -> None:
    sessions = Sessions()
    one = sessions.open()
    sessions.leave_notice(one, "Saved")
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(sessions.take_notice, [one] * 200))
    assert sorted(taken, reverse=True) == ["Saved", *[""] * 199]


def test_ids_cannot_be_guessed_from_one_another() -> None:
    sessions = Sessions()
    ids = {sessions.open() for _ in range(100)}
    assert len(ids) == 100
    assert min(map(len, ids)) >= 32


class SessionMachine(RuleBasedStateMachine):
    """Sessions against a dictionary of what each should be told."""

    opened = Bundle("opened")

    def __init__(self) -> None:
        super().__init__()
        self.sessions = Sessions()
        self.notices: dict[str, str] = {}

    @rule(target=opened)
    def open(self) -> str:
        session = self.sessions.open()
        assert session not in self.notices
        self.notices[session] = ""
        return session

    @rule(session=consumes(opened))
    def close(self, session: str) -> None:
        self.sessions.close(session)
        del self.notices[session]
        assert not self.sessions.knows(session)
        assert self.sessions.take_notice(session) == ""

    @rule(session=opened, notice=st.text(max_size=5))
    def leave(self, session: str, notice: str) -> None:
        self.sessions.leave_notice(session, notice)
        self.notices[session] = notice

    @rule(session=opened)
    def take(self, session: str) -> None:
        assert self.sessions.knows(session)
        assert self.sessions.take_notice(session) == self.notices[session]
        self.notices[session] = ""

    @rule()
    def forget(self) -> None:
        self.sessions.forget_notices()
        self.notices = dict.fromkeys(self.notices, "")


TestSessionMachine = pytest.mark.slow(SessionMachine.TestCase)
TestSessionMachine.settings = settings(max_examples=100, stateful_step_count=20, deadline=None)
