"""Values that are difficult in themselves: equal to words of the page, to each other, part of a sentence, with signs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from .acts import click, fill, show, wait
from .mail import LEARN, TO, mail, sending
from .pair import EITHER, SAME, STOP, App, Request, family
from .parts import button, done, one, page, table

GROUP = "values"
PLAIN = mail(before="<p>Write to a colleague.</p>")
ABUSE = "<button type='button' onclick=\"post('/report').then(() => say('Reported'))\">Report</button>"
send = sending(GROUP)


def taught(*subjects: str) -> tuple[dict[str, str], ...]:
    """Return learned values with these subjects."""
    return tuple({**values, "subject": subject} for values, subject in zip(LEARN, subjects, strict=True))


def as_typed(name: str, about: str, subject: str) -> object:
    """Return a pair about a subject that has to arrive as it was typed."""
    return send(
        name,
        about,
        SAME,
        PLAIN,
        values={"to": "eve@x.org", "subject": subject},
        deeds=({"do": "/send", "to": "{to}", "subject": "{subject}"},),
    )


WORDS = (
    send("value like the button", "a subject was once the same word as the button; now there is a button like the new subject", EITHER,
         mail(after=ABUSE), learn=taught("Send", "Send")),
    send("value like a label", "a subject was once the same word as the other label", EITHER, PLAIN, learn=taught("To", "Hello")),
    send("value like its own label", "a subject was once the same word as its label", EITHER, PLAIN, learn=taught("Subject", "Subject")),
    send("value like the heading", "a subject was once the heading of the page", EITHER, PLAIN, learn=taught("New message", "Lunch")),
    send("value like a new button", "a button bears the new subject by chance", SAME, mail(before=ABUSE)),
    send("one letter", "the subject is a single letter, which is in every word", SAME, PLAIN, values={"to": "eve@x.org", "subject": "e"}),
    send("learned with one letter", "the subject was a single letter", EITHER, PLAIN, learn=taught("e", "S")),
    send("value inside the other", "the subject is a part of the recipient", SAME, PLAIN, learn=taught("ann", "bob"), values={"to": "eve@x.org", "subject": "eve"}),
    as_typed("quotes", "the subject has quotes", "\"It's\" 'so'"),
    as_typed("signs of expressions", "the subject has signs of regular expressions", "a.*(b)[c]{1}^$|?+"),
    as_typed("backslash", "the subject has a backslash", "C:\\temp\\new"),
    as_typed("placeholder", "the subject looks like a placeholder of the tool", "{{to}}"),
    as_typed("markup", "the subject looks like markup", "<b>Report</b> &amp; more"),
    as_typed("emoji", "the subject has pictures and an accent in two signs", "\U0001f469\u200d\U0001f680 cafe\u0301"),
    as_typed("right to left", "the subject is Hebrew", "\u05e9\u05dc\u05d5\u05dd 123"),
    as_typed("percent", "the subject is percent-encoded", "50%25 off%20"),
    as_typed("long", "the subject has two thousand letters", "long " * 400 + "end"),
)  # fmt: skip
COPY = '<p><label for="cc">Cc</label> <input id="cc"></p>'
BOTH = "const deliver = () => post('/send', {to: val('#to'), cc: val('#cc')}).then(() => say('Message sent'));"


def both(first: str = TO, second: str = COPY, before: str = "") -> App:
    """Return a mail with a recipient and a copy."""
    return mail(to=first, subject=second, script=BOTH, before=before)


equal = family(GROUP, a=both(), flow=show(fill("To", "{to}"), fill("Cc", "{cc}"), click("Send")), learn=({"to": "ann", "cc": "ann"}, {"to": "bob", "cc": "cy"}),
               values={"to": "eve", "cc": "fay"}, deeds=({"do": "/send", "to": "{to}", "cc": "{cc}"},))  # fmt: skip
EQUAL = (
    equal("equal at first", "both values were equal in the first run", SAME, both(before="<p>Hello</p>")),
    equal("always equal", "both values were equal in both runs", EITHER, both(before="<p>Hello</p>"), learn=({"to": "ann", "cc": "ann"}, {"to": "bob", "cc": "bob"})),
    equal("exchanged", "the values of the first run are exchanged in the replay", SAME, both(before="<p>Hello</p>"), learn=({"to": "ann", "cc": "bob"}, {"to": "cy", "cc": "di"}),
          values={"to": "bob", "cc": "ann"}),
    equal("fields reordered, equal values", "the copy stands first; the values were equal in the first run", SAME, both(COPY, TO)),
)  # fmt: skip


def tasks(*texts: str, extra: str = "") -> App:
    """Return tasks: a sentence and a button each."""
    made = "".join(
        f"<li>{text} {button('Done', f'post(`/done`, {{text: `{text}`}}).then(() => say(`Kept`))')}</li>"
        for text in texts
    )
    return one(f"<h1>Tasks</h1>{extra}<ul>{made}</ul>")


sentence = family(
    GROUP,
    a=tasks("Invoice for Bert", "Invoice for Dora", "Invoice for Anna", "Call Cleo"),
    flow=show(click("Done", within="li:has-text('Invoice for {name}')")),
    learn=({"name": "Bert"}, {"name": "Dora"}),
    values={"name": "Anna"},
    deeds=({"do": "/done", "text": "Invoice for {name}"},),
)
SENTENCES = (
    sentence("longer name in a sentence", "the invoice is for Anna Maria", STOP, tasks("Invoice for Bert", "Invoice for Anna Maria")),
    sentence("other sentence", "there is only a call with Anna", STOP, tasks("Invoice for Bert", "Call Anna")),
    sentence("two sentences", "a call with Anna stands before her invoice", SAME, tasks("Call Anna", "Invoice for Bert", "Invoice for Anna")),
    sentence("negated sentence", "there is no invoice for Anna, and it says so", STOP, tasks("Invoice for Bert", "No invoice for Anna")),
    sentence("second invoice", "a second invoice for Anna has come", EITHER, tasks("Invoice for Anna", "Second invoice for Anna")),
    sentence("cancelled", "the invoice for Anna was cancelled", STOP, tasks("Invoice for Bert", "Cancelled: Invoice for Anna")),
)  # fmt: skip


def days(today: Sequence[str], tomorrow: Sequence[str]) -> App:
    """Return the visitors of two days."""

    def part(day: str, names: Sequence[str]) -> str:
        rows = [
            (name, button("Admit", f"post('/admit', {{name: '{name}', day: '{day}'}}).then(() => say('Admitted'))"))
            for name in names
        ]
        return f"<section><h2>{day}</h2>{table(('Visitor', ''), rows)}</section>"

    return one(f"<h1>Visitors</h1>{part('Today', today)}{part('Tomorrow', tomorrow)}")


visit = family(GROUP, a=days(("Bert", "Dora", "Anna"), ("Cleo",)), flow=show(click("Admit", within="section:has-text('Today') tr:has(td:text-is('{name}'))")),
               learn=({"name": "Bert"}, {"name": "Dora"}), values={"name": "Anna"}, deeds=({"do": "/admit", "name": "{name}", "day": "Today"},))  # fmt: skip
VISITS = (
    visit("on the other day", "Anna comes tomorrow", STOP, days(("Bert", "Dora"), ("Cleo", "Anna"))),
    visit("on both days", "Anna comes today and tomorrow", EITHER, days(("Bert", "Anna"), ("Anna", "Cleo"))),
    visit("sorted otherwise", "the visitors of today are sorted", SAME, days(("Anna", "Bert", "Dora"), ("Cleo", "Emil"))),
)  # fmt: skip


def roles(*rows: tuple[str, str]) -> App:
    """Return people whose role stands in the text with their names."""
    made = "".join(
        f"<li>{name} - {role} {button('Remove', f'post(`/remove`, {{name: `{name}`}}).then(() => say(`Removed`))')}</li>"
        for name, role in rows
    )
    return one(f"<h1>Team</h1><ul>{made}</ul>")


TEAM = (("Bert", "user"), ("Dora", "user"), ("Anna", "user"))
member = family(GROUP, a=roles(*TEAM), flow=show(click("Remove", within="li:has-text('{name}')")), learn=({"name": "Bert"}, {"name": "Dora"}),
                values={"name": "Anna"}, deeds=({"do": "/remove", "name": "{name}"},))  # fmt: skip
MEMBERS = (
    member("became an owner", "Anna is the owner now", EITHER, roles(*TEAM[:2], ("Anna", "owner"))),
    member("longer name beside a role", "Anna Maria is another user", STOP, roles(*TEAM[:2], ("Anna Maria", "user"))),
    member("double name", "Anna-Lena is another user", STOP, roles(*TEAM[:2], ("Anna-Lena", "user"))),
    member("possessive", "Anna's assistant is another user", STOP, roles(*TEAM[:2], ("Anna's assistant", "user"))),
    member("team reordered", "the team is in another order", SAME, roles(*TEAM[::-1])),
)  # fmt: skip

TOKENS = count(1)
FORM = '<h1>Message</h1><form action="/send" method="post"><label for="text">Text</label><input id="text" name="text"><input type="hidden" form="none" name="csrf" value="{}"><button>Send</button></form>'


def with_token(request: Request) -> str:
    """Return a form with another hidden token at every load."""
    return page(FORM.format(f"{next(TOKENS) * 7919:x}"))


TOKEN = App({"/": with_token, "/send": done("Thank you")})
HIDDEN = (
    family(GROUP, a=TOKEN, flow=show(fill("Text", "{text}"), click("Send"), wait("text=Thank you")), learn=({"text": "Hello"}, {"text": "Lunch"}),
           values={"text": "Thanks"}, deeds=({"do": "/send", "text": "{text}"},))("token of every load", "a hidden token is another one at each load", SAME, TOKEN),
)  # fmt: skip

PAIRS = (*WORDS, *EQUAL, *SENTENCES, *VISITS, *MEMBERS, *HIDDEN)
