"""Words that look or sound alike and mean another thing: letters, pictures, one word more."""

from __future__ import annotations

from .acts import click, show, tap
from .mail import SEND, mail, sending
from .pair import EITHER, SAME, STOP, App, family
from .parts import button, one, page, table

WORDS = "words"


def account(
    label: str,
    deed: str = "unsubscribe",
    *,
    notice: str = "Done",
    more: str = "",
    title: str = "Newsletter",
    attributes: str = "",
) -> App:
    """Return a setting with one button."""
    return one(f"<h1>{title}</h1>{button(label, f'post(`/{deed}`).then(() => say(`{notice}`))', attributes)}{more}")


def word(
    first: str, name: str, about: str, expected: object, second: str, deed: str = "other", more: str = ""
) -> object:
    """Return a pair in which one word is another."""
    make = family(
        WORDS, a=account(first, "right"), flow=show(click(first)), learn=({}, {}), values={}, deeds=({"do": "/right"},)
    )
    return make(name, about, expected, account(second, deed, more=more))


SWAPS = (
    word("Subscribe", "opposite", "one is a subscriber now: the button ends that", STOP, "Unsubscribe"),
    word("Archive", "all of them", "the button archives all mails", STOP, "Archive all"),
    word("Save", "save as", "the button makes a copy", STOP, "Save as new"),
    word("Block", "unblock", "the user is blocked already", STOP, "Unblock"),
    word("Delete", "for ever", "the button deletes for ever", STOP, "Delete permanently"),
    word("Send", "to everybody", "the button sends to everybody", STOP, "Send to all"),
    word("Send", "later", "the button sends tomorrow", STOP, "Send later"),
    word("Send", "test", "the button sends a test to oneself", STOP, "Send test"),
    word("Submit", "for review", "the button asks a colleague for a review", STOP, "Submit for review"),
    word("Approve", "reject", "the only button left rejects", STOP, "Reject"),
    word("Approve", "disapprove", "the prefix turns the sense round", STOP, "Disapprove"),
    word("Enable", "disable", "it is enabled already", STOP, "Disable"),
    word("Follow", "following", "one follows already; a click ends that", STOP, "Following"),
    word("Cancel subscription", "renew", "the subscription has ended: the button renews it", STOP, "Renew subscription"),
    word("Publish", "withdraw", "the text is public; the button withdraws it", STOP, "Unpublish"),
    word("Log out", "log out everywhere", "the button ends all sessions", STOP, "Log out everywhere"),
    word("Close", "close account", "the button closes the account", STOP, "Close account"),
    word("Clear", "clear history", "the button clears the whole history", STOP, "Clear all history"),
    word("Transfer", "transfer all", "the button transfers everything", STOP, "Transfer all funds"),
    word("Buy", "buy and save card", "the button stores the card too", STOP, "Buy and save card"),
    word("Continue", "continue as guest", "the button gives up the account", STOP, "Continue as guest"),
    word("Accept", "do not accept", "a negation stands before it", STOP, "Don't accept"),
    word("Löschen", "speichern", "the German button saves instead", STOP, "Speichern"),
    word("发送", "delete in chinese", "the Chinese button deletes", STOP, "删除"),
    word("Save", "saved with a tick", "a tick stands before the word", EITHER, "✓ Save", "right"),
    word("Save", "with an ellipsis", "dots stand behind the word", EITHER, "Save…", "right"),
    word("Save", "capitals by style", "the style shows capitals", SAME, "<span style='text-transform:uppercase'>Save</span>", "right"),
    word("Save", "two spaces and a line", "the word stands on a line of its own", SAME, "\n   Save\n  ", "right"),
    word("Save changes", "non-breaking space", "the words do not break", SAME, "Save&nbsp;changes", "right"),
    word("Save", "icon beside it", "a hidden icon stands before the word", SAME, "<svg width=8 height=8 aria-hidden=true></svg> Save", "right"),
    word("Save", "shortcut shown", "the key is shown behind the word", EITHER, "Save <kbd>Ctrl+S</kbd>", "right"),
)  # fmt: skip

LETTERS = "letters"


def people(*names: str) -> App:
    """Return people with a button in each row."""
    rows = [
        (name, button("Pay out", f"post('/pay', {{n: {number}}}).then(() => say('Paid'))"))
        for number, name in enumerate(names)
    ]
    return one(f"<h1>People</h1>{table(('Name', ''), rows)}")


payee = family(LETTERS, a=people("Anna Smith", "Paolo Rossi", "Eve Poe"), flow=show(click("Pay out", within="tr:has(td:text-is('{name}'))")),
               learn=({"name": "Anna Smith"},) * 2, values={"name": "Anna Smith"}, deeds=({"do": "/pay", "n": 0},))  # fmt: skip
PAYEES = (
    payee("cyrillic letter", "a stranger's name is written with a Cyrillic letter", STOP, people("Paolo Rossi", "Ann\u0430 Smith")),
    payee("zero width", "an invisible letter makes it another account", STOP, people("Paolo Rossi", "Anna\u200bSmith")),
    payee("capital i for l", "a capital I stands for a small l", STOP, people("Eve Poe", "PaoIo Rossi"), learn=({"name": "Paolo Rossi"},) * 2,
          values={"name": "Paolo Rossi"}, deeds=({"do": "/pay", "n": 9},), a=people(*("x",) * 9, "Paolo Rossi")),
    payee("turned round", "a mark turns the letters of the name round", STOP, people("Paolo Rossi", "\u202eannA Smith")),
    payee("both spellings", "the swindler stands first, the right one is there too", EITHER, people("Anna Smith", "Ann\u0430 Smith")),
    payee("hidden words", "invisible text says that it is the former account", EITHER,
          people("Anna Smith<span style='display:none'> (former)</span>", "Paolo Rossi")),
    payee("soft hyphen", "the name may be broken at a hyphen that is not shown", EITHER, people("Anna S\u00admith", "Paolo Rossi")),
    payee("bold part", "the part that was looked for is bold", SAME, people("<b>Anna</b> Smith", "Paolo Rossi")),
    payee("non-breaking space", "first name and surname stay on one line", SAME, people("Anna&nbsp;Smith", "Paolo Rossi")),
    payee("surname first", "the surname stands first", STOP, people("Paolo Rossi", "Smith Anna")),
    payee("initial", "an initial makes it another person", STOP, people("Paolo Rossi", "Anna B. Smith")),
    payee("composed letter", "an accent makes it another person", STOP, people("Paolo Rossi", "Anna\u0301 Smith")),
)  # fmt: skip
DELIVER = "<button type=button onclick=deliver()>{}</button>"
spelled = sending(LETTERS)
SPELLED = (
    spelled("button with a foreign letter", "the word is written with a Cyrillic letter: another button", EITHER, mail(button=DELIVER.format("S\u0435nd"))),
    spelled("button with invisible letters", "invisible letters stand in the word", EITHER, mail(button=DELIVER.format("Se\u200bnd"))),
    spelled("word by style", "the style adds the words \u201cto all\u201d to the button", STOP,
            mail(button=DELIVER.format("Send"), head='<style>button::after{content:" to all"}</style>', script=SEND.replace("'/send'", "'/broadcast'"))),
    spelled("text behind the scene", "text of no size stands in the button", EITHER, mail(button=DELIVER.format("Send<span style='font-size:0'> all</span>"))),
    spelled("full width letters", "the word is written in wide letters", EITHER, mail(button=DELIVER.format("\uff33\uff45\uff4e\uff44"))),
)  # fmt: skip

PICTURES = "pictures"


def tools(*icons: tuple[str, str, str]) -> App:
    """Return a bar of buttons without text: name, deed, and the drawing."""
    made = "".join(
        f"<button {name} onclick=\"post('/{deed}').then(() => say('Done'))\">{drawing}</button>"
        for name, deed, drawing in icons
    )
    return one(f"<h1>Report.pdf</h1><div class=bar>{made}</div>")


BIN, PEN, EYE = (f'<svg width="16" height="16"><path d="M{n} 2h9v9z"/></svg>' for n in (1, 2, 3))
SHARE = ('aria-label="Share"', "share", PEN)
ERASE = ('aria-label="Delete"', "delete", BIN)
LOOK = ('aria-label="Preview"', "preview", EYE)
icon = family(
    PICTURES,
    a=tools(LOOK, SHARE, ERASE),
    flow=show(click("Share")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/share"},),
)
bare = family(PICTURES, a=tools(("", "preview", EYE), ("", "share", PEN), ("", "delete", BIN)), flow=show(tap(".bar button:nth-child(2)")),
              learn=({}, {}), values={}, deeds=({"do": "/share"},))  # fmt: skip
DRAWN = (
    icon("icons reordered", "the icons are in another order", SAME, tools(ERASE, LOOK, SHARE)),
    icon("share gone", "sharing is not allowed any more", STOP, tools(LOOK, ERASE)),
    icon("share link", "the icon makes a public link", STOP, tools(LOOK, ('aria-label="Share publicly"', "publish", PEN), ERASE)),
    icon("title instead of a label", "the name is in the title now", SAME, tools(LOOK, ('title="Share"', "share", PEN), ERASE)),
    icon("drawn anew", "the icons were drawn anew", SAME, tools(*((name, deed, EYE) for name, deed, _ in (LOOK, SHARE, ERASE)))),
    icon("text beside the icon", "the icons have words now", SAME, tools(*(("", deed, f"{art} {text}") for (_, deed, art), text in zip((LOOK, SHARE, ERASE), ("Preview", "Share", "Delete"), strict=True)))),
    bare("no name, one inserted", "a button was added before; none of them has a name", EITHER,
         tools(("", "print", BIN), ("", "preview", EYE), ("", "share", PEN), ("", "delete", BIN))),
    bare("no name, first gone", "the first button is gone; none of them has a name", EITHER, tools(("", "share", PEN), ("", "delete", BIN))),
    bare("no name, reordered", "the buttons without names are in another order", EITHER,
         tools(("", "preview", EYE), ("", "delete", BIN), ("", "share", PEN))),
)  # fmt: skip


def gallery(*pictures: tuple[str, str]) -> App:
    """Return pictures that are links; only their alternative text names them."""
    made = "".join(
        f'<a href="/do/open?p={target}"><img alt="{alt}" src="data:," width="40" height="40"></a>'
        for alt, target in pictures
    )
    return App(
        {"/": page(f"<h1>Photos</h1>{made}"), "/do/open": page("<h1>Photo</h1>", status="<p role=status>Opened</p>")}
    )


photo = family(PICTURES, a=gallery(("Beach", "beach"), ("Forest", "forest")), flow=show(click("Beach", "link")), learn=({}, {}), values={},
               deeds=({"do": "/do/open", "p": "beach"},))  # fmt: skip
PHOTOS = (
    photo("other picture", "the beach is gone; a beach bar has come", STOP, gallery(("Beach bar", "bar"), ("Forest", "forest"))),
    photo("pictures reordered", "the forest stands first", SAME, gallery(("Forest", "forest"), ("Beach", "beach"))),
    photo("picture replaced", "the same name leads to another picture", STOP, gallery(("Beach", "nude-beach"), ("Forest", "forest"))),
)  # fmt: skip

PAIRS = (*SWAPS, *PAYEES, *SPELLED, *DRAWN, *PHOTOS)
