"""Harmless changes by developers and designers: the page means the same, its markup does not."""

from __future__ import annotations

from typing import Any

from .acts import click, fill, show, wait
from .mail import BUTTON, SEND, SUBJECT, TO, mail, sending
from .pair import SAME, App, Pair, family
from .parts import button, done, one, page, table

GROUP = "restyle"
same = sending(GROUP)
RENAMED: dict[str, Any] = {"to": TO.replace('id="to"', 'id="f1"').replace('for="to"', 'for="f1"'), "subject": SUBJECT.replace('id="subject"', 'id="f2"').replace('for="subject"', 'for="f2"'),
           "script": SEND.replace("#to", "#f1").replace("#subject", "#f2")}  # fmt: skip
HASHED: dict[str, Any] = {"to": TO.replace("<input", '<input class="css-1x2y3z"'), "subject": SUBJECT.replace("<input", '<input class="css-9q8w7e"'),
          "button": BUTTON.replace("<button", '<button class="btn-primary_a8f2k"')}  # fmt: skip
GRID = '<div class="row"><div class="col"><div class="group">{}</div></div></div>'
MATERIAL = '<div class="field"><span class="box"><input id="{0}" name="{0}" placeholder=" "><label for="{0}">{1}</label></span></div>'
LEFT = '<nav aria-label="Main"><ul><li><a href="#">Home</a></li><li><a href="#">Drafts</a></li><li><a href="#">Help</a></li></ul></nav>'
ADVERT = '<aside aria-label="Advertisement"><a href="https://ads.example/">Cheap flights</a><img alt="" src="data:,"></aside>'
DARK = "<style>body{background:#111;color:#eee;font:20px serif}button{border-radius:20px;padding:12px;background:#36c;color:#fff}</style>"
CUSTOM = "customElements.define('x-card', class extends HTMLElement {});"

MAILS: tuple[Pair, ...] = tuple(
    same(name, about, SAME, app)
    for name, about, app in (
        ("ids renamed", "all ids are new", mail(**RENAMED)),
        ("classes made by a tool", "classes are letters and digits that a tool makes", mail(**HASHED)),
        ("ids made by a tool", "ids are numbers that a tool makes",
         mail(to=TO.replace('"to"', '":r1:"').replace('name=":r1:"', 'name="to"'), subject=SUBJECT,
              script=SEND.replace("val('#to')", "$('[name=to]').value"))),
        ("name attributes gone", "the fields have lost their name attributes", mail(to=TO.replace(' name="to"', ""), subject=SUBJECT.replace(' name="subject"', ""))),
        ("test ids added", "elements have ids for tests", mail(to=TO.replace("<input", '<input data-testid="to-field"'), button=BUTTON.replace("<button", '<button data-testid="send"'))),
        ("wrapped", "everything stands in three more boxes", mail(form=GRID)),
        ("in a landmark", "the form stands in the main part", mail(before="<header>Desk</header><main>", after="</main><footer>Imprint</footer>")),
        ("in a form element", "the fields stand in a form", mail(form='<form onsubmit="return false">{}</form>')),
        ("in a group", "the fields stand in a group with a title", mail(form="<fieldset><legend>Message</legend>{}</fieldset>")),
        ("in a table", "the fields stand in a table", mail(form="<table><tr><td>{}</td></tr></table>")),
        ("in a component", "the form stands in a component", mail(form="<x-card>{}</x-card>", more=CUSTOM)),
        ("floating labels", "labels stand behind the fields and float", mail(to=MATERIAL.format("to", "To"), subject=MATERIAL.format("subject", "Subject"))),
        ("labels around", "labels enclose their fields", mail(to='<label>To <input id="to"></label>', subject='<label>Subject <input id="subject"></label>')),
        ("labels for screen readers", "the labels are names for screen readers only", mail(to='<input id="to" aria-label="To">', subject='<input id="subject" aria-label="Subject">')),
        ("menu added", "a menu was added on the left", mail(before=LEFT)),
        ("advert added", "an advert was added on top", mail(before=ADVERT)),
        ("dark", "colours, letters and sizes are new", mail(head=DARK)),
        ("two columns", "the form stands beside a text", mail(before='<div style="display:flex"><section><h2>Tips</h2><p>Be short.</p></section><section>', after="</section></div>")),
        ("heading smaller", "the heading is of another level", App({"/": str(mail().pages["/"]).replace("<h1>", "<h2>").replace("</h1>", "</h2>")})),
        ("heading counts", "the heading counts drafts", App({"/": str(mail().pages["/"]).replace("New message", "New message (2 drafts)")})),
        ("heading reworded", "the heading says Compose", App({"/": str(mail().pages["/"]).replace("New message", "Compose")})),
        ("status moved", "the status stands above the form", mail(before='<p role="status"></p>', status="")),
        ("button with an icon", "the button has a picture and a box", mail(button='<button type="button" onclick="deliver()"><span><svg width="9" height="9" aria-hidden="true"></svg><b>Send</b></span></button>')),
        ("submit button", "the button submits the form", mail(form='<form onsubmit="deliver(); return false">{}</form>', button="<button>Send</button>")),
        ("input as a button", "the button is an input", mail(button='<input type="button" value="Send" onclick="deliver()">')),
        ("div as a button", "the button is a box with the role of a button", mail(button='<div role="button" tabindex="0" onclick="deliver()">Send</div>')),
        ("button group", "a button for drafts stands beside it", mail(button=BUTTON + "<button type=button>Save draft</button>")),
        ("title of the page", "the title of the page is new", App({"/": str(mail().pages["/"]).replace("<title>Desk", "<title>Acme Mail - 4 unread")})),
        ("language marked", "the page says its language, and needs no translation", App({"/": str(mail().pages["/"]).replace('lang="en"', 'lang="en-GB" translate="no"')})),
        ("comments and blanks", "the markup is indented and commented", App({"/": str(mail().pages["/"]).replace("><", ">\n  <!-- part -->  <")})),
        ("editable div", "the subject is a text area that looks like one line", mail(subject=SUBJECT.replace("<input", "<textarea rows=1").replace('name="subject">', 'name="subject"></textarea>'))),
        ("stars at labels", "required fields have a star drawn by style", mail(head="<style>label::after{content:' *';color:red}</style>")),
        ("translated decoration", "the slogan is in another language", mail(before="<p>Nachrichten, die ankommen.</p>")),
        ("breadcrumbs", "the way to the page is shown on top", mail(before='<nav aria-label="Breadcrumb"><a href="#">Home</a> / <a href="#">Mail</a> / New message</nav>')),
    )
)  # fmt: skip

FORM = '<h1>Ticket</h1>{}<form action="/ticket" method="post">{}<button>Create</button></form>'
TITLE = '<label for="t">Title</label><input id="t" name="title">'


def ticket(fields: str = TITLE, before: str = "", thanks: str = "Created", path: str = "/ticket", **slow: float) -> App:
    """Return a ticket that is posted, and the page after it."""
    return App(
        {"/": page(FORM.format(before, fields).replace("/ticket", path)), path: done(thanks)},
        {f"/{name}": s for name, s in slow.items()},
    )


created = family(GROUP, a=ticket(), flow=show(fill("Title", "{title}"), click("Create"), wait("text=Back")), learn=({"title": "Lamp"}, {"title": "Door"}),
                 values={"title": "Roof"}, deeds=({"do": "/ticket", "title": "{title}"},))  # fmt: skip
TICKETS = (
    created("page after it is richer", "the page after the form has a list of tickets", SAME,
            App({"/": ticket().pages["/"], "/ticket": done("Created", "<ul><li>Lamp</li><li>Door</li></ul>")})),
    created("optional fields", "fields that may stay empty were added", SAME,
            ticket(TITLE + '<label for="x">Notes</label><textarea id="x" form="none"></textarea>')),
    created("list on the first page", "a list of tickets with links stands above the form", SAME,
            ticket(before="<ul><li><a href='#1'>Create a lamp</a></li><li><a href='#2'>Door</a></li></ul>")),
    created("slow server", "the server takes three seconds", SAME, ticket(ticket=3.0), patience=6.0),
)  # fmt: skip


def orders(*rows: tuple[str, ...], head: tuple[str, ...] = ("No.", "Customer", "")) -> App:
    """Return orders; the button stands in the last cell."""
    made = [
        (*cells, button("Ship", f"post('/ship', {{no: '{cells[0]}'}}).then(() => say('Shipped'))")) for cells in rows
    ]
    return one(f"<h1>Orders</h1>{table(head, made)}")


ROWS = (("A-17", "Ann"), ("A-18", "Bob"), ("A-19", "Cy"))
shipped = family(GROUP, a=orders(*ROWS), flow=show(click("Ship", within="tr:has(td:text-is('{no}'))")), learn=({"no": "A-17"}, {"no": "A-18"}),
                 values={"no": "A-19"}, deeds=({"do": "/ship", "no": "{no}"},))  # fmt: skip
ORDERS = (
    shipped("orders sorted", "the orders are sorted the other way", SAME, orders(*ROWS[::-1])),
    shipped("columns added", "two columns were added", SAME,
            orders(*((no, "2 kg", who, "12 EUR") for no, who in ROWS), head=("No.", "Weight", "Customer", "Sum", ""))),
    shipped("as cards", "the table became a list of cards", SAME,
            one("<h1>Orders</h1>" + "".join(f"<article><h3>{no}</h3><p>{who}</p>"
                + button("Ship", f"post('/ship', {{no: '{no}'}}).then(() => say('Shipped'))") + "</article>" for no, who in ROWS))),
    shipped("more orders", "forty orders came before", SAME, orders(*((f"B-{n}", "Eve") for n in range(40)), *ROWS)),
    shipped("numbers are links", "the numbers are links", SAME,
            App({"/": "".join(str(orders(*ROWS).pages["/"]).replace(f"<td>{no}</td>", f"<td><a href='#{no}'>{no}</a></td>") if no == "A-19" else "" for no, _ in ROWS)})),
    shipped("rows grouped", "the orders are grouped by day", SAME,
            one("<h1>Orders</h1>" + "".join(f"<h2>Day {n}</h2>" + table(("No.", "Customer", ""), [(no, who,
                button("Ship", f"post('/ship', {{no: '{no}'}}).then(() => say('Shipped'))"))]) for n, (no, who) in enumerate(ROWS)))),
)  # fmt: skip

PAIRS = (*MAILS, *TICKETS, *ORDERS)
