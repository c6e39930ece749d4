"""A notice over the page is sent away by a press that must change nothing: what it sends beyond that is held back."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import StaleError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab
from tests.support.versions import HOST, Versions

ROOM = """<h1>Rooms</h1><button id="keep">Book room</button>
<script>keep.onclick = () => { deed('book'); say('Booked'); };</script>"""
NOTICE = """<div id="over" style="position: fixed; inset: 0; background: #0008; z-index: 9">
<div style="margin: 80px; background: white">{text}</div></div><script>const off = () => over.remove();</script>"""
BUSY = {
    "a welcome that takes a shift": "<h2>Welcome</h2><p>The night shift is yours.</p>"
    "<button onclick=\"deed('shift').then(off)\">OK</button>",
    "a refusal that ends a plan": "<h2>News about your plan</h2><button onclick=\"deed('end').then(off)\">No thanks</button>"
    "<button onclick=\"deed('go on').then(off)\">Renew</button>",
    "a form that is sent": "<h2>What is new</h2><p>Badges have colours.</p>"
    '<form method="post" action="/deed"><input type="hidden" name="all" value="1"><button>Got it</button></form>',
    "a deed a moment later": "<h2>What is new</h2><p>Badges have colours.</p>"
    "<button onclick=\"setTimeout(() => deed('badge').then(off), 30)\">Got it</button>",
}
IDLE = {
    "nothing": '<button onclick="off()">Got it</button>',
    "a count": "<button onclick=\"count('read').then(off)\">Got it</button>",
    "what is read": "<button onclick=\"fetch('/rooms').then(off)\">Got it</button>",
}


def booked(page: Any) -> None:
    page.get_by_role("button", name="Book room").click()
    page.get_by_text("Booked").wait_for()


@pytest.mark.variants(16)
@pytest.mark.parametrize("way", BUSY)
def test_a_notice_whose_button_changes_something_ends_the_replay_before_it_does(lab: Lab, page: Any, way: str) -> None:
    versions = Versions(lab, page)
    versions.learn(ROOM, booked)

    with pytest.raises(StaleError, match=r"a request was sent that the flow does not send.*POST /deed .*held back"):
        versions.replay(ROOM + NOTICE.format(text=BUSY[way]))

    assert versions.deeds == []


@pytest.mark.variants(8)
@pytest.mark.parametrize("way", IDLE)
def test_a_notice_whose_button_only_reads_or_counts_is_sent_away(lab: Lab, page: Any, way: str) -> None:
    versions = Versions(lab, page)
    versions.learn(ROOM, booked)
    news = "<h2>What is new</h2><p>Badges have colours.</p>" + IDLE[way]

    run = versions.replay(ROOM + NOTICE.format(text=news))

    assert run.outcome is Outcome.HEALED
    assert versions.deeds == [*(["read"] if way == "a count" else []), "book"]


def test_after_the_press_the_page_sends_what_it_likes(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(ROOM, booked)
    versions.replay(ROOM + NOTICE.format(text="<h2>What is new</h2><button onclick=off()>Got it</button>"))

    page.evaluate("deed('by hand')")
    page.wait_for_timeout(200)

    assert versions.deeds == ["book", "by hand"]


def test_an_answer_about_cookies_is_sent(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(ROOM, booked)
    consent = "<p>We use cookies.</p><button onclick=\"deed('none').then(off)\">Reject all</button>"

    assert versions.replay(ROOM + NOTICE.format(text=consent)).outcome is Outcome.HEALED

    assert versions.deeds == ["none", "book"]


def test_a_lesson_does_not_follow_a_held_back_request(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(ROOM, booked)
    versions.body = ROOM + NOTICE.format(text=BUSY["a refusal that ends a plan"])
    page.goto(f"{HOST}/")

    with pytest.raises(StaleError):
        lab.run(page, "task", {}, mode=Mode.AUTO, teacher="offline", timeout=4.0)

    assert versions.deeds == []


def test_async_pages_hold_it_back_too(lab: Lab, page: Any) -> None:
    versions = Versions(lab, page)
    versions.learn(ROOM, booked)

    with pytest.raises(StaleError):
        versions.replay_async(ROOM + NOTICE.format(text=BUSY["a welcome that takes a shift"]))

    assert versions.deeds == []
