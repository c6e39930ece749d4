"""Texts that nobody reads, and fields that fade in."""

from __future__ import annotations

from typing import Any

from .acts import click, keys, show, tap, wait
from .pair import EITHER, SAME, STOP, App, family
from .parts import button, one

GROUP = "unseen"
BODY: dict[str, Any] = {"patience": 3.0}


def sends(*ways: tuple[str, str], script_after: str = "") -> App:
    made = "".join(
        f"<section>{text}<button class=b onclick=\"post('/send', {{way: '{way}'}}).then(() => say('Sent'))\">Send</button></section>"
        for way, text in ways
    )
    return one(f"<h1>Invite</h1>{made}", script=script_after)


def unread(tag: str, text: str) -> str:
    return (
        f"<{tag}>{text if tag != 'style' else '/* ' + text + ' */'}</{tag}>"
        if tag != "script"
        else f"<script>/* {text} */</script>"
    )


def twins(tag: str) -> Any:
    a = sends(("mail", unread(tag, "by mail")), ("post", unread(tag, "by post")))
    return family(
        GROUP,
        a=a,
        flow=show(tap("section:nth-of-type(1) button")),
        learn=({}, {}),
        values={},
        deeds=({"do": "/send", "way": "mail"},),
        task="send an invitation",
        **BODY,
    )


SEEN_TEXT = sends(("mail", "<p>by mail</p><script>1</script>"), ("post", "<p>by post</p><script>2</script>"))
visible = family(
    GROUP,
    a=SEEN_TEXT,
    flow=show(tap("section:nth-of-type(1) button")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/send", "way": "mail"},),
    task="send an invitation by mail",
    **BODY,
)
UNREADS = (
    visible(
        "texts exchanged",
        "the two ways have changed places; a person reads so",
        EITHER,
        sends(("post", "<p>by post</p><script>1</script>"), ("mail", "<p>by mail</p><script>2</script>")),
    ),
    visible(
        "scripts exchanged",
        "only the scripts have changed places",
        SAME,
        sends(("mail", "<p>by mail</p><script>2</script>"), ("post", "<p>by post</p><script>1</script>")),
    ),
    visible("no scripts", "the scripts are gone", SAME, sends(("mail", "<p>by mail</p>"), ("post", "<p>by post</p>"))),
    visible(
        "styles of an extension",
        "an extension has put styles and templates beside all",
        SAME,
        sends(
            (
                "mail",
                "<style>.q{color:red}</style><p>by mail</p><style>.q{color:red}</style><template><b>x</b></template>",
            ),
            ("post", "<p>by post</p><style>.r{top:0}</style>"),
        ),
    ),
    visible(
        "text in a noscript",
        "the text of the first way stands in a noscript, that of the other way is left",
        EITHER,
        sends(("mail", "<noscript><p>by mail</p></noscript>"), ("post", "<p>by post</p>")),
    ),
    visible("mail is gone", "only the post is left", STOP, sends(("post", "<p>by post</p><script>1</script>"))),
)

FADE = "<style>.p{transition:opacity %s;opacity:0;display:none} .p.on{display:block}</style>"


def panels(*, fade: str = ".4s", opens: str = "comment", more: str = "", closes: str = "") -> App:
    made = "".join(
        f"<div class=p id={key}><div><p>{title}</p><textarea></textarea></div>{button('Post', f'post(`/{key}`, {{t: $(`#{key} textarea`).value}}).then(() => say(`Posted`))')}</div>"
        for key, title in (("report", "Report to the police"), ("comment", "Comment on it"))
    )
    script = """const on = (id) => { const p = $('#' + id); p.classList.add('on'); p.querySelector('textarea').focus(); p.getBoundingClientRect(); p.style.opacity = 1; };
const off = (id) => { const p = $('#' + id); p.style.opacity = 0; later(450, () => p.classList.remove('on')); };"""
    begin = f"{closes};on('{opens}')"
    return one(f"{FADE % fade}<h1>Photo</h1>{button('React', begin)}{made}", script=script + more)


faded = family(
    GROUP,
    a=panels(),
    flow=show(click("React"), keys("{t}"), click("Post"), wait("text=Posted")),
    learn=({"t": "Nice"}, {"t": "Good"}),
    values={"t": "Fine"},
    deeds=({"do": "/comment", "t": "{t}"},),
    task="comment",
    **BODY,
)
EDITOR = """<style>@keyframes blink{{from{{opacity:.2}} to{{opacity:1}}}} .ed{{position:relative;border:1px solid;width:300px}} .ed>.in{{position:absolute;left:0;top:0;width:2px;height:2px;overflow:hidden}} .ed:focus-within>.in{{animation:{blink}}}</style>
<h1>Code</h1><div class=ed><div class=in><textarea style='width:200px'></textarea></div><div class=lines><div class=line>one</div><div class=line>two</div><div class=line>three</div></div></div>"""
EDITING = """let at_ = 0; const lines = () => [...document.querySelectorAll('.line')], field = $('.ed textarea');
$('.lines').addEventListener('mousedown', (e) => { e.preventDefault(); const l = e.target.closest('.line'); if (l) at_ = lines().indexOf(l); field.focus(); });
field.addEventListener('input', () => { lines()[at_].textContent += field.value; field.value = ''; });
const store = () => post('/store', {text: lines().map((l) => l.textContent).join('/')}).then(() => say('Stored'));"""


def editor(blink: str) -> App:
    return one(EDITOR.format(blink=blink) + button("Store", "store()"), script=EDITING)


coding = family(
    GROUP,
    a=editor("none"),
    flow=show(tap(".line:nth-child(2)"), keys("{t}"), click("Store")),
    learn=({"t": "xx"}, {"t": "yy"}),
    values={"t": "zz"},
    deeds=({"do": "/store", "text": "one/two{t}/three"},),
    task="write into line two",
    **BODY,
)
FADES = (
    faded("no fade", "the panel is there at once", SAME, panels(fade="0s")),
    faded("learned without a fade", "the panel fades in now", SAME, panels(), a=panels(fade="0s")),
    faded("longer fade", "the panel fades in for 1.5 s", SAME, panels(fade="1.5s")),
    faded("other panel", "the panel that fades in reports to the police", STOP, panels(opens="report")),
    faded(
        "other panel fades out",
        "the panel of reports is there and fades out while the other one fades in",
        SAME,
        panels(more="on('report');", closes="off('report')"),
    ),
    faded(
        "fades out instead",
        "the panel is open, and the button lets it fade out",
        EITHER,
        panels(more="on('comment');", closes="off('comment'); return"),
    ),
    faded(
        "wrong one stays",
        "the panel of reports is there and stays; the other one fades in",
        SAME,
        panels(more="on('report');"),
    ),
    coding("editor blinks finitely", "the unseen field of an editor blinks some times", SAME, editor("blink .2s 40")),
    coding(
        "editor blinked finitely",
        "the unseen field of an editor blinked some times when it was learned",
        SAME,
        editor("none"),
        a=editor("blink .2s 40"),
    ),
    coding(
        "editor blinks, unchanged",
        "it blinks some times, as before",
        SAME,
        editor("blink .2s 40"),
        a=editor("blink .2s 40"),
    ),
    coding(
        "editor has another line",
        "a line was put before: line two is another one",
        EITHER,
        one(
            EDITOR.format(blink="none").replace("<div class=line>one", "<div class=line>zero</div><div class=line>one")
            + button("Store", "store()"),
            script=EDITING,
        ),
    ),
)

PAIRS = (
    *UNREADS,
    *FADES,
)
