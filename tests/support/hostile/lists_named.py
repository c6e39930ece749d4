"""Fields that open a list: what they call themselves, and names that tell the present choice."""

from __future__ import annotations

from typing import Any

from .acts import at, click, fill, show, tap, wait
from .pair import EITHER, SAME, STOP, App, family
from .parts import button, one

GROUP = "lists"
BODY: dict[str, Any] = {"patience": 3.0}

TRIP = "const go = () => post('/go', {from: val('#from'), to: val('#to')}).then(() => say('Gone'));"
MEANT = "const go = () => post('/go', {from: val('#to'), to: val('#from')}).then(() => say('Gone'));"


def trip(*fields: tuple[str, str, str], script: str = TRIP, named: bool = True) -> App:
    made = "".join(
        (
            f"<p><label for={key}>{name}</label> <input id={key} role={role}></p>"
            if named
            else f"<div><span>{name}</span> <input role={role} class={key}></div>"
        )
        for key, name, role in fields
    )
    return one(f"<h1>Trip</h1>{made}{button('Go', 'go()')}", script=script)


going = family(
    GROUP,
    a=trip(("from", "From", "combobox"), ("to", "To", "combobox")),
    flow=show(fill("From", "{f}"), fill("To", "{t}"), click("Go")),
    learn=({"f": "Rome", "t": "Oslo"}, {"f": "Bern", "t": "Kiel"}),
    values={"f": "Wien", "t": "Graz"},
    deeds=({"do": "/go", "from": "{f}", "to": "{t}"},),
    **BODY,
)
NAMELESS = (
    "const go = () => post('/go', {from: $('.from')?.value ?? '', to: $('.to')?.value ?? ''}).then(() => say('Gone'));"
)


bare = family(
    GROUP,
    a=trip(("from", "From", "combobox"), ("to", "To", "combobox"), script=NAMELESS, named=False),
    flow=show(at(".from", "{f}"), at(".to", "{t}"), click("Go")),
    learn=({"f": "Rome", "t": "Oslo"}, {"f": "Bern", "t": "Kiel"}),
    values={"f": "Wien", "t": "Graz"},
    deeds=({"do": "/go", "from": "{f}", "to": "{t}"},),
    **BODY,
)
single = family(
    GROUP,
    a=trip(("from", "From", "combobox"), script=NAMELESS, named=False),
    flow=show(at(".from", "{f}"), click("Go")),
    learn=({"f": "Rome"}, {"f": "Bern"}),
    values={"f": "Wien"},
    deeds=({"do": "/go", "from": "{f}", "to": ""},),
    **BODY,
)


def shifts(*lists: tuple[str, str, str], role: str = "listbox") -> App:
    """Lists whose names say their present choice."""
    made = "".join(
        f'<div><p>{name}</p><input role={role} aria-haspopup=listbox readonly aria-label="Selected {now}. {name}" value="{now}" data-of="{key}" onclick="open_(this)"></div>'
        for key, name, now in lists
    )
    script = """const open_ = (f) => { $('#pop').innerHTML = ['Early', 'Late', 'Night'].map((o) => `<div role=option onclick="pick('${f.dataset.of}', '${o}')">${o}</div>`).join(''); };
    const pick = (key, o) => post('/pick', {key, o}).then(() => { $('#pop').innerHTML = ''; const f = $(`[data-of=${key}]`); f.value = o; f.ariaLabel = f.ariaLabel.replace(/Selected \\w+/, 'Selected ' + o); say('Picked'); });"""
    return one(f"<h1>Plan</h1>{made}<div id=pop role=listbox></div>", script=script)


shift = family(
    GROUP,
    a=shifts(("shift", "Shift", "Early"), ("room", "Room", "Early")),
    flow=show(tap("[data-of=shift]"), click("{o}", "option"), wait("text=Picked")),
    learn=({"o": "Late"}, {"o": "Night"}),
    values={"o": "Late"},
    deeds=({"do": "/pick", "key": "shift", "o": "{o}"},),
    **BODY,
)
TITLED = "<p>{t}</p><input role={role} aria-label='{t} {k}' class={c}>"
ADDRESS = "const go = () => post('/go', {home: $('.home')?.value ?? '', work: $('.work')?.value ?? ''}).then(() => say('Gone'));"


def homes(*keys: str, role: str = "listbox", noun: str = "address") -> App:
    made = "".join(f"<div>{TITLED.format(t=key.title(), k=noun, c=key, role=role)}</div>" for key in keys)
    return one(f"<h1>Person</h1>{made}{button('Go', 'go()')}", script=ADDRESS)


def home(role: str) -> Any:
    return family(
        GROUP,
        a=homes("home", "work", role=role),
        flow=show(at(".home", "{h}"), click("Go")),
        learn=({"h": "Rome"}, {"h": "Bern"}),
        values={"h": "Wien"},
        deeds=({"do": "/go", "home": "{h}", "work": ""},),
        task="fill the home address",
        **BODY,
    )


LISTS = (
    going(
        "lists now",
        "the text fields call themselves lists",
        SAME,
        trip(("from", "From", "listbox"), ("to", "To", "listbox")),
    ),
    going(
        "no lists any more",
        "the lists call themselves comboboxes",
        SAME,
        trip(("from", "From", "combobox"), ("to", "To", "combobox")),
        a=trip(("from", "From", "listbox"), ("to", "To", "listbox")),
    ),
    going(
        "exchanged",
        "the lists stand in another order",
        SAME,
        trip(("to", "To", "listbox"), ("from", "From", "listbox")),
    ),
    going(
        "ids exchanged, textbox",
        "the ids have changed places, and what the page does with them",
        EITHER,
        trip(("from", "To", "textbox"), ("to", "From", "textbox"), script=MEANT),
        a=trip(("from", "From", "textbox"), ("to", "To", "textbox")),
        deeds=({"do": "/go", "from": "{f}", "to": "{t}"},),
    ),
    going(
        "ids exchanged",
        "the ids have changed places, and what the page does with them",
        EITHER,
        trip(("from", "To", "listbox"), ("to", "From", "listbox"), script=MEANT),
        deeds=({"do": "/go", "from": "{f}", "to": "{t}"},),
    ),
    going("From is Via", "the first list is Via now", STOP, trip(("from", "Via", "listbox"), ("to", "To", "listbox"))),
    bare(
        "nameless, lists now",
        "fields without names call themselves lists",
        SAME,
        trip(("from", "From", "listbox"), ("to", "To", "listbox"), script=NAMELESS, named=False),
    ),
    bare(
        "nameless, exchanged",
        "fields without names call themselves lists and stand in another order",
        EITHER,
        trip(("to", "To", "listbox"), ("from", "From", "listbox"), script=NAMELESS, named=False),
    ),
    single(
        "nameless, the other is left",
        "the only field without a name is beside To",
        STOP,
        trip(("to", "To", "listbox"), script=NAMELESS, named=False),
    ),
    single(
        "nameless, only, list now",
        "the only field calls itself a list",
        SAME,
        trip(("from", "From", "listbox"), script=NAMELESS, named=False),
    ),
    shift(
        "choice named, other one",
        "another shift is chosen at first",
        SAME,
        shifts(("shift", "Shift", "Night"), ("room", "Room", "Early")),
    ),
    shift(
        "choice named, exchanged",
        "the lists stand in another order",
        SAME,
        shifts(("room", "Room", "Early"), ("shift", "Shift", "Early")),
    ),
    shift(
        "choice named, shift is gone",
        "only the list of rooms is left, with the same choice",
        STOP,
        shifts(("room", "Room", "Early")),
    ),
    shift(
        "choice named, combobox",
        "the lists are comboboxes",
        SAME,
        shifts(("shift", "Shift", "Early"), ("room", "Room", "Early"), role="combobox"),
    ),
    shift(
        "choice named, other meaning",
        "the list says Shift of the boss",
        STOP,
        shifts(("boss", "Shift of the boss", "Early"), ("room", "Room", "Early")),
    ),
    *(
        made
        for role in ("listbox", "combobox", "textbox")
        for made in (
            home(role)(
                f"titled {role}, exchanged",
                "home and work stand the other way round",
                SAME,
                homes("work", "home", role=role),
            ),
            home(role)(
                f"titled {role}, home is gone", "only the address of work is left", STOP, homes("work", role=role)
            ),
            home(role)(
                f"titled {role}, home became school",
                "the first one is that of the school",
                STOP,
                homes("school", "work", role=role),
            ),
        )
    ),
)


# -- a button that shows the choice that stands, with or without a label ------------------------------------------------

CHOOSERS = """let f;
const open_ = (b) => { f = b; $('#pop').hidden = false; };
const pick = (o) => { f.textContent = o.textContent; $('#pop').hidden = true; };
const go = () => post('/plan', {shift: $('#shift').textContent, cover: $('#cover')?.textContent ?? ''}).then(() => say('Saved'));"""
OPTIONS = "".join(f"<li role=option onclick=pick(this)>{one}</li>" for one in ("Early", "Late", "Night"))


def choosers(
    shift: str = "Early",
    cover: str = "",
    label: str = "Shift",
    says: str = "aria-haspopup=listbox",
    other: str = "Cover",
) -> App:
    """Return one or two lists whose buttons are called by their label, if they have one, and their present choice."""

    def field(key: str, title: str, now: str) -> str:
        named = f'aria-labelledby="l-{key} {key}"' if title else ""
        return f"<div><span id=l-{key}>{title}</span><button type=button id={key} {says} {named} onclick=open_(this)>{now}</button></div>"

    both = field("shift", label, shift) + (field("cover", other, cover) if cover else "")
    return one(
        f"<h1>Plan</h1>{both}<ul id=pop role=listbox hidden>{OPTIONS}</ul>{button('Save', 'go()')}", script=CHOOSERS
    )


chooses = family(
    GROUP,
    a=choosers(),
    flow=show(tap("#shift"), click("{o}", "option"), click("Save"), wait("text=Saved")),
    learn=({"o": "Late"},),
    values={"o": "Night"},
    deeds=({"do": "/plan", "shift": "{o}", "cover": ""},),
    task="set the shift",
    **BODY,
)
OWN: dict[str, Any] = {"learn": ({"o": "Early"},)}
PLAIN = choosers(label="", says="")
TWO: dict[str, Any] = {"a": choosers(cover="Early"), "deeds": ({"do": "/plan", "shift": "{o}", "cover": "Early"},)}
BUTTONS = (
    chooses("label and choice", "nothing has changed", SAME, choosers()),
    chooses("label and another choice", "the button shows what was chosen last", SAME, choosers("Late")),
    chooses("label and the learned value", "the lesson chose what stood there", SAME, choosers(), **OWN),
    chooses("label and the learned value, another", "the lesson chose what stood there, and another choice stands", SAME, choosers("Late"), **OWN),
    chooses("choice of two", "two lists stand at one choice", SAME, choosers("Late", "Early"), **TWO),
    chooses("list of breaks", "the list is that of the breaks", STOP, choosers("Late", "Early", "Break"), **TWO),
    chooses("plain button", "the button does not say that it opens a list", SAME, PLAIN, a=PLAIN, **OWN),
    chooses("plain button, another choice", "the plain button shows another choice", EITHER, choosers("Late", label="", says=""), a=PLAIN, **OWN),
)  # fmt: skip

PAIRS = (*LISTS, *BUTTONS)
