"""Consoles and shops whose header, caption, unit or column says another deed, or that only look new.

Every page stands in the same frame: a product, a greeting, a navigation, news.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .acts import ANNOUNCED, click, fill, select, show, tap
from .pair import SAME, STOP, App, Pair, family
from .parts import one, with_parts

GROUP = "consoles"

SHELL = (
    "<header class='navbar navbar-expand-lg'><a class='navbar-brand' href='#'>@brand@</a>@top@"
    "<span class='navbar-text'>@hello@</span></header>@news@@side@<main id='@id@main'>@body@</main>@foot@"
)
LINKS = "<li><a href='#'>Overview</a></li><li><a href='#'>Activity</a></li><li><a href='#'>Help</a></li>"
FRAME = {
    "brand": "Northwind",
    "hello": "Good morning, Kim",
    "top": f"<nav aria-label='Main'><ul class='navbar-nav'>{LINKS}</ul></nav>",
    "news": "",
    "side": "",
    "foot": "<footer>Northwind 4.2</footer>",
    "id": "r1-",
}
RENAMED = {"brand": "Beacon", "hello": "Welcome back, Kim!", "foot": "<footer>Beacon 5.0, formerly Northwind</footer>"}
MOVED = {
    "top": "",
    "side": f"<aside class='v-navigation-drawer'><ul>{LINKS}<li><a href='#'>What is new</a></li></ul></aside>",
}


def maker(body: str, script: str, **usual: str) -> Callable[..., App]:
    """Return a maker of versions of one page, by the parts that differ."""

    def version(**parts: str) -> App:
        given = {"body": body, **FRAME, **usual, **parts}
        return one(with_parts(SHELL, **given), script=with_parts(script, **given))

    return version


def news(text: str) -> str:
    """Return a banner with news."""
    return f"<aside class='alert alert-info' aria-label='News'>{text} <a href='#'>Read more</a></aside>"


flag = maker(
    "<nav aria-label='breadcrumb'><ol class='MuiBreadcrumbs-ol'><li>Acme</li><li>shop-web</li><li>@crumb@</li></ol>"
    "</nav><h1 class='MuiTypography-h4'>Create a feature flag</h1><p class='MuiTypography-body2'>@lead@</p>"
    "<div class='MuiFormControl-root'><label for='@id@k'>Flag key</label>"
    "<input id='@id@k' class='MuiInputBase-input'></div>"
    "<div class='MuiFormControl-root'><label for='@id@p'>Rollout</label><div class='MuiInputBase-root'>"
    "<input id='@id@p' class='MuiInputBase-input' aria-describedby='@id@h'>"
    "<div class='MuiInputAdornment-root'><p>@unit@</p></div></div>"
    "<p id='@id@h' class='MuiFormHelperText-root'>@hint@</p></div>"
    "<button type='button' class='MuiButton-root' onclick='make()'>Create flag</button><p>@count@</p>",
    "const make = () => post('/flags', {key: val('#@id@k'), rollout: val('#@id@p'), what: '@what@'})"
    ".then(() => say('Flag created'));",
    crumb="Staging",
    lead="The flag stays off until you turn it on.",
    unit="%",
    hint="Share of users who get the new feature.",
    count="42 flags, last change by Jo",
    what="staging, off, percent",
)
flags = family(
    GROUP,
    a=flag(),
    learn=({"key": "new-cart", "share": "10"}, {"key": "fast-search", "share": "25"}),
    values={"key": "dark-mode", "share": "40"},
    task="create a feature flag",
    flow=show(fill("Flag key", "{key}"), fill("Rollout", "{share}"), click("Create flag"), ANNOUNCED),
    deeds=({"do": "/flags", "key": "{key}", "rollout": "{share}", "what": "staging, off, percent"},),
)
FLAGS = (
    flags("flag crumb is production", "the breadcrumb says Production", STOP, flag(crumb="Production", what="live")),
    flags(
        "flag is on at once", "the sentence says so", STOP, flag(lead="The flag is on once you create it.", what="on")
    ),
    flags(
        "rollout keeps the old", "the hint says so", STOP, flag(hint="Share of users who keep the old one.", what="old")
    ),
    flags("flags renamed product", "other product name", SAME, flag(**RENAMED, count="57 flags, last change by Pia")),
    flags(
        "flags hint reworded",
        "the hint and the sentence say the same in other words",
        SAME,
        flag(hint="How many percent of the users get the new feature.", lead="A new flag is off. Turn it on later."),
    ),
    flags(
        "flags ids and navigation",
        "all ids are new, the navigation is at the side",
        SAME,
        flag(**MOVED, id="mui-8841-", news=news("We moved our status page.")),
    ),
)

PEOPLE = (
    ("Ann Bell", "ann.bell@acme.test", "Sales"),
    ("Tom Reed", "tom.reed@acme.test", "Sales"),
    ("Eva Lund", "eva.lund@acme.test", "Sales"),
    ("Raj Nair", "raj.nair@acme.test", "Support"),
)
HEADS = ("User", "Email", "Team", "Read", "Write")
ARROW = "<span class='anticon' aria-hidden='true'>&#9662;</span>"
BOX = "<label class='ant-checkbox-wrapper'><input type='checkbox' onchange='tick(this)'></label>"
GRID = maker(
    "<h1 class='ant-typography'>Rights in project Sandbox</h1><p>@caption@</p><table class='ant-table'>"
    "<thead class='ant-table-thead'><tr>@heads@</tr></thead><tbody class='ant-table-tbody'>@rows@</tbody></table>"
    "<p>@count@</p><button type='button' class='ant-btn ant-btn-primary' onclick='keep()'>Save rights</button>",
    "let row = {}; const tick = (box) => { row = box.closest('tr').dataset; };"
    "const keep = () => post('/rights', {user: row.user, team: row.team, what: '@what@'})"
    ".then(() => say('Rights saved'));",
    caption="A tick gives a person the right.",
    count="4 users, 1 invited",
    what="Write",
)


def rights(
    heads: Sequence[str] = HEADS,
    people: Sequence[Sequence[str]] = PEOPLE,
    name: str = "@n@",
    sort: str = "",
    **parts: str,
) -> App:
    """Return a matrix of users and rights; a column ``Last seen`` has no boxes."""
    cells = {"Email": 1, "Team": 2}
    rows = ""
    for person in people:
        inner = "".join(
            f"<td>{person[cells[head]] if head in cells else '2 days ago' if head == 'Last seen' else BOX}</td>"
            for head in heads[1:]
        )
        first = with_parts(name, n=person[0])
        rows += f"<tr data-user='{person[0]}' data-team='{person[2]}'><td>{first}</td>{inner}</tr>"
    made = "".join(f"<th class='ant-table-cell' scope='col'>{head}{sort}</th>" for head in heads)
    return GRID(heads=made, rows=rows, **parts)


grant = family(
    GROUP,
    a=rights(),
    learn=({"user": "Ann Bell"}, {"user": "Tom Reed"}),
    values={"user": "Eva Lund"},
    task="let a colleague write",
    flow=show(tap("tr:has-text('{user}') td:nth-child(5) input"), click("Save rights"), ANNOUNCED),
    deeds=({"do": "/rights", "user": "{user}", "team": "Sales", "what": "Write"},),
)
RIGHTS = (
    grant("column is admin", "the last column is Admin", STOP, rights((*HEADS[:4], "Admin"), what="Admin")),
    grant("tick takes away", "the caption says so", STOP, rights(caption="A tick takes it away.", what="no Write")),
    grant(
        "two of a name",
        "a second Eva Lund, of another company, stands first",
        STOP,
        rights(people=(("Eva Lund", "eva.lund@partner.test", "External"), *PEOPLE)),
    ),
    grant("rows in another order", "sorted the other way, with arrows", SAME, rights(people=PEOPLE[::-1], sort=ARROW)),
    grant(
        "column last seen",
        "a column Last seen was put in, users have avatars",
        SAME,
        rights((*HEADS[:3], "Last seen", *HEADS[3:]), name="<span class='ant-avatar' aria-hidden='true'></span>@n@"),
    ),
    grant(
        "rights counters and caption",
        "other counters, the caption in other words, a renamed product",
        SAME,
        rights(caption="Tick a box to give somebody the right.", count="4 users, 6 invited", **RENAMED),
    ),
)

coupon = maker(
    "<h1>Add coupon</h1><p class='lead'>Store: <b>@store@</b></p><label class='form-label' for='@id@c'>Code</label>"
    "<input class='form-control' id='@id@c'><label class='form-label' for='@id@d'>Discount</label>"
    "<div class='input-group'><input class='form-control' id='@id@d'><span class='input-group-text'>@unit@</span></div>"
    "<div class='form-text'>@per@</div><label class='form-label' for='@id@e'>Ends on</label>"
    "<input class='form-control' id='@id@e' aria-describedby='@id@f'><div class='form-text' id='@id@f'>@date@</div>"
    "<button type='button' class='btn btn-primary' onclick='add()'>Save coupon</button><p>@count@</p>",
    "const add = () => post('/coupons', {code: val('#@id@c'), off: val('#@id@d'), ends: val('#@id@e'),"
    " what: '@what@'}).then(() => say('Coupon saved'));",
    store="Demo shop",
    unit="&euro;",
    per="Taken off once for each order.",
    date="Format: DD/MM/YYYY",
    count="3 active coupons",
    what="demo, euro, order, day",
)
couponing = family(
    GROUP,
    a=coupon(),
    learn=({"code": "SPRING", "off": "5", "ends": "04/05/2026"}, {"code": "JUNE", "off": "8", "ends": "07/06/2026"}),
    values={"code": "THANKS", "off": "10", "ends": "03/08/2026"},
    task="add a coupon",
    flow=show(
        fill("Code", "{code}"), fill("Discount", "{off}"), fill("Ends on", "{ends}"), click("Save coupon"), ANNOUNCED
    ),
    deeds=({"do": "/coupons", "code": "{code}", "off": "{off}", "ends": "{ends}", "what": "demo, euro, order, day"},),
)
COUPONS = (
    couponing("coupon in percent", "the unit is percent", STOP, coupon(unit="%", what="percent")),
    couponing("coupon month first", "the month is first", STOP, coupon(date="Format: MM/DD/YYYY", what="month")),
    couponing("coupon per item", "it is for each item", STOP, coupon(per="Taken off for each item.", what="item")),
    couponing("coupon in the live store", "the store is Germany", STOP, coupon(store="Germany (live)", what="live")),
    couponing("coupon euro in letters", "EUR for the sign", SAME, coupon(unit="EUR", count="11 active coupons")),
    couponing("coupon date example", "it has an example", SAME, coupon(date="Format: DD/MM/YYYY, like 31/12/2026")),
    couponing(
        "coupon news", "other news and greeting", SAME, coupon(hello="Hello Kim", news=news("10 ideas for summer"))
    ),
)

COLOURS = {"Red": "#c62828", "Green": "#2e7d32", "Blue": "#1565c0", "Pink": "#ec407a"}
CARDS = (("Fix login", "Web", "2"), ("New footer", "Web", "1"), ("Speed up list", "Web", "5"), ("Export", "Web", "0"))
BOARD = maker(
    "<h1>Board of the shop team</h1><p>@count@</p><div class='board'>@cards@</div>"
    "<section role='dialog' aria-label='Card' hidden id='dr'><h2 id='@id@t'></h2>"
    "<div class='swatches' role='group' aria-label='Label'>@dots@</div><p>@legend@</p>"
    "<button type='button' class='v-btn' onclick='keep()'>Save card</button></section>",
    "let card = {}, tone = ''; const pick = (b) => { card = b.dataset; $('#@id@t').textContent = card.title;"
    " $('#dr').hidden = false; };"
    "const keep = () => post('/cards', {card: card.title, lane: card.lane, tone, what: '@what@'})"
    ".then(() => say('Card saved'));",
    legend="Green: ready. Red: blocked. Blue: idea.",
    count="12 cards, 3 people online",
    what="ready",
)


def board(
    tones: str = "Red Green Blue", cards: Sequence[Sequence[str]] = CARDS, *, named: bool = True, **parts: str
) -> App:
    """Return a kanban board whose card gets a coloured label; swatches without names show only their colour."""
    dots = "".join(
        f"<button type='button' class='swatch' {f'aria-label={tone}' if named else ''} onclick=\"tone='{tone}'\" "
        f"style='width:24px;height:24px;background:{COLOURS[tone]}'></button>"
        for tone in tones.split()
    )
    made = "".join(
        f"<article class='v-card'><small>{lane}</small><button type='button' class='v-card-title' data-title='{title}' "
        f"data-lane='{lane}' onclick='pick(this)'>{title}</button><span class='badge'>Notes: {notes}</span></article>"
        for title, lane, notes in cards
    )
    return BOARD(cards=made, dots=dots, **parts)


label = family(
    GROUP,
    a=board(),
    learn=({"card": "Fix login"}, {"card": "New footer"}),
    values={"card": "Export"},
    task="label a card",
    flow=show(click("{card}"), click("Green"), click("Save card"), ANNOUNCED),
    deeds=({"do": "/cards", "card": "{card}", "lane": "Web", "tone": "Green", "what": "ready"},),
)
swatch = show(click("{card}"), tap(".swatches button:nth-child(2)"), click("Save card"), ANNOUNCED)
BOARDS = (
    label("legend turned", "green is drop", STOP, board(legend="Green: drop. Red: ready. Blue: idea.", what="drop")),
    label("card of another lane", "a like card comes first", STOP, board(cards=(("Export", "Mobile", "0"), *CARDS))),
    label(
        "second swatch is red",
        "the swatches without names stand in another order: the second is red",
        STOP,
        board("Green Red Blue", named=False),
        a=board(named=False),
        flow=swatch,
    ),
    label("cards reordered", "cards, counters", SAME, board(cards=CARDS[::-1], count="31 cards, 5 people online")),
    label("palette grew", "one more colour, another order of named ones", SAME, board("Green Blue Pink Red")),
    label("legend reworded", "other words", SAME, board(legend="Green is ready, red is blocked, blue is an idea.")),
)

record = maker(
    "<h1 class='text-2xl'>Add a DNS record</h1><p class='text-muted-foreground'>Account @account@ &middot; @count@</p>"
    "<label for='@id@n'>Name</label><div class='flex'><input id='@id@n'><span class='suffix'>@suffix@</span></div>"
    "<label for='@id@y'>Type</label><select id='@id@y'><option>A</option><option>CNAME</option><option>TXT</option>"
    "</select><label for='@id@v'>Points to</label><input id='@id@v'><p class='text-sm'>@keeps@</p>"
    "<label for='@id@l'>TTL</label><div class='flex'><input id='@id@l'><span>@unit@</span></div>"
    "<button type='button' onclick='add()'>Add record</button>",
    "const add = () => post('/dns', {name: val('#@id@n'), type: val('#@id@y'), value: val('#@id@v'),"
    " ttl: val('#@id@l'), what: '@what@'}).then(() => say('Record added'));",
    account="Playground",
    count="14 records",
    suffix=".dev.acme.test",
    keeps="Other records of this name are kept.",
    unit="seconds",
    what="dev, seconds",
)
dns = family(
    GROUP,
    a=record(),
    learn=({"name": "shop", "to": "10.0.0.7", "ttl": "300"}, {"name": "wiki", "to": "10.0.0.9", "ttl": "600"}),
    values={"name": "mail", "to": "10.0.0.12", "ttl": "120"},
    task="add a record",
    flow=show(
        fill("Name", "{name}"),
        select("Type", "A"),
        fill("Points to", "{to}"),
        fill("TTL", "{ttl}"),
        click("Add record"),
        ANNOUNCED,
    ),
    deeds=({"do": "/dns", "name": "{name}", "type": "A", "value": "{to}", "ttl": "{ttl}", "what": "dev, seconds"},),
)
RECORDS = (
    dns("ttl in hours", "the unit is hours", STOP, record(unit="hours", what="hours")),
    dns("suffix without dev", "the name ends in the live domain", STOP, record(suffix=".acme.test", what="live")),
    dns("account is live", "another account", STOP, record(account="Acme Production", what="production")),
    dns("record replaces", "it deletes", STOP, record(keeps="Other records of this name are deleted.", what="alone")),
    dns("ttl unit short", "sec for seconds, another counter", SAME, record(unit="sec", count="19 records")),
    dns("kept reworded", "in other words", SAME, record(keeps="We keep your other records of this name.", **RENAMED)),
    dns(
        "dns ids and news",
        "ids and news",
        SAME,
        record(id="radix-77-", news=news("Planned work on 12 May, 2 to 4 am.")),
    ),
)

PAIRS: tuple[Pair, ...] = (*FLAGS, *RIGHTS, *COUPONS, *BOARDS, *RECORDS)
