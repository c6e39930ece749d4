"""Messages in other roles, and effects that are in sight before the action."""

from __future__ import annotations

import pytest

from pytest_ami.engine.effects.expectation import expectation, in_sight
from pytest_ami.engine.effects.message_check import in_words
from pytest_ami.model.look import EffectState
from pytest_ami.model.workflow import Effects
from tests.support.effects import satisfied


@pytest.mark.parametrize(
    ("now", "there"),
    [
        ("status|Thank you, Ann!", True),
        ("alert|Thank you, Ann!", True),
        ("status|Thank you, Anna!", False),
        ("status|Thank you, Ann! Nothing was sent.", False),
        ("heading|Thank you, Ann!", False),
    ],
)
def test_a_message_may_be_announced_as_a_status_or_as_an_alert(now: str, *, there: bool) -> None:
    effects = Effects(notices=("alert|Thank you, {{name}}!",))
    expect = expectation(effects, {"alert|Thank you, Ann!": False}, {"name": "Ann"}, notices=())

    assert satisfied(expect, EffectState(present={"alert|Thank you, Ann!": False}, notices=(now,), calm=True)) is there


def test_beside_a_message_that_stood_there_another_role_announces_nothing() -> None:
    effects, key = Effects(notices=("alert|Thank you, {{name}}!",)), "alert|Thank you, Ann!"
    stood = ("status|Thank you, Ann!",)
    expect = expectation(effects, {key: False}, {"name": "Ann"}, notices=stood)

    assert not satisfied(expect, EffectState(present={key: False}, notices=stood, calm=True))
    assert satisfied(expect, EffectState(present={key: True}, notices=(*stood, key), calm=True))


def test_a_scroll_brings_nothing_that_is_in_sight_already() -> None:
    effects = Effects(appeared=("button|Load more",), notices=("status|10 of 40",))
    there = {"button|Load more": True, "status|10 of 40": True}

    assert in_sight(expectation(effects, there, {}))
    assert not in_sight(expectation(effects, {**there, "button|Load more": False}, {}))
    assert not in_sight(None)


def test_a_text_that_is_new_and_shown_as_an_error_contradicts_all_effects() -> None:
    effects, key = Effects(notices=("status|Saved",)), "status|Saved"
    there = EffectState(present={key: True}, notices=(key, "error|The file could not be stored"), calm=True)
    for stood, refused in (((), True), (("error|The file could not be stored",), False)):
        expect = expectation(effects, {key: False}, {}, notices=stood, judges=True)
        assert satisfied(expect, there) is not refused
    expect = expectation(effects, {key: False}, {}, notices=(), judges=True)
    assert satisfied(expect, EffectState(present={key: True}, notices=(key, "error|2 hints"), calm=True))


def test_the_effects_of_rows_and_names_are_told_in_words() -> None:
    assert in_words("record|C-1\nChecked\tYes") == 'a row with "C-1" and "Checked: Yes"'
    assert in_words("itself|Starred") == 'the name "Starred"'
    assert in_words("status|Saved\nAll is well") == 'status "Saved | All is well"'
