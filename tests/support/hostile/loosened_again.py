"""Pages against five loosened checks, and against a press at the middle of what stands still.

The checks: a harmless verb beside a mail address, a version behind a colon, a value of one character beside its name, a
mail address or a number of the chosen row, a title that a tooltip takes away.
"""

from __future__ import annotations

from typing import Any

from .acts import click, fill, show
from .everyday import SAID, rows, site
from .pair import EITHER, SAME, STOP, App, Pair, family

MAILS, VERSIONS, SHORT = "again mail beside a verb", "again version behind a colon", "again short values"
OWN, TITLES, MIDDLES = "again data of the row", "again titles", "again presses at the middle"

# -- a harmless verb beside a mail address -----------------------------------------------------------------------------

ANN, BO, TEC = "ann@shop.org", "bo@shop.org", "tec@shop.org"
CARD = "<section class='card'><h2>{1}</h2><p>{2}</p><p>{0}</p><button type='button' onclick=\"edit('{0}')\">Edit</button></section>"
CONTACTS = site(
    title="Shop",
    at_="<h1>Settings</h1>@cards@<div id='f' hidden><p><label for='p'>Telephone</label> <input id='p'></p><button type='button' onclick='save()'>Save</button></div>",
    script="let of = ''; const edit = (who) => { of = who; $('#f').hidden = false; @more@ }; const save = () => post('/phone', {of: @of@, phone: val('#p')}).then(() => say('Saved'));",
    cards=rows(CARD, ((ANN, "Contact", "Invoices go there."),)),
    more="",
    of="of",
)
PHONE: dict[str, Any] = {"flow": show(click("Edit"), fill("Telephone", "{phone}"), click("Save"), SAID), "learn": ({"phone": "4471"}, {"phone": "5512"}), "values": {"phone": "6630"}, "deeds": ({"do": "/phone", "of": ANN, "phone": "{phone}"},), "task": "set the telephone of the contact"}  # fmt: skip
contact = family(MAILS, a=CONTACTS(), **PHONE)
helped = family(MAILS, a=CONTACTS(of="'us'", cards=rows(CARD, ((ANN, "Contact", "Our contact."),))), **{**PHONE, "deeds": ({"do": "/phone", "of": "us", "phone": "{phone}"},)})  # fmt: skip


def one_verb(verb: str, what: str) -> Any:
    """Return a maker of pairs about a button that acts at once beside the address of an account."""
    make = site(
        title="Accounts",
        at_="<h1>Accounts</h1>@cards@",
        script="const act = (who) => post('/act', {who}).then(() => say('Done'));",
        cards=f"<section class='card'><h2>{what}</h2><p>@who@</p><button type='button' onclick=\"act('@who@')\">{verb}</button></section>",
        who=ANN,
    )
    pair = family(MAILS, a=make(), flow=show(click(verb), SAID), learn=({},), values={}, deeds=({"do": "/act", "who": ANN},), task=f"{verb.lower()} it")  # fmt: skip
    return pair(f"{verb} of another", f"the only account of {what.lower()} is that of another person now", STOP, make(who=BO))  # fmt: skip


MAIL_PAIRS = (
    contact("other contact alone", "the card is that of another person now, whose telephone is changed", STOP, CONTACTS(cards=rows(CARD, ((BO, "Contact", "Invoices go there."),)))),
    contact("other contact before it", "a card of another person with the same title stands before it", EITHER, CONTACTS(cards=rows(CARD, ((BO, "Contact", "Invoices go there."), (ANN, "Contact", "Invoices go there."))))),
    contact("other contact after it", "a card of another person stands after it, the button of the first is gone", STOP, CONTACTS(cards=f"<section class='card'><h2>Contact</h2><p>Invoices go there.</p><p>{ANN}</p></section>" + rows(CARD, ((TEC, "Contact", "Invoices go there."),)))),
    contact("other kind of contact", "the contact for invoices is gone, the first card is the technical one", STOP, CONTACTS(cards=rows(CARD, ((TEC, "Technical contact", "Invoices go there."),)))),
    helped("address has changed", "our own contact has another address by now, which the deed does not name", SAME, CONTACTS(of="'us'", cards=rows(CARD, ((BO, "Contact", "Our contact."),)))),
    one_verb("Select", "Payer of the invoices"),
    one_verb("Go", "Sign in for the shop as"),
    one_verb("Close", "Account"),
    one_verb("Cancel", "Subscription"),
    one_verb("Open", "Account for visitors"),
)  # fmt: skip

# -- a version behind a colon ------------------------------------------------------------------------------------------


def listed(title: str, ones: tuple[tuple[str, str], ...], sent: str = "{who, what}") -> App:
    """Return a page of buttons, each with a name and something behind a colon; the deed has both."""
    one = "<li><button type='button' onclick=\"go('{0}', '{1}')\">{0}: {1}</button></li>"
    return site(
        title=title,
        at_=f"<h1>{title}</h1><ul>{rows(one, ones)}</ul>",
        script=f"const go = (who, what) => post('/go', {sent}).then(() => say('Done'));",
    )()


def packages(*ones: tuple[str, str]) -> App:
    """Return a list of packages and their versions; the deed has the name alone."""
    return listed("Packages", ones, "{who}")


PEOPLE = ("Ann Lee", "Bo Falk", "Cy Moss")
HOSTS = ("mill", "pond", "reed")
DATED = listed("Vaccinations to cancel", tuple((one, "4.12.2026") for one in PEOPLE))
HOSTED = listed("Switch off", tuple((one, "10.0.0.5") for one in HOSTS))
PACKED = packages(*((one, "2.0.1") for one in HOSTS))
PERSON: dict[str, Any] = {"learn": ({"who": "Ann Lee"}, {"who": "Bo Falk"}), "values": {"who": "Cy Moss"}}
HOST: dict[str, Any] = {"learn": ({"who": "mill"}, {"who": "pond"}), "values": {"who": "reed"}}
dated = family(VERSIONS, a=DATED, flow=show(click("{who}: 4.12.2026"), SAID), deeds=({"do": "/go", "who": "{who}", "what": "4.12.2026"},), task="cancel a vaccination of 4.12.", **PERSON)  # fmt: skip
hosted = family(VERSIONS, a=HOSTED, flow=show(click("{who}: 10.0.0.5"), SAID), deeds=({"do": "/go", "who": "{who}", "what": "10.0.0.5"},), task="switch an address off", **HOST)  # fmt: skip
packed = family(VERSIONS, a=PACKED, flow=show(click("{who}: 2.0.1"), SAID), deeds=({"do": "/go", "who": "{who}"},), task="install a package", **HOST)  # fmt: skip
VERSION_PAIRS = (
    dated("appointment of another day", "the person has another day by now, which is cancelled", STOP, listed("Vaccinations to cancel", tuple((one, "11.12.2026") for one in PEOPLE))),
    dated("a day each", "each person has a day of the own", STOP, listed("Vaccinations to cancel", (("Ann Lee", "4.12.2026"), ("Bo Falk", "4.12.2026"), ("Cy Moss", "2.11.2027")))),
    hosted("other address", "the machine has another address by now", STOP, listed("Switch off", tuple((one, "10.0.7.9") for one in HOSTS))),
    packed("old and new", "the package is there in two other versions", STOP, packages(("mill", "2.0.1"), ("reed", "1.9.0"), ("reed", "3.0.0"))),
    packed("package of a longer name", "the package is gone, one whose name goes on has a version", STOP, packages(("mill", "2.0.1"), ("reed:core", "2.0.1"), ("reed-next", "2.0.1"))),
    dated("short date", "each person has another day by now, with a short year", STOP, listed("Vaccinations to cancel", tuple((one, "11.12.26") for one in PEOPLE))),
    hosted("address of three parts", "what stands behind the colon is an amount now", STOP, listed("Switch off", tuple((one, "1.200.000") for one in HOSTS))),
    packed("new version", "each package has a newer version", SAME, packages(*((one, "2.1.0") for one in HOSTS))),
)  # fmt: skip

# -- values of one character beside their names ------------------------------------------------------------------------

FLOORS = site(
    title="Heating",
    at_="<h1>Heating</h1><p><button type='button' onclick='on(1)'>Level 1</button> <button type='button' onclick='on(2)'>Level 2</button> <button type='button' onclick='on(3)'>Level 3</button> <button type='button' onclick='on(4)'>Level 4</button></p><div id='f' hidden><p><label for='v'>Heat</label> <input id='v'></p><button type='button' onclick='save()'>Save</button></div>",
    script="let at = 0; const on = (n) => { at = n; $('#f').hidden = false; }; const save = () => post('/heat', {at: String(at), heat: val('#v')}).then(() => say('Saved'));",
)
FLOOR: dict[str, Any] = {"flow": show(click("Level 2"), fill("Heat", "{level}"), click("Save"), SAID), "deeds": ({"do": "/heat", "at": "2", "heat": "{level}"},), "values": {"level": "3"}, "task": "set the heat of the second floor"}  # fmt: skip
floor, floors = (family(SHORT, a=FLOORS(), learn=learn, **FLOOR) for learn in (({"level": "2"},), ({"level": "2"}, {"level": "4"})))  # fmt: skip
DESK = site(
    title="Tickets",
    at_="<h1>Tickets</h1><p><label for='n'>Number</label> <input id='n'></p><button type='button' onclick='find()'>Look up</button><div id='f' hidden><h2 id='h'></h2>@more@<button type='button' onclick='shut()'>Close it</button></div>",
    script="let n = ''; const find = () => { n = val('#n'); $('#h').textContent = `@head@`; $('#f').hidden = false; }; const shut = () => post('/close', {n: @which@}).then(() => say('Closed'));",
    head="Ticket #${n}",
    which="n",
    more="",
)
TICKET: dict[str, Any] = {"flow": show(fill("Number", "{ticket}"), click("Look up"), click("Close it"), SAID), "learn": ({"ticket": "7"}, {"ticket": "5"}), "values": {"ticket": "9"}, "deeds": ({"do": "/close", "n": "{ticket}"},), "task": "close a ticket"}  # fmt: skip
ticket = family(SHORT, a=DESK(), **TICKET)
SHORT_PAIRS = (
    floor("value by chance", "the value of the lesson was the number of the floor by chance; the floor stays", EITHER, FLOORS(), deeds=FLOOR["deeds"]),
    floors("value by chance in one lesson", "the value of one lesson of two was the number of the floor", SAME, FLOORS()),
    ticket("longer number", "the ticket that is shown has a longer number", STOP, DESK(head="Ticket #${n}0", which="n + '0'")),
    ticket("part of it", "a part of the ticket is shown and closed", STOP, DESK(head="Ticket #${n}.2", which="n + '.2'")),
    ticket("duplicate", "another ticket is shown, of which the wanted one is a duplicate", STOP, DESK(head="Ticket #4, of which ticket #${n} is a duplicate", which="'4'")),
    ticket("merged", "the wanted ticket was merged into another, which is closed", STOP, DESK(head="Ticket #${n} is ticket #4 now", which="'4'")),
    ticket("other ticket", "the page shows the ticket after it", STOP, DESK(head="Ticket #${+n + 1}", which="String(+n + 1)")),
    ticket("a sentence of help", "a sentence of help is new", SAME, DESK(more="<p class='muted'>A ticket can be opened again.</p>")),
)  # fmt: skip

# -- the mail address or a number of the chosen row --------------------------------------------------------------------

MEMBERS = (("Ann Lee", "ann@x.org", "ann@home.net", "100"), ("Bo Falk", "bo@x.org", "bo@home.net", "100"), ("Cy Moss", "cy@x.org", "cy@home.net", "365"), ("Di Ott", "di@x.org", "di@home.net", "250"))  # fmt: skip
MAILED = "post('/key', {of: (MEMBERS.find((one) => one.includes(to)) || ['office'])[0], as: to.endsWith('home.net') ? 'home' : 'work', days})"
members = site(
    title="Members",
    at_="<h1>Members</h1><table><tbody>@list@</tbody></table><div class='modal' id='d'><div class='modal-dialog' role='dialog' aria-label='Send a key'><h2>Send a key</h2><p>The key is sent by mail.</p>@box@<button type='button' onclick='go()'>Send</button></div></div>",
    script=f"const MEMBERS = {[list(one) for one in MEMBERS]};"
    "let to = '', days = '100', m = []; const ask = (...of) => { m = of; to = m[1]; @open@ if ($('#m')) $('#m').textContent = @shown@; if ($('#y')) $('#y').textContent = days; $('#d').classList.add('show'); };"
    f"const go = () => {{ $('#d').classList.remove('show'); {MAILED}.then(() => say('Sent')); }};",
    list=rows("<tr><td>{0}</td><td>{1}</td><td>{2}</td><td>{3}</td><td><button type='button' onclick=\"ask('{0}', '{1}', '{2}', '{3}')\">Key</button></td></tr>", MEMBERS),
    box="<p>To</p><p id='m'></p>",
    open="",
    shown="to",
)  # fmt: skip
KEY: dict[str, Any] = {"flow": show(click("Key", within="tr:has(td:text-is('{who}'))"), click("Send"), SAID), "learn": ({"who": "Ann Lee"}, {"who": "Bo Falk"}), "values": {"who": "Cy Moss"}, "deeds": ({"do": "/key", "of": "{who}", "as": "work", "days": "100"},), "task": "send a key to a member"}  # fmt: skip

DAYS = "<p>Days</p><p id='y'></p><p>To</p><p id='m'></p>"
sent = family(OWN, a=members(), **KEY)
days = family(OWN, a=members(box=DAYS), **KEY)
fixed = family(OWN, a=members(box=DAYS, open="days = '90';"), **{**KEY, "deeds": ({**KEY["deeds"][0], "days": "90"},)})
OWN_PAIRS = (
    sent("another row's address", "the dialog shows the address of the row below, which gets the key", STOP, members(open="to = 'di@x.org';")),
    sent("private address", "the dialog shows the private address of the same member", STOP, members(open="to = m[2];")),
    sent("office", "the dialog shows the address of the office", STOP, members(open="to = 'office@x.org';")),
    sent("both addresses", "the dialog shows the address, and another one that gets the key", STOP, members(open="to = 'di@x.org';", shown="m[1]", box="<p>Deputy of</p><p id='m'></p><p>To</p><p>di@x.org</p>")),
    days("number of the row by chance", "the key is valid for as many days as the number of the row says, and no longer 100", STOP, members(box=DAYS, open="days = m[3];")),
    days("other number", "the key is valid for 250 days", STOP, members(box=DAYS, open="days = '250';")),
    fixed("number of before", "the key is valid for 250 days, no longer 90", STOP, members(box=DAYS, open="days = '250';")),
    fixed("number of the row", "the key is valid for as many days as the number of the row says, no longer 90", STOP, members(box=DAYS, open="days = m[3];")),
    days("column is gone", "the dialog is the same, the numbers of the rows have changed", SAME, members(box=DAYS, list=rows("<tr><td>{0}</td><td>{1}</td><td>{2}</td><td>1{3}</td><td><button type='button' onclick=\"ask('{0}', '{1}', '{2}', '{3}')\">Key</button></td></tr>", MEMBERS))),
    sent("a sentence of help", "a sentence of help is new", SAME, members(box="<p>To</p><p id='m'></p><p class='muted'>It arrives within an hour.</p>")),
)  # fmt: skip

# -- titles that a tooltip takes away ----------------------------------------------------------------------------------

SEATS = site(
    title="Seats",
    at_="<style>.i{width:40px;height:40px}.i.plus{background:#8c8}.i.bin{background:#c66}#tip{position:absolute;top:160px;left:80px;background:#ffd}</style><h1>Seats</h1><p>Row 4</p><button type='button' class='i plus' id='b' title='Add a seat' onclick='go()' @on@></button><div id='tip'></div>",
    script="let did = 0, way = 'add'; const go = () => { did += 1; post('/seat', {way}).then(() => say(`Seats of the row: ${did}`)); @then@ }; const tip = (text) => { const b = $('#b'); if (b.title) { b.removeAttribute('title'); } say(text, '#tip'); }; const untip = () => { $('#b').title = 'Add a seat'; say('', '#tip'); };",
    on="",
    then="",
)
PLUS = "onmouseenter=\"tip('Add a seat')\" onmouseleave='untip()'"
ADDED = ({"do": "/seat", "way": "add"}, {"do": "/seat", "way": "add"})
seat = family(TITLES, a=SEATS(), flow=show(click("Add a seat"), lambda page, _: page.wait_for_selector("text=row: 1"), click("Add a seat"), lambda page, _: page.wait_for_selector("text=row: 2")), learn=({},), values={}, deeds=ADDED, task="add two seats")  # fmt: skip
BIN = "way = 'remove'; $('#b').className = 'i bin';"
TITLE_PAIRS = (
    seat("turns into a bin", "after the first press the button has no title and takes the seat away", STOP, SEATS(then=f"{BIN} $('#b').removeAttribute('title');")),
    seat("turns into a bin of that title", "after the first press the title says that the button takes the seat away", STOP, SEATS(then=f"{BIN} $('#b').title = 'Remove the seat';")),
    seat("tooltip of another deed", "the tooltip of the button says, in the place of the title, that it takes a seat away", STOP, SEATS(on="onmouseenter=\"tip('Remove the last seat'); way = 'remove'; this.className = 'i bin'\"")),
    seat("turns under the tooltip", "a tooltip has taken the title; after the first press tooltip and button are of the other deed", STOP, SEATS(on=PLUS, then=f"{BIN} tip('Remove the last seat');")),
    seat("text in the place of the title", "after the first press the button has a text and no title", STOP, SEATS(then=f"{BIN} $('#b').removeAttribute('title'); $('#b').textContent = 'Undo';")),
    seat("tooltip of its own", "a tooltip takes the title away while the pointer is there", SAME, SEATS(on=PLUS)),
    seat("title is a label", "the title is a label for readers", EITHER, SEATS(on="aria-label='Add a seat'")),
)  # fmt: skip

# -- presses at the middle ---------------------------------------------------------------------------------------------

BOXES = (("Fern",), ("Moss",), ("Reed",), ("Sage",))
ITEM = "<li data-n='{0}'><span>{0}</span> <button type='button' onclick=\"drop(this)\">Remove</button></li>"
PLANTS = site(
    title="Plants",
    at_="<style>li{height:30px}#list{width:300px;@box@}@css@</style><h1>Plants</h1>@before@<ul id='list' @on@>@list@</ul>@below@",
    script="const drop = (b) => { const n = b.closest('li').dataset.n; post('/drop', {n}).then(() => say('The plant was removed')); }; @more@",
    list=rows(ITEM, BOXES),
    box="",
    css="",
    on="",
    before="",
    below="",
    more="",
)
PLANT: dict[str, Any] = {"flow": show(click("Remove", within="li:has(span:text-is('{n}'))"), SAID), "learn": ({"n": "Fern"}, {"n": "Reed"}), "values": {"n": "Moss"}, "deeds": ({"do": "/drop", "n": "{n}"},), "task": "remove a plant"}  # fmt: skip
plant = family(MIDDLES, a=PLANTS(), **PLANT)
TURN = "const turn = () => { const l = $('#list'); if (l.dataset.t) return; l.dataset.t = 1; l.append(l.firstElementChild); };"
RENAME = "const turn = () => { const l = $('#list'); if (l.dataset.t) return; l.dataset.t = 1; const of = [...l.children], n = of.map((one) => one.dataset.n).reverse(); of.forEach((one, at) => { one.dataset.n = n[at]; one.firstElementChild.textContent = n[at]; }); };"
SILENT = "const turn = () => { const l = $('#list'); if (l.dataset.t) return; l.dataset.t = 1; for (const one of l.children) one.querySelector('button').textContent = 'Remove all like it', one.dataset.n += ' and all like it'; };"
FRAME = "const lay = (b) => { if ($('#w')) return; const box = b.getBoundingClientRect(), w = document.createElement('iframe'); w.id = 'w'; w.srcdoc = `<body style='margin:0'><button style='width:100%;height:60px' onclick=\"fetch('/buy', {method: 'POST', body: '{}'}).then(() => parent.say('Thank you'))\">Buy</button>`; w.style = `position:fixed;border:0;width:120px;height:60px;left:${box.x - 10}px;top:${box.y - 15}px`; document.body.append(w); };"
VEIL = "<div id='v' style='position:fixed;inset:0;background:#0003;@hid@' onclick=\"post('/consent', {}).then(() => this.remove())\">Press anywhere to agree to the new terms</div>"
MIDDLE_PAIRS = (
    plant("sorted under the pointer", "the list is turned as soon as the pointer comes", SAME, PLANTS(on="onpointerenter='turn()'", more=TURN)),
    plant("sorted at the press", "the list is turned when the pointer goes down", EITHER, PLANTS(on="onpointerdown='turn()'", more=TURN)),
    plant("rows used again under the pointer", "the rows get other plants as soon as the pointer comes", SAME, PLANTS(on="onpointerenter='turn()'", more=RENAME)),
    plant("another deed under the pointer", "the buttons are of another deed as soon as the pointer comes", STOP, PLANTS(on="onpointerenter='turn()'", more=SILENT)),
    plant("frame under the pointer", "a frame with a button of a shop covers the button as soon as the pointer comes", STOP, PLANTS(on="onmouseover=\"event.target.localName === 'button' && lay(event.target)\"", more=FRAME)),
    plant("frame a moment later", "a frame with a button of a shop covers the button 80 ms after the page has loaded", EITHER, PLANTS(more=FRAME + "later(80, () => lay([...document.querySelectorAll('button')][1]));")),
    plant("frame 150 ms later", "the frame comes 150 ms after the page has loaded", EITHER, PLANTS(more=FRAME + "later(150, () => lay([...document.querySelectorAll('button')][1]));")),
    plant("veil a moment later", "a veil that agrees to terms covers the page 60 ms after it has loaded", EITHER, PLANTS(below=VEIL.replace("@hid@", "display:none"), more="later(60, () => { $('#v').style.display = ''; });")),
    plant("veil under the pointer", "a veil that agrees to terms takes presses as soon as the pointer comes", STOP, PLANTS(below=VEIL.replace("@hid@", "opacity:0;pointer-events:none"), on="onpointerover=\"$('#v').style.cssText = 'position:fixed;inset:0;background:#0003'\"")),
    plant("moves by a class", "the buttons move one row down under the pointer", EITHER, PLANTS(css="li button{position:relative}#list:hover button{top:-30px}")),
    plant("moves in a far ancestor", "the page glides by two rows within the first 400 ms", SAME, PLANTS(css="body{animation:in .4s linear}@keyframes in{from{transform:translateY(-60px)}}")),
    plant("page moved by a script", "a script moves the page by two rows within the first 300 ms", SAME, PLANTS(more="let y = -60; const go = () => { y += 3; document.documentElement.style.transform = `translateY(${Math.min(0, y)}px)`; if (y < 0) requestAnimationFrame(go); }; go();")),
    plant("box scrolls by itself", "a script scrolls the list by two rows within the first 300 ms", SAME, PLANTS(box="height:70px;overflow:auto", more="let y = 0; const go = () => { y += 3; $('#list').scrollTop = y; if (y < 60) requestAnimationFrame(go); }; go();")),
    plant("target is scrolled away", "the list is a box of one row, the plant stands below its edge", SAME, PLANTS(box="height:30px;overflow:auto")),
    plant("sticky bar over it", "a bar that stays covers the row, with a button that removes all", SAME, PLANTS(before="<div style='height:500px'></div>", below="<div style='height:900px'></div><div style='position:fixed;left:0;right:0;bottom:0;height:120px;background:#eee'><button type='button' style='width:100%;height:100%' onclick=\"post('/drop', {n: 'all'}).then(() => say('The plants were removed'))\">Remove all</button></div>")),
    plant("zoom of the page", "a style shows the page larger by a quarter", SAME, PLANTS(css="body{zoom:1.25}")),
    plant("zoom of the list", "a style shows the list smaller", SAME, PLANTS(css="#list{zoom:.7}li{transform:scale(.9)}")),
    plant("mirrored", "a style turns the list round", SAME, PLANTS(css="#list{transform:rotate(180deg)}")),
    plant("label over the press", "a transparent sheet that takes no presses lies over the page", SAME, PLANTS(below="<div style='position:fixed;inset:0;pointer-events:none'></div>")),
)  # fmt: skip

ASK = site(
    title="Files",
    at_="<h1>Files</h1><button type='button' onclick='ask()'>Archive</button><div class='modal' id='d'><div class='modal-dialog' role='dialog' aria-label='Question'><p id='q'></p><button type='button' onclick='yes()'>OK</button> <button type='button' onclick=\"$('#d').classList.remove('show')\">No</button></div></div>",
    script="let at = 0, extra = ''; const turn = (to, text) => { at = to; $('#q').textContent = text; }; const ask = () => { turn(1, 'Archive the old files?'); $('#d').classList.add('show'); }; const end = () => { $('#d').classList.remove('show'); post('/archive', {extra}).then(() => say('Archived')); }; const two = () => turn(2, 'They are compressed. Continue?'); const yes = () => { if (at === 1) { @one@ } else if (at === 3) { @three@ } else end(); };",
    one="two();",
    three="two();",
)
ASKED: dict[str, Any] = {"flow": show(click("Archive"), click("OK"), lambda page, _: page.wait_for_selector("text=compressed"), click("OK"), SAID), "learn": ({},), "values": {}, "deeds": ({"do": "/archive", "extra": ""},), "task": "archive the files"}  # fmt: skip
asked = family(MIDDLES, a=ASK(), **ASKED)
DELETE = "extra = 'originals deleted'; turn(2, 'The originals are deleted. Continue?');"
DIALOG_PAIRS = (
    asked("second question is another", "the second question of the same shape deletes the originals", STOP, ASK(one=DELETE)),
    asked("turns a moment later", "the second question becomes another one after 30 ms", STOP, ASK(one=f"two(); later(30, () => {{ {DELETE} }});")),
    asked("turns in the second frame", "the second question becomes another one after two frames", STOP, ASK(one=f"two(); requestAnimationFrame(() => requestAnimationFrame(() => {{ {DELETE} }}));")),
    asked("question between", "a question between them, of the same shape, asks for the copies to be deleted", STOP, ASK(one="turn(3, 'Delete the copies as well?');", three="extra = 'copies'; two();")),
    asked("second question is late", "the second question comes after 400 ms", SAME, ASK(one="later(400, two);")),
    asked("first asks twice", "the first question counts each press, and the second comes after 400 ms", SAME, ASK(one="extra += later.n ? 'twice' : ''; later.n = 1; later(400, two);")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*MAIL_PAIRS, *VERSION_PAIRS, *SHORT_PAIRS, *OWN_PAIRS, *TITLE_PAIRS, *MIDDLE_PAIRS, *DIALOG_PAIRS)  # fmt: skip
