"""Each mutation of the catalogue on one page: what keeps lets a guided user through, what breaks does not."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from pytest_ami.testing.redesign import Meaning, Redesign, mutation, mutations, redesigned
from pytest_ami.testing.redesign.breaks import TwinAdded
from tests.support.guide import Guide, moves

VALUES = {"to": "ann@example.com", "note": "Second floor"}
SENT = {**VALUES, "kind": "express", "urgent": "on"}
ITEMS = "".join(f'<li><a href="/item/{n}">Order {n}</a></li>' for n in range(1, 9))
PAGE = """<!doctype html><html lang="en"><head><title>Orders</title><style>.hint{color:#555} #send{font-weight:700}
ul{max-width:500px}</style></head><body>
<header><nav aria-label="Site"><a id="home" class="nav" href="/">Home</a> <a id="help" class="nav" href="/help">Help</a></nav></header>
<main><section><h1>Orders</h1><p class="hint">Nothing ordered yet</p></section>
<section aria-label="New order"><form id="order" action="/send" method="post">
<div class="row"><label for="to">To</label><input id="to" name="to" data-testid="to" placeholder="name@example.com"></div>
<div class="row"><label for="note">Note</label><input id="note" name="note"></div>
<div class="row"><label for="kind">Delivery</label><select id="kind" name="kind"><option value="plain">Standard</option><option value="express">Express</option></select></div>
<div class="row"><input type="checkbox" id="urgent" name="urgent"><label for="urgent">Urgent</label></div>
<div class="row"><div class="one"><button id="send" class="main" data-testid="send">Send</button></div><button type="button" id="clear">Clear</button></div>
</form></section>
<section aria-label="Recent"><ul>ITEMS</ul></section></main>
<div role="status"></div>
<script>
const form = document.getElementById("order");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const sent = await fetch("/send", { method: "POST", body: new URLSearchParams(new FormData(form)) });
  document.querySelector("[role=status]").textContent = sent.ok ? "Order sent" : "It did not work";
});
document.getElementById("clear").addEventListener("click", () => form.reset());
</script></body></html>""".replace("ITEMS", ITEMS)
LINK, SEND, TO, KIND, URGENT = (
    'link "Order 3"',
    'button "Send"',
    'textbox "To"',
    'combobox "Delivery"',
    'checkbox "Urgent"',
)
AT = {
    **dict.fromkeys(("LinksTracked", "ListToCards", "ListToTable", "Paginated", "Virtualised", "RowsGone"), LINK),
    **dict.fromkeys(("NamesRenamed", "LabelPlaced", "PlaceholderReworded", "FieldGrouped", "FieldRemoved"), TO),
    **dict.fromkeys(("FieldReadOnly", "FieldLost", "FieldShortened", "FieldsSwapped"), TO),
    "FormSplit": 'textbox "Note"',
    "SwitchRole": URGENT,
    "OptionRemoved": KIND,
    "FooterCopied": 'link "Help"',
    "StepSpared": LINK,
}
"""Where a mutation strikes; the send button, if nothing is said."""

OUT_OF_REACH = {
    *("ControlRemoved", "ControlDisabled", "CoveredForGood", "FunctionMoved", "OppositeInPlace"),
    *("FieldRemoved", "FieldReadOnly", "OptionRemoved"),
}
"""Breaks that leave nothing to use where they strike. On every other broken page the flow can be performed."""

BRIEF = 700
"""Milliseconds to try in vain what cannot be done. All else has Playwright's own patience: a slow machine is no break."""

NOT_HERE: dict[str, str] = {"StepSpared": "nothing on this page is opened by a press"}


class Served:
    """The page, and what the server was sent."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: list[dict[str, str]] = []
        self.errors: list[str] = []
        page.route("http://app.test/**", self._answer)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _answer(self, route: Any) -> None:
        if route.request.method == "POST":
            self.sent.append(dict(parse_qsl(route.request.post_data or "")))
            route.fulfill(body="ok")
        else:
            route.fulfill(content_type="text/html", body=PAGE)

    def open(self, redesign: Redesign) -> Any:
        """Open the page, redesigned; return what is true of it."""
        truth = redesigned(self.page, redesign)
        self.page.goto("http://app.test/")
        return truth


@pytest.fixture
def served(page: Page) -> Served:
    return Served(page)


def perform(page: Page, in_vain: str = "") -> None:
    """Perform the flow; try only briefly to use the element ``in_vain``."""

    def patience(key: str) -> float | None:
        return BRIEF if key == in_vain else None

    page.get_by_label("To", exact=True).fill(VALUES["to"], timeout=patience(TO))
    page.get_by_label("Note").fill(VALUES["note"])
    page.get_by_label("Delivery").select_option(label="Express", timeout=patience(KIND))
    page.get_by_label("Urgent").check()
    page.get_by_role("button", name="Send").click(timeout=patience(SEND))


@pytest.fixture(scope="module")
def untouched(browser: Any) -> Iterator[str]:
    """The page as it is."""
    page = browser.new_page()
    Served(page).open(Redesign())
    yield page.content()
    page.close()


@pytest.fixture(scope="module")
def flow(browser: Any) -> Iterator[list[Any]]:
    """The moves of the flow on the original page."""
    page = browser.new_page()
    first = Served(page)
    truth = first.open(Redesign())
    perform(page)
    page.get_by_text("Order sent").wait_for()
    assert first.sent == [SENT]
    yield moves(truth.deeds, VALUES)
    page.close()


def one(name: str) -> Redesign:
    kind = mutation(name)
    return Redesign((kind() if kind.whole_page else kind(at=AT.get(name, SEND)),), seed=3)


def settled(page: Page, served: Served) -> None:
    """Wait until something was sent."""
    until = time.monotonic() + 20
    while not served.sent and time.monotonic() < until:
        page.wait_for_timeout(20)


@pytest.mark.parametrize("name", [name for name in mutations(Meaning.KEEPS) if name not in NOT_HERE])
@pytest.mark.variants(10)
def test_a_keeping_mutation_lets_a_guided_user_through(served: Served, flow: list[Any], name: str) -> None:
    truth = served.open(one(name))
    Guide(served.page, truth).play(flow, VALUES)
    settled(served.page, served)
    assert (served.sent, served.errors, truth.faults) == ([SENT], [], [])
    assert truth.applied[0] >= 1, "it is not on the page at all"
    touched = {deed.key for deed in truth.deeds if not deed.added and deed.what == "click"}
    assert touched <= {SEND, URGENT}, "what is a way is not taken for the application's"


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.variants(1) if name == "DeadButton" else ())
        for name in mutations(Meaning.BREAKS)
    ],
)
@pytest.mark.variants(12)
def test_a_breaking_mutation_keeps_exactly_the_right_effect_away(served: Served, name: str) -> None:
    redesign = one(name) if name != "TwinAdded" else Redesign((TwinAdded(at=SEND, instead=True),))
    if name == "RowsGone":
        truth = served.open(redesign)
        assert served.page.get_by_role("link", name="Order").count() == 0
        assert truth.applied == (1,)
        return
    truth = served.open(redesign)
    if name in OUT_OF_REACH:
        with pytest.raises(PlaywrightTimeoutError):
            perform(served.page, in_vain=AT.get(name, SEND))
        served.page.keyboard.press("Enter")  # not by another way either
        served.page.wait_for_timeout(50)
    else:
        perform(served.page)
        served.page.wait_for_timeout(150)
    assert served.sent != [SENT] or name.startswith("Server")
    assert truth.applied[0] >= 1
    assert truth.faults == []
    if name.startswith("Server"):
        served.page.get_by_text("It did not work").wait_for()


IN_PLACES = [name for name, kind in mutations().items() if not kind.whole_page]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if n % 4 == 0 else pytest.mark.nightly) for n, name in enumerate(IN_PLACES)]
)
@pytest.mark.variants(12)
def test_a_mutation_that_does_not_apply_leaves_the_page_alone(served: Served, untouched: str, name: str) -> None:
    truth = served.open(Redesign((mutation(name)(at='button "Nobody is called so"'),)))
    assert served.page.content() == untouched
    assert truth.applied == (0,)
    assert len(truth.idle) == 1


def test_mutations_compose_and_the_truth_follows(served: Served, flow: list[Any]) -> None:
    line = (
        """Redesign((IdsRenamed(), TagChanged(at='button "Send"', to='a'), Wrapped(at='button "Send"', depth=2), """
        """Reworded(at='button "Send"', to='Deliver'), LabelPlaced(), IntoShadow(at='button "Send"'), NamesRenamed(), """
        """ConsentAsked(), ClassesRewritten(style='hashed'), IdsRenamed(style='generated')), seed=7)"""
    )
    truth = served.open(Redesign.parse(line))
    Guide(served.page, truth).play(flow, VALUES)
    settled(served.page, served)
    assert (served.sent, served.errors, truth.faults) == ([SENT], [], [])
    assert all(truth.applied), truth.idle


def test_drawing_again_changes_nothing_again(served: Served) -> None:
    truth = served.open(Redesign.parse("Redesign((Wrapped(depth=1), Decorated(), Uppercased()))"))
    before, applied = served.page.content(), truth.applied
    served.page.evaluate("document.querySelector('[role=status]').textContent = 'x'")
    served.page.wait_for_timeout(50)
    assert truth.applied == applied
    assert served.page.content() == before.replace('<div role="status"></div>', '<div role="status">x</div>')


def test_the_same_redesign_is_the_same_page_each_time(served: Served, browser: Any) -> None:
    line = "Redesign((IdsRenamed(share=50, style='generated'), SiblingsReordered(share=50, way='shuffled')), seed=11)"
    served.open(Redesign.parse(line))
    again = browser.new_page()
    Served(again).open(Redesign.parse(line))
    assert json.dumps(again.content()) == json.dumps(served.page.content())
    again.close()
