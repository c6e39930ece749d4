"""A new document is the answer to the step that led to it: a deed in it waits until it has loaded, and no longer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.settings import Mode
from tests.support.hostile.pair import Answer, App
from tests.support.hostile.server import Stage
from tests.support.lab import Lab

LIST = "<!doctype html><title>Trees</title><h1>Trees</h1><a href=/tree>Oak</a>"
TREE = """<!doctype html><title>Oak</title><h1>Oak</h1><button>Remove tree</button><p role=status></p><img src=/oak.png>
<script src=/app.js></script><script src=/tree.js defer></script>"""
SCRIPT = """let loaded = false; addEventListener('load', () => { loaded = true; });
$('button').onclick = () => loaded && post('/remove', {tree: 'Oak'}).then(() => { location.href = '/removed'; });"""
REMOVED = "<!doctype html><title>Trees</title><h1>Trees</h1><p role=status>Oak was removed</p><img src=/stump.png>"


@pytest.fixture(scope="module")
def server() -> Iterator[Stage]:
    with Stage() as made:
        yield made


def removed(page: Any) -> None:
    page.get_by_role("link", name="Oak").click()
    page.get_by_role("button", name="Remove tree").click()
    page.get_by_role("status").get_by_text("was removed").wait_for()


def shown(lab: Lab, page: Any, server: Stage, slow: dict[str, float], teacher: Any = None, **others: Any) -> str:
    """Remove a tree in an application whose parts take these seconds; return the outcome."""
    pages = {"/": LIST, "/tree": TREE, "/tree.js": SCRIPT, "/removed": REMOVED, "/remove": Answer(body="{}")}
    other = {f"/{name}": part for name, part in others.items()}
    server.show(App({**pages, "/oak.png": "", "/stump.png": "", **other}, slow))
    ami = lab.face(page, "remove a tree", mode=Mode.AUTO if teacher else Mode.REPLAY, teacher=teacher)
    page.goto(server.url)
    run = ami.run()
    ami.close()
    ami._attempt.commit()
    return run.outcome.value


@pytest.mark.variants(2)
@pytest.mark.parametrize("part", ["/tree.js", "/oak.png"])
def test_a_deed_waits_until_its_document_has_loaded(lab: Lab, page: Any, server: Stage, part: str) -> None:
    assert shown(lab, page, server, {}, removed) == "learned"

    assert shown(lab, page, server, {part: 1.0}) == "replayed"

    assert server.deeds == [{"do": "/remove", "tree": "Oak"}]


LEADS_ON = REMOVED.replace("<title>", "<meta http-equiv=refresh content='0; url=/next'><title>")
KEPT = "<!doctype html><title>Trees</title><h1>Trees</h1><p role=alert>The tree was not removed: it is protected</p>"


@pytest.mark.parametrize(("after", "green"), [(KEPT, False), (Answer(status=204, body=""), True)])
def test_a_document_that_leads_on_at_once_has_not_loaded(
    lab: Lab, page: Any, server: Stage, after: Any, *, green: bool
) -> None:
    assert shown(lab, page, server, {}, removed) == "learned"

    try:
        found = shown(lab, page, server, {}, removed=LEADS_ON, next=after)
    except FlowError as error:
        found = type(error).__name__

    assert (found == "replayed") is green
    assert server.deeds == [{"do": "/remove", "tree": "Oak"}]
