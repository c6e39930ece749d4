"""Whatever was recorded replays on the same page to the same end, and touches nothing else on another one."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from pytest_ami.elements.identity import judge
from pytest_ami.engine.replay import replay
from pytest_ami.model import command as c
from pytest_ami.model.workflow import Workflow
from pytest_ami.testing.fake_page import FakePage
from tests.support.pages import ACTS, NAMES, VALUES, Act, end, recorded, sites

LESSONS = (
    c.AskTeacher,
    c.Perform,
    c.Observe,
    c.StartRecording,
    c.ReadRecording,
    c.ForgetSince,
    c.StopRecording,
    c.Recall,
)
ROUNDS = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])

Routes = dict[str, dict[str, Any]]


class Watched(FakePage):
    """A fake page that keeps its answers."""

    def __init__(self, routes: Routes) -> None:
        self.answers: list[tuple[c.Command, Any]] = []
        super().__init__(routes)

    def answer(self, command: c.Command) -> Any:
        found = super().answer(command)
        self.answers.append((command, found))
        return found


def judged_usable(page: Watched, workflow: Workflow) -> None:
    """Assert that every action follows a look, quick or thorough, whose target was judged usable, and chosen."""
    targets = [(step.target, step.kind) for step in workflow.steps if step.target]
    seen: c.Seen | c.Surveyed | None = None
    chosen = 0
    for command, answer in page.answers:
        if isinstance(command, c.Survey) or (isinstance(command, c.Look) and command.target is not None):
            seen, chosen = answer, 0
        elif isinstance(command, c.Choose):
            chosen = command.index
        elif isinstance(command, c.Act):
            assert seen is not None
            verdicts = [judge(target, kind, seen.candidates, VALUES) for target, kind in targets]
            assert any(verdict.usable and verdict.index == chosen for verdict in verdicts)


def test_a_heal_follows_the_look_at_all_candidates() -> None:
    field = {"role": "textbox", "name": "Amount", "label": "Amount", "attributes": {"name": "amount"}}
    routes: Routes = {
        "/": {"elements": [{"role": "button", "name": "Apply"}, {"role": "button", "name": "Back"}, field]}
    }
    workflow, _ = recorded(routes, [Act(which=2, how=0, value="alpha one")])
    changed = copy.deepcopy(routes)
    changed["/"]["elements"][2]["attributes"] = {"id": "apply-it"}
    page = Watched(changed)

    report = page.run(replay(workflow, VALUES))

    assert report.drift is None
    looks = [type(command) for command, _ in page.answers if isinstance(command, (c.Survey, c.Choose))]
    assert looks == [c.Survey, c.Choose]
    judged_usable(page, workflow)


@ROUNDS
@given(sites(), ACTS)
def test_a_recording_replays_to_the_same_end(routes: Routes, acts: list[Act]) -> None:
    workflow, shown = recorded(routes, acts)
    page = Watched(routes)

    report = page.run(replay(workflow, VALUES))
    page.answer(c.Settle())

    assert report.drift is None
    assert end(page) == end(shown)
    assert [number.number for number in report.steps] == list(range(1, len(workflow.steps) + 1))
    assert report.healed == ()
    judged_usable(page, workflow)


@ROUNDS
@given(sites(), ACTS, st.data())
def test_on_a_page_that_drifted_nothing_is_touched_that_was_not_judged_usable(
    routes: Routes, acts: list[Act], data: st.DataObject
) -> None:
    workflow, _ = recorded(routes, acts)
    page = Watched(drifted(routes, data))

    report = page.run(replay(workflow, VALUES))

    judged_usable(page, workflow)
    assert not [command for command in page.commands if isinstance(command, LESSONS)]
    if report.drift is not None:
        assert report.drift.evidence
        assert 1 <= report.drift.step <= len(workflow.steps)
        assert len(report.steps) < report.drift.step
        assert report.drift.title == workflow.steps[report.drift.step - 1].title()


@ROUNDS
@given(sites(), ACTS, st.data())
def test_an_element_that_became_another_one_is_never_touched(
    routes: Routes, acts: list[Act], data: st.DataObject
) -> None:
    workflow, _ = recorded(routes, acts)
    used = [step.target for step in workflow.steps if step.target]
    victim = data.draw(st.sampled_from(used))
    changed = copy.deepcopy(routes)
    strangers = [name for name in NAMES if all(e["name"] != name for page in routes.values() for e in page["elements"])]
    assume(strangers)
    for routed in changed.values():
        for element in routed["elements"]:
            if (element["role"], element["name"]) == (victim.role, victim.name):
                element.update(name=strangers[0], label=strangers[0] if element.get("label") else "")
    page = FakePage(changed)

    report = page.run(replay(workflow, VALUES))

    assert report.drift is not None
    assert strangers[0] not in {element["name"] for _, element, _ in page.touched}


def drifted(routes: Routes, data: st.DataObject) -> Routes:
    """Return the site after a few careless changes."""
    changed = copy.deepcopy(routes)
    every = [element for page in changed.values() for element in page["elements"]]
    for _ in range(data.draw(st.integers(1, 4))):
        element = data.draw(st.sampled_from(every))
        change = data.draw(
            st.sampled_from(
                [
                    {"name": "Delete"},
                    {"role": "link"},
                    {"role": "button"},
                    {"attributes": {"id": "apply-it"}},
                    {"attributes": {}},
                    {"visible": False},
                    {"disabled": True},
                    {"on": {}},
                    {"on": {"click": {"notice": "alert|Error"}}},
                    {"fails": "covered"},
                    {"absolute_xpath": "/html[1]/body[1]/button[1]"},
                ]
            )
        )
        element.update(copy.deepcopy(change))
    return changed
