"""The parts of URLs, texts, values and operations that memory keeps."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from pytest_ami.memory.page_history import calm, kept_value, operations_of, session_of
from pytest_ami.memory.page_identity import clean_url, host_of, page_identity, state_route, visit_of
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.operation import Operation
from pytest_ami.model.workflow import Step, StepKind

SITE = "https://mail.example"
INBOX, SENT = SITE + "/inbox", SITE + "/sent"


def op(kind: str, url: str = INBOX, text: str = "", **more: Any) -> Operation:
    return Operation(**{"type": kind, "url": url, "text": text, "xpath": f"/{text}", "role": "button", **more})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/orders/17", "/orders/18"),
        ("/orders/17/", "/orders/18"),
        ("/orders//17", "/orders/18"),
        ("/orders", "/orders?page=2"),
        ("/orders", "/orders?q=red+shoes&utm_source=mail"),
        ("/orders", "/orders#top"),
        ("/", "/index.html"),
        ("/", ""),
        ("/list?view=grid&page=3", "/list?page=9&view=grid"),
        ("/#/orders/17", "/#/orders/18?x=1"),
        ("/o/3f2b8c1d-0000-4000-8000-1234567890ab", "/o/9a2b8c1d-0000-4000-8000-1234567890ab"),
    ],
)
def test_urls_that_are_one_state(one: str, other: str) -> None:
    assert page_identity(SITE + one) == page_identity(SITE + other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/orders", "/invoices"),
        ("/orders/17", "/orders"),
        ("/list?view=grid", "/list?view=table"),
        ("/#/orders", "/#/invoices"),
    ],
)
def test_urls_that_are_two_states(one: str, other: str) -> None:
    assert page_identity(SITE + one) != page_identity(SITE + other)


def test_a_tests_server_has_another_port_every_time() -> None:
    hosts = {
        host_of(f"http://{host}:{port}/") for host in ("127.0.0.1", "localhost", "[::1]") for port in (40001, 55555)
    }
    assert hosts == {"localhost"}
    assert host_of("http://localhost:8000/") == "localhost:8000"
    assert host_of("https://mail.example:443/") == host_of("https://www.mail.example/") == "mail.example"
    assert host_of("https://mail.example:50000/") == "mail.example:50000"


@pytest.mark.parametrize("url", ["about:blank", "", "data:text/html,x", "chrome://version", "http://[", "javascript:1"])
def test_what_is_no_page_has_no_place(url: str) -> None:
    assert page_identity(url) is None
    assert visit_of(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "https://user:hunter2@mail.example/",
        "https://mail.example/pay?card=hunter2",
        "https://mail.example/search?q=hunter2",
        "https://mail.example/cb#access_token=hunter2",
        "https://mail.example/cb#/x?access_token=hunter2",
        "https://mail.example/login?view=hunter2",
        "https://mail.example/otp?code=2345678&pin=2345678",
        "https://mail.example/reset/hunter2hunter2hunter2hunter2",
    ],
)
def test_typed_data_does_not_survive_in_a_url(url: str) -> None:
    kept = clean_url(url)
    assert "2345678" not in kept
    assert "hunter2" not in kept or "view=" in kept
    assert clean_url(kept) == kept


def test_the_id_of_a_page_is_the_md5_of_its_url() -> None:
    visit = visit_of("https://mail.example/inbox?page=2")
    assert visit is not None
    assert visit.url == "https://mail.example/inbox?page=2"
    assert visit.id == hashlib.md5(visit.url.encode(), usedforsecurity=False).hexdigest()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Inbox (3)", "Inbox"),
        ("Inbox  (12+)", "Inbox"),
        ("收件箱（3）", "收件箱"),
        ("Drafts 4", "Drafts"),
        ("Order 4711", "Order"),
        ("Order 4711 of May", "Order # of May"),
        ("3", "#"),
        ("(3)", "(#)"),
        ("Card 4111 1111 1111 1111", "Card"),
        ("Card 4111 1111 of Anna", "Card # # of Anna"),
        ("{{to1}} wrote 2 mails", "{{to1}} wrote # mails"),
        ("x" * 80, "x" * 59 + "…"),
    ],
)
def test_texts_are_calmed(text: str, kept: str) -> None:
    assert calm(text) == kept
    assert len(calm(text)) <= 60


@pytest.mark.parametrize(
    ("kind", "value", "secret", "kept"),
    [
        ("fill", "{{to}}", False, "{{to}}"),
        ("fill", "hello", False, "…"),
        ("fill", "Dear {{name}}, 4711", False, "…{{name}}…"),
        ("fill", "", False, ""),
        ("fill", "hunter2", True, "{{?}}"),
        ("fill", "{{password}}", True, "{{password}}"),
        ("fill", "{{?}}", False, "{{?}}"),
        ("upload", "/home/me/secret.pdf", False, "…"),
        ("dialog", "my answer", False, "…"),
        ("press", "Enter", False, "Enter"),
        ("press", "Control+S", False, "Control+S"),
        ("press", "h", False, "…"),
        ("select", "High (3)", False, "High"),
        ("click", "anything", False, ""),
    ],
)
def test_only_names_labels_and_keys_are_kept(kind: str, value: str, *, secret: bool, kept: str) -> None:
    assert kept_value(kind, value, secret=secret) == kept


def test_a_session_has_stretches_and_passages() -> None:
    operations = [
        op("click", text="To"),
        op("input", text="To", value="a@example.com"),
        op("click", text="Send"),
        op("click", text="Sent (4)"),
        op("leaving"),
        op("navigate", SENT, value="link"),
        op("click", SENT, text="Mail to a@example.com"),
        op("hover", SENT, text="something", role=""),
    ]
    session = session_of(operations, final_url=SENT, values={"to": "a@example.com"})
    assert [visit.route for visit in session.visits] == ["/inbox", "/sent"]
    assert [[intent.title() for intent in stretch.intents] for stretch in session.stretches] == [
        ['fill button "To" with {{to}}', 'click button "Send"', 'click button "Sent"'],
        ['click button "Mail to {{to}}"'],
    ]
    assert [stretch.leads for stretch in session.stretches] == ["/sent", ""]
    assert [passage.trigger.title() for passage in session.passages] == ['click button "Sent"']


@pytest.mark.parametrize(
    ("before", "navigate", "trigger"),
    [
        ([], "link", "click"),
        ([op("leaving")], "", "click"),
        ([], "", "goto"),
        ([], "typed", "goto"),
        ([op("leaving")], "typed", "goto"),
        ([], "history", "goto"),
    ],
)
def test_an_address_that_was_opened_is_nobodys_doing(before: list[Operation], navigate: str, trigger: str) -> None:
    session = session_of([op("click", text="Sent"), *before, op("navigate", SENT, value=navigate)])
    assert [passage.trigger.kind for passage in session.passages] == [trigger]


def test_a_page_that_changes_its_url_itself_is_a_passage() -> None:
    session = session_of([op("click", text="Sent"), op("click", SENT, text="Row")])
    assert [passage.trigger.name for passage in session.passages] == ["Sent"]


def test_what_happens_in_a_frame_belongs_to_the_page() -> None:
    framed = op("click", "https://ads.example/x", text="Close", frame=("ad",))
    session = session_of([op("click", text="A"), framed, op("click", text="B")])
    assert len(session.visits) == len(session.stretches) == 1


def test_what_a_field_is_called_after_its_content_is_not_kept() -> None:
    session = session_of([op("input", text="hunter2 is my word", value="hunter2")])
    assert "hunter2" not in repr(session)


def test_steps_give_the_same_stretches_as_the_operations_they_came_from() -> None:
    target = Fingerprint(tag="button", role="button", name="Send", absolute_xpath="/Send")
    field = Fingerprint(tag="input", role="textbox", name="To", absolute_xpath="/To")
    steps = (
        Step(kind=StepKind.FILL, target=field, value="{{to}}", route="/inbox"),
        Step(kind=StepKind.CLICK, target=target, route="/inbox"),
    )
    recorded = [op("input", text="To", role="textbox", value="a@b.example"), op("click", text="Send")]
    one = session_of(operations_of(steps, INBOX))
    other = session_of(recorded, values={"to": "a@b.example"})
    assert one.stretches == other.stretches


def test_state_routes_of_chinese_pages() -> None:
    assert state_route(SITE + "/收件箱/3") == state_route(SITE + "/%E6%94%B6%E4%BB%B6%E7%AE%B1/4") == "/收件箱/:id"


def test_a_key_for_the_page_itself_opens_no_page() -> None:
    session = session_of(operations_of((Step(kind=StepKind.PRESS, value="Escape", route="/inbox"),), INBOX))
    assert [visit.route for visit in session.visits] == ["/inbox"]
    assert [intent.kind for intent in session.stretches[0].intents] == ["press"]
