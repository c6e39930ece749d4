"""Pages that bring a button or a result late, with nothing or something to show for it: they have not changed."""

from __future__ import annotations

import time
from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Answer, Desk, Served

pytestmark = pytest.mark.slow

PAGE = """<main><h1>Tickets</h1><form id=form><label>Name <input name=who></label> <span id=box>{held}</span></form>
<p><button type=button>Help</button> <button type=button>Prices</button></p><div role=status></div></main><script>
const offer = () => {{ $("#box").innerHTML = "<button>{label}</button>"; }};
const tell = (who) => say("Booked for " + who);
const arrive = (ms, work) => {{ {arrive} }};
$("#form").onsubmit = (event) => {{
  event.preventDefault();
  const who = $("[name=who]").value;
  post("/book", {{who}}).then(() => arrive({result}, () => tell(who)));
}};
arrive({button}, offer);
</script>"""

WAYS = {
    "timer": "later(ms, work);",
    "poll": "const from = Date.now(), timer = setInterval(() => fetch('/ready').then(() => { if (Date.now() - from > ms) { clearInterval(timer); work(); } }), 700);",
    "socket": "const from = Date.now(), line = new WebSocket(location.origin.replace('http', 'ws') + '/line'); line.onmessage = () => { if (Date.now() - from > ms) { line.close(); work(); } };",
    "spinner": "$('main').insertAdjacentHTML('beforeend', '<i class=spinner style=\"display:block;width:9px;height:9px\"></i>'); later(ms, () => { $('.spinner').remove(); work(); });",
}  # fmt: skip
"""The ways in which something comes late."""


def tickets(
    way: str, *, button: float = 0, result: float = 0, label: str = "Book", held: str = ""
) -> dict[str, Served]:
    """Return the application; the times are in seconds."""
    times = {"button": int(1000 * button), "result": int(1000 * result)}
    page = PAGE.format(arrive=WAYS[way], label=label, held=held, **times)
    return {"/": page, "/ready": Answer({"ready": False})}


def book(page: Any, who: str) -> None:
    page.get_by_label("Name").fill(who)
    page.get_by_role("button", name="Book").click()
    page.get_by_text(f"Booked for {who}").wait_for()


SECONDS = [
    pytest.param(5.0, id="5 s"),
    *(pytest.param(s, id=f"{s:g} s", marks=pytest.mark.nightly) for s in (3, 8, 14)),
]


@pytest.mark.variants(16)
@pytest.mark.parametrize("seconds", SECONDS)
@pytest.mark.parametrize("late", ["button", "result"])
@pytest.mark.parametrize("way", WAYS)
def test_late_is_not_changed(desk: Desk, way: str, late: str, seconds: float) -> None:
    desk.patience = max(10.0, seconds + 3)
    desk.open(tickets(way))
    desk.learn(book, {"who": "Ann"})
    desk.open(tickets(way, button=seconds) if late == "button" else tickets(way, result=seconds))

    assert desk.replay({"who": "Bob"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/book", {"who": "Bob"})]


def test_a_neighbour_that_moved_up_is_no_proof(desk: Desk) -> None:
    beside = "<button type=button>Reset</button>"
    desk.patience = 9.0
    versions = [tickets("timer", button=seconds, held=beside) for seconds in (0, 5)]
    both = [
        {
            **v,
            "/": str(v["/"])
            .replace('innerHTML = "<b', 'insertAdjacentHTML("afterbegin", "<b')
            .replace('</button>";', '</button>");'),
        }
        for v in versions
    ]
    desk.open(both[0])
    desk.learn(book, {"who": "Ann"})
    desk.open(both[1])

    assert desk.replay({"who": "Bob"}).outcome is Outcome.REPLAYED


@pytest.mark.variants(8)
@pytest.mark.parametrize("label", ["Join the queue", "Sold out"])
def test_another_control_in_its_place_is_reported_soon(desk: Desk, label: str) -> None:
    desk.patience = 30.0
    desk.open(tickets("timer"))
    desk.learn(book, {"who": "Ann"})
    desk.open(tickets("timer", label=label))

    started = time.monotonic()
    reasons = desk.refused({"who": "Bob"})

    assert time.monotonic() - started < desk.patience / 2, reasons
    assert label in reasons
    assert desk.application.deeds == []


def test_a_list_of_other_records_is_reported_soon(desk: Desk) -> None:
    def people(*names: str) -> str:
        rows = "".join(
            f"<tr><td>{name}</td><td><button onclick=\"post('/call', {{who: '{name}'}}).then(() => say('Called {name}'))\">Call</button></td></tr>"
            for name in names
        )
        return f"<main><h1>People</h1><table>{rows}</table><div role=status></div></main>"

    def call(page: Any, who: str) -> None:
        page.get_by_role("row", name=who).get_by_role("button", name="Call").click()
        page.get_by_text(f"Called {who}").wait_for()

    desk.patience = 30.0
    desk.open(people("Ann", "Bob", "Carl"))
    desk.learn(call, {"who": "Ann"})
    desk.open(people("Bob", "Carl", "Dora"))

    started = time.monotonic()
    reasons = desk.refused({"who": "Eve"})

    assert time.monotonic() - started < desk.patience / 2, reasons
    assert desk.application.deeds == []


FORM = "<label>Name <input name=who></label> <button>Book</button>"
HYDRATED = f"""<main><h1>Tickets</h1><form id=form>{FORM}</form><div role=status></div></main><script>
let drawn = TIMES;
$("#form").addEventListener("input", () => {{ if (drawn-- > 0) later(0, () => {{ $("#form").innerHTML = `{FORM}`; }}); }});
$("#form").onsubmit = (event) => {{
  event.preventDefault();
  const who = $("[name=who]").value;
  post("/book", {{who}}).then(() => say("Booked for " + who));
}};
</script>"""


def test_a_field_that_the_framework_emptied_is_filled_again(desk: Desk) -> None:
    desk.open(HYDRATED.replace("TIMES", "0"))
    desk.learn(book, {"who": "Ann"})
    desk.open(HYDRATED.replace("TIMES", "1"))

    assert desk.replay({"who": "Bob"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/book", {"who": "Bob"})]


NEXT = """<main><h2 id=ship>Ship 71</h2><label>Name <input name=who></label><button type=button onclick="book()">Book</button>
<div role=status></div></main><script>
let ship = 71, left = TIMES;
const book = () => post("/book", {ship, who: $("[name=who]").value}).then(() => say("Booked for " + $("[name=who]").value));
$("[name=who]").addEventListener("input", () => { if (left-- > 0) later(5, () => { CODE; $("[name=who]").value = ""; }); });
</script>"""
TAKEN = {
    "another record is shown": 'ship = 72; $("#ship").textContent = "Ship 72"',
    "a request took the text": 'post("/taken", {who: $("[name=who]").value})',
}


# The pointer comes before it goes down: the field is emptied after the look and before the page gets the press.
COMING = """<main><p id=ship>Ship 71</p><p><label>Name <input name=who></label></p><button type=button id=go onclick="book()">Book</button>
<p>Captain <input id=captain readonly value="Anna Berg"></p><div role=status></div></main><script>
let ship = 71, left = TIMES;
const field = () => $("[name=who]");
const book = () => post("/book", {ship, who: field().value}).then(() => say("Booked for " + field().value));
$("#go").addEventListener("mousemove", () => { if (left-- > 0) { CODE; } });
</script>"""
EMPTY = 'field().value = ""'
ANEW = 'const anew = field().cloneNode(); anew.value = ""; field().replaceWith(anew)'
OTHER_RECORDS = {
    "a number in a text": f'$("#ship").textContent = "Ship 72"; ship = 72; {EMPTY}',
    "a word in a field": f'$("#captain").value = "Anna Borg"; ship = 72; {EMPTY}',
}


@pytest.mark.variants(2)
@pytest.mark.parametrize("way", [EMPTY, ANEW], ids=["emptied", "drawn anew"])
def test_a_field_that_lost_its_text_between_the_look_and_the_press_is_filled_again(desk: Desk, way: str) -> None:
    desk.open(COMING.replace("TIMES", "0"))
    desk.learn(book, {"who": "Ann"})
    desk.open(COMING.replace("TIMES", "1").replace("CODE", way))

    assert desk.replay({"who": "Bob"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/book", {"ship": 71, "who": "Bob"})]


@pytest.mark.variants(2)
@pytest.mark.parametrize("record", OTHER_RECORDS)
def test_a_field_that_another_record_emptied_before_the_press_is_not_filled_again(desk: Desk, record: str) -> None:
    desk.open(COMING.replace("TIMES", "0"))
    desk.learn(book, {"who": "Ann"})
    desk.open(COMING.replace("TIMES", "1").replace("CODE", OTHER_RECORDS[record]))

    assert "the value 'Bob' in the field" in desk.refused({"who": "Bob"})
    assert desk.application.deeds == []


@pytest.mark.variants(8)
@pytest.mark.parametrize("why", TAKEN)
def test_a_field_that_was_emptied_for_the_next_record_is_not_filled_again(desk: Desk, why: str) -> None:
    desk.open(NEXT.replace("TIMES", "0"))
    desk.learn(book, {"who": "Ann"})
    desk.open(NEXT.replace("TIMES", "1").replace("CODE", TAKEN[why]))

    assert "the value 'Bob' in the field" in desk.refused({"who": "Bob"})
    assert "/book" not in dict(desk.application.deeds)


def test_a_field_that_the_page_empties_again_and_again_stops_the_run(desk: Desk) -> None:
    desk.open(HYDRATED.replace("TIMES", "0"))
    desk.learn(book, {"who": "Ann"})
    desk.open(HYDRATED.replace("TIMES", "9"))

    assert "the value 'Bob' in the field" in desk.refused({"who": "Bob"})
    assert desk.application.deeds == []


LEFT = """<main><h1>Ship</h1><p id=box>BOX</p><button type=button onclick="save()">Book</button><div role=status></div><ul id=chips></ul></main>
<script>
let who = "";
const field = $("[name=who]"), save = () => post("/book", {who}).then(() => say("Booked for " + who));
CODE
</script>"""
ASKED = "<label>Name <input name=who></label>"
LEAVING = {
    "it becomes a text": (
        ASKED,
        """field.addEventListener("blur", () => { who = field.value; $("#box").textContent = `Name ${who}`; });""",
    ),
    "it becomes a chip": (
        ASKED,
        """field.addEventListener("blur", () => { who = field.value; field.value = ""; $("#chips").innerHTML = `<li>${who}</li>`; });""",
    ),
    "its layer is closed": (
        f"Name: none</p><div id=layer style='position:absolute;top:200px'>{ASKED}</div><p>",
        """document.addEventListener("mousedown", (event) => {
          const layer = $("#layer");
          if (layer && !layer.contains(event.target)) { who = field.value; layer.remove(); $("#box").textContent = `Name: ${who}`; }
        });""",
    ),
}


@pytest.mark.variants(3)
@pytest.mark.parametrize("way", LEAVING)
def test_a_field_that_goes_when_it_is_left_has_given_its_text_to_the_press(desk: Desk, way: str) -> None:
    box, code = LEAVING[way]
    page = LEFT.replace("BOX", box).replace("CODE", code)
    desk.open(page)
    desk.learn(book, {"who": "Ann"})
    desk.open(page)

    assert desk.replay({"who": "Bob"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/book", {"who": "Bob"})]
