"""Where an element stands and what it is called: a list that a field opens, and a label with a picture in it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.browser.bundle import bundle
from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.look import ElementQuery

POPUP = """<h1>Shop</h1><main aria-label="Editor"><form aria-label="Book"><h2>Author of the book</h2>
<span role="combobox" aria-expanded="true" {wiring} tabindex="0">Choose</span></form></main>
<div><ul id="choices" role="listbox"><li role="option">Ada Adams</li><li role="option">Ben Burke</li></ul></div>"""
LABELS = """<style>.sign {{ font-family: 'Material Symbols Outlined' }}</style>
<label for="cover">Cover</label><label><span class="sign">{sign}</span><input type="file" id="cover"></label>"""


@pytest.fixture
def page(blank_page: Any) -> Any:
    """A page without a context of its own."""
    return blank_page


def described(page: Any, body: str, query: ElementQuery) -> Fingerprint:
    """Return the first element that a look finds."""

    def program() -> c.Program[c.Seen]:
        seen: c.Seen = yield c.Look(target=query)
        return seen

    page.set_content(body)
    session = ContextSession(page)
    try:
        return SyncDriver(session).run(program()).candidates[0].fingerprint
    finally:
        session.close()


@pytest.mark.parametrize("wiring", ['aria-owns="choices"', 'aria-controls="other choices"'])
def test_an_option_stands_where_the_field_stands_that_opened_its_list(page: Any, wiring: str) -> None:
    option = ElementQuery(kind="click", tag="li", role="option", name="Ben Burke")

    found = described(page, POPUP.format(wiring=wiring), option)

    assert (found.heading, found.landmark) == ("Author of the book", "form|Book")
    assert "form|Book" in " ".join(found.scope)


def test_an_option_of_a_list_that_no_field_owns_stands_where_it_is(page: Any) -> None:
    option = ElementQuery(kind="click", tag="li", role="option", name="Ben Burke")

    found = described(page, POPUP.format(wiring=""), option)

    assert "Book" not in f"{found.landmark} {found.scope}"


@pytest.mark.parametrize("sign", ["file_upload", "upload"])
def test_the_word_that_draws_a_picture_in_a_label_is_no_part_of_its_name(page: Any, sign: str) -> None:
    field = ElementQuery(kind="upload", tag="input", role="file", name="Cover")

    found = described(page, LABELS.format(sign=sign), field)

    assert (found.name, found.label) == ("Cover", "Cover")


GRID = """<div role="grid"><div role="row"><div role="columnheader" aria-colindex="1">Title</div>
<div role="columnheader" aria-colindex="3">Stock</div><div role="columnheader" aria-colindex="2">{head}</div></div>
<div role="row"><div role="gridcell" aria-colindex="1">Moby Dick</div><div role="gridcell" aria-colindex="2" id="cell">60.5
</div><div role="gridcell" aria-colindex="3">7</div></div></div>"""
DETAILS = "(script) => { (0, eval)(script); return globalThis[Symbol.for('pytest-ami')].describe(cell, true).details; }"


@pytest.mark.parametrize("head", ["Price", ""])
def test_the_cell_of_the_only_row_is_data_if_its_column_has_a_head(page: Any, head: str) -> None:
    page.set_content(GRID.format(head=head))

    details = page.evaluate(DETAILS, bundle())

    assert (details.get("head", ""), details.get("varies", "")) == (head, "yes" if head else "")


COUNTED = "(script) => { (0, eval)(script); return globalThis[Symbol.for('pytest-ami')].describe(one, true).counts; }"
TESTED = """<button data-testid="action" id="one">Archive</button><button data-testid="action">Reply</button>
<button data-testid="action" hidden>Delete</button><button data-qa="only">Print</button>"""


def test_a_test_id_is_counted_because_pages_repeat_it(page: Any) -> None:
    page.set_content(TESTED)

    assert page.evaluate(COUNTED, bundle())["data-testid"] == 3


NAMELESS = """<form aria-label="Course"><p>First lesson</p><input class="time" placeholder="YYYY-MM-DD"></form>"""


def test_a_field_without_a_name_is_searched_for_by_its_place(page: Any) -> None:
    page.set_content(NAMELESS)
    session = ContextSession(page)

    def program() -> c.Program[c.Surveyed]:
        found: c.Surveyed = yield c.Survey(target=ElementQuery(kind="fill", tag="input", role="textbox"))
        return found

    try:
        candidates = SyncDriver(session).run(program()).candidates
    finally:
        session.close()
    assert [one.fingerprint.name for one in candidates] == ["YYYY-MM-DD"]


def test_a_cell_of_a_grid_is_like_a_cell_of_a_table(page: Any) -> None:
    page.set_content('<div role="grid"><div role="row"><div role="gridcell" tabindex="0">Room plan</div></div></div>')
    session = ContextSession(page)

    def program() -> c.Program[c.Seen]:
        seen: c.Seen = yield c.Look(watch=("cell|Room plan", "cell|Other plan"))
        return seen

    try:
        before = SyncDriver(session).run(program()).effects.before
    finally:
        session.close()
    assert (before["cell|Room plan"], bool(before["cell|Other plan"])) == ("like", False)


def test_the_spaces_of_a_template_are_no_part_of_the_text_of_a_row(page: Any) -> None:
    gap = "\n" + " " * 120
    cells = "".join(f"<td>{gap}{text}{gap}</td>" for text in ("1949", "201", "Spanish"))
    link = ElementQuery(kind="click", tag="a", role="link", name="El Aleph")

    found = described(page, f'<table><tr><td>{gap}<a href="/7">El Aleph</a></td>{cells}</tr></table>', link)

    assert found.context == "El Aleph 1949 201 Spanish"


FAMILIES = {
    "text": "system-ui, Arial, sans-serif, 'Apple Color Emoji', 'Segoe UI Symbol'",
    "pictures": "'Material Symbols Outlined', sans-serif",
}


@pytest.mark.parametrize("family", FAMILIES)
def test_the_first_family_of_a_font_tells_whether_a_text_is_a_picture(page: Any, family: str) -> None:
    table = f'<table style="font-family: {FAMILIES[family]}"><tr><td><input type="checkbox" title="Select"></td>'
    box = ElementQuery(kind="check", tag="input", role="checkbox", name="Select")

    found = described(page, f"{table}<td>Ann</td><td>a0@x.org</td></tr></table>", box)

    assert found.cells == (("Ann", "a0@x.org") if family == "text" else ())


MENU = "<ul{hidden}>" + "".join(f'<li><a href="/{n}">Entry {n}</a></li>' for n in range(14)) + "</ul>"


@pytest.mark.parametrize(("hidden", "row"), [(" hidden", "Ann"), ("", "")])
def test_the_entries_of_a_folded_menu_make_no_crowd_of_a_row(page: Any, hidden: str, row: str) -> None:
    menu = MENU.format(hidden=hidden)
    opener = ElementQuery(kind="click", tag="button", role="button", name="More")

    found = described(page, f"<table><tr><td>Ann</td><td><button>More</button>{menu}</td></tr></table>", opener)

    assert found.context.partition(" ")[0] == row


def card(number: int, title: str, colour: str, *more: str) -> str:
    """Return a card of a board, which has a number for its menu."""
    links = "".join(f'<a class="opener" href="#">{one}</a> ' for one in (f"#{number}", *more))
    return f'<div class="card {colour}"><div>{links}</div><p>{title}</p></div>'


@pytest.mark.parametrize(
    ("more", "row"), [((), "#2 Dig pond"), (("#7",), "")], ids=["the only number", "a series of numbers"]
)
def test_a_card_of_a_board_is_a_row_if_a_number_opens_it(page: Any, more: tuple[str, ...], row: str) -> None:
    titles = ("Dig pond", "Mow lawn", "Buy seeds", "Sort pots", "Rake leaves", "Build shed", "Clean tools")
    cards = "".join(
        card(number, title, ("red", "blue")[number % 3 == 0], *more) for number, title in enumerate(titles, 2)
    )
    tools = "".join(f"<button>Tool {number}</button>" for number in range(8))
    opener = ElementQuery(kind="click", tag="a", role="link", name="#2")

    found = described(page, f"<table><tr><td>{tools}{cards}</td></tr></table>", opener)

    assert found.context == row


def test_a_name_is_like_one_with_other_signs_between_its_words(page: Any) -> None:
    page.set_content("<button>kettle-tools: 1.x</button><button>C++</button>")
    session = ContextSession(page)
    keys = ("button|kettle-tools@1.x", "button|kettle tools x", "button|C")

    def program() -> c.Program[c.Seen]:
        seen: c.Seen = yield c.Look(watch=keys)
        return seen

    try:
        before = SyncDriver(session).run(program()).effects.before
    finally:
        session.close()
    assert [before[key] for key in keys] == ["like", False, False]


NAVIGATION = """<nav><a href="#/">Home</a><span aria-current="page"><a href="/m?of=me#/models">Model registry</a></span></nav>
<div role="tablist"><button role="tab" aria-selected="true">Live</button></div><button>Delete</button>"""


def test_a_button_knows_the_addresses_of_the_views_that_its_page_shows(page: Any) -> None:
    page.route("**/*", lambda route: route.fulfill(body=NAVIGATION, content_type="text/html"))
    page.goto("http://app.test/m")

    found = described(page, NAVIGATION, ElementQuery(kind="click", tag="button", role="button", name="Delete"))

    assert found.details["view"] == "Model registry | Live"
    assert found.details["viewed"] == "Model registry=/m?of=me#/models"
