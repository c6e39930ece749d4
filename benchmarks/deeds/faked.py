"""The cases on the fake page: every failure with every design, teacher and heal profile, in no time."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

from pytest_ami.engine.relearn import FlowSpec, Progress, run_flow
from pytest_ami.engine.versions.fallback import replay_versions
from pytest_ami.model import command as c
from pytest_ami.model.errors import AmiError
from pytest_ami.model.workflow import Workflow
from pytest_ami.testing.fake_page import FakePage

from .browsed import HEALS, PARAMETERS, Trial, spec_of
from .teachers import VALUES, teacher_of

URL = "http://shop.test/"
SUCCESS: dict[str, Any] = {"goto": "/done"}
FAILURES: dict[str, dict[str, Any]] = {
    "nothing": {},
    "error": {"breaks": "POST http://shop.test/pay: 500"},
    "slow": {"after": 60_000, "goto": "/done"},
    "reload": {"goto": "/"},
    "login": {"goto": "/login"},
    "declined": {"notice": "alert|Your card was declined"},
    "words": {"notice": "status|All good, cheers", "hide": ["Pay", "Make payment", "Pay now"]},
    "silent": {"goto": "/silent"},
    "gone": {"remove": ["Pay", "Make payment", "Pay now"]},
    "asks": {"notice": "dialog|Pay again?"},
    "elsewhere": {"goto": "/home"},
    "late error": {"after": 1_500, "notice": "alert|Something went wrong"},
    "tab": {"tab": True},
}
"""The answer that follows the request, by failure."""

DESIGNS: dict[str, tuple[tuple[str, str, str], str]] = {
    "same": (("To", "Amount", "Pay"), ""),
    "moved": (("To", "Amount", "Pay"), "/main[1]/div[1]"),
    "renamed": (("Recipient", "Sum", "Make payment"), "/main[1]/div[1]"),
    "worded": (("To", "Amount", "Pay now"), ""),
}
"""For each design the names of the controls, and where they are."""


def routes(design: str, after: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the pages of the shop."""
    (to, amount, pay), at = DESIGNS[design]
    places = [f"/html[1]/body[1]{at}/form[1]/*[{n}]" for n in (1, 2, 3)]
    action = {"click": {"sends": "POST /pay", **after}}
    common = {"landmark": "form|", "ancestors": ["form", "body"]}
    controls = [
        {"tag": "input", "role": "textbox", "name": to, "absolute_xpath": places[0], **common},
        {"tag": "input", "role": "textbox", "name": amount, "absolute_xpath": places[1], **common},
        {"tag": "button", "role": "button", "name": pay, "absolute_xpath": places[2], "on": action, **common},
    ]
    name = {"tag": "input", "role": "textbox", "name": "User"}
    return {
        "/": {"notices": ["heading|Payment"], "elements": controls},
        "/done": {"notices": ["heading|Result", "status|Payment sent"], "elements": [{"role": "link", "name": "Home"}]},
        "/silent": {"notices": ["heading|Result"], "elements": [{"role": "link", "name": "Home"}]},
        "/home": {
            "notices": ["heading|Home"],
            "elements": [{"role": "link", "name": "Pay", "on": {"click": {"goto": "/"}}}],
        },
        "/login": {"notices": ["heading|Log in"], "elements": [name, {"role": "button", "name": "Log in"}]},
    }


def demonstrated(page: FakePage, **values: str) -> None:
    """Do the deed once, as a person does."""
    elements = page.answer(c.Observe()).elements
    fields = [e.ref for e in elements if e.role == "textbox"]
    for ref, value in zip(fields, values.values(), strict=False):
        page.answer(c.Fill(ref=ref, value=value))
    pressed = next((e.ref for e in page.answer(c.Observe()).elements if e.role == "button"), None)
    if pressed:
        page.answer(c.Click(ref=pressed))


def trials() -> Iterator[Trial]:
    """Yield the trials."""
    for failure, design, heal in product(FAILURES, DESIGNS, HEALS):
        for teacher in ("offline", "eager", "demonstration"):
            yield Trial("fake", design, failure, "auto", teacher, heal)
        yield Trial("fake", design, failure, "replay", "", heal)
    for failure, teacher in product(FAILURES, ("offline", "eager")):
        yield Trial("fake", "same", failure, "learn", teacher)


def learned() -> Workflow:
    """Return the flow, learned from a demonstration on the shop that works."""
    page = FakePage(routes("same", SUCCESS), url=URL, teacher=demonstrated)
    progress = Progress()
    page.run(run_flow(_spec("demonstration", None), progress))
    return Workflow(task="pay", steps=progress.steps, parameters=PARAMETERS, id="fake")


def _spec(teacher: str, workflow: Workflow | None, heal: Any = "balanced") -> FlowSpec:
    spec = spec_of(URL, teacher_of(teacher, "fake") if teacher else None, workflow, heal)
    return replace(spec, lesson=replace(spec.lesson, demonstrates=teacher == "demonstration"))


def tried(trial: Trial, workflow: Workflow) -> int:
    """Return how often a trial did the deed."""
    teacher = teacher_of(trial.teacher, "fake") if trial.teacher else None
    asked: Any = demonstrated if trial.teacher == "demonstration" else getattr(teacher, "advise", None)
    page = FakePage(copy.deepcopy(routes(trial.design, FAILURES[trial.failure])), url=URL, teacher=asked)
    spec = _spec(trial.teacher, None if trial.program == "learn" else workflow, trial.heal)
    program: Any = run_flow(spec, Progress())
    if trial.program == "replay":
        program = replay_versions(workflow, tuple, VALUES, spec.options)
    with suppress(AmiError):  # it ends the test, as it should
        page.run(program)
    return len(page.health.sent)


def measure(tell: Callable[[str], object]) -> tuple[int, int, list[str]]:
    """Return how many trials there were, how many did the deed, and the trials that did it twice."""
    workflow, every = learned(), list(trials())
    done, repeated = 0, []
    for number, trial in enumerate(every, start=1):
        tell(f"deeds: {number}/{len(every)} {trial}")
        deeds = tried(trial, workflow)
        done += deeds > 0
        repeated += [f"{deeds}: {trial}"] if deeds > 1 else []
    return len(every), done, repeated
