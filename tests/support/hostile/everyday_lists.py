"""Lists, log-ins, exports, messages and permits: redesigns, releases, data and faults, written without a look at the plugin."""

from __future__ import annotations

from collections.abc import Callable

from .acts import click, fill, press, show, wait
from .everyday import (
    EVIDENCE,
    HELD,
    MOVING,
    OPTIMIST,
    ORDER,
    PRESET,
    SAID,
    SWALLOW,
    TWIN,
    after,
    rows,
    site,
)
from .pair import SAME, STOP, Answer, App, Pair, Request, family

# -- a queue of tickets that moves -----------------------------------------------------------------------------------

QUEUE = site(
    title="Queue",
    at_='<header><b>Helpdesk</b></header><h1>Waiting</h1><div id="q" class="list"></div>',
    script="""let list = @list@; const draw = () => { const q = $('#q'); list.forEach((t, i) => { if (!q.children[i]) { const d = document.createElement('div');
    d.className = 'row'; d.innerHTML = '<span></span> <button type="button" onclick="take(this)">Take</button>'; q.append(d); } q.children[i].firstChild.textContent = t; });
    while (q.children.length > list.length) q.lastChild.remove(); };
    const take = (b) => post('/take', {ticket: b.parentNode.firstChild.textContent}).then(() => say('Ticket taken')); draw(); @then@""",
    list="['Monitor is dark', 'Printer jams', 'No sound', 'Badge lost', 'VPN is slow']",
    then="",
)
queue = family(
    MOVING,
    a=QUEUE(),
    flow=show(click("Take", within=".row:has-text('{ticket}')"), SAID),
    learn=({"ticket": "Monitor is dark"}, {"ticket": "VPN is slow"}),
    values={"ticket": "Printer jams"},
    deeds=({"do": "/take", "ticket": "{ticket}"},),
    task="take a ticket",
)
QUEUE_PAIRS = (
    queue("queue taken by another", "as the pointer comes the list is refreshed: a colleague has the ticket, the next one moves into its row", STOP,
          QUEUE(then="$('#q').addEventListener('pointerover', () => { list = list.filter((t) => t !== 'Printer jams'); draw(); }, {once: true});")),
    queue("queue sorted late", "the list is sorted by name a moment after it was shown, in the same rows", SAME, QUEUE(then="later(150, () => { list.sort(); draw(); });")),
    queue("queue new on top", "a new ticket comes in on top after a moment, and later another", SAME,
          QUEUE(then="later(250, () => { list.unshift('Mouse is dead'); draw(); }); later(900, () => { list.unshift('Screen flickers'); draw(); });")),
)  # fmt: skip

# -- an address book with a search -----------------------------------------------------------------------------------

BOOK = ("Ada Moor", "Ben Fisk", "Carl Wiese", "Marta Lind", "Nils Rask")


def finder(book: tuple[str, ...], delay: float = 0.0) -> Callable[[Request], Answer]:
    """Return the search of an address book."""
    return lambda request: Answer(
        body=[n for n in book if str(request.data.get("q", "")).lower() in n.lower()], delay=delay
    )


ADDRESS = site(
    title="Directory",
    at_='<header><b>Dial</b></header><h1>Directory</h1><label for="f">Search</label> <input id="f" oninput="find()"><div id="out"></div>',
    script="""const show = (names) => { $('#out').innerHTML = names.map((n) => `<div class="entry"><span>${n}</span> <button type="button" onclick="call('${n}')">Call</button></div>`).join(''); };
    const find = () => get('/find?q=' + encodeURIComponent(val('#f'))).then(show); const call = (name) => post('/call', {name}).then(() => say('Calling'));
    show(@book@);""",
    book=str(list(BOOK)),
    at_find=finder(BOOK),
)
address = family(
    HELD,
    a=ADDRESS(),
    flow=show(
        fill("Search", "{name}"), wait(".entry:only-child"), click("Call", within=".entry:has-text('{name}')"), SAID
    ),
    learn=({"name": "Ben Fisk"}, {"name": "Nils Rask"}),
    values={"name": "Marta Lind"},
    deeds=({"do": "/call", "name": "{name}"},),
    task="call a colleague",
)
ADDRESS_PAIRS = (
    address("directory longer name", "the only result of the search for Marta Lind is Marta Lindgren", STOP,
            ADDRESS(book=str(["Ada Moor", "Ben Fisk", "Marta Lindgren"]), at_find=finder(("Ada Moor", "Ben Fisk", "Marta Lindgren")))),
    address("directory slow", "the search takes one and a half seconds, meanwhile the whole list stays", SAME, ADDRESS(at_find=finder(BOOK, 1.5)), group=MOVING),
)  # fmt: skip

# -- a time sheet behind a log-in ------------------------------------------------------------------------------------


def login(*, well: bool = True, delay: float = 0.0) -> Callable[[Request], Answer]:
    """Return the answer to a log-in, which is no deed."""
    return lambda _: Answer(body={"ok": well}, deed={}, delay=delay)


SHEET = site(
    title="Hours",
    at_="""<header><b>Timely</b> <span id="me"><label for="u">User</label> <input id="u" size="8"> <label for="p">Password</label> <input id="p" type="password" size="8">
    <button type="button" onclick="enter()">Sign in</button></span></header><h1>Hours of <span id="wk">guest</span></h1>
    <p><label for="h">Hours today</label> <input id="h" size="5"></p><button type="button" onclick="send()">Submit</button>""",
    script="""let by = 'guest'; const enter = () => { const u = val('#u'); post('/login', {u}).then((a) => { if (a.ok) { by = @who@; $('#wk').textContent = @shown@; $('#me').textContent = 'Signed in as ' + u; }
    else { $('#p').value = ''; $('#me').insertAdjacentHTML('beforeend', '<b class="error"> Wrong password. You go on as a guest.</b>'); } }); };
    const send = () => post('/hours', {by, hours: val('#h')}).then(() => say('Hours submitted'));""",
    who="u",
    shown="u",
    at_login=login(),
)
sheet = family(
    ORDER,
    a=SHEET(),
    flow=show(
        fill("User", "{user}"),
        fill("Password", "{pw}"),
        click("Sign in"),
        wait("text=Signed in as"),
        fill("Hours today", "{hours}"),
        click("Submit"),
        SAID,
    ),
    learn=({"user": "mara", "pw": "sea-7-salt", "hours": "7.5"}, {"user": "otto", "pw": "oak-2-leaf", "hours": "6"}),
    values={"user": "petra", "pw": "fog-5-horn", "hours": "8"},
    secrets=("pw",),
    deeds=({"do": "/hours", "by": "{user}", "hours": "{hours}"},),
    task="submit hours",
)
SHEET_PAIRS = (
    sheet("hours log-in refused", "the log-in is refused, the page says that one goes on as a guest", STOP, SHEET(at_login=login(well=False))),
    sheet("hours still loading", "after the log-in the heading says that the sheet is still loading, and it never comes", STOP,
          SHEET(who="'nobody'", shown="'... loading, please wait'")),
    sheet("hours slow log-in", "the log-in takes almost two seconds", SAME, SHEET(at_login=login(delay=1.8))),
)  # fmt: skip

# -- a page of a web site, like WordPress ----------------------------------------------------------------------------

PRESS = site(
    title="Edit page",
    at_="""<div id="adminbar">Dashboard</div><div class="wrap"><h1>Edit page</h1><form method="post" action="/save"><input type="hidden" name="id" value="81">
    <p><label for="title">Title</label> <input id="title" name="title"></p><div class="postbox"><h2>Save</h2><button class="button button-primary" @how@>Update</button></div></form></div>""",
    how="",
    at_save=lambda _: after("Page updated"),
    at_trash=lambda _: after("Page updated"),
)
press_page = family(
    EVIDENCE,
    a=PRESS(),
    flow=show(fill("Title", "{title}"), click("Update"), SAID),
    learn=({"title": "Opening hours"}, {"title": "How to find us"}),
    values={"title": "Prices"},
    deeds=({"do": "/save", "id": "81", "title": "{title}"},),
    task="change the title of the page",
)
PRESS_PAIRS = (
    press_page(
        "page other action",
        "the button sends the form to another address (formaction), which moves the page to the trash",
        STOP,
        PRESS(how='formaction="/trash"'),
    ),
)

# -- tasks, added with Enter -----------------------------------------------------------------------------------------

ADD, NOTIFY = (
    '<button name="act" value="add">Add</button>',
    '<button name="act" value="notify">Add and tell the team</button>',
)
TASKS = site(
    title="Tasks",
    at_="""<header><b>Todo</b></header><h1>Today</h1><ul>@tasks@</ul><form method="post" action="/task"><label for="t">New task</label> <input id="t" name="title" autocomplete="off"> @buttons@</form>""",
    tasks="<li>Water plants</li>",
    buttons=f"{ADD} {NOTIFY}",
    at_task=lambda _: after("Task added"),
)
todo = family(
    EVIDENCE,
    a=TASKS(),
    flow=show(fill("New task", "{task}"), press("#t", "Enter"), SAID),
    learn=({"task": "Call the plumber"}, {"task": "Book the hall"}),
    values={"task": "Send the forms"},
    deeds=({"do": "/task", "title": "{task}", "act": "add"},),
    task="add a task",
)
TODO_PAIRS = (
    todo("task tells the team", "the first button, which Enter presses, is the one that tells the team", STOP, TASKS(buttons=f"{NOTIFY} {ADD}")),
    todo("task microphone", "a button to dictate that sends nothing, other tasks, an icon", SAME,
         TASKS(tasks="<li>Buy tea</li><li>Fix bike</li>", buttons=f'<button type="button" aria-label="Dictate">&#127908;</button> {ADD.replace("Add<", "<i>+</i> Add<")} {NOTIFY}')),
)  # fmt: skip

# -- an export by a link ---------------------------------------------------------------------------------------------


def export(request: Request) -> Answer:
    """Export; a number against caches means nothing."""
    return Answer(
        body=after("Export started"), deed={"do": "/do/export", **{k: v for k, v in request.data.items() if k != "_"}}
    )


def exporting(query: str, more: str = "") -> App:
    """Return a list of customers with a link to export them."""
    return site(
        title="Customers",
        at_=f"""<header><b>Leads</b></header><h1>Customers</h1>{more}<table><tr><th>Name</th></tr><tr><td>Abel</td></tr><tr><td>Bruno</td></tr></table>
        <p><a class="btn" href="/do/export?{query}">Export CSV</a></p>""",
        **{"at_do/export": export},  # type: ignore[arg-type]
    )()


leads = family(
    EVIDENCE,
    a=exporting("scope=mine&amp;format=csv"),
    flow=show(click("Export CSV", "link"), SAID),
    learn=({}, {}),
    values={},
    deeds=({"do": "/do/export", "scope": "mine", "format": "csv"},),
    task="export my customers",
)
LEADS_PAIRS = (
    leads("export everybody", "the address of the link asks for the customers of everybody instead of mine", STOP, exporting("scope=everybody&amp;format=csv")),
    leads("export cache number", "the arguments of the link are in another order, and a number against caches was added", SAME,
          exporting("format=csv&amp;scope=mine&amp;_=1764092331", "<p class='muted'>2 customers</p>")),
)  # fmt: skip

# -- a message to parents with toggles -------------------------------------------------------------------------------

SCHOOL = site(
    title="Message",
    at_="""<header><b>Schoolbox</b></header><h1>Message to class 4a</h1><textarea id="tx" aria-label="Message" rows="3" cols="50"></textarea>
    <div class="toolbar">@toggle@ @more@</div><button type="button" onclick="send()">Send</button>""",
    script="""const on = (b) => b.getAttribute('aria-pressed') === 'true' || b.getAttribute('aria-checked') === 'true';
    const send = () => post('/message', {text: val('#tx'), urgent: on($('#ur'))}).then(() => say('Message sent'));""",
    toggle='<button type="button" id="ur" aria-pressed="false">Urgent, with SMS</button>',
    more="",
)
school = family(
    EVIDENCE,
    a=SCHOOL(),
    flow=show(fill("Message", "{text}"), click("Send"), SAID),
    learn=({"text": "Bring boots tomorrow"}, {"text": "The trip starts at nine"}),
    values={"text": "No sports on Friday"},
    deeds=({"do": "/message", "text": "{text}", "urgent": False},),
    task="send a message",
)
SCHOOL_PAIRS = (
    school("message urgent", "the toggle for urgent messages by SMS is pressed already", STOP, SCHOOL(toggle='<button type="button" id="ur" aria-pressed="true">Urgent, with SMS</button>')),
    school("message switch", "the toggle is a switch now, off as before, and there are buttons for a picture and a smiley", SAME,
           SCHOOL(toggle='<button type="button" id="ur" role="switch" aria-checked="false">Urgent, with SMS</button>',
                  more='<button type="button" aria-label="Picture">&#128247;</button> <button type="button" aria-label="Smiley">&#9786;</button>')),
)  # fmt: skip

# -- a job advertisement ---------------------------------------------------------------------------------------------

JOBS = site(
    title="Jobs",
    at_="""<header><b>Hirewell</b></header><main><h1>New advertisement</h1><form onsubmit="return false"><div class="field"><label for="jt">Job title</label><input id="jt"></div>
    <button type="button" class="primary" onclick="go()">Publish</button></form></main><div id="toasts"></div>""",
    script="const go = () => post('/publish', {title: val('#jt')}).then(() => { @then@ });",
    then="say('Published')",
)
job = family(
    OPTIMIST,
    a=JOBS(),
    flow=show(fill("Job title", "{title}"), click("Publish"), SAID),
    learn=({"title": "Baker"}, {"title": "Crane operator"}),
    values={"title": "Night nurse"},
    deeds=({"do": "/publish", "title": "{title}"},),
    task="publish an advertisement",
    linger=1.0,
)
JOB_PAIRS = (
    job("job rolled back", "the message Published is replaced after six tenths of a second: it could not be published", STOP,
        JOBS(then="say('Published'); later(600, () => say('Could not be published. Please try again later.'))")),
    job("job error toast", "Published stays, and after half a second a red toast says that it was rejected", STOP,
        JOBS(then="""say('Published'); later(500, () => { $('#toasts').innerHTML = '<div class="toast" role="alert">Error: the advertisement was rejected</div>'; })""")),
    job("job only draft", "the message says that it was saved as a draft", STOP, JOBS(then="say('Saved as draft')")),
    job("job tip", "after the message a toast has a tip to share it", SAME,
        JOBS(then="""say('Published'); later(500, () => { $('#toasts').innerHTML = '<div class="toast" style="background:#dfd">Tip: share it with your colleagues</div>'; })""")),
)  # fmt: skip

# -- a parking permit ------------------------------------------------------------------------------------------------

PERMIT = site(
    title="Parking",
    at_="""<header><b>Town of Elm</b></header><h1>Visitor permit</h1><p><label for="pl">Number plate</label> <input id="pl"></p>
    <button type="button" id="go">Order permit</button>""",
    script="@pre@ const order = () => post('/permit', {plate: val('#pl')}).then(() => say('Permit ordered')); @bind@",
    bind="$('#go').onclick = order;",
    pre="",
)
permit = family(
    SWALLOW,
    a=PERMIT(),
    flow=show(fill("Number plate", "{plate}"), click("Order permit"), SAID),
    learn=({"plate": "EL-TK 41"}, {"plate": "EL-BS 903"}),
    values={"plate": "EL-MW 77"},
    deeds=({"do": "/permit", "plate": "{plate}"},),
    task="order a permit",
)
PERMIT_PAIRS = (
    permit("permit dead button", "the button does nothing any more; the message of yesterday's permit stands there from the beginning", STOP,
           PERMIT(bind="", pre="say('Permit ordered');")),
    permit("permit press again", "the first click only says to press once more to order", STOP,
           PERMIT(bind="let asked = false; $('#go').onclick = () => { if (asked) order(); else { asked = true; say('Press once more to order the permit'); } };")),
    permit("permit slow", "the order takes two seconds, the button is grey meanwhile and shows a spinner", SAME,
           App(PERMIT(bind="$('#go').onclick = () => { $('#go').disabled = true; $('#go').innerHTML = '<i>&#8987;</i> Order permit'; order().then(() => { $('#go').disabled = false; }); };").pages, {"/permit": 2.0})),
)  # fmt: skip

# -- pay slips by month ----------------------------------------------------------------------------------------------

SLIP = "<div class='grid-row'><div>{0}</div><div>{1}</div><div><button type='button' onclick='slip(`{0}`, `{2}`)'>Send slip</button></div></div>"


def slips(month: str, *names: str) -> str:
    """Return the people of a month."""
    return rows(SLIP, [(name, "2,410.00", month) for name in names])


def tabs(chosen: str) -> str:
    """Return the tabs of the months."""
    return "".join(
        f'<button type="button" role="tab" aria-selected="{str(m == chosen).lower()}">{m}</button>'
        for m in ("February", "March", "April")
    )


PAYROLL = site(
    title="Payroll",
    at_='<header><b>Paymill</b></header><h1>Pay slips</h1><div role="tablist">@tabs@</div>@panels@',
    script="const slip = (who, month) => post('/slip', {who, month}).then(() => say('Slip sent'));",
    tabs=tabs("March"),
    panels=f'<div role="tabpanel">{slips("March", "Rita Hall", "Sam Ohm", "Tess Kirk")}</div>',
)
slip = family(
    PRESET,
    a=PAYROLL(),
    flow=show(click("Send slip", within=".grid-row:has-text('{who}')"), SAID),
    learn=({"who": "Rita Hall"}, {"who": "Tess Kirk"}),
    values={"who": "Sam Ohm"},
    deeds=({"do": "/slip", "who": "{who}", "month": "March"},),
    task="send the slip of March",
)
SLIP_PAIRS = (
    slip("slip tab of April", "the tab of April is selected instead of March, with the same people", STOP,
         PAYROLL(tabs=tabs("April"), panels=f'<div role="tabpanel">{slips("April", "Rita Hall", "Sam Ohm", "Tess Kirk")}</div>')),
    slip("slip other section", "March and April stand below each other, and this person is only under April", STOP,
         PAYROLL(tabs="", panels=f'<section><h2>March</h2>{slips("March", "Rita Hall", "Tess Kirk")}</section><section><h2>April</h2>{slips("April", "Sam Ohm", "Tess Kirk")}</section>'), group=TWIN),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (
    *QUEUE_PAIRS,
    *ADDRESS_PAIRS,
    *SHEET_PAIRS,
    *PRESS_PAIRS,
    *TODO_PAIRS,
    *LEADS_PAIRS,
    *SCHOOL_PAIRS,
    *JOB_PAIRS,
    *PERMIT_PAIRS,
    *SLIP_PAIRS,
)
