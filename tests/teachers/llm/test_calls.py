"""Calls in plain text: read where they can be read in one way only, never completed, never slow."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.teachers.llm.calls import MISSING, loads, objects, strict_json, without_thoughts, written_calls

pytestmark = pytest.mark.slow

NAMES = ("click", "fill", "wait")
LETTERS = st.characters(codec="utf-8", exclude_characters="'\"\\", exclude_categories=["Cc", "Cs"]).filter(
    str.isprintable
)
PLAIN = st.text(LETTERS, max_size=30)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PLAIN, inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(PLAIN, VALUES, max_size=5)


@given(OBJECTS)
def test_json_is_read_as_it_is(data: dict[str, object]) -> None:
    text = json.dumps(data)
    assert loads(text) == data
    assert loads(json.dumps(text)) == data
    assert loads(json.dumps(data, indent=1).replace("\n}", ",\n}") if data else text) == data


@given(OBJECTS)
def test_python_is_read_as_json(data: dict[str, object]) -> None:
    assert loads(repr(data)) == data


@given(OBJECTS.filter(bool), st.data())
def test_what_was_cut_off_is_no_object(data: dict[str, object], drawn: st.DataObject) -> None:
    for text in (json.dumps(data), repr(data)):
        cut = text[: drawn.draw(st.integers(0, len(text) - 1))]
        assert not isinstance(loads(cut), dict)
        assert data not in list(objects(cut))


@given(OBJECTS.filter(bool), PLAIN, PLAIN)
def test_an_object_is_found_in_prose(data: dict[str, object], before: str, after: str) -> None:
    if "{" not in before + after:
        assert next(objects(before + json.dumps(data) + after)) == data


@given(st.text(st.sampled_from("{}[]'\",:\\ aTrueNone<think>/</think><function=click>")))
def test_any_text_gets_an_answer(text: str) -> None:
    loads(text)
    strict_json(text)
    without_thoughts(text)
    assert isinstance(written_calls(text, NAMES), list)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("{'element': 'e4', }", {"element": "e4"}),
        ("{'value': \"it's\", 'on': True}", {"value": "it's", "on": True}),
        ("{'value': 'it\\'s'}", {"value": "it's"}),
        ('{"value": "a\nb"}', {"value": "a\nb"}),
        ('{"value": "[1,]",}', {"value": "[1,]"}),
        ("{'value': '{{to}}'}", {"value": "{{to}}"}),
        ('{"value": "None, True"}', {"value": "None, True"}),
        ("{'value': 'say \"hi\"', 'on': null,}", {"value": 'say "hi"', "on": None}),
        ('{"values": ["},", \'{,]\',], }', {"values": ["},", "{,]"]}),
    ],
)
def test_what_can_be_read_in_one_way_only_is_read(text: str, data: object) -> None:
    assert loads(text) == data


@pytest.mark.parametrize(
    "text",
    [
        "{'value': 'it's'}",
        "{'value': 'say ',' now'}",
        '{"element": "e1", "element": "e2"}',
        "{element: 'e4'}",
        '{"element": "e4"',
        "{'element': 'e4'",
        '{"element": e4}',
        '{"value": "{{to}}", "value": "{{cc}}"}',
        "[" * 100_000,
        '{"a":' * 100_000,
        "'" * 100_000,
        "{'a': '" + "\\'" * 5_000,
        '{"a": "' + '\\"' * 5_000,
    ],
)
def test_what_can_be_read_in_two_ways_is_not_read(text: str) -> None:
    assert loads(text) is MISSING


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("a<think>b</think>c", "a c"),
        ("<thinking>b</thinking>c", " c"),
        ("b</think>c", "c"),
        ("a<think>b", "a"),
        ("<think>a</think>b<think>c</think>d", " b d"),
        ("<think>", ""),
    ],
)
def test_thoughts_are_no_answers(text: str, rest: str) -> None:
    assert without_thoughts(text) == rest


@pytest.mark.parametrize(
    "text",
    [
        '<function=click>{"element": "e4"}</function>',
        "<function=click>\n<parameter=element>\ne4\n</parameter>\n</function>",
        '<invoke name="click"><parameter name="element">e4</parameter></invoke>',
        '[TOOL_CALLS] [{"name": "click", "arguments": {"element": "e4"}}]',
        '<|python_tag|>{"name": "click", "parameters": {"element": "e4"}}',
        'functions.click\n```json\n{"name": "click", "arguments": {"element": "e4"}}\n```',
    ],
)
def test_calls_between_marks(text: str) -> None:
    assert written_calls(text, NAMES)[0] == ("click", {"element": "e4"})


@pytest.mark.parametrize(
    "text",
    ["<function=click><parameter=element>e4</para", '<function=click>{"element": "e4"}', "<function=fly></function>"],
)
def test_half_a_mark_is_no_call(text: str) -> None:
    assert not [call for call in written_calls(text, NAMES) if call[0]]


@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 20_000,
        "{'a':" * 20_000,
        "{" * 100_000,
        "<think>" * 20_000,
        "</think>" * 20_000,
        '{"' * 50_000,
        "{'" * 50_000,
        "<function=click>" * 6_000,
        "{" + "'" * 99_000,
        "{}" * 50_000,
        "{'a', " * 16_000,
        "{'a': '" + "\\'" * 9_000,
        '{"a": "' + '\\"' * 9_000,
        "{'a': 1" + ", " * 9_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    began = time.process_time()
    written_calls(text, NAMES)
    loads(text)
    assert time.process_time() - began < 2
