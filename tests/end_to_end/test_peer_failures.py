"""Whom other tools that replay or heal web flows took for the element, on real pages: none of it may happen here.

Each test says in which tool and under which number it was seen. Who was pressed is told by the page itself.
See also: what went wrong with whole runs, ``test_peer_failures_of_runs.py`` and ``plugin/test_peer_failures.py``;
words that say the opposite, ``unit/test_wordings.py``; redesigns that break the meaning, ``test_redesigned_flows.py``.
"""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.drawn import DISCARD, SEND, Site, button, press
from tests.support.lab import Lab


@pytest.fixture
def site(page: Any, lab: Lab) -> Site:
    return Site(page, lab)


def test_an_old_xpath_that_hits_another_control_is_not_followed(site: Site) -> None:
    """browser-use ``rerun_history``: the absolute XPath comes before the accessible name."""
    site.show(f"<form>{SEND}{DISCARD}</form>")
    site.learn(press("Send"))
    site.show(f"<form>{DISCARD}{SEND}</form>")
    assert site.page.locator(f"xpath={site.target.absolute_xpath}").inner_text() == "Discard"

    assert site.replay().outcome is Outcome.REPLAYED
    assert site.done() == ["send"]


def test_an_old_xpath_that_hits_another_control_is_no_element_to_fall_back_on(site: Site) -> None:
    """browser-use ``rerun_history``, Stagehand ``AgentCache``: what resolves is taken for the element."""
    site.show(f"<form>{SEND}{DISCARD}</form>")
    site.learn(press("Send"))
    site.show(f"<form>{DISCARD}{button('help', 'Help')}</form>")
    assert site.page.locator(f"xpath={site.target.absolute_xpath}").inner_text() == "Discard"

    assert site.refused() == []


@pytest.mark.nightly  # by day: the XPath of another control, above
@pytest.mark.parametrize("key", ["id='send'", "class='btn main'"])
def test_a_selector_that_fits_one_element_only_is_no_proof(site: Site, key: str) -> None:
    """Healenium ``HealingService``: the first generated CSS that fits exactly one element is the heal."""
    site.show(f"<form>{button('send', 'Send', key)}{DISCARD}</form>")
    site.learn(press("Send"))
    site.show(f"<form><p>New!</p>{button('discard', 'Discard', key)}{button('draft', 'Save draft')}</form>")
    name, _, value = key.partition("=")
    assert site.page.locator(f"[{name}={value}]").count() == 1

    assert site.refused() == []


def test_what_a_heal_stores_is_what_was_pressed(site: Site) -> None:
    """open-octo/octo-agent#2404: a phantom selector was stored because a fallback by text did the click."""
    site.show(
        f"<main><h1>Mail</h1><form aria-label='New'>{button('send', 'Send', 'type=button')}{DISCARD}</form></main>"
    )
    site.learn(press("Send"))
    old = site.target.absolute_xpath
    moved = (
        button("send", "Send")
        .replace("<button type='button'", "<button")
        .replace("onclick='", "onclick='event.preventDefault();")
    )
    site.show(
        f"<main><h1>Mail</h1><form aria-label='New'>{button('archive', 'Archive')}{DISCARD}<div>{moved}</div></form></main>"
    )
    run = site.replay(mode=Mode.AUTO, teacher=press("Nobody"))
    assert (run.outcome, site.done()) == (Outcome.HEALED, ["send"])

    stored = site.target.absolute_xpath
    assert stored != old
    assert site.page.evaluate(
        "path => document.evaluate(path, document, null, 9, null).singleNodeValue === window.pressed", stored
    )
    site.page.reload()
    assert site.replay().outcome is Outcome.REPLAYED
    assert site.done() == ["send"]


def frame(content: str, more: str) -> str:
    return f'<iframe {more} srcdoc="{SHELL_IN_FRAME.replace("CONTENT", content)}"></iframe>'


SHELL_IN_FRAME = "<body onclick='parent.did(&quot;frame&quot;)'>CONTENT</body>"
IN_FRAME = "<button onclick='parent.did(&quot;pay&quot;); event.stopPropagation()'>Pay now</button>"
NAMED = "title='Pay now' aria-label='Pay now' id='pay' name='pay'"


def pay_in_frame(page: Any) -> None:
    page.frame_locator("iframe").get_by_role("button", name="Pay now").click()


def test_a_frame_that_is_called_like_its_content_is_not_pressed_instead_of_it(site: Site) -> None:
    """robotframework-heal ``experiments/dom-edge-cases``: healed onto the iframe element itself."""
    site.show(frame(IN_FRAME, NAMED))
    site.learn(pay_in_frame)
    site.show(frame(IN_FRAME, NAMED))
    site.replay()
    assert site.done() == ["pay"]
    site.show(frame("<p>Nothing to pay</p>", NAMED))

    assert site.refused() == []


@pytest.mark.nightly  # by day: the other way round, above
def test_a_button_that_became_a_frame_of_its_name_is_gone(site: Site) -> None:
    """robotframework-heal ``experiments/dom-edge-cases``, the other way round."""
    site.show(button("pay", "Pay now", "id='pay' name='pay'"))
    site.learn(press("Pay now"))
    site.show(frame("<p>Pay now</p>", NAMED))

    assert site.refused() == []


def order(number: int, total: str) -> str:
    named = f"id='pay-{number}' name='pay[{number}]' aria-describedby='t{number}'"
    pay = button("pay", f"Open order {number}", named)  # a number in the name of a control that commits would count
    return (
        f"<main><h1>Order {number}</h1><p id='t{number}'>{total} €</p><form id='f{number}'>{pay}{DISCARD}</form></main>"
    )


def test_what_belongs_to_the_learning_run_is_no_part_of_a_selector(site: Site) -> None:
    """Skyvern's mint audit: order numbers and the like of one run were baked into selectors."""
    site.show(order(4711, "23.40"))
    site.learn(press("Open order 4711"))
    site.show(order(90235, "1,007.00"))

    assert site.replay().drift is None
    assert site.done() == ["pay"]


CHIPS = """<form><input aria-label='To' id='to'><button type='button' id='add' onclick='const c = document.createElement("button"),
  v = to.value; c.type = "button"; c.textContent = "Remove " + v; c.id = "chip-" + v; c.onclick = () => did("removed " + v);
  chips.append(c); say("Added")'>Add</button><p id='chips'></p></form>"""


def add_and_remove(page: Any, to: str) -> None:
    page.get_by_label("To", exact=True).fill(to)
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name=f"Remove {to}").click()


def test_what_was_typed_in_the_learning_run_is_no_part_of_a_selector(site: Site) -> None:
    """Skyvern's mint audit; browser-use/workflow-use#98: the value of the first run is looked for in every later one."""
    site.show(CHIPS)
    site.learn(add_and_remove, {"to": "ann@example.com"})
    workflow = site.lab.store.find("it")
    assert "ann@example.com" not in repr(workflow.steps if workflow else "")
    site.show(CHIPS.replace("<p id='chips'>", f"<p id='chips'>{button('removed ann', 'Remove ann@example.com')}"))

    assert site.replay({"to": "bob@example.com"}).drift is None
    assert site.done() == ["removed bob@example.com"]


# -- the neighbour --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("recorded", "now"),
    [pytest.param("Submit", "Submit all", marks=pytest.mark.nightly), ("Block", "Unblock")],
)
def test_an_opposite_in_the_very_place_is_not_pressed(site: Site, recorded: str, now: str) -> None:
    """healenium/healenium#35 (Submit healed to SubmitAll), #38, #40, #76."""
    drawn = "<main><h1>Account</h1><form aria-label='Account'><label>Note <input></label>{}</form></main>"
    site.show(drawn.format(button("right", recorded, "id='act' class='main' data-testid='act' name='act'")))
    site.learn(press(recorded))
    site.show(drawn.format(button("wrong", now, "id='act' class='main' data-testid='act' name='act'")))

    assert site.refused() == []


def field(label: str, more: str = "", key: str = "") -> str:
    """Return a field that tells what is typed into it."""
    return f"<label>{label} <input {more} oninput='did(\"{key or label}=\" + this.value)'></label>"


def test_a_password_field_in_the_place_of_the_name_is_not_typed_into(site: Site) -> None:
    """healenium/healenium#76 and the survey's pair of name and password."""
    site.show(f"<form>{field('Name', 'id=f1 name=f1 class=wide')}{field('Street')}</form>")
    site.learn(lambda page, name: page.get_by_label("Name").fill(name), {"name": "Ann"})
    secret = field("Password", "id=f1 name=f1 class=wide type=password", "password")
    site.show(f"<form>{secret}{field('Street')}</form>")

    assert site.refused({"name": "Ann"}) == []


def address(kind: str) -> str:
    return f"<section aria-label='{kind}'><h2>{kind}</h2>{field('Name', key=kind)}</section>"


def test_of_two_fields_of_one_label_the_one_of_its_section_is_meant(site: Site) -> None:
    """healenium/healenium#38: with duplicate labels the first match is taken."""

    def ship(page: Any, name: str) -> None:
        page.get_by_role("region", name="Shipping").get_by_label("Name").fill(name)

    site.show(address("Billing") + address("Shipping"))
    site.learn(ship, {"name": "Ann"})
    site.show(address("Shipping") + address("Billing"))
    site.replay({"name": "Bob"})
    assert site.done() == ["Shipping=Bob"]
    site.show(address("Billing"))

    assert site.refused({"name": "Cid"}) == []


def rows(*items: str) -> str:
    each = "".join(f"<li>{item} {button(f'deleted {item}', 'Delete')}</li>" for item in items)
    return f"<main><h1>Groceries</h1><ul>{each}</ul></main>"


@pytest.mark.nightly  # by day: the next one, and test_flows.py
def test_in_a_list_of_another_order_the_row_is_found_by_what_it_holds(site: Site) -> None:
    """browser-use ``rerun_history``, web-infra-dev/midscene#2529: after a reordering the neighbouring row is used."""

    def delete(page: Any, **values: str) -> None:
        page.get_by_role("listitem").filter(has_text=values.get("item", "Eggs")).get_by_role("button").click()

    site.show(rows("Milk", "Eggs", "Bread"))
    site.learn(delete, {"item": "Eggs"})
    site.show(rows("Bread", "Jam", "Milk", "Eggs"))
    site.replay({"item": "Milk"})
    assert site.done() == ["deleted Milk"]
    site.show(rows("Bread", "Jam"))

    assert site.refused({"item": "Milk"}) == []


def test_a_row_without_a_parameter_is_its_own_row_or_none(site: Site) -> None:
    """web-infra-dev/midscene#2529: the XPath of the adjacent element was cached."""

    def delete(page: Any) -> None:
        page.get_by_role("listitem").filter(has_text="Eggs").get_by_role("button").click()

    site.show(rows("Milk", "Eggs", "Bread"))
    site.learn(delete)
    for drawn in (rows("Eggs", "Milk", "Bread"), rows("Milk", "Bread", "Eggs")):
        site.show(drawn)
        assert site.replay().drift is None
        assert site.done() == ["deleted Eggs"]
    site.show(rows("Milk", "Jam", "Bread"))

    assert site.refused() == []
