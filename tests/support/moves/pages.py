"""Pages for moves that no single event tells: a focus that opens, events of scripts, icons, scrolling."""

from __future__ import annotations

from typing import Any

from .case import MoveCase
from .writing import BYE, EDITABLE, HELLO, SAVE, SAVED, type_it

SPAIN, ITALY = {"country": "Spain"}, {"country": "Italy"}


def choose(role: str = "") -> Any:
    """Return a drive that clicks into the field and then on the entry with the value."""

    def drive(page: Any, country: str) -> None:
        page.get_by_label("Country").click()
        (page.get_by_role(role, name=country) if role else page.get_by_text(country, exact=True)).click()

    return drive


def focus_and_choose(page: Any, country: str) -> None:
    """Give the focus without a pointer, and choose."""
    page.get_by_label("Country").focus()
    page.get_by_role("option", name=country).click()


def filter_and_choose(page: Any, country: str) -> None:
    """Click into the field, type a part, and choose."""
    page.get_by_label("Country").click()
    page.keyboard.type("a")
    page.get_by_role("option", name=country).click()


COMBO = '<label for="c">Country</label><input id="c" role="combobox" aria-expanded="false" readonly><ul role="listbox" hidden></ul>'

COUNTRIES = "['France', 'Germany', 'Spain', 'Italy']"

COMBO_JS = f"""
  const c = q('#c'), ul = q('ul');
  c.addEventListener('focus', () => {{ ul.innerHTML = {COUNTRIES}.map((x) => `<li role=option>${{x}}</li>`).join(''); ul.hidden = false; }});
  c.addEventListener('blur', () => {{ ul.hidden = true; }});
  ul.addEventListener('mousedown', (e) => {{ e.preventDefault(); c.value = e.target.textContent; say('chosen ' + c.value); c.blur(); }});
"""

PLAIN_LIST = '<label for="c">Country</label><input id="c" autocomplete="off"><button>Later</button>'

PLAIN_JS = f"""
  q('#c').onclick = () => setTimeout(() => {{ if (q('#pop')) return; const pop = document.createElement('div'); pop.id = 'pop';
    pop.innerHTML = {COUNTRIES}.map((x) => `<div class=entry>${{x}}</div>`).join(''); document.body.append(pop);
    pop.onclick = (e) => {{ q('#c').value = e.target.textContent; say('chosen ' + q('#c').value); pop.remove(); }}; }}, 80);
"""

GRID = (
    '<style>#pop{visibility:hidden} .open #pop{visibility:visible}</style><div id="box"><label for="c">Country</label><input id="c">'
    "<table id=pop><tr><td>France<tr><td>Germany<tr><td>Spain<tr><td>Italy</table></div>"
)

GRID_JS = """
  q('#c').onfocus = () => q('#box').classList.add('open');
  q('#pop').onmousedown = (e) => { say('chosen ' + e.target.textContent); q('#box').classList.remove('open'); };
"""

FILTERED_JS = f"""
  const c = q('#c'), ul = q('ul'); c.readOnly = false;
  const list = () => {{ ul.innerHTML = {COUNTRIES}.filter((x) => x.toLowerCase().includes(c.value)).map((x) => `<li role=option>${{x}}</li>`).join(''); ul.hidden = false; }};
  c.onfocus = list; c.oninput = list;
  ul.onclick = (e) => {{ c.value = e.target.textContent; say('chosen ' + c.value); ul.hidden = true; }};
"""

MARKED = (
    '<button id="c" aria-haspopup="listbox" aria-label="Country">Choose</button><div role="listbox" hidden>'
    + "".join(f'<div role="option" aria-selected="false">{name}</div>' for name in ("France", "Spain", "Italy"))
    + "</div>"
)

MARKED_JS = """
  const list = q('[role=listbox]'), mark = (el) => { for (const one of list.children) one.ariaSelected = String(one === el); };
  q('#c').onclick = () => { list.hidden = false; mark(list.children[0]); };
  list.onmouseover = (e) => mark(e.target.closest('[role=option]'));
  list.onclick = (e) => { say('chosen ' + e.target.textContent); list.hidden = true; };
"""

FOCUS = (
    MoveCase(
        "focus-opens", COMBO, choose("option"), ("click", "click"), "chosen {country}", COMBO_JS, SPAIN, ITALY, day=True
    ),
    MoveCase(
        "click-opens-plain-list", PLAIN_LIST, choose(), ("click", "click"), "chosen {country}", PLAIN_JS, SPAIN, ITALY
    ),
    MoveCase("focus-shows-grid", GRID, choose(), ("click", "click"), "chosen {country}", GRID_JS, SPAIN, ITALY),
    MoveCase(
        "focus-by-script", COMBO, focus_and_choose, ("click", "click"), "chosen {country}", COMBO_JS, SPAIN, ITALY
    ),
    MoveCase(
        "pointer-marks-option",
        MARKED,
        choose("option"),
        ("click", "click"),
        "chosen {country}",
        MARKED_JS,
        SPAIN,
        ITALY,
    ),
    MoveCase(
        "typed-after-focus",
        COMBO,
        filter_and_choose,
        ("fill", "click"),
        "chosen {country}",
        FILTERED_JS,
        SPAIN,
        ITALY,
        day=True,
    ),
)

MIRROR = (
    '<div id="combo" role="combobox" tabindex="0" aria-label="Country" aria-expanded="false">Choose</div><ul role="listbox" hidden>'
    "<li role=option>France<li role=option>Spain<li role=option>Italy</ul><select id=real style='display:none'><option>France<option>Spain<option>Italy</select>"
)

MIRROR_JS = """
  q('#combo').onclick = () => { q('ul').hidden = false; };
  q('ul').onclick = (e) => { q('#real').value = e.target.textContent; q('#real').dispatchEvent(new Event('input', { bubbles: true }));
    q('#real').dispatchEvent(new Event('change', { bubbles: true })); q('ul').hidden = true; };
  q('#real').onchange = () => say('chosen ' + q('#real').value);
"""

UNTOUCHED = '<label>Text <input id="t"></label><label>Copy <input id="copy"></label><input type="hidden" id="token"><button onclick="say(\'saved \' + copy.value)">Save</button>'

UNTOUCHED_JS = """
  const copy = q('#copy'), tell = (el, value) => { el.value = value; for (const type of ['input', 'change']) el.dispatchEvent(new Event(type, { bubbles: true })); };
  q('#t').oninput = () => { tell(copy, q('#t').value); setTimeout(() => tell(q('#token'), 'a1'), 30); };
"""

TOGGLE = '<div id="row" style="cursor:pointer">Notify me about {topic}</div><input type="checkbox" id="box" aria-label="Notify" style="opacity:0;position:absolute;left:-999px">'

TOGGLE_JS = "q('#row').onclick = () => q('#box').click(); q('#box').onchange = () => say(String(q('#box').checked));"

LABEL = '<label id="row"><input type="checkbox" id="box"> Notify me</label>'

LABEL_JS = """
  q('#row').onclick = (e) => { if (e.target === q('#box')) return; e.preventDefault(); q('#box').click(); };
  q('#box').onchange = () => say(String(q('#box').checked));
"""

SPACED = '<div id="box" role="checkbox" aria-checked="false" aria-label="Notify" tabindex="0">off</div>'

SPACED_JS = """
  q('#box').onclick = () => { q('#box').ariaChecked = 'true'; say('on'); };
  q('#box').onkeydown = (e) => { if (e.key === ' ') { e.preventDefault(); %s } };
"""


def space(page: Any) -> None:
    """Press the space key on a box that the page has made."""
    page.get_by_role("checkbox").focus()
    page.keyboard.press("Space")


TOOLBAR_JS = SAVED + "q('#smile').onclick = () => { t.focus(); document.execCommand('insertText', false, ':-)'); };"


def smile(page: Any) -> None:
    """Press a button of an editor that writes by itself, and save."""
    page.get_by_role("button", name="Smile").click()
    page.get_by_role("button", name="Save").click()


PANELS = """
  <div><div style="display: none"><h2>Open tabs</h2><p>No tab is open</p></div></div>
  <div><div role="navigation" aria-label="files"><div><div><div><div><button title="New folder" onclick="say('made')"><i></i></button></div></div></div></div></div></div>
"""

HEADED = MoveCase(
    "heading-of-a-hidden-panel",
    PANELS,
    lambda page: page.get_by_role("button", name="New folder").click(),
    ("click",),
    "made",
    day=True,
)

SHOWN_PANELS = PANELS.replace(' style="display: none"', "")

OTHER_PANELS = {
    "the panel is not drawn yet": (PANELS, PANELS.replace("<h2>Open tabs</h2>", ""), True),
    "another panel is drawn": (PANELS, PANELS.replace("Open tabs", "Kernels"), True),
    "people see another heading": (SHOWN_PANELS, SHOWN_PANELS.replace("Open tabs", "Kernels"), False),
}
"""Pages before and after a change of headings, and whether the button is the same there."""

SCRIPTS = (
    MoveCase(
        "script-changes-hidden-select",
        MIRROR,
        choose("option"),
        ("click", "click"),
        "chosen {country}",
        MIRROR_JS,
        SPAIN,
        ITALY,
        day=True,
    ),
    MoveCase(
        "script-fills-another-field", UNTOUCHED, type_it, ("fill", "click"), "saved {text}", UNTOUCHED_JS, HELLO, BYE
    ),
    MoveCase(
        "script-ticks-hidden-box", TOGGLE, lambda page: page.locator("#row").click(), ("click",), "true", TOGGLE_JS
    ),
    MoveCase(
        "script-ticks-for-label",
        LABEL,
        lambda page: page.get_by_text("Notify me").click(position={"x": 60, "y": 8}),
        ("check",),
        "true",
        LABEL_JS,
    ),
    MoveCase("space-clicks", SPACED, space, ("press",), "on", SPACED_JS % "q('#box').click();"),
    MoveCase("space-acts", SPACED, space, ("press",), "on", SPACED_JS % "q('#box').onclick();"),
    MoveCase(
        "toolbar-writes",
        f"<button id=smile>Smile</button>{EDITABLE}{SAVE}",
        smile,
        ("click", "click"),
        "saved :-)",
        TOOLBAR_JS,
    ),
)

ICON = '<svg width="24" height="24" viewBox="0 0 24 24"><path d="M0 0h24v24H0z"/></svg>'

TILES = "".join(
    f'<div class="tile" id="{n}" style="cursor:pointer;width:40px;padding:8px;border:1px solid">{ICON}</div>'
    for n in ("add", "drop")
)

TILES_JS = "for (const el of document.querySelectorAll('.tile')) el.addEventListener('click', () => say(el.id));"

ROWS = (
    "<ul>"
    + "".join(
        f'<li>{n}<span class="tile" id="{n}" style="display:inline-block">{ICON}</span></li>'
        for n in ("Spain", "Italy")
    )
    + "</ul>"
)


def icon_of_row(page: Any, country: str) -> None:
    """Click the icon in the row of a value."""
    page.locator("li", has_text=country).locator("svg").click()


ICONS = (
    MoveCase(
        "icon-in-div", TILES, lambda page: page.locator("#drop path").click(), ("click",), "drop", TILES_JS, day=True
    ),
    MoveCase("icon-in-row", ROWS, icon_of_row, ("click",), "{country}", TILES_JS, SPAIN, ITALY),
    MoveCase(
        "icon-in-nested-divs",
        TILES.replace("<svg", "<div><i><svg").replace("</svg>", "</svg></i></div>"),
        lambda page: page.locator("#drop svg").click(),
        ("click",),
        "drop",
        TILES_JS,
    ),
)

TALL = '<div style="height:1500px">Long</div>'

SLOW = '<form id="f" action="/done"><label>Text <input name="t"></label><button>Save</button></form>' + TALL

SLOW_JS = (
    "q('#f').onsubmit = (e) => { e.preventDefault(); scrollTo(0, 900); setTimeout(() => q('#f').submit(), 400); };"
)

SHOWS = f'<button id="go">Search</button>{TALL}<div id="result"></div>{TALL}'

SHOWS_JS = """
  q('#go').onclick = () => { setTimeout(() => { q('#result').scrollIntoView(); }, 50);
    setTimeout(() => { q('#result').innerHTML = '<h2>Three results</h2><button onclick="say(1)">Open</button>'; }, 350); };
"""

LAZY = '<div id="list" style="height:150px;overflow:auto"><div style="height:600px">Long</div></div>'

LAZY_JS = """
  q('#list').onscroll = () => { if (!q('#more') && q('#list').scrollTop > 300) setTimeout(() => {
    q('#list').insertAdjacentHTML('beforeend', '<button id=more onclick="say(2)">Open the last</button>'); }, 60); };
"""


def submit_slowly(page: Any, text: str) -> None:
    """Fill and save; the answer takes its time."""
    page.get_by_label("Text").fill(text)
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/done**")


def scroll_for_more(page: Any) -> None:
    """Scroll by script until more has come, and press it."""
    page.locator("#list").evaluate("(el) => el.scrollTo(0, 9999)")
    page.get_by_role("button", name="Open the last").click()


def search_and_open(page: Any) -> None:
    """Press, and press the button that comes."""
    page.get_by_role("button", name="Search").click()
    page.get_by_role("heading", name="Three results").wait_for()
    page.get_by_role("button", name="Open").click()


FAR_DOWN = f"""{TALL}<div><button id="fold">Keepers</button><div id="part"></div></div>
    {TALL}"""

FAR_DOWN_JS = """
  q('#fold').onclick = () => { q('#part').innerHTML = '<div style="height:700px">Long</div><button onclick="say(4)">Try</button>'; };
"""


def unfold_far_down(page: Any) -> None:
    """Press a button that is out of sight, and press what has come."""
    page.get_by_role("button", name="Keepers").click()
    page.get_by_role("button", name="Try").click()


COMMENT = (
    """<form id="f" action="/ticket#comment-1"><label>Comment <input name="c"></label><button>Submit</button></form>"""
)

COMMENTED = """<h1>Ticket</h1><div style="height: 1800px"></div><h3 id="comment-1">comment:1</h3><p>Oiled it.</p>
    <button onclick="document.getElementById('said').textContent = 'read'">Mark as read</button>
    <p role="status" id="said">saved</p><div style="height: SPACEpx"></div>"""


def comment(page: Any, text: str) -> None:
    """Submit a comment; the browser scrolls the next page to it."""
    page.get_by_label("Comment").fill(text)
    page.get_by_role("button", name="Submit").click()
    page.wait_for_function("scrollY > 100")


def comment_and_read(page: Any, text: str) -> None:
    """Submit a comment, and press what the browser has scrolled to."""
    comment(page, text)
    page.get_by_role("button", name="Mark as read").click()


SCROLLS = (
    *(
        MoveCase(
            f"scroll-to-the-fragment-{what}",
            COMMENT,
            drive,
            steps,
            said,
            values=HELLO,
            others=BYE,
            day=True,
            answers={"ticket": COMMENTED.replace("SPACE", space)},
        )
        for what, drive, steps, said, space in (
            ("at-the-end", comment, ("fill", "click"), "saved", "1800"),
            ("near-the-end-of-the-page", comment, ("fill", "click"), "saved", "10"),
            ("then-a-press", comment_and_read, ("fill", "click", "click"), "read", "1800"),
        )
    ),
    MoveCase(
        "scroll-before-leaving",
        SLOW,
        submit_slowly,
        ("fill", "click"),
        "done",
        SLOW_JS,
        HELLO,
        BYE,
        day=True,
        answers={"done": '<p id="said">done</p>'},
    ),
    MoveCase("scroll-of-the-page", SHOWS, search_and_open, ("click", "click"), "1", SHOWS_JS),
    MoveCase("scroll-to-reach", FAR_DOWN, unfold_far_down, ("click", "click"), "4", FAR_DOWN_JS, day=True),
    MoveCase("scroll-for-more", LAZY, scroll_for_more, ("scroll", "click"), "2", LAZY_JS),
)
