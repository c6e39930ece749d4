"""Pages for the moves of a pointer that no single event tells: nested menus that open on hover, and dragging."""

from __future__ import annotations

from typing import Any

from .case import MoveCase

FIRST, SECOND = {"task": "Ship it"}, {"task": "Fix bug"}

MENU = (
    '<ul id="bar"><li class="m" id="file">File<ul><li><a href="#" onclick="say(\'open\')">Open</a></li>'
    '<li class="m" id="share">Share<ul><li><a href="#" onclick="say(\'mail\')">By mail</a></li></ul></li></ul></li></ul>'
)
BASE = "ul{list-style:none;margin:0;padding:4px} li{width:160px;padding:4px} "
NESTED = ".m > ul { display: none } .m:hover > ul { display: block }"
STYLES = {
    "media": f"{BASE} @media screen {{ {NESTED} }}",
    "supports-in-layer": f"{BASE} @layer menus {{ @supports (display: block) {{ {NESTED} }} }}",
    "nested-rules": f"{BASE} .m {{ & > ul {{ visibility: hidden }} &:hover > ul {{ visibility: visible }} }}",
    "media-of-pointer": f"{BASE} {NESTED.partition('}')[0]}}} @media (min-width: 300px) {{ .m:hover > ul {{ display: block }} }}",
}
SCRIPTED = """
  for (const el of document.querySelectorAll('.m')) { el.tabIndex = 0; const ul = el.querySelector('ul'); ul.hidden = true;
    el.onmouseenter = () => { ul.hidden = false; }; el.onmouseleave = () => { ul.hidden = true; }; }
"""


def by_mail(page: Any) -> None:
    """Point at the menu, at the menu in it, and click."""
    page.locator("#file").hover(position={"x": 8, "y": 8})
    page.locator("#share").hover(position={"x": 8, "y": 8})
    page.get_by_role("link", name="By mail").click()


def to_done(page: Any, task: str) -> None:
    """Drag a task to the list of done ones."""
    page.get_by_text(task, exact=True).drag_to(page.locator("#done"))


def before_first(page: Any, task: str) -> None:
    """Drag a task to the place of the first one."""
    page.get_by_text(task, exact=True).drag_to(page.get_by_text("Write tests", exact=True))


def by_mouse(page: Any, task: str) -> None:
    """Drag a task with the mouse, by its edge."""
    start, end = page.get_by_text(task, exact=True).bounding_box(), page.locator("#done").bounding_box()
    mouse = page.mouse
    mouse.move(start["x"] + 6, start["y"] + 6)
    mouse.down()
    mouse.move((start["x"] + end["x"]) / 2, end["y"] + 40, steps=4)
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    mouse.up()


def drag_by(page: Any, task: str) -> None:
    """Drag a task to the right with the mouse."""
    start = page.get_by_text(task, exact=True).bounding_box()
    mouse = page.mouse
    mouse.move(start["x"] + 30, start["y"] + 10)
    mouse.down()
    mouse.move(start["x"] + 150, start["y"] + 10, steps=3)
    mouse.move(start["x"] + 300, start["y"] + 10, steps=3)
    mouse.up()


GUESTS = "".join(
    f'<tr><td><b>{name}</b><div class="tools"><a href="#" onclick="say(\'{name} is out\')">Take {name} off the list</a></div></td></tr>'
    for name in ("Ida Berg", "Jon Ode", "Lin Wu")
)
PARKED = {
    "left-of-the-page": ".tools { position: relative; left: -4000px } tr:hover .tools { position: static }",
    "above-the-page": ".tools { position: absolute; top: -300em } td:hover > .tools { position: relative; top: auto }",
    "left-by-offset": ".tools { position: relative; left: -999em } tr:hover .tools { left: 0 }",
}


def take_off(page: Any, guest: str) -> None:
    """Point at the row of a guest, and press what comes into view in it."""
    page.get_by_role("row").filter(has_text=guest).hover(position={"x": 8, "y": 8})
    page.get_by_role("link", name=f"Take {guest} off the list").click()


LEVELS = "".join(
    f'<li><a href="#" onclick="say(\'set {level}\');return false">{level}</a></li>'
    for level in ("High", "Normal", "Low")
)
PRIORITIES = (
    "<style>#m ul { margin: 0; width: 200px } #m ul ul, #m li:hover ul ul { display: none } #m li:hover ul { display: block }"
    '</style><div id="m"><ul><li>ENTRY<ul>'
    f'{LEVELS}</ul></li><li><a href="#other">Other</a></li></ul></div>'
)
ENTRIES = {
    "link": '<a href="#p">Priority</a>',
    "text": "Priority",
    "links": '<a href="#p">Priority</a> <a href="#h">?</a>',
}


def set_priority(page: Any, priority: str) -> None:
    """Point at the entry, and click what its menu shows."""
    page.get_by_text("Priority").hover(position={"x": 8, "y": 8})
    page.get_by_role("link", name=priority, exact=True).click()


HOVERS = (
    *(
        MoveCase(
            f"hover-entry-with-{name}",
            PRIORITIES.replace("ENTRY", entry),
            set_priority,
            ("hover", "click"),
            "set {priority}",
            values={"priority": "High"},
            others={"priority": "Low"},
            day=name == "link",
        )
        for name, entry in ENTRIES.items()
    ),
    *(
        MoveCase(
            f"hover-brings-from-{name}",
            f"<style>td {{ height: 50px; width: 400px }} {style}</style><table>{GUESTS}</table>",
            take_off,
            ("hover", "click"),
            "{guest} is out",
            values={"guest": "Ida Berg"},
            others={"guest": "Lin Wu"},
            day=name == "left-of-the-page",
        )
        for name, style in PARKED.items()
    ),
    *(
        MoveCase(
            f"hover-{name}",
            f"<style>{style}</style>{MENU}",
            by_mail,
            ("hover", "hover", "click"),
            "mail",
            day=name == "media",
        )
        for name, style in STYLES.items()
    ),
    MoveCase("hover-scripted", f"<style>{BASE}</style>{MENU}", by_mail, ("hover", "hover", "click"), "mail", SCRIPTED),
)

LANES = (
    "<style>.lane{float:left;width:200px;min-height:220px;border:1px solid;margin:8px;padding:0} .t{padding:8px;margin:4px;background:#acf;list-style:none}</style>"
    '<ul class="lane" id="todo" aria-label="To do"><li class="t">Write tests</li><li class="t">Fix bug</li><li class="t">Ship it</li></ul>'
    '<ul class="lane" id="done" aria-label="Done">{there}</ul><div style="clear:both"></div>'
)
LIVE = """
  let dragged = null;
  for (const t of document.querySelectorAll('.t')) { t.draggable = true; t.ondragstart = (e) => { dragged = t; e.dataTransfer.setData('text', 'x'); }; }
  for (const lane of document.querySelectorAll('.lane')) lane.ondragover = (e) => { e.preventDefault();
    const other = e.target.closest('.t'); if (other === dragged) return;
    if (other) { const after = [...lane.children].indexOf(other) > [...lane.children].indexOf(dragged); other[after ? 'after' : 'before'](dragged); }
    else if (dragged.parentElement !== lane) lane.append(dragged); };
  document.ondragend = () => say([...document.querySelectorAll('.lane')].map((one) => [...one.querySelectorAll('.t')].map((t) => t.textContent).join()).join(' / '));
"""
GHOST = """
  let held = null, ghost = null;
  document.onpointerdown = (e) => { held = e.target.closest('.t'); if (held) e.preventDefault(); };
  document.onpointermove = (e) => { if (!held) return; if (!ghost) { ghost = held.cloneNode(true); ghost.style.position = 'fixed'; ghost.style.pointerEvents = 'none'; document.body.append(ghost); held.style.opacity = 0.2; }
    ghost.style.left = e.clientX + 'px'; ghost.style.top = e.clientY + 'px';
    const lane = document.elementFromPoint(e.clientX, e.clientY).closest('.lane'); if (lane && lane !== held.parentElement) lane.append(held); };
  document.onpointerup = () => { ghost?.remove(); ghost = null; if (held) { held.style.opacity = 1; say(held.textContent + ' in ' + (held.parentElement.ariaLabel || held.parentElement.id)); } held = null; };
"""
BOARD = (
    "<style>.lane{float:left;width:200px;min-height:220px;border:1px solid;margin:8px} .t{padding:8px;margin:4px;background:#acf} h3{margin:4px}</style>"
    '<div class="lane" id="todo"><h3>To do</h3><div class="t">Write tests</div><div class="t">Fix bug</div><div class="t">Ship it</div></div>'
    '<div class="lane" id="done"><h3>Done</h3></div><div style="clear:both"></div>'
)

DRAGS = (
    MoveCase(
        "drag-moves-while-dragged",
        LANES.replace("{there}", ""),
        to_done,
        ("drag",),
        "Write tests,Fix bug / Ship it",
        LIVE,
        FIRST,
        FIRST,
        day=True,
    ),
    MoveCase(
        "drag-to-a-full-list",
        LANES.replace("{there}", '<li class="t">Old thing</li>'),
        by_mouse,
        ("drag",),
        "{task} in Done",
        GHOST,
        FIRST,
        SECOND,
    ),
    MoveCase("drag-to-a-headed-box", BOARD, by_mouse, ("drag",), "{task} in done", GHOST, FIRST, SECOND),
    MoveCase(
        "drag-the-first-of-its-box",
        BOARD.replace("<h3>To do</h3>", ""),
        by_mouse,
        ("drag",),
        "{task} in done",
        GHOST,
        {"task": "Write tests"},
        SECOND,
    ),
    MoveCase(
        "drag-within-the-list",
        LANES.replace("{there}", ""),
        before_first,
        ("drag",),
        "Ship it,Write tests,Fix bug /",
        LIVE,
        FIRST,
        FIRST,
    ),
    MoveCase(
        "drag-to-an-unnamed-box",
        BOARD.replace(' id="done"', "")
        .replace(' id="todo"', "")
        .replace("<h3>Done</h3>", "")
        .replace("<h3>To do</h3>", ""),
        drag_by,
        ("drag",),
        "{task} in",
        GHOST,
        FIRST,
        SECOND,
    ),
)
