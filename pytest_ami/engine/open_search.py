"""Decides whether a replay may leave out the press that opens a search field: the field beside it is open already.

Rules of this module:

* An application may keep the last search, and show its field at once. Nothing can prove the press then, and it may
  close the field.
* Only an open search field counts: it belongs to no record. Another open field may belong to another record.
* The press did nothing else when it was recorded. A request that carries the text typed next was sent by the typing.
* The field is the recorded one, ready, and a sibling of the control: the field of another list is another one.

It yields a look. It must never know a page.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pytest_ami.elements.commits import commits
from pytest_ami.elements.identity import Identity, element_query, recognise
from pytest_ami.model import command as c
from pytest_ami.model.workflow import Effects, StepKind

if TYPE_CHECKING:
    from pytest_ami.engine.replay_options import ReplayOptions
    from pytest_ami.engine.report import LocatedElement
    from pytest_ami.model.command import Program
    from pytest_ami.model.look import Expectation
    from pytest_ami.model.workflow import Step


def only_opens_search(step: Step, after: Step | None) -> bool:
    """Return whether a step did nothing but open the search field that the step after it fills."""
    field = after.target if after is not None and after.kind is StepKind.FILL else None
    if field is None or after is None or field.role != "searchbox" or step.kind is not StepKind.CLICK:
        return False
    own = not step.sent or (bool(after.value) and after.value in step.sent)
    opens = step.effects == Effects(appeared=(f"searchbox|{field.name}",)) and not step.dialogs
    here = (step.tab, step.frame) == (after.tab, after.frame)
    return bool(field.name) and own and opens and here and not commits(replace(step, sent=""))


def stands_open(
    step: Step, after: Step | None, found: LocatedElement, following: Expectation | None, options: ReplayOptions
) -> Program[tuple[str, ...]]:
    """Return the fact that the search field of a step is open beside its element, so that it may be left out; or none.

    Args:
        step: The step whose element was found.
        after: The step after it.
        found: The element of the step.
        following: The effects that the step must have.
        options: The options of the replay.
    """
    if options.profile == "off" or following is None or following.appearing or after is None:
        return ()
    if after.target is None or not only_opens_search(step, after):
        return ()
    query = element_query(after.target, after.kind, options.shown)
    seen: c.Seen = yield c.Look(place=found.place, target=query, slot="drop", slice=0)
    verdict = recognise(after.target, seen.candidates, options.shown, after.kind)
    if verdict.identity is not Identity.SAME or seen.candidates[verdict.index].problem:
        return ()
    field = seen.candidates[verdict.index].fingerprint
    beside = _parent(field.absolute_xpath) == _parent(found.seen.absolute_xpath)
    return ("its search field stands open beside it",) if beside else ()


def _parent(xpath: str) -> str:
    return xpath.rpartition("/")[0]
