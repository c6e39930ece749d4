"""Pages against two rules that loosen a check: the key that a button sends, and the row that a button adds."""

from __future__ import annotations

from collections.abc import Callable

from .acts import click, show, wait
from .pair import EITHER, STOP, Answer, App, Pair, Request, family
from .parts import done, page

# -- a button that sends the same key of the same form under another name ----------------------------------------------

KEYS = "keys"


def keyed(name: str, did: str, *, head: str = "Kettle", before: str = "", more: str = "", script: str = "") -> App:
    """Return a form of one button, whose key and value never change; the server does what its state says."""
    form = (
        f'<h1>{head}</h1><main><form id="act" action="/act" method="post">{before}<input type="hidden" name="page" value="7">'
        f'<button name="toggle" value="1" {more}>{name}</button></form></main>'
    )
    return App({"/": page(form, script=script),
                "/act": lambda request: Answer(body=done("Done"), deed={"do": request.data.get("how", did)})})  # fmt: skip


def button_of(was: str) -> Callable[..., Pair]:
    """Return a maker of pairs about a button of this name."""
    return family(KEYS, a=keyed(was, "on"), flow=show(click(was), wait("text=Done")), learn=({}, {}), values={},
                  deeds=({"do": "on"},), task=f"use {was.lower()}")  # fmt: skip


followed, starred, locked, marked, voted, gone, turned, going = map(
    button_of, ("Follow", "Star", "Lock", "Mark as read", "Upvote", "Next", "Open", "Go")
)
MOVED = "<p>News of today</p>"
TOGGLES = (
    followed("followed already", "the page is followed by now, and the button of the same key ends that", STOP, keyed("Unfollow", "off", before=MOVED)),
    followed("following", "the page is followed by now; the button says so, and pressing it ends that", STOP, keyed("Following", "off", before=MOVED)),
    starred("starred already", "the button takes the star away", STOP, keyed("Unstar", "off", before=MOVED)),
    locked("locked already", "the button unlocks", STOP, keyed("Unlock", "off", before=MOVED)),
    marked("read already", "the button marks as unread", STOP, keyed("Mark as unread", "off", before=MOVED)),
    voted("other vote", "a script of the button turns the vote round before its form is sent", STOP,
          keyed("Downvote", "on", before='<input type="hidden" name="how" value="on">', more="onclick=\"this.form.how.value = 'down'\"")),
    gone("back", "the button leads back", STOP, keyed("Back", "back", before=MOVED)),
    turned("closes", "the record is open by now, and the button closes it", STOP, keyed("Close", "close", before=MOVED)),
    going("runs", "the button that carries out the form says Run", EITHER, keyed("Run", "on", before=MOVED)),
    going("in words", "the button says OK", EITHER, keyed("OK", "on", before=MOVED)),
    going("stops", "the button of the same key says Stop", STOP, keyed("Stop", "stop", before=MOVED)),
)  # fmt: skip

# -- a button without an effect of its own, proven by the field that it brings -----------------------------------------

ROWS = "rows"
NEW = "<p><label>Shelf <input id=copies-1 name=copies-1-shelf></label></p>"


def rows(
    name: str = "Add another",
    *,
    work: str = "grow();",
    before: str = "",
    around: str = "",
    attributes: str = 'type="button" id="more"',
    tag: str = "button",
    new: str = NEW,
    script: str = "",
    row: str = "A1",
) -> App:
    """Return a book with one shelf, and a button that adds the row of another one."""

    def save(request: Request) -> Answer:
        kept = {key: value for key, value in sorted(request.data.items()) if value}
        return Answer(body=done("Saved"), deed={"do": "save", **kept})

    form = (
        f'<h1>Book</h1><form action="/save" method="post">{before}<div id="rows"><p><label>Shelf <input id=copies-0 name=copies-0-shelf '
        f'value="{row}"></label></p></div>{around}<{tag} {attributes} onclick="{work}; return false">{name}</{tag}> <button>Save</button></form>'
    )
    grow = f"const grow = () => $('#rows').insertAdjacentHTML('beforeend', `{new}`);"
    return App({"/": page(form, script=grow + script), "/save": save})


row = family(ROWS, a=rows(), flow=show(click("Add another"), lambda at, values: at.locator("#copies-1").fill(values["shelf"]), click("Save"), wait("text=Saved")),
             learn=({"shelf": "C3"}, {"shelf": "D4"}), values={"shelf": "E5"},
             deeds=({"do": "save", "copies-0-shelf": "A1", "copies-1-shelf": "{shelf}"},), task="add a shelf")  # fmt: skip
AT = {"tag": "a", "attributes": 'href="#" class="plus"'}
ADDED = (
    row("same way", "the button is a link of the same place now", EITHER, rows(**AT)),
    row("creates at once", "the button creates a copy on the server, and shows its field", STOP,
        rows(work="post('/copies', {}).then(grow)", **AT)),
    row("creates a loan too", "the button adds the row, and the server notes a loan in the background", STOP,
        rows(work="grow(); post('/loans', {book: 1})", **AT)),
    row("row of loans", "the button adds a row for a loan, under the id of the former row", STOP,
        rows(new=NEW.replace("name=copies-1-shelf", "name=loans-0-shelf"), **AT)),
    row("comes by itself", "the row comes by itself, and the button marks the copy that is there as lost", STOP,
        rows(before='<input type="hidden" name="copies-0-state">', work="this.form['copies-0-state'].value = 'lost';", script="setTimeout(grow, 700);", **AT)),
    row("saves and adds", "the button saves the book as it is, and adds a row", STOP,
        rows(work="post('/save', {'copies-0-shelf': 'A1'}).then(grow)", **AT)),
)  # fmt: skip

PAIRS = (*TOGGLES, *ADDED)
