"""Ticks, chips and marked rows that an act takes along, and bars and menus for them."""

from __future__ import annotations

from .acts import ANNOUNCED, check, click, fill, press, right_click, show, wait
from .pair import SAME, STOP, App, family
from .parts import one, with_parts

GROUP = "selections"

TAGS = """
let tags = @first@;
const draw = () => { $('.chips').innerHTML = tags.map((tag) => `@chip@`).join(''); };
const drop = (tag) => { tags = tags.filter((one) => one !== tag); draw(); };
$('#tag').addEventListener('keydown', (event) => { if (event.key !== 'Enter' || !val('#tag')) return; event.preventDefault(); tags.push(@made@); $('#tag').value = ''; draw(); });
const keep = () => post('/notify', {tags: tags.join()}).then(() => say('Notification sent'));
draw();
"""
CHIP = '<span class="chip">${tag}</span>'


def chips(first: str = "[]", chip: str = CHIP, made: str = "val('#tag')", more: str = "") -> App:
    """Return a field that makes chips."""
    return one(
        f'<h1>Notify</h1><div class="tags"><span class="chips"></span><label for="tag">Group</label><input id="tag"></div>{more}<button onclick="keep()">Notify</button>',
        script=with_parts(TAGS, first=first, chip=chip, made=made),
    )


chip = family(
    GROUP,
    a=chips(),
    learn=({"group": "ops"}, {"group": "sales"}),
    values={"group": "legal"},
    task="notify a group",
    flow=show(fill("Group", "{group}"), press("#tag", "Enter"), wait(".chips *"), click("Notify"), ANNOUNCED),
    deeds=({"do": "/notify", "tags": "{group}"},),
)
CHIPS = (
    chip(
        "chips with a remove icon",
        "each chip has a button that removes it",
        SAME,
        chips(
            chip='<span class="v-chip v-chip--closable"><span class="v-chip__content">${tag}</span><button type="button" aria-label="Remove ${tag}" onclick="drop(\'${tag}\')">x</button></span>'
        ),
    ),
    chip(
        "chips in a list",
        "the chips are items of a list",
        SAME,
        chips(chip='<span role="listitem" class="tagify__tag"><span>${tag}</span></span>'),
    ),
    chip("default recipient", "a chip of all staff is there beforehand", STOP, chips("['all-staff']")),
    chip(
        "chip of a longer name",
        "the field completes the name: the chip is legal-external",
        STOP,
        chips(made="val('#tag') === 'legal' ? 'legal-external' : val('#tag')"),
    ),
)

BULK = """
const boxes = () => [...document.querySelectorAll('tbody input')];
const chosen = () => [...@other@, ...boxes().filter((box) => box.checked).map((box) => box.value)];
const draw = () => { $('.count').textContent = chosen().length + ' selected'; $('.bulk').hidden = !chosen().length; };
document.addEventListener('change', (event) => { if (event.target.id === 'all') boxes().forEach((box) => { box.checked = event.target.checked; }); @change@ draw(); });
const archive = () => post('/archive', {chosen: @sent@}).then(() => say(chosen().length + ' archived'));
draw();
"""
BAR = "<div class='bulk' role='toolbar' aria-label='Selection' hidden><span class='count'></span> <button onclick='archive()'>Archive</button>@more@</div>"
TASKS = ("Plan", "Budget", "Venue")


def tasks(
    *,
    ticked: str = "",
    other: str = "[]",
    change: str = "",
    sent: str = "chosen().join()",
    more: str = "",
    names: tuple[str, ...] = TASKS,
    below: bool = False,
    row: str = "<tr class='ant-table-row'><td><input type=checkbox aria-label='Select @n@' value='@n@' @t@></td><td>@n@</td></tr>",
) -> App:
    """Return a table with a selection and a bar for it."""
    rows = "".join(with_parts(row, n=name, t="checked" if name in ticked else "") for name in names)
    grid = f"<table class='ant-table'><thead><tr><th><input type=checkbox id=all aria-label='Select all'></th><th>Task</th></tr></thead><tbody>{rows}</tbody></table>"
    bar = with_parts(BAR, more=more)
    return one(
        f"<h1>Tasks</h1>{grid + bar if below else bar + grid}",
        script=with_parts(BULK, other=other, change=change, sent=sent),
    )


bulk = family(
    GROUP,
    a=tasks(),
    learn=({"task_name": "Plan"}, {"task_name": "Budget"}),
    values={"task_name": "Venue"},
    task="archive one of them",
    flow=show(check("Select {task_name}"), click("Archive"), ANNOUNCED),
    deeds=({"do": "/archive", "chosen": "{task_name}"},),
)
BULKS = (
    bulk(
        "bar below the table",
        "the bar for the selection stands below, the rows are sorted",
        SAME,
        tasks(below=True, names=("Venue", "Budget", "Plan")),
    ),
    bulk(
        "boxes in wrappers",
        "the boxes are wrapped as the library's next version does",
        SAME,
        tasks(
            row="<tr data-row-key='@n@'><td class='ant-table-selection-column'><label class='ant-checkbox-wrapper'>"
            "<span class='ant-checkbox'><input type=checkbox aria-label='Select @n@' class='ant-checkbox-input' value='@n@' @t@><span class='ant-checkbox-inner'></span></span></label></td><td class='ant-table-cell'>@n@</td></tr>"
        ),
    ),
    bulk("row pre-ticked", "another row is ticked beforehand: 2 selected", STOP, tasks(ticked="Plan")),
    bulk(
        "selection on another page",
        "one more is selected on a page that is not shown: 2 selected",
        STOP,
        tasks(other="['Old report']"),
    ),
    bulk(
        "tick selects the rows above",
        "a tick selects the range from the first row on",
        STOP,
        tasks(
            change="if (event.target.value) for (const box of boxes()) { if (box === event.target) break; box.checked = true; }"
        ),
    ),
    bulk(
        "all that match",
        "a ticked box in the bar: apply to all 240 tasks",
        STOP,
        tasks(
            more=" <label><input type=checkbox id=every checked> Apply to all 240 tasks</label>",
            sent="$('#every').checked ? 'all' : chosen().join()",
        ),
    ),
)
everybody = family(
    GROUP,
    a=tasks(),
    learn=({}, {}),
    values={},
    task="archive the list",
    flow=show(check("Select all"), click("Archive"), ANNOUNCED),
    deeds=({"do": "/archive", "chosen": "Plan,Budget,Venue"},),
)
EVERYBODY = (
    everybody(
        "select all of all pages",
        "select all takes 57 on all pages, and the bar says so",
        STOP,
        tasks(other="($('#all').checked ? Array.from({length: 54}, (_, n) => 'T' + n) : [])"),
    ),
    everybody(
        "select all, table restyled",
        "rows of another look",
        SAME,
        tasks(
            row="<tr><td><span class='dt-checkboxes-cell'><input type=checkbox aria-label='Select @n@' value='@n@' @t@></span></td><td><b>@n@</b></td></tr>"
        ),
    ),
)

TRANSFER = """
let right = [];
const over = (all) => { const from = [...document.querySelectorAll('.left input')].filter((box) => all || box.checked); right.push(...from.map((box) => box.value)); from.forEach((box) => box.closest('li').remove());
  $('.right').innerHTML = right.map((one) => `<li>${one}</li>`).join(''); };
const keep = () => post('/grant', {rights: right.join()}).then(() => say('Rights granted'));
"""


def transfer(
    ticked: str = "",
    mover: str = "<button onclick='over(false)' aria-label='Move to granted'>&gt;</button>",
    *,
    turned: bool = False,
) -> App:
    """Return two lists of rights."""
    names = ("Read", "Write", "Delete")
    rows = "".join(
        f"<li><label><input type=checkbox value={name} {'checked' if name in ticked else ''}> {name}</label></li>"
        for name in (names[::-1] if turned else names)
    )
    return one(
        f"<h1>Rights of Bob</h1><h2>Available</h2><ul class=left>{rows}</ul>{mover}<h2>Granted</h2><ul class=right></ul><button onclick='keep()'>Grant</button>",
        script=TRANSFER,
    )


grant = family(
    GROUP,
    a=transfer(),
    learn=({"right": "Read"}, {"right": "Read"}),
    values={"right": "Read"},
    task="grant a right",
    flow=show(check("{right}"), click("Move to granted"), wait(".right li"), click("Grant"), ANNOUNCED),
    deeds=({"do": "/grant", "rights": "{right}"},),
)
GRANTS = (
    grant("right pre-ticked", "Delete is ticked beforehand in the left list", STOP, transfer("Delete")),
    grant(
        "mover moves all",
        "the button between the lists shows two arrows and moves all",
        STOP,
        transfer(mover="<button onclick='over(true)' aria-label='Move to granted'>&raquo;</button>"),
    ),
    grant(
        "lists turned",
        "the rights have another order, the mover has an icon",
        SAME,
        transfer(
            turned=True,
            mover="<div class='ant-transfer-operation'><button onclick='over(false)' class='ant-btn' aria-label='Move to granted'><svg width=9 height=9 aria-hidden=true></svg></button></div>",
        ),
    ),
)

FILES = """
let chosen = @chosen@;
document.addEventListener('contextmenu', (event) => { const row = event.target.closest('[data-file]'); if (!row) return; event.preventDefault();
  if (!chosen.includes(row.dataset.file)) chosen = @add@; $('#menu').hidden = false; $('#menu .head').textContent = chosen.length > 1 ? chosen.length + ' items' : chosen[0]; });
const drop = () => post('/trash', {files: chosen.join(), forever: @forever@}).then(() => { $('#menu').hidden = true; say('Deleted'); });
"""


def files(
    chosen: str = "[]",
    add: str = "[row.dataset.file]",
    forever: str = "false",
    note: str = "",
    items: str = "<button role=menuitem>Rename</button><button role=menuitem onclick='drop()'>Delete</button>",
) -> App:
    """Return files with a context menu."""
    rows = "".join(
        f"<li data-file='{name}' {'aria-selected=true' if name in chosen else ''}>{name}</li>"
        for name in ("a.txt", "b.txt", "c.txt")
    )
    return one(
        f"<h1>Files</h1>{note}<ul>{rows}</ul><div id=menu role=menu hidden><div class=head></div>{items}</div>",
        script=with_parts(FILES, chosen=chosen, add=add, forever=forever),
    )


trash = family(
    GROUP,
    a=files(),
    learn=({"file": "a.txt"}, {"file": "b.txt"}),
    values={"file": "c.txt"},
    task="delete a file",
    flow=show(right_click("li:text-is('{file}')"), click("Delete", "menuitem"), ANNOUNCED),
    deeds=({"do": "/trash", "files": "{file}", "forever": False},),
)
TRASHED = (
    trash(
        "menu for two files",
        "another file is selected: the head of the menu says 2 items",
        STOP,
        files("['a.txt']", "[...chosen, row.dataset.file]"),
    ),
    trash(
        "bin is off",
        "a note says that deleted files are gone for good",
        STOP,
        files(forever="true", note="<p class='alert'>The bin is off: deleted files cannot be restored.</p>"),
    ),
    trash(
        "menu reordered",
        "the menu has icons, another order and a new item",
        SAME,
        files(
            items="<button role=menuitem onclick='drop()'><i class='icon-trash' aria-hidden=true></i>Delete</button><button role=menuitem>Copy</button><button role=menuitem>Rename</button>"
        ),
    ),
)

PAIRS = (
    *CHIPS,
    *BULKS,
    *EVERYBODY,
    *GRANTS,
    *TRASHED,
)
