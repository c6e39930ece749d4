"""Harmless noise while a flow runs: slow answers, skeletons, polling, messages, adverts, reloads."""

from __future__ import annotations

from .acts import click, fill, show, wait
from .mail import BUTTON, SUBJECT, TO, mail, sending
from .pair import SAME, App, Request, family
from .parts import button, done, one, page

GROUP = "noise"
quiet = sending(GROUP, patience=6.0)


def every(ms: int, work: str) -> str:
    """Return a script that does something again and again."""
    return f"let beat = 0; setInterval(() => {{ beat += 1; {work} }}, {ms});"


def appearing(ms: int) -> App:
    """Return the form behind grey boxes that are shown first."""
    shown = (TO + SUBJECT + BUTTON).replace("`", "")
    return mail(to="", subject="", button='<div id="box" aria-busy="true"><p>Loading</p></div>',
                more=f"later({ms}, () => {{ $('#box').removeAttribute('aria-busy'); $('#box').innerHTML = `{shown}`; }});")  # fmt: skip


TOAST = "document.body.insertAdjacentHTML('beforeend', '<div role=\"alert\" style=\"position:fixed;top:0;right:0\">Bob is online</div>');"
POLL = "fetch('/news').then((answer) => answer.json());"
FRAME = '<iframe title="Advert" srcdoc="<a href=#>Buy now</a>" width="200" height="60"></iframe>'
NOISE = tuple(
    quiet(name, about, SAME, app)
    for name, about, app in (
        ("skeleton half a second", "grey boxes are shown for half a second", appearing(500)),
        ("skeleton two seconds", "grey boxes are shown for two seconds", appearing(2000)),
        ("skeleton three seconds", "grey boxes are shown for three seconds", appearing(3000)),
        ("slow answer", "sending takes two seconds", mail(send=2.0)),
        ("very slow answer", "sending takes three seconds", mail(send=3.0)),
        ("polling", "the page asks for news three times a second", App({**mail(more=every(300, POLL)).pages, "/news": []})),
        ("hanging poll", "the page always has a question open to the server", App({**mail(more=POLL).pages, "/news": []}, {"/news": 8.0})),
        ("missing picture", "a picture cannot be loaded", mail(before='<img src="/missing.png" alt="">')),
        ("missing statistics", "a script of a statistics server cannot be loaded", mail(head='<script async src="http://127.0.0.1:9/stat.js"></script>')),
        ("message at the start", "a message says who is online", mail(more=TOAST)),
        ("message while typing", "a message says who is online, a moment later", mail(more=f"later(400, () => {{ {TOAST} }});")),
        ("clock", "a clock is shown", mail(before="<p id=c>12:00:00</p>", more=every(200, "$('#c').textContent = '12:00:' + beat"))),
        ("counter in the title", "the title counts unread mails", mail(more=every(250, "document.title = '(' + beat + ') Desk'"))),
        ("advert in a frame", "an advert is embedded", mail(before=FRAME)),
        ("advert comes late", "an advert is embedded a second later", mail(before="<div id=ad></div>", more=f"later(700, () => {{ $('#ad').innerHTML = `{FRAME}`; }});")),
        ("carousel", "pictures with links change twice a second", mail(before="<div id=car></div>", more=every(500, "$('#car').innerHTML = '<a href=#>Offer ' + beat % 3 + '</a>'"))),
        ("spinner while sending", "a wheel turns while the mail is sent", mail(send=1.0, after="<span class=spin></span>",
            head="<style>.spin{display:inline-block;width:9px;height:9px;border:2px solid;animation:s 1s infinite}@keyframes s{to{transform:rotate(1turn)}}</style>")),
        ("progress bar", "a bar shows that the page works, for ever", mail(before="<progress></progress>")),
        ("marked busy", "the page is marked as busy for a second", mail(more="document.body.setAttribute('aria-busy', 'true'); later(1000, () => document.body.removeAttribute('aria-busy'));")),
        ("drawn anew", "the form is drawn anew a moment after it is shown", mail(form="<div id=f>{}</div>", more="later(60, () => { if (!val('#to')) $('#f').innerHTML = $('#f').innerHTML; });")),
        ("errors on the console", "the scripts have errors", mail(more="setInterval(() => { throw new Error('x'); }, 300);")),
        ("socket", "a line to the server is kept open", mail(more="try { new WebSocket('ws://127.0.0.1:9/'); } catch {}")),
        ("hash changes", "the address gets a mark", mail(more="later(200, () => { history.replaceState(null, '', '#new'); });")),
        ("late fonts", "another font makes everything larger a moment later", mail(more="later(300, () => { document.body.style.fontSize = '26px'; });")),
        ("placeholder rotates", "examples in the empty field change", mail(more=every(300, "$('#to').placeholder = 'name' + beat"))),
        ("autosave", "a draft is stored every half second, elsewhere", App({**mail(more=every(500, "fetch('/draft?n=' + beat)")).pages, "/draft": {}})),
        ("focus moves", "the page puts the pointer into the first field when it is shown", mail(more="$('#to').focus();")),
        ("head hides", "the head of the page is hidden when one scrolls", mail(before="<header id=h style='position:sticky;top:0;background:#ccc'>Desk</header>", more="addEventListener('scroll', () => { $('#h').hidden = scrollY > 10; });")),
    )
)  # fmt: skip


def reloading(request: Request) -> str:
    """Return the page; the first time it loads itself once more, because a new version is there."""
    request.state["n"] = request.state.get("n", 0) + 1
    again = "if (!val('#to')) location.reload();" if request.state["n"] == 1 else ""
    return str(mail(more=again).pages["/"])


RELOADS = (
    quiet("loads itself once", "a new version is there: the page loads itself once more", SAME, App({"/": reloading})),
)

VISIT = '<h1>Room</h1><form action="/room" method="post"><label for="r">Guest</label><input id="r" name="guest"><button>Book</button></form>'
booked = family(GROUP, a=App({"/": page(VISIT), "/room": done("Booked")}), flow=show(fill("Guest", "{guest}"), click("Book"), wait("text=Back")),
                learn=({"guest": "Ann"}, {"guest": "Bob"}), values={"guest": "Eve"}, deeds=({"do": "/room", "guest": "{guest}"},), patience=6.0)  # fmt: skip
ROOMS = (
    booked("posted slowly", "the next page takes three seconds", SAME, App({"/": page(VISIT), "/room": done("Booked")}, {"/room": 3.0})),
    booked("waiting page", "a page asks to wait for a second and leads on", SAME,
           App({"/": page(VISIT), "/room": page("<h1>Please wait</h1>", status="", script="later(1000, () => { location = '/ok' });"),
                "/ok": done("Booked")}), a=App({"/": page(VISIT), "/room": page("<h1>Please wait</h1>", status="", script="location = '/ok';"), "/ok": done("Booked")})),
    booked("status later", "the notice on the next page is shown a second later", SAME,
           App({"/": page(VISIT), "/room": page("<h1>Done</h1><p><a href='/'>Back</a></p>", script="later(1000, () => say('Booked'));")})),
    booked("picture on the next page", "the next page has a large picture that takes four seconds", SAME,
           App({"/": page(VISIT), "/room": done("Booked", "<img src='/big.png' alt=''>"), "/big.png": "x"}, {"/big.png": 4.0})),
)  # fmt: skip


def table_loading(ms: int) -> App:
    """Return a list that is loaded."""
    rows = "".join(f"<li>{name} {button('Call', f'call(`{name}`)')}</li>" for name in ("Ann", "Bob", "Eve"))
    script = f"const call = (name) => post('/call', {{name}}).then(() => say('Called')); later({ms}, () => {{ $('ul').innerHTML = ROWS; }});"
    return one("<h1>People</h1><ul><li aria-busy=true>Loading</li></ul>", script=script.replace("ROWS", repr(rows)))


loaded = family(GROUP, a=table_loading(0), flow=show(click("Call", within="li:has-text('{name}')")), learn=({"name": "Ann"}, {"name": "Bob"}),
                values={"name": "Eve"}, deeds=({"do": "/call", "name": "{name}"},), patience=6.0)  # fmt: skip
LOADED = tuple(
    loaded(f"list after {ms} ms", f"the list is loaded {ms} milliseconds later", SAME, table_loading(ms))
    for ms in (300, 1000, 2500)
)

PAIRS = (*NOISE, *RELOADS, *ROOMS, *LOADED)
