"""Kinds of the capture matrix that are done with a pointer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .places import EVERYWHERE
from .table import Kind, Want, effect

if TYPE_CHECKING:
    from .table import Scene

GO = '<button id="go" onclick="note(\'go\')">Go on</button>'
CLICKED = (Want("click", "button", "Go on", "go"),)
LOGGED = {"log": ["go"]}


def click(css: str = "#go", **options: Any) -> Any:
    """Return a drive that clicks one element."""
    return lambda stage: stage.find(css).click(**options)


def clicks(*selectors: str) -> Any:
    """Return a drive that clicks several elements."""

    def drive(stage: Scene) -> None:
        for css in selectors:
            stage.find(css).click()

    return drive


def wheel(stage: Scene) -> None:
    """Scroll down by the wheel until more has loaded, and press what came."""
    stage.point("#first")
    stage.tab.mouse.wheel(0, 2000)
    stage.wait("q('#more')")
    stage.find("#more").click()


def wheel_in_list(stage: Scene) -> None:
    """Scroll a list in the page by the wheel."""
    stage.point("#first")
    stage.tab.mouse.wheel(0, 600)
    stage.wait("q('#more')")
    stage.find("#more").click()


def hover_item(menu: str) -> Any:
    """Return a drive that opens a menu by pointing and clicks its item."""

    def drive(stage: Scene) -> None:
        stage.find(menu).hover()
        stage.find("#item").click()

    return drive


def drag_by_mouse(stage: Scene) -> None:
    """Drag by pressing, moving and releasing."""
    start, end = stage.point("#card"), stage.middle("#done")
    mouse = stage.tab.mouse
    mouse.down()
    mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
    mouse.move(*end, steps=3)
    mouse.up()


def press_and_leave(stage: Scene) -> None:
    """Press the button, which goes away under the pointer."""
    stage.point("#go")
    stage.tab.mouse.down()
    stage.tab.mouse.up()


def wander(stage: Scene) -> None:
    """Point at many things on the way to one."""
    for css in ("#one", "#two", "#three"):
        stage.find(css).hover()
    stage.find("#go").click()


CARD = (
    "<style>.lane{{width:200px;height:70px;border:1px solid;margin:4px}}</style>"
    '<div class="lane"><div id="card" {card} role="listitem" '
    'aria-label="Card" '
    'style="width:90px;height:30px;background:#acf">Card'
    '</div></div><div id="done" class="lane" {lane} role="list" aria-label="Done">Done</div>'
)
HTML5 = CARD.format(
    card="draggable=\"true\" ondragstart=\"event.dataTransfer.setData('text/plain', 'card')\"",
    lane='ondragover="event.preventDefault()" '
    "ondrop=\"event.preventDefault(); note(event.dataTransfer.getData('text/plain')); this.append(q('#card'))\"",
)
POINTER = CARD.format(
    card='onpointerdown="this.setPointerCapture(event.pointerId); this.held = true" '
    "onpointermove=\"if (this.held) this.style.transform = 'translateY(' + (event.clientY - 30) + 'px)'\" "
    "onpointerup=\"this.held = false; const b = q('#done').getBoundingClientRect(); "
    "if (event.clientY > b.top) note('card'); this.style.transform = ''\"",
    lane="",
)
CSS_MENU = (
    "<style>.menu ul{display:none} .menu:hover ul{display:block}</style>"
    '<div class="menu" id="menu" style="width:200px"><span id="title">Account</span>'
    '<ul><li><a id="item" href="#" onclick="event.preventDefault(); note(\'out\')">Sign out</a></li></ul></div>'
)
SCRIPT_MENU = (
    '<div id="menu" style="width:200px" '
    "onmouseenter=\"q('#list').hidden = false\" "
    "onmouseleave=\"q('#list').hidden = true\">"
    '<button id="title" aria-haspopup="true">Account</button>'
    '<ul id="list" hidden><li><button id="item" onclick="note(\'out\')">Sign out</button></li></ul></div>'
)
ROWS = (
    '<table onclick="note(event.target.closest(\'tr\').id)"><tr id="r1"><td>First mail</td><td>Ann</td></tr>'
    '<tr id="r2"><td>Second mail</td><td>Bob</td></tr></table>'
)
LOADING = (
    '<div onwheel="" id="first" '
    'style="height:120px">First</div><div '
    'style="height:1500px"></div><div id="end"></div><script>'
    "new IntersectionObserver(([e]) => { if (e.isIntersecting && !q('#more')) q('#end').innerHTML = "
    "'<button id=\"more\" onclick=\"note(&quot;more&quot;)\">Open the last</button>'; }).observe(q('#end'));</script>"
)
LIST = (
    '<div id="list" role="region" aria-label="Mails" style="height:150px;overflow:auto" '
    'onscroll="if '
    "(this.scrollTop > 300 &amp;&amp; !q('#more')) "
    "q('#end').innerHTML = '<button id=\\'more\\' onclick=\\'note(1)\\'>Open the last</button>'\">"
    '<div id="first" style="height:100px">First</div><div '
    'style="height:700px"></div><div id="end" '
    'style="height:40px"></div></div>'
)
GONE = '<button id="go" onpointerdown="this.remove(); note(\'go\')">Go on</button><p>Rest</p>'
REPLACED = (
    '<div id="box"><button id="go" onmousedown="const n = this.cloneNode(true); n.onmousedown = null; '
    "this.replaceWith(n); note('go')\">Go on</button></div>"
)
OUT = (Want("hover", step=True), Want("click", name="Sign out", id="item"))

KINDS = (
    Kind("click", GO, click(), CLICKED, LOGGED, places=EVERYWHERE),
    Kind(
        "dblclick",
        '<button id="go" ondblclick="note(\'go\')">Go on</button>',
        lambda s: s.find("#go").dblclick(),
        (Want("dblclick", "button", "Go on", "go"),),
        LOGGED,
        places=("cross-site-frame", "closed-shadow", "stopped-propagation"),
    ),
    Kind(
        "right-click",
        '<button id="go" oncontextmenu="event.preventDefault(); note(\'go\')">Go on</button>',
        click(button="right"),
        (Want("contextmenu", "button", "Go on", "go"),),
        LOGGED,
        places=("nested-frame", "closed-shadow"),
    ),
    Kind(
        "icon-in-button",
        '<button id="go" onclick="note(\'go\')" aria-label="Go on"><svg width="24" height="24">'
        '<path id="icon" d="M0 0h24v24H0z"/></svg></button>',
        click("#icon"),
        CLICKED,
        LOGGED,
        places=("closed-shadow",),
    ),
    Kind(
        "text-in-role-button",
        '<div id="go" role="button" tabindex="0" onclick="note(\'go\')"><span><b id="text">Go on</b></span></div>',
        click("#text"),
        CLICKED,
        LOGGED,
    ),
    Kind(
        "delegated-row",
        ROWS,
        click("#r2 td:first-child"),
        (Want("click", name=None),),
        {"log": ["r2"]},
        places=("same-origin-frame",),
    ),
    Kind(
        "plain-div",
        '<div id="go" onclick="note(\'go\')" style="cursor:pointer">Go on</div><div>Stay</div>',
        click(),
        (Want("click", id="go"),),
        LOGGED,
        places=("closed-in-open-shadow",),
    ),
    Kind(
        "canvas",
        '<canvas id="board" width="100" height="60" style="background:#eee" '
        "onclick=\"note(event.offsetX > 60 ? 'right' : 'left')\"></canvas>",
        click("#board", position={"x": 80, "y": 20}),
        (Want("click", id="board"),),
        {"log": ["right"]},
        places=("cross-site-frame",),
    ),
    Kind(
        "svg-shape",
        (
            '<svg width="90" height="60"><rect id="bar" width="80" '
            'height="50" '
            "onclick=\"note('bar')\"><title>Bar</title></rect></svg>"
        ),
        click("#bar"),
        (Want("click", id="bar"),),
        {"log": ["bar"]},
    ),
    Kind(
        "removed-on-pointerdown",
        GONE,
        press_and_leave,
        CLICKED,
        LOGGED,
        places=("cross-site-frame", "closed-shadow", "stopped-propagation", "document-open"),
        patience=4_000,
    ),
    Kind("replaced-on-mousedown", REPLACED, press_and_leave, CLICKED, LOGGED),
    Kind(
        "summary",
        '<details ontoggle="set(\'open\', this.open)"><summary id="more">More</summary><p>Text</p></details>',
        click("#more"),
        (Want("click", None, "More", "more"),),
        {"open": True},
        places=("nested-closed-shadow",),
    ),
    Kind(
        "popover",
        (
            '<button id="go" popovertarget="tip">Go on</button><div '
            'id="tip" popover '
            "ontoggle=\"set('state', event.newState)\">Tip</div>"
        ),
        click(),
        CLICKED,
        {"state": "open"},
    ),
    Kind(
        "same-name-twice",
        (
            "<ul><li>Tea <button onclick=\"note('tea')\">Buy</button></li><li>Milk "
            '<button id="go" '
            "onclick=\"note('milk')\">Buy</button></li></ul>"
        ),
        click(),
        (Want("click", "button", "Buy", "go"),),
        {"log": ["milk"]},
        places=("closed-shadow-in-frame",),
    ),
    Kind(
        "twice-in-a-row",
        GO,
        clicks("#go", "#go"),
        (Want("click", "button", "Go on", "go"), Want("click", "button", "Go on", "go")),
        {"log": ["go", "go"]},
        most=2,
    ),
    Kind(
        "script-click",
        GO,
        lambda s: s.find("#go").evaluate("el => el.click()"),
        CLICKED,
        LOGGED,
        places=("cross-site-frame", "closed-shadow", "stopped-propagation"),
    ),
    Kind("dispatched-click", GO, lambda s: s.find("#go").dispatch_event("click"), CLICKED, LOGGED),
    Kind(
        "forwarded-click",
        (
            '<button id="go" onclick="q(\'#other\').click()">Go on</button><button '
            'id="other" '
            "onclick=\"note('go')\">Other</button>"
        ),
        click(),
        CLICKED,
        LOGGED,
    ),
    Kind(
        "click-on-nothing",
        f'<p id="one">Some text</p>{GO}',
        lambda s: (s.tab.mouse.click(400, 300), s.find("#go").click()),
        CLICKED,
        LOGGED,
    ),
    Kind(
        "click-outside",
        f'<div id="tip" popover="manual" style="inset:auto;margin:0"><button>Item</button></div>{GO}<script>'
        "q('#tip').showPopover();"
        "addEventListener('pointerdown', (e) => { if (e.target === document.documentElement "
        "|| e.target "
        "=== document.body) "
        "{ q('#tip').hidePopover(); set('tip', 'closed'); } });</script>",
        lambda s: (s.tab.mouse.click(400, 300), s.find("#go").click()),
        (Want("click", None), *CLICKED),
        {"tip": "closed", "log": ["go"]},
    ),
    Kind(
        "hover-css-menu",
        CSS_MENU,
        hover_item("#title"),
        OUT,
        {"log": ["out"]},
        places=("cross-site-frame", "closed-shadow"),
    ),
    Kind("hover-script-menu", SCRIPT_MENU, hover_item("#title"), OUT, {"log": ["out"]}, places=("open-shadow",)),
    Kind(
        "hover-noise",
        f'<p id="one">One</p><p id="two">Two</p><button id="three">Three</button>{GO}',
        wander,
        CLICKED,
        LOGGED,
    ),
    Kind(
        "wheel-loads-more",
        LOADING,
        wheel,
        (Want("scroll"), Want("click", "button", "Open the last", "more")),
        {"log": ["more"]},
        places=("cross-site-frame",),
    ),
    Kind(
        "wheel-in-list",
        LIST,
        wheel_in_list,
        (Want("scroll"), Want("click", "button", "Open the last", "more")),
        {"log": [1]},
        places=("closed-shadow",),
    ),
    Kind(
        "scroll-noise",
        f'<div style="height:2000px">Long</div>{GO}',
        click(),
        CLICKED,
        LOGGED,
    ),
    Kind(
        "drag-html5",
        HTML5,
        drag_by_mouse,
        (Want("drag", id="card"),),
        {"log": ["card"]},
        places=("same-origin-frame",),
    ),
    Kind(
        "drag-pointer",
        POINTER,
        drag_by_mouse,
        (Want("drag", id="card"),),
        {"log": ["card"]},
        places=("cross-site-frame",),
    ),
    Kind(
        "range-by-drag",
        (
            '<label>Volume <input id="level" type="range" min="0" max="10" value="0" '
            'style="width:200px" '
            "onchange=\"set('level', this.value)\"></label>"
        ),
        lambda s: s.find("#level").click(position={"x": 195, "y": 8}),
        (Want("input", "slider", "Volume", "level", "10"),),
        {"level": "10"},
    ),
    Kind(
        "pushstate",
        "<button id=\"go\" onclick=\"history.pushState({}, '', '/plain/pushed'); note('go')\">Go on</button>",
        click(),
        (*CLICKED, effect("navigate", value=lambda v: bool(re.match("link|script|history|hash", v)))),
        LOGGED,
    ),
)
"""The kinds, in the order in which they are listed."""
