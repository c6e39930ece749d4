"""Flows on records whose ids stand in addresses, and on long lists of links: learned once, replayed with other values."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://tickets.test"
PEOPLE = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def tickets(route: Any) -> None:
    """A tracker: the page of a ticket names its id in addresses, in a form and in attributes."""
    url = urlsplit(route.request.url)
    parts = url.path.strip("/").split("/")
    if parts == [""]:
        rows = "".join(f'<li><a href="/tickets/T-{n}">Ticket of {who}</a></li>' for n, who in enumerate(PEOPLE, 104))
        body = f"<main><h1>Tickets</h1><ul>{rows}</ul></main>"
    elif len(parts) == 2:
        own = parts[1] if "wrong" not in url.query else "T-999"
        body = f"""<main><h1>Ticket {parts[1]}</h1><a id="assign-{own}" href="/tickets/{own}/assign">Assign</a>
            <form action="/tickets/{own}/close" method="post"><button name="close" value="{own}">Close</button></form></main>"""
    else:
        body = f'<p role="status">{parts[2]} {parts[1]}</p>'
    route.fulfill(content_type="text/html", body=f"<!doctype html>{body}")


def act(page: Any, who: str, role: str, name: str) -> None:
    page.get_by_role("link", name=f"Ticket of {who}").click()
    page.get_by_role(role, name=name).click()
    page.get_by_role("status").wait_for()


@pytest.mark.parametrize(
    ("role", "name", "deed"),
    [pytest.param("link", "Assign", "assign", marks=pytest.mark.nightly), ("button", "Close", "close")],
)
def test_the_id_of_a_record_is_data(lab: Lab, page: Any, role: str, name: str, deed: str) -> None:
    page.context.route(f"{SITE}/**", tickets)

    def teach(page: Any, who: str) -> None:
        act(page, who, role, name)

    for who, number in (("Cleo", 106), ("Ada", 104), ("Eve", 108), ("Cleo", 106)):
        page.goto(SITE)
        run = lab.run(page, f"{deed} a ticket", {"who": who}, teacher=teach, timeout=5.0)
        assert page.get_by_role("status").inner_text() == f"{deed} T-{number}"
        assert run.outcome.value == ("learned" if lab.attempts == 1 else "replayed")


@pytest.mark.parametrize(
    ("role", "name"), [("link", "Assign"), pytest.param("button", "Close", marks=pytest.mark.nightly)]
)
def test_a_control_for_another_record_than_the_open_one_is_refused(lab: Lab, page: Any, role: str, name: str) -> None:
    page.context.route(f"{SITE}/**", tickets)
    page.goto(SITE)
    lab.run(page, "act", {"who": "Cleo"}, teacher=lambda page, who: act(page, who, role, name))
    page.context.route(f"{SITE}/tickets/T-104", lambda route: route.fallback(url=f"{SITE}/tickets/T-104?wrong"))
    page.goto(SITE)

    with pytest.raises(FlowError):
        lab.run(page, "act", {"who": "Ada"}, mode=Mode.REPLAY, timeout=2.0)

    assert not page.get_by_role("status").count()


LINKS = 90


def pages(route: Any) -> None:
    """A list with many links of one path; the pages are among them."""
    at = int(parse_qs(urlsplit(route.request.url).query).get("at", ["1"])[0])
    sorts = "".join(f'<a href="/list?by={n}">Column {n}</a> ' for n in range(LINKS))
    numbers = " ".join(f"<b>{n}</b>" if n == at else f'<a href="/list?at={n}">{n}</a>' for n in range(1, 13))
    body = f"<main><h1>List</h1><div>{sorts}</div><p>{numbers}</p><p role=status>at {at}</p></main>"
    route.fulfill(content_type="text/html", body=f"<!doctype html>{body}")


def test_a_link_among_many_is_found_by_the_value_of_this_run(lab: Lab, page: Any) -> None:
    page.context.route("http://list.test/**", pages)

    def teach(page: Any, number: str) -> None:
        page.get_by_role("link", name=number, exact=True).click()

    for number in ("3", "7", "12", "2"):
        page.goto("http://list.test/list")
        run = lab.run(page, "turn to a page", {"number": number}, teacher=teach, timeout=5.0)
        assert page.get_by_role("status").inner_text() == f"at {number}"
        assert run.outcome.value == ("learned" if lab.attempts == 1 else "replayed")
    stored = lab.store.find("turn to a page")

    assert stored is not None
    target = stored.steps[0].target
    assert target is not None
    assert "3" not in target.xpath


def popup(route: Any) -> None:
    """A form whose author is made in a window of its own, which closes itself after a moment."""
    if route.request.url.endswith("/new"):
        body = """<h1>New author</h1><label>Name <input id="name"></label><button onclick="
            opener.document.getElementById('who').textContent = document.getElementById('name').value;
            setTimeout(() => window.close(), 300)">Add</button>"""
    else:
        body = """<main><h1>Book</h1><button onclick="window.open('/new', 'new', 'width=400,height=300')">New author</button>
            <p id="who"></p><button onclick="document.getElementById('said').textContent = 'Saved with ' +
            document.getElementById('who').textContent">Keep</button><p role="status" id="said"></p></main>"""
    route.fulfill(content_type="text/html", body=f"<!doctype html>{body}")


def test_a_window_that_closes_itself_is_left_for_the_one_before(lab: Lab, page: Any) -> None:
    page.context.route("http://popup.test/**", popup)

    def teach(page: Any, author: str) -> None:
        with page.expect_popup() as opened:
            page.get_by_role("button", name="New author").click()
        opened.value.get_by_label("Name").fill(author)
        with opened.value.expect_event("close"):
            opened.value.get_by_role("button", name="Add").click()
        page.get_by_role("button", name="Keep").click()

    for author in ("Anna Seghers", "Bo", "Anna Seghers"):
        page.goto("http://popup.test/")
        lab.run(
            page,
            "make an author",
            {"author": author},
            teacher=teach,
            timeout=8.0,
            mode=Mode.AUTO if not lab.attempts else Mode.REPLAY,
        )
        assert page.get_by_role("status").inner_text() == f"Saved with {author}"
        while len(page.context.pages) > 1:  # a window of the run before would be counted as one of the next run
            page.wait_for_timeout(50)


TASKS = """<!doctype html><label>New task <textarea id="new"></textarea></label><ul id="tasks">%s</ul><script>
  const field = document.getElementById('new');
  field.onkeydown = (event) => { if (event.key !== 'Enter') return; event.preventDefault(); const text = field.value; field.value = '';
    if (location.search) return;
    tasks.insertAdjacentHTML('beforeend', `<li>${text} <button>Done</button> <button>Delete</button></li>`); };
</script>"""
ENTRY = "<li>Water the plants <button>Done</button> <button>Delete</button></li>"


@pytest.mark.parametrize("query", ["", "?loses"])
def test_a_text_that_moves_from_its_field_to_a_list_with_entries_proves_the_step(
    lab: Lab, page: Any, query: str
) -> None:
    def teach(page: Any, text: str) -> None:
        page.get_by_label("New task").fill(text)
        page.get_by_label("New task").press("Enter")
        page.get_by_text(text).wait_for()

    body = [""]
    page.context.route("http://tasks.test/**", lambda r: r.fulfill(content_type="text/html", body=TASKS % body[0]))
    page.goto("http://tasks.test/")
    lab.run(page, "add a task", {"text": "Buy a rope"}, teacher=teach)
    body[0] = ENTRY
    page.goto(f"http://tasks.test/{query}")

    if query:
        with pytest.raises(FlowError):
            lab.run(page, "add a task", {"text": "Ask O'Brien"}, mode=Mode.REPLAY, timeout=2.0)
    else:
        assert lab.run(page, "add a task", {"text": "Ask O'Brien"}, mode=Mode.REPLAY).outcome.value == "replayed"
        assert page.get_by_role("listitem").count() == len(("plants", "O'Brien"))
