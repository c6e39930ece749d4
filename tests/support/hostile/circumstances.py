"""Pages that say where and as whom a flow acts: environment, company, path, status, time zone; and banners."""

from __future__ import annotations

from .acts import ANNOUNCED, click, fill, show
from .libraries import split
from .pair import SAME, STOP, App, family
from .parts import MODAL_STYLE, one, with_parts

GROUP = "circumstances"

DEPLOY = """<header class="topbar"><b>Ship</b> @switch@</header><main><h1>Release</h1><label for="tag">Version</label>
<input id="tag" class="form-control"><button class="btn btn-primary" onclick="post('/deploy', {tag: val('#tag'), env: '@env@'}).then(() => say('Deployment started'))">Deploy</button></main>"""
PICK = "<button type=button class='dropdown-toggle' aria-haspopup=menu aria-expanded=false>@shown@</button>"


def deploys(shown: str = "Staging", env: str = "staging", switch: str = PICK) -> App:
    """Return the form of a release, with a switcher in the header."""
    return one(with_parts(DEPLOY, switch=switch, shown=shown, env=env))


deploy = family(
    GROUP,
    a=deploys(),
    learn=({"tag": "1.4"}, {"tag": "1.5"}),
    values={"tag": "1.6"},
    task="deploy a version",
    flow=show(fill("Version", "{tag}"), click("Deploy"), ANNOUNCED),
    deeds=({"do": "/deploy", "tag": "{tag}", "env": "staging"},),
)
DEPLOYS = (
    deploy(
        "switcher on production",
        "the switcher of the environment shows Production",
        STOP,
        deploys("Production", "production"),
    ),
    deploy(
        "select on production",
        "the select of the environment has Production chosen",
        STOP,
        deploys("", "production", "<select aria-label=Environment><option>Staging<option selected>Production</select>"),
        a=deploys("", "staging", "<select aria-label=Environment><option selected>Staging<option>Production</select>"),
    ),
    deploy(
        "tabs of environments",
        "the environments are tabs; the chosen one is Production",
        STOP,
        deploys(
            "",
            "production",
            "<div role=tablist><button role=tab aria-selected=false>Staging</button><button role=tab aria-selected=true>Production</button></div>",
        ),
        a=deploys(
            "",
            "staging",
            "<div role=tablist><button role=tab aria-selected=true>Staging</button><button role=tab aria-selected=false>Production</button></div>",
        ),
    ),
    deploy(
        "toggle group by data-state",
        "a Radix toggle group: the pressed one is Production",
        STOP,
        deploys(
            "",
            "production",
            "<div role=group aria-label=Environment><button role=radio aria-checked=false data-state=off>Staging</button><button role=radio aria-checked=true data-state=on>Production</button></div>",
        ),
        a=deploys(
            "",
            "staging",
            "<div role=group aria-label=Environment><button role=radio aria-checked=true data-state=on>Staging</button><button role=radio aria-checked=false data-state=off>Production</button></div>",
        ),
    ),
    deploy(
        "switcher as a chip",
        "the switcher became a chip with a ripple and an icon",
        SAME,
        deploys(
            switch="<span class='v-chip'><i class='mdi mdi-server' aria-hidden=true></i><button type=button class='v-chip__content' aria-haspopup=menu>@shown@<span class='ripple'></span></button></span>"
        ),
    ),
)

BANNERS = (
    deploy(
        "terms in a modal",
        "a modal asks to accept the new prices before one goes on",
        STOP,
        one(
            MODAL_STYLE
            + with_parts(DEPLOY, switch=PICK, shown="Staging", env="staging")
            + "<div class='modal show' role=dialog aria-modal=true aria-label='New prices'><div class=modal-content><h2>New prices</h2><p>From May on a deployment costs 20 EUR.</p>"
            "<button onclick=\"post('/prices', {accepted: true}).then(() => $('.modal').remove())\">Accept new prices</button></div></div>"
        ),
    ),
    deploy(
        "bar of cookies below",
        "a bar for cookies lies at the foot of the page",
        SAME,
        one(
            with_parts(DEPLOY, switch=PICK, shown="Staging", env="staging")
            + "<div role=region aria-label='Cookie consent' style='position:fixed;bottom:0;left:0;right:0;background:#eee'>We use cookies. "
            "<button onclick=\"post('/consent', {all: true})\">Accept all</button> <button onclick='this.parentNode.remove()'>Reject all</button></div>"
        ),
    ),
    deploy(
        "toast of an update",
        "a toast says that the application was updated",
        SAME,
        one(
            with_parts(DEPLOY, switch=PICK, shown="Staging", env="staging")
            + "<div class='toast show' role=log style='position:fixed;right:9px;top:9px'>Ship 5.0 is here. <button onclick='this.parentNode.remove()' aria-label='Close'>x</button></div>"
        ),
    ),
)

TENANT = """<aside class="drawer">@who@<ul class="menu"><li><a href="/">Invoices</a></li></ul></aside><main><h1>New invoice</h1>
<div class="v-text-field"><label for="c">Customer</label><input id="c"></div>\
<button class="v-btn" onclick="post('/invoice', {customer: val('#c'), tenant: '@tenant@'}).then(() => say('Invoice created'))"><span class="v-btn__content">Create invoice</span></button></main>"""


def tenants(who: str = "<p class='account'>Acme GmbH</p>", tenant: str = "acme-gmbh") -> App:
    """Return the form of an invoice in the space of a company."""
    return one(with_parts(TENANT, who=who, tenant=tenant))


bill = family(
    GROUP,
    a=tenants(),
    learn=({"customer": "Ann"}, {"customer": "Bob"}),
    values={"customer": "Eve"},
    task="create an invoice",
    flow=show(fill("Customer", "{customer}"), click("Create invoice"), ANNOUNCED),
    deeds=({"do": "/invoice", "customer": "{customer}", "tenant": "acme-gmbh"},),
)
TENANTS = (
    bill(
        "company of a like name",
        "the account in the drawer is Acme Holding",
        STOP,
        tenants("<p class='account'>Acme Holding</p>", "acme-holding"),
    ),
    bill(
        "acting as another",
        "a bar says that one acts as Bob Stone of Globex",
        STOP,
        tenants(
            "<p class='account'>Acme GmbH</p><div class='alert alert-warning'>You are acting as Bob Stone (Globex). <a href='/'>Leave</a></div>",
            "globex",
        ),
    ),
    bill(
        "avatar beside the company",
        "the company has an avatar and stands in a menu button",
        SAME,
        tenants(
            "<div class='v-list-item'><span class='v-avatar' aria-hidden=true>AG</span><p class='account'>Acme GmbH</p></div>"
        ),
    ),
)

saving = family(
    GROUP,
    a=split(main="draft", lead="<p class='state'>Status: <b>Draft</b></p>"),
    learn=({"text": "Tea"}, {"text": "Rice"}),
    values={"text": "Salt"},
    task="save the post",
    flow=show(fill("Text", "{text}"), click("Save"), ANNOUNCED),
    deeds=({"do": "/save", "text": "{text}", "as": "draft"},),
)

STATUSES = (
    saving(
        "post is published",
        "the line above says that the post is published: saving changes it for all",
        STOP,
        split(main="live", lead="<p class='state'>Status: <b>Published</b></p>"),
    ),
    saving(
        "status as a chip",
        "the status is a chip",
        SAME,
        split(main="draft", lead="<div class='MuiChip-root'>Status: <b class='MuiChip-label'>Draft</b></div>"),
    ),
)

CRUMBS = "<nav @nav@><ol class=breadcrumb>@items@</ol></nav><h1>Files</h1><label for=f>Folder name</label><input id=f><button onclick=\"post('/mkdir', {name: val('#f'), in: '@where@'}).then(() => say('Folder created'))\">New folder</button>"


def crumbs(*path: str, nav: str = "", sep: str = "") -> App:
    """Return a place for folders with its path above it."""
    return one(
        with_parts(
            CRUMBS,
            nav=nav,
            items=sep.join(f"<li class='breadcrumb-item'>{part}</li>" for part in path),
            where="/".join(path),
        )
    )


folder = family(
    GROUP,
    a=crumbs("Team", "Drafts"),
    learn=({"name": "Bills"}, {"name": "Travel"}),
    values={"name": "Taxes"},
    task="create a folder",
    flow=show(fill("Folder name", "{name}"), click("New folder"), ANNOUNCED),
    deeds=({"do": "/mkdir", "name": "{name}", "in": "Team/Drafts"},),
)
FOLDERS = (
    folder("path is public", "the breadcrumb says Team / Public website", STOP, crumbs("Team", "Public website")),
    folder(
        "breadcrumb with separators",
        "the breadcrumb has a label and separators",
        SAME,
        crumbs("Team", "Drafts", nav="aria-label=breadcrumb", sep="<li aria-hidden=true>&rsaquo;</li>"),
    ),
)

SLOTS = "<h1>Booking</h1><p class='fc-toolbar'><b>@date@</b> <span class='tz'>@zone@</span></p><div role=grid aria-label='Free slots'>@slots@</div>"


def slots(
    date: str = "Tuesday, 7 May 2031",
    zone: str = "Times in Europe/Berlin",
    cells: tuple[str, ...] = ("09:00", "10:00", "11:00"),
    cell: str = "<button class='slot' @do@>@h@</button>",
    key: str = "Berlin",
) -> App:
    """Return free slots of a day."""
    made = "".join(
        with_parts(cell, h=hour, do=f"onclick=\"post('/book', {{slot: '{hour} {key}'}}).then(() => say('Booked'))\"")
        for hour in cells
    )
    return one(with_parts(SLOTS, date=date, zone=zone, slots=made))


slot = family(
    GROUP,
    a=slots(),
    learn=({"hour": "09:00"}, {"hour": "10:00"}),
    values={"hour": "11:00"},
    task="book a slot",
    flow=show(click("{hour}"), ANNOUNCED),
    deeds=({"do": "/book", "slot": "{hour} Berlin"},),
)
BOOKINGS = (
    slot(
        "slots of another zone",
        "the line above says that times are those of New York",
        STOP,
        slots(zone="Times in America/New York", key="New York"),
    ),
    slot(
        "slots in cells",
        "the slots are cells of FullCalendar",
        SAME,
        slots(
            cell="<div role=row><div role=gridcell class='fc-timegrid-slot'><button class='fc-event' @do@>@h@</button></div></div>"
        ),
    ),
)

PAIRS = (
    *DEPLOYS,
    *BANNERS,
    *TENANTS,
    *STATUSES,
    *FOLDERS,
    *BOOKINGS,
)
