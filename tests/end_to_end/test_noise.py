"""A flow on pages that do what harmless pages do: it stays green, and its one deed is the recorded one."""

from __future__ import annotations

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk
from tests.support.noise.kinds import KINDS
from tests.support.noise.shop import CALM, Noise, expected, place_order, shop

BY_DAY = ("skeleton", "long polling", "another message", "random ids")


def test_there_are_enough_kinds() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS) >= 25
    assert {*BY_DAY} <= {kind.name for kind in KINDS}


@pytest.mark.variants(8)
@pytest.mark.parametrize(
    "noise",
    [pytest.param(kind, id=kind.name, marks=[] if kind.name in BY_DAY else pytest.mark.nightly) for kind in KINDS],
)
def test_noise_is_no_change(desk: Desk, noise: Noise) -> None:
    values = {"item": "Chair", "pieces": "5"}
    desk.patience = 15.0
    desk.open(shop(CALM, 0))
    desk.learn(place_order, {"item": "Lamp", "pieces": "3"})
    desk.open(shop(noise, 1))

    assert desk.replay(values).outcome is Outcome.REPLAYED
    assert [data for path, data in desk.application.deeds if path == "/orders"] == expected(values)
