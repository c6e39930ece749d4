"""Fields that a page fills in beforehand where nobody looks: laid out in tables, set by scripts, worded as if they were nothing."""

from __future__ import annotations

from typing import Any

from .acts import click, fill, select, show
from .comes_late import AT, DOOR, ENGLISH, GERMAN, MAYBE, SCRIPT, visit
from .everyday import SAID, after, rows, site
from .pair import SAME, STOP, Answer, Pair, Request, family

STAYS, SHIFTS = "unseen stays", "unseen shifts"


def taken(request: Request) -> Answer:
    """Book what was asked; the host ignores what the guest has not chosen."""
    data = {key: text for key, text in request.data.items() if key not in ("mail", "today", "pieces", "ref", "save")}
    return Answer(body=after("Your stay is booked"), deed={"do": "/stay", **data})


# -- a form that the browser sends, with a box and a list of its own ---------------------------------------------------

STAY = site(
    title="Farm stay",
    at_="""<header>@head@</header><main><h1>Book a stay</h1><form method="post" action="/stay">@first@
    <p><label for="g">Guest</label> <input id="g" name="guest" autocomplete="off"></p>
    <p><label for="k">Cabin</label> <select id="k" name="cabin"><option value="">-</option><option>Oak</option><option>Elm</option><option>Ash</option></select></p>
    <p><label for="d">Dog</label> <select id="d" name="dog"><option value="">No</option><option value="1">Yes</option></select></p>
    <p><label><input type="checkbox" name="quiet" value="" checked> Quiet cabin</label></p><p><label for="o">Note</label> <input id="o" name="note"@note@></p>
    @more@<p><button>Book stay</button></p></form>@below@</main>""",
    at_stay=taken,
    script="@start@",
    head="",
    first="",
    note="",
    more="",
    below="",
    start="",
)
stay = family(
    STAYS,
    a=STAY(),
    flow=show(fill("Guest", "{guest}"), select("Cabin", "{cabin}"), click("Book stay"), SAID),
    learn=({"guest": "Ida Moss", "cabin": "Oak"}, {"guest": "Jon Falk", "cabin": "Ash"}),
    values={"guest": "Kim Ott", "cabin": "Elm"},
    deeds=({"do": "/stay", "guest": "{guest}", "cabin": "{cabin}", "dog": "", "quiet": "", "note": ""},),
    task="book a stay",
)
LINE = "<tr><td><label for='{0}'>{1}</label></td><td>{2}</td></tr>"
STAY_PAIRS = (
    stay("second list of yes and no", "a list with the same entries as another one says that firewood is bought", STOP, STAY(
        more="<p><label for='w'>Firewood (12 EUR)</label> <select id='w' name='wood'><option value=''>No</option><option value='1' selected>Yes</option></select></p>")),
    stay("two lists of yes and no", "breakfast and dinner are new lists, both say yes", STOP, STAY(
        more="<p><label for='b'>Breakfast</label> <select id='b' name='breakfast'><option>Yes</option><option>No</option></select> <label for='e'>Dinner</label> <select id='e' name='dinner'><option>Yes</option><option>No</option></select></p>")),
    stay("second ticked box", "a box of linen is new and ticked, as that of a quiet cabin was", STOP, STAY(
        more="<p><label><input type='checkbox' name='linen' value='1' checked> Linen (8 EUR)</label></p>")),
    stay("set by the program", "a list is drawn by a program, which sets it to full board at once", STOP, STAY(
        more="<p><label for='b'>Board</label> <select id='b' name='board'><option value=''>None</option><option>Full board</option></select></p>", start="$('#b').value = 'Full board';")),
    stay("laid out in a table", "the extras are laid out in a table without heads, and full board is chosen", STOP, STAY(
        more="<table>" + LINE.format("b", "Board", "<select id='b' name='board'><option>Full board</option><option value=''>None</option></select>") + LINE.format("t", "Telephone", "<input id='t' name='ref'>") + "</table>")),
    stay("as points of a list", "the extras are points of a list, and full board is chosen", STOP, STAY(
        more="<ul><li><label for='b'>Board</label> <select id='b' name='board'><option>Full board</option><option value=''>None</option></select></li></ul>")),
    stay("pick the key up", "a list says how the key is given, and begins with an order", STOP, STAY(
        more="<p><label for='b'>Key</label> <select id='b' name='key'><option>Pick up at the inn</option><option value=''>From the host</option></select></p>")),
    stay("standard that costs", "a list of insurances stands at the standard one, which costs", STOP, STAY(
        more="<p><label for='b'>Insurance</label> <select id='b' name='insurance'><option>Standard (19.90 EUR)</option><option value=''>Nothing</option></select></p>")),
    stay("everybody without a value", "a list says who sees the stay; everybody has no value of its own", STOP, STAY(
        more="<p><label for='b'>Who sees it</label> <select id='b' name='seen'><option value=''>All members</option><option value='me'>Me</option></select></p>")),
    stay("two cabins", "a list of numbers stands at two", STOP, STAY(
        more="<p><label for='b'>Cabins</label> <select id='b' name='cabins'><option>1</option><option selected>2</option><option>3</option></select></p>")),
    stay("two texts", "two new fields hold texts of an earlier stay", STOP, STAY(
        more="<p><label for='b'>Wishes</label> <input id='b' name='wishes' value='Two horses please'> <label for='c'>Occasion</label> <input id='c' name='occasion' value='Silver wedding'></p>")),
    stay("note of before", "the note, which was empty, holds a wish of an earlier stay", STOP, STAY(note=" value='Two horses please'")),
    stay("view of the sea", "a list named View stands at the dearest choice", STOP, STAY(
        more="<p><label for='b'>View</label> <select id='b' name='view'><option>Lake (25 EUR)</option><option value=''>Yard</option></select></p>")),
    stay("follow-up", "a ticked box orders a visit after the stay", STOP, STAY(
        more="<p><label><input type='checkbox' name='visit' value='1' checked> Follow-up visit (30 EUR)</label></p>")),
    stay("several of a list", "a list of which several may be chosen sends the bill to two people", STOP, STAY(
        more="<p><label for='b'>Bill to</label> <select id='b' name='bill' multiple><option selected>Ed Lind</option><option selected>Di Ott</option><option>Cy Moss</option></select></p>")),
    stay("box without a label", "a ticked box has its words beside it, but no label", STOP, STAY(
        more="<p><input type='checkbox' name='linen' value='1' checked> Linen (8 EUR)</p>")),
    stay("buttons without labels", "radio buttons have their words beside them, but no labels; full board is chosen", STOP, STAY(
        more="<p><input type='radio' name='board' value='full' checked> Full board <input type='radio' name='board' value=''> None</p>")),
    stay("without a signature", "a list says how the key is handed over: without a signature", STOP, STAY(
        more="<p><label for='b'>Key</label> <select id='b' name='key'><option>Without signature</option><option>With signature</option></select></p>")),
    stay("standard contract", "a list says what is signed: the standard contract of two years", STOP, STAY(
        more="<p><label for='b'>Terms</label> <select id='b' name='terms'><option>Standard contract for 24 months</option><option>One stay</option></select></p>")),
    stay("tip", "a list of tips stands at ten per cent", STOP, STAY(
        more="<p><label for='b'>Tip</label> <select id='b' name='tip'><option>+10 %</option><option value=''>-</option></select></p>")),
    stay("breakfasts", "two lists of breakfasts share a word, both say yes", STOP, STAY(
        more="<p><label for='b'>Breakfast on Monday</label> <select id='b' name='mo'><option>Yes</option><option>No</option></select> <label for='e'>Breakfast on Tuesday</label> <select id='e' name='tu'><option>Yes</option><option>No</option></select></p>")),
    stay("sent along and ignored", "the address of the account, the day of today and a number of one are sent along", SAME, STAY(
        more="<p><label for='m'>Your e-mail</label> <input id='m' name='mail' type='email' value='ann@lee.org'> <label for='t'>Today</label> <input id='t' name='today' type='date'> <label for='p'>Pieces of luggage</label> <input id='p' name='pieces' type='number' value='1'></p>", start="$('#t').value = new Date().toISOString().slice(0, 10);")),
    stay("free and none", "new lists stand at a free standard, at standard delivery of the key and at no meal", SAME, STAY(
        more="<p><label for='b'>Linen</label> <select id='b'><option>Standard (free)</option><option>Silk (12 EUR)</option></select> <label for='c'>Key</label> <select id='c'><option>Normal way</option><option>By courier</option></select> <label for='e'>Meal</label> <select id='e'><option>No meal</option><option>Dinner</option></select></p>")),
    stay("empty rows of a table", "the extras are laid out in a table and stand at nothing", SAME, STAY(
        more="<table>" + LINE.format("b", "Board", "<select id='b'><option>None</option><option>Full board</option></select>") + LINE.format("t", "Telephone", "<input id='t'>") + LINE.format("u", "Bicycles", "<input id='u' type='number' value='0'>") + "</table>")),
)  # fmt: skip

# -- a page that sends by a script: a shift is planned -----------------------------------------------------------------

SHIFT = site(
    title="Shifts",
    at_="""<main><h1>Plan a shift</h1><p><label for='p'>Person</label> <input id='p'></p><p><label for='w'>Week</label> <input id='w'></p><p><label for='s'>Salutation</label> <select id='s'><option>None</option><option>Ms</option></select></p>@more@<button type='button' onclick='plan()'>Plan shift</button>@below@</main>""",
    script="const plan = () => { const data = {person: val('#p'), week: val('#w')}; @data@ post('/shift', data).then(() => say('The shift is planned')); }; @start@",
    more="",
    below="",
    data="",
    start="",
)
shift = family(
    SHIFTS,
    a=SHIFT(),
    flow=show(fill("Person", "{person}"), fill("Week", "{week}"), click("Plan shift"), SAID),
    learn=({"person": "Ida Moss", "week": "23"}, {"person": "Jon Falk", "week": "25"}),
    values={"person": "Kim Ott", "week": "28"},
    deeds=({"do": "/shift", "person": "{person}", "week": "{week}"},),
    task="plan a shift",
)
SHIFT_PAIRS = (
    shift("shown to everybody", "a list named Show to stands at everybody", STOP, SHIFT(
        more="<p><label for='b'>Show to</label> <select id='b'><option>Everybody</option><option>Nobody</option></select></p>", data="if (val('#b') === 'Everybody') data.shown = true;")),
    shift("regular", "a list says whether it is a regular shift, and it is", STOP, SHIFT(
        more="<p><label for='b'>Kind</label> <select id='b'><option>Regular: every week from now on</option><option>Single shift</option></select></p>", data="if (val('#b').startsWith('Reg')) data.weekly = true;")),
    shift("number of people", "a new number says for how many people, and stands at three", STOP, SHIFT(
        more="<p><label for='b'>People</label> <input id='b' type='number' value='3'></p>", data="data.people = val('#b');")),
    shift("day of before", "a new day of the end stands at one of last year", STOP, SHIFT(
        more="<p><label for='b'>Until</label> <input id='b' type='date' value='2025-03-02'></p>", data="data.until = val('#b');")),
    shift("words with a number", "a new text field holds an order with a number", STOP, SHIFT(
        more="<p><label for='b'>Order</label> <textarea id='b'>Open gate 4 at once, then call the desk</textarea></p>", data="data.order = val('#b');")),
    shift("known fields are filled", "the salutation is one of a list that a script sets; the form shows a telephone of the desk", STOP, SHIFT(
        more="<p><label for='b'>Rate</label> <select id='b'><option value=''>None</option><option>Double pay</option></select></p>", start="$('#b').value = 'Double pay';", data="if (val('#b')) data.rate = val('#b');")),
    shift("page and size", "the plan stands below, with fields that say which page of it is shown, and how many rows", SAME, SHIFT(
        below="<section><h2>Plan</h2><table><tr><th>Person</th><th>Week</th></tr><tr><td>Ida Moss</td><td>23</td></tr></table><p><label>Page <input type='number' value='2'></label> <label>Rows <input type='number' value='25'></label></p></section>")),
    shift("number of none", "a number of helpers stands at nought, one of people at one, and a day at today", SAME, SHIFT(
        more="<p><label for='b'>Helpers</label> <input id='b' type='number' value='0'> <label for='c'>People</label> <input id='c' type='number' value='1'> <label for='e'>Entered on</label> <input id='e' type='date'></p>", start="$('#e').value = new Date().toISOString().slice(0, 10);")),
    shift("cards of colleagues", "cards of colleagues with a list of parts each stand below, one of them is at night", SAME, SHIFT(
        below="<section><h2>Planned</h2>" + rows("<div class='card'><h3>{0}</h3><label>Part <select><option>Day</option><option{1}>Night</option></select></label></div>", (("Ida Moss", ""), ("Jon Falk", " selected"))) + "</section>")),
    shift("once", "a list says how often, and stands at once", SAME, SHIFT(
        more="<p><label for='b'>How often</label> <select id='b'><option>Once</option><option>Every week</option></select></p>")),
)  # fmt: skip

# -- sentences in a dialog ---------------------------------------------------------------------------------------------


def billing(texts: dict[str, str]) -> Any:
    """Return a maker of pairs in a language: a sentence, and how it changes the deed."""
    of = site(title="Billing", at_=AT, script=SCRIPT, help="", data="", **texts)
    make = family(MAYBE, a=of(), flow=show(fill(texts["who"], "{who}"), click(texts["send"]), click(texts["yes"]), SAID), learn=({"who": "Ann Lee"}, {"who": "Bo Falk"}), values={"who": "Cy Moss"}, deeds=({"do": "/invoice", "who": "{who}"},), task="send an invoice")  # fmt: skip
    return lambda name, text, data="": make(
        name, f"a sentence says: {text}", STOP if data else SAME, of(help=f"<p>{text}</p>", data=data)
    )


english, german = billing(ENGLISH), billing(GERMAN)
MAYBE_PAIRS = (
    english("may wait while", "The customer may wait a day while it changes the plan.", "data.plan = 'changed';"),
    english("can pay and this", "The customer can pay by card and this opens a credit line.", "data.credit = true;"),
    german("kann zahlen und damit", "Der Kunde kann zahlen und damit ändern Sie seinen Tarif.", "data.plan = 'changed';"),
    english("in a new tab", "The terms open in a new tab."),
    english("open and edit", "The customer can open and edit it in the portal."),
    german("öffnen und bearbeiten", "Der Kunde kann sie im Portal öffnen und bearbeiten."),
)  # fmt: skip

# -- values that went elsewhere in the request -------------------------------------------------------------------------

SENT_PAIRS = (
    visit("value is the note", "the name goes out as the note, the name itself is empty", STOP, DOOR(go="post('/visit', {name: '', room, note: name})")),
    visit("empty one after it", "the form has the name twice, the second time it is empty", STOP, DOOR(go="fetch('/visit', {method: 'POST', body: new URLSearchParams([['name', name], ['room', room], ['name', '']])})")),
    visit("empty one before it", "the form has the name twice, as forms with a hidden field do, and it is empty the first time", SAME, DOOR(go="fetch('/visit', {method: 'POST', body: new URLSearchParams([['name', ''], ['name', name], ['room', room]])})")),
    visit("blank copy after it", "the copy of the form for phones sends its own name, a blank, after the name", STOP, DOOR(go="fetch('/visit', {method: 'POST', body: new URLSearchParams([['room', room], ['name', name], ['name', ' ']])})")),
    visit("one of three is empty", "the form has the name three times, it is empty in the middle", SAME, DOOR(go="fetch('/visit', {method: 'POST', body: new URLSearchParams([['name', name], ['name', ''], ['name', name], ['room', room]])})")),
    visit("other names twice", "the form has two empty companies and a list of guests that ends empty", SAME, DOOR(go="fetch('/visit', {method: 'POST', body: new URLSearchParams([['name', name], ['room', room], ['company', ''], ['company', ''], ['guests[]', 'Ann'], ['guests[]', '']])})")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*STAY_PAIRS, *SHIFT_PAIRS, *MAYBE_PAIRS, *SENT_PAIRS)
