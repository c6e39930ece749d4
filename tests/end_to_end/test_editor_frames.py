"""Editors that fill the window: what is typed in them is data, and the box in which they stand covers nothing."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Outcome
from tests.support.lab import Lab
from tests.support.versions import Versions

LETTER = """<style>.frame {{ position: fixed; inset: 0; background: white; overflow: auto }}</style>
<div class="frame"><header><button>Close</button></header><main><div><div><div><div><div>
<div class="top"><h1 contenteditable="true" role="textbox" aria-label="Subject" class="subject">{subject}</h1></div>
<div class="rest"><p contenteditable="true" role="document" aria-label="Letter" class="letter" style="min-height: 40px"></p></div>
</div></div></div></div></div></main><button id="post">Post it</button></div>
<script>const textOf = (name) => document.querySelector("." + name).textContent;
post.onclick = () => {{ deed(`${{textOf("subject")}}: ${{textOf("letter")}}`); said.textContent = "Posted"; }};
document.querySelector(".frame").append(said);</script>"""
EMPTY = LETTER.format(subject="")


def write(page: Any, subject: str, text: str) -> None:
    page.get_by_role("textbox", name="Subject").fill(subject)
    page.get_by_label("Letter").fill(text)
    page.get_by_role("button", name="Post it").click()
    page.get_by_text("Posted").wait_for()


def test_a_text_below_a_heading_that_the_flow_types_is_found_with_other_values(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(EMPTY, write, subject="Spring fair", text="Come at noon")

    run = versions.replay(EMPTY, subject="Autumn walk", text="Bring boots")

    assert run.outcome is Outcome.REPLAYED
    assert versions.deeds == ["Autumn walk: Bring boots"]


def test_a_text_below_a_heading_of_another_record_is_not_written(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)

    def answer(page: Any, text: str) -> None:
        page.get_by_label("Letter").fill(text)
        page.get_by_role("button", name="Post it").click()
        page.get_by_text("Posted").wait_for()

    versions.learn(LETTER.format(subject="To Ida"), answer, text="Come at noon")

    with pytest.raises(StaleError):
        versions.replay(LETTER.format(subject="To Jon"), text="Bring boots")

    assert versions.deeds == []


def test_the_box_in_which_a_page_stands_is_no_dialog_over_it(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(EMPTY, write, subject="Spring fair", text="Come at noon")
    without = EMPTY.replace('aria-label="Letter"', 'aria-label="Signature"')

    with pytest.raises(StaleError) as failed:
        versions.replay(without, subject="Autumn walk", text="Bring boots")

    assert "was not recorded" not in str(failed.value)


def test_a_box_that_lies_over_the_controls_of_a_page_is_one(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    form = "<button id='go'>{name}</button><button>Close</button><script>go.onclick = () => {{ deed('go'); say('Gone'); }};</script>"
    veil = '<div style="position:fixed;inset:0;background:white"><h2>A new season</h2><button>Close</button></div>'

    def go(page: Any) -> None:
        page.get_by_role("button", name="Go").click()
        page.get_by_text("Gone").wait_for()

    versions.learn(form.format(name="Go"), go)

    with pytest.raises(StaleError, match='"A new season" was not recorded'):
        versions.replay(form.format(name="Leave for good") + veil)

    assert versions.deeds == []
