"""Recording by hand with the toolbar, in this process; the webmail's oracle judges what was recorded."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.browser.bundle import CALL, call_arguments
from pytest_ami.engine.recording.manual import workflow_of
from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from pytest_ami.model.workflow import Workflow
from tests.support.lab import MAIL, Lab
from tests.support.person import OTHER, SECRET, Person, send, write

pytestmark = pytest.mark.slow

MODAL = """<h1>Plain</h1><button>Open</button>
    <dialog aria-label="Sure"><h2>Really?</h2><button>Yes</button></dialog>
    <script>document.querySelector('button').onclick = () => document.querySelector('dialog').showModal()</script>"""


DIFFERING = """async (urls) => {
    const [one, other] = await Promise.all(urls.map(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
    }));
    return one.reduce((n, value, i) => n + (Math.abs(value - other[i]) > 32), 0);
}"""
"""How many values of two pictures differ more than anti-aliasing of text does from one time to the next."""


def data(picture: bytes) -> str:
    return f"data:image/png;base64,{b64encode(picture).decode()}"


@pytest.fixture
def person(page: Any) -> Person:
    page.set_viewport_size({"width": 1280, "height": 1000})
    return Person(page)


def replay(lab: Lab, page: Any, workflow: Workflow, values: dict[str, str]) -> Any:
    lab.store.add(workflow)
    page.goto("/")
    return lab.run(page, workflow.task, values, mode=Mode.REPLAY)


def test_a_recording_with_marked_parameters_replays_with_other_values(
    lab: Lab, person: Person, page: Any, mail_site: Any
) -> None:
    person.begin()
    person.bar.drag(120, 900)
    write(page, {**MAIL, "to": "", "subject": "", "body": ""})
    for name, field in (("to", "To"), ("subject", "Subject"), ("body", "Message")):
        page.get_by_label(field, exact=True).fill(MAIL[name])
        person.name_it(name)
    send(page)
    person.rest()
    page.get_by_role("status").click()
    person.press("Stop")
    assert person.hand.ended == "stopped"
    workflow = person.workflow()
    assert [step.value for step in workflow.steps[:5]] == ["", "{{to}}", "{{subject}}", "{{body}}", ""]
    assert [(p.name, p.type) for p in workflow.parameters] == [("to", "email"), ("subject", "text"), ("body", "text")]
    assert (workflow.start, workflow.provenance.author, workflow.provenance.reason) == (
        "/mail/inbox",
        "person",
        "recorded",
    )
    sent = len(mail_site.sent())
    run = replay(lab, page, workflow, OTHER)
    assert (run.outcome, run.model_calls) == (Outcome.REPLAYED, 0)
    assert [(m.to, m.subject, m.body) for m in mail_site.sent()[sent:]] == [
        ((OTHER["to"],), OTHER["subject"], OTHER["body"])
    ]


def test_neither_the_recorder_nor_the_page_hears_the_toolbar(person: Person, page: Any) -> None:
    page.add_init_script("""globalThis.heard = [];
        for (const type of ['pointerdown', 'mousedown', 'click', 'keydown', 'focusin', 'input', 'mouseover', 'change'])
            addEventListener(type, (e) => heard.push(`${type} ${e.target.localName}`), true);""")
    person.begin()
    page.get_by_label("Search mail").fill("budget")
    person.rest()
    page.evaluate("heard.length = 0")
    person.name_it("term")
    person.bar.drag(200, 700)
    person.press("Must be true")
    page.keyboard.press("Escape")
    person.press("Pause")
    person.press("Resume")
    heard = set(page.evaluate("heard"))
    assert heard <= {"change input", "focusin input"}, "the page's own field lost the focus and got it back"
    person.press("Stop")
    assert [step.title() for step in person.workflow().steps] == ['fill textbox "Search mail" with {{term}}']


def test_the_toolbar_is_in_no_state_fingerprint_or_screenshot(person: Person, page: Any) -> None:
    page.goto("/login")
    facts = """() => { const api = globalThis[Symbol.for('pytest-ami')];
        return [api.state(), [...document.querySelectorAll('input,button,a')].map((e) => api.describe(e, true))]; }"""
    person.hand.start()
    person.rest()
    assert "0 steps" in person.bar.texts()
    shown, hidden = page.screenshot(), page.screenshot(style="ami-recorder { display: none !important }")
    with_it = page.evaluate(facts)
    page.evaluate("document.querySelector('ami-recorder').remove()")
    page.evaluate(CALL, call_arguments("record", {"on": False}))
    page.evaluate("globalThis[Symbol.for('pytest-ami-overlay')].remove()")
    assert page.evaluate(facts) == with_it
    plain = page.screenshot()
    assert page.evaluate(DIFFERING, [data(hidden), data(plain)]) == 0
    assert page.evaluate(DIFFERING, [data(shown), data(plain)]) > 1000


def test_a_pause_drops_what_happens_meanwhile(lab: Lab, person: Person, page: Any, mail_site: Any) -> None:
    person.hand.marks.values.update(MAIL)
    person.begin()
    person.bar.drag(120, 900)
    write(page, MAIL)
    person.press("Pause")
    assert person.bar.says("paused")
    page.get_by_role("button", name="Bold").click()
    page.get_by_label("Subject").fill("Something else")
    page.get_by_label("Subject").fill(MAIL["subject"])
    person.rest()
    person.press("Resume")
    send(page)
    person.press("Stop")
    workflow = person.workflow()
    assert [step.value for step in workflow.steps] == ["", "{{to}}", "{{subject}}", "{{body}}", ""]
    assert replay(lab, page, workflow, OTHER).outcome is Outcome.REPLAYED
    assert mail_site.sent()[-1].subject == OTHER["subject"]


def test_a_value_marked_as_secret_is_nowhere(person: Person, page: Any) -> None:
    person.begin()
    page.get_by_label("Search mail").press_sequentially(SECRET, delay=5)
    person.rest()
    person.name_it("term", secret=True)
    page.get_by_role("button", name="Search", exact=True).click()
    page.wait_for_load_state()
    person.rest()
    person.press("Stop")
    workflow = person.workflow()
    assert [p.name for p in workflow.parameters if p.secret] == ["term"]
    assert workflow.steps[0].value == "{{term}}"
    assert SECRET not in repr(workflow) + repr(person.hand.taught()) + repr(person.hand._parts)


def test_a_password_needs_no_mark_and_can_be_named(lab: Lab, person: Person, page: Any, mail_site: Any) -> None:
    page.context.clear_cookies()
    person.begin("/login")
    page.get_by_label("Email").fill(mail_site.USER)
    person.name_it("user")
    page.get_by_label("Password").fill(mail_site.PASSWORD)
    person.rest()
    unnamed = person.workflow
    person.press("Parameter")
    assert not any(mail_site.PASSWORD in text for text in person.bar.texts())
    page.keyboard.type("key")
    page.keyboard.press("Enter")
    person.rest()
    page.get_by_role("button", name="Sign in").or_(page.get_by_role("button", name="Log in")).first.click()
    page.wait_for_url("**/mail/inbox")
    person.rest()
    assert person.bar.says("3 steps"), "the toolbar is there on the next page too"
    person.press("Stop")
    workflow = unnamed("sign in")
    assert [p.name for p in workflow.parameters if p.secret] == ["key"]
    assert mail_site.PASSWORD not in repr(workflow)
    page.context.clear_cookies()
    lab.store.add(workflow)
    page.goto("/login")
    run = lab.run(page, "sign in", {"user": mail_site.USER, "key": mail_site.PASSWORD}, mode=Mode.REPLAY)
    assert run.outcome is Outcome.REPLAYED
    assert page.url.endswith("/mail/inbox")


def test_a_password_typed_with_pauses_leaves_nothing_of_itself(person: Person, page: Any) -> None:
    page.context.clear_cookies()
    person.begin("/login")
    field = page.get_by_label("Password")
    for part in ("hunter", "-2-", "hunter"):
        field.press_sequentially(part)
        page.evaluate(CALL, call_arguments("flush", {}))
        person.rest(3)
    person.press("Stop")
    workflow = person.workflow("sign in")
    assert [step.value for step in workflow.steps] == ["{{password}}"]
    assert [p.name for p in workflow.parameters] == ["password"]
    assert "hunter" not in repr(person.hand._parts) + repr(workflow)


def test_what_must_be_true_at_the_end_is_chosen_on_the_page(lab: Lab, person: Person, page: Any) -> None:
    person.begin()
    page.get_by_role("link", name="Sent").click()
    person.rest()
    person.press("Must be true")
    heading = page.get_by_role("heading", name="Sent").bounding_box()
    page.mouse.click(heading["x"] + 5, heading["y"] + 5)
    person.rest()
    assert person.bar.says("Must be true: 1")
    person.press("Stop")
    workflow = person.workflow("look at what was sent")
    assert workflow.steps[-1].effects.notices == ("heading|Sent",)
    assert len(workflow.steps) == 1
    assert replay(lab, page, workflow, {}).outcome is Outcome.REPLAYED
    wrong, _ = workflow_of("wrong", replace(person.hand.taught(), checks=("heading|Nowhere",)))
    lab.store.add(wrong)
    page.goto("/")
    with pytest.raises(StaleError, match="Nowhere"):
        lab.run(page, "wrong", {}, mode=Mode.REPLAY)


def test_choosing_by_keyboard_and_behind_a_modal_dialog(person: Person, page: Any) -> None:
    page.route("**/modal", lambda route: route.fulfill(content_type="text/html", body=MODAL))
    person.begin("/modal")
    page.get_by_role("button", name="Open").click()
    person.rest()
    person.press("Must be true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    person.rest()
    assert person.hand.checks
    assert person.bar.says("Must be true: 1")
    person.press("Stop")
    assert [step.title() for step in person.workflow().steps] == ['click button "Open"']


def test_closing_the_window_keeps_what_was_done(person: Person, page: Any) -> None:
    person.begin()
    page.get_by_role("link", name="Drafts").click()
    person.rest()
    page.close()
    person.hand.turn()
    assert person.hand.ended == "closed"
    (step,) = person.workflow().steps
    assert step.title() == 'click link "Drafts"'
    assert step.effects.route == "/mail/drafts"
