"""Lessons that end before their deed, in real Chromium: refused whatever the test asserts; and deeds of every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from pytest_ami.model.errors import StaleError, TeacherError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.deeds import Answer, Application, Served
from tests.support.lab import Lab

BOOKS = {"7": "Waste Land", "8": "Transit"}
TRACKED = "<script>addEventListener('click', () => fetch('/track', {method: 'POST', keepalive: true}), true)</script>"
SURE = """<p>Are you sure you want to delete the book {title}?</p>
<form method=post action="/book/{id}/delete"><input type=hidden name=post value=yes><button>{yes}</button> <a href="/">No, take me back</a></form>"""


def shelf(remove: str = "Delete", yes: str = "Yes, I'm sure", more: str = TRACKED) -> dict[str, Served]:
    """Return a server that deletes a book after a page of its own that asks, and tracks every click."""
    left = dict(BOOKS)

    def home(_data: Any) -> str:
        rows = "".join(f'<li><a href="/book/{n}">{title}</a></li>' for n, title in left.items())
        return f"<h1>Books</h1><ul>{rows}</ul>{more}"

    def sure(number: str, data: dict[str, Any]) -> Answer:
        if data:
            left.pop(number, None)
            return Answer("", location="/")
        return Answer(f"<h1>Library</h1>{SURE.format(id=number, title=BOOKS[number], yes=yes)}{more}")

    pages: dict[str, Served] = {"/": home}
    for number, title in BOOKS.items():
        link = f'<a href="/book/{number}/delete">{remove}</a> <a href="/">All books</a>'
        pages[f"/book/{number}"] = f"<h1>{title}</h1>{link}{more}"
        pages[f"/book/{number}/delete"] = partial(sure, number)
    return pages


@pytest.fixture
def served() -> Iterator[Application]:
    with Application() as application:
        yield application


def deleted(application: Application) -> list[str]:
    return [path for path, _ in application.deeds if path != "/track"]


def by_hand(*presses: str) -> Callable[..., None]:
    def teacher(page: Any, title: str = "", **_values: str) -> None:
        for name in (title, *presses):
            page.get_by_role("link", name=name).or_(page.get_by_role("button", name=name)).click()

    return teacher


def test_a_demonstration_that_stops_at_the_page_that_asks_is_refused(served: Application, lab: Lab, page: Any) -> None:
    served.show(shelf())
    page.goto(served.url)

    with pytest.raises(TeacherError, match="ended without the deed"):
        lab.run(page, "delete a book", {"title": "Transit"}, teacher=by_hand("Delete"))

    assert deleted(served) == []
    assert lab.store.tasks() == ()


@pytest.mark.variants(12)
@pytest.mark.parametrize("wrong", [("All books",), ("Remove",), ("Remove", "No, take me back")])
def test_a_relearned_flow_without_its_commit_is_refused(
    served: Application, lab: Lab, page: Any, wrong: tuple[str, ...]
) -> None:
    served.show(shelf(more=""))
    page.goto(served.url)
    lab.run(page, "delete a book", {"title": "Transit"}, teacher=by_hand("Delete", "Yes, I'm sure"))
    served.show(shelf(remove="Remove", yes="Go ahead, Yes", more=""))
    page.goto(served.url)

    with pytest.raises(StaleError, match="ended without the deed"):
        lab.run(page, "delete a book", {"title": "Waste Land"}, teacher=by_hand(*wrong), timeout=3.0)

    assert deleted(served) == []
    assert [version.version for version in lab.store.versions("delete a book")] == [1]


def test_the_offline_teacher_answers_the_page_that_asks_and_its_lesson_replays(
    served: Application, lab: Lab, page: Any
) -> None:
    for title, outcome, number in (("Transit", Outcome.LEARNED, "8"), ("Waste Land", Outcome.REPLAYED, "7")):
        served.show(shelf())
        page.goto(served.url)
        assert lab.run(page, "delete a book", {"title": title}, timeout=4.0).outcome is outcome
        assert deleted(served) == [f"/book/{number}/delete"]


TALK = """<h1>Notes</h1><label>Note <input id=n></label> <button id=b disabled>BUTTON</button> <p id=c></p><script>
const line = new WebSocket(location.origin.replace('http', 'ws') + '/line');
line.onopen = () => { document.getElementById('b').disabled = false; };  // a message before that is never sent
document.getElementById('b').onclick = () => line.send('note ' + document.getElementById('n').value);
</script>"""


def test_a_deed_over_a_socket_is_proven_by_its_control(served: Application, lab: Lab, page: Any) -> None:
    served.show(TALK.replace("BUTTON", "Add note"))
    page.goto(served.url)
    page.wait_for_selector("#b:enabled")  # the socket is open before anybody watches the page

    def teacher(page: Any, note: str) -> None:
        page.get_by_label("Note").fill(note)
        page.get_by_role("button", name="Add note").click()

    assert lab.run(page, "add a note", {"note": "milk and tea"}, teacher=teacher).outcome is Outcome.LEARNED


GRID = """<h1>Boats</h1><div role=grid>
<div role=row><div role=columnheader>Name</div><div role=columnheader>Place</div></div>
<div role=row><div role=gridcell>Aida</div><div role=gridcell>Pier</div></div>
<div role=row><div role=gridcell>Brigg</div><div role=gridcell>Hall</div></div>
<div role=row><div role=gridcell>Cog</div><div role=gridcell>Dock</div></div></div><div id=l hidden>
<div class=e>Hall</div><div class=e>Pier</div></div><script>
const line = new WebSocket(location.origin.replace('http', 'ws') + '/line'), list = document.getElementById('l');
line.onopen = () => { document.title = 'open'; };
let cell;
for (const one of document.querySelectorAll('[role=gridcell]:last-child')) one.onclick = () => { cell = one; list.hidden = false; line.send('open'); };
for (const entry of list.children) entry.onclick = () => { list.hidden = true; TOLD; };
</script>"""
TELLS = "cell.textContent = entry.textContent, line.send(cell.textContent)"


@pytest.mark.parametrize("told", [TELLS, "0"])
def test_a_choice_in_a_cell_is_proven_by_its_message(served: Application, lab: Lab, page: Any, told: str) -> None:
    def teacher(page: Any, boat: str, place: str) -> None:
        page.get_by_role("row", name=boat).get_by_role("gridcell").last.click()
        page.locator(".e", has_text=place).click()

    def move(boat: str, place: str, **more: Any) -> Outcome | None:
        served.show(GRID.replace("TOLD", told))
        page.goto(served.url)
        page.wait_for_function("document.title === 'open'")
        return lab.run(page, "move a boat", {"boat": boat, "place": place}, teacher=teacher, **more).outcome

    if told == "0":
        with pytest.raises(TeacherError, match="ended without the deed"):
            move("Aida", "Hall")
        return
    assert move("Aida", "Hall") is Outcome.LEARNED
    assert move("Brigg", "Pier", mode=Mode.REPLAY, timeout=4.0) is Outcome.REPLAYED  # the old text of the cell is data
    assert page.get_by_role("gridcell").all_inner_texts() == ["Aida", "Pier", "Brigg", "Pier", "Cog", "Dock"]


def test_what_an_earlier_lesson_said_over_the_socket_proves_nothing(served: Application, lab: Lab, page: Any) -> None:
    served.show(TALK.replace("BUTTON", "Add note").replace("onclick = () =>", "onclick = () => window.spoke ||= !"))
    page.goto(served.url)
    page.wait_for_selector("#b:enabled")

    def teacher(page: Any, note: str) -> None:
        page.get_by_label("Note").fill(note)
        page.get_by_role("button", name="Add note").click()

    assert lab.run(page, "add a note", {"note": "milk and tea"}, teacher=teacher).outcome is Outcome.LEARNED
    with pytest.raises(TeacherError, match="ended without the deed"):
        lab.run(page, "add a note for Ann", {"note": "bread and salt"}, teacher=teacher)


@pytest.mark.parametrize("presses", [False, True])
def test_a_value_that_was_only_typed_is_no_deed(served: Application, lab: Lab, page: Any, presses: bool) -> None:  # noqa: FBT001
    served.show(TALK.replace("BUTTON", "Sort"))
    page.goto(served.url)

    def teacher(page: Any, note: str) -> None:
        page.get_by_label("Note").fill(note)
        if presses:
            page.get_by_role("button", name="Sort").click()

    with pytest.raises(TeacherError, match="ended without the deed"):
        lab.run(page, "add a note", {"note": "milk and tea"}, teacher=teacher)


LOCAL = """<h1>Tasks</h1><label>Task <input id=n></label><button id=b>Add</button><ul id=u></ul><script>
document.getElementById('b').onclick = () => {
  const field = document.getElementById('n'), row = document.createElement('li');
  row.textContent = field.value; field.value = ''; document.getElementById('u').append(row);
};</script>"""


def test_a_page_that_keeps_everything_itself_shows_the_deed(served: Application, lab: Lab, page: Any) -> None:
    served.show(LOCAL)
    page.goto(served.url)

    def teacher(page: Any, task: str) -> None:
        page.get_by_label("Task").fill(task)
        page.get_by_role("button", name="Add").click()

    assert lab.run(page, "create a task", {"task": "buy milk"}, teacher=teacher).outcome is Outcome.LEARNED
    page.goto(served.url)
    assert lab.run(page, "create a task", {"task": "sell tea"}).outcome is Outcome.REPLAYED
