"""Pages that are scrolled: what comes by it, what is in sight before, and what it does."""

from __future__ import annotations

from typing import Any

from .acts import click, show, wait, wheel
from .pair import EITHER, SAME, STOP, App, family
from .parts import STATUS, one, page

GROUP = "scrolls"
BODY: dict[str, Any] = {"patience": 3.0}

LONG = "".join(f"<p>Clause {number} of the terms of use.</p>" for number in range(40))
END = "let done_ = false; $('#box').addEventListener('scroll', () => { const b = $('#box'); if (!done_ && b.scrollTop + b.clientHeight > b.scrollHeight - 8) { done_ = true; %s } });"
READ = "post('/read').then(() => { say('You have read the terms'); });"
SHOWN = "say('You have read the terms'); $('#more').innerHTML = `<button onclick=\"post('/accept').then(() => say('Accepted'))\">Accept</button>`;"
ACCEPT = "<button onclick=\"post('/accept').then(() => say('Accepted'))\">Accept</button>"


def terms(script: str, *, status: str = STATUS, more: str = "", lead: str = "") -> App:
    return App(
        {
            "/": page(
                f"{lead}<h1>Terms</h1><div id=box tabindex=0 style='height:200px;overflow:auto'>{LONG}</div><div id=more>{more}</div>",
                script=script,
                status=status,
            )
        }
    )


READ_BEFORE = '<p role="status">You have read the terms</p>'
reading = family(
    GROUP,
    a=terms(END % READ),
    flow=show(wheel("#box", 9000), wait("text=You have read")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/read"},),
    task="read the terms",
    **BODY,
)
accepting = family(
    GROUP,
    a=terms(END % SHOWN),
    flow=show(wheel("#box", 9000), click("Accept"), wait("text=Accepted")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/accept"},),
    task="accept the terms",
    **BODY,
)


def feed(script: str = "", first: int = 20, ahead: int = 0, most: int = 60) -> App:
    fixed = f"""const make = (n) => {{ const row = document.createElement('li'), b = document.createElement('button'); b.textContent = 'Order ' + n; row.style.height = '40px';
  b.onclick = () => {{ const t = b.textContent; post('/open', {{t}}).then(() => say('Opened')); }}; row.append(b); return row; }};
const box = $('#box'); let count = {ahead}; const add = () => {{ for (let i = 0; i < 20; i += 1) box.append(make(count += 1)); }};
for (let i = 0; i < {first} / 20; i += 1) add();
"""
    more = (
        script
        or f"box.addEventListener('scroll', () => {{ if (box.scrollTop + box.clientHeight > box.scrollHeight - 60 && box.children.length < {most}) setTimeout(add, 50); }});"
    )
    return one("<h1>Orders</h1><ul id=box tabindex=0 style='height:200px;overflow:auto'></ul>", script=fixed + more)


RECYCLED = "let o = false; box.addEventListener('scroll', () => { if (!o) { o = true; setTimeout(() => box.querySelectorAll('button').forEach((b, i) => { b.textContent = 'Order ' + (i + 21); }), %d); } });"
REVERSED = "let o = false; box.addEventListener('scroll', () => { if (!o) { o = true; setTimeout(() => [...box.children].reverse().forEach((r) => box.append(r)), %d); } });"
opening = family(
    GROUP,
    a=feed(),
    flow=show(wheel("#box", 700), click("Order 35"), wait("text=Opened")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/open", "t": "Order 35"},),
    task="open order 35",
    **BODY,
)
SCROLLS = (
    reading(
        "read before, nothing done",
        "the status says from the beginning that the terms were read (older ones); scrolling does nothing now",
        STOP,
        terms("", status=READ_BEFORE),
    ),
    reading(
        "read before, done again",
        "the status says so from the beginning; scrolling tells the server as before",
        SAME,
        terms(END % READ, status=READ_BEFORE),
    ),
    reading("nothing done", "scrolling does nothing now", STOP, terms("")),
    accepting(
        "all in sight",
        "the button and the status are there from the beginning",
        SAME,
        terms("", status=READ_BEFORE, more=ACCEPT),
    ),
    accepting(
        "only the button in sight",
        "the button is there from the beginning; there is no status",
        EITHER,
        terms("", more=ACCEPT),
    ),
    accepting(
        "slow", "the button comes a second after the scroll", SAME, terms(END % f"later(1000, () => {{ {SHOWN} }});")
    ),
    opening("all orders in sight", "sixty orders are there at once", SAME, feed(first=60)),
    opening(
        "nodes reused, soon",
        "all are there, and 50 ms after the scroll the nodes hold other orders",
        EITHER,
        feed(RECYCLED % 50, first=60),
    ),
    opening(
        "nodes reused, late",
        "all are there, and 250 ms after the scroll the nodes hold other orders",
        EITHER,
        feed(RECYCLED % 250, first=60),
    ),
    opening(
        "nodes reused, later",
        "all are there, and 500 ms after the scroll the nodes hold other orders",
        EITHER,
        feed(RECYCLED % 500, first=60),
    ),
    opening(
        "turned over",
        "all are there, and 200 ms after the scroll they are turned over",
        EITHER,
        feed(REVERSED % 200, first=60),
    ),
    opening("other orders", "the list begins at order 101", STOP, feed(ahead=100)),
)

PAIRS = (*SCROLLS,)
