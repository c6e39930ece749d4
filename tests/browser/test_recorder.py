"""The recorder takes secrets out of what the page reports, and keeps the values of the other parameters."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_ami.browser.bundle import HUBS, Hub
from pytest_ami.browser.recorder import Recording

PASSWORD = "anna-sings-2026"


class Context:
    """A context without pages."""


def recorded(*events: dict[str, Any] | str, plain: tuple[str, ...] = ("anna",)) -> list[str]:
    """Return the values of the operations after some events, a secret by its name."""
    page = object()
    session: Any = SimpleNamespace(context=Context(), tabs=lambda: [page], path_of=lambda _frame: ())
    recording = Recording(session, {"password": PASSWORD}, plain=plain)
    for event in events:
        whole = {"type": "input", "secret": False} | (json.loads(event) if isinstance(event, str) else event)
        recording.receive({"page": page, "frame": page}, json.dumps(whole) if isinstance(event, str) else whole)
    assert recording.faults == []
    return [operation.value for operation in recording.operations]


USER, SECRET = {"xpath": "//input[1]"}, {"xpath": "//input[2]", "secret": True}


def test_the_whole_value_of_another_parameter_is_no_part_of_a_secret() -> None:
    typed = recorded({**USER, "value": "anna"}, {**SECRET, "value": PASSWORD})

    assert typed == ["anna", "{{password}}"]


def test_a_secret_that_is_typed_slowly_leaves_another_value_as_it_is() -> None:
    typed = recorded({**USER, "value": "anna"}, {**SECRET, "value": "anna"}, {**SECRET, "value": PASSWORD})

    assert typed == ["anna", "{{password}}", "{{password}}"]


@pytest.mark.parametrize("part", ["sings", "anna-", "anna-sings"])
def test_any_other_part_of_a_secret_is_that_secret(part: str) -> None:
    assert recorded({**USER, "value": part}) == ["{{password}}"]


def test_the_beginning_of_a_secret_in_its_own_field_is_that_secret() -> None:
    """A field that is not marked as secret: the rest of the secret follows."""
    assert set(recorded({**USER, "value": "anna"}, {**USER, "value": PASSWORD})) == {"{{password}}"}


def test_without_such_a_parameter_the_text_is_a_part_of_the_secret() -> None:
    assert recorded({**USER, "value": "anna"}, plain=()) == ["{{password}}"]


def test_an_event_comes_as_json_or_as_plain_data() -> None:
    event = {**USER, "value": "Noé \N{GRINNING FACE}"}

    assert recorded(event, plain=()) == recorded(json.dumps(event), plain=()) == [event["value"]]


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", '"input"', '{"type": 5}'])
def test_a_text_that_is_no_event_is_a_fault_and_nothing_else(text: str) -> None:
    session: Any = SimpleNamespace(context=Context(), tabs=lambda: [None], path_of=lambda _frame: ())
    recording = Recording(session, {})
    recording.receive({"page": None, "frame": None}, text)

    assert recording.operations == []
    assert recording.faults


class Tab:
    """A page that takes handlers, and lets a test report what the browser would."""

    def __init__(self, url: str = "http://app.test/") -> None:
        self.url = url
        self.page = self
        self.parent_frame = None
        self.frames: list[Any] = []
        self.handlers: dict[str, Any] = {}

    def on(self, event: str, handler: Any) -> None:
        self.handlers[event] = handler

    def goes(self, url: str) -> None:
        self.url = url
        self.handlers["framenavigated"](self)


def following() -> tuple[Recording, Tab, list[Tab]]:
    """Return a recording that follows a tab, the tab, and all tabs."""
    tab = Tab()
    tabs = [tab]
    context = Tab()
    session: Any = SimpleNamespace(context=context, tabs=lambda: tabs, path_of=lambda _: (), open_tabs=lambda: tabs)
    HUBS[context] = Hub(context)
    HUBS[context].installed = True
    recording = Recording(session, {})
    assert list(recording.start()) == []
    return recording, tab, tabs


def clicked(recording: Recording, tab: Tab, ref: str) -> None:
    event = {"type": "click", "ref": ref, "url": tab.url, "timestamp": time.time() * 1000}
    recording.receive({"page": tab, "frame": tab}, event)


def opened(recording: Recording, tabs: list[Tab], url: str) -> Tab:
    """Open another tab."""
    tabs.append(Tab(url))
    recording.session.context.handlers["page"](tabs[-1])
    return tabs[-1]


def test_every_operation_has_a_time_an_address_and_the_event_that_led_to_it() -> None:
    recording, tab, tabs = following()
    tab.goes("http://app.test/")
    clicked(recording, tab, "e1")
    other = opened(recording, tabs, "http://app.test/print")
    tab.handlers["download"](SimpleNamespace(url="http://app.test/r.pdf", suggested_filename="r.pdf"))
    announced = {"type": "leaving", "value": "link", "text": "", "url": tab.url, "timestamp": 1.0}
    recording.receive({"page": tab, "frame": tab}, announced)
    tab.goes("http://app.test/next")
    other.handlers["close"](other)

    assert recording.faults == []
    assert [(one.type, one.ref, one.tab) for one in recording.operations if one.type != "leaving"] == [
        ("navigate", "", 0),
        ("click", "e1", 0),
        ("popup", "e1", 1),
        ("download", "e1", 0),
        ("navigate", "e1", 0),
        ("close", "", 1),
    ]
    assert all(one.url.startswith("http://app.test/") and one.timestamp for one in recording.operations)


def test_one_navigation_to_one_address_within_two_seconds_is_one_operation() -> None:
    recording, tab, tabs = following()
    for url in ("http://app.test/", "http://app.test/", "http://app.test/b", "http://app.test/", "http://app.test/"):
        tab.goes(url)
    clicked(recording, tab, "e1")
    tab.goes("http://app.test/")
    other = opened(recording, tabs, "http://app.test/")
    other.goes("http://app.test/")

    assert [(one.type, one.url[15:], one.tab) for one in recording.operations] == [
        ("navigate", "/", 0),
        ("navigate", "/b", 0),
        ("navigate", "/", 0),
        ("click", "/", 0),
        ("navigate", "/", 0),
        ("popup", "/", 1),
        ("navigate", "/", 1),
    ]
    recording.operations[-1] = replace(recording.operations[-1], timestamp=time.time() * 1000 - 2_100)
    other.goes("http://app.test/")
    assert len(recording.operations) == 8
