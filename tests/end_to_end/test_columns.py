"""A link or a cell whose text is data: it is found in the row of this run's value, in its column, and only there."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab

SITE = "http://runs.test"
MODES = (Mode.AUTO, Mode.REPLAY)
"""Of a lesson, and of the runs after it."""

NAMES = ("ash", "birch", "cedar", "elm")


class Runs:
    """A list of runs: each row links to its run by the time that has passed, or by its state."""

    def __init__(self, times: dict[str, str], *, deed: str = "", other: str = "") -> None:
        """Show these times; `deed` is the path of each link after its id, `other` that of the last row's link."""
        self.times, self.deed, self.other = times, deed, other

    def __call__(self, route: Any) -> None:
        parts = urlsplit(route.request.url).path.strip("/").split("/")
        if parts == [""]:
            rows = "".join(
                f'<tr><td><a href="/runs/{one}{self.other if name == NAMES[-1] else self.deed}">{said}</a></td>'
                f'<td>{name}</td><td><a href="/runs/{one}/log">Log</a></td></tr>'
                for one, (name, said) in enumerate(self.times.items(), 4071)
            )
            body = f"<h1>Runs</h1><table><tr><th>Created<th>Name<th>More</tr>{rows}</table>"
        else:
            name = list(self.times)[int(parts[1]) - 4071]
            body = f'<h1>Run {name}</h1><p role="status">{" ".join([name, *parts[2:]])}</p>'
        route.fulfill(content_type="text/html", body=f"<!doctype html><main>{body}</main>")


def opened(page: Any, name: str) -> None:
    page.get_by_role("row").filter(has=page.get_by_text(name, exact=True)).get_by_role("link").first.click()
    page.get_by_role("status").wait_for()


AGES = dict(zip(NAMES, ("4 seconds ago", "2 months ago", "2 months ago", "3 months ago"), strict=True))
LATER = dict(zip(NAMES, ("a minute ago", "just now", "yesterday", "2 days ago"), strict=True))
STATES = dict(zip(NAMES, ("Hide 1", "Hide 2", "Show 3", "Show 4"), strict=True))


def test_a_time_in_a_row_is_data_of_that_row(lab: Lab, page: Any) -> None:
    for number, name in enumerate(("ash", "elm", "birch", "cedar")):
        page.context.route(f"{SITE}/**", Runs(LATER if number else AGES))
        page.goto(SITE)
        run = lab.run(page, "open a run", {"name": name}, teacher=opened, mode=MODES[bool(number)])
        assert page.get_by_role("status").inner_text() == name
        assert run.outcome.value == ("replayed" if number else "learned")


@pytest.mark.variants(8)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Runs(AGES), Runs(LATER, other="/delete")),  # the link of this row leads to another deed
        (Runs(STATES, deed="/turn"), Runs(STATES, deed="/turn", other="/turn")),  # the name is the deed
    ],
)
def test_a_link_of_another_deed_in_that_column_is_refused(lab: Lab, page: Any, first: Runs, second: Runs) -> None:
    first.other = first.other or first.deed
    page.context.route(f"{SITE}/**", first)
    page.goto(SITE)
    lab.run(page, "open a run", {"name": "ash"}, teacher=opened, timeout=5.0)
    page.context.route(f"{SITE}/**", second)
    page.goto(SITE)
    with pytest.raises(FlowError):
        lab.run(page, "open a run", {"name": "elm"}, mode=Mode.REPLAY, timeout=3.0)
    assert urlsplit(page.url).path == "/"


def test_a_box_is_recorded_as_it_was_before_it_was_ticked(lab: Lab, page: Any) -> None:
    rows = "".join(
        f'<tr><td><input type=checkbox aria-label="Row (unchecked)"></td><td>{name}</td></tr>' for name in NAMES
    )
    state = "for (const box of document.querySelectorAll('input')) box.oninput = () => box.ariaLabel = 'Row (checked)'"
    page.context.route(
        f"{SITE}/**",
        lambda route: route.fulfill(content_type="text/html", body=f"<table>{rows}</table><script>{state}</script>"),
    )

    def tick(page: Any, name: str) -> None:
        page.get_by_role("row").filter(has=page.get_by_text(name, exact=True)).get_by_role("checkbox").check()

    for number, name in enumerate(("ash", "elm", "birch")):
        page.goto(SITE)
        run = lab.run(page, "choose a run", {"name": name}, teacher=tick, mode=MODES[bool(number)])
        assert (
            page.get_by_role("row").filter(has=page.get_by_role("checkbox", checked=True)).inner_text().strip() == name
        )
        assert run.outcome.value == ("replayed" if number else "learned")


def document(body: str) -> Any:
    """Return the handler that answers each request with a page."""
    return lambda route: route.fulfill(content_type="text/html", body=body)


FILES = """<main><h1>Files</h1><ul id=list></ul><script>
const names = %s, age = '%s';
function draw(edited) {
  list.innerHTML = names.map((name) => `<li data-name="${name}">${name === edited ? '<input class="renamer">'
    : `<span class="title">${name}</span>`} <span class="age">${age}</span></li>`).join('');
  for (const row of list.children) row.ondblclick = () => draw(row.dataset.name);
  const field = list.querySelector('input');
  if (field) field.onkeydown = (event) => {
    if (event.key === 'Enter') document.body.insertAdjacentHTML('beforeend', `<p role=status>${edited} is ${field.value}</p>`);
  };
}
draw('');
</script></main>"""


def renamed(page: Any, old: str, new: str) -> None:
    page.get_by_role("listitem").filter(has=page.get_by_text(old, exact=True)).locator(".age").dblclick()
    page.get_by_role("textbox").fill(new)
    page.get_by_role("textbox").press("Enter")
    page.get_by_role("status").wait_for()


def test_a_name_is_edited_in_the_row_of_this_run(lab: Lab, page: Any) -> None:
    for number, old in enumerate(("ash", "elm", "birch")):
        age = ("a minute ago", "3 minutes ago", "yesterday")[number]
        page.context.route(f"{SITE}/**", document(FILES % (list(NAMES), age)))
        page.goto(SITE)
        run = lab.run(
            page, "rename a file", {"old": old, "new": f"tree {number}"}, teacher=renamed, mode=MODES[bool(number)]
        )
        assert page.get_by_role("status").inner_text() == f"{old} is tree {number}"
        assert run.outcome.value == ("replayed" if number else "learned")


EDITOR = """<main><h1>Note %s</h1><div class="editor"><div style="overflow: hidden; position: relative; width: 3px; height: 0">
<textarea style="position: absolute; width: 1000px; height: 1em"></textarea></div><div id=lines class="lines"></div></div>
<button>Save</button><p role=status></p></main><script>
let text = 'About the note %s.', all = false;
const keys = document.querySelector('textarea'), show = () => { lines.innerHTML = `<pre>${text}</pre>`; };
lines.onmousedown = (event) => { event.preventDefault(); keys.focus(); };
keys.onkeydown = (event) => { if (event.ctrlKey && event.key === 'a') all = true; };
keys.oninput = () => { text = all ? keys.value : text + keys.value; all = true; show(); };
document.querySelector('button').onclick = () => { document.querySelector('p').textContent = `saved: ${text}`; };
show();
</script>"""


def written(page: Any, text: str) -> None:
    page.locator(".lines").click()
    page.keyboard.press("Control+A")
    page.keyboard.type(text)
    page.get_by_role("button", name="Save").click()


def test_the_text_of_an_editor_that_draws_it_is_replaced(lab: Lab, page: Any) -> None:
    for number, text in enumerate(("Rain at 5:30.", "It's sunny", "雨")):
        page.context.route(f"{SITE}/**", document(EDITOR % (number, "abc"[number] * 9)))
        page.goto(SITE)
        run = lab.run(page, "write", {"text": text}, teacher=written, mode=MODES[bool(number)])
        assert page.get_by_role("status").inner_text() == f"saved: {text}"
        assert run.outcome.value == ("replayed" if number else "learned")
