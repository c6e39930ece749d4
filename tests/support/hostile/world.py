"""The page is right, the world around it is not: another customer, session, day, unit; and deeds done twice."""

from __future__ import annotations

from .acts import click, fill, select, show, wait
from .pair import EITHER, SAME, STOP, Answer, App, family
from .parts import button, one, page, table

WORLD = "wrong world"


def console(
    *,
    tenant: str = "Acme GmbH",
    user: str = "ann@acme.org",
    mark: str = "",
    title: str = "Console",
    deed: str = "acme",
    status: str = "Restarted",
) -> App:
    """Return an administrator's console with a head that says for whom it works."""
    head = f"<header><strong>{tenant}</strong> <span>{user}</span></header>{mark}"
    return one(
        f"{head}<h1>{title}</h1>{button('Restart', f'post(`/restart`, {{of: `{deed}`}}).then(() => say(`{status}`))')}"
    )


restart = family(
    WORLD,
    a=console(),
    flow=show(click("Restart")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/restart", "of": "acme"},),
)
CONSOLES = (
    restart("other system", "the heading says that this is the database, not the console", STOP, console(title="Production database", deed="database")),
    restart("read only", "the page is shown to a reader: the button is disabled", STOP,
            App({"/": str(console().pages["/"]).replace("<button", "<button disabled")})),
    restart("maintenance", "a page about maintenance is shown instead", STOP, one("<h1>Maintenance</h1><p role=status>We are back at noon.</p>")),
    restart("down", "the application answers with an error", STOP,
            App({"/": lambda _: Answer(body=page("<h1>Bad gateway</h1>", status="<p role=status>502</p>"), status=502)})),
    restart("logged out", "the session is over: the page asks to log in", STOP,
            one("<h1>Console</h1><label for=u>User</label><input id=u><button>Log in</button><p role=status>Please log in</p>")),
    restart("notice of a failure", "the notice says that the restart failed", STOP, console(status="Restart failed", deed="nothing")),
    restart("footer and year", "the year below the page has changed", SAME, console(mark="<footer>(c) 2031 Acme. Version 7.2.1, build 9123</footer>")),
    restart("badge of messages", "a bell with a number is in the head", SAME, console(user="ann@acme.org <a href='#'>3 new messages</a>")),
    restart("greeting", "the head greets by the time of day", SAME, console(user="Good evening, ann@acme.org")),
)  # fmt: skip

DATES = "dates and units"


def booking(*days: tuple[str, str], head: str = "Day (day/month/year)") -> App:
    """Return days that can be booked: text and the day that is meant."""
    rows = [(text, button("Book", f"post('/book', {{day: '{day}'}}).then(() => say('Booked'))")) for text, day in days]
    return one(f"<h1>Days</h1>{table((head, ''), rows)}")


DAYS = tuple((f"0{n}/03/2031", f"2031-03-0{n}") for n in (3, 4, 5))
day = family(DATES, a=booking(*DAYS), flow=show(click("Book", within="tr:has(td:text-is('{day}'))")),
             learn=({"day": "04/03/2031"},) * 2, values={"day": "04/03/2031"}, deeds=({"do": "/book", "day": "2031-03-04"},))  # fmt: skip
BOOKINGS = (
    day("month first", "the month stands first now: 04/03 is the third of April", STOP,
        booking(("03/04/2031", "2031-03-04"), ("04/03/2031", "2031-04-03"), head="Day (month/day/year)")),
    day("other year", "the year has changed", STOP, booking(*((text.replace("2031", "2032"), d.replace("2031", "2032")) for text, d in DAYS))),
    day("with points", "dates are written with points", EITHER, booking(*((text.replace("/", "."), d) for text, d in DAYS))),
    day("with a weekday", "the weekday stands before the date", EITHER, booking(*((f"Tue {text}", d) for text, d in DAYS))),
    day("days reordered", "the latest day stands first", SAME, booking(*DAYS[::-1])),
    day("range", "the day is the first one of a range", STOP, booking(("04/03/2031 - 14/03/2031", "ten days"), DAYS[2])),
)  # fmt: skip
UNITS = "const feed = () => post('/feed', {amount: val('#n') + ' ' + UNIT}).then(() => say('Ordered'));"


def feeding(label: str, unit: str, *, field: str = '<input id="n">') -> App:
    """Return an order of a quantity."""
    return one(
        f"<h1>Feed</h1><label for=n>{label}</label>{field}{button('Order', 'feed()')}",
        script=UNITS.replace("UNIT", f"'{unit}'"),
    )


unit = family(DATES, a=feeding("Quantity (kg)", "kg"), flow=show(fill("Quantity (kg)", "{kg}"), click("Order")),
              learn=({"kg": "5"}, {"kg": "12"}), values={"kg": "7"}, deeds=({"do": "/feed", "amount": "{kg} kg"},))  # fmt: skip
UNITS_CHANGED = (
    unit("tons", "the quantity is meant in tons", STOP, feeding("Quantity (t)", "t")),
    unit("pounds", "the quantity is meant in pounds", STOP, feeding("Quantity (lb)", "lb")),
    unit("grams with the same field", "the field has kept its id and is meant in grams", STOP, feeding("Quantity (g)", "g")),
    unit("stepper", "the field has arrows", SAME, feeding("Quantity (kg)", "kg", field='<input id="n" type="number" min="1">')),
    unit("unit written out", "the unit is written out", EITHER, feeding("Quantity in kg", "kg")),
)  # fmt: skip

CHOICES = "choices"


def shipping(*options: tuple[str, str], label: str = "Shipping", group: str = "", chosen: str = "") -> App:
    """Return a list of options (text and value) and a button."""
    made = "".join(f"<option value='{v}' {'selected' if v == chosen else ''}>{text}</option>" for text, v in options)
    made = f"<optgroup label='{group}'>{made}</optgroup>" if group else made
    names = {value: text for text, value in options}
    script = f"const names = {names!r}; const order = () => post('/order', {{by: names[val('#by')]}}).then(() => say('Ordered'));"
    return one(
        f"<h1>Order</h1><label for=by>{label}</label><select id=by>{made}</select>{button('Order', 'order()')}",
        script=script,
    )


NAMES = {"1": "Standard", "2": "Express", "3": "Pick up"}
WAYS = (("Standard", "1"), ("Express", "2"), ("Pick up", "3"))
way = family(CHOICES, a=shipping(*WAYS), flow=show(select("Shipping", "{by}"), click("Order")), learn=({"by": "Pick up"}, {"by": "Standard"}),
             values={"by": "Express"}, deeds=({"do": "/order", "by": "{by}"},))  # fmt: skip
WAYS_CHANGED = (
    way("values given anew", "the texts are as before, with other numbers behind them", SAME, shipping(("Standard", "2"), ("Express", "1"), ("Pick up", "3"))),
    way("texts given anew", "the numbers are as before, the text of Express belongs to a dearer one", STOP,
        shipping(("Standard", "1"), ("Express Plus", "2"), ("Pick up", "3"))),
    way("in a group", "the options are grouped", SAME, shipping(*WAYS, group="Europe")),
    way("none preset", "an empty option stands first", SAME, shipping(("Choose ...", ""), *WAYS)),
    way("preset already", "Express is chosen beforehand", SAME, shipping(*WAYS, chosen="2")),
    way("of another list", "the list is about the packing now", STOP, shipping(*WAYS, label="Packing")),
    way("option not allowed", "Express is shown, and cannot be chosen", STOP,
        App({"/": str(shipping(*WAYS).pages["/"]).replace("<option value='2'", "<option disabled value='2'")})),
    way("list comes later", "the options are loaded a second later", SAME,
        App({"/": str(shipping().pages["/"]).replace("const names = {};", f"const names = {NAMES!r}; later(1000, () => {{"
             " $('#by').innerHTML = Object.entries(names).map(([v, t]) => `<option value='${v}'>${t}</option>`).join(''); });")})),
)  # fmt: skip

REPEAT = "deeds done twice"


def paying(script: str, more: str = "", **slow: float) -> App:
    """Return a payment of a typed amount."""
    body = f'<h1>Pay</h1><label for="n">Amount</label><input id="n">{button("Pay", "pay()", "id=go")}{more}'
    return App({"/": page(body, script=script)}, {f"/{name}": seconds for name, seconds in slow.items()})


PAY = "const pay = () => post('/pay', {amount: val('#n')}).then(() => { DONE });"
WELL = PAY.replace("DONE", "say('Paid')")
once = family(REPEAT, a=paying(WELL), flow=show(fill("Amount", "{amount}"), click("Pay")), learn=({"amount": "30"}, {"amount": "55"}),
              values={"amount": "70"}, deeds=({"do": "/pay", "amount": "{amount}"},), auto=True, task="pay")  # fmt: skip
ONCE = (
    once("message in other words", "it is paid, and the message says it in other words", EITHER, paying(PAY.replace("DONE", "say('Thanks for your payment')"))),
    once("message elsewhere", "it is paid, and the message is a heading", EITHER, paying(PAY.replace("DONE", "$('h1').textContent = 'Paid'; say('ok')"))),
    once("message late", "the message comes three seconds later", SAME, paying(WELL, pay=3.0), patience=6.0),
    once("message never", "it is paid, and nothing says so", EITHER, paying(PAY.replace("DONE", "say('Ready')"))),
    once("button comes back", "it is paid, and the button can be pressed again", SAME, paying(PAY.replace("DONE", "say('Paid'); $('#n').value = ''"))),
    once("asks to try again", "it is paid, but the page says to try again", EITHER, paying(PAY.replace("DONE", "say('Timeout. Please try again.')"))),
    once("undo beside the message", "a button to undo it stands beside the message", SAME,
         paying(PAY.replace("DONE", "say('Paid'); $('h1').insertAdjacentHTML('afterend', '<button onclick=\"post(`/undo`)\">Undo</button>')"))),
    once("sent twice by the page", "a fault of the page sends the payment twice", STOP,
         paying("const pay = () => { post('/pay', {amount: val('#n')}); post('/pay', {amount: val('#n')}).then(() => say('Paid twice')); };")),
)  # fmt: skip


def checkout(words: str = "Order placed", second: str = "Place order", status: int = 200) -> App:
    """Return a basket, a check and the page after the order, which is posted as a form."""
    first = page(
        '<h1>Basket</h1><form action="/check"><label for="q">Quantity</label><input id="q" name="q"><button>Checkout</button></form>'
    )
    check = page(
        f'<h1>Check</h1><p>[[q]] pieces</p><form action="/place" method="post"><input type="hidden" name="q" value="[[q]]"><button>{second}</button></form>'
    )
    after = page("<h1>Thank you</h1><a href='/'>Shop on</a>", status=f"<p role=status>{words}</p>")
    return App({"/": first, "/check": check, "/place": lambda _: Answer(body=after, status=status)})


bought = family(REPEAT, a=checkout(), flow=show(fill("Quantity", "{q}"), click("Checkout"), click("Place order"), wait("text=Shop on")),
                learn=({"q": "2"}, {"q": "5"}), values={"q": "3"}, deeds=({"do": "/place", "q": "{q}"},), auto=True, task="place order")  # fmt: skip
BOUGHT = (
    bought("order with other thanks", "the page after the order has other words", EITHER, checkout("We have received your order")),
    bought("order renamed", "the last button says Buy now", EITHER, checkout(second="Buy now")),
    bought("order with an error page", "the order is placed, and the page fails", EITHER, checkout(status=500)),
    bought("order and subscribe", "the last button orders every month", STOP,
           App({**checkout(second="Subscribe and order").pages, "/place": lambda request: Answer(
               body=page("<h1>Thank you</h1>", status="<p role=status>Order placed</p>"), deed={"do": "/subscribe", **request.data})})),
    bought("check is gone", "the order is placed at once", EITHER,
           App({**checkout().pages, "/": str(checkout().pages["/"]).replace('action="/check"', 'action="/place" method="post"')})),
)  # fmt: skip

PAIRS = (*CONSOLES, *BOOKINGS, *UNITS_CHANGED, *WAYS_CHANGED, *ONCE, *BOUGHT)
