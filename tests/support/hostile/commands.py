"""Hidden fields that make the request of a form another deed."""

from __future__ import annotations

from typing import Any

from .acts import click, fill, press, show, wait
from .pair import SAME, STOP, Answer, App, family
from .parts import button, done, one, page

GROUP = "commands"
BODY: dict[str, Any] = {"patience": 3.0}


def form(
    hidden: str = "", *, more: str = "", outside: str = "", heading: str = "Message", drop: bool = False, lead: str = ""
) -> App:
    def kept(request: Any) -> Answer:
        return Answer(
            body=done("Thank you"), deed={"do": request.path, "text": request.data.get("text", "")} if drop else None
        )

    body = f'{lead}<h1>{heading}</h1><form id=f action="/send" method="post" {more}><label for="text">Text</label><input id="text" name="text">{hidden}<button>Send</button></form>{outside}'
    return App({"/": page(body), "/send": kept, "/out": done("Out")})


def hid(name: str, value: str, more: str = "") -> str:
    return f'<input type="hidden" name="{name}" value="{value}" {more}>'


sends_ = family(
    GROUP,
    a=form(),
    flow=show(fill("Text", "{text}"), click("Send"), wait("text=Thank you")),
    learn=({"text": "Hello"}, {"text": "Lunch"}),
    values={"text": "Thanks"},
    deeds=({"do": "/send", "text": "{text}"},),
    **BODY,
)
SCRIPTED = "const send = () => post('/send', {text: val('#text')}).then(() => say('Thank you'));"


def scripted(more: str = "") -> App:
    return one(
        f"<h1>Message</h1><label for=text>Text</label><input id=text>{button('Send', 'send()')}{more}", script=SCRIPTED
    )


by_script = family(
    GROUP,
    a=scripted(),
    flow=show(fill("Text", "{text}"), click("Send"), wait("text=Thank you")),
    learn=({"text": "Hello"}, {"text": "Lunch"}),
    values={"text": "Thanks"},
    deeds=({"do": "/send", "text": "{text}"},),
    **BODY,
)
entered = show(fill("Text", "{text}"), press("#text", "Enter"), wait("text=Thank you"))
OUT = f'<form action="/out" method="post">{hid("_method", "delete")}<button>Sign out</button></form>'
PATCH = {"a": form(hid("_method", "patch")), "deeds": ({"do": "/send", "text": "{text}", "_method": "patch"},)}
HIDDEN = (
    sends_("deletes", "the form deletes", STOP, form(hid("_method", "delete"))),
    sends_("deletes, in capitals", "the form deletes", STOP, form(hid("_METHOD", "DELETE"))),
    sends_("sign out in another form", "another form has a hidden command", SAME, form(outside=OUT)),
    by_script(
        "sign out beside a script's form",
        "a form to sign out was added to a page that sends by a script",
        SAME,
        scripted(OUT),
    ),
    by_script(
        "cards with forms beside",
        "a list of files, each with a form that deletes it, was added",
        SAME,
        scripted(
            f'<ul><li>File <form action="/out" method=post>{hid("_method", "delete")}<button>Delete</button></form></li></ul>'
        ),
    ),
    sends_("command of two words", "a hidden field throws all drafts away", STOP, form(hid("op", "discard_draft"))),
    sends_("command as a number", "a hidden field forces it", STOP, form(hid("force", "1"))),
    sends_(
        "method twice",
        "a second hidden field makes it one that deletes",
        STOP,
        form(hid("_method", "patch") + hid("_method", "delete")),
        **PATCH,
    ),
    sends_(
        "method twice, new",
        "two hidden fields were added; the last one deletes",
        STOP,
        form(hid("_method", "patch") + hid("_method", "delete")),
    ),
    sends_(
        "belongs by its attribute",
        "the hidden field stands outside and belongs to the form",
        STOP,
        form(outside=hid("_method", "delete", "form=f")),
    ),
    sends_("by Enter", "the form deletes; it is sent by Enter", STOP, form(hid("_method", "delete")), flow=entered),
    sends_(
        "by Enter, overridden",
        "the form deletes instead of changing; it is sent by Enter",
        STOP,
        form(hid("_method", "delete")),
        flow=entered,
        **PATCH,
    ),
    sends_(
        "other heading, too",
        "the form deletes, and the heading is a bit longer",
        STOP,
        form(hid("_method", "delete"), heading="Your message"),
    ),
    sends_("nested name", "a hidden field of a nested name deletes", STOP, form(hid("post[_method]", "delete"))),
    sends_("destroys", "a hidden field destroys the record (Rails)", STOP, form(hid("_destroy", "true"))),
    sends_(
        "saves",
        "a hidden field says action=save, as this button always did",
        SAME,
        form(hid("action", "save"), drop=True),
    ),
    sends_("not forced", "a hidden field says force=false", SAME, form(hid("force", "false"), drop=True)),
    sends_("mode of the page", "a hidden field says mode=dark", SAME, form(hid("mode", "dark"), drop=True)),
    sends_(
        "posts by its method",
        "a hidden field says _method=post, which it is",
        SAME,
        form(hid("_method", "post"), drop=True),
    ),
    sends_(
        "a disabled one",
        "a hidden command that is disabled is never sent",
        SAME,
        form(hid("_method", "delete", "disabled")),
    ),
    sends_("token", "a hidden token was added", SAME, form(hid("authenticity_token", "aGVsbG8"), drop=True)),
    sends_(
        "in a fieldset that is off",
        "a hidden command within a disabled fieldset is never sent",
        SAME,
        form(f"<fieldset disabled>{hid('op', 'discard')}</fieldset>"),
    ),
)

PAIRS = (*HIDDEN,)
