"""Offices of sale, money, health and goods at a release: tenants, units, tabs and lists, written without a look at the plugin."""

from __future__ import annotations

from .acts import accept, click, select, show, tap
from .everyday import SAID, enter, rows, site
from .pair import SAME, STOP, Pair, family

CONTEXT, AMOUNT, SLOT, STOCK, CLASS, DESK = (
    "releases contexts",
    "releases amounts",
    "releases slots",
    "releases stock",
    "releases classes",
    "releases desks",
)

# -- a call note in a CRM --------------------------------------------------------------------------------------------

CRM = site(
    title="Contacts",
    at_="""<header><b>Relate</b> <button type="button" class="chip" aria-haspopup="menu">@tenant@</button> <nav><a href="#">Contacts</a> <a href="#">Deals</a></nav> <span class="muted">Mara Lind</span></header>
    @banner@<main><h1>Contacts</h1><ul id="people">@people@</ul><section class="card" id="panel" hidden><h2></h2>
    <p><label for="note">Call note</label> <input id="note" autocomplete="off"></p><button type="button" onclick="keep()">Log call</button></section></main>""",
    script="""let who = ''; const openOne = (name) => { who = name; $('#panel').hidden = false; $('#panel h2').textContent = name; };
    const keep = () => post('/call', {who, note: val('#note'), tenant: '@tenant@', by: '@by@'}).then(() => say('Call logged'));""",
    people=rows(
        "<li><button type='button' onclick=\"openOne('{0}')\">{0}</button></li>",
        [("Dana Cole",), ("Ivo Marsh",), ("Rita Sand",)],
    ),
    tenant="Acme GmbH",
    by="Mara Lind",
    banner="",
)
crm = family(
    CONTEXT,
    a=CRM(),
    flow=show(click("{who}"), enter("#note", "{note}"), click("Log call"), SAID),
    learn=({"who": "Dana Cole", "note": "wants an offer"}, {"who": "Rita Sand", "note": "not reached"}),
    values={"who": "Ivo Marsh", "note": "asks for a visit"},
    deeds=({"do": "/call", "who": "{who}", "note": "{note}", "tenant": "Acme GmbH", "by": "Mara Lind"},),
    task="log a call with a contact",
)
CRM_PAIRS = (
    crm("crm other tenant", "the workspace in the head is another company", STOP, CRM(tenant="Acme Iberia SL")),
    crm("crm impersonated", "a banner says that the support acts as another user, and the call is logged as his", STOP,
        CRM(by="Paul Reiner", banner="<div class='card' role='alert'>You are signed in as Paul Reiner. All entries are made in his name. <a href='#'>End</a></div>")),
    crm("crm what is new", "a banner tells of a new app, the list has two more contacts", SAME,
        CRM(banner="<div class='card'>New: Relate on your phone. <a href='#'>Get the app</a></div>",
            people=rows("<li><button type='button' onclick=\"openOne('{0}')\">{0}</button></li>", [("Bela Toth",), ("Dana Cole",), ("Ivo Marsh",), ("Olga Pim",), ("Rita Sand",)]))),
)  # fmt: skip

# -- a refund ---------------------------------------------------------------------------------------------------------

REFUND = site(
    title="Payments",
    at_="""<header><b>Payline</b> <label><input type="checkbox" role="switch" id="mode" @mode@> @modename@</label></header><main><h1>Payments</h1>
    <table><thead><tr><th>Payment</th><th>Customer</th><th>Paid</th><th></th></tr></thead><tbody>@list@</tbody></table>
    <section class="card" id="refund" hidden><h2>Refund</h2><p>Payment <b id="pay"></b></p><p><label for="am">@label@</label> <span>@sign@</span><input id="am" @more@> <span class="muted">@hint@</span></p>
    <button type="button" onclick="go()">Refund</button></section></main>""",
    script="""let pay = ''; const ask = (id) => { pay = id; $('#pay').textContent = id; $('#refund').hidden = false; };
    const go = () => post('/refund', {pay, amount: val('#am') + ' @unit@', live: !$('#mode').checked}).then(() => say('Refund created'));""",
    list=rows("<tr><td>{0}</td><td>{1}</td><td>{2}</td><td><button type='button' onclick=\"ask('{0}')\">Refund payment {0}</button></td></tr>",
              [("P-3301", "Odo Finn", "€ 80.00"), ("P-3302", "Sia Wolf", "€ 42.50"), ("P-3303", "Jan Reh", "€ 19.90")]),
    mode="",
    modename="Test mode",
    label="Amount",
    sign="€",
    unit="EUR",
    hint="",
    more="",
)  # fmt: skip
refund = family(
    AMOUNT,
    a=REFUND(),
    flow=show(click("Refund payment {pay}"), enter("#am", "{amount}"), click("Refund"), SAID),
    learn=({"pay": "P-3301", "amount": "12"}, {"pay": "P-3303", "amount": "9"}),
    values={"pay": "P-3302", "amount": "25"},
    deeds=({"do": "/refund", "pay": "{pay}", "amount": "{amount} EUR", "live": True},),
    task="refund a part of a payment",
)
PERCENT = REFUND(sign="", unit="%", hint="% of the payment")
REFUND_PAIRS = (
    refund("refund in test mode", "the switch for the test mode is on", STOP, REFUND(mode="checked")),
    refund("refund in percent", "the amount is a share in percent, as the text behind the field says", STOP, PERCENT),
    refund("refund of another currency", "the account pays in Swiss francs: the sign before the field is CHF", STOP, REFUND(sign="CHF ", unit="CHF")),
    refund("refund with a hint", "a hint with an example stands behind the field, with a placeholder", SAME,
           REFUND(hint="for example 12 or 12.50", more='placeholder="0.00" inputmode="decimal"')),
)  # fmt: skip

# -- appointments of a clinic ----------------------------------------------------------------------------------------

SLOTS = site(
    title="Appointments",
    at_="""<header><b>Practice Lindenhof</b></header><main><h1>Thursday, 12 March</h1>@notice@<p><label for="pat">Patient</label> <input id="pat" autocomplete="off"></p>
    <div style="display:flex;gap:40px">@columns@</div></main>""",
    script="""const book = (doctor, time) => { if (!confirm('@question@')) return; post('/book', {patient: val('#pat'), doctor, time, kind: '@kind@'}).then(() => say('Done')); };""",
    columns=rows("<section aria-labelledby='{1}'><h2 id='{1}'>{0}</h2><ul>{2}</ul></section>", [
        ("Dr. Amsel", "d1", rows("<li><button type='button' onclick=\"book('Dr. Amsel','{0}')\">{0}</button></li>", [("09:00",), ("10:30",), ("11:15",)])),
        ("Dr. Fink", "d2", rows("<li><button type='button' onclick=\"book('Dr. Fink','{0}')\">{0}</button></li>", [("09:00",), ("10:30",), ("14:00",)])),
    ]),
    question="Book this appointment?",
    kind="appointment",
    notice="",
)  # fmt: skip
slots = family(
    SLOT,
    a=SLOTS(),
    flow=show(
        enter("#pat", "{patient}"), accept(), tap("section:has-text('Dr. Amsel') button:has-text('{time}')"), SAID
    ),
    learn=({"patient": "Nele Korn", "time": "09:00"}, {"patient": "Uwe Halm", "time": "11:15"}),
    values={"patient": "Lia Ried", "time": "10:30"},
    deeds=({"do": "/book", "patient": "{patient}", "doctor": "Dr. Amsel", "time": "{time}", "kind": "appointment"},),
    task="book an appointment with Dr. Amsel",
)


def columns(*doctors: tuple[str, tuple[str, ...]]) -> str:
    """Return the columns of doctors with their free times."""
    return "".join(
        f"<section aria-labelledby='d{number}'><h2 id='d{number}'>{name}</h2><ul>"
        + rows(
            f"<li><button type='button' onclick=\"book('{name}','{{0}}')\">{{0}}</button></li>",
            [(time,) for time in times],
        )
        + "</ul></section>"
        for number, (name, times) in enumerate(doctors, 1)
    )


WAITING = "<p class='card'>Our practice has a new phone system. From eight to twelve you reach us without waiting, in the afternoon a machine takes your call and we ring you back. Please bring your insurance card. Because of an illness in our team, the times below are places on the waiting list and no appointments.</p>"
SLOT_PAIRS = (
    slots("slot of the other doctor", "Dr. Amsel has no time at 10:30 any more, Dr. Fink has", STOP,
          SLOTS(columns=columns(("Dr. Amsel", ("09:00", "11:15")), ("Dr. Fink", ("09:00", "10:30", "14:00"))))),
    slots("slot of a successor", "the first column belongs to a locum of Dr. Amsel", STOP,
          SLOTS(columns=columns(("Dr. Amsel-Vertretung: Dr. Specht", ("09:00", "10:30", "11:15")), ("Dr. Fink", ("09:00", "10:30", "14:00"))))),
    slots("slot waiting list", "a long notice ends with: these are places on the waiting list", STOP, SLOTS(notice=WAITING, kind="waiting")),
    slots("slot replaces", "the browser asks whether the patient's other appointment shall be cancelled for this one", STOP,
          SLOTS(question="Cancel the other appointment of this patient and book this one?", kind="moved")),
    slots("slot columns turned", "the columns of the doctors are turned, and each has another free time", SAME,
          SLOTS(columns=columns(("Dr. Fink", ("08:15", "09:00", "10:30", "14:00")), ("Dr. Amsel", ("09:00", "09:45", "10:30", "11:15"))))),
)  # fmt: skip

# -- a warehouse with a virtual list ---------------------------------------------------------------------------------

STORE = site(
    title="Stock",
    at_="""<header><b>Lager Nord</b></header><main><h1>Pick</h1>@news@<div id="list" style="height:220px;overflow:auto;position:relative" role="list"></div>
    <section class="card"><p>Article <output id="art"></output></p><p><label for="q">Quantity</label> <input id="q" @blur@> <span>@unit@</span></p><button type="button" onclick="go()">Book out</button></section></main>""",
    script="""const DATA = @data@; const list = $('#list'); let art = '';
    const nodes = DATA.slice(0, 6).map(() => { const n = document.createElement('div'); n.setAttribute('role', 'listitem'); n.innerHTML = '<span></span> <button type="button">Pick</button>';
      n.querySelector('button').onclick = () => { art = n.dataset.a; $('#art').textContent = @shown@; }; list.append(n); return n; });
    const draw = (from) => nodes.forEach((n, i) => { const a = DATA[from + i] || ''; n.dataset.a = a; n.hidden = !a; n.querySelector('span').textContent = a; });
    draw(0); @then@
    const go = () => post('/out', {art, q: val('#q'), unit: '@unit@'}).then(() => say('Booked out'));""",
    data="['Bolt M6', 'Bolt M8', 'Nut M6', 'Nut M8', 'Washer 6', 'Washer 8']",
    shown="art",
    then="",
    unit="pieces",
    blur="",
    news="",
)
stock = family(
    STOCK,
    a=STORE(),
    flow=show(tap("[role=listitem]:has-text('{art}') button"), enter("#q", "{q}"), click("Book out"), SAID),
    learn=({"art": "Bolt M8", "q": "40"}, {"art": "Washer 6", "q": "15"}),
    values={"art": "Nut M6", "q": "25"},
    deeds=({"do": "/out", "art": "{art}", "q": "{q}", "unit": "pieces"},),
    task="book articles out of stock",
)
STOCK_PAIRS = (
    stock("stock by the box", "the unit behind the quantity is boxes of 50", STOP, STORE(unit="boxes of 50")),
    stock("stock whole packs", "the field rounds up to whole packs of 20 as soon as it is left", STOP,
          STORE(blur='onblur="this.value = Math.ceil(this.value / 20) * 20"')),
    stock("stock node goes on", "a live feed gives the row of the picked article to its successor before the booking", STOP,
          STORE(then="nodes.forEach((n) => n.querySelector('button').addEventListener('click', () => later(150, () => { draw(1); art = n.dataset.a; $('#art').textContent = art; })));")),
    stock("stock sorted the other way", "the list is sorted from the end", SAME,
          STORE(data="['Washer 8', 'Washer 6', 'Nut M8', 'Nut M6', 'Bolt M8', 'Bolt M6']")),
)  # fmt: skip

# -- absences at a school --------------------------------------------------------------------------------------------

ABSENT = site(
    title="Absences",
    at_="""<header><b>School desk</b></header><main><h1>Absences</h1><p><label for="cl">Class</label> <select id="cl">@classes@</select></p>
    <table><tbody>@pupils@</tbody></table><p><button type="button" id="ex" aria-pressed="@pressed@" onclick="this.setAttribute('aria-pressed', this.getAttribute('aria-pressed') !== 'true')">Excused</button></p>
    <button type="button" onclick="go()">Enter absence</button></main>""",
    script="""const go = () => post('/absent', {class: $('#cl').selectedOptions[0].text, who: [...document.querySelectorAll('td input:checked')].map((b) => b.value).join(', '),
    excused: $('#ex').getAttribute('aria-pressed')}).then(() => say('Absence entered'));""",
    classes="<option value='1'>7a</option><option value='2'>7b</option><option value='3'>8a</option>",
    pupils=rows("<tr><td><label><input type='checkbox' value='{0}'> {0}</label></td></tr>", [("Ada Blum",), ("Ben Dorn",), ("Cem Eser",), ("Dora Falk",)]),
    pressed="false",
)  # fmt: skip
absent = family(
    CLASS,
    a=ABSENT(),
    flow=show(
        select("Class", "{class_}"), tap("label:has-text('{who}')"), click("Excused"), click("Enter absence"), SAID
    ),
    learn=({"class_": "8a", "who": "Ada Blum"}, {"class_": "7b", "who": "Dora Falk"}),
    values={"class_": "7b", "who": "Cem Eser"},
    deeds=({"do": "/absent", "class": "{class_}", "who": "{who}", "excused": "true"},),
    task="enter an excused absence",
)
LEFT = rows(
    "<tr><td><label><input type='checkbox' value='{0}' {1}> {0}</label></td></tr>",
    [("Ada Blum", ""), ("Ben Dorn", "checked"), ("Cem Eser", ""), ("Dora Falk", "")],
)
GONE = "<option value='1'>7a</option><option value='2'>7c</option><option value='3'>8a</option><option value='4'>7b (until 2025)</option>"
ABSENT_PAIRS = (
    absent("absence of two", "the box of another pupil is still checked from before", STOP, ABSENT(pupils=LEFT)),
    absent("absence already excused", "excused is pressed from the start, so that the press takes it away", STOP, ABSENT(pressed="true")),
    absent("absence of a closed class", "the class is in the list only as one that ended", STOP, ABSENT(classes=GONE)),
    absent("absence, classes moved", "the list of classes has a new one before the others, so that the values moved by one", SAME,
           ABSENT(classes="<option value='1'>6a</option><option value='2'>7a</option><option value='3'>7b</option><option value='4'>8a</option>")),
)  # fmt: skip

# -- a helpdesk -------------------------------------------------------------------------------------------------------

TICKET = site(
    title="Ticket",
    at_="""<header><b>Answerdesk</b></header><main><h1>Ticket 5512</h1><p>Printer on floor 3 is jammed.</p>@macros@
    <div role="tablist"><button type="button" role="tab" aria-selected="@public@" onclick="tab(0)">Public reply</button> <button type="button" role="tab" aria-selected="@internal@" onclick="tab(1)">Internal note</button></div>
    <textarea id="t" aria-label="Message" rows="4" cols="50"></textarea><div class="bar"><button type="button" onclick="go()">Submit</button> <span class="chip" id="as">@as@</span></div></main>""",
    script="""const tabs = [...document.querySelectorAll('[role=tab]')]; const tab = (n) => tabs.forEach((t, i) => t.setAttribute('aria-selected', i === n));
    const go = () => post('/reply', {text: val('#t'), kind: tabs[0].getAttribute('aria-selected') === 'true' ? 'public' : 'internal', as: $('#as').textContent}).then(() => { say('Reply sent'); @then@ });""",
    public="true",
    internal="false",
    macros="",
    **{"as": "as open"},
    then="",
)
ticket = family(
    DESK,
    a=TICKET(),
    flow=show(enter("#t", "{text}"), click("Submit"), SAID),
    learn=({"text": "We are on our way"}, {"text": "Please restart it"}),
    values={"text": "It works again now"},
    deeds=({"do": "/reply", "text": "{text}", "kind": "public", "as": "as open"},),
    task="reply to the ticket",
)
TICKET_PAIRS = (
    ticket("reply is internal", "the tab of the internal note is the selected one", STOP, TICKET(public="false", internal="true")),
    ticket("reply closes", "the reply is submitted as solved instead of as open", STOP, TICKET(**{"as": "as solved"})),
    ticket("reply bounces", "the reply is shown as sent, then the page says that it could not be delivered", STOP,
           TICKET(then="later(700, () => say('Reply not delivered: the requester has blocked mail'));")),
    ticket("reply with macros", "suggested macros and a counter of other agents stand above the message", SAME,
           TICKET(macros="<p class='muted'>Suggested: <button type='button'>Printer macro</button> <button type='button'>Toner macro</button> · 1 agent is looking</p>")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*CRM_PAIRS, *REFUND_PAIRS, *SLOT_PAIRS, *STOCK_PAIRS, *ABSENT_PAIRS, *TICKET_PAIRS)
