"""Details that the page reads: rows by their fields, errors in frames, timers, titles beside, lit signs, words sent along."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.browser.bundle import bundle

DETAILS = """(script) => { (0, eval)(script);
  return globalThis[Symbol.for('pytest-ami')].describe(document.querySelector('#it'), true).details; }"""
NOTICES = "(script) => { (0, eval)(script); return globalThis[Symbol.for('pytest-ami')].state().notices; }"
HEADING = DETAILS.replace(".details", ".heading")
LOOK = """([script, timers]) => { (0, eval)(script); return globalThis[Symbol.for('pytest-ami')].look({slice: 0, timers}); }"""
PROMOTE = "<button {0}>Promote</button>"


@pytest.fixture
def page(blank_page: Any) -> Any:
    """A page without a context of its own."""
    return blank_page


def row(value: str, button: str = "", text: str = "", tag: str = "li") -> str:
    return f"<{tag} class=one>{text}<input value='{value}'>{button}</{tag}>"


@pytest.mark.parametrize(("tag", "text"), [("li", ""), ("li", "Address "), ("div", "Address ")])
def test_a_row_of_fields_is_named_by_a_value_that_no_row_beside_has(page: Any, tag: str, text: str) -> None:
    rows = row("work@moor.org", PROMOTE.format("id=it"), text, tag) + row(
        "home@moor.org", PROMOTE.format(""), text, tag
    )
    page.set_content(f"<section>{rows}</section>")

    assert page.evaluate(DETAILS, bundle())["entries"] == "work@moor.org"


@pytest.mark.parametrize(
    "rows",
    [
        row("2", PROMOTE.format("id=it"), "Tea") + row("1", PROMOTE.format(""), "Coffee"),
        row("1", PROMOTE.format("id=it")) + row("1", PROMOTE.format("")),
        row("only@moor.org", PROMOTE.format("id=it")),
        row("", PROMOTE.format("id=it")) + row("home@moor.org", PROMOTE.format("")),
    ],
)
def test_a_row_with_words_of_its_own_or_without_a_value_of_its_own_is_not(page: Any, rows: str) -> None:
    page.set_content(f"<ul>{rows}</ul>")

    assert "entries" not in page.evaluate(DETAILS, bundle())


def test_a_value_that_a_person_entered_names_no_row(page: Any) -> None:
    page.set_content(f"<ul>{row('a@x.org', PROMOTE.format('id=it'))}{row('b@x.org', PROMOTE.format(''))}</ul>")
    page.evaluate(bundle())
    page.locator("input").first.click()
    page.locator("input").first.fill("c@x.org")

    assert "entries" not in page.evaluate(DETAILS, bundle())


@pytest.mark.parametrize(
    ("inner", "found"),
    [
        ("<p class=error>Your order was not accepted</p>", ["error|Your order was not accepted"]),
        ("<div role=alert>Card declined</div>", ["error|Card declined"]),
        ("<p role=status>Saved</p>", []),
        ("<iframe srcdoc='<p class=form-error>Too late</p>'></iframe>", ["error|Too late"]),
    ],
)
def test_an_error_in_a_frame_is_an_error_of_the_page(page: Any, inner: str, found: list[str]) -> None:
    page.set_content("<h1>Order</h1><iframe></iframe>")
    page.locator("iframe").evaluate("(frame, text) => { frame.srcdoc = text; }", inner)
    page.wait_for_function(
        "(n) => window.frames[0].document.readyState === 'complete' && window.frames[0].document.body.children.length >= n",
        arg=1,
    )
    page.wait_for_timeout(100)

    assert page.evaluate(NOTICES, bundle()) == ["heading|Order", *found]


def test_an_error_in_a_frame_that_is_not_shown_is_none(page: Any) -> None:
    page.set_content("<h1>Order</h1><iframe style='display:none' srcdoc='<p class=error>No</p>'></iframe>")
    page.wait_for_timeout(100)

    assert page.evaluate(NOTICES, bundle()) == ["heading|Order"]


def test_short_timers_are_watched_from_one_look_to_the_next(page: Any) -> None:
    page.set_content("<p>Page</p>")
    own = "() => [String(setTimeout), setTimeout === window.mine, clearTimeout === window.other]"
    page.evaluate("() => { window.mine = setTimeout; window.other = clearTimeout; }")
    assert page.evaluate(LOOK, [bundle(), True])["due"] == 0
    assert page.evaluate(own)[1:] == [False, False]
    page.evaluate(
        "() => { setTimeout(() => { window.ran = 1; }, 600); setTimeout(() => {}, 50); setTimeout(() => {}, 5000); }"
    )
    page.evaluate("() => clearTimeout(setTimeout(() => {}, 950))")

    due = page.evaluate(LOOK, [bundle(), True])["due"]
    assert 0 < due <= 600
    page.wait_for_function("window.ran")
    assert page.evaluate(LOOK, [bundle(), True])["due"] == 0
    assert page.evaluate(LOOK, [bundle(), False])["due"] == 0
    assert page.evaluate(own)[1:] == [True, True]


def test_a_page_that_has_replaced_its_timers_keeps_them(page: Any) -> None:
    page.set_content("<p>Page</p>")
    page.evaluate(
        "() => { const own = setTimeout; window.setTimeout = (...all) => own(...all); window.mine = setTimeout; }"
    )
    page.evaluate(LOOK, [bundle(), True])

    assert page.evaluate("() => setTimeout === window.mine")


@pytest.mark.parametrize(
    ("body", "heading"),
    [
        ("<h1>Review</h1><aside><h2>Loans</h2></aside><button id=it>Confirm</button>", "Review"),
        (
            "<h1>Review</h1><div><div role=complementary><h2>Loans</h2></div></div><button id=it>Confirm</button>",
            "Review",
        ),
        ("<h1>Review</h1><aside><h2>Loans</h2><button id=it>Apply</button></aside>", "Loans"),
        ("<h1>Review</h1><section><h2>Costs</h2></section><button id=it>Confirm</button>", "Costs"),
    ],
)
def test_the_title_of_a_box_beside_is_no_title_of_a_control(page: Any, body: str, heading: str) -> None:
    page.set_content(body)

    assert page.evaluate(HEADING, bundle()) == heading


def test_the_name_of_a_key_is_no_word_of_a_button(page: Any) -> None:
    page.set_content("<button id=it>Yes <kbd aria-hidden=true>Enter</kbd></button>")
    assert "shown" not in page.evaluate(DETAILS, bundle())

    page.set_content("<button id=it>Yes <b aria-hidden=true>to all</b></button>")
    assert page.evaluate(DETAILS, bundle())["shown"] == "Yes to all"


@pytest.mark.parametrize(
    ("sign", "choice"),
    [
        ("<span class='tool on' title=Urgent>&#128276;</span>", "Urgent=on"),
        ("<span class='tool off' title=Urgent>&#128276;</span>", "Urgent=off"),
        ("<i class='bell active' aria-label='Notify everyone'></i>&nbsp;", None),
        ("<span class='dot on' title=Online>&bull;</span>", None),
        ("<span class=on title=Hint>Write a text</span>", None),
        ("<span class='tool on'>&#128276;</span>", None),
    ],
)
def test_a_sign_beside_a_button_may_be_lit(page: Any, sign: str, choice: str | None) -> None:
    page.set_content(f"<div>{sign} <button type=button id=it>Send</button></div>")

    assert page.evaluate(DETAILS, bundle()).get("choices") == choice


@pytest.mark.parametrize(
    ("field", "choice"),
    [
        ("<input type=hidden name=account value='Savings account'>", "account=Savings account"),
        ("<input type=hidden name=mode value='Instant, final, fee 0,90 EUR'>", "mode=Instant, final, fee ·,·· EUR"),
        ("<input type=hidden name=customer_name value='Anna Moor'>", None),
        ("<input type=hidden name=token value='a8f3 99bc 1201'>", None),
        (f"<input type=hidden name=terms value='{'many words ' * 9}'>", None),
    ],
)
def test_words_of_a_hidden_field_go_along(page: Any, field: str, choice: str | None) -> None:
    page.set_content(f"<form><input>{field}<button id=it>Send</button></form>")

    assert page.evaluate(DETAILS, bundle()).get("along") == choice
