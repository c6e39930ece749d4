"""Evidence of what a control does: targets of forms and links, states of toggles, frames, the button of Enter."""

from __future__ import annotations

from .acts import check, click, fill, framed, press, show, wait
from .pair import EITHER, SAME, STOP, App, family
from .parts import button, done, one, page

GROUP = "evidence not kept"


def form(
    action: str = "/send",
    *,
    more: str = "",
    control: str = "<button>Send</button>",
    method: str = "post",
    field: str = "",
) -> App:
    """Return a form that is posted, and the pages that follow."""
    fields = field or '<label for="text">Text</label><input id="text" name="text">'
    start = page(f'<h1>Message</h1><form action="{action}" method="{method}" {more}>{fields}{control}</form>')
    return App(
        {"/": start, **{path: done("Thank you") for path in ("/send", "/draft", "/publish", "/all", "/do/send")}}
    )


def hidden(name: str, value: str) -> str:
    """Return a field that nobody sees, and the button."""
    return f'<input type="hidden" name="{name}" value="{value}"><button>Send</button>'


post = family(GROUP, a=form(), flow=show(fill("Text", "{text}"), click("Send"), wait("text=Thank you")),
              learn=({"text": "Hello"}, {"text": "Lunch"}), values={"text": "Thanks"}, deeds=({"do": "/send", "text": "{text}"},))  # fmt: skip

FORMS = (
    post("posted elsewhere", "the form publishes the text now", STOP, form("/publish")),
    post("posted to another site", "the form sends its data to another host", STOP, form("FOREIGN/send")),
    post("button posts elsewhere", "the button has a target of its own: drafts", STOP, form(control='<button formaction="/draft">Send</button>')),
    post("sent openly", "the form puts its data into the address, and nothing is stored", STOP, form(method="get")),
    post("same target written out", "the target of the form is written as a whole address", SAME,
         App({**form().pages, "/": page("<h1>Message</h1><form id=f method=post><label for=text>Text</label><input id=text name=text>"
                                        "<button>Send</button></form>", script="$('#f').action = location.origin + '/send';")})),
    post("reset", "the button empties the form", STOP, form(more="onreset=\"say('Emptied')\"", control='<button type="reset">Send</button>')),
    post("audience preset", "a hidden field says that the text goes to everybody", STOP,
         form(control='<input type="hidden" name="for" value="everybody"><button>Send</button>'),
         a=form(control='<input type="hidden" name="for" value="me"><button>Send</button>'),
         deeds=({"do": "/send", "text": "{text}", "for": "me"},)),
    post("overridden method", "a hidden field makes the request one that deletes", STOP, form(control=hidden("_method", "delete")),
         a=form(control=hidden("_method", "patch")), deeds=({"do": "/send", "text": "{text}", "_method": "patch"},)),
    post("method overridden now", "a hidden field that was not there makes the request one that deletes", STOP, form(control=hidden("_method", "delete"))),
    post("command preset", "a hidden field says that the text is thrown away", STOP, form(control=hidden("op", "discard")),
         a=form(control=hidden("op", "keep")), deeds=({"do": "/send", "text": "{text}", "op": "keep"},)),
)  # fmt: skip

ENTER = ("<button>Save</button>", '<button formaction="/publish">Publish</button>')
enter = family(GROUP, a=form(control="".join(ENTER)), flow=show(fill("Text", "{text}"), press("#text", "Enter"), wait("text=Thank you")),
               learn=({"text": "Hello"}, {"text": "Lunch"}), values={"text": "Thanks"}, deeds=({"do": "/send", "text": "{text}"},))  # fmt: skip
ENTERED = (
    enter("first button is another", "Publish stands before Save, so that Enter publishes", STOP, form(control="".join(ENTER[::-1]))),
    enter("only the other button", "only Publish is left", STOP, form(control=ENTER[1])),
    enter("save is disabled", "Save is disabled, so that Enter does nothing", STOP, form(control=ENTER[0].replace("<button", "<button disabled") + ENTER[1])),
    enter("button behind", "a button for help was added behind both", SAME, form(control="".join(ENTER) + '<button type="button">Help</button>')),
)  # fmt: skip


def toggle(state: str, name: str = "Mute", *, attribute: str = "aria-pressed", role: str = "button") -> App:
    """Return a control that switches between two states."""
    script = f"""
const turn = (node) => {{ const on = node.getAttribute('{attribute}') !== 'true';
  post('/mute', {{on}}).then(() => {{ node.setAttribute('{attribute}', on); say('Changed'); }}); }};
"""
    return one(
        f'<h1>Channel</h1><button role="{role}" {attribute}="{state}" onclick="turn(this)">{name}</button>',
        script=script,
    )


mute = family(GROUP, a=toggle("false"), flow=show(click("Mute")), learn=({}, {}), values={}, deeds=({"do": "/mute", "on": True},))  # fmt: skip
SWITCH = {"attribute": "aria-checked", "role": "switch"}
TOGGLES = (
    mute("pressed already", "the channel is muted already; a click would unmute it", STOP, toggle("true")),
    mute("still not pressed", "the toggle has moved below a text", SAME,
         App({"/": str(toggle("false").pages["/"]).replace("<h1>Channel</h1>", "<h1>Channel</h1><p>12 members</p>")})),
    mute("switched already", "the switch is on already", STOP, toggle("true", **SWITCH), a=toggle("false", **SWITCH),
         flow=show(click("Mute", "switch"))),
    mute("selected already", "the tab is chosen already; a click would close it", STOP, toggle("true", attribute="aria-selected", role="tab"),
         a=toggle("false", attribute="aria-selected", role="tab"), flow=show(click("Mute", "tab"))),
)  # fmt: skip


def consent(label: str, *, ticked: str = "", name: str = "news", again: str = "") -> App:
    """Return a box to tick and a button."""
    box = f'<input type="checkbox" id="{name}" {ticked}><label for="{name}">{label}</label>{again}'
    script = (
        f"const keep = () => post('/keep', {{label: '{label}', on: $('#{name}').checked}}).then(() => say('Kept'));"
    )
    return one(f"<h1>Settings</h1>{box}{button('Keep', 'keep()')}", script=script)


tick = family(GROUP, a=consent("Send me news"), flow=show(check("Send me news"), click("Keep")), learn=({}, {}), values={},
              deeds=({"do": "/keep", "label": "Send me news", "on": True},))  # fmt: skip
BOXES = (
    tick("ticked already", "the box is ticked beforehand", SAME, consent("Send me news", ticked="checked")),
    tick("sense reversed", "the same box says now that no news shall come", STOP, consent("Do not send me news")),
    tick("other sense", "the same box gives the address away", STOP, consent("Share my address with partners")),
    tick("new identity", "the box has another id", SAME, consent("Send me news", name="newsletter")),
    tick("reworded", "the box says the same in a longer sentence", EITHER, consent("Please send me news"),
         deeds=({"do": "/keep", "label": "Please send me news", "on": True},), learn=({}, {}),
         a=consent("Send me news").__class__({"/": str(consent("Send me news").pages["/"]).replace("label: 'Send me news'", "label: 'Please send me news'")})),
)  # fmt: skip


def exports(*links: tuple[str, str]) -> App:
    """Return links to downloads."""
    made = "".join(f'<li><a href="{target}">{text}</a></li>' for text, target in links)
    after = page("<h1>Ready</h1>", status="<p role=status>Exported</p>")
    return App(
        {
            "/": page(f"<h1>Data</h1><ul>{made}</ul>"),
            "/do/export": after,
            "/do/delete": after,
            "/do/share": after,
            "/help": after,
        }
    )


CSV = ("Export", "/do/export?format=csv")
export = family(GROUP, a=exports(CSV, ("Help", "/help")), flow=show(click("Export", "link"), wait("text=Exported")), learn=({}, {}),
                values={}, deeds=({"do": "/do/export", "format": "csv"},))  # fmt: skip
LINKS = (
    export("other query", "the export holds all customers now", STOP, exports(("Export", "/do/export?format=csv&all=1"), ("Help", "/help"))),
    export("other format", "the export is made in another format", STOP, exports(("Export", "/do/export?format=xml"), ("Help", "/help"))),
    export("other path", "the link of the same name shares the data", STOP, exports(("Export", "/do/share?format=csv"), ("Help", "/help"))),
    export("other host", "the link leads to another host", STOP, exports(("Export", "FOREIGN/do/export?format=csv"), ("Help", "/help"))),
    export("two exports", "a second link of the same name exports the archive", SAME,
           exports(("Export", "/do/export?format=csv&archive=1"), CSV, ("Help", "/help"))),
    export("renamed", "the link is called Download, and leads to the same place", EITHER, exports(("Download", CSV[1]), ("Help", "/help"))),
    export("links reordered", "the help stands first", SAME, exports(("Help", "/help"), CSV)),
    export("fragment", "the address of the link ends with a fragment", EITHER, exports(("Export", CSV[1] + "#top"), ("Help", "/help"))),
)  # fmt: skip


def framed_app(*names: str) -> App:
    """Return documents embedded under names, with the same content each."""
    frames = "".join(
        f'<iframe name="{name}" src="/box?name={name}" width="300" height="80"></iframe>' for name in names
    )
    box = page("<button onclick=\"parent.pay('[[name]]')\">Pay</button>", status="")
    script = "function pay(name) { post('/pay', {name}).then(() => say('Paid')); }"
    return App({"/": page(f"<h1>Bills</h1>{frames}", script=script), "/box": box})


frame = family(GROUP, a=framed_app("power", "water"), flow=show(framed("iframe[name=power]", "Pay")), learn=({}, {}), values={},
               deeds=({"do": "/pay", "name": "power"},))  # fmt: skip
FRAMES = (
    frame("other frame only", "the bill for power is paid; the one for water is left", STOP, framed_app("water")),
    frame("frames reordered", "the bill for water stands first", SAME, framed_app("water", "power")),
    frame("another bill", "a bill for gas replaced the one for power", STOP, framed_app("gas", "water")),
)  # fmt: skip

FOLD = '<button aria-expanded="{}" onclick="fold(this)">Details</button><div id="d" {}>{}</div>'
FOLDING = (
    "const fold = (node) => { const open = node.getAttribute('aria-expanded') !== 'true'; node.setAttribute('aria-expanded', open);"
    " $('#d').hidden = !open; };"
)
ERASE = button("Erase", "post('/erase').then(() => say('Erased'))")
fold = family(GROUP, a=one(f"<h1>Log</h1>{FOLD.format('false', 'hidden', ERASE)}", script=FOLDING), flow=show(click("Details"), click("Erase")),
              learn=({}, {}), values={}, deeds=({"do": "/erase"},))  # fmt: skip
FOLDS = (
    fold("open already", "the details are open already", EITHER, one(f"<h1>Log</h1>{FOLD.format('true', '', ERASE)}", script=FOLDING)),
    fold("slow fold", "the details open after a second", SAME,
         one(f"<h1>Log</h1>{FOLD.format('false', 'hidden', ERASE)}", script=FOLDING.replace("$('#d').hidden = !open;", "later(1000, () => { $('#d').hidden = !open; });"))),
)  # fmt: skip

PAIRS = (*FORMS, *ENTERED, *TOGGLES, *BOXES, *LINKS, *FRAMES, *FOLDS)
