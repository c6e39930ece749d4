"""Widgets with a state of their own: steppers, sorted columns, calendars, repeated presses; and translated pages."""

from __future__ import annotations

from typing import Any

from .acts import click, show, wait
from .mail import SEND, mail, sending
from .pair import EITHER, SAME, STOP, App, family
from .parts import button, one

GROUP = "widgets"


def stepper(start: int = 0, step: int = 1, *, delay: int = 0, most: int = 99) -> App:
    """Return a counter with two buttons, and an order."""
    script = f"""
let n = {start};
const draw = () => {{ $('output').textContent = n; }};
const change = (by) => later({delay}, () => {{ n = Math.min({most}, n + by); draw(); }});
const order = () => post('/order', {{n}}).then(() => say('Ordered'));
draw();
"""
    return one('<h1>Tickets</h1><button aria-label="Less" onclick="change(-1)">-</button><output></output>'
               f'<button aria-label="More" onclick="change({step})">+</button><button onclick="order()">Order</button>', script=script)  # fmt: skip


thrice = family(
    GROUP,
    a=stepper(),
    flow=show(*[click("More")] * 3, wait("output:text-is('3')"), click("Order")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/order", "n": 3},),
)
STEPPERS = (
    thrice("starts at one", "one ticket is in the counter already", STOP, stepper(1)),
    thrice("steps of ten", "the counter goes in tens", STOP, stepper(0, 10)),
    thrice("slow counter", "the counter follows a moment later", SAME, stepper(delay=400)),
    thrice("two at most", "the counter ends at two", STOP, stepper(most=2)),
    thrice("remembered", "the number of last time is kept", EITHER, stepper(3)),
)  # fmt: skip


def offers(
    *,
    ascending: bool | None = None,
    states: bool = True,
    rows: tuple[tuple[str, int], ...] = (("Tea", 4), ("Salt", 1), ("Rice", 2)),
) -> App:
    """Return offers that are sorted by a click on the head of a column; the first row is bought."""
    first = {None: "none", True: "ascending", False: "descending"}[ascending]
    script = f"""
let rows = {[list(row) for row in rows]!r}; let up = {str(ascending).lower().replace("none", "null")};
const draw = () => {{
  if (up !== null) rows.sort((a, b) => up ? a[1] - b[1] : b[1] - a[1]);
  if ({str(states).lower()}) $('th').setAttribute('aria-sort', up === null ? 'none' : up ? 'ascending' : 'descending');
  $('tbody').innerHTML = rows.map(([name, price]) => `<tr><td>${{price}} EUR</td><td><button onclick="buy('${{name}}')">Buy</button></td></tr>`).join(''); }};
const sort = () => {{ up = !up; draw(); }};
const buy = (name) => post('/buy', {{name}}).then(() => say('Bought'));
draw();
"""
    head = f'<th aria-sort="{first}">' if states else "<th>"
    return one(
        f'<h1>Offers</h1><table><thead><tr>{head}<button onclick="sort()">Price</button></th><th></th></tr></thead><tbody></tbody></table>',
        script=script,
    )


cheapest = family(
    GROUP,
    a=offers(),
    flow=show(click("Price"), click("Buy")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/buy", "name": "Salt"},),
)
OFFERS = (
    cheapest("sorted already", "the offers are sorted from the start, so that a click turns the order round", EITHER, offers(ascending=True)),
    cheapest("sorted from the dearest", "the offers begin with the dearest; a click sorts them as before", EITHER, offers(ascending=False)),
    cheapest("sorted already, not marked", "as before, and only the rows show it", EITHER, offers(ascending=True, states=False), a=offers(states=False)),
    cheapest("rows in another order", "the rows come in another order before the click", SAME, offers(rows=(("Rice", 2), ("Tea", 4), ("Salt", 1)))),
)  # fmt: skip


def calendar(*months: tuple[str, str], lead: bool = False) -> App:
    """Return grids of days: name and number of each month."""
    made = ""
    for name, month in months:
        before = "".join(f"<button onclick=\"book('before-{n}')\">{n}</button>" for n in (12, 13)) if lead else ""
        days = "".join(f"<button onclick=\"book('{month}-{n}')\">{n}</button>" for n in range(1, 29))
        made += f'<section aria-label="{name}"><h2>{name}</h2>{before}{days}</section>'
    return one(f"<h1>Visit</h1>{made}", script="const book = (day) => post('/book', {day}).then(() => say('Booked'));")


twelfth = family(
    GROUP,
    a=calendar(("April 2031", "04")),
    flow=show(click("12")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/book", "day": "04-12"},),
)
DAYS = (
    twelfth("next month", "the calendar shows May", STOP, calendar(("May 2031", "05"))),
    twelfth("two months", "the calendar shows two months side by side", EITHER, calendar(("April 2031", "04"), ("May 2031", "05"))),
    twelfth("two months, earlier first", "the month before is shown too", EITHER, calendar(("March 2031", "03"), ("April 2031", "04"))),
    twelfth("next year", "the calendar shows April of the next year", STOP, calendar(("April 2032", "2032-04"))),
)  # fmt: skip

ADD = "const more = () => post('/add').then(() => { $('ul').insertAdjacentHTML('beforeend', '<li>row</li>'); say('Rows: ' + $('ul').children.length); });"
twice = family(GROUP, a=one(f"<h1>Rows</h1>{button('Add row', 'more()')}<ul></ul>", script=ADD),
               flow=show(click("Add row"), wait("text='Rows: 1'"), click("Add row"), wait("text='Rows: 2'")), learn=({}, {}), values={},
               deeds=({"do": "/add"}, {"do": "/add"}), patience=6.0)  # fmt: skip
TWICE = (
    twice("slow rows", "each row takes a second", SAME, App(one(f"<h1>Rows</h1>{button('Add row', 'more()')}<ul></ul>", script=ADD).pages, {"/add": 1.0})),
    twice("button below", "the button stands below the rows", SAME, one(f"<h1>Rows</h1><ul></ul>{button('Add row', 'more()')}", script=ADD)),
    twice("no more rows", "one row at most: the button is disabled after the first one", STOP,
          one(f"<h1>Rows</h1>{button('Add row', 'more()')}<ul></ul>", script=ADD.replace("});", "$('button').disabled = true; });"))),
)  # fmt: skip

STATES = "use denied"
denied = sending(STATES)
DO = "<button type=button onclick=deliver() {}>Send</button>"
BROADCAST = (
    "<footer><button type=button onclick=\"post('/broadcast').then(() => say('Message sent'))\" >Send</button></footer>"
)
DENIED = (
    denied("disabled for assistive technology", "the button is marked as disabled, and does nothing; another one sends to everybody", STOP,
           mail(button="<button type=button aria-disabled=true>Send</button>", after=BROADCAST)),
    denied("part is inert", "the form cannot be used at the moment; another button sends to everybody", STOP, mail(form="<div inert>{}</div>", after=BROADCAST)),
    denied("no pointer", "the button takes no clicks; another button sends to everybody", STOP,
           mail(button=DO.format("style='pointer-events:none'"), after=BROADCAST)),
    denied("transparent", "the button is transparent; another button sends to everybody", EITHER, mail(button=DO.format("style='opacity:0'"), after=BROADCAST)),
    denied("group disabled", "the whole group is disabled", STOP, mail(form="<fieldset disabled><legend>Message</legend>{}</fieldset>", after=BROADCAST)),
    denied("disabled for a second", "the button is disabled for a second; another button sends to everybody", SAME,
           mail(button=DO.format("disabled id=go"), after=BROADCAST, more="later(1000, () => { $('#go').disabled = false; });")),
    denied("enabled by typing", "the button is enabled when both fields are filled", SAME,
           mail(button=DO.format("disabled id=go"), more="document.oninput = () => { $('#go').disabled = !(val('#to') && val('#subject')); };")),
    denied("enabled a second after typing", "the fields are checked for a second before the button is enabled", SAME,
           mail(button=DO.format("disabled id=go"), after=BROADCAST,
                more="document.oninput = () => later(1000, () => { $('#go').disabled = !(val('#to') && val('#subject')); });")),
    denied("details closed", "the form is in a closed fold", EITHER, mail(form="<details><summary>Write</summary>{}</details>", after=BROADCAST)),
)  # fmt: skip

LANGUAGES = "languages"
GERMAN: dict[str, Any] = {
    "to": '<p><label for="to">An</label> <input id="to"></p>',
    "subject": '<p><label for="subject">Betreff</label> <input id="subject"></p>',
}
spoken = sending(LANGUAGES)


def german(*labels: tuple[str, str]) -> App:
    """Return the form in German with these buttons: text and path."""
    made = "".join(
        f"<button type=button onclick=\"post('{path}', mail()).then(() => say('Nachricht gesendet'))\">{text}</button>"
        for text, path in labels
    )
    return mail(**GERMAN, button=made, script=SEND)


SPOKEN = (
    spoken("german", "the page is German", EITHER, german(("Senden", "/send"))),
    spoken("german, all first", "the page is German; the first button sends to everybody", EITHER, german(("An alle senden", "/broadcast"), ("Senden", "/send"))),
    spoken("german, discard", "the page is German, and can only discard", STOP, german(("Verwerfen", "/discard"))),
    spoken("german, cancel", "the page is German; sending is not offered, cancelling is", STOP, german(("Absagen", "/cancel"), ("Abbrechen", "/abort"))),
    spoken("german, later", "the page is German, and sends later", STOP, german(("Später senden", "/later"))),
    spoken("greeting in another language", "only the greeting is German", SAME, mail(before="<p>Guten Morgen, Ann</p>")),
    spoken("notice in another language", "only the notice is German", EITHER, mail(script=SEND.replace("Message sent", "Nachricht gesendet"))),
    spoken("notice says no, in another language", "the notice says in German that nothing was sent", STOP,
           mail(script=SEND.replace("Message sent", "Nachricht wurde nicht gesendet").replace("'/send'", "'/lost'"))),
)  # fmt: skip

PAIRS = (*STEPPERS, *OFFERS, *DAYS, *TWICE, *DENIED, *SPOKEN)
