"""Controls that go when the next text is typed and were all that showed a step; presses of which the first event is heard."""

from __future__ import annotations

from .acts import ANNOUNCED, click, fill, show, wait
from .pair import EITHER, SAME, STOP, Answer, App, Pair, family
from .parts import button, one, with_parts

GROUP = "passing controls"
QUICK = {"patience": 3.0}

# -- the only sign that a press was heard goes when somebody types -----------------------------------------------------

KIND = """
let kind = 'private';
const sign = (name) => { $('#sign').innerHTML = `<button type=button>${name}</button>`; };
const go = () => { @go@ };
$('#t').addEventListener('input', () => { $('#sign').innerHTML = ''; });
const create = () => post('/create', {kind, t: val('#t')}).then(() => say('Created'));
"""
ASKS = "post('/kind').then((r) => { if (r.ok) { kind = 'business'; sign('Undo'); } else $('#sign').textContent = 'Not now'; });"


def account(go: str = "kind = 'business'; sign('Switch back');", answer: object = None) -> App:
    """Return a form whose kind is chosen by a button; only a control beside it shows the choice."""
    body = f"<h1>Account</h1>{button('Business', 'go()')}<span id=sign></span><p><label for=t>Name</label> <input id=t></p>{button('Create', 'create()')}"
    pages = one(body, script=KIND.replace("@go@", go)).pages
    return App({**pages, "/kind": answer if answer is not None else Answer(body={"ok": True}, deed={})})


business = family(
    GROUP,
    a=account(),
    flow=show(click("Business"), wait("#sign button"), fill("Name", "{t}"), click("Create"), ANNOUNCED),
    learn=({"t": "Ann"}, {"t": "Ben"}),
    values={"t": "Cy"},
    deeds=({"do": "/create", "kind": "business", "t": "{t}"},),
    task="create a business account",
    **QUICK,
)
REFUSED = Answer(body={"ok": False}, deed={})
ACCOUNTS = (
    business("as before", "nothing has changed", SAME, account()),
    business("unheard", "the button does nothing", STOP, account("void 0;")),
    business("said in plain text", "the page says that it did not work, in no role", STOP, account("$('#sign').textContent = 'This did not work';")),
    business("another kind", "the button chooses another kind", STOP, account("kind = 'club'; sign('Leave the club');")),
    business("asked, as before", "the server is asked", SAME, account(ASKS), a=account(ASKS)),
    business("asked, refused", "the server refuses, with status 200", STOP, account(ASKS, REFUSED), a=account(ASKS)),
)  # fmt: skip
WORKS = "kind = 'business'; sign('Stop'); later(@ms@, () => { $('#sign').innerHTML = ''; });"
working = family(
    GROUP,
    a=account(WORKS.replace("@ms@", "600")),
    flow=show(click("Business"), wait("#sign button"), fill("Name", "{t}"), click("Create"), ANNOUNCED),
    learn=({"t": "Ann"}, {"t": "Ben"}),
    values={"t": "Cy"},
    deeds=({"do": "/create", "kind": "business", "t": "{t}"},),
    task="create a business account",
    **QUICK,
)
WORK = (
    working("quick work", "Stop is there for 30 ms only", SAME, account(WORKS.replace("@ms@", "30"))),
    working("no work to stop", "there is no Stop any more", SAME, account("kind = 'business';")),
)

PHOTOS = "let all = false; const pick = () => { @pick@ }; const tag = () => post('/tag', {n: all ? @n@ : 0, t: val('#t')}).then(() => say('Tagged'));"


def photos(
    pick: str = "all = true; $('#s').innerHTML = '<button type=button>Clear selection</button>';", n: int = 12
) -> App:
    """Return photos that are tagged together; the bar with the selection goes when the field is used."""
    body = f"<h1>Photos</h1>{button('Select all', 'pick()')}<span id=s></span><p><label for=t>Tag</label> <input id=t onfocus=\"$('#s').innerHTML = ''\"></p>{button('Apply tag', 'tag()')}"
    return one(body, script=with_parts(PHOTOS, pick=pick, n=n))


tagged = family(
    GROUP,
    a=photos(),
    flow=show(click("Select all"), wait("#s button"), fill("Tag", "{t}"), click("Apply tag"), ANNOUNCED),
    learn=({"t": "Sea"}, {"t": "Sun"}),
    values={"t": "Sky"},
    deeds=({"do": "/tag", "n": 12, "t": "{t}"},),
    task="tag all photos",
    **QUICK,
)
REPLIES = "let to = []; const reply = () => { to = @to@; $('#s').innerHTML = to.map((x) => `<button type=button>Remove ${x}</button>`).join(''); }; const send = () => post('/send', {to: to.join(), t: val('#t')}).then(() => say('Sent'));"


def replies(to: str = "['Ann']") -> App:
    """Return a mail that is answered; the recipients fold away when the answer is typed."""
    body = f"<h1>Mail</h1>{button('Reply', 'reply()')}<span id=s></span><p><label for=t>Answer</label> <input id=t oninput=\"$('#s').innerHTML = ''\"></p>{button('Send', 'send()')}"
    return one(body, script=REPLIES.replace("@to@", to))


answered = family(
    GROUP,
    a=replies(),
    flow=show(click("Reply"), wait("#s button"), fill("Answer", "{t}"), click("Send"), ANNOUNCED),
    learn=({"t": "Yes please"}, {"t": "No thanks"}),
    values={"t": "Maybe"},
    deeds=({"do": "/send", "to": "Ann", "t": "{t}"},),
    task="answer the mail",
    **QUICK,
)
BARS = (
    tagged("selection as before", "nothing has changed", SAME, photos()),
    tagged("nothing selected", "the button selects nothing", STOP, photos("void 0;")),
    tagged("a page selected", "the button selects the first page only", STOP, photos("all = true; $('#s').innerHTML = '<button type=button>Select all 12</button>';", 4)),
    answered("recipient as before", "nothing has changed", SAME, replies()),
    answered("reply to all", "the answer goes to all recipients", STOP, replies("['Ann', 'Ben']")),
    answered("reply to the list", "the answer goes to a list", STOP, replies("['list@x.org']")),
    answered("reply to nobody", "there is no recipient", STOP, replies("[]")),
)  # fmt: skip

# -- the page acts when the pointer goes down, and changes before the click ---------------------------------------------

DOWN = "pressed down"
TASKS = """
let tasks = ['Milk', 'Bread', 'Eggs', 'Tea'];
$('ul').innerHTML = tasks.map(() => '<li><span></span> <button type=button>Done</button></li>').join('');
const finish = (t) => { post('/done', {t}).then(() => say('Done')); @after@ draw(); };
const draw = () => [...document.querySelectorAll('li')].forEach((row, n) => {
  row.hidden = n >= tasks.length; row.firstChild.textContent = tasks[n] ?? ''; row.querySelector('button').@on@ = () => finish(tasks[n]); });
draw();
"""
GONE, LAST = "tasks = tasks.filter((x) => x !== t);", "tasks = [...tasks.filter((x) => x !== t), t];"


def tasks(on: str = "onclick", after: str = GONE) -> App:
    """Return tasks in rows that the page uses again for others."""
    return one("<h1>Tasks</h1><ul></ul>", script=with_parts(TASKS, on=on, after=after))


finished = family(
    DOWN,
    a=tasks(),
    flow=show(click("Done", within="li:has-text('{t}')"), ANNOUNCED),
    learn=({"t": "Milk"}, {"t": "Bread"}),
    values={"t": "Eggs"},
    deeds=({"do": "/done", "t": "{t}"},),
    task="finish a task",
    linger=0.8,
)
CHAT = "const send = (e) => { e.preventDefault(); const m = val('#m'); if (!m) return; $('#m').value = '@rest@'; post('/send', {m}).then(() => say('Message delivered')); };"


def chat(on: str = "onclick", rest: str = "", field: str = "") -> App:
    """Return a chat that empties its field as it sends."""
    body = f"<h1>Chat</h1><p><label for=m>Message</label> <input id=m {field}></p><button type=button {on}=send(event)>Send</button>"
    pages = one(body, script=CHAT.replace("@rest@", rest)).pages
    return App({**pages, "/draft": Answer(body={"ok": True}, deed={})})


chatted = family(
    DOWN,
    a=chat(),
    flow=show(fill("Message", "{m}"), click("Send"), ANNOUNCED),
    learn=({"m": "Hello"}, {"m": "Lunch"}),
    values={"m": "Report"},
    deeds=({"do": "/send", "m": "{m}"},),
    task="send a message",
    linger=0.8,
)
PRESSES = (
    finished("row goes", "a task is done when the pointer goes down, and the next one takes its row", SAME, tasks("onmousedown")),
    finished("row goes to the end", "the task takes the last row, where a press would do it again", SAME, tasks("onpointerdown", LAST)),
    chatted("sent on the way down", "the message is sent when the pointer goes down", SAME, chat("onmousedown")),
    chatted("sent on the way up", "the message is sent when the pointer comes up", SAME, chat("onmouseup")),
    chatted("another draft", "the next draft takes the field", SAME, chat("onpointerdown", "Draft")),
    chatted("saved on the way", "the field saves a draft as it loses the focus", SAME, chat(field="onchange=\"post('/draft', {m: this.value})\"")),
    chatted("saved with more", "the field saves a draft with other words as it loses the focus", STOP, chat(field="onchange=\"this.value += ' (draft)'; post('/draft', {m: this.value})\"")),
    chatted("sent by both", "the message is sent on the way down, and the click sends what is in the field then", EITHER, App({**chat("onmousedown").pages, "/": str(chat("onmousedown").pages["/"]).replace("onmousedown=send", "onclick=send(event) onmousedown=send")})),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*ACCOUNTS, *WORK, *BARS, *PRESSES)
