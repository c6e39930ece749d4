"""Counts between two buttons, badges of a record and refusals of a page: pages of other trades for the rules about them."""

from __future__ import annotations

from .acts import click, fill, show
from .everyday import SAID, enter, site
from .pair import SAME, STOP, Pair, family

COUNT, BADGE, REFUSAL = "releases counts", "releases badges", "releases refusals"

# -- tickets of a German cinema --------------------------------------------------------------------------------------

CINEMA = site(
    title="Kino",
    lang="de",
    at_="""<header><b>Kino am Markt</b></header><main><h1>Karten</h1><p><label for="n">Name</label> <input id="n"></p><div class="card"><h2>Karten</h2>@buttons@</div>@more@
    <section><button type="button" onclick="go()">Kaufen</button></section></main>""",
    script="""const by = (n) => { $('#k').textContent = Number($('#k').textContent) + n; }; const zoom = (n) => { $('#z').textContent = Number($('#z').textContent) + n; };
    const go = () => post('/karten', {name: val('#n'), anzahl: $('#k').textContent}).then(() => say('Gekauft'));""",
    buttons='<button type="button" onclick="by(-1)">Weniger Karten</button> <span id="k">@start@</span> <button type="button" onclick="by(1)">Mehr Karten</button>',
    start="1",
    more="",
)
cinema = family(
    COUNT,
    a=CINEMA(),
    flow=show(fill("Name", "{name}"), click("Mehr Karten"), click("Kaufen"), SAID),
    learn=({"name": "Ute Heller"}, {"name": "Jan Moll"}),
    values={"name": "Rosa Thal"},
    deeds=({"do": "/karten", "name": "{name}", "anzahl": "2"},),
    task="buy two cinema tickets",
)
ZOOM = '<div class="card">Zoom <button type="button" onclick="zoom(-1)">−</button> <span id="z">@level@</span> <button type="button" onclick="zoom(1)">+</button></div>'
COUNT_PAIRS = (
    cinema("cinema starts at two", "the number of tickets starts at two, so that one more makes three", STOP, CINEMA(start="2")),
    cinema("cinema drawn anew", "the number stands before its two buttons, and a plan of seats has a zoom", SAME,
           CINEMA(buttons='<span id="k">@start@</span> <button type="button" onclick="by(-1)">Weniger Karten</button> <button type="button" onclick="by(1)">Mehr Karten</button>', more=ZOOM, level="3")),
    cinema("cinema with another zoom", "the zoom of the plan of seats, which the flow never touches, stands at 3 instead of 1", SAME,
           CINEMA(more=ZOOM, level="3"), a=CINEMA(more=ZOOM, level="1")),
)  # fmt: skip

# -- a box of vegetables with a field between the buttons ------------------------------------------------------------

BOX = site(
    title="Greens",
    at_="""<header><b>Greens</b></header><main><h1>Vegetable box</h1><div><label for="q">Boxes</label> <button type="button" aria-label="Decrease" onclick="by(-1)">−</button><input id="q" value="@start@" readonly size="2"><button type="button" aria-label="Increase" onclick="by(1)">+</button></div>
    <p><label for="a">Address</label> <input id="a"></p><div><button type="button" onclick="go()">Place order</button></div>@more@</main>""",
    script="const by = (n) => { $('#q').value = Number(val('#q')) + n; }; const go = () => post('/order', {boxes: val('#q'), address: val('#a')}).then(() => say('Ordered'));",
    start="0",
    more="",
)
box = family(
    COUNT,
    a=BOX(),
    flow=show(click("Increase"), enter("#a", "{address}"), click("Place order"), SAID),
    learn=({"address": "4 Mill Lane"}, {"address": "12 Fern Street"}),
    values={"address": "9 Quay Road"},
    deeds=({"do": "/order", "boxes": "1", "address": "{address}"},),
    task="order a vegetable box",
)
BOX_PAIRS = (
    box("box starts at one", "one box is in the field from the start, so that the flow orders two", STOP, BOX(start="1")),
    box("box with a rating", "a line below counts how many neighbours ordered", SAME, BOX(more="<p>Ordered by <b>17</b> neighbours</p>")),
)  # fmt: skip

# -- the badge of a member, and a mail at night -----------------------------------------------------------------------

MEMBER = site(
    title="Club",
    at_="""<header><b>Rowing club</b></header><main><h1>Members</h1><ul><li><a href="/mia">Mia Sand</a></li></ul></main>""",
    at_mia="""<header><a href="/">Members</a></header><main><h1>Mia Sand</h1> <span class="@look@">@state@</span> @tags@<p><label for="f">Fee</label> <input id="f"></p>
    <button type="button" onclick="post('/fee', {fee: val('#f')}).then(() => say('Fee entered'))">Enter fee</button></main><p role="status"></p>""",
    look="badge",
    state="Active",
    tags="",
)
member = family(
    BADGE,
    a=MEMBER(),
    flow=show(click("Mia Sand", "link"), fill("Fee", "{fee}"), click("Enter fee"), SAID),
    learn=({"fee": "40"}, {"fee": "65"}),
    values={"fee": "52"},
    deeds=({"do": "/fee", "fee": "{fee}"},),
    task="enter the fee of Mia Sand",
)
BADGE_PAIRS = (
    member("member is suspended", "the badge beside the name of the member says that she is suspended", STOP, MEMBER(state="Suspended")),
    member("member with tags", "the badge has another class, and there are tags for a cup and an address that is confirmed", SAME,
           MEMBER(look="chip", tags="<span class='tag'>Cup winner</span> <span class='tag'>Confirmed</span>")),
)  # fmt: skip

NIGHT = site(
    title="Desk",
    at_="""<header><b>Letterbox</b></header>@notice@<main><h1>New message</h1><p><label for="t">Text</label> <input id="t"></p><button type="button" onclick="go()">Send</button></main>""",
    script="const go = () => post('/send', {text: val('#t'), state: '@state@'}).then(() => say('Done'));",
    notice="",
    state="sent",
)
night = family(
    REFUSAL,
    a=NIGHT(),
    flow=show(fill("Text", "{text}"), click("Send"), SAID),
    learn=({"text": "See you at nine"}, {"text": "The keys are here"}),
    values={"text": "Bring a coat"},
    deeds=({"do": "/send", "text": "{text}", "state": "sent"},),
    task="send a message",
)
REFUSAL_PAIRS = (
    night("message waits", "a notice says that messages are not sent while the quiet hours last", STOP,
          NIGHT(notice="<p class='card'>While the quiet hours last, messages are not sent.</p>", state="kept")),
    night("message is private", "a notice says that a text will not be sent to others", SAME,
          NIGHT(notice="<p class='card'>Your text will not be sent to anybody else.</p>")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*COUNT_PAIRS, *BOX_PAIRS, *BADGE_PAIRS, *REFUSAL_PAIRS)
