"""Small offices for the form of a record, its dialog, and the shapes of a drawing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .acts import click, fill, show, tap
from .edges_of_rules import of
from .everyday import SAID, rows, site
from .pair import EITHER, SAME, STOP, App, Pair, family

FORM, DIALOG, SHAPE = "fresh switches", "fresh dialog", "fresh shapes"

# -- the form of a record ----------------------------------------------------------------------------------------------

FORMS = site(
    title="Members",
    at_="""<h1>Members</h1><ul>@members@</ul><div class="modal" id="m"><div class="modal-dialog" role="dialog" aria-modal="true" aria-label="@dialog@"><h2>@dialog@</h2>@inside@
    <p><label for="p">Phone</label> <input id="p"></p>@switch@<button type="button" onclick="go()">Save</button></div></div>""",
    script="""const ALL = ['Dana Cole', 'Ivo Marsh', 'Rita Sand']; let n = -1; const edit = (i) => { n = @which@; $('#m').classList.add('show'); $('#p').value = ''; document.querySelectorAll('.who').forEach((el) => { el.textContent = ALL[n]; }); };
    const flip = (b) => b.setAttribute(@how@, b.getAttribute(@how@) !== 'true');
    const go = () => post('/save', {n, phone: val('#p'), on: [...document.querySelectorAll('#m [aria-checked=true],#m [aria-pressed=true]')].map((b) => b.textContent).join()}).then(() => { say('Stored'); $('#m').classList.remove('show'); });""",
    members=rows("<li><button type='button' onclick='edit({0})'>{1}</button></li>", [("0", "Dana Cole"), ("1", "Ivo Marsh"), ("2", "Rita Sand")]),
    which="i",
    how="'aria-checked'",
    dialog="Edit member",
    inside="",
    switch="",
    at_save=of(("Dana Cole", "Ivo Marsh", "Rita Sand"), "/save", "who"),
)  # fmt: skip


def switch(name: str, on: str = "false", role: str = "switch") -> str:
    """Return a switch that is a button."""
    said = f'role="{role}" aria-checked="{on}"' if role else f'aria-pressed="{on}"'
    return f'<p><button type="button" {said} onclick="flip(this)">{name}</button></p>'


def form(*extra: str, name: str, first: str = "false", role: str = "switch") -> Callable[..., Pair]:
    """Return a maker of pairs whose first version has a switch, with its state."""
    return family(
        FORM,
        a=FORMS(switch=switch(name, first, role), **({} if role else {"how": "'aria-pressed'"})),
        flow=show(click("{who}"), fill("Phone", "{phone}"), click("Save"), SAID),
        learn=({"who": "Dana Cole", "phone": "111 222"}, {"who": "Rita Sand", "phone": "333 444"}),
        values={"who": "Ivo Marsh", "phone": "555 666"},
        deeds=({"do": "/save", "who": "{who}", "phone": "{phone}", "on": ""},),
        task="change a phone number",
    )


FORM_PAIRS = (
    *(
        form(name=name, role=role)(f"{name} is on", f"in the dialog, {name} is on", STOP, FORMS(switch=switch(name, "true", role), **({} if role else {"how": "'aria-pressed'"})))
        for name, role in (("Notify all", "switch"), ("Also delete old entries", "switch"), ("Tell the press", "switch"), ("Bill the member", "switch"), ("Print a new card", ""), ("Ring back", "checkbox"))
    ),
    form(name="Notify all")("new switch is on", "a new switch, which bills the member, is on", STOP, FORMS(switch=switch("Notify all") + switch("Bill the member", "true"))),
    form(name="Notify all")("switch renamed", "the switch has another name, and is off", SAME, FORMS(switch=switch("Notify everybody"))),
)  # fmt: skip

# -- dialogs of a record -----------------------------------------------------------------------------------------------

WHO = "<p>Member: <b class='who'></b></p>"
dialog = family(
    DIALOG,
    a=FORMS(inside=WHO),
    flow=show(click("{who}"), fill("Phone", "{phone}"), click("Save"), SAID),
    learn=({"who": "Dana Cole", "phone": "111 222"}, {"who": "Rita Sand", "phone": "333 444"}),
    values={"who": "Ivo Marsh", "phone": "555 666"},
    deeds=({"do": "/save", "who": "{who}", "phone": "{phone}", "on": ""},),
    task="change a phone number in a dialog",
)
DIALOG_PAIRS = (
    dialog("of the next member", "the dialog is that of the next member, as it says", STOP, FORMS(inside=WHO, which="(i + 1) % 3")),
    dialog("turns to the next member", "a moment later the dialog turns to the next member", EITHER, FORMS(inside=WHO, which="(later(120, () => { n = (n + 1) % 3; document.querySelectorAll('.who').forEach((el) => { el.textContent = ALL[n]; }); }), i)")),
    dialog("of all members", "the dialog says that it changes the whole family", STOP, FORMS(inside=WHO + "<p>This changes all members of the family.</p>", switch="<span role='switch' aria-checked='true' hidden>family</span>")),
    dialog("hint inside", "a hint about the form of numbers stands in the dialog", SAME, FORMS(inside=WHO + "<p class='muted'>Numbers start with a zero.</p>")),
)  # fmt: skip

# -- shapes of a drawing -----------------------------------------------------------------------------------------------

NODES = ("Pump", "Valve", "Tank", "Mixer")
DRAWING = site(
    title="Plant",
    at_="<h1>Plant</h1><svg width='600' height='120'>@nodes@</svg>",
    script="document.querySelectorAll('[data-n]').forEach((s) => { s.onclick = () => post(s.dataset.do, {n: s.dataset.n}).then(() => say('Done')); });",
    at_open=of(NODES, "/open"),
    at_close=of(NODES, "/close"),
)
OPENS, CLOSES = (
    "<rect x='{x}' y='10' width='50' height='40' fill='#9c9' data-n='{n}' data-do='/open'/>",
    "<rect x='{x}' y='{y}' width='50' height='{h}' fill='#c99' data-n='{n}' data-do='/close'/>",
)


def drawing(
    shape: str,
    names: Sequence[tuple[int, str]] = tuple(enumerate(NODES)),
    text: str = "<text x='{x}' y='90'>{name}</text>",
) -> App:
    """Return a drawing of nodes."""
    return DRAWING(
        nodes="".join(
            f"<g>{(shape + text).format(x=10 + 140 * at, x2=70 + 140 * at, x3=10 + 140 * ((at + 1) % 4), n=n, name=name, y=10, h=40)}</g>"
            for at, (n, name) in enumerate(names)
        )
    )


shapes = family(
    SHAPE,
    a=drawing(OPENS),
    flow=show(tap("svg g:has(text:text-is('{node}')) rect"), SAID),
    learn=({"node": "Pump"}, {"node": "Mixer"}),
    values={"node": "Valve"},
    deeds=({"do": "/open", "name": "{node}"},),
    task="open a node of the plant",
)
SHAPE_PAIRS = (
    shapes("second shape first", "each node has a shape before the old one, which closes it", EITHER, drawing(CLOSES.replace("'{x}'", "'{x2}'") + OPENS)),
    shapes("labels of the neighbours", "the text of each group lies under the shape of the next group", STOP, drawing(OPENS, names=((3, "Pump"), (0, "Valve"), (1, "Tank"), (2, "Mixer")), text="<text x='{x3}' y='70'>{name}</text>")),
    shapes("node of this name twice", "another node of this name stands before", EITHER, drawing(OPENS, names=((3, "Valve"), *enumerate(NODES)))),
    shapes("nodes turned", "the nodes stand in another order", SAME, drawing(OPENS, names=tuple(enumerate(NODES))[::-1])),
)  # fmt: skip

# -- the dialog of a record ---------------------------------------------------------------------------------------------

TERMS = site(
    title="Terms",
    at_="""<header><b>Terms</b></header><main><h1>Dates</h1><ul>@list@</ul><div id="d" role="dialog" aria-modal="true" aria-labelledby="dh" hidden><h2 id="dh">Date</h2><p id="of"></p><p><label for="t">Place</label> <input id="t"></p>
    <p><label><input type="checkbox" id="c" @ticked@> @switch@</label></p><button type="button" onclick="go()">Save date</button></div></main>""",
    script="""let mine = ''; const open_ = (b) => { mine = @mine@; $('#of').textContent = mine; $('#t').value = 'Hall ' + mine.length; @also@; $('#d').hidden = false; };
    const go = () => post('/date', {of: mine, place: val('#t'), @data@}).then(() => { $('#d').hidden = true; say('Date saved'); });""",
    list=rows(
        "<li><button type='button' onclick='open_(this)'>{0}</button></li>",
        (("Choir",), ("Chess club",), ("Book circle",)),
    ),
    switch="Open to guests",
    ticked="",
    mine="b.textContent",
    also="",
    data="along: $('#c').checked",
)
terms = family(
    FORM,
    a=TERMS(),
    flow=show(click("{of}"), fill("Place", "{place}"), click("Save date"), SAID),
    learn=({"of": "Choir", "place": "Attic"}, {"of": "Chess club", "place": "Cellar"}),
    values={"of": "Book circle", "place": "Garden"},
    deeds=({"do": "/date", "of": "{of}", "place": "{place}", "along": False},),
    task="move a date",
)


def along(name: str, about: str, switch: str) -> Pair:
    """Return a pair whose switch is on from the start, in a dialog with this switch."""
    return terms(name, about, STOP, TERMS(switch=switch, ticked="checked"), a=TERMS(switch=switch))


TERM_PAIRS = (
    along("mails to the members", "the dialog is set to send mails to the members", "Send an e-mail to the members"),
    along("notice to all", "the dialog is set to tell all members", "Notify all members"),
    along("whole series", "the dialog is set to move the later dates too", "Also move the later dates"),
    along("charge", "the dialog is set to charge the card for the room", "Charge the card for the room"),
    terms("dialog of the last record", "the dialog shows the record that was opened before", STOP, TERMS(mine="'Choir'")),
    terms("record open to guests", "this record is open to guests, and others are not", SAME, TERMS(also="$('#c').checked = mine === 'Book circle'", data="")
          , a=TERMS(data=""), deeds=({"do": "/date", "of": "{of}", "place": "{place}"},)),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*FORM_PAIRS, *DIALOG_PAIRS, *SHAPE_PAIRS, *TERM_PAIRS)
