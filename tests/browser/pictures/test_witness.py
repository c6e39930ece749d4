"""Which actions get a picture, and what happens if none can be taken: without a browser."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.browser.pictures.witness import Witness
from pytest_ami.browser.run_calls import run_sync
from pytest_ami.model import command as c
from pytest_ami.model.lesson import Advice, Element, Move, MoveKind, Observation, Pick, Question
from pytest_ami.model.look import EffectState, StepNote


class Tab:
    """A tab whose n-th picture is its number."""

    url = "http://app.test/inbox"
    frames = ()

    def __init__(self, *, blind: bool = False) -> None:
        self.taken = 0
        self.blind = blind

    def is_closed(self) -> bool:
        return False

    def screenshot(self, **_: Any) -> bytes:
        if self.blind:
            raise RuntimeError("no picture\nand why")
        self.taken += 1
        return str(self.taken).encode()


def no_session(_page: Any) -> Any:
    raise RuntimeError("not Chromium")


class Watched:
    """A witness with a tab of its own."""

    def __init__(self, level: str, *, blind: bool = False) -> None:
        self.tab = Tab(blind=blind)
        self.warned: list[str] = []
        self.session: Any = SimpleNamespace(
            page=lambda _place: self.tab,
            frame_of=lambda _command: None,
            context=SimpleNamespace(new_cdp_session=no_session),
        )
        self.witness = Witness(level, bytes.decode, warn=self.warned.append)

    def sees(self, command: c.Command, result: Any = None) -> None:
        run_sync(self.witness.before(self.session, command))
        self.witness.note(command, c.Acted() if result is None else result)

    def ends(self, *, stopped: bool = False) -> list[tuple[str, str]]:
        run_sync(self.witness.end(self.session, stopped=stopped))
        return [(moment.before, moment.after) for moment in self.witness.moments]


def click(number: int = 0, *, doubtful: bool = False, ref: str = "target") -> c.Click:
    return c.Click(ref=ref, step=StepNote(number=number, doubtful=doubtful) if number else None)


@pytest.mark.parametrize(("level", "taken"), [("failures", 0), ("changes", 0), ("all", 4)])
def test_a_replay_as_recorded_gets_pictures_only_if_all_are_asked_for(level: str, taken: int) -> None:
    watched = Watched(level)
    for number in (1, 2, 3):
        watched.sees(click(number))
        watched.sees(c.Look(), c.Seen())

    watched.ends()

    assert watched.tab.taken == taken


@pytest.mark.parametrize(
    ("level", "pictures"),
    [
        ("failures", [("", ""), ("", ""), ("", "")]),
        ("changes", [("", ""), ("1", "2"), ("", "")]),
        ("all", [("1", "2"), ("2", "3"), ("3", "4")]),
    ],
)
def test_a_heal_is_seen_before_and_after(level: str, pictures: list[tuple[str, str]]) -> None:
    watched = Watched(level)
    for number in (1, 2, 3):
        watched.sees(click(number, doubtful=number == 2))

    assert watched.ends() == pictures


@pytest.mark.parametrize("level", ["failures", "changes", "all"])
def test_a_flow_that_stopped_shows_its_end(level: str) -> None:
    watched = Watched(level)
    watched.sees(click(1))

    pictures = watched.ends(stopped=True)

    assert pictures[-1][1] == watched.witness.final == str(watched.tab.taken)


def test_an_action_that_is_tried_again_is_one_moment_with_its_first_picture() -> None:
    watched = Watched("all")
    watched.sees(click(1), c.Acted(ok=False, detail="it is gone"))
    watched.sees(click(1))

    assert watched.ends() == [("1", "2")]
    assert watched.witness.moments[0].ok


def test_every_action_of_a_lesson_has_its_thought_its_element_and_a_picture() -> None:
    watched = Watched("changes")
    to = Element(ref="e2", role="textbox", name="To")
    moves = (
        Move(kind=MoveKind.CLICK, ref="e1", reason="was refused"),
        Move(kind=MoveKind.FILL, ref="e2", value="{{to}}", reason="fills in to"),
        Move(kind=MoveKind.PRESS, value="Enter", reason="sends it"),
    )
    watched.sees(c.StartRecording(), ())
    watched.sees(c.Observe(), Observation(elements=(to,)))
    watched.sees(c.AskTeacher(situation=None), Advice(move=moves[0], more=moves[1:]))  # type: ignore[arg-type]
    watched.sees(c.Fill(ref="e2", value="ann@example.com"))
    watched.sees(c.Press(ref="page", key="Enter"))
    watched.sees(c.StopRecording(), ())

    assert watched.ends() == [("1", "2"), ("2", "3")]
    first, second = watched.witness.moments
    assert (first.thinking, first.value, first.element, first.taught) == ("fills in to", "{{to}}", to, True)
    assert (second.thinking, second.value) == ("sends it", "Enter")


def test_the_element_that_a_teacher_chose_is_seen() -> None:
    watched = Watched("changes")
    asks = c.AskTeacher(situation=Question(task="t", step="s", was="w", options=("a",)))
    watched.sees(asks, Pick(index=0))
    watched.sees(click(1))
    watched.sees(asks, Pick())
    watched.sees(click(2))

    assert watched.ends() == [("1", "2"), ("", "")]
    assert [moment.chosen for moment in watched.witness.moments] == [True, False]


def test_the_messages_after_an_action_are_those_of_the_last_look_that_read_them() -> None:
    watched = Watched("changes")
    seen = c.Seen(url="http://app.test/sent", effects=EffectState(notices=("status|Sent",)))
    watched.sees(click(1), c.Acted(seen=c.Seen(url="http://app.test/inbox")))
    watched.sees(c.Look(), seen)
    watched.sees(c.Look(), c.Seen(lost=True, url="http://other.test/"))

    assert watched.witness.moments[0].notices == ("status|Sent",)
    assert watched.witness.moments[0].led == "http://app.test/sent"


def test_a_picture_that_cannot_be_taken_is_one_warning_and_no_more() -> None:
    watched = Watched("all", blind=True)
    watched.sees(click(1))
    watched.sees(click(2))

    assert watched.ends(stopped=True) == [("", ""), ("", "")]
    assert watched.warned == ["No pictures are kept of this flow: no picture"]


def test_a_tab_that_is_gone_is_one_warning_and_no_fault() -> None:
    watched = Watched("all")

    def gone(_place: Any) -> Any:
        raise IndexError("tab 1 is not open")

    watched.session.page = gone
    watched.sees(c.Click(ref="e1"))
    watched.ends(stopped=True)

    assert watched.warned == ["No pictures are kept of this flow: tab 1 is not open"]
