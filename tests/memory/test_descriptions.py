"""Readable names and descriptions, from roles and names alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.memory.descriptions import describe, state_description, state_name
from pytest_ami.memory.page_history import session_of
from pytest_ami.model.memory import Intent
from pytest_ami.model.operation import Operation, PageState

FORM = [
    Intent(kind="fill", role="textbox", name="To", value="{{to}}"),
    Intent(kind="fill", role="textbox", name="Subject", value="{{subject}}"),
    Intent(kind="click", role="button", name="Send"),
]
ANY = st.builds(
    Intent,
    kind=st.sampled_from(["click", "fill", "select", "press", "goto", "dialog", "something new"]),
    role=st.sampled_from(["", "button", "link", "row"]),
    name=st.text(max_size=8),
    value=st.sampled_from(["", "Enter", "{{to}}"]),
)


@pytest.mark.parametrize(
    ("intents", "text"),
    [
        (FORM, "Fill in To and Subject, and send"),
        (FORM[:1], "Fill in To"),
        ([Intent(kind="click", role="button", name="New message"), *FORM[:1]], "Press New message, and fill in To"),
        ([Intent(kind="click", role="link", name="A"), Intent(kind="press", value="Esc")], "Follow A, and press Esc"),
        ([Intent(kind="click", role="menuitem", name="Archive")], "Click Archive"),
        ([Intent(kind="click", role="row")], "Click a row"),
        ([Intent(kind="click", role="button", name="发送")], "发送"),
        ([Intent(kind="check", role="checkbox", name="A"), Intent(kind="uncheck", name="B")], "Tick A, and clear B"),
        ([Intent(kind="goto")], "Open an address"),
        ([], ""),
    ],
)  # fmt: skip
def test_actions_in_words(intents: list[Intent], text: str) -> None:
    assert describe(intents) == text


def test_a_long_way_is_cut() -> None:
    links = [Intent(kind="click", role=role, name=str(n)) for n in range(10) for role in ("link", "row")]
    assert describe(links).endswith(", and 14 more")


@pytest.mark.parametrize(
    ("host", "route", "heading", "name"),
    [
        ("localhost", "/mail/inbox", "", "Mail: Inbox"),
        ("localhost", "/mail/inbox", "Posteingang", "Mail: Posteingang"),
        ("mail.example", "/inbox", "", "mail.example: Inbox"),
        ("mail.example", "/", "", "mail.example: Start"),
        ("localhost", "/login", "", "localhost: Login"),
        ("localhost", "/shop/orders/:id", "", "Shop: Orders (one record)"),
        ("shop.example", "/list?view=grid", "", "shop.example: List (grid)"),
        ("app.example", "/#/user-settings", "", "app.example: User settings"),
        ("mail.example", "/收件箱", "", "mail.example: 收件箱"),
    ],
)
def test_states_have_readable_names(host: str, route: str, heading: str, name: str) -> None:
    assert state_name(host, route, heading) == name


def test_a_state_is_described_by_what_is_known_about_it() -> None:
    assert state_description([], []) == ""
    assert state_description(["Send", "Delete"], ["Mail: Sent"]) == "Known actions: Send; Delete. Leads to Mail: Sent."


@given(st.lists(ANY, max_size=12))
def test_all_actions_have_words(intents: list[Intent]) -> None:
    text = describe(intents)
    assert bool(text) == bool(intents)
    assert "{{" not in text or any("{{" in intent.name or intent.kind == "press" for intent in intents)


@pytest.mark.parametrize(
    ("url", "heading", "name"),
    [
        ("https://mail.example/inbox", "Inbox (3)", "mail.example: Inbox"),
        ("https://mail.example/box", "Mail to a@example.com", "mail.example: Box"),
        ("https://mail.example/message/17", "Dear Anna", "mail.example: Message (one record)"),
        ("https://mail.example/box", "", "mail.example: Box"),
    ],
)
def test_a_heading_names_a_page_but_not_a_record(url: str, heading: str, name: str) -> None:
    before = PageState(url=url, notices=("status|Saved", f"heading|{heading}") if heading else ())
    operation = Operation(type="click", url=url, role="button", text="Send", before=before)
    (visit,) = session_of([operation], values={"to": "a@example.com"}).visits
    assert visit.name == name
