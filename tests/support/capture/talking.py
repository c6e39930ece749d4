"""Kinds of the capture matrix that press keys, answer dialogs and exchange files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .parts import CLICKED, FORM, LINK, SELF, TYPED, button
from .table import Kind, Want, effect, one_of

if TYPE_CHECKING:
    from .table import Scene

ESCAPE = (
    '<div id="box" role="dialog" aria-label="Ask" tabindex="-1" onkeydown="if '
    "(event.key === "
    "'Escape') { this.hidden = true; note('closed'); }\">"
    '<button id="in">Inside</button></div>'
)
SHORT = (
    "<p>Text</p><script>addEventListener('keydown', (e) => { if ({on}) { "
    "e.preventDefault(); "
    "note('{says}'); } });</script>"
)


def fill_and_press(key: str, url: str = "") -> Any:
    """Return a drive that types a name and presses a key."""

    def drive(stage: Scene) -> None:
        stage.find("#name").fill("Ann")
        stage.find("#name").press(key)
        if url:
            stage.frame.wait_for_url(f"**{url}")

    return drive


def answer(**how: Any) -> Any:
    """Return a drive that presses a button and answers the dialog that comes."""

    def drive(stage: Scene) -> None:
        stage.tab.once("dialog", lambda dialog: dialog.accept(**how))
        stage.find("#go").click()

    return drive


def refuse(stage: Scene) -> None:
    """Press a button and dismiss the dialog that comes."""
    stage.tab.once("dialog", lambda dialog: dialog.dismiss())
    stage.find("#go").click()


def choose_file(stage: Scene) -> None:
    """Press a button that opens a file chooser."""
    with stage.tab.expect_file_chooser() as chooser:
        stage.find("#go").click()
    chooser.value.set_files(stage.file())


def download(stage: Scene) -> None:
    """Click what starts a download."""
    with stage.tab.expect_download() as started:
        stage.find("#go").click()
    started.value.path()


def shortcut(name: str, keys: str, test: str, *places: str) -> Kind:
    """Return a kind for a key that the whole page listens to."""
    html = SHORT.replace("{on}", test).replace("{says}", name)
    return Kind(
        name,
        html,
        lambda s: s.tab.keyboard.press(keys),
        (Want("press", value=lambda v: v.lower() == keys.lower()),),
        {"log": [name]},
        places=places,
    )


ENTER = Want("press", "textbox", "Name", "name", "Enter")

KINDS = (
    Kind(
        "enter-in-form",
        FORM.format(on="event.preventDefault(); set('sent', this.name.value)"),
        fill_and_press("Enter"),
        (TYPED, ENTER),
        {"sent": "Ann"},
        places=("cross-site-frame", "closed-shadow", "stopped-propagation", "document-open"),
    ),
    Kind(
        "enter-submits",
        FORM.format(on=""),
        fill_and_press("Enter", "/plain/sent?name=Ann"),
        (TYPED, ENTER, effect("navigate", value=one_of("link", "script"))),
        "/plain/sent?name=Ann",
        SELF,
    ),
    Kind(
        "enter-clears-field",
        (
            '<label for="name">Name</label><input id="name" onkeydown="if (event.key === '
            "'Enter') { "
            "note(this.value); this.value = ''; }\">"
        ),
        fill_and_press("Enter"),
        (TYPED, ENTER),
        {"log": ["Ann"]},
        places=("closed-shadow",),
    ),
    Kind(
        "same-value-again",
        '<label for="name">Name</label><input id="name" '
        "onkeydown=\"if (event.key === 'Enter') { note(this.value); this.value = ''; }\">",
        lambda s: (fill_and_press("Enter")(s), fill_and_press("Enter")(s)),
        (TYPED, ENTER, TYPED, ENTER),
        {"log": ["Ann", "Ann"]},
    ),
    Kind(
        "enter-on-button",
        button("note('go')"),
        lambda s: s.find("#go").press("Enter"),
        (Want("click|press", "button", "Go on", "go"),),
        {"log": ["go"]},
        places=("cross-origin-frame",),
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
    shortcut("control-k", "Control+K", "event.ctrlKey && event.key.toLowerCase() === 'k'"),
    shortcut("letter", "j", "event.key === 'j'"),
    shortcut("question-mark", "?", "event.key === '?'"),
    Kind(
        "arrow-in-menu",
        (
            '<ul role="menu" aria-label="Menu"><li id="a" role="menuitem" tabindex="0" '
            'onkeydown="if '
            "(event.key === 'ArrowDown') "
            "note('down')\">One</li></ul>"
        ),
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
            "const a = document.createElement('a'); a.href = window.URL.createObjectURL(new "
            "Blob(['x'])); "
            "a.download = 'made.txt'; a.click(); note('made')"
        ),
        download,
        (CLICKED, effect("download", value=lambda v: v.endswith("made.txt"))),
        {"log": ["made"]},
    ),
)
"""The kinds, in the order in which they are listed."""
