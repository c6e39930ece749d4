"""Files, members, bookings and payments: redesigns, releases, data and faults, written without a look at the plugin."""

from __future__ import annotations

from .acts import accept, click, fill, show
from .everyday import (
    DIALOG,
    HELD,
    NATIVE,
    NOTICE,
    NUMBER,
    SAID,
    TWIN,
    rows,
    site,
)
from .pair import SAME, STOP, Pair, family

# -- a library, a Bootstrap table ------------------------------------------------------------------------------------

LOAN = "<tr><td>{0}</td><td><em>{1}</em></td><td>{2}</td><td>{3}</td><td><button type='button' class='btn btn-sm' onclick='renew(`{0}`)'>Renew</button></td></tr>"
LOANS = (
    ("Tom Baker", "Dune", "4 May", "nobody"),
    ("Ines Duarte", "Emma", "6 May", "nobody"),
    ("Anna Keller", "Momo", "9 May", "nobody"),
    ("Omar Said", "Ulysses", "12 May", "nobody"),
)
LIBRARY = site(
    title="Loans",
    at_="""<nav class="navbar"><b>City Library</b> <a href="#">Catalogue</a> <a href="#">Members</a></nav><div class="container">
    <h1>@head@</h1><table class="table table-striped"><thead><tr><th>Member</th><th>Title</th><th>Due</th><th>Reserved by</th><th></th></tr></thead>
    <tbody>@rows@</tbody></table>@pager@</div>""",
    script="const renew = (who) => post('/renew', {member: who}).then(() => say('Loan renewed'));",
    rows=rows(LOAN, LOANS),
    head="Loans",
    pager="",
)
loan = family(
    HELD,
    a=LIBRARY(),
    flow=show(click("Renew", within="tr:has(td:first-child:has-text('{who}'))"), SAID),
    learn=({"who": "Tom Baker"}, {"who": "Ines Duarte"}),
    values={"who": "Anna Keller"},
    deeds=({"do": "/renew", "member": "{who}"},),
    task="renew the loan of a member",
)
LOAN_PAIRS = (
    loan("loan double name", "Anna Keller has no loan any more, Anna Keller-Braun has one", STOP,
         LIBRARY(rows=rows(LOAN, (LOANS[0], LOANS[1], ("Anna Keller-Braun", "Krabat", "9 May", "nobody"), LOANS[3])))),
    loan("loan twice", "Anna Keller stands in two rows, with two books", STOP,
         LIBRARY(rows=rows(LOAN, (*LOANS[:2], ("Anna Keller", "Krabat", "5 May", "nobody"), *LOANS[2:])))),
    loan("loan in other column", "Anna Keller has no loan, she only reserved the book of Omar Said", STOP,
         LIBRARY(rows=rows(LOAN, (*LOANS[:2], ("Omar Said", "Ulysses", "12 May", "Anna Keller"))))),
    loan("loan pages", "other order and other loans, pages below, the heading says current loans", SAME,
         LIBRARY(head="Current loans", rows=rows(LOAN, (LOANS[2], ("Yuki Mori", "Kim", "2 May", "nobody"), LOANS[3], LOANS[0])),
                 pager='<ul class="pagination"><li><a href="#">1</a></li><li><a href="#">2</a></li></ul>')),
)  # fmt: skip

# -- members of a workspace, MUI without roles -----------------------------------------------------------------------

MEMBER = "<div class='MuiListItem-root item'><div class='MuiListItemText-root'><span>{0}</span></div><button type='button' class='MuiButton-root' onclick='cut(`/@what@`, `{0}`)'>Remove</button></div>"


def people(path: str, *mails: str, more: str = "", item: str = "MuiListItem-root item") -> str:
    """Return a list of people."""
    made = rows(MEMBER, [(mail,) for mail in mails]).replace("@what@", path)
    return made.replace("MuiListItem-root item", item).replace("<span>", f"{more}<span>")


SPACE = site(
    title="Workspace",
    at_="""<div id="root"><div class="MuiAppBar-root"><b>North</b> workspace</div><section><h2>Members</h2><div class="MuiList-root">@members@</div></section>
    <section><h2>Pending invitations</h2><div class="MuiList-root">@invited@</div></section></div>""",
    script="const cut = (path, mail) => post(path, {mail}).then(() => say('Removed'));",
    members=people("member-out", "amy@north.org", "bob@north.org", "cleo@north.org"),
    invited=people("invite-out", "dan@west.org"),
)
member = family(
    HELD,
    a=SPACE(),
    flow=show(click("Remove", within=".item:has-text('{mail}')"), SAID),
    learn=({"mail": "amy@north.org"}, {"mail": "cleo@north.org"}),
    values={"mail": "bob@north.org"},
    deeds=({"do": "/member-out", "mail": "{mail}"},),
    task="remove a member",
)
MEMBER_PAIRS = (
    member("member like domain", "bob@north.org is no member, bob@north.org.evil.com is", STOP,
           SPACE(members=people("member-out", "amy@north.org", "bob@north.org.evil.com", "cleo@north.org"))),
    member("member only invited", "bob@north.org stands under the pending invitations, no more under the members", STOP,
           SPACE(members=people("member-out", "amy@north.org", "cleo@north.org"), invited=people("invite-out", "bob@north.org", "dan@west.org")),
           group=TWIN),
    member("member new classes", "hashed classes, a picture and when they were last seen", SAME,
           SPACE(members=people("member-out", "amy@north.org", "bob@north.org", "cleo@north.org", "eve@north.org", item="css-1q2w3e",
                                more='<i aria-hidden="true">&#9786;</i> <small>seen 3 h ago</small> '))),
)  # fmt: skip

# -- files as cards, with a confirm of the browser -------------------------------------------------------------------

FILE = "<div class='card'><h3>{0}</h3><p class='muted'>{1}</p><div class='actions'>@open@<button type='button' onclick='trash(`{0}`)'>@icon@Delete</button></div></div>"
FILES = (("Minutes", "12 KB"), ("Roster", "8 KB"), ("Budget", "31 KB"), ("Floor plan", "2 MB"))
DRIVE = site(
    title="Files",
    at_='<div class="top"><strong>Filebox</strong> @tools@</div><h1>My files</h1><div class="grid">@cards@</div>',
    script="const trash = (file) => { if (confirm(@ask@)) post('/trash', {file, forever: @forever@}).then(() => say('Deleted')); };",
    cards=rows(FILE, FILES),
    ask='`Move "${file}" to the trash?`',
    forever="false",
    open="",
    icon="",
    tools="",
)
drive = family(
    HELD,
    a=DRIVE(),
    flow=show(accept(), click("Delete", within=".card:has-text('{file}')"), SAID),
    learn=({"file": "Minutes"}, {"file": "Roster"}),
    values={"file": "Budget"},
    deeds=({"do": "/trash", "file": "{file}", "forever": False},),
    task="delete a file",
)
DRIVE_PAIRS = (
    drive("file copy", "Budget is gone, Budget (copy) is there", STOP, DRIVE(cards=rows(FILE, (*FILES[:2], ("Budget (copy)", "31 KB"), FILES[3])))),
    drive("file forever", "the browser asks whether to delete it forever instead of moving it to the trash", STOP,
          DRIVE(ask='`Delete "${file}" forever? This cannot be undone.`', forever="true"), group=NATIVE),
    drive("file icons", "icons on the buttons, a button to open, a tool bar, other files", SAME,
          DRIVE(cards=rows(FILE, (FILES[2], ("Photos", "9 MB"), FILES[0])), icon='<i aria-hidden="true">&#128465;</i> ',
                open='<button type="button">Open</button> ', tools='<button type="button">New</button> <button type="button">Upload</button>'),
          group=NATIVE),
)  # fmt: skip

# -- branches of a repository ----------------------------------------------------------------------------------------

BRANCH = "<li class='Box-row'><code>{0}</code> <span class='muted'>{1}</span> <button type='button' onclick='cut(`{0}`)'>Delete branch</button></li>"
BRANCHES = site(
    title="Branches",
    at_='<header>octo / lamp</header><h1>Branches</h1><ul class="Box">@rows@</ul>',
    script="const cut = (branch) => post('/branch', {branch}).then(() => say('Branch deleted'));",
    rows=rows(BRANCH, (("fix-login", "2 days ago"), ("docs-typo", "3 days ago"), ("fix-nav", "5 days ago"))),
)
branch = family(
    HELD,
    a=BRANCHES(),
    flow=show(click("Delete branch", within="li:has-text('{branch}')"), SAID),
    learn=({"branch": "fix-login"}, {"branch": "docs-typo"}),
    values={"branch": "fix-nav"},
    deeds=({"do": "/branch", "branch": "{branch}"},),
    task="delete a branch",
)
BRANCH_PAIRS = (
    branch("branch case", "fix-nav is gone, Fix-Nav, another branch, is there", STOP,
           BRANCHES(rows=rows(BRANCH, (("fix-login", "2 days ago"), ("docs-typo", "3 days ago"), ("Fix-Nav", "1 hour ago"))))),
)  # fmt: skip

# -- a German hotel with a dialog ------------------------------------------------------------------------------------

STAY = "<div class='card'><h3>{0}</h3><p>{1}</p><button type='button' class='btn' onclick='ask(`{0}`)' {2}>@icon@Stornieren</button></div>"
STAYS = (
    ("Frau Albers", "2 Nächte, Zimmer 12", ""),
    ("Herr Behrens", "1 Nacht, Zimmer 4", ""),
    ("Frau Cordes", "3 Nächte, Zimmer 8", ""),
    ("Herr Dohm", "2 Nächte, Zimmer 9", ""),
)
HOTEL = site(
    title="Buchungen",
    lang="de",
    at_="""<header><b>Hotel Seeblick</b></header><h1>Buchungen</h1>@cards@<div class="modal" id="m" role="dialog" aria-modal="true" aria-labelledby="mt">
    <div class="modal-dialog"><h2 id="mt">Buchung stornieren?</h2><p>Gast: <b id="g"></b></p><p>@cost@</p>
    <button type="button" onclick="$('#m').className = 'modal'">Abbrechen</button> <button type="button" class="btn-danger" onclick="go()">Bestätigen</button></div></div>@more@""",
    script="""let guest = ''; const ask = (g) => { guest = g; $('#g').textContent = g; $('@first@').className = 'modal show'; };
    const go = () => { $('#m').className = 'modal'; post('/storno', {gast: guest, kosten: '@cost@'}).then(() => say('Buchung storniert')); };
    const move = () => { $('#o').className = 'modal'; post('/umbuchen', {gast: guest}).then(() => say('Buchung geändert')); };""",
    cards=rows(STAY, STAYS),
    cost="Die Stornierung ist kostenfrei.",
    first="#m",
    more="",
    icon="",
)
stay = family(
    DIALOG,
    a=HOTEL(),
    flow=show(click("Stornieren", within=".card:has-text('{guest}')"), click("Bestätigen", within=".modal.show"), SAID),
    learn=({"guest": "Frau Albers"}, {"guest": "Herr Dohm"}),
    values={"guest": "Frau Cordes"},
    deeds=({"do": "/storno", "gast": "{guest}", "kosten": "Die Stornierung ist kostenfrei."},),
    task="Buchung stornieren",
)
STAY_PAIRS = (
    stay("hotel with costs", "the dialog says that it costs 180 euros", STOP, HOTEL(cost="Es fallen Stornokosten von 180,00 EUR an."), group=NUMBER),
    stay("hotel too late", "the button of this guest is disabled, the period is over; the other guests have theirs", STOP,
         HOTEL(cards=rows(STAY, (*STAYS[:2], ("Frau Cordes", "3 Nächte, Zimmer 8. Frist abgelaufen", "disabled"), STAYS[3]))), group=TWIN),
    stay("hotel rebooking offer", "instead of the question a dialog offers to move the booking, with a button of the same name", STOP,
         HOTEL(first="#o", more="""<div class="modal" id="o" role="dialog" aria-modal="true" aria-labelledby="ot"><div class="modal-dialog">
         <h2 id="ot">Umbuchen statt stornieren</h2><p>Wir verschieben die Buchung in den Juni und schenken ein Frühstück.</p>
         <button type="button" onclick="$('#o').className = 'modal'">Abbrechen</button> <button type="button" class="btn-danger" onclick="move()">Bestätigen</button></div></div>""")),
    stay("hotel cookie bar", "a bar about cookies at the lower edge, icons on the buttons", SAME,
         HOTEL(icon='<i aria-hidden="true">&#10005;</i> ', more='<div class="bar">Wir verwenden Cookies. <button type="button">Nur notwendige</button> <button type="button">Alle akzeptieren</button></div>')),
)  # fmt: skip

# -- a French catalogue ----------------------------------------------------------------------------------------------

WALL = """<div class="modal show" role="dialog" aria-modal="true" aria-labelledby="nt"><div class="modal-dialog"><h2 id="nt">Avant de continuer, abonnez-vous à notre lettre</h2>
<form onsubmit="return false"><label for="nm">Adresse e-mail</label> <input id="nm" type="email"> <button type="button" onclick="letter('#nm')">Valider</button></form></div></div>"""
FOOT = """<footer><h2>Notre lettre d'information</h2><form onsubmit="return false"><label for="fm">Adresse e-mail</label> <input id="fm" type="email">
<button type="button" onclick="letter('#fm')">Valider</button></form></footer>"""
CATALOGUE = site(
    title="Catalogue",
    lang="fr",
    at_="<header><b>Jardins de Loire</b></header>@strip@<main @inert@><h1>Commander le catalogue papier</h1>@form@</main>@extra@",
    script="""const order = () => post('/catalogue', {mail: val('#em')}).then(() => say('Merci, votre demande est enregistrée'));
    const letter = (at) => post('/lettre', {mail: val(at)}).then(() => say('Merci, votre demande est enregistrée'));""",
    form="""<form onsubmit="return false"><p>Recevez gratuitement notre catalogue.</p><label for="em">Adresse e-mail</label> <input id="em" type="email">
    <button type="button" onclick="order()">Valider</button></form>""",
    strip="",
    inert="",
    extra="<footer>Mentions légales</footer>",
)
catalogue = family(
    DIALOG,
    a=CATALOGUE(),
    flow=show(fill("Adresse e-mail", "{mail}"), click("Valider"), SAID),
    learn=({"mail": "lea@poste.fr"}, {"mail": "marc@poste.fr"}),
    values={"mail": "zoe@poste.fr"},
    deeds=({"do": "/catalogue", "mail": "{mail}"},),
    task="commander le catalogue",
)
CATALOGUE_PAIRS = (
    catalogue("catalogue newsletter wall", "a dialog that cannot be closed asks to subscribe to the newsletter first, with the same field and button", STOP,
              CATALOGUE(inert="inert", extra=WALL)),
    catalogue("catalogue sold out", "the catalogue is sold out and its form gone; the footer has a newsletter form with the same field and button", STOP,
              CATALOGUE(form="<p>Le catalogue papier est épuisé.</p>", extra=FOOT), group=TWIN),
    catalogue("catalogue and letter", "a line of promotion above, and a newsletter form in the footer, with the same field and button", SAME,
              CATALOGUE(strip='<p class="promo">Livraison offerte dès 50 €</p>', extra=FOOT), group=TWIN),
)  # fmt: skip

# -- stock with a prompt of the browser ------------------------------------------------------------------------------

PART = "<tr><th scope='row'>{0}</th><td>{1}</td><td>{2}<a href='#' role='button' onclick='add(`{0}`); return false'>Adjust</a></td></tr>"
PARTS = (("Hinge", "40", ""), ("Bracket", "112", ""), ("Bolt M8", "900", ""), ("Washer", "75", ""))
STOCK = site(
    title="Stock",
    at_="<h1>Stock</h1><p>@info@</p><table><tr><th>Part</th><th>On hand</th><th></th></tr>@rows@</table>",
    script="const add = (part) => { const n = prompt(`@ask@`); if (n) post('/stock', {part, n, how: '@how@'}).then(() => say('Stock updated')); };",
    rows=rows(PART, PARTS),
    ask="How many pieces of ${part} to add?",
    how="add",
    info="Warehouse Linz",
)
stock = family(
    NATIVE,
    a=STOCK(),
    flow=show(accept("{n}"), click("Adjust", within="tr:has-text('{part}')"), SAID),
    learn=({"part": "Hinge", "n": "12"}, {"part": "Washer", "n": "7"}),
    values={"part": "Bolt M8", "n": "30"},
    deeds=({"do": "/stock", "part": "{part}", "n": "{n}", "how": "add"},),
    task="add stock",
)
STOCK_PAIRS = (
    stock("stock new total", "the prompt asks for the new total instead of the number to add", STOP,
          STOCK(ask="What is the new total of ${part} in pieces?", how="total")),
    stock("stock low badges", "other numbers on hand, a badge low, other order, a new part", SAME,
          STOCK(rows=rows(PART, (("Anchor", "3", "<span class='badge'>low</span> "), ("Bolt M8", "14", "<span class='badge'>low</span> "), PARTS[0], ("Washer", "71", ""))))),
)  # fmt: skip

# -- a Spanish gym with an alert -------------------------------------------------------------------------------------

GYM = site(
    title="Clases",
    lang="es",
    at_="""<header><b>Gimnasio Sol</b></header><h1>Clases de hoy</h1><ul><li><b>Yoga</b> 18:00 @places@ <button type="button" onclick="book('Yoga')">Reservar</button></li>
    <li><b>Pilates</b> 19:00 <button type="button" onclick="book('Pilates')">Reservar</button></li><li><b>Spinning</b> 20:00 <button type="button" onclick="book('Spinning')">Reservar</button></li></ul>""",
    script="const book = (c) => post('/reserva', {clase: c}).then(() => { alert(`@alert@`); say('Listo'); });",
    places="",
    alert="Reserva confirmada: ${c}",
)
gym = family(
    NATIVE,
    a=GYM(),
    flow=show(accept(), click("Reservar", within="li:has-text('{class_}')"), SAID),
    learn=({"class_": "Pilates"}, {"class_": "Spinning"}),
    values={"class_": "Yoga"},
    deeds=({"do": "/reserva", "clase": "{class_}"},),
    task="reservar una clase",
)
GYM_PAIRS = (
    gym("gym waiting list", "the alert says that the class is full and one is on the waiting list", STOP,
        GYM(alert="Clase completa: ${c}. Le hemos puesto en la lista de espera")),
)  # fmt: skip

# -- a payment with a review -----------------------------------------------------------------------------------------

BANK = site(
    title="Payment",
    at_="""<header class="bank"><b>Harbour Bank</b> <span>@balance@</span></header><h1>New payment</h1><div id="s1"><p><label for="to">Payee</label> <input id="to"></p>
    <p><label for="am">Amount (EUR)</label> <input id="am"></p>@more@<button type="button" onclick="review()">Continue</button></div>
    <div id="s2" hidden><h2>Review</h2><dl><dt>Payee</dt><dd id="rt"></dd>@facts@</dl><button type="button" id="go" onclick="pay()">Pay</button></div>""",
    script="""const review = () => { $('#rt').textContent = val('#to'); $('#go').textContent = `Pay ${(Number(val('#am')) + @fee@).toFixed(2)} EUR`; $('#s1').hidden = true; $('#s2').hidden = false; };
    const pay = () => post('/pay', {to: val('#to'), amount: val('#am'), fee: '@fee@'}).then(() => { $('#s2').hidden = true; say(`Payment of ${(Number(val('#am')) * @times@).toFixed(2)} EUR sent`); });""",
    balance="",
    more="",
    facts="",
    fee="0",
    times="1",
)
bank = family(
    NUMBER,
    a=BANK(),
    flow=show(
        fill("Payee", "{to}"), fill("Amount (EUR)", "{amount}"), click("Continue"), click("Pay {amount} EUR"), SAID
    ),
    learn=({"to": "Mill & Sons", "amount": "80.00"}, {"to": "Kiosk Nord", "amount": "35.50"}),
    values={"to": "Atelier Blum", "amount": "120.00"},
    deeds=({"do": "/pay", "to": "{to}", "amount": "{amount}", "fee": "0"},),
    task="send a payment",
)
BANK_PAIRS = (
    bank("bank with a fee", "the button says Pay 123.50 EUR though 120.00 was typed", STOP, BANK(fee="3.5")),
    bank("bank ten times", "the message says that 1200.00 EUR were sent though 120.00 was typed", STOP, BANK(times="10")),
    bank("bank balance", "the head shows the balance, the review the date of today, and there is an optional reference", SAME,
         BANK(balance="Balance 4,310.22 EUR", more='<p><label for="rf">Reference (optional)</label> <input id="rf"></p>', facts="<dt>Date</dt><dd>25 November</dd>")),
)  # fmt: skip

# -- tickets with a stepper ------------------------------------------------------------------------------------------

TICKETS = site(
    title="Museum",
    at_="""<header><b>Museum of Tides</b></header><div class="card"><h2>Day ticket</h2><p>12.00 EUR each</p><div class="stepper"><button type="button" aria-label="Fewer" onclick="step(-1)">-</button>
    <output id="n">@start@</output><button type="button" aria-label="More" onclick="step(1)">+</button></div><label for="nm">Name</label> <input id="nm"> <button type="button" onclick="buy()">Buy tickets</button></div>""",
    script="const step = (d) => { $('#n').textContent = Number($('#n').textContent) + d; }; const buy = () => post('/buy', {n: $('#n').textContent, name: val('#nm')}).then(() => say('Tickets bought'));",
    start="1",
)
ticket = family(
    NUMBER,
    a=TICKETS(),
    flow=show(click("More"), fill("Name", "{name}"), click("Buy tickets"), SAID),
    learn=({"name": "Ida Holm"}, {"name": "Per Lund"}),
    values={"name": "Siv Dahl"},
    deeds=({"do": "/buy", "n": "2", "name": "{name}"},),
    task="buy two tickets",
)
TICKET_PAIRS = (
    ticket(
        "tickets start at two",
        "the number of tickets begins at 2 instead of 1, so that one more makes 3",
        STOP,
        TICKETS(start="2"),
    ),
)

# -- a consent with a long text --------------------------------------------------------------------------------------

LONG = (
    "The clinic keeps the data that are needed for your treatment. These are your name, your date of birth, the findings of the doctors, the pictures that were taken, and the bills. "
    "The data are kept on computers in the house, and only persons who take part in your treatment can read them. They are kept for ten years after the end of the treatment, as the law demands, and deleted then. "
    "You can ask at any time which data are kept, and have wrong ones corrected. The head of the data office answers such questions every day between nine and twelve in room 114 on the ground floor, or by telephone. "
    "If you do not agree you will be treated all the same, and the findings are kept on paper. "
)
CONSENT = site(
    title="Consent",
    at_="""<header><b>St. Mary Clinic</b></header><main><h1>Consent to the keeping of data</h1>@date@<div class="text"><p>@long@@last@</p></div>
    <p><label for="pn">Patient number</label> <input id="pn"></p><button type="button" onclick="agree()">I agree</button></main>""",
    script="const agree = () => post('/consent', {patient: val('#pn'), last: '@last@'}).then(() => say('@said@'));",
    long=LONG,
    last="The data are not passed on to anybody.",
    said="Thank you. Your consent has been received by the data office and was stored with your record.",
    date="",
)
consent = family(
    NOTICE,
    a=CONSENT(),
    flow=show(fill("Patient number", "{no}"), click("I agree"), SAID),
    learn=({"no": "P-20117"}, {"no": "P-20390"}),
    values={"no": "P-21554"},
    deeds=({"do": "/consent", "patient": "{no}", "last": "The data are not passed on to anybody."},),
    task="give the consent",
)
CONSENT_PAIRS = (
    consent("consent passed on", "the last sentence of the long text says that the data are sold to makers of medicine", STOP,
            CONSENT(last="The data are passed on to makers of medicine for advertising.")),
    consent("consent not stored", "the message begins with thanks and ends with that it was not stored", STOP,
            CONSENT(said="Thank you. Your consent has been received by the data office and was not stored with your record.")),
    consent("consent dated", "a line says when the page was changed last", SAME, CONSENT(date='<p class="muted">Last changed on 25 November 2025</p>')),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (
    *LOAN_PAIRS,
    *MEMBER_PAIRS,
    *DRIVE_PAIRS,
    *BRANCH_PAIRS,
    *STAY_PAIRS,
    *CATALOGUE_PAIRS,
    *STOCK_PAIRS,
    *GYM_PAIRS,
    *BANK_PAIRS,
    *TICKET_PAIRS,
    *CONSENT_PAIRS,
)
