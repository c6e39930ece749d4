"""Flows over several pages: a transfer with a review, a shop, tickets; and flows that the offline teacher has learned."""

from __future__ import annotations

from .acts import click, fill, select, show, wait
from .mail import BUTTON, SEND, TO, mail, sending
from .pair import EITHER, SAME, STOP, Answer, App, Handler, Request, family
from .parts import done, page

BANK = "transfers"
ENTRY = (
    '<h1>Transfer</h1>{before}<form action="/review" method="get"><label for="to">Recipient</label><input id="to" name="to">'
    '<label for="sum">Amount</label><input id="sum" name="sum"><button>Continue</button></form>'
)
REVIEW = (
    "<h1>Review</h1><dl><dt>Recipient</dt><dd>{to}</dd><dt>Amount</dt><dd>{sum} EUR</dd></dl>{more}"
    '<form action="{path}" method="post"><input type="hidden" name="to" value="{to}"><input type="hidden" name="sum" value="{sum}">'
    "<button>{button}</button></form><a href='/'>Back</a>"
)


def review(
    *, to: str = "[[to]]", total: str = "[[sum]]", more: str = "", path: str = "/transfer", label: str = "Confirm"
) -> str:
    """Return the page on which a transfer is checked."""
    return page(REVIEW.format(to=to, sum=total, more=more, path=path, button=label), status="")


def bank(check: object = "", *, before: str = "", after: object = "", **slow: float) -> App:
    """Return the pages of a transfer."""
    thanks = done("Transfer done")
    pages = {"/": page(ENTRY.format(before=before), status=""), "/review": check or review(), "/transfer": after or thanks,
             "/standing": thanks, "/template": thanks}  # fmt: skip
    return App(pages, {f"/{name}": seconds for name, seconds in slow.items()})


def rejected(request: Request) -> Answer:
    """Refuse a transfer."""
    return Answer(
        body=page("<h1>Done</h1><p><a href='/'>Back</a></p>", status="<p role=status>Transfer rejected</p>"), deed={}
    )


def tomorrow(request: Request) -> Answer:
    """Keep a transfer for tomorrow."""
    return Answer(body=done("Transfer planned for tomorrow"), deed={"do": "/later", **request.data})


def at_once(request: Request) -> Answer:
    """Transfer without a review, and offer to repeat it every month."""
    return Answer(body=review(path="/standing"), deed={"do": "/transfer", **request.data})


POOR = page(
    ENTRY.format(before="<p role=alert>Not enough money on the account</p>"), status="<p role=status>Not done</p>"
)
transfer = family(
    BANK,
    a=bank(),
    flow=show(
        fill("Recipient", "{to}"), fill("Amount", "{sum}"), click("Continue"), click("Confirm"), wait("text=Back")
    ),
    learn=({"to": "Ann Lee", "sum": "120"}, {"to": "Bob Ray", "sum": "75"}),
    values={"to": "Eve Poe", "sum": "30"},
    deeds=({"do": "/transfer", "to": "{to}", "sum": "{sum}"},),
    auto=True,
    task="transfer money",
)
TRANSFERS = (
    transfer("review shows another", "the review names another recipient: the bank has matched the name", STOP, bank(review(to="Eve Poet"))),
    transfer("review shows more", "the review names another amount", STOP, bank(review(total="3000"))),
    transfer("confirms a standing order", "the review is about a transfer every month", STOP,
             bank(review(path="/standing", more="<p>Every month until further notice</p>", label="Confirm standing order"))),
    transfer("confirm keeps a template", "the button keeps a template besides", STOP, bank(review(path="/template", label="Confirm and save template"))),
    transfer("no review", "the transfer is done at once; the next page offers to repeat it every month", STOP, bank(at_once)),
    transfer("not enough money", "the form is shown again, with a message", STOP, bank(POOR)),
    transfer("rejected", "the bank rejects the transfer after the review", STOP, bank(after=rejected)),
    transfer("tomorrow", "the transfer is planned for tomorrow", STOP, bank(after=tomorrow)),
    transfer("number asked for", "the review asks for a number from a list", STOP,
             bank(page('<h1>Review</h1><form action="/transfer" method="post"><label for="t">TAN</label><input id="t" name="tan" required>'
                                        "<button>Confirm</button></form>", status="<p role=status>Enter a TAN</p>"))),
    transfer("slow review", "the review comes after two seconds", SAME, bank(review=2.0)),
    transfer("slow bank", "the bank needs three seconds", SAME, bank(transfer=3.0), patience=6.0),
    transfer("review with an advert", "the review shows an advert for a loan", SAME, bank(review(more="<aside><h2>Loans</h2><a href='#l'>Ask for a loan</a></aside>"))),
    transfer("balance above", "the balance of the account is shown", SAME, bank(before="<p>Balance: 4,211.07 EUR</p>")),
    transfer("fee shown", "the review names a fee of nothing", SAME, bank(review(more="<p>Fee: 0.00 EUR</p>"))),
    transfer("former recipients", "the last recipients are shown with a button each", SAME,
             bank(before="<ul><li>Ann Lee <button type=button>Use</button></li><li>Eve Poet <button type=button>Use</button></li></ul>")),
    transfer("button renamed", "the last button says Transfer now", EITHER, bank(review(label="Transfer now"))),
    transfer("cancel beside it", "a button to cancel stands before the other one", SAME, bank(review(more="<button type=button>Cancel</button>"))),
)  # fmt: skip

SHOP = "shop"
GOODS = {"Tea": "4", "Rice": "2", "Salt": "1"}


def goods(names: dict[str, str], link: str = "/item?name={0}") -> str:
    """Return the list of articles."""
    made = "".join(f'<li><a href="{link.format(name)}">{name}</a> {price} EUR</li>' for name, price in names.items())
    return page(f"<h1>Articles</h1><ul>{made}</ul>", status="")


def item(
    control: str = "<button>Add to basket</button>",
    *,
    heading: str = "[[name]]",
    path: str = "/basket",
    before: str = "",
) -> str:
    """Return the page of an article."""
    return page(f'{before}<h1>{heading}</h1><form action="{path}"><input type="hidden" name="name" value="{heading}">'
                f'<label for="n">Quantity</label><input id="n" name="n" value="1">{control}</form>', status="")  # fmt: skip


def basket(
    rows: str = "<li>[[n]] x [[name]]</li>", *, label: str = "Order", before: str = "", name: str = "[[name]]"
) -> str:
    """Return the basket."""
    return page(f'<h1>Basket</h1>{before}<ul>{rows}</ul><form action="/order" method="post"><input type="hidden" name="name" value="{name}">'
                f'<input type="hidden" name="n" value="[[n]]"><button>{label}</button></form>', status="")  # fmt: skip


def shop(**pages: object) -> App:
    """Return the shop with some of its pages replaced."""
    standard = {"list": goods(GOODS), "item": item(), "basket": basket(), "order": done("Ordered")}
    made = {**standard, **pages}
    return App({"/": made.pop("list"), **{f"/{name}": text for name, text in made.items()}})


def cheaper(request: Request) -> Answer:
    """Lead to another article of the same name."""
    return Answer(body=item(heading=f"{request.data['name']} substitute"))


SOLD_OUT = item(
    '<button disabled>Add to basket</button> <button type="button" onclick="later(0, () => post(`/notify`))">Notify me</button>'
)
WISH = item('<button formaction="/wish">Add to wish list</button><button>Add to basket</button>')
bought = family(
    SHOP,
    a=shop(),
    flow=show(
        click("{article}", "link"), fill("Quantity", "{n}"), click("Add to basket"), click("Order"), wait("text=Back")
    ),
    learn=({"article": "Tea", "n": "3"}, {"article": "Salt", "n": "2"}),
    values={"article": "Rice", "n": "5"},
    deeds=({"do": "/order", "name": "{article}", "n": "{n}"},),
    task="order an article",
)
SHOPPING = (
    bought("other rice", "there is only wild rice", STOP, shop(list=goods({"Tea": "4", "Wild Rice": "6", "Salt": "1"}))),
    bought("rice cooker", "a cooker for rice stands before the rice", SAME, shop(list=goods({"Rice cooker": "40", **GOODS}))),
    bought("prices changed", "the prices are new", SAME, shop(list=goods({"Tea": "5", "Rice": "3", "Salt": "1"}))),
    bought("sold out", "the article is sold out", STOP, shop(item=SOLD_OUT)),
    bought("only the wish list", "the article can only be wished for", STOP, shop(item=item('<button formaction="/wish">Add to wish list</button>'))),
    bought("wish list before", "a button for the wish list stands before the other one", SAME, shop(item=WISH)),
    bought("substitute", "the link leads to a substitute", STOP, shop(item=cheaper)),
    bought("quantity limited", "two pieces at most: the page changes the number", STOP,
           shop(item=item().replace("<script></script>", "<script>$('#n').onchange = () => { $('#n').value = Math.min(2, val('#n')); };</script>"))),
    bought("subscription", "the basket offers to order every month", EITHER, shop(basket=basket(before="<p><label><input type=checkbox form=x>Every month</label></p>"))),
    bought("order renamed", "the last button says Buy now", EITHER, shop(basket=basket(label="Buy now"))),
    bought("basket swaps the article", "the basket holds a substitute", STOP, shop(basket=basket("<li>[[n]] x Basmati blend</li>", name="Basmati blend"))),
    bought("vouchers", "the basket asks for a voucher, which may stay empty", SAME, shop(basket=basket(before="<label for=v>Voucher</label><input id=v>"))),
    bought("more articles", "thirty articles were added", SAME, shop(list=goods({**{f"Article {n}": "9" for n in range(30)}, **GOODS}))),
    bought("as pictures", "articles are pictures with their names below", SAME,
           shop(list=goods(GOODS).replace("<li>", "<li><img alt='' src='data:,' width=40 height=40><br>"))),
    bought("not the last order", "after the order a page asks for a review of the article", STOP,
           shop(order=lambda _: Answer(body=page("<h1>Basket</h1><p><a href='/'>Back</a></p>", status="<p role=status>Not ordered: no address</p>"), deed={}))),
)  # fmt: skip

TICKETS = "tickets"
STATES = ("Open", "In progress", "Closed")


def tracker(
    *tickets: tuple[str, str],
    states: tuple[str, ...] = STATES,
    save: str = "Save",
    handler: Handler | None = None,
    head: str = "Status",
) -> App:
    """Return tickets (number and title) with a page each."""
    links = "".join(f'<li><a href="/ticket?no={no}">{no}</a> {title}</li>' for no, title in tickets)
    options = "".join(f"<option>{state}</option>" for state in states)
    one = page(f'<h1>[[no]]</h1><form action="/save" method="post"><input type="hidden" name="no" value="[[no]]"><label for="s">{head}</label>'
               f'<select id="s" name="state">{options}</select><button>{save}</button></form>', status="")  # fmt: skip
    return App(
        {"/": page(f"<h1>Tickets</h1><ul>{links}</ul>", status=""), "/ticket": one, "/save": handler or done("Saved")}
    )


NUMBERS = (("T-101", "Lamp"), ("T-102", "Door"), ("T-103", "Roof"))
changed = family(
    TICKETS,
    a=tracker(*NUMBERS),
    flow=show(click("{no}", "link"), select("Status", "{state}"), click("Save"), wait("text=Back")),
    learn=({"no": "T-101", "state": "Closed"}, {"no": "T-102", "state": "In progress"}),
    values={"no": "T-103", "state": "Closed"},
    deeds=({"do": "/save", "no": "{no}", "state": "{state}"},),
    task="change a ticket",
)
CHANGED = (
    changed("longer number", "the ticket is closed; T-1030 is another one", STOP, tracker(NUMBERS[0], ("T-1030", "Roof"))),
    changed("state renamed", "Closed is called Closed (won't fix)", STOP, tracker(*NUMBERS, states=("Open", "In progress", "Closed (won't fix)"))),
    changed("states reordered", "Closed stands first", SAME, tracker(*NUMBERS, states=STATES[::-1])),
    changed("state added", "a state was added between", SAME, tracker(*NUMBERS, states=("Open", "Waiting", "In progress", "Closed"))),
    changed("sorted", "the newest ticket stands first", SAME, tracker(*NUMBERS[::-1])),
    changed("other list", "the list has the same name, and a longer label", EITHER, tracker(*NUMBERS, head="Status of the customer")),
    changed("conflict", "somebody else has changed the ticket", STOP,
            tracker(*NUMBERS, handler=lambda _: Answer(body=page("<h1>Done</h1><a href='/'>Back</a>", status="<p role=status>Conflict: not saved</p>"), deed={}))),
    changed("save and next", "the button saves and goes to the next ticket", STOP,
            tracker(*NUMBERS, save="Save and close all", handler=lambda request: Answer(body=done("Saved"), deed={"do": "/close-all", **request.data}))),
    changed("titles changed", "the titles of the tickets are new", SAME, tracker(*((no, f"{title} (2)") for no, title in NUMBERS))),
)  # fmt: skip

OFFLINE = "offline teacher"
shown = sending(OFFLINE, teacher="offline", task="send message", auto=True)
ALL = SEND.replace("'/send'", "'/broadcast'")
LEARNED = (
    shown("as before", "nothing has changed but a text", SAME, mail(before="<p>Write to a colleague.</p>")),
    shown("to everybody", "the button sends to everybody", STOP, mail(button=BUTTON.replace(">Send<", ">Send to all<"), script=ALL)),
    shown("two buttons", "a button that sends to everybody stands before", SAME,
          mail(button=BUTTON.replace(">Send<", ">Send to all<").replace("deliver()", "post('/broadcast')") + BUTTON)),
    shown("button gone", "sending is switched off; the chat box has a Send", STOP,
          mail(button="<p>Sending is switched off.</p>", after="<aside aria-label='Chat'><button onclick=\"post('/chat').then(() => say('Message sent'))\">Send</button></aside>")),
    shown("recipient gone", "the recipient is fixed: everybody", STOP, mail(to="<p>To: everybody</p><input id=to type=hidden value=all@x.org>")),
    shown("recipient renamed", "the field is called Recipient", EITHER, mail(to=TO.replace(">To<", ">Recipient<"))),
    shown("fails", "the notice says that it was not sent", STOP, mail(script=SEND.replace("say('Message sent')", "say('Message NOT sent')").replace("'/send'", "'/lost'"))),
)  # fmt: skip

PAIRS = (*TRANSFERS, *SHOPPING, *CHANGED, *LEARNED)
