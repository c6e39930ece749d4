"""A redesigned form stays where the old one went: the accepted request of this run's values is the proof for a lesson."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import AmiError, StaleError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab
from tests.support.versions import HOST, Versions

FORM = """<main><h1>Colours</h1><form id="form" onsubmit="event.preventDefault(); add()">
<label>LABEL <input id="key"></label> <button>Add</button></form></main><script>
const key = () => document.getElementById('key');
const post = (path, what) => fetch(path, { method: 'POST', body: new URLSearchParams(what) });
const gone = () => document.getElementById('form').remove();
async function add() { ADD }</script>"""


def form(add: str, label: str = "Name of the key") -> str:
    return FORM.replace("ADD", add).replace("LABEL", label)


OLD = form("await post('/deed', { key: key().value }); gone();", "Key")
POSTED = "await post('/deed', { key: key().value }); key().value = '';"
STAYS = {
    "empty again": form(POSTED),
    "another button": form(POSTED).replace("<button>Add", "<button class='primary'>Add key"),
    "with a count": form(POSTED + " document.querySelector('h1').textContent = 'Colours (4)';"),
}
STOPS = {
    "a failure": form(POSTED + " say('The key could not be added');"),
    "another value": form("await post('/deed', { key: 'x' + key().value }); key().value = '';"),
    "another address": form("await post('/seen', { key: key().value }); key().value = '';"),
    "nothing": form("key().value = '';"),
    "refused": form("await post('/refuse', { key: key().value }); key().value = '';").replace("/refuse", "/deed?no"),
}


LISTED = "document.querySelector('main').insertAdjacentHTML('beforeend', `<p>${key().value}</p>`);"
OLD_LIST, LIST, NO_LIST = (
    form(f"await post('/deed', {{ key: key().value }}); {LISTED} gone();", "Key"),
    form(POSTED.replace("key().value = '';", f"{LISTED} key().value = '';")),
    form(POSTED),
)


@pytest.fixture
def versions(lab: Lab, page: Any) -> Versions:
    made = Versions(lab, page)
    made.task = "add key"
    made.learn(OLD, show, key="red")
    return made


def show(page: Any, key: str) -> None:
    page.get_by_label("Key").fill(key)
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Add").wait_for(state="detached")


def relearned(versions: Versions, body: str, **params: str) -> Any:
    versions.body = body
    versions.deeds.clear()
    versions.page.goto(f"{HOST}/")
    try:
        return versions.lab.run(versions.page, versions.task, params, mode=Mode.AUTO, teacher="offline", timeout=2.0)
    finally:
        versions.page.wait_for_timeout(100)


@pytest.mark.variants(8)
@pytest.mark.parametrize("kind", STAYS)
def test_a_form_that_stays_is_relearned_and_its_deed_is_done_once(kind: str, versions: Versions) -> None:
    with pytest.raises(StaleError):
        versions.replay(STAYS[kind], 2.0, key="blue")
    run = relearned(versions, STAYS[kind], key="green")
    done = [*versions.deeds]
    again = versions.replay(STAYS[kind], 2.0, key="pink")

    assert run.outcome is Outcome.RELEARNED
    assert done == ["key=green"]
    assert again.outcome is Outcome.REPLAYED
    assert versions.deeds[1:] == ["key=pink"]


@pytest.mark.variants(12)
@pytest.mark.parametrize("kind", STOPS)
def test_any_other_answer_stops_the_lesson(kind: str, versions: Versions) -> None:
    if kind == "refused":
        versions.page.context.route(f"{HOST}/deed?no", lambda route: route.fulfill(status=422, body="no"))
    with pytest.raises(AmiError):
        relearned(versions, STOPS[kind], key="green")

    assert len(versions.deeds) < 2


@pytest.mark.variants(2)
@pytest.mark.parametrize("body", [pytest.param(LIST, id="listed"), pytest.param(NO_LIST, id="not listed")])
def test_a_recorded_text_must_be_there_as_well(body: str, lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.task = "add key"
    versions.learn(OLD_LIST, show, key="red")
    if body is NO_LIST:
        with pytest.raises(AmiError):
            relearned(versions, body, key="green")
    else:
        assert relearned(versions, body, key="green").outcome is Outcome.RELEARNED

    assert versions.deeds == ["key=green"]
