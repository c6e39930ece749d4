"""Applications that replace parts of the browser's own language, clobber names, or are very large. All are harmless."""

from __future__ import annotations

from .mail import BUTTON, SUBJECT, TO, mail, sending
from .pair import EITHER, SAME

GROUP = "strange natives"
same = sending(GROUP, patience=6.0)
TALL = "<p>Lorem ipsum</p>" * 3000
DEEP = "<div>" * 300 + "{}" + "</div>" * 300
CLOSED = (
    "customElements.define('x-form', class extends HTMLElement {{ connectedCallback() {{"
    " const root = this.attachShadow({{mode: '{mode}'}}); root.innerHTML = `{html}`; window.part = (one) => root.querySelector(one); }} }});"
)
INSIDE = "const deliver = () => post('/send', {to: part('#to').value, subject: part('#subject').value}).then(() => say('Message sent'));"
HTML = (TO + SUBJECT + BUTTON).replace("'", "\\'")

OLD = tuple(
    same(name, about, SAME, app)
    for name, about, app in (
        ("toJSON on arrays", "an old library adds a method to arrays", mail(head="<script>Array.prototype.toJSON = function () { return 'array'; };</script>")),
        ("own methods on objects", "an old library adds enumerable methods to all objects", mail(head="<script>Object.prototype.extend = function () {};</script>")),
        ("own filter", "an old library filters in its own way", mail(head="<script>Array.prototype.filter = function () { return []; };</script>")),
        ("own query", "the page has a querySelector of its own", mail(more="document.querySelectorAll = () => [];")),
        ("own matches", "the page has an Element.matches of its own", mail(more="Element.prototype.matches = () => false; Element.prototype.closest = () => null;")),
        ("frozen date", "the clock of the page stands still", mail(more="Date.now = () => 0; performance.now = () => 0;")),
        ("no timers", "the page stops all timers after it has started", mail(more="window.setTimeout = () => 0; window.setInterval = () => 0;")),
        ("no frames of animation", "animation frames never come", mail(more="window.requestAnimationFrame = () => 0;")),
        ("own promise", "the page wraps promises", mail(more="const Kept = Promise; window.Promise = class extends Kept {};")),
        ("own fetch", "the page wraps fetch", mail(more="const kept = window.fetch; window.fetch = (...all) => kept(...all);")),
        ("own computed style", "the page wraps getComputedStyle", mail(more="const style = getComputedStyle; window.getComputedStyle = (...all) => style.call(window, ...all);")),
        ("no observers", "there are no observers of mutations", mail(more="window.MutationObserver = undefined; window.IntersectionObserver = undefined;")),
        ("field called action", "fields are called like properties of their form",
         mail(form='<form onsubmit="return false"><input type="hidden" name="action" value="x"><input type="hidden" name="id"><input type="hidden" name="attributes">'
                   '<input type="hidden" name="parentNode"><input type="hidden" name="tagName">{}</form>')),
        ("picture called body", "pictures are called like properties of the document", mail(before='<img name="body" src="data:,"><img name="title" src="data:,"><img name="forms" src="data:,">')),
        ("thousands of elements", "the page has three thousand paragraphs", mail(after=TALL)),
        ("hundreds of links", "the page has eight hundred links and buttons", mail(after="<a href='#'>Send later</a><button>Save</button>" * 400)),
        ("deep", "the form is three hundred boxes deep", mail(form=DEEP)),
        ("events are stopped", "the page stops all clicks and keys in the capture phase of the document, after its own work",
         mail(more="document.addEventListener('click', (event) => { if (event.target.textContent === 'Send') { event.stopPropagation(); deliver(); } }, true);")),
        ("busy thread", "the page computes for 300 milliseconds each second", mail(more="setInterval(() => { const end = performance.now() + 300; while (performance.now() < end); }, 1000);")),
        ("base address", "addresses are relative to another folder", mail(head='<base href="/deep/folder/">')),
        ("strict policy", "a policy of the page forbids evaluating texts", mail(head='<meta http-equiv="Content-Security-Policy" content="script-src \'self\' \'unsafe-inline\'">')),
        ("old document", "the document has no type", mail(before="<center><font size=4>Welcome</font></center>")),
        ("title of elements", "the fields have titles", mail(to=TO.replace("<input", '<input title="The address"'), subject=SUBJECT.replace("<input", '<input title="A few words"'))),
    )
)  # fmt: skip
COMPONENTS = tuple(
    same(f"in a {mode} component", f"the form is inside a component with a {mode} root", EITHER,
         mail(to="", subject="", button="<x-form></x-form>", script=INSIDE + CLOSED.format(mode=mode, html=HTML)))
    for mode in ("open", "closed")
)  # fmt: skip

PAIRS = (*OLD, *COMPONENTS)
