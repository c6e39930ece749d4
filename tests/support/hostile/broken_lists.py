"""More pages on which a rule that lets more applications replay may lie: lists, choices, fields, editors and files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from .acts import check, click, fill, keys, select, show, tap, wait
from .everyday import SAID, rows, site
from .pair import EITHER, SAME, STOP, Answer, App, Pair, family

# fmt: off
AGE, CHOICE, PROOF, FIELD, HIDDEN = (
    "broken rules ages",
    "broken rules choices",
    "broken rules proofs",
    "broken rules fields",
    "broken rules hidden",
)

# -- an age beside a name in its cell --------------------------------------------------------------------------------

FILE_ROW = '<tr><td><b>{0}</b> <small>{1}</small></td><td>{2}</td><td><button type="button" onclick="share(\'{0}\', \'{2}\')">Share</button></td></tr>'
FILES = site(
    title="Files",
    at_="<header><b>Drive</b></header><h1>Files</h1><table><thead><tr><th>Name</th><th>Owner</th><th></th></tr></thead><tbody>@rows@</tbody></table>",
    script="const share = (name, owner) => post('/share', {name, owner}).then(() => say('Shared'));",
)


def files(*kept: tuple[str, str, str]) -> App:
    """Return a table of files: name, remark, owner."""
    return FILES(rows=rows(FILE_ROW, kept))


BUDGET, PLAN, REPORT, OFFER = ("Budget", "edited 3 h ago", "Ada"), ("Plan", "edited 2 days ago", "Ben"), ("Report", "edited 1 h ago", "Ada"), ("Offer", "edited 5 days ago", "Ada")
share = family(AGE, a=files(BUDGET, PLAN, REPORT, OFFER), flow=show(click("Share", within="tr:has(b:text-is('{name}'))"), SAID), learn=({"name": "Budget"}, {"name": "Offer"}), values={"name": "Report"},
               deeds=({"do": "/share", "name": "{name}", "owner": "Ada"},), task="share a file")  # fmt: skip
AGES = (
    share("file of another", "the only report is that of a colleague, seen long ago", EITHER, files(BUDGET, PLAN, ("Report", "edited 9 days ago", "Ada"), OFFER)),
    share("two reports", "a colleague has a report of the same name", STOP, files(BUDGET, PLAN, ("Report", "edited 2 h ago", "Cleo"), REPORT, OFFER)),
    share("two reports, one without a remark", "a colleague has a report of the same name, never edited", STOP, files(BUDGET, PLAN, ("Report", "", "Cleo"), REPORT, OFFER)),
    share("report in the name of another", "only a report of last week is there, edited meanwhile", STOP, files(BUDGET, ("Report last week", "edited 1 h ago", "Cleo"), OFFER)),
    share("report of yesterday", "only another report is there, by its remark that of yesterday", STOP, files(BUDGET, ("Report", "yesterday", "Cleo"), OFFER)),
    share("report template", "the only report is a template", STOP, files(BUDGET, ("Report", "template, edited 1 h ago", "Cleo"), OFFER)),
    share("ages went on", "all ages went on, rows are in another order", SAME, files(REPORT, ("Budget", "edited yesterday", "Ada"), ("Plan", "edited last week", "Ben"), OFFER)),
    share("ages before", "the remark stands in the same cell, for one file there is none", SAME, files(("Budget", "", "Ada"), PLAN, ("Report", "edited just now", "Ada"), OFFER)),
)  # fmt: skip

# -- a button that shows the choice of its list ----------------------------------------------------------------------

PICKERS = site(
    title="Shift",
    at_='<header><b>Roster</b></header><main><h1>Shift</h1><div class="row">@pickers@</div><div id="pop" role="listbox" hidden style="position:absolute;background:#fff;border:1px solid"></div><button type="button" onclick="store()">Save shift</button></main>',
    script="""const options = @options@; let open = null; const held = @held@;
    const toggle = (b) => { open = b; const p = $('#pop'); p.hidden = false; p.innerHTML = options.map((o) => `<div role="option" onclick="choose(this)">${o}</div>`).join(''); };
    const choose = (o) => { open.textContent = o.textContent; held[open.dataset.key] = o.textContent; $('#pop').hidden = true; };
    const store = () => post('/shift', held).then(() => say('Saved'));""",
    options=str([f"{h:02}:00" for h in (7, 8, 9, 12, 17, 18)]),
    at_shift=lambda request: Answer(deed={"do": "/shift", **{k: v for k, v in request.data.items() if k in ("begin", "end")}}),
)


def pickers(*shown: tuple[str, str, str], **more: str) -> App:
    """Return a row of buttons that open lists: key, choice, text before it."""
    made = rows('<div class="one">{2} <button type="button" class="pick" id="pick-{0}" aria-haspopup="listbox" data-key="{0}" onclick="toggle(this)">{1}</button></div>', shown)
    return PICKERS(pickers=made, held="{" + ", ".join(f"{k}: '{v}'" for k, v, _ in shown) + "}", **more)


def choice_of(*shown: tuple[str, str, str], key: str = "begin", nth: int = 0) -> Callable[..., Pair]:
    """Return a maker of pairs about the choice of one of these lists."""
    return family(CHOICE, a=pickers(*shown), flow=show(tap(f".pick >> nth={nth}"), lambda at, values: at.get_by_role("option", name=values["time"]).click(), click("Save shift"), SAID),
                  learn=({"time": "08:00"}, {"time": "07:00"}), values={"time": "12:00"},
                  deeds=({"do": "/shift", **{k: v for k, v, _ in shown}, key: "{time}"},), task="set the shift")  # fmt: skip


bare = choice_of(("begin", "09:00", ""), ("end", "17:00", ""))
second = choice_of(("begin", "09:00", ""), ("end", "17:00", ""), key="end", nth=1)
told = choice_of(("begin", "09:00", "<span>from</span>"), ("end", "17:00", "<span>to</span>"))
single = choice_of(("begin", "09:00", ""))
CHOICES = (
    bare("list before it", "a list for the reminder stands before those of the shift", SAME, pickers(("remind", "08:00", ""), ("begin", "09:00", ""), ("end", "17:00", ""))),
    bare("other choice", "the shift begins at another time", EITHER, pickers(("begin", "08:00", ""), ("end", "17:00", ""))),
    bare("begin is fixed", "only the end may be chosen; the begin is a text", STOP, pickers(("end", "17:00", ""))),
    second("end is fixed", "only the begin may be chosen", STOP, pickers(("begin", "09:00", ""))),
    second("lists turned", "the end stands before the begin", EITHER, pickers(("end", "17:00", ""), ("begin", "09:00", ""))),
    told("told lists turned", "the end stands before the begin, as their words say", EITHER, pickers(("end", "17:00", "<span>to</span>"), ("begin", "09:00", "<span>from</span>"))),
    told("only the end", "only the end may be chosen, as its word says", STOP, pickers(("end", "17:00", "<span>to</span>"))),
    told("told with a reminder", "a list for the reminder stands before them, with its word", SAME, pickers(("remind", "08:00", "<span>remind at</span>"), ("begin", "09:00", "<span>from</span>"), ("end", "17:00", "<span>to</span>"))),
    single("another list alone", "the only list is that of a reminder, as its word says", STOP, pickers(("remind", "09:00", "<span>remind at</span>"))),
    single("another list of another heading", "the only list stands on the page of breaks", STOP, pickers(("pause", "09:00", ""), at_='<header><b>Roster</b></header><main><h1>Break</h1><div class="row">@pickers@</div><div id="pop" role="listbox" hidden style="position:absolute;background:#fff;border:1px solid"></div><button type="button" onclick="store()">Save shift</button></main>')),
)  # fmt: skip

# -- a list of several choices in which the pointer marks --------------------------------------------------------------

TAGS = site(
    title="Ticket",
    at_='<header><b>Desk</b></header><main><h1>Ticket 7</h1><p id="on"></p><button type="button" aria-haspopup="listbox" onclick="$(\'#pop\').hidden = false">Labels</button><div id="pop" role="listbox" hidden></div></main>',
    script="""const on = new Set(@on@), names = @names@;
    const draw = () => { $('#on').innerHTML = [...on].map((n) => `<span class="chip">${n}</span> `).join(''); };
    const flip = (n) => { const is = !on.has(n); is ? on.add(n) : on.delete(n); draw(); marks(); post('/label', {name: n, on: is}).then(() => say('Labels changed')); };
    const marks = () => [...$('#pop').children].forEach((o) => o.setAttribute('aria-selected', String(on.has(o.textContent))));
    $('#pop').innerHTML = names.map((n) => `<div role="option" onclick="flip('${n}')" onmouseenter="mark(this)">${n}</div>`).join('');
    const mark = (o) => { marks(); o.setAttribute('aria-selected', 'true'); }; draw(); marks();""",
    on="['Open']",
    names="['Open', 'Urgent', 'Later', 'Billing']",
)
label = family(CHOICE, a=TAGS(), flow=show(click("Labels"), lambda at, values: at.get_by_role("option", name=values["name"]).click(), SAID), learn=({"name": "Urgent"}, {"name": "Later"}), values={"name": "Billing"},
               deeds=({"do": "/label", "name": "{name}", "on": True},), task="label the ticket")  # fmt: skip
fixed = family(CHOICE, a=TAGS(), flow=show(click("Labels"), lambda at, _: at.get_by_role("option", name="Urgent").click(), SAID), learn=({}, {}), values={}, deeds=({"do": "/label", "name": "Urgent", "on": True},), task="label the ticket urgent")  # fmt: skip
LABELS = (
    label("label is on", "the ticket has the label already, and pressing it takes it away", STOP, TAGS(on="['Open', 'Billing']")),
    label("other label is on", "the ticket has another label already", SAME, TAGS(on="['Open', 'Urgent']")),
    fixed("fixed label is on", "the ticket is urgent already, and pressing the option takes that away", STOP, TAGS(on="['Open', 'Urgent']")),
    fixed("other labels are on", "the ticket has other labels", SAME, TAGS(on="['Billing', 'Later']")),
)  # fmt: skip

# -- a choice that stores itself --------------------------------------------------------------------------------------

SELF = site(
    title="Task",
    at_='<header><b>Plan</b></header><h1>Paint the hall</h1><p><label for="s">State</label> <select id="s" onchange="keep(this)"><option>New</option><option>Active</option><option>Done</option></select></p><p><label><input type="checkbox" id="w" onclick="watch(this)"> Watch</label></p>',
    script="""let was = 'New'; const keep = (s) => post('/state', {state: s.value}).then((a) => { if (a.ok) { was = s.value; say('State saved'); } else { @fails@ } });
    const watch = (b) => post('/watch', {on: b.checked}).then((a) => { if (a.ok) say('You watch this'); else { @unticks@ } });""",
    fails="",
    unticks="",
)
state = family(PROOF, a=SELF(), flow=show(select("State", "{state}"), SAID), learn=({"state": "Active"}, {"state": "Done"}), values={"state": "Active"}, deeds=({"do": "/state", "state": "{state}"},), task="set the state")  # fmt: skip
watched = family(PROOF, a=SELF(), flow=show(check("Watch"), SAID), learn=({}, {}), values={}, deeds=({"do": "/watch", "on": True},), task="watch the task")  # fmt: skip
REFUSED, DENIED = (lambda _: Answer(body={"ok": False}, deed={})), (lambda _: Answer(body={"ok": False}, status=403, deed={}))
SELVES = (
    state("state refused", "the server refuses the state, and a message says so", STOP, SELF(at_state=REFUSED, fails="say('You may not change the state');")),
    state("state refused and back", "the server refuses, a message says so, and the list goes back", STOP, SELF(at_state=REFUSED, fails="say('You may not change the state'); s.value = was;")),
    state("state denied", "the server denies with 403, and a message says so", STOP, SELF(at_state=DENIED, fails="say('Not saved: no permission');")),
    state("state failed in other words", "the server refuses: it is locked by a colleague", STOP, SELF(at_state=REFUSED, fails="say('Locked by Ada Moor');")),
    state("state said otherwise", "the message that it is saved has other words", SAME, SELF(script="const keep = (s) => post('/state', {state: s.value}).then(() => say('Changes saved'));")),
    watched("watch refused", "the server refuses, and a message says so", STOP, SELF(at_watch=REFUSED, unticks="say('Watching is not allowed');")),
    watched("watch refused and back", "the server refuses, a message says so, and the box is empty again", STOP, SELF(at_watch=REFUSED, unticks="say('Watching is not allowed'); b.checked = false;")),
)  # fmt: skip

# -- a box that the page draws from a state of its own ----------------------------------------------------------------

DRAWN = site(
    title="Alerts",
    at_="<header><b>Bank</b></header><h1>Alerts</h1><form>@boxes@</form>",
    boxes="".join(f'<p><label><input type="radio" name="how" value="{v}" @{v}@> {t}</label></p>' for v, t in (("mail", "By mail"), ("text", "By text message"), ("none", "None"))),
    mail="", text="", none="checked",
    script="""let how = document.querySelector('[name=how]:checked')?.value; const draw = () => document.querySelectorAll('[name=how]').forEach((r) => { r.checked = r.value === how; });
    document.querySelectorAll('[name=how]').forEach((r) => r.addEventListener('click', (e) => { e.preventDefault(); const next = r.value; @then@ }));""",
    then="post('/how', {how: next}).then((a) => { if (a.ok) { how = next; draw(); say('Saved'); } });",
)  # fmt: skip
how = family(PROOF, a=DRAWN(), flow=show(tap("[value=mail]"), SAID), learn=({}, {}), values={}, deeds=({"do": "/how", "how": "mail"},), task="get alerts by mail")  # fmt: skip
DRAWNS = (
    how("alerts refused", "the server refuses, and the page says so; the box stays", STOP, DRAWN(at_how=REFUSED, then="post('/how', {how: next}).then(() => say('Your plan has no alerts'));")),
    how("alerts shown, then taken back", "the box shows the choice at once, the server refuses, and the box goes back", STOP,
        DRAWN(at_how=lambda _: Answer(body={"ok": False}, deed={}, delay=0.5), then="later(30, () => { how = next; draw(); }); post('/how', {how: next}).then(() => { how = 'none'; draw(); say('Your plan has no alerts'); });")),
    how("alerts slow", "the answer takes half a second", SAME, DRAWN(at_how=lambda _: Answer(delay=0.4))),
)  # fmt: skip

# -- a row that a deed rewrote ----------------------------------------------------------------------------------------

CLAIM_ROW = '<tr><td>{0}</td><td>{1}</td><td class="x">{2}</td><td class="y">{3}</td><td><button type="button" onclick="mark(this, \'{0}\')">Mark as checked</button></td></tr>'
CLAIMS = site(
    title="Claims",
    at_="<header><b>Insure</b></header><h1>Claims</h1><table><thead><tr><th>Claim</th><th>Name</th><th>Insured</th><th>Checked</th><th></th></tr></thead><tbody>@rows@</tbody></table>",
    script="const mark = (b, id) => post('/check', {id}).then((a) => { @then@ });",
    status='<p role="status">4 claims</p>',
    then="if (a.ok) b.closest('tr').cells[3].textContent = 'Yes';",
)


def claims(*kept: tuple[str, str, str, str], **more: Any) -> App:
    """Return a table of claims: number, name, insured, checked."""
    return CLAIMS(rows=rows(CLAIM_ROW, kept), **more)


C1, C2, C3, C4 = ("C-11", "Moor", "No", "-"), ("C-12", "Fisk", "No", "-"), ("C-13", "Lind", "No", "-"), ("C-14", "Rask", "No", "-")
insured = tuple((*c[:2], "Yes", "-") for c in (C1, C2, C3, C4))
claim = family(PROOF, a=claims(C1, C2, C3, C4), flow=show(click("Mark as checked", within="tr:has-text('{id}')"), wait("tr:has-text('{id}') td:text-is('Yes')")), learn=({"id": "C-11"}, {"id": "C-14"}), values={"id": "C-13"},
               deeds=({"do": "/check", "id": "{id}"},), task="check a claim")  # fmt: skip
CLAIM_PAIRS = (
    claim("other column says it", "the claim is insured, so its row says Yes; the server refuses the check, and nothing is said", STOP, claims(*insured, at_check=REFUSED)),
    claim("other row changes", "the server checks the claim of the row above", STOP, claims(C1, C2, C3, C4, at_check=lambda _: Answer(deed={"do": "/check", "id": "C-12"}),
          then="b.closest('tr').previousElementSibling.cells[3].textContent = 'Yes';")),
    claim("other column changes", "the button marks the claim as insured", STOP, claims(C1, C2, C3, C4, at_check=lambda r: Answer(deed={"do": "/insure", **r.data}), then="b.closest('tr').cells[2].textContent = 'Yes';")),
    claim("row kept", "the server refuses, and nothing is said", STOP, claims(C1, C2, C3, C4, at_check=REFUSED)),
    claim("insured ones", "the claims are insured; all goes well", SAME, claims(*insured)),
    claim("other names", "the other cells of the row have other data", SAME, claims(C1, ("C-13", "Linden", "Yes", "-"), C4)),
)  # fmt: skip

# -- a file whose name stands on the page -----------------------------------------------------------------------------

FOLDER = Path(gettempdir()) / "ami-hostile-files"
FOLDER.mkdir(exist_ok=True)
for _name in ("plan.pdf", "bill.pdf", "scan.pdf"):
    (FOLDER / _name).write_text("%PDF-1.4", "utf-8")
PLAN_PDF, BILL, SCAN = (str(FOLDER / name) for name in ("plan.pdf", "bill.pdf", "scan.pdf"))


TOOK, REJECTED = (lambda _: Answer(deed={"do": "/file"})), (lambda _: Answer(body={"ok": False}, deed={}))
UPLOAD = site(
    title="Case",
    at_='<header><b>Office</b></header><h1>Case 12</h1><ul id="files">@there@</ul><label for="f">Attach a file</label> <input type="file" id="f" name="file" onchange="attach(this.files[0])">',
    there="<li>letter.pdf</li>",
    script="""const attach = (file) => { const data = new FormData(); data.append('file', file); fetch('/file', {method: 'POST', body: data}).then((r) => r.json()).then((a) => { @then@ }); };
    const list = (text) => $('#files').insertAdjacentHTML('beforeend', `<li>${text}</li>`);""",
    then="list(file.name); say('1 file attached');",
    at_file=TOOK,
)
upload = family(PROOF, a=UPLOAD(), flow=show(lambda at, values: at.locator("#f").set_input_files(values["file"]), SAID), learn=({"file": PLAN_PDF}, {"file": BILL}), values={"file": SCAN},
                deeds=({"do": "/file"},), task="attach a file")  # fmt: skip
UPLOADS = (
    upload("file too large", "the server refuses the file, and its entry says so", STOP, UPLOAD(at_file=REJECTED, then="list(file.name + ' <i>too large</i>'); say('Choose another file');")),
    upload("file failed below", "the server refuses the file; a mark below its name says so", STOP, UPLOAD(at_file=REJECTED, then="list(file.name + '<div class=err>Upload failed</div>'); say('0 files attached');")),
    upload("file there already", "a file of this name is there already, and the server refuses another one", STOP, UPLOAD(there="<li>letter.pdf</li><li>scan.pdf</li>", at_file=REJECTED, then="say('This file is there already');")),
    upload("file not sent", "the page only shows the name of the file; a button sends it", STOP, UPLOAD(script="const attach = (file) => { $('#files').insertAdjacentHTML('beforeend', `<li>${file.name} <button type=button>Send</button></li>`); say('1 file to send'); };")),
    upload("other files", "other files are there", SAME, UPLOAD(there="<li>bill.pdf</li><li>plan.pdf</li>")),
)  # fmt: skip

# -- fields -----------------------------------------------------------------------------------------------------------

MONEY = site(
    title="Till",
    at_='<style>.material-icons{font-family:"Material Icons"}</style><header><b>Till</b></header><main><h1>Drawer</h1><p class="f"><label for="@id@">@label@</label> <input id="@id@" name="@id@"></p>@more@<button type="button" onclick="post(\'/@do@\', {amount: val(\'#@id@\')}).then(() => say(\'Booked\'))">Book</button></main>',
    id="amount",
    label='<span class="material-icons">add</span> Amount',
    do="in",
    more="",
)
money = family(FIELD, a=MONEY(), flow=show(lambda at, values: at.locator("main input").first.fill(values["n"]), click("Book"), SAID), learn=({"n": "20"}, {"n": "35"}), values={"n": "50"},
               deeds=({"do": "/in", "amount": "{n}"},), task="book an amount")  # fmt: skip
plain = family(FIELD, a=MONEY(label="Customer", id="customer"), flow=show(fill("Customer", "{n}"), click("Book"), SAID), learn=({"n": "Moor"}, {"n": "Fisk"}), values={"n": "Lind"},
               deeds=({"do": "/in", "amount": "{n}"},), task="book for a customer")  # fmt: skip
late = family(FIELD, a=MONEY(label='Phone <span class="material-icons">phone</span>', id="phone"), flow=show(lambda at, values: at.locator("main input").first.fill(values["n"]), click("Book"), SAID),
              learn=({"n": "0301234"}, {"n": "0301235"}), values={"n": "0301236"}, deeds=({"do": "/in", "amount": "{n}"},), task="book a phone")  # fmt: skip
FIELDS = (
    money("amount out", "the picture of the label is a minus now: the amount is taken out", STOP, MONEY(label='<span class="material-icons">remove</span> Amount', do="out")),
    money("amount out, other id", "the field of a minus has a new id", STOP, MONEY(label='<span class="material-icons">remove</span> Amount', do="out", id="sum")),
    money("amount with other picture", "the label has a picture of the same sense", SAME, MONEY(label='<span class="material-icons">add_circle</span> Amount')),
    plain("write to customer", "the field of the same id takes a message to the customer", STOP, MONEY(label="Write to customer", id="customer", do="message")),
    plain("select a customer", "the label says how to begin", SAME, MONEY(label="Select a customer", id="customer")),
    plain("customer to remove", "the field asks for a customer who is removed", STOP, MONEY(label="Select the customer to remove", id="customer", do="remove")),
    plain("type to search customers", "the field filters, and takes no customer", STOP, MONEY(label="Type to filter customer", id="customer", do="filter")),
    late("picture before", "the picture stands before the label", SAME, MONEY(label='<span class="material-icons">phone</span> Phone', id="phone")),
)  # fmt: skip

# -- an editor and a hidden field -------------------------------------------------------------------------------------

EDITOR = site(
    title="Reply",
    at_='<header><b>Mail</b></header><h1>Reply</h1><form id="f"><div class="edit" contenteditable="true" role="textbox" aria-label="Text"></div>@hidden@<button type="button" onclick="send()">Send reply</button></form>',
    hidden='<input type="hidden" name="body">',
    script="""let t = 0; const ed = $('.edit'); const write = (name) => { const f = $(`[name=${name}]`); if (f) f.value = ed.innerText.trim(); };
    ed.addEventListener('input', () => { clearTimeout(t); t = later(@wait@, () => write('body')); @also@ });
    const send = () => post('/reply', {body: val('[name=body]')}).then(() => say('Reply sent'));""",
    wait="150",
    also="",
)
reply = family(PROOF, a=EDITOR(), flow=show(tap(".edit"), keys("{text}"), lambda at, _: at.wait_for_timeout(400), click("Send reply"), SAID), learn=({"text": "Thank you"}, {"text": "See you soon"}), values={"text": "All is well"},
               deeds=({"do": "/reply", "body": "{text}"},), task="reply")  # fmt: skip
EDITORS = (
    reply("slower copy", "the editor writes its text into the form a second later", SAME, EDITOR(wait="1000")),
    reply("draft at once", "the text is kept as a draft at once, in a hidden field of its own; the body follows a second later", EITHER,
          EDITOR(hidden='<input type="hidden" name="draft"><input type="hidden" name="body">', wait="1000", also="write('draft');")),
    reply("search words", "a hidden field takes the words for a spelling check; the body follows later", EITHER,
          EDITOR(hidden='<input type="hidden" name="body"><textarea name="spell" hidden></textarea>', wait="1200", also="write('spell');")),
    reply("never copied", "the editor never writes into the form", STOP, EDITOR(wait="60000")),
)  # fmt: skip

# -- what is parked beside the page ------------------------------------------------------------------------------------

SLIDES = site(
    title="Plans",
    at_='<style>.view{width:300px;overflow:hidden}.track{display:flex;transform:translateX(-@at@px)}.slide{width:300px;flex:none}</style><header><b>Net</b></header><main><h1>Plans</h1><div class="view"><div class="track">@slides@</div></div></main>',
    at="0",
    script="const take = (plan) => post('/take', {plan}).then(() => say('Thank you'));",
)
WORDY, DRAWN_SLIDE = '<div class="slide"><p>{0}</p><button type="button" onclick="take(\'{0}\')">Choose</button></div>', '<div class="slide"><img alt="{0}" src="data:," width="80" height="60"><button type="button" onclick="take(\'{0}\')">Choose</button></div>'
PLANS = (("Small",), ("Large",), ("Huge",))


def plan_of(template: str) -> Callable[..., Pair]:
    """Return a maker of pairs about a row of slides."""
    return family(HIDDEN, a=SLIDES(slides=rows(template, PLANS)), flow=show(tap(".slide:nth-child(1) button"), SAID), learn=({}, {}), values={}, deeds=({"do": "/take", "plan": "Small"},), task="take the small plan")  # fmt: skip


slide, drawn_slide = plan_of(WORDY), plan_of(DRAWN_SLIDE)
TOOLS = site(
    title="Inbox",
    at_='<style>#tools{position:absolute;top:-500px;left:300px}li{height:30px}</style><header><b>Inbox</b></header><main><h1>Inbox</h1><ul class="mails">@mails@</ul></main><div id="tools"><button type="button" class="t" onclick="store()">Archive</button></div>',
    mails=rows('<li onmouseenter="point(this)">{0}</li>', (("Offer",), ("Bill",), ("Letter",), ("Ticket",))),
    script="""let on = null; const place = (li) => { on = li; $('#tools').style.top = li.getBoundingClientRect().top + 'px'; };
    const point = (li) => { @how@ }; const store = () => post('/archive', {mail: on.textContent}).then(() => say('Archived')); @then@""",
    how="place(li);",
    then="",
)
tool = family(HIDDEN, a=TOOLS(), flow=show(lambda at, values: at.locator("li", has_text=values["mail"]).hover(), tap("#tools button"), SAID), learn=({"mail": "Offer"}, {"mail": "Ticket"}), values={"mail": "Letter"},
              deeds=({"do": "/archive", "mail": "{mail}"},), task="archive a mail")  # fmt: skip
PARKED = (
    slide("slide went on", "the row of slides shows the large plan; the small one is beside the page", STOP, SLIDES(slides=rows(WORDY, PLANS), at="300")),
    slide("slides in another order", "the large plan comes first", EITHER, SLIDES(slides=rows(WORDY, PLANS[::-1]))),
    drawn_slide("drawn slide went on", "the row shows the large plan, of which only a picture tells", STOP, SLIDES(slides=rows(DRAWN_SLIDE, PLANS), at="300")),
    drawn_slide("drawn slides in another order", "the picture of the large plan comes first", EITHER, SLIDES(slides=rows(DRAWN_SLIDE, PLANS[::-1]))),
    tool("tools on the selected mail", "the first mail is selected and has the tools; they follow the pointer after a moment", EITHER,
         TOOLS(then="place($('li'));", how="clearTimeout(window.w); window.w = later(400, () => place(li));")),
    tool("tools follow late", "the tools come a moment after the pointer", SAME, TOOLS(how="clearTimeout(window.w); window.w = later(300, () => place(li));")),
)  # fmt: skip

PAIRS = (*AGES, *CHOICES, *LABELS, *SELVES, *DRAWNS, *CLAIM_PAIRS, *UPLOADS, *FIELDS, *EDITORS, *PARKED)
