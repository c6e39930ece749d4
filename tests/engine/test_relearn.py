"""Replay first, learn what is not known: what is kept, what is shown to the teacher, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.engine.relearn import FlowSpec, Progress, run_flow, splice
from pytest_ami.engine.replay import replay
from pytest_ami.engine.replay_options import FlowOptions
from pytest_ami.engine.report import Replayed, already_done
from pytest_ami.model import command as c
from pytest_ami.model.errors import TeacherError
from pytest_ami.model.look import Health
from pytest_ami.model.outcome import Cause, Drift
from pytest_ami.model.workflow import Effects, Workflow
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, SEND_MAIL, VALUES, Script, learned, lesson, site
from tests.support.relearning import FILLING, all_renamed, replays

MAILING = learned()
COMPOSE = MAILING.steps[0].target
assert COMPOSE is not None
BANNER = replace(MAILING.steps[0], optional=True, target=replace(COMPOSE, name="Cookies", attributes={}))


def worked(page: FakePage, workflow: Workflow | None, **more: Any) -> Progress:
    given = more.pop("lesson", lesson())
    given = replace(given, options=FlowOptions(**more))
    return page.run(run_flow(FlowSpec(lesson=given, workflow=workflow), Progress()))


def renamed(old: str, new: str, **more: Any) -> dict[str, dict[str, Any]]:
    routes = site()
    for page in routes.values():
        for element in page["elements"]:
            if element["name"] == old:
                element.update({"name": new, "attributes": {}, "absolute_xpath": f"/{new}", **more})
    return routes


def test_what_is_known_is_replayed_and_nobody_is_asked() -> None:
    page = FakePage(MAIL)

    progress = worked(page, MAILING)

    assert (progress.learned, progress.steps) == (None, ())
    assert not any(isinstance(command, (c.AskTeacher, c.StartRecording)) for command in page.commands)


def test_what_is_not_known_is_learned_from_the_start() -> None:
    page = FakePage(MAIL, teacher=Script(*SEND_MAIL))

    progress = worked(page, None)

    assert progress.replayed is None
    assert len(progress.steps) == len(SEND_MAIL)


def test_only_the_drifted_span_is_learned_again_and_the_result_replays() -> None:
    routes = renamed("Subject", "Betreff")
    script = Script(("fill", "Betreff", "{{subject}}"), ("check", "Urgent", ""), ("click", "Send", ""))
    page = FakePage(routes, teacher=script)

    progress = worked(page, MAILING)

    assert script.situations[0].done == ('click button "Compose"', 'fill textbox "To" with {{to}}')
    assert script.situations[0].used == ("to",)
    assert script.situations[0].remaining[0] == 'fill textbox "Subject" with {{subject}}'
    assert progress.steps[:2] == MAILING.steps[:2]
    again = FakePage(routes).run(replay(replace(MAILING, steps=progress.steps), {"to": "c@d.org", "subject": "New"}))
    assert again.drift is None


def test_a_relearned_step_that_was_on_screen_all_along_does_not_undo_what_came_before() -> None:
    routes = site()
    routes["/"]["elements"] += [
        {"name": "Mark", "on": {"click": {"notice": "status|Marked"}}},
        {"name": "Archive", "on": {"click": {"notice": "status|Archived"}}},
    ]
    known = learned(("click", "Mark", ""), ("click", "Archive", ""), routes=routes, given=lesson(values={}))
    changed = site()
    changed["/"]["elements"] += [
        {"name": "Mark", "on": {"click": {"notice": "status|Marked"}}},
        {"name": "Put away", "absolute_xpath": "/x", "on": {"click": {"notice": "status|Archived"}}},
    ]

    progress = worked(FakePage(changed, teacher=Script(("click", "Put away", ""))), known)

    assert progress.steps[0] == known.steps[0]
    again = FakePage(changed).run(replay(replace(known, steps=progress.steps), VALUES))
    assert again.drift is None


def elsewhere() -> dict[str, Any]:
    """Return the pages on which "Compose" leads to another address."""
    routes = renamed("Compose", "Compose", on={"click": {"goto": "/write"}}, attributes={"id": "compose"})
    routes["/write"] = routes.pop("/new")
    return routes


def test_a_step_that_leads_to_the_same_by_another_way_needs_no_question() -> None:
    script = Script()
    page = FakePage(elsewhere(), teacher=script)

    progress = worked(page, MAILING)

    assert progress.replayed is not None
    assert progress.replayed.drift is not None
    assert progress.replayed.drift.cause is Cause.WRONG_EFFECT
    assert script.situations == []
    assert progress.partial_effects == 1
    assert [e["name"] for _, e, _ in page.touched].count("Compose") == 1
    assert progress.steps[0].effects.route == ""
    assert progress.steps[0].effects.appeared == MAILING.steps[0].effects.appeared
    again = FakePage(elsewhere()).run(replay(replace(MAILING, steps=progress.steps), VALUES))
    assert again.drift is None


def test_an_element_that_is_found_anew_and_does_a_part_of_its_work_is_kept_as_it_is_now() -> None:
    routes = elsewhere()
    routes["/"]["elements"][0] |= {"role": "link", "absolute_xpath": "/nav/a"}

    progress = worked(FakePage(routes, teacher=Script()), MAILING)

    assert progress.partial_effects == 1
    assert progress.steps[0].target
    assert (progress.steps[0].target.role, progress.steps[0].target.absolute_xpath) == ("link", "/nav/a")
    again = FakePage(routes).run(replay(replace(MAILING, steps=progress.steps), VALUES))
    assert (again.drift, again.healed) == (None, ())


@pytest.mark.parametrize("heading", ["New message", "Letter"])
def test_what_a_step_brought_is_no_effect_if_its_page_shows_nothing_of_it_any_more(heading: str) -> None:
    routes = all_renamed()
    routes["/new"]["notices"] = [f"heading|{heading}"]
    script = Script(*FILLING, ("click", "The Send", ""))

    progress = worked(FakePage(routes, teacher=script), MAILING)

    was, now = MAILING.steps[0].effects, progress.steps[0].effects
    assert (now.route, now.vanished) == (was.route, was.vanished)
    assert now.appeared == (was.appeared if heading == "New message" else ())
    assert replays(routes, progress)


def test_a_step_with_another_effect_is_not_done_twice_and_its_effect_is_forgotten() -> None:
    routes = elsewhere()
    routes["/write"]["elements"] = [
        {**element, "name": "Next" if element["role"] == "button" else f"The {element['name']}"}
        for element in routes["/write"]["elements"]
    ]
    script = Script(
        ("fill", "The To", "{{to}}"),
        ("fill", "The Subject", "{{subject}}"),
        ("check", "The Urgent", ""),
        ("click", "Next", ""),
    )
    page = FakePage(routes, teacher=script)

    progress = worked(page, MAILING)

    assert [e["name"] for _, e, _ in page.touched].count("Compose") == 1
    assert progress.partial_effects == 0
    assert script.situations[0].remaining[0] == 'fill textbox "To" with {{to}}'
    assert progress.steps[0].effects == Effects()
    again = FakePage(routes).run(replay(replace(MAILING, steps=progress.steps), VALUES))
    assert again.drift is None


def test_a_step_that_was_left_out_does_not_shift_what_was_done() -> None:
    known = replace(MAILING, steps=(BANNER, *MAILING.steps))
    routes = renamed("Subject", "Betreff")
    script = Script(("fill", "Betreff", "{{subject}}"), ("check", "Urgent", ""), ("click", "Send", ""))

    progress = worked(FakePage(routes, teacher=script), known)

    assert progress.steps[:3] == known.steps[:3]
    assert script.situations[0].used == ("to",)


@pytest.mark.parametrize("health", [Health(pending=1), Health(failures=("GET /: 500",))])
def test_a_slow_or_broken_application_is_no_reason_to_learn(health: Health) -> None:
    page = FakePage(renamed("Compose", "Write"), teacher=Script())
    page.health = health

    progress = worked(page, MAILING, patience=1_000)

    assert progress.learned is None
    assert progress.replayed is not None
    assert progress.replayed.drift is not None


def test_a_demonstration_begins_again_where_the_flow_begins() -> None:
    def perform(page: FakePage, **_values: str) -> None:
        page.answer(c.Goto(url="/new"))
        seen = page.answer(c.Observe())
        page.answer(c.Click(ref=next(e.ref for e in seen.elements if e.name == "Send")))

    page = FakePage(renamed("To", "An"), teacher=perform)

    progress = worked(page, MAILING, lesson=lesson(demonstrates=True), url="http://app.test/")

    gotos = [command.url for command in page.commands if isinstance(command, c.Goto)]
    assert gotos == ["http://app.test/"]
    assert [step.title() for step in progress.steps] == ["goto /new", 'click button "Send"']


def test_a_lesson_that_fails_leaves_the_replay_on_record() -> None:
    progress = Progress()
    page = FakePage(renamed("Compose", "Write"), teacher=Script())

    with pytest.raises(TeacherError):
        page.run(run_flow(FlowSpec(lesson=lesson(), workflow=MAILING), progress))

    assert progress.replayed is not None
    assert progress.replayed.drift is not None
    assert progress.steps == ()


@pytest.mark.parametrize(
    ("step", "cause", "done"),
    [(1, Cause.MISSING, 0), (3, Cause.MISSING, 2), (3, Cause.WRONG_EFFECT, 3), (5, Cause.COVERED, 4)],
)
def test_done_is_what_was_carried_out(step: int, cause: Cause, done: int) -> None:
    report = Replayed(drift=Drift(step=step, cause=cause, title=""))

    assert already_done(MAILING, report) == MAILING.steps[:done]


def test_effects_of_the_last_kept_step_survive_unless_they_did_not_come() -> None:
    kept, new = MAILING.steps[:1], MAILING.steps[1:2]

    assert splice(kept, new) == (*kept, *new)
    assert [step.effects for step in splice(kept, new, unmet=True)] == [Effects(), new[0].effects]
    assert splice((), new, unmet=True) == new


def test_values_are_in_no_representation() -> None:
    spec = FlowSpec(lesson=lesson(values={"password": "hunter2"}), workflow=None)

    assert spec.values == {"password": "hunter2"}
    assert "hunter2" not in repr(spec)
