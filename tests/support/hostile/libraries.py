"""Selects, comboboxes, menus and icon buttons that another component library, or its next version, draws."""

from __future__ import annotations

from .acts import ANNOUNCED, click, fill, press, show, tap, wait
from .pair import EITHER, SAME, STOP, App, family
from .parts import one, with_parts

GROUP = "libraries"

OPEN = """
let role = '@preset@';
const listed = () => $('#panel') && $('#panel').remove();
const pick = (name) => { role = @take@; $('.shown').textContent = role; listed(); };
const openList = () => { listed(); document.body.insertAdjacentHTML('beforeend', `@panel@`); };
const invite = () => post('/invite', {mail: val('#@id@'), role}).then(() => say('Invitation sent'));
"""
MAT = """<h1>Members</h1><div class="mat-form-field"><label for="@id@">E-mail</label><input id="@id@"></div>
<div class="mat-select" role="combobox" aria-haspopup="listbox" aria-label="Role" tabindex="0" onclick="openList()"><span class="shown">@preset@</span></div>
<button class="mat-button" onclick="invite()"><span>Invite</span><span class="mat-ripple"></span></button>"""
MUI = """<h1>Members</h1><div class="MuiFormControl-root css-1x"><label class="MuiInputLabel-root" for="@id@">E-mail</label><div class="MuiInputBase-root"><input id="@id@" class="MuiInputBase-input"></div></div>
<div class="MuiSelect-root"><div role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-label="Role" tabindex="0" class="MuiSelect-select" onclick="openList()"><em class="shown">@preset@</em></div><svg width=8 height=8></svg></div>
<button class="MuiButton-root css-9" type="button" onclick="invite()">Invite</button>"""
PANEL = '<div id="panel" class="cdk-overlay-container" style="position:fixed;top:180px;left:20px;background:#eee;z-index:9"><div role="listbox" aria-label="Role">@options@</div></div>'
OPTION = '<div role="option" onclick="pick(\'@o@\')">@o@</div>'


def roles(
    *,
    form: str = MAT,
    options: tuple[str, ...] = ("Admin", "Editor", "Viewer"),
    take: str = "name",
    preset: str = "Choose",
    option: str = OPTION,
    field_id: str = "mat-input-0",
) -> App:
    """Return an invitation with a select that is drawn."""
    panel = with_parts(PANEL, options="".join(with_parts(option, o=name) for name in options))
    return one(
        with_parts(form, preset=preset, id=field_id),
        script=with_parts(OPEN, panel=panel, take=take, preset=preset, id=field_id),
    )


invite = family(
    GROUP,
    a=roles(),
    learn=({"mail": "ann@x.org"}, {"mail": "bob@x.org"}),
    values={"mail": "eve@x.org"},
    task="invite a viewer",
    flow=show(
        fill("E-mail", "{mail}"), click("Role", "combobox"), click("Viewer", "option"), click("Invite"), ANNOUNCED
    ),
    deeds=({"do": "/invite", "mail": "{mail}", "role": "Viewer"},),
)
ROLES = (
    invite(
        "mat-select became MUI",
        "another library draws field, select and list",
        SAME,
        roles(
            form=MUI,
            field_id="_r3_",
            option='<li role="option" class="MuiMenuItem-root" tabindex="-1" onclick="pick(\'@o@\')"><span>@o@</span><span class="MuiTouchRipple-root"></span></li>',
        ),
    ),
    invite(
        "options reordered",
        "Viewer is the first option, and a new one follows",
        SAME,
        roles(options=("Viewer", "Commenter", "Editor", "Admin")),
    ),
    invite("generated ids count on", "the fields got other generated ids", SAME, roles(field_id="mat-input-14")),
    invite(
        "viewer of all projects",
        "the option says: Viewer (all projects)",
        STOP,
        roles(options=("Admin", "Editor", "Viewer (all projects)")),
    ),
    invite(
        "select shows the next one",
        "a fault of the overlay: a press on Viewer chooses, and shows, Editor",
        STOP,
        roles(take="name === 'Viewer' ? 'Editor' : name"),
    ),
    invite(
        "select keeps several",
        "the select takes several: Admin is chosen beforehand and stays",
        STOP,
        roles(preset="Admin", take="role + ', ' + name"),
    ),
)

COMBO = """
const people = @people@; let active = 0; let chosen = '';
const found = () => @found@;
const draw = () => { const list = found(); $('#lb').innerHTML = list.map((one, n) => `<div role="option" id="@id@-${n}" aria-selected="${n === active}" @cls@>${one}</div>`).join('');
  $('#cb').setAttribute('aria-expanded', !!list.length); if (list.length) $('#cb').setAttribute('aria-activedescendant', '@id@-' + active); };
$('#cb').addEventListener('input', () => later(@delay@, () => { active = 0; draw(); }));
$('#cb').addEventListener('keydown', (event) => { if (event.key !== 'Enter') return; event.preventDefault(); chosen = found()[active] || ''; $('#cb').value = ''; $('#lb').innerHTML = ''; $('.value').textContent = chosen; });
$('#lb').addEventListener('click', (event) => { chosen = event.target.textContent; $('#cb').value = ''; $('#lb').innerHTML = ''; $('.value').textContent = chosen; });
const assign = () => post('/assign', {to: @sent@}).then(() => say('Assigned'));
"""
MATCH = "val('#cb') ? people.filter((one) => one.toLowerCase().includes(val('#cb').toLowerCase())) : []"
SELECT = """<h1>Issue 7</h1><div class="select__control"><span class="value"></span><input id="cb" role="combobox" aria-label="Assignee" aria-autocomplete="list" aria-controls="lb" autocomplete="off"></div>\
<div id="lb" role="listbox" aria-label="People"></div>@more@<button onclick="assign()">Assign</button>"""
PEOPLE = ["Ann Lee", "Bob Ray", "Eve Orr"]


def combo(
    people: list[str] = PEOPLE,
    found: str = MATCH,
    option_id: str = "react-select-2-option",
    cls: str = "",
    delay: int = 0,
    more: str = "",
    sent: str = "chosen",
) -> App:
    """Return an issue that is assigned by a combobox."""
    return one(
        with_parts(SELECT, more=more),
        script=with_parts(COMBO, people=people, found=found, id=option_id, cls=cls, delay=delay, sent=sent),
    )


entered = family(
    GROUP,
    a=combo(),
    learn=({"who": "Ann Lee"}, {"who": "Bob Ray"}),
    values={"who": "Eve Orr"},
    task="assign an issue",
    flow=show(
        fill("Assignee", "{who}"),
        wait("[role=option]"),
        press("#cb", "Enter"),
        wait(".value:has-text('{who}')"),
        click("Assign"),
        ANNOUNCED,
    ),
    deeds=({"do": "/assign", "to": "{who}"},),
)
picked = family(
    GROUP,
    a=combo(),
    learn=({"who": "Ann Lee"}, {"who": "Bob Ray"}),
    values={"who": "Eve Orr"},
    task="assign an issue",
    flow=show(
        fill("Assignee", "{who}"),
        click("{who}", "option"),
        wait(".value:has-text('{who}')"),
        click("Assign"),
        ANNOUNCED,
    ),
    deeds=({"do": "/assign", "to": "{who}"},),
)
COMBOS = (
    entered(
        "option ids count on",
        "the options have other generated ids and classes",
        SAME,
        combo(option_id="react-select-9-option", cls='class="css-10wo9uf-option"'),
    ),
    entered("options a moment later", "the options come a third of a second after the typing", SAME, combo(delay=350)),
    entered(
        "longer name is active",
        "the first option, which Enter takes, is Eve Orrick",
        STOP,
        combo(["Eve Orrick", *PEOPLE]),
    ),
    entered(
        "whole team is active",
        "the first option is the team of the person",
        STOP,
        combo(found=f"({MATCH}).flatMap((one) => ['Everyone in the team of ' + one, one])"),
    ),
    picked(
        "options with marks",
        "options of Headless UI, another order",
        SAME,
        combo(PEOPLE[::-1], option_id="headlessui-combobox-option", cls='data-headlessui-state="" class="relative"'),
    ),
    picked(
        "only a like name",
        "the person is gone; Eve Orr-Lane is there",
        STOP,
        combo(["Ann Lee", "Bob Ray", "Eve Orr-Lane"]),
    ),
    picked(
        "watchers added",
        "the pick adds the whole team as watchers by a ticked box",
        STOP,
        combo(
            more="<label><input type=checkbox id=team checked> Also assign the whole team</label>",
            sent="chosen + ($('#team').checked ? ' and team' : '')",
        ),
    ),
)

SPLIT = """
const openMenu = () => { $('#m').hidden = !$('#m').hidden; };
const save = (as) => post('/save', {text: val('#t'), as}).then(() => { $('#m').hidden = true; say('Saved'); });
"""
ITEMS = "<button role=menuitem onclick=\"save('draft')\">Save as draft</button><button role=menuitem onclick=\"save('template')\">Save as template</button>"


def split(items: str = ITEMS, lead: str = "", *, portal: bool = False, main: str = "publish") -> App:
    """Return a text with a split button."""
    menu = f"<div id=m role=menu hidden class='dropdown-menu'>{items}</div>"
    group = f"<div class='btn-group'><button onclick=\"save('{main}')\">Save</button><button aria-label='More options' aria-haspopup=menu onclick='openMenu()'>v</button>{'' if portal else menu}</div>"
    return one(f"<h1>Post</h1>{lead}<label for=t>Text</label><input id=t>{group}{menu if portal else ''}", script=SPLIT)


draft = family(
    GROUP,
    a=split(),
    learn=({"text": "Tea"}, {"text": "Rice"}),
    values={"text": "Salt"},
    task="save a draft",
    flow=show(fill("Text", "{text}"), click("More options"), click("Save as draft", "menuitem"), ANNOUNCED),
    deeds=({"do": "/save", "text": "{text}", "as": "draft"},),
)

SPLITS = (
    draft(
        "menu in a portal",
        "the menu stands at the end of the body, and its items are turned",
        SAME,
        split(
            "<button role=menuitem data-radix-collection-item onclick=\"save('template')\">Save as template</button><button role=menuitem data-radix-collection-item onclick=\"save('draft')\"><span>Save as draft</span></button>",
            portal=True,
        ),
    ),
    draft(
        "draft is not offered",
        "the menu offers the template and to publish; the main button publishes",
        STOP,
        split(
            "<button role=menuitem onclick=\"save('template')\">Save as template</button><button role=menuitem onclick=\"save('publish')\">Save and publish</button>"
        ),
    ),
)


def icons(icon: str = "fa fa-archive", deed: str = "archive", name: str = "", glyph: str = "&#128451;") -> App:
    """Return mails with a button that has an icon only."""
    rows = "".join(
        f"<tr><td>{who}</td><td><button type=button class='btn-icon' {name} onclick=\"post('/mail', {{who: '{who}', as: '{deed}'}}).then(() => say('Done'))\"><i class='{icon}' aria-hidden=true>{glyph}</i></button></td></tr>"
        for who in ("Ann", "Bob", "Eve")
    )
    return one(f"<h1>Inbox</h1><table>{rows}</table>")


icon = family(
    GROUP,
    a=icons(),
    learn=({"who": "Ann"}, {"who": "Bob"}),
    values={"who": "Eve"},
    task="archive a mail",
    flow=show(tap("tr:has(td:text-is('{who}')) button"), ANNOUNCED),
    deeds=({"do": "/mail", "who": "{who}", "as": "archive"},),
)
ICONS = (
    icon("icon is a bin", "the icon of the button is a bin", STOP, icons("fa fa-trash", "delete", glyph="&#128465;")),
    icon(
        "icon got a label",
        "the button says Archive to assistive technology",
        EITHER,
        icons(name="aria-label=Archive title=Archive"),
    ),
    icon(
        "icon class of the next version",
        "the same icon has the classes of Font Awesome 6",
        SAME,
        icons("fa-solid fa-box-archive fa-archive"),
    ),
)

PAIRS = (
    *ROLES,
    *COMBOS,
    *SPLITS,
    *ICONS,
)
