"""Two baselines of our own: what most suites do, and what most healers do. Both always act when they find something.

Their steps come from the same recording as ours; what they know of an element is collected on the same page, and they
find it again by rules of their own (`similo.js`). Neither looks at what its step brought about.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import ElementHandle, Page
from playwright.sync_api import Error as PlaywrightError

from pytest_ami.elements.text_keys import fill
from pytest_ami.model.workflow import Step, StepKind
from pytest_ami.testing.redesign.trial import Claim
from pytest_ami.testing.redesign.verdict import HOLE, template
from tests.support.redesign.ours import Memory, PytestAmi
from tests.support.redesign.tool import Flow, Said

T = TypeVar("T")
SCRIPT = Path(__file__).with_name("similo.js").read_text("utf-8")
PATIENCE = 0.6
"""Seconds to look for an element."""

ACTION = 800
"""Milliseconds that an action may take."""

KNOWN = f"(el) => ({SCRIPT}).known(el)"


@dataclass(frozen=True, slots=True)
class Known:
    """A recorded step, and what is known of its element; texts hold ``{{parameter}}``."""

    step: Step
    element: dict[str, Any] | None


class Baseline:
    """Looks an element up by one rule, and acts."""

    def __init__(self, name: str, rule: str, recorder: PytestAmi) -> None:
        """Take the rule of the script, and who records."""
        self.name = name
        self._find = f"([old, last]) => ({SCRIPT}).{rule}(old, last)"
        self._recorder = recorder

    def learn(self, flow: Flow) -> list[Known]:
        """Record the flow, and carry it out once more to look at each of its elements."""
        return known_steps(self._recorder.learn(flow), flow)

    def replay(self, page: Page, memory: list[Known], values: Mapping[str, str]) -> Said:
        """Look up, act, go on."""
        for number, one in enumerate(memory, 1):
            where = page.context.pages[min(one.step.tab, len(page.context.pages) - 1)]
            try:
                steadily(lambda: act(where, one.step, self._element(where, one, values), values))  # noqa: B023  (at once)
            except (PlaywrightError, LookupError) as error:
                return Said(claim=Claim.STOPPED, why=f"step {number}: {str(error).splitlines()[0][:200]}")
        return Said(claim=Claim.GREEN)

    def _element(self, page: Page, one: Known, values: Mapping[str, str]) -> ElementHandle | None:
        if one.element is None:
            return None
        wanted = {key: fill(value, values) if isinstance(value, str) else value for key, value in one.element.items()}
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found: ElementHandle | None = (
                frame_of(page, one.step)
                .evaluate_handle(self._find, [wanted, time.monotonic() + 0.1 > end])
                .as_element()
            )
            if found is not None:
                return found
            page.wait_for_timeout(40)
        raise LookupError(f"no element for {one.step.title()}")


def frame_of(page: Page, step: Step) -> Any:
    """Return the frame of a step: the recorded one by name or path, or the main frame."""
    for key in step.frame[-1:]:
        for frame in page.frames[1:]:
            if key in (frame.name, "") or key.split("#")[0] in frame.url:
                return frame
    return page.main_frame


def known_steps(memory: Memory, flow: Flow) -> list[Known]:
    """Carry the recorded steps out once more on the page as it was; return what each one's element looked like."""
    page, found = flow.open(), []
    try:
        for step in memory.workflow.steps:
            where = page.context.pages[min(step.tab, len(page.context.pages) - 1)]
            found.append(steadily(lambda: _known(where, step, flow.values)))  # noqa: B023  (called at once)
    finally:
        page.context.close()
    return found


def steadily(do: Callable[[], T]) -> T:
    """Do something; do it again while the page is drawn anew under it, as Playwright's own locators would."""
    end = time.monotonic() + PATIENCE + ACTION / 1000
    while True:
        try:
            return do()
        except PlaywrightError as error:
            passing = any(part in str(error) for part in ("not attached", "context was destroyed", "detached"))
            if not passing or time.monotonic() > end:
                raise


def _known(page: Page, step: Step, values: Mapping[str, str]) -> Known:
    handle = recorded_element(page, step, values)
    element = templates(handle.evaluate(KNOWN), values) if handle is not None else None
    act(page, step, handle, values)
    return Known(step, element)


def templates(raw: Mapping[str, Any], values: Mapping[str, str]) -> dict[str, Any]:
    """Return what is known of an element, with ``{{parameter}}`` for values.

    An element that is told by a value, such as a row's link, is looked for by that: what belongs to the record that was
    shown (its id, its address, its place in the list) is forgotten, as anybody would who writes such a script.
    """
    made = {key: template(value, values) if isinstance(value, str) else value for key, value in raw.items()}
    made["holds"] = " ".join(dict.fromkeys(HOLE.findall(made["text"])))
    if made["holds"]:
        made |= dict.fromkeys(("id", "name", "href", "xpath", "idxpath", "css", "near"), "")
    return made


def recorded_element(page: Page, step: Step, values: Mapping[str, str]) -> ElementHandle | None:
    """Return the element of a step on the page on which it was recorded."""
    if step.target is None:
        return None
    frame = frame_of(page, step)
    ways = [f"xpath={fill(step.target.absolute_xpath, values)}"] if not step.target.shadow else []
    ways.append(" >> ".join([*step.target.shadow, fill(step.target.css, values)]))
    if step.target.name and not step.target.shadow:
        named = fill(step.target.name, values).replace('"', '\\"')
        ways.insert(0, f'role={step.target.role}[name="{named}"]')
    end = time.monotonic() + 3 * PATIENCE
    while time.monotonic() < end:
        for way in ways:
            try:
                handles = [
                    one for one in frame.query_selector_all(way) if one.is_visible() or step.kind is StepKind.UPLOAD
                ]
            except PlaywrightError:
                continue
            if len(handles) == 1 or (handles and way is ways[-1]):
                first: ElementHandle = handles[0]
                return first
        page.wait_for_timeout(40)
    raise LookupError(f"no element for {step.title()} on the page as it was")


def act(page: Page, step: Step, handle: ElementHandle | None, values: Mapping[str, str]) -> None:
    """Carry out one step."""
    value = fill(step.value, values)
    if step.kind is StepKind.GOTO:
        page.goto(value)
        return
    if handle is None:
        if step.kind is StepKind.PRESS:
            page.keyboard.press(value)
        return
    wait: Any = {"timeout": ACTION}
    actions = {
        StepKind.CLICK: lambda: handle.click(**wait),
        StepKind.DOUBLE_CLICK: lambda: handle.dblclick(**wait),
        StepKind.RIGHT_CLICK: lambda: handle.click(button="right", **wait),
        StepKind.FILL: lambda: handle.fill(value, **wait),
        StepKind.SELECT: lambda: handle.select_option(label=value, **wait),
        StepKind.CHECK: lambda: handle.check(**wait),
        StepKind.UNCHECK: lambda: handle.uncheck(**wait),
        StepKind.PRESS: lambda: handle.press(value, **wait),
        StepKind.HOVER: lambda: handle.hover(**wait),
        StepKind.UPLOAD: lambda: handle.set_input_files(value.split("\n"), **wait),
    }
    if step.kind in actions:
        actions[step.kind]()
