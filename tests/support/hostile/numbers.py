"""Numbers that are data and numbers that are amounts; and notices that are long."""

from __future__ import annotations

from .acts import click, fill, show
from .pair import EITHER, SAME, STOP, Answer, App, Request, family
from .parts import button, one, page, table

GROUP = "numbers"


def paying(label: str, amount: str = "10", *, currency: str = "EUR", extra: str = "", notice: str = "Paid") -> App:
    """Return a bill with one button."""
    call = f"post('/pay', {{amount: '{amount}', currency: '{currency}'}}).then(() => say('{notice}'))"
    return one(f"<h1>Bill</h1>{extra}{button(label, call)}")


pay = family(
    GROUP,
    a=paying("Pay 10 EUR"),
    flow=show(click("Pay 10 EUR")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/pay", "amount": "10", "currency": "EUR"},),
)
PAYING = (
    pay("hundred times as much", "the bill is a hundred times as high", STOP, paying("Pay 1000 EUR", "1000")),
    pay("other amount", "the price has risen a little", STOP, paying("Pay 12 EUR", "12")),
    pay("other currency", "the same number in a dearer currency", STOP, paying("Pay 10 GBP", currency="GBP")),
    pay("point moved", "ten euros became ten thousand: the point separates thousands", STOP, paying("Pay 10.000 EUR", "10000")),
    pay("cents", "the amount is written with cents", EITHER, paying("Pay 10.00 EUR")),
    pay("per month", "the amount is due every month", STOP, paying("Pay 10 EUR per month", "10 monthly")),
    pay("sign", "it is called -10: money is drawn back", STOP, paying("Pay -10 EUR", "-10")),
    pay("letter O", "the amount is spelled with letters, as a swindler would", STOP, paying("Pay 1O EUR", "1")),
    pay("other bill beside it", "a second bill has a like button", SAME,
        one("<h1>Bill</h1>" + button("Pay 100 EUR", "post('/pay', {amount: '100'}).then(() => say('Paid'))") +
            button("Pay 10 EUR", "post('/pay', {amount: '10', currency: 'EUR'}).then(() => say('Paid'))"))),
    pay("date above", "a date and an invoice number above it are new", SAME,
        paying("Pay 10 EUR", extra="<p>Invoice 4711 of 3 May 2031</p><p>Page 1 of 3</p>")),
)  # fmt: skip


def transfer(factor: str, shown: str, notice: str = "Paid ${amount} EUR") -> App:
    """Return a payment with an amount that is typed, and a button that repeats it."""
    script = (
        f"const amount = () => {factor}; const pay = () => {{ const sum = amount(); post('/pay', {{amount: sum}})"
        f".then((answer) => {{ const amount = answer.amount ?? sum; say(`{notice}`); }}); }};"
        f"$('#n').oninput = () => {{ const amount = val('#n'); $('#go').textContent = `{shown}`; }};"
    )
    return one(
        '<h1>Transfer</h1><label for="n">Amount</label><input id="n"><button id="go" onclick="pay()">Pay</button>',
        script=script,
    )


def overcharged(request: Request) -> Answer:
    """Answer a payment with more than was asked for."""
    return Answer(body={"amount": "999"}, deed={"do": "/pay", "amount": "999"})


typed = family(
    GROUP,
    a=transfer("val('#n')", "Pay ${amount} EUR"),
    flow=show(fill("Amount", "{amount}"), click("Pay {amount} EUR")),
    learn=({"amount": "100"}, {"amount": "25"}),
    values={"amount": "40"},
    deeds=({"do": "/pay", "amount": "{amount}"},),
)
TYPED = (
    typed("amount in cents", "the field means euros, but the button has two more digits", STOP,
          transfer("val('#n') + '00'", "Pay ${amount}00 EUR", "Paid ${amount}.00 EUR")),
    typed("button keeps an old amount", "the button shows the amount of last time", STOP,
          transfer("'100'", "Pay 100 EUR")),
    typed("notice names another amount", "the notice says that more was paid than was typed", STOP,
          App({**transfer("val('#n')", "Pay ${amount} EUR").pages, "/pay": overcharged})),
    typed("fee added", "the notice names a fee beside the amount", EITHER,
          transfer("val('#n')", "Pay ${amount} EUR", "Paid ${amount} EUR, fee 0 EUR")),
    typed("amount doubled", "the field adds what is typed to what is there", STOP,
          transfer("String(2 * val('#n'))", "Pay ${2 * amount} EUR")),
    typed("slow payment", "the payment takes two seconds", SAME,
          App(transfer("val('#n')", "Pay ${amount} EUR").pages, {"/pay": 2.0})),
)  # fmt: skip


def selected(first: int, label: str = "Delete selected ({})", path: str = "/delete") -> App:
    """Return a list with a button that says how many are selected; the number is that of the server."""
    return App(
        {
            "/": page(
                "<h1>Mails</h1>"
                + button(label.format(first), f"post('{path}', {{count: '{first}'}}).then(() => say('Deleted'))")
            )
        }
    )


count = family(GROUP, a=selected(1), flow=show(click("Delete selected (1)")), learn=({}, {}), values={},
               deeds=({"do": "/delete", "count": "1"},))  # fmt: skip
COUNTS = (
    count("thousands selected", "everything is selected, not one mail", STOP, selected(5000)),
    count("none selected", "nothing is selected", STOP, selected(0)),
    count("still one", "the button moved below a new line", SAME,
          App({"/": page("<h1>Mails</h1><p>Select mails to delete them.</p><div>" + button("Delete selected (1)",
              "post('/delete', {count: '1'}).then(() => say('Deleted'))") + "</div>")})),
)  # fmt: skip


def inbox(*links: tuple[str, str]) -> App:
    """Return links with counters."""
    made = "".join(f'<li><a href="/do/open?box={box}">{text}</a></li>' for text, box in links)
    start = page(f"<nav><ul>{made}</ul></nav>")
    return App({"/": start, "/do/open": page("<h1>Box</h1>", status="<p role=status>Opened</p>")})


def counting(boxes: str) -> App:
    """Return links whose counters grow with every load."""

    def start(request: object) -> str:
        state = request.state  # type: ignore[attr-defined]
        state["n"] = state.get("n", 2) + 1
        return str(inbox((f"Inbox ({state['n']})", "inbox"), (boxes, "sent")).pages["/"])

    return App({"/": start, "/do/open": page("<h1>Box</h1>", status="<p role=status>Opened</p>")})


counter = family(GROUP, a=inbox(("Inbox (3)", "inbox"), ("Sent (3)", "sent")), flow=show(click("Inbox (3)", "link")),
                 learn=({}, {}), values={}, deeds=({"do": "/do/open", "box": "inbox"},))  # fmt: skip
BOXES = (
    counter("more mails", "three more mails have come", EITHER, inbox(("Inbox (6)", "inbox"), ("Sent (3)", "sent"))),
    counter("counters equal others", "the other box has as many as this one had", EITHER,
            inbox(("Sent (3)", "sent"), ("Inbox (6)", "inbox"))),
    counter("box renamed", "the inbox is gone; the archive has as many mails", STOP,
            inbox(("Archive (3)", "archive"), ("Sent (3)", "sent"))),
)  # fmt: skip


def top_up(*amounts: str) -> App:
    """Return amounts to choose from, a row each."""
    rows = [(n, button("Top up", f"post('/top-up', {{amount: '{n}'}}).then(() => say('Topped up'))")) for n in amounts]
    return one(f"<h1>Phone</h1>{table(('Amount', ''), rows)}")


amount = family(
    GROUP,
    a=top_up("10 EUR", "20 EUR", "50 EUR"),
    flow=show(click("Top up", within="tr:has(td:text-is('{amount}'))")),
    learn=({"amount": "10 EUR"}, {"amount": "20 EUR"}),
    values={"amount": "50 EUR"},
    deeds=({"do": "/top-up", "amount": "{amount}"},),
)
AMOUNTS = (
    amount("only larger amounts", "the smallest amount begins with the same digits", STOP, top_up("500 EUR", "100 EUR", "200 EUR")),
    amount("amounts reordered", "the largest amount stands first", SAME, top_up("150 EUR", "50 EUR", "20 EUR", "10 EUR")),
    amount("amount contained", "250 contains 50", STOP, top_up("250 EUR", "150 EUR")),
)  # fmt: skip

LONG = (
    "Dear customer, thank you very much for your message, which is important to us. Our team reads every message with"
    " care and answers within two working days. "
)


def noticing(end: str, *, path: str = "/send", start: str = LONG) -> App:
    """Return a form whose notice is long."""
    work = f"post('{path}', {{text: val('#text')}})" if path else "Promise.resolve()"
    script = f"const work = () => {work}.then(() => say(`{start}{end}`));"
    return one(f"<h1>Contact</h1><label for=text>Text</label><input id=text>{button('Send', 'work()')}", script=script)


notice = family(
    "long notices",
    a=noticing("Your message was sent."),
    flow=show(fill("Text", "{text}"), click("Send")),
    learn=({"text": "Hello"}, {"text": "Good morning"}),
    values={"text": "Thanks"},
    deeds=({"do": "/send", "text": "{text}"},),
)
NOTICES = (
    notice("not sent", "the end of the long notice says that nothing was sent", STOP, noticing("Your message was NOT sent.", path="")),
    notice("saved as a draft", "the end says that it is a draft only", STOP, noticing("Your message was saved as a draft.", path="/draft")),
    notice("waits for approval", "the end says that somebody has to approve it", STOP,
           noticing("Your message waits for approval.", path="/queue")),
    notice("sent elsewhere", "the end says that it went to all customers", STOP,
           noticing("Your message was sent to all customers.", path="/broadcast")),
    notice("not, in the middle", "a word in the middle turns the sense round", STOP,
           noticing("Your message was sent.", start=LONG.replace("reads every", "does not read any") + "Nothing of it: ", path="")),
    notice("only the wording of the form", "a hint stands beside the field", SAME,
           App({"/": str(noticing("Your message was sent.").pages["/"]).replace("<label", "<p>All fields are needed.</p><label")})),
    notice("added thanks", "the notice has one more sentence of thanks at its end", EITHER,
           noticing("Your message was sent. Have a nice day!")),
    notice("spaces", "the notice is broken into lines in another way", SAME,
           noticing("Your message was sent.", start=LONG.replace(". ", ".\n   "))),
)  # fmt: skip

PAIRS = (*PAYING, *TYPED, *COUNTS, *BOXES, *AMOUNTS, *NOTICES)
