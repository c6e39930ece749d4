"""Replays on the fake page: the mail site, a form that was learned there, and single steps."""

from __future__ import annotations

from typing import Any

from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.report import Replayed
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.workflow import Parameter, Step, StepKind, Workflow
from pytest_ami.testing.fake_page import FakePage

from .recordings import MAIL, VALUES, learned


def played(
    workflow: Workflow, page: FakePage, values: dict[str, str] | None = None, *, skip: int = 0, **options: Any
) -> Replayed:
    return page.run(replay(workflow, VALUES if values is None else values, FlowOptions(**options), skip=skip))


def browser(routes: Any = None, url: str = "/") -> FakePage:
    return FakePage(routes or MAIL, url=f"http://app.test{url}")


def changed(which: str, **changes: Any) -> FakePage:
    page = browser(url="/new")
    page.element(which).update(changes)
    return page


def workflow(*steps: Step, **parameters: bool) -> Workflow:
    return Workflow(
        task="t",
        steps=steps,
        parameters=tuple(Parameter(name=name, secret=secret) for name, secret in parameters.items()),
    )


def click(name: str, **more: Any) -> Step:
    target = Fingerprint(tag="button", role="button", name=name, counts={"name": 1})
    return Step(kind=StepKind.CLICK, target=target, **more)


FORM = learned(("fill", "To", "{{to}}"), ("fill", "Subject", "{{subject}}"), ("click", "Send", ""), url="/new")
