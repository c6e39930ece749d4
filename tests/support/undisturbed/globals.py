"""Pages that count on their globals: replaced functions, clocks of their own, strict policies, their own name space.

Knows pages and moves. Must never know what a recording holds.
"""

from __future__ import annotations

from typing import Any

from .case import WitnessCase


def use(page: Any) -> None:
    """Write, press, choose and leave a field."""
    page.locator("#name").fill("Ada")
    page.locator("#name").press("Enter")
    page.locator("#go").click()
    page.locator("#text").click()
    page.keyboard.type("a")
    page.locator("#go").click()


BODY = "<input id=name><button id=go>Go</button><textarea id=text></textarea><p id=said role=status></p>"

# The clock ticks by one for each question, as a test that freezes time makes it, and numbers come from it.
CLOCK = """
let ticks = 1000, frames = 0;
Date.now = () => (ticks += 1);
performance.now = () => (ticks += 1);
Math.random = () => ((ticks += 1) % 10) / 10;
window.requestIdleCallback = (fn) => { frames += 1; return setTimeout(fn, 0); };
q("#go").addEventListener("click", () => { q("#said").textContent = `number ${Date.now()}`; note("number", Date.now(), Math.random(), frames); });
"""
OWN_CLOCK = WitnessCase("a-clock-of-its-own", BODY, use, CLOCK, reached="number")

# Every use of functions that do something is written down, as by a framework that wraps them. A recorder that comes
# after them can use no others, and Playwright's own binding uses the page's JSON and its promises.
WRAPPED = """
const count = {}, tell = (what) => { count[what] = (count[what] || 0) + 1; };
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) {
  const own = EventTarget.prototype[name];
  EventTarget.prototype[name] = function (type, ...rest) { tell(`${name} ${type}`); return own.call(this, type, ...rest); };
}
const Eye = MutationObserver;
window.MutationObserver = class extends Eye { constructor(fn) { tell("observer"); super(fn); } };
for (const name of ["setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback", "queueMicrotask"]) {
  const own = window[name]; window[name] = (...a) => { tell(name); return own(...a); };
}
for (const name of ["createElement", "createRange", "append"]) {
  const own = Document.prototype[name]; Document.prototype[name] = function (...a) { tell(name); return own.apply(this, a); };
}
for (const name of ["log", "debug", "warn", "error"]) { const own = console[name]; console[name] = (...a) => { note("console", name, a); own(...a); }; }
q("#go").addEventListener("click", () => { const host = document.createElement("div"); host.attachShadow({ mode: "closed" }); document.body.append(host); note("uses", JSON.stringify(Object.entries(count).sort())); });
"""
REPLACED = WitnessCase("replaced-functions", BODY, use, WRAPPED, reached="uses", whens=("first",))

# A page may test whether a function is the browser's own before it uses it, and may list its name space.
NAMES = """
const plain = (fn) => /\\[native code\\]/.test(Function.prototype.toString.call(fn));
const OWN = { scrollIntoView: Element.prototype, scrollTo: Element.prototype, attachShadow: Element.prototype, back: History.prototype, go: History.prototype,
  alert: window, confirm: window, prompt: window, close: window, scroll: window, scrollBy: window };
q("#go").addEventListener("click", () => {
  for (const [name, owner] of Object.entries(OWN)) note(name, plain(owner[name]), owner[name].length, owner[name].name, "prototype" in owner[name], JSON.stringify(Object.getOwnPropertyDescriptor(owner, name)));
  note("names", Object.keys(window).filter((name) => /ami/i.test(name)));
  const listed = []; for (const name in window) if (/ami/i.test(name)) listed.push(name); note("listed", listed);
  try { Element.prototype.attachShadow.call(document); } catch (error) { note(error.name, error.message); }
  try { document.createElement("input").attachShadow({ mode: "open" }); } catch (error) { note(error.name, error.message); }
  try { new window.alert(); } catch (error) { note(error.name, error.message); }
});
"""
NAMED = WitnessCase("names-of-its-own", BODY, use, NAMES, reached="names")

# A policy without anything, and trusted types: a breach is an event.
POLICY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'nonce-w'; base-uri 'none'; form-action 'none';"
    " require-trusted-types-for 'script'; trusted-types 'none'"
}
STRICT = WitnessCase(
    "strict-policy",
    BODY,
    use,
    "q('#go').addEventListener('click', () => note('gone'));",
    reached="gone",
    headers=POLICY,
)

# The objects of the page can no longer be changed, as in a hardened page.
FROZEN = """
for (const one of [Object, Array, String, Function, Error, Element, Document, Event, EventTarget]) { Object.freeze(one); Object.freeze(one.prototype); }
q("#go").addEventListener("click", () => note("still here"));
"""
HARDENED = WitnessCase("hardened", BODY, use, FROZEN, reached="still here")

GLOBALS = (OWN_CLOCK, REPLACED, NAMED, STRICT, HARDENED)
