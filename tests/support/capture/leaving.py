"""Kinds of the capture matrix that lead to other pages and to other tabs."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error

from .parts import CLICKED, LINK, SELF, button
from .table import Kind, Want, effect, one_of
from .talking import download

if TYPE_CHECKING:
    from .table import Scene

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


def path_of_page(stage: Scene) -> str:
    """Return path and fragment of the tab that the case ended on."""
    return str(stage.tab.evaluate(f"() => {SELF}"))


def then(css: str, url: str) -> Any:
    """Return a drive that clicks and waits for the page to be at a URL."""

    def drive(stage: Scene) -> None:
        stage.find(css).click()
        stage.tab.wait_for_url(f"**{url}")
        stage.tab.wait_for_function("window.ready")

    return drive


def in_popup(act: Any, *, closes: bool = False) -> Any:
    """Return a drive that opens a tab and does something in it."""

    def drive(stage: Scene) -> None:
        with stage.page.expect_popup() as opened:
            stage.find("#go").click()
        popup = opened.value
        popup.wait_for_function("window.ready")
        if closes:
            with popup.expect_event("close"), contextlib.suppress(Error):  # it closes under the click
                act(popup)
        else:
            act(popup)

    return drive


def in_new_tab(**how: Any) -> Any:
    """Return a drive that opens a link in a new tab by how it is clicked."""

    def drive(stage: Scene) -> None:
        with stage.page.context.expect_page() as opened:
            stage.find("#go").click(**how)
        opened.value.wait_for_function("window.ready")

    return drive


def visits(*acts: Any) -> Any:
    """Return a drive that does several things to the page, and waits for each to load."""

    def drive(stage: Scene) -> None:
        for act in acts:
            act(stage)
            stage.tab.wait_for_function("window.ready")

    return drive


def go_to(path: str) -> Any:
    """Return an act that opens an address."""
    return lambda stage: stage.tab.goto(path)


def away(stage: Scene) -> None:
    """Follow the link away."""
    stage.find("#away").click()
    stage.tab.wait_for_url("**/plain/away")


def tabs(stage: Scene) -> list[str]:
    """Return the paths of all open tabs."""
    return [page.evaluate(f"() => {SELF}") for page in stage.page.context.pages]


def come_to_nothing(stage: Scene) -> None:
    """Follow a link that leads nowhere: the server has no content for it."""
    with stage.page.expect_response("**/nothing"):
        stage.find("#go").click()


KINDS = (
    Kind(
        "popup-by-link",
        '<a id="go" target="_blank" href="/plain/child">Go on</a>',
        in_popup(lambda _: None),
        (LINK, NEW, CAME),
        2,
        lambda s: len(tabs(s)),
        places=("same-origin-frame",),
    ),
    Kind(
        "popup-by-control-click",
        '<a id="go" href="/plain/child">Go on</a>',
        in_new_tab(modifiers=["Control"]),
        (LINK, NEW, CAME),
        2,
        lambda s: len(tabs(s)),
    ),
    Kind(
        "popup-by-middle-click",
        '<a id="go" href="/plain/child">Go on</a>',
        in_new_tab(button="middle"),
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
    Kind("goto", "<p>Text</p>", go_to("/plain/other"), (Want("navigate", value="typed"),), "/plain/other", SELF),
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
        lambda s: (
            s.find("#go").click(),
            s.wait(
                "sessionStorage.n === '1' && performance.getEntriesByType('navigation')[0].type === 'reload' && "
                "window.ready"
            ),
        ),
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
    Kind(
        "goto-after-download",
        '<a id="go" href="/file/report.txt">Go on</a>',
        visits(download, go_to("/plain/other")),
        (LINK, effect("download"), Want("navigate", value="typed")),
        "/plain/other",
        SELF,
    ),
    Kind(
        "goto-after-nothing",
        '<a id="go" href="/nothing">Go on</a>',
        visits(come_to_nothing, go_to("/plain/other")),
        (LINK, Want("navigate", value="typed")),
        "/plain/other",
        SELF,
    ),
)
"""The kinds, in the order in which they are listed."""
