"""The verdict on recorded effects, as tests ask for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.engine.effects.expectation import missing

if TYPE_CHECKING:
    from pytest_ami.model.look import EffectState, Expectation


def satisfied(expect: Expectation | None, now: EffectState) -> bool:
    """Return whether all expected effects are there."""
    return not missing(expect, now)
