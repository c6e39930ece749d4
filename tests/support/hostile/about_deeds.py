"""Things that a page says about a deed with a plain name: whose it is, which page it ends, what it asks, which state it turns."""

from __future__ import annotations

from .acts import click, fill, show, tap, wait
from .everyday import SAID, site
from .pair import SAME, STOP, family

SPACES, STEPS, STATES, ASKED, AMOUNTS, ZONES = (
    "deeds of a space",
    "deeds of a step",
    "deeds of a state",
    "deeds asked by keys",
    "deeds of an amount",
    "deeds of a zone",
)

# -- an invitation into the workspace that the head names --------------------------------------------------------------

SPACE = site(
    title="@title@",
    at_="<header>@head@</header><main><h1>Members</h1><label for=m>E-mail</label><input id=m> <button type=button onclick='go()'>Invite</button></main>",
    script="const go = () => post('/invite', {to: val('#m'), tenant: '@sent@'}).then(() => say('Invited'));",
    sent="Acme",
    head="<select aria-label=Workspace>@spaces@</select>",
    spaces="<option selected>Acme</option><option>Globex</option>",
)
SWITCHER = "<button type=button aria-haspopup=listbox aria-label='Switch workspace'><span>@initial@</span></button>"
space = family(
    SPACES,
    a=SPACE(title="Team"),
    flow=show(fill("E-mail", "{to}"), click("Invite"), SAID),
    learn=({"to": "ann@example.org"}, {"to": "bo@example.org"}),
    values={"to": "cy@example.org"},
    deeds=({"do": "/invite", "to": "{to}", "tenant": "Acme"},),
    task="invite a person",
    auto=True,
)
SPACE_PAIRS = (
    space("list at another", "the list of workspaces stands at Globex", STOP,
          SPACE(title="Team", spaces="<option>Acme</option><option selected>Globex</option>", sent="Globex")),
    space("initial of another", "only the letter of the switcher names the workspace", STOP,
          SPACE(title="Team", head=SWITCHER, initial="G", sent="Globex"), a=SPACE(title="Team", head=SWITCHER, initial="A")),
    space("title of another", "only the title of the document names the workspace", STOP,
          SPACE(title="Globex - Team", head="<b>Team</b>", sent="Globex"), a=SPACE(title="Acme - Team", head="<b>Team</b>")),
    space("one more", "a third workspace is in the list", SAME,
          SPACE(title="Team", spaces="<option selected>Acme</option><option>Globex</option><option>Initech</option>")),
)  # fmt: skip

# -- the last page of several, whose button says Next as on every page -------------------------------------------------

WIZARD = site(
    title="Setup",
    at_="<main><h1>Set up a project</h1><section id=s></section></main>",
    script="""const data = {}, steps = [@one@, @two@, @end@]; let n = 0;
    const go = () => { $('#s').querySelectorAll('input').forEach((i) => { if (i.type !== 'radio' || i.checked) data[i.name] = i.value; });
    n++; $('#s').innerHTML = steps[n] || ''; if (n === steps.length) post('/create', data).then(() => say('Project is set up')); };
    $('#s').innerHTML = steps[0];""",
    one="`<h2>Name</h2><label>Name <input name=name></label> @next@`",
    two="`<h2>Owner</h2>@hint@<label>Owner <input name=owner></label> @next@`",
    end="`<h2>Ready</h2><p>All is set.</p>@next@`",
    next="<button type=button onclick='go()'>Next</button>",
    hint="",
)
step = family(
    STEPS,
    a=WIZARD(),
    flow=show(fill("Name", "{name}"), click("Next"), fill("Owner", "{owner}"), click("Next"), click("Next"), SAID),
    learn=({"name": "Ark", "owner": "Ann"}, {"name": "Bee", "owner": "Bo"}),
    values={"name": "Cat", "owner": "Cy"},
    deeds=({"do": "/create", "name": "{name}", "owner": "{owner}"},),
    task="set up a project",
    auto=True,
)
STEP_PAIRS = (
    step("import takes its place", "the last page imports files, all of them are chosen", STOP,
         WIZARD(end="`<h2>Import</h2><label><input type=radio name=import value=all checked> All my files</label><label><input type=radio name=import value=none> Nothing</label>@next@`")),
    step("plan takes its place", "the last page takes a plan that costs", STOP,
         WIZARD(end="`<h2>Plan</h2><p>Team plan, 20 EUR a month</p><input type=hidden name=plan value=team>@next@`")),
    step("help on the page before", "a page before the last has a line of help", SAME,
         WIZARD(hint="<p>The owner can be changed later.</p>")),
    step("longer heading", "the heading of the last page is longer", SAME,
         WIZARD(end="`<h2>Ready to go</h2><p>All is set.</p>@next@`")),
)  # fmt: skip

# -- a state that a word behind a plain button tells ---------------------------------------------------------------------

STATE = site(
    title="Channels",
    at_="<main><h1>Channels</h1><table><tbody>@rows@</tbody></table></main>",
    script="""const flip = (b) => { const state = b.nextElementSibling, mutes = state.textContent === 'on'; state.textContent = mutes ? 'off' : 'on';
    post('/mute', {channel: b.dataset.c, on: String(mutes)}).then(() => say('Setting was updated')); };""",
    rows="".join(
        f"<tr><td>{c}</td><td><button type=button data-c={c} onclick='flip(this)'>Sound</button> <i>@{c}@</i></td></tr>"
        for c in ("general", "random", "sales")
    ),
    general="on",
    random="on",
    sales="on",
)
state = family(
    STATES,
    a=STATE(),
    flow=show(tap("tr:has(td:text-is('{c}')) button"), SAID),
    learn=({"c": "general"}, {"c": "random"}),
    values={"c": "sales"},
    deeds=({"do": "/mute", "channel": "{c}", "on": "true"},),
    task="mute a channel",
    auto=True,
)
STATE_PAIRS = (
    state("off already", "the word behind the button says that the sound is off", STOP, STATE(sales="off")),
    state("others are off", "the sound of the other channels is off", SAME, STATE(general="off", random="off")),
)  # fmt: skip

# -- a question that a key answers ------------------------------------------------------------------------------------------

SITES = site(
    title="Sites",
    at_="<main><h1>Sites</h1><ul>@rows@</ul></main><dialog id=d aria-labelledby=q><p id=q></p>@no@ @yes@</dialog>",
    script="""let of = ''; const ask = (n) => { of = n; $('#q').textContent = 'Delete @what@' + n + '?'; $('#d').showModal(); $('#y').focus(); };
    const yes = () => { $('#d').close(); post('@path@', {site: of}).then(() => say('Done')); }; const no = () => { $('#d').close(); say('Kept'); };""",
    what="",
    path="/delete",
    rows="".join(
        f"<li>{n} <button type=button onclick=\"ask('{n}')\">Delete</button></li>" for n in ("Blog", "Shop", "Wiki")
    ),
    yes="<button type=button id=y onclick='yes()'>Delete</button>",
    no="<button type=button onclick='no()'>Keep it</button>",
)
asked = family(
    ASKED,
    a=SITES(),
    flow=show(tap("li:has-text('{site}') button"), wait("dialog[open]"), lambda page, _: page.keyboard.press("Enter"), SAID),
    learn=({"site": "Blog"}, {"site": "Shop"}),
    values={"site": "Wiki"},
    deeds=({"do": "/delete", "site": "{site}"},),
    task="delete a site",
    auto=True,
)  # fmt: skip
ASKED_PAIRS = (
    asked("account of the owner", "the question is about the account that owns the site", STOP,
          SITES(what="the account that owns ", path="/delete-account")),
    asked("other order", "the buttons stand in the other order, the focus is on Delete as before", SAME,
          SITES(no="<button type=button id=y onclick='yes()'>Delete</button>", yes="<button type=button onclick='no()'>Keep it</button>")),
)  # fmt: skip

# -- an amount that the page reads with points or with commas ------------------------------------------------------------------

BANK = site(
    title="Bank",
    at_="<main><h1>Transfer</h1><label for=a>Amount</label> <input id=a inputmode=decimal onblur='tidy()'> <span>EUR</span> <button type=button onclick='pay()'>Pay</button>@foot@</main>",
    script="""const num = (t) => Number(@read@); const pay = () => post('/pay', {amount: String(num(val('#a')))}).then(() => say('Paid'));
    const tidy = () => { const n = num(val('#a')); if (n) $('#a').value = n.toLocaleString('@locale@', {minimumFractionDigits: 2}); };""",
    read="t.replaceAll('.', '').replace(',', '.')",
    locale="de-DE",
    foot="",
)
amount = family(
    AMOUNTS,
    a=BANK(),
    flow=show(fill("Amount", "{a}"), click("Pay"), SAID),
    learn=({"a": "1.250"}, {"a": "2.400"}),
    values={"a": "3.125"},
    deeds=({"do": "/pay", "amount": "{a[0]}{a[2]}{a[3]}{a[4]}"},),
    task="pay",
    auto=True,
)
AMOUNT_PAIRS = (
    amount("point of the decimals", "the page reads 3.125 as three and an eighth", STOP, BANK(read="t.replaceAll(',', '')", locale="en-US")),
    amount("line below", "a line about fees stands below", SAME, BANK(foot="<p>No fee within the euro area.</p>")),
)  # fmt: skip

# -- a time whose zone stands beside it ----------------------------------------------------------------------------------------

CALL = site(
    title="Calls",
    at_="<main><h1>New call</h1><label for=d>Starts at</label> <input id=d type=datetime-local> @zone@ <button type=button onclick='go()'>Plan</button>@foot@</main>",
    script="const go = () => post('/plan', {at: val('#d'), zone: @sent@}).then(() => say('Planned'));",
    zone="<select id=z aria-label='Time zone'>@zones@</select>",
    zones="<option value=b>Berlin</option><option value=u>UTC</option>",
    sent="$('#z').selectedOptions[0].text",
    foot="",
)
zone = family(
    ZONES,
    a=CALL(),
    flow=show(fill("Starts at", "{at}"), click("Plan"), SAID),
    learn=({"at": "2031-03-04T10:00"}, {"at": "2031-03-05T11:30"}),
    values={"at": "2031-04-06T09:15"},
    deeds=({"do": "/plan", "at": "{at}", "zone": "Berlin"},),
    task="plan a call",
    auto=True,
)
ZONE_PAIRS = (
    zone("list at another", "the list of zones stands at UTC", STOP, CALL(zones="<option value=b>Berlin</option><option value=u selected>UTC</option>")),
    zone("other text of a value", "the chosen entry keeps its value and is New York", STOP, CALL(zones="<option value=b>New York</option><option value=u>UTC</option>")),
    zone("line below", "the line below the button names another zone", STOP,
         CALL(zone="", foot="<p>Times are in UTC</p>", sent="'UTC'"), a=CALL(zone="", foot="<p>Times are in Berlin</p>", sent="'Berlin'")),
    zone("more zones", "more zones are in the list", SAME,
         CALL(zones="<option value=b>Berlin</option><option value=u>UTC</option><option value=n>New York</option>")),
)  # fmt: skip

PAIRS = (*SPACE_PAIRS, *STEP_PAIRS, *STATE_PAIRS, *ASKED_PAIRS, *AMOUNT_PAIRS, *ZONE_PAIRS)
