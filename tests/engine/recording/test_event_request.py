"""Which of the requests after an event is stored with its step."""

from __future__ import annotations

import pytest

from pytest_ami.engine.effects.request_lines import first_of, has_more
from pytest_ami.engine.effects.requests import recorded
from pytest_ami.engine.recording.event_request import event_request

ANN = {"to": "ann@x.org", "amount": "1250"}
LAYOUT, DELETION = "PUT /lab/workspaces/default?data=x", "DELETE /contents/ann@x.org"


@pytest.mark.parametrize(
    ("lines", "stored"),
    [
        ((LAYOUT, DELETION), "DELETE /contents/{{to}}"),
        ((DELETION, LAYOUT), "DELETE /contents/{{to}}"),
        ((LAYOUT, "POST /search?q=ann%40x.org"), "PUT /lab/workspaces/default"),  # the list is read again
        ((LAYOUT, "POST /lock"), "PUT /lab/workspaces/default"),
        (("POST /pay?sum=1250", "POST /mail?to=ann%40x.org"), "POST /pay?sum={{amount}}"),
        ((f"{LAYOUT}&open=ann%40x.org", DELETION), "DELETE /contents/{{to}}"),  # the layout holds a name of a record
        ((LAYOUT,), "PUT /lab/workspaces/default"),
        (("",), ""),
    ],
)
def test_of_several_requests_after_an_event_the_first_one_with_a_value_is_stored(
    lines: tuple[str, ...], stored: str
) -> None:
    assert first_of(event_request(lines, ANN)) == stored


@pytest.mark.parametrize(
    ("first", "other", "marked"),
    [
        ("POST /a?to=ann%40x.org", "POST /close", True),
        ("POST /a?to=ann%40x.org", "POST /a?x=2", True),
        ("POST /a?to=ann%40x.org", "POST /metrics", False),
        ("POST", "POST /close", False),
    ],
)
def test_a_recording_knows_that_its_action_sent_more(first: str, other: str, *, marked: bool) -> None:
    stored = event_request((first, other), ANN)

    assert has_more(stored) is marked
    assert first_of(stored) == recorded(first, ANN)
