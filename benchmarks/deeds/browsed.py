"""The cases in real Chromium: each one is a context of its own, with the engine, the recorder and the guard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.engine.relearn import FlowSpec, Progress, run_flow
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.teaching.lesson import Lesson
from pytest_ami.engine.versions.fallback import replay_versions
from pytest_ami.model.errors import AmiError
from pytest_ami.model.workflow import Parameter, Workflow

from .shop import CLIENTS, DESIGNS, FAILURES, Case, Shop
from .teachers import VALUES, teacher_of

if TYPE_CHECKING:
    from pytest_ami.elements.candidates import Profile

PATIENCE = 4_000.0
PARAMETERS = tuple(Parameter(name=name) for name in VALUES)


@dataclass(frozen=True, slots=True)
class Trial:
    """One case: the application, and what is done in it.

    Attributes:
        client: How the deed is sent.
        design: The design of the page.
        failure: What follows the deed.
        program: ``auto``, ``replay`` or ``learn``.
        teacher: The teacher; empty for none.
        heal: How sure a heal must be.
    """

    client: str
    design: str
    failure: str
    program: str
    teacher: str = ""
    heal: Profile = "balanced"


def trials() -> Iterator[Trial]:
    """Yield the trials: every failure of every client, each with another design, program, teacher and profile."""
    number = 0
    for client in CLIENTS:
        for failure in FAILURES[client]:
            for teacher in ("offline", "eager"):
                number += 1
                design = DESIGNS[number % len(DESIGNS)]
                yield Trial(client, design, failure, "auto", teacher)
            yield Trial(
                client, "same", failure, ("learn", "auto", "replay")[number % 3], LATER[number % 3], HEALS[number % 3]
            )


LATER = ("eager", "demonstration", "")
HEALS: tuple[Profile, ...] = ("balanced", "strict", "off")


def spec_of(url: str, teacher: Any, workflow: Workflow | None, heal: Profile = "balanced") -> FlowSpec:
    """Return the flow of a trial."""
    lesson = Lesson(
        task="pay",
        parameters=PARAMETERS,
        values=VALUES,
        demonstrates=hasattr(teacher, "perform"),
        options=FlowOptions(patience=PATIENCE, heal=heal, url=url),
    )
    return FlowSpec(lesson=lesson, workflow=workflow)


def learned(browser: Any, shop: Shop) -> dict[str, Workflow]:
    """Return the workflow of each client, learned from a demonstration on the shop that works."""
    made = {}
    for number, client in enumerate(CLIENTS, start=1):
        case = shop.cases[str(number)] = Case(client)
        progress = Progress()
        context = browser.new_context()
        page = context.new_page()
        page.goto(shop.url(str(number)))
        session = ContextSession(page)
        teacher = teacher_of("demonstration", client)
        SyncDriver(session, teacher).run(run_flow(spec_of(page.url, teacher, None), progress))
        session.close()
        context.close()
        made[client] = Workflow(task="pay", steps=progress.steps, parameters=PARAMETERS, id=client)
        if case.deeds != 1 or not progress.steps:
            raise RuntimeError(f"the {client} flow was not learned: {case.deeds} deeds")
    shop.cases.clear()
    return made


def tried(browser: Any, shop: Shop, trial: Trial, workflow: Workflow) -> Case:
    """Return the case of a trial after it was tried; an error of the flow ends it, as it would end a test."""
    name = str(1000 + len(shop.cases))
    case = shop.cases[name] = Case(trial.client, trial.design, trial.failure)
    context = browser.new_context()
    page = context.new_page()
    page.goto(shop.url(name))
    session = ContextSession(page)
    teacher = teacher_of(trial.teacher, trial.client) if trial.teacher else None
    stored = None if trial.program == "learn" else workflow
    spec = spec_of(page.url, teacher, stored, trial.heal)
    program: Any = run_flow(spec, Progress())
    if trial.program == "replay":
        program = replay_versions(workflow, tuple, VALUES, spec.options)
    try:
        SyncDriver(session, teacher).run(program)
    except AmiError:
        pass
    finally:
        session.close()
        context.close()
    return case


def measure(browser: Any, tell: Callable[[str], object]) -> tuple[int, int, list[str]]:
    """Return how many trials there were, how many did the deed, and the trials that did it twice."""
    with Shop() as shop:
        flows = learned(browser, shop)
        done, repeated, every = 0, [], list(trials())
        for number, trial in enumerate(every, start=1):
            tell(f"deeds: {number}/{len(every)} {trial}")
            case = tried(browser, shop, trial, flows[trial.client])
            done += case.deeds > 0
            repeated += [f"{case.deeds}: {trial}"] if case.deeds > 1 else []
    return len(every), done, repeated
