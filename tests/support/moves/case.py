"""A case: a page, moves on it, the steps that they are, and the state that every replay must reach.

Knows the shape of a case and how to record and replay it. Must never know a single page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_ami.browser.behavior import BehaviorRecorder
from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.report import Replayed
from pytest_ami.model.workflow import Parameter, Step, Workflow

HOME = "http://moves.test/"
SCRIPT = (
    "<script>const q = (css) => document.querySelector(css); const say = (text) => { q('#said').textContent = text; };"
)


@dataclass(frozen=True)
class MoveCase:
    """A page and moves on it.

    Attributes:
        name: Its id.
        body: The page's content; ``q(css)`` finds an element, ``say(text)`` shows the state.
        script: The page's script.
        drive: The moves of a person, from the page and the parameters.
        steps: The kinds of the wanted steps, in order.
        values: The parameters of the recording.
        others: The parameters of a second replay.
        said: The state after the flow as a template of the parameters.
        day: Whether ``make test`` tries it.
        answers: Further addresses of the site with their pages.
    """

    name: str
    body: str
    drive: Callable[..., Any]
    steps: tuple[str, ...]
    said: str
    script: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    others: Mapping[str, str] = field(default_factory=dict)
    day: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def html(self) -> str:
        """Return the document."""
        said = '<p role="status" id="said"></p>'
        return f"<!doctype html><title>T</title><body>{self.body}{said}{SCRIPT}{self.script}</script>"


def opened(case: MoveCase, new_context: Any, before: Callable[[Any], None] = lambda _page: None) -> Any:
    """Return a page of a new context that shows the case; ``before`` gets it empty."""
    page = new_context(viewport={"width": 900, "height": 600}).new_page()
    before(page)

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(HOME).partition("?")[0]
        body = case.answers.get(path, "") if path else case.html
        route.fulfill(body=body, content_type="text/html; charset=utf-8")

    page.route(f"{HOME}**", answer)
    page.goto(HOME)
    return page


def state(page: Any, wanted: str) -> str:
    """Return the state of the page, once it is the wanted one or two seconds are over."""
    for _ in range(40):
        if page.locator("#said").count() and page.locator("#said").inner_text().strip() == wanted:
            break
        page.wait_for_timeout(50)
    return str(page.locator("#said").inner_text()).strip()


def recorded(case: MoveCase, new_context: Any, *, early: bool = False) -> tuple[tuple[Step, ...], BehaviorRecorder]:
    """Return the steps of the moves, and the recorder that saw them; an early one comes before the page."""
    recorder = BehaviorRecorder()
    page = opened(case, new_context, recorder.start if early else lambda _page: None)
    if not early:
        recorder.start(page)
    case.drive(page, **case.values)
    wanted = case.said.format(**case.values)
    assert state(page, wanted) == wanted, "the page did not do what the case says"
    recorder.stop()
    page.context.close()
    return recorder.steps(case.values), recorder


def replayed(
    case: MoveCase, steps: tuple[Step, ...], values: Mapping[str, str], new_context: Any
) -> tuple[Replayed, str]:
    """Return the report of a replay on a new page, and the state of that page."""
    page = opened(case, new_context)
    session = ContextSession(page)
    workflow = Workflow(task=case.name, steps=steps, parameters=tuple(Parameter(name=name) for name in values))
    try:
        report = SyncDriver(session).run(replay(workflow, dict(values), FlowOptions(patience=4_000)))
    finally:
        session.close()
    reached = state(page, case.said.format(**values))
    page.context.close()
    return report, reached
