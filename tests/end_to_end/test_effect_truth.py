"""Pages that report another deed than the recorded one, in real Chromium; and harmless ones that must stay green."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Answer, Desk, press

PAY = """<h1>Pay</h1><form onsubmit="event.preventDefault(); post('/pay', {amount: $('#a').value}).then(() => say(SAYS))">
<label>Amount <input id=a></label><button>Pay</button></form><div role=status></div>"""


def pay(says: str) -> str:
    return PAY.replace("SAYS", says)


def pay_amount(page: Any, amount: str) -> None:
    page.get_by_label("Amount").fill(amount)
    page.get_by_role("button", name="Pay").click()
    page.get_by_role("status").filter(has_text="aid").wait_for()


OWN = "'Paid ' + $('#a').value + ' EUR'"


@pytest.mark.variants(8)
@pytest.mark.parametrize("value", ["100", "10", "7"])
def test_a_message_with_another_amount_than_the_parameter_is_another_deed(desk: Desk, value: str) -> None:
    desk.open(pay(OWN))
    desk.learn(pay_amount, {"amount": value})
    desk.open(pay(OWN))
    assert desk.replay({"amount": "25"}).outcome is Outcome.REPLAYED
    desk.open(pay("'Paid 999 EUR'"))
    assert "Paid 25 EUR" in desk.refused({"amount": "25"})


def test_an_amount_in_another_spelling_is_the_same(desk: Desk) -> None:
    desk.open(pay(OWN))
    desk.learn(pay_amount, {"amount": "1000"})
    desk.open(pay("'Paid 1,000.00 EUR'"))
    assert desk.replay({"amount": "1000"}).outcome is Outcome.REPLAYED


CONSTANT = """<h1>Pay</h1><p>Due: 10 EUR</p><button onclick="post('/pay').then(() => say('SAYS'))">Pay</button><div role=status></div>"""


def press_pay(page: Any) -> None:
    page.get_by_role("button", name="Pay").click()
    page.get_by_role("status").filter(has_text=" ").wait_for()


@pytest.mark.parametrize(
    ("then", "now", "right"),
    [
        ("Paid 10 EUR", "Paid 1000 EUR", False),
        ("Order 1042 placed", "Order 1043 placed", True),
        ("Saved at 12:30 PM", "Saved at 9:05 AM", True),
        ("Booked on Nov 23, 2026", "Booked on Dec 1, 2026", True),
        ("Reference 7f3a9cdd is booked", "Reference 00bb12aa is booked", True),
        ("Paid 10 EUR. New balance: 990 EUR", "Paid 10 EUR. New balance: 980 EUR", True),
        ("1 item in your cart", "2 items in your cart", True),
        ("The mail was sent", "The mail was NOT sent", False),
    ],
)
@pytest.mark.variants(16)
def test_words_and_amounts_are_compared_and_counters_are_not(desk: Desk, then: str, now: str, *, right: bool) -> None:
    desk.open(CONSTANT.replace("SAYS", then))
    desk.learn(press_pay)
    desk.open(CONSTANT.replace("SAYS", now))
    if right:
        assert desk.replay().outcome is Outcome.REPLAYED
    else:
        assert then in desk.refused()


LONG = "Your message to the whole team of the northern harbour, which has been waiting for it since Monday, " * 2


@pytest.mark.nightly  # by day: engine/effects/test_message_text.py
@pytest.mark.parametrize("times", [1, 4, 12])
def test_a_long_message_is_compared_to_its_last_word(desk: Desk, times: int) -> None:
    desk.open(CONSTANT.replace("SAYS", LONG * times + "was sent. Number 17."))
    desk.learn(press_pay)
    desk.open(CONSTANT.replace("SAYS", LONG * times + "was sent. Number 18."))
    assert desk.replay().outcome is Outcome.REPLAYED
    desk.open(CONSTANT.replace("SAYS", LONG * times + "was NOT sent. Number 19."))
    assert "message" in desk.refused()


LOGIN = """<h1>Log in</h1>ERROR<form method=post action=/login><label>User <input name=user></label>
<label>Password <input type=password name=pw></label><button>Log in</button></form>"""
INBOX = "<h1>Inbox</h1><a href=/out>Log out</a><ul><li><a href=/m/1>Lunch</a><li><a href=/m/2>Report</a></ul>"


def log_in(page: Any, user: str, password: str) -> None:
    page.get_by_label("User").fill(user)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    page.get_by_text("Log out").wait_for()


@pytest.mark.variants(8)
@pytest.mark.parametrize("delay", [0.0, 0.5])
def test_a_refused_log_in_on_the_same_page_is_red(desk: Desk, delay: float) -> None:
    values = {"user": "ann", "password": "correct horse"}
    home = {"/login": Answer(INBOX)}
    desk.open(LOGIN.replace("action=/login", "action=/"), {})
    desk.application.pages["/"] = lambda data: Answer(INBOX) if data else LOGIN.replace("action=/login", "action=/")
    desk.page.goto(desk.application.url)
    desk.learn(log_in, values, secrets=("password",))
    shown = LOGIN.replace("action=/login", "action=/")
    slow = "<script src=/slow.js></script>"
    desk.application.pages = {
        "/": lambda data: Answer(
            shown.replace("ERROR", slow + "<p class=error>Wrong user or password</p>") if data else shown
        ),
        "/slow.js": Answer("", delay=delay, kind="text/javascript"),
        **home,
    }
    desk.page.goto(desk.application.url)
    assert "Wrong user or password" in desk.refused(values, secrets=("password",))
    desk.application.pages["/"] = lambda data: Answer(INBOX, delay=delay) if data else shown
    desk.page.goto(desk.application.url)
    assert desk.replay(values, secrets=("password",)).outcome is Outcome.REPLAYED


ALERT = """<h1>Mail</h1><button onclick="post('/send').then(() => { say('Message sent'); say('OTHER', '[role=alert]') })">Send</button>
<div role=status></div><div role=alert></div>"""


@pytest.mark.variants(16)
@pytest.mark.parametrize("other", ["Delivery failed", "Zustellung nicht möglich: Fehler", "发送失败", "Could not send"])
def test_a_new_alert_of_a_failure_contradicts_the_recorded_message(desk: Desk, other: str) -> None:
    desk.open(ALERT.replace("OTHER", ""))
    desk.learn(press("Send"))
    desk.open(ALERT.replace("OTHER", other))
    assert other in desk.refused()


@pytest.mark.variants(12)
@pytest.mark.parametrize("other", ["It is raining in Kiel", "3 new mails", "Ann is online"])
def test_a_message_elsewhere_contradicts_nothing(desk: Desk, other: str) -> None:
    desk.open(ALERT.replace("OTHER", ""))
    desk.learn(press("Send"))
    desk.open(ALERT.replace("OTHER", other))
    assert desk.replay().outcome is Outcome.REPLAYED


NOTES = """<h1>Notes</h1><ul><li id=row>Lunch <button onclick="remove()">Delete</button></li></ul><div role=status></div><script>
function remove() {
  $("#row").hidden = true; say("Note deleted");
  post("/delete").then((r) => { if (!r.ok) { $("#row").hidden = false; say("") } });
}</script>"""


@pytest.mark.variants(8)
@pytest.mark.parametrize("seconds", [0.3, 2.0])
def test_a_success_that_the_server_takes_back_is_red(desk: Desk, seconds: float) -> None:
    desk.open(NOTES)
    desk.learn(press("Delete"))
    desk.open(NOTES, {"/delete": Answer({}, status=409, delay=seconds)})
    assert "Note deleted" in desk.refused()
    desk.open(NOTES, {"/delete": Answer({}, delay=seconds)})
    assert desk.replay().outcome is Outcome.REPLAYED


SILENT = NOTES.replace("if (!r.ok)", "if (!r.ok || r.status === 202)")


def test_a_row_that_comes_back_when_the_server_answers_is_red(desk: Desk) -> None:
    desk.open(SILENT)
    desk.learn(press("Delete"))
    desk.open(SILENT, {"/delete": Answer({}, status=202, delay=0.6)})
    assert "deleted" in desk.refused()


TOAST = """<h1>Notes</h1><button onclick="say('Saved'); later(300, () => say('')); post('/save')">Save</button><div role=status></div>"""


def test_a_message_that_goes_by_itself_while_the_server_works_is_no_failure(desk: Desk) -> None:
    desk.open(TOAST.replace("300", "5000"))
    desk.learn(press("Save"))
    desk.open(TOAST, {"/save": Answer({}, delay=1.0)})
    assert desk.replay().outcome is Outcome.REPLAYED


TWO = """<h1>Transfer</h1><button onclick="say('Recipient added'); post('/add').then((r) => r.ok || say('', '[role=status]'))">Add</button>
<button onclick="post('/pay').then(() => say('Transfer sent'))" type=button>Pay</button><div role=status></div>"""


def test_the_next_deed_waits_until_the_server_has_accepted_the_one_before(desk: Desk) -> None:
    def teacher(page: Any) -> None:
        page.get_by_role("button", name="Add").click()
        page.get_by_text("Recipient added").wait_for()
        page.get_by_role("button", name="Pay").click()
        page.get_by_text("Transfer sent").wait_for()

    desk.open(TWO)
    desk.learn(teacher)
    desk.open(TWO, {"/add": Answer({}, status=403, delay=0.8)})
    assert "Recipient added" in desk.refused()
    assert [path for path, _ in desk.application.deeds] == ["/add"]


def pages(number: int, first: int = 1) -> str:
    following = f"<a href=/{number + 1}>Next</a>"
    return f"<h1>Page {number} of 9</h1><p>List</p>{following}"


def test_a_link_of_the_same_name_on_the_next_page_is_not_followed_instead(desk: Desk) -> None:
    site = {f"/{n}": pages(n) for n in range(1, 6)}

    def teacher(page: Any) -> None:
        page.get_by_role("link", name="Next").click()
        page.wait_for_url("**/target")

    desk.open("<h1>Start</h1><a href=/target>Next</a>", {"/target": "<h1>Target</h1>"})
    desk.learn(teacher)
    desk.open("<h1>Start</h1><a href=/2>Next</a>", site)
    desk.refused()
    assert desk.page.url.endswith(("/", "/2"))


MAIL = """<h1>Mail</h1><form id=f onsubmit="event.preventDefault(); post('/send', Object.fromEntries(new FormData(f))).then(() => say('Sent'))">
<label>To <input name=to ON></label><label>Telephone <input name=phone PHONE></label><button>Send</button></form><div role=status></div>"""
GROUPED = """oninput="const d = this.value.replace(/\\D/g, ''); if (d.length > 9) this.value = `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}`" """
EVIL = "$('[name=to]').value = 'eve@x.org'"


def mail(on: str = "", phone: str = "") -> str:
    return MAIL.replace("PHONE", phone).replace("ON", on)


def write(page: Any, to: str, phone: str) -> None:
    page.get_by_label("To").fill(to)
    page.get_by_label("Telephone").fill(phone)
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Sent").wait_for()


def write_last(page: Any, to: str, phone: str) -> None:
    page.get_by_label("Telephone").fill(phone)
    page.get_by_label("To").fill(to)
    page.get_by_role("button", name="Send").click()
    page.get_by_text("Sent").wait_for()


ANN = {"to": "ann@x.org", "phone": "5551234567"}
BOB = {"to": "bob@x.org", "phone": "5559876543"}


AT_ONCE = [f'onblur="{EVIL}"', f'onchange="{EVIL}"']


@pytest.mark.parametrize(
    ("teacher", "now"),
    [
        *((teacher, mail(on)) for teacher in (write, write_last) for on in AT_ONCE),
        (write, mail(phone=f'oninput="{EVIL}"')),
    ],
)
@pytest.mark.variants(18)
def test_a_field_that_a_handler_replaces_before_the_form_is_used_is_red(desk: Desk, teacher: Any, now: str) -> None:
    desk.open(mail())
    desk.learn(teacher, ANN)
    desk.open(now)
    assert "eve@x.org" in desk.refused(BOB)
    assert desk.application.deeds == []


@pytest.mark.parametrize("teacher", [write, write_last])
@pytest.mark.parametrize(
    ("then", "now"),
    [
        (mail(), mail(phone=GROUPED)),
        (mail(phone=GROUPED), mail(phone=GROUPED)),
        (
            mail(on='onblur="this.value = this.value.toUpperCase()"'),
            mail(on='onblur="this.value = this.value.toUpperCase()"'),
        ),
        (mail(), mail(on="onblur=\"this.value = this.value.trim() + ' '\"")),
    ],
)
@pytest.mark.variants(16)
def test_a_field_that_is_only_formatted_is_green(desk: Desk, teacher: Any, then: str, now: str) -> None:
    desk.open(then)
    desk.learn(teacher, ANN)
    desk.open(now)
    assert desk.replay(BOB).outcome is Outcome.REPLAYED
    assert len(desk.application.deeds) == 1


CHIPS = """<h1>Tags</h1><label>Tag <input id=t></label><button onclick="post('/add', {t: $('#t').value}); $('#t').value = ''">Add</button>
<button onclick="post('/save').then(() => say('Tags stored'))">Save</button><div role=status></div>"""


def test_a_field_that_the_page_empties_after_use_is_green(desk: Desk) -> None:
    def teacher(page: Any, tag: str) -> None:
        page.get_by_label("Tag").fill(tag)
        page.get_by_role("button", name="Add").click()
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Tags stored").wait_for()

    desk.open(CHIPS)
    desk.learn(teacher, {"tag": "red"})
    desk.open(CHIPS)
    assert desk.replay({"tag": "blue"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/add", {"t": "blue"}), ("/save", {})]


FILTER = """<h1>Files</h1><label>Search <input id=q oninput="clearTimeout(window.t); window.t = later(WAIT, filter)"></label>
<ul><li>Lunch plan<li>Invoice May<li>Lunch menu<li>Photo</ul><button onclick="erase()">Delete all shown</button><div role=status></div><script>
const rows = () => [...document.querySelectorAll("li")];
function filter() { const q = $("#q").value.toLowerCase(); rows().forEach((r) => { r.hidden = !r.textContent.toLowerCase().includes(q) }) }
function erase() { post("/erase", {files: rows().filter((r) => !r.hidden).map((r) => r.textContent.trim())}).then(() => say("Files deleted")) }
</script>"""


def erase(page: Any, text: str) -> None:
    page.get_by_label("Search").fill(text)
    page.wait_for_function("document.querySelectorAll('li[hidden]').length > 1")
    page.get_by_role("button", name="Delete all shown").click()
    page.get_by_text("Files deleted").wait_for()


def test_the_list_follows_the_typed_text_before_anything_is_done_with_it(desk: Desk) -> None:
    desk.patience = 15.0
    desk.open(FILTER.replace("WAIT", "20"))
    desk.learn(erase, {"text": "Lunch"})
    for wait in ("20", "900"):
        desk.open(FILTER.replace("WAIT", wait))
        assert desk.replay({"text": "Photo"}).outcome is Outcome.REPLAYED
        assert desk.application.deeds == [("/erase", {"files": ["Photo"]})]
    desk.open(FILTER.replace("WAIT", "20").replace("oninput", "data-old"))
    assert "list" in desk.refused({"text": "Photo"})
    assert desk.application.deeds == []


DIALOG = """<h1>Notes</h1><button onclick="post('/save').then(() => say('Note stored'))">Save</button><div role=status></div>
<div role=dialog aria-modal=true aria-label="TITLE" style="position:fixed;inset:0;background:white"><p>TEXT</p>BUTTONS</div>"""
SAVE = "<button onclick=\"post('/other').then(() => say('Note stored'))\">Save</button>"
CLOSE = "<button onclick='this.parentNode.remove()'>Close</button>"


def modal(title: str, text: str, buttons: str) -> str:
    return DIALOG.replace("TITLE", title).replace("TEXT", text).replace("BUTTONS", buttons)


@pytest.mark.nightly  # by day: test_true_same.py
def test_a_button_of_the_same_name_in_a_dialog_that_was_not_recorded_is_not_pressed(desk: Desk) -> None:
    desk.open(DIALOG.partition("<div role=dialog")[0])
    desk.learn(press("Save"))
    desk.open(modal("Replace the template", "All 300 notes get this text.", SAVE + CLOSE))
    desk.refused()
    assert desk.application.deeds == []


def test_a_harmless_dialog_is_dismissed_first_and_its_button_of_the_same_name_is_left_alone(desk: Desk) -> None:
    desk.open(DIALOG.partition("<div role=dialog")[0])
    desk.learn(press("Save"))
    desk.open(modal("Cookies", "We use cookies for a better experience.", SAVE + CLOSE))
    try:
        desk.replay()
    except FlowError:
        assert desk.application.deeds == []
    else:
        assert desk.application.deeds == [("/save", {})]
