"""Small pages of other trades: the name at their head, texts beside a button, amounts in columns and in tables."""

from __future__ import annotations

from typing import Any

from .acts import click, fill, show
from .everyday import SAID, rows, site
from .pair import EITHER, SAME, STOP, Pair, family

HEADS, BESIDE, COLUMNS, ENTRIES = "trades heads", "trades texts beside", "trades columns", "trades entries"

# -- the name at the head of a page: a clinic admits a patient ---------------------------------------------------------

CLINIC = site(
    title="Ward",
    at_="<header>@head@</header><h1>@h1@</h1><p><label for='p'>@label@</label> <input id='p'></p><button type='button' onclick='go()'>@go@</button>",
    script="const go = () => post('/admit', {patient: val('#p')@data@}).then(() => say('Admitted'));",
    head="Northgate",
    h1="Admissions",
    label="Patient",
    go="Admit",
    data="",
)
ADMIT: dict[str, Any] = {"flow": show(fill("Patient", "{who}"), click("Admit"), SAID), "learn": ({"who": "Ida Moss"}, {"who": "Jon Falk"}), "values": {"who": "Kim Ott"}, "deeds": ({"do": "/admit", "patient": "{who}"},), "task": "admit a patient"}  # fmt: skip
admit = family(HEADS, a=CLINIC(), **ADMIT)
DEPOT, DUE = "Depot <span class='muted'>Leith</span>", "Depot <span class='muted'>Monday</span>"
leith = family(HEADS, a=CLINIC(head=DEPOT), **ADMIT)
due = family(HEADS, a=CLINIC(head=DUE), **ADMIT)
HEAD_PAIRS = (
    admit("other clinic", "the head names another clinic", STOP, CLINIC(head="Westmoor", data=", clinic: 'Westmoor'")),
    admit("brand and links", "the head has links and a brand now", SAME, CLINIC(head="<b>Northgate</b> <a href='/'>Home</a> <a href='/beds'>Beds</a>")),
    admit("new brand", "the name of the product in the head is another one, in bold", SAME, CLINIC(head="<b>Wardly</b>")),
    admit("in other words", "the whole page is in German", EITHER, CLINIC(head="Aufnahme", h1="Aufnahmen", label="Patient", go="Aufnehmen")),
    admit("counter in the head", "the head counts free beds", SAME, CLINIC(head="Northgate <span>4</span>")),
    leith("other depot", "the head names the depot of another town", STOP, CLINIC(head=DEPOT.replace("Leith", "Oban"), data=", depot: 'Oban'")),
    leith("state of the page", "the head says that the page is saved, too", SAME, CLINIC(head=DEPOT + " <small>Saved</small>")),
    due("another day of the week", "the head names the day of the week", SAME, CLINIC(head=DUE.replace("Monday", "Thursday"))),
)  # fmt: skip

# -- texts beside a button: a school sends notes -----------------------------------------------------------------------

SCHOOL = site(
    title="School",
    at_="<h1>Class 4b</h1><ul>@list@</ul><section class='card'><h2 id='h'>Choose a pupil</h2>@above@<p><label for='m'>Note</label> <input id='m'></p>@below@<button type='button' onclick='go()'>Send</button></section>",
    script="let who = ''; const pick = (name) => { who = name; $('#h').textContent = `Parents of ${name}`; }; const go = () => post('/note', {who, text: val('#m')@data@}).then(() => say('The note was sent'));",
    list=rows("<li>{0} <button type='button' onclick=\"pick('{0}')\">Write to {0}</button></li>", (("Ida Moss",), ("Jon Falk",), ("Kim Ott",))),
    above="",
    below="",
    data="",
)  # fmt: skip
NOTE: dict[str, Any] = {"flow": show(click("Write to {who}"), fill("Note", "{text}"), click("Send"), SAID), "learn": ({"who": "Ida Moss", "text": "Gym at nine"}, {"who": "Jon Falk", "text": "Bring a hat"}), "values": {"who": "Kim Ott", "text": "No class today"}, "deeds": ({"do": "/note", "who": "{who}", "text": "{text}"},), "task": "send a note to parents"}  # fmt: skip
note = family(BESIDE, a=SCHOOL(), **NOTE)
answer = family(BESIDE, a=SCHOOL(above="<p>Replying to the parents</p>"), **NOTE)
everybody = family(BESIDE, a=SCHOOL(above="<p>To: <span>everyone who looks after the pupil</span></p>"), **NOTE)
BESIDE_PAIRS = (
    note("to all parents", "a line says that all parents of the class get the note", STOP, SCHOOL(above="<p>To: <span class='chip'>All parents of 4b</span></p>", data=", to: 'all'")),
    note("answer of before", "an answer to a note of yesterday is still open", EITHER, SCHOOL(below="<p>Replying to “Sports day”</p>", data=", to: 'Sports day'")),
    note("to the parents", "a line names the receivers", SAME, SCHOOL(above="<p>To: <span class='chip'>Parents</span></p>")),
    note("help about everybody", "a sentence of help speaks of everyone", EITHER, SCHOOL(below="<p class='muted'>Everyone likes short notes.</p>")),
    note("help about answers", "a sentence of help speaks of answers", SAME, SCHOOL(below="<p class='muted'>Parents may write back.</p>")),
    answer("answer as before", "the note was an answer before, and is one in other words", SAME, SCHOOL(above="<p>In reply to the parents</p>")),
    everybody("everybody as before", "the line named everyone before", EITHER, SCHOOL(above="<p>To: <span>everyone who cares for the pupil</span></p>")),
)  # fmt: skip

# -- short numbers as buttons under the heads of columns: a bakery -----------------------------------------------------

KINDS = (("Bread", "Bread"), ("Rolls", "Rolls"), ("Cakes", "Cakes"))
ORDERS = site(
    title="Bakery",
    at_="<h1>Orders of the shops</h1><table><tr><th>Shop</th>@heads@</tr>@list@</table>",
    script="document.querySelector('table').onclick = (e) => { const b = e.target.closest('button'); if (!b) return; const td = b.closest('td'); post('/bake', {kind: td.closest('table').rows[0].cells[td.cellIndex].dataset.k, n: b.textContent}).then(() => say('Baked')); };",
)  # fmt: skip


def orders(*lines: tuple[str, ...], heads: tuple[tuple[str, str], ...] = KINDS) -> Any:
    """Return a table of numbers, each a button; of each head the shown and the real kind."""
    cell = "<td><button type='button'>{0}</button></td>"
    made = "".join(f"<tr><th>{shop}</th>{''.join(cell.format(one) for one in of)}</tr>" for shop, *of in lines)
    return ORDERS(list=made, heads="".join(f"<th data-k='{k}'>{shown}</th>" for shown, k in heads))


DAY = orders(("Mill Lane", "20", "60", "4"), ("Harbour", "35", "90", "8"), ("Station", "15", "75", "6"))
bake = family(COLUMNS, a=DAY, flow=show(click("{n}"), SAID), learn=({"n": "60"}, {"n": "90"}), values={"n": "75"}, deeds=({"do": "/bake", "kind": "Rolls", "n": "{n}"},), task="bake the rolls of a shop")  # fmt: skip
SEATS = orders(
    *((f"Row {row}", *(str(row * 3 + n) for n in range(3))) for row in range(1, 4)),
    heads=(("A", "seat"), ("B", "seat"), ("C", "seat")),
)
seat = family(COLUMNS, a=SEATS, flow=show(click("{n}"), SAID), learn=({"n": "4"},), values={"n": "8"}, deeds=({"do": "/bake", "kind": "seat", "n": "{n}"},), task="take a seat")  # fmt: skip
COLUMN_PAIRS = (
    bake("loaves of that number", "the number is that of the loaves of a shop", STOP, orders(("Mill Lane", "75", "60", "4"), ("Harbour", "35", "90", "8"), ("Station", "15", "40", "6"))),
    bake("columns in another order", "the columns have changed places, with their numbers", SAME, orders(*((shop, *of[::-1]) for shop, *of in (("Mill Lane", "20", "60", "4"), ("Harbour", "35", "90", "8"), ("Station", "15", "75", "6"))), heads=KINDS[::-1])),
    bake("column renamed", "the column has another name", SAME, orders(("Mill Lane", "20", "60", "4"), ("Harbour", "35", "90", "8"), ("Station", "15", "75", "6"), heads=(("Bread", "Bread"), ("Small breads", "Rolls"), ("Cakes", "Cakes")))),
    bake("other numbers around it", "the numbers of the other shops are others", SAME, orders(("Mill Lane", "25", "66", "3"), ("Harbour", "31", "92", "9"), ("Station", "14", "75", "7"))),
    seat("numbers in order", "nothing has changed; the number is the place in the table", SAME, SEATS),
)  # fmt: skip

# -- a short number that the page writes with decimals: a farm weighs milk ---------------------------------------------

MILK = site(
    title="Farm",
    at_="<h1>Milk</h1><p><label for='l'>Litres</label> <input id='l'></p><button type='button' onclick='go()'>Note it</button><table><tr><th>Cow</th><th>Litres</th></tr><tbody id='t'></tbody></table>",
    script="const go = () => { const n = Number(val('#l').replace(',', '.')); post('/milk', {n: String(n)}).then(() => { $('#t').innerHTML = `<tr><td>Bella</td><td>${@shown@}</td></tr>@more@`; say('Noted'); }); };",
    shown="n.toFixed(2)",
    more="",
)
MILKED: dict[str, Any] = {"flow": show(fill("Litres", "{n}"), click("Note it"), SAID), "learn": ({"n": "12"}, {"n": "9"}), "deeds": ({"do": "/milk", "n": "{n}"},), "task": "note the milk of a cow"}  # fmt: skip
milk = family(ENTRIES, a=MILK(), **MILKED, values={"n": "21"})
half = family(ENTRIES, a=MILK(), **MILKED, values={"n": "7.5"})
ENTRY_PAIRS = (
    milk("one decimal", "the table shows one decimal", SAME, MILK(shown="n.toFixed(1)")),
    milk("no decimals", "the table shows no decimals", SAME, MILK(shown="n")),
    milk("comma", "the table shows a comma", SAME, MILK(shown="n.toFixed(2).replace('.', ',')")),
    milk("total below it", "a line below the entry has the total of the day", SAME, MILK(more="<tr><td>Today</td><td>140.50</td></tr>")),
    half("half a litre", "nothing has changed; the value has a decimal", SAME, MILK()),
    half("half a litre with a comma", "the table shows a comma", SAME, MILK(shown="n.toFixed(1).replace('.', ',')")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*HEAD_PAIRS, *BESIDE_PAIRS, *COLUMN_PAIRS, *ENTRY_PAIRS)
