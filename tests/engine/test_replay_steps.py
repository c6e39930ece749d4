"""Replaying steps that may be left out, that open tabs, and that hold secrets or braces."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.model import command as c
from pytest_ami.model.look import Health
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import Effects, Step, StepKind, Workflow
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import VALUES, learned, lesson, site
from tests.support.replays import FORM, browser, changed, click, played, workflow

# -- optional steps -------------------------------------------------------------------------------------------------

BANNER = click("Accept cookies", optional=True)


@pytest.mark.parametrize("hidden", [False, True], ids=["absent", "hidden"])
def test_an_optional_step_is_left_out_when_its_element_is_not_to_be_seen(hidden: object) -> None:
    routes = site()
    routes["/new"]["elements"] += [{"name": "Accept cookies", "visible": False}] if hidden else []

    report = played(replace(FORM, steps=(BANNER, *FORM.steps)), browser(routes, "/new"))

    assert report.drift is None
    assert [entry.number for entry in report.steps] == [2, 3, 4]


@pytest.mark.parametrize(
    "step",
    [
        replace(FORM.steps[0], optional=True),
        click("{{subject}}", optional=True),
    ],
    ids=["field", "choice"],
)
def test_an_optional_step_with_a_given_value_is_not_left_out(step: Step) -> None:
    routes = site(new={"elements": site()["/new"]["elements"][1:]})  # without the field "To"
    report = played(replace(FORM, steps=(step, *FORM.steps[1:])), browser(routes, "/new"), patience=100)

    assert report.drift is not None
    assert (report.drift.step, report.steps) == (1, [])


def test_an_optional_step_is_done_when_it_can_be() -> None:
    routes = site()
    routes["/new"]["elements"] += [{"name": "Accept cookies"}]
    page = browser(routes, "/new")

    played(replace(FORM, steps=(BANNER, *FORM.steps)), page)

    assert page.touched[0][1]["name"] == "Accept cookies"


def test_an_optional_step_is_left_out_on_a_page_that_never_rests() -> None:
    page = browser(url="/new")
    page.health = Health(pending=1)

    assert played(replace(FORM, steps=(BANNER, *FORM.steps)), page, patience=1_000).drift is None


def test_steps_keep_their_numbers_after_one_was_left_out() -> None:
    page = changed("Send", on={})
    steps = (FORM.steps[0], BANNER, *FORM.steps[1:])

    report = played(replace(FORM, steps=steps), page)

    assert report.drift is not None
    assert (report.drift.step, report.drift.title) == (4, 'click button "Send"')


def test_an_effect_is_not_blamed_on_an_optional_step_that_was_left_out() -> None:
    page = changed("Send", on={})

    report = played(replace(FORM, steps=(*FORM.steps, BANNER)), page)

    assert report.drift is not None
    assert report.drift.step == 3


# -- the first step -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pending", [0, 1])
def test_the_first_step_waits_for_what_the_page_asks_for_at_its_start(pending: int) -> None:
    page = browser(url="/new")
    page.health = Health(pending=pending)
    sent: list[object] = []
    steps = replay(FORM, VALUES, FlowOptions(patience=10_000))
    command = next(steps)
    while not isinstance(command, c.Fill):
        sent.append(command)
        answer = page.answer(command)
        if isinstance(command, c.AwaitAnswers):
            page.health = Health()
        command = steps.send(answer)

    assert any(isinstance(one, c.AwaitAnswers) for one in sent) is bool(pending)


# -- tabs, frames, secrets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opens", [True, False])
def test_a_tab_that_is_to_open_must_open(opens: object) -> None:
    page = browser()
    page.element("Help").update(role="button", tag="button", on={"click": {"tab": opens}})

    report = played(workflow(click("Help", effects=Effects(tab=True))), page, {})

    assert (report.drift is None) is opens


def test_a_secret_is_typed_but_not_told() -> None:
    secret = "hunter2"
    routes = site()
    routes["/new"]["elements"][1].update(name="Password", attributes={"name": "password"})
    known = copy.deepcopy(routes)
    routes["/new"]["elements"][3]["on"] = {"click": {"notice": f"alert|{secret} is wrong"}}
    flow = learned(
        ("fill", "To", "{{to}}"), ("fill", "Password", "{{password}}"), ("click", "Send", ""), url="/new",
        routes=known, given=lesson(values={"to": "x@y.org", "password": "old"}, secret=("password",)),
    )  # fmt: skip
    flow = replace(
        flow, steps=(*flow.steps[:1], replace(flow.steps[1], value="{{password}}", effects=Effects()), flow.steps[2])
    )
    page = browser(routes, "/new")
    page.url = f"http://app.test/new?key={secret}"

    report = played(flow, page, {"to": "x@y.org", "password": secret})

    assert page.touched[1][2] == secret
    assert report.drift is not None
    assert "{{password}} is wrong" in repr(report)
    assert secret not in repr(report)
    assert secret not in repr([command for command in page.commands if not isinstance(command, c.Look)])
    assert secret not in repr([command for command in page.commands if isinstance(command, c.Look)])


def test_a_secret_in_an_address_that_fails_is_not_told() -> None:
    flow = workflow(Step(kind=StepKind.GOTO, value="/nowhere?key={{token}}"), token=True)

    report = played(flow, browser(), {"token": "s3cret"})

    assert report.drift is not None
    assert "{{token}}" in report.drift.evidence[0]


def test_braces_that_a_person_typed_are_typed_again() -> None:
    literal = replace(FORM.steps[0], value="Dear {{first_name}}", effects=Effects())
    page = browser(url="/new")

    played(workflow(literal), page, {})

    assert page.touched[0][2] == "Dear {{first_name}}"


def test_a_replay_can_begin_later() -> None:
    page = browser(url="/new")

    report = played(FORM, page, skip=2)

    assert [entry.number for entry in report.steps] == [3]


def test_the_key_goes_to_the_element_that_was_found_anew_for_the_typing_before() -> None:
    routes: dict[str, dict[str, Any]] = {
        "/": {
            "elements": [
                {
                    "role": "textbox",
                    "name": "Search",
                    "attributes": {"name": "q", "id": "q"},
                    "on": {"press": {"goto": "/found"}},
                }
            ]
        },
        "/found": {"notices": ["heading|Results"], "elements": []},
    }
    given = lesson("search products", values={"to": "lamp"})
    flow = learned(("fill", "Search", "{{to}}"), ("press", "Search", "Enter"), routes=routes, given=given)
    redesigned = copy.deepcopy(routes)
    redesigned["/"]["elements"][0] |= {"role": "searchbox", "attributes": {"name": "q", "id": "s1"}, "label": "Search"}

    report = played(flow, browser(redesigned))

    assert report.drift is None
    assert report.healed == (1, 2)
    assert report.steps[1].evidence == ("it is the element of step 1",)
    assert report.steps[1].new_evidence == report.steps[0].new_evidence


class Swallowing(FakePage):
    """A page that draws itself anew while a link is pressed, so that nothing comes of the first clicks on it."""

    swallows = 1

    def _act(self, command: c.Act, action: str, value: str = "", kind: str = "") -> c.Acted:
        if action != "click" or not self.swallows:
            return super()._act(command, action, value, kind)
        self.swallows -= 1
        self._last = self._target
        return c.Acted()


def leading(element: dict[str, Any]) -> tuple[dict[str, dict[str, Any]], Workflow]:
    """Return a site with this element, and a flow that presses it and then a button of the next page."""
    routes: dict[str, dict[str, Any]] = {
        "/": {"elements": [{"name": "Sent mail", **element}]},
        "/sent": {"notices": ["heading|Sent"], "elements": [{"role": "button", "name": "Refresh", "on": {}}]},
    }
    moves = (("click", element.get("name", "Sent mail"), ""), ("click", "Refresh", ""))
    return routes, learned(*moves, routes=routes, given=lesson("look around", values={}, allow=("delete",)))


LINK: dict[str, Any] = {"role": "link", "attributes": {"href": "/sent"}, "on": {"click": {"goto": "/sent"}}}


def test_a_link_whose_click_was_swallowed_is_followed_again() -> None:
    routes, flow = leading(LINK)

    report = Swallowing(routes).run(replay(flow, {}))

    assert report.drift is None
    assert [entry.number for entry in report.steps] == [1, 2]
    assert report.healed == ()


def test_a_link_that_leads_nowhere_is_not_followed_for_ever() -> None:
    routes, flow = leading(LINK)
    page = Swallowing(routes)
    page.swallows = 9

    report = page.run(replay(flow, {}))

    assert report.drift is not None
    assert (report.drift.step, report.drift.cause) == (1, Cause.WRONG_EFFECT)
    assert page.swallows == 7


@pytest.mark.parametrize(
    "element", [{**LINK, "role": "button"}, {**LINK, "name": "Delete all"}, {**LINK, "attributes": {}}]
)
def test_what_may_do_something_is_pressed_once(element: dict[str, Any]) -> None:
    routes, flow = leading(element)
    page = Swallowing(routes)
    page.swallows = 9

    assert page.run(replay(flow, {})).drift is not None
    assert page.swallows == 8
