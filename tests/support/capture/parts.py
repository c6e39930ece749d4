"""Parts shared by several kinds of the capture matrix: a button, a link, a form, and a page's location."""

from __future__ import annotations

from .table import Want

SELF = "location.pathname + location.search + location.hash"
FORM = (
    '<form action="/plain/sent" onsubmit="{on}"><label for="name">Name</label><input id="name" name="name">'
    '<button id="send">Send</button></form>'
)
TYPED = Want("input", "textbox", "Name", "name", "Ann")
BUTTON = '<button id="go" onclick="{on}">Go on</button>'
CLICKED = Want("click", "button", "Go on", "go")
LINK = Want("click", "link", "Go on", "go")


def button(code: str) -> str:
    """Return a button that runs ``code``."""
    return BUTTON.format(on=code.replace('"', "&quot;"))
