"""The wait for the answers to the requests of a page."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.browser.page_queries import await_answers
from pytest_ami.browser.run_calls import run_sync
from pytest_ami.browser.session import ContextSession
from pytest_ami.model import command as c
from pytest_ami.model.errors import StaleError
from pytest_ami.model.settings import Mode
from tests.support.hostile.pair import Answer, App
from tests.support.hostile.server import Stage
from tests.support.lab import Lab

SITE = "http://answers.test"
POPUP = "<p>Saving</p><script>fetch('/never'); setTimeout(() => window.close(), 150);</script>"
CHAIN = "<p role=status></p><script>fetch('/first').then(() => fetch('/second')).then(() => { document.querySelector('p').textContent = 'Failed'; });</script>"
SLOW = 0.3
"""Seconds until an answer comes."""


@pytest.fixture
def session(page: Any) -> Iterator[ContextSession]:
    made = ContextSession(page)
    yield made
    made.close()


def served(page: Any, pages: dict[str, str]) -> None:
    """Serve pages; any other address is answered late, and ``/never`` is not answered."""

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(SITE)
        if path in pages:
            route.fulfill(content_type="text/html", body=pages[path])
        elif path != "/never":
            page.wait_for_timeout(SLOW * 1000)
            route.fulfill(body="{}")

    page.context.route(f"{SITE}/**", answer)


def test_a_window_that_closes_itself_owes_no_answer(page: Any, session: ContextSession) -> None:
    served(page, {"/": "<p>Home</p>", "/popup": POPUP})
    page.goto(SITE)
    with page.expect_popup() as opened:
        page.evaluate("() => { window.open('/popup'); }")
    opened.value.wait_for_load_state()

    began = time.monotonic()
    run_sync(await_answers(session, c.AwaitAnswers(place=c.FrameAddress(tab=1), timeout=20_000)))

    assert opened.value.is_closed()
    assert time.monotonic() - began < 15


def test_an_answer_that_starts_another_request_is_no_end(page: Any, session: ContextSession) -> None:
    served(page, {"/": CHAIN})
    page.goto(SITE)

    seen = run_sync(await_answers(session, c.AwaitAnswers(timeout=20_000)))

    assert seen.health.pending == 0
    assert page.get_by_role("status").inner_text() == "Failed"


# -- which requests a replay waits for ------------------------------------------------------------------------------

BOARD = """<main id=board></main><p role=status></p><script>
const log = [], rows = ['Ash', 'Elm'];
const note = (what) => { if (log.at(-1) !== what) log.push(what); };
function draw() {
  board.innerHTML = `<h1>Trees</h1><button id=add>Add tree</button><label>Search <input id=search></label><ul>${
    rows.map((row) => `<li>${row}</li>`).join('')}</ul><div id=form></div>`;
  search.oninput = () => note('search');
  add.onclick = () => {
    note('opened');
    form.innerHTML = '<h2>New tree</h2><label>Name <input id=name></label><button id=save>Save</button>';
    const field = form.querySelector('#name');
    field.oninput = () => note('name');
    form.querySelector('#save').onclick = async () => {
      await fetch('/save', {method: 'POST', body: field.value});
      note('saved');
      rows.push(field.value);
      form.innerHTML = '';
      document.querySelector('p').textContent = `Saved ${field.value}`;
      fetch('/trees').then(() => { note('read again'); });
    };
  };
}
draw();
fetch('/trees').then(() => { note('read'); REDRAW });
</script>"""


@pytest.fixture(scope="module")
def server() -> Iterator[Stage]:
    with Stage() as made:
        yield made


def board(
    lab: Lab, page: Any, server: Stage, task: str, name: str, *, slow: float, redraws: bool = False, teacher: Any = None
) -> list[str]:
    """Open a list of trees, which it reads at the start and after each change, and run a task; return what happened.

    Args:
        lab: The lab of the test.
        page: The page.
        server: The server; it answers a reading of the trees after ``slow`` seconds.
        task: The task.
        name: Its parameter.
        slow: Seconds.
        redraws: Whether the page draws itself anew when it has read the trees.
        teacher: The teacher of a lesson; None for a replay.
    """
    body = f"<!doctype html><title>Trees</title>{BOARD.replace('REDRAW', 'draw();' if redraws else '')}"
    server.show(App({"/": body, "/trees": "[]", "/save": Answer(body="{}")}, {"/trees": slow}))
    ami = lab.face(page, task, mode=Mode.AUTO if teacher else Mode.REPLAY, teacher=teacher)
    page.goto(server.url)
    run = ami.run(name=name)
    happened = list(page.evaluate("() => log"))
    ami.close()
    ami._attempt.commit()
    assert run.outcome.value == ("learned" if teacher else "replayed")
    return happened


def planted(page: Any, name: str) -> None:
    page.get_by_role("button", name="Add tree").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").get_by_text("Saved").wait_for()


def searched(page: Any, name: str) -> None:
    page.get_by_role("button", name="Add tree").click()
    page.get_by_label("Search").fill(name)


def test_a_click_that_only_opens_a_part_waits_neither_for_the_start_nor_for_the_end(
    lab: Lab, page: Any, server: Stage
) -> None:
    board(lab, page, server, "add a tree", "Oak", slow=0, teacher=planted)

    happened = board(lab, page, server, "add a tree", "Birch", slow=2)

    # The deed waits until the page has read its trees. Nothing waits until it has read them again.
    assert happened == ["opened", "name", "read", "saved"]
    assert page.get_by_role("status").inner_text() == "Saved Birch"


def test_a_part_that_the_start_of_the_page_wiped_out_is_opened_again(lab: Lab, page: Any, server: Stage) -> None:
    board(lab, page, server, "search a tree", "Oak", slow=0, teacher=searched)

    happened = board(lab, page, server, "search a tree", "Elm", slow=2, redraws=True)

    assert happened == ["opened", "read", "opened", "search"]  # the field was there before: it waits
    assert page.get_by_role("heading", name="New tree").is_visible()


RECORDS = """<ul><li><button>Ash</button></li><li><button>Elm</button></li><li><button>Oak</button></li></ul>
<div id=part></div><p role=status></p><script>
const heights = {Ash: '12', Elm: '20', Oak: '31'};
for (const one of document.querySelectorAll('li button')) one.onclick = () => {
  part.innerHTML = `<h2>Editing ${one.textContent}</h2><label>Height <input id=height></label><label>Note <input></label><button id=save disabled>Save</button>`;
  setTimeout(() => { height.value = heights[one.textContent]; save.disabled = false; }, LATE);
  save.onclick = () => { document.querySelector('p').textContent = `${one.textContent} is ${height.value} m`; };
};
</script>"""


def measured(page: Any, name: str, height: str) -> None:
    page.get_by_role("button", name=name).click()
    page.wait_for_function("() => document.querySelector('#height')?.value")
    page.get_by_label("Height").fill(height)
    page.get_by_label("Note").fill("by tape")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").get_by_text("is").wait_for()


def test_a_field_that_the_page_fills_itself_is_filled_after_that(lab: Lab, page: Any, server: Stage) -> None:
    for number, (name, height) in enumerate((("Ash", "13"), ("Oak", "32"), ("Elm", "21"))):
        server.show(App({"/": f"<!doctype html><h1>Trees</h1>{RECORDS.replace('LATE', str(400 * bool(number)))}"}))
        page.goto(server.url)

        run = lab.run(
            page,
            "measure a tree",
            {"name": name, "height": height},
            teacher=measured,
            mode=Mode.REPLAY if number else Mode.AUTO,
        )

        assert run.outcome.value == ("replayed" if number else "learned")
        assert page.get_by_role("status").inner_text() == f"{name} is {height} m"


EMPTIED = """<h1>Trees</h1><label>Name <input id=name></label><button id=save>Save</button>
<p role=status></p><script>
let times = TIMES;
if (times) save.disabled = true;
document.querySelector('#name').oninput = () => setTimeout(() => {
  if (times > 0) document.querySelector('#name').value = '';
  times -= 1;
  setTimeout(() => { save.disabled = false; }, 1500);  // a slow machine looks before that as well
}, 300);
save.onclick = () => { document.querySelector('p').textContent = `Saved ${document.querySelector('#name').value}`; };
</script>"""


def saved(page: Any, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").get_by_text("Saved").wait_for()


def emptying(lab: Lab, page: Any, server: Stage, times: int) -> None:
    """Learn to save a tree, then replay it on a page that empties the field so many times."""
    for number, name in enumerate(("Ash", "Oak")):
        server.show(App({"/": f"<!doctype html>{EMPTIED.replace('TIMES', str(times * number))}"}))
        page.goto(server.url)
        lab.run(page, "save a tree", {"name": name}, teacher=saved, mode=Mode.REPLAY if number else Mode.AUTO)


def test_a_field_that_the_page_empties_is_filled_once_more(lab: Lab, page: Any, server: Stage) -> None:
    emptying(lab, page, server, 1)

    assert page.get_by_role("status").inner_text() == "Saved Oak"


def test_a_field_that_the_page_empties_when_it_is_left_stops_the_replay(lab: Lab, page: Any, server: Stage) -> None:
    leaving = "document.querySelector('#name').onchange = (event) => { if (EMPTY) event.target.value = ''; };</script>"
    for number, name in enumerate(("Ash", "Oak")):
        body = EMPTIED.replace("TIMES", "0").replace("</script>", leaving.replace("EMPTY", str(number)))
        server.show(App({"/": f"<!doctype html>{body}"}))
        page.goto(server.url)
        if number:
            with pytest.raises(StaleError, match="it holds ''"):
                lab.run(page, "save a tree", {"name": name}, mode=Mode.REPLAY)
        else:
            lab.run(page, "save a tree", {"name": name}, teacher=saved)

    assert page.get_by_role("status").inner_text() == ""


def test_a_field_that_stays_empty_stops_the_replay(lab: Lab, page: Any, server: Stage) -> None:
    with pytest.raises(StaleError, match="it holds ''"):
        emptying(lab, page, server, 9)

    assert page.get_by_role("status").inner_text() == ""
