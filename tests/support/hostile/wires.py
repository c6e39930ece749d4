"""How a deed goes out: GraphQL, JSON-RPC, sockets, beacons, forms, other bodies; and where its values go on the way."""

from __future__ import annotations

from typing import Any

from .acts import click, fill, show, tap
from .everyday import SAID, after, site
from .pair import EITHER, SAME, STOP, Answer, App, Request, family

CALLS, WIRES, SIDES, RENAMED, PARTS = (
    "wired calls",
    "wired bodies",
    "wired sides",
    "wired names",
    "wired parts",
)

# -- one address for every command -------------------------------------------------------------------------------------


def graph(request: Request) -> Answer:
    """Carry out what a query names."""
    data: dict[str, Any] = request.data
    name = str(data.get("query", "")).partition("{")[2].partition("(")[0].strip()
    return Answer(
        body=request.state.get("answer", {"data": {name: {"ok": True}}}), deed={"do": name, **data.get("variables", {})}
    )


def rpc(request: Request) -> Answer:
    """Carry out the calls of a body."""
    return Answer(body={"result": "ok"}, deed={"do": request.data.get("method"), **request.data.get("params", {})})


MEMBER = site(
    title="People",
    at_="""<main><h1>Members</h1><p><label for="m">E-mail</label> <input id="m"></p><p><label for="r">Note</label> <input id="r"></p><button type="button" onclick="go()">@name@</button>@below@</main>""",
    at_graphql=graph,
    at_rpc=rpc,
    at_broken=lambda _: {"errors": [{"message": "not allowed"}], "data": None},
    script="""const gql = (query, variables, more = {}) => post('/graphql', {query, variables, ...more}); const call = (method, params) => post('/rpc', {jsonrpc: '2.0', id: Date.now(), method, params});
    const go = () => @go@.then((a) => { @then@ });""",
    name="Invite",
    below="",
    go="gql('mutation { invite(email: $email, note: $note) { ok } }', {email: val('#m'), note: val('#r')})",
    then="say('Invited');",
)
member = family(
    CALLS,
    a=MEMBER(),
    flow=show(fill("E-mail", "{email}"), fill("Note", "{note}"), click("Invite"), SAID),
    learn=({"email": "ida@moss.org", "note": "welcome"}, {"email": "jon@falk.org", "note": "hello there"}),
    values={"email": "kim@ott.org", "note": "good day"},
    deeds=({"do": "invite", "email": "{email}", "note": "{note}"},),
    task="invite a member",
)
RPC = "call('member.invite', {email: val('#m'), note: val('#r')})"
RPC_DEED = ({"do": "member.invite", "email": "{email}", "note": "{note}"},)
NAMED = "gql('mutation Invite { invite(email: $email, note: $note) { ok } }', {email: val('#m'), note: val('#r')}, {operationName: 'Invite'})"
MEMBER_PAIRS = (
    member("other mutation in the query", "the query, which has no name, removes the member", STOP,
           MEMBER(go="gql('mutation { removeMember(email: $email, note: $note) { ok } }', {email: val('#m'), note: val('#r')})")),
    member("other mutation of the same name", "the operation is still called Invite, and its query makes an owner", STOP, a=MEMBER(go=NAMED),
           b=MEMBER(go=NAMED.replace("{ invite(", "{ addOwner("))),
    member("query asks for more", "the query asks for two more fields of the answer", SAME,
           MEMBER(go="gql('mutation { invite(email: $email, note: $note) { ok id createdAt } }', {email: val('#m'), note: val('#r')})")),
    member("query is laid out", "the query has more spaces", SAME,
           MEMBER(go="gql('mutation  {  invite(email: $email, note: $note)   {  ok  }   }', {email: val('#m'), note: val('#r')})")),
    member("query with the values exchanged", "the note goes out as the address, and the address as the note", STOP,
           MEMBER(go="gql('mutation { invite(email: $email, note: $note) { ok } }', {email: val('#r'), note: val('#m')})")),
    member("errors in the body", "the answer is 200 with errors; the page shows them in an alert, and the old status too", STOP,
           MEMBER(go="post('/broken', {email: val('#m'), note: val('#r')})", then="if (a.errors) { const p = document.createElement('p'); p.setAttribute('role', 'alert'); p.textContent = 'Error: ' + a.errors[0].message; document.querySelector('main').append(p); } say('Invited');"),
           a=MEMBER(go="post('/broken', {email: val('#m'), note: val('#r')})", at_broken=lambda _: {"data": {"ok": True}}), deeds=({"do": "/broken", "email": "{email}", "note": "{note}"},)),
    member("errors in the body, quietly", "the answer is 200 with errors; the page pays no attention and says that all is well", STOP,
           MEMBER(go="post('/broken', {email: val('#m'), note: val('#r')})"), a=MEMBER(go="post('/broken', {email: val('#m'), note: val('#r')})", at_broken=lambda _: {"data": {"ok": True}}),
           deeds=({"do": "/broken", "email": "{email}", "note": "{note}"},)),
    member("other method", "the call is member.suspend", STOP, a=MEMBER(go=RPC), b=MEMBER(go=RPC.replace("invite", "suspend")), deeds=RPC_DEED),
    member("other id of the call", "each call has an id by chance", SAME, a=MEMBER(go=RPC), b=MEMBER(go=RPC, below="<p>12 members</p>"), deeds=RPC_DEED),
    member("invited as an admin", "a hidden role goes out with the call; a line says that new members are admins", STOP, a=MEMBER(go=RPC),
           b=MEMBER(go=RPC.replace("note: val('#r')", "note: val('#r'), role: 'admin'"), below="<p>New members are admins.</p>"), deeds=RPC_DEED),
)  # fmt: skip

# -- other bodies and ways ---------------------------------------------------------------------------------------------

PAY = site(
    title="Pay",
    at_="""<main><h1>@head@</h1><form id="f" method="post" action="/pay" enctype="multipart/form-data" target="@target@" @onsubmit@><p><label for="w">Recipient</label> <input id="w" name="to"></p><p><label for="n">Amount</label> <input id="n" name="amount"></p>@more@@button@</form></main>""",
    at_pay=lambda request: Answer(body=after("Paid"), deed={"do": "/pay", **request.data}),
    script="const line = '@line@' ? new WebSocket(location.origin.replace('http', 'ws') + '/line') : null; const data = () => ({to: val('#w'), amount: val('#n')}); const go = () => { @go@ }; @start@",
    head="Pay a bill",
    target="_self",
    onsubmit="onsubmit='event.preventDefault(); go()'",
    more="",
    button="<button>Pay</button>",
    line="",
    go="fetch('/pay', {method: 'POST', body: new FormData($('#f'))}).then(() => say('Paid'));",
    start="",
)
wire = family(
    WIRES,
    a=PAY(),
    flow=show(fill("Recipient", "{to}"), fill("Amount", "{amount}"), click("Pay"), SAID),
    learn=({"to": "North Ltd", "amount": "20"}, {"to": "East Ltd", "amount": "35"}),
    values={"to": "South Ltd", "amount": "50"},
    deeds=({"do": "/pay", "to": "{to}", "amount": "{amount}"},),
    task="pay a bill",
)
SOCKET = "line.onmessage = () => say('Paid'); line.send(JSON.stringify(data()));"
BEACON = "navigator.sendBeacon('/pay', new Blob([JSON.stringify(data())], {type: 'application/json'})); later(150, () => say('Paid'));"
PLAIN = "fetch('/pay?' + new URLSearchParams(data()), {method: 'POST'}).then(() => say('Paid'));"
LINE = ({"do": "/line", "to": "{to}", "amount": "{amount}"},)
WIRE_PAIRS = (
    wire("ten times in a form of data", "the body of several parts has ten times the amount", STOP, PAY(go="const d = new FormData($('#f')); d.set('amount', val('#n') + '0'); fetch('/pay', {method: 'POST', body: d}).then(() => say('Paid'));")),
    wire("other recipient in a form of data", "the body of several parts goes to the recipient of before", STOP, PAY(go="const d = new FormData($('#f')); d.set('to', 'North Ltd'); fetch('/pay', {method: 'POST', body: d}).then(() => say('Paid'));")),
    wire("sent by the browser", "the form of several parts is sent by the browser itself", EITHER, PAY(onsubmit="", target="_self")),
    wire("socket", "the payment goes out over a socket, and a header is new", SAME, a=PAY(line="y", go=SOCKET), b=PAY(line="y", go=SOCKET, head="Pay your bill"), deeds=LINE),
    wire("ten times over the socket", "the amount in the message of the socket is ten times as much", STOP, a=PAY(line="y", go=SOCKET), b=PAY(line="y", go=SOCKET.replace("data()", "{...data(), amount: val('#n') + '0'}")), deeds=LINE),
    wire("other recipient over the socket", "the message of the socket goes to the recipient of before", STOP, a=PAY(line="y", go=SOCKET), b=PAY(line="y", go=SOCKET.replace("data()", "{...data(), to: 'North Ltd'}")), deeds=LINE),
    wire("nothing over the socket", "the socket is closed; the page says that all is well", STOP, a=PAY(line="y", go=SOCKET), b=PAY(line="y", go="say('Paid');"), deeds=LINE),
    wire("two messages over the socket", "the message of the socket goes out twice", STOP, a=PAY(line="y", go=SOCKET), b=PAY(line="y", go=SOCKET + " line.send(JSON.stringify(data()));"), deeds=LINE),
    wire("beacon", "the payment goes out as a beacon", SAME, a=PAY(go=BEACON), b=PAY(go=BEACON, head="Pay your bill")),
    wire("ten times in the beacon", "the beacon has ten times the amount", STOP, a=PAY(go=BEACON), b=PAY(go=BEACON.replace("data()", "{...data(), amount: val('#n') + '0'}"))),
    wire("ten times in the address", "the address has ten times the amount", STOP, a=PAY(go=PLAIN), b=PAY(go=PLAIN.replace("data()", "{...data(), amount: val('#n') + '0'}"))),
    wire("later than the guard", "the payment goes out 600 ms later, to the recipient of before", STOP, PAY(go="const d = new FormData($('#f')); d.set('to', 'North Ltd'); later(600, () => fetch('/pay', {method: 'POST', body: d}).then(() => say('Paid')));")),
    wire("later, and right", "the payment goes out 600 ms later", SAME, PAY(go="later(600, () => fetch('/pay', {method: 'POST', body: new FormData($('#f'))}).then(() => say('Paid')));")),
    wire("into a new tab", "the form is sent by the browser, into a new tab, to the recipient of before", STOP, PAY(onsubmit="onsubmit=\"$('#w').value = 'North Ltd'; say('Paid')\"", target="_blank")),
    wire("dialog answers", "the button opens a dialog whose form has the method dialog; OK pays", EITHER,
         PAY(go="$('#d').showModal();", more="", button="<button>Pay</button>", start="document.body.insertAdjacentHTML('beforeend', `<dialog id=d aria-label='Pay'><form method=dialog><p>Pay now?</p><button value=no>Cancel</button><button value=ok>OK</button></form></dialog>`); $('#d').onclose = () => { if ($('#d').returnValue === 'ok') post('/pay', data()).then(() => say('Paid')); };")),
)  # fmt: skip

# -- two deeds of a press ----------------------------------------------------------------------------------------------

SIDE = site(
    title="Desk",
    at_="""<header><b>Helpdesk</b></header><main><h1>Ticket 81</h1><p><label for="c">Answer</label> <textarea id="c"></textarea></p>@more@<button type="button" onclick="go()">Send answer</button>@below@</main>@chat@""",
    script="const go = () => { @go@ }; @start@",
    more="",
    below="",
    chat="",
    go="post('/answer', {ticket: 81, text: val('#c')}).then(() => say('Answer sent'));",
    start="",
)
side = family(
    SIDES,
    a=SIDE(),
    flow=show(fill("Answer", "{text}"), click("Send answer"), SAID),
    learn=({"text": "We look at it"}, {"text": "It is mended"}),
    values={"text": "Please try again"},
    deeds=({"do": "/answer", "ticket": 81, "text": "{text}"},),
    task="answer the ticket",
)
CHAT = "<aside class=card aria-label='Chat with us'><label>Answer <textarea></textarea></label><button type=button onclick=\"post('/chat', {}).then(() => say('Sent'))\">Send answer</button></aside>"
CLOSES = "post('/answer', {ticket: 81, text: val('#c')}).then(() => post('/tickets/close', {ticket: 81})).then(() => say('Answer sent'));"
SIDE_PAIRS = (
    side("closed as well", "the press also closes the ticket: a request to another address", STOP,
         SIDE(go="post('/answer', {ticket: 81, text: val('#c')}).then(() => post('/tickets/close', {ticket: 81})).then(() => say('Answer sent'));")),
    side("closed as well, as the page says", "a line below the button: sending an answer closes the ticket", STOP,
         SIDE(below="<p class=muted>Sending an answer closes the ticket.</p>", go="post('/answer', {ticket: 81, text: val('#c'), close: true}).then(() => say('Answer sent'));")),
    side("views are counted", "the press also counts a view", SAME,
         SIDE(go="post('/answer', {ticket: 81, text: val('#c')}).then(() => say('Answer sent')); post('/metrics', {event: 'click'});", at_metrics=lambda _: Answer(body={}, deed={}))),
    side("draft is kept", "the text is kept as a draft while it is typed", SAME,
         SIDE(start="$('#c').addEventListener('input', () => post('/drafts', {text: val('#c')}));", at_drafts=lambda _: Answer(body={}, deed={}))),
    side("closed as before", "the press closes the ticket as well, as it always did", SAME, a=SIDE(go=CLOSES), b=SIDE(go=CLOSES, below="<p>2 people are watching</p>"),
         deeds=({"do": "/answer", "ticket": 81, "text": "{text}"}, {"do": "/tickets/close", "ticket": 81})),
    side("checked before", "the text is sent to a check of spelling first", SAME,
         SIDE(go="post('/answer/check', {text: val('#c')}).then(() => post('/answer', {ticket: 81, text: val('#c')})).then(() => say('Answer sent'));", **{"at_answer/check": lambda _: Answer(body={"ok": True}, deed={})})),
    side("list is read by a post", "the list of answers is read by a request with a body, and a share of it is counted", SAME,
         SIDE(go="post('/answer', {ticket: 81, text: val('#c')}).then(() => { say('Answer sent'); post('/answers/list', {ticket: 81}); post('/events/share', {}); });",
              **{"at_answers/list": lambda _: Answer(body=[], deed={}), "at_events/share": lambda _: Answer(body={}, deed={})})),
    side("no error in the answer", "the answer has an empty list of errors and a warning", SAME,
         SIDE(at_answer=lambda _: {"errors": [], "error": None, "warning": "slow", "ok": True})),
    side("chat with the same words", "a chat for visitors stands below, with a field and a button of the same names", SAME, SIDE(chat=CHAT)),
    side("chat in the place of it", "the ticket is closed and has no field; the chat for visitors has one", STOP,
         App({"/": str(SIDE(chat=CHAT).pages["/"]).replace('<p><label for="c">Answer</label> <textarea id="c"></textarea></p>', "<p>This ticket is closed.</p>").replace('<button type="button" onclick="go()">Send answer</button>', "")}), auto=True),
    side("answered twice", "the press sends the answer twice, with two keys against doubles", STOP,
         SIDE(go="post('/answer', {ticket: 81, text: val('#c'), key: 'a'}); post('/answer', {ticket: 81, text: val('#c'), key: 'b'}).then(() => say('Answer sent'));")),
)  # fmt: skip

# -- names that developers give ----------------------------------------------------------------------------------------

NAMES = site(
    title="Console",
    at_="""<nav aria-label="Main"><a href="/">Home</a> @nav@</nav><main><h1>Home</h1>@main@</main>""",
    at_keys="""<nav aria-label="Main"><a href="/">Home</a></nav><main><h1>@keys@</h1><p><label for="k">Name</label> <input id="k"></p>@saves@</main><p role=status></p><script>const go = (path) => post(path, {name: val('#k')}).then(() => say('Saved'));</script>""",
    at_old="""<main><h1>Archived keys</h1><p><label for="k">Name</label> <input id="k"></p><button data-testid="key-save" onclick="post('/old-keys', {name: val('#k')}).then(() => say('Saved'))">Save</button></main><p role=status></p>""",
    script="",
    nav="<a href='/keys'>API keys</a> <a href='/billing'>Billing</a>",
    main="",
    keys="API keys",
    saves="<button data-testid='key-save' onclick=\"go('/keys-add')\">Save</button>",
)
named = family(
    RENAMED,
    a=NAMES(),
    flow=show(click("API keys", "link"), fill("Name", "{name}"), tap("[data-testid=key-save]"), SAID),
    learn=({"name": "deploy"}, {"name": "build"}),
    values={"name": "nightly"},
    deeds=({"do": "/keys-add", "name": "{name}"},),
    task="add a key",
)
NAMED_PAIRS = (
    named("test id of another button", "the test id went to Save as a template, which stands beside Save", STOP,
          NAMES(saves="<button data-testid='key-save' onclick=\"go('/template')\">Save as template</button>")),
    named("test id under another attribute", "the test id is called data-test, and the button has an icon", SAME,
          NAMES(saves="<button data-test='key-save' onclick=\"go('/keys-add')\"><svg width=9 height=9 aria-hidden=true></svg> Save</button>")),
    named("other attribute on another button", "the button has no test id; Save of the rotation has the old one under data-test", STOP,
          NAMES(saves="<button onclick=\"go('/keys-add')\">Create</button><section aria-label='Rotation'><h2>Rotation</h2><button data-test='key-save' onclick=\"go('/rotation')\">Save</button></section>")),
    named("renamed in the navigation", "the page is called Keys in the navigation, at the same address", EITHER,
          NAMES(nav="<a href='/keys'>Keys</a> <a href='/billing'>Billing</a>", keys="Keys")),
    named("same name, other page", "API keys in the navigation leads to the archived ones; the others are called Credentials", STOP,
          NAMES(nav="<a href='/old'>API keys</a> <a href='/keys'>Credentials</a> <a href='/billing'>Billing</a>"), auto=True),
    named("at the side and grouped", "the navigation is a list with groups, and stands at the side", SAME,
          NAMES(nav="<ul><li>Build<ul><li><a href='/keys'>API keys</a></li></ul></li><li><a href='/billing'>Billing</a></li></ul>")),
)  # fmt: skip

# -- components with a shadow, editors ---------------------------------------------------------------------------------

PART = site(
    title="Notes",
    at_="""<header><b>Notes</b></header><main><h1>New note</h1>@note@<div id="act">@act@</div>@more@</main>""",
    script="const text = () => @read@; const go = (path) => post(path, {text: text()}).then(() => say('Note saved')); @start@",
    note="<label for=n>Note</label> <textarea id=n></textarea>",
    act="<button type=button onclick=\"go('/note')\">Save note</button>",
    more="",
    read="val('#n')",
    start="",
)
part = family(
    PARTS,
    a=PART(),
    flow=show(fill("Note", "{text}"), click("Save note"), SAID),
    learn=({"text": "Water the plants"}, {"text": "Call the plumber"}),
    values={"text": "Book the train"},
    deeds=({"do": "/note", "text": "{text}"},),
    task="save a note",
)
EDIT = "<span id=l>Note</span><div id=n role=textbox contenteditable=true aria-labelledby=l aria-multiline=true class=edit>@held@</div>"
SHADOW = "customElements.define('x-button', class extends HTMLElement { connectedCallback() { const s = this.attachShadow({mode: 'MODE'}); s.innerHTML = '<button type=button part=b><slot></slot></button>'; s.firstChild.onclick = () => go(this.dataset.to); } });"
PART_PAIRS = (
    part("editor", "the field became an editor", SAME, PART(note=EDIT.replace("@held@", ""), read="$('#n').innerText.trim()")),
    part("editor with a template", "the editor holds a template, which is replaced", SAME, PART(note=EDIT.replace("@held@", "<p>Dear diary</p>"), read="$('#n').innerText.trim()")),
    part("component", "the button is a component with a shadow", SAME, PART(act="<x-button data-to='/note'>Save note</x-button>", start=SHADOW.replace("MODE", "open"))),
    part("closed component", "the button is a component with a closed shadow", SAME, PART(act="<x-button data-to='/note'>Save note</x-button>", start=SHADOW.replace("MODE", "closed"))),
    part("component that publishes", "the component draws Publish under a slot for Save note", STOP,
         PART(act="<x-button data-to='/publish'>Save note</x-button>", start=SHADOW.replace("MODE", "open").replace("<slot></slot>", "Publish<span hidden><slot></slot></span>"))),
    part("kept while typing", "the text is kept by itself; the button ends the note for everybody", STOP,
         PART(act="<button type=button onclick=\"go('/share')\">Save note</button><p class=muted>Saved notes are visible to everyone in the team.</p>")),
    part("popover", "the button stands in a popover that opens by itself", SAME, PART(act="<div popover=manual id=p style='inset:auto 10px 10px auto'><button type=button onclick=\"go('/note')\">Save note</button></div>", start="$('#p').showPopover();")),
    part("text is cut", "the field takes ten letters at most", STOP, PART(note="<label for=n>Note</label> <textarea id=n maxlength=10></textarea>")),
)  # fmt: skip

PAIRS = (*MEMBER_PAIRS, *WIRE_PAIRS, *SIDE_PAIRS, *NAMED_PAIRS, *PART_PAIRS)
