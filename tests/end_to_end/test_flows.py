"""Whole flows on the bundled webmail: learn, replay, redesign, relearn; the site's oracle is the judge."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import (
    AppDownError,
    ConfigurationError,
    FlowError,
    NotReadyError,
    ParameterError,
    StaleError,
    TeacherError,
)
from pytest_ami.model.outcome import Cause, Outcome
from pytest_ami.model.workflow import Status, StepKind
from tests.support.lab import MAIL, Lab

WRAPPED = """addEventListener('DOMContentLoaded', () => {
    const b = document.querySelector('#compose-btn');
    if (!b) return;
    const box = document.createElement('div');
    b.replaceWith(box);
    box.append(b);
    b.removeAttribute('type');
});"""
"""A wrapper more, an attribute less: another place for the same button."""

BY_DAY = [("2019", "en"), ("2023", "zh"), ("2026", "en")]
BY_NIGHT = [pytest.param(*look, marks=pytest.mark.nightly) for look in (("2019", "zh"), ("2023", "en"), ("2026", "zh"))]


def send_2019(page: Any, to: str, subject: str, body: str) -> None:
    page.get_by_role("button", name="Compose").click()
    page.get_by_label("To", exact=True).fill(to)
    page.get_by_label("Subject").fill(subject)
    page.get_by_label("Message").fill(body)
    page.get_by_role("button", name="Send", exact=True).click()


def delivered(site: Any, mail: dict[str, str] | None = None, count: int = 1) -> bool:
    wanted = mail or MAIL
    sent = [(mail.to, mail.subject, mail.body) for mail in site.sent()]
    return len(sent) == count and sent[-1] == ((wanted["to"],), wanted["subject"], wanted["body"])


@pytest.mark.variants(12)
@pytest.mark.parametrize(("design", "locale"), [*BY_DAY, *BY_NIGHT])
def test_the_offline_teacher_learns_and_the_replay_needs_no_teacher(
    lab: Lab, page: Any, mail_site: Any, design: str, locale: str
) -> None:
    mail_site.redesign(design, locale=locale)
    page.goto("/")
    first = lab.run(page, "send email", MAIL)
    assert first.outcome is Outcome.LEARNED
    assert delivered(mail_site)
    page.goto("/")
    other = {"to": "third@example.com", "subject": "Other words", "body": "Quite another text"}
    second = lab.run(page, "send email", other, mode=lab_mode("replay"))
    assert (second.outcome, second.model_calls, second.steps) == (Outcome.REPLAYED, 0, first.steps)
    assert delivered(mail_site, other, count=2)


def lab_mode(name: str) -> Any:
    from pytest_ami.model.settings import Mode

    return Mode(name)


def test_a_demonstration_is_recorded_with_parameters_and_effects(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/")
    lab.run(page, "send email", MAIL, teacher=send_2019)
    workflow = lab.store.find("send email")
    assert workflow is not None
    kinds = [step.kind for step in workflow.steps]
    assert kinds == [StepKind.CLICK, StepKind.FILL, StepKind.FILL, StepKind.FILL, StepKind.CLICK]
    assert [step.value for step in workflow.steps] == ["", "{{to}}", "{{subject}}", "{{body}}", ""]
    assert workflow.steps[-1].effects.notices == ("status|Message sent",)
    assert workflow.status is Status.CANDIDATE


@pytest.mark.nightly  # by day: the same in a run of pytest, in test_lifecycle.py
def test_a_candidate_becomes_active_at_its_first_green_replay(taught: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/")
    taught.run(page, "send email", MAIL)
    workflow = taught.store.find("send email")
    assert workflow is not None
    assert workflow.status is Status.ACTIVE


@pytest.mark.nightly  # by day: the same in a run of pytest, in test_lifecycle.py
@pytest.mark.parametrize("locale", ["en", "zh"])
def test_a_redesign_is_relearned_from_the_step_that_drifted(
    taught: Lab, page: Any, mail_site: Any, locale: str
) -> None:
    page.goto("/")
    taught.run(page, "send email", MAIL)
    mail_site.reset()
    mail_site.redesign("2026", locale=locale)
    page.goto("/")
    run = taught.run(page, "send email", MAIL)
    assert run.outcome is Outcome.RELEARNED
    assert run.drift is not None
    assert (run.drift.step, run.drift.cause) == (1, Cause.MISSING)
    assert run.drift.old_xpath != run.drift.new_xpath != ""
    assert delivered(mail_site)
    old, new = taught.store.versions("send email")
    assert (old.status, new.status) == (Status.POSSIBLY_STALE, Status.CANDIDATE)
    page.goto("/")
    again = taught.run(page, "send email", MAIL)
    assert (again.outcome, again.version, again.model_calls) == (Outcome.REPLAYED, 2, 0)
    assert [w.status for w in taught.store.versions("send email")] == [Status.SUPERSEDED, Status.ACTIVE]


def test_only_the_drifted_span_is_relearned(taught: Lab, page: Any, mail_site: Any) -> None:
    """One button is renamed in the middle of the flow: the steps before it stay as they were."""
    before = taught.store.find("send email")
    assert before is not None
    page.route("**/*", lambda route: route.continue_())
    page.add_init_script(
        """addEventListener('DOMContentLoaded', () => { const b = document.querySelector('#send-btn');
           if (b) { b.value = 'Dispatch email'; b.id = 'go'; b.name = 'go'; } });"""
    )
    mail_site.reset()
    page.goto("/")
    run = taught.run(page, "send email", MAIL, teacher=Finisher("Dispatch email"))
    assert run.outcome is Outcome.RELEARNED
    assert run.drift is not None
    assert run.drift.step == 5
    after = taught.store.versions("send email")[-1]
    assert after.steps[:4] == before.steps[:4]
    assert delivered(mail_site)


class Finisher:
    """A teacher that knows one button, and that the task is done once it was pressed."""

    name = "finisher"
    wants_screenshot = False

    def __init__(self, button: str) -> None:
        self.button = button
        self.situations: list[Any] = []

    def advise(self, situation: Any) -> Any:
        from pytest_ami.model.lesson import Advice, Move, MoveKind

        self.situations.append(situation)
        if situation.made:
            return Advice(move=Move(kind=MoveKind.DONE))
        element = next(e for e in situation.observation.elements if e.name == self.button)
        return Advice(move=Move(kind=MoveKind.CLICK, ref=element.ref))


@pytest.mark.nightly  # by day: the span alone is relearned, above
def test_the_teacher_is_told_what_is_done_and_what_remains(taught: Lab, page: Any, mail_site: Any) -> None:
    page.add_init_script(
        """addEventListener('DOMContentLoaded', () => { const b = document.querySelector('#send-btn');
           if (b) { b.value = 'Pigeon flight'; b.id = 'go'; b.name = 'go'; } });"""
    )
    page.goto("/")
    teacher = Finisher("Pigeon flight")
    taught.run(page, "send email", MAIL, teacher=teacher)
    told = teacher.situations[0]
    assert told.done == (
        'click button "Compose"',
        'fill textbox "To" with {{to}}',
        'fill textbox "Subject" with {{subject}}',
        'fill textbox "Message" with {{body}}',
    )
    assert told.used == ("to", "subject", "body")
    assert told.remaining == ('click button "Send"',)


@pytest.mark.nightly  # by day: test_lifecycle.py
@pytest.mark.parametrize("design", ["2023", "2026"])
def test_in_replay_mode_a_redesign_is_stale_and_nothing_is_sent(
    taught: Lab, page: Any, mail_site: Any, design: str
) -> None:
    mail_site.redesign(design)
    page.goto("/")
    with pytest.raises(StaleError) as caught:
        taught.run(page, "send email", MAIL, mode=lab_mode("replay"))
    text = str(caught.value)
    assert text.startswith('STALE: "send email" v1 stopped at step 1 of 5: click button "Compose"')
    assert "why:" in text
    assert "evidence:" in text
    assert "--ami-mode=auto" in text
    assert mail_site.sent() == ()


@pytest.mark.nightly  # by day: test_commit_on_green.py
def test_what_a_failing_test_learned_is_dropped(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/")
    ami = lab.face(page, "send email")
    assert ami.run(**MAIL).outcome is Outcome.LEARNED
    ami._attempt.drop()
    assert lab.store.find("send email") is None
    assert lab.store.versions("send email") == ()


@pytest.mark.nightly  # by day: another message, in test_effect_truth.py
def test_a_swapped_handler_is_not_green(taught: Lab, page: Any, mail_site: Any) -> None:
    """The Send button looks the same and saves a draft instead: the effect, the second key, says so."""
    page.add_init_script(
        """addEventListener('click', (e) => { if (e.target.id === 'send-btn') { e.preventDefault(); e.stopImmediatePropagation();
           [...document.querySelectorAll('input,button')].find((b) => /Save draft/.test(b.value || b.textContent)).click(); } }, true);"""
    )
    page.goto("/")
    with pytest.raises(FlowError, match="outcome_differs"):
        taught.run(page, "send email", MAIL, mode=lab_mode("replay"))
    assert mail_site.sent() == ()


@pytest.mark.nightly  # by day: the next one, where the message stands there already
def test_a_dead_button_is_not_green(taught: Lab, page: Any, mail_site: Any) -> None:
    page.add_init_script(
        """addEventListener('click', (e) => { if (e.target.id === 'send-btn') { e.preventDefault(); e.stopImmediatePropagation(); } }, true);"""
    )
    page.goto("/")
    with pytest.raises(FlowError, match="outcome_differs"):
        taught.run(page, "send email", MAIL, mode=lab_mode("replay"))


def test_a_message_from_an_earlier_mail_proves_nothing(taught: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/")
    page.evaluate("document.querySelector('[role=status]').textContent = 'Message sent'")
    page.evaluate(
        """addEventListener('click', (e) => { if (e.target.id === 'send-btn') { e.preventDefault(); e.stopImmediatePropagation(); } }, true)"""
    )
    with pytest.raises(FlowError, match="outcome_differs"):
        taught.run(page, "send email", MAIL, mode=lab_mode("replay"))


def test_a_wrapped_button_is_healed_and_shown(taught: Lab, page: Any, mail_site: Any) -> None:
    page.add_init_script(WRAPPED)
    page.goto("/")
    run = taught.run(page, "send email", MAIL, mode=lab_mode("replay"))
    assert run.outcome is Outcome.HEALED
    assert run.healed == (1,)
    assert delivered(mail_site)


@pytest.mark.nightly  # by day: the same in a run of pytest, in test_lifecycle.py
def test_strict_forbids_a_heal(taught: Lab, page: Any, mail_site: Any) -> None:
    page.add_init_script(WRAPPED)
    page.goto("/")
    with pytest.raises(StaleError, match="--ami-strict"):
        taught.run(page, "send email", MAIL, mode=lab_mode("replay"), strict=True)


def test_a_server_that_fails_is_not_called_stale(taught: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/")
    page.route(
        "**/*",
        lambda route: route.fulfill(status=503, body="down") if route.request.method == "POST" else route.continue_(),
    )
    with pytest.raises(AppDownError, match="503"):
        taught.run(page, "send email", MAIL, mode=lab_mode("replay"))
    workflow = taught.store.find("send email")
    assert workflow is not None
    assert workflow.status is not Status.POSSIBLY_STALE


@pytest.mark.nightly  # by day: test_late_pages.py
def test_a_slow_page_is_waited_for(taught: Lab, page: Any, mail_site: Any) -> None:
    page.add_init_script(
        """addEventListener('DOMContentLoaded', () => { const b = document.querySelector('#compose-btn'); if (!b) return;
           b.hidden = true; setTimeout(() => { b.hidden = false; }, 2500); });"""
    )
    page.goto("/")
    run = taught.run(page, "send email", MAIL, mode=lab_mode("replay"))
    assert run.outcome is Outcome.REPLAYED
    assert run.seconds > 2


def test_a_page_that_never_gets_ready_is_not_called_stale(taught: Lab, page: Any, mail_site: Any) -> None:
    page.add_init_script(
        """addEventListener('DOMContentLoaded', () => { const b = document.querySelector('#compose-btn'); if (!b) return;
           b.disabled = true; fetch('/never'); });"""
    )
    page.route("**/never", lambda _route: None)
    page.goto("/")
    with pytest.raises(NotReadyError):
        taught.run(page, "send email", MAIL, mode=lab_mode("replay"), timeout=3.0)
    workflow = taught.store.find("send email")
    assert workflow is not None
    assert workflow.status is not Status.POSSIBLY_STALE


def test_the_chinese_instruction_fills_the_parameters(taught: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/")
    text = "给 another@example.com 发送邮件，主题是'后续测试'，内容是'这是第二封测试邮件'"
    run = taught.run(page, "send email", text)
    assert (run.outcome, run.model_calls) == (Outcome.REPLAYED, 0)
    wanted = {"to": "another@example.com", "subject": "后续测试", "body": "这是第二封测试邮件"}
    assert delivered(mail_site, wanted)


def test_a_row_is_found_by_the_parameter_it_holds(lab: Lab, page: Any, mail_site: Any) -> None:
    """The target itself is a template: another value opens another row, wherever it stands."""
    mail_site.deliver(subject="Quarterly report", sender="Ann Lee", body="See attached.")
    mail_site.deliver(subject="Holiday plans", sender="Bob Roy", body="Where to?")
    page.goto("/")
    lab.run(page, "delete email", {"item": "Quarterly report"})
    assert [mail.subject for mail in mail_site.trash()] == ["Quarterly report"]
    mail_site.deliver(subject="Newer than all", sender="Cy", body="x")
    page.goto("/")
    run = lab.run(page, "delete email", {"item": "Holiday plans"}, mode=lab_mode("replay"))
    assert run.outcome is Outcome.REPLAYED
    assert sorted(mail.subject for mail in mail_site.trash()) == ["Holiday plans", "Quarterly report"]


@pytest.mark.nightly  # by day: "a list of other records" in test_late_pages.py
def test_a_row_that_is_not_there_is_refused(lab: Lab, page: Any, mail_site: Any) -> None:
    mail_site.deliver(subject="Quarterly report", sender="Ann Lee", body="See attached.")
    page.goto("/")
    lab.run(page, "delete email", {"item": "Quarterly report"})
    page.goto("/")
    with pytest.raises(FlowError, match="holds 'No such mail'"):
        lab.run(page, "delete email", {"item": "No such mail"}, mode=lab_mode("replay"))
    assert len(mail_site.trash()) == 1


def test_missing_and_unknown_parameters_are_named(taught: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/")
    with pytest.raises(ParameterError, match="subject"):
        taught.run(page, "send email", {"to": "a@example.com", "body": "x"})
    with pytest.raises(ParameterError, match="subjekt"):
        taught.run(page, "send email", {**MAIL, "subjekt": "x"})


def test_a_blank_page_is_a_clear_error(lab: Lab, page: Any) -> None:
    with pytest.raises(ConfigurationError, match="blank"):
        lab.run(page, "send email", MAIL)


def test_a_teacher_that_gives_up_leaves_the_store_empty(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/")
    with pytest.raises(TeacherError):
        lab.run(page, "order a pizza", {"topping": "olives", "size": "large"})
    assert lab.store.tasks() == ()
    assert mail_site.sent() == ()


def test_with_demonstrate_records_the_block_once(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/")
    ami = lab.face(page, "send email")
    with ami.demonstrate(**MAIL) as shown:
        assert shown is page
        send_2019(page, **MAIL)
    ami._attempt.commit()
    page.goto("/")
    run = lab.run(page, "send email", {**MAIL, "subject": "Again"}, mode=lab_mode("replay"))
    assert run.outcome is Outcome.REPLAYED
    assert delivered(mail_site, {**MAIL, "subject": "Again"}, count=2)
    again = lab.face(page, "send email")
    with again.demonstrate(**MAIL):
        pass
    again._attempt.commit()
    assert len(lab.store.versions("send email")) == 1


def test_a_block_that_fails_is_not_learned(lab: Lab, page: Any, mail_site: Any) -> None:
    page.goto("/")
    ami = lab.face(page, "send email")
    with pytest.raises(RuntimeError, match="half way"), ami.demonstrate(**MAIL):  # noqa: PT012
        page.get_by_role("button", name="Compose").click()
        raise RuntimeError("half way")
    ami._attempt.commit()
    assert lab.store.tasks() == ()
