"""A value that stood alone in its line in the lesson is no proof beside another word: it may be noted as something else."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.engine.effects.message_check import LINE_TEXT, LONE_TEXT
from pytest_ami.model import command as c

NAME = "Cleo Wald"
ROWS = {
    "a row": ("<ul><li>Cleo Wald</li></ul>", True, True),
    "a cell": ("<table><tr><td>7</td><td>Cleo Wald</td></tr></table>", True, True),
    "several in a line": ("<p>Zoe, Cleo Wald, Bert</p>", True, True),
    "in quotation marks": ("<p>“Cleo Wald”.</p>", True, True),
    "in capitals": ("<p style='text-transform: uppercase'>Cleo Wald</p>", True, True),
    "beside a button": ("<ul><li>Cleo Wald <button>Remove</button></li></ul>", True, False),
    "beside a time": ("<ul><li>Cleo Wald <small>12:30</small></li></ul>", True, False),
    "behind a word": ("<p>Declined: Cleo Wald</p>", False, False),
    "behind a word in an element": ("<p><b>Declined:</b> <span>Cleo Wald</span></p>", False, False),
    "behind words of several": ("<p>Declined: Zoe, Cleo Wald</p>", False, False),
    "in a sentence": ("<p>Sent to <b>Cleo Wald</b></p>", False, False),
    "a part of a name": ("<p>Cleo Waldau</p>", False, False),
    "only in a field": ("<input value='Cleo Wald'>", False, False),
    "hidden": ("<p hidden>Cleo Wald</p>", False, False),
}


@pytest.fixture
def page(blank_page: Any) -> Any:
    """A page without a context of its own."""
    return blank_page


def shows(page: Any, *keys: str) -> list[bool]:
    """Return whether a page shows the text of each key."""

    def program() -> c.Program[list[bool]]:
        seen = yield c.Look(watch=keys, slice=0)
        return [bool(seen.effects.before.get(key)) for key in keys]

    session = ContextSession(page)
    try:
        found: list[bool] = SyncDriver(session).run(program())
    finally:
        session.close()
    return found


@pytest.mark.parametrize("case", ROWS)
def test_a_text_is_alone_if_no_other_word_stands_beside_it(page: Any, case: str) -> None:
    body, alone, line = ROWS[case]
    page.set_content(f"<h1>Guests</h1>{body}")

    assert shows(page, f"{LONE_TEXT}{NAME}", f"{LINE_TEXT}{NAME}") == [alone, line]


def test_a_text_is_alone_in_a_shadow_root_as_well(page: Any) -> None:
    page.set_content("<div id=host></div>")
    page.evaluate("document.querySelector('#host').attachShadow({mode: 'open'}).innerHTML = '<p>Cleo Wald</p>'")

    assert shows(page, f"{LONE_TEXT}{NAME}") == [True]


@pytest.mark.parametrize(
    ("value", "body"),
    [
        ("12000", "<td>12,000.00</td>"),
        ("15", "<td>15.0</td>"),
        ("7", "<td>7.00</td>"),
        ("0049170123456", "<td>0049 170 123456</td>"),
        ("first line\nsecond line", "<td>Note: first line<br>second line</td>"),
        ("Wald, Cleo", "<td>Wald, Cleo</td>"),
        ("(none)", "<td>(none)</td>"),
    ],
)
def test_a_lone_value_may_be_written_as_the_page_writes_it(page: Any, value: str, body: str) -> None:
    page.set_content(f"<table><tr><td>1</td>{body}</tr></table>")

    assert shows(page, f"{LONE_TEXT}{value}") == [True]


SET = {
    "a typographic apostrophe": ("Pat D'Arcy", "<li>Pat D’Arcy</li>", True),
    "a word of time that is the value": ("Yesterday", "<li>Yesterday, The Beatles</li>", True),
    "an earlier time beside it": ("Cleo Wald", "<li>Cleo Wald, filed last year</li>", False),
    "a typed apostrophe": ("Pat D’Arcy", "<li>Pat D'Arcy</li>", True),
    "a mark of a child before it": ("Pat D'Arcy", "<li>— Pat D’Arcy</li>", True),
    "no apostrophe": ("Pat D'Arcy", "<li>Pat DArcy</li>", False),
    "a space for an apostrophe": ("Pat D'Arcy", "<li>Pat D Arcy</li>", False),
    "typographic quotation marks": ('The "old" mill', "<li>The “old” mill</li>", True),
    "no quotation marks": ('The "old" mill', "<li>The old mill</li>", False),
    "a dash": ("Mon - Fri", "<li>Mon – Fri</li>", True),
    "no dash": ("Mon - Fri", "<li>Mon Fri</li>", False),
    "another word": ("Pat D'Arcy", "<li>Pat D’Arcy-Hill</li>", False),
}


@pytest.mark.parametrize("how", SET)
def test_a_page_may_set_marks_and_dashes_as_a_printer_does(page: Any, how: str) -> None:
    value, body, there = SET[how]
    page.set_content(f"<h1>Guests</h1><ul>{body}</ul>")

    assert shows(page, f"{LONE_TEXT}{value}", f"{LINE_TEXT}{value}") == [there, there]


@pytest.mark.parametrize("shown", ["15.5", "150", "15.01", "1.5", "15.000", "2015.0"])
def test_a_number_with_other_digits_is_another_number(page: Any, shown: str) -> None:
    page.set_content(f"<table><tr><td>Fee</td><td>{shown}</td></tr></table>")

    assert shows(page, f"{LONE_TEXT}15") == [False]
