"""Random fake sites and what a person may do on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from pytest_ami.engine.teaching.learn import learn
from pytest_ami.engine.teaching.lesson import LessonResult
from pytest_ami.model import command as c
from pytest_ami.model.workflow import Workflow
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import lesson

NAMES = ("Apply", "Back", "Close", "Delete", "Edit", "Filter", "Go", "Hide", "Invite", "Join")
FIELDS = ("Amount", "Body", "City", "Date", "Email")
VALUES = {"first": "alpha one", "second": "beta-2"}
ACTIONS = {"button": ("click", "hover"), "link": ("click",), "textbox": ("fill",), "checkbox": ("check", "uncheck")}


@dataclass(frozen=True)
class Act:
    """One thing a person does, on the n-th element that can take something."""

    which: int
    how: int
    value: str


def late(name: str, after: int) -> dict[str, Any]:
    """Return a reaction that takes its time."""
    return {"notice": f"alert|{name} late", "after": after}


@st.composite
def sites(draw: st.DrawFn) -> dict[str, dict[str, Any]]:
    """Draw a site of up to three pages whose elements differ in name, and react."""
    paths = [f"/{name}" for name in ("", "list", "form")[: draw(st.integers(1, 3))]]
    routes: dict[str, dict[str, Any]] = {}
    for path in paths:
        elements: list[dict[str, Any]] = []
        for name in draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True)):
            reaction = draw(
                st.one_of(
                    st.just({}),
                    st.sampled_from(paths).map(lambda to: {"goto": to}),
                    st.just({"notice": f"status|{name} done"}),
                    st.builds(late, st.just(name), st.integers(0, 3_000)),
                )
            )
            element = {"role": draw(st.sampled_from(["button", "link"])), "name": name, "on": {"click": reaction}}
            if draw(st.booleans()):
                element["attributes"] = {"id": f"{name.lower()}-it"}
            elements.append(element)
        for name in draw(st.lists(st.sampled_from(FIELDS), max_size=3, unique=True)):
            role = draw(st.sampled_from(["textbox", "checkbox"]))
            elements.append({"role": role, "name": name, "label": name, "attributes": {"name": name.lower()}})
        routes[path] = {"elements": elements, "notices": [f"heading|Page {path}"]}
    return routes


ACTS = st.lists(
    st.builds(
        Act, which=st.integers(0, 9), how=st.integers(0, 1), value=st.sampled_from([*VALUES.values(), "else", ""])
    ),
    min_size=1,
    max_size=8,
)


def perform(acts: list[Act]) -> Any:
    """Return a demonstration of ``acts``."""

    def act(page: FakePage, **_values: str) -> None:
        for one in acts:
            there = page.answer(c.Observe()).elements
            element = there[one.which % len(there)]
            actions = ACTIONS[element.role]
            name = actions[one.how % len(actions)]
            commands: dict[str, c.Command] = {
                "click": c.Click(ref=element.ref),
                "hover": c.Hover(ref=element.ref),
                "fill": c.Fill(ref=element.ref, value=one.value),
                "check": c.Check(ref=element.ref),
                "uncheck": c.Check(ref=element.ref, on=False),
            }
            page.answer(commands[name])
            page.answer(c.Settle())

    return act


def recorded(routes: dict[str, dict[str, Any]], acts: list[Act]) -> tuple[Workflow, FakePage]:
    """Return the workflow that a demonstration amounts to, and the page after it."""
    page = FakePage(routes, teacher=perform(acts))
    given = lesson("look around", values=dict(VALUES), demonstrates=True)
    outcome = page.run(learn(given, LessonResult()))
    return Workflow(task="t", steps=outcome.steps, parameters=given.parameters), page


def end(page: FakePage) -> tuple[Any, ...]:
    """Return what a person sees of a page."""
    return page.url, set(page.notices), [(e["name"], e["value"], e["visible"]) for e in page.elements]
