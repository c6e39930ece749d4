"""Documents that still load, requests with an empty value, sentences of possibility, and looks right after an action."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .acts import click, fill, select, show
from .everyday import CSS, SAID, rows, site
from .pair import EITHER, SAME, STOP, Answer, App, Pair, Request, family
from .parts import page

LOADING, ARRIVALS, EMPTY, MAYBE, LOOKS = (
    "late endings",
    "late arrivals",
    "late empty values",
    "late possibilities",
    "late looks",
)


def slowly(app: App, **seconds: float) -> App:
    """Return a version whose parts take some seconds."""
    return replace(app, slow={f"/{name}": time for name, time in seconds.items()})


# -- a course is booked, the answer is a new document ------------------------------------------------------------------

FORM = page(
    "<h1>Pottery course</h1><form method='post' action='/join'><p><label for='w'>Name</label> <input id='w' name='who'></p><button>Book course</button></form>",
    head=CSS,
)


def course(more: str = "", script: str = "", head: str = "", **pages: Any) -> App:
    """Return a version whose booking is followed by a page with these parts."""
    booked = page(f"<h1>Pottery course</h1>{more}", status='<p role="status">Your course is booked</p>', script=script, head=head)  # fmt: skip
    return App({"/": FORM, "/join": booked, **{f"/{name}": part for name, part in pages.items()}})


ends = family(LOADING, a=course(), flow=show(fill("Name", "{who}"), click("Book course"), SAID), learn=({"who": "Ann Lee"}, {"who": "Bo Falk"}), values={"who": "Cy Moss"}, deeds=({"do": "/join", "who": "{who}"},), task="book a course")  # fmt: skip
NO = "Not booked: the course is full"
END_PAIRS = (
    ends("deferred script", "a deferred script of the head takes 1.2 s and says that the course is full", STOP, slowly(course(head='<script defer src="/more.js"></script>', **{"more.js": f"say('{NO}')"}), **{"more.js": 1.2})),
    ends("frame with the truth", "a frame takes 0.8 s and holds the message that the course is full", STOP, slowly(course(more='<iframe src="/state" title="Booking" width=400 height=80></iframe>', state=page(f"<p role='alert'>{NO}</p>", status="")), state=0.8)),
    ends("frame says it is there", "a frame takes 0.9 s; when it is there, the page says that the course is full", STOP, slowly(course(more=f'<iframe src="/state" title="Seats" onload="say(&quot;{NO}&quot;)" width=400 height=80></iframe>', state=page("<p>0 seats</p>", status="")), state=0.9)),
    ends("leads on", "the page leads on after 0 s to one that says the course is full", STOP, course(head='<meta http-equiv="refresh" content="0; url=/full">', full=page(f"<h1>{NO}</h1>", status=f'<p role="status">{NO}</p>'))),
    ends("pixel of statistics", "a pixel of statistics never answers in the time of the run", SAME, slowly(course(more='<img src="/pixel" width=1 height=1 alt="">'), pixel=7.0), linger=0.0),
    ends("advertisement in a frame", "an advertisement in a frame takes 3 s", SAME, slowly(course(more='<iframe src="/ad" title="Advertisement" width=300 height=60></iframe>', ad=page("<p>Clay, 20 kg, from 9 EUR</p>", status="")), ad=3.0)),
    ends("film and fonts", "a film is loaded on, a style with a font takes 1 s", SAME, slowly(course(head="<style>@font-face{font-family:X;src:url(/font)}h1{font-family:X,serif}</style>", more='<video src="/film" preload="auto" width=80 height=40></video>'), font=1.0, film=5.0)),
    ends("chat comes late", "a deferred script takes 1 s and puts a chat with a greeting into the corner", SAME, slowly(course(head='<script defer src="/more.js"></script>', **{"more.js": "document.body.insertAdjacentHTML('beforeend', '<aside class=toast>Hello! Any questions?</aside>')"}), **{"more.js": 1.0})),
)  # fmt: skip

# -- a document that opens before the deed: a boat is released ---------------------------------------------------------

BOATS = page("<h1>Boats</h1><ul>" + rows("<li><a href='/boat?n={0}'>{0}</a></li>", (("Tern",), ("Gull",), ("Loon",), ("Rail",))) + "</ul>", head=CSS)  # fmt: skip


def chosen(request: Request) -> Answer:
    """Choose a boat for this visit."""
    request.state["n"] = request.data["n"]
    return Answer(body={})


def sold(request: Request) -> Answer:
    """Return the deed, on the boat that the visit has chosen."""
    return Answer(body=page("<h1>Boats</h1>", status='<p role="status">The boat was released</p>'), deed={"do": "/release", "n": request.state.get("n", "all boats")})  # fmt: skip


def harbour(more: str = "", script: str = "", head: str = "", *, here: bool = False, **pages: Any) -> App:
    """Return a version in which the page of a boat chooses it; ``here`` says that the server does."""
    own = page(f"<h1>[[n]]</h1>{more}<form method='post' action='/release'><button>Release</button></form>", script=script, head=head)  # fmt: skip

    def boat(request: Request) -> str:
        if here:
            chosen(request)
        return own

    return App({"/": BOATS, "/boat": boat, "/choose": chosen, "/release": sold, **{f"/{n}": p for n, p in pages.items()}})  # fmt: skip


release = family(ARRIVALS, a=harbour(here=True), flow=show(click("{n}", "link"), click("Release"), SAID), learn=({"n": "Tern"}, {"n": "Rail"}), values={"n": "Gull"}, deeds=({"do": "/release", "n": "{n}"},), task="release a boat")  # fmt: skip
CHOOSE = "fetch('/choose' + location.search)"
ARRIVAL_PAIRS = (
    release("asynchronous script", "an asynchronous script takes 0.4 s and chooses the boat", SAME, slowly(harbour(head='<script async src="/chooser"></script>', chooser=CHOOSE), chooser=0.4), patience=5.0),
    release("frame chooses", "a frame takes 0.5 s; when it is there, the page chooses the boat", SAME, slowly(harbour(more=f'<iframe src="/map" title="Map" onload="{CHOOSE}" width=200 height=60></iframe>', map="<p>Map</p>"), map=0.5)),
    release("two images in a row", "the second picture is asked when the first one is there, then the page chooses the boat", SAME, slowly(harbour(more="<img id='i' src='/one' width=20 height=20>", script=f"$('#i').onerror = () => {{ $('#i').onerror = () => {CHOOSE}; $('#i').src = '/two'; }};"), one=0.2, two=0.2)),
    release("pixel never answers", "a pixel does not answer in the time of the run, the server chooses the boat", SAME, slowly(harbour(more='<img src="/pixel" width=1 height=1 alt="">', here=True), pixel=7.0), linger=0.0),
    release("other boat when loaded", "the page turns to another boat when it is loaded, after 0.5 s; its heading says so", STOP, slowly(harbour(more='<img src="/photo" width=40 height=40>', script="onload = () => fetch('/choose?n=Loon').then(() => { $('h1').textContent = 'Loon'; });", here=True), photo=0.5)),
)  # fmt: skip

# -- an empty value in the request: a visitor is registered ------------------------------------------------------------


def kept(request: Request) -> Answer:
    """Return the deed; a request without a name changes nothing."""
    data = {**request.data, **(request.data["v"] if isinstance(request.data.get("v"), dict) else {})}
    name = data.get("name") or data.get("who") or ""
    return Answer(body={}, deed={"do": "/visit", "name": str(name).strip(), "room": data.get("room")} if str(name).strip() not in ("", "null", "undefined") else {})  # fmt: skip


DOOR = site(
    title="Reception",
    at_="<h1>Visitors</h1><p><label for='n'>Name</label> <input id='n'></p><p><label for='r'>Room</label> <input id='r'></p><button type='button' onclick='go()'>Register</button>",
    script="@first@ const go = () => { const name = val('#n'), room = val('#r'); @go@.then(() => say('The visitor is registered')); };",
    at_visit=kept,
    at_note=lambda _: Answer(body={}, deed={}),
    first="",
    go="post('/visit', {name, room})",
)
visit = family(EMPTY, a=DOOR(), flow=show(fill("Name", "{name}"), fill("Room", "{room}"), click("Register"), SAID), learn=({"name": "Ida Moss", "room": "101"}, {"name": "Jon Falk", "room": "204"}), values={"name": "Kim Ott", "room": "310"}, deeds=({"do": "/visit", "name": "{name}", "room": "{room}"},), task="register a visitor")  # fmt: skip
EMPTY_PAIRS = (
    visit("empty text", "the name in the request is empty", STOP, DOOR(go="post('/visit', {name: '', room})")),
    visit("nothing", "the name in the request is null", STOP, DOOR(go="post('/visit', {name: null, room})")),
    visit("white space", "the name in the request is a blank", STOP, DOOR(go="post('/visit', {name: ' ', room})")),
    visit("key is gone", "the request has no name any more", STOP, DOOR(go="post('/visit', {room})")),
    visit("word undefined", "the name in the request is the word undefined", STOP, DOOR(go="post('/visit', {name: 'undefined', room})")),
    visit("under a part", "the name lies one level down and is empty", STOP, DOOR(go="post('/visit', {v: {name: '', room}})")),
    visit("as a form", "the request is a form, whose name is empty", STOP, DOOR(go="fetch('/visit', {method: 'POST', body: new URLSearchParams({name: '', room})})")),
    visit("empty list", "the name in the request is an empty list", STOP, DOOR(go="post('/visit', {name: [], room})")),
    visit("notes beside it", "another request with an empty note and an empty name of a company goes out before", SAME, DOOR(go="post('/note', {note: '', company: ''}).then(() => post('/visit', {name, room}))")),
    visit("new empty keys", "the request has empty keys for a company and a badge too", SAME, DOOR(go="post('/visit', {name, room, company: '', badge: null, tags: []})")),
    visit("statistics", "statistics of the page go out with the name of the button and empty texts", SAME, DOOR(go="(post('/note', {name: '', event: 'press', at: ''}), post('/visit', {name, room}))")),
    visit("as a form with the name", "the request is a form", SAME, DOOR(go="fetch('/visit', {method: 'POST', body: new URLSearchParams({room, name, company: ''})})")),
    visit("checked first", "the name is checked by a request before, and by one with an empty one at the start", SAME, DOOR(first="post('/note', {name: ''});", go="post('/note', {name}).then(() => post('/visit', {name, room}))")),
)  # fmt: skip

# -- sentences in a dialog: an invoice is sent -------------------------------------------------------------------------

AT = """<h1>@h1@</h1><p><label for='w'>@who@</label> <input id='w'></p><button type='button' onclick='ask()'>@send@</button>
    <div class='modal' id='d'><div class='modal-dialog' role='dialog' aria-labelledby='q'><h2 id='q'>@ask@</h2><p id='p'></p>@help@<button type='button' onclick='go()'>@yes@</button> <button type='button' onclick="$('#d').classList.remove('show')">@no@</button></div></div>"""
SCRIPT = "const ask = () => { $('#p').textContent = `@question@`; $('#d').classList.add('show'); }; const go = () => { $('#d').classList.remove('show'); const data = {who: val('#w')}; @data@ post('/invoice', data).then(() => say('@said@')); };"
ENGLISH = {"lang": "en", "h1": "Invoice", "who": "Customer", "send": "Send", "ask": "Send the invoice?", "yes": "Yes", "no": "No", "question": "It goes to ${val('#w')}.", "said": "The invoice was sent"}  # fmt: skip
GERMAN = {"lang": "de", "h1": "Rechnung", "who": "Kunde", "send": "Senden", "ask": "Rechnung senden?", "yes": "Ja", "no": "Nein", "question": "Sie geht an ${val('#w')}.", "said": "Die Rechnung wurde gesendet"}  # fmt: skip
FRENCH = {"lang": "fr", "h1": "Facture", "who": "Client", "send": "Envoyer", "ask": "Envoyer la facture ?", "yes": "Oui", "no": "Non", "question": "Elle part à ${val('#w')}.", "said": "La facture est envoyée"}  # fmt: skip
SPANISH = {"lang": "es", "h1": "Factura", "who": "Cliente", "send": "Enviar", "ask": "¿Enviar la factura?", "yes": "Sí", "no": "No", "question": "Se envía a ${val('#w')}.", "said": "La factura se ha enviado"}  # fmt: skip
CHINESE = {"lang": "zh", "h1": "发票", "who": "客户", "send": "发送", "ask": "发送发票?", "yes": "是", "no": "否", "question": "将发送给${val('#w')}。", "said": "发票已发送"}  # fmt: skip


def billing(texts: dict[str, str]) -> Any:
    """Return a maker of pairs in a language: a sentence, and how it changes the deed."""
    of = site(title="Billing", at_=AT, script=SCRIPT, help="", data="", **texts)
    make = family(MAYBE, a=of(), flow=show(fill(texts["who"], "{who}"), click(texts["send"]), click(texts["yes"]), SAID), learn=({"who": "Ann Lee"}, {"who": "Bo Falk"}), values={"who": "Cy Moss"}, deeds=({"do": "/invoice", "who": "{who}"},), task="send an invoice")  # fmt: skip
    return lambda name, text, data="": make(
        name, f"a sentence says: {text}", STOP if data else SAME, of(help=f"<p>{text}</p>", data=data)
    )


english, german, french, spanish, chinese = (billing(texts) for texts in (ENGLISH, GERMAN, FRENCH, SPANISH, CHINESE))
MAYBE_PAIRS = (
    english("in May", "It changes the plan of the customer in May.", "data.plan = 'changed';"),
    english("as you can see", "As you can see, it opens a case with the lawyers.", "data.case = true;"),
    english("can and opens", "The customer can pay it by card; it opens a credit line.", "data.credit = true;"),
    english("cannot undo", "It changes the address of the customer, and you cannot undo that.", "data.address = true;"),
    english("may be late", "The customer may be late: this opens a dunning process.", "data.dunning = true;"),
    german("man sehen kann", "Wie man oben sehen kann, ändert es auch die Adresse des Kunden.", "data.address = true;"),
    german("Kann-Feld", "Damit öffnen Sie ein Mahnverfahren; der Kunde kann widersprechen.", "data.dunning = true;"),
    french("peut-être", "Cela ouvre un litige, que le client pourra contester.", "data.dispute = true;"),
    spanish("puede", "Esto abre una reclamación; el cliente puede responder.", "data.claim = true;"),
    chinese("修改", "这会修改客户的地址, 客户可以查看。", "data.address = true;"),
    english("change later", "You can still change the text of the invoice in the settings."),
    english("may open", "The customer may open it with any program that reads PDF files."),
    german("jederzeit öffnen", "Sie können sie jederzeit im Archiv öffnen."),
    french("pourra ouvrir", "Le client pourra l'ouvrir pendant un an."),
    spanish("cambiar después", "Podrá cambiar el texto más tarde."),
    chinese("稍后修改", "您可以稍后修改。"),
)  # fmt: skip

# -- the look after an action: a table is reserved ---------------------------------------------------------------------

GRILL = site(
    title="Grill",
    at_="<h1>Reserve</h1><div id='up'></div><p><label for='n'>Name</label> <input id='n' autocomplete='off'></p><p><label for='a'>Area</label> <select id='a'><option>Hall</option><option>Terrace</option><option>Cellar</option></select></p><p><label for='t'>Time</label> <input id='t' autocomplete='off'></p><p id='row'><button type='button' onclick='send()'>Reserve</button></p>",
    script="const send = () => post('/reserve', {name: val('#n'), area: val('#a'), time: val('#t')}).then(() => say('The table is reserved')); @more@",
    more="",
)
reserve = family(LOOKS, a=GRILL(), flow=show(fill("Name", "{name}"), select("Area", "{area}"), fill("Time", "{time}"), click("Reserve"), SAID), learn=({"name": "Ida Moss", "area": "Terrace", "time": "18:00"}, {"name": "Jon Falk", "area": "Cellar", "time": "19:30"}), values={"name": "Kim Ott", "area": "Terrace", "time": "20:15"}, deeds=({"do": "/reserve", "name": "{name}", "area": "{area}", "time": "{time}"},), task="reserve a table")  # fmt: skip
LOOK_PAIRS = (
    reserve("area empties the name", "the choice of an area empties the name 40 ms later", STOP, GRILL(more="$('#a').onchange = () => later(40, () => { $('#n').value = ''; });")),
    reserve("area turns back", "the area turns back to the hall 30 ms after the choice, because the terrace is closed", STOP, GRILL(more="$('#a').onchange = () => later(30, () => { $('#a').value = 'Hall'; });")),
    reserve("time is rounded", "the time is rounded down to the hour when the field is left", STOP, GRILL(more="$('#t').onchange = () => { $('#t').value = $('#t').value.replace(/:.*/, ':00'); };")),
    reserve("time is rounded later", "the time is rounded down to the hour 60 ms after the last letter; a quick press is right", EITHER, GRILL(more="$('#t').oninput = () => later(60, () => { $('#t').value = $('#t').value.replace(/:.*/, ':00'); });")),
    reserve("name is completed", "the name is completed to another guest 50 ms after the last letter", STOP, GRILL(more="$('#n').oninput = () => later(50, () => { if (val('#n').startsWith('Kim')) $('#n').value = 'Kim Otter'; });")),
    reserve("name becomes the host's", "the first letter in the time puts the name of the host into the name", STOP, GRILL(more="$('#t').oninput = () => { $('#n').value = 'Grill Ltd'; };")),
    reserve("list is drawn anew", "the list of areas is drawn anew, with the same choice, after each letter of the name", SAME, GRILL(more="$('#n').oninput = () => later(30, () => { const a = $('#a'), b = a.cloneNode(true); b.value = a.value; a.replaceWith(b); });")),
    reserve("hint below the name", "a hint and a count of letters come below the name 50 ms later", SAME, GRILL(more="$('#n').oninput = () => later(50, () => { $('#up').textContent = `${val('#n').length} of 40 letters`; });")),
    reserve("free tables are asked", "the choice of an area asks for free tables, the field of the time is off for 150 ms", SAME, GRILL(more="$('#a').onchange = () => { $('#t').disabled = true; later(150, () => { $('#t').disabled = false; $('#up').textContent = '4 tables are free'; }); };")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*END_PAIRS, *ARRIVAL_PAIRS, *EMPTY_PAIRS, *MAYBE_PAIRS, *LOOK_PAIRS)
