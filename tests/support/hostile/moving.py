"""Targets that move or become another thing between look and click."""

from __future__ import annotations

from .acts import click, show, wait
from .pair import EITHER, SAME, STOP, App, family
from .parts import page

GROUP = "moving targets"
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred")
BASE = """
let names = NAMES;
const draw = () => { $('#list').innerHTML = names.map((one) => row(one)).join(''); };
const row = (one) => `<tr><td>${one}</td><td><button onclick="approve('${one}')">Approve</button></td></tr>`;
const approve = (name) => post('/approve', {name}).then(() => say('Approved'));
draw();
"""
RECYCLED = """
let names = NAMES;
const rows = names.map((_, n) => { $('#list').insertAdjacentHTML('beforeend',
  '<tr><td></td><td><button onclick="approve(this.dataset.name)">Approve</button></td></tr>'); return $('#list').lastElementChild; });
const draw = () => rows.forEach((row, n) => { row.cells[0].textContent = names[n]; row.querySelector('button').dataset.name = names[n]; });
const approve = (name) => post('/approve', {name}).then(() => say('Approved'));
draw();
"""


def requests(
    more: str = "", *, base: str = BASE, names: tuple[str, ...] = NAMES, lead: str = "", style: str = ""
) -> App:
    """Return a list of requests with a button each."""
    body = f"<style>{style}</style><h1>Requests</h1>{lead}<table><tbody id=list></tbody></table>"
    return App({"/": page(body, script=base.replace("NAMES", str(list(names))) + more)})


FEED = "let n = 0; setInterval(() => { if (n++ < 40) { names = ['New ' + n, ...names]; PAST } draw(); }, 120);"
approve = family(
    GROUP,
    a=requests(),
    flow=show(click("Approve", within="tr:has(td:text-is('{name}'))")),
    learn=({"name": "Bert"}, {"name": "Emil"}),
    values={"name": "Cleo"},
    deeds=({"do": "/approve", "name": "{name}"},),
)
SHIFT = "names = ['Zara', ...names]; draw();"
LISTS = (
    approve("shifted by the pointer", "the list is drawn anew, one further down, when the pointer comes", EITHER,
            requests(f"let once = true; $('#list').addEventListener('pointerover', () => {{ if (once) {{ once = false; {SHIFT} }} }});",
                     base=RECYCLED.replace("names.map((_, n)", "[...names, ''].map((_, n)"))),
    approve("shifted at the press", "the list is drawn anew, one further down, when the button is pressed down", EITHER,
            requests(f"let once = true; addEventListener('pointerdown', () => {{ if (once) {{ once = false; {SHIFT} }} }}, true);",
                     base=RECYCLED)),
    approve("new requests come in", "new requests come in ten times a second and push the others down; nodes are used again", EITHER,
            requests(FEED.replace("PAST", ""), base=RECYCLED.replace("names.map((_, n)", "Array(60).fill(0).map((_, n)").replace(
                "textContent = names[n]", "textContent = names[n] ?? ''"))),
    approve("sorted while it loads", "the list is sorted the other way a moment after it is shown", SAME,
            requests("later(250, () => { names = [...names].reverse(); draw(); });", base=RECYCLED)),
    approve("sorted after the look", "the list is sorted the other way half a second later; nodes are used again", SAME,
            requests("later(500, () => { names = [...names].reverse(); draw(); });", base=RECYCLED)),
    approve("drawn again and again", "the list is drawn anew five times a second, with the same content", SAME,
            requests("setInterval(draw, 200);")),
    approve("taken by a colleague", "while it is looked at, a colleague takes the request: the next one moves up", EITHER,
            requests("let once = true; $('#list').addEventListener('mousemove', () => { if (once) { once = false;"
                     " names = names.filter((one) => one !== 'Cleo').concat('Gail'); draw(); } });", base=RECYCLED)),
    approve("only the first rows", "rows beyond the third are shown when the list is scrolled", EITHER,
            requests(names=("Anna", "Bert", "Dora"), style=".box{height:80px;overflow:auto}", lead="",
                     more="let all = ['Anna', 'Bert', 'Dora', 'Emil', 'Fred', 'Gail', 'Cleo']; let size = 3; addEventListener('scroll',"
                          " () => { size++; names = all.slice(0, size); draw(); }, true); document.body.style.minHeight = '3000px';")),
    approve("advert slides in", "an advert pushes the list down while the page loads", SAME,
            requests("later(300, () => $('#ad').style.height = '120px');", lead='<div id="ad" style="transition:height .4s"></div>')),
    approve("rows fade in", "rows are animated when they appear", SAME,
            requests(style="tr{animation:a .6s}@keyframes a{from{opacity:0;transform:translateX(80px)}}")),
    approve("row expands", "the row under the pointer grows and pushes the others down", SAME,
            requests(style="tr:hover td{padding:14px 0}")),
    approve("names come later", "buttons are shown at once, the names of the rows a second later", SAME,
            requests("rows.forEach((row) => { row.cells[0].textContent = '...' }); later(1000, draw);", base=RECYCLED)),
    approve("names change places later", "the first names are those of last time, and are put right a second later", EITHER,
            requests("names = ['Anna', 'Cleo', 'Bert', 'Dora', 'Emil', 'Fred']; later(120, draw);", base=RECYCLED)),
)  # fmt: skip


def player(buttons: str, more: str = "", style: str = "") -> App:
    """Return a row of buttons."""
    script = "const act = (what) => post('/' + what).then(() => say('Done'));" + more
    return App({"/": page(f"<style>{style}</style><h1>Order 7</h1><div id=bar>{buttons}</div>", script=script)})


SHIP = "<button onclick=\"act('ship')\">Ship</button>"
CANCEL = "<button onclick=\"act('cancel')\">Cancel order</button>"
bar = family(GROUP, a=player(SHIP + CANCEL), flow=show(wait("text=Ship"), click("Ship")), learn=({}, {}), values={},
             deeds=({"do": "/ship"},))  # fmt: skip
MENU = "<div class=m><button>More</button><span>{}</span></div>"
BARS = (
    bar("button changes under the pointer", "when the pointer comes, the button becomes Cancel order", EITHER,
        player(SHIP, "$('button').onpointerenter = (event) => { event.target.textContent = 'Cancel order';"
               " event.target.setAttribute('onclick', \"act('cancel')\"); };")),
    bar("buttons change places", "when the pointer comes, the buttons change places", EITHER,
        player(SHIP + CANCEL, "$('#bar').onpointerenter = () => $('#bar').append($('button'));")),
    bar("transparent cover", "a transparent picture over the button takes the click, and cancels", STOP,
        App({"/": page("<h1>Order 7</h1><div style='position:relative;width:200px'>" + SHIP + "<a href='/do/cancel' aria-label='Ship faster'"
                       " style='position:absolute;inset:0;opacity:0'></a></div>",
                       script="const act = (what) => post('/' + what).then(() => say('Done'));"),
             "/do/cancel": page("<h1>Cancelled</h1>", status="<p role=status>Done</p>")})),
    bar("in a menu", "the button is in a menu that opens when the pointer comes", EITHER,
        player(MENU.format(SHIP + CANCEL), style=".m span{display:none}.m:hover span{display:inline}")),
    bar("becomes something else", "the order was shipped a moment ago: the same button recalls it now", STOP,
        player("<button onclick=\"act('recall')\">Recall</button>" + CANCEL)),
    bar("countdown", "the button counts down, and is enabled after a second", SAME,
        player(SHIP.replace("<button", "<button disabled"), "later(1000, () => { $('button').disabled = false; });")),
)  # fmt: skip

PAIRS = (*LISTS, *BARS)
