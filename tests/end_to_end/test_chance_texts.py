"""Words of the page itself that equal a value of the lesson: they prove nothing, and no other value has to be there."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.outcome import Outcome
from tests.support.deeds import Desk

pytestmark = pytest.mark.slow

PAGE = """<main><h1>Articles</h1><button onclick="searches()">Search</button>
<button onclick="opens()">New</button><form hidden onsubmit="return false"><label>Summary <input id=summary></label>
<button onclick="saves()">Save</button></form><ul></ul><p role=status></p></main>
<aside><h2>Archive</h2><p>2016</p><p>2017</p><p>2018</p><p>2019</p><p>2020</p><p>2021</p><p>2022</p><p>2023</p><nav id=found></nav></aside>
<script>
const searches = () => { $('#found').innerHTML = WORDS; };
const opens = () => { $('#found').hidden = HIDDEN; $('form').hidden = false; };
const saves = () => post('/articles', {summary: $('#summary').value}).then(() => { SHOWS; $('#found').hidden = false; $('form').hidden = true; say('Saved'); });
</script>"""
LISTS = "$('ul').innerHTML += '<li>' + $('#summary').value + '</li>'"


def page_of(words: str, shows: str = "", *, hidden: bool = False) -> str:
    return PAGE.replace("WORDS", repr(words)).replace("SHOWS", shows).replace("HIDDEN", "true" if hidden else "false")


def writes(page: Any, summary: str) -> None:
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name="New").click()
    page.get_by_label("Summary").fill(summary)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved").wait_for()


@pytest.mark.variants(3)
@pytest.mark.parametrize(
    ("words", "while_typing"), [("One item", "away"), ("One item", "there"), ("<p>One</p>", "there")]
)
def test_a_word_of_the_page_that_came_before_the_value_was_typed_is_no_proof(
    desk: Desk, words: str, while_typing: str
) -> None:
    page = page_of(words, hidden=while_typing == "away")
    desk.open(page)
    desk.learn(writes, {"summary": "One"})
    desk.open(page)

    assert desk.replay({"summary": "Another"}).outcome is Outcome.REPLAYED
    assert desk.application.deeds == [("/articles", {"summary": "Another"})]


@pytest.mark.variants(2)
@pytest.mark.parametrize(
    ("shows", "proof"), [(LISTS, "alone|{{summary}}"), (LISTS.replace("<li>", "<li>Noted: "), "shown|{{summary}}")]
)
def test_another_line_with_the_value_is_a_proof_beside_a_word_of_the_page(desk: Desk, shows: str, proof: str) -> None:
    desk.open(page_of("One item", shows))
    desk.learn(writes, {"summary": "One"})

    assert proof in desk.steps[-1].effects.notices
