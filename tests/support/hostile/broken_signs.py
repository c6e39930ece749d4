"""Pages on which a picture, an offered text, a list in its place or a spelling of a value stands for something else."""

from __future__ import annotations

from collections.abc import Callable

from .acts import click, fill, show, tap, type_into
from .everyday import SAID, rows, site
from .pair import EITHER, SAME, STOP, App, Pair, family
from .parts import page

# fmt: off
WORD, SIGN, OFFER, PLACE, SPELL, FIND = (
    "broken signs words",
    "broken signs pictures",
    "broken signs offers",
    "broken signs lists",
    "broken signs spellings",
    "broken signs search",
)

# -- a hotel: a picture that a font draws by its word --------------------------------------------------------------------

LODGE = site(
    title="Room",
    at_='<style>.mi{font-family:"Material Icons"}</style><header><b>Lodge</b></header><main><h1>Room 12</h1><p>Guest: Moor</p><button type="button" onclick="post(\'/@deed@\', {room: 12}).then(() => say(\'Room 12 is updated\'))">@face@</button></main>',
    deed="unlock", face='<span class="mi" aria-hidden=true>lock_open</span>',
)  # fmt: skip


def drawn(word: str, deed: str) -> App:
    """Return the page with a button that a word draws."""
    return LODGE(deed=deed, face=f'<span class="mi" aria-hidden=true>{word}</span>')


def press(word: str, deed: str) -> Callable[..., Pair]:
    """Return a maker of pairs about a button that a word draws."""
    return family(WORD, a=drawn(word, deed), flow=show(tap("main button"), SAID), learn=({}, {}), values={}, deeds=({"do": f"/{deed}", "room": 12},), task=f"{deed} the room")


unlock, mute, evict, unplan, undo_, keep_ = press("lock_open", "unlock"), press("notifications_off", "mute"), press("person_remove", "evict"), press("cancel_schedule_send", "unschedule"), press("remove_done", "reopen"), press("archive", "archive")
WORDS = (
    unlock("lock", "the button says Lock now, and locks", STOP, LODGE(deed="lock", face="Lock")),
    unlock("open", "the button says Open now, and unlocks", EITHER, LODGE(deed="unlock", face="Open")),
    unlock("closed lock", "the picture is a closed lock", STOP, drawn("lock", "lock")),
    mute("notifications", "the button says Notifications, and turns them on", STOP, LODGE(deed="notify", face="Notifications")),
    mute("picture without off", "the picture is a bell without a stroke", STOP, drawn("notifications", "notify")),
    evict("person", "the button says Person, and adds one", STOP, LODGE(deed="guest", face="Person")),
    evict("person with the picture", "the button has the name Person and another picture", STOP, App({"/": str(LODGE(deed="guest", face='<span class="mi" aria-hidden=true>person</span>').pages["/"]).replace('<button type="button" onclick="post', '<button type="button" aria-label="Person" onclick="post')})),
    unplan("schedule send", "the button says Schedule send, and schedules", STOP, LODGE(deed="schedule", face="Schedule send")),
    unplan("send", "the button says Send, and sends", STOP, LODGE(deed="send", face="Send")),
    undo_("done", "the button says Done, and closes", STOP, LODGE(deed="close", face="Done")),
    keep_("archive in words", "the button says Archive", EITHER, LODGE(deed="archive", face="Archive")),
    keep_("archive with its word", "the picture is there, and the word that draws it is the button's name", SAME, App({"/": str(LODGE(deed="archive", face='<span class="mi" aria-hidden=true>archive</span>').pages["/"]).replace('<button type="button" onclick="post', '<button type="button" aria-label="Archive" onclick="post')})),
    mute("off with its word", "the picture is there, and the button is called Notifications off", SAME, App({"/": str(LODGE(deed="mute", face='<span class="mi" aria-hidden=true>notifications_off</span>').pages["/"]).replace('<button type="button" onclick="post', '<button type="button" aria-label="Notifications off" onclick="post')})),
)  # fmt: skip

# -- a courier: a picture by its classes ----------------------------------------------------------------------------------

COURIER = site(
    title="Parcel",
    at_='<header><b>Courier</b></header><main><h1>Parcel 7</h1><p>To: Fisk</p><button type="button" onclick="post(\'/@deed@\', {parcel: 7}).then(() => say(\'Parcel 7 is updated\'))"><i class="@signs@"></i></button></main>',
    deed="x", signs="fa fa-truck",
)  # fmt: skip


def signed(signs: str, deed: str) -> Callable[..., Pair]:
    """Return a maker of pairs about a button that classes draw."""
    return family(SIGN, a=COURIER(signs=signs, deed=deed), flow=show(tap("main button"), SAID), learn=({}, {}), values={}, deeds=({"do": f"/{deed}", "parcel": 7},), task=f"{deed} the parcel")


send, bell, lock, sound, look, pin = signed("fa fa-truck", "send"), signed("fa fa-bell", "ring"), signed("icon-lock", "lock"), signed("bi bi-volume-up", "louder"), signed("fa fa-search", "inspect"), signed("fas fa-box", "pack")
SIGNS = (
    send("with an arrow back", "the truck has an arrow back beside it: the parcel returns", STOP, COURIER(signs="fa fa-truck fa-rotate-left", deed="return")),
    send("with a trash can", "a trash can lies over the truck", STOP, COURIER(signs="fa fa-truck fa-trash", deed="discard")),
    send("with a ban", "a ban lies over the truck", STOP, COURIER(signs="fa fa-truck fa-ban", deed="stop")),
    send("with a clock", "a clock lies over the truck: it is sent later", STOP, COURIER(signs="fa fa-truck fa-clock", deed="later")),
    bell("with a stroke", "the bell is crossed out", STOP, COURIER(signs="fa fa-bell fa-bell-slash", deed="mute")),
    bell("with a cross", "the bell has a cross", STOP, COURIER(signs="fa fa-bell fa-times", deed="mute")),
    bell("at rest", "the bell is at rest", STOP, COURIER(signs="fa fa-bell fa-bell-zzz", deed="snooze")),
    lock("open", "the lock is open", STOP, COURIER(signs="icon-lock icon-lock-open", deed="unlock")),
    lock("unlock", "the sign is that of unlocking", STOP, COURIER(signs="icon-lock icon-unlock", deed="unlock")),
    sound("muted", "the sound is muted", STOP, COURIER(signs="bi bi-volume-up bi-volume-mute", deed="mute")),
    sound("softer", "the sign points down", STOP, COURIER(signs="bi bi-volume-up bi-volume-down", deed="softer")),
    look("next release", "the next release of the set draws by two classes", SAME, COURIER(signs="fa fa-search fa-magnifying-glass", deed="inspect")),
    look("other weight", "the set has another weight", SAME, COURIER(signs="fa-solid fa-search", deed="inspect")),
    pin("out of the box", "an arrow points out of the box", STOP, COURIER(signs="fas fa-box fa-box-open", deed="unpack")),
    pin("wider", "the sign has a fixed width", SAME, COURIER(signs="fas fa-box fa-fw", deed="pack")),
    pin("larger", "the sign is larger", SAME, COURIER(signs="fas fa-box fa-2x", deed="pack")),
)  # fmt: skip

# -- a vineyard: suggestions below a field ----------------------------------------------------------------------------------

CELLAR = site(
    title="Cellar",
    at_='<header><b>Vineyard</b></header><main><h1>New cask</h1><label for="g">Grape</label> <input id="g" role="combobox" aria-expanded="false" autocomplete="off"><ul id="pop" role="listbox" hidden></ul><p>Chosen: <b id="it">none</b></p><button type="button" onclick="post(\'/cask\', {grape: it}).then(() => say(\'Cask added\'))">Add cask</button></main>',
    script="""let it = ''; const all = @all@; const g = $('#g'), pop = $('#pop'); g.addEventListener('keyup', () => { const t = g.value.toLowerCase(), fit = all.filter(([n]) => n.toLowerCase().includes(t)); pop.innerHTML = t ? fit.map(([n, v]) => `<li role="option" onclick="take('${v}', '${n}')">${n}</li>`).join('') + `@last@` : ''; pop.hidden = !pop.innerHTML; g.ariaExpanded = String(!pop.hidden); });
    const take = (v, n) => { it = v; g.value = n; $('#it').textContent = n; pop.hidden = true; g.ariaExpanded = 'false'; @then@ };""",
    all="[['Riesling', 'Riesling'], ['Silvaner', 'Silvaner'], ['Merlot', 'Merlot'], ['Dornfelder', 'Dornfelder']]",
    last="", then="",
)  # fmt: skip
cask = family(OFFER, a=CELLAR(), flow=show(type_into("Grape", "{grape}"), click("{grape}", "option"), click("Add cask"), SAID), learn=({"grape": "Riesling"}, {"grape": "Merlot"}), values={"grape": "Silvaner"}, deeds=({"do": "/cask", "grape": "{grape}"},), task="add a cask", auto=True)  # fmt: skip
OFFERS = (
    cask("longer entry", "only a blend of that grape is offered", STOP, CELLAR(all="[['Riesling', 'Riesling'], ['Silvaner and Merlot', 'blend'], ['Dornfelder', 'Dornfelder']]")),
    cask("vintage", "only an old vintage of that grape is offered", STOP, CELLAR(all="[['Riesling', 'Riesling'], ['Silvaner 2019', 'old'], ['Dornfelder', 'Dornfelder']]")),
    cask("new entry", "the grape is gone; a new one of that name is offered", STOP, CELLAR(all="[['Riesling', 'Riesling'], ['Dornfelder', 'Dornfelder']]", last="<li role=option onclick=\"post('/grape', {name: g.value}); take(g.value, g.value)\">Create ${g.value}</li>")),
    cask("two entries of that name", "two entries have that name: the grape and a supplier", STOP, CELLAR(all="[['Silvaner', 'supplier'], ['Silvaner', 'Silvaner'], ['Riesling', 'Riesling']]")),
    cask("entry of a supplier", "the only entry of that name is that of a supplier, in a group of its own", STOP, App({"/": str(CELLAR(all="[['Silvaner', 'supplier']]").pages["/"]).replace('`<li role="option"', '`<li role="presentation">Suppliers</li><li role="option"')})),
    cask("entry with a count", "entries have their number of casks", EITHER, CELLAR(all="[['Riesling (12)', 'Riesling'], ['Silvaner (3)', 'Silvaner'], ['Merlot (1)', 'Merlot']]")),
    cask("entry in another order", "the grapes have another order, and more are there", SAME, CELLAR(all="[['Dornfelder', 'Dornfelder'], ['Regent', 'Regent'], ['Silvaner', 'Silvaner'], ['Riesling', 'Riesling']]")),
    cask("new entry below", "a new entry is offered below the right one", SAME, CELLAR(last="<li role=option onclick=\"post('/grape', {name: g.value}); take(g.value, g.value)\">Create ${g.value}</li>")),
    cask("closed entry", "the entry says that the grape is no longer grown", STOP, CELLAR(all="[['Riesling', 'Riesling'], ['Silvaner (no longer grown)', 'dead'], ['Merlot', 'Merlot']]")),
)  # fmt: skip

# -- a ferry line: buttons that are called by their choice --------------------------------------------------------------------

LINES = site(
    title="Crossing",
    at_='<header><b>Ferry line</b></header><main><h1>Crossing</h1>@lists@<div id="pop" role="listbox" hidden style="position:absolute;background:#fff;border:1px solid"></div><p><button type="button" onclick="post(\'/crossing\', held).then(() => say(\'Crossing kept\'))">Keep crossing</button></p></main>',
    script="""const held = {from: 'Inverness', to: 'Lerwick'}; let open = null; const ports = ['Inverness', 'Lerwick', 'Stornoway', 'Oban', 'Kirkwall'];
    const toggle = (b) => { open = b; $('#pop').hidden = false; $('#pop').innerHTML = ports.map((o) => `<div role="option" onclick="choose(this)">${o}</div>`).join(''); };
    const choose = (o) => { $('#pop').hidden = true; open.textContent = o.textContent; held[open.dataset.key] = o.textContent; };""",
    lists="@from@@to@",
    **{"from": '<p>From <button type="button" aria-haspopup="listbox" data-key="from" onclick="toggle(this)">Inverness</button></p>', "to": '<p>To <button type="button" aria-haspopup="listbox" data-key="to" onclick="toggle(this)">Lerwick</button></p>'},
)  # fmt: skip
cross = family(PLACE, a=LINES(), flow=show(tap("[data-key=from]"), click("{port}", "option"), click("Keep crossing"), SAID), learn=({"port": "Oban"}, {"port": "Stornoway"}), values={"port": "Kirkwall"}, deeds=({"do": "/crossing", "from": "{port}", "to": "Lerwick"},), task="set the port of departure", auto=True)  # fmt: skip
FROM, TO = '<p>From <button type="button" aria-haspopup="listbox" data-key="from" onclick="toggle(this)">{0}</button></p>', '<p>{1} <button type="button" aria-haspopup="listbox" data-key="to" onclick="toggle(this)">{0}</button></p>'
CROSSINGS = (
    cross("lists turned", "the goal stands first", EITHER, LINES(lists="@to@@from@")),
    cross("only the goal", "only the goal can be chosen; it stands where the start stood", STOP, LINES(lists=TO.format("Lerwick", "To"))),
    cross("goal in its place", "the goal stands first and shows the port that the start showed", STOP, LINES(lists=TO.format("Inverness", "To") + "<p>From <b>Lerwick</b></p>")),
    cross("words under the lists", "the words stand behind, and only the goal has a list", STOP, LINES(lists='<p><button type="button" aria-haspopup="listbox" data-key="to" onclick="toggle(this)">Inverness</button> To</p><p>From <b>Lerwick</b></p>')),
    cross("via", "a list of the stop on the way stands in its place", STOP, LINES(lists='<p>Via <button type="button" aria-haspopup="listbox" data-key="via" onclick="toggle(this)">Inverness</button></p>' + TO.format("Lerwick", "To"))),
    cross("other ports chosen", "other ports are chosen beforehand", SAME, LINES(**{"from": FROM.format("Oban")})),
    cross("a list before", "a list of days stands before both", EITHER, LINES(lists='<p>Day <button type="button" aria-haspopup="listbox" data-key="day" onclick="toggle(this)">Monday</button></p>@from@@to@')),
)  # fmt: skip

# -- a theatre: a value in the address, in other letters -----------------------------------------------------------------------


def theatre(*plays: tuple[str, str, str]) -> App:
    """Return a list of plays: title, address, and the play for which its page sells seats."""
    links = rows('<li><a href="/play/{1}">{0}</a></li>', plays)
    pages = {f"/play/{key}": page(f"<header><a href='/'>Plays</a></header><main><h1>Seats</h1><button type='button' onclick=\"post('/seat', {{play: '{sold}'}}).then(() => say('Seat sold'))\">Sell a seat</button></main>") for _, key, sold in plays}
    return App({"/": page(f"<header><b>Theatre</b></header><main><h1>Plays</h1><ul>{links}</ul></main>"), **pages})


GULL, OTTER, SWAN, FOX = ("The Grey Gull", "the-grey-gull", "The Grey Gull"), ("The Otter", "the-otter", "The Otter"), ("The Black Swan", "the-black-swan", "The Black Swan"), ("The Red Fox", "the-red-fox", "The Red Fox")
seat = family(SPELL, a=theatre(GULL, OTTER, SWAN, FOX), flow=show(click("{play}", "link"), click("Sell a seat"), SAID), learn=({"play": "The Grey Gull"}, {"play": "The Red Fox"}), values={"play": "The Black Swan"}, deeds=({"do": "/seat", "play": "{play}"},), task="sell a seat")  # fmt: skip
SEATS = (
    seat("matinee", "the link of that title leads to the matinee", STOP, theatre(GULL, OTTER, ("The Black Swan", "the-black-swan-matinee", "matinee"), FOX)),
    seat("play of another", "the link of that title leads to another play", STOP, theatre(GULL, OTTER, ("The Black Swan", "the-black-swan-song", "song"), FOX)),
    seat("number after it", "addresses end with a number", EITHER, theatre(GULL, OTTER, ("The Black Swan", "the-black-swan-2", "The Black Swan"), FOX)),
    seat("title in other letters", "only a play of that title in small letters is there", EITHER, theatre(GULL, OTTER, ("The black swan", "the-black-swan", "The Black Swan"), FOX)),
    seat("hyphen", "only a play with a hyphen in its title is there", STOP, theatre(GULL, OTTER, ("The Black-Swan", "the-blackswan", "blackswan"), FOX)),
    seat("plays in another order", "the plays have another order", SAME, theatre(SWAN, FOX, OTTER, GULL)),
)  # fmt: skip

INN_ROW = '<tr><td>{0}</td><td>north</td><td><button type=button data-inn="{1}" onclick="supply(this)">Supply</button></td></tr>'
INNS = site(
    title="Inns",
    at_="<header><b>Dray</b></header><main><h1>Inns</h1><table><tbody>@rows@</tbody></table></main>",
    script="const supply = (b) => post('/supply', {inn: b.dataset.inn}).then(() => say('Supply is planned'));",
)  # fmt: skip


def inns(*kept: tuple[str, str]) -> App:
    """Return a table of inns: the name as the page writes it, and the inn that the button supplies."""
    return INNS(rows=rows(INN_ROW, kept))


HEAD, REST, ARMS, MILL = ("Kings Head", "Kings Head"), ("Duke’s Rest", "Duke's Rest"), ("Queen’s Arms", "Queen's Arms"), ("Old Mill", "Old Mill")
supply = family(SPELL, a=inns(HEAD, REST, ARMS, MILL), flow=show(click("Supply", within="tr:has-text('{inn}')"), SAID), learn=({"inn": "Kings Head"}, {"inn": "Old Mill"}), values={"inn": "Queen's Arms"}, deeds=({"do": "/supply", "inn": "{inn}"},), task="supply an inn")  # fmt: skip
SUPPLIES = (
    supply("without an apostrophe", "only an inn without the apostrophe is there, another one", STOP, inns(HEAD, ("Queens Arms", "other"), MILL)),
    supply("both apostrophes", "two inns differ in the form of the apostrophe", EITHER, inns(HEAD, ("Queen’s Arms", "other"), ("Queen's Arms", "Queen's Arms"), MILL)),
    supply("printer's apostrophe", "the inn has the apostrophe of a printer", SAME, inns(MILL, HEAD, ARMS)),
    supply("in quotation marks", "an inn whose sign quotes the name", EITHER, inns(HEAD, ("“Queen’s Arms”", "Queen's Arms"), MILL)),
    supply("former name", "the name stands in the row of another inn as its former name", STOP, inns(HEAD, ("Old Oak, formerly Queen's Arms", "other"), MILL)),
)  # fmt: skip

# -- a graveyard's office: the only search field has another name ---------------------------------------------------------------

PLOTS = "[['P-1', 'Moor'], ['P-2', 'Fisk'], ['P-3', 'Lind']]"
GRAVES = site(
    title="Plots",
    at_='<header><b>Churchyard</b></header><main><h1>@head@</h1><label for="@fid@">@label@</label> <input id="@fid@" type="search" oninput="draw(this.value)"><div id="out"></div></main>',
    script="const all = @all@; const draw = (t) => { $('#out').innerHTML = !t ? '' : '<ul>' + all.filter((r) => r.join(' ').includes(t)).map(([id, name]) => `<li>${id} ${name} <button type=button onclick=\"post('/mow', {id: '@kind@' + '${id}'}).then(() => say('Noted'))\">Mow</button></li>`).join('') + '</ul>'; };",
    head="Plots", label="Search plots", fid="q", all=PLOTS, kind="",
)  # fmt: skip
mow = family(FIND, a=GRAVES(), flow=show(fill("Search plots", "{id}"), click("Mow", within="li:has-text('{id}')"), SAID), learn=({"id": "P-1"}, {"id": "P-3"}), values={"id": "P-2"}, deeds=({"do": "/mow", "id": "{id}"},), task="have a plot mown", auto=True)  # fmt: skip
MOWN = (
    mow("search of meadows", "the only field searches meadows, whose numbers are the same", STOP, GRAVES(head="Meadows", label="Search meadows", fid="m", kind="meadow ")),
    mow("search of the archive", "the only field searches plots that were given up", STOP, GRAVES(label="Search given-up plots", fid="g", kind="old ")),
    mow("search of the archive, same id", "the field has kept its id and searches plots that were given up", STOP, GRAVES(label="Search archived plots", kind="old ")),
    mow("search", "the field is called Search", EITHER, GRAVES(label="Search", fid="s")),
    mow("type to search plots", "the field asks to type", SAME, GRAVES(label="Type to search plots")),
    mow("search of all yards", "the field searches all yards", STOP, GRAVES(label="Search all churchyards", fid="a", kind="yard 2, ")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*WORDS, *SIGNS, *OFFERS, *CROSSINGS, *SEATS, *SUPPLIES, *MOWN)
