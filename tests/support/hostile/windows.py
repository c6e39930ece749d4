"""Dialogs of the page that were not there, or ask about something else."""

from __future__ import annotations

from .acts import click, show
from .mail import SEND, mail, sending
from .pair import EITHER, SAME, STOP, App, family
from .parts import page

GROUP = "new dialogs"
DIM = "position:fixed;inset:0;background:#0008;display:flex;align-items:center;justify-content:center"
BOX = "background:#fff;padding:2em"
ALL = "\nconst all = () => post('/broadcast').then(() => say('Message sent'));"


def modal(name: str, text: str, buttons: str, role: str = "dialog") -> str:
    """Return a modal dialog that dims the page."""
    return (
        f'<div class="dim" style="{DIM}"><div role="{role}" aria-modal="true" aria-label="{name}" style="{BOX}">'
        f"<h2>{name}</h2><p>{text}</p>{buttons}</div></div>"
    )


CLOSE = "<button onclick=\"this.closest('.dim').remove()\">{}</button>"
BANNER = (
    '<div style="position:fixed;bottom:0;left:0;right:0;background:#ffc" role="region" aria-label="Cookies">We use cookies. '
    '<button onclick="this.parentNode.remove()">Accept all</button><button onclick="this.parentNode.remove()">Reject</button></div>'
)
CHAT = (
    '<div style="position:fixed;right:0;bottom:0;width:200px;height:120px;background:#eef" role="dialog" aria-label="Support chat">'
    '<label for="ask">Your question</label><input id="ask"><button onclick="all()">Send</button></div>'
)
NATIVE = "<dialog id=d><h2>Customers</h2><p>Send this offer to all 4,000 customers?</p><button onclick=all()>Send</button></dialog>"

new = sending(GROUP)
SENDING = (
    new("modal with the same button", "a modal asks about a mail to all customers", STOP,
        mail(after=modal("Campaign", "Send the offer to all customers?", '<button onclick="all()">Send</button>'), more=ALL)),
    new("native modal with the same button", "a modal asks about a mail to all customers", STOP,
        mail(after=NATIVE, more=ALL + "$('#d').showModal();")),
    new("late modal with the same button", "half a second later a modal asks about a mail to all customers", EITHER,
        mail(more=ALL + "later(500, () => document.body.insertAdjacentHTML('beforeend', `" + modal(
            "Campaign", "Send the offer to all customers?", '<button onclick="all()">Send</button>') + "`));")),
    new("forward window", "a window for forwarding has a recipient and a Send of its own; the new message is behind it", STOP,
        mail(after=modal("Forward", "Forward the last message", '<label for=f>To</label><input id=f><button onclick="all()">Send</button>'),
             more=ALL)),
    new("session expired", "the session is over, and a modal asks to log in", STOP,
        mail(after=modal("Session expired", "Log in again to go on.",
                         "<label for=p>Password</label><input id=p type=password><button>Log in</button>"))),
    new("cookie banner below", "a banner about cookies stands at the bottom", SAME, mail(after=BANNER)),
    new("cookie modal", "a window about cookies covers the page", SAME,
        mail(after=modal("Cookies", "We use cookies to remember your settings.",
                         CLOSE.format("Accept all") + CLOSE.format("Reject all")))),
    new("news window", "a window shows what is new", SAME,
        mail(after=modal("What's new", "Drafts are saved as you type.", CLOSE.format("Got it")))),
    new("chat box", "a small box for questions stands in the corner, with a Send of its own", SAME,
        mail(after=CHAT, more=ALL)),
    new("chat box replaces the form", "the form has lost its button: mails are sent with a key; the box for questions has a Send", STOP,
        mail(button="<p>Press Ctrl+Enter to send</p>", after=CHAT, more=ALL)),
    new("survey", "a survey with a field asks how you like it", EITHER,
        mail(after=modal("Survey", "How do you like it?", "<label for=s>Subject</label><input id=s>" + CLOSE.format("Send")))),
    new("asks once more", "after Send a window asks whether all recipients are right, with a Send of its own", EITHER,
        mail(script="const check = () => { say('Checking'); document.body.insertAdjacentHTML('beforeend', `" + modal(
            "Sure?", "Check the recipients.", '<button onclick="deliver()">Send</button>') + "`); };" + SEND,
            button='<button onclick="check()">Send</button>')),
    new("limit reached", "after Send a window says that the limit is reached", STOP,
        mail(script="const check = () => { say('Not sent'); document.body.insertAdjacentHTML('beforeend', `" + modal(
            "Limit", "You have reached today's limit.", CLOSE.format("OK")) + "`); };",
            button='<button onclick="check()">Send</button>')),
)  # fmt: skip


def deleting(
    title: str, text: str, *, path: str = "/delete", buttons: str = "", role: str = "dialog", delay: int = 0
) -> App:
    """Return a contact whose deletion is confirmed in a window."""
    sure = '<button onclick="sure()">Delete</button>'
    shown = modal(title, text, buttons or "<button onclick=\"$('.dim').remove()\">Cancel</button>" + sure, role)
    script = (
        f"const sure = () => post('{path}').then(() => {{ $('.dim').remove(); say('Deleted'); }});"
        f"const ask = () => later({delay}, () => document.body.insertAdjacentHTML('beforeend', `{shown}`));"
    )
    return App(
        {"/": page('<main><h1>Ann Lee</h1><button onclick="ask()">Remove contact</button></main>', script=script)}
    )


REVERSED = '<button onclick="sure()">Delete</button><button onclick="$(\'.dim\').remove()">Cancel</button>'
asked = family(
    GROUP,
    a=deleting("Remove contact", "Delete Ann Lee from your contacts?"),
    flow=show(click("Remove contact"), click("Delete")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/delete"},),
)
ASKING = (
    asked("asks about all", "the window asks about all contacts", STOP,
          deleting("Remove all contacts", "Delete all 412 contacts?", path="/delete-all")),
    asked("asks about another", "the window asks about the whole company of Ann Lee", STOP,
          deleting("Remove company", "Delete the company Lee & Sons with all its contacts?", path="/delete-company")),
    asked("asks about the account", "the same words, but the text says that the own account is deleted", STOP,
          deleting("Remove contact", "Ann Lee is your own account. Delete the account and all data?", path="/delete-account")),
    asked("buttons reversed", "the two buttons of the window changed places", SAME,
          deleting("Remove contact", "Delete Ann Lee from your contacts?", buttons=REVERSED)),
    asked("window comes later", "the window opens a second later", SAME,
          deleting("Remove contact", "Delete Ann Lee from your contacts?", delay=1000)),
    asked("alert dialog", "the window has the better role of an alert dialog", EITHER,
          deleting("Remove contact", "Delete Ann Lee from your contacts?", role="alertdialog")),
    asked("reworded question", "the question is asked in other words", EITHER,
          deleting("Remove contact", "Do you want to delete Ann Lee from your contacts?")),
    asked("window is gone", "there is no question any more; the only Delete is the one of the mailbox", STOP,
          App({"/": page('<main><h1>Ann Lee</h1><button onclick="gone()">Remove contact</button></main><nav>Mailbox '
                         '<button onclick="purge()">Delete</button></nav>',
                         script="const gone = () => say('Hidden');"
                                "const purge = () => post('/purge').then(() => say('Deleted'));")})),
)  # fmt: skip

PAIRS = (*SENDING, *ASKING)
