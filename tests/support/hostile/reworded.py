"""Words that were added, times that went by, names that spell a value, and questions that a lesson has to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .acts import Act, click, fill, show, tap, wait
from .pair import EITHER, SAME, STOP, Answer, App, Pair, Request, family
from .parts import button, done, one, page, table

REWORDED = "reworded"

# -- a link to a deed, in more words -----------------------------------------------------------------------------------


def linked(text: str, deed: str = "send", path: str = "/do/act") -> App:
    """Return a page whose link does something at its address; the server may do something else there."""
    body = f"<h1>Newsletter</h1><p>Ready to go.</p><nav><a href='/'>Home</a> <a id='act' href='{path}'>{text}</a></nav>"
    told = page("<h1>Newsletter</h1>", status="<p role=status>Done</p>")
    return App({"/": page(body), path: lambda _: Answer(body=told, deed={"do": deed})})


def act_of(was: str) -> Callable[..., Pair]:
    """Return a maker of pairs about a link of this name."""
    return family(REWORDED, a=linked(was), flow=show(click(was, "link"), wait("[role=status]:has-text('Done')")), learn=({}, {}), values={},
                  deeds=({"do": "send"},), task=f"use {was.lower()}")  # fmt: skip


sent, paid, published, removed = map(act_of, ("Send", "Pay", "Publish", "Delete"))
WORDS = (
    sent("Send message", "the link got the word message", SAME, linked("Send message")),
    sent("Send to all", "the link of the same address sends to all customers", STOP, linked("Send to all customers", "send all")),
    sent("Send without check", "the link of the same address sends without the check", STOP, linked("Send without check", "send unchecked")),
    sent("Send back", "the link of the same address sends the text back to its author", STOP, linked("Send back to the author", "send back")),
    sent("Send tomorrow", "the link of the same address sends tomorrow", STOP, linked("Send tomorrow", "send later")),
    paid("Pay now", "the link got the word now", EITHER, linked("Pay now")),
    paid("Pay an amount", "the link names an amount of 1000 EUR", STOP, linked("Pay 1000 EUR", "pay 1000")),
    paid("Pay every month", "the link pays every month", STOP, linked("Pay monthly", "pay monthly")),
    published("Publish page", "the link got the word page", SAME, linked("Publish page")),
    published("Publish for everyone", "the link publishes for everyone", STOP, linked("Publish for everyone", "publish all")),
    published("Publish and lock", "the link publishes and locks", STOP, linked("Publish and lock", "publish and lock")),
    removed("Delete draft", "the link got the word draft", EITHER, linked("Delete draft")),
    removed("Delete account", "the link of the same address deletes the account", STOP, linked("Delete account", "delete account")),
    removed("Delete with copies", "the link deletes the copies too", STOP, linked("Delete with all copies", "delete copies")),
)  # fmt: skip

# -- a field that keeps its name attribute and gets other words --------------------------------------------------------


def asked(label: str, meaning: str, name: str = "value") -> App:
    """Return a form with one field; the server takes what is typed for what the label says."""
    form = f'<h1>Transfer</h1><form action="/save" method="post"><p><label for="f">{label}</label> <input id="f" name="{name}"></p><button>Save</button></form>'
    return App(
        {
            "/": page(form),
            "/save": lambda request: Answer(body=done("Saved"), deed={"do": meaning, "it": request.data[name]}),
        }
    )


def field_of(was: str, value: tuple[str, str, str]) -> Callable[..., Pair]:
    """Return a maker of pairs about a field of this label."""
    return family(REWORDED, a=asked(was, was), flow=show(fill(was, "{it}"), click("Save"), wait("text=Saved")), learn=({"it": value[0]}, {"it": value[1]}),
                  values={"it": value[2]}, deeds=({"do": was, "it": "{it}"},), task=f"save the {was.lower()}")  # fmt: skip


amount = field_of("Amount", ("30", "45", "70"))
user = field_of("User", ("ann", "bob", "eve"))
mail = field_of("E-mail", ("ann@x.org", "bob@x.org", "eve@x.org"))
FIELDS = (
    amount("amount in cents", "the same field takes cents now, and says so", STOP, asked("Amount in cents", "cents")),
    amount("amount (USD)", "the same field states a currency, which it did not", EITHER, asked("Amount (USD)", "Amount")),
    amount("amount as percentage", "the same field takes a share in per cent", STOP, asked("Amount in %", "percent")),
    amount("amount marked", "the label got the star of a field that is required", SAME, asked("Amount *", "Amount")),
    amount("maximum amount", "the same field takes a limit", STOP, asked("Maximum amount", "limit")),
    user("user to delete", "the same field asks for the user to delete", STOP, asked("User to delete", "delete")),
    user("user name", "the label says user name", SAME, asked("User name", "User")),
    mail("mail address", "the label says e-mail address", SAME, asked("E-mail address", "E-mail")),
    mail("mail of the manager", "the same field asks for the manager's address", STOP, asked("E-mail of your manager", "manager")),
    mail("mail to block", "the same field takes an address to block", STOP, asked("Block this e-mail", "block")),
)  # fmt: skip

# -- times and figures as the only difference --------------------------------------------------------------------------

UNLUCKY = "unlucky data"


def backups(*rows: tuple[int, str]) -> App:
    """Return backups: a time and a button each; the server knows their numbers."""
    made = [
        ("Backup", when, button("Restore", f"post('/restore', {{id: {number}}}).then(() => say('Restored'))"))
        for number, when in rows
    ]
    return one(f"<h1>Backups</h1>{table(('What', 'When', ''), made)}")


AGES = ((3, "2 minutes ago"), (2, "yesterday"), (1, "last week"))
by_time = family(UNLUCKY, a=backups(*AGES), flow=show(click("Restore", within="tr:has(td:text-is('{when}'))")), learn=({"when": "yesterday"}, {"when": "last week"}),
                 values={"when": "2 minutes ago"}, deeds=({"do": "/restore", "id": 3},), task="restore the backup of")  # fmt: skip
in_place = family(UNLUCKY, a=backups(*AGES), flow=show(click("Restore", nth=1)), learn=({}, {}), values={}, deeds=({"do": "/restore", "id": 2},),
                  task="restore the backup before the last one")  # fmt: skip
TIMES = (
    by_time("time of a row", "the times are as they were", SAME, backups(*AGES[::-1]), learn=({"when": "2 minutes ago"},)),
    by_time("time went by", "the backup of that time has another time by now", STOP, backups((3, "20 minutes ago"), *AGES[1:]), learn=({"when": "2 minutes ago"},)),
    by_time("two of that time", "two backups are of that time", STOP, backups((4, "2 minutes ago"), *AGES), learn=({"when": "2 minutes ago"},)),
    in_place("all times went by", "all times have gone by", SAME, backups((3, "5 hours ago"), (2, "2 days ago"), (1, "last month"))),
    in_place("backups rotate", "a new backup came and the last one went: yesterday's is the third one", EITHER,
             backups((4, "2 minutes ago"), (3, "3 hours ago"), (2, "yesterday"))),
    in_place("backup added", "a new backup came", EITHER, backups((4, "just now"), *AGES)),
)  # fmt: skip


def numbered(*numbers: int, text: str = "Order {}") -> App:
    """Return links to orders by their number, and a page for each."""
    links = "".join(f"<li><a href='/do/order?id=7{n}'>{text.format(n)}</a></li>" for n in numbers)
    return App(
        {
            "/": page(f"<h1>Orders</h1><ul>{links}</ul>"),
            "/do/order": page("<h1>Order</h1><a href='/'>Back</a>", status="<p role=status>Shown</p>"),
        }
    )


order = family(UNLUCKY, a=numbered(113, 125, 137, 149), flow=show(click("Order {n}", "link"), wait("text=Back")), learn=({"n": "113"}, {"n": "149"}), values={"n": "125"},
               deeds=({"do": "/do/order", "id": "7{n}"},), task="open an order")  # fmt: skip
FEW = str(numbered(113, 137).pages["/"])
ORDERS = (
    order("order 1125 only", "order 125 is gone, and order 1125 is there", STOP, numbered(113, 1125, 137, 149)),
    order("order 1125 before", "order 1125 stands before order 125", SAME, numbered(1125, 113, 125, 137)),
    order("order 125 of 1125", "the name says how many there are", EITHER, numbered(113, 125, 137, text="Order {} of 1125")),
    order("order 125a", "order 125 was split into 125a and 125b", STOP, App({**numbered(113).pages, "/": FEW.replace(
        "<ul>", "<ul><li><a href='/do/order?id=71251'>Order 125a</a></li><li><a href='/do/order?id=71252'>Order 125b</a></li>")})),
    order("reorder 125", "the link orders number 125 once more", STOP, App({**numbered(113).pages, "/": FEW.replace(
        "<ul>", "<ul><li><a href='/do/order?id=9125'>Reorder 125</a></li>")})),
)  # fmt: skip


def packages(*shown: str) -> App:
    """Return packages with a version each, as links."""
    links = "".join(f"<li><a href='/do/package?of={one.partition('@')[0]}'>{one}</a></li>" for one in shown)
    return App(
        {
            "/": page(f"<h1>Packages</h1><ul>{links}</ul>"),
            "/do/package": page("<h1>Package</h1><a href='/'>Back</a>", status="<p role=status>Shown</p>"),
        }
    )


package = family(UNLUCKY, a=packages("kettle@^2.0.0", "anchor@1.4.0", "lamp@0.3.1"), flow=show(tap("a:has-text('{name}@')"), wait("text=Back")),
                 learn=({"name": "kettle"}, {"name": "lamp"}), values={"name": "anchor"}, deeds=({"do": "/do/package", "of": "{name}"},), task="open a package")  # fmt: skip
PACKAGES = (
    package("new version", "the package has another version", SAME, packages("kettle@3.0.0", "anchor@2.0.0-rc.1", "lamp@0.3.1")),
    package("another package", "only a package with a longer name is left", STOP, packages("kettle@3.0.0", "anchor-pro@1.4.0", "lamp@0.3.1")),
    package("scope before", "only the package of another scope is left", STOP, packages("kettle@3.0.0", "evil/anchor@1.4.0", "lamp@0.3.1")),
)  # fmt: skip


def wiki(*shown: str) -> App:
    """Return pages of a wiki that are named after persons, as addresses spell them."""
    links = "".join(f"<li><a href='/do/page?id={one}'>{one}</a></li>" for one in shown)
    return App(
        {
            "/": page(f"<h1>Pages</h1><ul>{links}</ul>"),
            "/do/page": page("<h1>Page</h1><a href='/'>Back</a>", status="<p role=status>Shown</p>"),
        }
    )


def spelled(values: dict[str, str]) -> str:
    """Return a name as the wiki spells it."""
    return values["name"].lower().replace(" ", "_")


def named() -> Act:
    """Click the page of a name."""
    return lambda shown, values: shown.get_by_role("link", name=spelled(values), exact=True).click()


slug = family(UNLUCKY, a=wiki("ada_falk", "ben_moll", "cy_roth"), flow=show(named(), wait("text=Back")), learn=({"name": "Ada Falk"}, {"name": "Cy Roth"}),
              values={"name": "Ben Moll"}, deeds=({"do": "/do/page", "id": "ben_moll"},), task="open a page")  # fmt: skip
SLUGS = (
    slug("page of another", "only the page of another person of that name is left", STOP, wiki("ada_falk", "ben_moll_2", "cy_roth"), learn=({"name": "Ben Moll"},)),
    slug("talk about the page", "only the talk about the page is left", STOP, wiki("ada_falk", "talk_ben_moll", "cy_roth"), learn=({"name": "Ben Moll"},)),
    slug("pages sorted", "the pages are in another order", SAME, wiki("cy_roth", "ben_moll", "ben_moll_2"), learn=({"name": "Ben Moll"},)),
)  # fmt: skip
MONTHS = ("January", "February", "November", "December")


def calendar(month: str, year: int = 2031, text: str = "{m} {d}, {y}") -> App:
    """Return the days of a month as buttons that are named in words."""
    days = "".join(
        button(
            text.format(m=month, d=d, y=year), f"post('/book', {{day: '{month} {d} {year}'}}).then(() => say('Booked'))"
        )
        for d in range(1, 29)
    )
    return one(f"<h1>Book</h1>{days}")


booked = family(UNLUCKY, a=calendar("December"), flow=show(click("December {day}, 2031")), learn=({"day": "24"}, {"day": "6"}), values={"day": "12"},
                deeds=({"do": "/book", "day": "December {day} 2031"},), task="book a day")  # fmt: skip
BOOKED = (
    booked("other month", "the calendar shows January", STOP, calendar("January")),
    booked("other year", "the calendar shows the next year", STOP, calendar("December", 2032)),
    booked("day first", "the day stands before the month", SAME, calendar("December", text="{d} {m} {y}")),
    booked("month of that number", "the day and the month are written as numbers in another order", EITHER, calendar("December", text="12/{d}/{y}")),
)  # fmt: skip

# -- lists of choices whose names say the present choice ---------------------------------------------------------------

CHOOSER = """
const chosen = {};
const unfold = (box) => { document.querySelectorAll("[role=listbox]").forEach((one) => one.remove());
  const made = box.dataset.options.split(",").map((one) => `<div role="option" tabindex="0" onclick="pick('${box.dataset.of}', '${one}')">${one}</div>`).join("");
  box.insertAdjacentHTML("afterend", `<div role="listbox">${made}</div>`); };
const pick = (of, one) => { chosen[of] = one; const box = document.querySelector(`[data-of=${of}]`); box.textContent = (box.dataset.label || "") + one; $("[role=listbox]").remove(); };
const order = () => post("/order", chosen).then(() => say("Ordered"));
"""


def chooser(*boxes: tuple[str, str, str]) -> App:
    """Return lists of choices of their own, each named by its present choice, and a button."""
    made = "".join(
        f'<div><span role="combobox" tabindex="0" aria-expanded="false" data-of="{of}" data-label="{of.title()}: " data-options="{options}" onclick="unfold(this)">{of.title()}: {now}</span></div>'
        for of, now, options in boxes
    )
    return one(f"<h1>Shirt</h1>{made}{button('Order', 'order()')}", script=CHOOSER)


SIZES = ("size", "Medium", "Small,Medium,Large")
COLLARS = ("collar", "Medium", "Small,Medium,Large")
COLOURS = ("colour", "Green", "Green,Blue,Red")
sized = family(UNLUCKY, a=chooser(COLOURS, SIZES), flow=show(tap("[data-of=size]"), click("{size}", "option"), click("Order")), learn=({"size": "Large"}, {"size": "Small"}),
               values={"size": "Large"}, deeds=({"do": "/order", "size": "{size}"},), task="order a shirt")  # fmt: skip
CHOICES = (
    sized("other present choice", "the size was Small beforehand", SAME, chooser(COLOURS, ("size", "Small", "Small,Medium,Large"))),
    sized("collar instead", "a list for the collar stands where the one for the size stood", STOP, chooser(COLOURS, COLLARS)),
    sized("size first", "the two lists changed places", EITHER, chooser(SIZES, COLOURS)),
    sized("size is gone", "only the list of the colours is left, and it has a Large too", STOP, chooser(("colour", "Medium", "Medium,Large,Blue"))),
)  # fmt: skip

# -- a heading that names the secret -----------------------------------------------------------------------------------


def key_form(heading: str, path: str = "/key", more: str = "") -> App:
    """Return a form whose only field has no name but its heading."""
    body = f'<h1>Settings</h1>{more}<div class="box"><h2>{heading}</h2><input class="wide">{button("Save", "keep()")}</div>'
    return one(body, script=f"const keep = () => post('{path}', {{it: val('.wide')}}).then(() => say('Saved'));")


key = family(REWORDED, a=key_form("API key"), flow=show(lambda at, values: at.locator(".wide").fill(values["api_key"]), click("Save"), wait("text=Saved")),
             learn=({"api_key": "kiwi-1771"}, {"api_key": "fig-23021"}), values={"api_key": "plum-9917"}, secrets=("api_key",), deeds=({"do": "/key", "it": "{api_key}"},),
             task="save the key")  # fmt: skip
SECRETS = (
    key("question about the key", "the field under the heading takes a question for the help", STOP, key_form("Lost your API key? Ask us", "/ask")),
    key("hint about the key", "a hint stands above the field", SAME, key_form("API key", more="<p>Keep it safe.</p>")),
)  # fmt: skip

# -- lessons that have to show their deed ------------------------------------------------------------------------------

LESSON = "lessons"
FILES = "const drop = () => { WORK }; const really = () => post('/drop', {file: 'plan'}).then(() => { $('#ask').innerHTML = ''; say('Deleted'); });"
ASK = "$('#ask').innerHTML = `<div role=dialog aria-label='Delete'><p>Delete plan?</p><button onclick='really()'>Delete</button> <button onclick=\\\"$('#ask').innerHTML = ''\\\">Cancel</button></div>`;"


def files(work: str = "really();", name: str = "Delete", more: str = "") -> App:
    """Return a file with a button, which may ask before it does its work."""
    return one(
        f"<h1>plan</h1>{more}{button(name, 'drop()')}<div id=ask></div>",
        script=FILES.replace("WORK", work.replace('\\"', '"')),
    )


dropped = family(LESSON, a=files(), flow=show(click("Delete")), learn=({}, {}), values={}, deeds=({"do": "/drop", "file": "plan"},), auto=True, task="delete the file")  # fmt: skip
SAID = "say('Deleted');"
LESSONS = (
    dropped("asks first", "a question stands before the deed now", EITHER, files(ASK)),
    dropped("says so before it asks", "the page says Deleted, and asks whether it is meant", EITHER, files(ASK + SAID)),
    dropped("says so and does nothing", "the page says Deleted, and nothing is sent", STOP, files(SAID)),
    dropped("preview first", "the button shows a preview of what would go, with a button of another name", EITHER,
            files("$('#ask').innerHTML = `<h2>Preview</h2><button onclick='really()'>Delete now</button>`;", more="<p>plan.txt, 3 kB</p>")),
    dropped("all files", "the only button deletes all files", STOP,
            App({"/": str(files(name="Delete all files").pages["/"]).replace("file: 'plan'", "file: 'all'")})),
)  # fmt: skip


def shelves(*rows: str, label: str = "Shelf", first: str = "") -> App:
    """Return the shelves of a book in numbered fields, and a button that saves them all.

    Its deed is what saving changes: the shelves that are new, and those that are lost.
    """

    def save(request: Request) -> Answer:
        saved = [value for key, value in sorted(request.data.items()) if key.startswith("copies") and value]
        new, lost = ([one for one in some if one not in others] for some, others in ((saved, rows), (rows, saved)))
        return Answer(body=done("Saved"), deed={"do": "save", "new": ",".join(new), "lost": ",".join(lost)})

    fields = "".join(
        f'<p><label>{label} <input name="copies-{n}-shelf" value="{row}"></label></p>'
        for n, row in enumerate((*rows, ""))
    )
    return App({"/": page(f'<h1>Book</h1>{first}<form action="/save" method="post">{fields}<button>Save</button></form>'),
                "/save": save})  # fmt: skip


def last(shown: Sequence[str] = ("A1",)) -> Act:
    """Type into the empty field below those of the shelves that are there."""
    return lambda at, values: at.locator(f"[name=copies-{len(shown)}-shelf]").fill(values["shelf"])


shelf = family(LESSON, a=shelves("A1"), flow=show(last(), click("Save"), wait("text=Saved")), learn=({"shelf": "C3"}, {"shelf": "D4"}), values={"shelf": "E5"},
               deeds=({"do": "save", "new": "{shelf}", "lost": ""},), auto=True, task="add a shelf")  # fmt: skip
SHELVES = (
    shelf("no empty row", "the row for a new shelf opens by a button now", STOP,
          App({**shelves("A1").pages, "/": str(shelves("A1").pages["/"]).replace('<p><label>Shelf <input name="copies-1-shelf" value=""></label></p>', "")})),
    shelf("one more shelf", "there are two shelves by now, and a row for a new one", EITHER, shelves("A1", "B2")),
    shelf("empty row of loans", "there are two shelves by now, and the only empty field is for a loan", STOP,
          App({**shelves("A1", "B2").pages, "/": str(shelves("A1", "B2").pages["/"]).replace("copies-2-shelf", "loans-0-shelf")})),
    shelf("renamed label", "the label says place", EITHER, shelves("A1", label="Place")),
)  # fmt: skip

PAIRS = (*WORDS, *FIELDS, *TIMES, *ORDERS, *PACKAGES, *SLUGS, *BOOKED, *CHOICES, *SECRETS, *LESSONS, *SHELVES)
