"""Tabs, frames and dialogs by what a stored step says about them. No browser."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from pytest_ami.browser.page_queries import choose
from pytest_ami.browser.run_calls import run_sync
from pytest_ami.browser.session import ContextSession, frame_key
from pytest_ami.model import command as c
from pytest_ami.model.outcome import Cause
from pytest_ami.model.workflow import DialogAnswer


class Listening:
    """Something with events, as Playwright's objects have them."""

    def __init__(self) -> None:
        self.handlers: dict[str, list[Any]] = {}

    def on(self, event: str, handler: Any) -> None:
        self.handlers.setdefault(event, []).append(handler)

    def remove_listener(self, event: str, handler: Any) -> None:
        self.handlers[event].remove(handler)

    def emit(self, event: str, what: Any) -> list[Any]:
        return [handler(what) for handler in list(self.handlers.get(event, ()))]


class Frame:
    """A frame with its children."""

    def __init__(self, url: str = "http://h/", name: str = "", parent: Frame | None = None) -> None:
        self.url, self.name, self.parent_frame, self.child_frames = url, name, parent, []
        if parent:
            parent.child_frames.append(self)

    child_frames: list[Frame]


class Page(Listening):
    """A page of a context."""

    def __init__(self, world: Any) -> None:
        super().__init__()
        self.context, self.main_frame, self.closed, self.url = world, Frame(), False, "about:blank"
        world.pages.append(self)

    def is_closed(self) -> bool:
        return self.closed


@pytest.fixture
def world() -> Any:
    made = Listening()
    made.pages = []  # type: ignore[attr-defined]
    return made


@pytest.fixture
def home(world: Any) -> Page:
    return Page(world)


def opened(world: Any) -> Page:
    page = Page(world)
    world.emit("page", page)
    return page


def test_the_tests_page_is_the_first_tab_whatever_was_open_before(world: Any) -> None:
    earlier, home = Page(world), Page(world)

    assert ContextSession(home).tabs() == [home, earlier]


def test_tabs_keep_their_numbers_when_one_closes(world: Any, home: Page) -> None:
    session = ContextSession(home)
    first, second = opened(world), opened(world)
    first.closed = True

    assert session.page(c.FrameAddress(tab=2)) is second
    assert session.frame(c.FrameAddress(tab=1)) is None
    assert session.open_tabs() == [home, second]


def test_a_tab_that_is_not_there_yet_has_no_frame(home: Page) -> None:
    assert ContextSession(home).frame(c.FrameAddress(tab=1)) is None


def test_frames_are_found_by_name_or_by_path_and_place(home: Page) -> None:
    session = ContextSession(home)
    named = Frame("http://h/x?session=1", "editor", home.main_frame)
    ads = [Frame(f"http://h/ad?{n}", "", home.main_frame) for n in range(2)]
    inner = Frame("http://h/deep", "", named)

    for frame in (named, *ads, inner, home.main_frame):
        assert session.frame(c.FrameAddress(frame=session.path_of(frame))) is frame
    assert [frame_key(frame) for frame in ads] == ["/ad#0", "/ad#1"]
    assert session.frame(c.FrameAddress(frame=("editor", "gone"))) is None


def test_an_observed_element_is_acted_on_in_its_own_frame(home: Page) -> None:
    session = ContextSession(home)
    frame = Frame("http://h/in", "in", home.main_frame)
    session.remember_ref("e7", frame)

    assert session.frame_of(c.Click(ref="e7")) is frame
    session.forget_refs()
    assert session.frame_of(c.Click(ref="e7")) is home.main_frame


def test_closing_leaves_no_listener_behind(world: Any, home: Page) -> None:
    session = ContextSession(home)
    session.dialogs.expect((DialogAnswer(kind="confirm"),))

    session.close()

    assert not any(world.handlers.values())


class Dialog:
    """A dialog of the browser."""

    def __init__(self, kind: str) -> None:
        self.type, self.message, self.done = kind, "Sure?", ""

    def accept(self, text: str = "") -> None:
        self.done = f"accepted {text}".strip()

    def dismiss(self) -> None:
        self.done = "dismissed"


def test_dialogs_are_answered_as_learned_and_others_are_dismissed(world: Any, home: Page) -> None:
    session = ContextSession(home)
    session.dialogs.expect((DialogAnswer(kind="prompt", text="Eve"), DialogAnswer(kind="confirm", accept=False)))
    dialogs = [Dialog(kind) for kind in ("confirm", "prompt", "prompt", "alert")]

    for dialog in dialogs:
        world.emit("dialog", dialog)

    assert [dialog.done for dialog in dialogs] == ["dismissed", "accepted Eve", "dismissed", "dismissed"]


def test_dialogs_that_nobody_expects_are_left_to_the_test(world: Any, home: Page) -> None:
    session = ContextSession(home)
    session.dialogs.expect((DialogAnswer(kind="alert"),))
    session.dialogs.expect(())

    assert world.emit("dialog", Dialog("alert")) == []


def test_a_candidate_in_a_frame_that_went_cannot_be_chosen() -> None:
    session: Any = SimpleNamespace(frame=lambda _place: None, aim="#x")

    acted = run_sync(choose(session, c.Choose(index=1)))

    assert (acted.ok, acted.cause, session.aim) == (False, Cause.MOVED, "")


class Document:
    """A request for a document of the test's page."""

    timing: ClassVar[dict[str, float]] = {"responseStart": 1.0}
    redirected_from = None

    def __init__(self, page: Page, url: str, site: str, *, answers: bool = True) -> None:
        self.url, self.frame = url, page.main_frame
        self.headers: dict[str, str] = {}
        self._site, self._answers = site, answers

    def is_navigation_request(self) -> bool:
        return True

    def all_headers(self) -> dict[str, str]:
        if not self._answers:
            raise RuntimeError("the page is gone")
        return {"sec-fetch-site": self._site}


@pytest.mark.parametrize(
    ("sites", "address"),
    [
        (("none", "cross-site"), "http://app.test/"),
        (("none", "none"), "http://other.test/"),
    ],
)
def test_the_home_is_the_address_that_the_test_asked_for(home: Page, sites: tuple[str, str], address: str) -> None:
    session = ContextSession(home)
    for url, site in zip(("http://app.test/", "http://other.test/"), sites, strict=True):
        home.url = url
        home.emit("request", Document(home, url, site))

    assert run_sync(session.home_url()) == address


def test_a_page_on_one_origin_asks_the_browser_nothing(home: Page) -> None:
    session = ContextSession(home)
    home.url = "http://app.test/two"
    for url in ("http://app.test/", home.url):
        home.emit("request", Document(home, url, "none", answers=False))

    assert run_sync(session.home_url()) == home.url


def test_a_page_that_was_open_before_the_session_is_its_own_home(home: Page) -> None:
    home.url = "http://app.test/"
    session = ContextSession(home)
    assert run_sync(session.home_url()) == "http://app.test/"

    home.url = "http://other.test/"
    home.emit("request", Document(home, home.url, "cross-site"))

    assert run_sync(session.home_url()) == "http://app.test/"
