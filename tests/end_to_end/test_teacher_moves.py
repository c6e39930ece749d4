"""Moves of a teacher that only a browser can show: dialogs that are answered, tabs that are looked at."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from pytest_ami.browser.session import ContextSession
from pytest_ami.model.lesson import Advice, Move, MoveKind, Situation
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

if TYPE_CHECKING:
    from collections.abc import Iterator

ASKING = """<button id="b" onclick="said.textContent = confirm('Archive it?') ? 'Archived' : 'Kept'">Archive</button>
<p role="status" id="said"></p>"""
TWO = """<a href="/other" target="_blank">Open the notes</a><button onclick="said.textContent = 'Marked'">Mark</button>
<p role="status" id="said"></p>"""


class Scripted:
    """A teacher that makes its moves in order, each on the element of a name, and keeps what it was told."""

    name, wants_screenshot = "scripted", False

    def __init__(self, *moves: tuple[MoveKind, str, str]) -> None:
        """Keep the moves."""
        self.moves = list(moves)
        self.told: list[Situation] = []

    def advise(self, situation: Situation) -> Advice:
        """Make the next move; done after the last."""
        self.told.append(situation)
        if not self.moves:
            return Advice(move=Move(kind=MoveKind.DONE))
        kind, name, value = self.moves.pop(0)
        ref = next((one.ref for one in situation.observation.elements if one.name == name), "")
        return Advice(move=Move(kind=kind, ref=ref, value=value))


def serve(page: Any, body: str) -> None:
    def answer(route: Any) -> None:
        text = "<h1>Notes</h1><button>Fold</button>" if route.request.url.endswith("/other") else body
        route.fulfill(body=f"<!doctype html><title>T</title><body>{text}", content_type="text/html")

    page.context.route("http://moves.test/**", answer)
    page.goto("http://moves.test/")


def test_a_question_of_the_browser_is_told_answered_and_replayed(lab: Lab, page: Any) -> None:
    serve(page, ASKING)
    teacher = Scripted(
        (MoveKind.CLICK, "Archive", ""), (MoveKind.ANSWER_DIALOG, "", "accept"), (MoveKind.CLICK, "Archive", "")
    )

    lab.run(page, "archive", {}, teacher=teacher)

    assert "'Archive it?'" in teacher.told[1].objection
    assert "call answer_dialog" in teacher.told[1].objection
    assert page.get_by_role("status").inner_text() == "Archived"
    page.goto("http://moves.test/")
    assert lab.run(page, "archive", {}, mode=Mode.REPLAY).outcome is Outcome.REPLAYED
    assert page.get_by_role("status").inner_text() == "Archived"


def test_a_teacher_goes_back_to_the_first_tab(lab: Lab, page: Any) -> None:
    serve(page, TWO)
    page.wait_for_timeout(400)  # however long it has been quiet before, the tab that a click opens is waited for
    teacher = Scripted(
        (MoveKind.CLICK, "Open the notes", ""), (MoveKind.SWITCH_TAB, "", "1"), (MoveKind.CLICK, "Mark", "")
    )

    lab.run(page, "mark", {}, teacher=teacher)

    names = [{element.name for element in situation.observation.elements} for situation in teacher.told]
    assert names[1] == {"Fold"}
    assert "Mark" in names[2]
    assert page.get_by_role("status").inner_text() == "Marked"


def test_a_tab_is_waited_for_although_the_driver_tells_of_it_late(
    lab: Lab, page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine the page of the click is quiet long before the driver tells of the new tab."""
    opened = ContextSession._opened

    def late(session: ContextSession, tab: Any) -> None:
        threading.Timer(0.7, opened, (session, tab)).start()

    monkeypatch.setattr(ContextSession, "_opened", late)
    serve(page, TWO)
    teacher = Scripted((MoveKind.CLICK, "Open the notes", ""), (MoveKind.CLICK, "Fold", ""))

    lab.run(page, "fold", {}, teacher=teacher)

    assert {element.name for element in teacher.told[1].observation.elements} == {"Fold"}


def test_a_link_whose_click_is_taken_by_the_page_opens_no_tab_to_wait_for(
    lab: Lab, page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_session: ContextSession, _left: float) -> Iterator[Any]:
        raise AssertionError("a tab was waited for")

    monkeypatch.setattr(ContextSession, "await_tab", refuse)
    taken = TWO.replace("<a ", '<a onclick="event.preventDefault(); said.textContent = &quot;Shown&quot;" ')
    serve(page, taken)

    lab.run(page, "open", {}, teacher=Scripted((MoveKind.CLICK, "Open the notes", "")))

    assert page.get_by_role("status").inner_text() == "Shown"


TOKENS = """<form onsubmit="event.preventDefault(); said.textContent = 'Saved ' + token.value"><label>Token
<input id=token></label><button>Add block</button></form><p role="status" id="said"></p>"""


def test_a_public_token_is_typed_kept_and_replayed_and_a_block_is_added(lab: Lab, page: Any) -> None:
    serve(page, TOKENS)
    teacher = Scripted((MoveKind.FILL, "Token", "{{token}}"), (MoveKind.CLICK, "Add block", ""))

    lab.run(page, "save design", {"token": "primary-blue"}, teacher=teacher, public=("token",))

    workflow = lab.store.find("save design")
    assert workflow is not None
    assert [(p.name, p.secret) for p in workflow.parameters] == [("token", False)]
    assert teacher.told[0].values == {"token": "primary-blue"}
    page.goto("http://moves.test/")
    lab.run(page, "save design", {"token": "deep-red"}, mode=Mode.REPLAY, public=("token",))
    assert page.get_by_role("status").inner_text() == "Saved deep-red"
