"""Dialogs of the browser: the message, the kind or the number of them has changed."""

from __future__ import annotations

from .acts import accept, click, fill, show
from .pair import EITHER, SAME, STOP, App, family
from .parts import button, one, page, table

GROUP = "browser dialogs"
NAMES = ("Anna", "Bert", "Cleo")


def book(script: str, *, names: tuple[str, ...] = NAMES) -> App:
    """Return an address book; the script says what Delete asks and does."""
    rows = [(name, button("Delete", f"erase('{name}')")) for name in names]
    return one(f"<h1>Contacts</h1>{table(('Name', ''), rows)}", script=script)


def erase(question: str, path: str = "/delete", more: str = "") -> str:
    """Return a script that asks a question and then deletes."""
    return (
        f"const erase = (who) => {{ if (confirm({question}) {more}) post('{path}', {{name: who}})"
        ".then(() => say('Deleted')); else say('Kept'); };"
    )


WHOSE = "'Delete contact ' + who + '?'"
row = family(
    GROUP,
    a=book(erase(WHOSE)),
    flow=show(accept(), click("Delete", within="tr:has(td:text-is('{name}'))")),
    learn=({"name": "Bert"}, {"name": "Cleo"}),
    values={"name": "Anna"},
    deeds=({"do": "/delete", "name": "{name}"},),
)
ROWS = (
    row("same question", "only the order of the contacts has changed", SAME, book(erase(WHOSE), names=NAMES[::-1])),
    row("asks about all", "it asks whether all contacts shall be deleted", STOP,
        book(erase("'Delete ALL contacts permanently?'", "/delete-all"))),
    row("asks about another", "a fault of the page: it asks about another contact", STOP,
        book(erase("'Delete contact Bert?'", "/delete-bert"))),
    row("asks about more", "it asks whether the contact and all its mails shall be deleted", STOP,
        book(erase("'Delete contact ' + who + ' and all 120 mails?'", "/delete-mails"))),
    row("asks to keep", "the sense is reversed: OK keeps, Cancel deletes", STOP,
        book("const erase = (who) => { if (!confirm('Keep contact ' + who + '?')) post('/delete', {name: who});"
             " else post('/keep', {name: who}); say('Done'); };")),
    row("asks twice", "a second question asks about the whole team", STOP,
        book(erase(WHOSE, "/delete-team", "&& confirm('Remove the team of ' + who + ' as well?')"))),
    row("asks no more", "it deletes without a question", EITHER,
        book("const erase = (who) => post('/delete', {name: who}).then(() => say('Deleted'));")),
    row("prompt for the reason", "it asks for a reason, which the flow does not know", STOP,
        book("const erase = (who) => { const reason = prompt('Delete contact ' + who + '?');"
             " if (reason !== null) post('/delete', {name: who, reason}).then(() => say('Deleted')); };")),
    row("says it may not", "it only says that the contact may not be deleted", STOP,
        book("const erase = (who) => { alert('You may not delete ' + who); say('Not deleted'); };")),
    row("question in other words", "the question is asked in other words", EITHER,
        book(erase("'Do you really want to delete the contact ' + who + '?'"))),
    row("question comes later", "the question comes half a second later", SAME,
        book("const erase = (who) => later(500, () => { if (confirm('Delete contact ' + who + '?'))"
             " post('/delete', {name: who}).then(() => say('Deleted')); });")),
)  # fmt: skip


def single(script: str, label: str = "Empty the bin") -> App:
    """Return a page with one button."""
    return one(f"<h1>Bin</h1>{button(label, 'work()')}", script=script)


def counted(number: str, path: str = "/empty", words: str = "Delete {} mails?") -> App:
    """Return a page that asks with a number."""
    question = words.format(number)
    return single(
        f"const work = () => {{ if (confirm('{question}')) post('{path}', {{number: '{number}'}}).then(() => say('Empty')); }};"
    )


plain = family(GROUP, a=counted("1", words="Delete {} mail?"), flow=show(accept(), click("Empty the bin")), learn=({}, {}),
               values={}, deeds=({"do": "/empty", "number": "1"},))  # fmt: skip
COUNTS = (
    plain("count grew", "the bin holds 57 mails instead of one each time", STOP, counted("57", words="Delete {} mail?")),
    plain("other bin", "the bin is that of the whole company", STOP,
          counted("1", "/empty-all", "Delete {} mail of every colleague?")),
    plain("new question", "a button that never asked now asks about the files too", STOP,
          single("const work = () => { if (confirm('Erase all files as well?')) post('/files'); else say('Cancelled'); };"),
          a=single("const work = () => post('/empty', {number: '1'}).then(() => say('Empty'));"),
          flow=show(click("Empty the bin"))),
    plain("says it failed", "the message says that nothing was emptied", STOP,
          single("const work = () => { alert('The bin could NOT be emptied'); say('Ready'); };"),
          a=single("const work = () => post('/empty', {number: '1'}).then(() => { alert('The bin is empty'); say('Ready'); });")),
    plain("message follows slowly", "the message comes two seconds later", SAME,
          App(single("const work = () => post('/empty', {number: '1'}).then(() => { alert('The bin is empty'); say('Ready'); });").pages,
              {"/empty": 2.0}),
          a=single("const work = () => post('/empty', {number: '1'}).then(() => { alert('The bin is empty'); say('Ready'); });")),
)  # fmt: skip

RENAME = (
    "const work = () => {{ const text = prompt('{}'); if (text) post('{}', {{name: text}}).then(() => say('Done')); }};"
)
ask = family(
    GROUP,
    a=single(RENAME.format("New name of the folder", "/rename"), "Edit"),
    flow=show(accept("{folder}"), click("Edit")),
    learn=({"folder": "Bills"}, {"folder": "Travel"}),
    values={"folder": "Taxes"},
    deeds=({"do": "/rename", "name": "{folder}"},),
)
PROMPTS = (
    ask("prompt for another thing", "it asks for the name of a folder to be deleted", STOP,
        single(RENAME.format("Name of the folder to delete", "/delete"), "Edit")),
    ask("prompt for a password", "it asks for a password", STOP, single(RENAME.format("Your password", "/password"), "Edit")),
    ask("prompt became a field", "the page has a field instead of the question", STOP,
        single("const work = () => { $('h1').innerHTML = '<input aria-label=Name>'; say('Edit'); };", "Edit")),
)  # fmt: skip


KEEP = "post('/note', {text: val('#note')}).then(() => say('Kept'))"


def leaving(unload: str, keep: str = KEEP) -> App:
    """Return a note and a link to the next page."""
    script = f"const keep = () => {keep};{unload}"
    note = f'<label for="note">Note</label><input id="note">{button("Keep", "keep()")}<a href="/next">Finish</a>'
    return App({"/": page(note, script=script), "/next": page("<h1>Bye</h1>", status="<p role=status>Finished</p>")})


leave = family(
    GROUP,
    a=leaving(""),
    flow=show(
        fill("Note", "{text}"),
        click("Keep"),
        lambda page, _: page.get_by_text("Kept").wait_for(),
        click("Finish", "link"),
    ),
    learn=({"text": "Milk"}, {"text": "Bread"}),
    values={"text": "Tea"},
    deeds=({"do": "/note", "text": "{text}"},),
)
LEAVES = (
    leave("asks before leaving", "the page warns that unsaved changes get lost, although all is kept", EITHER,
          leaving("addEventListener('beforeunload', (event) => event.preventDefault());")),
    leave("really unsaved", "nothing reaches the server, and the page warns that changes get lost", STOP,
          leaving("addEventListener('beforeunload', (event) => event.preventDefault());", keep="say('Kept on this device')")),
)  # fmt: skip

PAIRS = (*ROWS, *COUNTS, *PROMPTS, *LEAVES)
