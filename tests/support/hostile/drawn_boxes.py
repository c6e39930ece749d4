"""Check boxes and radio buttons under what draws them: their own label, another one, a bar, a sheet."""

from __future__ import annotations

from typing import Any

from .acts import check, click, fill, show, tap, uncheck
from .pair import EITHER, SAME, STOP, App, family
from .parts import button, one, page

GROUP = "boxes"
BODY: dict[str, Any] = {"patience": 3.0}

COVERED = "<style>.c{position:relative;display:block;padding-left:30px;z-index:1;margin:12px} .c input{position:absolute;left:0;top:2px;z-index:-1;width:18px;height:18px} #l2{position:absolute;left:0;top:0;width:22px;height:22px;background:#ddd;display:DD}</style>"
LABELS = "<div class=c><label for=news id=l1>News</label><input type=checkbox id=news value=news><label for=news id=l2></label></div>"

KEEP = "const keep = () => post('/keep', {on: [...document.querySelectorAll('input:checked')].map((o) => o.value).join()}).then(() => say('Kept'));"
DRAWN = (
    "<style>.c{position:relative;display:block;padding-left:30px;z-index:1;margin:12px} .c input{position:absolute;left:0;top:2px;z-index:-1;width:18px;height:18px}"
    " .c label{position:relative} .c label.d::before{content:'';position:absolute;left:-30px;top:0;width:22px;height:22px;border:1px solid;background:#fff}</style>"
)


def row(
    key: str, name: str, *, kind: str = "checkbox", ticked: str = "", more: str = "", cls: str = "d", before: str = ""
) -> str:
    return f'<div class=c>{before}<input type="{kind}" name="g-{kind}" id="{key}" value="{key}" {ticked}><label class="{cls}" for="{key}">{name}{more}</label></div>'


def boxes(*rows: str, style: str = "", script: str = "", lead: str = "") -> App:
    return one(f"{style}{lead}<h1>Settings</h1>{''.join(rows)}{button('Keep', 'keep()')}", script=KEEP + script)


PLAIN = (row("news", "News"), row("ads", "Ads"), row("tips", "Tips"))
tick = family(
    GROUP,
    a=boxes(*PLAIN),
    flow=show(check("News"), click("Keep")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/keep", "on": "news"},),
    **BODY,
)
ADS_OVER = DRAWN + "<style>#o{position:absolute;left:-30px;top:0;width:24px;height:24px;background:#eee}</style>"
WRAP = "<label class=w style='position:relative;display:inline-block;padding-left:30px'><input type=checkbox value=news style='position:absolute;left:0;top:0;z-index:{z};width:18px;height:18px'>{i}News{more}</label>"
WRAPPED = "<style>.w{z-index:1} .w::before{content:'';position:absolute;left:0;top:0;width:22px;height:22px;border:1px solid;background:#fff;display:var(--d)}</style>"
TWO = "<div class=c><label for=news id=l1 style='margin-right:40px'>News</label><input type=checkbox id=news value=news><label for=news class='{cls}' id=l2></label></div>"
FIRST = "document.getElementById('l1').addEventListener('click', () => post('/audit', {all: true}));"
MID = " <span class=x style='display:inline-block;width:200px;background:#eee'>remove</span>"
MIDJS = "document.querySelector('.x').addEventListener('click', () => post('/remove', {key: 'news'}));"
RADIOS = tuple(
    row(key, name, kind="radio") for key, name in (("small", "Small"), ("medium", "Medium"), ("large", "Large"))
)
LINK = " <a href='/terms'>(terms)</a>"
TALL = "<div style='height:2500px'>Text</div>"
BOTTOM = f"{TALL}<label for=why>Reason</label><input id=why>"
HEAD = "<header style='position:sticky;top:0;height:120px;background:#ccc;z-index:9'>Desk</header>"
SHEET = "<span id=sheet style='position:fixed;inset:0;background:#fffc;z-index:8;display:{d}'>Please choose all offers</span>"


def reach(style: str) -> App:
    return App(
        {
            "/": page(
                f"{style}{HEAD}<div style='height:400px'>Top</div><h1>Settings</h1>{''.join(PLAIN)}{BOTTOM}{button('Keep', 'keep()')}",
                script=KEEP,
            )
        }
    )


ticking_after = show(fill("Reason", "because"), check("News"), click("Keep"))
BOXES = (
    tick("drawn over", "the boxes are drawn by their labels", SAME, boxes(*PLAIN, style=DRAWN)),
    tick("drawn and reordered", "drawn boxes in another order", SAME, boxes(*PLAIN[::-1], style=DRAWN)),
    tick(
        "drawn from the start",
        "drawn boxes become native ones",
        SAME,
        boxes(*PLAIN),
        a=boxes(*PLAIN, style=DRAWN),
        flow=show(tap("label[for=news]"), click("Keep")),
    ),
    tick(
        "drawn, other id",
        "drawn boxes with other ids and values kept",
        SAME,
        boxes(*(one_.replace('id="', 'id="x-').replace('for="', 'for="x-') for one_ in PLAIN), style=DRAWN),
    ),
    tick(
        "other label over it",
        "a part of the label of Ads lies over the box of News: who presses there ticks Ads",
        STOP,
        boxes(
            row("news", "News", cls="p"), row("ads", "Ads", more="<span id=o style='top:-34px'></span>"), style=ADS_OVER
        ),
    ),
    tick(
        "labels exchanged",
        "the labels lead to each other's box: who presses News ticks ads",
        STOP,
        boxes(
            "<div class=c><input type=checkbox id=news value=news><label class=d for=ads>News</label></div><div class=c><input type=checkbox id=ads value=ads><label class=d for=news>Ads</label></div>",
            style=DRAWN,
        ),
    ),
    tick(
        "first of two labels acts",
        "two labels; the drawn one covers, and the first has a script of its own; a press on the drawn box only ticks",
        SAME,
        boxes(TWO.format(cls="d"), row("ads", "Ads"), style=DRAWN, script=FIRST),
        a=boxes(TWO.format(cls="p"), row("ads", "Ads"), style=DRAWN.replace("label.d", "label.d#l2"), script=FIRST),
    ),
    tick(
        "script in the middle of the label",
        "the drawn box only ticks; the middle of its label removes the entry",
        SAME,
        boxes(row("news", "News", more=MID), row("ads", "Ads"), style=DRAWN, script=MIDJS),
        a=boxes(row("news", "News", more=MID, cls="p"), row("ads", "Ads", cls="p"), style=DRAWN, script=MIDJS),
        flow=show(check("News remove"), click("Keep")),
    ),
    tick(
        "button in the label over it",
        "a button in the label lies over the box and removes the entry",
        EITHER,
        boxes(
            '<div class=c><input type=checkbox id=news value=news aria-label=News><label for=news>News<button type=button style="position:absolute;left:-32px;top:-4px;width:30px;height:30px" onclick="post(\'/remove\')"></button></label></div>',
            style=DRAWN,
        ),
        a=boxes("<input type=checkbox id=news value=news aria-label=News><label for=news>News</label>"),
    ),
    tick(
        "sheet in the label",
        "a sheet that asks for all offers is a part of the label and covers everything",
        STOP,
        boxes(
            row("news", "News", more=SHEET.format(d="block")),
            row("ads", "Ads"),
            script="document.getElementById('sheet').addEventListener('click', () => post('/offers', {all: true}).then(() => { $('#sheet').style.display = 'none'; }));",
        ),
        a=boxes(row("news", "News", more=SHEET.format(d="none")), row("ads", "Ads")),
    ),
    tick(
        "link in a drawn wrapping label",
        "the label around the box draws it and holds a link",
        SAME,
        boxes(WRAP.format(z=-1, i="", more=LINK), style=WRAPPED.replace("var(--d)", "block")),
        a=boxes(WRAP.format(z=1, i="", more=LINK), style=WRAPPED.replace("var(--d)", "none")),
        flow=show(check("News (terms)"), click("Keep")),
    ),
    tick(
        "link and picture in a wrapping label",
        "the label around the box holds its picture and a link",
        SAME,
        boxes(
            WRAP.format(
                z=-1,
                i="<i style='position:absolute;left:0;top:0;width:22px;height:22px;background:#ddd'></i>",
                more=LINK,
            )
        ),
        a=boxes(WRAP.format(z=1, i="", more=LINK)),
        flow=show(check("News (terms)"), click("Keep")),
    ),
    tick(
        "unticked",
        "a ticked box is drawn now and unticked",
        SAME,
        boxes(row("news", "News", ticked="checked"), *PLAIN[1:], style=DRAWN),
        a=boxes(row("news", "News", ticked="checked"), *PLAIN[1:]),
        flow=show(uncheck("News"), click("Keep")),
        deeds=({"do": "/keep", "on": ""},),
    ),
    tick(
        "ticked already",
        "the drawn box is ticked beforehand",
        SAME,
        boxes(row("news", "News", ticked="checked"), *PLAIN[1:], style=DRAWN),
    ),
    tick(
        "radios drawn and turned",
        "three radios are drawn and stand the other way round",
        SAME,
        boxes(*RADIOS[::-1], style=DRAWN),
        a=boxes(*RADIOS),
        flow=show(check("Medium", "radio"), click("Keep")),
        deeds=({"do": "/keep", "on": "medium"},),
    ),
    tick(
        "label says another thing",
        "the label that covers the box says Ads now",
        STOP,
        boxes(
            "<div class=c><input type=checkbox id=news value=news><label class=d for=news>Ads</label></div>",
            style=DRAWN,
        ),
    ),
    tick(
        "label asks first",
        "a press on the label opens a question and ticks nothing",
        STOP,
        boxes(
            *PLAIN,
            style=DRAWN,
            script="document.querySelector('label').addEventListener('click', (e) => { e.preventDefault(); say('Sure?'); });",
        ),
    ),
    tick(
        "label ticks all",
        "a press on the drawn box ticks all boxes",
        STOP,
        boxes(
            *PLAIN,
            style=DRAWN,
            script="document.querySelector('label').addEventListener('click', () => setTimeout("
            "() => document.querySelectorAll('input').forEach((o) => { o.checked = true; })));",
        ),
    ),
    tick(
        "ticks another one",
        "a tick of News ticks Ads, too",
        STOP,
        boxes(*PLAIN, script="$('#news').addEventListener('change', () => { $('#ads').checked = true; });"),
    ),
    tick(
        "ticks another one, as it did",
        "a tick of News has always ticked Ads",
        SAME,
        boxes(
            *PLAIN,
            lead="<p>New</p>",
            script="$('#news').addEventListener('change', () => { $('#ads').checked = true; });",
        ),
        a=boxes(*PLAIN, script="$('#news').addEventListener('change', () => { $('#ads').checked = true; });"),
        deeds=({"do": "/keep", "on": "news,ads"},),
    ),
    tick(
        "above, under a sticky head",
        "drawn boxes above the field that was filled last, below a head that stays",
        SAME,
        reach(DRAWN),
        a=reach(""),
        flow=ticking_after,
    ),
    tick(
        "above, under a sticky head, plain",
        "the same without drawn boxes",
        SAME,
        reach(""),
        a=reach(""),
        flow=ticking_after,
    ),
    tick(
        "first of two labels acts, covered",
        "two labels; the second one covers the box, and the first has a script of its own",
        SAME,
        boxes(LABELS, row("ads", "Ads"), style=COVERED.replace("DD", "block"), script=FIRST),
        a=boxes(LABELS, row("ads", "Ads"), style=COVERED.replace("DD", "none"), script=FIRST),
    ),
)


PAIRS = (*BOXES,)
