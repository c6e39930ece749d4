"""Acts whose page says whom they reach: a public reply, all customers, anyone with the link, another account."""

from __future__ import annotations

from .acts import ANNOUNCED, at, click, fill, show
from .pair import EITHER, SAME, STOP, App, family
from .parts import one, with_parts

GROUP = "audiences"

COMPOSE = """
const mode = () => ($('[role=tab][aria-selected=true]') || {textContent: '@mode@'}).textContent;
const send = () => post('/comment', {text: $('#ed').textContent, mode: mode()}).then(() => say('Ticket updated'));
"""


def ticket(
    mode: str = "Internal note",
    ed: str = "<div id=ed class='ql-editor' contenteditable=true role=textbox aria-label=Comment></div>",
    *,
    tabs: bool = True,
    lead: str = "",
) -> App:
    """Return a ticket with a composer of two modes."""
    made = "".join(
        f"<button role=tab aria-selected={str(name == mode).lower()}>{name}</button>"
        for name in ("Public reply", "Internal note")
    )
    head = f"<div role=tablist>{made}</div>" if tabs else f"<div class=composer-head>{mode}</div>"
    return one(
        f"<h1>Ticket 12</h1>{lead}{head}{ed}<button onclick='send()'>Submit</button>",
        script=with_parts(COMPOSE, mode=mode),
    )


comment = family(
    GROUP,
    a=ticket(),
    learn=({"text": "Called him"}, {"text": "Wait for parts"}),
    values={"text": "He is rude"},
    task="comment on the ticket",
    flow=show(at("#ed", "{text}"), click("Submit"), ANNOUNCED),
    deeds=({"do": "/comment", "text": "{text}", "mode": "Internal note"},),
)
COMMENTS = (
    comment(
        "reply is public",
        "the composer opens on Public reply, no longer on Internal note",
        STOP,
        ticket("Public reply"),
    ),
    comment(
        "reply is public, plain head",
        "the head of the composer says Public reply",
        STOP,
        ticket("Public reply", tabs=False),
        a=ticket(tabs=False),
    ),
    comment(
        "quill to tiptap",
        "the editor is another library's",
        SAME,
        ticket(
            ed="<div class='tiptap-wrap'><div id=ed class='tiptap ProseMirror' contenteditable=true role=textbox aria-label=Comment aria-multiline=true translate=no></div></div>"
        ),
    ),
    comment(
        "toolbar above the editor",
        "the editor got a toolbar",
        SAME,
        ticket(
            ed="<div role=toolbar aria-label=Format><button type=button aria-label=Bold>B</button><button type=button aria-label=Italic>I</button></div><div id=ed class='ql-editor' contenteditable=true role=textbox aria-label=Comment></div>"
        ),
    ),
)

CAMPAIGN = """<h1>Campaign</h1><dl class="summary">@summary@</dl><label for="s">Subject</label><input id="s"><button onclick="post('/campaign', {subject: val('#s'), to: '@to@', when: '@when@'}).then(() => say('Campaign sent'))">Send</button>"""


def campaign(
    audience: str = "Test list (2)", when: str = "Now", to: str = "test", shape: str = "<dt>@k@</dt><dd>@v@</dd>"
) -> App:
    """Return a campaign with its audience and its time as text."""
    lines = "".join(with_parts(shape, k=key, v=value) for key, value in (("Audience", audience), ("When", when)))
    return one(with_parts(CAMPAIGN, summary=lines, to=to, when=when))


mailing = family(
    GROUP,
    a=campaign(),
    learn=({"subject": "Hello"}, {"subject": "Sale"}),
    values={"subject": "Try out"},
    task="send the campaign",
    flow=show(fill("Subject", "{subject}"), click("Send"), ANNOUNCED),
    deeds=({"do": "/campaign", "subject": "{subject}", "to": "test", "when": "Now"},),
)
CAMPAIGNS = (
    mailing("audience is all", "the summary says: all customers", STOP, campaign("All customers (48210)", to="all")),
    mailing("sends on monday", "the summary says: Monday 9:00", STOP, campaign(when="Monday 9:00")),
    mailing(
        "summary of cards",
        "the summary is made of cards",
        SAME,
        campaign(shape="<div class='card'><dt class='card-title'>@k@</dt><dd class='card-text'>@v@</dd></div>"),
    ),
)

SHARE = """
let role = '@role@';
const give = () => post('/share', {mail: val('#m'), role, link: ($('#link') || {value: 'none'}).value}).then(() => say('Shared'));
"""


def shares(
    role: str = "Viewer",
    button_: str = "<button type=button aria-haspopup=listbox class='select-trigger'>@role@</button>",
    more: str = "",
) -> App:
    """Return a dialog that shares a document, with a default role."""
    return one(
        f"<h1>Plan.docx</h1><div role=dialog aria-label='Share Plan.docx'><label for=m>Add people</label><input id=m>{with_parts(button_, role=role)}{more}<button type=button onclick='give()'>Share</button></div>",
        script=with_parts(SHARE, role=role),
    )


sharing = family(
    GROUP,
    a=shares(),
    learn=({"mail": "ann@x.org"}, {"mail": "bob@x.org"}),
    values={"mail": "eve@x.org"},
    task="share the document",
    flow=show(fill("Add people", "{mail}"), click("Share"), ANNOUNCED),
    deeds=({"do": "/share", "mail": "{mail}", "role": "Viewer", "link": "none"},),
)
SHARES = (
    sharing("role preset to editor", "the drawn select beside the field shows Editor", STOP, shares("Editor")),
    sharing(
        "link for anyone",
        "a new select says: anyone with the link can edit",
        STOP,
        shares(
            more="<select id=link aria-label='General access'><option value=none>Restricted<option value=anyone selected>Anyone with the link can edit</select>"
        ),
    ),
    sharing(
        "link restricted",
        "a new select says: restricted",
        SAME,
        shares(
            more="<select id=link aria-label='General access'><option value=none selected>Restricted<option value=anyone>Anyone with the link can edit</select>"
        ),
    ),
    sharing(
        "radix trigger",
        "the drawn select has a chevron and data-state",
        SAME,
        shares(
            button_="<button type=button id='radix-r1' aria-haspopup=listbox aria-expanded=false data-state=closed><span style='pointer-events:none'>@role@</span><svg width=8 height=8 aria-hidden=true></svg></button>"
        ),
    ),
)


def payees(*rows: tuple[str, str]) -> App:
    """Return payees with their account as a second line."""
    made = "".join(
        f"<li class='v-list-item'><div><b>{name}</b><small>{account}</small></div><button onclick=\"post('/pay', {{to: '{account}'}}).then(() => say('Payment sent'))\">Pay</button></li>"
        for name, account in rows
    )
    return one(f"<h1>Payees</h1><ul>{made}</ul>")


payee = family(
    GROUP,
    a=payees(("Ann Lee", "DE11 2200"), ("Bob Ray", "DE33 4400")),
    learn=({}, {}),
    values={},
    task="pay Ann Lee",
    flow=show(click("Pay", within="li:has(b:text-is('Ann Lee'))"), ANNOUNCED),
    deeds=({"do": "/pay", "to": "DE11 2200"},),
)
PAYEES = (
    payee(
        "account of a like name",
        "Ann Lee has another account now",
        STOP,
        payees(("Ann Lee", "GB99 7700"), ("Bob Ray", "DE33 4400")),
    ),
    payee(
        "two of one name",
        "a second Ann Lee with another account stands first",
        EITHER,
        payees(("Ann Lee", "GB99 7700"), ("Ann Lee", "DE11 2200"), ("Bob Ray", "DE33 4400")),
    ),
    payee(
        "payees sorted",
        "the payees have another order",
        SAME,
        payees(("Bob Ray", "DE33 4400"), ("Ann Lee", "DE11 2200")),
    ),
)

PAIRS = (
    *COMMENTS,
    *CAMPAIGNS,
    *SHARES,
    *PAYEES,
)
