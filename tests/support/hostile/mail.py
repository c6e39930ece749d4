"""A small mail application whose parts can be exchanged, and the flow that sends a mail."""

from __future__ import annotations

from functools import partial
from typing import Any

from .acts import click, fill, show
from .pair import App, family
from .parts import STATUS, page

SEND = """
const mail = () => ({to: val('#to'), subject: val('#subject')});
const deliver = () => post('/send', mail()).then(() => say('Message sent'));
"""
TO = '<p><label for="to">To</label> <input id="to" name="to"></p>'
SUBJECT = '<p><label for="subject">Subject</label> <input id="subject" name="subject"></p>'
BUTTON = '<button type="button" onclick="deliver()">Send</button>'


def mail(
    *,
    before: str = "",
    to: str = TO,
    subject: str = SUBJECT,
    button: str = BUTTON,
    after: str = "",
    script: str = SEND,
    more: str = "",
    head: str = "",
    status: str = STATUS,
    form: str = "{}",
    **slow: Any,
) -> App:
    """Return the application.

    Args:
        before: HTML before the form.
        to: The field of the recipient.
        subject: The field of the subject.
        button: The button.
        after: HTML after the form.
        script: The script of the page.
        more: A script behind it.
        head: HTML of the head.
        status: The status line.
        form: A frame around fields and button.
        **slow: Seconds that the answer of a path takes.
    """
    body = f"{before}<h1>New message</h1>{form.format(to + subject + button)}{after}"
    return App(
        {"/": page(body, script=script + more, head=head, status=status)},
        {f"/{name}": seconds for name, seconds in slow.items()},
    )


LEARN = ({"to": "ann@x.org", "subject": "Hello"}, {"to": "bob@x.org", "subject": "Lunch on Monday"})
VALUES = {"to": "eve@x.org", "subject": "Report"}
DEEDS = ({"do": "/send", "to": "{to}", "subject": "{subject}"},)
FLOW = show(fill("To", "{to}"), fill("Subject", "{subject}"), click("Send"))

sending = partial(family, a=mail(), flow=FLOW, learn=LEARN, values=VALUES, deeds=DEEDS)
"""Makes a family of a class, with the mail application as its first version."""
