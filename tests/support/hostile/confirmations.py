"""Dialogs and popovers that ask before something is deleted: their words, boxes, buttons and library."""

from __future__ import annotations

from .acts import ANNOUNCED, click, show
from .pair import EITHER, SAME, STOP, App, family
from .parts import MODAL_STYLE, one, with_parts

GROUP = "confirmations"

BS4 = """<div class="modal fade" id="confirmModal" tabindex="-1" role="dialog" aria-labelledby="confirmTitle"><div class="modal-dialog" role="document">
<div class="modal-content"><div class="modal-header"><h5 class="modal-title" id="confirmTitle"></h5></div>
<div class="modal-body">@text@</div><div class="modal-footer"><button type="button" class="btn btn-secondary" onclick="hide()">Cancel</button>
<button type="button" class="btn btn-danger" onclick="erase()">Delete</button></div></div></div></div>"""
BS5 = """<div class="modal" id="modal-7f3" tabindex="-1" role="dialog" aria-modal="true" aria-labelledby="t-7f3"><div class="modal-dialog modal-dialog-centered">
<div class="modal-content rounded-3"><header class="modal-header"><h2 class="modal-title fs-5" id="t-7f3"></h2></header>
<section class="modal-body">@text@</section><footer class="modal-footer"><button type="button" class="btn btn-danger" onclick="erase()"><svg width=9 height=9 aria-hidden=true></svg> Delete</button>
<button type="button" class="btn btn-outline-secondary" onclick="hide()">Cancel</button></footer></div></div></div>"""
HOSTS = ("web-1", "db-1", "mail-1")
ASK = """
let host = '';
const ask = (name) => { host = @whom@; $('.modal-title').textContent = 'Delete ' + host + '?'; $('.modal').classList.add('show'); };
const hide = () => $('.modal').classList.remove('show');
const erase = () => post('/delete', {host, env: '@env@', backups: !!$('#bk') && $('#bk').checked}).then(() => { hide(); say('Server deleted'); });
"""


def servers(
    *,
    modal: str = BS4,
    whom: str = "name",
    env: str = "staging",
    nav: str = "",
    hosts: tuple[str, ...] = HOSTS,
    text: str = "This cannot be undone.",
    row: str = "<tr><td>@n@</td><td>running</td><td><button class='btn btn-sm' onclick=\"ask('@n@')\">Delete</button></td></tr>",
) -> App:
    """Return servers with a button each that opens the modal."""
    rows = "".join(with_parts(row, n=name) for name in hosts)
    nav = (
        nav
        or "<nav class='navbar navbar-dark'><a class='navbar-brand' href='/'>Cloud</a> <span class='badge'>Staging</span></nav>"
    )
    body = f"{MODAL_STYLE}{nav}<main><h1>Servers</h1><table class='table'><thead><tr><th>Name<th>State<th></tr></thead><tbody>{rows}</tbody></table></main>{with_parts(modal, text=text)}"
    return one(body, script=with_parts(ASK, whom=whom, env=env))


server = family(
    GROUP,
    a=servers(),
    learn=({"host": "web-1"}, {"host": "db-1"}),
    values={"host": "mail-1"},
    task="delete a server",
    flow=show(click("Delete", within="tr:has(td:text-is('{host}'))"), click("Delete", within=".modal"), ANNOUNCED),
    deeds=({"do": "/delete", "host": "{host}", "env": "staging", "backups": False},),
)
SERVERS = (
    server(
        "bootstrap 4 to 5",
        "the modal has other classes, ids, wrappers and the order of its buttons",
        SAME,
        servers(modal=BS5),
    ),
    server(
        "rows of servers sorted",
        "the servers are sorted, and a class of the row is new",
        SAME,
        servers(
            hosts=("mail-1", "db-1", "web-1"),
            row="<tr class='align-middle'><td class='fw-bold'>@n@</td><td><span class='badge text-bg-success'>running</span></td><td class='text-end'><button class='btn btn-outline-danger btn-sm' onclick=\"ask('@n@')\">Delete</button></td></tr>",
        ),
    ),
    server(
        "modal of another row",
        "the modal keeps the first server: its title asks about web-1",
        STOP,
        servers(whom="'web-1'"),
    ),
    server(
        "backups pre-ticked",
        "the modal has a ticked box: also delete all backups",
        STOP,
        servers(text="<label><input type=checkbox id=bk checked> Also delete all backups</label>"),
    ),
    server(
        "backups offered",
        "the modal has a box that is not ticked: also delete all backups",
        EITHER,
        servers(text="This cannot be undone. <label><input type=checkbox id=bk> Also delete all backups</label>"),
    ),
    server(
        "badge says production",
        "the badge beside the brand says Production, no longer Staging",
        STOP,
        servers(
            env="production",
            nav="<nav class='navbar navbar-dark'><a class='navbar-brand' href='/'>Cloud</a> <span class='badge'>Production</span></nav>",
        ),
    ),
    server(
        "badge became a dropdown",
        "Staging is the label of a switcher now",
        SAME,
        servers(
            nav="<nav class='navbar navbar-expand'><a class='navbar-brand' href='/'>Cloud</a> <button class='btn dropdown-toggle' aria-expanded=false aria-haspopup=true>Staging</button></nav>"
        ),
    ),
    server(
        "text names the replicas",
        "the modal says that the two replicas are deleted, too",
        STOP,
        servers(
            text="The replicas mail-2 and mail-3 will be deleted as well. This cannot be undone.",
            env="staging + replicas",
        ),
    ),
)

POP = """
const ask = () => { $('#root').innerHTML = `@pop@`; };
const shut = () => { $('#root').innerHTML = ''; };
const go = (kind) => post('/task', {name: 'Plan', kind}).then(() => { shut(); say('Task updated'); });
"""
POPUP = '<div class="ant-popover" role="tooltip"><div class="ant-popconfirm-message">@text@</div><div class="ant-popconfirm-buttons">@buttons@</div></div>'
YES = '<button type="button" onclick="go(\'@kind@\')">Yes</button>'
NO = '<button type="button" onclick="@no@">No</button>'


def popped(
    text: str = "Are you sure to delete this task?",
    kind: str = "deleted",
    order: str = NO + YES,
    no: str = "shut()",
    pop: str = POPUP,
) -> App:
    """Return a task with a confirmation at its button."""
    return one(
        "<h1>Plan</h1><p>Due on Monday</p><button type=button onclick='ask()'>Delete</button><div id=root></div>",
        script=with_parts(POP, pop=with_parts(pop, text=text, buttons=order, kind=kind, no=no)),
    )


sure = family(
    GROUP,
    a=popped(),
    learn=({}, {}),
    values={},
    task="delete the task",
    flow=show(click("Delete"), click("Yes"), ANNOUNCED),
    deeds=({"do": "/task", "name": "Plan", "kind": "deleted"},),
)
POPS = (
    sure("popconfirm turned", "Yes stands before No", SAME, popped(order=YES + NO)),
    sure(
        "popconfirm of the next version",
        "it has an icon, a title and other wrappers",
        SAME,
        popped(
            pop='<div class="ant-popconfirm css-var-r1" role="tooltip"><div class="ant-popover-inner"><span class="anticon" aria-hidden="true">!</span><div class="ant-popconfirm-title">@text@</div><div class="ant-popconfirm-buttons">@buttons@</div></div></div>'
        ),
    ),
    sure(
        "popconfirm asks to keep",
        "it asks whether the task shall be kept",
        STOP,
        popped("Do you want to keep this task?", "kept", no="go('deleted')"),
    ),
    sure(
        "popconfirm with subtasks",
        "it asks about the task and its 4 subtasks",
        STOP,
        popped("Are you sure to delete this task and its 4 subtasks?", "deleted with subtasks"),
    ),
    sure(
        "popconfirm archives",
        "it asks whether the task shall be archived",
        STOP,
        popped("Are you sure to archive this task?", "archived"),
    ),
)

PAIRS = (
    *SERVERS,
    *POPS,
)
