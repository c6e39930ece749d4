"""Pay slips, books, addresses, invoices, events and orders: redesigns, releases, data and faults, written without a look at the plugin."""

from __future__ import annotations

from .acts import click, fill, framed, in_frame, press, show, tap, type_into
from .everyday import (
    AUDIENCE,
    LABEL,
    PRESET,
    SAID,
    SCOPE,
    SHADOW,
    STATE,
    SUGGEST,
    TOGGLE,
    rows,
    site,
)
from .pair import SAME, STOP, Pair, family

# -- bookkeeping in a frame, like SAP --------------------------------------------------------------------------------

LEDGER = site(
    title="Ledger",
    at_="""<div class="shell"><span>Ledger 4</span> <label for="co">Company</label> <select id="co">@companies@</select> @news@</div>
    <iframe name="work" title="Posting" src="/work" width="700" height="260"></iframe>""",
    at_work="""<div class="urForm"><h2>Enter document</h2>@kind@<table class="urLayout"><tr><td><label for="no">Document no.</label></td><td><input id="no"></td></tr>
    <tr><td><label for="am">Amount</label></td><td><input id="am"></td></tr>@more@</table><button type="button" class="urBtn"
    onclick="post('/book', {no: val('#no'), amount: val('#am'), kind: val('[name=k]:checked'), company: parent.document.getElementById('co').value}).then(() => { parent.document.querySelector('[role=status]').textContent = 'Document posted'; })">Post</button></div>""",
    companies="<option selected>1000 Weber AG</option><option>2000 Weber Logistik</option>",
    kind='<p><label><input type="radio" name="k" value="invoice" checked> Invoice</label> <label><input type="radio" name="k" value="credit"> Credit note</label></p>',
    news="",
    more="",
)
ledger = family(
    PRESET,
    a=LEDGER(),
    flow=show(
        in_frame("iframe", "Document no.", "{no}"),
        in_frame("iframe", "Amount", "{amount}"),
        framed("iframe", "Post"),
        SAID,
    ),
    learn=({"no": "19004711", "amount": "340.00"}, {"no": "19004802", "amount": "87.20"}),
    values={"no": "19005120", "amount": "1450.00"},
    deeds=({"do": "/book", "no": "{no}", "amount": "{amount}", "kind": "invoice", "company": "1000 Weber AG"},),
    task="post an invoice",
)
LEDGER_PAIRS = (
    ledger("ledger other company", "the list of companies in the head stands at another company", STOP,
           LEDGER(companies="<option>1000 Weber AG</option><option selected>2000 Weber Logistik</option>")),
    ledger("ledger credit note", "the checked kind is credit note instead of invoice", STOP,
           LEDGER(kind='<p><label><input type="radio" name="k" value="invoice"> Invoice</label> <label><input type="radio" name="k" value="credit" checked> Credit note</label></p>')),
    ledger("ledger more companies", "the list has more companies, the head has news, the form an optional text", SAME,
           LEDGER(companies="<option>0900 Weber Holding</option><option selected>1000 Weber AG</option><option>2000 Weber Logistik</option>",
                  news="<a href='#'>News (3)</a>", more='<tr><td><label for="tx">Text (optional)</label></td><td><input id="tx"></td></tr>')),
)  # fmt: skip

# -- a reply in a drawer ---------------------------------------------------------------------------------------------

REPLY = site(
    title="Mail",
    at_="""<header><b>Postbox</b></header><aside class="drawer card"><h2>Reply</h2><div>To: <span class="chip">@to@</span></div>@tools@
    <div class="edit" contenteditable="true" role="textbox" aria-multiline="true" aria-label="Text"></div><button type="button" onclick="go()">Send</button></aside>""",
    script="const go = () => post('/mail', {to: $('.chip').dataset.to || $('.chip').textContent, text: $('.edit').innerText}).then(() => say('Sent'));",
    to="Lena Vogt",
    tools="",
)
reply = family(
    AUDIENCE,
    a=REPLY(),
    flow=show(fill("Text", "{text}"), click("Send"), SAID),
    learn=({"text": "Thanks, see you Monday"}, {"text": "I will bring the keys"}),
    values={"text": "My salary is fine like this"},
    deeds=({"do": "/mail", "to": "Lena Vogt", "text": "{text}"},),
    task="reply to Lena Vogt",
)
REPLY_PAIRS = (
    reply("reply to all staff", "the reply is addressed to all staff instead of Lena Vogt", STOP, REPLY(to="All staff (214)")),
    reply("reply tool bar", "a tool bar for bold and italic text, and a picture beside the name", SAME,
          REPLY(tools='<div role="toolbar"><button type="button" aria-label="Bold">B</button><button type="button" aria-label="Italic">I</button></div><i aria-hidden="true">&#9786;</i>')),
)  # fmt: skip

# -- a profile, a flight, a date, an address -------------------------------------------------------------------------

PROFILE = site(
    title="Profile",
    at_="""<header><b>Portal</b></header><h1>@head@</h1><form onsubmit="return false"><p><label for="em">New e-mail</label> <input id="em"></p>
    <p><label for="pw">@label@</label> <input id="pw" type="password"></p><button type="button" onclick="go()">Save</button></form>""",
    script="const go = () => post('/profile', {mail: val('#em'), @key@: val('#pw')}).then(() => say('Profile saved'));",
    head="Change your e-mail",
    label="Password",
    key="confirm",
)
profile = family(
    LABEL,
    a=PROFILE(),
    flow=show(fill("New e-mail", "{mail}"), fill("Password", "{pw}"), click("Save"), SAID),
    learn=({"mail": "ulf@mail.se", "pw": "elk-9-moss"}, {"mail": "siri@mail.se", "pw": "bay-4-reed"}),
    values={"mail": "tove@mail.se", "pw": "fir-3-cone"},
    secrets=("pw",),
    deeds=({"do": "/profile", "mail": "{mail}", "confirm": "{pw}"},),
    task="change the e-mail",
)
FLIGHT = site(
    title="Flights",
    at_="""<header><b>Skyhop</b></header>@promo@<h1>Find and hold a flight</h1><form onsubmit="return false"><div class="field"><label for="f1">@one@</label><input id="f1"></div>
    <div class="field"><label for="f2">@two@</label><input id="f2"></div><button type="button" onclick="go()">Hold</button></form>""",
    script="const go = () => { const of = {'@one@': val('#f1'), '@two@': val('#f2')}; post('/hold', {from: of.From, to: of.To}).then(() => say('Flight held')); };",
    one="From",
    two="To",
    promo="",
)
flight = family(
    LABEL,
    a=FLIGHT(),
    flow=show(fill("From", "{start}"), fill("To", "{goal}"), click("Hold"), SAID),
    learn=({"start": "Oslo", "goal": "Rome"}, {"start": "Porto", "goal": "Riga"}),
    values={"start": "Bern", "goal": "Cork"},
    deeds=({"do": "/hold", "from": "{start}", "to": "{goal}"},),
    task="hold a flight",
)
VISIT = site(
    title="Dentist",
    at_="""<header><b>Dr. Grant</b></header><h1>Ask for a visit</h1><p><label for="nm">Name</label> <input id="nm"></p><p><label for="d">Date</label> <input id="d" placeholder="@form@">
    <small class="muted">@form@</small></p><button type="button" onclick="go()">Ask for a visit</button>""",
    script="const go = () => { const [x, y, z] = val('#d').split('/'); post('/visit', {name: val('#nm'), day: @day@}).then(() => say('We will call you')); };",
    form="DD/MM/YYYY",
    day="[z, y, x].join('-')",
)
visit = family(
    LABEL,
    a=VISIT(),
    flow=show(fill("Name", "{name}"), fill("Date", "{date}"), click("Ask for a visit"), SAID),
    learn=({"name": "Joan Pell", "date": "03/06/2031"}, {"name": "Hal Moss", "date": "11/02/2031"}),
    values={"name": "Fay Lund", "date": "04/05/2031"},
    deeds=({"do": "/visit", "name": "{name}", "day": "2031-05-04"},),
    task="ask for a visit",
)
VISIT_LEARN = ({"name": "Joan Pell", "date": "04/05/2031"}, {"name": "Hal Moss", "date": "04/05/2031"})
PLACE = site(
    title="Account",
    at_="""<div class="account"><h1>My account</h1><fieldset><legend>@what@ address</legend><p><label for="st">Street</label> <input id="st"></p>
    <p><label for="ci">City</label> <input id="ci"></p></fieldset><button type="button" onclick="go()">Save address</button></div>""",
    script="const go = () => post('/address', {kind: '@what@', street: val('#st'), city: val('#ci')}).then(() => say('Address saved'));",
    what="Shipping",
)
place = family(
    LABEL,
    a=PLACE(),
    flow=show(fill("Street", "{street}"), fill("City", "{city}"), click("Save address"), SAID),
    learn=({"street": "Elm Road 4", "city": "Hull"}, {"street": "Mill Lane 12", "city": "Bath"}),
    values={"street": "Quay Street 9", "city": "York"},
    deeds=({"do": "/address", "kind": "Shipping", "street": "{street}", "city": "{city}"},),
    task="change the shipping address",
)
LABEL_PAIRS = (
    profile("profile new password", "the field that confirmed with the password is now for a new password", STOP, PROFILE(label="New password", key="newpassword", head="Change your e-mail or password")),
    flight("flight fields swapped", "the two fields have changed places, with their labels, and kept the ids of the places", SAME, FLIGHT(one="To", two="From", promo="<p class='promo'>Fly green</p>")),
    visit("visit month first", "the date is written with the month first, as hint and placeholder say", STOP, VISIT(form="MM/DD/YYYY", day="[z, x, y].join('-')"), learn=VISIT_LEARN),
    place("address for bills", "the address is the billing address, as the title of the group says", STOP, PLACE(what="Billing")),
)  # fmt: skip

# -- invoices that are paid already ----------------------------------------------------------------------------------

BILL = "<tr><td>{0}</td><td>{1}</td><td><span class='badge'>{2}</span></td><td><button type='button' onclick='pay(`{0}`)'>Pay</button></td></tr>"
BILLS = (
    ("10041", "Tannberg Ltd", "Open"),
    ("10043", "Ruiz SL", "Open"),
    ("10045", "Hansen ApS", "Open"),
    ("10052", "Cole Inc", "Open"),
)
INVOICES = site(
    title="Invoices",
    at_="<header><b>Billwise</b></header><h1>Invoices</h1><table><tr><th>No.</th><th>Supplier</th><th>State</th><th></th></tr>@rows@</table>",
    script="const pay = (no) => post('/pay', {no}).then(() => say('Payment ordered'));",
    rows=rows(BILL, BILLS),
)
bill = family(
    STATE,
    a=INVOICES(),
    flow=show(click("Pay", within="tr:has-text('{no}')"), SAID),
    learn=({"no": "10041"}, {"no": "10052"}),
    values={"no": "10045"},
    deeds=({"do": "/pay", "no": "{no}"},),
    task="pay an invoice",
)
BILL_PAIRS = (
    bill("invoice paid", "the state of the invoice is Paid, and the button is still there", STOP, INVOICES(rows=rows(BILL, (*BILLS[:2], ("10045", "Hansen ApS", "Paid"), BILLS[3])))),
    bill("invoice disputed", "the state of the invoice is Disputed, do not pay", STOP, INVOICES(rows=rows(BILL, (*BILLS[:2], ("10045", "Hansen ApS", "Disputed, do not pay"), BILLS[3])))),
)  # fmt: skip

# -- a calendar with series ------------------------------------------------------------------------------------------

ONE = '<label><input type="radio" name="sc" value="one" {0}> Only this event</label>'
ALL = '<label><input type="radio" name="sc" value="all" {0}> All events of the series</label>'
EVENTS = ("Choir", "Stand-up", "Yoga club", "Lunch")
CALENDAR = site(
    title="Calendar",
    at_="""<header><b>Agenda</b> @day@</header><div class="week">@events@</div><div id="pop" class="card" hidden><h3 id="pe"></h3><a href="#" role="button" onclick="$('#dl').className = 'modal show'; return false">Delete</a></div>
    <div id="dl" class="modal" role="dialog" aria-modal="true" aria-label="Delete repeated event"><div class="modal-dialog"><h2>@icon@Delete repeated event</h2><p>@radios@</p>
    <button type="button" onclick="$('#dl').className = 'modal'">Cancel</button> <button type="button" onclick="go()">OK</button></div></div>""",
    script="""let ev = ''; const open_ = (e) => { ev = e; $('#pe').textContent = e; $('#pop').hidden = false; };
    const go = () => { $('#dl').className = 'modal'; post('/delete', {event: ev, scope: val('[name=sc]:checked')}).then(() => say('Event deleted')); };""",
    events="".join(
        f'<div class="slot"><button type="button" class="ev" onclick="open_(\'{e}\')">{e}</button></div>'
        for e in EVENTS
    ),
    radios=ONE.format("checked") + ALL.format(""),
    day="",
    icon="",
)
event = family(
    SCOPE,
    a=CALENDAR(),
    flow=show(click("{event}"), click("Delete"), click("OK"), SAID),
    learn=({"event": "Choir"}, {"event": "Lunch"}),
    values={"event": "Yoga club"},
    deeds=({"do": "/delete", "event": "{event}", "scope": "one"},),
    task="delete one event",
)
EVENT_PAIRS = (
    event("event whole series", "the dialog has all events of the series preset instead of only this one", STOP, CALENDAR(radios=ONE.format("") + ALL.format("checked"))),
    event("event icons", "the two choices have changed places, only this event is preset as before; an icon and the date of today", SAME,
          CALENDAR(radios=ALL.format("") + ONE.format("checked"), icon='<i aria-hidden="true">&#128465;</i> ', day="<span>Tuesday, 25 November</span>")),
)  # fmt: skip

# -- stars -----------------------------------------------------------------------------------------------------------

STAR = "<li class='repo'><a href='#'>{0}</a> <button type='button' class='star' aria-label='Star' aria-pressed='{2}' onclick='star(this, `{0}`)'>Star <span class='count'>{1}</span></button></li>"
STARS = (("lamp", "214", "false"), ("heron", "18", "false"), ("quill", "903", "false"), ("tundra", "55", "false"))
REPOS = site(
    title="Explore",
    at_="<header><b>Codeyard</b></header><h1>Explore</h1><ul>@rows@</ul>",
    script="""const star = (b, repo) => { const on = b.getAttribute('aria-pressed') !== 'true'; b.setAttribute('aria-pressed', on);
    post('/star', {repo, on}).then(() => say('Saved')); };""",
    rows=rows(STAR, STARS),
)
starred = family(
    TOGGLE,
    a=REPOS(),
    flow=show(tap(".repo:has-text('{repo}') .star"), SAID),
    learn=({"repo": "lamp"}, {"repo": "heron"}),
    values={"repo": "quill"},
    deeds=({"do": "/star", "repo": "{repo}", "on": True},),
    task="star a repository",
)
STAR_PAIRS = (
    starred("star already", "the repository has the star already, so that the click takes it away", STOP, REPOS(rows=rows(STAR, (*STARS[:2], ("quill", "904", "true"), STARS[3])))),
    starred("star counts", "other numbers of stars and another order", SAME, REPOS(rows=rows(STAR, (("quill", "1.2k", "false"), ("tundra", "61", "false"), ("lamp", "230", "false"), ("heron", "19", "false"))))),
)  # fmt: skip

# -- a donation in a shadow tree -------------------------------------------------------------------------------------

DONATE = site(
    title="Donate",
    at_="<header><b>Sea Rescue</b></header><h1>Help us</h1><main>@boxes@</main>",
    script="""customElements.define('donate-box', class extends HTMLElement { connectedCallback() { const every = this.getAttribute('every');
    const root = this.attachShadow({mode: 'open'}); root.innerHTML = `<section><h2>${every === 'once' ? 'Give once' : 'Give every month'}</h2><label>Amount <input></label> <button type="button">Donate</button></section>`;
    root.querySelector('button').onclick = () => post('/donate', {amount: root.querySelector('input').value, every}).then(() => say('Thank you')); } });""",
    boxes='<donate-box every="once"></donate-box>',
)
donate = family(
    SHADOW,
    a=DONATE(),
    flow=show(fill("Amount", "{amount}"), click("Donate"), SAID),
    learn=({"amount": "20"}, {"amount": "75"}),
    values={"amount": "40"},
    deeds=({"do": "/donate", "amount": "{amount}", "every": "once"},),
    task="give once",
)
DONATE_PAIRS = (
    donate("donate monthly", "the box says Give every month instead of Give once", STOP, DONATE(boxes='<donate-box every="month"></donate-box>')),
    donate("donate two boxes", "a second box, Give every month, stands before the one that says Give once", SAME,
           DONATE(boxes='<div class="cols"><donate-box every="month"></donate-box><donate-box every="once"></donate-box></div>')),
)  # fmt: skip

# -- a suggestion taken with Enter -----------------------------------------------------------------------------------

ASSIGN = site(
    title="Issue",
    at_="""<header><b>Tracker</b></header><h1>Issue 118: lamp flickers</h1><label for="as">Assignee</label> <input id="as" autocomplete="off" oninput="hint()" onkeydown="if (event.key === 'Enter') take()"><div id="sg" class="menu"></div>""",
    script="""const all = @people@; const hint = () => { $('#sg').innerHTML = all.filter((n) => n.startsWith(val('#as'))).map((n, i) => `<div class="opt" data-on="${!i}">${n}</div>`).join(''); };
    const take = () => { const o = $('.opt'); if (o) post('/assign', {who: o.textContent}).then(() => { $('#sg').innerHTML = ''; $('#as').value = o.textContent; say('Assigned'); }); };""",
    people="['Anna Berg', 'Carl Dahl', 'Eli Frost']",
)
assign = family(
    SUGGEST,
    a=ASSIGN(),
    flow=show(type_into("Assignee", "{who}"), press("#as", "Enter"), SAID),
    learn=({"who": "Carl Dahl"}, {"who": "Eli Frost"}),
    values={"who": "Anna Berg"},
    deeds=({"do": "/assign", "who": "{who}"},),
    task="assign the issue",
)
ASSIGN_PAIRS = (
    assign(
        "assign longer name",
        "Anna Berg is gone, the only suggestion, which Enter takes, is Anna Bergmann",
        STOP,
        ASSIGN(people="['Anna Bergmann', 'Carl Dahl', 'Eli Frost']"),
    ),
)

# -- a Chinese order -------------------------------------------------------------------------------------------------


def addresses(chosen: str) -> str:
    """Return the addresses, one of them chosen."""
    return "".join(
        f'<label class="card"><input type="radio" name="ad" value="{key}" {"checked" if key == chosen else ""}> {text}</label>'
        for key, text in (("home", "家:上海市徐汇区漕溪路18号"), ("office", "公司:北京市海淀区中关村大街5号"))
    )


SHOP = site(
    title="确认订单",
    lang="zh",
    at_="""<header><b>好货商城</b> @promo@</header><h1>确认订单</h1><h2>收货地址</h2><div>@ads@</div><h2>商品</h2><p>绿茶 250克 ¥68.00</p>
    <p><label for="qt">数量</label> <input id="qt" size="4"></p>@more@<button type="button" onclick="go()">提交订单</button>""",
    script="const go = () => post('/order', {n: val('#qt'), to: val('[name=ad]:checked')}).then(() => say('订单已提交'));",
    ads=addresses("home"),
    promo="",
    more="",
)
shop = family(
    PRESET,
    a=SHOP(),
    flow=show(fill("数量", "{n}"), click("提交订单"), SAID),
    learn=({"n": "2"}, {"n": "5"}),
    values={"n": "3"},
    deeds=({"do": "/order", "n": "{n}", "to": "home"},),
    task="提交订单",
)
SHOP_PAIRS = (
    shop("order to office", "the chosen address is the office in Beijing instead of the home in Shanghai", STOP, SHOP(ads=addresses("office"))),
    shop("order promo", "a line of promotion, and an optional remark for the seller", SAME,
         SHOP(promo='<span class="badge">双十二预热</span>', more='<p><label for="rm">买家留言(选填)</label> <input id="rm"></p>')),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (
    *LEDGER_PAIRS,
    *REPLY_PAIRS,
    *LABEL_PAIRS,
    *BILL_PAIRS,
    *EVENT_PAIRS,
    *STAR_PAIRS,
    *DONATE_PAIRS,
    *ASSIGN_PAIRS,
    *SHOP_PAIRS,
)
