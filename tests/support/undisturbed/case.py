"""A page that would notice an observer, moves on it, and what its witness wrote down about them.

Knows how a page is opened, driven and read, with a recorder from its first moment, with one that comes later, and
without one. Must never know a single page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pytest_ami.browser.behavior import BehaviorRecorder

HOME = "http://observed.test/"
When = Literal["never", "first", "late"]
"""When the recorder comes: never, before the document, or after it."""

WITNESS = """<script nonce="w">
const journal = [], q = (css) => document.querySelector(css), note = (...what) => { journal.push(what.join(" ")); };
const called = (t) => (t === document ? "document" : t === window ? "window" : t?.id || t?.localName || String(t));
const SEEN = ["pointerdown", "pointerup", "pointercancel", "mousedown", "mouseup", "click", "dblclick", "contextmenu",
  "keydown", "keyup", "beforeinput", "input", "change", "focusin", "focusout", "submit", "reset", "invalid", "cut", "paste",
  "compositionstart", "compositionupdate", "compositionend", "dragstart", "dragenter", "drop", "dragend", "toggle", "close",
  "gotpointercapture", "lostpointercapture", "transitionrun", "transitionend", "animationstart", "error",
  "securitypolicyviolation"];
const line = (e) => [e.type, called(e.target), e.isTrusted ? "" : "made", e.detail || "", e.key || "", e.inputType || "",
  e.data || "", e.isComposing ? "composing" : "", e.relatedTarget ? `from ${called(e.relatedTarget)}` : "",
  e.defaultPrevented ? "prevented" : ""].filter(Boolean).join(" ");
// The browser takes the focus from a disabled control with its next frame: before the next press or after it, by chance.
const byFrame = (e) => e.type === "focusout" && e.target.disabled;
const seen = (phase) => (e) => { if (!byFrame(e)) note(phase, line(e)); };
for (const type of SEEN) { document.addEventListener(type, seen("down"), true); window.addEventListener(type, seen("up")); }
for (const type of ["error", "unhandledrejection"]) window.addEventListener(type, (e) => note(type, e.message || e.reason));
// The event of a selection comes later, and several become one: the selection is read at the events that follow it.
const at = () => { const now = getSelection(); return `${called(now.anchorNode?.parentElement)} ${now.anchorOffset} ${now.focusOffset}`; };
for (const type of ["keyup", "input", "click"]) window.addEventListener(type, () => note("selection", at()));
const changes = [];
new MutationObserver((records) => { for (const r of records) changes.push([r.type, called(r.target), r.attributeName || "",
  [...r.addedNodes].map(called), [...r.removedNodes].map(called)].join(" ")); })
  .observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
const testimony = () => ({ journal, changes, html: document.body.outerHTML, focus: called(document.activeElement), selection: at(),
  fields: [...document.querySelectorAll("input,textarea,select")].map((f) => `${called(f)}=${f.value}`),
  scrolled: [...document.querySelectorAll("*")].filter((e) => e.scrollTop || e.scrollLeft).map((e) => `${called(e)} ${e.scrollTop}`) });
</script>"""


@dataclass(frozen=True)
class WitnessCase:
    """A page and moves on it.

    Attributes:
        name: Its id.
        body: The page's content.
        drive: The moves of a person.
        script: The page's script; ``note(text)`` writes into the witness's journal.
        reached: A part of the last testimony that shows that the page did what the case is about.
        rest: Milliseconds after the moves until the page is read.
        headers: Headers of the document.
        whens: When the recorder comes, besides never.
    """

    name: str
    body: str
    drive: Callable[[Any], None]
    script: str = ""
    reached: str = ""
    rest: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    whens: tuple[When, ...] = ("first", "late")

    @property
    def html(self) -> str:
        """Return the document."""
        script = f'<script nonce="w">{self.script}</script>'
        return f"<!doctype html><title>T</title><body id='body'>{WITNESS}{self.body}{script}"


def witnessed(case: WitnessCase, when: When, new_context: Any) -> dict[str, Any]:
    """Return what the witness wrote down while a person made the moves of a case."""
    context = new_context(viewport={"width": 800, "height": 600})
    page = context.new_page()
    page.route(
        f"{HOME}**",
        lambda route: route.fulfill(
            body=case.html, content_type="text/html; charset=utf-8", headers=dict(case.headers)
        ),
    )
    recorder = BehaviorRecorder()
    if when == "first":
        recorder.start(page)
    page.goto(HOME)
    if when == "late":
        recorder.start(page)
    case.drive(page)
    if case.rest:
        page.wait_for_timeout(case.rest)
    told: dict[str, Any] = page.evaluate("() => testimony()")
    told["address"] = page.url
    told["operations"] = []
    if when != "never":
        recorder.stop()
        told["operations"] = [f"{o.type} {o.text!r} {o.value!r}" for o in recorder.operations]
        assert not recorder.faults
    context.close()
    return told
