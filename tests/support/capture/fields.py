"""Kinds of the capture matrix that fill, choose and tick."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .places import EVERYWHERE
from .table import Kind, Want

if TYPE_CHECKING:
    from .table import Scene

KEEP = "oninput=\"set('name', this.value)\""
NAME = f'<label for="name">Name</label><input id="name" {KEEP}>'
NAMED = {"name": "Ann Lee"}
FILLED = (Want("input", "textbox", "Name", "name", "Ann Lee"),)
AGREE = (
    '<label id="label"><input id="agree" type="checkbox" onchange="set(\'agree\', this.checked)"{more}> I agree</label>'
)
CHECKED = (Want("check", "checkbox", "I agree", "agree"),)
SIZE = (
    '<label for="size">Size</label><select id="size"{more} onchange="set(\'size\', '
    '[...this.selectedOptions].map((o) => o.value))"><option value=s>Small</option><option value=m>Medium</option>'
    "<option value=l>Large</option></select>"
)
RADIO = (
    '<fieldset><legend>Pay</legend><label><input type="radio" name="pay" id="card" value="card" checked> Card</label>'
    '<label><input type="radio" name="pay" id="cash" value="cash" '
    "onchange=\"set('pay', "
    'this.value)"> Cash</label></fieldset>'
)
LISTBOX = (
    '<button id="combo" role="combobox" aria-label="Colour" aria-haspopup="listbox" aria-expanded="false" '
    "onclick=\"q('#list').hidden = false; this.setAttribute('aria-expanded', 'true')\">Choose</button>"
    '<ul id="list" role="listbox" hidden>'
    + "".join(
        f"<li role=\"option\" id=\"{name.lower()}\" {{on}}=\"set('colour', '{name}'); q('#list').hidden = true; "
        f"q('#combo').textContent = '{name}'\">{name}</li>"
        for name in ("Red", "Green")
    )
    + "</ul>"
)
RICH = (
    '<div id="note" contenteditable role="textbox" aria-label="Note" '
    'style="min-height:30px" '
    "oninput=\"set('note', "
    'this.innerText.trim())"><p><b>x</b></p></div>'
)


def special(kind: str, value: str, *places: str, role: str | None = None, typed: str | None = None) -> Kind:
    """Return a kind for an input with a format of its own."""
    html = f'<label for="it">It</label><input id="it" type="{kind}" oninput="set(\'it\', this.value)">'

    def drive(stage: Scene) -> None:
        if typed is None:
            stage.find("#it").fill(value)
        else:
            stage.find("#it").press_sequentially(typed)
            stage.find("#it").blur()

    name = f"{kind}-typed" if typed else kind
    return Kind(name, html, drive, (Want("input", role, "It", "it", value),), {"it": value}, places=places)


def typing(css: str, text: str) -> Any:
    """Return a drive that types key by key."""

    def drive(stage: Scene) -> None:
        found = stage.find(css)
        (found.press_sequentially if hasattr(found, "press_sequentially") else found.type)(text)

    return drive


def paste(stage: Scene) -> None:
    """Copy from one field, paste into another."""
    stage.find("#source").focus()
    for keys in ("Control+A", "Control+C"):
        stage.tab.keyboard.press(keys)
    stage.find("#name").focus()
    stage.tab.keyboard.press("Control+V")


def insert(stage: Scene) -> None:
    """Put text in at once, as an input method or a dictation does."""
    stage.find("#name").focus()
    stage.tab.keyboard.insert_text("Ann Lee")


def compose(stage: Scene) -> None:
    """Write with an input method."""
    stage.find("#name").focus()
    client = stage.page.context.new_cdp_session(stage.page)
    for text in ("n", "ni", "ni h"):
        client.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
    client.send("Input.insertText", {"text": "你好"})
    client.detach()


def in_turn(*texts: str) -> Any:
    """Return a drive that fills one field several times."""

    def drive(stage: Scene) -> None:
        for text in texts:
            stage.find("#name").fill(text)

    return drive


def burst(stage: Scene) -> None:
    """Type in three bursts, with a look at another field in between."""
    for text in ("Ann", " ", "Lee"):
        stage.find("#name").press_sequentially(text)
        stage.find("#other").focus()
        stage.find("#name").focus()
        stage.tab.keyboard.press("End")


def by_mouse_and_keys(stage: Scene) -> None:
    """Click into a field before typing, as people do."""
    stage.find("#name").click()
    stage.tab.keyboard.type("Ann Lee")
    stage.find("#other").click()
    stage.tab.keyboard.type("Bob")


def by_tab(stage: Scene) -> None:
    """Go from field to field with Tab."""
    stage.find("#name").focus()
    for keys in ("Ann Lee", "Bob"):
        stage.tab.keyboard.type(keys)
        stage.tab.keyboard.press("Tab")


def space(stage: Scene) -> None:
    """Tick with the space key."""
    stage.find("#agree").focus()
    stage.tab.keyboard.press("Space")


def keys(css: str, *pressed: str) -> Any:
    """Return a drive that presses keys on an element."""

    def drive(stage: Scene) -> None:
        stage.find(css).focus()
        for key in pressed:
            stage.tab.keyboard.press(key)

    return drive


def chosen(*names: str) -> Any:
    """Return a test for a multiple choice, by labels or values."""
    return lambda value: (
        {part.strip().lower()[0] for part in re.split(r"[\n,|]", value) if part.strip()}
        == {name[0].lower() for name in names}
    )


TWO = f'{NAME}<label for="other">Other</label><input id="other" oninput="set(\'other\', this.value)">'
BOTH = (*FILLED, Want("input", "textbox", "Other", "other", "Bob"))

KINDS = (
    Kind("fill", NAME, lambda s: s.find("#name").fill("Ann Lee"), FILLED, NAMED, places=EVERYWHERE),
    Kind(
        "press-sequentially",
        NAME,
        typing("#name", "Ann Lee"),
        FILLED,
        NAMED,
        places=("cross-site-frame", "closed-shadow", "stopped-propagation"),
    ),
    Kind("insert-text", NAME, insert, FILLED, NAMED),
    Kind("ime", NAME, compose, (Want("input", "textbox", "Name", "name", "你好"),), {"name": "你好"}),
    Kind("paste", f'<input id="source" aria-label="Source" value="Ann Lee">{NAME}', paste, FILLED, NAMED),
    Kind("fill-twice", NAME, in_turn("Bob", "Ann Lee"), FILLED, NAMED, most=1),
    Kind(
        "fill-cancelled",
        NAME + '<button id="go" onclick="note(\'go\')">Go on</button>',
        lambda s: (in_turn("Bob", "")(s), s.find("#go").click()),
        (Want("click", id="go"),),
        {"log": ["go"]},
        read="({log: seen.log})",
        most=1,
    ),
    Kind("bursts", TWO, burst, FILLED, NAMED, most=1),
    Kind("focus-clicks", TWO, by_mouse_and_keys, BOTH, {"name": "Ann Lee", "other": "Bob"}, places=("closed-shadow",)),
    Kind("tab-between-fields", TWO, by_tab, BOTH, {"name": "Ann Lee", "other": "Bob"}),
    Kind(
        "field-rerendered",
        '<div id="box"><input id="name" aria-label="Name" oninput="set(\'name\', this.value); '
        "const n = "
        "this.cloneNode(true); "
        'n.value = this.value; this.replaceWith(n); n.focus(); n.setSelectionRange(9, 9)"></div>',
        typing("#name", "Ann"),
        (Want("input", "textbox", "Name", "name", "Ann"),),
        {"name": "Ann"},
        most=1,
    ),
    Kind(
        "field-silent",
        '<input id="name" aria-label="Name"><button id="go" onclick="set(\'name\', q(\'#name\').value)">Go on</button>',
        lambda s: (
            s.find("#name").evaluate(
                "el => { el.value = 'Ann Lee'; el.dispatchEvent(new Event('input', {bubbles: true})); }"
            ),
            s.find("#go").click(),
        ),
        (*FILLED, Want("click", "button", "Go on", "go")),
        NAMED,
    ),
    Kind(
        "textarea",
        f'<label for="name">Name</label><textarea id="name" {KEEP}></textarea>',
        typing("#name", "one\ntwo"),
        (Want("input", "textbox", "Name", "name", "one\ntwo"),),
        {"name": "one\ntwo"},
        places=("srcdoc-frame",),
    ),
    Kind(
        "contenteditable-fill",
        RICH,
        lambda s: s.find("#note").fill("Ann Lee"),
        (Want("input", "textbox", "Note", "note", "Ann Lee"),),
        {"note": "Ann Lee"},
        places=("written-frame", "closed-shadow"),
    ),
    Kind(
        "contenteditable-typed",
        RICH.replace("<p><b>x</b></p>", ""),
        typing("#note", "one\ntwo"),
        (Want("input", "textbox", "Note", "note", lambda v: v.split() == ["one", "two"]),),
        ["one", "two"],
        read="(seen.note || '').split(/\\s+/)",
        most=1,
    ),
    Kind(
        "password",
        (
            '<label for="secret">Password</label><input id="secret" type="password" '
            "oninput=\"set('length', "
            'this.value.length)">'
        ),
        lambda s: s.find("#secret").fill("correct horse"),
        (Want("input", None, "Password", "secret", "{{password}}"),),
        {"length": 13},
        values={"password": "correct horse"},
        secrets=("password",),
        places=("cross-site-frame", "closed-shadow"),
    ),
    Kind(
        "password-nobody-named",
        (
            '<label for="secret">Password</label><input id="secret" type="password" '
            "oninput=\"set('length', "
            'this.value.length)">'
        ),
        lambda s: s.find("#secret").fill("correct horse"),
        (Want("input", None, "Password", "secret", lambda v: "horse" not in v),),
        {"length": 13},
        replay=False,
    ),
    special("date", "2026-11-21", "closed-shadow-out-of-process"),
    special("date", "2026-11-21", typed="11212026"),
    special("time", "09:30", "popup"),
    special("datetime-local", "2026-11-21T09:30", "late-open-shadow"),
    special("month", "2026-11", "back-forward"),
    special("color", "#aa3366", "service-worker"),
    special("range", "70", "late", role="slider"),
    special("number", "42", "strict-csp", role="spinbutton"),
    Kind(
        "number-by-arrows",
        '<label for="it">It</label><input id="it" type="number" value="1" oninput="set(\'it\', this.value)">',
        keys("#it", "ArrowUp", "ArrowUp"),
        (Want("input", "spinbutton", "It", "it", "3"),),
        {"it": "3"},
        most=1,
    ),
    Kind(
        "range-by-arrows",
        '<label for="it">It</label><input id="it" type="range" value="50" oninput="set(\'it\', this.value)">',
        keys("#it", "ArrowRight", "ArrowRight"),
        (Want("input", "slider", "It", "it", "52"),),
        {"it": "52"},
        most=1,
    ),
    Kind(
        "select",
        SIZE.format(more=""),
        lambda s: s.find("#size").select_option("l"),
        (Want("select", "combobox", "Size", "size", chosen("Large")),),
        {"size": ["l"]},
        places=(
            "cross-site-frame",
            "sandboxed-frame",
            "closed-shadow",
            "declarative-closed-shadow",
            "stopped-propagation",
            "document-open",
        ),
    ),
    Kind(
        "select-multiple",
        SIZE.format(more=" multiple"),
        lambda s: s.find("#size").select_option(["s", "l"]),
        (Want("select", "listbox", "Size", "size", chosen("Small", "Large")),),
        {"size": ["s", "l"]},
        places=("closed-shadow",),
    ),
    Kind(
        "select-by-keys",
        SIZE.format(more=""),
        keys("#size", "ArrowDown", "ArrowDown"),
        (Want("select", "combobox", "Size", "size", chosen("Large")),),
        {"size": ["l"]},
        most=1,
    ),
    Kind(
        "listbox-custom",
        LISTBOX.replace("{on}", "onclick"),
        lambda s: (s.find("#combo").click(), s.find("#green").click()),
        (Want("click", "combobox", "Colour", "combo"), Want("click|select", "option", "Green", "green")),
        {"colour": "Green"},
        places=("cross-site-frame", "closed-shadow"),
    ),
    Kind(
        "listbox-on-mousedown",
        LISTBOX.replace("{on}", "onmousedown"),
        lambda s: (s.find("#combo").click(), s.find("#green").click()),
        (Want("click", "combobox", "Colour", "combo"), Want("click|select", "option", "Green", "green")),
        {"colour": "Green"},
    ),
    Kind(
        "check",
        AGREE.format(more=""),
        lambda s: s.find("#agree").check(),
        CHECKED,
        {"agree": True},
        places=("cross-site-frame", "closed-shadow", "declarative-closed-shadow", "nested-shadow", "document-open"),
    ),
    Kind(
        "check-by-label",
        AGREE.format(more=""),
        lambda s: s.find("#label").click(position={"x": 60, "y": 8}),
        CHECKED,
        {"agree": True},
        places=("closed-shadow", "sandboxed-frame"),
    ),
    Kind("check-by-space", AGREE.format(more=""), space, CHECKED, {"agree": True}, places=("nested-frame",)),
    Kind(
        "uncheck",
        AGREE.format(more=" checked"),
        lambda s: s.find("#agree").uncheck(),
        (Want("uncheck", "checkbox", "I agree", "agree"),),
        {"agree": False},
        places=("late-frame",),
    ),
    Kind(
        "radio",
        RADIO,
        lambda s: s.find("#cash").check(),
        (Want("check", "radio", "Cash", "cash"),),
        {"pay": "cash"},
        places=("closed-shadow",),
    ),
    Kind(
        "radio-by-arrow",
        RADIO,
        keys("#card", "ArrowDown"),
        (Want("check", "radio", "Cash", "cash"),),
        {"pay": "cash"},
        places=("late-closed-shadow",),
    ),
    Kind(
        "switch-custom",
        '<div id="it" role="switch" aria-label="Dark" aria-checked="false" tabindex="0" '
        "onclick=\"this.setAttribute('aria-checked', 'true'); set('dark', true)\">off</div>",
        lambda s: s.find("#it").click(),
        (Want("click|check", "switch", "Dark", "it"),),
        {"dark": True},
    ),
    Kind(
        "label-focuses-field",
        NAME,
        lambda s: (s.find("label").click(), s.tab.keyboard.type("Ann Lee")),
        FILLED,
        NAMED,
        most=1,
        places=("added-frame",),
    ),
)
"""The kinds, in the order in which they are listed."""
