"""Pages that hold a run up: they block their thread, stop the clock, or replace functions of the browser.

Each has the same form as ``PLAIN``, on which the task is learned. A replay of ``RIGHT`` ones ends with the task done, of
``STOPS`` ones with an error; each one in its time.
"""

from __future__ import annotations

from typing import Any

PLAIN = """<label>To <input id="to"></label><button onclick="act()">Send</button>
<script>function act() { say('Sent'); deed('sent ' + document.getElementById('to').value) }</script>"""


def first(script: str) -> str:
    """Return the page with a script that runs before anything else of it."""
    return f"<script>{script}</script>{PLAIN}"


def acting(script: str) -> str:
    """Return the page with another handler of its button."""
    return PLAIN.replace("say('Sent'); deed('sent ' + document.getElementById('to').value)", script)


DONE = "say('Sent'); deed('sent ' + document.getElementById('to').value)"

RIGHT = {
    "the page itself": PLAIN,
    "timers that never fire": first(
        "for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback'])"
        " window[name] = () => 0"
    ),
    "clocks that stand still": first("performance.now = () => 5; Date.now = () => 5"),
    "another Date": first("window.Date = class { static now() { return 0 } getTime() { return 0 } }"),
    "observers that see nothing": first(
        "window.MutationObserver = class { observe() {} disconnect() {} takeRecords() { return [] } }"
    ),
    "no observers": first("window.MutationObserver = class { constructor() { throw new Error('none') } }"),
    "promises that are never kept": first("window.Promise = class { then() { return this } catch() { return this } }"),
    "another JSON": first("JSON.parse = () => null; JSON.stringify = () => '{}'"),
    "another search of elements": first("document.querySelectorAll = () => []; document.evaluate = () => null"),
    "no timer of any kind": first(
        "window.setTimeout = () => 0; window.AbortSignal = undefined; performance.now = () => 1;"
    ),
    "blocked for a second": acting(f"const end = Date.now() + 1000; while (Date.now() < end); {DONE}"),
    "blocked for a second before": f"{PLAIN}<script>setTimeout(() => {{ const end = Date.now() + 1000; while (Date.now() < end); }}, 30)</script>",
}  # fmt: skip
STOPS = {
    "blocked for ever": f"{PLAIN}<script>setTimeout(() => {{ for (;;); }}, 30)</script>",
    "blocked by the click": acting("for (;;);"),
    "blocked by typing": PLAIN.replace('id="to"', 'id="to" oninput="for (;;);"'),
    "blocked by focus": PLAIN.replace('id="to"', 'id="to" onfocus="for (;;);"'),
    "blocked after the click": acting("setTimeout(() => { for (;;); }, 30)"),
    "blocked again and again": f"{PLAIN}<script>setInterval(() => {{ const end = Date.now() + 900; while (Date.now() < end); }}, 10)</script>".replace(
        "say('Sent')", "void 0"
    ),
    "never done": acting("document.getElementById('said').textContent = 'Sending'"),
    "an answer that never comes": acting("fetch('/hang').then(() => say('Sent'))"),
    "a document that never comes": acting("location.href = '/hang'"),
    "a page that changes for ever": PLAIN.replace("say('Sent')", "void 0")
    + "<p id='n'></p><script>setInterval(() => { n.textContent = Math.random() }, 20)</script>",
    "a page that loads itself for ever": PLAIN.replace("say('Sent')", "void 0")
    + "<script>setTimeout(() => location.reload(), 150)</script>",
    "blocked in a frame": f"""{PLAIN.replace("say('Sent')", "void 0")}<iframe srcdoc="<script>for (;;);</script>"></iframe>""",
}  # fmt: skip
CLOCKS = ("install", "pause", "fixed")
"""Ways in which a test holds the clock of a page."""


def show(page: Any, to: str) -> None:
    """Do the task."""
    page.get_by_label("To").fill(to)
    page.get_by_text("Send", exact=True).click()


def hold(clock: Any, way: str) -> Any:
    """Hold the clock of a page; the result is awaited on async pages."""
    if way == "pause":
        return clock.pause_at("2030-01-01")
    return clock.set_fixed_time("2030-01-01") if way == "fixed" else clock.install(time="2024-01-01")
