"""The recorder takes secrets out of what the page reports, and keeps the values of the other parameters."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

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
