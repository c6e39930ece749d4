"""Controls that do another thing for each of their parts: cards, chips, tabs, trees, rows and cells with one listener."""

from __future__ import annotations

from .acts import click, show, tap
from .everyday import SAID, site
from .pair import SAME, STOP, family

CARDS, CHIPS, TABS, TREES, ROWS, DAYS, LINKS, BUTTONS = (
    "clicked cards",
    "clicked chips",
    "clicked tabs",
    "clicked trees",
    "clicked rows",
    "clicked days",
    "clicked links",
    "clicked buttons",
)

LISTEN = """document.querySelector('main').addEventListener('click', (event) => { const at = event.target, box = at.closest('[data-n]'); if (!box) return;
    const part = ['remove', 'more', 'close', 'fold', 'add', 'menu'].find((one) => at.closest('.' + one + ',[data-do=' + one + ']')) || 'open';
    post('/' + part, {name: box.dataset.n}).then(() => say('Done')); });"""
SVG = "<svg width='16' height='16' viewBox='0 0 16 16' class='@c@' @m@><path d='@d@'></path></svg>"
CROSS, DOTS, FACE = "M2 2L14 14M14 2L2 14", "M8 3h1M8 8h1M8 13h1", "M8 2a6 6 0 1 0 1 0z"


def svg(name: str, drawn: str, more: str = "") -> str:
    """Return an icon with a class."""
    return SVG.replace("@c@", name).replace("@d@", drawn).replace("@m@", more)


# -- a card with two texts and a command -------------------------------------------------------------------------------

CARD = site(
    title="People",
    at_="<header><b>People</b></header>@top@<main><h1>People</h1>@cards@</main>",
    script=LISTEN,
    top="",
    cards="".join(
        f"<div role='button' tabindex='0' class='card' data-n='{n}'><b class='name'>{n}</b> <span class='job'>@job@</span> @act@</div>"
        for n in ("Ann Lee", "Bo Ray", "Cy Fox")
    ),
    job="Sales department, second floor",
    act="<span class='remove'>remove</span>",
)
USED = {"who": "Cy Fox"}
card = family(
    CARDS,
    a=CARD(),
    flow=show(tap("[data-n='{who}'] .remove"), SAID),
    learn=({"who": "Ann Lee"}, {"who": "Bo Ray"}),
    values=USED,
    deeds=({"do": "/remove", "name": "{who}"},),
    task="remove a person",
)
CARD_PAIRS = (
    card("as it was", "nothing has changed", SAME, CARD()),
    card("large cards", "the cards have another size, and a notice stands above them", SAME,
         CARD(top="<style>.card{font-size:24px;padding:30px;display:grid}</style><p>New: filters</p>")),
    card("command is gone", "nobody can be removed here any more", STOP, CARD(act="")),
    card("command does more", "the place of the command has one that adds a copy", STOP, CARD(act="<span class='add'>duplicate</span>")),
)  # fmt: skip
opened = family(
    CARDS,
    a=CARD(),
    flow=show(tap("[data-n='{who}'] .job"), SAID),
    learn=({"who": "Ann Lee"}, {"who": "Bo Ray"}),
    values=USED,
    deeds=({"do": "/open", "name": "{who}"},),
    task="look at a person",
)
OPENED_PAIRS = (
    opened("looked at as before", "nothing has changed", SAME, CARD()),
    opened("command in the middle", "the card has got a wide command in its middle", STOP,
           CARD(cards="".join(f"<div role='button' tabindex='0' class='card' style='position:relative' data-n='{n}'><b class='name'>{n}</b> <i>Sales department, second floor</i> <span class='remove' style='position:absolute;inset:0;background:#fdd8'>remove</span></div>" for n in ("Ann Lee", "Bo Ray", "Cy Fox")))),
)  # fmt: skip

# -- a chip with a cross that is drawn ---------------------------------------------------------------------------------

CHIP = site(
    title="Tags",
    at_="<main><h1>Tags</h1>@chips@</main>",
    script=LISTEN,
    chips="".join(
        f"<div class='MuiChip-root MuiChip-deletable' role='button' tabindex='0' data-n='{n}'><span class='MuiChip-label'>{n}</span>@icon@</div> "
        for n in ("Urgent", "Later", "Billing")
    ),
    icon=svg("MuiSvgIcon-root MuiChip-deleteIcon remove", CROSS, "data-testid='CancelIcon'"),
)
chip = family(
    CHIPS,
    a=CHIP(),
    flow=show(tap("[data-n='{tag}'] svg"), SAID),
    learn=({"tag": "Urgent"}, {"tag": "Later"}),
    values={"tag": "Billing"},
    deeds=({"do": "/remove", "name": "{tag}"},),
    task="remove a tag",
)
CHIP_PAIRS = (
    chip("as it was", "nothing has changed", SAME, CHIP()),
    chip("avatar before", "each chip has got a picture at its front", SAME,
         CHIP(chips="".join(f"<div class='MuiChip-root' role='button' tabindex='0' data-n='{n}'>{svg('MuiChip-avatar', FACE)}<span class='MuiChip-label'>{n}</span>@icon@</div> " for n in ("Urgent", "Later", "Billing")))),
    chip("icon in a span", "the icon has another drawing, in a box", SAME,
         CHIP(icon=f"<span class='MuiChip-deleteIcon remove'>{svg('x-icon', 'M3 3L13 13M13 3L3 13')}</span>")),
    chip("no icon", "the tags can no longer be removed here", STOP, CHIP(icon="")),
    chip("a face instead", "the icon opens a menu now", STOP, CHIP(icon=svg("MuiSvgIcon-root MuiChip-menuIcon menu", DOTS, "data-testid='MoreIcon'"))),
)  # fmt: skip

# -- tabs of an editor, with a cross as a letter -----------------------------------------------------------------------

FILES = ("main.py", "notes.md", "tests.py")
TAB = site(
    title="Editor",
    at_="<main><div role='tablist'>@tabs@</div><p>text</p></main>",
    script=LISTEN,
    tabs="".join(
        f"<div role='tab' tabindex='0' class='tab card' data-n='{n}'><span>{n}</span> @cross@</div>" for n in FILES
    ),
    cross="<span data-do='close'>×</span>",
)
tab = family(
    TABS,
    a=TAB(),
    flow=show(tap("[data-n='{file}'] [data-do]"), SAID),
    learn=({"file": "main.py"}, {"file": "notes.md"}),
    values={"file": "tests.py"},
    deeds=({"do": "/close", "name": "{file}"},),
    task="close a file",
)
TAB_PAIRS = (
    tab("as it was", "nothing has changed", SAME, TAB()),
    tab("pinned", "the tabs are pinned and have no cross", STOP, TAB(cross="")),
    tab("plus", "in the place of the cross is a plus", STOP, TAB(cross="<span data-do='add'>+</span>")),
)  # fmt: skip

# -- a tree whose entries unfold at an arrow ---------------------------------------------------------------------------

TREE = site(
    title="Folders",
    at_="<main><h1>Folders</h1><div role='tree'>@nodes@</div></main>",
    script=LISTEN,
    nodes="".join(
        f"<div role='treeitem' tabindex='0' aria-expanded='false' class='card' data-n='{n}'>@arrow@<span class='label'>{n}</span></div>"
        for n in ("Plans", "Letters", "Photos")
    ),
    arrow="<span class='fold'>▸</span> ",
)
tree = family(
    TREES,
    a=TREE(),
    flow=show(tap("[data-n='{folder}'] .fold"), SAID),
    learn=({"folder": "Plans"}, {"folder": "Letters"}),
    values={"folder": "Photos"},
    deeds=({"do": "/fold", "name": "{folder}"},),
    task="unfold a folder",
)
TREE_PAIRS = (
    tree("as it was", "nothing has changed", SAME, TREE()),
    tree("another arrow", "the arrow is another character", SAME, TREE(arrow="<span class='fold'>▶</span> ")),
    tree("arrow at the end", "the arrow stands behind the name", SAME,
         TREE(nodes="".join(f"<div role='treeitem' tabindex='0' aria-expanded='false' class='card' data-n='{n}'><span class='label'>{n}</span> <span class='fold'>▸</span></div>" for n in ("Plans", "Letters", "Photos")))),
    tree("no arrow", "the folders have no arrow", STOP, TREE(arrow="")),
)  # fmt: skip

# -- a row of a list with a menu without a text ------------------------------------------------------------------------

ROW = site(
    title="Devices",
    at_="<main><h1>Devices</h1><ul>@rows@</ul></main>",
    script=LISTEN,
    rows="".join(
        f"<li tabindex='0' class='card' data-n='{n}' style='display:flex'><div><b>{n}</b><br><small>online</small></div>@dots@</li>"
        for n in ("Door", "Lamp", "Oven")
    ),
    dots=f"<span class='menu' style='margin-left:auto'>{svg('kebab', DOTS)}</span>",
)
row = family(
    ROWS,
    a=ROW(),
    flow=show(tap("[data-n='{device}'] .menu"), SAID),
    learn=({"device": "Door"}, {"device": "Lamp"}),
    values={"device": "Oven"},
    deeds=({"do": "/menu", "name": "{device}"},),
    task="open the menu of a device",
)
ROW_PAIRS = (
    row("as it was", "nothing has changed", SAME, ROW()),
    row("other states", "the devices are offline", SAME, ROW(rows=str(ROW().pages["/"]).split("<ul>")[1].split("</ul>")[0].replace("online", "offline since May"))),
    row("menu is gone", "the rows have no menu", STOP, ROW(dots="")),
)  # fmt: skip

# -- a day with its entries --------------------------------------------------------------------------------------------

DAY = site(
    title="Rota",
    at_="<main><h1>Rota</h1><table>@days@</table></main>",
    script=LISTEN,
    days="".join(
        f"<tr><td role='gridcell' tabindex='0' class='card' data-n='{n}'><span class='date'>{n}</span><br><span class='shift'>free shift</span><br>@add@</td></tr>"
        for n in ("Monday", "Tuesday", "Friday")
    ),
    add="<span class='add'>+</span>",
)
day = family(
    DAYS,
    a=DAY(),
    flow=show(tap("[data-n='{on}'] .add"), SAID),
    learn=({"on": "Monday"}, {"on": "Tuesday"}),
    values={"on": "Friday"},
    deeds=({"do": "/add", "name": "{on}"},),
    task="add a shift on a day",
)
DAY_PAIRS = (
    day("as it was", "nothing has changed", SAME, DAY()),
    day("other shifts", "the shifts of the days have other names", SAME, DAY(days=str(DAY().pages["/"]).split("<table>")[1].split("</table>")[0].replace("free shift", "early"))),
    day("full", "the days are full: no sign to add", STOP, DAY(add="")),
    day("cross", "a cross clears the day, where the plus was", STOP, DAY(add="<span class='remove'>×</span>")),
)  # fmt: skip

# -- a link with a heart, and rows with a letter for a cross -------------------------------------------------------------

HOUSE = site(
    title="Houses",
    at_="<main><h1>Houses</h1>@houses@</main>",
    script=LISTEN,
    houses="".join(
        f"<a href='#{n}' class='card' data-n='{n}'><b>{n}</b> a house by the sea @heart@</a>"
        for n in ("Dune", "Reef", "Cove")
    ),
    heart=svg("icon-heart", FACE, "data-do='add'"),
)
house = family(
    LINKS,
    a=HOUSE(),
    flow=show(tap("[data-n='{house}'] [data-do]"), SAID),
    learn=({"house": "Dune"}, {"house": "Reef"}),
    values={"house": "Cove"},
    deeds=({"do": "/add", "name": "{house}"},),
    task="like a house",
)
HOUSE_PAIRS = (
    house("as it was", "nothing has changed", SAME, HOUSE()),
    house("heart is gone", "nobody can like a house any more; the link leads to it", STOP, HOUSE(heart="")),
    house("letter is gone", "the letter that stood for a cross is gone", STOP, HOUSE(heart=""), a=HOUSE(heart="<u data-do='add'>x</u>")),
)  # fmt: skip

# -- plain buttons and links, whose pictures and texts are one thing ---------------------------------------------------

PLAIN = site(
    title="Desk",
    at_="<main><h1>Letter 7</h1>@button@ <button type='button'>Back</button></main>",
    script="const go = () => post('/send').then(() => say('Letter is sent'));",
    button=f"<button type='button' onclick='go()'>{svg('icon', FACE)} <span>Send</span></button>",
)
plain = family(
    BUTTONS,
    a=PLAIN(),
    flow=show(tap("main button svg"), SAID),
    learn=({}, {}),
    values={},
    deeds=({"do": "/send"},),
    task="send the letter",
)
PLAIN_PAIRS = (
    plain("icon is gone", "the button has no icon", SAME, PLAIN(button="<button type='button' onclick='go()'>Send</button>")),
    plain("icon behind", "the icon stands behind the text, in a box", SAME, PLAIN(button=f"<button type='button' onclick='go()'><b>Send</b> <span>{svg('icon new', FACE)}</span></button>")),
    plain("pressed by name", "the icon is gone; the button was pressed by its name", SAME,
          PLAIN(button="<button type='button' onclick='go()'><span>Send</span></button>"), flow=show(click("Send"), SAID)),
)  # fmt: skip

PAIRS = (
    *CARD_PAIRS,
    *OPENED_PAIRS,
    *CHIP_PAIRS,
    *TAB_PAIRS,
    *TREE_PAIRS,
    *ROW_PAIRS,
    *DAY_PAIRS,
    *HOUSE_PAIRS,
    *PLAIN_PAIRS,
)
