"""Office software whose page says elsewhere which record, place, person, mode, amount or period a deed applies to."""

from __future__ import annotations

import re
from collections.abc import Callable

from .acts import ANNOUNCED, click, fill, show, tap
from .pair import App, Expected, Pair, family
from .parts import page, with_parts

GROUP = "workplaces"

STYLE = (
    "<style>[aria-pressed=true],[aria-checked=true],[aria-selected=true],[aria-current]{background:#bdf}"
    ".sticky{position:sticky;top:0;background:#fff}.chip,.badge,.tag{border:1px solid;border-radius:9px;padding:0 6px}"
    ".switch{width:36px;height:20px}.row,.layout{display:flex;gap:24px}.rail{position:fixed;right:0;top:0}</style>"
)


def parts(text: str) -> dict[str, str]:
    """Read parts of a page, ``name = value``; other lines go on with the value above; ``;;`` is a new line."""
    found: dict[str, str] = {}
    for line in text.strip().replace(" ;; ", "\n").splitlines():
        named = re.match(r"\s*(\w+) =(?: (.*))?$", line)
        if named:
            found[named[1]] = named[2] or ""
        else:
            found[list(found)[-1]] += f" {line.strip()}"
    return found


def maker(usual: str, *, first: str = "") -> Callable[[str], App]:
    """Return a maker of versions: parts within parts of ``body`` and ``script``, ``row`` once for each name."""

    def version(changes: str = "") -> App:
        given = {**parts(usual), **parts(changes)}
        names = given.get("names", "Ana Ruiz, Ben Cole, Eva Stone, Lin Wu").split(", ")
        given["rows"] = "".join(with_parts(given.get("row", ""), n=name) for name in names)

        def full(name: str) -> str:
            return re.sub(r"@\w+@", "", with_parts(f"@{name}@", **given))

        main = page(full("body"), script=full("script"), head=STYLE)
        return App({"/": page(full("list"), head=STYLE), first: main} if first else {"/": main})

    return version


def cases(pair: Callable[..., Pair], version: Callable[[str], App], text: str) -> tuple[Pair, ...]:
    """Read pairs: the right answer, a name and the meaning in one line, then the parts that change."""
    found = re.split(r"^(STOP|SAME) ([\w ]+): (.+)$", text.strip(), flags=re.MULTILINE)[1:]
    return tuple(
        pair(name, about, Expected[answer], version(changes))
        for answer, name, about, changes in zip(*[iter(found)] * 4, strict=True)
    )


LEAVE = maker("""
body = <header class="topbar"><strong>PeopleDesk</strong> <span class="chip">@acting@</span></header>@bar@
  <main class="layout"><section><h1>Time off requests</h1>@list@</section><div id="drawer" class="@shell@" role="dialog"
  aria-labelledby="dn" hidden><div class="head"><h2 id="dn"></h2>@close@</div>@facts@@steps@
  <label for="note">Comment</label><textarea id="note" rows="2"></textarea><div class="foot">
  <button class="btn">Decline</button> <button class="btn btn-primary" onclick="decide()">Approve</button></div></div>
  </main>
script = let who = '';
  const openUp = (name) => { who = @who@; $('#dn').textContent = who; $('#drawer').hidden = false; };
  const decide = () => post('/leave', {who: @target@, note: val('#note'), type: '@type@', step: '@step@', by: '@by@'})
  .then(() => say('Request decided'));
list = <table><thead><tr><th>Employee</th><th>Status</th></tr></thead><tbody>@rows@</tbody></table>
row = <tr><td><button class="link" onclick="openUp('@n@')">@n@</button></td><td>Pending</td></tr>
acting = Jo Park, Team lead ;; shell = ant-drawer
facts = <dl><dt>Type</dt><dd>Annual leave</dd><dt>Length</dt><dd>3 days</dd></dl>
steps = <ol class="ant-steps"><li aria-current="step">Team lead</li><li>HR</li><li>Payroll</li></ol>
who = name ;; target = who ;; type = annual ;; step = lead ;; by = me
""")
leave = family(
    GROUP,
    a=LEAVE(""),
    learn=({"who": "Ana Ruiz", "note": "Have fun"}, {"who": "Ben Cole", "note": "Fine by me"}),
    values={"who": "Eva Stone", "note": "Enjoy the sea"},
    task="approve the leave request",
    flow=show(click("{who}"), fill("Comment", "{note}"), click("Approve"), ANNOUNCED),
    deeds=({"do": "/leave", "who": "{who}", "note": "{note}", "type": "annual", "step": "lead", "by": "me"},),
)
LEAVES = """
STOP leave cancellation: the facts in the drawer say that the request is to cancel the leave
facts = <dl><dt>Type</dt><dd>Cancellation of annual leave</dd><dt>Length</dt><dd>3 days</dd></dl>
type = cancel
STOP leave acting for director: the chip in the header says that one acts for the director
acting = Acting for Tom Reed, Director
by = Tom Reed
STOP leave payroll step: the steps say that the approval is the one of payroll, the last
steps = <ol class="ant-steps"><li>Team lead</li><li>HR</li><li aria-current="step">Payroll</li></ol>
step = payroll
STOP leave bulk bar: a sticky bar says that four requests are selected and that decisions apply to all of them
bar = <div class="sticky bulk" role="region" aria-label="Selection">4 requests selected, decisions apply to all</div>
target = 'all selected'
STOP leave oldest first: the drawer opens the oldest request, of another person, who is its title
who = 'Lin Wu'
close = <span class="badge">Oldest first</span>
SAME leave modal: the drawer became a modal with a close button
shell = ant-modal
close = <button class="ant-modal-close" aria-label="Close">&times;</button>
SAME leave cards: the table became a list of cards with initials, and a notice counts new requests
bar = <div class="alert alert-info">2 new requests since yesterday</div>
list = <ul class="cards">@rows@</ul>
row = <li class="card"><span class="avatar" aria-hidden="true">&#9786;</span><button class="link"
  onclick="openUp('@n@')">@n@</button><span class="badge">Pending</span></li>
SAME leave tags: the facts are tags, and the steps are those of another library, with numbers
facts = <p><span class="ant-tag">Annual leave</span> <span class="ant-tag">3 days</span></p>
steps = <div class="MuiStepper-root"><div class="MuiStep-root" aria-current="step"><span>1</span> Team lead</div>
  <div class="MuiStep-root"><span>2</span> HR</div><div class="MuiStep-root"><span>3</span> Payroll</div></div>
"""

PAYMENT = maker("""
body = <nav class="navbar"><b>Ledgerly</b> <button class="btn" aria-haspopup="menu">@company@</button></nav>
  <div class="row"><section><h1>Invoice @number@</h1>@badge@@kind@<form onsubmit="return false">
  <label for="amt">Amount</label><div class="input-group">@before@<input id="amt" class="form-control">@after@</div>
  <label for="ref">Reference</label><input id="ref" class="form-control"><button type="button" class="btn btn-success"
  onclick="save()">Save</button></form></section>@card@</div>
script = const save = () => post('/payment', {amount: val('#amt'), ref: val('#ref'), to: '@company@ @number@',
  cur: '@cur@', kind: '@what@', month: '@month@'}).then(() => say('Entry saved'));
kind = <div class="btn-group" role="group" aria-label="Entry"><button type="button" class="btn" aria-pressed="@pay@">
  Payment</button><button type="button" class="btn" aria-pressed="@back@">Refund</button></div>
company = Harbour Foods ;; number = INV-2041
pay = true ;; back = false ;; what = payment ;; cur = EUR ;; month = October, open
before = <span class="input-group-text">@cur@</span>
card = <aside class="card"><h2 class="card-title">Posting</h2><p>Period: @month@</p><p>Aldgate Hotels</p></aside>
""")
payment = family(
    GROUP,
    a=PAYMENT(""),
    learn=({"amount": "120.00", "ref": "Wire 811"}, {"amount": "75.50", "ref": "Wire 812"}),
    values={"amount": "310.00", "ref": "Wire 813"},
    task="record a payment of the invoice",
    flow=show(fill("Amount", "{amount}"), fill("Reference", "{ref}"), click("Save"), ANNOUNCED),
    deeds=(
        {"do": "/payment", "amount": "{amount}", "ref": "{ref}", "to": "Harbour Foods INV-2041"}
        | {"cur": "EUR", "kind": "payment", "month": "October, open"},
    ),
)
PAYMENTS = """
STOP payment other company: the switcher in the navigation bar names another company of the group
company = Harbour Logistics
STOP payment other currency: the text before the field says USD
cur = USD
STOP payment is refund: Refund is the pressed segment
pay = false ;; back = true ;; what = refund
STOP payment in closed month: the card says that the entry is posted into September, which was closed
month = September, reopened
SAME payment currency behind: the currency is behind the field, and the invoice is marked as overdue
before =
after = <span class="input-group-text">EUR</span>
badge = <span class="badge text-bg-danger">Overdue by 4 days</span>
SAME payment kind as list: the segments became a list with the same choice
kind = <label for="kind">Entry</label><select id="kind" class="form-select"><option selected>Payment</option>
  <option>Refund</option></select>
SAME payment steps: the title got the steps of an invoice, of which it is at the second
badge = <ol class="steps"><li>Draft</li><li aria-current="step">Sent</li><li>Paid</li></ol>
SAME payment card as list: the card at the side is a definition list with one more line
card = <dl class="summary"><dt>Customer</dt><dd>Aldgate Hotels</dd><dt>Period</dt><dd>October, open</dd>
  <dt>Terms</dt><dd>30 days net</dd></dl>
"""

ACCESS = maker("""
body = <nav aria-label="breadcrumb"><ol class="breadcrumb"><li>Projects</li><li aria-current="page">@place@</li></ol>
  </nav><h1>Access</h1><div class="card">@card@</div>@list@<div class="foot">
  <button class="btn btn-primary" onclick="save()">Save changes</button></div>
script = const on = (box) => box.checked || box.getAttribute('aria-checked') === 'true';
  const flip = (box) => box.setAttribute('aria-checked', String(!on(box)));
  const save = () => { const {u, r} = [...document.querySelectorAll('[data-u]')].find(on).dataset;
  post('/access', {user: '@team@' + u, may: r, in: '@place@', rule: '@rule@', to: '@reach@'})
  .then(() => say('Changes saved')); };
place = Apollo ;; card = Applies to this folder ;; caption = Ticked people have the right ;; who = Person
list = <table class="table"><caption>@caption@</caption><thead>@group@<tr><th>@who@</th>@heads@</tr></thead>
  <tbody>@rows@</tbody></table>
heads = <th>View</th><th>Edit</th>
row = <tr><td>@n@</td><td><input type="checkbox" aria-label="@n@" data-u="@n@" data-r="@r1@"></td>
  <td><input type="checkbox" aria-label="@n@" data-u="@n@" data-r="@r2@"></td></tr>
r1 = view ;; r2 = edit ;; rule = allow ;; reach = folder
""")
access = family(
    GROUP,
    a=ACCESS(""),
    learn=({"who": "Ana Ruiz"}, {"who": "Ben Cole"}),
    values={"who": "Eva Stone"},
    task="let a person view the folder",
    flow=show(tap("tr:has-text('{who}') td:nth-child(2) input"), click("Save changes"), ANNOUNCED),
    deeds=({"do": "/access", "user": "{who}", "may": "view", "in": "Apollo", "rule": "allow", "to": "folder"},),
)
ACCESSES = """
STOP access other columns: the headers say Edit and Manage, the first of them above the ticked column
heads = <th>Edit</th><th>Manage</th> ;; r1 = edit ;; r2 = manage
STOP access denies: the caption of the table says that the right is taken from ticked people
caption = The right is taken from ticked people
rule = deny
STOP access with subfolders: the card says that the change applies to 12 subfolders and replaces their settings
card = Applies to this folder and its 12 subfolders, whose own settings are replaced
reach = tree
STOP access of teams: the header of the first column says that a row is the team of that person
who = Team led by
team = team of
SAME access switches: the boxes are the switches of another library
row = <tr><td>@n@</td><td><button type="button" role="switch" aria-checked="false" class="switch" aria-label="@n@"
  data-u="@n@" data-r="view" onclick="flip(this)"></button></td><td><button type="button" role="switch" class="switch"
  aria-checked="false" aria-label="@n@" data-u="@n@" data-r="edit" onclick="flip(this)"></button></td></tr>
SAME access grouped heads: a row of group headers stands above the headers, and a column tells the last visit
group = <tr><th></th><th colspan="2" scope="colgroup">Content</th><th></th></tr>
heads = <th scope="col">View</th><th scope="col">Edit</th><th scope="col">Last seen</th>
row = <tr><td>@n@</td><td><input type="checkbox" aria-label="@n@" data-u="@n@" data-r="view"></td>
  <td><input type="checkbox" aria-label="@n@" data-u="@n@" data-r="edit"></td><td>Monday</td></tr>
SAME access caption reworded: the caption says the same in other words
caption = The right is given to ticked people
SAME access heads sort: the headers became buttons that sort, and the card counts the people
heads = <th><button class="sort">View</button></th><th><button class="sort">Edit</button></th>
card = <h2>Apollo</h2><p>Applies to this folder</p><p>4 people</p>
"""

STOCK = maker("""
body = <header class="shell-bar"><b>Storely</b> <span class="chip">@site@</span></header>@alert@<div class="layout">
  <nav aria-label="Main"><a href="#">Items</a> <a href="#">Counts</a></nav><form onsubmit="return false"><h1>@doc@</h1>
  <div role="radiogroup" aria-label="Change">@modes@</div>@sku@@qty@
  <button type="button" class="btn" onclick="enter()">Post</button></form>@side@</div>
script = const enter = () => post('/stock', {sku: val('#sku'), qty: val('#qty'), unit: '@unit@', site: '@store@',
  mode: '@mode@', doc: '@doc@'}).then(() => say('Movement posted, see log'));
site = Warehouse Leeds ;; store = Leeds ;; doc = Goods receipt ;; unit = pieces ;; mode = Add
modes = <button type="button" role="radio" aria-checked="true">Add</button>
  <button type="button" role="radio" aria-checked="false">Set to</button>
sku = <label for="sku">Article</label><input id="sku">
qty = <label for="qty">Quantity</label><input id="qty"> <span class="suffix">@unit@</span>
""")
stock = family(
    GROUP,
    a=STOCK(""),
    learn=({"sku": "LMP-10", "qty": "4"}, {"sku": "CHR-22", "qty": "15"}),
    values={"sku": "DSK-31", "qty": "7"},
    task="receive goods",
    flow=show(fill("Article", "{sku}"), fill("Quantity", "{qty}"), click("Post"), ANNOUNCED),
    deeds=(
        {"do": "/stock", "sku": "{sku}", "qty": "{qty}", "unit": "pieces", "site": "Leeds"}
        | {"mode": "Add", "doc": "Goods receipt"},
    ),
)
STOCKS = """
STOP stock is set: the checked way is Set to, which replaces the stock
modes = <button type="button" role="radio" aria-checked="false">Add</button>
  <button type="button" role="radio" aria-checked="true">Set to</button>
mode = Set
STOP stock in cases: the unit behind the field is cases of 24
unit = cases of 24
STOP stock of other warehouse: the chip in the header names another warehouse
site = Warehouse York ;; store = York
STOP stock goes out: the title says Goods issue
doc = Goods issue
SAME stock plus and minus: the quantity got buttons for one more and one less
qty = <label for="qty">Quantity</label><button type="button" aria-label="One less">-</button><input id="qty">
  <button type="button" aria-label="One more">+</button> <span class="suffix">pieces</span>
SAME stock other fields: the fields are those of MUI, with the unit as a help text
sku = <div class="MuiFormControl-root"><div class="MuiInputBase-root"><input id="sku" class="MuiInputBase-input"></div>
  <label for="sku" class="MuiInputLabel-root">Article</label></div>
qty = <div class="MuiFormControl-root"><div class="MuiInputBase-root"><input id="qty" class="MuiInputBase-input"
  aria-describedby="help"></div><label for="qty" class="MuiInputLabel-root">Quantity</label>
  <p id="help" class="MuiFormHelperText-root">pieces</p></div>
SAME stock header search: the header got a search and the chip a sign
site = <span aria-hidden="true">&#9873;</span> Warehouse Leeds</span> <input type="search" aria-label="Search"><span>
SAME stock site at the side: the warehouse moved into a panel, and an alert tells of low stock of others
site = <span class="avatar">JP</span> ;; side = <aside class="card"><h2>Location</h2><p>Warehouse Leeds</p></aside>
alert = <div role="alert" class="alert">3 articles are low on stock</div>
"""

CLINIC = maker(
    """
list = <h1>Patients</h1><ul class="list-group">@rows@</ul>
row = <li class="list-group-item"><a href="/chart?p=@n@">@n@</a></li>
body = <header class="patient-banner @look@">@banner@</header>@env@<div class="layout"><section><h1>Vitals</h1>
  <label for="w">Weight</label><input id="w"> <span class="unit">@unit@</span>
  <button onclick="sign()">Sign</button></section><aside><h2>Encounter</h2>@visit@</aside></div>
script = const sign = () => post('@path@', {who: '@pre@[[p]]', weight: val('#w'), unit: '@unit@', visit: '@when@'})
  .then(() => say('Entry signed'));
banner = <strong>[[p]]</strong> ;; unit = kg ;; path = /vitals ;; when = open
visit = <p>Outpatient visit, open</p>
""",
    first="/chart",
)
clinic = family(
    GROUP,
    a=CLINIC(""),
    learn=({"who": "Ana Ruiz", "weight": "61"}, {"who": "Ben Cole", "weight": "84"}),
    values={"who": "Eva Stone", "weight": "70"},
    task="record the weight of a patient",
    flow=show(click("{who}", "link"), fill("Weight", "{weight}"), click("Sign"), ANNOUNCED),
    deeds=({"do": "/vitals", "who": "{who}", "weight": "{weight}", "unit": "kg", "visit": "open"},),
)
CLINICS = """
STOP clinic newborn: the banner says that the chart is the one of the newborn of the person
banner = <span class="tag">Newborn of</span> <strong>[[p]]</strong> ;; pre = newborn of_
STOP clinic pounds: the unit behind the field is lb
unit = lb
STOP clinic closed visit: the panel says that the encounter is closed and that entries amend it
visit = <p>Outpatient visit, closed in March. Entries amend the signed report</p> ;; when = amended
STOP clinic training: a bar says that the chart is a training copy
env = <div class="sticky warn">Training copy. Nothing is stored in the real record</div> ;; path = /training
SAME clinic sticky banner: the banner stays at the top and shows a picture and allergies
look = sticky ;; banner = <span class="avatar" aria-hidden="true">&#9786;</span> <strong>[[p]]</strong>
  <span class="badge">No allergies</span>
SAME clinic table: the list of patients is a table
list = <h1>Patients</h1><table><thead><tr><th>Name</th><th>Ward</th></tr></thead><tbody>@rows@</tbody></table>
row = <tr><td><a href="/chart?p=@n@">@n@</a></td><td>East</td></tr>
SAME clinic timeline: the panel lists earlier visits below the open one
visit = <ol class="timeline"><li aria-current="true">Outpatient visit, open</li><li>Phone call, closed</li></ol>
"""

BOOKING = maker("""
body = <header class="appbar">Rooms <span class="chip">@floor@</span></header>@pick@@list@
  <div id="form" class="@shell@" role="dialog" aria-labelledby="bt" hidden><h2 id="bt">New booking</h2>@facts@
  <label for="t">Title</label><input id="t">@more@<button class="btn" onclick="book()">Book</button>@split@</div>@foot@
script = let slot = {}; const take = (cell) => { slot = cell.dataset; $('#form').hidden = false; };
  const book = () => post('/booking', {title: val('#t'), at: slot.t, room: slot.r, floor: '@floor@', again: '@again@',
  kind: '@kind@', by: '@by@'}).then(() => say('Room reserved'));
floor = London, floor 3 ;; again = Does not repeat ;; kind = firm ;; by = me ;; names = 09:00, 10:00, 11:00, 12:00
list = <table class="grid"><thead><tr><th>Time</th>@heads@</tr></thead><tbody>@rows@</tbody></table>
heads = <th>Oak</th><th>Elm</th> ;; r1 = Oak ;; r2 = Elm ;; facts = <p class="when">@again@</p> ;; shell = popover
row = <tr><th>@n@</th><td><button data-t="@n@" data-r="@r1@" onclick="take(this)">Free</button></td>
  <td><button data-t="@n@" data-r="@r2@" onclick="take(this)">Free</button></td></tr>
""")
booking = family(
    GROUP,
    a=BOOKING(""),
    learn=({"at": "09:00", "title": "Stand-up"}, {"at": "10:00", "title": "Interview"}),
    values={"at": "11:00", "title": "Budget talk"},
    task="book the room Oak",
    flow=show(tap("tr:has-text('{at}') td:nth-child(2) button"), fill("Title", "{title}"), click("Book"), ANNOUNCED),
    deeds=(
        {"do": "/booking", "title": "{title}", "at": "{at}", "room": "Oak", "floor": "London, floor 3"}
        | {"again": "Does not repeat", "kind": "firm", "by": "me"},
    ),
)
BOOKINGS = """
STOP booking other rooms: the header of the clicked column names another room, and Oak is not there
heads = <th>Ash</th><th>Elm</th> ;; r1 = Ash ;; r2 = Elm
STOP booking repeats: the line in the popover says that it repeats on every weekday
again = Every weekday
STOP booking for another: the form says that the booking is made in the name of another person
facts = <p class="when">@again@</p><p>Organiser: Kim Lee (you are the delegate)</p> ;; by = Kim Lee
STOP booking elsewhere: the chip in the header says Dublin
floor = Dublin, floor 3
SAME booking drawer: the popover became a drawer with an offer of catering, not chosen
shell = drawer rail ;; more = <label><input type="checkbox"> Order catering</label>
SAME booking calendar: a small calendar and a legend were added
pick = <div class="mini"><button aria-label="Earlier">&lt;</button> Today <button aria-label="Later">&gt;</button></div>
foot = <ul class="legend"><li>Free</li><li>Taken</li></ul>
SAME booking rooms with seats: the headers of the rooms tell their seats
heads = <th scope="col">Oak <small>8 seats</small></th><th scope="col">Elm <small>4 seats</small></th>
SAME booking split menu: the button got a closed menu of other ways to book
split = <button class="btn dropdown-toggle" aria-haspopup="menu" aria-expanded="false" aria-label="More ways"></button>
"""

TICKET = maker("""
body = <header><h1>Ticket 1042</h1>@tags@</header>@bar@<div class="layout"><section>@tools@<label for="re">Reply</label>
  <textarea id="re"></textarea><div class="btn-group"><button class="btn" onclick="reply()">Submit</button>@menu@</div>
  </section><aside>@panel@</aside></div>
script = const reply = () => post('/reply', {text: val('#re'), state: '@state@', via: '@via@', to: '@to@'})
  .then(() => say('Ticket updated'));
menu = <button class="btn" aria-haspopup="menu" aria-label="Status">as @state@ &#9662;</button> ;; via = Email
panel = <dl><dt>Requester</dt><dd>Dana Fox</dd><dt>Channel</dt><dd>@via@</dd></dl> ;; state = Open ;; to = one
""")
ticket = family(
    GROUP,
    a=TICKET(""),
    learn=({"text": "We are on it"}, {"text": "Parts are ordered"}),
    values={"text": "Please restart it"},
    task="reply to the ticket",
    flow=show(fill("Reply", "{text}"), click("Submit"), ANNOUNCED),
    deeds=({"do": "/reply", "text": "{text}", "state": "Open", "via": "Email", "to": "one"},),
)
TICKETS = """
STOP ticket solved: the menu beside the button says that it submits as Solved
state = Solved
STOP ticket incident: a bar says that the ticket is a problem and that 37 linked requesters get the reply
bar = <div class="alert">Problem ticket: replies go to all 37 linked requesters</div> ;; to = linked
STOP ticket channel: the side panel says that the channel is a public post
via = Public post
SAME ticket status chosen beside: the menu became a list of states with the same choice
menu = <select aria-label="Status"><option>Pending</option><option selected>as Open</option></select>
SAME ticket tools: the reply got tools, the title got tags and a time of response
tags = <span class="tag">laptop</span> <span class="badge">Respond in 2 h</span>
tools = <div role="toolbar"><button aria-label="Bold">B</button><button aria-label="Attach">+</button></div>
SAME ticket panel: the panel is a card with tabs and one more fact
panel = <div role="tablist"><button role="tab" aria-selected="true">Facts</button><button role="tab">Log</button></div>
  <ul><li>Requester: Dana Fox</li><li>Channel: Email</li><li>Priority: Normal</li></ul>
"""

FAMILIES = (
    *((leave, LEAVE, LEAVES), (payment, PAYMENT, PAYMENTS), (access, ACCESS, ACCESSES), (stock, STOCK, STOCKS)),
    *((clinic, CLINIC, CLINICS), (booking, BOOKING, BOOKINGS), (ticket, TICKET, TICKETS)),
)
PAIRS = tuple(pair for made in FAMILIES for pair in cases(*made))
