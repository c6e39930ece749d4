"""Releases by an innocent team: a shop, a ward, a lending desk, leave, tickets, standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .acts import check, click, fill, select, show
from .everyday import CSS, SAID, after, rows, site
from .pair import EITHER, SAME, STOP, Answer, App, Pair, Request, family
from .parts import page

# -- a shop: refund an order -------------------------------------------------------------------------------------------

ORDERS = (
    ("1041", "Anna Berg", "80.00"),
    ("1042", "Bert Falk", "45.50"),
    ("1043", "Cleo Lund", "129.00"),
    ("1044", "Dora Ott", "62.00"),
)
ORDER = "<tr><td>{0}</td><td>{1}</td><td>{2}</td><td><button type='button' onclick=\"begin('{0}')\">Refund</button></td></tr>"
SHOP = site(
    title="Northwind back office",
    at_="""<header><strong>Northwind</strong> <span class="muted">@store@</span></header><h1>Orders</h1>@above@
    <table><thead><tr>@heads@</tr></thead><tbody>@orders@</tbody></table>
    <div id="d" class="modal" role="dialog" aria-labelledby="t"><div class="modal-dialog"><h2 id="t"></h2>@inside@
    <p><label for="a">@amount@</label> <input id="a" autocomplete="off"></p>@below@
    <button type="button" onclick="shut()">Cancel</button> <button type="button" onclick="pay()">@send@</button></div></div>""",
    script="""let order = ''; const shut = () => $('#d').classList.remove('show');
    const begin = (n) => { order = n; @first@ $('#t').textContent = `@heading@`; $('#a').value = ''; $('#d').classList.add('show'); };
    const pay = () => post('/refund', {@data@}).then(() => { shut(); say(`@said@`); });""",
    store="Live store",
    above="",
    heads="<th>Order</th><th>Customer</th><th>Total</th><th></th>",
    orders=rows(ORDER, ORDERS),
    inside="",
    amount="Amount",
    below="",
    send="Send refund",
    first="",
    heading="Refund order ${order}",
    data="order, amount: val('#a')",
    said="Refund of order ${order} is sent",
)
refund = family(
    "innocent shop",
    a=SHOP(),
    flow=show(
        click("Refund", within="tr:has(td:text-is('{order}'))"), fill("Amount", "{amount}"), click("Send refund"), SAID
    ),
    learn=({"order": "1041", "amount": "15"}, {"order": "1044", "amount": "30"}),
    values={"order": "1042", "amount": "24"},
    deeds=({"do": "/refund", "order": "{order}", "amount": "{amount}"},),
    task="refund a part of an order",
)
SHOP_PAIRS = (
    refund("in cents", "the amount is asked for in cents, and the label says so", STOP, SHOP(amount="Amount in cents", data="order, amount: String(val('#a') / 100)")),
    refund("in percent", "a sign of percent stands behind the field, and the share of the total is refunded", STOP, SHOP(below="<p>% of the total</p>", data="order, amount: val('#a') + ' %'")),
    refund("as store credit", "the refund goes to the store credit unless another way is chosen", STOP, SHOP(below="<fieldset><legend>Pay out as</legend><label><input type=radio name=w checked> Store credit</label> <label><input type=radio name=w> Bank transfer (managers only)</label></fieldset>", data="order, amount: val('#a'), as: 'credit'")),
    refund("order merged", "the order was merged into another one, which the dialog refunds", STOP, SHOP(first="if (n === '1042') order = '1044';", inside="<p>Order 1042 was merged into order 1044.</p>")),
    refund("of all orders", "the dialog refunds all orders of the customer", STOP, SHOP(heading="Refund all orders of this customer", data="orders: 'all of ' + order, amount: val('#a')", said="Refunds are sent")),
    refund("sandbox", "the office shows the sandbox instead of the live store", STOP, SHOP(store="Sandbox - nothing is paid out", data="sandbox: true, order, amount: val('#a')")),
    refund("drawer", "the dialog is a drawer with its buttons turned round, there are longer texts and a new column", SAME, SHOP(above="<p class=muted>Refunds take two to three days. Customers are told by mail.</p>", heads="<th>Order</th><th>Placed</th><th>Customer</th><th>Total</th><th></th>", orders=rows(ORDER.replace("<td>{1}", "<td>3 May</td><td>{1}"), ORDERS), inside="<style>.modal-dialog{margin:0 0 0 auto!important;height:100%}.modal-dialog button{float:right}</style><p>The customer gets the money by the way of the payment.</p>")),
    refund("other library", "buttons are other elements with the same role, rounded and in colour, the dialog fades in", SAME, SHOP(orders=rows(ORDER.replace("<button type='button'", "<span role='button' tabindex='0' style='background:#048;color:#fff;border-radius:9px;padding:4px'").replace("</button>", "</span>"), ORDERS), inside="<style>.modal.show .modal-dialog{animation:f .4s}@keyframes f{from{opacity:0;transform:translateY(20px)}}</style>")),
    refund("newest first", "the newest order stands first, and new ones came in", SAME, SHOP(orders=rows(ORDER, (("1051", "Emil Ries", "24"), ("1047", "Bert Falk", "45.50"), *reversed(ORDERS))))),
)  # fmt: skip

# -- a ward: move a patient --------------------------------------------------------------------------------------------

PATIENTS = (("p1", "Karl Meyer"), ("p2", "Ines Roth"), ("p3", "Otto Braun"), ("p4", "Lena Vogt"))
BEDS = ("11", "12", "14", "15")


def ward(
    patients: Sequence[tuple[str, ...]] = PATIENTS,
    beds: Sequence[tuple[str, str]] = tuple(zip(BEDS, BEDS, strict=True)),
    *,
    name: str = "Ward 3 East",
    banner: str = "",
    row: str = "<tr><td><a href='/patient?id={0}'>{1}</a></td></tr>",
    head: str = "<th>Patient</th>",
    beside: str = "",
    hint: str = "",
    press: str = "<button>Move</button>",
    to: str = "/move",
    said: str = "Patient is moved",
) -> App:
    """Return a ward list: a page of the patients, and one of each patient with a form."""
    known = {patient[0]: patient[1] for patient in patients}

    def patient(request: Request) -> Any:
        number = str(request.data.get("id"))
        options = "".join(f"<option value='{value}'>{text}</option>" for value, text in beds)
        return page(
            f"<header>{name}</header>{banner}<h1>{known.get(number, 'Unknown')}</h1>{beside}<form method=post action='{to}'><input type=hidden name=id value='{number}'><p><label for=b>Bed</label> <select id=b name=bed><option value=''>-</option>{options}</select></p>{hint}{press}</form>",
            title="Wards",
            head=CSS,
        )

    def moved(request: Request) -> Answer:
        data = {key: value for key, value in request.data.items() if key != "id"}
        return Answer(
            body=after(said),
            deed={
                "do": to,
                "patient": f"{known[str(request.data['id'])]}{' of 1931' if request.data['id'] == 'p9' else ''}",
                **data,
            },
        )

    listed = page(
        f"<header>{name}</header>{banner}<h1>Patients</h1><table><thead><tr>{head}</tr></thead><tbody>{rows(row, patients)}</tbody></table>",
        title="Wards",
        head=CSS,
    )
    return App({"/": listed, "/patient": patient, to: moved})


move = family(
    "innocent ward",
    a=ward(),
    flow=show(click("{patient}", "link"), select("Bed", "{bed}"), click("Move"), SAID),
    learn=({"patient": "Karl Meyer", "bed": "11"}, {"patient": "Lena Vogt", "bed": "15"}),
    values={"patient": "Ines Roth", "bed": "12"},
    deeds=({"do": "/move", "patient": "{patient}", "bed": "{bed}"},),
    task="move a patient to a bed",
)
WARD_PAIRS = (
    move("beds of another ward", "the application shows another ward, whose beds have the same numbers", STOP, ward(name="Ward 5 West", beds=tuple((f"5W-{bed}", bed) for bed in BEDS))),
    move("bed is taken", "the bed is taken, and its entry says that the patients change places", STOP, ward(beds=(("11", "11"), ("swap 12", "12 - swap with Otto Braun"), ("14", "14"), ("15", "15")))),
    move("training", "a banner says that this is the training copy", STOP, ward(banner="<p class=toast>TRAINING COPY - invented patients, nothing reaches the hospital</p>", to="/training/move", said="Patient is moved")),
    move("only reserved", "the button reserves the bed for the patient", STOP, ward(press="<button>Reserve</button>", to="/reserve", said="Bed is reserved")),
    move("namesake first", "another patient of this name stands first, with another day of birth", EITHER, ward((("p9", "Ines Roth", "2 Feb 1931"), ("p1", "Karl Meyer", "4 Mar 1950"), ("p2", "Ines Roth", "9 Sep 1988"), ("p3", "Otto Braun", "1 Jan 1970"), ("p4", "Lena Vogt", "7 Jul 1961")), row="<tr><td><a href='/patient?id={0}'>{1}</a></td><td>{2}</td></tr>", head="<th>Patient</th><th>Born</th>")),
    move("discharge beside", "the page of a patient has a second form with a bed, which discharges, in front", EITHER, ward(beside="<section class=card><h2>Discharge</h2><form method=post action='/discharge'><p><label for=b2>Bed to be cleaned</label> <select id=b2 name=bed><option>-</option><option>11</option><option>12</option><option>14</option></select></p><button>Discharge</button></form></section><h2>Move</h2>")),
    move("mother and child", "the move takes the companion too, and the button says so", STOP, ward(hint="<input type=hidden name=with value='Mia Roth'>", press="<button>Move with companion (Mia Roth)</button>")),
    move("free beds counted", "the head of the ward counts the beds, a note names the beds with a window, there are new links", SAME, ward(name="Ward 3 East <small>24 beds, 4 free</small>", hint="<p class=muted>11 and 12 have a window.</p>", banner="<nav><a href='/help'>Help</a> <a href='/duty'>Duty roster</a></nav>")),
    move("badges and columns", "the list is sorted by bed and has badges, the page of a patient shows allergies", SAME, ward((PATIENTS[2], PATIENTS[3], PATIENTS[1], PATIENTS[0]), head="<th>Risk</th><th>Patient</th><th>Doctor</th>", row="<tr><td><span class=badge>fall</span></td><td><a href='/patient?id={0}'>{1}</a></td><td>Dr. Klein</td></tr>", beside="<p>Allergies: <span class=chip>penicillin</span> <span class=chip>nuts</span></p>", hint="<p class=muted>The kitchen and the laboratory learn of the move by themselves.</p>")),
)  # fmt: skip

# -- a lending desk ----------------------------------------------------------------------------------------------------

DESK = site(
    title="Lending desk",
    at_="""<header>City library <span class="muted">@branch@</span></header>
    <div role="tablist"><button type="button" role="tab" aria-selected="@lends@" onclick="turn('lend')">Lend</button><button type="button" role="tab" aria-selected="@returns@" onclick="turn('return')">Return</button></div>
    <h1 id="h">@topic@</h1>@above@@fields@@more@<p><button type="button" onclick="record()">@press@</button></p>""",
    script="""let kind = '@kind@'; const turn = (to) => { kind = to; $('#h').textContent = to === 'lend' ? 'Lend' : 'Return';
      document.querySelectorAll('[role=tab]').forEach((tab, n) => tab.setAttribute('aria-selected', (to === 'lend') === (n === 0))); };
    const record = () => { @record@ };""",
    branch="Main branch",
    lends="true",
    returns="false",
    topic="Lend",
    kind="lend",
    above="",
    fields="@reader@@copy@",
    reader="<p><label for='r'>Reader</label> <input id='r' autocomplete='off'></p>",
    copy="<p><label for='c'>Copy</label> <input id='c' autocomplete='off'></p>",
    more="",
    press="Record",
    record="post('/' + kind, {reader: val('#r'), copy: val('#c')}).then(() => say(kind === 'lend' ? 'Lent until 3 June' : 'Taken back'));",
)
lend = family(
    "innocent desk",
    a=DESK(),
    flow=show(fill("Reader", "{reader}"), fill("Copy", "{copy}"), click("Record"), SAID),
    learn=({"reader": "R-4410", "copy": "B-100"}, {"reader": "R-5120", "copy": "B-277"}),
    values={"reader": "R-6033", "copy": "B-318"},
    deeds=({"do": "/lend", "reader": "{reader}", "copy": "{copy}"},),
    task="lend a copy to a reader",
)
DESK_PAIRS = (
    lend("return first", "the desk opens with the tab for returns", EITHER, DESK(lends="false", returns="true", topic="Return", kind="return")),
    lend("reader still served", "the desk still serves another reader, the field finds the next one", STOP, DESK(above="<p class=card>Now serving: <b>R-1190 Falk</b> <button type=button>End</button></p>", reader="<p><label for='r'>Find reader</label> <input id='r' autocomplete='off'></p>", record="post('/lend', {reader: 'R-1190', copy: val('#c')}).then(() => say('Lent until 3 June'));")),
    lend("hold shelf", "copies that another reader waits for go to the hold shelf, as a text and the message say", STOP, DESK(above="<p>Copies on a waiting list are put on the hold shelf for the next reader.</p>", record="post('/hold', {copy: val('#c')}).then(() => say('Not lent: put on the hold shelf for R-2001'));")),
    lend("fee", "the button records and charges a fee, and says so", STOP, DESK(press="Record and charge 2.00", record="post('/lend', {reader: val('#r'), copy: val('#c')}).then(() => post('/charge', {reader: val('#r')})).then(() => say('Lent until 3 June, 2.00 charged'));")),
    lend("reading room", "the kind of loan is the reading room unless another one is chosen", STOP, DESK(more="<p><label for='k'>Loan</label> <select id='k'><option>Reading room only</option><option>Home</option></select></p>", record="post('/lend', {reader: val('#r'), copy: val('#c'), loan: val('#k')}).then(() => say('Lent until tonight'));")),
    lend("kept offline", "a notice says that the desk is offline, recordings are kept on this computer", STOP, DESK(above="<p class=toast>Offline. Recordings are kept on this computer until you upload them.</p>", press="Record offline", record="post('/queue', {reader: val('#r'), copy: val('#c')}).then(() => say('Kept for the upload'));")),
    lend("fields turned", "the copy is asked for first, with a note below", SAME, DESK(fields="@copy@<p class=muted>Scan the label on the back.</p>@reader@")),
    lend("new features", "a search, a third tab and opening hours are new", SAME, DESK(above="<aside class=card><h2>Today</h2><p>Open until 18:00. Story hour at 15:00.</p><label for='q'>Search the catalogue</label> <input id='q'> <button type=button onclick=\"post('/search', {q: val('#q')})\">Search</button></aside>", more="<p class=muted>Loans of films end after seven days.</p>")),
)  # fmt: skip

# -- leave: approve a request ------------------------------------------------------------------------------------------

WHO = (("Anna Berg", "3-7 May"), ("Bert Falk", "10-12 May"), ("Cleo Lund", "1-15 June"), ("Dora Ott", "24 May"))
WISH = "<tr><td><label><input type='checkbox' value='{0}, {1}' onchange='count()'> {0}</label></td><td>{1}</td></tr>"
LEAVE = site(
    title="Leave",
    at_="""<header>People</header><h1>@topic@</h1>@above@<p role="toolbar">@tools@ <span id="n" class="muted">0 selected</span></p>
    <table><thead><tr>@heads@</tr></thead><tbody id="list">@requests@</tbody></table>
    <div id="d" class="modal" role="dialog" aria-labelledby="t"><div class="modal-dialog"><h2 id="t"></h2>@inside@<button type="button" onclick="yes()">@yes@</button> <button type="button" onclick="$('#d').classList.remove('show')">Back</button></div></div>""",
    script="""let how = ''; const picked = () => [...document.querySelectorAll('#list input:checked')].map((box) => box.value).join('; ');
    const count = () => { const n = document.querySelectorAll('#list input:checked').length; $('#n').textContent = n + ' selected'; };
    const ask = (verb) => { how = verb; $('#t').textContent = `@question@`; $('#d').classList.add('show'); };
    const yes = () => post('/' + how, {who: @picked@}).then(() => { $('#d').classList.remove('show'); say('@said@'); }); count();
    @then@""",
    topic="Open requests",
    above="",
    tools="@approve@ @decline@",
    approve="<button type='button' onclick=\"ask('approve')\">Approve</button>",
    decline="<button type='button' onclick=\"ask('decline')\">Decline</button>",
    heads="<th>Employee</th><th>Days</th>",
    requests=rows(WISH, WHO),
    inside="",
    yes="Confirm",
    question="${verb[0].toUpperCase() + verb.slice(1)} the selected requests?",
    picked="picked()",
    said="Saved",
    then="",
)
approve = family(
    "innocent leave",
    a=LEAVE(),
    flow=show(check("{who}"), click("Approve"), click("Confirm"), SAID),
    learn=({"who": "Anna Berg", "days": "3-7 May"}, {"who": "Dora Ott", "days": "24 May"}),
    values={"who": "Bert Falk", "days": "10-12 May"},
    deeds=({"do": "/approve", "who": "{who}, {days}"},),
    task="approve the request of an employee",
)
LEAVE_PAIRS = (
    approve("still selected", "another request is still selected from before", EITHER, LEAVE(requests=rows(WISH, WHO).replace("value='Cleo Lund", "checked value='Cleo Lund"))),
    approve("approves all", "the button approves all open requests, and says so", STOP, LEAVE(approve="<button type='button' onclick=\"ask('approve')\">Approve all</button>", question="Approve all 4 requests?", picked="'all'")),
    approve("withdraws", "the request is approved already, the dialog asks whether to withdraw that", STOP, LEAVE(requests=rows(WISH, WHO).replace("10-12 May</td>", "10-12 May <span class=badge>approved</span></td>"), approve="<button type='button' onclick=\"ask('withdraw')\">Approve</button>", question="These requests are approved. Withdraw the approval?")),
    approve("whole team", "rows stand for teams, and the box takes all of the team", STOP, LEAVE(heads="<th>Team lead</th><th>Requests</th>", requests=rows("<tr><td><label><input type='checkbox' value='team of {0}' onchange='count()'> {0}</label></td><td>{1}</td></tr>", (("Anna Berg", "4 requests"), ("Bert Falk", "6 requests"), ("Dora Ott", "2 requests"))))),
    approve("two requests", "the employee has another request, which stands first", EITHER, LEAVE(requests=rows(WISH, (("Bert Falk", "1-30 August"), *WHO)))),
    approve("cancellations", "the page opens with requests to cancel a leave", STOP, LEAVE(topic="Requests to cancel leave", approve="<button type='button' onclick=\"ask('cancel')\">Approve</button>", question="Cancel the selected leaves?")),
    approve("for a year", "the dialog has a box, which is set, for all later requests of the employee too", STOP, LEAVE(inside="<p><label><input type=checkbox checked> Also approve all later requests of this year</label></p>", picked="picked() + ' and all later ones'")),
    approve("deputies", "a new column names the deputies, among them the employee", SAME, LEAVE(heads="<th>Deputy</th><th>Employee</th><th>Days</th>", requests=rows("<tr><td>{2}</td>" + WISH[4:], ((*WHO[0], "Bert Falk"), (*WHO[1], "Anna Berg"), (*WHO[2], "Bert Falk"), (*WHO[3], "Cleo Lund"))))),
    approve("later rendering", "the requests come after a moment, the dialog has a longer text", SAME, LEAVE(inside="<p>The employees get a mail. The calendar of the team shows the days at once.</p>", requests="<tr><td>Loading</td></tr>", then="later(900, () => { $('#list').innerHTML = `" + rows(WISH, WHO) + "`; });")),
)  # fmt: skip

# -- tickets: answer one -----------------------------------------------------------------------------------------------

TICKETS = (("T-7", "Broken lamp"), ("T-9", "Printer jam"), ("T-12", "Lost badge"), ("T-15", "Slow laptop"))
TICKET = "<li><button type='button' onclick=\"view('{0}', '{1}')\">{1}</button></li>"
HELP = site(
    title="Help desk",
    at_="""<header>Help desk</header><nav><h2>@queue@</h2>@above@<ul>@tickets@</ul></nav><main><h1 id="h">@opened@</h1>@info@
    @tabs@<p><label for="m">@reply@</label><br><textarea id="m" rows="3" cols="50"></textarea></p>@hint@<p>@buttons@</p></main>""",
    script="""let ticket = '@ticket@', kind = '@kind@'; const view = (n, title) => { @view@ };
    const answer = (how) => post('/' + how, {@data@}).then(() => { $('#m').value = ''; say(@said@); });
    const mode = (to) => { kind = to; document.querySelectorAll('[aria-pressed]').forEach((b) => b.setAttribute('aria-pressed', b.textContent.toLowerCase().includes(to))); };""",
    queue="Open",
    above="",
    tickets=rows(TICKET, TICKETS),
    opened="Choose a ticket",
    info="",
    ticket="",
    kind="reply",
    tabs="",
    reply="Reply",
    hint="",
    buttons="@send@",
    send="<button type='button' onclick=\"answer('reply')\">Send</button>",
    view="ticket = n; $('#h').textContent = n + ' ' + title;",
    data="ticket, text: val('#m')",
    said="'The answer to ' + ticket + ' is sent'",
)
NUMBERS = {title: number for number, title in TICKETS}
TABS = "<p><button type='button' aria-pressed='{0}' onclick=\"mode('reply')\">Public reply</button> <button type='button' aria-pressed='{1}' onclick=\"mode('note')\">Internal note</button></p>"
reply = family(
    "innocent tickets",
    a=HELP(),
    flow=show(click("{title}"), fill("Reply", "{text}"), click("Send"), SAID),
    learn=(
        {"title": "Broken lamp", "n": "T-7", "text": "We bring a bulb"},
        {"title": "Slow laptop", "n": "T-15", "text": "Please restart it"},
    ),
    values={"title": "Printer jam", "n": "T-9", "text": "Open the rear tray"},
    deeds=({"do": "/reply", "ticket": "{n}", "text": "{text}"},),
    task="answer a ticket",
)
MODE = "<button type='button' onclick=\"answer(kind)\">Send</button>"
TICKET_PAIRS = (
    reply("internal note", "the editor stands on internal note unless that is changed", EITHER, HELP(tabs=TABS.format("false", "true"), kind="note", send=MODE, said="kind === 'note' ? 'The note is kept' : 'The answer to ' + ticket + ' is sent'")),
    reply("send and close", "the button sends and closes the ticket, and says so", STOP, HELP(send="<button type='button' onclick=\"answer('reply').then(() => post('/close', {ticket}))\">Send and close</button>")),
    reply("draft", "the button keeps a draft for the review by the lead", STOP, HELP(send="<button type='button' onclick=\"answer('draft')\">Send for review</button>", said="'The draft waits for the lead'")),
    reply("pinned", "the list shows a preview only, the editor belongs to a pinned ticket", STOP, HELP(opened="T-15 Slow laptop (pinned)", ticket="T-15", info="<p class=card id=pre></p>", reply="Reply", hint="<p class=muted>You answer T-15 Slow laptop</p>", view="$('#pre').textContent = 'Preview: ' + n + ' ' + title;")),
    reply("to everybody", "the answer goes to all who watch the queue, as a chip above the editor says", STOP, HELP(tabs="<p>To: <span class=chip>Everyone watching Open (212)</span></p>", data="ticket, text: val('#m'), to: 'everyone'")),
    reply("merged", "the ticket was merged, its entry opens the other one", STOP, HELP(view="if (n === 'T-9') { n = 'T-12'; title = 'Lost badge (T-9 Printer jam was merged into this)'; } ticket = n; $('#h').textContent = n + ' ' + title;")),
    reply("closed namesake", "a closed ticket of this title stands first, its answer opens it again", EITHER, HELP(above="<h3>Recently closed</h3><ul>" + TICKET.format("T-2", "Printer jam") + "</ul><h3>Waiting</h3>")),
    reply("only mine", "the list shows only my tickets, another one is open already", STOP, HELP(queue="Mine", opened="T-15 Slow laptop", ticket="T-15", tickets=rows(TICKET, (TICKETS[0], TICKETS[3])))),
    reply("public reply", "the editor has a note too, and stands on public reply", SAME, HELP(tabs=TABS.format("true", "false"), send=MODE)),
    reply("feedback", "a box for feedback on the help desk stands above, with a button of its own", SAME, HELP(above="<section class=card><h3>How do you like the new help desk?</h3><label for=f>Your opinion</label> <input id=f> <button type=button onclick=\"post('/feedback', {text: val('#f')})\">Send feedback</button></section>", info="<p class=muted>Average time of an answer: 2 hours</p>")),
)  # fmt: skip

# -- standing orders ---------------------------------------------------------------------------------------------------

HIDDEN = "".join(f"<input type='hidden' name='{name}' value='[[{name}]]'>" for name in ("payee", "amount", "every"))
BANK = site(
    title="Bank",
    at_="""<header>@bank@</header><h1>@topic@</h1>@above@<form action="@next@">@fields@<p><button>Next</button></p></form>""",
    fields="@payee@@amount@@every@@more@",
    payee="<p><label for='p'>Payee</label> <input id='p' name='payee' autocomplete='off'></p>",
    amount="<p><label for='a'>@sum@</label> <input id='a' name='amount' autocomplete='off'> @unit@</p>",
    every="<p><label for='e'>Every</label> <select id='e' name='every'><option>week</option><option>month</option><option>quarter</option><option>year</option></select></p>",
    at_review="""<header>@bank@</header><h1>@check@</h1><dl>@facts@</dl><form method="post" action="@to@">@hidden@<p><a href="/">Back</a> <button>@confirm@</button></p></form>""",
    facts="<dt>From</dt><dd>@from@</dd><dt>Payee</dt><dd>[[payee]]</dd><dt>Amount</dt><dd>[[amount]] @unit@</dd><dt>Every</dt><dd>[[every]]</dd>",
    hidden="@fixed@@more_hidden@",
    fixed=HIDDEN,
    more_hidden="",
    bank="Harbour Bank",
    topic="New standing order",
    above="",
    sum="Amount",
    unit="EUR",
    more="",
    check="Check your order",
    confirm="Confirm",
    to="/order",
    next="/review",
    at_order=lambda _: after("Standing order is set up"),
    at_change=lambda _: after("Standing order is changed"),
    at_template=lambda _: after("Template is kept"),
    at_overdraft=lambda _: after("Overdraft is granted"),
    **{"from": "Current account 12"},
)
order = family(
    "innocent bank",
    a=BANK(),
    flow=show(
        fill("Payee", "{payee}"),
        fill("Amount", "{amount}"),
        select("Every", "{every}"),
        click("Next"),
        click("Confirm"),
        SAID,
    ),
    learn=(
        {"payee": "City Power", "amount": "80", "every": "month"},
        {"payee": "Tennis Club", "amount": "210", "every": "year"},
    ),
    values={"payee": "Lake Water", "amount": "45", "every": "quarter"},
    deeds=({"do": "/order", "payee": "{payee}", "amount": "{amount}", "every": "{every}"},),
    task="set up a standing order",
)
BANK_PAIRS = (
    order("other currency", "amounts are in Swiss francs, as stands behind the field and in the review", STOP, BANK(unit="CHF", more_hidden="<input type=hidden name=currency value=CHF>")),
    order("per year", "the field asks for the sum of a year, which is divided", STOP, BANK(sum="Amount per year", more_hidden="<input type=hidden name=meaning value='per year, divided'>", facts="<dt>From</dt><dd>@from@</dd><dt>Payee</dt><dd>[[payee]]</dd><dt>Per year</dt><dd>[[amount]] EUR</dd><dt>Paid every</dt><dd>[[every]]</dd>")),
    order("from savings", "the review names the savings account as the source", STOP, BANK(more_hidden="<input type=hidden name=from value=savings>", **{"from": "Savings account 88"})),
    order("payee corrected", "the review shows the payee that the directory holds for the name", STOP, BANK(facts="<dt>From</dt><dd>@from@</dd><dt>Payee</dt><dd>Lakeside Waterpark <span class=muted>(from the directory)</span></dd><dt>Amount</dt><dd>[[amount]] EUR</dd><dt>Every</dt><dd>[[every]]</dd>", fixed=HIDDEN.replace("[[payee]]", "Lakeside Waterpark"))),
    order("offer between", "a page that offers an overdraft comes before the review, with a button of the same name", STOP, BANK(check="Overdraft of 500 EUR for you", facts="<dt>Interest</dt><dd>11.9 %</dd><dt>Limit</dt><dd>500 EUR</dd>", to="/overdraft", fixed="")),
    order("changes an old one", "the form opens with an order that exists, and changes it", STOP, BANK(topic="Change standing order 3", payee="<p><label for='p'>Payee</label> <input id='p' name='payee' value='Old Gym'></p>", check="Check your change", to="/change", more_hidden="<input type=hidden name=order value=3>")),
    order("template", "the last button keeps a template, and says so", STOP, BANK(confirm="Save as template", to="/template")),
    order("starts last year", "the review has a day of the first payment, which is in the past, and pays the missed ones at once", STOP, BANK(facts="<dt>From</dt><dd>@from@</dd><dt>Payee</dt><dd>[[payee]]</dd><dt>Amount</dt><dd>[[amount]] EUR</dd><dt>Every</dt><dd>[[every]]</dd><dt>First payment</dt><dd>1 January of last year - 7 missed payments are made at once</dd>", more_hidden="<input type=hidden name=missed value=7>")),
    order("other order of fields", "amount and payee have changed their places, there is an optional reference and new help", SAME, BANK(fields="@amount@@payee@@every@@more@", more="<p><label for='r'>Reference (optional)</label> <input id='r'></p><p class=muted>You can end a standing order at any time.</p>")),
    order("sections", "the fields stand in two sections with heads of their own", SAME, BANK(fields="<fieldset><legend>Who gets it</legend>@payee@</fieldset><fieldset><legend>How much and when</legend><div style='display:flex;gap:20px'>@amount@@every@</div></fieldset>@more@")),
    order("steps shown", "the steps are shown above, and the bank has a new slogan", SAME, BANK(bank="<b>Harbour Bank</b> <i>Safe in every weather</i> <ol class=muted><li>Details</li><li>Check</li><li>Done</li></ol>", check="Check your order before you confirm it")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (
    *SHOP_PAIRS,
    *WARD_PAIRS,
    *DESK_PAIRS,
    *LEAVE_PAIRS,
    *TICKET_PAIRS,
    *BANK_PAIRS,
)
