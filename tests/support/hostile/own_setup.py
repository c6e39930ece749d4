"""A test sets up its own page: routes, clocks, dialogs, waits. The plugin disturbs none of it and is misled by none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timezone
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .acts import click, fill, show
from .everyday import SAID, site
from .pair import SAME, STOP, Answer, Pair, family

MOCKS, CLOCKS, ASKED, WAITS, SCRIPTS, WORKERS = (
    "own mocks",
    "own clocks",
    "own dialogs",
    "own waits",
    "own scripts",
    "own workers",
)

ORDER = site(
    title="Orders",
    at_="""@top@<main><h1>New order</h1><p><label for="i">Item</label> <input id="i" @typed@></p><p><label for="q">Quantity</label> <input id="q"></p><button type="button" onclick="go()">Place order</button>@below@</main>""",
    script="const send = (path = '/order', more = {}) => post(path, {item: val('#i'), qty: val('#q'), ...more}).then(() => say('Order placed')); const go = () => { @go@ }; @start@",
    top="",
    typed="",
    below="",
    go="send();",
    start="",
)
USED = {"item": "desk", "qty": "3"}
DEED = {"do": "/order", "item": "{item}", "qty": "{qty}"}


def tests(group: str) -> Callable[..., Pair]:
    """Return a maker of pairs of the order, in a test with a set-up of its own."""
    return family(
        group,
        a=ORDER(),
        flow=show(fill("Item", "{item}"), fill("Quantity", "{qty}"), click("Place order"), SAID),
        learn=({"item": "lamp", "qty": "2"}, {"item": "chair", "qty": "5"}),
        values=USED,
        deeds=(DEED,),
        task="place an order",
    )


def sets(work: Callable[[Any], Any]) -> Callable[[Any], AbstractContextManager[Any]]:
    """Return a set-up that is done before the page is opened."""

    @contextmanager
    def around(page: Any) -> Iterator[None]:
        work(page)
        yield

    return around


def waits(start: Callable[[Any], Any]) -> Callable[[Any], AbstractContextManager[Any]]:
    """Return one of Playwright's own waits around the run."""

    @contextmanager
    def around(page: Any) -> Iterator[None]:
        with start(page) as info:
            yield
        assert info.value is not None

    return around


def fulfilled(owner: str, pattern: str = "**/order") -> Callable[[Any], AbstractContextManager[Any]]:
    """Return a set-up that answers a request in the test."""
    return sets(
        lambda page: (page if owner == "page" else page.context).route(
            pattern, lambda route: route.fulfill(json={"ok": True})
        )
    )


@contextmanager
def from_har(page: Any) -> Iterator[None]:
    """Answer the order from an archive of requests."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "order.har"
        url = page.context.new_page()
        url.goto("/")
        address = url.evaluate("new URL('/order', location.href).href")
        url.close()
        request = {"method": "POST", "url": address, "headers": [], "httpVersion": "HTTP/1.1", "cookies": [], "queryString": [], "headersSize": -1, "bodySize": -1}  # fmt: skip
        content = {"mimeType": "application/json", "text": '{"ok": true}', "size": 12}
        response = {"status": 200, "statusText": "OK", "headers": [{"name": "content-type", "value": "application/json"}], "content": content, "httpVersion": "HTTP/1.1", "cookies": [], "redirectURL": "", "headersSize": -1, "bodySize": -1}  # fmt: skip
        entry = {"request": request, "response": response, "startedDateTime": "2026-01-01T00:00:00Z", "time": 1, "cache": {}, "timings": {"send": 0, "wait": 1, "receive": 0}}  # fmt: skip
        file.write_text(json.dumps({"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [entry]}}))  # fmt: skip
        page.route_from_har(file, url="**/order")
        yield


mocks = tests(MOCKS)
MOCK_PAIRS = (
    mocks("answered by the page", "the test answers the order itself", SAME, ORDER(top="<header><b>Shop</b></header>"), around=fulfilled("page"), deeds=()),
    mocks("answered by the context", "the test answers the order itself, in its context", SAME, ORDER(), around=fulfilled("context"), deeds=()),
    mocks("from an archive", "the test answers the order from an archive", SAME, ORDER(), around=from_har, deeds=()),
    mocks("charged beside the mock", "the order that the test answers is followed by a charge that it does not answer", STOP,
          ORDER(go="send().then(() => post('/charge', {card: 'default'}));"), around=fulfilled("page"), deeds=()),
    mocks("other quantity to the mock", "the request that the test answers orders ten times as many", STOP,
          ORDER(go="send('/order', {qty: val('#q') + '0'});"), around=fulfilled("page"), deeds=()),
    mocks("led elsewhere once", "the test sends the order to another address, once", SAME, ORDER(below="<p>Delivery in May</p>"),
          around=sets(lambda page: page.route("**/order", lambda route: route.continue_(url=route.request.url + "-v2"), times=1)), deeds=({**DEED, "do": "/order-v2"},)),
    mocks("all handed on", "a route of the test sees every request and hands it on", SAME, ORDER(),
          around=sets(lambda page: page.route("**/*", lambda route: route.continue_()))),
    mocks("telemetry is cut off", "the test aborts the telemetry that each press sends", SAME,
          ORDER(start="addEventListener('click', () => fetch('/telemetry', {method: 'POST', body: 'x'}).catch(() => 0));"),
          a=ORDER(start="addEventListener('click', () => fetch('/telemetry', {method: 'POST', body: 'x'}).catch(() => 0));"),
          around=sets(lambda page: page.context.route("**/telemetry", lambda route: route.abort()))),
    mocks("body in another spelling", "the test writes a body of its own; the page orders another thing", STOP,
          ORDER(go="send('/order', {item: 'gift box'});"), around=sets(lambda page: page.route("**/order", lambda route: route.fallback(headers={**route.request.headers, "x-test": "1"})))),
)  # fmt: skip

TIME = datetime(2026, 3, 2, 9, 0, tzinfo=timezone.utc)


def paused(page: Any) -> None:
    """Stop the clock of the page."""
    page.clock.install(time=TIME)
    page.clock.pause_at(TIME.replace(hour=10))


LATE = "later(400, () => send());"
clocks = tests(CLOCKS)
CLOCK_PAIRS = (
    clocks("clock installed", "the test installs a clock, which goes on", SAME, ORDER(go=LATE), a=ORDER(go=LATE), around=sets(lambda page: page.clock.install(time=TIME))),
    clocks("clock stands", "the test has stopped the clock", SAME, ORDER(top="<header>Shop</header>"), around=sets(paused)),
    clocks("clock stands, amount is other", "the test has stopped the clock; the page orders one more", STOP, ORDER(go="send('/order', {qty: val('#q') + '1'});"), around=sets(paused)),
    clocks("day is fixed", "the test fixes the day", SAME, ORDER(below="<p id=d></p>", start="$('#d').textContent = new Date().toDateString();"), around=sets(lambda page: page.clock.set_fixed_time(TIME))),
)  # fmt: skip

ASK = "if (confirm('Place the order?')) send();"
accepts = sets(lambda page: page.on("dialog", lambda dialog: dialog.accept()))
asked = tests(ASKED)
ASKED_PAIRS = (
    asked("accepted by the test", "the test accepts each question of the browser", SAME, ORDER(go=ASK), a=ORDER(go=ASK), around=accepts),
    asked("other question", "the question is whether the order replaces all open ones", STOP,
          ORDER(go="if (confirm('This replaces all your open orders. Go on?')) send('/order', {replace: 'all'});"), a=ORDER(go=ASK), around=accepts),
    asked("new question", "there was no question; now the browser asks for a charge", STOP,
          ORDER(go="if (confirm('Charge the card 500 EUR now?')) send('/order', {charge: 'now'});"), around=accepts),
    asked("question about the order", "there was no question; now the browser asks whether to place the order", SAME, ORDER(go=ASK), around=accepts),
    asked("question without a verb", "there was no question; now the browser asks: Are you sure?", SAME, ORDER(go=ASK.replace("Place the order?", "Are you sure?")), around=accepts),
    asked("two questions", "a second question follows: to subscribe", STOP,
          ORDER(go="if (confirm('Place the order?')) send('/order', confirm('Repeat it every month?') ? {every: 'month'} : {});"), a=ORDER(go=ASK), around=accepts),
    asked("stubbed by the test", "the test answers confirm in the page, which now asks to empty the shop", STOP,
          ORDER(go="if (confirm('Empty the shop?')) send('/empty');"), a=ORDER(go=ASK), around=sets(lambda page: page.add_init_script("window.confirm = () => true;"))),
)  # fmt: skip

TAB = "send().then(() => { const a = document.createElement('a'); a.href = '/receipt'; a.target = '_blank'; document.body.append(a); a.click(); });"
FILE = "send().then(() => { const a = document.createElement('a'); a.href = 'data:text/plain,receipt'; a.download = 'receipt.txt'; document.body.append(a); a.click(); });"
waited = tests(WAITS)
WAIT_PAIRS = (
    waited("waits for a tab", "the test waits for the tab that the order opens", SAME, ORDER(go=TAB, at_receipt="<h1>Receipt</h1>", top="<header>Shop</header>"), a=ORDER(go=TAB, at_receipt="<h1>Receipt</h1>"), around=waits(lambda page: page.expect_popup())),
    waited("waits for a file", "the test waits for the receipt", SAME, ORDER(go=FILE, top="<header>Shop</header>"), a=ORDER(go=FILE), around=waits(lambda page: page.expect_download())),
    waited("waits for the answer", "the test waits for the answer to the order", SAME, ORDER(top="<header>Shop</header>"), around=waits(lambda page: page.expect_response("**/order"))),
    waited("waits for the answer of another", "the test waits for the answer; the page orders a sample too", STOP, ORDER(go="send(); post('/order', {item: 'sample', qty: '1'});"), around=waits(lambda page: page.expect_response("**/order"))),
    waited("impatient test", "the test has a default timeout of 300 ms, the page comes after a second", SAME,
           ORDER(start="const m = $('main').innerHTML; $('main').innerHTML = ''; later(1000, () => { $('main').innerHTML = m; });"), around=sets(lambda page: page.set_default_timeout(300))),
)  # fmt: skip

NEWS = "<dialog id=n aria-label=News><p>Our newsletter</p><button onclick=\"this.closest('dialog').close()\">No thanks</button></dialog>"
OPENS = "$('#n').showModal();"


def closes_news(page: Any) -> None:
    """Close the newsletter whenever it is in the way."""
    page.add_locator_handler(
        page.get_by_role("dialog", name="News"), lambda: page.get_by_role("button", name="No thanks").click()
    )


WRAP = "const f = window.fetch; window.fetch = (...a) => { window.calls = (window.calls || 0) + 1; return f(...a); }; Math.random = () => 0.5; Object.defineProperty(Date, 'now', {value: () => 1e12});"
scripted = tests(SCRIPTS)
SCRIPT_PAIRS = (
    scripted("wraps fetch", "the test wraps fetch, chance and the time", SAME, ORDER(top="<header>Shop</header>"), around=sets(lambda page: page.add_init_script(WRAP))),
    scripted("closes news", "a newsletter lies over the page; the test has a handler that closes it", SAME, ORDER(top=NEWS, start=OPENS), around=sets(closes_news)),
    scripted("trusted types", "the page allows no text as a script", SAME,
             ORDER(top="<meta http-equiv='Content-Security-Policy' content=\"require-trusted-types-for 'script'\">"), around=sets(lambda page: page.emulate_media(reduced_motion="reduce"))),
    scripted("another tab is busy", "the test has a second tab open, which posts all the time", SAME,
             ORDER(at_busy="<h1>Busy</h1><script>setInterval(() => fetch('/beat', {method: 'POST'}), 150)</script>", at_beat=lambda _: Answer(body={}, deed={})), a=ORDER(at_busy="<h1>Busy</h1>"),
             around=sets(lambda page: page.context.new_page().goto("/busy"))),
    scripted("traced", "the test records a trace", SAME, ORDER(top="<header>Shop</header>"), around=sets(lambda page: page.context.tracing.start(snapshots=True, screenshots=True))),
)  # fmt: skip

REGISTER = "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => { document.title = 'Ready'; });"
PASSES = "self.addEventListener('install', () => self.skipWaiting()); self.addEventListener('activate', (e) => e.waitUntil(self.clients.claim())); self.addEventListener('fetch', (e) => e.respondWith(fetch(e.request)));"
KEEPS = PASSES.replace(
    "e.respondWith(fetch(e.request))",
    "{ if (e.request.method === 'POST') e.respondWith(new Response('{}', {headers: {'content-type': 'application/json'}})); }",
)
MORE = PASSES.replace(
    "e.respondWith(fetch(e.request))",
    "{ if (e.request.method === 'POST') e.respondWith(e.request.json().then((d) => fetch(e.request.url, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({...d, qty: d.qty + '0'})}))); }",
)
WAITING = "const real = go; const ready = " + REGISTER.replace(
    "{ document.title = 'Ready'; }", "new Promise((r) => setTimeout(r, 50))"
)
BODY = "ready.then(() => send());"
worker = tests(WORKERS)
WORKER_PAIRS = (
    worker("passes all", "a service worker hands every request on", SAME, ORDER(start=WAITING, go=BODY, **{"at_sw.js": lambda _: PASSES}, top="<header>Shop</header>"), a=ORDER(start=WAITING, go=BODY, **{"at_sw.js": lambda _: PASSES})),
    worker("keeps the order", "a service worker keeps the order for later and answers that all is well", STOP, ORDER(start=WAITING, go=BODY, **{"at_sw.js": lambda _: KEEPS}), a=ORDER(start=WAITING, go=BODY, **{"at_sw.js": lambda _: PASSES})),
    worker("orders more", "a service worker orders ten times as many", STOP, ORDER(start=WAITING, go=BODY, **{"at_sw.js": lambda _: MORE}), a=ORDER(start=WAITING, go=BODY, **{"at_sw.js": lambda _: PASSES})),
    worker("is new", "a service worker is new, and hands every request on", SAME, ORDER(start=REGISTER, **{"at_sw.js": lambda _: PASSES})),
)  # fmt: skip

PAIRS = (*MOCK_PAIRS, *CLOCK_PAIRS, *ASKED_PAIRS, *WAIT_PAIRS, *SCRIPT_PAIRS, *WORKER_PAIRS)
