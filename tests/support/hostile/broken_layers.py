"""Pages whose veils, dialogs, open panels, redrawn parts and emptied fields are not those of the flow."""

from __future__ import annotations

from .acts import click, fill, show
from .everyday import SAID, rows, site
from .pair import EITHER, SAME, STOP, Answer, App, Pair, family

# fmt: off
VEIL, ACTED, PANEL, SCALE, REDRAWN, PLACE = (
    "broken layers veils",
    "broken layers dialogs",
    "broken layers panels",
    "broken layers emptied",
    "broken layers redrawn",
    "broken layers places",
)
COVER = "position:fixed;inset:0;background:{0};z-index:9"
WHITE, DIM, GLASS = COVER.format("#fff"), COVER.format("#0009"), COVER.format("#fff0") + ";pointer-events:none"
INNER = '<div style="background:#fff;width:420px;margin:80px auto;padding:12px">{0}</div>'

# -- a blood bank: something lies over the form -------------------------------------------------------------------------

BLOOD = site(
    title="Bags",
    at_='<header><b>Blood bank</b></header><main><h1>New bag</h1><p>Fridge 2</p><label for="bag">Bag number</label> <input id="bag"> <button type="button" onclick="keep()">Register bag</button></main>@over@',
    script="const keep = () => post('/bag', {bag: val('#bag')}).then(() => say('Bag registered')); const off = () => $('#over').remove(); @more@",
    over="", more="",
)  # fmt: skip
bag = family(VEIL, a=BLOOD(), flow=show(fill("Bag number", "{bag}"), click("Register bag"), SAID), learn=({"bag": "B-100"}, {"bag": "B-200"}), values={"bag": "B-300"}, deeds=({"do": "/bag", "bag": "{bag}"},), task="register a bag", auto=True)  # fmt: skip


def over(inner: str, style: str = DIM, more: str = "", role: str = "") -> App:
    """Return the form below a layer."""
    return BLOOD(over=f'<div id="over" {role} style="{style}">{INNER.format(inner)}</div>', more=more)


RETURNED = '<h2>{0}</h2><label for="rb">Bag number</label> <input id="rb"> <button type="button" onclick="post(\'/return\', {{bag: val(\'#rb\')}}).then(() => say(\'Bag registered\'))">Register bag</button>'
VEILS = (
    bag("form of returned bags", "a form for returned bags lies over the page", STOP, over(RETURNED.format("Returned bag"))),
    bag("form without a title", "a form for returned bags lies over the page, and only its text says so", STOP, over(RETURNED.format("Returned bag").replace("<h2>Returned bag</h2>", "<p>This bag comes back from a ward.</p>"))),
    bag("form in a dialog", "the same form in a dialog", STOP, over(RETURNED.format("Returned bag"), role="role=dialog aria-modal=true")),
    bag("locked page", "the page says that a colleague works on it; its only button takes over", STOP, over("<p>Ann works on this fridge. Her bag is not saved yet.</p><button type=button onclick=\"post('/takeover').then(off)\">Continue</button>")),
    bag("terms that cost", "a notice about terms orders new bags with OK", STOP, over("<p>Our terms have changed. With OK you order 50 new bags for 40 EUR.</p><button type=button onclick=\"post('/order').then(off)\">OK</button>")),
    bag("news that orders", "a notice about news has one button, which starts a paid trial", STOP, over("<h2>What is new</h2><p>Labels by voice: your trial is free for 30 days, then 9 EUR a month.</p><button type=button onclick=\"post('/trial').then(off)\">Continue</button>")),
    bag("welcome that assigns", "a welcome makes its reader the person on duty", STOP, over("<h2>Welcome</h2><p>You are the person on duty from now on.</p><button type=button onclick=\"post('/duty').then(off)\">OK</button>")),
    bag("renewal", "a notice with two answers; the one that refuses ends the contract", STOP, over("<h2>News about your plan</h2><p>Your plan is renewed in May.</p><button type=button onclick=\"post('/end').then(off)\">No thanks</button><button type=button onclick=\"post('/renew').then(off)\">Renew</button>")),
    bag("notice of a failure", "a notice says that the fridge is too warm", STOP, over('<p>Fridge 2 is too warm: bags that are registered now are discarded.</p><button type=button onclick="off()">OK</button>', more="const old = keep; document.querySelector('main button').onclick = () => post('/discard', {bag: val('#bag')}).then(() => say('Bag registered'));")),
    bag("two steps of news", "news in two layers, one after the other", SAME, over("<h2>What is new</h2><p>Fridges have names.</p><button type=button onclick=\"this.parentElement.innerHTML = '<h2>What is new</h2><p>Bags have colours.</p><button type=button onclick=off()>Close</button>'\">Next</button><button type=button onclick=off()>Skip</button>")),
    bag("news", "a layer with news", SAME, over("<h2>What is new</h2><p>Fridges have names.</p><button type=button onclick=off()>Got it</button>")),
    bag("glass", "a layer of glass through which one presses", SAME, over("", GLASS)),
    bag("veil that goes", "a veil says that the page is loading, and goes after a second", SAME, over("Loading", WHITE, "later(1200, off);")),
    bag("page in a fixed box", "the whole page stands in a fixed box", SAME, BLOOD(at_='<div style="position:fixed;inset:0;overflow:auto;background:#fff"><header><b>Blood bank</b></header><main><h1>New bag</h1><p>Fridge 2</p><label for="bag">Bag number</label> <input id="bag"> <button type="button" onclick="keep()">Register bag</button></main></div>', status='<p role="status" style="position:fixed;bottom:0;z-index:9"></p>')),
)  # fmt: skip

# -- a hire of instruments: a dialog in which the flow acts ---------------------------------------------------------------

HIRE = site(
    title="Hire",
    at_='<header><b>Music school</b></header><main><h1>Hire</h1><p>Instrument: <b id="chosen">none</b></p><button type="button" onclick="$(\'#pick\').hidden = false">Choose</button> <button type="button" onclick="hire()">Hire</button></main>'
        '<div id="pick" role="dialog" aria-modal="true" aria-label="Instruments" hidden style="position:fixed;right:0;top:0;width:260px;background:#eee;padding:12px">@inside@</div>',
    script="let held = ''; const hire = () => post('/hire', {what: held || 'none'}).then(() => say('Hired')), close_ = () => { $('#pick').hidden = true; }; const take = (what) => { @take@ }; @more@",
    inside=rows('<button type=button onclick="take(\'{0}\')">{0}</button>', (("Cello",), ("Flute",), ("Horn",))),
    take="held = what; $('#chosen').textContent = what; close_();",
    more="",
)  # fmt: skip
hire = family(ACTED, a=HIRE(), flow=show(click("Choose"), click("{what}"), click("Hire"), SAID), learn=({"what": "Cello"}, {"what": "Horn"}), values={"what": "Flute"}, deeds=({"do": "/hire", "what": "{what}"},), task="hire an instrument", auto=True)  # fmt: skip
BUTTONS = rows('<button type=button onclick="take(\'{0}\')">{0}</button>', (("Cello",), ("Flute",), ("Horn",)))
HIRES = (
    hire("choice is only marked", "a pressed instrument is only marked; Apply takes it, as a relearned flow may find out", EITHER, HIRE(inside=BUTTONS + "<button type=button onclick=\"held = marked; $('#chosen').textContent = held; close_()\">Apply</button>", take="marked = what;", more="let marked = '';")),
    hire("dialog goes on", "the dialog stays and asks for an insurance, with a button of the same name", STOP, HIRE(take="held = what; $('#pick').innerHTML = `<p>Insure the instrument?</p><button type=button onclick=\"post('/insured', {what: held}).then(() => say('Hired'))\">Hire</button>`;")),
    hire("other dialog of that name", "the dialog sells instruments: a press buys at once", STOP, HIRE(take="post('/buy', {what}).then(close_); held = what;", inside="<h2>Buy an instrument</h2>" + BUTTONS)),
    hire("dialog stays open", "the dialog stays open beside the page, and the choice is taken", EITHER, HIRE(take="held = what; $('#chosen').textContent = what;")),
    hire("dialog fades", "the dialog fades out", SAME, HIRE(take="held = what; $('#chosen').textContent = what; $('#pick').style.cssText += ';opacity:0;transition:opacity .4s'; later(450, close_);")),
    hire("veil with the dialog", "a veil without a role lies under the dialog", SAME, HIRE(at_='<header><b>Music school</b></header><main><h1>Hire</h1><p>Instrument: <b id="chosen">none</b></p><button type="button" onclick="$(\'#pick\').hidden = false; $(\'#veil\').hidden = false">Choose</button> <button type="button" onclick="hire()">Hire</button></main><div id=veil hidden style="position:fixed;inset:0;background:#0006"></div>'
         '<div id="pick" role="dialog" aria-modal="true" aria-label="Instruments" hidden style="position:fixed;right:0;top:0;width:260px;background:#eee;padding:12px">@inside@</div>', more="const both = close_; ", take="held = what; $('#chosen').textContent = what; close_(); $('#veil').hidden = true;")),
    hire("second dialog", "a second dialog lies over the first one: hire for a whole class", STOP, HIRE(take="held = what; document.body.insertAdjacentHTML('beforeend', `<div role=dialog aria-modal=true aria-label=Class style=\"position:fixed;right:0;top:0;width:260px;background:#fee;padding:12px\"><p>For the whole class</p><button type=button onclick=\"post('/class', {what: held}).then(() => say('Hired'))\">Hire</button></div>`); $('main button:last-child').remove(); close_();")),
)  # fmt: skip

# -- a film archive: a panel that stands open already ---------------------------------------------------------------------

REELS = (("F-1", "Storm"), ("F-2", "Harvest"), ("F-3", "Market"), ("F-4", "Winter"))
ARCHIVE = site(
    title="Reels",
    at_='<header><b>Film archive</b></header><main><h1>Reels</h1><table><thead><tr><th>Reel</th><th>Title</th><th></th></tr></thead><tbody>@rows@</tbody></table></main>'
        '<aside id="side" @shown@><h2>Reel</h2><button type="button" onclick="post(\'/lend\', {reel: open_}).then(() => say(\'Lent\'))">Lend reel</button></aside>',
    script="let open_ = '@open@'; const details = (id) => { open_ = id; $('#side').hidden = false; };",
    rows=rows('<tr><td>{0}</td><td>{1}</td><td><button type=button onclick="details(\'{0}\')">Details</button></td></tr>', REELS),
    shown="hidden", open="",
)  # fmt: skip
lend = family(PANEL, a=ARCHIVE(), flow=show(click("Details", within="tr:has-text('{id}')"), click("Lend reel"), SAID), learn=({"id": "F-1"}, {"id": "F-4"}), values={"id": "F-3"}, deeds=({"do": "/lend", "reel": "{id}"},), task="lend a reel", auto=True)  # fmt: skip
ROW, BARE = '<tr><td>{0}</td><td>{1}</td><td><button type=button onclick="details(\'{0}\')">{2}</button></td></tr>', "<tr><td>{0}</td><td>{1}</td><td>Shown</td></tr>"
PANELS = (
    lend("open for another reel", "the panel stands open for reel 1; the buttons of all rows have another name", STOP, ARCHIVE(shown="", open="F-1", rows=rows(ROW, ((*r, "Inspect") for r in REELS)))),
    lend("open, row is gone", "the panel stands open for reel 1; reel 3 is gone", STOP, ARCHIVE(shown="", open="F-1", rows=rows(ROW, ((*r, "Details") for r in REELS if r[0] != "F-3")))),
    lend("open, row without a button", "the panel stands open for reel 1; reel 3 cannot be lent and has no button", STOP, ARCHIVE(shown="", open="F-1", rows=rows(ROW, ((*r, "Details") for r in REELS[:2])) + BARE.format(*REELS[2]))),
    lend("open for another, buttons as before", "the panel stands open for reel 1, rows are as before; nothing shows that it changes", EITHER, ARCHIVE(shown="", open="F-1")),
    lend("open for its reel", "the panel stands open for the right reel, whose row says that it is shown", EITHER, ARCHIVE(shown="", open="F-3", rows=rows(ROW, ((*r, "Details") for r in REELS[:2])) + BARE.format(*REELS[2]))),
    lend("panel that ignores", "the panel stands open for reel 1, and keeps it", STOP, ARCHIVE(shown="", open="F-1", rows=rows("<tr><td>{0}</td><td>{1}</td><td><button type=button>Details</button></td></tr>", REELS))),
)  # fmt: skip

# -- a weighbridge: a field that the page empties ---------------------------------------------------------------------------

BRIDGE = site(
    title="Scale",
    at_='<header><b>Weighbridge</b></header><main><p id="lorry">Lorry 71</p><label for="kg">Weight</label> <input id="kg"> <button type="button" onclick="keep()">Keep weight</button></main>',
    script="let lorry = '71'; const keep = () => post('/weight', {lorry, kg: val('#kg')}).then(() => say('Weight kept')); const next = () => { lorry = '72'; $('#lorry').textContent = 'Lorry 72'; $('#kg').value = ''; }; @more@",
    more="",
)  # fmt: skip
weigh = family(SCALE, a=BRIDGE(), flow=show(fill("Weight", "{kg}"), click("Keep weight"), SAID), learn=({"kg": "7400"}, {"kg": "8100"}), values={"kg": "9300"}, deeds=({"do": "/weight", "lorry": "71", "kg": "{kg}"},), task="keep a weight")  # fmt: skip
SCALES = (
    weigh("next lorry", "the page takes the weight by itself, and shows the next lorry with an empty field", STOP, BRIDGE(more="let once = 0; $('#kg').addEventListener('input', () => { if (!once++) later(20, () => { post('/auto', {lorry, kg: val('#kg')}); next(); }); });", at_auto=lambda _: Answer(deed={}))),
    weigh("next lorry without a request", "the page shows the next lorry as soon as something is typed", STOP, BRIDGE(more="let once = 0; $('#kg').addEventListener('input', () => { if (!once++) later(20, next); });")),
    weigh("next lorry, words remain", "the same, and only the number of the lorry in its own field changes", STOP, BRIDGE(at_='<header><b>Weighbridge</b></header><main><p>Lorry <input id="lorry" value="71" readonly aria-label="Lorry"></p><label for="kg">Weight</label> <input id="kg"> <button type="button" onclick="keep()">Keep weight</button></main>',
          more="let once = 0; $('#kg').addEventListener('input', () => { if (!once++) later(20, () => { lorry = '72'; $('#lorry').value = '72'; $('#kg').value = ''; }); });")),
    weigh("refused weight", "the page empties the field each time: the weight is too high", STOP, BRIDGE(more="$('#kg').addEventListener('input', () => later(20, () => { $('#kg').value = ''; say('Too heavy'); }));")),
    weigh("page wakes late", "the page empties its field once as it wakes", SAME, BRIDGE(more="let once = 0; $('#kg').addEventListener('input', () => { if (!once++) later(20, () => { $('#kg').value = ''; }); });")),
    weigh("page draws the field anew", "the page draws its field anew as it wakes", SAME, BRIDGE(more="let once = 0; $('#kg').addEventListener('input', () => { if (!once++) later(20, () => { const k = $('#kg'), n = k.cloneNode(); n.value = ''; k.replaceWith(n); }); });")),
)  # fmt: skip

# -- a ferry: a part of the page that is redrawn ------------------------------------------------------------------------------

FERRY = site(
    title="Ferry",
    at_="<header><b>Ferry</b></header><main>@form@</main>",
    form='<h1>Ticket</h1><section aria-label="Passenger"><h2>Passenger</h2><label for="n">Name</label> <input id="n"> <label for="t">Telephone</label> <input id="t"> <button type="button" onclick="book()">Book ticket</button></section>',
    script="const of = (s) => $(s)?.value ?? ''; const book = () => post('/ticket', {name: of('#n') || of('#who'), tel: of('#t') || of('#tel'), ...more_()}).then(() => say('Ticket booked')); let more_ = () => ({}); @more@",
    more="",
)  # fmt: skip
ticket = family(REDRAWN, a=FERRY(), flow=show(fill("Name", "{name}"), fill("Telephone", "{tel}"), click("Book ticket"), SAID), learn=({"name": "Ann Moor", "tel": "555 100"}, {"name": "Ben Fisk", "tel": "555 200"}), values={"name": "Cy Lind", "tel": "555 300"},
                deeds=({"do": "/ticket", "name": "{name}", "tel": "{tel}"},), task="book a ticket", auto=True)  # fmt: skip
NEW_FORM = '<h1>Ticket</h1><div role="dialog" aria-label="Traveller"><h2>Traveller</h2><label for="who">Name</label> <input id="who"> <span id="late"></span> @rest@ <button type="button" onclick="book()">Book ticket</button></div>'
LATE = "later({0}, () => {{ $('#late').innerHTML = '<label for=tel>Telephone</label> <input id=tel>'; }});"
TICKETS = (
    ticket("telephone of the driver", "the telephone comes after four seconds; that of the driver is there before", EITHER, FERRY(form=NEW_FORM.replace("@rest@", '<label for="drv">Telephone of the driver</label> <input id="drv">'), more="more_ = () => (val('#drv') ? {driver: val('#drv')} : {}); " + LATE.format(4500))),
    ticket("telephone of the driver alone", "the form asks for the telephone of the driver only", STOP, FERRY(form=NEW_FORM.replace("@rest@", '<label for="drv">Driver telephone</label> <input id="drv">'), more="more_ = () => ({driver: val('#drv')});")),
    ticket("telephone comes late", "the form is redrawn, and the telephone comes after two seconds", EITHER, FERRY(form=NEW_FORM.replace("@rest@", ""), more=LATE.format(2000))),
    ticket("return ticket", "the form is redrawn for a return ticket, with the old names", STOP, FERRY(form=NEW_FORM.replace("Traveller", "Return ticket").replace("@rest@", '<label for="tel">Telephone</label> <input id="tel">'), more="more_ = () => ({back: true});")),
)  # fmt: skip

# -- a marina: a control of another name in the place of the recorded one --------------------------------------------------------

MARINA = site(
    title="Berths",
    at_='<header><b>Marina</b></header><main><h1>Marina</h1><p><button type="button" onclick="list()">@pier@</button></p><div id="list"></div></main>',
    script="const list = () => { $('#list').innerHTML = '<h2>Free berths</h2><ul>' + ['Ostrea', 'Lagoon', 'Sandbar'].map((n) => `<li>${n} <button type=button onclick=\"post('/berth', {pier: '@id@', n: '${n}'}).then(() => say('Reserved'))\">Reserve</button></li>`).join('') + '</ul>'; };",
    pier="North pier", id="north",
)  # fmt: skip
berth = family(PLACE, a=MARINA(), flow=show(click("North pier"), click("Reserve", within="li:has-text('{n}')"), SAID), learn=({"n": "Ostrea"}, {"n": "Sandbar"}), values={"n": "Lagoon"}, deeds=({"do": "/berth", "pier": "north", "n": "{n}"},), task="reserve a berth", auto=True)  # fmt: skip
BERTHS = (
    berth("other pier", "only the south pier has free berths; its button stands in the old place", STOP, MARINA(pier="South pier", id="south")),
    berth("winter berths", "only berths for the winter are left; their button stands in the old place", STOP, MARINA(pier="Winter store", id="winter")),
    berth("longer name", "the button names berths for visitors of the pier", STOP, MARINA(pier="North pier visitors", id="visitors")),
    berth("sentence", "the button says more of the same", EITHER, MARINA(pier="Show the north pier")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*VEILS, *HIRES, *PANELS, *SCALES, *TICKETS, *BERTHS)
