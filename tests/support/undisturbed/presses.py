"""Pages that watch how they are pressed: dialogs that hold the focus, boards, guards, fast clicks, sealed parts.

Knows pages and moves. Must never know what a recording holds.
"""

from __future__ import annotations

from typing import Any

from .case import WitnessCase

# -- a dialog that holds the focus and a menu that closes when the focus leaves it -------------------------------------------

DIALOG = """
const dialog = q("#dialog"), menu = q("#menu"); let back = null;
const open = () => { back = document.activeElement; dialog.hidden = false; q("#main").inert = true; q("#first").focus(); };
const close = () => { dialog.hidden = true; q("#main").inert = false; back?.focus(); note("back to", called(document.activeElement)); };
document.addEventListener("focusin", (e) => { if (!dialog.hidden && !dialog.contains(e.target)) { note("brought back"); q("#first").focus(); } });
dialog.addEventListener("keydown", (e) => { if (e.key === "Escape") close(); if (e.key === "Tab" && document.activeElement.id === "last") { e.preventDefault(); q("#first").focus(); } });
q("#open").addEventListener("click", open);
q("#last").addEventListener("click", close);
q("#more").addEventListener("click", () => { menu.hidden = !menu.hidden; if (!menu.hidden) q("#publish").focus(); });
menu.addEventListener("focusout", (e) => { if (!menu.contains(e.relatedTarget) && e.relatedTarget?.id !== "more") menu.hidden = true; });
q("#publish").addEventListener("click", () => note("published"));
document.addEventListener("pointerdown", (e) => { if (!menu.hidden && !menu.contains(e.target) && e.target.id !== "more") menu.hidden = true; }, true);
"""


def hold(page: Any) -> None:
    """Open the dialog, go round in it, leave it, and choose from the menu."""
    page.locator("#open").click()
    page.locator("#first").fill("text")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    page.locator("#open").click()
    page.locator("#last").click()
    page.locator("#more").click()
    page.locator("#name").click()
    page.locator("#more").click()
    page.locator("#publish").click()


HELD = WitnessCase(
    "dialog-and-menu",
    "<main id=main><button id=open>Open</button><input id=name><button id=save>Save draft</button><button id=more>More</button>"
    "<div id=menu hidden><button id=publish>Publish</button></div></main>"
    "<div id=dialog role=dialog hidden><input id=first><button id=last>Close</button></div>",
    hold,
    DIALOG,
    reached="published",
)

# -- boards --------------------------------------------------------------------------------------------------------------------

BOARD = """
const card = q("#card"); let from = null;
card.addEventListener("pointerdown", (e) => { card.setPointerCapture(e.pointerId); from = [e.clientX, e.clientY]; });
card.addEventListener("pointermove", (e) => { if (from) { card.style.transform = `translate(${e.clientX - from[0]}px,${e.clientY - from[1]}px)`; note("moved", e.clientX - from[0]); } });
card.addEventListener("pointerup", (e) => { from = null; card.style.transform = ""; note("put on", document.elementsFromPoint(e.clientX, e.clientY).map(called).join()); });
const item = q("#item");
item.addEventListener("dragstart", (e) => { e.dataTransfer.setData("text", "item"); item.style.opacity = 0.4; });
for (const box of document.querySelectorAll(".box")) {
  box.addEventListener("dragover", (e) => e.preventDefault());
  box.addEventListener("drop", (e) => { e.preventDefault(); box.append(q(`#${e.dataTransfer.getData("text")}`)); note("dropped into", box.id); });
}
"""


def drag(page: Any) -> None:
    """Drag a card by the pointer, and an item by the browser's own dragging."""
    page.mouse.move(30, 30)
    page.mouse.down()
    for x in (60, 320):
        page.mouse.move(x, 40)
    page.mouse.up()
    page.drag_and_drop("#item", "#right")
    page.drag_and_drop("#item", "#left")


DRAGGED = WitnessCase(
    "boards",
    "<style>body{margin:0}div{width:80px;height:60px}.box{width:200px;height:80px;border:1px solid}</style>"
    "<div id=card>Card</div><div id=left class=box><p id=item draggable=true>Item</p></div><div id=right class=box></div>",
    drag,
    BOARD,
    reached="dropped into left",
)

# -- guards against a second press ---------------------------------------------------------------------------------------------

GUARD = """
const form = q("#form"); let sent = 0, last = 0, count = 0;
form.addEventListener("submit", (e) => { e.preventDefault(); note("sent", sent += 1, q("#name").value, e.submitter?.id); q("#send").disabled = true; });
q("#plus").addEventListener("click", (e) => { q("#n").textContent = count += 1; note("plus", e.detail); });
let timer = 0;
q("#card").addEventListener("click", () => { clearTimeout(timer); timer = setTimeout(() => note("opened"), 400); });
q("#card").addEventListener("dblclick", () => { clearTimeout(timer); note("edited"); q("#send").disabled = false; });
q("#gone").addEventListener("pointerdown", (e) => { e.target.textContent = "Going"; queueMicrotask(() => note("microtask")); });
q("#gone").addEventListener("click", (e) => { e.target.remove(); q("#hidden").click(); note("removed"); });
q("#hidden").addEventListener("click", (e) => note("hidden", e.isTrusted));
"""


def press(page: Any) -> None:
    """Press things fast, twice, and by Enter."""
    page.locator("#name").fill("A")
    page.locator("#send").dblclick()
    page.locator("#plus").click(click_count=3)
    for _ in range(2):
        page.locator("#plus").click()
    page.locator("#card").dblclick()
    page.locator("#name").press("Enter")
    page.locator("#gone").click()
    page.locator("text=Agree").click()
    page.locator("#size").select_option("L")


PRESSED = WitnessCase(
    "guards-and-fast-clicks",
    "<form id=form><input id=name><button id=send>Send</button></form><button id=plus type=button>+</button><b id=n></b><div id=card>Card</div>"
    "<button id=gone>Gone</button><button id=hidden hidden>H</button><label id=label><input id=agree type=checkbox>Agree</label>"
    "<select id=size><option>S<option>L</select>",
    press,
    GUARD,
    reached="sent 2 A",
)

# -- parts that are sealed -------------------------------------------------------------------------------------------------------

SEALED = """
customElements.define("x-field", class extends HTMLElement {
  static formAssociated = true;
  constructor() {
    super();
    const root = this.attachShadow({ mode: this.id === "shut" ? "closed" : "open", delegatesFocus: true });
    root.innerHTML = "<input id=in><div id=rich contenteditable style='min-height:20px'></div><button id=b>ok</button>";
    const kept = root.querySelector("input");
    kept.addEventListener("change", () => note("changed within", this.id, kept.value));
    root.addEventListener("click", (e) => note("click within", this.id, called(e.target)));
    new MutationObserver((records) => note("seen within", this.id, records.length)).observe(root, { subtree: true, childList: true, characterData: true });
    this.internals = this.attachInternals();
    kept.addEventListener("input", () => this.internals.setFormValue(kept.value));
  }
  attributeChangedCallback(name, was, now) { note("attribute", name, was, now); }
  static observedAttributes = ["class", "id", "tabindex", "style"];
});
"""


def seal(page: Any) -> None:
    """Write into an open and a closed shadow root and press in both."""
    page.locator("#open input").fill("one")
    page.locator("#open #rich").press_sequentially("ab")
    page.locator("#open button").click()
    page.locator("#shut").click(position={"x": 10, "y": 10})
    page.keyboard.type("two")
    page.keyboard.press("Tab")
    page.keyboard.type("cd")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")


SHUT = WitnessCase(
    "sealed-parts",
    "<style>x-field{display:block}</style><form id=form onsubmit='return false'><x-field id=open></x-field><x-field id=shut></x-field></form>",
    seal,
    SEALED,
    reached="changed within shut two",
)

# -- a style that moves when it is measured ----------------------------------------------------------------------------------------

# Two styles within one task are one change, and nothing moves, unless somebody measures the page between them.
MOVING = """
const box = q("#box"), turn = (between) => { box.className = "far"; between(); box.className = ""; note("turned"); };
const tell = (css, type) => q(css).dispatchEvent(new Event(type, { bubbles: true }));
q("#name").addEventListener("keydown", (e) => { if (e.key === "Enter") turn(() => { tell("#name", "input"); tell("#name", "change"); }); });
q("#go").addEventListener("click", () => turn(() => { q("#hidden").click(); q("#name").value = "made"; tell("#name", "input"); tell("#name", "change"); tell("#name", "focusout"); history.pushState(null, "", "#a"); }));
q("#hidden").addEventListener("click", () => { q("#other").remove(); });
"""


STILL = """() => new Promise((go) => {
  const next = (n) => requestAnimationFrame(() => (n ? next(n - 1) : go()));
  requestAnimationFrame(() => requestAnimationFrame(async () => {
    await Promise.allSettled(document.querySelector("#box").getAnimations().map((one) => one.finished));
    next(1); })); })"""
"""Waits until a transition that the page has begun in its last frame is over: the next key must not race with it."""


def move(page: Any) -> None:
    """Make the page turn a style twice within a task."""
    page.locator("#name").fill("text")
    page.locator("#name").press("Enter")
    page.evaluate(STILL)
    page.locator("#other").press_sequentially("m")
    page.locator("#go").dispatch_event("click")
    page.evaluate(STILL)
    page.locator("#name").press_sequentially("m")
    page.locator("#go").click()
    page.evaluate(STILL)


MOVED = WitnessCase(
    "two-styles-in-a-task",
    "<style>#box{width:9px;height:9px;background:red;transition:transform .05s}.far{transform:translate(50px)}body{height:2000px}</style>"
    "<input id=name><button id=go>Go</button><button id=hidden hidden>H</button><input id=other><div id=box></div>",
    move,
    MOVING,
    reached="turned",
    rest=80,
)

PRESSES = (HELD, DRAGGED, PRESSED, SHUT, MOVED)
