"""The wrong one of several alike things: rows, icons, fieldsets, cards, nodes, days, seats, copies, buttons."""

from __future__ import annotations

from calendar import Calendar, month_name
from collections.abc import Callable, Sequence

from .acts import ANNOUNCED, Act, click, fill, show, tap
from .pair import SAME, STOP, App, Deed, Pair, Values, family
from .parts import one, with_parts

GROUP = "neighbours"


def flows(task: str, a: App, deed: Deed, runs: tuple[Values, ...], *acts: Act) -> Callable[..., Pair]:
    """Return a maker of the pairs of one flow; the last run is the replay."""
    made = show(*acts, ANNOUNCED)
    return family(GROUP, a=a, learn=runs[:-1], values=runs[-1], task=task, flow=made, deeds=(deed,))


def texts(name: str, *found: str) -> tuple[Values, ...]:
    """Return runs of one value."""
    return tuple({name: text} for text in found)


PEOPLE = (("Anna Berg", "Kiel"), ("Ben Holt", "Graz"), ("Carla Diaz", "Vigo"), ("Dora Stein", "Bern"))
LIMA, ELAN = ("Carla Diaz", "Lima", "Carla Diaz of Lima"), ("Elan Ltd", "Rome<br><small>Approver: Carla Diaz</small>")
SORTED = (("Finn Ltd", "Rome"), *reversed(PEOPLE), ("Abel Moor", "Oslo"))
APPROVED = (("Anna Berg", "Otto Rand"), ("Ben Holt", "Otto Rand"), ("Elan Ltd", "Carla Diaz"), ("Dora Stein", "Una"))
PAY_TABLE = "<table class='table'><thead><tr><th>Payee<th>City<th></tr></thead><tbody>@rows@</tbody></table>"
APPROVERS, PAY_CARDS = PAY_TABLE.replace("City", "Approver"), "<div class='row g-2'>@rows@</div>"
PAY_ROW = "<tr><td>@who@</td><td>@city@</td><td>@button@</td></tr>"
PAY_BUTTON = "<button type=button class='btn btn-sm btn-primary' onclick=\"pay('@key@')\">Pay</button>"
PAY_CARD = """<article class='card'><div class='card-body'><h3 class='h6'>@who@</h3>
    <p class='text-muted small'>@city@</p>@button@</div></article>"""
PAY_ANT = """<tr class='ant-table-row' data-row-key=r9f2><td class='ant-table-cell'><span class='ant-avatar'
    aria-hidden=true>&#9679;</span> <a class='payee-link' href='#'>@who@</a></td>
    <td class='ant-table-cell'>@city@</td><td class='ant-table-cell'>@button@</td></tr>"""


def payees(people: tuple[tuple[str, ...], ...] = PEOPLE, row: str = PAY_ROW, wrap: str = PAY_TABLE) -> App:
    """Return payees, each with a button; the last of three parts is what is posted instead of the name."""
    rows = [with_parts(row, button=PAY_BUTTON, who=who, city=city, key=(*key, who)[0]) for who, city, *key in people]
    return one(
        "<h1>Payees</h1><label for=amount>Amount</label><input class='form-control' id=amount inputmode=decimal>"
        + wrap.replace("@rows@", "".join(rows)),
        script="const pay = (who) => post('/pay', {who, amount: val('#amount')}).then(() => say('Payment sent'));",
    )


paid = {"do": "/pay", "who": "{who}", "amount": "{amount}"}
payments = tuple({"who": who, "amount": f"{n}2.50"} for n, (who, _) in enumerate(PEOPLE[:3], 1))
pays = fill("Amount", "{amount}"), click("Pay", within="tr:has-text('{who}')")
payee = flows("pay the payee", payees(), paid, payments, *pays)
ROWS = (
    payee("only a longer name", "an alike name", STOP, payees((*PEOPLE[:2], ("Carla Diaz-Ruiz", "Vigo"), PEOPLE[3]))),
    payee("two of one name", "two payees of the name, in two cities", STOP, payees((*PEOPLE[:2], LIMA, *PEOPLE[2:]))),
    payee("name of an approver", "stands in that column only", STOP, payees(APPROVED, wrap=APPROVERS)),
    payee("cards", "the table became cards", SAME, payees(row=PAY_CARD, wrap=PAY_CARDS)),
    payee("dense table of ant", "other library and order, new rows, links", SAME, payees(SORTED, PAY_ANT)),
    payee("also an approver", "an earlier row names its approver", SAME, payees((PEOPLE[0], ELAN, *PEOPLE[1:]))),
)

PATHS = {
    "Archive": "M3 3h18v5H3zM4 9h16v12H4zM9 11h6v2H9z",
    "Delete": "M6 7h12l-1 14H7zM9 3h6l1 2h4v1H4V5h4z",
    "Flag": "M5 3h2v18H5zM7 4h11l-3 4 3 4H7z",
    "Report": "M8 3h8l5 5v8l-5 5H8l-5-5V8zM11 7h2v6h-2zM11 15h2v2h-2z",
    "Snooze": "M12 3a9 9 0 1 0 .1 0zM11 7h2v5l4 3-1 2-5-4z",
}


def mui(icon: str, to: str, more: str = "", text: str = "") -> str:
    """Return a button of an icon, without a name unless one is given."""
    return (
        f"<button class='MuiButtonBase-root MuiIconButton-root' type=button tabindex=0 onclick=\"move('{to}')\" {more}>"
        "<svg class='MuiSvgIcon-root' width=24 height=24 focusable=false aria-hidden=true viewBox='0 0 24 24' "
        f"data-testid={icon}Icon><path d='{PATHS[icon]}'></path></svg>{text}</button>"
    )


def fa(icon: str, to: str, title: str) -> str:
    """Return a button of an icon of a font."""
    return (
        f"<button class='btn btn-light' type=button onclick=\"move('{to}')\" title='{title}'>"
        f"<i class='fa-solid fa-{icon} fa-fw' aria-hidden=true></i></button>"
    )


def reader(*tools: str, chosen: str = "1 selected") -> App:
    """Return a message with a row of tools."""
    return one(
        f"""<h1>Offer from Nord</h1><label for=note>Note</label><input id=note>
        <div class='MuiToolbar-root' role=toolbar><span class='MuiTypography-root'>{chosen}</span>{"".join(tools)}</div>
        <p>Please find our offer attached.</p>""",
        script="const move = (to) => post('/move', {to, note: val('#note')}).then(() => say('Message moved'));",
        head="<style>.fa-fw{display:inline-block;width:16px;height:16px;background:#555}</style>",
    )


BIN, FLAG, BOX = mui("Delete", "trash"), mui("Flag", "flag"), mui("Archive", "archive")
SPAM, FOREVER = mui("Report", "spam"), mui("Archive", "nowhere", text="<span class='label'>Delete forever</span>")
SNOOZE, NAMED = mui("Snooze", "snooze", "aria-label=Snooze"), mui("Archive", "archive", "aria-label=Archive")
FA = fa("box-archive", "archive", "Archive"), fa("trash-can", "trash", "Delete"), fa("flag", "flag", "Flag")
MANY, ALL_48 = mui("Archive", "archive of 48"), "All 48 conversations selected"
archived, notes = {"do": "/move", "to": "archive", "note": "{note}"}, texts("note", "Too dear", "Twice", "Late")
archives = fill("Note", "{note}"), tap("button:has([data-testid=ArchiveIcon])")
tool = flows("archive the message", reader(BOX, BIN, FLAG), archived, notes, *archives)
TOOLS = (
    tool("icon is a bin", "the first icon is a bin, none archives", STOP, reader(BIN, SPAM, FLAG)),
    tool("icon says another act", "the box says Delete forever", STOP, reader(FOREVER, BIN, FLAG)),
    tool("all are selected", "the bar says that 48 are", STOP, reader(MANY, BIN, FLAG, chosen=ALL_48)),
    tool("icons of a font", "another library of icons, with titles", SAME, reader(*FA)),
    tool("icons in another order", "the same icons, the box comes last", SAME, reader(FLAG, BIN, BOX)),
    tool("snooze in front", "a new icon, and the box got a name", SAME, reader(SNOOZE, NAMED, BIN, FLAG)),
)

FIELDSET = """<fieldset class='module' id=form-@n@><legend>@legend@</legend><div class='form-row'>
    <label for=id_form-@n@>City</label><input id=id_form-@n@ name=form-@n@-city value='@value@'></div></fieldset>"""
SECTION = """<div class='card' role=group aria-labelledby=h-@n@><h3 class='card-title' id=h-@n@>@legend@</h3>
    <label for=id_form-@n@>City</label><div class='input-group'><input id=id_form-@n@ value='@value@'></div></div>"""
FIELD = "<div class='form-row'><label for=id_form-@n@>@legend@</label><input id=id_form-@n@ value='@value@'></div>"
PRESET = {"shipping": "Bonn", "billing": "Essen", "net": "10.00", "gross": "11.90"}


def blocks(*found: tuple[str, str], block: str = FIELDSET, more: str = "") -> App:
    """Return a form of numbered blocks, each with its legend and the key that is posted for it."""
    made = [with_parts(block, n=n, legend=name, value=PRESET.get(key, "")) for n, (name, key) in enumerate(found)]
    data = ", ".join(f"'{key}': val('#id_form-{n}')" for n, (_, key) in enumerate(found) if key)
    return one(
        f"<h1>Order 77</h1>{more}{''.join(made)}<div class='submit-row'><button onclick='save()'>Save</button></div>",
        script=f"const save = () => post('/order', {{{data}}}).then(() => say('Order changed'));",
    )


SHIPPING, BILLING = ("Shipping address", "shipping"), ("Billing address", "billing")
BACK, NET, GROSS = ("Return address", "return"), ("Net price", "net"), ("Gross price", "gross")
ordered, cities = {"do": "/order", "shipping": "{city}", "billing": "Essen"}, texts("city", "Ulm", "Kassel", "Trier")
moves = fill("City", "{city}", within="fieldset:has-text('Shipping')"), click("Save")
address = flows("change the shipping address", blocks(SHIPPING, BILLING), ordered, cities, *moves)
priced, prices = {"do": "/order", "net": "{net}", "gross": "11.90"}, texts("net", "20.00", "34.00", "56.00")
sets = fill("Net price", "{net}"), click("Save")
price = flows("set the net price", blocks(NET, GROSS, block=FIELD), priced, prices, *sets)
LOCKED, ALL_ORDERS = "<p>Shipping address: Bonn. Locked: parcel under way.</p>", "Shipping address of all 31 orders"
FIELDS = (
    address("shipping is locked", "billing is in its place", STOP, blocks(BILLING, BACK, more=LOCKED)),
    address("shipping of all orders", "the legend says so", STOP, blocks((ALL_ORDERS, "shipping of all"), BILLING)),
    address("blocks exchanged", "billing comes first and took the ids", SAME, blocks(BILLING, SHIPPING)),
    address("sections", "new block in front", SAME, blocks((BACK[0], ""), SHIPPING, BILLING, block=SECTION)),
    price("only gross is left", "the label says gross", STOP, blocks(GROSS, block=FIELD, more="<p>Net: computed</p>")),
    price("labels exchanged", "the labels and their meanings changed ids", SAME, blocks(GROSS, NET, block=FIELD)),
)

CARD = """<section class='card' id=env-@n@><div class='card-header'><h2 class='h5'>@name@</h2></div>
    <div class='card-body'><p>Running 4.1</p>@action@</div></section>"""
CARD_ROW = "<tr class='gl-table-row'><th scope=row>@name@</th><td>4.1</td><td>@action@</td></tr>"
CARD_TABLE = "<table class='gl-table'><thead><tr><th>Name<th>Running<th></tr></thead><tbody>@cards@</tbody></table>"
DEPLOY = """<button class='btn btn-confirm gl-button' type=button data-testid=deploy-@n@ onclick="deploy('@env@')">
    <span class='gl-button-text'>Deploy</span></button>"""


def environments(*cards: tuple[str, str], card: str = CARD, wrap: str = "<div class='grid'>@cards@</div>") -> App:
    """Return environments as cards; one that posts nothing has no button."""
    actions = [DEPLOY if env else "<p>Deploying is paused.</p>" for _, env in cards]
    made = [with_parts(card, action=actions[n], n=n, name=name, env=env) for n, (name, env) in enumerate(cards)]
    return one(
        f"<h1>Deployments</h1><label for=v>Version</label><input id=v>{wrap.replace('@cards@', ''.join(made))}",
        script="const deploy = (env) => post('/deploy', {env, version: val('#v')}).then(() => say('Deploy started'));",
    )


STAGING, PRODUCTION, PAUSED = ("Staging", "staging"), ("Production", "production"), ("Staging", "")
EU, US, PREVIEW, ALL = ("Staging EU", "eu"), ("Staging US", "us"), ("Preview", "preview"), ("All environments", "all")
started, versions = {"do": "/deploy", "env": "staging", "version": "{version}"}, texts("version", "4.2", "4.3", "4.4")
rolls = fill("Version", "{version}"), click("Deploy", within="section:has-text('Staging')")
deploys = flows("deploy to staging", environments(STAGING, PRODUCTION), started, versions, *rolls)
LOWER = environments(PREVIEW, STAGING, PRODUCTION, card=CARD.replace("h2", "h3"))
CARDS = (
    deploys("button in the other card", "staging is paused, without one", STOP, environments(PRODUCTION, PAUSED)),
    deploys("two stagings", "instead of Staging two that begin alike", STOP, environments(EU, US, PRODUCTION)),
    deploys("one button for all", "the first card is for all", STOP, environments(ALL, PAUSED, ("Production", ""))),
    deploys("cards exchanged", "production comes first", SAME, environments(PRODUCTION, STAGING)),
    deploys("a preview in front", "a new card, headings one level lower", SAME, LOWER),
    deploys("rows", "in a table", SAME, environments(PRODUCTION, STAGING, card=CARD_ROW, wrap=CARD_TABLE)),
)

NODE = """<li role=treeitem aria-expanded=true id=n@n@><div class='MuiTreeItem-content'>@year@</div>
    <ul role=group>@leaves@</ul></li>"""
LEAF = """<li role=treeitem aria-selected=false id=n@n@-@m@><div class='MuiTreeItem-content'
    onclick="pick(this, '@path@')"><span class='MuiTreeItem-label'>@name@</span></div></li>"""
ANT_NODE = "<li class='ant-tree-treenode' role=treeitem aria-level=1 aria-expanded=true><b>@year@</b></li>@leaves@"
ANT_LEAF = """<li class='ant-tree-treenode' role=treeitem aria-level=2 style='padding-left:24px'><span
    class='ant-tree-title' onclick="pick(this, '@path@')">@name@ <span aria-hidden=true>7</span></span></li>"""
PICK = """let parent_ = '';
const pick = (e, path) => { parent_ = path; document.querySelectorAll('[role=treeitem]').forEach((i) =>
 i.setAttribute('aria-selected', i === e.closest('[role=treeitem]'))); };
const create = () => post('/folder', {parent: parent_, name: val('#f')}).then(() => say('Folder created'));"""


def tree(*years: tuple[str, ...], node: str = NODE, leaf: str = LEAF) -> App:
    """Return a tree of years, each with its folders."""
    made = ""
    for n, (year, *names) in enumerate(years):
        leaves = [with_parts(leaf, n=n, m=m, name=name, path=f"{year}/{name}") for m, name in enumerate(names)]
        made += with_parts(node, n=n, year=year, leaves="".join(leaves))
    form = "<label for=f>Folder name</label><input id=f><button type=button onclick='create()'>Create folder</button>"
    return one(f"<h1>Documents</h1><ul role=tree aria-label=Folders>{made}</ul>{form}", script=PICK)


Y24, Y25, Y26 = ((year, "Contracts", "Invoices") for year in ("2024", "2025", "2026"))
filed, names_ = {"do": "/folder", "parent": "2024/Invoices", "name": "{name}"}, texts("name", "Lidl", "Metro", "Norma")
files = tap("#n0-1 .MuiTreeItem-content"), fill("Folder name", "{name}"), click("Create folder")
folder = flows("create a folder in the invoices of 2024", tree(Y24, Y25), filed, names_, *files)
SPLIT = ("2024", "Contracts", "Invoices received", "Invoices sent")
TREES = (
    folder("next years", "the tree begins with 2025; the ids are the same", STOP, tree(Y25, Y26)),
    folder("invoices are split", "2024 has received and sent ones", STOP, tree(SPLIT, Y25)),
    folder("invoices are elsewhere", "2024 has taxes in their place", STOP, tree(("2024", "Contracts", "Taxes"), Y25)),
    folder("newest first", "2025 comes first", SAME, tree(Y25, Y24)),
    folder("flat tree with counts", "another library", SAME, tree(Y24, Y25, node=ANT_NODE, leaf=ANT_LEAF)),
)


def panel(year: int = 2025, number: int = 5, first: int = 0, *, outside: bool = False) -> str:
    """Return the panel of a month; the days of its neighbours are muted if they are shown at all."""
    rows = ""
    for week in Calendar(first).monthdatescalendar(year, number):
        cells = [
            f"<td class='{'day' if day.month == number else 'day-outside'}'>"
            f"<button type=button onclick=\"pick(this, '{day}')\">{day.day}</button></td>"
            if outside or day.month == number
            else "<td></td>"
            for day in week
        ]
        rows += f"<tr>{''.join(cells)}</tr>"
    heads = "".join(f"<th>{('Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su')[(first + n) % 7]}</th>" for n in range(7))
    return f"<div class='month'><p aria-live=polite>{month_name[number]} {year}</p><table>{heads}{rows}</table></div>"


def desk(*panels: str) -> App:
    """Return a calendar that books a desk."""
    return one(
        f"<h1>Desk 7</h1><div class='rdp'>{''.join(panels)}</div><button type=button onclick='book()'>Book</button>",
        script="""let day = ''; const pick = (e, date) => { day = date; e.classList.add('selected'); };
        const book = () => post('/book', {date: day}).then(() => say('Desk reserved'));""",
        head="<style>.rdp{display:flex}.day-outside button{opacity:.4}.selected{background:#06c;color:#fff}</style>",
    )


booked, days = {"do": "/book", "date": "2025-05-{day}"}, texts("day", "12", "20", "30")
booking = flows("book the desk in May 2025", desk(panel()), booked, days, click("{day}"), click("Book"))
DAYS = (
    booking("next month", "the calendar shows June 2025", STOP, desk(panel(2025, 6))),
    booking("next year", "the calendar shows May 2026", STOP, desk(panel(2026, 5))),
    booking("weeks begin on Sunday", "the cells moved", SAME, desk(panel(first=6))),
    booking("days of the neighbours", "a muted 30 of April comes first", SAME, desk(panel(outside=True))),
    booking("two months", "April is shown in front of May", SAME, desk(panel(2025, 4), panel())),
)

GRADES = ("bad", "poor", "fair", "good", "excellent")
STAR = """<span class='star' onclick="rate(this, '@grade@')"><svg width=20 height=20
    viewBox='0 0 24 24' aria-hidden=true><path d='M12 2l3 7h7l-6 4 3 8-7-5-7 5 3-8-6-4h7z'></path></svg></span>"""


def stars(*grades: str, hint: str = "1 star: bad, 5 stars: excellent", first: str = "") -> App:
    """Return a review with nameless stars."""
    made = "".join(STAR.replace("@grade@", grade) for grade in grades)
    return one(
        f"<h1>Lamp</h1><label for=t>Review</label><input id=t>{first}<h2>Product</h2><div class='rating'>{made}</div>"
        f"<small>{hint}</small><p><button type=button onclick='review()'>Submit</button></p>",
        script="""let grade = ''; const rate = (e, g) => { grade = g; e.classList.add('on'); };
        const review = () => post('/review', {grade, text: val('#t')}).then(() => say('Review sent'));""",
    )


def grid(rows: Sequence[str], columns: Sequence[str], first: str = "") -> App:
    """Return a table of nameless cells between names; a cell posts the names of its row and its column."""
    made = ""
    for row in rows:
        cells = [f"<td><button class='cell' onclick=\"take(this, '{row} {name}')\"></button></td>" for name in columns]
        made += f"<tr><th>{row}</th>{''.join(cells)}</tr>"
    heads = "".join(f"<th>{name}</th>" for name in columns)
    return one(
        f"<h1>Plan</h1><label for=p>Note</label><input id=p>{first}<table><tr><th></th>{heads}</tr>{made}</table>"
        "<button type=button onclick='finish()'>Confirm</button>",
        script="""let cell = ''; const take = (e, name) => { cell = name; e.classList.add('on'); };
        const finish = () => post('/plan', {cell, note: val('#p')}).then(() => say('Plan changed'));""",
        head="<style>.cell{width:22px;height:22px}.on{background:#06c}</style>",
    )


SELLER = f"<h2>Seller</h2><div>{''.join(STAR.replace('@grade@', f'seller {grade}') for grade in GRADES)}</div>"
TURNED, OF_TEN = "1 star: excellent, 5 stars: bad", "1 star: bad, 10 stars: excellent"
rated, words = {"do": "/review", "grade": "good", "text": "{text}"}, texts("text", "Nice", "Bright", "Fine")
rates = fill("Review", "{text}"), tap(".star:nth-child(4)"), click("Submit")
rating = flows("rate the product", stars(*GRADES), rated, words, *rates)
seated, guests = {"do": "/plan", "cell": "B 3", "note": "{note}"}, texts("note", "Ada King", "Bo Lind", "Cy Marsh")
sits = fill("Note", "{note}"), tap("tr:nth-child(3) td:nth-child(4) button"), click("Confirm")
seating = flows("take seat B 3", grid("ABCD", "1234"), seated, guests, *sits)
STAFF, RIGHTS = ("Ada", "Bo", "Cyril", "Dana"), ("Read", "Write", "Admin")
STICKY = f"<table class='fixed' aria-hidden=true>{''.join(f'<tr><th>{who}</th></tr>' for who in STAFF)}</table>"
granted, staff = {"do": "/plan", "cell": "{who} Read", "note": "Ticket 4"}, texts("who", "Ada", "Bo", "Dana")
grants = fill("Note", "Ticket 4"), tap("tr:has-text('{who}') td:nth-child(2) button"), click("Confirm")
right = flows("let someone read", grid(STAFF, RIGHTS), granted, staff, *grants)
MARKS = (
    rating("stars are turned", "one star is the best now", STOP, stars(*reversed(GRADES), hint=TURNED)),
    rating("ten stars", "there are ten, the text says so", STOP, stars(*"abcdefghij", hint=OF_TEN)),
    rating("stars of the seller in front", "a second row of stars", SAME, stars(*GRADES, first=SELLER)),
    seating("rows begin with C", "the seat in that place is D 3", STOP, grid("CDEF", "1234")),
    seating("map is turned", "letters and numbers run the other way", SAME, grid("DCBA", "4321")),
    right("no column to read", "the first column is Admin", STOP, grid(STAFF, ("Admin", "Write"))),
    right("columns in another order", "Read comes last", SAME, grid(STAFF, RIGHTS[::-1])),
    right("sticky copy of the names", "a fixed column in front repeats them", SAME, grid(STAFF, RIGHTS, STICKY)),
)

INK = {"red": "#c62828", "orange": "#ef6c00", "green": "#2e7d32", "blue": "#1565c0", "pink": "#f48fb1"}
SWATCH = "<button class='swatch' style='background:@ink@' onclick=\"choose(this, '@name@')\"></button>"
INVITE = """<form class='invite' id=f-@n@ onsubmit="invite(event, '@role@')"><h2 class='h4'>@title@</h2>
    <label for=e-@n@>Email</label><input id=e-@n@ type=email><button type=submit>Invite</button></form>"""


def colours(*names: str) -> App:
    """Return a label with nameless colours."""
    made = "".join(with_parts(SWATCH, name=name, ink=INK[name]) for name in names)
    return one(
        f"<h1>New label</h1><label for=l>Label</label><input id=l><div class='palette'>{made}</div>"
        "<button type=button onclick='add()'>Add label</button>",
        script="""let colour = ''; const choose = (e, name) => { colour = name; e.classList.add('on'); };
        const add = () => post('/label', {colour, label: val('#l')}).then(() => say('Label added'));""",
        head="<style>.swatch{width:24px;height:24px}.on{outline:2px solid #000}</style>",
    )


def invites(*found: tuple[str, str]) -> App:
    """Return a form of an invitation for each kind of member."""
    made = "".join(with_parts(INVITE, n=n, title=title, role=role) for n, (title, role) in enumerate(found))
    return one(
        f"<h1>Members</h1>{made}",
        script="""const invite = (e, role) => { e.preventDefault();
        post('/invite', {role, mail: e.target.querySelector('input').value}).then(() => say('Invitation sent')); };""",
    )


BAR = """<div class='bar @kind@'><span>To: @to@</span>
    <button type=button class='btn btn-primary' onclick="send('@to@')">Send</button></div>"""


def bars(mobile: str, desktop: str = "Team", gone: str = "mobile") -> App:
    """Return a message with a bar for small screens and one for large ones, of which one is not displayed."""
    made = with_parts(BAR, kind="mobile", to=mobile) + with_parts(BAR, kind="desktop", to=desktop)
    return one(
        f"<h1>Chat</h1><label for=m>Message</label><input id=m>{made}",
        script="const send = (to) => post('/send', {to, text: val('#m')}).then(() => say('Message sent'));",
        head=f"<style>.{gone}{{display:none}}</style>",
    )


def article(*buttons: tuple[str, str, str], shape: str = "@b@") -> App:
    """Return an article with buttons: the name, what is posted, attributes."""
    made = [
        shape.replace("@b@", f"<button type=button onclick=\"put('{state}')\" {more}>{name}</button>")
        for name, state, more in buttons
    ]
    return one(
        f"<h1>Article</h1><label for=h>Title</label><input id=h><div class='actions'>{''.join(made)}</div>",
        script="const put = (state) => post('/put', {state, title: val('#h')}).then(() => say('Article saved'));",
    )


SAVE, PUBLISH = "id=btn-1 data-testid=save", "id=btn-2 data-testid=publish"
DRAFT, LIVE = ("Save draft", "draft", SAVE), ("Publish", "live", PUBLISH)
TAKEN = ("Save and publish", "live", SAVE), ("Schedule", "later", PUBLISH)
CROSSED = ("Publish", "live", SAVE), ("Save draft", "draft", PUBLISH)
KEYED = ("<kbd aria-hidden=true>S</kbd> Save draft", "draft", "id=radix-:r7:"), ("Publish", "live", "id=radix-:r8:")
sent, messages = {"do": "/send", "to": "Team", "text": "{text}"}, texts("text", "Hello", "Lunch", "Bye now")
message = flows("tell the team", bars("Team"), sent, messages, fill("Message", "{text}"), click("Send"))
kept, titles = {"do": "/put", "state": "draft", "title": "{title}"}, texts("title", "Bees", "Ants", "Wasps")
save = flows("save a draft", article(DRAFT, LIVE), kept, titles, fill("Title", "{title}"), click("Save draft"))
coloured, labels = {"do": "/label", "colour": "green", "label": "{label}"}, texts("label", "Bug", "Idea", "Chore")
inks = fill("Label", "{label}"), tap(".swatch:nth-child(2)"), click("Add label")
label = flows("add a green label", colours("red", "green", "blue"), coloured, labels, *inks)
GUEST, OWNER, AUDIT = ("Guests", "guest"), ("Owners", "owner"), ("Auditors", "auditor")
invited, mails = {"do": "/invite", "role": "guest", "mail": "{mail}"}, texts("mail", "a@ex.org", "b@ex.org", "c@ex.org")
asks = fill("Email", "{mail}", "form:has-text('Guests')"), click("Invite", within="form:has-text('Guests')")
invite = flows("invite a guest", invites(GUEST, OWNER), invited, mails, *asks)
COPIES = (
    label("no green", "orange is in its place", STOP, colours("red", "orange", "blue")),
    label("pink in front", "a new colour comes first", SAME, colours("pink", "red", "green", "blue")),
    invite("first form is for owners", "there is none for guests", STOP, invites(OWNER, AUDIT)),
    invite("one form for two kinds", "for guests and owners", STOP, invites(("Guests and owners", "both"), AUDIT)),
    invite("forms in another order", "guests come last, a new form", SAME, invites(AUDIT, OWNER, GUEST)),
    message("hidden copy is the old one", "the visible bar says Everyone", STOP, bars("Team", "Everyone")),
    message("copy of small screens is shown", "it says Everyone", STOP, bars("Everyone", gone="desktop")),
    message("hidden copy says everyone", "the visible bar is as before", SAME, bars("Everyone")),
    message("other copy is shown", "with the same text", SAME, bars("Team", gone="desktop")),
    save("ids at another act", "Save and publish has them; no draft", STOP, article(*TAKEN)),
    save("ids crossed", "the buttons changed places, and ids with each other", SAME, article(*CROSSED)),
    save("ids of radix", "new ids, no test ids, a hint of the key", SAME, article(*KEYED, shape="<span>@b@</span>")),
)
PAIRS: tuple[Pair, ...] = (*ROWS, *TOOLS, *FIELDS, *CARDS, *TREES, *DAYS, *MARKS, *COPIES)
