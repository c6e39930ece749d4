"""Opens what hides an element that the recorded evidence names: designs move controls into menus and drawers.

Rules of this module:

* A replay opens what hides an element of which it is sure. Here an own id or test id, or a name attribute, is enough,
  as long as nothing but the name speaks against the element: what becomes visible is still compared, or asked about.
* Only a control that leads to this very element is pressed (``obstacles.openers``), and only one for each step.
* If the press sends a request that may change something, the request is held back and the flow ends: the stored flow
  does not send it.

It knows one step and a survey. It must never know a teacher.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_ami.elements import obstacles
from pytest_ami.elements.addresses.routes import route_ids
from pytest_ami.elements.held_values import filled, on_route
from pytest_ami.engine.recording.evidence import templated
from pytest_ami.engine.search import OPENED
from pytest_ami.engine.teaching.element_choice import compared
from pytest_ami.lexicon.request_paths import unasked
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.workflow import PermittedRequest, Step, StepKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.model.command import Program
    from pytest_ami.model.look import PageControl


def reveal(step: Step, values: Mapping[str, str], patience: float) -> Program[Step | None]:
    """Press the control that shows the hidden element of a step; return the press as a step, or None.

    Args:
        step: The step whose element was not found.
        values: Parameter values without secrets.
        patience: Milliseconds that the press may take.

    Raises:
        TeacherError: The control sent a request that may change something.
    """
    if step.target is None or step.kind not in (StepKind.CLICK, StepKind.HOVER):
        return None
    place = c.FrameAddress(tab=step.tab, frame=step.frame)
    seen: c.Seen = yield c.Look(place=place, slice=0)
    target = on_route(step.target, route_ids(seen.url))
    known = yield from compared(step, target, place, values)
    named = [one for one, row in known if "identity" in row.agree and not row.against - {"name"}]
    if len(named) != 1 or named[0].problem != "hidden":
        return None
    way = next(iter(obstacles.openers(named[0].ways, hidden=True, target=filled(target, values))), None)
    if way is None or way.control.fingerprint is None:
        return None
    opener = yield from _pressed(step, way.control, values, patience)
    after: c.Seen = yield c.Look(place=place, slice=0)
    if line := unasked(after.health.sent[len(seen.health.sent) :]):
        raise TeacherError(
            f"The element of {step.title()} was not relearned: {way.why}, and that sent {line}",
            why="The control did more than to show the element. The stored flow does not send this request.",
            evidence=[f"on {after.url}"],
            run="pytest --ami-mode=relearn",
        )
    return opener


def _pressed(step: Step, control: PageControl, values: Mapping[str, str], patience: float) -> Program[Step | None]:
    place = c.FrameAddress(tab=step.tab, frame=control.frame)
    acted = yield c.Click(place=place, ref=control.ref, timeout=patience, only=PermittedRequest())
    if not acted.ok or control.fingerprint is None:
        return None
    yield c.Settle(place=c.FrameAddress(tab=step.tab), quiet=100, timeout=OPENED)
    target = templated(control.fingerprint, values, StepKind.CLICK)
    return Step(kind=StepKind.CLICK, target=target, route=step.route, frame=control.frame, tab=step.tab)
