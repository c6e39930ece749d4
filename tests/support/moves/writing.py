"""Pages for moves of writing: Enter in a text of several lines, and editors that handle the keys themselves."""

from __future__ import annotations

from typing import Any

from .case import MoveCase

HELLO, BYE = {"text": "hello there"}, {"text": "good bye"}


def type_it(page: Any, text: str) -> None:
    """Click into the field, type, and save."""
    page.get_by_label("Text").click()
    page.keyboard.type(text)
    page.get_by_role("button", name="Save").click()


def type_over_hint(page: Any, text: str) -> None:
    """Click on the words of a hint, which go at once, and type."""
    page.get_by_text("Write here").click()
    type_it(page, text)


def fill_it(page: Any, text: str) -> None:
    """Fill the field at once, and save."""
    page.get_by_label("Text").fill(text)
    page.get_by_role("button", name="Save").click()


def send_it(page: Any, text: str) -> None:
    """Type and press Enter."""
    page.get_by_label("Text").click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def send_and_save(page: Any, text: str) -> None:
    """Type, press Enter, and save."""
    send_it(page, text)
    page.get_by_role("button", name="Save").click()


def fill_and_send(page: Any, text: str) -> None:
    """Fill at once and press Enter."""
    page.get_by_label("Text").fill(text)
    page.get_by_label("Text").press("Enter")


def two_lines(page: Any, text: str) -> None:
    """Write two lines and save."""
    page.get_by_label("Text").click()
    page.keyboard.type("Dear all")
    page.keyboard.press("Enter")
    page.keyboard.type(text)
    page.get_by_role("button", name="Save").click()


def paste_it(page: Any, text: str) -> None:
    """Copy from one field, paste into the editor, and save."""
    page.get_by_label("Source").fill(text)
    page.get_by_label("Source").press("Control+A")
    page.get_by_label("Source").press("Control+C")
    page.get_by_label("Text").click()
    page.keyboard.press("Control+V")
    page.get_by_role("button", name="Save").click()


def lead_and_text(page: Any, lead: str, text: str) -> None:
    """Write the first words in bold, the others plain, and save."""
    bold = page.get_by_role("button", name="Bold")
    bold.click()
    page.keyboard.type(lead)
    bold.click()
    page.keyboard.type(f": {text}")
    page.get_by_role("button", name="Save").click()


AREA = '<label>Text <textarea id="t"></textarea></label>'

SENDING = "const t = q('#t'), sent = (text) => say('sent ' + text);"

EDITABLE = '<div id="t" contenteditable="true" role="textbox" aria-label="Text" style="min-height:40px;border:1px solid"></div>'

SAVE = '<button onclick="save()">Save</button>'

SAVED = "const t = q('#t'), save = () => say('saved ' + t.innerText.split(/\\s+/).join(' ').trim());"

BOLD = '<button id="bold" class="plain" onmousedown="event.preventDefault()" onclick="turn()">Bold</button>'

MARKED = (
    "const t = q('#t'), save = () => say('saved ' + t.innerHTML.replaceAll('&nbsp;', ' ').replaceAll('&amp;', '&'));"
    "const turn = () => { t.focus(); document.execCommand('bold'); show(); };"
    "const show = () => { q('#bold').className = document.queryCommandState('bold') ? 'primary' : 'plain'; };"
    "document.onselectionchange = show;"
)
"""The button shows whether the next words are bold."""

PARAGRAPH = """
  t.addEventListener('keydown', (e) => { if (e.key !== 'Enter') return; e.preventDefault();
    const p = document.createElement('p'); p.append(document.createElement('br')); t.append(p); getSelection().collapse(p, 0); });
"""

ENTER = (
    MoveCase(
        "enter-empties",
        AREA,
        fill_and_send,
        ("fill", "press"),
        "sent {text}",
        SENDING
        + "t.onkeydown = (e) => { if (e.key === 'Enter') { e.preventDefault(); sent(t.value); t.value = ''; } };",
        HELLO,
        BYE,
        day=True,
    ),
    MoveCase(
        "enter-in-editor-empties-later",
        EDITABLE,
        send_it,
        ("fill", "press"),
        "sent {text}",
        SENDING
        + "t.onkeydown = async (e) => { if (e.key !== 'Enter') return; e.preventDefault(); const text = t.innerText; "
        "await fetch('/send', { method: 'POST', body: text }); t.textContent = ''; sent(text); };",
        HELLO,
        BYE,
    ),
    MoveCase(
        "enter-submits-on-keypress",
        f'<form id="f" action="/found">{AREA.replace("<textarea", "<textarea name=q")}</form>',
        send_it,
        ("fill", "press"),
        "found",
        "q('#t').onkeypress = (e) => { if (e.key === 'Enter') { e.preventDefault(); q('#f').requestSubmit(); } };",
        HELLO,
        BYE,
        answers={"found": '<h1>Found</h1><p id="said">found</p>'},
    ),
    MoveCase(
        "enter-on-a-busy-page",
        '<form id="f"><label>Text <input id="t" name=q></label><button>Find</button></form>',
        send_it,
        ("fill", "press"),
        "found {text} 1",
        "let n = 0; q('#t').onkeydown = (e) => { const end = Date.now() + (e.key === 'Enter' ? 800 : 0); while (Date.now() < end); };"
        "q('#f').onsubmit = (e) => { e.preventDefault(); n += 1; say(`found ${q('#t').value} ${n}`); };",
        HELLO,
        BYE,
        day=True,
    ),
    MoveCase(
        "enter-makes-a-token",
        EDITABLE + SAVE,
        send_and_save,
        ("fill", "press", "click"),
        "saved {text} ×",
        SAVED
        + "t.onkeydown = (e) => { if (e.key === 'Enter') { e.preventDefault(); t.innerHTML = `<span contenteditable=false>${t.innerText} ×</span>`; } };",
        HELLO,
        BYE,
    ),
    MoveCase(
        "enter-is-a-line",
        AREA + SAVE,
        two_lines,
        ("fill", "click"),
        "saved Dear all/{text}",
        "const t = q('#t'), save = () => say('saved ' + t.value.split('\\n').join('/'));",
        HELLO,
        BYE,
        day=True,
    ),
    MoveCase(
        "enter-is-a-paragraph",
        EDITABLE + SAVE,
        two_lines,
        ("fill", "click"),
        "saved Dear all {text}",
        SAVED + PARAGRAPH,
        HELLO,
        BYE,
    ),
)

PUT = """
  const put = (text) => { const s = getSelection(), at = s.rangeCount ? s.getRangeAt(0) : null; if (!at || !t.contains(at.startContainer)) { t.append(text); return; }
    at.deleteContents(); const node = document.createTextNode(text); at.insertNode(node); s.collapse(node, node.length); };
"""

TAKEN = """
  const save = () => say('saved ' + q('#shown').textContent), t = q('#t');
  t.oninput = () => setTimeout(() => { q('#shown').textContent += t.value; t.value = ''; });
"""

EDITORS = (
    MoveCase(
        "editor-drawn-anew-at-focus",
        EDITABLE.replace("></div>", "><p>Write here</p></div>") + SAVE,
        type_over_hint,
        ("fill", "click"),
        "saved {text}",
        SAVED + "t.onfocus = () => { t.innerHTML = '<p><br></p>'; };",
        HELLO,
        BYE,
        day=True,
    ),
    MoveCase(
        "editor-prevents-beforeinput",
        EDITABLE + SAVE,
        type_it,
        ("fill", "click"),
        "saved {text}",
        SAVED + PUT + "t.addEventListener('beforeinput', (e) => { e.preventDefault(); if (e.data) put(e.data); });",
        HELLO,
        BYE,
        day=True,
    ),
    MoveCase(
        "editor-filled-at-once",
        EDITABLE + SAVE,
        fill_it,
        ("fill", "click"),
        "saved {text}",
        SAVED + PUT + "t.addEventListener('beforeinput', (e) => { e.preventDefault(); if (e.data) put(e.data); });",
        HELLO,
        BYE,
    ),
    MoveCase(
        "editor-prevents-keys",
        EDITABLE + SAVE,
        type_it,
        ("fill", "click"),
        "saved {text}",
        SAVED
        + PUT
        + "t.addEventListener('keydown', (e) => { if (e.key.length === 1) { e.preventDefault(); put(e.key); } });",
        HELLO,
        BYE,
    ),
    MoveCase(
        "editor-takes-paste",
        f'<input aria-label="Source">{EDITABLE}{SAVE}',
        paste_it,
        ("fill", "fill", "click"),
        "saved {text}",
        SAVED
        + PUT
        + "t.addEventListener('paste', (e) => { e.preventDefault(); put(e.clipboardData.getData('text/plain')); });",
        HELLO,
        BYE,
    ),
    MoveCase(
        "field-gives-its-text-away",
        f'<pre id="shown"></pre>{AREA}{SAVE}',
        type_it,
        ("fill", "click"),
        "saved {text}",
        TAKEN,
        HELLO,
        BYE,
    ),
    MoveCase(
        "editor-format-between",
        BOLD + EDITABLE + SAVE,
        lead_and_text,
        ("click", "fill", "click", "fill", "click"),
        "saved <b>{lead}</b>: {text}",
        MARKED,
        {"lead": "Closed", "text": "no lending in May"},
        {"lead": "Fish & chips", "text": "it is 4/5 \u6c34"},
        day=True,
    ),
)

COMMAND = '<label>Text <input id="t"></label><button onclick="save()">Save</button><pre id="shown"></pre>'

COMMANDS = {
    "behind a stroke": 't.value.replaceAll("\'", "\\\\\'")',
    "twice": 't.value.replaceAll("\'", "\'\'")',
    "another text": "t.value.replaceAll(\"'\", '')",
}
"""The spellings in which a command shows a text with a quotation mark."""


def command(spelling: str) -> MoveCase:
    """Return a page that shows the command by which it saved a text."""
    shown = f"q('#shown').textContent = `add row ('${{{spelling}}}')`"
    script = f"const t = q('#t'), save = () => {{ {shown}; t.value = ''; say('saved'); }};"
    return MoveCase(
        "command", COMMAND, fill_it, ("fill", "click"), "saved", script, {"text": "Anna"}, {"text": "O'Brien"}
    )


OTHER_EDITORS = {
    "the caret jumps to the beginning": "q('#bold').addEventListener('click', () => getSelection().collapse(t, 0));",
    "other words come in": "q('#bold').addEventListener('click', () => { if (t.innerText.trim()) { t.textContent = 'Draft'; getSelection().collapse(t, 1); } });",
    "all words are selected": "q('#bold').addEventListener('click', () => getSelection().selectAllChildren(t));",
}
"""Editors that are another one when the text goes on: it must not be added there."""
