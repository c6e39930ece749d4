"""Deeds that are seen before the server sees them: other people get them too, other values go; and innocent requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .acts import click, fill, show
from .everyday import SAID, rows, site
from .pair import SAME, STOP, Answer, Pair, Request, family
from .parts import page

PEOPLE, VALUES, CHANCE = "held people", "held requests", "held short values"


def kept(path: str, *keys: str) -> Callable[[Request], Answer]:
    """Return an answer that takes only these arguments for the deed: the others are the same deed in another form."""
    return lambda request: Answer(
        body={"ok": True}, deed={"do": path, **{key: request.data.get(key, "") for key in keys}}
    )


# -- who gets a message ------------------------------------------------------------------------------------------------

MAIL = site(
    title="Mail",
    at_="<h1>New mail</h1><p><label for='t'>To</label> <input id='t'></p><p><label for='x'>Text</label> <input id='x'></p><button type='button' onclick='send()'>Send</button>",
    script="const send = () => { const data = @data@; @more@ post('/mail', data).then(() => say('The mail was sent')); };",
    data="{to: [val('#t')], text: val('#x')}",
    more="",
)
WRITTEN: dict[str, Any] = {
    "flow": show(fill("To", "{to}"), fill("Text", "{text}"), click("Send"), SAID),
    "learn": ({"to": "ann@x.org", "text": "See you on Monday"}, {"to": "bo@x.org", "text": "The key is below the mat"}),
    "values": {"to": "cy@x.org", "text": "Tea at four"},
    "deeds": ({"do": "/mail", "to": ["cy@x.org"], "text": "{text}"},),
    "task": "send a mail",
}


def learned(**deed: Any) -> dict[str, Any]:
    """Return the parts of a family whose deeds have the recipient of each run, in a form."""
    return {**WRITTEN, "deeds": ({"do": "/mail", "to": "{to}", "text": "{text}", **deed},)}


TEXTS = MAIL(data="{to: val('#t'), text: val('#x')}")
one = family(PEOPLE, a=TEXTS, **learned())
copied = family(
    PEOPLE, a=MAIL(data="{to: val('#t'), cc: '', text: val('#x')}", at_mail=kept("/mail", "to", "text")), **learned()
)
named = family(PEOPLE, a=TEXTS, **{**learned(), "values": {"to": "Lee, Ann", "text": "Tea at four"}})
REPLY = site(
    title="Thread",
    at_="<h1>Thread</h1><p><label for='x'>Answer</label> <input id='x'></p><button type='button' onclick='send()'>Answer</button>",
    script="const send = () => post('/answer', {to: @to@, text: val('#x')@more@}).then(() => say('The answer was sent'));",
    to="['ann@x.org', 'bo@x.org']",
    more="",
)
ANSWER: dict[str, Any] = {"flow": show(fill("Answer", "{text}"), click("Answer"), SAID), "learn": ({"text": "Yes, gladly"}, {"text": "No, thanks"}), "values": {"text": "Perhaps later"}, "task": "answer the thread"}  # fmt: skip
ALONE = REPLY(to="'ann@x.org'")
TO_ALL = kept("/answer", "text")
thread = family(PEOPLE, a=REPLY(at_answer=TO_ALL), deeds=({"do": "/answer", "text": "{text}"},), **ANSWER)
alone = family(PEOPLE, a=ALONE, deeds=({"do": "/answer", "to": "ann@x.org", "text": "{text}"},), **ANSWER)
PEOPLE_PAIRS = (
    one("second recipient", "a second person stands behind the recipient", STOP, MAIL(data="{to: [val('#t'), 'all@x.org'], text: val('#x')}")),
    one("copy to the office", "the office gets a copy", STOP, MAIL(data="{to: val('#t'), cc: ['office@x.org'], text: val('#x')}")),
    one("hidden copy", "the sender of the program gets a hidden copy", STOP, MAIL(data="{to: val('#t'), text: val('#x'), options: {bcc: 'log@y.org'}}")),
    one("text of a form", "a form of the old kind names two recipients", STOP, MAIL(more="data.to += '; all@x.org';", data="{to: val('#t'), text: val('#x')}")),
    alone("answer to all", "the answer goes to two people", STOP, REPLY(to="'ann@x.org, bo@x.org'")),
    alone("answer to a long list", "the answer goes to a list of people", STOP, REPLY(to="['ann@x.org', 'bo@x.org', 'cy@x.org']")),
    alone("copy to the team", "a copy of the answer goes to the team", STOP, REPLY(to="'ann@x.org'", more=", cc_addresses: 'team@x.org'")),
    copied("no copy", "the list of copies is empty, and no text", SAME, MAIL(data="{to: val('#t'), cc: [], text: val('#x')}", at_mail=kept("/mail", "to", "text"))),
    one("recipient in two forms", "the recipient goes along as a name and as a mail address", SAME, MAIL(data="{to: val('#t'), to_name: 'Cy', reply_to: 'me@x.org', text: val('#x')}", at_mail=kept("/mail", "to", "text"))),
    named("name with a comma", "the recipient has a comma in the name", SAME, TEXTS),
    thread("one more in the thread", "a third person has come to the thread, which is answered to all", SAME, REPLY(to="['ann@x.org', 'bo@x.org', 'cy@x.org']", at_answer=TO_ALL)),
    alone("number beside it", "the recipient goes along with a number", SAME, REPLY(to="'ann@x.org'", more=", to_id: 7, total: 2", at_answer=kept("/answer", "to", "text"))),
)  # fmt: skip

# -- other requests of a press, and other values -----------------------------------------------------------------------

ORDER = site(
    title="Orders",
    at_="<h1>Order</h1><p><label for='i'>Item</label> <input id='i'></p><p><label for='n'>Note</label> <input id='n'></p><button type='button' onclick='order()'>Order</button>",
    at_draft=lambda _: Answer(body={}, deed={}),
    script="const data = () => ({item: @item@, note: val('#n')}); const order = () => { @before@ @send@ }; const send = () => post('/order', data()).then(() => say('Your order was placed')); @more@",
    item="val('#i')",
    before="",
    send="send();",
    more="",
)
ORDERED: dict[str, Any] = {
    "flow": show(fill("Item", "{item}"), fill("Note", "{note}"), click("Order"), SAID),
    "learn": ({"item": "Blue lamp", "note": "For the hall"}, {"item": "Red chair", "note": "For Ann"}),
    "values": {"item": "Green rug", "note": "For the attic"},
    "deeds": ({"do": "/order", "item": "{item}", "note": "{note}"},),
    "task": "order an item",
}


def checks(request: Request) -> Answer:
    """Answer a check of an order, which is no deed; or take the order."""
    return Answer(body={"ok": True}, deed={} if request.data.get("check") else None)


def in_capitals(request: Request) -> Answer:
    """Take an order whose note was written in capitals."""
    return Answer(body={}, deed={"do": "/order", **request.data, "note": request.data["note"].capitalize()})


CHECKED = ORDER(at_order=checks)
order = family(VALUES, a=ORDER(), **ORDERED)
checked = family(VALUES, a=CHECKED, **ORDERED)
FORM = page("<h1>Order</h1><form method='post' action='/order'><p><label for='i'>Item</label> <input id='i' name='item'></p><p><label for='n'>Note</label> <input id='n' name='note'></p><button>Order</button></form>")  # fmt: skip
PLACED = page("<h1>Thank you</h1>", status="<p role='status'>Your order was placed</p>")
form = family(VALUES, a=site(title="Orders", at_="")(at_=lambda _: FORM, at_order=lambda _: PLACED), **ORDERED)
VALUE_PAIRS = (
    order("set of two", "the page orders a set of the item", STOP, ORDER(item="val('#i') + ' (set of 2)'")),
    order("other item by a rule", "the page replaces the item by a newer one", STOP, ORDER(item="val('#i').replace('Green', 'Olive')")),
    order("item of before", "the page sends the item that was there before the last text", STOP, ORDER(item="'Blue lamp'")),
    form("form with another value", "a script of the form changes the note when it is sent", STOP, site(title="Orders", at_="")(at_=lambda _: FORM.replace("</form>", "</form><script>document.forms[0].addEventListener('submit', () => { val('#n'); $('#n').value = 'Express, 40 EUR'; });</script>"), at_order=lambda _: PLACED)),
    order("draft at the press", "a draft is kept at the press, before the order", SAME, ORDER(before="post('/draft', {item: 'x'});")),
    checked("check at the same address", "the order is checked at its own address first, without its values", SAME, ORDER(at_order=checks, before="post('/order', {check: true});")),
    checked("check, then another item", "the order is checked at its own address first, then another item is ordered", STOP, ORDER(at_order=checks, before="post('/order', {check: true});", item="val('#i') + ' (set of 2)'")),
    order("order after half a second", "the order is sent half a second after the press", SAME, ORDER(send="later(500, send);")),
    order("order after a question to the server", "the server is asked for the stock first", SAME, ORDER(at_stock=lambda _: Answer(body={"left": 3}, delay=0.4), send="get('/stock').then(send);")),
    order("several words in another case", "the page writes the note in capitals", SAME, ORDER(send="post('/order', {...data(), note: val('#n').toUpperCase()}).then(() => say('Your order was placed'));", at_order=in_capitals)),
    order("more beside them", "the page sends the time and its version along", SAME, ORDER(send="post('/order', {...data(), at: '12:30', version: 7}).then(() => say('Your order was placed'));", at_order=kept("/order", "item", "note"))),
    form("form of a browser", "nothing has changed", SAME, site(title="Orders", at_="")(at_=lambda _: FORM, at_order=lambda _: PLACED)),
)  # fmt: skip

# -- a value of one character in a name --------------------------------------------------------------------------------

FLOORS = site(
    title="Heating",
    at_="<h1>Heating</h1><p>@list@</p><div id='f' hidden><p><label for='v'>@label@</label> <input id='v'></p><button type='button' onclick='save()'>Save</button></div>",
    script="let at = 0; const on = (n) => { at = n; $('#f').hidden = false; }; const save = () => post('/heat', {at: String(at), heat: val('#v')}).then(() => say('Saved'));",
    list=rows("<button type='button' onclick='on({0})'>Floor {0}</button> ", [(str(n),) for n in range(1, 10)]),
    label="Confirm the floor",
)
FLOOR: dict[str, Any] = {"flow": show(click("Floor {floor}"), fill("Confirm the floor", "{floor}"), click("Save"), SAID), "deeds": ({"do": "/heat", "at": "{floor}", "heat": "{floor}"},), "task": "heat a floor", "a": FLOORS(), "values": {"floor": "7"}}  # fmt: skip
floor = family(CHANCE, learn=({"floor": "2"}, {"floor": "4"}), **FLOOR)
twice = family(CHANCE, learn=({"floor": "2"}, {"floor": "2"}), **{**FLOOR, "values": {"floor": "2"}})
CHANCE_PAIRS = (
    floor("value of both lessons", "the floor is a value, as two lessons have shown", SAME, FLOORS()),
    twice("value of before", "the same value again", SAME, FLOORS()),
)

PAIRS: tuple[Pair, ...] = (*PEOPLE_PAIRS, *VALUE_PAIRS, *CHANCE_PAIRS)
