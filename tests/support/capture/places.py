"""The places of the capture matrix: what documents surround an element."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING

from .table import Place, Urls, Want, effect, one_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .table import Scene

SCRIPT = """
window.seen = {}; window.roots = [];
window.note = (text) => { (seen.log ??= []).push(text); };
window.set = (key, value) => { seen[key] = value; };
window.q = (css) => (roots.at(-1) ?? document).querySelector(css);
"""
STYLE = "body{font:16px sans-serif;margin:8px} iframe{display:block;width:700px;height:420px}"

# Stops every event before it reaches anything, and then does what the element asks for.
STOPPING = """<script>
for (const type of ['pointerdown', 'mousedown', 'click', 'beforeinput', 'input', 'change', 'keydown', 'submit']) {
  addEventListener(type, (event) => {
    event.stopImmediatePropagation();
    for (let el = event.target; el; el = el.parentElement) el['on' + type]?.call(el, event);
  }, true);
}
</script>"""
STRICT = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "require-trusted-types-for 'script'\">"
)
WORKER = """<script>
navigator.serviceWorker.register('/worker.js', {scope: '/'}).then(() => navigator.serviceWorker.ready)
  .then(() => { window.controlled = !!navigator.serviceWorker.controller; });
</script>"""


def document(body: str, head: str = "") -> str:
    """Return a whole document that says when it is ready."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Capture</title><style>{STYLE}</style>'
        f'<link rel="icon" href="data:,"><script>{SCRIPT}</script>{head}</head>'
        f"<body>{body}<script>window.ready = true;</script></body></html>"
    )


def literal(text: str) -> str:
    """Return ``text`` as it may stand in a script."""
    return json.dumps(text).replace("</", "<\\/")


def plain(html: str, urls: Urls) -> dict[str, str]:
    """The element stands in the document itself."""
    return {"page": document(html)}


def framed(origin: str = "", attributes: str = "") -> Callable[[str, Urls], dict[str, str]]:
    """The element stands in a frame's document; ``origin`` is a name of ``Urls``."""

    def documents(html: str, urls: Urls) -> dict[str, str]:
        source = urls.at("inner", getattr(urls, origin) if origin else "")
        frame = f'<iframe title="Inner" src="{source}" {attributes}></iframe>'
        return {"page": document(f"<h1>Outer</h1>{frame}"), "inner": document(html)}

    return documents


def srcdoc(html: str, urls: Urls) -> dict[str, str]:
    """The frame's document is an attribute."""
    return {"page": document(f'<h1>Outer</h1><iframe title="Inner" srcdoc="{escape(document(html))}"></iframe>')}


def nested(html: str, urls: Urls) -> dict[str, str]:
    """A frame of another site in a frame of the own."""
    inner = f'<h2>Middle</h2><iframe title="Inner" src="{urls.at("inner", urls.site)}"></iframe>'
    middle = f'<h1>Outer</h1><iframe title="Middle" style="height:520px" src="{urls.at("middle")}"></iframe>'
    return {"page": document(middle), "middle": document(inner), "inner": document(html)}


def written(html: str, urls: Urls) -> dict[str, str]:
    """The page writes the document of a frame that has none."""
    script = (
        "const inner = document.querySelector('iframe').contentDocument; inner.open(); "
        f"inner.write({literal(document(html))}); inner.close();"
    )
    return {"page": document(f'<h1>Outer</h1><iframe title="Inner"></iframe><script>{script}</script>')}


def added(html: str, urls: Urls) -> dict[str, str]:
    """The page adds the frame when it has loaded."""
    script = (
        "addEventListener('load', () => { const frame = document.createElement('iframe'); frame.title = 'Inner';"
        f"frame.src = '{urls.at('inner', urls.site)}'; document.body.append(frame); }});"
    )
    return {"page": document(f"<h1>Outer</h1><script>{script}</script>"), "inner": document(html)}


def rooted(*modes: str) -> Callable[[str, Urls], dict[str, str]]:
    """The element stands in shadow roots that a script attaches, outermost first."""

    def documents(html: str, urls: Urls) -> dict[str, str]:
        script = "let host = document.querySelector('#host'), root;"
        for mode in modes:
            script += f"root = host.attachShadow({{mode: '{mode}'}}); roots.push(root);"
            script += "host = document.createElement('div'); root.append(host);"
        return {"page": document(f'<div id="host"></div><script>{script} host.outerHTML = {literal(html)};</script>')}

    return documents


def declared(html: str, urls: Urls) -> dict[str, str]:
    """The parser attaches a closed root, and no script has a handle of it."""
    return {"page": document(f'<div id="host"><template shadowrootmode="closed">{html}</template></div>')}


def root_in_frame(origin: str) -> Callable[[str, Urls], dict[str, str]]:
    """A closed root in a frame."""
    return lambda html, urls: {**framed(origin)("", urls), "inner": rooted("closed")(html, urls)["page"]}


def reopened(html: str, urls: Urls) -> dict[str, str]:
    """The page writes itself anew."""
    script = (
        f"addEventListener('load', () => {{ document.open(); document.write({literal(document(html))});"
        "document.close(); }, {once: true});"
    )
    return {"page": f"<!doctype html><title>Before</title><p>Wait<script>{script}</script>"}


def with_head(head: str) -> Callable[[str, Urls], dict[str, str]]:
    """The document itself, with something in its head."""
    return lambda html, urls: {"page": document(html, head)}  # noqa: ARG005


def tabbed(html: str, urls: Urls) -> dict[str, str]:
    """The element stands in a tab that a link opens."""
    return {
        "page": document(f'<a id="open" target="_blank" href="{urls.at("inner")}">Open it</a>'),
        "inner": document(html),
    }


def open_tab(stage: Scene) -> None:
    """Follow the link and go on in the new tab."""
    with stage.page.expect_popup() as opened:
        stage.page.click("#open")
    stage.tab = opened.value


def come_back(stage: Scene) -> None:
    """Leave the page and come back; a browser that keeps pages restores it as it was."""
    stage.page.goto("/plain/elsewhere")
    stage.page.go_back()
    stage.page.wait_for_function("window.ready")


def reload_controlled(stage: Scene) -> None:
    """Load the page again once its worker is in control."""
    stage.page.wait_for_function("'controlled' in window")
    stage.page.goto(stage.url)
    stage.page.wait_for_function("navigator.serviceWorker.controller && window.ready")


PLACES = {
    place.id: place
    for place in (
        Place("main", plain),
        Place("same-origin-frame", framed(), frames=1),
        Place("cross-origin-frame", framed("port"), frames=1),
        Place("cross-site-frame", framed("site"), frames=1),
        Place("sandboxed-frame", framed("", 'sandbox="allow-scripts"'), frames=1),
        Place("srcdoc-frame", srcdoc, frames=1),
        Place("nested-frame", nested, frames=2),
        Place("written-frame", written, frames=1),
        Place("added-frame", added, frames=1),
        Place("open-shadow", rooted("open")),
        Place("nested-shadow", rooted("open", "open")),
        Place("closed-shadow", rooted("closed"), closed=True),
        Place("closed-in-open-shadow", rooted("open", "closed"), closed=True),
        Place("nested-closed-shadow", rooted("closed", "closed"), closed=True),
        Place("declarative-closed-shadow", declared, closed=True, declarative=True),
        Place("closed-shadow-in-frame", root_in_frame("port"), frames=1, closed=True),
        Place("closed-shadow-out-of-process", root_in_frame("site"), frames=1, closed=True),
        Place("document-open", reopened),
        Place("stopped-propagation", with_head(STOPPING)),
        Place("strict-csp", with_head(STRICT)),
        Place(
            "service-worker",
            with_head(WORKER),
            enter=reload_controlled,
            wants=(Want("navigate", value=one_of("typed", "reload"), sure=False),),
        ),
        Place(
            "popup",
            tabbed,
            enter=open_tab,
            wants=(
                Want("click", "link", "Open it", "open"),
                effect("popup"),
                effect("navigate", sure=False),
            ),
        ),
        Place(
            "back-forward",
            plain,
            enter=come_back,
            wants=(Want("navigate", sure=False), Want("navigate", sure=False)),
        ),
        Place("late", plain, late=True),
        Place("late-frame", framed("site"), frames=1, late=True),
        Place("late-open-shadow", rooted("open"), late=True),
        Place("late-closed-shadow", rooted("closed"), closed=True, late=True),
    )
}
EVERYWHERE = tuple(PLACES)
"""Names of all places."""
