"""Pages on which rules about states may lie: rewritten cells, requests about a row, errors by class, hidden openers."""

from __future__ import annotations

from typing import Any

from .acts import click, fill, keys, show, tap, wait
from .broken_lists import BILL, PLAN_PDF, REFUSED, SCAN, TOOK
from .everyday import SAID, rows, site
from .pair import EITHER, SAME, STOP, Answer, App, Pair, family

# fmt: off
CELL, ASKED, COPY, SENT, FLAW, PICKED, PLACE, OPENER = (
    "broken states cells",
    "broken states requests",
    "broken states copies",
    "broken states files",
    "broken states errors",
    "broken states choices",
    "broken states places",
    "broken states openers",
)
SILENT = lambda _: Answer(deed={})  # noqa: E731

# -- a row that a deed rewrote ----------------------------------------------------------------------------------------

LOAN_ROW = '<tr><td>{0}</td><td>{1}</td><td>{2}</td><td>{3}</td><td><button type="button" onclick="mark(this, \'{0}\')">Lend</button></td></tr>'
LOANS = site(
    title="Loans",
    at_="<header><b>Library</b></header><h1>Loans</h1><table id=now><thead><tr><th>Book</th><th>Reader</th><th>State</th><th>By</th><th></th></tr></thead><tbody>@rows@</tbody></table>@more@",
    script="const mark = (b, id) => post('/lend', {id}).then((a) => { const c = b.closest('tr').cells; @then@ }); @later@",
    status='<p role="status">4 loans</p>',
    then="if (a.ok) { c[2].textContent = 'Lent'; }",
    more="",
    later="",
)
OLD = "<h2>Last year</h2><table id=old><thead><tr><th>Book</th><th>Reader</th><th>State</th><th>By</th></tr></thead><tbody><tr><td>B-11</td><td>Ohm</td><td>Back</td><td>Cy</td></tr><tr><td>B-13</td><td>Vos</td><td>Back</td><td>Cy</td></tr></tbody></table>"
B1, B2, B3, B4 = ("B-11", "Moor", "Free", "-"), ("B-12", "Fisk", "Free", "-"), ("B-13", "Lind", "Free", "-"), ("B-14", "Rask", "Free", "-")


def loans(*kept: tuple[str, str, str, str], **more: Any) -> App:
    """Return a table of loans: book, reader, state, clerk."""
    return LOANS(rows=rows(LOAN_ROW, kept or (B1, B2, B3, B4)), **more)


def lend_on(a: App, shown: str, group: str = CELL) -> Any:
    """Return a maker of pairs about a loan whose row shows a text afterwards."""
    return family(group, a=a, flow=show(click("Lend", within="tr:has-text('{id}')"), wait("tr:has-text('{id}') td:text-is('" + shown + "')")), learn=({"id": "B-11"}, {"id": "B-14"}), values={"id": "B-13"},
                  deeds=({"do": "/lend", "id": "{id}"},), task="lend a book")  # fmt: skip


TWO_CELLS = "if (a.ok) { c[2].textContent = 'Lent'; c[3].textContent = 'Ada'; }"
PARTLY = {"then": "if (a.ok) c[2].textContent = 'In use';"}
lend, lend_by = lend_on(loans(), "Lent"), lend_on(loans(then=TWO_CELLS), "Lent")
lend_partly = lend_on(loans(*((*b[:2], "In store", "-") for b in (B1, B2, B3, B4)), **PARTLY), "In use")
CELLS = (
    lend("row of last year", "the server refuses; the list of last year shows the book as lent a moment later", STOP,
         loans(more=OLD, at_lend=REFUSED, then="later(150, () => { $('#old').rows[2].cells[2].textContent = 'Lent'; });")),
    lend("reader of that name", "the state stays, and the word stands in the column of the reader", STOP, loans(at_lend=SILENT, then="c[1].textContent = 'Lent';")),
    lend("other row of the table", "the page shows the book of the row below as lent", STOP, loans(at_lend=SILENT, then="b.closest('tr').nextElementSibling.cells[2].textContent = 'Lent';")),
    lend("list of last year below", "a list of last year stands below, with a row of the same book", SAME, loans(more=OLD)),
    lend("lent last year as well", "a list of last year stands below, in which the book was lent", SAME, loans(more=OLD.replace("Vos</td><td>Back", "Vos</td><td>Lent"))),
    lend("sorted by state", "the lent book moves to the end of the table", SAME, loans(then="if (a.ok) { c[2].textContent = 'Lent'; const r = b.closest('tr'); r.parentElement.append(r); }")),
    lend("clock in the row", "the clerk's cell of the row changes by itself each moment", SAME, loans(later="let n = 0; setInterval(() => { $('#now').rows[3].cells[3].textContent = ['Ada', 'Ben'][n++ % 2]; }, 90);")),
    lend("columns turned", "the state stands in another column, below its head", SAME,
         LOANS(rows=rows('<tr><td>{0}</td><td>{2}</td><td>{1}</td><td>{3}</td><td><button type="button" onclick="mark(this, \'{0}\')">Lend</button></td></tr>', (B1, B2, B3, B4)), then="if (a.ok) c[1].textContent = 'Lent';",
               at_="<header><b>Library</b></header><h1>Loans</h1><table id=now><thead><tr><th>Book</th><th>State</th><th>Reader</th><th>By</th><th></th></tr></thead><tbody>@rows@</tbody></table>")),
    lend_by("two cells", "nothing has changed: the deed writes the state and the clerk", SAME, loans(then=TWO_CELLS)),
    lend_by("two cells refused", "the server refuses, and nothing is said", STOP, loans(then=TWO_CELLS, at_lend=REFUSED)),
    lend_partly("part of a cell", "nothing has changed: the state was In store and is In use", SAME, loans(*((*b[:2], "In store", "-") for b in (B1, B2, B3, B4)), **PARTLY)),
    lend_partly("part of a cell refused", "the server refuses, and nothing is said", STOP, loans(*((*b[:2], "In store", "-") for b in (B1, B2, B3, B4)), at_lend=REFUSED, **PARTLY)),
)  # fmt: skip

SHELF = site(
    title="Shelf",
    at_="<header><b>Library</b></header><h1>Shelf</h1><ul>@rows@</ul>",
    script="const keep = (b, id) => post('/keep', {id}).then((a) => { const [name, price, kept] = b.closest('li').querySelectorAll('span'); @then@ });",
    rows=rows('<li><b>{0}</b> <span>{1}</span> <span>No</span> <span>No</span> <button type="button" onclick="keep(this, \'{0}\')">Keep</button></li>', (("B-11", "Moor"), ("B-12", "Fisk"), ("B-13", "Lind"), ("B-14", "Rask"))),
    status='<p role="status">4 books</p>',
    then="if (a.ok) kept.textContent = 'Yes';",
)
keep = family(CELL, a=SHELF(), flow=show(click("Keep", within="li:has-text('{id}')"), wait("li:has-text('{id}') span:text-is('Yes')")), learn=({"id": "B-11"}, {"id": "B-14"}), values={"id": "B-13"}, deeds=({"do": "/keep", "id": "{id}"},), task="keep a book")  # fmt: skip
SHELVES = (
    keep("list refused", "the server refuses, and nothing is said", STOP, SHELF(at_keep=REFUSED)),
    keep("list of other entry", "the page shows the book above as kept", STOP, SHELF(at_keep=SILENT, then="b.closest('li').previousElementSibling.querySelectorAll('span')[2].textContent = 'Yes';")),
    keep("list in another order", "the books are sorted the other way round", SAME, SHELF(rows=rows('<li><b>{0}</b> <span>{1}</span> <span>No</span> <span>No</span> <button type="button" onclick="keep(this, \'{0}\')">Keep</button></li>', (("B-14", "Rask"), ("B-13", "Lind"), ("B-11", "Moor"))))),
)  # fmt: skip

# -- a request about a row that is no deed ----------------------------------------------------------------------------

FILE = site(
    title="Cases",
    at_="""<header><b>Court</b></header><h1>Cases</h1><table><thead><tr><th>Case</th><th>Name</th><th></th></tr></thead><tbody>@rows@</tbody></table>
    <div id="side" hidden><h2>Case <span id="no"></span></h2><button type="button" onclick="post('/close', {id: $('#no').textContent}).then(() => say('Case closed'))">Close the case</button></div>""",
    rows=rows('<tr><td>{0}</td><td>{1}</td><td><button type="button" onclick="look(\'{0}\')">Details</button></td></tr>', (("C-1", "Moor"), ("C-2", "Fisk"), ("C-3", "Lind"), ("C-4", "Rask"))),
    script="const look = (id) => { @track@ $('#no').textContent = @id@; $('#side').hidden = false; };",
    track="post('/stats', {seen: id});",
    id="id",
    at_stats=SILENT, at_events=SILENT,
)  # fmt: skip
looked = family(ASKED, a=FILE(), flow=show(click("Details", within="tr:has-text('{id}')"), click("Close the case"), SAID), learn=({"id": "C-1"}, {"id": "C-4"}), values={"id": "C-3"}, deeds=({"do": "/close", "id": "{id}"},), task="close a case")  # fmt: skip
LOOKED = (
    looked("no statistics", "the page counts its visits no more", SAME, FILE(track="")),
    looked("batched statistics", "the page counts its visits together, a while later", SAME, FILE(track="later(2500, () => post('/stats', {all: [{seen: id, n: 1}]}));")),
    looked("other statistics", "the visits are counted by another service", SAME, FILE(track="post('/events', {kind: 'open', what: 'case'});")),
    looked("details of another", "the details are those of the first case", STOP, FILE(id="'C-1'")),
)  # fmt: skip

# -- hidden fields of an editor ---------------------------------------------------------------------------------------

NOTE = site(
    title="Note",
    at_='<header><b>Mail</b></header><h1>Note</h1><form id="f"><div class="edit" contenteditable="true" role="textbox" aria-label="Text"></div>@hidden@<button type="button" onclick="send()">Send note</button></form>',
    hidden='<input type="hidden" name="@name@"><input type="hidden" name="draft">',
    name="body",
    script="""const ed = $('.edit'); let t = 0; const write = (name) => { const f = $(`[name=${name}]`); if (f) f.value = ed.innerText.trim(); };
    ed.addEventListener('input', () => { @also@ clearTimeout(t); t = later(@wait@, () => write('@name@')); }); const send = () => post('/note', {text: val('[name=@name@]')}).then(() => say('Note sent'));""",
    also="", wait="100",
)  # fmt: skip
note = family(COPY, a=NOTE(), flow=show(tap(".edit"), keys("{text}"), lambda at, _: at.wait_for_timeout(400), click("Send note"), SAID), learn=({"text": "Thank you"}, {"text": "See you soon"}), values={"text": "All is well"},
              deeds=({"do": "/note", "text": "{text}"},), task="send a note")  # fmt: skip
NOTES = (
    note("field renamed", "the hidden field of the text has another name", SAME, NOTE(name="content")),
    note("field renamed beside a draft", "the hidden field has another name and is late; the draft is written at once", EITHER, NOTE(name="content", wait="1200", also="write('draft');")),
    note("no draft any more", "the form has no field for a draft", SAME, NOTE(hidden='<input type="hidden" name="@name@">')),
)  # fmt: skip

# -- messages about a file that is sent at once ------------------------------------------------------------------------

BOX = site(
    title="Box",
    at_='<header><b>Box</b></header><h1>Box</h1><label for="f">File</label> <input type="file" id="f" name="file" onchange="attach(this.files[0])">',
    script="const attach = (file) => { const data = new FormData(); data.append('file', file); fetch('/file', {method: 'POST', body: data}).then((r) => r.json()).then((a) => { say('@said@'); }); };",
    at_file=TOOK,
)  # fmt: skip
NOT_TAKEN: dict[str, Any] = {"at_file": REFUSED}


def boxes(said: str) -> Any:
    """Return a maker of pairs about a message that follows the choice of a file."""
    return family(SENT, a=BOX(said=said), flow=show(lambda at, values: at.locator("#f").set_input_files(values["file"]), SAID), learn=({"file": PLAN_PDF}, {"file": BILL}), values={"file": SCAN}, deeds=({"do": "/file"},), task="put a file into the box")  # fmt: skip


FINISH = site(
    title="Tasks",
    at_="<header><b>Plan</b></header><h1>Tasks</h1><table><tbody>@rows@</tbody></table>",
    rows=rows('<tr><td>{0}</td><td><button type="button" onclick="post(\'/finish\', {{task: \'{0}\'}}).then(() => say(\'@said@\'))">Finish</button></td></tr>', (("Paint",), ("Sweep",), ("Plant",), ("Wash",))),
    said="3 tasks unfinished",
)  # fmt: skip
finish = family(SENT, a=FINISH(), flow=show(click("Finish", within="tr:has-text('{task}')"), SAID), learn=({"task": "Paint"}, {"task": "Wash"}), values={"task": "Plant"}, deeds=({"do": "/finish", "task": "{task}"},), task="finish a task")  # fmt: skip
BOXES = (
    boxes("1 fichier joint")("none in French", "the server refuses the file: no file is attached", STOP, BOX(said="0 fichier joint", **NOT_TAKEN)),
    boxes("1 file caricato")("none in Italian", "the server refuses the file: none is loaded", STOP, BOX(said="0 file caricato", **NOT_TAKEN)),
    boxes("Files attached: 1")("count behind", "the server refuses the file: the count stands behind", STOP, BOX(said="Files attached: 0", **NOT_TAKEN)),
    boxes("1 file attached")("three files", "two files were there already", SAME, BOX(said="3 files attached")),
    boxes("1 file attached, 1 rejected earlier")("none rejected", "no file was rejected before", SAME, BOX(said="1 file attached, 0 rejected earlier")),
    finish("nothing left", "after this task none is left", SAME, FINISH(said="0 tasks unfinished")),
)  # fmt: skip

# -- texts that are errors by their class alone ------------------------------------------------------------------------

SHOP = site(
    title="Shop",
    at_="""<header><b>Shop</b></header><main><h1>Order</h1><label for="n">Pieces</label> <input id="n"> <button type="button" onclick="order()">Order</button><section id="out"></section></main>@side@""",
    script="const order = () => post('/order', {n: val('#n')}).then((a) => { $('#out').innerHTML = `@out@`; @then@ });",
    out="<h2>Your order</h2>@flaw@",
    flaw="", side="", then="",
)  # fmt: skip
order = family(FLAW, a=SHOP(), flow=show(fill("Pieces", "{n}"), click("Order"), wait("h2")), learn=({"n": "2"}, {"n": "5"}), values={"n": "3"}, deeds=({"do": "/order", "n": "{n}"},), task="order", seen="h2")  # fmt: skip
REMOVAL = site(
    title="Team",
    at_="<header><b>Team</b></header><h1>Team</h1><table><tbody>@rows@</tbody></table><div id=ask hidden><h2>Remove <span id=who></span></h2>@hint@<button type=button onclick=\"post('/remove', {who: $('#who').textContent}).then(() => say('Removed'))\">Yes, remove</button></div>",
    rows=rows('<tr><td>{0}</td><td><button type="button" onclick="$(\'#who\').textContent = \'{0}\'; $(\'#ask\').hidden = false">Remove</button></td></tr>', (("Ann",), ("Ben",), ("Cleo",), ("Dora",))),
    hint="",
)  # fmt: skip
removal = family(FLAW, a=REMOVAL(), flow=show(click("Remove", within="tr:has-text('{who}')"), click("Yes, remove"), SAID), learn=({"who": "Ann"}, {"who": "Dora"}), values={"who": "Cleo"}, deeds=({"do": "/remove", "who": "{who}"},), task="remove a person")  # fmt: skip
FAILS: dict[str, Any] = {"at_order": REFUSED}
ERRORS = (
    order("error below", "the server refuses: a text that is an error says so", STOP, SHOP(flaw="<p class=error>Your order was not accepted</p>", **FAILS)),
    order("error in a shadow tree", "the error stands in a component", STOP, SHOP(then="const d = document.createElement('div'); $('#out').append(d); d.attachShadow({mode: 'open'}).innerHTML = '<p class=error>Your order was not accepted</p>';", **FAILS)),
    order("error in a frame", "the error stands in a frame", STOP, SHOP(flaw="<iframe srcdoc='<p class=error>Your order was not accepted</p>'></iframe>", **FAILS)),
    order("error in a cell", "the form is laid out as a table, the error stands in a cell", STOP, SHOP(flaw="<table><tr><td>Pieces</td><td class=error>Your order was not accepted</td></tr></table>", **FAILS)),
    order("error in the only entry", "the error is the only entry of a list of errors", STOP, SHOP(flaw="<ul class=errorlist><li class=error>Your order was not accepted</li></ul>", **FAILS)),
    order("no errors", "the page counts its errors: there are none", SAME, SHOP(flaw="<p class=errors>0 errors</p>")),
    order("no errors in words", "the page says that it found no errors", SAME, SHOP(flaw="<p class=errors>No errors found</p>")),
    order("widget failed", "the weather beside the page could not be read", EITHER, SHOP(side="<aside><h2>Weather</h2><p class=error></p></aside>", then="$('aside .error').textContent = 'Weather could not be read';")),
    order("error there before", "an error of another order stands on the page, before and after", SAME, SHOP(side="<p class=error>Order 17 failed</p>")),
    order("error counted on", "the number of an error that stood there went on", SAME, SHOP(side="<p class=error>2 deliveries failed</p>", then="$('p.error').textContent = '3 deliveries failed';")),
    removal("cannot be undone", "the question says in red that it cannot be undone", SAME, REMOVAL(hint="<p class=text-danger>This cannot be undone.</p>")),
    removal("required mark", "the question has a field for a reason, with a red hint that it is not required", SAME, REMOVAL(hint="<p><label>Reason <input></label> <span class=text-danger>Not required</span></p>")),
)  # fmt: skip

# -- a button that is called by its choice -----------------------------------------------------------------------------

HOURS = site(
    title="Times",
    at_='<header><b>Roster</b></header><main><h1>Times</h1><div class="row">@picks@</div><div id="pop" role="listbox" hidden style="position:absolute;background:#fff;border:1px solid"></div><button type="button" onclick="post(\'/times\', held).then(() => say(\'Saved\'))">Save times</button></main>',
    script="""const held = @held@; let open = null;
    const toggle = (b) => { open = b; $('#pop').hidden = false; $('#pop').innerHTML = ['07:00', '08:00', '09:00', '12:00'].map((o) => `<div role="option" onclick="choose(this)">${o}</div>`).join(''); };
    const choose = (o) => { $('#pop').hidden = true; const text = o.textContent; @chosen@ };""",
    picks='<button type="button" aria-haspopup="listbox" onclick="toggle(this)">09:00</button>',
    held="{begin: '09:00'}",
    chosen="open.textContent = text; held.begin = text;",
)  # fmt: skip
hours = family(PICKED, a=HOURS(), flow=show(tap("[aria-haspopup]"), lambda at, values: at.get_by_role("option", name=values["time"]).click(), click("Save times"), SAID), learn=({"time": "08:00"}, {"time": "07:00"}), values={"time": "12:00"},
               deeds=({"do": "/times", "begin": "{time}"},), task="set the time")  # fmt: skip
HOUR_PAIRS = (
    hours("list that removes", "the only list removes a time from the roster", STOP, HOURS(picks='<button type="button" aria-haspopup="listbox" onclick="toggle(this)">Remove a time</button>', chosen="post('/drop', {time: text}).then(() => say('Removed'));")),
    hours("list of another thing", "the only list is that of the break, by its label", STOP, HOURS(picks='<button type="button" aria-haspopup="listbox" aria-label="Break 09:00" onclick="toggle(this)">09:00</button>', chosen="open.textContent = text; held.pause = text;")),
    hours("other choice", "another time is chosen", SAME, HOURS(picks='<button type="button" aria-haspopup="listbox" onclick="toggle(this)">08:00</button>')),
    hours("nothing chosen", "no time is chosen yet", EITHER, HOURS(picks='<button type="button" aria-haspopup="listbox" onclick="toggle(this)">Choose a time</button>')),
)  # fmt: skip

# -- branches, numbered tabs, sentences --------------------------------------------------------------------------------

TREE = site(
    title="Plan",
    at_="<header><b>Plan</b></header><main><h1>Plan</h1><ul>@lists@</ul></main>",
    lists="<li>@work@<ul>@tasks@</ul></li><li>@home@<ul>@chores@</ul></li>",
    work="Work", home="Home",
    tasks=rows('<li>{0} <button type="button" onclick="post(\'/start\', {{task: \'{0}\'}}).then(() => say(\'Started\'))">Start</button></li>', (("Report",), ("Budget",))),
    chores=rows('<li>{0} <button type="button" onclick="post(\'/start\', {{task: \'{0} at home\'}}).then(() => say(\'Started\'))">Start</button></li>', (("Garden",),)),
)  # fmt: skip
start = family(PLACE, a=TREE(), flow=show(tap("li li:has-text('Report') button"), SAID), learn=({}, {}), values={}, deeds=({"do": "/start", "task": "Report"},), task="start the report")  # fmt: skip
CHORES = rows('<li>{0} <button type="button" onclick="post(\'/start\', {{task: \'{0} at home\'}}).then(() => say(\'Started\'))">Start</button></li>', (("Report",), ("Garden",)))
TASKS = rows('<li>{0} <button type="button" onclick="post(\'/start\', {{task: \'{0}\'}}).then(() => say(\'Started\'))">Start</button></li>', (("Budget",),))
NOTICES = site(
    title="Desk",
    at_="<header><b>Desk</b></header><main><h1>Message</h1><p>@line@</p><label for=t>Text</label> <input id=t> <button type=button onclick=\"post('/send', {text: val('#t')}).then(() => say('Sent'))\">Send</button><section><p>@terms@</p></section></main>",
    line="You have no open invoices at the moment",
    terms="We keep your message for a year and read it with care, so that you get a useful answer from the right person. We do not give your message to other companies. This text was last changed in May by the desk.",
)  # fmt: skip
send = family(PLACE, a=NOTICES(), flow=show(fill("Text", "{text}"), click("Send"), SAID), learn=({"text": "Hello"}, {"text": "Good day"}), values={"text": "Good night"}, deeds=({"do": "/send", "text": "{text}"},), task="send a message")  # fmt: skip
TABS = site(
    title="Query",
    at_="<header><b>Base</b></header><main><h1>Queries</h1><div role=tablist>@tabs@</div><label for=q>Text</label> <input id=q> <button type=button onclick=\"post('/run', {q: val('#q'), at: '@on@'}).then(() => say('Query saved'))\">Save query</button></main>",
    tabs=rows("<button type=button role=tab aria-selected={1}>{0}</button>", (("Term 1", "true"), ("Term 2", "false"))),
    on="1",
)  # fmt: skip
query = family(PLACE, a=TABS(), flow=show(fill("Text", "{q}"), click("Save query"), SAID), learn=({"q": "red"}, {"q": "blue"}), values={"q": "green"}, deeds=({"do": "/run", "q": "{q}", "at": "1"},), task="save a query")  # fmt: skip
PLACES = (
    start("report at home", "the report of the work is gone; one at home is there", STOP, TREE(tasks=TASKS, chores=CHORES)),
    start("lists with counts", "the titles count their tasks", SAME, TREE(work="Work <small>(2)</small>", home="Home <small>(1)</small>")),
    start("lists that fold", "the titles have buttons that fold them", SAME, TREE(work="<button type=button>Fold</button> Work", home="<button type=button>Fold</button> Home")),
    start("lists turned", "the list of the home comes first", SAME, TREE(lists="<li>@home@<ul>@chores@</ul></li><li>@work@<ul>@tasks@</ul></li>")),
    send("some invoices", "some invoices are open meanwhile", SAME, NOTICES(line="You have several open invoices at the moment")),
    send("message goes on", "the terms say that other companies get the message", STOP, NOTICES(terms="We keep your message for a year and read it with care, so that you get a useful answer from the right person. We give your message to other companies. This text was last changed in May by the desk.")),
    send("terms changed later", "the text was changed in June", SAME, NOTICES(terms="We keep your message for a year and read it with care, so that you get a useful answer from the right person. We do not give your message to other companies. This text was last changed in June by the desk.")),
    query("third term", "another term is there, the first one is still chosen", SAME, TABS(tabs=rows("<button type=button role=tab aria-selected={1}>{0}</button>", (("Term 1", "true"), ("Term 2", "false"), ("Term 3", "false"))))),
    query("second term", "the second term is chosen", STOP, TABS(on="2", tabs=rows("<button type=button role=tab aria-selected={1}>{0}</button>", (("Term 1", "false"), ("Term 2", "true"))))),
)  # fmt: skip

# -- controls that open a box by the state of the page -------------------------------------------------------------------

BOOK = site(
    title="Bookings",
    at_='<header><b>Inn</b></header><main><h1>Bookings</h1>@top@<div id="d" @shown@><label for="remark">Remark</label> <input id="remark" name="remark"> <button type="button" id="keep" onclick="post(\'/remark\', {of: who, text: val(\'#remark\')}).then(() => say(\'Remark kept\'))">Keep remark</button></div></main>',
    script="""const s = {remarkOpen: false, section: 'guests', loading: true}; let who = 'Moor'; const draw = () => { const d = $('#d'), e = d.getAttribute('x-show'); if (e) d.style.display = Function('s', `with (s) return ${e}`)(s) ? '' : 'none'; };
    document.querySelectorAll('[\\\\@click]').forEach((one) => one.addEventListener('click', () => { Function('s', `with (s) { ${one.getAttribute('@click')} }`)(s); draw(); })); const wipe = () => post('/wipe'), track = () => post('/stats'); draw();""",
    top="", shown="", at_stats=SILENT,
)  # fmt: skip
remark = family(OPENER, a=BOOK(), flow=show(fill("Remark", "{text}"), click("Keep remark"), SAID), learn=({"text": "Early"}, {"text": "Late"}), values={"text": "Vegan"}, deeds=({"do": "/remark", "of": "Moor", "text": "{text}"},), task="keep a remark")  # fmt: skip


def drawer(top: str, shown: str = "remarkOpen") -> App:
    """Return a page whose remark lies in a drawer of a state."""
    return BOOK(top=top, shown=f'x-show="{shown}"')


OPENERS = (
    remark("drawer", "the remark lies in a drawer, and a button opens it", SAME, drawer('<button type=button @click="remarkOpen = true">Remark</button>')),
    remark("drawer by a deed", "the button that opens the drawer is called like a deed", EITHER, drawer('<button type=button @click="remarkOpen = true">Add a remark</button>')),
    remark("drawer that is counted", "the button that opens the drawer does something else as well, which is only counted", EITHER, drawer('<button type=button @click="remarkOpen = true; track()">Remark</button>')),
    remark("drawer that turns", "the button turns the drawer on and off", SAME, drawer('<button type=button @click="remarkOpen = !remarkOpen">Remark</button>')),
    remark("drawer that gets the focus", "the button opens the drawer, and its field gets the focus", SAME, drawer('<button type=button @click="remarkOpen = true; event.stopPropagation()">Remark</button>')),
    remark("two openers", "two buttons open the drawer", SAME, drawer('<button type=button @click="remarkOpen = true">Remark</button><button type=button @click="remarkOpen = true">More</button>')),
    remark("opener that wipes", "the only control that opens the drawer, a picture, wipes all remarks as well", STOP, drawer('<button type=button @click="remarkOpen = true; wipe()"><svg width=20 height=20></svg></button>')),
    remark("opener that posts", "the only control that opens the drawer does another deed as well", STOP, drawer("<button type=button @click=\"remarkOpen = true; post('/wipe')\">New season</button>")),
    remark("drawer of another guest", "the rows of other guests open the drawer for these guests", STOP, drawer("<ul><li>Fisk <button type=button @click=\"remarkOpen = true; who = 'Fisk'\">Remark</button></li><li>Lind <button type=button @click=\"remarkOpen = true; who = 'Lind'\">Remark</button></li></ul>")),
    remark("third section", "the remark lies in the third of three sections", SAME, drawer("<p>@a@ @b@ @c@</p>".replace("@a@", "<button type=button @click=\"section = 'rooms'\">Rooms</button>").replace("@b@", "<button type=button @click=\"section = 'meals'\">Meals</button>").replace("@c@", "<button type=button @click=\"section = 'remarks'\">Notes</button>"), "section === 'remarks'")),
    remark("hidden while it loads", "the remark is hidden while the page loads; a control that loads anew wipes", STOP, drawer('<button type=button @click="loading = true; wipe()">New season</button>', "!loading")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*CELLS, *SHELVES, *LOOKED, *NOTES, *BOXES, *ERRORS, *HOUR_PAIRS, *PLACES, *OPENERS)
