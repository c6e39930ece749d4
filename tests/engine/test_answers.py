"""The answers of the server after a step: a success that they take back is none."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.engine.answers import taken_back
from pytest_ami.engine.effects.expectation import expectation
from pytest_ami.model import command as c
from pytest_ami.model.look import EffectState, Expectation, Health
from pytest_ami.model.workflow import Effects

SAVED = Effects(notices=("status|Note saved",))
DELETED = Effects(vanished=("link|Lunch",))


def seen(*there: str, **health: Any) -> c.Seen:
    keys = ("status|Note saved", "link|Lunch")
    state = EffectState(
        present={key: key in there for key in keys}, notices=tuple(key for key in there if key.startswith(("st", "al")))
    )
    return c.Seen(effects=state, health=Health(**health))


def waits(effects: Effects) -> Expectation:
    expect = expectation(effects, {"link|Lunch": True}, {}, judges=True)
    assert expect is not None
    return expect


@pytest.mark.parametrize(
    ("effects", "before", "now", "health", "undone"),
    [
        (SAVED, ("status|Note saved",), ("status|Note saved",), {}, False),
        (SAVED, ("status|Note saved",), (), {}, False),
        (SAVED, ("status|Note saved",), (), {"rejected": ("POST /save: 409",)}, True),
        (SAVED, ("status|Note saved",), (), {"failures": ("POST /save: 500",)}, True),
        (SAVED, ("status|Note saved",), ("status|Note saved",), {"rejected": ("GET /x: 404",)}, False),
        (SAVED, ("status|Note saved",), ("status|Note saved", "alert|Saving failed"), {}, True),
        (DELETED, (), ("link|Lunch",), {}, True),
        (DELETED, (), (), {}, False),
    ],
)
def test_a_success_is_taken_back_by_a_refusal_a_failure_or_an_element_that_returns(
    effects: Effects, before: tuple[str, ...], now: tuple[str, ...], health: dict[str, Any], *, undone: bool
) -> None:
    assert bool(taken_back(waits(effects), seen(*before), seen(*now, **health))) is undone


@pytest.mark.parametrize(
    ("chosen", "held", "undone"), [(True, "New", True), (True, "Done", False), (False, "New", False)]
)
def test_a_choice_that_is_another_one_after_the_answer_was_refused(held: str, *, chosen: bool, undone: bool) -> None:
    first, second = (c.Seen(effects=EffectState(last=one)) for one in ("Done", held))

    assert bool(taken_back(waits(Effects(value="Done")), first, second, chosen=chosen)) is undone
