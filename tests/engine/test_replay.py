"""Replaying on a page that stays, drifts, is slow, or breaks; and how it is told which step it was."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.elements.identity import Identity
from pytest_ami.engine.replay_options import PATIENCE
from pytest_ami.engine.report import Replayed
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import Health
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import Effects, Step, StepKind
from pytest_ami.testing.fake_page import FakePage
from tests.support.recordings import MAIL, learned
from tests.support.replays import FORM, browser, changed, click, played, workflow


def test_the_learned_flow_is_done_again_with_other_values() -> None:
    page = browser()

    report = played(learned(), page, {"to": "b@x.org", "subject": "Other"})

    assert report.drift is None
    assert [entry.number for entry in report.steps] == [1, 2, 3, 4, 5]
    assert [(what, e["name"], value) for what, e, value in page.touched] == [
        ("click", "Compose", ""),
        ("fill", "To", "b@x.org"),
        ("fill", "Subject", "Other"),
        ("check", "Urgent", "checked"),
        ("click", "Send", ""),
    ]
    assert page.notices[-1] == "status|Message sent"


def test_one_look_comes_before_each_action_and_one_at_the_end() -> None:
    page = browser(url="/new")

    played(FORM, page)

    assert [type(command).__name__ for command in page.commands] == [
        "Look",
        "Fill",
        "Look",
        "Fill",
        "Look",
        "Click",
        "Look",
    ]


@pytest.mark.parametrize("value", ["", "Send", "To", "{{to}}", "🧀" * 500, 'it\'s "quoted"', "line\nline", "R&D"])
def test_any_text_is_typed_as_it_is(value: str) -> None:
    page = browser(url="/new")

    report = played(FORM, page, {"to": "a@example.com", "subject": value})

    assert report.drift is None
    assert page.touched[1][2] == value


def test_a_missing_element_stops_the_flow_at_its_step() -> None:
    page = changed("Subject", name="Betreff", attributes={}, absolute_xpath="/elsewhere")

    report = played(FORM, page)

    assert report.drift is not None
    assert (report.drift.step, report.drift.cause, report.drift.title) == (
        2,
        Cause.MISSING,
        'fill textbox "Subject" with {{subject}}',
    )
    assert [entry.number for entry in report.steps] == [1]
    assert [what for what, _, _ in page.touched] == ["fill"]


def test_a_heal_is_told_with_its_evidence_and_the_element_as_it_is_now() -> None:
    page = changed("Send", role="link", tag="a", landmark="form|Compose", heading="New message")
    steps = FORM.steps
    target = replace(steps[2].target, landmark="form|Compose", heading="New message") if steps[2].target else None
    healing = replace(FORM, steps=(*steps[:2], replace(steps[2], target=target)))

    report = played(healing, page)

    assert (report.drift, report.healed) == (None, (3,))
    assert report.steps[2].identity is Identity.DRIFTED
    assert report.steps[2].new_evidence is not None
    assert report.steps[2].new_evidence.role == "link"


def test_a_heal_without_a_recorded_effect_is_not_even_tried() -> None:
    known: dict[str, Any] = {
        "landmark": "form|Compose",
        "heading": "New message",
        "absolute_xpath": "/a",
        "neighbours": ("x", "y"),
    }
    page = changed("Send", role="link", **known)
    target = replace(FORM.steps[2].target, **known) if FORM.steps[2].target else None
    unproven = workflow(replace(FORM.steps[2], target=target, effects=Effects()))

    report = played(unproven, page, {})

    assert report.drift is not None
    assert (report.drift.cause, page.touched) == (Cause.MOVED, [])
    assert report.drift.evidence[-1] == "but it has no recorded effect that could confirm it"


def test_a_heal_with_another_effect_is_never_green() -> None:
    page = changed("Send", role="link", tag="a", landmark="form|Compose", heading="New message", on={})
    target = (
        replace(FORM.steps[2].target, landmark="form|Compose", heading="New message") if FORM.steps[2].target else None
    )
    healing = workflow(replace(FORM.steps[2], target=target))

    report = played(healing, page, {})

    assert report.drift is not None
    assert (report.drift.step, report.drift.cause, report.healed) == (1, Cause.WRONG_EFFECT, ())


@pytest.mark.parametrize("last", [True, False], ids=["last", "followed"])
def test_an_effect_that_does_not_come_is_the_fault_of_its_step(last: object) -> None:
    page = changed("Send", on={"click": {"notice": "alert|Not sent"}})
    steps = FORM.steps if last else (*FORM.steps, click("Compose"))

    report = played(replace(FORM, steps=steps), page)

    assert report.drift is not None
    assert (report.drift.step, report.drift.cause) == (3, Cause.WRONG_EFFECT)
    assert report.drift.title == 'click button "Send"'
    assert 'expected the message status "Message sent"' in report.drift.evidence
    assert [entry.number for entry in report.steps] == [1, 2]


@pytest.mark.parametrize("following", [Step(kind=StepKind.GOTO, value="/new"), click("Compose", frame=("ad",))])
def test_an_effect_is_waited_for_before_leaving_its_document(following: Step) -> None:
    page = changed("Send", on={})

    report = played(replace(FORM, steps=(*FORM.steps, following)), page)

    assert report.drift is not None
    assert (report.drift.step, report.drift.title) == (3, 'click button "Send"')
    assert [entry.number for entry in report.steps] == [1, 2]
    assert not any(isinstance(command, c.Goto) for command in page.commands)


def test_a_page_that_answers_at_once_with_too_little_is_not_asked_for_ever() -> None:
    page = changed("To", on={"fill": {"remove": ["To"]}})

    played(FORM, page)

    assert len(page.commands) < 8 * PATIENCE / 1000


def test_an_effect_that_takes_its_time_is_waited_for() -> None:
    page = changed("Send", on={"click": {"notice": "status|Message sent", "hide": ["Send"], "after": 4_000}})

    assert played(FORM, page).drift is None


def test_a_page_that_was_at_rest_before_the_action_is_given_time_after_it() -> None:
    page = changed("Send", on={"click": {"notice": "status|Message sent", "hide": ["Send"], "after": 1_200}})
    page._health = Health  # type: ignore[method-assign]  # a timer, not a request

    assert played(FORM, page).drift is None


def test_what_was_there_before_is_not_taken_for_the_effect() -> None:
    page = changed("Send", on={})
    page.notices.append("status|Message sent")

    report = played(FORM, page)

    assert report.drift is not None
    assert report.drift.cause is Cause.WRONG_EFFECT


def test_a_field_that_is_emptied_by_the_page_is_noticed() -> None:
    page = changed("To", on={"fill": {"remove": ["To"]}})

    report = played(FORM, page)

    assert report.drift is not None
    assert (report.drift.step, report.drift.cause) == (1, Cause.WRONG_EFFECT)


def test_a_disabled_element_is_waited_for_and_not_called_stale() -> None:
    report = played(FORM, changed("Send", disabled=True), patience=2_000)

    assert report.drift is not None
    assert (report.drift.cause, report.drift.cause.blames_page) == (Cause.NOT_READY, False)
    assert report.drift.evidence[0] == "the element is there but disabled"


def test_a_hidden_element_on_a_page_at_rest_is_missing() -> None:
    report = played(FORM, changed("Send", visible=False), patience=2_000)

    assert report.drift is not None
    assert report.drift.cause is Cause.MISSING
    assert report.drift.evidence[0] == "the element is there but hidden"


def test_a_broken_server_is_not_called_stale() -> None:
    page = changed("Subject", name="Oops", attributes={}, absolute_xpath="/elsewhere")
    page.health = Health(failures=("GET /api: 500",))

    report = played(FORM, page)

    assert report.drift is not None
    assert report.drift.cause is Cause.APP_DOWN
    assert "GET /api: 500" in report.drift.evidence


def test_a_page_with_requests_under_way_is_not_ready_when_patience_ends() -> None:
    page = changed("Subject", name="Oops", attributes={}, absolute_xpath="/elsewhere")
    page.health = Health(pending=2)

    report = played(FORM, page, patience=3_000)

    assert report.drift is not None
    assert report.drift.cause is Cause.NOT_READY


def test_opening_an_error_page_last_is_not_green() -> None:
    page = browser()
    page.health = Health(dead=True)

    report = played(workflow(Step(kind=StepKind.GOTO, value="/new")), page, {})

    assert report.drift is not None
    assert report.drift.cause is Cause.APP_DOWN


def test_a_site_that_cannot_be_opened_is_down() -> None:
    report = played(workflow(Step(kind=StepKind.GOTO, value="/nowhere")), browser(), {})

    assert report.drift is not None
    assert (report.drift.step, report.drift.cause) == (1, Cause.APP_DOWN)


def test_a_refused_action_is_told_with_the_browsers_words() -> None:
    report = played(FORM, changed("Send", fails="covered"))

    assert report.drift is not None
    assert (report.drift.step, report.drift.cause, report.drift.evidence) == (
        3,
        Cause.COVERED,
        ("the browser refused",),
    )


def test_an_element_that_keeps_being_replaced_is_tried_again_but_not_for_ever() -> None:
    page = changed("Send", fails="moved")

    report = played(FORM, page)

    assert report.drift is not None
    assert sum(isinstance(command, c.Click) for command in page.commands) == 3


class RedrawnPage(FakePage):
    """A page that draws itself anew between look and action, some times; the browser holds the action back."""

    redraws = 0
    begun = False

    def _act(self, command: c.Act, *arguments: Any, **keywords: Any) -> c.Acted:
        self.redraws -= 1
        if self.redraws < 0:
            return super()._act(command, *arguments, **keywords)
        return c.Acted(ok=False, cause=Cause.MOVED, detail="it is another one now", withheld=True, begun=self.begun)


@pytest.mark.parametrize(
    ("redraws", "begun", "tried", "done"),
    [(5, False, 8, True), (1000, False, 13, False), (2, True, 5, True), (5, True, 3, False)],
)
def test_an_action_that_did_not_happen_is_tried_as_long_as_the_step_may_take(
    redraws: int,
    begun: bool,  # noqa: FBT001
    tried: int,
    done: bool,  # noqa: FBT001
) -> None:
    """Gradio under load: three redraws of a table within a second ended the flow as not ready."""
    page = RedrawnPage(MAIL, url="http://app.test/new")
    page.redraws, page.begun = redraws, begun

    report = played(FORM, page)

    assert (report.drift is None) is done
    assert sum(isinstance(command, c.Fill | c.Click) for command in page.commands) == tried


def test_an_empty_workflow_is_done_at_once() -> None:
    page = browser()

    assert played(workflow(), page, {}) == Replayed()
    assert page.commands == []


ROW = Fingerprint(tag="input", role="textbox", attributes={"id": "row-1"}, counts={"id": 1})
ADD: dict[str, Any] = {
    "landmark": "form|Compose",
    "heading": "New message",
    "absolute_xpath": "/a",
    "neighbours": ("x", "y"),
}


@pytest.mark.parametrize(
    ("name", "already", "following"),
    [
        ("Add another", False, ROW),
        ("Add another", True, ROW),
        ("Add another", False, replace(ROW, attributes={}, counts={})),
        ("Delete all", False, ROW),
        ("Send", False, ROW),
    ],
)
def test_the_coming_of_the_next_field_proves_a_button_that_only_adds_a_row(
    name: str, *, already: bool, following: Fingerprint
) -> None:
    page = changed("Send", role="link", **ADD)
    page.element("Send").update(name=name, on={})
    if already:
        page.element("To").update(attributes={"id": "row-1"})
    target = replace(FORM.steps[2].target or ROW, name=name, text=name, **ADD)
    first = replace(FORM.steps[2], target=target, effects=Effects())
    fill = Step(kind=StepKind.FILL, target=following, value="{{to}}")

    played(workflow(first, fill, to=False), page, {"to": "x"}, patience=900)

    alone = name == "Add another" and not already and following is ROW
    assert [what for what, _, _ in page.touched] == (["click"] if alone else [])


def test_a_button_that_only_adds_a_row_sends_nothing() -> None:
    for reaction, green in (({"goto": "/rows"}, True), ({"goto": "/rows", "sends": "POST /copies"}, False)):
        page = changed("Send", role="link", **ADD)
        page.routes = {**page.routes, "/rows": {"elements": [{"role": "textbox", "attributes": {"id": "row-1"}}]}}
        page.element("Send").update(name="Add another", on={"click": reaction})
        target = replace(FORM.steps[2].target or ROW, name="Add another", text="Add another", **ADD)
        first = replace(FORM.steps[2], target=target, effects=Effects())
        fill = Step(kind=StepKind.FILL, target=ROW, value="{{to}}")

        report = played(workflow(first, fill, to=False), page, {"to": "x"}, patience=900)

        assert (report.drift is None) is green
        if report.drift is not None:
            assert (report.drift.step, report.drift.cause) == (1, Cause.WRONG_EFFECT)
            assert report.drift.evidence[:2] == (
                "expected that nothing is sent to the server",
                "it had sent POST /copies",
            )
