"""A page's texts reach the recorder and a replay alike, whatever the page has made of ``JSON``."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from pytest_ami.model.codec import to_plain
from pytest_ami.model.outcome import Cause
from tests.support.moves.case import MoveCase, recorded, replayed

SEND = "<label>To <input id='to'></label><button type='button'>NAME</button>"
SENT = "q('button').onclick = () => say(`sent ${q('#to').value}`);"

JSONS = {
    "the browser's own": "",
    "one that answers nonsense": "JSON.parse = () => null; JSON.stringify = () => '{}';",
    "one that fails": "JSON.parse = JSON.stringify = () => { throw new Error('no JSON'); };",
    "none": "delete window.JSON;",
    "own ways of lists and texts": "Array.prototype.toJSON = String.prototype.toJSON = function () { return 'x' + this; };",
}  # fmt: skip

HALF = "a" + "\N{GRINNING FACE}" * 100
"""A name that is longer than the evidence keeps; its end falls within an emoji."""

NAMES = {
    "an emoji that is cut": HALF,
    "an escape as a text": r"Send \ud83d now",
    "a backslash before it": r"Send \\ud83d",
}


def send(page: Any, to: str) -> None:
    page.get_by_label("To").fill(to)
    page.get_by_role("button").click()


def case(*, first: str = "", name: str = "Send") -> MoveCase:
    body = f"<script>{first}</script>{SEND.replace('NAME', name)}"
    values, others = {"to": "Anna 'A.' Noé"}, {"to": "\N{CLAPPER BOARD} Bo"}
    return MoveCase("send", body, send, ("fill", "click"), "sent {to}", SENT, values, others)


OWN = "the browser's own"


@pytest.mark.variants(12)
@pytest.mark.parametrize("made", JSONS)
def test_a_page_with_another_json_is_recorded_like_any_other(made: str, new_context: Any) -> None:
    one, plain = case(first=JSONS[made]), case()
    steps, recorder = recorded(one, new_context, early=True)
    expected, _ = recorded(plain, new_context, early=True)

    assert not recorder.faults
    assert [(step.kind, step.value, step.target and step.target.name) for step in steps] == [
        (step.kind, step.value, step.target and step.target.name) for step in expected
    ]
    assert [step.kind.value for step in steps] == ["goto", *one.steps]
    report, reached = replayed(one, steps[1:], one.others, new_context)
    assert report.drift is None
    assert reached == one.said.format(**one.others)


@pytest.mark.variants(8)
@pytest.mark.parametrize("made", [made for made in JSONS if made not in (OWN, "own ways of lists and texts")])
def test_a_recorder_that_comes_after_another_json_says_so(made: str, new_context: Any) -> None:
    steps, recorder = recorded(case(first=JSONS[made]), new_context)

    assert not steps
    assert any("replaced JSON" in fault and "Start the recorder before" in fault for fault in recorder.faults)


@pytest.mark.variants(8)
@pytest.mark.parametrize("kind", NAMES)
def test_a_name_that_is_cut_within_an_emoji_is_valid_text_and_found_again(kind: str, new_context: Any) -> None:
    named = case(name=NAMES[kind])
    steps, recorder = recorded(named, new_context)
    written = json.dumps(to_plain(recorder.operations[-1]), ensure_ascii=False)

    assert written.encode()
    assert ("\ufffd" in written) is (NAMES[kind] is HALF)
    assert steps[-1].target
    assert NAMES[kind] is HALF or steps[-1].target.name == NAMES[kind]
    report, reached = replayed(named, steps, named.others, new_context)
    assert report.drift is None
    assert reached == named.said.format(**named.others)


@pytest.mark.variants(16)
@pytest.mark.parametrize("made", JSONS)
def test_a_press_that_is_withheld_stops_a_page_with_another_json_as_well(made: str, new_context: Any) -> None:
    one = case(first=JSONS[made])
    steps, _ = recorded(one, new_context, early=True)
    turns = "q('button').onpointerenter = () => { q('button').textContent = 'Delete'; };"
    report, reached = replayed(replace(one, script=SENT + turns), steps[1:], one.others, new_context)

    assert report.drift is not None
    assert report.drift.cause is Cause.RENAMED
    assert reached == ""
