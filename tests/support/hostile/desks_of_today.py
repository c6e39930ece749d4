"""Palettes, split buttons, boards, toggles of a plan, toasts and confirmations that web applications of these years draw."""

from __future__ import annotations

from .acts import click, fill, press, show, tap
from .everyday import SAID, site
from .pair import EITHER, SAME, STOP, App, family

PALETTES, MERGES, BOARDS, PLANS, TRAYS, WALLETS, CHARTS = (
    "today palettes",
    "today merges",
    "today boards",
    "today plans",
    "today trays",
    "today wallets",
    "today charts",
)

# -- a command palette -------------------------------------------------------------------------------------------------

PALETTE = site(
    title="Linea",
    at_="""<header><b>Linea</b> <button type="button" aria-haspopup="dialog" onclick="openIt()">Search or run a command</button></header>@top@<main><h1>LIN-12 Login fails</h1></main>
    <dialog id="pal" aria-label="Commands"><input id="cmd" role="combobox" aria-controls="hits" aria-expanded="true" aria-label="Command" autocomplete="off" oninput="draw()" onkeydown="if (event.key === 'Enter') { event.preventDefault(); run(); }">
    <ul id="hits" role="listbox" aria-label="Results" style="list-style:none"></ul></dialog>""",
    script="""const PEOPLE = ['Kim Ott', 'Ida Moss', 'Jon Falk']; let at = 0; let hits = [];
    const openIt = () => { $('#pal').showModal(); $('#cmd').value = ''; draw(); $('#cmd').focus(); };
    const all = (q) => { const own = PEOPLE.map((p) => ({text: 'Assign to ' + p, path: '/assign', who: p})); return [@before@...own, @after@].filter((h) => h.text.toLowerCase().includes(q)); };
    const draw = () => { const q = val('#cmd').toLowerCase(); hits = all(q); at = @at@; $('#hits').innerHTML = hits.map((h, i) => `<li role="option" aria-selected="${i === at}" onclick="at = ${i}; run()">@entry@</li>`).join(''); };
    const run = () => { const h = hits[at]; if (!h) return; $('#pal').close(); post(h.path, {issue: 'LIN-12', who: h.who}).then(() => say('Done')); };""",
    top="",
    before="",
    after="{text: 'Copy link', path: '/copy', who: ''},",
    entry="${h.text}",
    at="0",
)
palette = family(
    PALETTES,
    a=PALETTE(),
    flow=show(click("Search or run a command"), fill("Command", "Assign to {who}"), press("#cmd", "Enter"), SAID),
    learn=({"who": "Ida Moss"}, {"who": "Jon Falk"}),
    values={"who": "Kim Ott"},
    deeds=({"do": "/assign", "issue": "LIN-12", "who": "{who}"},),
    task="assign the issue",
)
PALETTE_PAIRS = (
    palette("close as well", "a command that assigns and closes ranks before the one that assigns", STOP,
            PALETTE(before="...PEOPLE.map((p) => ({text: 'Assign to ' + p + ' and close', path: '/assign-and-close', who: p})),")),
    palette("reassign before", "a command for all issues ranks before it: Reassign to", STOP,
            PALETTE(before="...PEOPLE.map((p) => ({text: 'Reassign to ' + p + ': all issues', path: '/reassign', who: p})),")),
    palette("second entry is lit", "the entry that was used last is highlighted, not the first one", STOP,
            PALETTE(at="hits.length - 1", after="{text: 'Assign to Kim Ott (contractor)', path: '/assign', who: 'Kim Ott (contractor)'},")),
    palette("with keys", "each entry shows its shortcut, and the dialog is led by a line of help", SAME,
            PALETTE(entry="<span>${h.text}</span> <kbd>${i + 1}</kbd>", top="<p class=muted>Press Ctrl+K at any time</p>")),
    palette("with recent ones", "a group of recent commands stands above until something is typed", SAME,
            PALETTE(before="...(q ? [] : [{text: 'Open settings', path: '/settings', who: ''}]),")),
)  # fmt: skip

# -- a split button ----------------------------------------------------------------------------------------------------

MERGE = site(
    title="Forge",
    at_="""<header><b>forge</b> / api</header><main><h1>Fix the login <small>#41</small></h1><p>ann wants to merge 3 commits into <code>@base@</code> from <code>login-fix</code></p>@checks@
    <label for="t">Commit title</label> <input id="t"> <div class="btn-group"><button type="button" class="btn" onclick="go()">@name@</button><button type="button" class="btn dropdown-toggle" aria-label="Choose a way" aria-haspopup="menu" onclick="$('#ways').hidden = !$('#ways').hidden"></button></div>
    <div id="ways" role="menu" hidden>@ways@</div>@below@</main>""",
    script="let way = '@way@'; @start@ const go = () => post('/merge', {into: '@base@', way, title: val('#t')}).then(() => say('Merged'));",
    name="Merge",
    base="main",
    checks="<p>All checks have passed</p>",
    ways="<button role='menuitem'>Create a merge commit</button><button role='menuitem'>Squash and merge</button>",
    below="",
    way="merge",
    start="",
)
merge = family(
    MERGES,
    a=MERGE(),
    flow=show(fill("Commit title", "{title}"), click("Merge"), SAID),
    learn=({"title": "Fix login"}, {"title": "Repair login"}),
    values={"title": "Mend login"},
    deeds=({"do": "/merge", "into": "main", "way": "merge", "title": "{title}"},),
    task="merge the request",
)
MERGE_PAIRS = (
    merge("squash is remembered", "the button says Squash and merge: the way that was used last is kept", STOP, MERGE(name="Squash and merge", way="squash")),
    merge("into release", "the request goes into the release branch now", STOP, MERGE(base="release/4.2")),
    merge("checks failed", "the line says that two checks have failed, merging overrides them", STOP,
          MERGE(checks="<p>2 checks have failed. Merging now bypasses the branch rules.</p>", way="bypass")),
    merge("auto-merge", "the button keeps its name; a line says it only enables auto-merge when checks pass", STOP,
          MERGE(checks="<p>Checks are running. The request will be merged automatically when they pass.</p>", way="auto")),
    merge("menu of radio items", "the ways are radio items with a tick, in another order", SAME,
          MERGE(ways="<button role='menuitemradio' aria-checked='false'>Squash and merge</button><button role='menuitemradio' aria-checked='true'>Create a merge commit</button>")),
    merge("icon in the button", "the button has an icon, and the checks a green tick", SAME,
          MERGE(name="<svg width=10 height=10 aria-hidden=true><circle r=4 cx=5 cy=5 /></svg> Merge", checks="<p>✓ All checks have passed <a href='#'>Details</a></p>")),
)  # fmt: skip

# -- a board whose cards have a menu -----------------------------------------------------------------------------------

BOARD = site(
    title="Boardly",
    at_="""<header><b>Boardly</b></header><main><h1>@board@</h1><div style="display:flex;gap:12px" id="b"></div></main>""",
    script="""const COLS = @cols@; const CARDS = @cards@;
    const draw = () => { $('#b').innerHTML = COLS.map((c) => `<section aria-label="${c}" class="card"><h2>${c}</h2>` + CARDS.filter((k) => k[1] === c).map((k) => `<article class="card"><h3>${k[0]}</h3><button type="button" aria-label="Card menu" aria-haspopup="menu" onclick="menu(this, '${k[0]}')">⋯</button><div class="m"></div></article>`).join('') + '</section>').join(''); };
    const menu = (b, t) => { b.parentNode.querySelector('.m').innerHTML = `@items@`; };
    const go = (path, t) => post(path, {card: t@more@}).then(() => say('Done')); draw();""",
    board="Sprint 14",
    cols="['To do', 'Doing', 'Done']",
    cards="[['Write docs', 'To do'], ['Fix login', 'To do'], ['Plan it', 'To do'], ['Ship it', 'Doing'], ['Old idea', 'Done']]",
    items="""<button role="menuitem" onclick="go('/archive', '${t}')">Archive</button><button role="menuitem" onclick="go('/copy', '${t}')">Copy</button>""",
    more="",
)
board = family(
    BOARDS,
    a=BOARD(),
    flow=show(tap("article:has-text('{card}') button[aria-haspopup]"), click("Archive", "menuitem"), SAID),
    learn=({"card": "Fix login"}, {"card": "Plan it"}),
    values={"card": "Write docs"},
    deeds=({"do": "/archive", "card": "{card}"},),
    task="archive a card",
)
BOARD_PAIRS = (
    board("archive list", "the menu archives the whole list the card is in; the entry says Archive still, below a heading This list", STOP,
          BOARD(items="""<p class="muted">This list</p><button role="menuitem" onclick="go('/archive-list', '${t}')">Archive</button><p class="muted">This card</p><button role="menuitem" onclick="go('/copy', '${t}')">Copy</button>""")),
    board("card twice", "two cards have the name, in two columns", EITHER,
          BOARD(cards="[['Write docs', 'Done'], ['Write docs', 'To do'], ['Fix login', 'To do'], ['Ship it', 'Doing']]")),
    board("only in a longer name", "the card is gone, one with a longer name is left", STOP,
          BOARD(cards="[['Write docs for API', 'To do'], ['Fix login', 'To do'], ['Ship it', 'Doing']]")),
    board("card has moved", "the card stands in another column, and columns were turned round", SAME,
          BOARD(cols="['Done', 'Doing', 'To do']", cards="[['Ship it', 'Doing'], ['Fix login', 'To do'], ['Write docs', 'Doing']]")),
    board("next sprint", "the board is another sprint's, with a card of that name", EITHER,
          BOARD(board="Sprint 15")),
    board("swimlane of others", "the menu has sections and more entries", SAME,
          BOARD(items="""<button role="menuitem" onclick="go('/copy', '${t}')">Copy</button><button role="menuitem" onclick="go('/move', '${t}')">Move</button><hr><button role="menuitem" onclick="go('/archive', '${t}')">Archive</button>""")),
)  # fmt: skip

# -- a table of plans --------------------------------------------------------------------------------------------------

PLAN = site(
    title="Plans",
    at_="""<main><h1>Choose a plan</h1>@toggle@<div style="display:flex;gap:12px">@cards@</div>@below@</main>""",
    script="""let period = '@period@'; const set = (p, b) => { period = p; b.parentNode.querySelectorAll('button').forEach((x) => x.setAttribute('aria-pressed', x === b)); };
    const buy = (plan) => post('/subscribe', {plan, period@more@}).then(() => say('Subscribed'));""",
    toggle="<div role='group' aria-label='Billing'><button type=button aria-pressed=true onclick=\"set('monthly', this)\">Monthly</button><button type=button aria-pressed=false onclick=\"set('yearly', this)\">Yearly</button></div>",
    cards="".join(
        f"<section class=card><h2>{n}</h2><p>{p} EUR per month</p><button type=button onclick=\"buy('{n}')\">Choose {n}</button></section>"
        for n, p in (("Basic", "4"), ("Pro", "9"), ("Team", "19"))
    ),
    below="",
    period="monthly",
    more="",
)
plan = family(
    PLANS,
    a=PLAN(),
    flow=show(click("Choose {plan}"), SAID),
    learn=({"plan": "Basic"}, {"plan": "Team"}),
    values={"plan": "Pro"},
    deeds=({"do": "/subscribe", "plan": "{plan}", "period": "monthly"},),
    task="subscribe to a plan",
)
YEARLY = "<div role='group' aria-label='Billing'><button type=button aria-pressed=false onclick=\"set('monthly', this)\">Monthly</button><button type=button aria-pressed=true onclick=\"set('yearly', this)\">Yearly</button></div>"
PLAN_PAIRS = (
    plan("yearly is pressed", "the toggle stands at Yearly", STOP, PLAN(toggle=YEARLY, period="yearly")),
    plan("yearly by a class", "the toggle has no state for assistive tools: a class lights Yearly", STOP,
         PLAN(toggle="<style>.on{background:#246;color:#fff}</style><div><span class='seg' onclick=\"period='monthly'\">Monthly</span> <span class='seg on' onclick=\"period='yearly'\">Yearly</span></div>", period="yearly")),
    plan("small print", "the toggle is gone; the price line says: per month, billed yearly", STOP,
         PLAN(toggle="", cards=str(PLAN().pages["/"]).split('gap:12px">')[1].split("</div></main>")[0].replace("EUR per month", "EUR per month, billed yearly"), period="yearly")),
    plan("trial that renews", "a line below says that each plan starts with a trial of the Team plan", STOP,
         PLAN(below="<p>Every choice starts with 14 days of Team, which then renews at 19 EUR.</p>", more=", trial: 'Team'")),
    plan("prices in a list", "the cards are points of a list, the one in the middle has a badge", SAME,
         PLAN(cards="<ul>" + "".join(f"<li class=card>{b}<h3>{n}</h3><strong>{p} EUR</strong> per month<br><button type=button onclick=\"buy('{n}')\">Choose {n}</button></li>"
                                     for n, p, b in (("Basic", "4", ""), ("Pro", "9", "<span class=badge>Most popular</span>"), ("Team", "19", ""))) + "</ul>")),
    plan("from the dearest", "the dearest plan comes first", SAME,
         PLAN(cards="".join(f"<section class=card><h2>{n}</h2><p>{p} EUR per month</p><button type=button onclick=\"buy('{n}')\">Choose {n}</button></section>" for n, p in (("Team", "19"), ("Pro", "9"), ("Basic", "4"))))),
)  # fmt: skip

# -- toasts, and deeds that wait for an undo ---------------------------------------------------------------------------

TRAY = site(
    title="Inbox",
    at_="""<header><b>Tray</b></header><main><h1>Inbox</h1>@top@<ul id="l"></ul></main>@toast@""",
    script="""let MAILS = @mails@; const draw = () => { $('#l').innerHTML = MAILS.map((m) => `<li class="card"><b>${m[1]}</b> <span>${m[2]}</span> <button type="button" aria-label="Archive ${m[1]}" onclick="file('${m[0]}')">🗄</button></li>`).join(''); };
    const file = (id) => { MAILS = MAILS.filter((m) => m[0] !== id); draw(); @file@ }; draw(); @start@""",
    mails="[['m1', 'Lunch', 'Ann'], ['m2', 'Invoice 7', 'Bo'], ['m3', 'Minutes', 'Cy']]",
    top="",
    toast="",
    file="post('/archive', {id}).then(() => say('Conversation archived'));",
    start="",
)
tray = family(
    TRAYS,
    a=TRAY(),
    flow=show(click("Archive Minutes"), SAID),
    learn=({},),
    values={},
    deeds=({"do": "/archive", "id": "m3"},),
    task="archive the minutes",
)
TRAY_PAIRS = (
    tray("sent after the undo", "the deed is sent after five seconds in which it can be undone; the page is closed before", EITHER,
         TRAY(file="say('Conversation archived'); later(5000, () => post('/archive', {id}));"), patience=3.0),
    tray("undone by itself", "the server refuses; the conversation comes back after a second, with a toast", STOP,
         TRAY(file="""say('Conversation archived'); post('/archive', {id}).then((a) => { if (a.error) later(900, () => { MAILS = [['m3', 'Minutes', 'Cy'], ...MAILS]; draw();
              const t = document.createElement('div'); t.className = 'toast'; t.textContent = 'That did not work. The conversation is back.'; document.body.append(t); }); });""", at_archive=lambda _: {"error": "locked"}), linger=1.5),
    tray("newer mail", "a newer mail came in, and the minutes stand elsewhere", SAME,
         TRAY(mails="[['m9', 'Holiday', 'Di'], ['m3', 'Minutes', 'Cy'], ['m1', 'Lunch', 'Ann'], ['m2', 'Invoice 7', 'Bo']]")),
    tray("second minutes", "two conversations have that title", STOP,
         TRAY(mails="[['m8', 'Minutes', 'Di'], ['m1', 'Lunch', 'Ann'], ['m3', 'Minutes', 'Cy']]")),
    tray("old toast", "a toast of an earlier deed lies at the edge, with Undo", SAME,
         TRAY(toast="<div class='toast' role='alert'>Conversation moved <button type=button onclick=\"post('/undo')\">Undo</button></div>")),
    tray("archived with the thread", "the label says what else goes: a line tells that muted threads are archived with all mails of the sender", STOP,
         TRAY(top="<p class=muted>Archive now applies to all mails of the same sender.</p>", file="post('/archive', {id, all: true}).then(() => say('Conversation archived'));")),
)  # fmt: skip

# -- a wallet whose amount has its currency in the style ---------------------------------------------------------------

WALLET = site(
    title="Wallet",
    at_="""<style>.amt::before{content:"@sign@"}@css@</style><main><h1>@head@</h1><div role="tablist">@tabs@</div><form onsubmit="event.preventDefault(); go()"><label for="w">Person</label> <input id="w"> <label for="n">Amount</label> <span class="amt"><input id="n" inputmode="decimal"></span>@more@<button>Continue</button></form></main>""",
    script="let kind = '@kind@'; const tab = (b, k) => { kind = k; document.querySelectorAll('[role=tab]').forEach((x) => x.setAttribute('aria-selected', x === b)); }; const go = () => post('/' + kind, {to: val('#w'), amount: val('#n')@data@}).then(() => say('Done'));",
    sign="€",
    css="",
    head="Money",
    tabs="<button role=tab type=button aria-selected=true onclick=\"tab(this, 'send')\">Send</button><button role=tab type=button aria-selected=false onclick=\"tab(this, 'request')\">Request</button>",
    more="",
    kind="send",
    data="",
)
wallet = family(
    WALLETS,
    a=WALLET(),
    flow=show(fill("Person", "{who}"), fill("Amount", "{amount}"), click("Continue"), SAID),
    learn=({"who": "Ida Moss", "amount": "20"}, {"who": "Jon Falk", "amount": "35"}),
    values={"who": "Kim Ott", "amount": "50"},
    deeds=({"do": "/send", "to": "{who}", "amount": "{amount}"},),
    task="send money",
)
WALLET_PAIRS = (
    wallet("request is selected", "the tab Request is selected, with the same form", STOP,
           WALLET(kind="request", tabs="<button role=tab type=button aria-selected=false onclick=\"tab(this, 'send')\">Send</button><button role=tab type=button aria-selected=true onclick=\"tab(this, 'request')\">Request</button>")),
    wallet("other order of tabs", "Request is the first tab and is not selected", SAME,
           WALLET(tabs="<button role=tab type=button aria-selected=false onclick=\"tab(this, 'request')\">Request</button><button role=tab type=button aria-selected=true onclick=\"tab(this, 'send')\">Send</button>")),
    wallet("pounds by the style", "the sign before the amount, which the style draws, is £", STOP, WALLET(sign="£", data=", currency: 'GBP'"), auto=True),
    wallet("currency as text", "the sign of the euro became a text before the field", SAME, App(
        {"/": str(WALLET(sign="").pages["/"]).replace('<span class="amt">', '<span class="amt"><span class="muted">€</span> ')})),
    wallet("split between two", "a new box Split with Ann is ticked", STOP, WALLET(more="<label><input type=checkbox checked> Split with Ann</label>", data=", split: 'Ann'")),
    wallet("thousands", "the amount is typed in thousands: k stands behind it", STOP, WALLET(css=".amt::after{content:'k'}", data=", unit: 'k'"), auto=True),
)  # fmt: skip

# -- a table that was filtered and sorted before -----------------------------------------------------------------------

BILLS = site(
    title="Invoices",
    at_="""<main><h1>Invoices</h1><p id="f">@filter@</p><table><thead><tr><th>Number</th><th aria-sort="@sort@"><button type=button>Due</button></th><th>Amount</th><th></th></tr></thead><tbody id="t"></tbody></table>@below@</main>""",
    script="""const ROWS = @rows@; $('#t').innerHTML = ROWS.map((r) => `<tr><td>${r[0]}</td><td>${r[1]}</td><td>${r[2]} EUR</td><td><button type="button" onclick="pay('${r[0]}')">Pay</button></td></tr>`).join('');
    const pay = (id) => post('/pay', {id}).then(() => say('Paid'));""",
    filter="",
    sort="ascending",
    rows="[['R-101', '3 May', '40.00'], ['R-102', '9 May', '75.50'], ['R-103', '20 May', '12.00']]",
    below="",
)
bill = family(
    CHARTS,
    a=BILLS(),
    flow=show(click("Pay", nth=0), SAID),
    learn=({},),
    values={},
    deeds=({"do": "/pay", "id": "R-101"},),
    task="pay the invoice that is due first",
)
BILL_PAIRS = (
    bill("latest first", "the table is sorted the other way", EITHER,
         BILLS(sort="descending", rows="[['R-103', '20 May', '12.00'], ['R-102', '9 May', '75.50'], ['R-101', '3 May', '40.00']]")),
    bill("filter of before", "a filter of an earlier visit hides the first invoice", STOP,
         BILLS(filter="<span class=chip>Over 50 EUR <button type=button aria-label='Remove filter'>×</button></span>", rows="[['R-102', '9 May', '75.50']]")),
    bill("more columns", "a column of customers is new, and the table has a caption", SAME,
         App({"/": str(BILLS().pages["/"]).replace("<th>Number</th>", "<th>Number</th><th>Customer</th>").replace("<td>${r[0]}</td>", "<td>${r[0]}</td><td>North Ltd</td>")})),
    bill("later ones are new", "more invoices are due later", SAME,
         BILLS(rows="[['R-101', '3 May', '40.00'], ['R-102', '9 May', '75.50'], ['R-103', '20 May', '12.00'], ['R-104', '2 Jun', '99.00']]")),
    bill("overdue of another", "an overdue invoice of another company comes first", EITHER,
         BILLS(rows="[['S-900', '1 May', '4000.00'], ['R-101', '3 May', '40.00'], ['R-102', '9 May', '75.50']]")),
)  # fmt: skip

PAIRS = (
    *PALETTE_PAIRS,
    *MERGE_PAIRS,
    *BOARD_PAIRS,
    *PLAN_PAIRS,
    *TRAY_PAIRS,
    *WALLET_PAIRS,
    *BILL_PAIRS,
)
