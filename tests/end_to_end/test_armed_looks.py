"""A look that found the element of the next action has its events checked from then on, and only until that action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.browser import actions
from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.look import ElementQuery

PAGE = """<h1>Orders</h1><button id=pay>Pay</button><button id=other>Cancel</button>
<label>From <input id=day type=date></label><p role=status></p><script>
for (const one of document.querySelectorAll('button')) one.onclick = () => { document.querySelector('p').textContent = one.textContent; };
</script>"""
PAY = ElementQuery(kind="click", tag="button", role="button", name="Pay", attributes={"id": "pay"})
DAY = ElementQuery(kind="fill", tag="input", role="textbox", name="From", label="From", attributes={"id": "day"})


@pytest.fixture
def session(page: Any) -> Iterator[ContextSession]:
    page.set_content(PAGE)
    made = ContextSession(page)
    yield made
    made.close()


def in_turn(*commands: c.Command) -> c.Program[Any]:
    """Yield commands; return the result of the last one."""
    result = None
    for command in commands:
        result = yield command
    return result


def said(page: Any) -> str:
    return str(page.get_by_role("status").inner_text())


def test_an_element_that_became_another_one_after_the_look_gets_no_event(page: Any, session: ContextSession) -> None:
    def program() -> c.Program[tuple[bool, c.Acted]]:
        yield c.Look(target=PAY)
        armed = session.armed is page.main_frame
        page.evaluate("() => { document.querySelector('#pay').textContent = 'Delete'; }")
        return armed, (yield c.Click())

    armed, acted = SyncDriver(session).run(program())

    assert armed
    assert (acted.ok, acted.withheld) == (False, True)
    assert said(page) == ""


@pytest.mark.parametrize("after", [None, c.Settle(quiet=10, timeout=50), c.Look(slice=0)], ids=["end", "rest", "look"])
def test_a_look_without_an_action_leaves_the_page_alone(page: Any, session: ContextSession, after: Any) -> None:
    def program() -> c.Program[None]:
        yield c.Look(target=PAY)
        if after is not None:
            yield after
            page.click("#other")  # a person clicks while the program goes on

    SyncDriver(session).run(program())
    page.click("#other")

    assert session.armed is None
    assert said(page) == "Cancel"


def test_a_field_that_is_set_without_events_is_checked_when_it_is_set(page: Any, session: ContextSession) -> None:
    def program() -> c.Program[tuple[Any, c.Acted]]:
        yield c.Look(target=DAY)
        armed = session.armed
        page.evaluate("() => { document.querySelector('label').firstChild.data = 'Until '; }")
        return armed, (yield c.Fill(value="2026-11-25"))

    armed, acted = SyncDriver(session).run(program())

    assert armed is None
    assert acted.withheld
    assert page.input_value("#day") == ""


KEEPS = """<script>
for (const type of ['pointerdown', 'mousedown', 'click']) addEventListener(type, (event) => {
  event.stopImmediatePropagation();
  if (type === 'pointerdown' && event.target.id === 'pay') {
    document.querySelector('p').textContent += 'Pay';
    event.target.outerHTML = '@LEFT@';
  }
}, true);
</script>"""


@pytest.mark.parametrize("left", ["", "<button id=pay>Pay</button>"], ids=["it goes", "an equal one comes"])
def test_a_page_that_keeps_the_first_events_to_itself_has_got_the_press(page: Any, left: str) -> None:
    page.set_content(KEEPS.replace("@LEFT@", left) + PAGE)
    session = ContextSession(page)
    rests = c.Settle(quiet=60, timeout=500)  # on a page that has just changed, Playwright itself would press again

    acted = SyncDriver(session).run(in_turn(c.Look(target=PAY), rests, c.Look(target=PAY), c.Click()))
    session.close()

    assert (acted.ok, acted.withheld) == (True, False)
    assert said(page) == "Pay"


CANCEL = ElementQuery(kind="click", tag="button", role="button", name="Cancel", attributes={"id": "other"})
NEXT = c.Look(target=CANCEL, watch=("status|Pay",))


def test_an_action_brings_the_look_that_is_wanted_next(page: Any, session: ContextSession) -> None:
    acted = SyncDriver(session).run(in_turn(c.Look(target=PAY), c.Click(then=NEXT)))

    assert acted.seen is not None
    assert acted.seen.candidates[0].fingerprint.name == "Cancel"
    assert acted.seen.effects.before == {"status|Pay": True}
    assert acted.seen.waited > 0
    assert said(page) == "Pay"


def test_the_element_of_that_look_is_the_target_of_the_next_action(page: Any, session: ContextSession) -> None:
    acted = SyncDriver(session).run(in_turn(c.Look(target=PAY), c.Click(then=NEXT), c.Click()))

    assert acted.ok
    assert said(page) == "Cancel"


def test_an_action_that_was_withheld_brings_no_look(page: Any, session: ContextSession) -> None:
    def program() -> c.Program[c.Acted]:
        yield c.Look(target=PAY)
        page.evaluate("() => { document.querySelector('#pay').textContent = 'Delete'; }")
        acted: c.Acted = yield c.Click(then=NEXT)
        return acted

    acted = SyncDriver(session).run(program())

    assert (acted.ok, acted.withheld, acted.seen) == (False, True, None)
    assert said(page) == ""


BLOCKS = "for (const end = Date.now() + 1800; Date.now() < end;);"


@pytest.mark.parametrize("handler", ["location.href = 'about:blank#2'", "location.reload()", BLOCKS])
def test_an_action_is_done_whether_or_not_a_look_can_follow(page: Any, session: ContextSession, handler: str) -> None:
    page.route("http://shop.test/", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
    page.goto("http://shop.test/")
    page.evaluate(
        f"() => {{ document.querySelector('#pay').onclick = () => {{ setTimeout(() => {{ {handler} }}); }}; }}"
    )

    acted = SyncDriver(session).run(in_turn(c.Look(target=PAY), c.Click(then=NEXT)))

    assert (acted.ok, acted.withheld) == (True, False)
    assert acted.seen is None or not acted.seen.lost


def test_a_look_that_takes_too_long_is_left_and_taken_anew(
    page: Any, session: ContextSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "LOOKING", 0.0)
    at_once = c.Look(target=CANCEL, slice=0)

    def program() -> c.Program[tuple[c.Acted, c.Acted]]:
        yield c.Look(target=PAY)
        first: c.Acted = yield c.Click(then=at_once)
        yield at_once
        return first, (yield c.Click())

    first, second = SyncDriver(session).run(program())

    assert (first.ok, first.seen, second.ok) == (True, None, True)
    assert said(page) == "Cancel"


def test_a_question_of_the_browser_is_told_with_the_action_and_with_its_look(
    page: Any, session: ContextSession
) -> None:
    page.evaluate("() => { document.querySelector('#pay').onclick = () => confirm('Pay twice?'); }")

    acted = SyncDriver(session).run(in_turn(c.Look(target=PAY), c.Click(then=NEXT, expected=())))

    assert acted.seen is not None
    assert acted.dialogs == acted.seen.dialogs
    assert "Pay twice?" in str(acted.dialogs.strange)


KEEPS_AND_SORTS = """<ul id=list></ul><script>window.approved = [];
const draw = (names) => { list.innerHTML = names.map((one) => `<li>${one} <button>Approve</button></li>`).join(''); };
draw(['Anna', 'Bert', 'Cleo']);
addEventListener('pointerdown', (event) => { event.stopImmediatePropagation(); draw([@NAMES@]); }, true);
addEventListener('mousedown', (event) => event.stopImmediatePropagation(), true);
addEventListener('pointerup', (event) => approved.push(event.target.closest('li').firstChild.data.trim()));
</script>"""


@pytest.mark.parametrize(
    ("names", "approved"),
    [("'Bert', 'Cleo', 'Anna'", []), ("'Anna', 'Bert', 'Cleo'", ["Bert"])],
    ids=["another row comes", "an equal row comes"],
)
def test_the_press_that_such_a_page_goes_on_with_is_not_that_of_another_row(
    page: Any, session: ContextSession, names: str, approved: list[str]
) -> None:
    page.set_content(KEEPS_AND_SORTS.replace("@NAMES@", names))
    row = ElementQuery(kind="click", tag="button", role="button", name="Approve", holds=("Bert",))
    rests = c.Settle(quiet=60, timeout=500)

    acted = SyncDriver(session).run(in_turn(c.Look(target=row), rests, c.Look(target=row), c.Click(timeout=1_000)))

    assert (acted.ok, acted.begun) == (bool(approved), not approved)
    assert page.evaluate("approved") == approved
