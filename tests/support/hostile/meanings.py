"""The same element means something else now, or the same in other words: labels, states, scales, units, hints."""

from __future__ import annotations

from typing import Any

from .acts import ANNOUNCED, check, click, fill, select, show
from .pair import SAME, STOP, App, Expected, Pair, family
from .parts import MODAL_STYLE, one, with_parts

GROUP = "meanings"

RELEASE = (
    "<h1>New release</h1><form class='release-form' onsubmit='return false'><div class='form-group gl-form-group'>"
    "<label for=t>Release title</label><input id=t name='release[title]' class='form-control gl-form-input'></div>"
    "<div class='gl-form-checkbox custom-control custom-checkbox'>"
    "<input id=n name='release[notify]' type=checkbox class='custom-control-input' aria-describedby=nh @more@>"
    "<label for=n class='custom-control-label'>@label@</label><p id=nh class='help-text'>@hint@</p></div>"
    "<button type=button class='btn btn-confirm btn-md gl-button' onclick='save()'>Create release</button></form>"
)
SAVE = """
const save = () => post('/release', {title: val('#t'), notify: @sense@$('#n').checked})
  .then(() => say('Release created'));
"""


def release(label: str = "Notify watchers by email", hint: str = "", more: str = "", sense: str = "") -> App:
    """Return a form of a release with a box whose sense may be turned round."""
    return one(with_parts(RELEASE, label=label, hint=hint, more=more), script=with_parts(SAVE, sense=sense))


def boxed(label: str) -> dict[str, Any]:
    """Return the flow that ticks the box of a label."""
    return {"flow": show(fill("Release title", "{title}"), check(label), click("Create release"), ANNOUNCED)}


notify = family(
    GROUP,
    a=release(),
    learn=({"title": "Spring update"}, {"title": "Hotfix 3"}),
    values={"title": "Autumn update"},
    task="create a release and notify the watchers",
    deeds=({"do": "/release", "title": "{title}", "notify": True},),
    **boxed("Notify watchers by email"),
)
RELEASES = (
    notify("box negated", "now: do not notify", STOP, release("Don&rsquo;t notify watchers by email", sense="!")),
    notify("box of another verb", "now: withhold", STOP, release("Withhold emails to watchers", sense="!")),
    notify(
        "hint turns the box round",
        "the label stays, its description says that a tick leaves the watchers out",
        STOP,
        release("Watcher emails", "On by default. Tick to leave them out.", sense="!"),
        a=release("Watcher emails", "Off by default. Tick to send them."),
        **boxed("Watcher emails"),
    ),
    notify("box with a counter", "a badge counts the watchers", SAME, release("Notify watchers by email <b>12</b>")),
    notify("box of a synonym", "email them is notify by email", SAME, release("Send watchers an email notification")),
    notify("box ticked already", "ticked by default now: leave it so", SAME, release(more="checked")),
    notify("box with a help text", "and typography", SAME, release("Notify watchers by e&#8209;mail", "In a moment.")),
)

SHOP = (
    "<h1>Storefront</h1><form class='ant-form ant-form-vertical' onsubmit='return false'><div class='ant-form-item'>"
    "<label for=b class='ant-form-item-required'>Banner text</label><input id=b class='ant-input'></div>"
    "<div class='ant-form-item'><span id=l class='ant-form-item-label'>@label@</span>"
    "<button type=button role=switch id=m aria-checked=@on@ aria-labelledby=l aria-describedby=x class='ant-switch'"
    " onclick='flip(this)' @more@><span class='ant-switch-handle'></span>@inner@</button>"
    "<div id=x class='ant-form-item-extra'>@extra@</div></div>"
    "<button type=button class='ant-btn ant-btn-primary' onclick='save()'><span>Save</span></button></form>"
)
FLIP = """
const on = () => $('#m').getAttribute('aria-checked') === 'true';
const flip = (knob) => knob.setAttribute('aria-checked', on() ? 'false' : 'true');
const save = () => post('/store', {banner: val('#b'), closed: @sense@on(), where: '@where@'})
  .then(() => say('Settings saved'));
"""


def store(
    label: str = "Maintenance mode", extra: str = "Closes the store Berlin to customers.", **parts: object
) -> App:
    """Return the settings of a store with a switch."""
    parts = {"on": "false", "more": "", "inner": "", "sense": "", "where": "Berlin", **parts}
    return one(with_parts(SHOP, label=label, extra=extra, **parts), script=with_parts(FLIP, **parts))


maintenance = family(
    GROUP,
    a=store(),
    learn=({"text": "Back at noon"}, {"text": "Back at six"}),
    values={"text": "Back tomorrow"},
    task="close the store for maintenance",
    flow=show(fill("Banner text", "{text}"), click("Maintenance mode", "switch"), click("Save"), ANNOUNCED),
    deeds=({"do": "/store", "banner": "{text}", "closed": True, "where": "Berlin"},),
)
STORES = (
    maintenance("switch is on already", "a click would switch it off", STOP, store(on="true")),
    maintenance(
        "switch means open", "it opens", STOP, store("Store is live", "Opens the store Berlin to customers.", sense="!")
    ),
    maintenance(
        "switch closes all", "its text says so", STOP, store(extra="Closes all 14 stores to customers.", where="all")
    ),
    maintenance("switch shows off", "as Ant can", SAME, store(inner="<span class='ant-switch-inner'>Off</span>")),
    maintenance("switch with a shortcut", "key hint", SAME, store("Maintenance Mode <kbd>Alt+M</kbd>")),
    maintenance("switch text reworded", "the same", SAME, store(extra="Shuts customers out of the store Berlin.")),
)

INCIDENT = (
    "<h1>Report incident</h1><form class='slds-form' onsubmit='return false'><label for=t>Title</label>"
    "<input id=t class='slds-input'><div class='slds-form-element'><label for=s>Severity</label>"
    "<select id=s name=severity class='slds-select' aria-describedby=sh>@options@</select>"
    "<div id=sh class='slds-form-element__help'>@hint@</div></div>"
    "<button type=button class='slds-button slds-button_brand' onclick='report()'>Submit</button></form>"
)
REPORT = """
const report = () => post('/incident', {title: val('#t'), severity: $('#s').selectedOptions[0].text.slice(0, 1),
  worst: '@worst@'}).then(() => say('Incident reported'));
"""


def incident(
    options: str = "<option>1<option>2<option>3<option>4", hint: str = "1 is the most severe.", worst: str = "1"
) -> App:
    """Return a report with a severity on a scale."""
    return one(with_parts(INCIDENT, options=options, hint=hint), script=with_parts(REPORT, worst=worst))


def scale(*names: str) -> str:
    """Return options of the values 1, 2, 3 and so on."""
    return "".join(f"<option value={number}>{number} &ndash; {name}</option>" for number, name in enumerate(names, 1))


severity = family(
    GROUP,
    a=incident(),
    learn=({"title": "Mail is slow", "level": "3"}, {"title": "Printer jam", "level": "4"}),
    values={"title": "Site is down", "level": "1"},
    task="report an incident",
    flow=show(fill("Title", "{title}"), select("Severity", "{level}"), click("Submit"), ANNOUNCED),
    deeds=({"do": "/incident", "title": "{title}", "severity": "{level}", "worst": "1"},),
)
KEYS = "".join(f"<option value={key}>{key + 1}" for key in range(4))
INCIDENTS = (
    severity("scale reversed in the hint", "now 4 is worst", STOP, incident(hint="4 is the most severe.", worst="4")),
    severity(
        "scale reversed in the names", "1 is low", STOP, incident(scale("Low", "Medium", "High", "Critical"), "", "4")
    ),
    severity("scale backwards", "sorted from 4 to 1", SAME, incident("<option>4<option>3<option>2<option>1")),
    severity("scale of other keys", "the same texts, their values are counted from zero now", SAME, incident(KEYS)),
    severity(
        "scale with names", "as the hint", SAME, incident(scale("Critical", "High", "Medium", "Low"), "1 = most severe")
    ),
)

WORK = (
    "<h1>OPS-12 Replace the pump</h1><form class='aui' onsubmit='return false'><div class='mb-3'>"
    "<label for=w class='form-label'>@label@</label><div class='input-group'><input id=w class='form-control' @more@>"
    "@suffix@</div></div><div class='mb-3'><label for=d class='form-label'>Date started</label>"
    "<input id=d class='form-control' @date@ aria-describedby=dh><div id=dh class='form-text'>@form@</div></div>"
    "<button type=button class='btn btn-primary' onclick='log()'>Log work</button></form>"
)
LOG = """
const log = () => post('/log', {time: val('#w') + ' @unit@', on: '@order@ ' + val('#d')})
  .then(() => say('Work logged'));
"""


def work(unit: str = "hours", label: str = "Time spent", suffix: str | None = None, more: str = "", **date: str) -> App:
    """Return a form that logs time in a unit, which the end of the field shows, and a date in a format."""
    end = unit if suffix is None else suffix
    parts = {"label": label, "more": more or "aria-describedby=u", "form": "DD/MM/YYYY", "date": "", **date}
    shown = end and f"<span id=u class='input-group-text'>{end}</span>"
    script = with_parts(LOG, **{"unit": unit, "order": "day", **date})
    return one(with_parts(WORK, suffix=shown, **parts), script=script)


worked = family(
    GROUP,
    a=work(),
    learn=({"time": "2", "day": "05/06/2027"}, {"time": "3", "day": "07/08/2027"}),
    values={"time": "4", "day": "03/04/2027"},
    task="log work on the issue",
    flow=show(fill("Time spent", "{time}"), fill("Date started", "{day}"), click("Log work"), ANNOUNCED),
    deeds=({"do": "/log", "time": "{time} hours", "on": "day {day}"},),
)
WORKS = (
    worked("suffix says days", "the field takes days now", STOP, work("days")),
    worked("tooltip says minutes", "no suffix", STOP, work("minutes", suffix="", more="title='In minutes, e.g. 90'")),
    worked("label says remaining", "the rest of the work", STOP, work("hours left", "Time remaining", "hours")),
    worked("date of another format", "the month is first now", STOP, work(form="MM/DD/YYYY", order="month")),
    worked("suffix abbreviated", "hrs is hours", SAME, work(suffix="hrs")),
    worked("unit in the label", "and no suffix", SAME, work(label="Time spent (hours)", suffix="", more="required")),
    worked("format in words", "the same format", SAME, work(form="Day/Month/Year, for example 24/12/2027")),
    worked("format in the placeholder", "it moved", SAME, work(form="Optional", date="placeholder='DD/MM/YYYY'")),
)

FILES = (
    "<h1>Shared with me</h1><p id=c class='MuiTypography-body2'>@caption@</p><table class='MuiTable-root'><tbody>@rows@"
    "</tbody></table>"
)
ROW = (
    "<tr class='MuiTableRow-root'><td>@file@</td><td><button type=button class='MuiButton-root MuiButton-text'"
    " data-file='@file@' aria-describedby=c onclick='drop(this)' @more@>@label@</button></td></tr>"
)
DROP = """
const drop = (knob) => post('/drop', {file: knob.dataset.file, from: '@scope@'}).then(() => say('File removed'));
"""


def files(
    caption: str = "Removing a file takes it off your list.", label: str = "Remove", more: str = "", scope: str = "me"
) -> App:
    """Return a list of shared files with a button each."""
    names = ("Budget.xlsx", "Plan.docx", "Offer.pdf", "Photos.zip")
    rows = "".join(with_parts(ROW, label=label, more=more, file=name) for name in names)
    return one(with_parts(FILES, caption=caption, rows=rows), script=with_parts(DROP, scope=scope))


drop = family(
    GROUP,
    a=files(),
    learn=({"file": "Budget.xlsx"}, {"file": "Offer.pdf"}),
    values={"file": "Plan.docx"},
    task="remove a file from the own list",
    flow=show(click("Remove", within="tr:has-text('{file}')"), ANNOUNCED),
    deeds=({"do": "/drop", "file": "{file}", "from": "me"},),
)
DROPS = (
    drop(
        "reader text of remove",
        "deletes for all",
        STOP,
        files("", "Remove<span class='sr-only'> (deletes for everyone)</span>", scope="all"),
    ),
    drop("tooltip of remove", "says all", STOP, files("", more="title='Deletes the file for everyone'", scope="all")),
    drop("caption of the list", "says all", STOP, files("Removing a file deletes it for everyone.", scope="all")),
    drop("remove with a shortcut", "a hint of a key", SAME, files(more="title='Remove (Del)'")),
    drop("remove from my list", "as the caption said", SAME, files("Others keep the file.", "Remove from my list")),
    drop("remove with the file's name", "for readers", SAME, files(label="Remove <span class='sr-only'>@file@</span>")),
)

ORDER = (
    "<h1>Equipment</h1><ol class='MuiStepper-root'>@steps@</ol><section id=one><label for=i>Item</label><input id=i>"
    "@charge@<button type=button class='MuiButton-root' onclick='next()'>Next</button></section>@between@"
    "<section id=two hidden><h2>Review</h2><dl><dt>Item</dt><dd id=ri></dd><dt>Charge to</dt><dd id=rc></dd>@rows@</dl>"
    "<p>@terms@</p><button type=button class='MuiButton-root' onclick='place()'>Place order</button></section>"
)
STEPS = """
const go = (from, to) => { $(from).hidden = true; $(to).hidden = false; };
const charge = () => val('#c, [name=c]:checked');
const next = () => { $('#ri').textContent = val('#i'); $('#rc').textContent = charge(); go('#one', '@to@'); };
const place = () => post('/order', {item: val('#i'), charge: charge(), deal: '@deal@'}).then(() => say('Order placed'));
"""
CHARGE = "<label for=c>Charge to</label><select id=c><option>Cost centre 4100<option @salary@>My salary</select>"
RADIOS = (
    "<fieldset><legend>Charge to</legend><label><input type=radio name=c value='Cost centre 4100' checked> Cost centre"
    " 4100</label><label><input type=radio name=c value='My salary'> My salary</label></fieldset>"
)
PLAN = (
    "<section id=mid hidden><h2>Protection plan</h2><p>Your order includes the plan for 12.90 a month.</p>"
    "<button type=button onclick=\"go('#mid', '#two')\">Remove the plan</button>"
    "<button type=button class='MuiButton-root' onclick='place()'>Place order</button></section>"
)


def order(**parts: str) -> App:
    """Return a wizard with a summary before the last step."""
    words = {"steps": "<li>Details<li>Review", "rows": "", "terms": "", "between": "", "charge": CHARGE, "salary": ""}
    script = {"to": "#two", "deal": "once", **parts}
    return one(with_parts(ORDER, **{**words, **parts}), script=with_parts(STEPS, **script))


ordered = family(
    GROUP,
    a=order(),
    learn=({"item": "Laptop 14"}, {"item": "Headset"}),
    values={"item": "Monitor 27"},
    task="order equipment for the cost centre",
    flow=show(fill("Item", "{item}"), click("Next"), click("Place order"), ANNOUNCED),
    deeds=({"do": "/order", "item": "{item}", "charge": "Cost centre 4100", "deal": "once"},),
)
REPEATS, ARRIVAL = "<dt>Repeats</dt><dd>Every month</dd>", "<dt>Estimated arrival</dt><dd>In 3 working days</dd>"
ORDERS = (
    ordered("charge preset to the salary", "in the form and in the summary", STOP, order(salary="selected")),
    ordered("summary says every month", "a subscription", STOP, order(rows=REPEATS, deal="monthly")),
    ordered("terms wipe", "a sentence", STOP, order(terms="The order wipes your present device today.", deal="wipe")),
    ordered("step of a plan added", "Place order is in it, too", STOP, order(between=PLAN, to="#mid", deal="plan")),
    ordered("stepper counts a third step", "ends it all", SAME, order(steps="<li>Details<li>Review<li>Finished")),
    ordered("summary tells the arrival", "one line more", SAME, order(rows=ARRIVAL)),
    ordered("charge of radio buttons", "the same preset", SAME, order(charge=RADIOS)),
)

CLOSE = (
    "<h1>Ticket 12: No signal</h1><label for=c>Closing comment</label><textarea id=c class='form-control'></textarea>"
    "<button type=button class='btn btn-primary' onclick='ask()'>Close ticket</button><div id=q class='modal fade'"
    " role=dialog aria-modal=true aria-labelledby=qt><div class='modal-content'><h2 id=qt class='modal-title'>"
    "@question@</h2><div class='modal-body'>@body@</div>"
    "<button type=button class='btn btn-secondary' onclick='quit()'>No</button>"
    "<button type=button class='btn btn-primary' onclick='agree()'>@yes@</button></div></div>"
)
ASK = """
const ask = () => $('#q').classList.add('show');
const quit = () => $('#q').classList.remove('show');
const agree = () => post('/ticket', {text: val('#c'), does: '@does@'}).then(() => { quit(); say('Ticket updated'); });
"""
INTERNAL = "Your comment stays internal."


def closing(question: str = "Close this ticket?", body: str = INTERNAL, does: str = "close", yes: str = "Yes") -> App:
    """Return a ticket whose closing is confirmed."""
    return one(
        with_parts(CLOSE, question=question, body=body, yes=yes), script=with_parts(ASK, does=does), head=MODAL_STYLE
    )


closes = family(
    GROUP,
    a=closing(),
    learn=({"text": "Cable replaced"}, {"text": "Works again"}),
    values={"text": "Caller was rude"},
    task="close the ticket with an internal comment",
    flow=show(fill("Closing comment", "{text}"), click("Close ticket"), click("Yes", within="#q"), ANNOUNCED),
    deeds=({"do": "/ticket", "text": "{text}", "does": "close"},),
)
WIPES = "<label><input type=checkbox checked> Also delete the history and all attachments</label>"
CLOSINGS = (
    closes("question turned round", "Yes keeps it open", STOP, closing("Keep this ticket open?", does="keep")),
    closes(
        "dialog closes 15", "linked ones", STOP, closing(body=INTERNAL + " 14 linked tickets close too.", does="15")
    ),
    closes("dialog with a preset box", "it would delete", STOP, closing(body=INTERNAL + WIPES, does="delete")),
    closes("comment is sent", "is public", STOP, closing(body="Your comment is sent to the customer.", does="send")),
    closes("question reworded", "the same question", SAME, closing("Do you really want to close this ticket?")),
    closes("dialog reassures", "reassures", SAME, closing(body=INTERNAL + " You can reopen the ticket at any time.")),
    closes("answer with a shortcut", "a key's name", SAME, closing(yes="Yes <kbd aria-hidden=true>Enter</kbd>")),
)

FORM = (
    "<main lang=@lang@><h1>@title@</h1><div class='ant-form-item'><label for=n>@label@</label><input id=n"
    " class='ant-input'></div><p class='ant-typography'>@hint@</p>"
    "<button type=button class='ant-btn ant-btn-primary' onclick='answer()'><span>@verb@</span></button></main>"
)
ANSWER = "const answer = () => post('/answer', {text: val('#n'), does: '@does@'}).then(() => say('Entry updated'));"
Words = tuple[str, str, str, str, str]
ENGLISH = ("en", "Leave request 12", "Comment", "Approve", "")
GERMAN = ("de", "Einladung zur Planung", "Kommentar", "Termin zusagen", "Gilt nur für diesen Termin.")
FRENCH = ("fr", "Abonnement 12", "Motif", "Suspendre l'abonnement", "")
SPANISH = ("es", "Anuncio 12", "Motivo", "Publicar anuncio", "")
CHINESE = ("zh", "新建笔记", "内容", "提交", "仅自己可见")


def spoken(name: str, about: str, expected: Expected, first: Words, second: Words) -> Pair:
    """Return a pair of one form in the words of a language and in other words."""
    places = ("lang", "title", "label", "verb", "hint")
    pages = [
        one(with_parts(FORM, **dict(zip(places, words, strict=True))), script=with_parts(ANSWER, does=does))
        for words, does in ((first, "meant"), (second, "meant" if expected is SAME else "other"))
    ]
    return Pair(
        group=GROUP,
        name=name,
        about=about,
        expected=expected,
        a=pages[0],
        b=pages[1],
        flow=show(fill(first[2], "{text}"), click(first[3]), ANNOUNCED),
        learn=({"text": "ok 1"}, {"text": "ok 22"}),
        values={"text": "ok 303"},
        deeds=({"do": "/answer", "text": "{text}", "does": "meant"},),
    )


SPOKEN = (
    spoken("german verb", "decline, not accept", STOP, GERMAN, (*GERMAN[:3], "Termin absagen", GERMAN[4])),
    spoken("german hint", "all of the series", STOP, GERMAN, (*GERMAN[:4], "Gilt für alle Termine der Serie.")),
    spoken("french verb", "delete, not suspend", STOP, FRENCH, (*FRENCH[:3], "Supprimer l'abonnement", "")),
    spoken("chinese hint", "visible to everyone", STOP, CHINESE, (*CHINESE[:4], "所有人可见")),
    spoken("translated refusal", "rejects it", STOP, ENGLISH, ("de", "Urlaubsantrag 12", "Kommentar", "Ablehnen", "")),
    spoken("german synonym", "accepts it", SAME, GERMAN, (*GERMAN[:3], "Termin annehmen", GERMAN[4])),
    spoken("spanish case", "upper case", SAME, SPANISH, (*SPANISH[:2], "Motivo (obligatorio)", "PUBLICAR ANUNCIO", "")),
    spoken("chinese button", "Ant puts a space in", SAME, CHINESE, (*CHINESE[:3], "提 交", CHINESE[4])),
    spoken(
        "translated approval", "approves it", SAME, ENGLISH, ("de", "Urlaubsantrag 12", "Kommentar", "Genehmigen", "")
    ),
)

PAIRS = RELEASES + STORES + INCIDENTS + WORKS + DROPS + ORDERS + CLOSINGS + SPOKEN
