"""Pages that deny the task of a flow, break or keep a promise, or show a step only until the next field gets the focus."""

from __future__ import annotations

from typing import Any

from .acts import ANNOUNCED, click, fill, press, show, wait
from .pair import SAME, STOP, Answer, App, Pair, family
from .parts import button, one, with_parts

SIGN, TASK, ENTRIES, CHANNEL = "taken by the focus", "denied tasks", "turned entries", "open channels"
QUICK = {"patience": 3.0}

MAILS = """let n = 0; const choose = () => { @choose@ }; const hide = () => { $('#bar').innerHTML = ''; };
const label = () => post('/label', {n, t: val('#t')}).then(() => say('Labelled'));"""


def mails(choose: str = "n = 5; $('#bar').innerHTML = '<button>Unselect</button>';", hide: str = "hide()") -> App:
    """Return mails that are labelled together; the field takes the only sign of the choice away."""
    field = f'<p><label for=t>Label</label> <input id=t onfocus="{hide}"></p>'
    body = (
        f"<h1>Mails</h1>{button('Choose all', 'choose()')}<span id=bar></span>{field}{button('Set label', 'label()')}"
    )
    return one(body, script=with_parts(MAILS, choose=choose))


labelled = family(
    SIGN,
    a=mails(),
    flow=show(click("Choose all"), wait("#bar button"), fill("Label", "{t}"), click("Set label"), ANNOUNCED),
    learn=({"t": "Home"}, {"t": "Work"}),
    values={"t": "Tax"},
    deeds=({"do": "/label", "n": 5, "t": "{t}"},),
    task="label all mails",
    **QUICK,
)
SIGNS = (
    labelled("a moment later", "the sign goes 60 ms after the focus", SAME, mails(hide="later(60, hide)")),
    labelled("chooses none", "the button does nothing now", STOP, mails("void 0;")),
    labelled("chooses two", "only those on the page are chosen", STOP, mails("n = 2; $('#bar').innerHTML = '<button>Choose the others too</button>';")),
)  # fmt: skip


def order(title: str, text: str = "") -> App:
    """Return a page of one thing that can be ordered."""
    deed = "post('/order', {of: $('h1').textContent}).then(() => say('Order placed'))"
    return one(f"<h1>{title}</h1><p>{text}</p>{button('Order now', deed)}")


def ordering(title: str, task: str, text: str = "") -> Any:
    """Return a maker of pairs that order a thing."""
    return family(
        TASK,
        a=order(title, text),
        flow=show(click("Order now"), ANNOUNCED),
        learn=({}, {}),
        values={},
        deeds=({"do": "/order", "of": title},),
        task=task,
        **QUICK,
    )


pizza, room = ordering("Pizza", "order a pizza"), ordering("Room 1", "order the cleaning")
cart = ordering("Cart", "order what is in the cart", "Free shipping on all orders.")
DENIED = (
    pizza("another dish", "another dish stands above the same button", STOP, order("Pasta")),
    pizza("only a sample", "a text says that it is no pizza", STOP, order("Pizza", "What you order here is a sample and no pizza.")),
    pizza("no reviews", "a text says that there are no reviews yet", SAME, order("Pizza", "There are no reviews of this pizza.")),
    room("second room", "the page is that of the second room", STOP, order("Room 2")),
    room("rooms counted", "a text counts the rooms that wait", SAME, order("Room 1", "2 rooms wait for the cleaning.")),
    cart("gift wrap", "the promise has other words, and gift wrap has a price", SAME, order("Cart", "Free shipping on every order. Gift wrap from 3 EUR.")),
    cart("no longer free", "shipping is not free any more", STOP, order("Cart", "Shipping is no longer free.")),
    cart("free from an amount", "shipping is free from an amount only", STOP, order("Cart", "Free shipping from 50 EUR.")),
)  # fmt: skip

RADIOS = """const all = [...document.querySelectorAll('[role=radio]')], by = {ArrowRight: 1, ArrowLeft: -1};
all.forEach((one, at) => one.addEventListener('keydown', (e) => { const to = by[e.key] && all[at + by[e.key]]; if (!to) return;
  one.ariaChecked = 'false'; to.ariaChecked = 'true'; to.focus(); post('/plan', {to: to.textContent}).then(() => say('Plan set')); }));"""


def plans(*names: str) -> App:
    """Return plans of which the arrow keys choose one; Team is chosen."""
    radio = "<span role=radio tabindex=0 aria-checked={1}>{0}</span> "
    entries = "".join(radio.format(name, "true" if name == "Team" else "false") for name in names)
    return one(f"<h1>Plan</h1><div role=radiogroup aria-label=Plan>{entries}</div>", script=RADIOS)


planned = family(
    ENTRIES,
    a=plans("Solo", "Team", "Company"),
    flow=show(press("[aria-checked=true]", "ArrowRight"), ANNOUNCED),
    learn=({}, {}),
    values={},
    deeds=({"do": "/plan", "to": "Company"},),
    task="take the bigger plan",
    **QUICK,
)
TURNED = (
    planned("turned plans", "the biggest plan stands first", STOP, plans("Company", "Team", "Solo")),
    planned("plan between", "a new plan stands behind the chosen one", STOP, plans("Solo", "Team", "Start-up", "Company")),
    planned("plan in front", "a new plan stands in front", SAME, plans("Student", "Solo", "Team", "Company")),
)  # fmt: skip

STAR = "post('/channel'); const star = () => post('/star').then(() => { $('#b').textContent = 'Starred'; });"


def starred() -> App:
    """Return a page that asks for news by a POST that is answered late, and shows a deed by its button only."""
    pages = one("<h1>Plan</h1><button type=button id=b onclick='star()'>Star it</button>", script=STAR).pages
    return App({**pages, "/channel": Answer(body={"ok": True}, deed={}, delay=8)})


star = family(
    CHANNEL,
    a=starred(),
    flow=show(click("Star it"), wait("#b:has-text('Starred')")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/star"},),
    task="star the plan",
    seen="#b",
    patience=4.0,
)
PAIRS: tuple[Pair, ...] = (
    *SIGNS,
    *DENIED,
    *TURNED,
    star("asked all the time", "a request is open all the time", SAME, starred()),
)
