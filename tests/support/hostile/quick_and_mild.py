"""Titles that hold a value by chance, mild sentences of help, presses that come too early, successes taken back late."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .acts import check, click, fill, select, show
from .everyday import CSS, SAID, rows, site
from .pair import SAME, STOP, Answer, App, Pair, Request, family
from .parts import page

TITLES, HELP, NAMED = "mild titles", "mild help", "mild names of dialogs"
PRESSES, RECORDS, ENDS, DOCUMENTS = "quick presses", "quick records", "quick ends", "quick documents"

# -- a dialog whose title holds a value: a parcel is weighed -----------------------------------------------------------

KEYS = {"1017": "k5", "1023": "k1", "1042": "k8", "1043": "k3", "1042-1": "k9", "1480": "k2"}


def weighed(request: Request) -> Answer:
    """Return the deed with the number of the parcel, which the page sends as a key of its own."""
    number = next((number for number, key in KEYS.items() if key == request.data.get("key")), "")
    return Answer(deed={"do": "/weigh", **request.data, "key": number})


ENTRY = "<tr><td>{0}</td><td>{1}</td><td><button type='button' onclick=\"edit('{0}', '{1}')\">Weigh</button></td></tr>"
PARCELS = site(
    title="Depot",
    at_="""<h1>Depot</h1><table><tbody>@list@</tbody></table><div class='modal' id='d'><div class='modal-dialog' id='box' role='dialog' aria-labelledby='t'><h2 id='t'></h2>@more@
    <p><label for='w'>Weight</label> <input id='w'></p>@below@<button type='button' onclick='save()'>Save</button></div></div>""",
    script=f"const KEYS = {KEYS};"
    """let n = ''; const edit = (its, who) => { n = @which@; $('#t').textContent = `@head@`; @opened@ $('#w').value = ''; $('#d').classList.add('show'); };
    const save = () => { const data = {key: KEYS[n], weight: val('#w')}; @data@ $('#d').classList.remove('show'); post('/weigh', data).then(() => say('Saved')); };""",
    list=rows(
        ENTRY, (("1017", "Ann Lee"), ("1023", "Bo Falk"), ("1042", "Cy Moss"), ("1043", "Di Ott"), ("1480", "Ed Lind"))
    ),
    at_weigh=weighed,
    which="its",
    head="Parcel ${its}",
    more="",
    below="",
    opened="",
    data="",
)
WEIGHING: dict[str, Any] = {
    "flow": show(click("Weigh", within="tr:has(td:text-is('{n}'))"), fill("Weight", "{weight}"), click("Save"), SAID),
    "learn": ({"n": "1017", "weight": "3.5"}, {"n": "1023", "weight": "1.2"}),
    "values": {"n": "1042", "weight": "7.8"},
    "deeds": ({"do": "/weigh", "key": "{n}", "weight": "{weight}"},),
    "task": "weigh a parcel",
}
weigh = family(TITLES, a=PARCELS(), **WEIGHING)
LINE = "<p>Number <b id='l'></b></p>"
lined = family(TITLES, a=PARCELS(more=LINE, opened="$('#l').textContent = n;"), **WEIGHING)
LONG = "Parcel ${its}, which somebody left at the counter of the shop in Mill Lane on the last day of May, when nobody was there"
tailed = family(TITLES, a=PARCELS(head=LONG), **WEIGHING)
TITLE_PAIRS = (
    weigh("of a customer", "the dialog is that of another parcel, of a customer whose number is the value", STOP, PARCELS(head="Parcel 1017 of customer ${its}", which="'1017'")),
    weigh("return of it", "the dialog is for the return of the parcel", STOP, PARCELS(head="Return of parcel ${its}", data="data.as = 'return';")),
    weigh("copy of it", "the dialog is for a copy of the parcel", STOP, PARCELS(head="Parcel ${its} (copy)", data="data.as = 'copy';")),
    weigh("longer number", "the dialog is for a second parcel, whose number goes on", STOP, PARCELS(head="Parcel ${its}-1", which="its + '-1'")),
    weigh("two numbers", "the dialog is for two parcels", STOP, PARCELS(head="Parcels ${its} and 1043", data="data.too = '1043';")),
    weigh("the one after it", "the dialog is for the parcel after it", STOP, PARCELS(head="Parcel 1043, after ${its}", which="'1043'")),
    weigh("pallet of it", "the dialog is for the pallet on which the parcel lies", STOP, PARCELS(head="Pallet with parcel ${its}", data="data.as = 'pallet';")),
    weigh("value and share", "the dialog counts parcels: it is number 1042 of 1480, another one", STOP, PARCELS(head="Parcel ${its} of 1480", which="'1480'")),
    weigh("goes to another", "the title stays, a sentence says that the parcel was merged and the weight goes to parcel 1043", STOP, PARCELS(more="<p>Merged: this weight goes to parcel 1043.</p>", which="'1043'")),
    weigh("billed to another", "the title stays, a sentence says that the owner of the row below pays", STOP, PARCELS(more="<p>Di Ott pays for it by weight.</p>", data="data.pays = 'Di Ott';")),
    weigh("next one by itself", "the title stays, a sentence says that the parcels below it get this weight as well", STOP, PARCELS(more="<p>Parcels 1043 and 1480 get this weight as well.</p>", data="data.too = '1043, 1480';")),
    lined("stale title", "the title stays at the pressed row, the line below names parcel 1043, which is weighed", STOP, PARCELS(more=LINE, which="'1043'", opened="$('#l').textContent = n;")),
    tailed("end of a long title", "the end of a long title says that its twin is weighed too", STOP, PARCELS(head=LONG + " and its twin, parcel 1043", data="data.too = '1043';")),
    weigh("sign and sender", "a sign stands before the title, the sender below it", SAME, PARCELS(head="\U0001f4e6 Parcel ${its}", more="<p class='muted' id='s'></p>", opened="$('#s').textContent = `Sender: ${who}`;")),
    weigh("help and a close button", "a sentence of help and a button that closes are new", SAME, PARCELS(more="<p class='muted'>In kilograms.</p>", below="<button type='button' onclick=\"$('#d').classList.remove('show')\">Close</button> ")),
)  # fmt: skip
CALLED = "$('#box').setAttribute('aria-label', `Parcel ${its}`); $('#box').removeAttribute('aria-labelledby');"
called = family(NAMED, a=PARCELS(opened=CALLED), **WEIGHING)
NAMED_PAIRS = (
    called("seen title is another", "people read parcel 1043 as the title; a label for readers stays at 1042", STOP, PARCELS(opened=CALLED, head="Parcel 1043", which="'1043'")),
    called("line of another deed", "the title that people read says that it is a return", STOP, PARCELS(opened=CALLED, head="Return of parcel ${its}", data="data.as = 'return';")),
    called("no label for readers", "the label is gone, the title is the same", SAME, PARCELS()),
)  # fmt: skip

# -- help beside a question: an offer is sent --------------------------------------------------------------------------

AT = """<h1>@h1@</h1><p><label for='w'>@who@</label> <input id='w'></p><button type='button' onclick='ask()'>@send@</button>
    <div class='modal' id='d'><div class='modal-dialog' role='dialog' aria-labelledby='q'><h2 id='q'>@ask@</h2><p id='p'></p>@help@<button type='button' onclick='go()'>@yes@</button> <button type='button' onclick="$('#d').classList.remove('show')">@no@</button></div></div>"""
SCRIPT = "const ask = () => { $('#p').textContent = `@question@`; $('#d').classList.add('show'); }; const go = () => { $('#d').classList.remove('show'); const data = {who: val('#w')}; @data@ post('/offer', data).then(() => say('@said@')); };"
COMMON = {"h1": "Offer", "who": "Recipient", "send": "Send", "ask": "Send the offer?", "yes": "Yes", "no": "No", "question": "It goes to ${val('#w')}.", "said": "The offer was sent", "help": "", "data": ""}  # fmt: skip
GERMAN = {"lang": "de", "h1": "Angebot", "who": "Empfänger", "send": "Senden", "ask": "Angebot senden?", "yes": "Ja", "no": "Nein", "question": "Es geht an ${val('#w')}.", "said": "Das Angebot wurde gesendet"}  # fmt: skip
FRENCH = {"lang": "fr", "h1": "Offre", "who": "Destinataire", "send": "Envoyer", "ask": "Envoyer l’offre ?", "yes": "Oui", "no": "Non", "question": "Elle part à ${val('#w')}.", "said": "L’offre est envoyée"}  # fmt: skip


def offering(texts: dict[str, str]) -> Any:
    """Return a maker of pairs in a language: a sentence of help, and how it changes the deed."""
    usual = {**COMMON, **texts}
    of = site(
        title="Offers",
        lang=texts.get("lang", "en"),
        at_=AT,
        script=SCRIPT,
        **{key: text for key, text in usual.items() if key != "lang"},
    )
    make = family(
        HELP,
        a=of(),
        flow=show(fill(usual["who"], "{who}"), click(usual["send"]), click(usual["yes"]), SAID),
        learn=({"who": "Ann Lee"}, {"who": "Bo Falk"}),
        values={"who": "Cy Moss"},
        deeds=({"do": "/offer", "who": "{who}"},),
        task="send an offer",
    )
    return lambda name, help_, data="": make(
        name, f"a sentence says: {help_}", STOP if data else SAME, of(help=f"<p>{help_}</p>", data=data)
    )


english, german, french = offering({}), offering(GERMAN), offering(FRENCH)
boxed = offering({"ask": "Offer"})
HELP_PAIRS = (
    english("opens a request", "It only opens a request at the head of sales, who may pass it on.", "data.as = 'request';"),
    english("edits the template", "You edit the template by that; the person gets it with the next round.", "data.as = 'template';"),
    english("plan changes", "Your plan changes to Premium by that.", "data.plan = 'premium';"),
    english("visitors see it", "Visitors see it on the start page from now on.", "data.shown = 'start page';"),
    english("later ones too", "It changes the price of later offers as well.", "data.price = 'later ones';"),
    boxed("as from the firm", "Ann Lee of sales is set as the sender.", "data.by = 'Ann Lee';"),
    german("Tarif", "Damit ändern Sie Ihren Tarif auf Premium.", "data.plan = 'premium';"),
    german("Antrag", "Damit öffnen Sie einen Antrag, den der Vertrieb prüft.", "data.as = 'request';"),
    german("Startseite", "Es wird ab sofort auf der Startseite angezeigt. Besucher können es dort lesen und ansehen.", "data.shown = 'start page';"),
    french("abonnement", "Cela modifie votre abonnement : il passe à Premium.", "data.plan = 'premium';"),
    french("demande", "Vous ouvrez une demande, que le service des ventes examine.", "data.as = 'request';"),
    english("change it later", "You can change it later."),
    english("can be opened", "The recipient sees a link and can open it for a week."),
    german("später ändern", "Sie können es später noch ändern."),
    french("modifier plus tard", "Vous pourrez la modifier plus tard."),
)  # fmt: skip

# -- presses that follow a text ----------------------------------------------------------------------------------------


def keep(request: Request) -> Answer:
    """Keep the draft."""
    request.state["text"] = request.data.get("text", "")
    return Answer(body={})


NOTES = site(
    title="Notes",
    at_="<h1>Note</h1><div id='above'></div><p><label for='x'>Text</label> <input id='x' autocomplete='off'></p><p><label for='f'>Folder</label> <select id='f'><option>Inbox</option><option>Work</option><option>Home</option></select> <label><input type='checkbox' id='c'> Private</label></p><p id='row'><button type='button' onclick='send()'>Send</button></p>@below@",
    script="let text = '', folder = 'Inbox', hidden = false; const frame = requestAnimationFrame; const model = () => { text = val('#x'); folder = val('#f'); hidden = $('#c').checked; @drawn@ }; const take = () => { @take@ }; $('#x').@when@ = take; $('#f').onchange = take; $('#c').onchange = take; const send = () => post('/send', {text, folder, hidden}).then(() => say('The note was sent'));",
    take="model();",
    when="oninput",
    drawn="",
    below="",
)
NOTE: dict[str, Any] = {"learn": ({"text": "Buy milk"}, {"text": "Call Ann"}), "values": {"text": "Feed the cat"}}
note = family(PRESSES, a=NOTES(), flow=show(fill("Text", "{text}"), click("Send"), SAID), deeds=({"do": "/send", "text": "{text}", "folder": "Inbox", "hidden": False},), task="send a note", **NOTE)  # fmt: skip
foldered = family(PRESSES, a=NOTES(), flow=show(fill("Text", "{text}"), select("Folder", "Home"), click("Send"), SAID), deeds=({"do": "/send", "text": "{text}", "folder": "Home", "hidden": False},), task="send a note to a folder", **NOTE)  # fmt: skip
private = family(PRESSES, a=NOTES(), flow=show(fill("Text", "{text}"), check("Private"), click("Send"), SAID), deeds=({"do": "/send", "text": "{text}", "folder": "Inbox", "hidden": True},), task="send a private note", **NOTE)  # fmt: skip
KEPT = site(
    title="Notes",
    at_="<h1>Note</h1><p><label for='x'>Text</label> <input id='x' autocomplete='off'></p><p><button type='button' onclick='send()'>Send</button></p>",
    script="let timer = 0; $('#x').oninput = () => { clearTimeout(timer); timer = later(@pause@, () => get('/keep?text=' + encodeURIComponent(val('#x')))); }; const send = () => post('/send').then(() => say('The note was sent'));",
    at_keep=keep,
    at_send=lambda request: Answer(deed={"do": "/send", "text": request.state.get("text", "")}),
    pause="0",
)
kept = family(PRESSES, a=KEPT(), flow=show(fill("Text", "{text}"), click("Send"), SAID), deeds=({"do": "/send", "text": "{text}"},), task="send a kept note", **NOTE)  # fmt: skip
AGAIN = "$('#row').innerHTML = ''; const b = document.createElement('button'), its = text; b.type = 'button'; b.textContent = 'Send'; b.onclick = () => { text = its; send(); }; $('#row').append(b);"
CLOSED = "const b = $('#row button'), its = val('#x'); b.onclick = () => post('/send', {text: its, folder, hidden}).then(() => say('The note was sent'));"
PRESS_PAIRS = (
    note("microtask", "the text is taken over in a microtask", SAME, NOTES(take="Promise.resolve().then(model);")),
    note("next frame but one", "the text is taken over two frames later", SAME, NOTES(take="frame(() => frame(model));")),
    note("timer of 5 ms", "the text is taken over 5 ms later", SAME, NOTES(take="later(5, model);")),
    note("timer of 20 ms", "the text is taken over 20 ms later", SAME, NOTES(take="later(20, model);")),
    note("timer of 60 ms", "the text is taken over 60 ms later, which nothing shows", SAME, NOTES(take="later(60, model);")),
    note("timer of 150 ms", "the text is taken over 150 ms later, which nothing shows", SAME, NOTES(take="later(150, model);")),
    note("taken when left", "the text is taken over when the field is left", SAME, NOTES(when="onchange")),
    note("frame after it is left", "the text is taken over a frame after the field is left", SAME, NOTES(when="onchange", take="frame(model);")),
    note("10 ms after it is left", "the text is taken over 10 ms after the field is left", SAME, NOTES(when="onchange", take="later(10, model);")),
    note("button drawn anew", "the button is drawn anew with its text 15 ms later", SAME, NOTES(take="later(15, model);", drawn=AGAIN)),
    note("button gets the text", "the same button gets a handler with the text 30 ms later", SAME, NOTES(take="later(30, model);", drawn=CLOSED)),
    note("another in its place", "a hint of 18 ms later moves the button down; another button comes to its place", SAME, NOTES(take="model(); later(18, () => { $('#above').innerHTML = `<div style='height:21px'></div>`; $('#row').insertAdjacentHTML('beforebegin', `<p><button type=button onclick=\"post('/discard').then(() => say('The note was discarded'))\">Discard</button></p>`); });")),
    note("button slides", "the button slides to the right for 120 ms, and a button that discards comes from the left", SAME, NOTES(below="<p style='position:relative'><button type='button' id='z' style='position:absolute;left:-300px;top:-35px' onclick=\"post('/discard').then(() => say('The note was discarded'))\">Discard</button></p>", take="model(); const from = performance.now(), go = () => { const part = Math.min(1, (performance.now() - from) / 120); $('#row').style.marginLeft = `${200 * part}px`; $('#z').style.left = `${-300 + 300 * part}px`; if (part < 1) frame(go); }; go();")),
    foldered("list after 20 ms", "the choice of a list is taken over 20 ms later", SAME, NOTES(take="later(20, model);")),
    private("box after 20 ms", "a ticked box is taken over 20 ms later", SAME, NOTES(take="later(20, model);")),
    private("box after 80 ms", "a ticked box is taken over 80 ms later, which nothing shows", SAME, NOTES(take="later(80, model);")),
    kept("draft after 40 ms", "a draft is kept 40 ms after the last letter, and the draft is sent", SAME, KEPT(pause="40")),
    kept("draft after 120 ms", "a draft is kept 120 ms after the last letter, and the draft is sent", SAME, KEPT(pause="120")),
)  # fmt: skip

# -- a dialog that takes its record late -------------------------------------------------------------------------------

GUESTS = {"Ida Moss": "k7", "Jon Falk": "k2", "Kim Ott": "k4", "Lea Berg": "k9"}


def left(request: Request) -> Answer:
    """Return the deed with the name of the guest, whom the page sends as a key."""
    name = next((name for name, key in GUESTS.items() if key == request.data.get("key")), "")
    return Answer(deed={"do": "/out", "who": name})


HOTEL = site(
    title="Guests",
    at_="<h1>Guests</h1><table><tbody>@list@</tbody></table><div class='modal' id='d' style='@style@'><div class='modal-dialog' role='dialog' aria-label='Check out'><h2>Check out</h2>@more@<p>The key is returned.</p><button type='button' onclick='go()'>Confirm</button></div></div>",
    script=f"const KEYS = {GUESTS};"
     "let who = 'Ida Moss'; const ask = (name) => { $('#d').classList.add('show'); @open@ }; const turn = (name) => { who = name; if ($('#n')) $('#n').textContent = name; }; const go = () => { $('#d').classList.remove('show'); post('/out', {key: KEYS[who]}).then(() => say('Checked out')); };",
    list=rows("<tr><td>{0}</td><td><button type='button' onclick=\"ask('{0}')\">Check out</button></td></tr>", [(name,) for name in GUESTS]),
    at_out=left,
    open="turn(name);",
    more="",
    style="",
)  # fmt: skip
GUEST: dict[str, Any] = {"flow": show(click("Check out", within="tr:has(td:text-is('{who}'))"), click("Confirm"), SAID), "learn": ({"who": "Jon Falk"}, {"who": "Lea Berg"}), "values": {"who": "Kim Ott"}, "deeds": ({"do": "/out", "who": "{who}"},), "task": "check a guest out"}  # fmt: skip
guest, told = family(RECORDS, a=HOTEL(), **GUEST), family(RECORDS, a=HOTEL(more="<p id='n'></p>"), **GUEST)
RECORD_PAIRS = (
    guest("record in the next frame", "the dialog takes its guest in the next frame", SAME, HOTEL(open="requestAnimationFrame(() => turn(name));")),
    guest("record after 10 ms", "the dialog takes its guest 10 ms later, which nothing shows", SAME, HOTEL(open="later(10, () => turn(name));")),
    guest("record after 60 ms", "the dialog takes its guest 60 ms later, which nothing shows", SAME, HOTEL(open="later(60, () => turn(name));")),
    told("name after 30 ms", "the dialog shows the guest of before for 30 ms", SAME, HOTEL(more="<p id='n'>Ida Moss</p>", open="later(30, () => turn(name));")),
    told("name after 150 ms", "the dialog shows the guest of before for 150 ms", SAME, HOTEL(more="<p id='n'>Ida Moss</p>", open="later(150, () => turn(name));")),
    told("name comes empty", "the dialog shows its guest 30 ms later, and nobody before", SAME, HOTEL(more="<p id='n'></p>", open="later(30, () => turn(name));")),
    guest("fades in", "the dialog fades in for 200 ms and takes its guest when it is there", SAME, HOTEL(style="transition:opacity .2s;opacity:0", open="const d = $('#d'); d.style.opacity = 0; requestAnimationFrame(() => { d.style.opacity = 1; }); d.ontransitionend = () => turn(name);")),
)  # fmt: skip

# -- new documents -----------------------------------------------------------------------------------------------------


def slowly(app: App, **seconds: float) -> App:
    """Return a version whose parts take some seconds."""
    return replace(app, slow={f"/{name}": time for name, time in seconds.items()})


BOOK = page(
    "<h1>Tour</h1><form method='post' action='/book'><p><label for='w'>Name</label> <input id='w' name='who'></p><button>Book tour</button></form>",
    head=CSS,
)


def tour(more: str = "", script: str = "", **pages: Any) -> App:
    """Return a version whose booking is followed by a page with these parts."""
    booked = page(f"<h1>Tour of the tower</h1>{more}", status='<p role="status">Your tour is booked</p>', script=script)
    return App({"/": BOOK, "/book": booked, **{f"/{name}": part for name, part in pages.items()}})


REFUSED = "say('Not booked: the tour is full')"
STATE = f"get('/state').then(() => {{ {REFUSED}; }})"
ends = family(ENDS, a=tour(), flow=show(fill("Name", "{who}"), click("Book tour"), SAID), learn=({"who": "Ann Lee"}, {"who": "Bo Falk"}), values={"who": "Cy Moss"}, deeds=({"do": "/book", "who": "{who}"},), task="book a tour")  # fmt: skip
CHAIN = "const s = document.createElement('script'); s.src = '/more.js'; document.head.append(s);"
END_PAIRS = (
    ends("picture fails", "a picture that cannot be loaded says after 0.6 s that the tour is full", STOP, slowly(tour(more=f'<img src="/seat" onerror="{REFUSED}" width=40 height=40>'), seat=0.6)),
    ends("asks after loading", "when its picture is there, after 0.6 s, the page asks for the state: the tour is full", STOP, slowly(tour(more='<img src="/seat" width=40 height=40>', script=f"onload = () => {{ {STATE}; }};", state={}), seat=0.6)),
    ends("asks at once", "the page asks for the state, and the answer after 0.6 s says that the tour is full", STOP, slowly(tour(script=f"onload = () => {{ {STATE}; }};", state={}), state=0.6)),
    ends("script of a script", "a script brings another one after 0.6 s, which says that the tour is full", STOP, slowly(tour(script=f"{CHAIN}", **{"more.js": REFUSED}), **{"more.js": 0.6})),
    ends("script 40 ms later", "40 ms later the page brings a script, which says after 0.4 s that the tour is full", STOP, slowly(tour(script=f"later(40, () => {{ {CHAIN} }});", **{"more.js": REFUSED}), **{"more.js": 0.4})),
    ends("asks 50 ms after loading", "50 ms after it has loaded the page asks for the state: the tour is full", STOP, slowly(tour(script=f"onload = () => later(50, () => {STATE});", state={}), state=0.3)),
    ends("slow picture", "a picture takes 2 s", SAME, slowly(tour(more='<img src="/seat" width=40 height=40>'), seat=2.0)),
    ends("picture is replaced", "a sign takes the place of a picture that cannot be loaded; a script brings a chat", SAME, slowly(tour(more='<img src="/seat" width=40 height=40 onerror="this.outerHTML = `<b>Tower</b>`"><p id="chat"></p>', script=CHAIN, **{"more.js": "say('Chat with us', '#chat')"}), seat=0.5, **{"more.js": 0.3})),
)  # fmt: skip

LINKS = rows("<li><a href='/tree?n={0}'>{0}</a></li>", (("Oak",), ("Elm",), ("Fir",), ("Yew",)))
TREES = page(f"<h1>Trees</h1><ul>{LINKS}</ul>", head=CSS)


def chosen(request: Request) -> Answer:
    """Choose a tree for this visit."""
    request.state["n"] = request.data["n"]
    return Answer(body={})


def felled(request: Request) -> Answer:
    """Return the deed, on the tree that the visit has chosen."""
    after = page("<h1>Trees</h1>", status='<p role="status">The tree was felled</p>')
    return Answer(body=after, deed={"do": "/fell", "n": request.state.get("n", "the whole garden")})


def garden(more: str = "", script: str = "", *, here: bool = False, second: str = "") -> App:
    """Return a version in which the page of a tree chooses it.

    Args:
        more: Parts of that page.
        script: Its script.
        here: Whether the server chooses the tree by itself.
        second: The script /more.js.
    """
    own = page(f"<h1>[[n]]</h1>{more}<form method='post' action='/fell'><button>Fell</button></form>", script=script)

    def tree(request: Request) -> str:
        if here:
            chosen(request)
        return own

    pages = {"/": TREES, "/tree": tree, "/choose": chosen, "/fell": felled}
    return App({**pages, "/more.js": second} if second else pages)


fell = family(DOCUMENTS, a=garden(here=True), flow=show(click("{n}", "link"), click("Fell"), SAID), learn=({"n": "Oak"}, {"n": "Yew"}), values={"n": "Elm"}, deeds=({"do": "/fell", "n": "{n}"},), task="fell a tree")  # fmt: skip
CHOOSE = "get('/choose' + location.search)"
PHOTO = '<img src="/photo" width=40 height=40>'
DOCUMENT_PAIRS = (
    fell("chosen at once", "the page chooses its tree by a request at its start", SAME, slowly(garden(script=CHOOSE), choose=0.2)),
    fell("chosen in a timer", "the page chooses its tree by a request 5 ms after its start", SAME, garden(script=f"later(5, () => {CHOOSE});")),
    fell("chosen when loaded", "the page chooses its tree when its picture is there, after 0.22 s", SAME, slowly(garden(PHOTO, f"onload = () => {CHOOSE};"), photo=0.22)),
    fell("chosen by the picture", "a picture chooses the tree as soon as it is there, after 0.22 s", SAME, slowly(garden(PHOTO.replace("<img", f'<img onload="{CHOOSE}" onerror="{CHOOSE}"')), photo=0.22)),
    fell("chosen by a second script", "a script brings a second one, which chooses the tree", SAME, slowly(garden(script=CHAIN, second=CHOOSE), **{"more.js": 0.15})),
    fell("chosen by a late script", "30 ms later the page brings a script, which chooses the tree", SAME, slowly(garden(script=f"later(30, () => {{ {CHAIN} }});", second=CHOOSE), **{"more.js": 0.1})),
    fell("chosen when idle", "the page chooses its tree as soon as it is idle", SAME, garden(script=f"requestIdleCallback(() => {CHOOSE});")),
    fell("slow picture", "a picture takes 2 s, a text below says how tall the tree is", SAME, slowly(garden(PHOTO + "<p>It is 9 m tall.</p>", here=True), photo=2.0)),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*TITLE_PAIRS, *NAMED_PAIRS, *HELP_PAIRS, *PRESS_PAIRS, *RECORD_PAIRS, *END_PAIRS, *DOCUMENT_PAIRS)  # fmt: skip
