"""Fields whose value is not what was typed when the form is sent, and fields that only look different."""

from __future__ import annotations

from .acts import click, fill, show
from .mail import SEND, SUBJECT, TO, mail, sending
from .pair import EITHER, SAME, STOP
from .parts import button

GROUP = "fields"
new = sending(GROUP)


def on(field: str, event: str, work: str) -> str:
    """Return a script that does something at an event of a field."""
    return f"$('#{field}').addEventListener('{event}', () => {{ {work} }});"


HONEYPOT = '<div style="position:absolute;left:-5000px"><label for="hp">To</label><input id="hp" tabindex="-1"></div>'
PHONE = (
    '<div style="display:none"><label for="mto">To</label><input id="mto"><label for="ms">Subject</label><input id="ms">'
    "<button onclick=\"post('/mobile')\">Send</button></div>"
)
REQUIRED = '<p><label for="why">Reason</label><input id="why" required></p>'
CHIPS = SEND.replace("to: val('#to')", "to: chip ?? val('#to')").replace("const mail", "let chip; const mail")
LABELS = TO.replace(">To<", ">Subject<") + SUBJECT.replace(">Subject<", ">To<")
MEANT = SEND.replace("to: val('#to'), subject: val('#subject')", "to: val('#subject'), subject: val('#to')")
SELECT = (
    '<p><label for="from">From</label><select id="from"><option>Me</option><option {}>Sales team</option></select></p>'
)
COPY = '<p><label><input type="checkbox" id="copy" {}>Copy to the whole team</label></p>'
FROM = SEND.replace("subject: val('#subject')", "subject: val('#subject'), from: val('#from')")
COPIED = SEND.replace("subject: val('#subject')", "subject: val('#subject'), copy: $('#copy').checked")

CHANGED = (
    new("recipient replaced on blur", "leaving the subject puts the last recipient back", STOP,
        mail(more=on("subject", "blur", "$('#to').value = 'boss@x.org'"))),
    new("recipient replaced on change", "a changed subject chooses the recipient of the last mail of that subject", STOP,
        mail(more=on("subject", "change", "$('#to').value = 'boss@x.org'"))),
    new("recipient completed", "leaving the field completes it to the first match", STOP,
        mail(more=on("to", "blur", "$('#to').value = 'eve@x.org.evil.com'"))),
    new("late draft", "the draft of last time is loaded a second later, over what was typed", EITHER,
        mail(more="later(900, () => { $('#to').value = 'boss@x.org'; });")),
    new("draft after typing", "the draft of last time is loaded when the subject is left", EITHER,
        mail(more=on("subject", "focus", "later(150, () => { $('#to').value = 'boss@x.org'; })"))),
    new("cut off", "the subject holds five letters at most", STOP, mail(subject=SUBJECT.replace("<input", '<input maxlength="5"'))),
    new("upper case", "the subject is written in capitals", STOP,
        mail(more=on("subject", "input", "$('#subject').value = val('#subject').toUpperCase()"))),
    new("prefix comes back", "the subject keeps its prefix", STOP,
        mail(more=on("subject", "input", "$('#subject').value = 'Re: ' + val('#subject')"))),
    new("corrected", "a spelling aid changes the word when the field is left", STOP,
        mail(more=on("subject", "change", "$('#subject').value = 'Resort'"))),
    new("emptied", "a changed subject empties the recipient, and the mail goes to the default one", STOP,
        mail(more=on("subject", "change", "$('#to').value = ''"))),
    new("read only", "the recipient is fixed", STOP,
        mail(to=TO.replace("<input", '<input readonly value="boss@x.org"'))),
    new("disabled", "the subject cannot be changed", STOP, mail(subject=SUBJECT.replace("<input", '<input disabled value="Memo"'))),
    new("chips", "the recipient becomes a chip, and the field is empty again", EITHER,
        mail(script=CHIPS, more=on("to", "blur", "if (val('#to')) { chip = val('#to'); $('#to').value = ''; }"))),
    new("new required field", "a reason has to be given, else nothing is sent", STOP,
        mail(subject=SUBJECT + REQUIRED, button='<button onclick="$(\'#why\').value ? deliver() : say(\'Give a reason\')">Send</button>')),
    new("labels swapped", "the labels of both fields were exchanged, and their meaning with them", EITHER,
        mail(to=LABELS, subject="", script=MEANT)),
    new("labels swapped by mistake", "the labels were exchanged, their meaning was not", EITHER,
        mail(to=LABELS, subject="")),
    new("sender preset", "another sender is chosen beforehand", STOP,
        mail(before=SELECT.format("selected"), script=FROM), a=mail(before=SELECT.format(""), script=FROM),
        deeds=({"do": "/send", "to": "{to}", "subject": "{subject}", "from": "Me"},)),
    new("copy preset", "the copy to the whole team is ticked beforehand", STOP,
        mail(before=COPY.format("checked"), script=COPIED), a=mail(before=COPY.format(""), script=COPIED),
        deeds=({"do": "/send", "to": "{to}", "subject": "{subject}", "copy": False},)),
    new("recipient became a subject", "the field of the subject is called To now, and there is no other", STOP,
        mail(to="", subject=SUBJECT.replace(">Subject<", ">To<") + "<input id=to type=hidden value=all@x.org>")),
    new("bcc instead", "the recipient's field is for hidden copies now", STOP,
        mail(to=TO.replace(">To<", ">Bcc<"), script=SEND.replace("to: val", "bcc: val"))),
)  # fmt: skip

HARMLESS = (
    new("fields reordered", "the subject stands first", SAME, mail(to=SUBJECT, subject=TO)),
    new("optional field", "a field for a copy was added", SAME, mail(to=TO + '<p><label for="cc">Cc</label><input id="cc"></p>')),
    new("prefilled", "the subject is filled beforehand", SAME, mail(subject=SUBJECT.replace("<input", '<input value="(no subject)"'))),
    new("larger field", "the subject has room for more lines", SAME,
        mail(subject='<p><label for="subject">Subject</label> <textarea id="subject" name="subject"></textarea></p>')),
    new("placeholder", "examples stand in the empty fields", SAME, mail(to=TO.replace("<input", '<input placeholder="name@example.com"'))),
    new("honeypot", "a trap for robots has the same label, outside the screen", EITHER, mail(before=HONEYPOT)),
    new("version for phones", "the form for phones is in the page too, and not shown", SAME, mail(before=PHONE)),
    new("hint", "a hint belongs to the field", SAME,
        mail(to=TO.replace("<input", '<input aria-describedby="h"') + '<small id="h">One address only</small>')),
    new("type of address", "the field checks addresses", SAME, mail(to=TO.replace("<input", '<input type="email" autocomplete="email"'))),
    new("spaces removed", "spaces around the recipient are removed", SAME, mail(more=on("to", "blur", "$('#to').value = val('#to').trim()"))),
    new("counter", "letters are counted while typing", SAME,
        mail(after='<small id="n">0</small>', more=on("subject", "input", "$('#n').textContent = val('#subject').length + ' of 78'"))),
    new("quick reply", "a field for a quick reply with the same label stands in another group", EITHER,
        mail(before='<fieldset><legend>Quick note</legend><label for="q">Subject</label><input id="q"></fieldset>')),
)  # fmt: skip

MONEY = '<p><label for="to">To</label> <input id="to"></p><p><label for="sum">Amount</label> <input id="sum"> {}</p>'
KIND = '<select id="cur" aria-label="Currency"><option {}>EUR</option><option {}>USD</option></select>'
PAY = "const give = () => post('/pay', {to: val('#to'), sum: val('#sum'), cur: val('#cur')}).then(() => say('Paid'));"
STEP = on("sum", "blur", "$('#sum').value = Math.ceil(val('#sum') / 100) * 100")
paying = sending(GROUP, flow=show(fill("To", "{to}"), fill("Amount", "{sum}"), click("Pay")),
                 learn=({"to": "ann", "sum": "120"}, {"to": "bob", "sum": "75"}), values={"to": "eve", "sum": "30"},
                 deeds=({"do": "/pay", "to": "{to}", "sum": "{sum}", "cur": "EUR"},),
                 a=mail(to=MONEY.format(KIND.format("", "")), subject="", button=button("Pay", "give()"), script=PAY))  # fmt: skip
MONEYS = (
    paying("currency preset", "dollars are chosen beforehand", STOP,
           mail(to=MONEY.format(KIND.format("", "selected")), subject="", button=button("Pay", "give()"), script=PAY)),
    paying("rounded up", "the amount is rounded up to a hundred when the field is left", STOP,
           mail(to=MONEY.format(KIND.format("", "")), subject="", button=button("Pay", "give()"), script=PAY, more=STEP)),
    paying("label points elsewhere", "the label Amount belongs to the field of the tip", EITHER,
           mail(to=MONEY.format(KIND.format("", "")).replace('for="sum"', 'for="tip"') + '<p>Tip <input id="tip" value="0"></p>',
                subject="", button=button("Pay", "give()"), script=PAY)),
    paying("two amounts", "a limit with the label Amount was added in another group", EITHER,
           mail(before='<fieldset><legend>Daily limit</legend><label for="lim">Amount</label><input id="lim"></fieldset>',
                to=MONEY.format(KIND.format("", "")), subject="", button=button("Pay", "give()"), script=PAY)),
)  # fmt: skip

PAIRS = (*CHANGED, *HARMLESS, *MONEYS)
