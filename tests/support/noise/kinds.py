"""The kinds of harmless noise. Every one is something that applications do while nothing has changed for their users."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.support.deeds import Answer

from .shop import Noise

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="teal"/></svg>'
TICKER = "<script>setInterval(() => {{ {work} }}, {every})</script>"


def ticking(work: str, every: int = 200) -> str:
    """Return a script that does something again and again."""
    return f"<script>setInterval(() => {{ {work} }}, {every})</script>"


def random_ids(html: str, number: int) -> str:
    """Give every field and button an id of this visit."""
    count = iter(range(1000))
    return re.sub(r"<(input|button|select|ul|main)(?=[ >])", lambda m: f"<{m[1]} id=ui-{number}{next(count):03}x", html)


def random_classes(html: str, number: int) -> str:
    """Give every element a class of this build."""
    count = iter(range(1000))
    return re.sub(
        r"<(input|label|li|main|nav|form)(?=[ >])", lambda m: f"<{m[1]} class='css-{number}k{next(count)} box'", html
    )


def late(seconds: Callable[[int], float]) -> Callable[[str, int], str]:
    """Return a change that shows the content only after a while, behind a skeleton."""

    def change(html: str, number: int) -> str:
        wait = int(1000 * seconds(number))
        shown = html.replace("<main>", "<main hidden>")
        skeleton = "<div id=skeleton aria-busy=true><p>Loading</p><button disabled>…</button></div>"
        script = f"<script>later({wait}, () => {{ $('#skeleton').remove(); $('main').hidden = false }})</script>"
        return f"{skeleton}{shown}{script}"

    return change


def hydrated(html: str, number: int) -> str:
    """Draw the content anew when the scripts have loaded, as frameworks do; the handlers come with it."""
    wait = 40 + 17 * (number % 7)
    script = f"""<script>later({wait}, () => {{ const old = $("ul"); if (old) old.replaceWith(old.cloneNode(true)); }})</script>"""
    return html + script


def wrapped(html: str, number: int) -> str:
    """Show one of two banners above the content."""
    banner = ("<section aria-label=News><p>Spring sale</p><a href=/sale>To the sale</a></section>", "")[number % 2]
    return html.replace("<main>", f"{banner}<main>")


FRAMES = "<iframe src=/frame title=Advertisement width=300 height=60></iframe>"
COOKIES = """<script>later(150 + 40 * ({n} % 5), () => { const bar = document.createElement("div"); bar.setAttribute("role", "region");
  bar.setAttribute("aria-label", "Cookies"); bar.style = "position:fixed;bottom:0;left:0;right:0;background:white";
  bar.innerHTML = "We use cookies. <button onclick='this.parentNode.remove()'>Accept</button>"; document.body.append(bar); })</script>"""
RELOAD = "<script>if (!sessionStorage.seen) { sessionStorage.seen = 1; later(30, () => location.reload()); }</script>"
WORKER = "<script>navigator.serviceWorker?.register('/worker.js')</script>"
WORKER_JS = "addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));"
STREAM = "<script>new EventSource('/events').onmessage = (event) => { document.title = event.data }</script>"
SOCKET = """<script>try { const s = new WebSocket(location.origin.replace("http", "ws") + "/socket"); s.onmessage = (m) => { document.title = m.data } }
  catch {}</script>"""
FOCUS = """<input aria-label="Search the site" id=site><script>later(120, () => { if (document.activeElement === document.body) $("#site").focus() })</script>"""
FONT = "<style>@font-face { font-family: Late; src: url(/font.woff2); font-display: swap } body { font-family: Late, sans-serif }</style>"
MOVES = "<style>@keyframes glow { from { opacity: .4 } to { opacity: 1 } } .glow { animation: glow 1s infinite alternate }</style><p class=glow>Open now</p>"
SLIDES = "<style>@keyframes slide { from { transform: translateX(40px) } to { transform: none } } main { animation: slide .4s }</style>"
SHIFT = "<div id=shift style='height:0'></div><script>later(60, () => { $('#shift').style.height = '90px' }); later(400, () => { $('#shift').style.height = '20px' })</script>"
RENDER = """<script>setInterval(() => { const nav = $("nav"), list = $("ul"); nav.replaceWith(nav.cloneNode(true)); if (list) list.replaceWith(list.cloneNode(true)); }, 1000)</script>"""
TOASTS = """<div id=toasts style='position:fixed;top:0;right:0;pointer-events:none'></div><script>const words = ["Ann is online", "3 new mails", "Backup finished", "Tip: press / to search"]; let at = {n};
  setInterval(() => { const t = document.createElement("div"); t.setAttribute("role", "status"); t.textContent = words[at++ % 4]; $("#toasts").append(t); later(700, () => t.remove()) }, 400)</script>"""
CHAT = """<script>later(200 + 30 * ({n} % 9), () => { const box = document.createElement("aside"); box.setAttribute("aria-label", "Chat");
  box.innerHTML = "<p>Hello! Any questions?</p><button>Open chat</button><button aria-label='Close chat'>×</button>"; box.style = "position:fixed;right:4px;bottom:4px;background:white";
  document.body.append(box); })</script>"""
POLL = ticking(
    "fetch('/poll').then((r) => r.json()).then((d) => { document.documentElement.dataset.poll = d.ok })", 150
)
LONG_POLL = "<script>(async () => { for (;;) { await fetch('/long').catch(() => 0); await new Promise((go) => later(50, go)); } })()</script>"
SESSION = ticking("fetch('/session', {headers: {'x-token': String(Math.random())}})", 500)
BEACON = ticking("navigator.sendBeacon('/beacon', 'x')", 300)
LAZY = "".join(f"<img loading=lazy width=80 height=60 alt='' src='/pic{k}.svg?{{n}}'>" for k in range(6))
FAILING = (
    "<img alt='' src=/missing.png><script src=/missing.js></script><script>fetch('/tracking').catch(() => 0)</script>"
)


def picture(_data: dict[str, str]) -> Answer:
    """Return a picture, late."""
    return Answer(SVG, delay=0.4, kind="image/svg+xml")


KINDS: tuple[Noise, ...] = (
    Noise("skeleton", change=late(lambda n: 0.1 + 0.05 * (n % 10))),
    Noise("late skeleton", change=late(lambda n: 1.0 + 0.2 * (n % 4))),
    Noise("hydration", change=hydrated),
    Noise("polling", bottom=POLL, pages={"/poll": Answer({"ok": 1})}),
    Noise("long polling", bottom=LONG_POLL, pages={"/long": Answer({"ok": 1}, delay=3)}),
    Noise("toasts", top=TOASTS),
    Noise(
        "advertisement",
        bottom=FRAMES,
        pages={
            "/frame": "<a href=/buy>Buy now</a><script>setInterval(() => { document.body.append('!') }, 300)</script>"
        },
    ),
    Noise(
        "counters",
        top="<p role=status id=unread>{n} unread</p>"
        + ticking("$('#unread').textContent = `${Math.round(performance.now())} unread`", 300),
    ),
    Noise("late font", top=FONT, pages={"/font.woff2": Answer("", status=404, delay=0.8, kind="font/woff2")}),
    Noise("slow answer", slow=lambda n: (3, 4, 6, 9, 12)[n % 5]),
    Noise("service worker", bottom=WORKER, pages={"/worker.js": Answer(WORKER_JS, kind="text/javascript")}),
    Noise("reload once", bottom=RELOAD),
    Noise(
        "clock",
        top="<p id=clock role=status>12:00:00</p>"
        + ticking("$('#clock').textContent = `It is ${new Date().toLocaleTimeString('en-US')}`", 250),
    ),
    Noise("chat bubble", bottom=CHAT),
    Noise("late cookie bar", bottom=COOKIES),
    Noise("layout shift", top=SHIFT),
    Noise("endless animation", top=MOVES),
    Noise("entrance animation", top=SLIDES),
    Noise("lazy pictures", bottom=LAZY, pages={f"/pic{k}.svg": picture for k in range(6)}),
    Noise("websocket", bottom=SOCKET),
    Noise(
        "event stream", bottom=STREAM, pages={"/events": Answer("data: one\n\n", stream=0.3, kind="text/event-stream")}
    ),
    Noise("beacons", bottom=BEACON, pages={"/beacon": Answer("", status=204, kind="text/plain")}),
    Noise("random ids", change=random_ids),
    Noise("random classes", change=random_classes),
    Noise("banner of a trial", change=wrapped),
    Noise("drawn every second", bottom=RENDER),
    Noise("focus", top=FOCUS),
    Noise("session refresh", bottom=SESSION, pages={"/session": Answer({"ok": 1})}),
    Noise("missing resources", bottom=FAILING, pages={"/tracking": Answer({}, status=403)}),
    Noise(
        "another message",
        top="<div role=alert id=news></div><script>later(100, () => { $('#news').textContent = 'Parking lot C is open again since {n} o’clock' })</script>",
    ),
)
"""All kinds."""
