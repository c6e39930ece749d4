"""Presses at once, numbers glued to words, first letters, days and dialogs of records: pages against the newest rules."""

from __future__ import annotations

from typing import Any

from .acts import click, fill, press, show, tap, type_into
from .everyday import SAID, enter, rows, site
from .pair import EITHER, SAME, STOP, Answer, App, Pair, Request, family

PRESS, NUMBER = "fresh presses", "fresh numbers"
BEGUN, DECIMAL, DAY, PLACE = (
    "fresh beginnings",
    "fresh decimals",
    "fresh days",
    "fresh places",
)


# -- a queue of visitors: the row changes at the moment of the press ---------------------------------------------------

QUEUE = site(
    title="Desk",
    at_="""<style>li{padding:6px}#veil{position:fixed;inset:0;background:#fff}</style><header><b>Visitors</b></header><main><h1>Queue</h1><ul id="q">@list@</ul></main>""",
    list=rows("<li><span>{0}</span> <button type='button'>Admit</button></li>", (("Ana Brill",), ("Ben Cole",), ("Cara Dunn",), ("Dora Ek",))),
    script="""const q = $('#q'), all = () => [...q.children]; const who = (li) => li.firstElementChild.textContent;
    const admit = (name) => post('/admit', {name}).then(() => say('Admitted')); @how@; let calm = true; const once = (f) => { if (calm) { calm = false; f(); } };
    const turn = () => { const names = all().map(who); names.unshift(names.pop()); all().forEach((li, n) => { li.firstElementChild.textContent = names[n]; }); }; @event@""",
    how="q.addEventListener('click', (e) => { if (e.target.localName === 'button') admit(who(e.target.closest('li'))); })",
    event="",
)  # fmt: skip
queue = family(
    PRESS,
    a=QUEUE(),
    flow=show(click("Admit", within="li:has-text('{name}')"), SAID),
    learn=({"name": "Ben Cole"}, {"name": "Dora Ek"}),
    values={"name": "Cara Dunn"},
    deeds=({"do": "/admit", "name": "{name}"},),
    task="admit a visitor",
)
INTENT = """let mine = all()[0], due; q.addEventListener('mouseover', (e) => { const li = e.target.closest('li'); clearTimeout(due); const rest = () => { mine = li; }; if (li) @rest@; });
    q.addEventListener('click', (e) => { if (e.target.localName === 'button') admit(who(mine)); })"""
QUEUE_PAIRS = (
    queue("sorted under the pointer", "the rows change places as soon as the pointer comes over the list", EITHER,
          QUEUE(event="q.addEventListener('mouseover', () => once(() => q.prepend(q.lastElementChild)));")),
    queue("recycled under the pointer", "the rows take over other visitors as soon as the pointer moves", EITHER,
          QUEUE(event="addEventListener('pointermove', () => once(turn), true);")),
    queue("recycled at the press", "the rows take over other visitors at the first event of the press", EITHER,
          QUEUE(event="addEventListener('pointerdown', () => once(turn), true);")),
    queue("turned by a timer", "every moment the rows take over the visitor above", EITHER,
          QUEUE(event="setInterval(turn, 120);")),
    queue("places without a change", "the rows change places by their style at the move of the pointer", EITHER,
          QUEUE(event="q.style.display = 'flex'; q.style.flexDirection = 'column'; q.addEventListener('mouseover', () => once(() => { q.style.flexDirection = 'column-reverse'; }));")),
    queue("row that waits for the pointer", "the row under the pointer counts only when the pointer has rested on it for a moment", EITHER,
          QUEUE(how=INTENT, rest="due = later(60, rest)"), a=QUEUE(how=INTENT, rest="rest()")),
    queue("veil at the move", "a question about another visitor comes below the pointer", EITHER,
          QUEUE(event="addEventListener('pointermove', () => once(() => { document.body.insertAdjacentHTML('beforeend', `<button id=veil type=button>Admit</button>`); $('#veil').onclick = () => admit('Zoe Late'); }), true);")),
    queue("row that rises", "a row rises a little under the pointer, and takes a shadow", SAME,
          QUEUE(event="document.head.insertAdjacentHTML('beforeend', '<style>li:hover{transform:translateY(-2px);box-shadow:0 2px 4px #888}</style>');")),
)  # fmt: skip

# -- faults with glued numbers -----------------------------------------------------------------------------------------

FAULTS = (("issue3", "Printer jams"), ("issue5", "Door squeaks"), ("issue7", "Lamp flickers"), ("issue4", "Roof leaks"))


def fault(title: str, kind: str = "Fault") -> str:
    """Return the page of a record."""
    return f"""<header><a href="/">Faults</a></header><main><p>@kind@</p><h1>{title}</h1><p><label for="n">Note</label> <input id="n"></p>
    <button type="button" onclick="post('/note', {{kind: '{kind}', title: $('h1').textContent, note: val('#n')}}).then(() => say('Noted'))">Add note</button></main><p role="status"></p>"""


def faults(listed: tuple[tuple[str, str], ...], **pages: str) -> App:
    """Return a version with a list of records and their pages."""
    known = {f"at_{path}": fault(title) for path, title in FAULTS}
    links = rows('<tr><td><a href="/{0}">{1}</a></td></tr>', listed)
    return site(
        title="Faults",
        kind="Fault",
        at_=f"<header><b>Faults</b></header><main><h1>Open</h1><table>{links}</table></main>",
        **(known | pages),
    )()


noted = family(
    NUMBER,
    a=faults(FAULTS),
    flow=show(click("{title}", "link"), fill("Note", "{note}"), click("Add note"), SAID),
    learn=({"title": "Printer jams", "note": "Out of paper"}, {"title": "Door squeaks", "note": "Needs oil"}),
    values={"title": "Lamp flickers", "note": "New bulb"},
    deeds=({"do": "/note", "kind": "Fault", "title": "{title}", "note": "{note}"},),
    task="add a note to a fault",
)
LAMP = ("issue7", "Lamp flickers")
NOTED_PAIRS = (
    noted("link to another fault", "the link of the lamp leads to the roof", STOP, faults((*FAULTS[:2], ("issue4", LAMP[1]), FAULTS[3]))),
    noted("link to an order", "the link of the lamp leads to an order of that name", STOP,
          faults((*FAULTS[:2], ("order7", LAMP[1]), FAULTS[3]), at_order7=fault(LAMP[1], "Order"))),
    noted("link to a copy", "the link of the lamp leads to a draft of the fault", STOP,
          faults((*FAULTS[:2], ("issue-draft7", LAMP[1]), FAULTS[3]), **{"at_issue-draft7": fault(LAMP[1], "Draft")})),
    noted("longer numbers", "the faults have numbers of three digits now", SAME,
          faults(tuple((f"issue10{n}", title) for n, (_, title) in enumerate(FAULTS)), **{f"at_issue10{n}": fault(title) for n, (_, title) in enumerate(FAULTS)})),
)  # fmt: skip


def filed(where: str, **deed: Any) -> object:
    """Return a handler that files a report and leads to a page."""

    def answer(request: Request) -> Answer:
        request.state["title"] = request.data.get("title", "")
        return Answer(status=303, location=where, **deed)

    return answer


def its_page(shown: str = "") -> object:
    """Return the page of the report that was filed, or another text."""
    return lambda request: (
        f"<!doctype html><title>Reports</title><main><h1>Report</h1><p>{shown or request.state.get('title', '')}</p></main><p role=status>Report</p>"
    )


REPORT = site(
    title="Reports",
    at_="""<header><a href="/report">New report</a></header><main><h1>Reports</h1></main>""",
    at_report="""<header><a href="/">Reports</a></header><main><h1>New report</h1><form method="post" action="/file"><p><label for="t">Title</label> <input id="t" name="title"></p><button>Save report</button></form></main>""",
    at_file=filed("/report12"),
    at_report12=its_page(),
    at_report4=its_page("Report is known"),
    at_reports4=its_page(),
)
report = family(
    NUMBER,
    a=REPORT(),
    flow=show(click("New report", "link"), fill("Title", "{title}"), click("Save report"), SAID),
    learn=({"title": "Lift stuck"}, {"title": "Gate open"}),
    values={"title": "Heating cold"},
    deeds=({"do": "/file", "title": "{title}"},),
    task="file a report",
)
REPORT_PAIRS = (
    report("report known already", "the page leads to an older report and files nothing", STOP, REPORT(at_file=filed("/report4", deed={}))),
    report("older report of the title", "the page leads to an older report with this title and files nothing", STOP,
           REPORT(at_file=filed("/report3", deed={}), at_report3=its_page("Heating cold, filed last year"))),
    report("just now", "the page says beside the title that it was filed just now", SAME,
           REPORT(at_report12=its_page("Heating cold, filed 2 seconds ago"))),
    report("next number", "the report has another number", SAME, REPORT(at_file=filed("/report13"), at_report13=its_page())),
)  # fmt: skip

# -- first letters ----------------------------------------------------------------------------------------------------

CARE = site(
    title="Ward",
    at_="""<header><b>Clinic</b></header><main><h1>Meals</h1><p><label for="s">@label@</label> <input id="s" autocomplete="off" oninput="offer()"></p><ul id="l" role="listbox"></ul><button type="button" onclick="go()">Order meal</button></main>""",
    script="""const PEOPLE = [@people@]; let chosen = ''; const offer = () => { const t = val('#s').toLowerCase();
    $('#l').innerHTML = t ? PEOPLE.filter(([w, n]) => @fits@).map(([w, n]) => `<li role="option" data-w="${w}" onclick="pick(this)">@shown@</li>`).join('') : ''; };
    const pick = (li) => { chosen = li.dataset.w + '/' + li.textContent; @taken@; $('#l').innerHTML = ''; };
    const go = () => post('/meal', {@data@}).then(() => say('Ordered'));""",
    label="Patient",
    people="['M', 'Mia Sand'], ['M', 'Max Thal'], ['A', 'Ada Lund'], ['M', 'Rosa Kern']",
    fits="n.toLowerCase().startsWith(t)",
    shown="${n}",
    taken="$('#s').value = li.textContent",
    data="chosen",
)
care = family(
    BEGUN,
    a=CARE(),
    flow=show(type_into("Patient", "M"), click("{name}", "option"), click("Order meal"), SAID),
    learn=({"name": "Mia Sand"}, {"name": "Max Thal"}),
    values={"name": "Rosa Kern"},
    deeds=({"do": "/meal", "chosen": "M/{name}"},),
    task="order a meal for a patient",
)
WARD = {
    "label": "Ward or patient",
    "fits": "w.toLowerCase() === t || n.toLowerCase().startsWith(t)",
    "taken": "",
    "data": "ward: val('#s'), chosen",
}
ward = {
    "a": CARE(**WARD), "flow": show(type_into("Ward or patient", "M"), click("{name}", "option"), click("Order meal"), SAID),
    "deeds": ({"do": "/meal", "ward": "M", "chosen": "M/{name}"},),
}  # fmt: skip
CARE_PAIRS = (
    care("ward that is sent", "the letter is the ward, and the list has one more patient", EITHER,
         CARE(**WARD, people="['M', 'Mia Sand'], ['M', 'Rosa Kern'], ['A', 'Ada Lund'], ['M', 'Nils Orr']"), **ward),
    care("only a longer name", "the patient is gone, and another one has a longer name with this beginning", STOP,
         CARE(people="['M', 'Mia Sand'], ['A', 'Rosa Kernberg']")),
    care("two of that name", "two patients of two wards have this name", STOP, CARE(people="['A', 'Rosa Kern'], ['M', 'Rosa Kern']"), values={"name": "Rosa Kern"}),
    care("new patient first", "the list begins with an entry that adds a patient of this name", SAME,
         CARE(fits="n.toLowerCase().startsWith(t) || n === 'New patient'", people="['N', 'New patient'], ['M', 'Mia Sand'], ['M', 'Rosa Kern'], ['M', 'Rosa Kernberg']")),
)  # fmt: skip

# -- decimals ----------------------------------------------------------------------------------------------------------

HOURS = site(
    title="Hours",
    at_="""<header><b>Hours</b></header><main><h1>Today</h1><p><label for="h">Hours</label> <input id="h"></p><button type="button" onclick="go()">Enter hours</button><table><tr><th>Entry</th><th>Hours</th></tr><tbody id="t"></tbody></table></main>""",
    script="""const go = () => { const h = @read@; post('/hours', {hours: String(h)}).then(() => { $('#t').innerHTML = `<tr><td>Own work</td><td>${h.toFixed(@digits@)}</td></tr>@more@`; say('Entered'); }); };""",
    read="Number(val('#h'))",
    digits="1",
    more="",
)
hours = family(
    DECIMAL,
    a=HOURS(),
    flow=show(fill("Hours", "{hours}"), click("Enter hours"), SAID),
    learn=({"hours": "12"}, {"hours": "7"}),
    values={"hours": "15"},
    deeds=({"do": "/hours", "hours": "{hours}"},),
    task="enter hours",
)
EXPORT = site(
    title="Releases",
    at_="""<header><b>Releases</b></header><main><h1>Releases</h1><table><tr><th>Release</th><th></th></tr>@list@</table></main>""",
    script="const go = (b) => post('/withdraw', {release: b.closest('tr').cells[0].textContent}).then(() => say('Withdrawn'));",
    list=rows("<tr><td>{0}</td><td><button type='button' onclick='go(this)'>Withdraw</button></td></tr>", (("12",), ("14",), ("15",), ("16",))),
)  # fmt: skip
export = family(
    DECIMAL,
    a=EXPORT(),
    flow=show(click("Withdraw", within="tr:has(td:text-is('{release}'))"), SAID),
    learn=({"release": "12"}, {"release": "14"}),
    values={"release": "15"},
    deeds=({"do": "/withdraw", "release": "{release}"},),
    task="withdraw a release",
)
LINE = "<tr><td>{0}</td><td><button type='button' onclick='go(this)'>Withdraw</button></td></tr>"
HOUR_PAIRS = (
    hours("hours in tenths", "the field counts tenths, so that 15 makes 1.5", STOP, HOURS(read="Number(val('#h')) / 10")),
    hours("hours times ten", "the field lost its comma, so that 15 makes 150", STOP, HOURS(read="Number(val('#h') + '0')")),
    hours("tenths beside a limit", "15 makes 1.5, and a line below states the most hours", STOP,
          HOURS(read="Number(val('#h')) / 10", more="<tr><td>At most</td><td>15.0</td></tr>")),
    hours("presses are counted", "the page counts the presses of its buttons, and sends a number of its own with them", SAME,
          HOURS(read="(post('/seen', {button: 'Enter hours', hours: '3'}), Number(val('#h')))", at_seen=lambda _: Answer(deed={}))),
    hours("two decimals", "the table shows two decimals", SAME, HOURS(digits="2")),
    export("only the decimal release", "release 15 is gone, and there is a release 15.0", STOP, EXPORT(list=rows(LINE, (("14",), ("15.0",), ("150",))))),
    export("decimal release first", "releases 15.0 and 15.00 stand before release 15", SAME, EXPORT(list=rows(LINE, (("15.0",), ("15.00",), ("15",))))),
)  # fmt: skip

# -- numbers in grids of seven columns --------------------------------------------------------------------------------

WEEK = (
    "<tr><th>Week</th>"
    + rows("<th>{0}</th>", ((d,) for d in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")))
    + "</tr>"
)
SHEET_OF_HOURS = site(
    title="Timesheet",
    at_="""<header><b>Timesheet</b></header><main><h1>@shown@</h1><table>@heads@@list@</table></main>""",
    script="""document.querySelector('table').onclick = (e) => { const b = e.target.closest('button'); if (!b) return; const td = b.closest('td'); post('/approve', {day: td.closest('table').rows[0].cells[td.cellIndex].textContent, n: b.textContent, @data@}).then(() => say('Approved')); };""",
    heads=WEEK,
    shown="Hours",
    data="",
    list=rows("<tr><th>{0}</th><td><button type='button'>{1}</button></td><td><button type='button'>{2}</button></td><td><button type='button'>{3}</button></td><td>-</td><td>-</td><td>-</td><td>-</td></tr>",
              (("31", "5", "3", "2"), ("32", "8", "9", "1"), ("33", "6", "4", "10"))),
)  # fmt: skip
approve = family(
    DAY,
    a=SHEET_OF_HOURS(),
    flow=show(click("{n}"), SAID),
    learn=({"n": "5"}, {"n": "8"}),
    values={"n": "6"},
    deeds=({"do": "/approve", "day": "Mon", "n": "{n}"},),
    task="approve the hours of a Monday",
)
OF_HOURS = "<tr><th>{0}</th><td><button type='button'>{1}</button></td><td><button type='button'>{2}</button></td><td><button type='button'>{3}</button></td><td>-</td><td>-</td><td>-</td><td>-</td></tr>"
MONTH = "".join(
    "<tr>"
    + "".join(
        f"<td><button type='button'>{d}</button></td>" if 0 < d < 29 else "<td></td>" for d in range(w * 7, w * 7 + 7)
    )
    + "</tr>"
    for w in range(5)
)
HEADS = "<tr>" + rows("<th>{0}</th>", ((d,) for d in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))) + "</tr>"
SHORT = "<tr>" + rows("<th>{0}</th>", ((d,) for d in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"))) + "</tr>"
MONTHLY = {"heads": HEADS, "list": MONTH, "data": "day: '', month: $('h1').textContent"}
month = {
    "a": SHEET_OF_HOURS(**MONTHLY, shown="February 2027"), "learn": ({"n": "9"}, {"n": "12"}), "values": {"n": "17"},
    "deeds": ({"do": "/approve", "day": "", "n": "{n}", "month": "February 2027"},), "task": "approve a day",
}  # fmt: skip
DAY_PAIRS = (
    approve("hours in the next column", "the hours of this Monday are others, and a Tuesday has this number", STOP,
            SHEET_OF_HOURS(list=rows(OF_HOURS, (("31", "5", "6", "2"), ("32", "8", "9", "1"), ("33", "4", "3", "10"))))),
    approve("hours a column away in another week", "the Monday has 7 hours, and the Tuesday after it has this number", STOP,
            SHEET_OF_HOURS(list=rows(OF_HOURS, (("31", "5", "2", "3"), ("32", "7", "6", "1"), ("33", "12", "6.5", "7"))))),
    approve("other month of the same shape", "the page shows March, whose days stand in the same columns", STOP,
            SHEET_OF_HOURS(**MONTHLY, shown="March 2027"), **month),
    approve("another day of a month", "nothing has changed but the day", SAME,
            SHEET_OF_HOURS(**{**MONTHLY, "heads": SHORT}, shown="February 2027"),
            **{**month, "a": SHEET_OF_HOURS(**{**MONTHLY, "heads": SHORT}, shown="February 2027"), "deeds": ({"do": "/approve", "day": "", "n": "{n}", "month": "February 2027"},)}),
)  # fmt: skip

# -- places: drawings, cells that turn into fields, rows that move up, the button of a dialog ---------------------------

DRAWING = site(
    title="Plan",
    at_="""<header><b>Plan</b></header><main><h1>Desks</h1><svg width="600" height="120"><g id="all">@nodes@</g></svg></main>""",
    script="document.querySelector('svg').onclick = (e) => { const d = e.target.dataset.of; if (d) post('/desk', {of: d}).then(() => say('Booked')); };",
    nodes="",
)  # fmt: skip
NODE = '<g transform="translate({0},10)"><circle cx="40" cy="40" r="30" fill="#8ac" data-of="{1}"></circle><text x="10" y="90">{2}</text></g>'
desk = family(
    PLACE,
    a=DRAWING(
        nodes=rows(
            NODE,
            (
                ("0", "Ute Heller", "Ute Heller"),
                ("120", "Jan Moll", "Jan Moll"),
                ("240", "Rosa Thal", "Rosa Thal"),
                ("360", "Kim Ott", "Kim Ott"),
            ),
        )
    ),
    flow=show(tap("g:has(> text:text-is('{of}')) > circle"), SAID),
    learn=({"of": "Ute Heller"}, {"of": "Jan Moll"}),
    values={"of": "Rosa Thal"},
    deeds=({"do": "/desk", "of": "{of}"},),
    task="book the desk of a person",
)
TWO = '<g transform="translate({0},10)"><circle cx="40" cy="40" r="30" fill="#8ac" data-of="{1}"></circle><text x="10" y="90">{1}</text><circle cx="90" cy="40" r="12" fill="#8ac" data-of="{2}"></circle><text x="10" y="108">{2}</text></g>'
CELLS = site(
    title="Prices",
    at_="""<header><b>Prices</b></header><main><h1>Prices</h1><table id="g">@heads@@list@</table></main>""",
    script="""$('#g').onclick = (e) => { const td = e.target.closest('td'); if (!td || !td.cellIndex || td.firstElementChild) return; const of = td.parentNode.cells[0].textContent, k = td.closest('table').rows[0].cells[td.cellIndex].textContent;
    td.innerHTML = '<input>'; const f = td.firstChild; f.focus(); f.onkeydown = (x) => { if (x.key === 'Enter') { const v = f.value; post('/price', {of, k, v}).then(() => { td.textContent = v; say('Stored'); }); } }; };""",
    heads="<tr><th>Article</th><th>Price</th><th>Cost</th></tr>",
    list=rows(
        "<tr><td>{0}</td><td>{1}</td><td>{2}</td></tr>",
        (("Lamp", "10", "7"), ("Chair", "20", "14"), ("Table", "30", "21")),
    ),
)
price = family(
    PLACE,
    a=CELLS(),
    flow=show(
        tap("tr:has(td:text-is('{of}')) td:nth-child(2)"), enter("td input", "{v}"), press("td input", "Enter"), SAID
    ),
    learn=({"of": "Lamp", "v": "12"}, {"of": "Chair", "v": "25"}),
    values={"of": "Table", "v": "33"},
    deeds=({"do": "/price", "of": "{of}", "k": "Price", "v": "{v}"},),
    task="change the price of an article",
)
CELL = "<tr><td>{0}</td><td>{1}</td><td>{2}</td></tr>"
PLACE_PAIRS = (
    desk("two desks in a group", "the desk of Rosa Thal is drawn in the group of Kim Ott, after hers", EITHER,
         DRAWING(nodes=rows(NODE, (("0", "Ute Heller", "Ute Heller"), ("120", "Jan Moll", "Jan Moll"))) + rows(TWO, (("240", "Kim Ott", "Rosa Thal"),)))),
    desk("deputy in the text", "a desk of Kim Ott names Rosa Thal, and her own is gone", STOP,
         DRAWING(nodes=rows(NODE, (("0", "Ute Heller", "Ute Heller"), ("120", "Jan Moll", "Jan Moll"), ("240", "Kim Ott", "Kim Ott, for Rosa Thal"))))),
    desk("desks in another order", "the desks are drawn in another order", SAME,
         DRAWING(nodes=rows(NODE, (("0", "Rosa Thal", "Rosa Thal"), ("120", "Kim Ott", "Kim Ott"), ("240", "Ute Heller", "Ute Heller"))))),
    price("columns changed places", "the cost stands before the price", EITHER,
          CELLS(heads="<tr><th>Article</th><th>Cost</th><th>Price</th></tr>", list=rows(CELL, (("Lamp", "7", "10"), ("Chair", "14", "20"), ("Table", "21", "30"))))),
    price("column with another head", "the second column holds the discounts", STOP, CELLS(heads="<tr><th>Article</th><th>Discount</th><th>Cost</th></tr>")),
    price("article in two rows", "the article is there twice, as old and as new stock", STOP, CELLS(list=rows(CELL, (("Lamp", "10", "7"), ("Table", "28", "20"), ("Table", "30", "21"))))),
    price("rows in another order", "the rows are sorted and hold other prices", SAME, CELLS(list=rows(CELL, (("Table", "31", "22"), ("Lamp", "11", "8"), ("Chair", "21", "15"))))),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (
    *QUEUE_PAIRS, *NOTED_PAIRS, *REPORT_PAIRS, *CARE_PAIRS, *HOUR_PAIRS, *DAY_PAIRS, *PLACE_PAIRS,
)  # fmt: skip
