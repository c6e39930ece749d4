"""What a replay does a second time: links that are followed again, fields that are filled again, flows recorded twice."""

from __future__ import annotations

from collections.abc import Callable

from .acts import Act, click, fill, show, type_into, wait
from .pair import EITHER, SAME, STOP, Answer, App, Handler, Pair, Request, family
from .parts import button, one, page

GROUP = "repeated actions"

# -- a link whose second press is another deed -------------------------------------------------------------------------

APPLICANTS = """
const names = ["Ada", "Ben", "Cy", "Di"];
let at = 0;
const draw = () => { $("h2").textContent = "Applicant " + (at + 1) + " of 4"; $("#who").textContent = names[at]; };
const next = (event) => { event.preventDefault(); NEXT };
const approve = () => post("/approve", {who: names[at]}).then(() => say("Approved"));
draw();
"""
TURN = "at += 1; draw();"
APPLY = '<h1>Applicants</h1><h2></h2><p id="who"></p><a href="/applicants" onclick="next(event)">Next</a> {}'


def applicants(turn: str = TURN, more: str = "") -> App:
    """Return applicants, one after the other, with a link to the next one and a button for each."""
    return one(APPLY.format(button("Approve", "approve()")) + more, script=APPLICANTS.replace("NEXT", turn))


later = "later({}, () => {{ at += 1; draw(); }});"
second = family(
    GROUP,
    a=applicants(),
    flow=show(click("Next", "link"), wait("h2:has-text('2 of 4')"), click("Approve")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/approve", "who": "Ben"},),
    task="approve the second",
    patience=6.0,
)
NEXT = (
    second("as before", "nothing has changed but a line below", SAME, applicants(more="<p>Closing on Friday.</p>")),
    second("turns after a second", "the next applicant comes after a second", SAME, applicants(later.format(1000))),
    second("turns after two seconds", "the next applicant comes after two seconds, and nothing shows it", SAME, applicants(later.format(2000))),
    second("turns after three seconds", "the next applicant comes after three seconds, and nothing shows it", EITHER, applicants(later.format(3200))),
    second("turns by two", "a click goes two applicants on", STOP, applicants("at += 2; draw();")),
    second("turns back", "the link goes round and back to the first one", STOP, applicants("at = 0; draw();")),
)  # fmt: skip

FOLLOW = """
let on = false;
const turn = (event) => { event.preventDefault(); WORK };
const done = () => { on = !on; $("#star").setAttribute("title", on ? "yes" : "no"); say(on ? "You follow Ada" : "Nobody is followed"); };
"""


def followed(work: str = "get('/do/turn').then(done);", slow: float = 0.0) -> App:
    """Return a person whom a link follows, and no longer follows at the next press."""
    body = "<h1>Ada</h1><p><a id='star' href='/ada' onclick='turn(event)'>Watch</a></p>"
    return App({"/": page(body, script=FOLLOW.replace("WORK", work)), "/do/turn": {"ok": True}},
               {"/do/turn": slow})  # fmt: skip


turned = family(
    GROUP,
    a=followed(),
    flow=show(click("Watch", "link"), wait("text=You follow")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/do/turn"},),
    task="watch ada",
    patience=6.0,
)
MORE = """
let shown = 1;
const add = (event) => { event.preventDefault(); WORK };
const work = () => { shown += 1; get("/do/more?page=" + shown).then(() => {
  $("ul").insertAdjacentHTML("beforeend", "<li>Page " + shown + " <button onclick=\\"post('/keep', {page: " + shown + "}).then(() => say('Kept'))\\">Keep</button></li>"); }); };
"""


def longer(work: str = "work();", slow: float = 0.0) -> App:
    """Return a list to which a link adds one part at each press."""
    body = "<h1>News</h1><ul><li>Page 1</li></ul><a href='/news' onclick='add(event)'>More</a>"
    return App({"/": page(body, script=MORE.replace("WORK", work)), "/do/more": {"ok": True}},
               {"/do/more": slow})  # fmt: skip


grown = family(
    GROUP,
    a=longer(),
    flow=show(click("More", "link"), click("Keep")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/do/more", "page": "2"}, {"do": "/keep", "page": 2}),
    task="keep the second part",
    patience=6.0,
)
LINKS = (
    turned("slow answer", "the answer takes three seconds", SAME, followed(slow=3.0)),
    turned("sent, shown late", "it is done at once, and shown two seconds later", SAME, followed("get('/do/turn').then(() => later(2000, done));")),
    turned("sent, never shown", "it is done at once, and never shown", STOP, followed("get('/do/turn');")),
    turned("sent with a picture", "it is told by a picture that is loaded, and shown two seconds later", EITHER,
           followed("new Image().src = '/do/turn'; later(2000, done);")),
    turned("begun after two seconds", "the page begins to work two seconds after the click", SAME, followed("later(2000, () => get('/do/turn').then(done));")),
    grown("slow list", "the next part takes three seconds", SAME, longer(slow=3.0)),
    grown("list after a pause", "the page asks for the next part two seconds after the click", SAME, longer("later(2000, work);")),
)  # fmt: skip

# -- a form that is drawn again ----------------------------------------------------------------------------------------

SENDING = (
    "const deliver = () => post('/send', {to: val('[name=a]'), text: val('[name=b]')}).then(() => say('Message sent'));"
)
FIRST = '<p><label for="a">{}</label> <input id="a" name="a" value="{}"></p>'
SECOND = '<p><label for="b">{}</label> <input id="b" name="b" value="{}"></p>'


def form(to: str = "To", text: str = "Text", *, value: str = "", first: str = FIRST, second: str = SECOND) -> str:
    """Return the fields and the button of a message."""
    return first.format(to, value) + second.format(text, "") + button("Send", "deliver()")


def message(again: str = "", when: str = "once", script: str = SENDING, body: str = "") -> App:
    """Return a message whose form may be drawn again: after typing, or after a second."""
    draw = f"const draw = () => {{ $('#form').innerHTML = `{again}`; }};"
    begin = {"once": "let drawn = false; addEventListener('input', (event) => { if (event.target.name === 'b' && !drawn) { drawn = true; later(150, draw); } }, true);",
             "twice": "let left = 2; addEventListener('input', (event) => { if (left > 0) { left -= 1; later(150, draw); } }, true);"}[when]  # fmt: skip
    return one(f"<h1>Message</h1><div id=form>{body or form()}</div>", script=script + (draw + begin if again else ""))


drawn = family(
    "drawn again",
    a=message(),
    flow=show(fill("To", "{to}"), fill("Text", "{text}"), click("Send")),
    learn=({"to": "ann@x.org", "text": "Hello"}, {"to": "bob@x.org", "text": "Lunch"}),
    values={"to": "eve@x.org", "text": "Report"},
    deeds=({"do": "/send", "to": "{to}", "text": "{text}"},),
    task="send a message",
    patience=6.0,
)
HIDDEN_FIRST = '<p><label for="c">Cc</label> <input id="c" name="c"></p>' + FIRST
DRAWN = (
    drawn("as it was", "the form is drawn again, empty, after both fields were filled", EITHER, message(form())),
    drawn("twice", "the form is drawn again after each field", EITHER, message(form(), "twice")),
    drawn("with another recipient", "the form is drawn again with a recipient whom the page suggests", EITHER, message(form(value="boss@x.org"))),
    drawn("as a copy", "the field for the recipient became one for a hidden copy", EITHER, message(form("Bcc"))),
    drawn("as a reply address", "the field for the recipient became one for the answers", EITHER, message(form("Reply to"))),
    drawn("exchanged", "the two fields changed places when they were drawn again", EITHER,
          message(form("Text", "To", first=SECOND, second=FIRST.replace("{}", "{}{{}}", 0)))),
    drawn("with a copy above", "a field for a copy was drawn above the recipient", EITHER, message(form(first=HIDDEN_FIRST.replace("{}", "Cc", 0)))),
    drawn("two of them", "two forms stand there after the first one was filled", EITHER, message(form() + "<hr>" + form())),
)  # fmt: skip
FEED = "const order = () => post('/feed', {amount: val('#n') + ' ' + $('#u').textContent}).then(() => say('Ordered'));"
UNIT = '<p><label for="n">Quantity</label> <input id="n" name="n"> <span id="u">{}</span></p>' + button(
    "Order", "order()"
)


def feed(again: str = "", unit: str = "kg") -> App:
    """Return an order with the unit behind the field; the form may be drawn again with another unit."""
    draw = f"addEventListener('input', () => later(150, () => {{ $('#form').innerHTML = `{again}`; }}), {{capture: true, once: true}});"
    return one(f"<h1>Feed</h1><div id=form>{UNIT.format(unit)}</div>", script=FEED + (draw if again else ""))


fed = family("drawn again", a=feed(), flow=show(fill("Quantity", "{n}"), click("Order")), learn=({"n": "12"}, {"n": "25"}), values={"n": "30"},
             deeds=({"do": "/feed", "amount": "{n} kg"},), task="order feed", patience=6.0)  # fmt: skip
FED = (
    fed("same unit", "the form is drawn again, empty, with the same unit", EITHER, feed(UNIT.format("kg"))),
    fed("other unit", "the form is drawn again, empty, and the quantity is meant in tons", EITHER, feed(UNIT.format("t"))),
    fed("other unit from the start", "the quantity is meant in tons", STOP, feed(unit="t")),
)  # fmt: skip

# -- a flow that was recorded twice ------------------------------------------------------------------------------------


def account(request: Request) -> str:
    """Return the account of a customer: its link has a number and a plan of its own."""
    number, plan = (len(request.data["who"]) * 7, ("basic", "gold")[len(request.data["who"]) % 2])
    body = f"<h1>Account</h1><p>{request.data['who']}</p><a href='/do/open/{plan}-{number}'>Contract</a>"
    return page(body)


def other_account(link: str) -> Handler:
    """Return a function of the account with another link."""
    return lambda request: page(f"<h1>Account</h1><p>{request.data['who']}</p>{link}")


ENTRY = page(
    '<h1>Find</h1><form action="/account"><label for="w">Customer</label><input id="w" name="who"><button>Find</button></form>'
)
OPENED = page("<h1>Contract</h1><p><a href='/'>Back</a></p>", status="<p role=status>Opened</p>")


def opened(request: Request) -> Answer:
    """Open a contract; the deed is its plan and number, without the customer."""
    return Answer(body=OPENED, deed={"do": request.path.split("/")[2]})


def site(shown: Handler = account) -> App:
    """Return a search and the account that it finds."""
    paths = (
        f"/do/{verb}/{plan}-{n}"
        for verb in ("open", "close")
        for plan in ("basic", "gold", "drop", "cancel")
        for n in range(200)
    )
    return App({"/": ENTRY, "/account": shown, **dict.fromkeys(paths, opened)})


contract = family(
    "second recordings",
    a=site(),
    flow=show(fill("Customer", "{who}"), click("Find"), click("Contract", "link"), wait("text=Back")),
    learn=({"who": "Ann"}, {"who": "Bert"}, {"who": "Cleo Ray"}),
    values={"who": "Dora May"},
    deeds=({"do": "open"},),
    task="open a contract",
)
TWICE = (
    contract("another number", "the contract has another number and plan", SAME, site()),
    contract("another deed", "the link of that name closes the contract", STOP, site(other_account("<a href='/do/close/gold-77'>Contract</a>"))),
    contract("another name", "the link says that it ends the contract", STOP, site(other_account("<a href='/do/close/gold-77'>End the contract</a>"))),
    contract("two contracts", "the customer has two contracts", EITHER,
             site(other_account("<ul><li>Old <a href='/do/close/basic-5'>Contract</a></li><li>New <a href='/do/open/gold-6'>Contract</a></li></ul>"))),
)  # fmt: skip

# -- texts that only stood in fields -----------------------------------------------------------------------------------

ADD = (
    "const add = () => { const name = val('#n'); post('/add', {name}).then((answer) => { if (answer.ok) { SHOW } }); };"
)
ROW = "$('ul').insertAdjacentHTML('beforeend', '<li>' + name + '</li>');"


def guests(show_it: str = ROW, handler: Handler | None = None, **slow: float) -> App:
    """Return a list of guests to which a name is added."""
    body = f"<h1>Guests</h1><ul><li>Zoe</li></ul><label for=n>Name</label><input id=n>{button('Add', 'add()')}"
    more = {"/add": handler} if handler else {}
    return App(
        {"/": page(body, script=ADD.replace("SHOW", show_it)), **more},
        {f"/{name}": seconds for name, seconds in slow.items()},
    )


def kept(act: Act) -> Callable[..., Pair]:
    """Return a maker of pairs about a guest who is added."""
    return family("unlucky data", a=guests(), flow=show(act, click("Add"), wait("li:has-text('{name}')")), seen="li",
                  learn=({"name": "Anna Berg"}, {"name": "Bert Tal"}), values={"name": "Cleo Wald"}, deeds=({"do": "/add", "name": "{name}"},),
                  task="add a guest", patience=5.0)  # fmt: skip


guest = kept(fill("Name", "{name}"))
GUESTS = (
    guest("added slowly", "the guest is added after two seconds", SAME, guests(add=2.0)),
    guest("not added", "the server does not add the guest, and nothing says so", STOP,
          guests(handler=lambda _: Answer(body={"ok": False}, deed={}))),
    guest("field emptied", "the guest is added, and the field is emptied", SAME, guests(ROW + "$('#n').value = '';")),
    guest("nothing is sent", "the button does nothing: its script could not be loaded", STOP,
          App({"/": str(guests().pages["/"]).replace("add()", "")})),
    guest("added to another list", "the name is noted as one of those who declined", STOP,
          guests("$('h1').insertAdjacentHTML('afterend', '<p>Declined: ' + name + '</p>');", handler=lambda _: Answer(body={"ok": True}, deed={"do": "/decline"}))),
)  # fmt: skip
guest_by_key = kept(type_into("Name", "{name}"))
KEYS = (
    guest_by_key("not added, typed by keys", "the name was typed by keys; the server does not add it", STOP,
                 guests(handler=lambda _: Answer(body={"ok": False}, deed={}))),
    guest_by_key("added, typed by keys", "the name was typed by keys; it is added a second later", SAME, guests(add=1.0)),
)  # fmt: skip

PAIRS = (*NEXT, *LINKS, *DRAWN, *FED, *TWICE, *GUESTS, *KEYS)
