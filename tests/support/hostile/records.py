"""Records of a table: links, cells and figures in the columns beside the value that names one, and what they lead to."""

from __future__ import annotations

from collections.abc import Sequence

from .acts import check, click, select, show, tap, wait
from .pair import EITHER, SAME, STOP, Answer, App, Handler, Request, family
from .parts import button, one, page, table

GROUP = "records"

# -- links in the columns of a row: a buyer and an agent lead to the same kind of page --------------------------------

SHOWN = page("<h1>Person</h1><p><a href='/'>Back</a></p>", status="<p role=status>Shown</p>")
NAMES = ("Ada Falk", "Ben Moll", "Cy Roth", "Di Senn", "Eli Tau", "Flo Urban", "Gus Voss", "Hal Wick")


def person(kind: int, order: str) -> str:
    """Return the link to the buyer (9) or the agent (8) of an order."""
    name = NAMES[(int(order[-1]) * 2 + kind) % len(NAMES)]
    return f"<a href='/do/person?id={kind}{order}'>{name}</a>"


def orders(*rows: Sequence[str], head: Sequence[str] = ("Order", "Buyer", "Agent"), lead: str = "") -> App:
    """Return a table of orders."""
    return App({"/": page(f"<h1>Orders</h1>{lead}{table(head, rows)}"), "/do/person": SHOWN})


def plain(*numbers: str) -> App:
    """Return a table of orders with their buyers and agents."""
    return orders(*((one, person(9, one), person(8, one)) for one in numbers))


FOUR = ("4711", "4712", "4713", "4714")
buyer = family(
    GROUP,
    a=plain(*FOUR),
    flow=show(tap("tr:has(td:text-is('{order}')) td:nth-child(2) a"), wait("text=Person")),
    learn=({"order": "4711"}, {"order": "4714"}),
    values={"order": "4713"},
    deeds=({"do": "/do/person", "id": "9{order}"},),
    task="show the buyer",
)
LINKS = (
    buyer("sorted otherwise", "the orders stand in another order", SAME, plain(*FOUR[::-1])),
    buyer("more orders", "ten orders came before", SAME, plain(*map(str, range(4720, 4730)), *FOUR)),
    buyer("exchanged columns", "the agent stands where the buyer stood, and the heads say so", EITHER,
          orders(*((n, person(8, n), person(9, n)) for n in FOUR), head=("Order", "Agent", "Buyer"))),
    buyer("column before", "a column with the carrier stands before the buyer", EITHER,
          orders(*((n, f"<a href='/do/person?id=7{n}'>Ida Zorn</a>", person(9, n), person(8, n)) for n in FOUR), head=("Order", "Carrier", "Buyer", "Agent"))),
    buyer("buyer's column is gone", "only the agents are shown", STOP,
          orders(*((n, person(8, n)) for n in FOUR), head=("Order", "Agent"))),
    buyer("other head", "the same column is headed Agent now", STOP,
          orders(*((n, person(8, n), person(9, n)) for n in FOUR), head=("Order", "Agent", "Client"))),
    buyer("no buyer yet", "the order has no buyer yet; its agent is there", STOP,
          orders(*((n, "" if n == "4713" else person(9, n), person(8, n)) for n in FOUR))),
    buyer("two of that number", "two orders have the same number", STOP,
          orders(*((n, person(9, n), person(8, n)) for n in FOUR), ("4713", "<a href='/do/person?id=90000'>Ida Zorn</a>", person(8, "4713")))),
    buyer("number in another column", "the order is named only as the one that another order replaces", STOP,
          orders(*((n, "-" if n != "4714" else "4713", person(9, n), person(8, n)) for n in FOUR if n != "4713"), head=("Order", "Replaces", "Buyer", "Agent"))),
    buyer("sum instead", "the order was split: a row sums its parts up and leads to somebody in charge", STOP,
          orders(*((n, person(9, n), person(8, n)) for n in FOUR if n != "4713"), ("4713 (3 parts)", "<a href='/do/person?id=70000'>Ida Zorn</a>", ""))),
    buyer("everybody", "the link of the row leads to all persons of the order", STOP,
          orders(*((n, person(9, n) if n != "4713" else "<a href='/do/person?id=70000'>All persons</a>", person(8, n)) for n in FOUR))),
    buyer("long number", "an order 14713 stands before", SAME, plain("14713", *FOUR)),
    buyer("longer number only", "only the order 14713 is left", STOP, plain("4711", "4712", "14713", "4714")),
)  # fmt: skip


def papers(*names: str, path: str = "show") -> App:
    """Return papers with a link of one name in each row."""
    rows = [(name, f"<a href='/do/{path}?id={name}'>Details</a>") for name in names]
    return App({"/": page(f"<h1>Papers</h1>{table(('Paper', ''), rows)}"), f"/do/{path}": SHOWN})


paper = family(
    GROUP,
    a=papers("Alpha", "Beta", "Gamma"),
    flow=show(click("Details", "link", within="tr:has(td:text-is('{paper}'))"), wait("text=Person")),
    learn=({"paper": "Alpha"}, {"paper": "Gamma"}),
    values={"paper": "Beta"},
    deeds=({"do": "/do/show", "id": "{paper}"},),
    task="show the details",
)
PAPERS = (
    paper("deed in the address", "the link of that name deletes the paper", STOP, papers("Alpha", "Beta", "Gamma", path="delete")),
    paper("another deed in the address", "the link of that name publishes the paper", STOP, papers("Alpha", "Beta", "Gamma", path="publish")),
    paper("papers sorted", "the papers stand in another order", SAME, papers("Gamma", "Beta", "Alpha")),
)  # fmt: skip

# -- cells that are pressed: two dates of a row ------------------------------------------------------------------------

DATES = ("2031-03-04", "2031-04-05", "2031-05-06", "2031-06-07")


def cell(task: str, field: str, text: str) -> str:
    """Return a cell that opens one field of a task."""
    call = f"post('/open', {{task: '{task}', field: '{field}'}}).then(() => say('Opened'))"
    return f'<td onclick="{call}" style="cursor:pointer">{text}</td>'


def tasks(*names: str, before: int = 0, fields: Sequence[str] = ("Due", "Paid"), shift: int = 0) -> App:
    """Return a table of tasks with two dates each, behind some other columns."""
    heads = "".join(f"<th>{head}</th>" for head in ("Task", *(f"Field {n}" for n in range(before)), *fields))
    rows = "".join(
        f"<tr><td>{name}</td>{'<td>x</td>' * before}"
        + "".join(cell(name, field.lower(), DATES[(n + at + shift) % 4]) for at, field in enumerate(fields))
        + "</tr>"
        for n, name in enumerate(names)
    )
    return one(f"<h1>Tasks</h1><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>")


PLACES = ("Elmsford", "Oakland", "Ashfield", "Pinewood")
due = family(
    GROUP,
    a=tasks(*PLACES),
    flow=show(tap("tr:has(td:text-is('{task}')) td:nth-child(2)")),
    learn=({"task": "Elmsford"}, {"task": "Pinewood"}),
    values={"task": "Ashfield"},
    deeds=({"do": "/open", "task": "{task}", "field": "due"},),
    task="open the deadline",
)
far = family(
    GROUP,
    a=tasks(*PLACES, before=12),
    flow=show(tap("tr:has(td:text-is('{task}')) td:nth-child(14)")),
    learn=({"task": "Elmsford"}, {"task": "Pinewood"}),
    values={"task": "Ashfield"},
    deeds=({"do": "/open", "task": "{task}", "field": "due"},),
    task="open the deadline far right",
)
CELLS = (
    due("other dates", "all dates have moved on", SAME, tasks(*PLACES, shift=2)),
    due("dates exchanged", "the two dates changed places, and the heads say so", EITHER, tasks(*PLACES, fields=("Paid", "Due"))),
    far("far right, other dates", "behind twelve columns, all dates have moved on", SAME, tasks(*PLACES, before=12, shift=2)),
    far("far right, exchanged", "the thirteenth and fourteenth date changed places", EITHER, tasks(*PLACES, before=12, fields=("Paid", "Due"))),
)  # fmt: skip

# -- a state that is a link: pressing it turns it over -----------------------------------------------------------------


def states(**known: str) -> App:
    """Return pages of a site with a link that shows the state of each and changes it."""
    rows = [(name[1:], f"<a href='/do/state?id=9{name[1:]}'>{state}</a>") for name, state in known.items()]

    def turned(request: Request) -> Answer:
        was = known.get(f"p{request.data['id'][1:]}", "")
        return Answer(body=SHOWN, deed={"do": "turn", "id": request.data["id"], "was": was})

    return App({"/": page(f"<h1>Pages</h1>{table(('Page', 'State'), rows)}"), "/do/state": turned})


state = family(
    GROUP,
    a=states(p4711="Live", p4712="Draft", p4713="Hidden", p4714="Old"),
    flow=show(tap("tr:has(td:text-is('{doc}')) a"), wait("text=Person")),
    learn=({"doc": "4711"},),
    values={"doc": "4713"},
    deeds=({"do": "turn", "id": "9{doc}", "was": "Live"},),
    task="take a page off the site",
)
STATES = (
    state("state of the record", "this page is a draft: pressing the state puts it on the site", STOP,
          states(p4711="Old", p4712="Hidden", p4713="Draft", p4714="Live")),
    state("same state", "the page is live, the others are not", SAME,
          states(p4711="Old", p4712="Hidden", p4713="Live", p4714="Draft")),
)  # fmt: skip

# -- messages with the data of a row -----------------------------------------------------------------------------------

JOBS = (("build", "Passed", "Nightly"), ("lint", "Passed", "Weekly"), ("tests", "Passed", "Monthly"))
RERUN = """
const pick = (job) => { $("#job").innerHTML = `<h2>Job</h2><button onclick="rerun('${job}')">Rerun</button>`; };
const rerun = (job) => post("/rerun", {job}).then((answer) => say(answer.told));
"""


def jobs(*rows: tuple[str, str, str], told: str = "{result}", handler: Handler | None = None) -> App:
    """Return jobs with their last result and their plan; the server says what came of the job that was picked."""

    def ran(request: Request) -> Answer:
        job = next(row for row in rows if row[0] == request.data["job"])
        return Answer(body={"told": told.format(job=job[0], result=job[1], plan=job[2])})

    made = [(*row, button("Pick", f"pick('{row[0]}')")) for row in rows]
    body = f"<h1>Jobs</h1>{table(('Job', 'Last result', 'Plan', ''), made)}<div id=job></div>"
    return App({"/": page(body, script=RERUN), "/rerun": handler or ran})


def failing(text: str) -> Handler:
    """Return a handler that does not do it, and says something."""
    return lambda _: Answer(body={"told": text}, deed={})


rerun = family(
    "row data",
    a=jobs(*JOBS),
    flow=show(click("Pick", within="tr:has(td:text-is('{job}'))"), click("Rerun"), wait("[role=status]:has-text('e')")),
    learn=({"job": "build"}, {"job": "lint"}),
    values={"job": "tests"},
    deeds=({"do": "/rerun", "job": "{job}"},),
    task="rerun a job",
)
FAILED = (*JOBS[:2], ("tests", "Failed", "Monthly"))
BROKEN = (*JOBS[:2], ("tests", "Not passed", "Monthly"))
OFTEN = (*JOBS[:2], ("tests", "Passed", "On demand"))
planned = {"a": jobs(*JOBS, told="Started: {plan}"), "task": "start a job"}
RESULTS = (
    rerun("failed as before", "the last result of this job was Failed, and it fails again", STOP, jobs(*FAILED, handler=failing("Failed"))),
    rerun("not passed as before", "the last result was Not passed, and it is so again", STOP, jobs(*BROKEN, handler=failing("Not passed"))),
    rerun("fails now", "the last result was Passed, and it fails now", STOP, jobs(*JOBS, handler=failing("Failed"))),
    rerun("passes", "the job passes as the others did", SAME, jobs(*JOBS[::-1])),
    rerun("plan in the message", "the message names the plan of the row, as before", SAME, jobs(*JOBS, told="Started: {plan}"), **planned),
    rerun("other plan in the message", "the message names the plan of another row", STOP,
          jobs(*JOBS, handler=failing("Started: Weekly")), **planned),
    rerun("plan changed", "the plan of the row is another one, and so it is in the message", SAME, jobs(*OFTEN, told="Started: {plan}"), **planned),
    rerun("failure as the plan", "the plan column of this row says that it is blocked, and so does the message", STOP,
          jobs(*JOBS[:2], ("tests", "Passed", "blocked, not started"), handler=failing("Started: blocked, not started")), **planned),
)  # fmt: skip

# -- the same name under another heading -------------------------------------------------------------------------------


def persons(**groups: Sequence[str]) -> App:
    """Return groups of check boxes that are named after persons, under a heading each, and one button."""
    made = "".join(
        f"<div><h3>{group.title()}</h3>"
        + "".join(f"<p><label><input type=checkbox value='{group}:{name}'>{name}</label></p>" for name in names)
        + "</div>"
        for group, names in groups.items()
    )
    script = "const keep = () => post('/keep', {chosen: [...document.querySelectorAll('input:checked')].map((one) => one.value).join()}).then(() => say('Kept'));"
    return one(f"<h1>Rights</h1>{made}{button('Keep', 'keep()')}", script=script)


ticked = family(
    GROUP,
    a=persons(invite=("Anna", "Bert", "Cleo"), block=("Zoe", "Yves")),
    flow=show(check("{name}"), click("Keep")),
    learn=({"name": "Bert"}, {"name": "Cleo"}),
    values={"name": "Anna"},
    deeds=({"do": "/keep", "chosen": "invite:{name}"},),
    task="invite somebody",
)
TICKS = (
    ticked("in the other list", "Anna stands among those who may be blocked", STOP, persons(invite=("Bert", "Cleo"), block=("Zoe", "Anna"))),
    ticked("list sorted", "the persons are in another order", SAME, persons(invite=("Cleo", "Anna", "Bert"), block=("Zoe", "Yves"))),
    ticked("lists exchanged", "the list of those who may be blocked stands first", SAME, persons(block=("Zoe", "Yves"), invite=("Anna", "Bert", "Cleo"))),
    ticked("in both lists", "Anna may be invited and blocked", EITHER, persons(block=("Zoe", "Anna"), invite=("Anna", "Bert"))),
)  # fmt: skip


def countries(*parts: tuple[str, str], more: str = "") -> App:
    """Return parts of an order with a list of countries each."""
    made = "".join(
        f"<div><h2>{title}</h2><p>Country <select aria-label=Country class=c data-of='{key}'><option>Austria<option>Chile<option>Peru</select></p></div>"
        for title, key in parts
    )
    script = "const order = () => post('/order', Object.fromEntries([...document.querySelectorAll('.c')].map((one) => [one.dataset.of, one.value]))).then(() => say('Ordered'));"
    return one(f"<h1>Order</h1>{more}{made}{button('Order', 'order()')}", script=script)


listed = family(
    GROUP,
    a=countries(("Ship to", "ship")),
    flow=show(select("Country", "{country}"), click("Order")),
    learn=({"country": "Chile"}, {"country": "Peru"}),
    values={"country": "Chile"},
    deeds=({"do": "/order", "ship": "{country}"},),
    task="order to a country",
)
LISTS = (
    listed("other address", "the list stands where it stood, but for the address of the bill", STOP, countries(("Bill to", "bill"))),
    listed("country of birth", "the list asks for the country of birth", STOP, countries(("Born in", "born"))),
    listed("hint above", "a hint stands above the addresses", SAME, countries(("Ship to", "ship"), more="<p>We ship daily.</p>")),
)  # fmt: skip

# -- rows without a role -----------------------------------------------------------------------------------------------


def rooms(*rows: tuple[str, str], wrap: str = "{}") -> App:
    """Return rooms as plain boxes: a name, a figure and a button."""
    made = "".join(
        f"<div class=r><span>{name}</span> <em>{figure}</em> {button('Reset', f'post(`/reset`, {{room: `{name}`}}).then(() => say(`Done`))')}</div>"
        for name, figure in rows
    )
    return one(f"<h1>House</h1>{wrap.format(made)}")


HOUSE = (("Kitchen", "21"), ("Garden", "14"), ("Cellar", "9"))
room = family(
    GROUP,
    a=rooms(*HOUSE),
    flow=show(click("Reset", within=".r:has(span:text-is('{room}'))")),
    learn=({"room": "Kitchen"}, {"room": "Cellar"}),
    values={"room": "Garden"},
    deeds=({"do": "/reset", "room": "{room}"},),
    task="reset a room",
)
BARE = "<div class=r><span>Garden</span> <em>off</em></div>"
ROOMS = (
    room("figures moved on", "all figures are other ones", SAME, rooms(("Kitchen", "9"), ("Garden", "21"), ("Cellar", "14"))),
    room("only this room", "only this room is left", SAME, rooms(("Garden", "14"))),
    room("room became a shed", "only the garden shed is left", STOP, rooms(("Garden shed", "14"))),
    room("button is gone", "the garden is off and has no button; the others have one", STOP,
         rooms(HOUSE[0], HOUSE[2], wrap=BARE + "{}")),
    room("button is gone, one other", "the garden has no button, and one other room is left", STOP, rooms(HOUSE[0], wrap=BARE + "{}")),
    room("within a box", "the garden is a box of its own that holds a lamp with the button", STOP,
         rooms(("Lamp", "3"), wrap="<div class=r><span>Garden</span>{}</div>")),
    room("figure is the name", "the name stands where the figure stood, in another room's box", STOP, rooms(("Kitchen", "Garden"), ("Cellar", "9"))),
)  # fmt: skip

PAIRS = (*LINKS, *PAPERS, *CELLS, *STATES, *RESULTS, *TICKS, *LISTS, *ROOMS)
