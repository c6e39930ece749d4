"""Pages on which a rule that lets more applications replay may lie: states, pictures, dates and lists of real ones."""

from __future__ import annotations

from collections.abc import Callable

from .acts import click, fill, press, show, tap
from .everyday import SAID, rows, site
from .pair import SAME, STOP, Answer, App, Pair, family

# fmt: off
STATE, PICTURE, DATE, PLACE, ENTRY = (
    "broken rules states",
    "broken rules pictures",
    "broken rules dates",
    "broken rules places",
    "broken rules entries",
)

# -- orders with a word of their state -------------------------------------------------------------------------------

ORDER_ROW = '<tr><td>{0}</td><td>{1}</td><td data-is="{3}">{2}</td><td><button type="button" onclick="act(\'{0}\', this)">@deed@</button></td></tr>'
ORDERS = site(
    title="Orders",
    at_="<header><b>Shop</b></header><h1>Orders</h1><table><thead><tr><th>Order</th><th>Customer</th><th>State</th><th>Action</th></tr></thead><tbody>@rows@</tbody></table>",
    script="const act = (id, b) => post('/act', {id, state: b.closest('tr').cells[2].dataset.is}).then(() => say('Done with ' + id));",
    deed="Refund",
    rows=rows(ORDER_ROW, (*((one, name, "open", "open") for one, name in (("K-101", "Moor"), ("K-102", "Fisk"), ("K-103", "Lind"), ("K-104", "Rask"))),)),
    at_act=lambda request: Answer(deed={"do": "/act", **request.data}),
)


def orders(state: str, deed: str = "Refund", usual: str = "open", real: str = "done") -> App:
    """Return the orders, of which K-103 is in a state."""
    return ORDERS(deed=deed, rows=rows(ORDER_ROW, (("K-101", "Moor", usual, usual), ("K-102", "Fisk", usual, usual), ("K-103", "Lind", state, real), ("K-104", "Rask", usual, usual))))


def order_of(deed: str) -> Callable[..., Pair]:
    """Return a maker of pairs about a deed on an order."""
    return family(
        STATE, a=ORDERS(deed=deed), flow=show(click(deed, within="tr:has-text('{id}')"), SAID),
        learn=({"id": "K-101"}, {"id": "K-104"}), values={"id": "K-103"},
        deeds=({"do": "/act", "id": "{id}", "state": "open"},), task=f"{deed.lower()} an order",
    )  # fmt: skip


refund, send, ship, pay, close, approve, publish = map(order_of, ("Refund", "Send", "Ship", "Pay", "Close", "Approve", "Publish"))
STATES = (
    refund("refunded to card", "the order was refunded to the card already", STOP, orders("Refunded to card")),
    refund("refunded", "the order was refunded already", STOP, orders("Refunded")),
    refund("refund no", "the order was refunded under a number", STOP, orders("Refunded, no. 4711")),
    refund("to be refunded", "the refund is still to come", SAME, orders("To be refunded", real="open")),
    send("sent to customer", "it was sent to the customer already", STOP, orders("Sent to customer", "Send")),
    ship("shipped to Berlin", "it was shipped already", STOP, orders("Shipped to Berlin", "Ship")),
    pay("paid until May", "it is paid until May", STOP, orders("Paid until May", "Pay")),
    pay("bezahlt no", "it is paid, with the number of the receipt", STOP, orders("Paid (receipt no 12)", "Pay")),
    pay("not yet paid", "it is not yet paid", SAME, orders("Not yet paid", "Pay", real="open")),
    close("closed by moor", "it was closed by somebody", STOP, orders("Closed by Moor", "Close")),
    approve("approved to proceed", "it was approved already", STOP, orders("Approved to proceed", "Approve")),
    publish("published without comments", "it was published, and comments are off", STOP, orders("Published no comments", "Publish")),
    refund("refunded in part of long words", "the order was refunded, in more words", STOP, orders("Refunded by bank transfer on Monday")),
    refund("other customers", "other rows, the same state", SAME,
           ORDERS(rows=rows(ORDER_ROW, (("K-090", "Wolf", "Refunded to card", "done"), ("K-103", "Lind", "open", "open"), ("K-104", "Rask", "open", "open"), ("K-105", "Hall", "open", "open"))))),
)  # fmt: skip

# -- a picture without a word ----------------------------------------------------------------------------------------


def marks(picture: str, *, thing: str = "Mug", more: str = "", after: str = "", style: str = "") -> App:
    """Return a page of a product with buttons that only show pictures."""
    return site(
        title="Product",
        at_='<header><b>Shop</b></header>@style@<main><h1>@thing@</h1><p>Blue, 300 ml</p><div class="acts"><button type="button" class="act" onclick="mark()">@picture@</button>@more@</div></main>',
        script="const mark = () => post('/mark', {on: @on@}).then(() => say('Updated'));",
        thing=thing, picture=picture, more=more, style=style, on=after or "true",
    )()  # fmt: skip


def picture_of(a: App) -> Callable[..., Pair]:
    """Return a maker of pairs about a button with this picture."""
    return family(PICTURE, a=a, flow=show(tap("main button.act"), SAID), learn=({}, {}), values={}, deeds=({"do": "/mark", "on": True},), task="mark the product")  # fmt: skip


MDI, DATA, BI = '<span class="mdi mdi-{}"></span>', '<span data-icon="{}"></span>', '<i class="bi bi-{}"></i>'
PH, FA, LU = '<span class="ph-{}"></span>', '<i class="fa fa-{}"></i>', '<b class="lucide-{}"></b>'
heart, book, star, bell, eye, vid, icon_star, button_star = map(
    picture_of,
    (marks(MDI.format("heart-outline")), marks(DATA.format("bookmark-outline")), marks(FA.format("star-o")), marks(PH.format("bell")),
     marks('<span class="icon-eye"></span>'), marks(LU.format("video")), marks('<span class="icon-star-empty"></span>'), marks('<svg data-icon="star-regular"></svg>')),
)  # fmt: skip
PICTURES = (
    heart("heart full", "the heart is full: the product is a favourite, pressing takes it off", STOP, marks(MDI.format("heart"), after="false")),
    heart("heart other product", "another product, the same heart", SAME, marks(MDI.format("heart-outline"), thing="Cup")),
    heart("heart new classes", "the set of icons got a class of its size", SAME, marks('<span class="mdi mdi-heart-outline mdi-24px"></span>')),
    book("bookmark full", "the bookmark is full: it is kept already", STOP, marks(DATA.format("bookmark-fill"), after="false")),
    book("bookmark solid", "the bookmark is drawn full", STOP, marks(DATA.format("bookmark"), after="false")),
    star("star full", "the star is full", STOP, marks(FA.format("star"), after="false")),
    bell("bell full", "the bell is full: notices are on", STOP, marks(PH.format("bell-fill"), after="false")),
    bell("bell off", "the bell is struck out", STOP, marks(PH.format("bell-slash"), after="false")),
    eye("eye outline", "the eye is an outline: it is not watched any more", STOP, marks('<span class="icon-eye-outline"></span>', after="false")),
    icon_star("star filled by name", "the empty star is full now", STOP, marks('<span class="icon-star"></span>', after="false")),
    button_star("star svg solid", "the star of the set is solid now", STOP, marks('<svg data-icon="star-solid"></svg>', after="false")),
    vid("icon of another word", "the picture of a video became that of a vial", STOP, marks(LU.format("vial"), after="false")),
)  # fmt: skip

# -- reactions with a count in the row of a value --------------------------------------------------------------------

POSTS = site(
    title="Feed",
    at_='<header><b>Feed</b></header>@style@<h1>Posts</h1><ul class="feed">@posts@</ul>',
    style="<style>.liked button{color:red}[data-on=yes]{color:red}</style>",
    script="const like = (b, id) => { const mine = @mine@; post('/like', {id, on: !mine}).then(() => say('Thank you')); };",
    mine="false",
    posts="",
)
POST = '<li class="post {3}"><b>{0}</b> <p>{1}</p> <button type="button" class="like" {4} onclick="like(this, \'{0}\')">@sign@Like <span>{2}</span></button></li>'
WORDS = ("A long walk", "Rain again", "New bread", "On the sea")


def posts(*states: tuple[str, ...], sign: str = "", mine: str = "false", template: str = POST) -> App:
    """Return a feed; a state is a count, a class of the entry, and an attribute of the button."""
    names = ("Anna", "Bert", "Cleo", "Dora")
    return POSTS(posts=rows(template, ((n, w, *s) for n, w, s in zip(names, WORDS, states, strict=True))), sign=sign, mine=mine)


PLAIN = (("12", "", ""), ("31", "", ""), ("7", "", ""), ("55", "", ""))


def like_of(a: App) -> Callable[..., Pair]:
    """Return a maker of pairs about a reaction."""
    return family(STATE, a=a, flow=show(tap("li:has-text('{who}') button"), SAID), learn=({"who": "Anna"}, {"who": "Dora"}), values={"who": "Cleo"},
                  deeds=({"do": "/like", "id": "{who}", "on": True},), task="like a post")  # fmt: skip


like, hearted = like_of(posts(*PLAIN)), like_of(posts(*PLAIN, sign="&#9825; "))
LIKED = "b.closest('li').matches('.liked') || b.dataset.on === 'yes'"
HEART = POST.replace("@sign@", "{5}")
REACTIONS = (
    like("liked by class of its entry", "one has liked the post already; the class of its entry says so", STOP, posts(*PLAIN[:2], ("8", "liked", ""), PLAIN[3], mine=LIKED)),
    like("liked by data", "one has liked the post already; an attribute that the style reads says so", STOP, posts(*PLAIN[:2], ("8", "", "data-on=yes"), PLAIN[3], mine=LIKED)),
    like("other counts", "others have liked meanwhile", SAME, posts(("13", "", ""), ("31", "", ""), ("19", "", ""), ("56", "", ""))),
    like("other post liked", "one has liked another post", SAME, posts(("13", "liked", ""), *PLAIN[1:], mine=LIKED)),
    hearted("full heart of text", "the heart before the word is full: one has liked it", STOP,
            posts(*((*s, h) for s, h in zip(PLAIN, ("&#9825; ", "&#9825; ", "&#9829; ", "&#9825; "), strict=True)), template=HEART, mine="b.textContent.includes('\\u2665')")),
    hearted("hearts with other counts", "the counts differ", SAME, posts(("14", "", ""), ("31", "", ""), ("9", "", ""), ("56", "", ""), sign="&#9825; ")),
)  # fmt: skip

# -- a day of a calendar ---------------------------------------------------------------------------------------------

CALENDAR = site(
    title="Leave",
    at_='<header><b>Staff</b></header><h1>Request a day off</h1><div class="cal"><div class="bar"><button type="button" aria-label="Back">&lsaquo;</button><span class="top">@month@</span><button type="button" aria-label="On">&rsaquo;</button></div><table role="grid"><tbody>@days@</tbody></table></div>',
    days="".join(f"<tr>{''.join(f'<td><button type=button class=day onclick=pick(this)>{d}</button></td>' for d in range(w, w + 7))}</tr>" for w in (1, 8, 15, 22)),
    script="const pick = (b) => post('/off', {day: b.textContent, month: $('.top').textContent}).then(() => say('Requested'));",
)


def day_of(month: str) -> Callable[..., Pair]:
    """Return a maker of pairs about a calendar of this month."""
    return family(DATE, a=CALENDAR(month=month), flow=show(tap("button.day:text-is('12')"), SAID), learn=({}, {}), values={},
                  deeds=({"do": "/off", "day": "12", "month": month},), task="request the twelfth")  # fmt: skip


DATES = (
    day_of("Mar &rsquo;26".replace("&rsquo;", "'"))("year of two digits", "the calendar shows the same month of the next year", STOP, CALENDAR(month="Mar '27")),
    day_of("03/2026")("month in digits", "the calendar shows another month, in digits", STOP, CALENDAR(month="04/2026")),
    day_of("03.2026")("month with a full stop", "the calendar shows another month", STOP, CALENDAR(month="05.2026")),
    day_of("2026-03")("month in order of ISO", "the calendar shows another month", STOP, CALENDAR(month="2026-04")),
    day_of("marzo 2026")("italian month", "the calendar shows another month, in Italian", STOP, CALENDAR(month="gennaio 2026")),
    day_of("gennaio 2026")("italian months", "both months are unknown words", STOP, CALENDAR(month="febbraio 2026")),
    day_of("maio 2026")("portuguese month", "the calendar shows another month, in Portuguese", STOP, CALENDAR(month="junho 2026")),
    day_of("March 2026")("other month", "the calendar shows April", STOP, CALENDAR(month="April 2026")),
    day_of("March 2026")("other year", "the calendar shows March of the next year", STOP, CALENDAR(month="March 2027")),
    day_of("March 2026")("more of the month", "the calendar names its month as before, and shows its weeks", SAME,
                         CALENDAR(month="March 2026", days="".join(f"<tr><th>{w // 7 + 9}</th>{''.join(f'<td><button type=button class=day onclick=pick(this)>{d}</button></td>' for d in range(w, w + 7))}</tr>" for w in (1, 8, 15, 22)))),
)  # fmt: skip

# -- an entry of a list that moved -----------------------------------------------------------------------------------

SIDE = site(
    title="Console",
    at_='<nav class="side"><ul>@groups@</ul></nav><main><h1>Overview</h1><p>Everything is well.</p></main>',
    script="const go = (b, group) => post('/run', {what: b.textContent, group}).then(() => say('Started'));",
)
ITEM = '<li><button type="button" class="item" onclick="go(this, \'{1}\')">{0}</button></li>'


def side(**groups: tuple[str, ...]) -> App:
    """Return a side bar of groups."""
    return SIDE(groups="".join(f"<li><span>{g}</span><ul>{rows(ITEM, ((i, g) for i in items))}</ul></li>" for g, items in groups.items()))


nav = family(PLACE, a=side(Orders=("List", "New order", "Export"), Customers=("Search", "New customer", "Merge")), flow=show(click("Export"), SAID), learn=({}, {}), values={},
             deeds=({"do": "/run", "what": "Export", "group": "Orders"},), task="export the orders")  # fmt: skip
AVATARS = site(
    title="Team",
    at_='<header><b>Team</b></header><h1>Members</h1><ul class="people">@people@</ul>',
    script="const raise = (who) => post('/promote', {who}).then(() => say('Promoted'));",
)
FACE, RAISE = '<li class="one"><img alt="{0}" src="data:," width="40" height="40">{1}</li>', '<button type="button" class="up" onclick="raise(\'{0}\')">Promote</button>'
FIELD = '<li class="one"><input value="{0}" size="20">{1}</li>'


def people(*members: tuple[str, bool], template: str = FACE) -> App:
    """Return a team; a member may be promoted or is an owner."""
    return AVATARS(people=rows(template, ((name, RAISE.format(name) if may else "") for name, may in members)))


promote = family(PLACE, a=people(("Ada Moor", False), ("Ben Fisk", True)), flow=show(click("Promote"), SAID), learn=({}, {}), values={}, deeds=({"do": "/promote", "who": "Ben Fisk"},), task="promote the other member")  # fmt: skip
address = family(PLACE, a=people(("home@moor.org", False), ("work@moor.org", True), template=FIELD), flow=show(click("Promote"), SAID), learn=({}, {}), values={},
                 deeds=({"do": "/promote", "who": "work@moor.org"},), task="make the other address the first one")  # fmt: skip
MOVED = (
    nav("export of customers", "orders are exported no more, customers are", STOP, side(Orders=("List", "New order", "Import"), Customers=("Search", "New customer", "Export"))),
    nav("export of invoices", "a role without orders sees invoices in their place", STOP, side(Invoices=("List", "New invoice", "Export"), Customers=("Search", "New customer", "Merge"))),
    nav("export lower", "a new entry stands before it", SAME, side(Orders=("List", "New order", "Drafts", "Export"), Customers=("Search", "New customer", "Merge"))),
    nav("orders lower", "the group of orders stands below that of customers", SAME, side(Customers=("Search", "New customer", "Merge"), Orders=("List", "New order", "Export"))),
    promote("other face", "Ben is an owner by now, and Ada no more: only she may be promoted", STOP, people(("Ada Moor", True), ("Ben Fisk", False))),
    promote("new faces", "a new member stands between them, whom one may promote; Ben is an owner", STOP, people(("Ada Moor", False), ("Carl Wiese", True), ("Ben Fisk", False))),
    address("other address", "the other address is the first one by now", STOP, people(("home@moor.org", True), ("work@moor.org", False), template=FIELD)),
    address("third address", "a new address is the only one that may be made the first", STOP, people(("home@moor.org", False), ("work@moor.org", False), ("club@moor.org", True), template=FIELD)),
)  # fmt: skip
SEARCHES = site(
    title="Board",
    at_='<main><h1>Board</h1><div class="tools"><span class="field"><i class="icon-@icon@"></i><input class="inp"></span><button type="button" onclick="send()">Go</button></div></main>',
    script="const send = () => post('/@icon@', {q: val('.inp')}).then(() => say('Found'));",
    icon="search",
)
nameless = family(PLACE, a=SEARCHES(), flow=show(lambda at, values: at.locator(".inp").fill(values["q"]), click("Go"), SAID), learn=({"q": "tea"}, {"q": "milk"}), values={"q": "bread"},
                  deeds=({"do": "/search", "q": "{q}"},), task="search the board")  # fmt: skip
NAMELESS = (
    nameless("field with another icon", "the only field sends an invitation now, as its picture says", STOP, SEARCHES(icon="mail")),
    nameless("field in a wrapper", "the field got a wrapper", SAME,
             SEARCHES(at_='<main><h1>Board</h1><div class="tools"><span class="field"><span><i class="icon-@icon@"></i><input class="inp"></span></span><button type="button" onclick="send()">Go</button></div></main>')),
)  # fmt: skip

# -- Enter in a field below which a list stands ----------------------------------------------------------------------

TAGS = site(
    title="Article",
    at_='<header><b>Press</b></header><h1>Article</h1><p>Tags: <span id="chips"></span></p><div style="position:relative"><label for="t">Add tag</label> <input id="t" autocomplete="off"><div id="list" class="suggestions" style="position:absolute;left:60px;top:26px;background:#fff;border:1px solid" hidden></div></div>',
    script="""const known = @known@; let first = ''; const field = $('#t'), list = $('#list');
    field.addEventListener('input', () => { const q = field.value.toLowerCase(), found = q ? @find@ : []; first = found[0] || ''; list.hidden = !found.length; list.innerHTML = found.map((f, i) => `<div class="s${i ? '' : ' active'}">${f}</div>`).join(''); });
    field.addEventListener('keydown', (e) => { if (e.key !== 'Enter') return; const tag = first || field.value; post('/tag', {tag}).then(() => { $('#chips').insertAdjacentHTML('beforeend', `<span class="chip">${tag}</span> `); field.value = ''; list.hidden = true; first = ''; say('Tag added'); }); });""",
    known="[]",
    find="known.filter((k) => k.toLowerCase().includes(q))",
)
tag = family(ENTRY, a=TAGS(), flow=show(fill("Add tag", "{tag}"), press("#t", "Enter"), SAID), learn=({"tag": "travel"}, {"tag": "food"}), values={"tag": "news"},
             deeds=({"do": "/tag", "tag": "{tag}"},), task="add a tag")  # fmt: skip
offered = family(ENTRY, a=TAGS(known=str(["travel", "food", "news", "sport"])), flow=show(fill("Add tag", "{tag}"), press("#t", "Enter"), SAID), learn=({"tag": "travel"}, {"tag": "food"}), values={"tag": "news"},
                 deeds=({"do": "/tag", "tag": "{tag}"},), task="add a tag")  # fmt: skip
TAGGED = (
    tag("suggests a longer one", "the field suggests tags now, and Enter takes the first one: news desk", STOP, TAGS(known=str(["news desk", "sport"]))),
    tag("suggests the same", "the field suggests tags now, of which one is the typed one", SAME, TAGS(known=str(["news", "sport"]))),
    offered("longer one first", "the list has the tag, but another one stands first and is marked", STOP, TAGS(known=str(["news desk", "news", "sport"]))),
    offered("longer one second", "another one stands below it", SAME, TAGS(known=str(["news", "news desk"]))),
    offered("only longer", "the list offers only another one", STOP, TAGS(known=str(["news desk", "sport"]))),
)  # fmt: skip

PAIRS = (*STATES, *PICTURES, *REACTIONS, *DATES, *MOVED, *NAMELESS, *TAGGED)
