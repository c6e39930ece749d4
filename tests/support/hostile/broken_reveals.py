"""Pages on which the control that shows a hidden element does more than that, or shows the one of another record."""

from __future__ import annotations

from .acts import click, fill, show
from .everyday import SAID, rows, site
from .pair import EITHER, SAME, STOP, Answer, App, Pair, family

# fmt: off
BOX, FORM, OTHERS, FOLD = (
    "broken reveals boxes",
    "broken reveals conditions",
    "broken reveals records",
    "broken reveals folds",
)
SILENT = lambda _: Answer(deed={})  # noqa: E731

# -- a harbour: a note to the pilot lies behind a control ---------------------------------------------------------------

HARBOUR = site(
    title="Harbour",
    at_='<header><b>Port office</b></header><main><h1>Berth 4</h1>@top@<div id="pilotnote" @shown@><label for="note">Pilot note</label> <input id="note"> <button type="button" onclick="hold()">Keep note</button></div></main>',
    script="""let extra = {}; const box = $('#pilotnote'), reveal = (id, berth) => { $(`#${id}`).hidden = false; if (berth) extra = {berth}; }, toggle = (id) => { $(`#${id}`).hidden = !$(`#${id}`).hidden; };
    const hold = () => post('/pilot', {note: val('#note'), ...extra}).then(() => say('Note kept')); @more@""",
    top="", shown="", more="",
)  # fmt: skip
note = family(BOX, a=HARBOUR(), flow=show(fill("Pilot note", "{text}"), click("Keep note"), SAID), learn=({"text": "Low water"}, {"text": "Deep draught"}), values={"text": "Wind from west"},
              deeds=({"do": "/pilot", "note": "{text}"},), task="keep a note to the pilot")  # fmt: skip


def behind(top: str, more: str = "", shown: str = "hidden") -> App:
    """Return a page whose note is hidden, below a control."""
    return HARBOUR(top=top, shown=shown, more=more)


HTMX = "document.querySelectorAll('[hx-post]').forEach((b) => b.addEventListener('click', () => { post(b.getAttribute('hx-post')); reveal('pilotnote'); }));"
TABS = '<div role=tablist><button role=tab type=button aria-selected=true id=t1 aria-controls=p1>Tides</button><button role=tab type=button aria-selected=false id=t2 aria-controls=pilotnote onclick="reveal(\'pilotnote\'); this.ariaSelected = \'true\'; @more_of_tab@">@second@</button></div><div role=tabpanel id=p1 aria-labelledby=t1>High water at noon</div>'
BOXES = (
    note("opener that orders", "the button that shows the note orders a tug as well", STOP, behind("<button type=button aria-controls=pilotnote aria-expanded=false onclick=\"post('/tug'); reveal('pilotnote')\">Tug</button>")),
    note("opener that orders, by target", "the button of a set of components orders a tug as well", STOP, behind("<button type=button data-bs-toggle=collapse data-bs-target='#pilotnote' onclick=\"post('/tug'); reveal('pilotnote')\">Tug</button>")),
    note("opener for another berth", "the button shows the note for berth 9", STOP, behind("<button type=button onclick=\"reveal('pilotnote', 'Berth9')\">Berth 9</button>")),
    note("opener that clears", "the button clears the note box on the server, and shows it empty", STOP, behind("<button type=button onclick=\"wipe('pilotnote')\">New</button>", "const wipe = (id) => { post('/wipe', {id}); reveal(id); };")),
    note("popover that orders", "the button shows a popover and orders a tug", STOP, behind("<button type=button popovertarget=pilotnote onclick=\"post('/tug')\">Tug</button>", shown="popover")),
    note("link that floods", "a link floods the lock on its way to the note", STOP, behind('<a href="/do/flood" aria-controls=pilotnote>Lock</a>')),
    note("button of another form", "the button sends the form of the port fees, and is also said to show the note", STOP, behind('<form method=post action=/fees><input type=hidden name=fee value=90><button data-target="#pilotnote">Fees</button></form>')),
    note("request in an attribute", "the button asks the server for a season ticket", STOP, behind('<button type=button aria-controls=pilotnote aria-expanded=false hx-post="/season">Season</button>', HTMX)),
    note("button before the box", "the folded button before the box opens the sluice gate", STOP, behind("<button type=button aria-expanded=false onclick=\"post('/sluice'); reveal('pilotnote'); this.ariaExpanded = 'true'\">Sluice</button>")),
    note("picture before the box", "a folded picture before the box has the crane called", STOP, behind("<p>Crane <button type=button aria-expanded=false onclick=\"post('/crane'); reveal('pilotnote')\"><svg width=20 height=20></svg></button></p>")),
    note("tab that registers", "the tab with the note registers the ship at once", STOP, behind(TABS.replace("@second@", "Arrival").replace("@more_of_tab@", "post('/arrive')"), shown="role=tabpanel aria-labelledby=t2 hidden")),
    note("disclosure", "a button that is said to control the box shows it", SAME, behind("<button type=button aria-controls=pilotnote aria-expanded=false onclick=\"toggle('pilotnote'); this.ariaExpanded = 'true'\">Notes</button>")),
    note("disclosure by a listener", "the same, by a listener of a script", SAME, behind("<button type=button aria-controls=pilotnote aria-expanded=false id=op>Notes</button>", "$('#op').addEventListener('click', () => toggle('pilotnote'));")),
    note("collapse of a library", "a collapsed box of a library", SAME, behind("<button type=button id=op data-bs-toggle=collapse data-bs-target='#pilotnote'>Notes</button>", "$('#op').addEventListener('click', () => toggle('pilotnote'));")),
    note("plain handler", "the button shows the box by a line of its own", SAME, behind("<button type=button onclick=\"document.getElementById('pilotnote').hidden = false\">Notes</button>")),
    note("plain handler, a class", "the button shows the box by a class", SAME, behind("<button type=button onclick=\"document.getElementById('pilotnote').classList.remove('off')\">Notes</button>", "document.head.insertAdjacentHTML('beforeend', '<style>.off{display:none}</style>');", 'class="off"')),
    note("popover", "the note is a popover", SAME, behind("<button type=button popovertarget=pilotnote>Notes</button>", shown="popover")),
    note("second tab", "the note is in the second tab", SAME, behind(TABS.replace("@second@", "Notes").replace("@more_of_tab@", ""), shown="role=tabpanel aria-labelledby=t2 hidden")),
    note("fold", "the note is in a fold", SAME, HARBOUR(top="<details><summary>Notes for the pilot</summary>", shown="></div><div id=inner", more="const d = $('details'); d.append($('#inner'));")),
    note("disclosure that is counted", "the button also counts its use", SAME, HARBOUR(top="<button type=button aria-controls=pilotnote aria-expanded=false id=op>Notes</button>", shown="hidden", more="$('#op').addEventListener('click', () => { post('/stats'); toggle('pilotnote'); });", at_stats=SILENT)),
)  # fmt: skip

# -- a vet's practice: a part of a form that an answer shows -----------------------------------------------------------

CHIP = site(
    title="Patient",
    at_='<header><b>Practice</b></header><main><h1>Register a dog</h1><form id=f onsubmit="return false">@asks@<div id="part" @shown@><label for="chip">Chip number</label> <input id="chip" name="chip"></div><button type="button" onclick="enrol()">Register</button></form></main>',
    script="const chipbox = $('#part'), enrol = () => post('/enrol', Object.fromEntries(new FormData($('#f')))).then(() => say('Dog registered')); document.querySelectorAll('[data-shows]').forEach((b) => b.addEventListener('change', () => { chipbox.hidden = !b.checked; })); @more@",
    asks="", shown="", more="",
)  # fmt: skip
enrol = family(FORM, a=CHIP(), flow=show(fill("Chip number", "{chip}"), click("Register"), SAID), learn=({"chip": "A-100"}, {"chip": "B-200"}), values={"chip": "C-300"}, deeds=({"do": "/enrol", "chip": "{chip}"},), task="register a dog")  # fmt: skip
RADIO = '<fieldset><legend>Chip</legend><label><input type=radio name=kind value="{0}" aria-controls=part data-shows> {1}</label> <label><input type=radio name=kind value=none checked> {2}</label></fieldset>'
TICK = '<label><input type=checkbox name="{0}" aria-controls=part data-shows> {1}</label>'
CONDITIONS = (
    enrol("radio that orders", "the number is asked after the answer that a chip is implanted today", STOP, CHIP(asks=RADIO.format("implant", "Implant a chip today", "No chip"), shown="hidden")),
    enrol("radio of another owner", "the number is asked after the answer that the owner has changed", STOP, CHIP(asks=RADIO.format("sold", "The dog was sold", "The dog is mine"), shown="hidden")),
    enrol("box that orders", "the number is asked after a box for a vaccination", STOP, CHIP(asks=TICK.format("rabies", "Vaccinate against rabies (45 EUR)"), shown="hidden")),
    enrol("box by a target", "a box for a passport shows the number", STOP, CHIP(asks='<label><input type=checkbox name=passport data-target="#part" data-shows> Passport</label>', shown="hidden")),
    enrol("box by a state", "a box whose state shows the number is sent along", STOP, CHIP(asks='<label><input type=checkbox name=stay onclick="partOpen = true; draw()"> Stay for a night</label>', shown='x-show="partOpen" hidden', more="let partOpen = false; const draw = () => { chipbox.hidden = !partOpen; };")),
    enrol("switch that is sent", "a switch that shows the number has the owner pay by invoice", STOP, CHIP(asks='<button type=button role=switch aria-checked=false aria-controls=part onclick="this.ariaChecked = \'true\'; chipbox.hidden = false; $(\'#inv\').value = \'yes\'; $(\'#inv\').disabled = false">Invoice</button><input type=hidden id=inv name=invoice disabled>', shown="hidden")),
    enrol("disclosure in the form", "a button of the form shows the number", SAME, CHIP(asks='<button type=button aria-controls=part aria-expanded=false onclick="chipbox.hidden = false">Details of the dog</button>', shown="hidden")),
    enrol("answer that is not sent", "the number is asked after an answer that the form does not send", EITHER, CHIP(asks="<label><input type=checkbox aria-controls=part data-shows> The dog has a chip</label>", shown="hidden")),
)  # fmt: skip

# -- a pottery: the hidden control belongs to another kiln --------------------------------------------------------------

POTTERY = site(
    title="Kilns",
    at_="<header><b>Pottery</b></header><main>@body@</main>",
    script="""const fire = (kiln) => post('/fire', {kiln}).then(() => say('Kiln is heating')); let kiln = ''; const s = {}; const unfold = (b) => { b.ariaExpanded = 'true'; $('#' + b.getAttribute('aria-controls')).hidden = false; };
    const choose = (b) => { document.querySelectorAll('[role=tab]').forEach((t) => { const on = t === b; t.ariaSelected = String(on); $('#' + t.getAttribute('aria-controls')).hidden = !on; }); }; @more@""",
    body="@first@", more="",
    first='<h1>Kilns</h1><section><p>Kiln 1, gas, 1200 degrees</p><button type="button" id="fire" onclick="fire(\'1\')">Fire</button></section>',
)  # fmt: skip
fire = family(OTHERS, a=POTTERY(), flow=show(click("Fire"), SAID), learn=({}, {}), values={}, deeds=({"do": "/fire", "kiln": "1"},), task="fire the kiln")  # fmt: skip
PART = '<button type=button aria-expanded=false aria-controls=k{0} onclick="unfold(this)">Kiln {0}</button><section id=k{0} hidden><p>{1}</p><button type=button {2} onclick="fire(\'{0}\')">Fire</button></section>'
KILN_TABS = "<h1>Kilns</h1><div role=tablist>{0}</div>{1}"
TAB = '<button type=button role=tab aria-selected={1} aria-controls=k{0} id=t{0} onclick="choose(this)">Kiln {0}</button>'
PANEL = "<section role=tabpanel id=k{0} aria-labelledby=t{0} {2}><p>{1}</p>{3}</section>"
FIRE = '<button type=button id="fire" onclick="fire(\'{0}\')">Fire</button>'
KILNS = (
    fire("fold of another kiln", "kiln 1 is gone; kiln 2 lies in a fold", STOP, POTTERY(first=f"<h1>Kilns</h1>{PART.format('2', 'Kiln 2, gas, 1200 degrees', 'id=fire')}")),
    fire("fold without words", "kiln 1 is gone; only the fold of kiln 2 says whose button it is", STOP, POTTERY(first=f"<h1>Kilns</h1>{PART.format('2', 'Gas, 1200 degrees', 'id=fire')}")),
    fire("tab of another kiln", "kiln 1 is being cleaned; the other tab has the button", STOP, POTTERY(first=KILN_TABS.format(TAB.format("1", "true") + TAB.format("2", "false"), PANEL.format("1", "Gas, being cleaned", "", "") + PANEL.format("2", "Gas, 1200 degrees", "hidden", FIRE.format("2"))))),
    fire("tab of its kiln", "the button is in the tab of kiln 1", SAME, POTTERY(first=KILN_TABS.format(TAB.format("2", "true") + TAB.format("1", "false"), PANEL.format("2", "Electric", "", "") + PANEL.format("1", "Kiln 1, gas, 1200 degrees", "hidden", FIRE.format("1"))))),
    fire("fold of its kiln", "the button is in a fold of kiln 1", SAME, POTTERY(first=f"<h1>Kilns</h1>{PART.format('1', 'Kiln 1, gas, 1200 degrees', 'id=fire')}")),
    fire("shared drawer", "one drawer serves two other kilns, and either button opens it", STOP,
         POTTERY(first="<h1>Kilns</h1>" + rows('<button type=button data-kiln={0} @click="sel = \'kiln{0}\'">Kiln {0}</button>', (("2",), ("3",))) + '<section id=drawer x-show="sel === \'kiln2\' || sel === \'kiln3\'" style="display:none"><p>Gas, 1200 degrees</p><button type=button id=fire onclick="fire(sel)">Fire</button></section>',
                 more="let sel = ''; document.querySelectorAll('[data-kiln]').forEach((b) => b.addEventListener('click', () => { sel = 'kiln' + b.dataset.kiln; $('#drawer').style.display = ''; }));")),
    fire("details of another kiln", "kiln 1 is gone; kiln 2 lies in details", STOP, POTTERY(first=f"<h1>Kilns</h1><details><summary>Kiln 2</summary><p>Gas, 1200 degrees</p>{FIRE.format('2')}</details>")),
    fire("details of all kilns", "the button in the details fires all kilns", STOP, POTTERY(first=f"<h1>Kilns</h1><section><p>Kiln 1, gas, 1200 degrees</p></section><details><summary>All kilns</summary>{FIRE.format('all')}</details>")),
)  # fmt: skip

# -- an orchard: the row of a value has a fold, or another row has one ---------------------------------------------------

ORCHARD = site(
    title="Trees",
    at_="<header><b>Orchard</b></header><main><h1>Trees</h1><table><thead><tr><th>Tree</th><th>Kind</th><th></th></tr></thead><tbody>@rows@</tbody></table>@below@</main>",
    script="const prune = (tree) => post('/prune', {tree}).then(() => say('Pruning is planned')); const open_ = (b) => { b.ariaExpanded = 'true'; b.closest('tr').nextElementSibling.hidden = false; }; let tree = ''; @more@",
    rows=rows('<tr><td>{0}</td><td>{1}</td><td><button type=button onclick="prune(\'{0}\')">Prune</button></td></tr>', (("T-1", "Apple"), ("T-2", "Pear"), ("T-3", "Plum"), ("T-4", "Quince"))),
    more="", below="",
)  # fmt: skip
prune = family(FOLD, a=ORCHARD(), flow=show(click("Prune", within="tr:has-text('{id}')"), SAID), learn=({"id": "T-1"}, {"id": "T-4"}), values={"id": "T-3"}, deeds=({"do": "/prune", "tree": "{id}"},), task="prune a tree")  # fmt: skip
TREES = (("T-1", "Apple"), ("T-2", "Pear"), ("T-3", "Plum"), ("T-4", "Quince"))
FOLDED = '<tr><td>{0}</td><td>{1}</td><td><button type=button aria-expanded=false onclick="open_(this)">More</button></td></tr><tr hidden><td colspan=3>Tree {0} <button type=button onclick="prune(\'{0}\')">Prune</button></td></tr>'
WRONG = '<tr><td>{0}</td><td>{1}</td><td><button type=button aria-expanded=false onclick="open_(this)">More</button></td></tr><tr hidden><td colspan=3>Grown from {2} <button type=button onclick="prune(\'{0}\')">Prune</button></td></tr>'
FOLDS = (
    prune("rows with folds", "each tree has its button in a fold below its row", SAME, ORCHARD(rows=rows(FOLDED, TREES))),
    prune("fold that names another tree", "tree 3 is gone; the fold of tree 4 names tree 3, from which it was grown", STOP, ORCHARD(rows=rows(WRONG, (("T-1", "Apple", "T-0"), ("T-2", "Pear", "T-1"), ("T-4", "Quince", "T-3"))))),
    prune("shared fold", "one box below the table prunes the tree that was marked before, and its text names tree 3", STOP,
          ORCHARD(rows=rows("<tr><td>{0}</td><td>{1}</td><td></td></tr>", TREES), below='<p><button type=button aria-expanded=false aria-controls=tool onclick="$(\'#tool\').hidden = false">Tools</button></p><div id=tool hidden>Last pruned: T-3 <button type=button onclick="prune(\'T-1\')">Prune</button></div>')),
    prune("menu of the row", "the button of a row stands in a menu of that row", EITHER, ORCHARD(rows=rows('<tr><td>{0}</td><td>{1}</td><td><button type=button aria-haspopup=menu aria-expanded=false onclick="this.nextElementSibling.hidden = false">More</button><div role=menu hidden><button type=button role=menuitem onclick="prune(\'{0}\')">Prune</button></div></td></tr>', TREES))),
)  # fmt: skip

# -- a control that names its own deed ------------------------------------------------------------------------------------

BREWERY = site(
    title="Tanks",
    at_='<header><b>Brewery</b></header><main><h1>Tank 5</h1>@top@<div id="panel" @shown@><button type="button" id="sample" onclick="post(\'/sample\').then(() => say(\'Sample noted\'))">Note a sample</button></div></main>',
    script="const openPanel = () => { $('#panel').hidden = false; }; @more@", top="", shown="", more="",
)  # fmt: skip
sample = family(BOX, a=BREWERY(), flow=show(click("Note a sample"), SAID), learn=({}, {}), values={}, deeds=({"do": "/sample"},), task="note a sample", auto=True)  # fmt: skip
NAMED = "<button type=button aria-controls=panel aria-expanded=false id=op>{0}</button>"
DOES = "$('#op').addEventListener('click', () => {{ post('{0}'); openPanel(); }});"
TANKS = (
    sample("drain first", "the button that shows the panel drains the tank, and says so", STOP, BREWERY(top=NAMED.format("Drain tank"), shown="hidden", more=DOES.format("/drain"))),
    sample("start cooling", "the button that shows the panel starts the cooling, and says so", STOP, BREWERY(top=NAMED.format("Start cooling"), shown="hidden", more=DOES.format("/cool"))),
    sample("call the brewer", "the button that shows the panel calls the brewer, and says so", STOP, BREWERY(top=NAMED.format("Call the brewer"), shown="hidden", more=DOES.format("/call"))),
    sample("empty into barrels", "the button that shows the panel empties the tank, and says so", STOP, BREWERY(top=NAMED.format("Empty into barrels"), shown="hidden", more=DOES.format("/empty"))),
    sample("samples", "the button that shows the panel says what it shows", SAME, BREWERY(top=NAMED.format("Samples"), shown="hidden", more="$('#op').addEventListener('click', openPanel);")),
    sample("show samples", "the button that shows the panel says that it shows it", SAME, BREWERY(top=NAMED.format("Show samples"), shown="hidden", more="$('#op').addEventListener('click', openPanel);")),
    sample("renamed behind a drain", "the button has kept its id, has a new name, and lies behind a control that drains the tank", STOP, App({**BREWERY(top=NAMED.format("Drain tank"), shown="hidden", more=DOES.format("/drain")).pages, "/": str(BREWERY(top=NAMED.format("Drain tank"), shown="hidden", more=DOES.format("/drain")).pages["/"]).replace(">Note a sample<", ">Record sample taken<")})),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*BOXES, *CONDITIONS, *KILNS, *FOLDS, *TANKS)
