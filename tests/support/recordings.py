"""Operations and pages that the engine's tests share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pytest_ami.engine.boundary.document_origins import FlowOrigins
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.teaching.learn import learn
from pytest_ami.engine.teaching.lesson import Lesson, LessonResult
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.lesson import Advice, Move, MoveKind, Situation
from pytest_ami.model.operation import Operation, PageState
from pytest_ami.model.workflow import Parameter, Workflow
from pytest_ami.testing.fake_page import FakePage

URL = "http://app.test/new"
VALUES = {"to": "a@example.com", "subject": "Follow-up"}

MAIL: dict[str, dict[str, Any]] = {
    "/": {
        "notices": ["heading|Inbox"],
        "elements": [
            {"role": "button", "name": "Compose", "attributes": {"id": "compose"}, "on": {"click": {"goto": "/new"}}},
            {"role": "link", "name": "Help", "on": {"click": {"notice": "dialog|Help"}}},
        ],
    },
    "/new": {
        "notices": ["heading|New message"],
        "elements": [
            {"role": "textbox", "name": "To", "attributes": {"name": "to"}},
            {"role": "textbox", "name": "Subject", "attributes": {"name": "subject"}},
            {"role": "checkbox", "name": "Urgent"},
            {"role": "button", "name": "Send", "on": {"click": {"notice": "status|Message sent", "hide": ["Send"]}}},
        ],
    },
}


def site(**routes: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the mail site with routes replaced (``new=...`` for ``/new``)."""
    import copy

    return {**copy.deepcopy(MAIL), **{f"/{name}": page for name, page in routes.items()}}


def op(type_: str = "click", name: str = "Send", value: str = "", **more: Any) -> Operation:
    """Return an operation on an element called ``name``."""
    role = more.pop("role", "textbox" if type_ == "input" else "button")
    tell = more.pop("tell", {})
    xpath = f"/html[1]/body[1]/{name}"
    found = Fingerprint(tag="x", role=role, name=name, absolute_xpath=xpath, **tell)
    base = Operation(type=type_, url=URL, role=role, text=name, value=value, xpath=xpath, fingerprint=found)
    return replace(base, before=more.pop("before", PageState(url=URL)), **more)


def at(url: str, **more: Any) -> Operation:
    """Return a navigation."""
    return Operation(type="navigate", url=url, **more)


class Script:
    """A teacher that makes the moves it was given, each on the element of a name."""

    def __init__(self, *moves: tuple[str, str, str] | Move) -> None:
        """Keep the moves."""
        self.moves = list(moves)
        self.situations: list[Situation] = []

    def __call__(self, situation: Situation) -> Advice:
        """Answer with the next move, and with done after the last."""
        self.situations.append(situation)
        if not self.moves:
            return Advice(move=Move(kind=MoveKind.DONE))
        move = self.moves.pop(0)
        if isinstance(move, Move):
            return Advice(move=move)
        kind, name, value = move
        ref = next(e.ref for e in situation.observation.elements if e.name == name)
        return Advice(move=Move(kind=MoveKind(kind), ref=ref, value=value))


SEND_MAIL = (
    ("click", "Compose", ""),
    ("fill", "To", "{{to}}"),
    ("fill", "Subject", "{{subject}}"),
    ("check", "Urgent", ""),
    ("click", "Send", ""),
)


def lesson(
    task: str = "send email",
    values: dict[str, str] | None = None,
    secret: tuple[str, ...] = (),
    origins: tuple[str, ...] = (),
    **more: Any,
) -> Lesson:
    """Return a lesson for the mail site; it may reach the origins besides the page's own."""
    known = VALUES if values is None else values
    parameters = tuple(Parameter(name=name, secret=name in secret) for name in known)
    options = FlowOptions(origins=FlowOrigins(allowed=frozenset(origins)))
    return Lesson(task=task, parameters=parameters, values=known, options=options, **more)


def learned(*moves: tuple[str, str, str], routes: Any = None, given: Lesson | None = None, url: str = "/") -> Workflow:
    """Return the workflow that comes of a teacher's moves."""
    given = given or lesson()
    page = FakePage(routes or MAIL, url=f"http://app.test{url}", teacher=Script(*(moves or SEND_MAIL)))
    outcome = page.run(learn(given, LessonResult()))
    return Workflow(task=given.task, steps=outcome.steps, parameters=given.parameters)
