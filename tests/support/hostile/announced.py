"""Messages that are announced in another role, that stood there before, or that somebody else announces."""

from __future__ import annotations

from typing import Any

from .acts import click, fill, show, wait
from .mail import DEEDS, FLOW, LEARN, SEND, VALUES, mail
from .pair import SAME, STOP, App, family
from .parts import button, page

GROUP = "announced"
BODY: dict[str, Any] = {"patience": 3.0}

SEEN = {"seen": "[role=alert],[role=status]", **BODY}
BOTH = '<p role="status">{}</p><p role="alert"></p>'
TOLD = SEND.replace("say('Message sent')", "say('Message sent', '[role=alert]')")
MUTE = "const deliver = () => {};"
ALERTED = mail(status=BOTH.format(""), script=TOLD)
msg = family(GROUP, a=ALERTED, flow=FLOW, learn=LEARN, values=VALUES, deeds=DEEDS, **SEEN)


def note(save: str, *, auto: str = "", status: str = BOTH.format("")) -> App:
    return App(
        {
            "/": page(
                f"<h1>Note</h1><label for=t>Text</label><textarea id=t></textarea>{button('Save', 'save()')}",
                status=status,
                script=f"const save = () => {{ {save} }}; {auto}",
            )
        }
    )


SAVED = "post('/save', {t: val('#t')}).then(() => say('Saved', '[role=alert]'));"
AUTO = "let w; $('#t').addEventListener('input', () => { clearTimeout(w); w = later(%d, () => { %s }); });"
saving = family(
    GROUP,
    a=note(SAVED),
    flow=show(fill("Text", "{t}"), click("Save"), wait("[role=alert]:has-text('Saved')")),
    learn=({"t": "Hello"}, {"t": "Lunch"}),
    values={"t": "Thanks"},
    deeds=({"do": "/save", "t": "{t}"},),
    **SEEN,
)


def forms(first: str, second: str, *, more: str = "") -> App:
    body = f"<h1>Profile</h1><section><h2>Name</h2><label for=n>Name</label><input id=n>{button('Save name', 'one_()')}</section><section><h2>Mail</h2><label for=m>Mail</label><input id=m>{button('Save mail', 'two()')}</section>{more}"
    return App(
        {
            "/": page(
                body,
                status=BOTH.format(""),
                script=f"const one_ = () => post('/name', {{n: val('#n')}}).then(() => {{ {first} }}); const two = () => {second};",
            )
        }
    )


TWICE = "post('/mail', {m: val('#m')}).then(() => say('Saved', '[role=alert]'))"
both = family(
    GROUP,
    a=forms("say('Saved')", TWICE),
    flow=show(
        fill("Name", "{n}"),
        click("Save name"),
        wait("[role=status]:has-text('Saved')"),
        fill("Mail", "{m}"),
        click("Save mail"),
        wait("[role=alert]:has-text('Saved')"),
    ),
    learn=({"n": "Ann", "m": "ann@x.org"}, {"n": "Bob", "m": "bob@x.org"}),
    values={"n": "Eve", "m": "eve@x.org"},
    deeds=({"do": "/name", "n": "{n}"}, {"do": "/mail", "m": "{m}"}),
    **SEEN,
)
MESSAGES = (
    msg("a status now", "the alert is a status now", SAME, mail(status=BOTH.format(""))),
    msg("an alert now", "the status is an alert now", SAME, ALERTED, a=mail(status=BOTH.format(""))),
    msg(
        "status stood there, nothing sent",
        "a status says from the beginning that a message was sent; the button does nothing",
        STOP,
        mail(status=BOTH.format("Message sent"), script=MUTE),
    ),
    msg(
        "status stood there, alert comes",
        "a status says from the beginning that a message was sent; the alert comes as before",
        SAME,
        mail(status=BOTH.format("Message sent"), script=TOLD),
    ),
    msg(
        "unchanged, both roles",
        "nothing has changed: a status stands there, and an alert of the same words comes",
        SAME,
        mail(status=BOTH.format("Message sent"), script=TOLD),
        a=mail(status=BOTH.format("Message sent"), script=TOLD),
    ),
    msg(
        "rolled back status",
        "a status says it at once; a second later an alert says that it failed",
        STOP,
        mail(
            status=BOTH.format(""),
            script="const deliver = () => { say('Message sent'); later(1000, () => { say(''); say('Message could not be sent', '[role=alert]'); }); };",
        ),
        linger=1.5,
    ),
    msg(
        "status of a draft",
        "the status says that the draft was saved",
        STOP,
        mail(
            status=BOTH.format(""),
            script=SEND.replace("post('/send'", "post('/draft'").replace("Message sent", "Draft saved"),
        ),
    ),
    msg(
        "status more",
        "the status says that the message was sent to all",
        STOP,
        mail(
            status=BOTH.format(""),
            script=SEND.replace("Message sent", "Message sent to all").replace("post('/send'", "post('/all'"),
        ),
    ),
    msg(
        "status and failing alert",
        "the status says it, and an alert that it was refused; nothing was sent",
        STOP,
        mail(
            status=BOTH.format(""),
            script="const deliver = () => { say('Message sent'); say('The server refused the message', '[role=alert]'); };",
        ),
    ),
    msg(
        "status of a chat",
        "the button does nothing; a moment later the status of a chat says that a message of somebody was sent",
        STOP,
        mail(status=BOTH.format(""), script=MUTE, more="later(2500, () => say('Message sent'));"),
    ),
    saving(
        "autosave says it",
        "a status says that the draft was saved 900 ms after typing; the button does nothing",
        STOP,
        note("", auto=AUTO % (900, "say('Saved')")),
    ),
    saving(
        "autosave posts a draft",
        "a draft is stored and a status says so 900 ms after typing; the button does nothing",
        STOP,
        note("", auto=AUTO % (900, "post('/draft').then(() => say('Saved'))")),
    ),
    saving(
        "autosave posts the draft",
        "as before, but the request holds the text",
        STOP,
        note("", auto=AUTO % (900, "post('/draft', {t: val('#t')}).then(() => say('Saved'))")),
    ),
    saving(
        "autosave beside",
        "a draft is kept in the browser and a status says so; the button saves and alerts",
        SAME,
        note(SAVED, auto=AUTO % (300, "say('Saved')")),
    ),
    both(
        "unchanged, one form after the other",
        "nothing has changed: the first form says Saved as a status, the second as an alert",
        SAME,
        forms("say('Saved')", TWICE),
    ),
    both("second form is mute", "the second form does nothing", STOP, forms("say('Saved')", "0")),
    both(
        "first says it again",
        "the second form does nothing; the first announces again",
        STOP,
        forms("say('Saved')", "later(200, () => { say(''); later(50, () => say('Saved')); })"),
    ),
)

PAIRS = (*MESSAGES,)
