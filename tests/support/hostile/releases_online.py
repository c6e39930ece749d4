"""Consoles, leave, pipelines, campaigns, hotels, files and invoices at a release, written without a look at the plugin."""

from __future__ import annotations

from collections.abc import Callable

from .acts import click, fill, framed, in_frame, show, tap, wait
from .everyday import SAID, after, rows, site
from .pair import EITHER, SAME, STOP, Answer, Pair, Request, family

CLOUD, LEAVE, RUNS, SENDING, STAYS, SHARES, BILLS = (
    "releases consoles",
    "releases leave",
    "releases runs",
    "releases sending",
    "releases stays",
    "releases shares",
    "releases invoices",
)

# -- a cloud console -------------------------------------------------------------------------------------------------

VM = "<tr><td><a href='#'>{0}</a></td><td>{1}</td><td><button type='button' aria-label='Actions' onclick=\"menu('{0}')\">⋮</button></td></tr>"
CONSOLE = site(
    title="Instances",
    at_="""<header><b>Nimbus</b> <span>Project: <button type="button">@project@</button></span> @region@</header><main><h1>Instances</h1><table><thead><tr><th>Name</th><th>State</th><th></th></tr></thead><tbody>@list@</tbody></table>
    <div id="menu" role="menu" class="card" hidden><button type="button" role="menuitem" onclick="ask()">Stop</button> <button type="button" role="menuitem">Details</button></div>
    <div id="dlg" role="dialog" aria-modal="true" aria-labelledby="dt" class="card" hidden><h2 id="dt">Stop instance</h2><p id="dp"></p><button type="button" onclick="$('#dlg').hidden = true">Cancel</button> <button type="button" onclick="go()">Confirm</button></div></main>""",
    script="""let vm = ''; const menu = (name) => { vm = name; $('#menu').hidden = false; }; const ask = () => { $('#menu').hidden = true; $('#dp').textContent = @text@; $('#dlg').hidden = false; };
    const go = () => { $('#dlg').hidden = true; post('/stop', {vm, project: '@project@', also: '@also@'}).then(() => say('Stopping')); };""",
    list=rows(VM, [("worker-1", "running"), ("worker-2", "running"), ("db-1", "running"), ("cache-1", "running")]),
    project="web-staging",
    region="",
    text="vm + ' will be stopped. Its disk is kept.'",
    also="keeps",
)  # fmt: skip
console = family(
    CLOUD,
    a=CONSOLE(),
    flow=show(tap("tr:has-text('{vm}') button"), click("Stop", "menuitem"), click("Confirm"), SAID),
    learn=({"vm": "worker-2"}, {"vm": "cache-1"}),
    values={"vm": "worker-1"},
    deeds=({"do": "/stop", "vm": "{vm}", "project": "web-staging", "also": "keeps"},),
    task="stop an instance",
)
CONSOLE_PAIRS = (
    console("console of production", "the project in the head is production", STOP, CONSOLE(project="web-production")),
    console("console longer name", "worker-1 is gone, worker-10 and worker-11 are there", STOP,
            CONSOLE(list=rows(VM, [("worker-10", "running"), ("worker-11", "running"), ("worker-2", "running"), ("db-1", "running")]))),
    console("console disk goes", "the dialog says that the disk is deleted instead of kept", STOP,
            CONSOLE(text="vm + ' will be stopped. Its disk is deleted.'", also="deleted")),
    console("console with a region", "a list of regions in the head, another instance, another order", SAME,
            CONSOLE(region="<label>Language <select><option>English</option></select></label>",
                    list=rows(VM, [("cache-1", "running"), ("db-1", "stopped"), ("mail-1", "running"), ("worker-1", "running"), ("worker-2", "running")]))),
)  # fmt: skip

# -- a leave request --------------------------------------------------------------------------------------------------

OFF = site(
    title="Leave",
    at_="""<header><b>People</b></header><main><h1>Request leave</h1>@notice@<p>Remaining: <b>@left@</b> days</p><p><label for="f">First day</label> <input id="f" placeholder="@form@"></p>
    <p><label for="n">Number of days</label> <input id="n"></p><p><label for="s">Substitute</label> <input id="s" autocomplete="off" @blur@></p><button type="button" onclick="go()">Submit</button></main>""",
    script="""const STAFF = ['Ana Leeds', 'Ana Lee', 'Tom Hart', 'Tomas Hartl', 'Kai Ruh'];
    const go = () => post('/leave', {first: val('#f'), form: '@form@', n: val('#n'), sub: val('#s'), state: '@state@'}).then(() => say('Saved'));""",
    form="DD/MM/YYYY",
    left="24",
    notice="",
    state="submitted",
    blur="",
)
leave = family(
    LEAVE,
    a=OFF(),
    flow=show(
        fill("First day", "{first}"), fill("Number of days", "{n}"), fill("Substitute", "{sub}"), click("Submit"), SAID
    ),
    learn=({"first": "03/06/2027", "n": "4", "sub": "Tom Hart"}, {"first": "11/10/2027", "n": "2", "sub": "Kai Ruh"}),
    values={"first": "05/04/2027", "n": "3", "sub": "Ana Lee"},
    deeds=(
        {"do": "/leave", "first": "{first}", "form": "DD/MM/YYYY", "n": "{n}", "sub": "{sub}", "state": "submitted"},
    ),
    task="request leave",
)
CLOSED = "<p class='card'>The new year's plan is out. You find it on the notice board and in the intranet, together with the bridge days that the works council has agreed on. Until the plan of your team is approved, a request is kept as a draft and is not submitted.</p>"
LEAVE_PAIRS = (
    leave("leave with months first", "the date has the month before the day, as the placeholder says", STOP, OFF(form="MM/DD/YYYY")),
    leave("leave with another substitute", "the field of the substitute takes the first name that begins like the text when it is left", STOP,
          OFF(blur='onblur="this.value = STAFF.find((s) => s.startsWith(this.value)) || this.value"')),
    leave("leave as a draft", "a long notice ends with: a request is kept as a draft", STOP, OFF(notice=CLOSED, state="draft")),
    leave("leave with fewer days left", "the remaining days are 11, a notice wishes a good summer", SAME, OFF(left="11", notice="<p class='card'>Have a good summer!</p>")),
)  # fmt: skip

# -- a pipeline -------------------------------------------------------------------------------------------------------

CI = site(
    title="Pipelines",
    at_="""<header><b>Conveyor</b> @user@</header><main><h1>Run pipeline</h1>@notice@<form action="@action@" method="post"><p><label for="b">Branch</label> <input id="b" name="branch"></p>
    <fieldset><legend>Start</legend>@start@</fieldset>@hidden@<button>@first@</button> @second@</form></main>""",
    at_run=after("Pipeline created"),
    at_dry=after("Pipeline created"),
    action="/run",
    user="",
    start='<label><input type="radio" name="when" value="now" checked> now</label> <label><input type="radio" name="when" value="tonight"> tonight</label>',
    hidden="",
    first="Run",
    second="",
    notice="",
)
run = family(
    RUNS,
    a=CI(),
    flow=show(fill("Branch", "{branch}"), click("Run"), SAID),
    learn=({"branch": "main"}, {"branch": "fix-login"}),
    values={"branch": "release-7"},
    deeds=({"do": "/run", "branch": "{branch}", "when": "now"},),
    task="run the pipeline for a branch",
)
CI_PAIRS = (
    run("run tonight", "tonight is preselected instead of now", STOP,
        CI(start='<label><input type="radio" name="when" value="now"> now</label> <label><input type="radio" name="when" value="tonight" checked> tonight</label>')),
    run("run only validated", "the form goes to the check of the pipeline, nothing runs", STOP, CI(action="/dry")),
    run("run with deployment", "a hidden field of the form asks for a deployment, as a line below says", STOP,
        CI(hidden="<input type='hidden' name='deploy' value='production'><p class='muted'>After a green run, production is deployed.</p>")),
)  # fmt: skip

# -- a campaign -------------------------------------------------------------------------------------------------------

CAMPAIGN = site(
    title="Campaigns",
    at_="""<header><b>Postwave</b></header>@banner@<main><h1>New campaign</h1><p><label for="s">Subject</label> <input id="s"></p><p>Audience: <a href="#">@audience@</a></p>
    <button type="button" onclick="ask()">Send</button><div id="dlg" role="dialog" aria-modal="true" aria-label="Send campaign" class="card" hidden><p>@text@</p><button type="button" onclick="go()">Send now</button></div></main>""",
    script="const ask = () => { @ask@ }; const go = () => { $('#dlg').hidden = true; post('/send', {subject: val('#s'), to: '@audience@'}).then(() => say('Campaign sent')); };",
    ask="$('#dlg').hidden = false;",
    audience="Testers",
    text="Send to 4 recipients?",
    banner="",
)
campaign = family(
    SENDING,
    a=CAMPAIGN(),
    flow=show(fill("Subject", "{subject}"), click("Send"), click("Send now"), SAID),
    learn=({"subject": "Spring offers"}, {"subject": "We moved"}),
    values={"subject": "New opening hours"},
    deeds=({"do": "/send", "subject": "{subject}", "to": "Testers"},),
    task="send a campaign to the testers",
)
SENDING_PAIRS = (
    campaign("campaign to everyone", "the audience is all customers, and the dialog names 48120 recipients", STOP,
             CAMPAIGN(audience="All customers", text="Send to 48120 recipients?")),
    campaign("campaign read only", "the workspace is read-only: the dialog appears, its button only says so", STOP,
             CAMPAIGN(banner="<div class='card'>This workspace is read-only until the invoice is paid.</div>", ask="$('#dlg').hidden = false; window.go = () => {}; $('#dlg button').onclick = () => { $('#dlg').hidden = true; say('Nothing was sent'); };")),
)  # fmt: skip

# -- a hotel ----------------------------------------------------------------------------------------------------------

HOTEL = site(
    title="Stays",
    at_="""<header><b>Restwell</b></header><main><h1>Find a room</h1><p><label for="c">City</label> <input id="c" autocomplete="off" oninput="seek()"></p>
    <div>Adults <button type="button" aria-label="Fewer adults" onclick="more(-1)">−</button> <output id="n">@adults@</output> <button type="button" aria-label="More adults" onclick="more(1)">+</button></div>
    <ul id="found"></ul><section class="card" id="room" hidden><h2></h2><p>@pay@</p><button type="button" onclick="go()">Book</button></section></main>""",
    script="""const ALL = [['Hotel Adler', 'Bonn'], ['Hotel Adler', 'Jena'], ['Gasthof Post', 'Jena'], ['Hotel Krone', 'Bonn']]; let at = null; let timer = 0;
    const draw = (rows) => { $('#found').innerHTML = ''; rows.forEach((row) => { const li = document.createElement('li'); li.innerHTML = '<b></b> <button type="button">Select</button>';
      li.querySelector('b').textContent = row[0]; li.querySelector('button').onclick = () => { at = row; $('#room').hidden = false; $('#room h2').textContent = row[0]; }; $('#found').append(li); }); };
    const seek = () => { clearTimeout(timer); const text = val('#c'); timer = later(@delay@, () => draw(ALL.filter((row) => row[1] === text))); }; @start@
    const more = (by) => { $('#n').textContent = Number($('#n').textContent) + by; };
    const go = () => post('/stay', {hotel: at[0], city: at[1], adults: $('#n').textContent, pay: '@pay@'}).then(() => say('Booked'));""",
    adults="1",
    pay="You pay at the hotel.",
    delay="0",
    start="",
)
hotel = family(
    STAYS,
    a=HOTEL(),
    flow=show(fill("City", "{city}"), click("More adults"), tap("li:has-text('{hotel}') button"), click("Book"), SAID),
    learn=({"city": "Bonn", "hotel": "Hotel Krone"}, {"city": "Jena", "hotel": "Gasthof Post"}),
    values={"city": "Jena", "hotel": "Hotel Adler"},
    deeds=({"do": "/stay", "hotel": "{hotel}", "city": "{city}", "adults": "2", "pay": "You pay at the hotel."},),
    task="book a room for two",
)
STAYS_PAIRS = (
    hotel("stay for three", "the number of adults starts at 2, so that one more makes 3", STOP, HOTEL(adults="2")),
    hotel("stay paid at once", "the card is charged at once instead of a payment at the hotel", STOP, HOTEL(pay="Your card is charged now.")),
    hotel("stay while filtering", "the list shows all hotels until it has been filtered, after a second", EITHER, HOTEL(delay="1000", start="draw(ALL);")),
)  # fmt: skip

# -- a shared file ----------------------------------------------------------------------------------------------------

SHARE = site(
    title="Files",
    at_="""<header><b>Filebox</b></header><main><h1>Plan.pdf</h1><iframe title="Share" name="share" src="/share" width="600" height="260"></iframe>@second@</main>""",
    at_share="""<h2>Share</h2>@head@<p><label for="p">People</label> <input id="p" autocomplete="off" oninput="offer()"></p><ul role="listbox" aria-label="Suggestions" id="sug"></ul><p class="chosen"></p>
    <button type="button" onclick="go()">Share</button><script>const BOOK = @book@; let to = ''; const offer = () => { $('#sug').innerHTML = ''; BOOK.filter((b) => b[0].toLowerCase().startsWith(val('#p').toLowerCase())).forEach((b) => {
      const o = document.createElement('li'); o.setAttribute('role', 'option'); o.innerHTML = '<b></b> <small></small>'; o.querySelector('b').textContent = b[0]; o.querySelector('small').textContent = b[1];
      o.onclick = () => { to = b[0] + (b[1].startsWith('Guest') ? ' (guest)' : ''); $('.chosen').textContent = b[0]; $('#sug').innerHTML = ''; }; $('#sug').append(o); }); };
    const go = () => post('/share-it', {to, file: 'Plan.pdf'}).then(() => { parent.document.querySelector('[role=status]').textContent = 'Shared'; });</script>""",
    book="[['Ana Roth', 'Design, Filebox Ltd'], ['Olaf Brand', 'Sales, Filebox Ltd'], ['Pia Kern', 'Legal, Filebox Ltd']]",
    head="",
    second="",
)
share = family(
    SHARES,
    a=SHARE(),
    flow=show(
        in_frame("[name=share]", "People", "{who}"),
        lambda page, values: (
            page.frame_locator("[name=share]").locator(f"[role=option]:has-text('{values['who']}')").first.click()
        ),
        framed("[name=share]", "Share"),
        SAID,
    ),
    learn=({"who": "Ana Roth"}, {"who": "Olaf Brand"}),
    values={"who": "Pia Kern"},
    deeds=({"do": "/share-it", "to": "{who}", "file": "Plan.pdf"},),
    task="share the plan with a colleague",
)
SHARE_PAIRS = (
    share("share outside", "the only person of that name is a guest of another firm", STOP,
          SHARE(book="[['Ana Roth', 'Design, Filebox Ltd'], ['Olaf Brand', 'Sales, Filebox Ltd'], ['Pia Kern', 'Guest, outside Filebox Ltd']]")),
    share("share with a namesake", "two colleagues have names that begin alike, the short one has left", STOP,
          SHARE(book="[['Ana Roth', 'Design, Filebox Ltd'], ['Olaf Brand', 'Sales, Filebox Ltd'], ['Pia Kernbach', 'Lab, Filebox Ltd']]")),
    share("share beside a preview", "a second frame shows a preview, the box has a line of help", SAME,
          SHARE(head="<p class='muted'>People get a mail with a link.</p>", second="<iframe title='Preview' srcdoc='<p>Plan, page 1</p>' width='300' height='90'></iframe>")),
)  # fmt: skip

# -- invoices ---------------------------------------------------------------------------------------------------------

STATES = {"INV-201": "Open", "INV-204": "Open", "INV-208": "Open"}


def bill(shown: dict[str, str], state: str, more: str, form: str) -> Callable[[Request], Answer]:
    """Return the page of an invoice, which may show another one or another state."""

    def at(request: Request) -> Answer:
        number = shown.get(request.data.get("no", ""), request.data.get("no", ""))
        body = BILL_PAGE.format(number=number, state=state, more=more, form=form)
        return Answer(body=body)

    return at


BILL_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Invoice</title><script src="/app.js"></script></head><body>
<header><a href="/">Invoices</a></header><main><h1>Invoice {number}</h1><p><span class="badge">{state}</span></p>{more}<form action="{form}" method="post"><input type="hidden" name="no" value="{number}"><p><label for="r">Remark</label> <input id="r" name="remark"></p>
<button>Confirm</button></form></main><p role="status"></p></body></html>"""
INVOICES = site(
    title="Invoices",
    at_="<header><b>Ledgerly</b></header><main><h1>Invoices</h1><ul>" + rows("<li><a href='/bill?no={0}'>{0}</a></li>", [(number,) for number in STATES]) + "</ul></main>",
    at_bill=bill({}, "Open", "", "/approve"),
    at_approve=after("Invoice saved"),
    at_reject=after("Invoice saved"),
)  # fmt: skip
invoice = family(
    BILLS,
    a=INVOICES(),
    flow=show(click("{no}", "link"), wait("#r"), fill("Remark", "{remark}"), click("Confirm"), SAID),
    learn=({"no": "INV-201", "remark": "checked by mail"}, {"no": "INV-208", "remark": "as ordered"}),
    values={"no": "INV-204", "remark": "fine with us"},
    deeds=({"do": "/approve", "no": "{no}", "remark": "{remark}"},),
    task="approve an invoice",
)
BILL_PAIRS = (
    invoice("invoice of another number", "the address of the invoice shows its correction, another record", STOP,
            INVOICES(at_bill=bill({"INV-204": "INV-2041"}, "Open", "", "/approve"))),
    invoice("invoice is paid", "the invoice is paid already", STOP, INVOICES(at_bill=bill({}, "Paid", "<p>Paid on 3 May.</p>", "/approve"))),
    invoice("invoice is rejected", "the form of the page rejects the invoice", STOP, INVOICES(at_bill=bill({}, "Open", "<p>Reject this invoice</p>", "/reject"))),
    invoice("invoice with a history", "the page of an invoice has a history and a link to print it", SAME,
            INVOICES(at_bill=bill({}, "Open", "<p><a href='#'>Print</a></p><h2>History</h2><ul><li>Created by the import</li></ul>", "/approve"))),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (
    *CONSOLE_PAIRS,
    *LEAVE_PAIRS,
    *CI_PAIRS,
    *SENDING_PAIRS,
    *STAYS_PAIRS,
    *SHARE_PAIRS,
    *BILL_PAIRS,
)
