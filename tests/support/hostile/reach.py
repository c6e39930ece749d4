"""Ways to reach a control: copies for other screens, pages of a list, tabs, menus, keys, and rows that two values name."""

from __future__ import annotations

from typing import Any

from .acts import click, fill, hover, press, show, wait
from .mail import BUTTON, SUBJECT, TO, mail, sending
from .pair import EITHER, SAME, STOP, App, family
from .parts import button, one, table

DOUBLES = "copies"
double = sending(DOUBLES)
WRONG = "<button onclick=\"post('/old')\">Send</button>"
FIXED = '<div style="position:fixed;top:0;left:0;right:0;height:{}px;background:#ddd">Desk</div>'
COPIES = (
    double("copy for phones before", "the button for phones is in the page before, and not shown", SAME, mail(before=f'<div style="display:none">{WRONG}</div>')),
    double("copy for print", "a copy for the printer is in the page, and not shown", SAME,
           mail(after=f'<div class="print">{WRONG}</div>', head="<style>.print{visibility:hidden;height:0;overflow:hidden}</style>")),
    double("template", "the form is in a template too", SAME, mail(before=f"<template>{TO}{SUBJECT}{WRONG}</template>")),
    double("inert copy", "the former form is behind, and cannot be used", SAME, mail(before=f"<div inert style='opacity:.3'>{WRONG}</div>")),
    double("copy off the screen", "the button of a drawer that is closed stands left of the screen", EITHER,
           mail(before=f'<div style="position:absolute;left:-900px">{WRONG}</div>')),
    double("zero size copy", "a closed part with a height of nothing holds another Send", SAME,
           mail(before=f'<div style="height:0;overflow:hidden">{WRONG}</div>')),
    double("screen readers' copy hidden", "a copy is hidden from screen readers and shown to nobody", SAME,
           mail(before=f'<div aria-hidden="true" style="display:none">{WRONG}</div>')),
    double("sticky head", "the head of the page stays on top and covers what scrolls below it", SAME,
           mail(before=FIXED.format(60) + "<div style='height:90px'></div>")),
    double("only the copy", "the button is for phones only, and not shown here", STOP, mail(button=f'<div style="display:none">{BUTTON}</div>')),
    double("below a long text", "the form is far below a long text", SAME, mail(before="<p style='height:2500px'>Terms</p>")),
    double("covered for good", "an advert that cannot be closed covers the form", STOP,
           mail(after='<div style="position:fixed;inset:0;background:#fff"><a href="#x">Buy a car</a></div>')),
    double("button above", "the button stands above the fields", SAME, mail(to="", subject="", form=f"<p>{BUTTON}</p>{TO}{SUBJECT}{{}}", button="")),
)  # fmt: skip

REACH = "pages and menus"


def listing(names: tuple[str, ...], size: int = 9, *, delay: int = 0, more: str = "Next page") -> App:
    """Return a list with pages."""
    script = f"""
const names = {list(names)!r}; let at = 0;
const draw = () => {{
  $('ul').innerHTML = names.slice(at, at + {size}).map((one) => `<li>${{one}} <button onclick="call('${{one}}')">Call</button></li>`).join('');
  $('#next').hidden = at + {size} >= names.length; }};
const call = (name) => post('/call', {{name}}).then(() => say('Called'));
const turn = () => later({delay}, () => {{ at += {size}; draw(); }});
draw();
"""
    return one(f'<h1>People</h1><ul></ul><button id="next" onclick="turn()">{more}</button>', script=script)


ALL = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred")
called = family(REACH, a=listing(ALL), flow=show(click("Call", within="li:has-text('{name}')")), learn=({"name": "Bert"}, {"name": "Dora"}),
                values={"name": "Emil"}, deeds=({"do": "/call", "name": "{name}"},))  # fmt: skip
turned = family(REACH, a=listing(ALL, 3), flow=show(click("Next page"), click("Call", within="li:has-text('{name}')")),
                learn=({"name": "Dora"}, {"name": "Fred"}), values={"name": "Emil"}, deeds=({"do": "/call", "name": "{name}"},))  # fmt: skip
LISTED = (
    called("on the second page", "the list has pages now, and the name is on the second one", EITHER, listing(ALL, 3)),
    called("on no page", "the list has pages now, and the name is on none of them", STOP, listing(("Anna", "Bert", "Cleo", "Dora", "Emilia"), 2)),
    turned("pages are slow", "the next page comes a second later", SAME, listing(ALL, 3, delay=1000)),
    turned("moved to the first page", "the name is on the first page now", EITHER, listing(("Emil", *ALL[:4]), 3)),
    turned("one page only", "all names fit on one page, and there is no next one", EITHER, listing(ALL)),
    turned("next means next person", "the button of the same place calls the next person", STOP,
           App({"/": str(listing(ALL, 3).pages["/"]).replace(">Next page<", ">Call next<").replace('onclick="turn()"', 'onclick="call(`Anna`)"')})),
)  # fmt: skip


def tabs(*names: str, first: int = 0, broken: bool = False) -> App:
    """Return tabs with a panel each, of which each has a button of the same name."""
    heads = "".join(
        f'<button role="tab" aria-selected="{str(n == first).lower()}" onclick="choose({n})">{name}</button>'
        for n, name in enumerate(names)
    )
    panels = "".join(
        f'<div role="tabpanel" aria-label="{name}" {"" if n == first else "hidden"}>'
        f"<button onclick=\"post('/save', {{tab: '{name}'}}).then(() => say('Saved'))\">Save</button></div>"
        for n, name in enumerate(names)
    )
    work = (
        ""
        if broken
        else (
            "document.querySelectorAll('[role=tabpanel]').forEach((one, at) => { one.hidden = at !== n; });"
            "document.querySelectorAll('[role=tab]').forEach((one, at) => one.setAttribute('aria-selected', at === n));"
        )
    )
    return one(
        f'<h1>Settings</h1><div role="tablist">{heads}</div>{panels}', script=f"const choose = (n) => {{ {work} }};"
    )


tab = family(REACH, a=tabs("General", "Mail", "Danger"), flow=show(click("Mail", "tab"), click("Save")), learn=({}, {}), values={},
             deeds=({"do": "/save", "tab": "Mail"},))  # fmt: skip
TABS = (
    tab("tabs reordered", "the tabs are in another order", SAME, tabs("Danger", "General", "Mail")),
    tab("tab broken", "the tab does not open, and Save of the first one is still shown", STOP, tabs("General", "Mail", "Danger", broken=True)),
    tab("tab open already", "the tab is open at the start", EITHER, tabs("General", "Mail", "Danger", first=1)),
    tab("tab gone", "the tab is gone, and the first one has a Save", STOP, tabs("General", "Danger")),
    tab("tab added", "a tab was added before", SAME, tabs("General", "Sounds", "Mail", "Danger")),
)  # fmt: skip


def menu(*entries: tuple[str, str], delay: int = 0, on: str = "click") -> App:
    """Return a button that opens a menu."""
    made = "".join(
        f"<button role=\"menuitem\" onclick=\"post('/{deed}').then(() => say('Done'))\">{name}</button>"
        for name, deed in entries
    )
    script = f"$('#more').on{on} = () => later({delay}, () => {{ $('#menu').hidden = false; }});"
    return one(
        f'<h1>Photo</h1><button id="more" aria-haspopup="menu">More</button><div id="menu" role="menu" hidden>{made}</div>',
        script=script,
    )


COPY, MOVE, ERASE = ("Copy", "copy"), ("Move", "move"), ("Delete", "delete")
chosen = family(REACH, a=menu(COPY, MOVE, ERASE), flow=show(click("More"), click("Move", "menuitem")), learn=({}, {}), values={},
                deeds=({"do": "/move"},))  # fmt: skip
MENUS = (
    chosen("menu reordered", "the entries are in another order", SAME, menu(ERASE, COPY, MOVE)),
    chosen("menu slow", "the menu opens a second later", SAME, menu(COPY, MOVE, ERASE, delay=1000)),
    chosen("entry gone", "the entry is gone", STOP, menu(COPY, ERASE)),
    chosen("entry moves to the bin", "the entry of a similar name moves to the bin", STOP, menu(COPY, ("Move to bin", "delete"), ERASE)),
    chosen("menu by pointing", "the menu opens when the pointer comes", EITHER, menu(COPY, MOVE, ERASE, on="mouseenter")),
    chosen("pointing, then a click", "the menu is opened by pointing in both versions, and is slower", SAME,
           menu(COPY, MOVE, ERASE, on="mouseenter", delay=700), a=menu(COPY, MOVE, ERASE, on="mouseenter"),
           flow=show(hover("More"), click("Move", "menuitem"))),
)  # fmt: skip

KEYS = "keys and sellers"


def editor(save: str = "s", *, enter: str = "save") -> App:
    """Return a text field with keys."""
    script = f"""
const keep = (how) => post('/' + how, {{text: val('#t')}}).then(() => say(how === 'save' ? 'Saved' : 'Sent'));
$('#t').addEventListener('keydown', (event) => {{
  if (event.ctrlKey && event.key === '{save}') {{ event.preventDefault(); keep('save'); }}
  else if (event.ctrlKey && event.key === 's') {{ event.preventDefault(); keep('send'); }}
  if (event.key === 'Enter') {{ event.preventDefault(); keep('{enter}'); }} }});
"""
    return one('<h1>Text</h1><label for="t">Text</label><textarea id="t"></textarea>', script=script)


keyed: dict[str, Any] = {
    "learn": ({"text": "Hello"}, {"text": "Lunch"}),
    "values": {"text": "Thanks"},
    "deeds": ({"do": "/save", "text": "{text}"},),
}
combo = family(
    KEYS, a=editor(), flow=show(fill("Text", "{text}"), press("#t", "Control+s"), wait("text=Saved")), **keyed
)
KEYED = (
    combo("key moved", "Ctrl+S sends now, Ctrl+K saves; the page says so", STOP, App({"/": str(editor("k").pages["/"]).replace("</h1>", "</h1><p>Ctrl+K saves, Ctrl+S sends</p>")})),
    combo("keys as before", "a list of keys is shown below", SAME, App({"/": str(editor().pages["/"]).replace("</h1>", "</h1><p>Ctrl+S saves</p>")})),
)  # fmt: skip


def prices(*rows: tuple[str, str, str]) -> App:
    """Return offers with a button each and the seller's name."""
    made = [
        (name, seller, button("Buy", f"post('/buy', {{name: '{name}', of: '{seller}'}}).then(() => say('Bought'))"))
        for name, seller, _ in rows
    ]
    return one(f"<h1>Offers</h1>{table(('Article', 'Seller', ''), made)}")


offer = family(KEYS, a=prices(("Tea", "Ann", ""), ("Rice", "Bob", "")), flow=show(click("Buy", within="tr:has(td:text-is('{name}')):has(td:text-is('{of}'))")),
               learn=({"name": "Tea", "of": "Ann"}, {"name": "Rice", "of": "Bob"}), values={"name": "Tea", "of": "Ann"},
               deeds=({"do": "/buy", "name": "{name}", "of": "{of}"},))  # fmt: skip
OFFERS = (
    offer("other seller", "the article is sold by another one now", STOP, prices(("Tea", "Eve", ""), ("Rice", "Bob", ""))),
    offer("both sellers", "the article is sold by two", SAME, prices(("Tea", "Eve", ""), ("Tea", "Ann", ""), ("Rice", "Bob", ""))),
    offer("values crossed", "the values are there, in different rows", STOP, prices(("Tea", "Eve", ""), ("Rice", "Ann", ""))),
    offer("columns exchanged", "seller and article changed columns", EITHER,
          App({"/": str(prices(("Tea", "Ann", ""), ("Rice", "Bob", "")).pages["/"]).replace("<th scope=col>Article</th><th scope=col>Seller</th>",
              "<th scope=col>Seller</th><th scope=col>Article</th>").replace("<td>Tea</td><td>Ann</td>", "<td>Ann</td><td>Tea</td>")})),
)  # fmt: skip

PAIRS = (*COPIES, *LISTED, *TABS, *MENUS, *KEYED, *OFFERS)
