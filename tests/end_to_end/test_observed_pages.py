"""A page as a teacher sees it, in real Chromium: texts, covered and distant elements, messages that came and went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from pytest_ami.browser.driver import SyncDriver
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.lesson import Advice, Move, MoveKind, Observation
from pytest_ami.model.settings import Mode
from tests.end_to_end.test_teacher_moves import Scripted, serve
from tests.support.lab import Lab

if TYPE_CHECKING:
    from pytest_ami.model.lesson import Element, Situation

PAGE = """<!doctype html><title>Orders</title><body style="margin:0">
<h1>Orders</h1><p>Two orders wait for <b>your approval</b>. <a href="/help">Help</a></p><p hidden>Not drawn</p>
<table><tr><th>Number</th><th><a href="?sort">Customer</a></th><th>Total</th></tr>
<tr><td>1042</td><td>Ada</td><td>12.00</td></tr></table>
<fieldset><legend>Delivery address</legend><label>Street <input required></label>
<label>Town <input placeholder="Town or city" value="Bern"></label></fieldset>
<label>E-mail <input type=email aria-invalid=true aria-describedby=why></label><span id=why>Enter a valid address</span>
<label>Pay <select><option>Card<option selected>Cash</select></label>
<div id=card style="cursor:pointer;width:200px"><span>Express</span> <small>tomorrow</small></div>
<label style="cursor:pointer"><input type=checkbox> gift</label>
<button style="position:absolute;left:600px;top:300px">Below</button>
<div style="position:absolute;left:580px;top:280px;width:200px;height:80px;background:#fff">Chat with us</div>
<div style="height:40px;overflow:auto"><button>First</button><br><br><br><br><br><button>Deep</button></div>
<ul><li style="display:flex"><div>Ann Lee <b>new</b></div><div>ann@x.org</div><button>Mute</button></ul>
<canvas id=map width=100 height=40 style="position:absolute;left:860px;top:0"></canvas>
<iframe style="position:absolute;left:860px;top:100px;border:0" srcdoc="<body style='margin:0'><p>Framed text</p>
<button>Framed</button>"></iframe><div style="position:absolute;width:1px;height:1px;overflow:hidden"><button>Next</button></div>
<a href="#x" style="position:absolute;width:1px;height:1px;overflow:hidden">Skip</a>
<div style="width:1px;height:1px"><button>Wide</button></div><p role=status id=st></p><div style="height:2000px"></div><button>Bottom</button>"""


@pytest.fixture(scope="module")
def bench(browser: Any) -> Iterator[SyncDriver]:
    """A driver for the page above, with a recorder attached as in a lesson."""
    context = browser.new_context(viewport={"width": 1200, "height": 600})
    page = context.new_page()
    page.set_content(PAGE, wait_until="load")
    session = ContextSession(page)
    driver = SyncDriver(session)
    run(driver, c.StartRecording(origins=()))
    yield driver
    run(driver, c.StopRecording())
    session.close()
    context.close()


def run(driver: SyncDriver, command: c.Command) -> Any:
    def program() -> Any:
        return (yield command)

    return driver.run(program())


@pytest.fixture(scope="module")
def seen(bench: SyncDriver) -> Observation:
    """The first look at it."""
    observation: Observation = run(bench, c.Observe())
    return observation


def called(seen: Observation, name: str) -> Element:
    return next(e for e in seen.elements if name in (e.name, e.label))


def test_texts_are_read_with_refused_values_first_and_tables_row_by_row(seen: Observation) -> None:
    assert seen.texts == (
        "invalid E-mail: Enter a valid address",
        "Two orders wait for your approval.",
        "columns: Number | Customer | Total",
        "1042 | Ada | 12.00",
        "Delivery address",
        "Express tomorrow",
        "Chat with us",
        "Ann Lee new",
        "ann@x.org",
        "Framed text",
    )


def test_an_element_that_a_press_would_miss_says_so(seen: Observation) -> None:
    assert called(seen, "Below").cover == "Chat with us"
    distant = {e.name for e in seen.elements if not e.in_view}
    assert distant == {"Deep", "Bottom"}
    covered = [e.name for e in seen.elements if e.cover]
    assert covered == ["Below"]


def test_a_thing_that_only_the_pointer_shows_to_be_pressable_gets_a_number_once(seen: Observation) -> None:
    (card,) = [e for e in seen.elements if "Express" in e.name]
    assert (card.tag, card.name) == ("div", "Express tomorrow")
    assert [e.role for e in seen.elements if e.label == "gift"] == ["checkbox"]


def test_a_control_that_is_cut_to_a_pixel_is_there_for_nobody_with_a_pointer(seen: Observation) -> None:
    names = {e.name for e in seen.elements}
    assert "Wide" in names
    assert not {"Next", "Skip"} & names


def test_a_field_shows_what_a_person_sees_of_it(seen: Observation) -> None:
    town, pay = called(seen, "Town"), called(seen, "Pay")
    assert (town.placeholder, town.value, town.group) == ("Town or city", "Bern", "Delivery address")
    assert (pay.options, pay.value, pay.heading) == (("Card", "Cash"), "Cash", "Orders")
    assert called(seen, "Street").state == ("required",)


def test_the_texts_of_a_row_stand_apart(seen: Observation) -> None:
    assert called(seen, "Mute").cells == ("Ann Lee new", "ann@x.org")
    assert called(seen, "Mute").texts == ("Ann Lee", "new", "ann@x.org")
    assert (called(seen, "Deep").cells, called(seen, "Deep").texts) == ((), ())


def test_a_message_is_kept_from_the_moment_at_which_it_appears(bench: SyncDriver, seen: Observation) -> None:
    home = bench.bench.session.home
    home.evaluate("st.textContent = 'Order sent'")
    home.evaluate("st.textContent = ''")

    after = run(bench, c.Observe())

    assert not seen.passed
    assert after.passed == ("status|Order sent",)
    assert "status|Order sent" not in after.notices
    assert not run(bench, c.Observe()).passed


def test_a_point_is_the_element_there_and_leaves_the_other_numbers(bench: SyncDriver, seen: Observation) -> None:
    run(bench, c.Observe())
    at = run(bench, c.Observe(point=(880, 20)))
    framed = run(bench, c.Observe(point=(870, 160)))
    nothing = run(bench, c.Observe(point=(5_000, 5_000)))

    assert [(e.ref, e.tag) for e in at.elements] == [("p1", "canvas")]
    assert at.offset == (20, 20)
    assert [(e.name, len(e.frame)) for e in framed.elements] == [("Framed", 1)]
    assert nothing.elements == ()
    field = called(seen, "Street")
    assert run(bench, c.Fill(ref=field.ref, value="High Street")).ok


class Pointing(Scripted):
    """A teacher that presses one point first."""

    def advise(self, situation: Situation) -> Advice:
        """Press the point, then make the moves."""
        if not self.told:
            self.told.append(situation)
            return Advice(move=Move(kind=MoveKind.CLICK, point=(30, 30)))
        return super().advise(situation)


DRAWN = """<style>body{margin:0}</style><canvas width=80 height=60 onclick="said.textContent =
event.offsetX > 20 ? 'Marked' : 'Missed'"></canvas>
<p role=combobox aria-label=Colour tabindex=0 aria-expanded=false onclick="list.hidden = !list.hidden">Choose</p>
<ul id=list role=listbox hidden><li role=option onclick="said.textContent += ', Red'; list.hidden = true">Red</li>
<li role=option onclick="said.textContent += ', Blue'; list.hidden = true">Blue</li></ul><p role=status id=said></p>"""


def test_a_point_of_a_drawing_and_an_entry_of_a_drawn_list_are_learned_and_replayed(page: Any, lab: Lab) -> None:
    serve(page, DRAWN)

    lab.run(page, "mark", {"colour": "Blue"}, teacher=Pointing((MoveKind.SELECT, "Colour", "{{colour}}")))

    assert page.get_by_role("status").inner_text() == "Marked, Blue"
    page.goto("http://moves.test/")
    lab.run(page, "mark", {"colour": "Red"}, mode=Mode.REPLAY)
    assert page.get_by_role("status").inner_text() == "Marked, Red"
