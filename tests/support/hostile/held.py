"""Values that a page holds: the row, card, link or option of a value, when others of a similar text are there."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .acts import at, check, click, fill, select, show, wait
from .pair import EITHER, SAME, STOP, App, Handler, family
from .parts import button, done, one, page, table

GROUP = "held values"


def contacts(*names: str, head: Sequence[str] = ("Name", ""), lead: str = "", cell: str = "{}") -> App:
    """Return an address book with a button in each row."""
    rows = [
        (cell.format(name), button("Delete", f"post('/delete', {{name: '{name}'}}).then(() => say('Deleted'))"))
        for name in names
    ]
    return one(f"<h1>Contacts</h1>{lead}{table(head, rows)}")


row = family(
    GROUP,
    a=contacts("Anna", "Bert", "Cleo", "Dora"),
    flow=show(click("Delete", within="tr:has(td:text-is('{name}'))")),
    learn=({"name": "Bert"}, {"name": "Dora"}),
    values={"name": "Anna"},
    deeds=({"do": "/delete", "name": "{name}"},),
)


def wide(*people: tuple[str, str, str]) -> App:
    """Return an address book with two more columns, of which one names another person."""
    rows = [
        (name, mail, by, button("Delete", f"post('/delete', {{name: '{name}'}}).then(() => say('Deleted'))"))
        for name, mail, by in people
    ]
    return one(f"<h1>Contacts</h1>{table(('Name', 'E-mail', 'Introduced by', ''), rows)}")


def two_annas() -> App:
    """Return an address book in which two persons have the same name."""
    rows = [
        (name, button("Delete", f"post('/delete', {{name: '{name}', id: {number}}}).then(() => say('Deleted'))"))
        for number, name in enumerate(("Bert", "Anna", "Cleo", "Anna"))
    ]
    return one(f"<h1>Contacts</h1>{table(('Name', ''), rows)}")


def archive() -> App:
    """Return an address book whose second table holds the contacts in the bin."""
    kept = [
        (n, button("Delete", f"post('/delete', {{name: '{n}'}}).then(() => say('Deleted'))")) for n in ("Bert", "Cleo")
    ]
    gone = [
        (n, button("Delete", f"post('/purge', {{name: '{n}'}}).then(() => say('Deleted'))")) for n in ("Anna", "Ines")
    ]
    head = ("Name", "")
    return one(f"<h1>Contacts</h1>{table(head, kept)}<section aria-label=Bin><h2>Bin</h2>{table(head, gone)}</section>")


ROWS = (
    row("longer name only", "Anna is gone; Anna Maria is somebody else", STOP, contacts("Anna Maria", "Bert", "Cleo")),
    row(
        "longer name before", "Anna Maria has joined; Anna is still there", SAME, contacts("Anna Maria", "Anna", "Bert")
    ),
    row("longer name after", "Marianna and Anna Maria have joined", SAME, contacts("Marianna", "Anna", "Anna Maria")),
    row("order reversed", "the book is sorted the other way", SAME, contacts("Dora", "Cleo", "Bert", "Anna")),
    row("more rows", "the book has grown", SAME, contacts(*(f"Person {n}" for n in range(30)), "Anna", "Zoe")),
    row("in bold", "names are emphasised now", SAME, contacts("Anna", "Bert", "Cleo", cell="<b>{}</b>")),
    row(
        "beside a picture",
        "every name has a round picture with initials hidden from readers",
        SAME,
        contacts("Anna", "Bert", "Cleo", cell="<span aria-hidden=true>\u25cf</span> <span>{}</span>"),
    ),
    row("other case", "ANNA is another account than Anna", STOP, contacts("ANNA", "Bert", "Cleo")),
    row("accent", "Änna is not Anna", STOP, contacts("Änna", "Bert", "Cleo")),
    row("gone", "Anna has left; others are there", STOP, contacts("Bert", "Cleo", "Dora")),
    row("two of that name", "two persons are called Anna; nobody knows which one is meant", STOP, two_annas()),
    row("in the bin", "Anna is in the bin, where Delete means for ever", STOP, archive()),
    row(
        "name in another column",
        "Anna has left, but is named as the one who introduced Cleo",
        STOP,
        wide(("Bert", "b@x.org", "Dora"), ("Cleo", "c@x.org", "Anna")),
    ),
    row(
        "columns added",
        "two columns were added, and one of them names Anna in another row",
        SAME,
        wide(("Cleo", "c@x.org", "Anna"), ("Anna", "a@x.org", "Bert"), ("Bert", "b@x.org", "Anna")),
    ),
    row(
        "with a title",
        "the only Anna has a title that makes her another person: Anna (deceased account)",
        STOP,
        contacts("Anna (deceased)", "Bert", "Cleo"),
    ),
)

mail = family(
    GROUP,
    a=contacts("ann@x.org", "bob@x.org", "cy@x.org"),
    flow=show(click("Delete", within="tr:has(td:text-is('{mail}'))")),
    learn=({"mail": "ann@x.org"}, {"mail": "cy@x.org"}),
    values={"mail": "bob@x.org"},
    deeds=({"do": "/delete", "name": "{mail}"},),
)
MAILS = (
    mail(
        "longer domain",
        "bob@x.org.evil.com is an address of a stranger",
        STOP,
        contacts("ann@x.org", "bob@x.org.evil.com"),
    ),
    mail("longer local part", "jim-bob@x.org is another mailbox", STOP, contacts("ann@x.org", "jim-bob@x.org")),
    mail(
        "both",
        "the stranger's address stands first, the right one is there too",
        SAME,
        contacts("bob@x.org.evil.com", "jim-bob@x.org", "bob@x.org"),
    ),
    mail("plus address", "bob+test@x.org is another mailbox", STOP, contacts("ann@x.org", "bob+test@x.org")),
)

number = family(
    GROUP,
    a=contacts("INV-3", "INV-7", "INV-1"),
    flow=show(click("Delete", within="tr:has(td:text-is('{invoice}'))")),
    learn=({"invoice": "INV-3"}, {"invoice": "INV-7"}),
    values={"invoice": "INV-1"},
    deeds=({"do": "/delete", "name": "{invoice}"},),
)
NUMBERS = (
    number("longer number", "INV-10 is another invoice", STOP, contacts("INV-10", "INV-3")),
    number("other number", "INV-1 is paid and gone", STOP, contacts("INV-2", "INV-3", "INV-7")),
    number("between longer ones", "INV-10 and INV-11 came before INV-1", SAME, contacts("INV-10", "INV-11", "INV-1")),
    number("leading zero", "INV-01 belongs to another series", STOP, contacts("INV-01", "INV-3")),
    number("lower case", "inv-1 is a draft in another series", STOP, contacts("inv-1", "INV-3")),
)


def cards(*files: str) -> App:
    """Return files as cards: a heading and a button each."""
    made = "".join(
        f"<article><h3>{file}</h3><p>PDF</p>{button('Share', f'post(`/share`, {{file: `{file}`}}).then(() => say(`Shared`))')}</article>"
        for file in files
    )
    return one(f"<h1>Files</h1>{made}")


card = family(
    GROUP,
    a=cards("Budget", "Report", "Plan"),
    flow=show(click("Share", within="article:has(h3:text-is('{file}'))")),
    learn=({"file": "Budget"}, {"file": "Plan"}),
    values={"file": "Report"},
    deeds=({"do": "/share", "file": "{file}"},),
)
CARDS = (
    card("copy", "only the copy of the report is left", STOP, cards("Budget", "Report (copy)", "Plan")),
    card("copy before", "a copy stands before the report", SAME, cards("Report (copy)", "Budget", "Report")),
    card("draft", "the report became a draft of another text", STOP, cards("Budget", "Draft: Report", "Plan")),
    card("plural", "Reports is a folder", STOP, cards("Budget", "Reports", "Plan")),
    card("other extension", "Report.exe is no report", STOP, cards("Budget", "Report.exe", "Plan")),
)


def topics(*names: str, badge: str = "") -> App:
    """Return links whose text is a value."""
    links = "".join(f'<li><a href="/do/open?topic={name}">{name}{badge}</a></li>' for name in names)
    return App(
        {
            **one(f"<h1>Topics</h1><ul>{links}</ul>").pages,
            "/do/open": one("<h1>Topic</h1><p role=status>Opened</p>").pages["/"],
        }
    )


link = family(
    GROUP,
    a=topics("Ruby", "Java", "Go"),
    flow=show(click("{topic}", "link")),
    learn=({"topic": "Ruby"}, {"topic": "Go"}),
    values={"topic": "Java"},
    deeds=({"do": "/do/open", "topic": "{topic}"},),
)
LINKS = (
    link("longer link", "JavaScript is another language", STOP, topics("Ruby", "JavaScript", "Go")),
    link("longer link first", "JavaScript stands before Java", SAME, topics("JavaScript", "Ruby", "Java")),
    link(
        "badge in the link",
        "each topic shows how many posts it has",
        EITHER,
        topics("Ruby", "Java", "Go", badge=" <small>(3)</small>"),
    ),
)


def plans(*options: tuple[str, str], kind: str = "select") -> App:
    """Return a form with a list of plans, or with radio buttons."""
    if kind == "select":
        made = "".join(f"<option value={value}>{text}</option>" for text, value in options)
        field = f"<label for=plan>Plan</label> <select id=plan>{made}</select>"
        chosen = "val('#plan')"
    else:
        field = "".join(f"<label><input type=radio name=plan value={value}>{text}</label>" for text, value in options)
        chosen = "$('input:checked')?.value"
    return one(
        f"<h1>Plan</h1>{field}{button('Order', f'post(`/order`, {{plan: {chosen}}}).then(() => say(`Ordered`))')}"
    )


STOCK = (("Free", "Free"), ("Basic", "Basic"), ("Pro", "Pro"))
LEGACY = (("Free", "Free"), ("Basic (legacy)", "legacy"), ("Pro", "Pro"))
LEARN = ({"plan": "Free"}, {"plan": "Pro"})
option = family(
    GROUP,
    a=plans(*STOCK),
    flow=show(select("Plan", "{plan}"), click("Order")),
    learn=({"plan": "Free"}, {"plan": "Pro"}),
    values={"plan": "Basic"},
    deeds=({"do": "/order", "plan": "{plan}"},),
)
OPTIONS = (
    option("longer option", "only the legacy plan is left", STOP, plans(*LEGACY), learn=LEARN),
    option("options reordered", "the dearest plan stands first", SAME, plans(*STOCK[::-1]), learn=LEARN),
    option("option added", "a plan was added before", SAME, plans(("Team", "Team"), *STOCK), learn=LEARN),
    option("option gone", "Basic is not sold any more", STOP, plans(STOCK[0], STOCK[2]), learn=LEARN),
    option(
        "radio gone",
        "Basic is not sold any more; Pro is",
        STOP,
        plans(STOCK[0], STOCK[2], kind="radio"),
        a=plans(*STOCK, kind="radio"),
        flow=show(check("{plan}", "radio"), click("Order")),
    ),
    option(
        "radio longer",
        "Basic (legacy) is another plan",
        STOP,
        plans(*LEGACY, kind="radio"),
        a=plans(*STOCK, kind="radio"),
        flow=show(check("{plan}", "radio"), click("Order")),
        learn=LEARN,
    ),
    option(
        "radios reordered",
        "the dearest plan stands first",
        SAME,
        plans(*STOCK[::-1], kind="radio"),
        a=plans(*STOCK, kind="radio"),
        flow=show(check("{plan}", "radio"), click("Order")),
    ),
)


def named(*people: str) -> App:
    """Return people whose buttons are named after them for screen readers."""
    made = "".join(
        f"<li>{name} <button aria-label='Remove {name}' onclick=\"post('/remove', {{name: '{name}'}})"
        ".then(() => say('Removed'))\">\u2715</button></li>"
        for name in people
    )
    return one(f"<h1>Guests</h1><ul>{made}</ul>")


label = family(
    GROUP,
    a=named("Eva", "Finn", "Gil"),
    flow=show(click("Remove {guest}")),
    learn=({"guest": "Finn"}, {"guest": "Gil"}),
    values={"guest": "Eva"},
    deeds=({"do": "/remove", "guest": "{guest}"},),
)
LABELS = tuple(
    label(name, about, expected, app, deeds=({"do": "/remove", "name": "{guest}"},))
    for name, about, expected, app in (
        ("longer label", "Eva has left; Evangeline has not", STOP, named("Evangeline", "Finn")),
        ("label with a surname", "Eva has left; Eva Braun is another guest", STOP, named("Finn", "Eva Braun")),
        ("label both", "Evangeline stands before Eva", SAME, named("Evangeline", "Finn", "Eva")),
        ("label suffix", "mother of Eva is another guest", STOP, named("Mother of Eva", "Finn")),
    )
)

FIND = """
const find = async () => {
  const names = await get("/find?q=" + val("#q"));
  $("ul").innerHTML = names.map((name) => `<li>${name} <button onclick="invite('${name}')">Invite</button></li>`).join("");
};
const invite = (name) => post("/invite", {name}).then(() => say("Invited"));
"""
SEARCH = one(f"<label>Find <input id=q></label>{button('Search', 'find()')}<ul></ul>", script=FIND)
search = family(
    GROUP,
    a=App({**SEARCH.pages, "/find": lambda request: [request.data["q"], "Zed"]}),
    flow=show(fill("Find", "{who}"), click("Search"), click("Invite", within="li:has-text('{who}') >> nth=0")),
    learn=({"who": "Ida"}, {"who": "Jon"}),
    values={"who": "Kim"},
    deeds=({"do": "/invite", "name": "{who}"},),
)


def found(*names: str) -> App:
    """Return the search with fixed results."""
    return App({**SEARCH.pages, "/find": list(names)})


SEARCHES = (
    search("search finds a namesake", "the search finds Kimberly only", STOP, found("Kimberly", "Zed")),
    search("search finds both", "the search finds Kimberly before Kim", SAME, found("Kimberly", "Kim", "Zed")),
    search("search finds nobody", "the search falls back to suggestions", STOP, found("Zed", "Yves")),
)


def line(text: str) -> App:
    """Return a page with links in a line of text; each link stands in angle quotes, and ``!`` before one drops."""
    script = "const go = (what, room) => { post(what, {room}).then(() => say('Done')); return false; };"

    def made(one: re.Match[str]) -> str:
        what = "/drop" if one[1] else "/open"
        return f"""<a href="#" onclick="return go('{what}', '{one[2]}')">{one[2]}</a>"""

    return one(f"<h1>Rooms</h1><p>{re.sub('(!?)‹(.+?)›', made, text)}</p>", script=script)


LINE = "Open ‹Anna› ‹Bert› ‹Cleo› ‹Dora›"
beside = family(
    GROUP,
    a=line(LINE),
    flow=show(click("{room}", role="link")),
    learn=({"room": "Bert"},),
    values={"room": "Dora"},
    deeds=({"do": "/open", "room": "{room}"},),
)
TWO_DEEDS = "Open ‹Anna› ‹Bert›, drop !‹Cleo› !‹Dora›"
two_deeds = family(
    GROUP,
    a=line(TWO_DEEDS),
    flow=show(click("{room}", role="link")),
    learn=({"room": "Bert"},),
    values={"room": "Cleo"},
    deeds=({"do": "/open", "room": "{room}"},),
)
LINES = (
    beside("links in a line", "the same line of links; another one is meant", SAME, line(LINE)),
    two_deeds("links for two deeds", "the first links open, the others drop", STOP, line(TWO_DEEDS)),
    two_deeds(
        "link between the deeds",
        "the text that parted the links is gone",
        EITHER,
        line("Open ‹Anna› ‹Bert› ‹Cleo› ‹Dora›"),
    ),
)


def wiki(sent_to: str = "") -> App:
    """Return a wiki; the form on each page is sent to the page itself, or to another one."""
    names = ("Attic", "Cellar", "Garden")

    def edit(name: str) -> Handler:
        field = "<textarea id=text name=text></textarea><button>Save</button>"
        form = page(f"<h1>Edit</h1><form method=post action='/edit/{sent_to or name}'>{field}</form>")
        return lambda request: done("Saved") if "text" in request.data else form

    links = "".join(f"<li><a href='/edit/{name}'>{name}</a></li>" for name in names)
    return App({"/": page(f"<h1>Wiki</h1><ul>{links}</ul>"), **{f"/edit/{name}": edit(name) for name in names}})


written = family(
    GROUP,
    a=wiki(),
    flow=show(click("{name}", role="link"), at("#text", "{text}"), click("Save"), wait("text=Saved")),
    learn=({"name": "Cellar", "text": "Dry."},),
    values={"name": "Garden", "text": "Green."},
    deeds=({"do": "/edit/{name}", "text": "{text}"},),
)
WRITTEN = (
    written("form of the open page", "the form is sent to the page that is open", SAME, wiki()),
    written("form of another page", "every form is sent to the attic", STOP, wiki("Attic")),
)

PAIRS = (*ROWS, *MAILS, *NUMBERS, *CARDS, *LINKS, *OPTIONS, *LABELS, *SEARCHES, *LINES, *WRITTEN)
