"""Kinds of the capture matrix that press keys, meet dialogs, exchange files, and lead to other pages and tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .table import Kind, Want, effect, one_of

if TYPE_CHECKING:
    from .stage import Stage

SELF = "location.pathname + location.search + location.hash"
FORM = (
    "<form action=\"/plain/sent\" onsubmit=\"{on}\"><label for=\"name\">Name</label><input id=\"name\" name=\"name\">"
    '<button id="send">Send</button></form>'
)
TYPED = Want("input", "textbox", "Name", "name", "Ann")
BUTTON = '<button id="go" onclick="{on}">Go on</button>'
CLICKED = Want("click", "button", "Go on", "go")
LINK = Want("click", "link", "Go on", "go")


def button(code: str) -> str:
    """Return a button that runs ``code``."""
    return BUTTON.format(on=code.replace('"', "&quot;"))


def path_of_page(stage: Stage) -> str:
    """Return path and fragment of the tab that the case ended on."""
    return str(stage.tab.evaluate(f"() => {SELF}"))


def then(css: str, url: str) -> Any:
    """Return a drive that clicks and waits for the page to be at a URL."""

    def drive(stage: Stage) -> None:
        stage.find(css).click()
        stage.tab.wait_for_url(f"**{url}")
        stage.tab.wait_for_function("window.ready")

    return drive


def fill_and_press(key: str, url: str = "") -> Any:
    """Return a drive that types a name and presses a key."""

    def drive(stage: Stage) -> None:
        stage.find("#name").fill("Ann")
        stage.find("#name").press(key)
        if url:
            stage.frame.wait_for_url(f"**{url}")

    return drive


def answer(**how: Any) -> Any:
    """Return a drive that presses a button and answers the dialog that comes."""

    def drive(stage: Stage) -> None:
        stage.tab.once("dialog", lambda dialog: dialog.accept(**how))
        stage.find("#go").click()

    return drive


def refuse(stage: Stage) -> None:
    """Press a button and dismiss the dialog that comes."""
    stage.tab.once("dialog", lambda dialog: dialog.dismiss())
    stage.find("#go").click()


def choose_file(stage: Stage) -> None:
    """Press a button that opens a file chooser."""
    with stage.tab.expect_file_chooser() as chooser:
        stage.find("#go").click()
    chooser.value.set_files(stage.file())


def download(stage: Stage) -> None:
    """Click what starts a download."""
    with stage.tab.expect_download() as started:
        stage.find("#go").click()
    started.value.path()


def in_popup(act: Any, *, closes: bool = False) -> Any:
    """Return a drive that opens a tab and does something in it."""

    def drive(stage: Stage) -> None:
        with stage.page.expect_popup() as opened:
            stage.find("#go").click()
        popup = opened.value
        popup.wait_for_function("window.ready")
        if closes:
            with popup.expect_event("close"):
                act(popup)
        else:
            act(popup)

    return drive


def modified(stage: Stage) -> None:
    """Open a link in a new tab by Control and click."""
    with stage.page.context.expect_page() as opened:
        stage.find("#go").click(modifiers=["Control"])
    opened.value.wait_for_function("window.ready")


def visits(*acts: Any) -> Any:
    """Return a drive that does several things to the page, and waits for each to load."""

    def drive(stage: Stage) -> None:
        for act in acts:
            act(stage)
            stage.tab.wait_for_function("window.ready")

    return drive


def goto(path: str) -> Any:
    """Return an act that opens an address."""
    return lambda stage: stage.tab.goto(path)


def away(stage: Stage) -> None:
    """Follow the link away."""
    stage.find("#away").click()
    stage.tab.wait_for_url("**/plain/away")


def tabs(stage: Stage) -> list[str]:
    """Return the paths of all open tabs."""
    return [page.evaluate(f"() => {SELF}") for page in stage.page.context.pages]


CHILD = "/plain/child?html=<button id=b onclick=\"opener.note('b');{more}\">Say</button>"
SAY = "window.open('{child}')".format(
    child=CHILD.format(more="").replace("'", "\\'").replace('"', "%22").replace("<", "%3C").replace(">", "%3E")
)
CLOSING = SAY.replace("%22%3ESay", "window.close()%22%3ESay")
SAID = Want("click", "button", "Say", "b")
NEW = effect("popup")
CAME = effect("navigate", sure=False)
AWAY = '<a id="away" href="/plain/away">Away</a>'
AWAY_CLICK = Want("click", "link", "Away", "away")
LINKED = effect("navigate", value=one_of("link", "script"))
ESCAPE = (
    '<div id="box" role="dialog" aria-label="Ask" tabindex="-1" onkeydown="if (event.key === \'Escape\') { this.hidden = true; note(\'closed\'); }">'
    '<button id="in">Inside</button></div>'
)
SHORT = (
    "<p>Text</p><script>addEventListener('keydown', (e) => { if ({on}) { e.preventDefault(); note('{says}'); } });</script>"
)


def shortcut(name: str, keys: str, test: str, *places: str) -> Kind:
    """Return a kind for a key that the whole page listens to."""
    html = SHORT.replace("{on}", test).replace("{says}", name)
    return Kind(
        name, html, lambda s: s.tab.keyboard.press(keys), (Want("press", value=lambda v: v.lower() == keys.lower()),), {"log": [name]}, places=places
    )


KINDS = (
    Kind(
        "enter-in-form",
        FORM.format(on="event.preventDefault(); set('sent', this.name.value)"),
        fill_and_press("Enter"),
        (TYPED, Want("press", "textbox", "Name", "name", "Enter")),
        {"sent": "Ann"},
        places=("cross-site-frame", "closed-shadow", "stopped-propagation", "document-open"),
    ),
    Kind(
        "enter-submits",
        FORM.format(on=""),
        fill_and_press("Enter", "/plain/sent?name=Ann"),
        (TYPED, Want("press", "textbox", "Name", "name", "Enter"), effect("navigate", value=one_of("link", "script"))),
        "/plain/sent?name=Ann",
        SELF,
    ),
    Kind(
        "enter-clears-field",
        '<label for="name">Name</label><input id="name" onkeydown="if (event.key === \'Enter\') { note(this.value); this.value = \'\'; }">',
        fill_and_press("Enter"),
        (TYPED, Want("press", "textbox", "Name", "name", "Enter")),
        {"log": ["Ann"]},
        places=("closed-shadow",),
    ),
    Kind(
        "enter-on-button",
        button("note('go')"),
        lambda s: s.find("#go").press("Enter"),
        (Want("click|press", "button", "Go on", "go"),),
        {"log": ["go"]},
    ),
    Kind(
        "space-on-button",
        button("note('go')"),
        lambda s: s.find("#go").press("Space"),
        (Want("click|press", "button", "Go on", "go"),),
        {"log": ["go"]},
        places=("closed-shadow",),
    ),
    Kind(
        "submit-button",
        FORM.format(on="event.preventDefault(); set('sent', this.name.value)"),
        lambda s: (s.find("#name").fill("Ann"), s.find("#send").click()),
        (TYPED, Want("click", "button", "Send", "send")),
        {"sent": "Ann"},
        places=("nested-frame",),
    ),
    Kind(
        "escape",
        ESCAPE,
        lambda s: s.find("#in").press("Escape"),
        (Want("press", value="Escape"),),
        {"log": ["closed"]},
        places=("cross-site-frame", "closed-shadow"),
    ),
    shortcut("control-k", "Control+K", "event.ctrlKey && event.key.toLowerCase() === 'k'", "stopped-propagation"),
    shortcut("letter", "j", "event.key === 'j'"),
    shortcut("question-mark", "?", "event.key === '?'"),
    Kind(
        "arrow-in-menu",
        '<ul role="menu" aria-label="Menu"><li id="a" role="menuitem" tabindex="0" onkeydown="if (event.key === \'ArrowDown\') note(\'down\')">One</li></ul>',
        lambda s: s.find("#a").press("ArrowDown"),
        (Want("press", "menuitem", "One", "a", "ArrowDown"),),
        {"log": ["down"]},
    ),
    Kind(
        "alert",
        button("alert('Saved'); note('after')"),
        answer(),
        (CLICKED, effect("dialog", "Saved", role="alert")),
        {"log": ["after"]},
        places=("cross-site-frame",),
    ),
    Kind(
        "confirm-accepted",
        button("note(confirm('Really?'))"),
        answer(),
        (CLICKED, effect("dialog", "Really?", role="confirm")),
        {"log": [True]},
        places=("same-origin-frame", "closed-shadow"),
    ),
    Kind(
        "confirm-dismissed",
        button("note(confirm('Really?'))"),
        refuse,
        (CLICKED, effect("dialog", "Really?", role="confirm")),
        {"log": [False]},
    ),
    Kind(
        "confirm-unanswered",
        button("note(confirm('Really?'))"),
        lambda s: s.find("#go").click(),
        (CLICKED, effect("dialog", "Really?", role="confirm")),
        {"log": [False]},
    ),
    Kind(
        "prompt",
        button("note(prompt('Your name?', 'Nobody'))"),
        answer(prompt_text="Ann"),
        (CLICKED, effect("dialog", "Your name?", lambda v: "Ann" in v, role="prompt")),
        {"log": ["Ann"]},
    ),
    Kind(
        "upload",
        '<label for="file">File</label><input id="file" type="file" onchange="set(\'file\', this.files[0].name)">',
        lambda s: s.find("#file").set_input_files(s.file()),
        (Want("upload", None, "File", "file"),),
        {"file": "note.txt"},
        values={"file": "note.txt"},
        places=("cross-site-frame", "closed-shadow"),
    ),
    Kind(
        "upload-two",
        '<input id="file" aria-label="File" type="file" multiple onchange="set(\'files\', this.files.length)">',
        lambda s: s.find("#file").set_input_files([s.file("a.txt"), s.file("b.txt")]),
        (Want("upload", None, "File", "file"),),
        {"files": 2},
        values={"one": "a.txt", "two": "b.txt"},
    ),
    Kind(
        "upload-by-chooser",
        button("q('#file').click()")
        + '<input id="file" aria-label="File" type="file" hidden onchange="set(\'file\', this.files[0].name)">',
        choose_file,
        (Want("click", "button", "Go on", "go", sure=False), Want("upload", None, "File", "file")),
        {"file": "note.txt"},
        values={"file": "note.txt"},
        most=2,
    ),
    Kind(
        "download-by-link",
        '<a id="go" href="/file/report.txt">Go on</a>',
        download,
        (LINK, effect("download", value=lambda v: v.endswith("report.txt"))),
        "undefined",
        "typeof seen.log",
        places=("cross-site-frame",),
    ),
    Kind(
        "download-by-script",
        button(
            "const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob(['x'])); a.download = 'made.txt'; a.click(); note('made')"
        ),
        download,
        (CLICKED, effect("download", value=lambda v: v.endswith("made.txt"))),
        {"log": ["made"]},
    ),
    Kind(
        "popup-by-link",
        '<a id="go" target="_blank" href="/plain/child">Go on</a>',
        in_popup(lambda popup: None),
        (LINK, NEW, CAME),
        2,
        lambda s: len(tabs(s)),
        places=("same-origin-frame",),
    ),
    Kind(
        "popup-by-control-click",
        '<a id="go" href="/plain/child">Go on</a>',
        modified,
        (LINK, NEW, CAME),
        2,
        lambda s: len(tabs(s)),
    ),
    Kind(
        "popup-by-script",
        button(SAY),
        in_popup(lambda popup: popup.click("#b")),
        (CLICKED, NEW, CAME, SAID),
        {"log": ["b"]},
        places=("closed-shadow",),
    ),
    Kind(
        "popup-closes-itself",
        button(CLOSING),
        in_popup(lambda popup: popup.click("#b"), closes=True),
        (CLICKED, NEW, CAME, SAID, effect("close")),
        {"log": ["b"]},
    ),
    Kind(
        "popup-closed-by-user",
        button(SAY) + '<button id="last" onclick="note(\'last\')">Last</button>',
        lambda s: (
            in_popup(lambda popup: (popup.click("#b"), popup.close()))(s),
            s.find("#last").click(),
        ),
        (CLICKED, NEW, CAME, SAID, Want("close"), Want("click", "button", "Last", "last")),
        [{"log": ["b", "last"]}, 1],
        lambda s: [s.frame.evaluate("seen"), len(s.page.context.pages)],
    ),
    Kind("goto", "<p>Text</p>", goto("/plain/other"), (Want("navigate", value="typed"),), "/plain/other", SELF),
    Kind(
        "link",
        '<a id="go" href="/plain/other">Go on</a>',
        then("#go", "/plain/other"),
        (LINK, effect("navigate", value="link")),
        "/plain/other",
        path_of_page,
        places=("closed-shadow", "stopped-propagation"),
    ),
    Kind(
        "link-in-frame",
        '<a id="go" href="/plain/other">Go on</a>',
        lambda s: (s.find("#go").click(), s.frame.wait_for_url("**/plain/other")),
        (LINK, effect("navigate", sure=False)),
        "/plain/other",
        SELF,
        places=("same-origin-frame", "cross-site-frame"),
    ),
    Kind(
        "script-navigates",
        button("location.href = '/plain/other'"),
        then("#go", "/plain/other"),
        (CLICKED, effect("navigate", value="script")),
        "/plain/other",
        path_of_page,
    ),
    Kind(
        "script-navigates-later",
        button("setTimeout(() => { location.href = '/plain/other'; }, 300)"),
        then("#go", "/plain/other"),
        (CLICKED, effect("navigate", value="script")),
        "/plain/other",
        path_of_page,
    ),
    Kind(
        "redirect",
        '<a id="go" href="/redirect/other">Go on</a>',
        then("#go", "/plain/other"),
        (LINK, effect("navigate", value=one_of("redirect", "link"))),
        "/plain/other",
        path_of_page,
    ),
    Kind(
        "redirect-by-script",
        '<a id="go" href="/plain/way?html=%3Cscript%3Elocation.replace(\'/plain/other\')%3C/script%3E">Go on</a>',
        then("#go", "/plain/other"),
        (LINK, effect("navigate"), effect("navigate", value=one_of("redirect", "script"), sure=False)),
        "/plain/other",
        path_of_page,
    ),
    Kind(
        "go-back",
        AWAY,
        visits(away, lambda s: s.tab.go_back()),
        (AWAY_CLICK, LINKED, Want("navigate", value="history")),
        True,
        "location.pathname.startsWith('/page/')",
    ),
    Kind(
        "history-back",
        '<a id="away" href="/plain/away?html=%3Cbutton id=go onclick=history.back()%3EGo on%3C/button%3E">Away</a>',
        lambda s: (
            s.find("#away").click(),
            s.tab.click("#go"),
            s.tab.wait_for_url("**/page/**"),
            s.tab.wait_for_function("window.ready"),
        ),
        (AWAY_CLICK, LINKED, CLICKED, effect("navigate", value="history")),
        True,
        "location.pathname.startsWith('/page/')",
    ),
    Kind(
        "reload",
        button("set('it', 1)"),
        visits(lambda s: s.find("#go").click(), lambda s: s.tab.reload()),
        (CLICKED, Want("navigate", value="reload")),
        {},
    ),
    Kind(
        "reload-by-script",
        button("sessionStorage.n = 1 + +(sessionStorage.n || 0); location.reload()"),
        lambda s: (s.find("#go").click(), s.wait("sessionStorage.n === '1' && performance.getEntriesByType('navigation')[0].type === 'reload' && window.ready")),
        (CLICKED, effect("navigate", value="reload")),
        "1",
        "sessionStorage.n",
    ),
    Kind(
        "hash-link",
        '<a id="go" href="#part">Go on</a><h2 id="part">Part</h2>',
        lambda s: s.find("#go").click(),
        (LINK, effect("navigate", value=one_of("hash", "link"))),
        "#part",
        "location.hash",
    ),
    Kind(
        "hash-by-script",
        button("location.hash = 'part'"),
        lambda s: s.find("#go").click(),
        (CLICKED, effect("navigate", value=one_of("hash", "script"))),
        "#part",
        "location.hash",
    ),
)
"""The kinds, in the order in which they are listed."""
