"""Follows a link once more whose click was lost, because the page rendered again between mouse-down and mouse-up.

Only the very element that was clicked, in the document and at the address at which it was clicked: a link of the same
name on the next page is another link.

It yields commands. It must never know a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.elements.identity import Identity, element_query, recognise
from pytest_ami.engine.actions import action
from pytest_ami.engine.replay_options import FIRST_SLICE
from pytest_ami.model import command as c

if TYPE_CHECKING:
    from pytest_ami.engine.replay_options import ReplayOptions
    from pytest_ami.model.command import Program
    from pytest_ami.model.workflow import Step


def followed_again(step: Step, place: c.FrameAddress, url: str, options: ReplayOptions) -> Program[bool]:
    """Follow a link once more; return whether that was possible.

    Args:
        step: The step that clicked it.
        place: The tab and the frame of the link.
        url: The address of the document in which it was clicked.
        options: The options of the replay.
    """
    if step.target is None:
        return False
    target = element_query(step.target, step.kind, options.shown)
    seen: c.Seen = yield c.Look(place=place, target=target, slice=FIRST_SLICE)
    verdict = recognise(step.target, seen.candidates, options.shown)
    if seen.lost or seen.url != url or verdict.identity is not Identity.SAME:
        return False
    link = seen.candidates[verdict.index]
    if not link.acted or link.problem:
        return False
    if verdict.index > 0:
        yield c.Choose(place=place, index=verdict.index)
    acted = yield action(step, place, options.values, options.patience)
    return bool(acted.ok)
