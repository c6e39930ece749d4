"""New lists, radio buttons and tabs that stand at a choice: some go along with the deed and change it, some do not."""

from __future__ import annotations

from .acts import click, fill, select, show
from .everyday import SAID, after, rows, site
from .innocent_panels import POSTED, letter
from .pair import EITHER, SAME, Pair, family

FORMS, SCRIPTS, RECORDS = "set beforehand forms", "set beforehand scripts", "set beforehand records"
DIALOGS = "set beforehand dialogs"

# -- a form that the browser sends: a parcel is collected --------------------------------------------------------------

PARCEL = site(
    title="Courier",
    at_="""<header>@head@</header><main><h1>Collect a parcel</h1>@above@@open@<form method="post" action="/collect">
    <p><label for="a">Address</label> <input id="a" name="address" autocomplete="off"></p>@depot@
    <p><label for="s">Size</label> <select id="s" name="size"><option value="">-</option><option>Small</option><option>Medium size</option><option>Large</option></select></p>
    @more@<p><button>Order courier</button></p></form>@close@</main>""",
    at_collect=lambda _: after("The courier is ordered"),
    head="<strong>Swift Couriers</strong>",
    above="",
    open="",
    close="",
    depot="<p>Depot: North</p>",
    more="",
)
collect = family(
    FORMS,
    a=PARCEL(),
    flow=show(fill("Address", "{address}"), select("Size", "{size}"), click("Order courier"), SAID),
    learn=({"address": "Mill Lane 4", "size": "Large"}, {"address": "Hill Road 12", "size": "Small"}),
    values={"address": "Lake Street 9", "size": "Medium size"},
    deeds=({"do": "/collect", "address": "{address}", "size": "{size}"},),
    task="order a courier",
)
FORM_PAIRS = (
    collect("insured", "a list of insurances stands at the dearest one, which is billed", EITHER, PARCEL(
        more="<p><label for='i'>Insurance</label> <select id='i' name='insurance'><option>Full cover (12 EUR)</option><option>Up to 50 EUR (free)</option></select></p>")),
    collect("left with a neighbour", "buttons say where the parcel is left; the neighbour is chosen", EITHER, PARCEL(
        more="<fieldset><legend>If nobody opens</legend><label><input type='radio' name='left' value='neighbour' checked> A neighbour takes it</label> <label><input type='radio' name='left' value='back'> It goes back</label></fieldset>")),
    collect("note of before", "a note for the driver, kept from the last visit, stands in a new field", EITHER, PARCEL(
        more="<p><label for='n'>For the driver</label> <input id='n' name='note' value='Ring twice please'></p>")),
    collect("fields that hold something", "new fields hold the name of the person, a day, a number and an address, none of which the order takes", SAME, PARCEL(
        more="<p><label for='n'>Your name</label> <input id='n' value='Ann Lee'> <label for='d'>Not before</label> <input id='d' value='4 June'> <label for='p'>Pieces</label> <input id='p' value='1'> <label for='e'>Answer to</label> <input id='e' value='ann@x.org'></p>")),
    collect("settings that change nothing", "lists of reminders, priorities and copies are new, and one of languages in the head; none of them changes the order", SAME, PARCEL(
        head="<strong>Swift Couriers</strong> <label>Language <select><option>English</option><option>Deutsch</option></select></label> <label>Theme <select><option>Dark</option><option>Light</option></select></label>",
        more="<p><label for='r'>Reminder</label> <select id='r'><option>None</option><option>1 hour before</option></select> <label for='p'>Priority</label> <select id='p'><option>Low</option><option selected>Normal</option><option>High</option></select> <label for='c'>Copies of the label</label> <select id='c'><option>1</option><option>2</option></select></p><p><label><input type='checkbox'> Send me news</label> <label for='n'>Note (optional)</label> <input id='n'></p>")),
    collect("depot as a list", "the depot, which was a text, stands in a list with the same choice", SAME, PARCEL(
        depot="<p><label for='d'>Depot</label> <select id='d'><option>East</option><option selected>North</option><option>West</option></select></p>")),
)  # fmt: skip

# -- a page that sends by a script: hours are booked -------------------------------------------------------------------

HOURS = site(
    title="Hours",
    at_="""<header><strong>Timesheet</strong> @head@</header><main><h1>Book hours</h1>@tabs@@before@<p><label for='d'>Day</label> <input id='d'></p><p><label for='h'>Hours</label> <input id='h'></p>@below@
    <button type='button' onclick='book()'>Book</button>@after@</main>""",
    script="const book = () => { const data = {day: val('#d'), hours: val('#h')}; @book@ post('/book', data).then(() => say('Booked')); };",
    book="",
    head="",
    tabs="",
    before="",
    below="",
    after="",
)
book = family(
    SCRIPTS,
    a=HOURS(),
    flow=show(fill("Day", "{day}"), fill("Hours", "{hours}"), click("Book"), SAID),
    learn=({"day": "2 June", "hours": "7"}, {"day": "3 June", "hours": "6"}),
    values={"day": "4 June", "hours": "8"},
    deeds=({"do": "/book", "day": "{day}", "hours": "{hours}"},),
    task="book hours",
)
SWAP = "for (const one of this.parentNode.children) one.setAttribute('aria-selected', String(one === this))"
SHOWN = "<tr><td>{0}</td><td>{1}</td></tr>"
SCRIPT_PAIRS = (
    book("for a colleague", "the head has a list of people for whom hours are booked; a colleague stands first", EITHER, HOURS(
        head="Acting for <button type='button' aria-haspopup='listbox' id='who' aria-label='Acting for'>Project team Orion</button>", book="data.for = $('#who').textContent;")),
    book("as overtime", "tabs say as what the hours count, and overtime stands first", EITHER, HOURS(
        before=f"<div role='tablist'><button type='button' role='tab' aria-selected='true' onclick=\"{SWAP}\">Overtime</button><button type='button' role='tab' aria-selected='false' onclick=\"{SWAP}\">Working time</button></div>",
        book="if (document.querySelector('[aria-selected=true]').textContent === 'Overtime') data.as = 'overtime';")),
    book("list with tools", "the hours of the week stand below, with lists that sort and filter them", SAME, HOURS(
        after="<h2>This week</h2><div class='filters'><label for='f'>Kind</label> <select id='f'><option>Worked</option><option>Absent</option></select></div><p><label for='o'>Sort by</label> <select id='o'><option>Newest</option><option>Oldest</option></select> <label for='w'>Show</label> <select id='w'><option>Open days</option><option>Closed days</option></select></p><table>" + rows(SHOWN, (("2 June", "7"), ("3 June", "6"))) + "</table>")),
    book("parts without panels", "the fields stand below a list of parts, which is drawn by a script and has no panels; a list of kinds shows its label", SAME, HOURS(
        before=f"<div role='tablist'><button type='button' role='tab' aria-selected='true' onclick=\"{SWAP}\">This entry</button><button type='button' role='tab' aria-selected='false' onclick=\"{SWAP}\">History</button></div>",
        below="<p><select aria-label='Kind of work'><option value='' disabled selected>Kind</option><option>Workshop</option><option>Office</option></select> <button type='button' aria-haspopup='listbox'>Columns</button></p>")),
    book("parts in tabs", "the fields stand in the first of two tabs, and a search with its own list stands above", SAME, HOURS(
        head="<form role='search'><label for='q'>Search</label> <input id='q'> <label for='in'>In</label> <select id='in'><option>Colleagues</option><option>Projects</option></select></form>",
        tabs="<div role='tablist'><button type='button' role='tab' aria-selected='true' aria-controls='one'>Entry</button><button type='button' role='tab' aria-selected='false' aria-controls='two'>Files</button></div><div role='tabpanel' id='one'>",
        after="</div><div role='tabpanel' id='two' hidden>No files</div>")),
)  # fmt: skip

# -- the form of a record: the telephone of a member is changed --------------------------------------------------------

MEMBERS = (("Ida Moss", "Lane 1", "111"), ("Jon Falk", "Hill 2", "222"), ("Kim Ott", "Lake 3", "333"), ("Lea Berg", "Mill 4", "444"))  # fmt: skip
MEMBER = "<tr><td>{0}</td><td>{1}</td><td><button type='button' onclick=\"edit('{0}', '{1}', '{2}')\">Edit</button></td></tr>"
CLUB = site(
    title="Club",
    at_="""<h1>Members</h1>@top@<table><tbody>@list@</tbody></table><div class='modal' id='d' role='dialog' aria-label='Member'><div class='modal-dialog'><h2 id='n'></h2>
    <p><label for='a'>Address</label> <input id='a'></p><p><label for='t'>Telephone</label> <input id='t'></p>@more@<button type='button' onclick='save()'>Save</button></div></div>""",
    script="""let who = ''; const edit = (name, address, phone) => { who = name; $('#n').textContent = name; $('#a').value = address; $('#t').value = phone; @opened@ $('#d').classList.add('show'); };
    const save = () => { const data = {who, phone: val('#t')}; $('#d').classList.remove('show'); @save@ post('/member', data).then(() => say('Saved')); };""",
    list=rows(MEMBER, MEMBERS),
    top="",
    more="",
    opened="",
    save="",
)
change = family(
    RECORDS,
    a=CLUB(),
    flow=show(click("Edit", within="tr:has(td:text-is('{who}'))"), fill("Telephone", "{phone}"), click("Save"), SAID),
    learn=({"who": "Jon Falk", "phone": "777"}, {"who": "Lea Berg", "phone": "888"}),
    values={"who": "Kim Ott", "phone": "999"},
    deeds=({"do": "/member", "who": "{who}", "phone": "{phone}"},),
    task="change a telephone",
)
RECORD_PAIRS = (
    change("state of the member", "the form shows the branch and the kind of the member, and a note of the desk, as they are", SAME, CLUB(
        more="<p><label for='b'>Branch</label> <select id='b'><option>East</option><option>West</option></select> <label for='k'>Kind</label> <select id='k'><option>Adult</option><option>Child</option></select></p><p><label for='m'>Note</label> <input id='m'></p>",
        opened="$('#b').value = 'West'; $('#m').value = 'Pays in cash';")),
    change("as of another club", "a list above the members, which was not there, stands at another club", EITHER, CLUB(
        top="<p><label for='c'>Project team</label> <select id='c'><option>Rowing club North</option><option>Rowing club South</option></select></p>", save="data.club = val('#c');")),
)  # fmt: skip

# -- a letter that a dialog sends: what goes along stands on the page behind it ----------------------------------------

SENT = "post('/send', data).then(() => say('On its way'));"
DIALOG_PAIRS = (
    letter("to former ones too", "a ticked box beside the fields sends the letter to people who have left; a dialog asks before", EITHER, POSTED(
        below="<p><label><input type='checkbox' id='c' checked> Also to former customers</label></p>", go=f"if ($('#c').checked) data.also = 'former'; {SENT}"), group=DIALOGS),
    letter("in another name", "a list beside the fields says who sends it, and stands at the head of the firm", EITHER, POSTED(
        mid="<p><label for='b'>Signed by</label> <select id='b'><option>The management</option><option>Nobody</option></select></p>", go=f"if (val('#b') !== 'Nobody') data.by = val('#b'); {SENT}"), group=DIALOGS),
    letter("boxes that are off", "boxes for copies are new, none is ticked, and a list of drafts with its order stands below", SAME, POSTED(
        mid="<p><label><input type='checkbox'> Send me a copy</label> <label><input type='checkbox'> Newsletter of the system</label></p>",
        below="<p><label for='o'>Sort by</label> <select id='o'><option>Newest</option><option>Oldest</option></select></p><ul><li>Draft of May</li><li>Draft of June</li></ul>"), group=DIALOGS),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*DIALOG_PAIRS, *FORM_PAIRS, *SCRIPT_PAIRS, *RECORD_PAIRS)
