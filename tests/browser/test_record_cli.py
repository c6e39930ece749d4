"""`ami record`: a scripted person at the toolbar, in the same process and over CDP; the webmail's oracle judges."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lab import MAIL, Lab
from toolbar import Toolbar

from pytest_ami.browser.by_hand import ByHand
from pytest_ami.browser.bundle import CALL
from pytest_ami.browser.find import find_browser
from pytest_ami.browser.overlay import UNSEEN
from pytest_ami.machine.taught import workflow_of
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.workflow import Status, Workflow
from pytest_ami.settings import Mode
from pytest_ami.store.workflows import WorkflowStore

AMI = (sys.executable, "-c", "from pytest_ami.cli import main; main()")
OTHER = {"to": "third@example.com", "subject": "Other words", "body": "Quite another text"}
SECRET = "hunter-2-hunter"


class Person:
    """Somebody who records on a page of this process."""

    def __init__(self, page: Any, **known: Any) -> None:
        self.page = page
        self.bar = Toolbar(page)
        self.hand = ByHand(page, **known)
        self.hand.prepare()

    def begin(self, url: str = "/") -> None:
        self.page.goto(url)
        self.hand.start()
        self.rest()

    def rest(self, turns: int = 10) -> None:
        for _ in range(turns):
            self.hand.turn()
            if self.hand.ended:
                return
            self.page.wait_for_timeout(50)

    def press(self, words: str) -> None:
        self.bar.press(words)
        self.rest()

    def name_it(self, name: str, *, secret: bool = False) -> None:
        """Make what was typed last a parameter, with the keyboard."""
        self.press("Parameter")
        self.page.keyboard.type(name)
        if secret:
            self.page.keyboard.press("Tab")
            self.page.keyboard.press("Space")
            self.page.keyboard.press("Shift+Tab")
        self.page.keyboard.press("Enter")
        self.rest()

    def workflow(self, task: str = "send email") -> Workflow:
        return workflow_of(task, self.hand.taught())[0]


@pytest.fixture
def person(page: Any) -> Person:
    page.set_viewport_size({"width": 1280, "height": 1000})
    return Person(page)


def write(page: Any, mail: dict[str, str]) -> None:
    page.get_by_role("button", name="Compose").click()
    page.get_by_label("To", exact=True).press_sequentially(mail["to"])
    page.get_by_label("Subject").fill(mail["subject"])
    page.get_by_label("Message").fill(mail["body"])


def send(page: Any) -> None:
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_role("status").filter(has_text="Message sent").wait_for()


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
    assert (workflow.start, workflow.provenance.author, workflow.provenance.reason) == ("/mail/inbox", "person", "recorded")
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
    assert [step.title() for step in person.workflow().steps] == ['fill searchbox "Search mail" with {{term}}']


def test_the_toolbar_is_in_no_state_fingerprint_or_screenshot(person: Person, page: Any) -> None:
    page.goto("/login")
    facts = """() => { const api = globalThis[Symbol.for('pytest-ami')];
        return [api.state(), [...document.querySelectorAll('input,button,a')].map((e) => api.describe(e, true))]; }"""
    person.hand.start()
    person.rest()
    assert "0 steps" in person.bar.texts()
    shown, hidden = page.screenshot(), page.screenshot(style=UNSEEN)
    with_it = page.evaluate(facts)
    page.evaluate("document.querySelector('ami-recorder').remove()")
    page.evaluate(CALL, ["record", {"on": False}])
    page.evaluate("globalThis[Symbol.for('pytest-ami-overlay')].remove()")
    assert page.evaluate(facts) == with_it
    plain = page.screenshot()
    assert hidden == plain != shown


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
    assert [p for p in workflow.parameters if p.secret][0].name == "term"
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
    wrong = workflow_of("wrong", _with_checks(person, ("heading|Nowhere",)))[0]
    lab.store.add(wrong)
    page.goto("/")
    with pytest.raises(Exception, match="Nowhere"):
        lab.run(page, "wrong", {}, mode=Mode.REPLAY)


def _with_checks(person: Person, checks: tuple[str, ...]) -> Any:
    from dataclasses import replace

    return replace(person.hand.taught(), checks=checks)


def test_choosing_by_keyboard_and_behind_a_modal_dialog(person: Person, page: Any) -> None:
    page.route("**/modal", lambda route: route.fulfill(content_type="text/html", body="""<h1>Plain</h1><button>Open</button>
        <dialog aria-label="Sure"><h2>Really?</h2><button>Yes</button></dialog>
        <script>document.querySelector('button').onclick = () => document.querySelector('dialog').showModal()</script>"""))
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


# -- the command itself, over CDP ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A headless browser of its own that takes connections."""
    found = find_browser(None, os.environ).path
    if found is None:
        from pytest_ami.browser.find import playwright_browser

        found = playwright_browser(os.environ)
    folder = tmp_path_factory.mktemp("profile")
    options = ("--headless", "--no-sandbox", "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank")
    process = subprocess.Popen([str(found), *options], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    line = next(line for line in process.stderr if "listening on" in line)
    yield line.rsplit(" ", 1)[-1].strip()
    process.terminate()
    process.wait(10)


@pytest.fixture
def record(
    endpoint: str, playwright: Any, mail_site: Any, tmp_path: Path
) -> Iterator[Callable[..., tuple[Any, subprocess.Popen[str]]]]:
    """Start `ami record` and return the page it opened, as another connection sees it, and the process."""
    browser = playwright.chromium.connect_over_cdp(endpoint)
    context = browser.contexts[0]
    context.add_cookies(mail_site.cookies())
    started: list[subprocess.Popen[str]] = []

    def start(*options: str) -> tuple[Any, subprocess.Popen[str]]:
        command = [*AMI, "record", mail_site.url, "--cdp", endpoint, "--dir", str(tmp_path / ".ami"), *options]
        with context.expect_page() as opened:
            pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            process = subprocess.Popen(command, cwd=tmp_path, text=True, **pipes)
            started.append(process)
        page = opened.value
        page.set_viewport_size({"width": 1280, "height": 1000})
        page.wait_for_url("**/mail/inbox")
        assert Toolbar(page).says("0 steps")
        return page, process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()
    for page in context.pages[1:]:
        page.close()
    browser.close()


def ending(process: subprocess.Popen[str]) -> tuple[str, str]:
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    return out, err


PARAMS = [part for name, value in MAIL.items() for part in ("--param", f"{name}={value}")]


def test_the_command_stores_what_replays(
    record: Callable[..., Any], lab: Lab, page: Any, mail_site: Any, tmp_path: Path
) -> None:
    there, process = record("--task", "send email", *PARAMS, "--param", "unused=never")
    bar = Toolbar(there)
    bar.drag(120, 900)
    write(there, MAIL)
    send(there)
    assert bar.says("5 steps")
    bar.press("Stop")
    out, err = ending(process)
    assert "Press Stop" in err
    assert 'def test_send_email(ami, page):' in out
    assert "unused was not used" in out
    assert 'fill textbox "To" with {{to}}' in out
    assert there.locator("ami-recorder").count() == 0, "somebody's browser is left as it was"
    stored = WorkflowStore(tmp_path / ".ami").find("send email")
    assert stored is not None
    assert (stored.status, stored.provenance.author) == (Status.CANDIDATE, "person")
    assert "status|Message sent" in stored.steps[-1].effects.notices
    page.goto("/")
    assert lab.run(page, "send email", OTHER, mode=Mode.REPLAY).outcome is Outcome.REPLAYED
    assert mail_site.sent()[-1].to == (OTHER["to"],)


def test_closing_the_window_ends_the_command(record: Callable[..., Any], tmp_path: Path) -> None:
    there, process = record("--task", "open drafts", "--json")
    there.get_by_role("link", name="Drafts").click()
    assert Toolbar(there).says("1 step")
    there.close()
    out, _ = ending(process)
    assert [step["title"] for step in json.loads(out)["workflow"]["steps"]] == ['click link "Drafts"']


def test_ctrl_c_stores_and_a_secret_is_never_told(record: Callable[..., Any], tmp_path: Path) -> None:
    there, process = record("--task", "search", "--secret", f"term={SECRET}")
    there.get_by_label("Search mail").fill(SECRET)
    there.get_by_role("button", name="Search", exact=True).click()
    assert Toolbar(there).says("2 steps")
    process.send_signal(signal.SIGINT)
    out, err = ending(process)
    assert 'term=os.environ["TERM"]' in out
    assert SECRET not in out + err
    files = [path.read_bytes() for path in (tmp_path / ".ami").rglob("*") if path.is_file()]
    assert files
    assert not [content for content in files if SECRET.encode() in content]


def test_nothing_done_stores_nothing(record: Callable[..., Any], tmp_path: Path) -> None:
    there, process = record("--task", "nothing")
    Toolbar(there).press("Stop")
    _, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "Nothing was recorded" in err
    assert "run next: ami record" in err
    assert not (tmp_path / ".ami").exists()
