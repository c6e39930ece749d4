"""A record that a flow removes: what other records are called by is no proof of it, and no other value has to stand there."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import FlowError
from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk

pytestmark = pytest.mark.slow

PAGE = """<main><h1>Depot</h1><button onclick="shows()">Show</button><table><tbody></tbody></table><p role=status></p></main>
<dialog aria-label="Really?"><button onclick="removes()">Yes</button></dialog><script>
let items = ['Rope', 'Rope 20 m', 'Brush', 'Glue'], chosen = '';
const shows = () => { $('tbody').innerHTML = items.map((one) => `<tr><td>${one}</td><td><button onclick="asks('${one}')">Remove</button></td></tr>`).join(''); };
const asks = (name) => { chosen = name; $('dialog').showModal(); };
const removes = () => { $('dialog').close(); post('/removed', {name: chosen}).then(() => { items = items.filter((one) => one !== chosen); shows(); SAYS; }); };
</script>"""
PLAIN = PAGE.replace("SAYS", "say('Removed')")
NAMED = PAGE.replace("SAYS", "say('Removed: ' + chosen)")


def removes(page: Any, name: str) -> None:
    page.get_by_role("button", name="Show").click()
    row = page.get_by_role("row").filter(has=page.get_by_role("cell", name=name, exact=True))
    row.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Yes").click()
    page.get_by_text("Removed").wait_for()


def test_the_longer_name_of_another_record_is_no_proof(desk: Desk) -> None:
    desk.open(PLAIN)
    desk.learn(removes, {"name": "Rope"})
    desk.open(PLAIN)

    assert desk.replay({"name": "Brush"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/removed", {"name": "Brush"})]


def test_a_new_line_that_names_the_record_is_a_proof(desk: Desk) -> None:
    desk.open(NAMED)
    desk.learn(removes, {"name": "Rope"})

    assert any("{{name}}" in key for key in desk.steps[-1].effects.notices)
    desk.open(NAMED.replace("'Removed: ' + chosen", "'Removed: Glue'"))
    with pytest.raises(FlowError):
        desk.replay({"name": "Brush"})


@pytest.mark.variants(3)
@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("post('/removed', {name: chosen})", "post('/removed', {name: 'Glue'})"),
        ("post('/removed', {name: chosen})", "Promise.resolve()"),
        ("onclick=\"asks('${one}')\"", "onclick=\"asks('Glue')\""),
    ],
    ids=["it sends another record", "it sends nothing", "its row is that of another record"],
)
def test_without_that_proof_the_deed_is_still_that_of_the_record(desk: Desk, was: str, now: str) -> None:
    desk.open(PLAIN)
    desk.learn(removes, {"name": "Rope"})
    desk.open(PLAIN.replace(was, now))

    with pytest.raises(FlowError):
        desk.replay({"name": "Brush"})
